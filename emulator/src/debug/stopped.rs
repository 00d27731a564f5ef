//! Why a run from the prompt has ended.

use super::trigger::Hit;
use crate::machine::StopReason;
use std::fmt;

/// Why a run has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
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
    /// The user has interrupted the run.
    Interrupted,
    /// The input has ended, the program has read it (or waits in vain for another device), and has printed
    /// nothing for the time [`Goal::linger`](super::Goal::linger).
    EndOfInput,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stopped::Machine(reason) => reason.fmt(f),
            Stopped::InstStop => f.write_str("stopped by INST STOP"),
            Stopped::Hit(_, hit) => hit.fmt(f),
            Stopped::Stepped => f.write_str("stepped"),
            Stopped::Expected => f.write_str("the expected text was printed"),
            Stopped::Interrupted => f.write_str("interrupted"),
            Stopped::EndOfInput => f.write_str("end of input"),
        }
    }
}
