//! The record of a game and the state it carries (specification 3.4, 3.7).

use emulator::word::Word;

use super::attack::Tables;
use super::moves::Frame;
use super::position::{CarriedState, Position};
use super::setup::SetupError;
use crate::parameters::limits::RECORD_PLIES;
use crate::vocabulary::{Diagram, Move};

/// A position, the moves that led to it, and the state that the game carries outside the position.
#[derive(Clone, Debug)]
pub struct Game {
    position: Position,
    frames: Vec<Frame>,
    carried: CarriedState,
    tables: Tables,
}

impl Default for Game {
    fn default() -> Game {
        Game::from(Position::initial())
    }
}

impl Game {
    /// Starts a game from a position, with the carried state cleared.
    pub fn from(position: Position) -> Game {
        let mut game = Game {
            position,
            frames: Vec::new(),
            carried: CarriedState::default(),
            tables: Tables::default(),
        };
        game.make_tables();
        game
    }

    /// Starts a game from a diagram.
    ///
    /// # Errors
    /// Returns [`SetupError`] if the diagram cannot be a position.
    pub fn set_up(diagram: &Diagram) -> Result<Game, SetupError> {
        Ok(Game::from(Position::set_up(diagram)?))
    }

    fn make_tables(&mut self) {
        self.tables.make(&self.position, &mut self.carried, false);
    }

    /// The position after the last move.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The tables made after the set-up or the last move made. Taking a move back does not change them.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The state that outlives moves and searches.
    pub fn carried(&self) -> &CarriedState {
        &self.carried
    }

    pub(super) fn carried_mut(&mut self) -> &mut CarriedState {
        &mut self.carried
    }

    /// The moves since the start, without those taken back.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        self.frames.iter().map(|frame| frame.mv)
    }

    /// Returns the position at the start of the game.
    pub fn start(&self) -> Position {
        let mut start = self.clone();
        while start.take_back().is_some() {}
        start.position
    }

    /// Calls `see` for each move of the game, with the position before it.
    pub fn walk(&self, mut see: impl FnMut(&Position, Move)) {
        let mut position = self.start();
        for mv in self.moves() {
            see(&position, mv);
            position.make(mv, &mut CarriedState::default());
        }
    }

    /// The key of the position before each move.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = Word> + DoubleEndedIterator + '_ {
        self.frames.iter().map(|frame| frame.key)
    }

    /// Returns the number of moves made.
    pub fn plies(&self) -> usize {
        self.frames.len()
    }

    /// Returns `true` if the record has no space for another move.
    pub fn is_full(&self) -> bool {
        self.frames.len() >= RECORD_PLIES
    }

    /// GAMMAK: makes a legal move of the game.
    pub fn make(&mut self, mv: Move) {
        let frame = self.position.make(mv, &mut self.carried);
        self.frames.push(frame);
        self.make_tables();
    }

    /// GAMBAK: takes back the last move and returns it; `None` at the start of the game.
    pub fn take_back(&mut self) -> Option<Move> {
        let frame = self.frames.pop()?;
        self.position.unmake(frame, &mut self.carried);
        Some(frame.mv)
    }

    /// Returns how often the position has occurred on the board, this time included.
    pub fn times(&self) -> usize {
        let key = self.position.key();
        1 + self.keys().filter(|&earlier| earlier == key).count()
    }
}
