//! Decides how far the machine may run before the keyboard is read, and how long the host then waits.

use std::time::{Duration, Instant};

use emulator::debug::Speed;
use emulator::terminal::Pacer;
use emulator::time::Nanos;

/// The shortest and the longest machine time between two reads of the keyboard.
const SLICES: (Duration, Duration) = (Duration::from_millis(20), Duration::from_secs(1));
/// If a slice took the host less than the first of these times, the next slice may be longer; if it took more
/// than the second, the next one is shorter.
const HOST_TIMES: (Duration, Duration) = (Duration::from_millis(1), Duration::from_millis(4));

/// Divides a run into slices, and limits its speed.
#[derive(Debug)]
pub(super) struct SlicePacer {
    speed: Speed,
    pacer: Pacer,
    time: Nanos,
    slice: Duration,
    begun: Instant,
}

impl SlicePacer {
    pub(super) fn new(speed: Speed) -> SlicePacer {
        let (pacer, time) = (Pacer::default(), Nanos::ZERO);
        SlicePacer { speed, pacer, time, slice: SLICES.0, begun: Instant::now() }
    }

    pub(super) fn speed(&self) -> Speed {
        self.speed
    }

    pub(super) fn change(&mut self) {
        *self = SlicePacer::new(self.speed.next());
    }

    /// Starts a slice. Returns how far the machine may run in it.
    pub(super) fn slice(&mut self) -> Duration {
        self.begun = Instant::now();
        self.slice
    }

    /// Ends a slice with `passed` of machine time. Returns how long the host must wait.
    pub(super) fn passed(&mut self, passed: Duration) -> Duration {
        let is_free = self.speed == Speed::Maximum || passed.is_zero();
        self.slice = if is_free { next_slice(self.slice, self.begun.elapsed()) } else { SLICES.0 };
        // The first call starts the pacer's clock, so it comes before the first slice is added.
        self.pacer.ahead(self.time, self.speed);
        self.time = self.time.saturating_add(Nanos(passed.as_nanos().try_into().unwrap_or(u64::MAX)));
        self.pacer.ahead(self.time, self.speed)
    }
}

/// Returns the length of the slice after one that took the host this long. The host runs a program much
/// faster while the program waits than while it thinks.
fn next_slice(slice: Duration, took: Duration) -> Duration {
    let next = match took {
        _ if took < HOST_TIMES.0 => slice * 2,
        _ if took > HOST_TIMES.1 => slice / 2,
        _ => slice,
    };
    next.clamp(SLICES.0, SLICES.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twice_real_speed_waits_half_as_long() {
        let mut pacer = SlicePacer::new(Speed::Times(2.0));
        let wait = pacer.passed(Duration::from_secs(10));
        assert!(wait > Duration::from_millis(4800) && wait <= Duration::from_secs(5), "{wait:?}");
        assert_eq!(SlicePacer::new(Speed::Maximum).passed(Duration::from_secs(10)), Duration::ZERO);
    }

    #[test]
    fn slices_grow_with_the_speed_of_the_host() {
        let millis = Duration::from_millis;
        assert_eq!(next_slice(millis(20), Duration::ZERO), millis(40));
        assert_eq!(next_slice(millis(800), Duration::ZERO), millis(1000));
        assert_eq!(next_slice(millis(80), millis(2)), millis(80));
        assert_eq!(next_slice(millis(80), millis(9)), millis(40));
        assert_eq!(next_slice(millis(20), millis(9)), millis(20));
        // At a given speed, the slices have equal lengths.
        let mut pacer = SlicePacer::new(Speed::Times(8.0));
        for _ in 0..5 {
            let slice = pacer.slice();
            pacer.passed(slice);
            assert_eq!(slice, millis(20));
        }
    }
}
