//! Moves in each of their notations.

use serde::Serialize;

use crate::engine::game::Game;
use crate::engine::moves::legal;
use crate::engine::position::Position;
use crate::engine::{notation, san};
use crate::program::Coordinates;
use crate::vocabulary::Move;

/// A move in each of its notations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Named {
    /// `e2e4`
    pub coordinates: String,
    /// As the program types it: `P-K4`.
    pub descriptive: String,
    /// `e4`; `None` for a move of the list that is not legal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub algebraic: Option<String>,
}

impl Named {
    /// Returns the notation that a modern reader knows, if the move has one.
    pub fn short(&self) -> &str {
        self.algebraic.as_deref().unwrap_or(&self.coordinates)
    }

    /// Returns the square that the move goes to: `e4`.
    pub(super) fn target(&self) -> &str {
        self.coordinates.get(2..4).unwrap_or_default()
    }
}

/// Returns a move of the program in each notation, whether or not it is legal.
pub(crate) fn named(position: &Position, mv: Move) -> Named {
    let legal = notation::legal_word(position, mv);
    Named {
        coordinates: mv.to_string(),
        descriptive: notation::write_listed(position, mv),
        algebraic: legal.map(|mv| san::write(position, mv)),
    }
}

/// Returns a move in coordinates in each notation, or only in coordinates if it is illegal.
pub(crate) fn named_by(position: &Position, mv: Coordinates) -> Named {
    let found = legal(position).into_iter().find(|&legal| Coordinates::from(legal) == mv);
    match found {
        Some(mv) => named(position, mv),
        None => Named { coordinates: mv.to_string(), descriptive: mv.to_string(), algebraic: None },
    }
}

/// Returns the moves of a variation in all notations, as far as they are legal.
pub(crate) fn line(position: &Position, variation: &[Coordinates]) -> Vec<Named> {
    let mut game = Game::from(position.clone());
    let mut names = Vec::new();
    for &mv in variation {
        let Some(found) = mv.legal_in(game.position()) else { break };
        names.push(named(game.position(), found));
        game.make(found);
    }
    names
}
