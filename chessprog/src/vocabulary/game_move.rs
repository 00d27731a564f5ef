//! Moves made in the game at the teletype, and the author of each.

use emulator::time::Nanos;

use super::Move;

/// A move made in the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameMove {
    /// Number of moves before this one in the record of the game.
    pub ply: usize,
    /// The move.
    pub mv: Move,
    /// The author of the move.
    pub author: Author,
}

/// The author of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Author {
    /// The user, who typed it or put it on a tape.
    Person,
    /// The program's book.
    Book,
    /// The program's search.
    Search(Opinion),
}

/// The program's evaluation when it chose a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opinion {
    /// The value, from White's side, 128 to a pawn.
    pub value: i32,
    /// The variation, starting with the move made.
    pub line: Vec<Move>,
    /// Time of the search, if known: PDP-6 time, or host time for the native program.
    pub time: Option<Nanos>,
}
