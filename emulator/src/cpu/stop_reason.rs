//! Why a run has ended: the one type that processor, machine and debugger use.

use crate::address::Address;
use std::fmt;

/// The reason why a run of the processor or of the machine has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StopReason {
    /// RUN is off: after a HALT, the key INST STOP, or a single instruction.
    Halt,
    /// The limit of time was reached.
    Time,
    /// The limit of instructions was reached, or [`Cpu::step`](super::Cpu::step) has executed its
    /// instruction.
    Instructions,
    /// A teletype has printed something. Only runs of a machine stop for this reason.
    Output,
    /// The next instruction is at this address, which has a breakpoint.
    Breakpoint(Address),
    /// The observer has stopped the run.
    Observer,
    /// The processor waits in a memory cycle to this address (MC STOP): ADDRESS STOP, MEM STOP, or a
    /// nonexistent memory with MEM DISABLE on.
    MemoryStop(Address),
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StopReason::Halt => f.write_str("halted"),
            StopReason::Time => f.write_str("time limit reached"),
            StopReason::Instructions => f.write_str("instruction limit reached"),
            StopReason::Output => f.write_str("something was printed"),
            StopReason::Breakpoint(address) => write!(f, "reached {address:o}"),
            StopReason::Observer => f.write_str("stopped by request"),
            StopReason::MemoryStop(address) => write!(f, "stopped in a memory cycle to {address:o}"),
        }
    }
}
