//! Plays out a case: turns its start and its moves in coordinates into a game of the native engine.

use crate::engine::game::Game;
use crate::engine::position::Position;
use crate::engine::setup::SetupError;
use crate::parameters::limits::RECORD_PLIES;
use crate::program::{Case, Coordinates, Start};

impl Case {
    /// Returns the game with the start set up and the moves made.
    ///
    /// # Errors
    /// Returns [`Unplayable`] if the diagram is invalid or a move is illegal, or if the game is too long.
    pub fn played(&self) -> Result<Game, Unplayable> {
        let mut game = match &self.start {
            Start::Initial => Game::default(),
            Start::Diagram(diagram) => Game::set_up(diagram).map_err(Unplayable::Refused)?,
        };
        for (number, &mv) in (1..).zip(&self.moves) {
            if game.is_full() {
                return Err(Unplayable::Long { plies: self.moves.len() });
            }
            let found = mv.legal_in(game.position()).ok_or(Unplayable::Illegal { mv, number })?;
            game.make(found);
        }
        Ok(game)
    }

    /// Returns the position to be searched.
    ///
    /// # Errors
    /// Returns [`Unplayable`] if the diagram is invalid or a move is illegal, or if the game is too long.
    pub fn root(&self) -> Result<Position, Unplayable> {
        Ok(self.played()?.position().clone())
    }
}

/// Why a case cannot be played out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages name the fields")]
pub enum Unplayable {
    /// The diagram is not a position.
    #[error(transparent)]
    Refused(SetupError),
    /// A move is not legal in its position. `number` counts moves from 1.
    #[error("move {number} of the game, `{mv}`, is not legal")]
    Illegal { mv: Coordinates, number: usize },
    /// The game is longer than the record.
    #[error("the game has {plies} plies (at most {RECORD_PLIES} are possible)")]
    Long { plies: usize },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_played_out_and_a_fault_names_its_move() {
        let case = Case::game("", "e2e4 e7e5 g1f3").unwrap();
        let fen = case.root().unwrap().diagram().fen();
        assert_eq!(fen, "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
        let fault = |case: Case| case.played().unwrap_err().to_string();
        assert_eq!(
            fault(Case::game("", "e2e4 e7e5 g1f4").unwrap()),
            "move 3 of the game, `g1f4`, is not legal"
        );
        let no_king = Case::fen("8/8/8/8/8/8/8/K7 w - - 0 1").unwrap();
        assert_eq!(fault(no_king), "Black must have exactly one king");
        let shuffle = "g1f3 g8f6 f3g1 f6g8 ".repeat(129);
        assert_eq!(
            fault(Case::game("", &shuffle).unwrap()),
            "the game has 516 plies (at most 512 are possible)"
        );
    }
}
