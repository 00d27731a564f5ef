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
                "{mv} (ply {ply}) cannot be typed to it: it takes legal moves, of promotions those to a \
                 queen only"
            ),
            OriginalError::Refused { mv, ply, answer } => {
                write!(f, "it does not make {mv} (ply {ply}), it says {answer:?}")
            }
            OriginalError::Stopped(why) => {
                write!(f, "the machine {why} (its fault, perhaps a sixth promotion): play afresh")
            }
            OriginalError::Endless { task, seconds } => {
                write!(
                    f,
                    "{task} did not end within {seconds} s of the machine's time: give it more, or less to \
                     search"
                )
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
