//! The speed of a machine: as fast as possible, or a multiple of real time.

use std::fmt;
use std::str::FromStr;

/// The rate of machine time against host time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Speed {
    /// As fast as the host can.
    Maximum,
    /// This many times as fast as the real machine.
    Times(f64),
}

/// A text that is not a speed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a speed (expected real, max or a multiple such as 8x)")]
pub struct SpeedError(String);

/// The slowest and the fastest speed that can be set, in multiples of the real speed.
const LIMITS: (f64, f64) = (1e-3, 1e6);

/// The speeds that the speed key selects one after another, before the maximum.
const STEPS: [f64; 3] = [1.0, 8.0, 100.0];

impl Speed {
    /// The real machine's speed.
    pub const REAL: Speed = Speed::Times(1.0);

    /// Returns the next faster step: real, 8x, 100x, maximum, and real again.
    pub fn next(self) -> Speed {
        let Speed::Times(times) = self else { return Speed::REAL };
        STEPS.into_iter().find(|&step| step > times).map_or(Speed::Maximum, Speed::Times)
    }

    /// Completes the sentence "The machine runs ...".
    pub fn in_words(self) -> String {
        match self {
            Speed::Maximum => "as fast as it can".to_owned(),
            Speed::REAL => "in real time".to_owned(),
            Speed::Times(times) => format!("{times} times as fast as the real one"),
        }
    }

    /// Returns the speed for a title; empty for the maximum.
    pub fn in_title(self) -> String {
        match self {
            Speed::Maximum => String::new(),
            Speed::REAL => "real time".to_owned(),
            Speed::Times(times) => format!("{times}x"),
        }
    }
}

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Speed::Maximum => f.write_str("max"),
            Speed::Times(times) => write!(f, "{times}x"),
        }
    }
}

impl FromStr for Speed {
    type Err = SpeedError;

    fn from_str(text: &str) -> Result<Speed, SpeedError> {
        let lower = text.to_ascii_lowercase();
        let times = match lower.as_str() {
            "max" => return Ok(Speed::Maximum),
            "real" => return Ok(Speed::REAL),
            other => other.strip_suffix('x').unwrap_or(other).parse().ok(),
        };
        let (slowest, fastest) = LIMITS;
        times
            .filter(|times: &f64| (slowest..=fastest).contains(times))
            .map(Speed::Times)
            .ok_or_else(|| SpeedError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_are_read_as_typed() {
        let read = |text: &str| text.parse::<Speed>().ok();
        assert_eq!(read("real"), Some(Speed::REAL));
        assert_eq!(
            (read("8x"), read("8"), read("0.5X")),
            (read("8.0x"), Some(Speed::Times(8.0)), Some(Speed::Times(0.5)))
        );
        assert_eq!(read("MAX"), Some(Speed::Maximum));
        // Invalid texts, and speeds outside the limits.
        for bad in ["", "x", "-1x", "0x", "8xx", "infx", "nanx", "1e-300x", "1e9x", "fast"] {
            assert_eq!(read(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn one_key_goes_through_the_steps() {
        let round: Vec<Speed> =
            std::iter::successors(Some(Speed::Maximum), |speed| Some(speed.next())).take(6).collect();
        let expected = ["max", "1x", "8x", "100x", "max", "1x"];
        assert_eq!(round.iter().map(Speed::to_string).collect::<Vec<_>>(), expected);
        // From a speed between two steps, and from a speed above the last step.
        assert_eq!(Speed::Times(3.0).next(), Speed::Times(8.0));
        assert_eq!(Speed::Times(1000.0).next(), Speed::Maximum);
    }
}
