//! What goes wrong.

use std::fmt;

use emulator::journal::JournalError;
use emulator::snapshot::SnapshotError;

use crate::parameters::limits::RECORD_PLIES;
use crate::program::{Coordinates, NoAnswer};

/// What went wrong with the program on the machine.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// The program has no such label.
    NoLabel(String),
    /// The set-up of a diagram is refused (specification 3.8).
    Refused,
    /// A move of the game is not legal where it stands.
    Illegal {
        /// The move.
        mv: Coordinates,
    },
    /// A game does not fit into the record.
    LongGame {
        /// How many plies it has.
        plies: usize,
    },
    /// The machine stopped where it should not.
    Stopped {
        /// Why.
        reason: String,
        /// Where, as label and distance.
        at: String,
    },
    /// It ran on for too long.
    Endless {
        /// Seconds of its time.
        seconds: u64,
        /// Where it was.
        at: String,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::NoLabel(label) => write!(f, "the chess program has no label {label}"),
            Fault::Refused => f.write_str("the chess program refuses to set this position up"),
            Fault::Illegal { mv } => write!(f, "the move {mv} is not legal there"),
            Fault::LongGame { plies } => {
                write!(f, "the game has {plies} plies, and the chess program's record holds {RECORD_PLIES}")
            }
            Fault::Stopped { reason, at } => write!(f, "the machine {reason} at {at}"),
            Fault::Endless { seconds, at } => {
                write!(f, "the chess program did not end within {seconds} s of its time; it was at {at}")
            }
        }
    }
}

impl std::error::Error for Fault {}

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
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ResumeError {
    /// The program has not the labels that this needs.
    Program(Fault),
    /// It is no snapshot.
    Snapshot(SnapshotError),
    /// The journal cannot be repeated.
    Journal(JournalError),
    /// There is another program, or another version of this one, in the machine.
    OtherProgram,
}

impl fmt::Display for ResumeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ResumeError::Program(fault) => fault.fmt(f),
            ResumeError::Snapshot(error) => error.fmt(f),
            ResumeError::Journal(error) => error.fmt(f),
            ResumeError::OtherProgram => {
                f.write_str("the saved machine runs another program, or another version of this one")
            }
        }
    }
}

impl std::error::Error for ResumeError {}
