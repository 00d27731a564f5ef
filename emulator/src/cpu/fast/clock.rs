//! The time of one instruction on the fast path, and the response times of core memory.
//!
//! The fast path supports one kind of memory, the one module of 256K ([`MemorySet::Moby`]). All times are
//! counted from the moment when the module accepted a reference, so most of them are constants.

use crate::cpu::address::{INDEXING, RELOCATION};
use crate::cpu::path::ADDRESSED;
use crate::isa;
use crate::memory::{FAST_READ, MemorySet, MemoryTimes, SETUP};

pub(super) const TIMES: MemoryTimes = MemorySet::Moby.times();
/// From the end of an instruction until the next one requests its word, in nanoseconds.
pub(super) const BETWEEN: u64 = 200;
/// From the arrival of an instruction or indirect word to the end of the sampling of interrupt requests.
pub(super) const SAMPLING: u64 = 200;
/// From the acceptance of a fetch to the arrival of its word.
pub(super) const ARRIVAL: u64 = TIMES.read - SETUP;
/// From the arrival of the instruction that an XCT executes until interrupt requests are sampled.
pub(super) const BEFORE_EXECUTED: u64 = isa::base(0o256) - ADDRESSED + BETWEEN;
pub(super) const INDEXED: u64 = FAST_READ + INDEXING;

/// The time during one instruction, in nanoseconds; `now` and `free` are counted from `accepted`.
#[derive(Clone, Copy, Debug)]
pub(super) struct MemoryClock {
    /// When the module last accepted a reference.
    accepted: u64,
    now: u64,
    /// When the module completes its cycle.
    free: u64,
}

impl MemoryClock {
    /// Returns the clock of an instruction at the end of its address calculation, if its address needs no
    /// index register. The module accepted the last fetch, of instruction or indirect word, at `accepted`.
    #[inline(always)]
    pub(super) fn fetched(accepted: u64) -> MemoryClock {
        MemoryClock { accepted, now: ARRIVAL + SAMPLING, free: TIMES.cycle }
    }

    /// Returns when the module last accepted a reference.
    #[inline(always)]
    pub(super) fn accepted(self) -> u64 {
        self.accepted
    }

    #[inline(always)]
    pub(super) fn now(self) -> u64 {
        self.accepted + self.now
    }

    #[inline(always)]
    pub(super) fn free(self) -> u64 {
        self.accepted + self.free
    }

    /// Returns when the module accepts a request made after `wait` and after the `delay` of
    /// relocation: 0 or [`RELOCATION`].
    #[inline(always)]
    pub(super) fn accepts(self, wait: u64, delay: u64) -> u64 {
        let asked = self.now + wait + SETUP;
        // The result always equals `accepted + (asked + delay).max(free)`. `asked` and `free` are usually
        // constants, but `delay` is not. Without it the compiler can evaluate the conditions.
        if asked >= self.free {
            self.accepted + asked + delay
        } else if asked + RELOCATION <= self.free {
            self.accepted + self.free
        } else {
            self.accepted + (asked + delay).max(self.free)
        }
    }

    #[inline(always)]
    pub(super) fn spend(&mut self, nanos: u64) {
        self.now += nanos;
    }

    #[inline(always)]
    pub(super) fn wait(&mut self, until: u64) {
        self.now += until.saturating_sub(self.now());
    }

    /// Advances the clock over a read, or over the first half of a read-pause-write.
    #[inline(always)]
    pub(super) fn read(&mut self, delay: u64) {
        self.refer(TIMES.read, delay);
    }

    #[inline(always)]
    pub(super) fn write(&mut self, delay: u64) {
        self.refer(TIMES.write, delay);
    }

    /// Accounts for the second half of a read-pause-write.
    #[inline(always)]
    pub(super) fn restart(&mut self) {
        self.free = self.now + TIMES.restart;
    }

    /// Makes a reference. The processor continues `takes` nanoseconds after a request that need not wait.
    #[inline(always)]
    fn refer(&mut self, takes: u64, delay: u64) {
        let accepted = self.accepts(0, delay);
        *self = MemoryClock { accepted, now: takes - SETUP, free: TIMES.cycle };
    }

    /// Sets the time and the end of the module's cycle, after the words of a BLT.
    pub(super) fn set(&mut self, now: u64, free: u64) {
        (self.now, self.free) = (now - self.accepted, free - self.accepted);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[derive(Clone, Copy, Debug)]
    enum ClockStep {
        Spend(u64),
        Read,
        Write,
        Restart,
    }

    proptest! {
        /// The rules of the processor reference, sections 10.1 and 10.2, in absolute times: a request is set
        /// up and waits for the memory module, which is then busy for its cycle.
        #[test]
        fn relative_times_are_the_absolute_ones(
            fetched in 0u64..1_000_000,
            relocates: bool,
            steps in prop::collection::vec(prop_oneof![
                (0u64..3000).prop_map(ClockStep::Spend),
                Just(ClockStep::Read), Just(ClockStep::Write), Just(ClockStep::Restart),
            ], 0..12),
        ) {
            let delay = if relocates { RELOCATION } else { 0 };
            let mut clock = MemoryClock::fetched(fetched);
            let mut now = fetched + TIMES.read - SETUP + SAMPLING;
            let mut free = fetched + TIMES.cycle;
            for step in steps {
                match step {
                    ClockStep::Spend(nanos) => {
                        clock.spend(nanos);
                        now += nanos;
                    }
                    ClockStep::Read | ClockStep::Write => {
                        let takes = if matches!(step, ClockStep::Read) { TIMES.read } else { TIMES.write };
                        if matches!(step, ClockStep::Read) { clock.read(delay) } else { clock.write(delay) }
                        let accepted = (now + delay + SETUP).max(free);
                        now = accepted + takes - SETUP;
                        free = accepted + TIMES.cycle;
                    }
                    ClockStep::Restart => {
                        clock.restart();
                        free = now + TIMES.restart;
                    }
                }
                prop_assert_eq!((clock.now(), clock.free()), (now, free));
            }
            prop_assert_eq!(clock.accepts(BETWEEN, delay), (now + BETWEEN + delay + SETUP).max(free));
        }
    }
}
