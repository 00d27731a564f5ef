//! What goes wrong.

use super::RECORD_PLIES;
use std::fmt;

/// What went wrong with the program on the machine.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// A move that cannot be typed: no coordinates, no piece there, a promotion to another piece than a queen.
    NoMove {
        /// The move.
        mv: String,
        /// The ply of the game, from 1.
        ply: usize,
    },
    /// The program did not make a move.
    Refused {
        /// The move.
        mv: String,
        /// The ply of the game, from 1.
        ply: usize,
        /// What the teletype said.
        answer: String,
    },
    /// The game is longer than the program's record.
    LongGame {
        /// How many plies it has.
        plies: usize,
    },
    /// Settings that the program does not take.
    Settings(&'static str),
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
        f.write_str("the program of 1967: ")?;
        match self {
            Fault::NoMove { mv, ply } => write!(
                f,
                "{mv} (ply {ply}) cannot be typed to it: it takes moves as e2e4 of a piece of the side to move, and \
                 promotions to a queen only"
            ),
            Fault::Refused { mv, ply, answer } => {
                write!(f, "it does not make {mv} (ply {ply}), it says {answer:?}")
            }
            Fault::LongGame { plies } => {
                write!(
                    f,
                    "the game has {plies} plies, and it searches up to ply {RECORD_PLIES}: give a shorter game"
                )
            }
            Fault::Settings(what) => f.write_str(what),
            Fault::Stopped(why) => {
                write!(f, "the machine {why} (its fault, perhaps a sixth promotion): play afresh")
            }
            Fault::Endless { task, seconds } => {
                write!(
                    f,
                    "{task} did not end within {seconds} s of the machine's time: give it more, or less to search"
                )
            }
            Fault::Answer(text) => write!(f, "its answer is not understood: {text:?}"),
        }
    }
}

impl std::error::Error for Fault {}
