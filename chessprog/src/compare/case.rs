//! What is compared: a position together with the moves that led to it.

use std::fmt;

use crate::engine::board::{Game, Move, Position};
use crate::engine::moves;

/// A position as a game reached it: where the game began, and the moves since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Where it comes from, for the report.
    pub name: String,
    /// The position from which the game was played.
    pub start: Position,
    /// The moves of the game.
    pub before: Vec<Move>,
}

impl Case {
    /// A position without a game before it.
    pub fn position(name: impl Into<String>, position: Position) -> Case {
        Case { name: name.into(), start: position, before: Vec::new() }
    }

    /// The position to be compared.
    pub fn root(&self) -> Position {
        let mut position = self.start.clone();
        for &mv in &self.before {
            position.make(mv);
        }
        position
    }

    /// The game as it stands, with its record.
    pub fn played(&self) -> Game {
        let mut game = Game::from(self.start.clone());
        for &mv in &self.before {
            game.make(mv);
        }
        game
    }

    /// The game with its moves in coordinates, each of which must be legal.
    ///
    /// # Errors
    /// Names the first move that is not legal.
    pub fn game<'a>(
        name: impl Into<String>,
        start: Position,
        texts: impl IntoIterator<Item = &'a str>,
    ) -> Result<Case, IllegalMove> {
        let mut position = start.clone();
        let mut before = Vec::new();
        for text in texts {
            let mv = find(&position, text)
                .ok_or_else(|| IllegalMove { text: text.to_string(), number: before.len() + 1 })?;
            position.make(mv);
            before.push(mv);
        }
        Ok(Case { name: name.into(), start, before })
    }
}

/// The legal move with this text in coordinates (`e2e4`, `e7e8q`).
pub fn find(position: &Position, text: &str) -> Option<Move> {
    moves::legal(position).into_iter().find(|mv| mv.to_string() == text)
}

/// `FEN` or `FEN; moves e2e4 e7e5`.
impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.start.fen())?;
        if !self.before.is_empty() {
            f.write_str("; moves")?;
            for mv in &self.before {
                write!(f, " {mv}")?;
            }
        }
        Ok(())
    }
}

/// A move of a game that is not legal where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    /// The move as given.
    pub text: String,
    /// Its number among the moves, from 1.
    pub number: usize,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {} of the game, `{}`, is not legal there", self.number, self.text)
    }
}

impl std::error::Error for IllegalMove {}
