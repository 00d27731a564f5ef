//! Modifications of returned values (specification 9.4; paper, Modifications).

use super::super::plausible::Entry;
use super::super::position::Position;
use super::{Outcome, Search};
use crate::parameters::values::REFUTED_LIMIT;
use crate::parameters::weights::{MOD_BACK, MOD_OPENING, MOD_OPENING_PLIES, MOD_POOR, MOD_TEMPO};
use crate::vocabulary::probe::Probe;
use crate::vocabulary::{DIRECTIONS, KNIGHT_STEPS, Kind, Move, Piece, Side, Special, Square};

impl<P: Probe> Search<'_, P> {
    /// MODIFY: R, the value of a move less what speaks against it. The move is still made.
    pub(super) fn modified(&self, side: Side, entry: &Entry, answer: &Outcome) -> i32 {
        let s = side.sign();
        if !self.settings.modifications || answer.drawn || s * answer.value < -REFUTED_LIMIT {
            return answer.value;
        }
        let mut deduction = if entry.poor { MOD_POOR } else { 0 };
        if let [_, next, ..] = self.lines[self.level as usize + 1].moves() {
            deduction += self.tempo(entry.mv, *next);
        }
        answer.value - s * deduction
    }

    /// The same piece moves again two plies later.
    fn tempo(&self, mv: Move, next: Move) -> i32 {
        let quiet = !next.is_capture() && next.special() == Special::None;
        if !quiet || mv.is_capture() || mv.special().is_castling() || next.from() != mv.to() {
            return 0;
        }
        let early = i32::from(self.position.game_ply()) < MOD_OPENING_PLIES;
        let opening = if early { MOD_OPENING } else { 0 };
        let again = if next.to() == mv.from() {
            MOD_BACK
        } else if goes_in_one(&self.position, mv.piece(), mv.from(), next.to()) {
            MOD_TEMPO
        } else {
            0
        };
        opening + again
    }
}

/// MODONE: whether a piece could have gone from one square to another in one move, on the board after its move, with the square on
/// which it stands now empty.
fn goes_in_one(position: &Position, piece: Piece, from: Square, to: Square) -> bool {
    let side = piece.side();
    let is_empty = |square: Square| position.at(square).is_none() || position.at(square) == piece;
    let met = position.at(to);
    if !is_empty(to) && met.is_of(side) {
        return false;
    }
    let by = to.number() as i8 - from.number() as i8;
    match position.kind(piece) {
        Kind::Pawn => {
            let ahead = side.forward();
            if by == ahead {
                is_empty(to)
            } else if by == 2 * ahead {
                side.relative(from.rank()) == 2 && is_empty(to) && is_empty(from.step(ahead))
            } else {
                (by == ahead + 1 || by == ahead - 1) && !is_empty(to)
            }
        }
        Kind::Knight => KNIGHT_STEPS.contains(&by),
        Kind::King => DIRECTIONS.contains(&by),
        slider => slider.directions().any(|direction| {
            let step = DIRECTIONS[direction];
            let mut at = from.step(step);
            while at != to && is_empty(at) {
                at = at.step(step);
            }
            at == to
        }),
    }
}
