//! Why a program that was asked something gave no answer.

use std::error::Error;
use std::fmt;

use super::Coordinates;
use crate::engine::setup;
use crate::parameters::limits::RECORD_PLIES;
use crate::vocabulary::Move;

/// Why a program gave no answer.
#[derive(Debug)]
#[non_exhaustive]
pub enum NoAnswer {
    /// The set-up of a diagram was refused (specification 3.8): it cannot be a position. The native program knows why.
    Refused(Option<setup::Refused>),
    /// A move is not legal where it stands.
    Illegal {
        /// The move.
        mv: Coordinates,
    },
    /// The record of the game is full: no further move can be made.
    Full,
    /// The search was stopped before it found anything.
    Stopped,
    /// What was to be read is longer than a line at the teletype.
    LongLine {
        /// The text.
        text: String,
    },
    /// The generator has a move in its list of which its trace tells nothing.
    Untraced {
        /// The move.
        mv: Move,
    },
    /// The program failed in a way of its own: the machine halted, would not end, cannot be asked this. What is inside is the
    /// fault of that program, such as an [`emulated::Fault`](crate::emulated::Fault).
    Failed(Box<dyn Error + Send + Sync>),
}

impl fmt::Display for NoAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoAnswer::Refused(why) => {
                if let Some(why) = why {
                    write!(f, "{why}: ")?;
                }
                f.write_str(
                    "the set-up is refused: more pieces than numbers, not one king on each side, a pawn on the first or eighth \
                     rank, or the side not to move in check",
                )
            }
            NoAnswer::Illegal { mv } => write!(f, "the move {mv} is not legal there"),
            NoAnswer::Full => write!(f, "the record of the game holds {RECORD_PLIES} plies"),
            NoAnswer::Stopped => f.write_str("the search was stopped"),
            NoAnswer::LongLine { text } => write!(f, "`{text}` is longer than a line"),
            NoAnswer::Untraced { mv } => write!(f, "{mv} has no trace"),
            NoAnswer::Failed(why) => why.fmt(f),
        }
    }
}

impl Error for NoAnswer {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            NoAnswer::Failed(why) => why.source(),
            _ => None,
        }
    }
}
