//! The squares chapter: the value of each square to the side to move (specification 7.1).

use super::prise::PositionView;
use crate::parameters::squares::SQUARE_BASE;
use crate::parameters::values::DEAR;
use crate::parameters::weights::{SQUARE_KING, SQUARE_OWN};
use crate::vocabulary::{DIRECTIONS, PerSquare};

/// SQVALS: returns SQV, the square values for the side to move, in the position before any move. Squares off
/// the board have the value 0.
pub(super) fn values(seen: PositionView<'_>) -> PerSquare<i32> {
    let position = seen.position;
    let side = position.side();
    let mut values = SQUARE_BASE[side.index()];
    for square in DIRECTIONS.map(|step| position.king(!side).step(step)) {
        if square.on_board() {
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
