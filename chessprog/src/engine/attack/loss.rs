//! What it costs to land on a square, and who cannot land anywhere without loss (specification 5.5).

use super::super::board::{DIRECTIONS, Kind, Piece, Position, Square};
use super::{Attacks, PINNED_TO_KING, along, attacked_squares, first_piece};
use crate::parameters::squares::LINES;

impl Attacks {
    /// LOSS: what it costs to go from `from` to `to`, taking `taken` or nothing (5.5).
    pub fn loss(&self, position: &Position, from: Square, to: Square, taken: Piece) -> i32 {
        let Some((color, kind)) = position.at(from).get() else { return 0 };
        if kind == Kind::King {
            return 0;
        }
        let mut attackers = self.count(!color, to);
        let mut least = self.least(!color, to);
        // A piece cannot run from a slider along its own line: the slider attacks the square behind it too.
        let line = LINES[to][from];
        if line < 8 && self.watch(!color, from) >> line & 1 != 0 {
            attackers += 1;
            least =
                least.min(position.at(first_piece(position, from, DIRECTIONS[usize::from(line)])).value());
        }
        if attackers == 0 {
            return 0;
        }
        let (value, gain) = (kind.value(), taken.value());
        if gain >= value {
            return 0;
        }
        let counts_itself = match kind {
            Kind::Pawn => from.file() != to.file(),
            Kind::Knight => self.pin[from] != PINNED_TO_KING,
            _ => true,
        };
        let defenders = self.count(color, to) - i32::from(counts_itself);
        if defenders <= 0 {
            value - gain
        } else if gain + least < value {
            value - gain - least
        } else if attackers > 1 && attackers > defenders {
            value - gain
        } else {
            0
        }
    }

    /// TRAPPD: whether the piece on the square has nowhere to go without loss (5.5).
    pub fn trapped(&self, position: &Position, square: Square) -> bool {
        let Some((color, kind)) = position.at(square).get() else { return false };
        if matches!(kind, Kind::Pawn | Kind::King) {
            return false;
        }
        let bound = self.pin[square] == PINNED_TO_KING;
        let line = self.pin_direction(square);
        let mut trapped = true;
        attacked_squares(position, color, kind, square, Square::NONE, |to| {
            let target = position.at(to);
            if trapped && !target.is_of(color) && (!bound || along(line, square, to)) {
                trapped = self.loss(position, square, to, target) != 0;
            }
        });
        trapped
    }
}
