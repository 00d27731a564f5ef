//! Errors of the program of 1967.

use std::fmt;

use super::Unfit;
use crate::program::{Coordinates, NoAnswer};

/// An error of the program on the machine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OriginalError {
    /// A move that cannot be typed: it is illegal, or promotes to a piece other than a queen.
    NoMove {
        /// The move.
        mv: Coordinates,
        /// The ply of the game, from 1.
        ply: usize,
    },
    /// The program did not make the move.
    Refused {
        /// The move.
        mv: Coordinates,
        /// The ply of the game, from 1.
        ply: usize,
        /// The text that it typed.
        answer: String,
    },
    /// The program does not support the request.
    Unfit(Unfit),
    /// The machine stopped unexpectedly.
    Stopped(String),
    /// The program did not finish in time.
    Endless {
        /// Name of the task.
        task: &'static str,
        /// Seconds of the machine's time.
        seconds: u64,
    },
    /// The program's output could not be read.
    Answer(String),
}

impl fmt::Display for OriginalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !matches!(self, OriginalError::Unfit(_)) {
            f.write_str("the program of 1967: ")?;
        }
        match self {
            OriginalError::NoMove { mv, ply } => write!(
                f,
                "it does not accept {mv} (ply {ply}); expected a legal move, with a queen if it promotes"
            ),
            OriginalError::Refused { mv, ply, answer } => {
                write!(f, "it refused {mv} (ply {ply}) and typed {answer:?}")
            }
            OriginalError::Stopped(why) => {
                write!(
                    f,
                    "the machine {why}, perhaps at a sixth promotion, which is a fault of the program; \
                     start a new game"
                )
            }
            OriginalError::Endless { task, seconds } => {
                write!(f, "{task} did not end within {seconds} s of the machine's time; use a smaller depth")
            }
            OriginalError::Unfit(unfit) => unfit.fmt(f),
            OriginalError::Answer(text) => write!(f, "its answer is not understood: {text:?}"),
        }
    }
}

impl From<OriginalError> for NoAnswer {
    fn from(fault: OriginalError) -> NoAnswer {
        NoAnswer::Failed(fault.into())
    }
}
