//! The limits of a run.

use super::Machine;
use crate::time::Nanos;

/// The limits of a run. A halt or a breakpoint ends it earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Until {
    /// The run ends at the first instruction that begins at this time or later.
    pub time: Nanos,
    /// The run ends when this many instructions have been executed since the machine was switched on.
    pub instructions: u64,
    /// The run ends when a teletype has printed something that has not been taken yet.
    pub output: bool,
}

impl Until {
    /// Returns limits that no run reaches.
    pub const fn never() -> Until {
        Until { time: Nanos::MAX, instructions: u64::MAX, output: false }
    }

    /// Returns a limit in time.
    pub const fn at(time: Nanos) -> Until {
        Until { time, ..Until::never() }
    }

    /// Returns a limit of `length` of virtual time from the machine's present.
    pub fn after(machine: &Machine, length: Nanos) -> Until {
        Until::at(machine.time().saturating_add(length))
    }

    /// Returns a limit of `seconds` of virtual time from the machine's present.
    pub fn after_seconds(machine: &Machine, seconds: u64) -> Until {
        Until::after(machine, Nanos::from_seconds(seconds))
    }

    /// Returns the limits of both: the run ends at the first that is reached.
    pub fn or(self, other: Until) -> Until {
        Until {
            time: self.time.min(other.time),
            instructions: self.instructions.min(other.instructions),
            output: self.output || other.output,
        }
    }

    /// Returns these limits, with a limit of `count` more instructions in place of any earlier one.
    pub fn or_instructions(self, machine: &Machine, count: u64) -> Until {
        Until { instructions: machine.instructions().saturating_add(count), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address::Address;
    use crate::cpu::{StopReason, flag};
    use crate::word::Word;

    /// The programs compute, wait in a loop, or make fetches that violate protection.
    #[test]
    fn a_run_ends_after_exactly_n_instructions() {
        let program = |words: &[u64], user: bool| {
            let mut machine = Machine::default();
            for (place, &word) in (0o100..).zip(words) {
                machine.deposit(Address::new(place), Word::new(word));
            }
            machine.start(Address::new(if user { 0o700000 } else { 0o100 }));
            machine.cpu.flags |= if user { flag::USER } else { 0 };
            machine
        };
        let adds = [0o270040000001, 0o344100000100, 0o254000000100];
        let waits = [0o712340000040, 0o254000000100];
        for (words, user) in [(&adds[..], false), (&waits[..], false), (&[][..], true)] {
            for count in [1, 63, 500, 777, 5000, 100_003] {
                let mut machine = program(words, user);
                let before = machine.instructions();
                let reason = machine.run_until(Until::never().or_instructions(&machine, count));
                assert_eq!((reason, machine.instructions() - before), (StopReason::Instructions, count));
            }
        }
    }
}
