//! A game for display on a board: the position, its legal moves, and the moves played in both notations.
//!
//! The web page draws it. All fields are text, numbers or flags, so that the game can be passed as JSON.

use serde::Serialize;

use crate::compare::case::Unplayable;
use crate::engine::moves::{in_check, legal};
use crate::engine::position::Position;
use crate::engine::{notation, san};
use crate::program::{Case, Coordinates};
use crate::vocabulary::{Move, Side};

/// A move as it is shown and typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShownMove {
    /// The square of origin, such as `e2`; for castling, the king's.
    pub from: String,
    /// The target square.
    pub to: String,
    /// The letter of the piece that a pawn becomes: `q`, `r`, `b` or `n`.
    pub promotion: Option<char>,
    /// The move in descriptive notation (specification 13.3). The program reads it in this form.
    pub descriptive: String,
    /// The move in algebraic notation.
    pub algebraic: String,
}

impl ShownMove {
    /// Describes `mv`, a legal move in `position`.
    pub(crate) fn of(position: &Position, mv: Move) -> ShownMove {
        let Coordinates { from, to, promotion } = mv.into();
        ShownMove {
            from: from.to_string(),
            to: to.to_string(),
            promotion: promotion.map(|kind| kind.letter().to_ascii_lowercase()),
            descriptive: notation::write(position, mv),
            algebraic: san::write(position, mv),
        }
    }

    /// Returns the move in coordinates, such as `e2e4` or `e7e8q`.
    pub fn coordinates(&self) -> String {
        format!("{}{}", self.from, self.to) + &self.promotion.map(String::from).unwrap_or_default()
    }
}

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    /// The side to move is mated.
    Mate,
    /// The side to move has no legal move and is not in check.
    Stalemate,
}

/// A game and its present position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShownGame {
    /// The position in Forsyth-Edwards notation.
    pub fen: String,
    /// The first position of the game, in the same notation.
    pub start: String,
    /// `true` if White is to move.
    pub white_to_move: bool,
    /// `true` if the king of the side to move is attacked.
    pub check: bool,
    /// The end of the game, if no move can be made.
    pub end: Option<End>,
    /// How often the position has been on the board, this time included.
    pub times: usize,
    /// Plies since the last capture or pawn move.
    pub quiet: u16,
    /// The moves from the first position to this one.
    pub moves: Vec<ShownMove>,
    /// The legal moves of the position.
    pub legal: Vec<ShownMove>,
}

impl ShownGame {
    /// Returns the game of a case and its last position.
    ///
    /// # Errors
    /// Returns [`Unplayable`] if the diagram is invalid, a move is illegal, or the game is too long.
    pub fn of(case: &Case) -> Result<ShownGame, Unplayable> {
        let game = case.played()?;
        let mut moves = Vec::new();
        game.walk(|position, mv| moves.push(ShownMove::of(position, mv)));
        let position = game.position();
        let legal: Vec<ShownMove> =
            legal(position).into_iter().map(|mv| ShownMove::of(position, mv)).collect();
        let check = in_check(position);
        let end = if check { End::Mate } else { End::Stalemate };
        Ok(ShownGame {
            fen: position.diagram().fen(),
            start: game.start().diagram().fen(),
            white_to_move: position.side() == Side::White,
            check,
            end: legal.is_empty().then_some(end),
            times: game.times(),
            quiet: position.quiet(),
            moves,
            legal,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(moves: &str) -> ShownGame {
        ShownGame::of(&Case::game("", moves).unwrap()).unwrap()
    }

    #[test]
    fn a_game_has_its_moves_in_both_notations() {
        let game = shown("e2e4 e7e5 g1f3");
        let texts: Vec<_> = game.moves.iter().map(|mv| (&*mv.descriptive, &*mv.algebraic)).collect();
        assert_eq!(texts, [("P-K4", "e4"), ("P-K4", "e5"), ("N-KB3", "Nf3")]);
        assert_eq!(game.fen, "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
        assert_eq!(game.start, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        // The number of legal moves was counted on a board.
        assert!(!game.white_to_move && !game.check && game.end.is_none() && game.legal.len() == 29);
        assert!(game.legal.iter().all(|mv| mv.promotion.is_none()));
    }

    #[test]
    fn mate_stalemate_check_and_repetition_are_seen() {
        let mate = shown("f2f3 e7e5 g2g4 d8h4");
        assert_eq!((mate.end, mate.check), (Some(End::Mate), true));
        assert_eq!(mate.moves[3].descriptive, "Q-R5 MATE");
        let stalemate = ShownGame::of(&Case::fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").unwrap()).unwrap();
        assert_eq!((stalemate.end, stalemate.check), (Some(End::Stalemate), false));
        assert_eq!(shown("g1f3 g8f6 f3g1 f6g8").times, 2);
    }

    #[test]
    fn a_promotion_has_four_moves_with_one_target() {
        let game = ShownGame::of(&Case::fen("8/P6k/8/8/8/8/8/K7 w - - 0 1").unwrap()).unwrap();
        let letters: Vec<_> = game.legal.iter().filter(|mv| mv.to == "a8").map(|mv| mv.promotion).collect();
        assert_eq!(letters.len(), 4);
        assert!("qrbn".chars().all(|letter| letters.contains(&Some(letter))));
        let knight = game.legal.iter().find(|mv| mv.promotion == Some('n')).unwrap();
        assert_eq!((&*knight.descriptive, &*knight.algebraic), ("P-R8=N", "a8=N"));
    }

    #[test]
    fn an_illegal_move_is_an_error() {
        let case = Case::game("", "e2e4 e2e4").unwrap();
        assert!(matches!(ShownGame::of(&case), Err(Unplayable::Illegal { number: 2, .. })));
    }
}
