//! Pacing: the machine's time held against the host's. The only place of the program that looks at a clock to decide
//! how far the machine may run.

use std::str::FromStr;
use std::time::{Duration, Instant};

use emulator::tui::Rate;

/// How fast machine time may pass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Speed {
    /// So many seconds of machine time in a second of ours.
    Times(f64),
    /// As fast as the host can.
    Most,
}

impl FromStr for Speed {
    type Err = String;

    fn from_str(text: &str) -> Result<Speed, String> {
        match text {
            "max" => Ok(Speed::Most),
            "real" => Ok(Speed::Times(1.0)),
            other => other
                .strip_suffix('x')
                .and_then(|number| number.parse().ok())
                .filter(|times: &f64| times.is_finite() && *times > 0.0 && *times <= 1e6)
                .map(Speed::Times)
                .ok_or_else(|| "a speed is `real`, `max`, or a multiple such as `8x`".to_string()),
        }
    }
}

/// The least machine time between two looks at the keyboard, and the most.
const SLICES: (Duration, Duration) = (Duration::from_millis(20), Duration::from_secs(1));
/// A slice that took the host less than this may be longer, one that took more than the other is too long.
const TAKEN: (Duration, Duration) = (Duration::from_millis(1), Duration::from_millis(4));

/// Holds machine time back to a speed.
#[derive(Debug)]
pub(super) struct Pace {
    speed: Speed,
    /// The host's time at which the machine time allowed so far is used up.
    due: Instant,
    slice: Duration,
    begun: Instant,
}

impl Pace {
    /// Starts now.
    pub(super) fn new(speed: Speed) -> Pace {
        let now = Instant::now();
        Pace { speed, due: now, slice: SLICES.0, begun: now }
    }

    /// How far the machine may run before the keyboard is looked at; it begins now.
    pub(super) fn slice(&mut self) -> Duration {
        self.begun = Instant::now();
        self.slice
    }

    /// Goes on to the next of the paces; gives its name.
    pub(super) fn change(&mut self) -> &'static str {
        let rate = Rate::after(self.times());
        *self = Pace::new(rate.times.map_or(Speed::Most, Speed::Times));
        rate.name
    }

    /// The pace in a word, nothing for the usual one.
    pub(super) fn short(&self) -> String {
        self.times().map_or_else(String::new, |times| {
            if times == 1.0 { "real time".to_owned() } else { format!("{times}x") }
        })
    }

    /// Whether the machine's time is not held to the host's.
    pub(super) fn is_free(&self) -> bool {
        self.speed == Speed::Most
    }

    fn times(&self) -> Option<f64> {
        match self.speed {
            Speed::Times(times) => Some(times),
            Speed::Most => None,
        }
    }

    /// Records that machine time has passed; gives how long the host must wait before more may pass.
    pub(super) fn passed(&mut self, machine: Duration) -> Duration {
        let now = Instant::now();
        let free = self.is_free() || machine.is_zero();
        self.slice = if free { fitting(self.slice, now - self.begun) } else { SLICES.0 };
        let Speed::Times(times) = self.speed else {
            return Duration::ZERO;
        };
        // A host that fell behind does not catch up in a burst.
        self.due = self.due.max(now - Duration::from_millis(100)) + machine.div_f64(times);
        self.due.saturating_duration_since(now)
    }
}

/// The slice after one that has taken the host so long: a machine that waits gets far in no time, one that thinks does not.
fn fitting(slice: Duration, taken: Duration) -> Duration {
    let next = match taken {
        _ if taken < TAKEN.0 => slice * 2,
        _ if taken > TAKEN.1 => slice / 2,
        _ => slice,
    };
    next.clamp(SLICES.0, SLICES.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_as_typed() {
        assert_eq!("real".parse(), Ok(Speed::Times(1.0)));
        assert_eq!("8x".parse(), Ok(Speed::Times(8.0)));
        assert_eq!("max".parse(), Ok(Speed::Most));
        for bad in ["", "x", "-1x", "0x", "infx", "8"] {
            assert!(bad.parse::<Speed>().is_err(), "{bad}");
        }
    }

    #[test]
    fn twice_real_speed_waits_half_as_long() {
        let mut pace = Pace::new(Speed::Times(2.0));
        let wait = pace.passed(Duration::from_secs(10));
        assert!(wait > Duration::from_millis(4800) && wait <= Duration::from_secs(5), "{wait:?}");
        assert_eq!(Pace::new(Speed::Most).passed(Duration::from_secs(10)), Duration::ZERO);
    }

    #[test]
    fn a_slice_is_as_long_as_the_host_is_quick() {
        let millis = Duration::from_millis;
        assert_eq!(fitting(millis(20), Duration::ZERO), millis(40));
        assert_eq!(fitting(millis(800), Duration::ZERO), millis(1000));
        assert_eq!(fitting(millis(80), millis(2)), millis(80));
        assert_eq!(fitting(millis(80), millis(9)), millis(40));
        assert_eq!(fitting(millis(20), millis(9)), millis(20));
        // At a speed of its own the machine is looked at evenly.
        let mut pace = Pace::new(Speed::Times(8.0));
        for _ in 0..5 {
            let slice = pace.slice();
            pace.passed(slice);
            assert_eq!(slice, millis(20));
        }
    }
}
