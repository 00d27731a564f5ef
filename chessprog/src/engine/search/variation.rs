//! Variations: the best line found from each node on (specification 9.1).

use crate::parameters::limits::MAX_LEVEL;
use crate::vocabulary::Move;

/// A variation: the moves from a node on. A bit per move says whether it came from a generator node.
#[derive(Clone, Copy)]
pub(in super::super) struct Variation {
    moves: [Move; MAX_LEVEL],
    generated: u64,
    length: usize,
}

impl Variation {
    pub(super) const EMPTY: Variation = Variation { moves: [Move::NONE; MAX_LEVEL], generated: 0, length: 0 };

    pub(in super::super) fn clear(&mut self) {
        self.length = 0;
    }

    pub(super) fn moves(&self) -> &[Move] {
        &self.moves[..self.length]
    }

    /// Returns the number of moves at the beginning that came from generator nodes.
    pub(super) fn generated_moves(&self) -> usize {
        self.length.min(self.generated.trailing_ones() as usize)
    }

    /// Replaces this variation by a move and the variation after it.
    pub(super) fn lead(&mut self, mv: Move, generated: bool, rest: &Variation) {
        let length = (rest.length + 1).min(MAX_LEVEL);
        self.moves[0] = mv;
        self.moves[1..length].copy_from_slice(&rest.moves[..length - 1]);
        self.generated = rest.generated << 1 | u64::from(generated);
        self.length = length;
    }

    /// Copies another variation.
    pub(in super::super) fn follow(&mut self, other: &Variation) {
        self.moves[..other.length].copy_from_slice(other.moves());
        (self.generated, self.length) = (other.generated, other.length);
    }

    /// Returns the first `moves` moves of the line.
    pub(super) fn first(&self, moves: usize) -> Variation {
        Variation { length: moves, ..*self }
    }

    /// Returns this line followed by another, at most [`MAX_LEVEL`] moves. The bits of the second line's
    /// moves are not copied; no caller needs them.
    pub(super) fn then(mut self, rest: &Variation) -> Variation {
        let more = rest.length.min(MAX_LEVEL - self.length);
        self.moves[self.length..self.length + more].copy_from_slice(&rest.moves[..more]);
        self.length += more;
        self
    }
}
