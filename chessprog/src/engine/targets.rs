//! The targets chapter: the squares a piece can go to, in the order of generation (specification 4.2).

use super::attack::Tables;
use super::position::Position;
use crate::vocabulary::{KNIGHT_STEPS, Kind, Piece, Side, Special, Square};

/// The king's steps, in the order of its targets.
pub(super) const KING_STEPS: [i8; 8] = [1, 11, 10, 9, -1, -11, -10, -9];

impl Position {
    /// TARGTS: visits the targets of a piece in the order of generation: all that are on the board, occupied
    /// or not, until `visit` returns `false`. `guarded` returns `true` for a square that the king may not go
    /// to.
    ///
    /// Returns `true` if `visit` never returned `false`.
    #[inline]
    pub(super) fn targets(
        &self,
        piece: Piece,
        guarded: impl Fn(Square) -> bool,
        mut visit: impl FnMut(Square) -> bool,
    ) -> bool {
        let at = self.square(piece);
        let off = |to: Square| self.at(to).is_off();
        match self.kind(piece) {
            Kind::Pawn => self.pawn_targets(piece, visit),
            Kind::Knight => KNIGHT_STEPS.into_iter().map(|step| at.step(step)).all(|to| off(to) || visit(to)),
            Kind::King => {
                KING_STEPS.into_iter().map(|step| at.step(step)).all(|to| off(to) || guarded(to) || visit(to))
            }
            slider => slider.directions().all(|direction| self.ray(at, direction).all(|(to, _)| visit(to))),
        }
    }

    /// Visits the targets of a pawn: the double step, the step, the captures. A ghost of either side counts.
    #[inline]
    pub(super) fn pawn_targets(&self, pawn: Piece, mut visit: impl FnMut(Square) -> bool) -> bool {
        let (at, side) = (self.square(pawn), pawn.side());
        let ahead = side.forward();
        let step = at.step(ahead);
        if self.at(step).is_none() {
            let double = step.step(ahead);
            if side.relative(at.rank()) == 2 && self.at(double).is_none() && !visit(double) {
                return false;
            }
            if !visit(step) {
                return false;
            }
        }
        [step.step(1), step.step(-1)].into_iter().all(|to| {
            let taken = self.at(to).is_some() || to == self.ghost && self.ghost != Square::NONE;
            !taken || visit(to)
        })
    }

    /// CASOO: returns the king's target if the side to move may castle, by the attack tables (CASOOO on the
    /// queen's side).
    pub(super) fn may_castle(&self, wing: Special, tables: &Tables) -> Option<Square> {
        self.castling_target(wing, |square| tables.attacked(!self.side, square))
    }

    /// Returns the king's target if the side to move may castle. `attacked` tests whether a square is
    /// attacked.
    pub(super) fn castling_target(&self, wing: Special, attacked: impl Fn(Square) -> bool) -> Option<Square> {
        let side: Side = self.side;
        let king = self.king(side);
        let [short, long] = self.rights(side);
        let empty = |by: i8| self.at(king.step(by)).is_none();
        let safe = |by: i8| !attacked(king.step(by));
        let may = match wing {
            Special::CastleKing => short && empty(-1) && empty(-2) && safe(0) && safe(-1) && safe(-2),
            _ => long && empty(1) && empty(2) && empty(3) && safe(0) && safe(1) && safe(2),
        };
        may.then(|| king.step(if wing == Special::CastleKing { -2 } else { 2 }))
    }
}
