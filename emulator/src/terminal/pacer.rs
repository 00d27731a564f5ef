//! Keeps a machine's time in step with the host's clock.

use std::time::{Duration, Instant};

use crate::debug::Speed;
use crate::debug::host::Files;
use crate::time::Nanos;

/// A machine that is later than this, because the host was slow or asleep, does not catch up.
const MAX_LAG: Duration = Duration::from_millis(250);

/// The longest time to sleep before the keyboard is read again.
const LONGEST_SLEEP: Duration = Duration::from_millis(20);

/// Computes for a run loop how far a machine is ahead of its speed. Counting starts at the first call.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pacer {
    /// The host's time and the machine's time at the start.
    start: Option<(Instant, Nanos)>,
}

impl Pacer {
    /// Starts counting again, after a pause or for another speed.
    pub fn restart(&mut self) {
        self.start = None;
    }

    /// Returns how long a machine that has reached `now` must wait.
    pub fn ahead(&mut self, now: Nanos, speed: Speed) -> Duration {
        let Speed::Times(times) = speed else { return Duration::ZERO };
        let (since, from) = *self.start.get_or_insert_with(|| (Instant::now(), now));
        let due = Duration::from_secs_f64(now.since(from).as_seconds() / times);
        let passed = since.elapsed();
        if passed > due + MAX_LAG {
            self.restart();
        }
        due.saturating_sub(passed)
    }

    /// Pauses for a moment if a machine that has reached `now` must wait. Returns `true` if it must still
    /// wait after that.
    pub(crate) fn sleep(&mut self, now: Nanos, times: f64, files: &mut dyn Files) -> bool {
        let ahead = self.ahead(now, Speed::Times(times));
        if !ahead.is_zero() {
            files.pause(ahead.min(LONGEST_SLEEP));
        }
        !self.ahead(now, Speed::Times(times)).is_zero()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_that_is_ahead_waits() {
        let (mut pacer, speed) = (Pacer::default(), Speed::Times(8.0));
        assert_eq!(pacer.ahead(Nanos::ZERO, speed), Duration::ZERO);
        let wait = pacer.ahead(Nanos::from_seconds(80), speed);
        assert!(wait > Duration::from_secs(9) && wait <= Duration::from_secs(10), "{wait:?}");
        assert_eq!(pacer.ahead(Nanos::from_seconds(80), Speed::Maximum), Duration::ZERO);
        pacer.restart();
        assert_eq!(pacer.ahead(Nanos::from_seconds(80), speed), Duration::ZERO);
    }

    /// After the host has been asleep, the machine does not run faster to catch up.
    #[test]
    fn lost_time_is_not_caught_up() {
        let minute_ago = Instant::now().checked_sub(Duration::from_secs(60));
        let mut pacer = Pacer { start: minute_ago.map(|since| (since, Nanos::ZERO)) };
        assert_eq!(pacer.ahead(Nanos::from_seconds(1), Speed::REAL), Duration::ZERO);
        assert_eq!(pacer.ahead(Nanos::from_seconds(1), Speed::REAL), Duration::ZERO);
        assert!(pacer.ahead(Nanos::from_seconds(3), Speed::REAL) > Duration::from_secs(1));
    }
}
