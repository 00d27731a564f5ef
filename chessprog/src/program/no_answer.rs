//! The errors of chess programs.

use std::error::Error;

use super::Coordinates;
use crate::engine::setup;
use crate::parameters::limits::RECORD_PLIES;

/// What the set-up requires, for programs that do not say which rule a diagram breaks.
const RULES: &str = "each side must have one king and at most 16 men, no pawn may be on the first or eighth \
                     rank, and only the side to move may be in check";

/// Why a program gave no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NoAnswer {
    /// The set-up refused a diagram (specification 3.8) because it cannot be a position. The native program
    /// knows the reason.
    #[error(
        "invalid position: {}",
        .0.map_or_else(|| RULES.to_owned(), |refused| refused.to_string())
    )]
    Refused(Option<setup::SetupError>),
    /// A move is not legal in its position.
    #[error("the move {mv} is not legal")]
    Illegal {
        /// The move.
        mv: Coordinates,
    },
    /// The record of the game is full, so no further move can be made.
    #[error("the record of the game holds {RECORD_PLIES} plies")]
    Full,
    /// The search was stopped before it found anything.
    #[error("the search was stopped")]
    Stopped,
    /// A line is too long to be typed at the teletype.
    #[error("`{text}` is longer than a line")]
    LongLine {
        /// The line that was to be typed.
        text: String,
    },
    /// The program failed in its own way: the machine halted, did not finish, or does not support the
    /// request. Contains the error of that program, such as an
    /// [`EmulatedError`](crate::emulated::EmulatedError).
    #[error(transparent)]
    Failed(Box<dyn Error + Send + Sync>),
}
