//! Sets of pieces, for visiting some of the 32 pieces in ascending order.

use super::{Piece, Side};

/// A set of pieces, a bit per piece number.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct PieceSet(u64);

impl PieceSet {
    #[inline]
    pub(crate) fn insert(&mut self, piece: Piece) {
        self.0 |= 1 << piece.number();
    }

    #[inline]
    pub(crate) fn remove(&mut self, piece: Piece) {
        self.0 &= !(1 << piece.number());
    }

    #[inline]
    pub(crate) fn of_side(self, side: Side) -> PieceSet {
        PieceSet(self.0 & 0xffff << (1 + 16 * side as u64))
    }

    #[inline]
    pub(crate) fn began_as_pawns(self) -> PieceSet {
        PieceSet(self.0 & (0xff << 1 | 0xff << 17))
    }

    /// Returns the pieces, ascending.
    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = Piece> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let number = left.trailing_zeros() as u8;
            (left != 0).then(|| {
                left &= left - 1;
                Piece::known(number)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn piece_set_iterates_in_ascending_order() {
        let mut set = PieceSet::default();
        [32, 1, 17, 12, 9, 24].map(Piece::new).into_iter().for_each(|piece| set.insert(piece));
        set.remove(Piece::new(12));
        let numbers = |set: PieceSet| set.iter().map(Piece::number).collect::<Vec<_>>();
        assert_eq!(numbers(set), [1, 9, 17, 24, 32]);
        assert_eq!(numbers(set.of_side(Side::White)), [1, 9]);
        assert_eq!(numbers(set.of_side(Side::Black)), [17, 24, 32]);
        assert_eq!(numbers(set.began_as_pawns()), [1, 17, 24]);
    }
}
