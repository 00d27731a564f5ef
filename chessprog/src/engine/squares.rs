//! The squares chapter: what a square is worth to the side to move (specification 7.1).

use super::prise::Seen;
use crate::parameters::squares::SQUARE_BASE;
use crate::parameters::values::DEAR;
use crate::parameters::weights::{SQUARE_KING, SQUARE_OWN};
use crate::vocabulary::{DIRECTIONS, PerSquare};

/// SQV, the square values; nothing off the board.
pub(super) type SquareValues = PerSquare<i32>;

/// SQVALS: the square values of the side to move, of the position before any move.
pub(super) fn values(seen: Seen<'_>) -> SquareValues {
    let position = seen.position;
    let side = position.side();
    let mut values = SQUARE_BASE[side.index()];
    let king = position.king(!side);
    for step in DIRECTIONS {
        let square = king.step(step);
        if !position.at(square).is_off() {
            values[square] += SQUARE_KING;
        }
    }
    for piece in position.living(side).filter(|&piece| position.working(piece) < DEAR) {
        let value = &mut values[position.square(piece)];
        *value += SQUARE_OWN;
        if let Some(loss) = seen.loss(piece) {
            *value += if seen.is_trapped(piece) { loss } else { loss >> 1 };
        }
    }
    values
}
