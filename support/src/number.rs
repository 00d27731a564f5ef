//! Numbers in the arguments of a command: value parsers for `clap` whose errors say what was expected.

use std::ops::RangeInclusive;
use std::str::FromStr;

/// Parses a whole number.
pub fn whole<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| "expected a whole number".to_owned())
}

/// Returns a parser for whole numbers within `limits`; [`u64::MAX`] as the end means no upper limit.
pub fn within<T: TryFrom<u64>>(
    limits: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse().ok().filter(|number| limits.contains(number));
        number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| {
            match (limits.start(), limits.end()) {
                (start, &u64::MAX) => format!("expected a number of at least {start}"),
                (start, end) if *end == start + 1 => format!("expected {start} or {end}"),
                (start, end) => format!("expected a number from {start} to {end}"),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_outside_the_limits_are_refused_with_the_limits() {
        let depth = within::<u8>(0..=12);
        assert_eq!((depth("0"), depth("12")), (Ok(0), Ok(12)));
        for text in ["13", "-1", "many", "", "99999999999999999999"] {
            assert_eq!(depth(text), Err("expected a number from 0 to 12".to_owned()), "{text}");
        }
        assert_eq!(within::<u8>(0..=1)("2"), Err("expected 0 or 1".to_owned()));
        assert_eq!(within::<u32>(1..=u64::MAX)("0"), Err("expected a number of at least 1".to_owned()));
        assert_eq!((whole("7"), whole::<u8>("x")), (Ok(7_u8), Err("expected a whole number".to_owned())));
    }
}
