//! The record of a game.

use emulator::word::Word;

use super::{Frame, Move, Position};
use crate::parameters::limits::RECORD_PLIES;

/// A game: the position on the board and the moves that led to it, each with what is needed to take it back
/// (specification 3.7).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    position: Position,
    frames: Vec<Frame>,
}

impl Game {
    /// A game that begins at this position.
    pub fn from(position: Position) -> Game {
        Game { position, frames: Vec::new() }
    }

    /// The position on the board.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The moves made, oldest first.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        self.frames.iter().map(|frame| frame.mv)
    }

    /// The keys of the earlier positions, oldest first; that of the position on the board is not among them.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = Word> + DoubleEndedIterator + '_ {
        self.frames.iter().map(|frame| frame.key)
    }

    /// How many plies have been made.
    pub fn plies(&self) -> usize {
        self.frames.len()
    }

    /// Whether another move can be recorded.
    pub fn is_full(&self) -> bool {
        self.frames.len() >= RECORD_PLIES
    }

    /// Makes a legal move on the board.
    pub fn make(&mut self, mv: Move) {
        let frame = self.position.make(mv);
        self.frames.push(frame);
    }

    /// Takes back the last move, if there is one.
    pub fn take_back(&mut self) -> Option<Move> {
        let frame = self.frames.pop()?;
        self.position.unmake(frame);
        Some(frame.mv)
    }

    /// How often the position on the board has stood there, this time included.
    pub fn times(&self) -> usize {
        let key = self.position.key();
        1 + self.keys().filter(|&earlier| earlier == key).count()
    }
}
