//! Square importance (specification 7.1).

use super::super::attack::Attacks;
use super::super::board::{Color, DIRECTIONS, PerSquare, Position, Square, Squares};
use crate::parameters::squares::IMPORTANCE;
use crate::parameters::weights::{LATE, SQUARE_KING, SQUARE_OWN, SQUARE_PRISE};

/// SQV, what it is worth to each side to bear on each square.
#[derive(Clone, Debug)]
pub struct Importance([PerSquare<i32>; 2]);

impl Importance {
    /// PLPREP: the values of an analysed position. What depends on the square alone comes from a table.
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
}
