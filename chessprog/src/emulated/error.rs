//! Errors of the program on the machine.

use emulator::journal::JournalError;
use emulator::snapshot::SnapshotError;

use crate::parameters::limits::RECORD_PLIES;
use crate::program::{Coordinates, NoAnswer};

/// The reason why the emulated program could not be set up or run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages name the fields")]
pub enum EmulatedError {
    /// The program has no such label.
    #[error("the chess program has no label {0}")]
    NoLabel(String),
    /// The set-up of a diagram is refused (specification 3.8).
    #[error("the chess program cannot set up this position")]
    Refused,
    /// A move of the game is not legal in its position.
    #[error("the move {mv} is not legal")]
    Illegal { mv: Coordinates },
    /// A game does not fit into the record.
    #[error("the game has {plies} plies (at most {RECORD_PLIES} are possible)")]
    LongGame { plies: usize },
    /// The machine stopped unexpectedly at `at`, a label with an offset.
    #[error("the machine {reason} at {at}")]
    Stopped { reason: String, at: String },
    /// The program did not end within a limit of machine time, and was at `at`, a label with an offset.
    #[error("the chess program did not end within {seconds} s of the machine's time; it was at {at}")]
    Endless { seconds: u64, at: String },
}

impl From<EmulatedError> for NoAnswer {
    fn from(fault: EmulatedError) -> NoAnswer {
        match fault {
            EmulatedError::Refused => NoAnswer::Refused(None),
            EmulatedError::Illegal { mv } => NoAnswer::Illegal { mv },
            fault => NoAnswer::Failed(fault.into()),
        }
    }
}

/// Why a saved machine cannot be resumed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ResumeError {
    /// The program lacks a label that is needed.
    #[error(transparent)]
    Program(EmulatedError),
    /// The bytes are not a valid snapshot.
    #[error(transparent)]
    Snapshot(SnapshotError),
    /// The journal cannot be replayed.
    #[error(transparent)]
    Journal(JournalError),
    /// The machine contains another program, or another version of this one.
    #[error("the saved machine runs another program, or another version of this one")]
    OtherProgram,
}
