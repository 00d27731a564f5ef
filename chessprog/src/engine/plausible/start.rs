//! START and POS of a piece: what it gives up by moving (specification 7.2.2).

use super::Generator;
use super::development::Age;
use super::trace::About;
use crate::parameters::weights::{EARLY_PLIES, FIRST_KING_MOVE, FIRST_PLIES, KING_LOSES_CASTLING, TOO_EARLY};
use crate::vocabulary::probe::Probe;
use crate::vocabulary::{Kind, Piece, Square};

/// The negative of what a piece is worth on its present square, and POS of that square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Start {
    pub(super) start: i32,
    pub(super) pos: i32,
}

impl<P: Probe> Generator<'_, P> {
    /// START: computed with the present tables, at the piece's first target. May set *check* (fault F14).
    pub(super) fn start(&mut self) -> Start {
        let piece = self.piece;
        self.terms.clear();
        self.score = 0;
        if self.is_too_early() {
            // Fault F12: uses the previous piece's POS.
            self.term(1, -TOO_EARLY, About::Piece(piece));
            return self.begun(self.carried.last_pos);
        }
        let development = self.development(piece, self.from, Age::Old);
        self.carried.last_pos = development.pos;
        self.term(2, -development.squares, About::Piece(piece));
        self.add_attacks(-1, None);
        let whole = -self.score;
        if self.is_dear(piece) {
            self.term(12, whole - (whole >> 1), About::Nothing);
        }
        if self.kind == Kind::King {
            self.leave_castling();
        } else {
            let danger = self.seen().danger(piece);
            self.term(15, -danger, About::Piece(piece));
        }
        self.begun(development.pos)
    }

    fn begun(&mut self, pos: i32) -> Start {
        if P::ACTIVE {
            std::mem::swap(&mut self.start_terms, &mut self.terms);
        }
        Start { start: self.score, pos }
    }

    /// STEARL: H1 applies: nothing attacks the piece and it is too early to move it.
    fn is_too_early(&self) -> bool {
        let ply = i32::from(self.position.game_ply());
        let early = if ply < FIRST_PLIES {
            self.kind != Kind::Pawn
        } else {
            matches!(self.kind, Kind::Rook | Kind::Queen | Kind::King)
        };
        ply < EARLY_PLIES && early && !self.tables.attacked(self.enemy, self.from)
    }

    /// STRKNG: adds H13 and H14: the king's first move, and the castling that it loses. The rook that he
    /// castled with counts as unmoved (fault F13).
    fn leave_castling(&mut self) {
        let position = self.position;
        let moved = position.moved(self.piece);
        if moved != 0 && moved != position.castlings(self.side) {
            return;
        }
        self.term(13, -FIRST_KING_MOVE, About::Nothing);
        let rooks = [Piece::queens_rook(self.side), Piece::kings_rook(self.side)];
        if rooks.into_iter().any(|rook| position.square(rook) != Square::NONE && position.moved(rook) == 0) {
            self.term(14, -KING_LOSES_CASTLING, About::Nothing);
        }
    }
}
