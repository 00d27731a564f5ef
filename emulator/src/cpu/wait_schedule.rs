//! Schedules the checks for waiting loops (`wait.rs`).

use crate::time::Nanos;

/// Initial pause after a wait, in nanoseconds: about ten instructions. Each check that finds no wait doubles
/// the pause before it is used.
const SOON: u64 = 40_000;
/// Initial pause after a wait for a slow device: the program does little with the data, and waits again.
const AT_ONCE: u64 = 6_000;
/// Nanoseconds of waiting that indicate a slow device.
const LONG: u64 = 1_000_000;
/// Longest pause in nanoseconds, about ten thousand instructions: a computing program is rarely checked.
const SELDOM: u64 = 50_000_000;
/// A wait seen within this time is assumed to last: not every check recognises a waiting loop.
const RECENT: Nanos = Nanos(100_000_000);

/// When to check for a wait. The schedule affects only the speed of the host, so comparisons of processors
/// ignore it.
#[derive(Clone, Copy, Debug)]
pub(super) struct WaitSchedule {
    at: Nanos,
    pause: u64,
    /// When the last wait was skipped to its end, and the devices whose conditions its loop tests.
    pub(super) waited: Option<(Nanos, u128)>,
}

impl Default for WaitSchedule {
    fn default() -> WaitSchedule {
        WaitSchedule { at: Nanos::ZERO, pause: SOON, waited: None }
    }
}

impl PartialEq for WaitSchedule {
    fn eq(&self, _: &WaitSchedule) -> bool {
        true
    }
}

impl Eq for WaitSchedule {}

impl WaitSchedule {
    /// Returns `true` if a check is due. A check further away than the longest pause is also due: the machine
    /// has gone back in time.
    pub(super) fn is_due(&self, now: Nanos) -> bool {
        self.at <= now || self.at.since(now).0 > SELDOM
    }

    pub(super) fn at(&self) -> Nanos {
        self.at
    }

    /// Doubles the pause before the next check, because the program did not wait.
    pub(super) fn look_later(&mut self, now: Nanos) {
        self.pause = (2 * self.pause).min(SELDOM);
        self.at = now.saturating_add(Nanos(self.pause));
    }

    pub(super) fn look_after(&mut self, waited: Nanos, end: Nanos) {
        self.pause = if waited.0 > LONG { AT_ONCE } else { SOON };
        self.at = end;
    }

    /// Returns [`Cpu::awaited`](super::Cpu::awaited), but `None` if the program has not been seen to wait
    /// recently.
    pub(super) fn awaited(&self, now: Nanos) -> Option<u128> {
        self.waited.filter(|&(time, _)| now.since(time) <= RECENT && time <= now).map(|(_, devices)| devices)
    }
}
