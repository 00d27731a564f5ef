//! Detects that a program only waits for the user, so that it need not run faster than real time.

use emulator::address::Address;
use emulator::time::Nanos;

/// A program waits if it stays within this many words for the time `LONG`.
const WORDS: u32 = 8;
const LONG: Nanos = Nanos::from_seconds(1);

/// Recent samples of the program counter.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct IdleDetector {
    at: Address,
    since: Nanos,
    /// The time of the last sample outside interrupts.
    outside: Nanos,
}

impl IdleDetector {
    /// Samples the program counter. An interrupt, such as a clock interrupt, does not end a wait, unless the
    /// program remains in interrupts.
    pub(crate) fn look(&mut self, at: Address, in_interrupt: bool, now: Nanos) {
        if in_interrupt && now.since(self.outside) < LONG {
            return;
        }
        if !in_interrupt {
            self.outside = now;
        }
        if at.get().abs_diff(self.at.get()) >= WORDS || now < self.since {
            self.at = at;
            self.since = now;
        }
    }

    /// Records activity, which ends a wait.
    pub(crate) fn disturb(&mut self, now: Nanos) {
        self.since = now;
    }

    /// Returns `true` if the program waits.
    pub(crate) fn waits(&self, now: Nanos) -> bool {
        now.since(self.since) >= LONG
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_addresses_count_as_waiting() {
        let mut idle = IdleDetector::default();
        let look = |idle: &mut IdleDetector, at, millis| {
            idle.look(Address::new(at), false, Nanos::from_millis(millis))
        };
        for millis in 0..200 {
            look(&mut idle, 0o1000 + (millis as u32 % 3), 10 * millis);
        }
        assert!(idle.waits(Nanos::from_millis(1990)));
        // The program computes: the address differs at every sample.
        for millis in 200..500 {
            look(&mut idle, millis as u32 * 0o100, 10 * millis);
            assert!(!idle.waits(Nanos::from_millis(10 * millis)));
        }
        // The program is back in the loop when the user types.
        look(&mut idle, 0o1000, 5000);
        idle.disturb(Nanos::from_millis(5900));
        assert!(!idle.waits(Nanos::from_millis(6100)));
        assert!(idle.waits(Nanos::from_millis(6900)));
    }

    #[test]
    fn a_clock_interrupt_does_not_end_a_wait_and_a_program_in_an_interrupt_computes() {
        let mut idle = IdleDetector::default();
        for millis in (0..3000).step_by(10) {
            let in_interrupt = millis % 170 == 0;
            let at = if in_interrupt { 0o2000 } else { 0o1000 };
            idle.look(Address::new(at), in_interrupt, Nanos::from_millis(millis));
            assert_eq!(idle.waits(Nanos::from_millis(millis)), millis >= 1010, "{millis}");
        }
        for millis in (3000..6000).step_by(10) {
            idle.look(Address::new(millis as u32), true, Nanos::from_millis(millis));
        }
        assert!(!idle.waits(Nanos::from_millis(6000)));
    }
}
