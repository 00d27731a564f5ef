//! Modifications of returned values (specification 9.4; paper, Modifications).

use super::super::plausible::Entry;
use super::super::position::Position;
use super::{Outcome, Search};
use crate::parameters::values::REFUTED_LIMIT;
use crate::parameters::weights::{MOD_BACK, MOD_OPENING, MOD_OPENING_PLIES, MOD_POOR, MOD_TEMPO};
use crate::vocabulary::probe::Probe;
use crate::vocabulary::{DIRECTIONS, KNIGHT_STEPS, Kind, Move, Piece, Side, Special, Square};

impl<P: Probe> Search<'_, P> {
    /// MODIFY: returns R, the value of a move less the deductions for its weaknesses. The board is still the
    /// one after the move.
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

    /// Returns the deduction for a piece that moves again two plies later. It is 0 if another piece moves, if
    /// either move is a capture or castling, or if the second is a promotion.
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

/// MODONE: returns `true` if a piece could have gone from one square to another in a single move. Uses the
/// board after the piece's move, and counts the piece's present square as empty.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::Diagram;

    /// The present square of a piece, two squares, and whether the piece could have gone from the first to
    /// the second in a single move.
    type Case = (&'static str, &'static str, &'static str, bool);

    fn check(fen: &str, cases: &[Case]) {
        let position = Position::set_up(&Diagram::from_fen(fen).expect("a diagram")).expect("a position");
        let square = |name: &str| Square::parse(name).expect("a square");
        for &(stands, from, to, expected) in cases {
            let piece = position.at(square(stands));
            assert!(piece.is_some(), "{stands}");
            let goes = goes_in_one(&position, piece, square(from), square(to));
            assert_eq!(goes, expected, "{fen}: {stands}, {from} to {to}");
        }
    }

    #[test]
    fn a_pawn_goes_one_step_two_from_its_second_rank_or_takes() {
        check(
            "4k3/2p5/4p3/1n1p4/4P1n1/3P4/2P5/4K3 w - - 0 1",
            &[
                ("d3", "d2", "d3", true),
                ("d3", "d2", "d4", true),
                ("d3", "d3", "d5", false),
                ("e4", "e2", "e4", true),
                ("e4", "e3", "e5", false),
                ("e4", "e4", "d5", true),
                ("e4", "e4", "f5", false),
                ("c2", "c2", "d3", false),
                ("c2", "d2", "d4", false),
                ("c2", "g3", "g4", false),
                ("c2", "g2", "g4", false),
                ("c2", "e3", "g4", false),
                ("c2", "f2", "g4", false),
                ("c7", "c7", "c5", true),
                ("c7", "c6", "c4", false),
                ("c7", "d6", "d4", false),
                ("c7", "d6", "e4", false),
                ("d5", "d5", "e4", true),
                ("d5", "d5", "c4", false),
                ("d5", "d5", "e5", false),
                ("e6", "e6", "d7", false),
                ("e6", "e4", "d3", true),
                ("e6", "d4", "c3", false),
            ],
        );
    }

    #[test]
    fn pieces_step_or_slide_along_free_lines() {
        check(
            "4k3/8/2p5/8/R2pN2r/8/P7/2B1K3 w - - 0 1",
            &[
                ("e4", "c3", "d5", true),
                ("e4", "c3", "d4", false),
                ("e4", "c3", "e2", true),
                ("e4", "f3", "d4", true),
                ("e4", "b4", "a2", false),
                ("e1", "e1", "f2", true),
                ("e1", "e1", "e3", false),
                ("e1", "d1", "c1", false),
                ("a4", "a5", "a3", true),
                ("a4", "a8", "a2", false),
                ("a4", "a1", "a3", false),
                ("a4", "b4", "d4", true),
                ("a4", "b4", "e4", false),
                ("a4", "b4", "f4", false),
                ("a4", "b1", "c2", false),
                ("c1", "c1", "f4", true),
                ("c1", "c1", "c4", false),
                ("c1", "b5", "c6", true),
                ("c1", "b5", "d7", false),
            ],
        );
    }
}
