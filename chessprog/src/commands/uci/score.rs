//! Values as an interface wants them.

use crate::engine::moves::{has_legal_move, in_check, legal};
use crate::engine::position::{Carried, Position};
use crate::parameters::values::{MATE, MATE_ZONE};
use crate::vocabulary::Side;

/// A mate is looked for in so many positions at most.
const POSITIONS: u32 = 100_000;

/// A value from White's side, 128 a pawn: from the mover's side, 100 a pawn, or moves to mate.
///
/// The program tries plausible moves only, so a mate that it has found may have an answer: it is told as one if all moves have been
/// looked at, and as a value otherwise.
pub(crate) fn score(root: &Position, value: i32) -> String {
    let value = if root.side() == Side::White { value } else { -value };
    // A side mated has no move at level L, the root being level 1: L-1 plies are played before.
    let plies = MATE - value.abs() - 1;
    if (MATE_ZONE.0..=MATE_ZONE.1).contains(&value.abs()) && plies > 0 {
        let mut left = POSITIONS;
        let certain =
            if value > 0 { mates(root, plies, &mut left) } else { is_mated(root, plies, &mut left) };
        if certain {
            return format!("mate {}", (plies + 1) / 2 * value.signum());
        }
    }
    format!("cp {}", value * 100 / 128)
}

/// What is told where there is nothing to search: mate or stalemate.
pub(super) fn of_the_end(root: &Position) -> &'static str {
    if in_check(root) { "mate 0" } else { "cp 0" }
}

/// Whether the side to move mates in so many plies whatever is answered; false also if that was too much to find out.
fn mates(position: &Position, plies: i32, left: &mut u32) -> bool {
    if plies < 1 {
        return false;
    }
    // The last move gives check.
    let mut moves = legal(position);
    moves.retain(|mv| plies > 1 || mv.gives_check());
    moves.sort_by_key(|mv| !mv.gives_check());
    let mut board = position.clone();
    moves.into_iter().any(|mv| {
        let mut carried = Carried::default();
        let frame = board.make(mv, &mut carried);
        let mated = is_mated(&board, plies - 1, left);
        board.unmake(frame, &mut carried);
        mated
    })
}

/// Whether the side to move is mated within so many plies whatever it does; false also if that was too much to find out.
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
    let mut board = position.clone();
    legal(position).into_iter().all(|mv| {
        let mut carried = Carried::default();
        let frame = board.make(mv, &mut carried);
        let mates = mates(&board, plies - 1, left);
        board.unmake(frame, &mut carried);
        mates
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::Case;

    fn root(fen: &str) -> Position {
        Case::fen(fen).unwrap().root().unwrap()
    }

    #[test]
    fn values_are_the_movers_in_hundredths_of_a_pawn() {
        let white = Position::initial();
        let black = Case::game("", "e2e4").unwrap().root().unwrap();
        assert_eq!(score(&white, 128), "cp 100");
        assert_eq!(score(&black, 128), "cp -100");
    }

    /// A value of mate where there is one, and where there is none.
    #[test]
    fn a_mate_is_told_if_no_answer_to_it_is_left() {
        let one = root("7k/8/6K1/8/8/8/8/R7 w - - 0 1");
        assert_eq!(score(&one, MATE - 2), "mate 1");
        let two = root("8/6k1/8/8/8/8/R7/1R5K w - - 0 1");
        assert_eq!(score(&two, MATE - 2), "cp 22398", "none in one");
        let black = root("7k/8/6K1/8/8/8/8/1R6 b - - 0 1");
        assert_eq!(score(&black, MATE - 3), "mate -1", "Kg8 is forced, Rb8 mates");
        assert_eq!(score(&Position::initial(), MATE - 4), "cp 22396");
        assert_eq!(of_the_end(&root("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")), "cp 0");
        assert_eq!(of_the_end(&root("R6k/8/6K1/8/8/8/8/8 b - - 0 1")), "mate 0");
    }
}
