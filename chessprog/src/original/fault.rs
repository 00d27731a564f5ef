//! What goes wrong.

use std::fmt;

use super::Unfit;
use crate::program::{Coordinates, NoAnswer};

/// What went wrong with the program on the machine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// A move that cannot be typed: it is not legal, or promotes to another piece than a queen.
    NoMove {
        /// The move.
        mv: Coordinates,
        /// The ply of the game, from 1.
        ply: usize,
    },
    /// The program did not make a move.
    Refused {
        /// The move.
        mv: Coordinates,
        /// The ply of the game, from 1.
        ply: usize,
        /// What the teletype said.
        answer: String,
    },
    /// It cannot do this.
    Unfit(Unfit),
    /// The machine stopped where it should not.
    Stopped(String),
    /// It ran on for too long.
    Endless {
        /// What it was to do.
        task: &'static str,
        /// Seconds of the machine's time.
        seconds: u64,
    },
    /// What it typed could not be understood.
    Answer(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !matches!(self, Fault::Unfit(_)) {
            f.write_str("the program of 1967: ")?;
        }
        match self {
            Fault::NoMove { mv, ply } => write!(
                f,
                "{mv} (ply {ply}) cannot be typed to it: it takes legal moves, of promotions those to a queen only"
            ),
            Fault::Refused { mv, ply, answer } => {
                write!(f, "it does not make {mv} (ply {ply}), it says {answer:?}")
            }
            Fault::Stopped(why) => {
                write!(f, "the machine {why} (its fault, perhaps a sixth promotion): play afresh")
            }
            Fault::Endless { task, seconds } => {
                write!(
                    f,
                    "{task} did not end within {seconds} s of the machine's time: give it more, or less to search"
                )
            }
            Fault::Unfit(unfit) => unfit.fmt(f),
            Fault::Answer(text) => write!(f, "its answer is not understood: {text:?}"),
        }
    }
}

impl From<Fault> for NoAnswer {
    fn from(fault: Fault) -> NoAnswer {
        NoAnswer::Failed(fault.into())
    }
}
