//! Converts values for an interface.

use std::fmt;

use crate::engine::moves::{has_legal_move, in_check, legal};
use crate::engine::position::Position;
use crate::parameters::values::{MATE, MATE_ZONE};
use crate::vocabulary::Side;

/// A value from the mover's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::commands) enum MoverScore {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Moves until mate, negative if the mover is mated.
    Mate(i32),
}

/// Writes the value as UCI does.
impl fmt::Display for MoverScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoverScore::Centipawns(value) => write!(f, "cp {value}"),
            MoverScore::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

/// Maximum number of positions examined to confirm a mate.
const POSITIONS: u32 = 100_000;

/// Converts a value from White's side with 128 to a pawn: to the mover's side with 100 to a pawn, or to moves
/// until mate.
///
/// The program tries only plausible moves, so there may be a defence to a mate that it has found. The result
/// is a mate only if a search of all legal moves confirms it, and otherwise a value.
pub(in crate::commands) fn score(root: &Position, value: i32) -> MoverScore {
    let value = if root.side() == Side::White { value } else { -value };
    // The value of a mate at level L is MATE - L. The root is level 1, so L - 1 plies lead to the mate.
    let plies = MATE - value.abs() - 1;
    if (MATE_ZONE.0..=MATE_ZONE.1).contains(&value.abs()) && plies > 0 {
        let mut left = POSITIONS;
        let certain =
            if value > 0 { mates(root, plies, &mut left) } else { is_mated(root, plies, &mut left) };
        if certain {
            return MoverScore::Mate((plies + 1) / 2 * value.signum());
        }
    }
    MoverScore::Centipawns(value * 100 / 128)
}

/// Returns the score of a position without legal moves: mate or stalemate.
pub(super) fn of_the_end(root: &Position) -> MoverScore {
    if in_check(root) { MoverScore::Mate(0) } else { MoverScore::Centipawns(0) }
}

/// Returns `true` if the side to move can force mate within `plies` plies. Returns `false` if `left`
/// positions are not enough to examine that.
fn mates(position: &Position, plies: i32, left: &mut u32) -> bool {
    if plies < 1 {
        return false;
    }
    // The last move must give check.
    let mut moves = legal(position);
    moves.retain(|mv| plies > 1 || mv.gives_check());
    moves.sort_by_key(|mv| !mv.gives_check());
    moves.into_iter().any(|mv| is_mated(&position.after(mv), plies - 1, left))
}

/// Returns `true` if the side to move is mated within `plies` plies, regardless of its moves. Returns `false`
/// if `left` positions are not enough to examine that.
fn is_mated(position: &Position, plies: i32, left: &mut u32) -> bool {
    if *left == 0 {
        return false;
    }
    *left -= 1;
    if !has_legal_move(position) {
        return in_check(position);
    }
    if plies < 2 {
        return false;
    }
    legal(position).into_iter().all(|mv| mates(&position.after(mv), plies - 1, left))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::Case;
    use MoverScore::{Centipawns, Mate};

    fn root(fen: &str) -> Position {
        Case::fen(fen).unwrap().root().unwrap()
    }

    #[test]
    fn values_are_the_movers_in_hundredths_of_a_pawn() {
        let white = Position::initial();
        let black = Case::game("", "e2e4").unwrap().root().unwrap();
        assert_eq!(score(&white, 128), Centipawns(100));
        assert_eq!(score(&black, 128), Centipawns(-100));
    }

    #[test]
    fn mate_scores_need_a_forced_mate() {
        let one = root("7k/8/6K1/8/8/8/8/R7 w - - 0 1");
        assert_eq!(score(&one, MATE - 2), Mate(1));
        let two = root("8/6k1/8/8/8/8/R7/1R5K w - - 0 1");
        assert_eq!(score(&two, MATE - 2), Centipawns(22398), "no mate in one");
        let black = root("7k/8/6K1/8/8/8/8/1R6 b - - 0 1");
        assert_eq!(score(&black, MATE - 3), Mate(-1), "Kg8 is forced, Rb8 mates");
        assert_eq!(score(&Position::initial(), MATE - 4), Centipawns(22396));
        assert_eq!(of_the_end(&root("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")), Centipawns(0));
        assert_eq!(of_the_end(&root("R6k/8/6K1/8/8/8/8/8 b - - 0 1")), Mate(0));
    }
}
