//! Virtual time, in nanoseconds of the PDP-6.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{Add, AddAssign, Sub};
use std::str::FromStr;

/// A time on the machine's clock since power-on, or a duration, in nanoseconds (584 years fit).
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(transparent)]
pub struct Nanos(pub u64);

impl Nanos {
    /// Power-on, or no time at all.
    pub const ZERO: Nanos = Nanos(0);
    /// Later than any event: never.
    pub const MAX: Nanos = Nanos(u64::MAX);

    /// Returns a duration of `micros` microseconds.
    pub const fn from_micros(micros: u64) -> Nanos {
        Nanos(micros.saturating_mul(1_000))
    }

    /// Returns a duration of `millis` milliseconds.
    pub const fn from_millis(millis: u64) -> Nanos {
        Nanos(millis.saturating_mul(1_000_000))
    }

    /// Returns a duration of `seconds` seconds.
    pub const fn from_seconds(seconds: u64) -> Nanos {
        Nanos(seconds.saturating_mul(1_000_000_000))
    }

    /// Returns the number of nanoseconds.
    #[inline(always)]
    pub const fn get(self) -> u64 {
        self.0
    }

    /// Returns the sum of this time and `later`, at most [`Nanos::MAX`].
    pub const fn saturating_add(self, later: Nanos) -> Nanos {
        Nanos(self.0.saturating_add(later.0))
    }

    /// Returns the time elapsed since `earlier`; zero if `earlier` lies in the future.
    pub const fn since(self, earlier: Nanos) -> Nanos {
        Nanos(self.0.saturating_sub(earlier.0))
    }

    /// Returns the time in seconds, with the precision of an `f64`.
    pub fn as_seconds(self) -> f64 {
        self.0 as f64 / 1e9
    }
}

impl Add for Nanos {
    type Output = Nanos;
    #[inline(always)]
    fn add(self, other: Nanos) -> Nanos {
        Nanos(self.0 + other.0)
    }
}

impl AddAssign for Nanos {
    #[inline(always)]
    fn add_assign(&mut self, other: Nanos) {
        self.0 += other.0;
    }
}

impl Sub for Nanos {
    type Output = Nanos;
    #[inline(always)]
    fn sub(self, other: Nanos) -> Nanos {
        Nanos(self.0 - other.0)
    }
}

pub(crate) const TIME_FORM: &str = "a number and a unit: 10s, 200ms, 2min, 1h";

/// A text that is not a time.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a time (expected {TIME_FORM})")]
pub struct TimeError(String);

const UNITS: [(&str, f64); 12] = [
    ("ns", 1.0),
    ("us", 1e3),
    ("ms", 1e6),
    ("s", 1e9),
    ("sec", 1e9),
    ("seconds", 1e9),
    ("m", 60e9),
    ("min", 60e9),
    ("minutes", 60e9),
    ("h", 3600e9),
    ("hour", 3600e9),
    ("hours", 3600e9),
];

/// Parses a number below 10^9 with a unit after it, in upper or lower case.
impl FromStr for Nanos {
    type Err = TimeError;

    fn from_str(text: &str) -> Result<Nanos, TimeError> {
        let lower = text.to_ascii_lowercase();
        let in_unit = |(unit, length): (&str, f64)| {
            let number: f64 = lower.strip_suffix(unit)?.parse().ok()?;
            (0.0..1e9).contains(&number).then(|| Nanos((number * length).round() as u64))
        };
        UNITS.into_iter().find_map(in_unit).ok_or_else(|| TimeError(text.to_owned()))
    }
}

impl fmt::Display for Nanos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:09}", self.0 / 1_000_000_000, self.0 % 1_000_000_000)
    }
}

impl fmt::Debug for Nanos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}ns", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_parsed_with_their_units() {
        for (text, expected) in [
            ("1.5s", Nanos::from_millis(1500)),
            ("20us", Nanos(20_000)),
            (".5MS", Nanos(500_000)),
            ("2min", Nanos::from_seconds(120)),
            ("10m", Nanos::from_seconds(600)),
            ("1.5h", Nanos::from_seconds(5400)),
            ("1e3hours", Nanos::from_seconds(3_600_000)),
        ] {
            assert_eq!(text.parse(), Ok(expected), "{text}");
        }
        for text in ["", "s", "10", "10mm", "-1s", "1 s", "1s2", "1e9s", "10000000000s", "infs", "nans"] {
            assert!(text.parse::<Nanos>().is_err(), "{text}");
        }
    }

    #[test]
    fn arithmetic_and_display() {
        assert_eq!(Nanos::from_millis(2) + Nanos(5), Nanos(2_000_005));
        assert_eq!(Nanos(5).since(Nanos(7)), Nanos::ZERO);
        assert_eq!(Nanos::MAX.saturating_add(Nanos(1)), Nanos::MAX);
        assert_eq!(Nanos::from_seconds(3).saturating_add(Nanos(16_667)).to_string(), "3.000016667");
    }
}
