//! The reasons why a run of a session has ended.

use super::trigger::Hit;
use crate::machine::StopReason;
use std::fmt;

/// The reason why a run has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionStop {
    /// The machine has stopped by itself, or at a limit.
    Machine(StopReason),
    /// The switch INST STOP has stopped the machine after an instruction.
    InstStop,
    /// A stop was hit: its number, and the hit.
    Hit(u32, Hit),
    /// The step has ended.
    Stepped,
    /// The console has printed an expected text.
    Expected,
    /// The user or the host has interrupted the run.
    Interrupted,
    /// The input has ended, the program has read it (or waits in vain for another device), and has printed
    /// nothing for the time [`Goal::linger`](super::Goal::linger).
    EndOfInput,
}

impl fmt::Display for SessionStop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SessionStop::Machine(reason) => reason.fmt(f),
            SessionStop::InstStop => f.write_str("stopped by INST STOP"),
            SessionStop::Hit(_, hit) => hit.fmt(f),
            SessionStop::Stepped => f.write_str("stepped"),
            SessionStop::Expected => f.write_str("the expected text was printed"),
            SessionStop::Interrupted => f.write_str("interrupted"),
            SessionStop::EndOfInput => f.write_str("end of input"),
        }
    }
}
