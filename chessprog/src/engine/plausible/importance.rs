//! Square importance and development values (specification 7.1).

use super::super::attack::{Attacks, attacked_squares};
use super::super::board::{Color, DIRECTIONS, Kind, PerSquare, Position, Square, Squares};
use crate::parameters::squares::IMPORTANCE;
use crate::parameters::values::MOBILITY;
use crate::parameters::weights::{LATE, SQUARE_KING, SQUARE_OWN, SQUARE_PRISE};

/// SQV: what it is worth to each side to bear on each square.
#[derive(Clone, Debug)]
pub struct Importance([PerSquare<i32>; 2]);

impl Importance {
    /// SQVALS: the values of an analysed position. What depends on the square alone comes from a table.
    pub fn of(position: &Position, attacks: &Attacks) -> Importance {
        let late = usize::from(position.game_ply() >= LATE);
        let mut values = Importance([IMPORTANCE[late][0], IMPORTANCE[late][1]]);
        for color in Color::BOTH {
            let table = &mut values.0[color.index()];
            let king = position.king(!color);
            if king.on_board() {
                for step in DIRECTIONS {
                    table[king.step(step)] += SQUARE_KING;
                }
            }
            for square in Squares(position.occupied(color)) {
                table[square] += SQUARE_OWN + (attacks.prise(square) >> 3).min(SQUARE_PRISE);
            }
        }
        values
    }

    /// SQV(c, s).
    #[inline]
    pub fn of_square(&self, color: Color, square: Square) -> i32 {
        self.0[color.index()][square]
    }

    /// DEV: the development value of a piece of this side and type on a square, lines passing through `vacated`.
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

/// A sum of square importance weighed by the mobility of a type: (MOB × sum) >> 2.
#[inline]
pub fn weigh(kind: Kind, sum: i32) -> i32 {
    (MOBILITY[kind as usize & 7] * sum) >> 2
}
