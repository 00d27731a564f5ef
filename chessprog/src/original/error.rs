//! Errors of the program of 1967.

use super::UnsupportedCase;
use crate::program::{Coordinates, NoAnswer};

/// An error of the program, or of the machine that runs it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages name the fields")]
pub enum OriginalError {
    /// A move that cannot be typed: it is illegal, or promotes to a piece other than a queen. Plies are
    /// counted from 1.
    #[error(
        "the program of 1967: it does not accept {mv} (ply {ply}); expected a legal move, with a queen if it \
         promotes"
    )]
    NoMove { mv: Coordinates, ply: usize },
    /// The program did not make the move.
    #[error("the program of 1967: it refused {mv} (ply {ply}) and typed {answer:?}")]
    Refused { mv: Coordinates, ply: usize, answer: String },
    /// The program does not support the request.
    #[error(transparent)]
    Unfit(UnsupportedCase),
    /// The machine stopped unexpectedly.
    #[error(
        "the program of 1967: the machine {0}, perhaps at a sixth promotion, which is a fault of the program; \
         start a new game"
    )]
    Stopped(String),
    /// The program did not finish in time.
    #[error(
        "the program of 1967: {task} did not end within {seconds} s of the machine's time; use a smaller depth"
    )]
    Endless { task: &'static str, seconds: u64 },
    /// The program's output could not be read.
    #[error("the program of 1967: its answer is not understood: {0:?}")]
    Answer(String),
}

impl From<OriginalError> for NoAnswer {
    fn from(fault: OriginalError) -> NoAnswer {
        NoAnswer::Failed(fault.into())
    }
}
