//! When a run ends.

use super::Machine;
use crate::address::Address;
use crate::time::Nanos;
use std::fmt;

/// What ends a run besides a halt and a breakpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Until {
    /// At the first instruction that begins at this time or later.
    pub time: Nanos,
    /// When this many instructions have been executed since the machine was switched on.
    pub instructions: u64,
    /// When a teletype has printed something that was not taken yet.
    pub output: bool,
}

impl Until {
    /// Nothing else.
    pub const fn never() -> Until {
        Until { time: Nanos::MAX, instructions: u64::MAX, output: false }
    }

    /// At a time.
    pub const fn at(time: Nanos) -> Until {
        Until { time, ..Until::never() }
    }

    /// When `length` of virtual time has passed from the machine's present.
    pub fn after(machine: &Machine, length: Nanos) -> Until {
        Until::at(machine.time().saturating_add(length))
    }

    /// When `seconds` of virtual time have passed from the machine's present.
    pub fn after_seconds(machine: &Machine, seconds: u64) -> Until {
        Until::after(machine, Nanos::from_seconds(seconds))
    }

    /// Also when `other` ends.
    pub fn or(self, other: Until) -> Until {
        Until {
            time: self.time.min(other.time),
            instructions: self.instructions.min(other.instructions),
            output: self.output || other.output,
        }
    }

    /// Also when `count` more instructions have been executed.
    pub fn or_instructions(self, machine: &Machine, count: u64) -> Until {
        Until { instructions: machine.instructions().saturating_add(count), ..self }
    }
}

/// Why a run has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StopReason {
    /// The RUN light is off.
    Halt,
    /// The time of [`Until::time`] has come.
    Time,
    /// The instructions of [`Until::instructions`] have been executed.
    Instructions,
    /// A teletype has printed something.
    Output,
    /// The next instruction is at this address, where a breakpoint is.
    Breakpoint(Address),
    /// The observer wanted it.
    Observer,
    /// The processor hangs in a memory cycle to this address: ADDRESS STOP, MEM STOP, or memory that is not there.
    MemoryStop(Address),
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StopReason::Halt => f.write_str("halted"),
            StopReason::Time => f.write_str("time limit reached"),
            StopReason::Instructions => f.write_str("instruction limit reached"),
            StopReason::Output => f.write_str("something was printed"),
            StopReason::Breakpoint(address) => write!(f, "breakpoint at {address:o}"),
            StopReason::Observer => f.write_str("stopped by request"),
            StopReason::MemoryStop(address) => write!(f, "stopped in a memory cycle to {address:o}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::flag;
    use crate::word::Word;

    /// Instructions of every length: a program that computes, a loop that waits, words that protection stops at once.
    #[test]
    fn a_run_ends_after_just_so_many_instructions() {
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
