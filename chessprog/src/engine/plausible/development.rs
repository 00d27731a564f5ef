//! Development values (specification 7.1), and what a piece meets on the way.

use super::super::attack::attacked_squares;
use super::super::board::{Color, Kind, Position, Square};
use super::super::probe::Probe;
use super::{Importance, Scorer};
use crate::parameters::values::MOBILITY;

impl Importance {
    /// DEVHIS: DEV, the development value of a piece of this side and type on a square, lines passing through `vacated`.
    #[inline]
    pub fn development(
        &self,
        position: &Position,
        color: Color,
        kind: Kind,
        from: Square,
        vacated: Square,
    ) -> i32 {
        let mut sum = 0;
        attacked_squares(position, color, kind, from, vacated, |square| sum += self.of_square(color, square));
        weigh(kind, sum)
    }
}

/// The pieces that a piece bears on, at most eight, in generation order.
#[derive(Clone, Copy)]
pub(super) struct Targets {
    pub squares: [Square; 8],
    pub count: usize,
}

impl<P: Probe> Scorer<'_, P> {
    /// DEVELO: the importance of the squares attacked by a piece of the mover from a square, the set of them, and the pieces there.
    #[inline]
    pub(super) fn survey(&self, kind: Kind, from: Square, vacated: Square) -> (i32, u64, Targets) {
        let (mut sum, mut seen) = (0, 0);
        let mut targets = Targets { squares: [Square::NONE; 8], count: 0 };
        attacked_squares(self.position, self.color, kind, from, vacated, |square| {
            sum += self.importance.of_square(self.color, square);
            seen |= square.bit();
            if !self.position.at(square).is_empty() && targets.count < 8 {
                targets.squares[targets.count] = square;
                targets.count += usize::from(square != vacated);
            }
        });
        (sum, seen, targets)
    }
}

/// A sum of square importance weighed by the mobility of a type: (MOB × sum) >> 2.
#[inline]
pub fn weigh(kind: Kind, sum: i32) -> i32 {
    (MOBILITY[kind as usize & 7] * sum) >> 2
}
