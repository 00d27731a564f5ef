//! The squares chapter: the value of each square to the side to move (specification 7.1).

use super::prise::Seen;
use crate::parameters::squares::{SQUARE_BASE, SQUARE_PLANES, SQUARE_UNIT};
use crate::parameters::values::DEAR;
use crate::parameters::weights::{SQUARE_KING, SQUARE_OWN};
use crate::vocabulary::{PerSquare, Piece, Side, Square, SquareSet};

/// SQV, the square values. Squares off the board have the value 0.
#[derive(Clone, Debug)]
pub struct SquareValues {
    each: PerSquare<i32>,
    /// The same values in binary: plane n is the set of squares whose value, in units, has bit n. Losses are
    /// left out.
    planes: [SquareSet; 4],
    /// Squares on which an own piece is en prise.
    lossy: SquareSet,
}

/// Bit numbers of [`SQUARE_KING`] and [`SQUARE_OWN`]. A value has at most four bits: it is at most 7 + 4 + 2
/// units.
const KING_BIT: usize = (SQUARE_KING / SQUARE_UNIT).ilog2() as usize;
const OWN_BIT: usize = (SQUARE_OWN / SQUARE_UNIT).ilog2() as usize;
const _: () = assert!(SQUARE_UNIT << KING_BIT == SQUARE_KING && SQUARE_UNIT << OWN_BIT == SQUARE_OWN);

impl SquareValues {
    fn new(side: Side) -> SquareValues {
        let (each, planes) = (SQUARE_BASE[side.index()], SQUARE_PLANES[side.index()]);
        SquareValues { each, planes, lossy: SquareSet::EMPTY }
    }

    /// Adds a bit to the values of a set of squares.
    #[inline]
    fn add(&mut self, squares: SquareSet, bit: usize) {
        squares.iter().for_each(|square| self.each[square] += SQUARE_UNIT << bit);
        let mut carry = squares;
        for plane in &mut self.planes[bit..] {
            (*plane, carry) = (*plane ^ carry, *plane & carry);
        }
    }

    /// Adds the loss of the piece on a square.
    fn add_loss(&mut self, square: Square, loss: i32) {
        self.each[square] += loss;
        self.lossy.insert(square);
    }

    /// Returns the sum of the values of a set of squares.
    #[inline]
    pub(super) fn sum(&self, squares: SquareSet) -> i32 {
        let plain = squares & !self.lossy;
        let bits = self.planes.iter().rev().fold(0, |sum, plane| 2 * sum + (plain & *plane).len() as i32);
        let lossy = (squares & self.lossy).iter().map(|square| self.each[square]);
        SQUARE_UNIT * bits + lossy.sum::<i32>()
    }
}

impl std::ops::Index<Square> for SquareValues {
    type Output = i32;

    #[inline]
    fn index(&self, square: Square) -> &i32 {
        &self.each[square]
    }
}

/// SQVALS: returns the square values for the side to move, in the position before any move.
pub(super) fn values(seen: Seen<'_>) -> SquareValues {
    let position = seen.position;
    let side = position.side();
    let mut values = SquareValues::new(side);
    values.add(SquareSet::king(position.king(!side)), KING_BIT);
    let cheap = |piece: &Piece| position.working(*piece) < DEAR;
    let own = position.living(side).filter(cheap).map(|piece| SquareSet::of(position.square(piece)));
    values.add(own.fold(SquareSet::EMPTY, |set, square| set | square), OWN_BIT);
    for piece in position.living(side).filter(cheap) {
        if let Some(loss) = seen.loss(piece) {
            let loss = if seen.is_trapped(piece) { loss } else { loss >> 1 };
            values.add_loss(position.square(piece), loss);
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// The sum by bits equals the sum of the values one by one, whatever was added.
        #[test]
        fn sums_by_bits_are_those_of_the_squares(
            black in any::<bool>(),
            king in prop::collection::vec(0u8..64, 0..8),
            own in prop::collection::vec(0u8..64, 0..14),
            losses in prop::collection::vec((0u8..64, 0i32..700), 0..4),
            asked in prop::collection::vec(0u8..64, 0..40),
        ) {
            let set = |indexes: &[u8]| {
                let squares = indexes.iter().map(|index| SquareSet::of(Square::from_index(*index)));
                squares.fold(SquareSet::EMPTY, |set, square| set | square)
            };
            let side = if black { Side::Black } else { Side::White };
            let mut values = SquareValues::new(side);
            values.add(set(&king), KING_BIT);
            values.add(set(&own), OWN_BIT);
            for (index, loss) in losses {
                values.add_loss(Square::from_index(index), loss);
            }
            for square in Square::all() {
                let mut value = SQUARE_BASE[side.index()][square];
                value += if set(&king).contains(square) { SQUARE_KING } else { 0 };
                value += if set(&own).contains(square) { SQUARE_OWN } else { 0 };
                prop_assert!(values.lossy.contains(square) || values[square] == value);
            }
            let one_by_one: i32 = set(&asked).iter().map(|square| values[square]).sum();
            prop_assert_eq!(values.sum(set(&asked)), one_by_one);
        }
    }
}
