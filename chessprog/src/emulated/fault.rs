//! What goes wrong.

use emulator::journal::JournalError;
use emulator::snapshot::SnapshotError;

use crate::parameters::limits::RECORD_PLIES;
use crate::program::{Coordinates, NoAnswer};

/// What went wrong with the program on the machine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The program has no such label.
    #[error("the chess program has no label {0}")]
    NoLabel(String),
    /// The set-up of a diagram is refused (specification 3.8).
    #[error("the chess program refuses to set this position up")]
    Refused,
    /// A move of the game is not legal where it stands.
    #[error("the move {mv} is not legal there")]
    Illegal {
        /// The move.
        mv: Coordinates,
    },
    /// A game does not fit into the record.
    #[error("the game has {plies} plies, and the chess program's record holds {RECORD_PLIES}")]
    LongGame {
        /// How many plies it has.
        plies: usize,
    },
    /// The machine stopped where it should not.
    #[error("the machine {reason} at {at}")]
    Stopped {
        /// Why.
        reason: String,
        /// Where, as label and distance.
        at: String,
    },
    /// It ran on for too long.
    #[error("the chess program did not end within {seconds} s of its time; it was at {at}")]
    Endless {
        /// Seconds of its time.
        seconds: u64,
        /// Where it was.
        at: String,
    },
}

impl From<Fault> for NoAnswer {
    fn from(fault: Fault) -> NoAnswer {
        match fault {
            Fault::Refused => NoAnswer::Refused(None),
            Fault::Illegal { mv } => NoAnswer::Illegal { mv },
            fault => NoAnswer::Failed(fault.into()),
        }
    }
}

/// Why a snapshot cannot be gone on with.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ResumeError {
    /// The program has not the labels that this needs.
    #[error(transparent)]
    Program(Fault),
    /// It is no snapshot.
    #[error(transparent)]
    Snapshot(SnapshotError),
    /// The journal cannot be repeated.
    #[error(transparent)]
    Journal(JournalError),
    /// There is another program, or another version of this one, in the machine.
    #[error("the saved machine runs another program, or another version of this one")]
    OtherProgram,
}
