//! Moves made in the game at the teletype, and who thought of them.

use emulator::time::Nanos;

use super::Move;

/// A move made in the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The moves that were in the record before it.
    pub ply: usize,
    /// The move.
    pub mv: Move,
    /// Who chose it.
    pub author: Author,
}

/// Who chose a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Author {
    /// It was typed, or read from a tape.
    Person,
    /// The program's book.
    Book,
    /// The program's search.
    Search(Opinion),
}

/// What the program thought when it chose a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opinion {
    /// The value, from White's side, 128 to a pawn.
    pub value: i32,
    /// The variation, the move made first.
    pub line: Vec<Move>,
    /// How long it thought, if that is known: the machine's time, or for the native program the host's.
    pub time: Option<Nanos>,
}
