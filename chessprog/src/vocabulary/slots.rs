//! The slots of a square (specification 5.2): the pieces that attack it, with a slot for each way to arrive.

use super::Piece;

/// The 18 slots of a square: 0-7 for pieces that arrive in a direction, 8-15 for knights, 16 and 17 for en
/// passant.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Slots {
    /// Piece numbers in the order of [`EXAMINED`]. The last six are always 0 and complete the third word of
    /// eight bytes.
    pieces: [u8; 24],
}

const SLOTS: usize = 18;

/// The slots in the order of examination (specification 5.6). Each third of the slots is reversed, so the
/// table is its own inverse: `EXAMINED[slot]` is also the place of a slot in the order.
const EXAMINED: [usize; SLOTS] = [5, 4, 3, 2, 1, 0, 11, 10, 9, 8, 7, 6, 17, 16, 15, 14, 13, 12];

impl Slots {
    /// Returns the piece in a slot, [`Piece::NONE`] if it is empty.
    #[inline]
    pub(crate) fn get(&self, slot: usize) -> Piece {
        Piece::known(self.pieces[EXAMINED[slot]])
    }

    #[inline]
    pub(crate) fn set(&mut self, slot: usize, piece: Piece) {
        self.pieces[EXAMINED[slot]] = piece.number();
    }

    /// Returns the occupied slots, ascending.
    pub(crate) fn ascending(&self) -> impl Iterator<Item = (usize, Piece)> {
        (0..SLOTS).map(|slot| (slot, self.get(slot))).filter(|(_, piece)| piece.is_some())
    }

    /// Returns the occupied slots in the order of examination.
    #[inline]
    pub(crate) fn examined(&self) -> impl Iterator<Item = (usize, Piece)> {
        let (words, _) = self.pieces.as_chunks::<8>();
        let mut left = words.iter().rev().fold(0, |bits, word| bits << 8 | nonzero_bytes(*word));
        std::iter::from_fn(move || {
            let place = left.trailing_zeros() as usize;
            let slot = *EXAMINED.get(place)?;
            left &= left - 1;
            Some((slot, Piece::known(self.pieces[place])))
        })
    }
}

/// Returns a bit for each byte that is not zero, for bytes below 128.
#[inline]
fn nonzero_bytes(bytes: [u8; 8]) -> u32 {
    // The sum sets the high bit of each nonzero byte. The product gathers these bits.
    let high = (u64::from_le_bytes(bytes) + 0x7f7f_7f7f_7f7f_7f7f) & 0x8080_8080_8080_8080;
    ((high >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
}

impl std::fmt::Debug for Slots {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map().entries(self.ascending()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Both orders visit exactly the occupied slots.
        #[test]
        fn every_occupied_slot_is_examined_in_its_turn(pieces in prop::array::uniform18(0u8..33)) {
            let mut slots = Slots::default();
            for (slot, &piece) in pieces.iter().enumerate() {
                slots.set(slot, Piece::new(piece));
                prop_assert_eq!(slots.get(slot).number(), piece);
            }
            let occupied = |slot: &usize| pieces[*slot] != 0;
            let examined: Vec<usize> = EXAMINED.into_iter().filter(occupied).collect();
            prop_assert_eq!(slots.examined().map(|(slot, _)| slot).collect::<Vec<_>>(), examined);
            prop_assert!(slots.ascending().map(|(slot, _)| slot).eq((0..SLOTS).filter(occupied)));
            prop_assert!(slots.examined().all(|(slot, piece)| piece.number() == pieces[slot]));
        }
    }
}
