//! The targets chapter: the squares a piece can go to, in the order of generation (specification 4.2).

use super::attack::Tables;
use super::position::Position;
use crate::vocabulary::{DIRECTIONS, KNIGHT_STEPS, Kind, Piece, Side, Special, Square};

/// The king's steps, in the order of his targets.
pub(super) const KING_STEPS: [i8; 8] = [1, 11, 10, 9, -1, -11, -10, -9];

impl Position {
    /// TARGTS: visits the targets of a piece in the order of generation: all that are on the board, occupied
    /// or not, until `visit` returns false. `guarded` returns `true` for squares that a king may not go to.
    ///
    /// Returns `true` if `visit` never returned false.
    #[inline]
    pub(super) fn targets(
        &self,
        piece: Piece,
        guarded: impl Fn(Square) -> bool,
        mut visit: impl FnMut(Square) -> bool,
    ) -> bool {
        let at = self.square(piece);
        let mut leap = |steps: &[i8; 8], king: bool| {
            steps
                .iter()
                .map(|&step| at.step(step))
                .all(|to| self.at(to).is_off() || king && guarded(to) || visit(to))
        };
        match self.kind(piece) {
            Kind::Pawn => self.pawn_targets(piece, visit),
            Kind::Knight => leap(&KNIGHT_STEPS, false),
            Kind::King => leap(&KING_STEPS, true),
            slider => slider.directions().all(|direction| {
                let mut to = at;
                loop {
                    to = to.step(DIRECTIONS[direction]);
                    let met = self.at(to);
                    if met.is_off() {
                        return true;
                    }
                    if !visit(to) {
                        return false;
                    }
                    if !met.is_none() {
                        return true;
                    }
                }
            }),
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

    /// Returns `true` if a piece has a target other than en passant.
    pub(super) fn has_plain_target(&self, piece: Piece) -> bool {
        let is_target = |to: Square| match self.at(to) {
            Piece::NONE => self.kind(piece) != Kind::Pawn || to.file() == self.square(piece).file(),
            met => !met.is_of(piece.side()),
        };
        !self.targets(piece, |_| false, |to| !is_target(to))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::game::Game;
    use crate::engine::moves::legal;
    use crate::vocabulary::Diagram;
    use proptest::prelude::*;

    /// Compares [`Position::has_plain_target`] with all targets, for each piece of the side to move.
    fn check(position: &Position) {
        for piece in position.living(position.side()) {
            let mut plain = false;
            position.targets(
                piece,
                |_| false,
                |to| {
                    let passant = position.at(to).is_none()
                        && position.kind(piece) == Kind::Pawn
                        && to.file() != position.square(piece).file();
                    plain |= !passant && !position.at(to).is_of(piece.side());
                    true
                },
            );
            assert_eq!(position.has_plain_target(piece), plain, "{piece:?} of\n{position:?}");
        }
    }

    #[test]
    fn a_blocked_piece_has_no_plain_target_and_en_passant_is_none() {
        // The pawn on e5 can go only to d6, and the rook and the knight cannot move at all.
        let fen = "4k3/8/4p3/3pP3/8/1P1P4/P1P5/KN2R1r1 w - d6 0 1";
        check(&Position::set_up(&Diagram::from_fen(fen).expect("a diagram")).expect("a position"));
        let fen = "7k/8/8/3pP3/4P1p1/6P1/5PRP/5BKN w - d6 0 1";
        check(&Position::set_up(&Diagram::from_fen(fen).expect("a diagram")).expect("a position"));
    }

    proptest! {
        #[test]
        fn plain_targets_are_those_of_the_list(
            choices in prop::collection::vec(any::<prop::sample::Index>(), 0..40),
        ) {
            let mut game = Game::default();
            for choice in choices {
                check(game.position());
                let moves = legal(game.position());
                if moves.is_empty() || game.is_full() {
                    break;
                }
                game.make(*choice.get(&moves));
            }
        }
    }
}
