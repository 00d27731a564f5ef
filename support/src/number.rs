//! Numbers in the arguments of a command: value parsers for `clap` whose errors say what was expected.

use std::ops::RangeInclusive;
use std::str::FromStr;

/// The error of a number in an argument.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NumberError {
    /// The text is not a whole number.
    #[error("expected a whole number")]
    NotWhole,
    /// The text is not a number within these limits; [`u64::MAX`] as the end means no upper limit.
    #[error("{}", expected(.0))]
    Outside(RangeInclusive<u64>),
}

fn expected(limits: &RangeInclusive<u64>) -> String {
    match (limits.start(), limits.end()) {
        (start, &u64::MAX) => format!("expected a number of at least {start}"),
        (start, end) if *end == start + 1 => format!("expected {start} or {end}"),
        (start, end) => format!("expected a number from {start} to {end}"),
    }
}

/// Parses a whole number.
pub fn whole<T: FromStr>(text: &str) -> Result<T, NumberError> {
    text.parse().map_err(|_| NumberError::NotWhole)
}

/// Returns a parser for whole numbers within `limits`; [`u64::MAX`] as the end means no upper limit.
pub fn within<T: TryFrom<u64>>(
    limits: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, NumberError> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse().ok().filter(|number| limits.contains(number));
        let number = number.and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| NumberError::Outside(limits.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_outside_the_limits_are_refused_with_the_limits() {
        let depth = |text| within::<u8>(0..=12)(text).map_err(|error| error.to_string());
        assert_eq!((depth("0"), depth("12")), (Ok(0), Ok(12)));
        for text in ["13", "-1", "many", "", "99999999999999999999"] {
            assert_eq!(depth(text), Err("expected a number from 0 to 12".to_owned()), "{text}");
        }
        let error = |parsed: Result<u32, NumberError>| parsed.unwrap_err().to_string();
        assert_eq!(error(within(0..=1)("2")), "expected 0 or 1");
        assert_eq!(error(within(1..=u64::MAX)("0")), "expected a number of at least 1");
        assert_eq!((whole("7"), error(whole("x"))), (Ok(7_u8), "expected a whole number".to_owned()));
    }
}
