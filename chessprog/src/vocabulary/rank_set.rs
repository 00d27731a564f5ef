//! Sets of ranks. With them, all pawns of a file are tested at once.

use std::ops::BitOr;

/// A set of the ranks 1 to 8 of a file. Bit 8 is rank 0, so that ranks off the board have bits too.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct RankSet(u32);

impl RankSet {
    #[inline]
    pub(crate) fn insert(&mut self, rank: u8) {
        self.0 |= 1 << (rank + 8);
    }

    /// Returns `true` if the set contains `rank`, which may be off the board: -8 to 23.
    #[inline]
    pub(crate) fn contains(self, rank: i8) -> bool {
        self.0 >> (rank + 8) & 1 != 0
    }

    /// Returns `true` if the set contains a rank from `first` up.
    #[inline]
    pub(crate) fn any_from(self, first: u8) -> bool {
        self.0 >> (first + 8) != 0
    }

    /// Returns `true` if the set contains a rank up to `last`.
    #[inline]
    pub(crate) fn any_up_to(self, last: u8) -> bool {
        self.0 & ((2 << (last + 8)) - 1) != 0
    }
}

impl BitOr for RankSet {
    type Output = RankSet;

    #[inline]
    fn bitor(self, other: RankSet) -> RankSet {
        RankSet(self.0 | other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rank_set_contains_exactly_its_ranks() {
        let mut set = RankSet::default();
        set.insert(2);
        let mut other = RankSet::default();
        other.insert(7);
        let both = set | other;
        let ranks: Vec<i8> = (-8..24).filter(|&rank| both.contains(rank)).collect();
        assert_eq!(ranks, [2, 7]);
        assert!(set.any_from(2) && !set.any_from(3) && both.any_from(7) && !both.any_from(8));
        assert!(other.any_up_to(7) && !other.any_up_to(6) && both.any_up_to(2) && !both.any_up_to(1));
    }
}
