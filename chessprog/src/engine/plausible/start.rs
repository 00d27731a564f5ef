//! START and POS of a piece: what it gives up by moving (specification 7.2.2).

use super::development::DevelopmentSquare;
use super::trace::{CommentSubject, Term};
use super::{Generator, MoveScore};
use crate::parameters::weights::{EARLY_PLIES, FIRST_KING_MOVE, FIRST_PLIES, KING_LOSES_CASTLING, TOO_EARLY};
use crate::vocabulary::probe::Probe;
use crate::vocabulary::{Kind, Piece, Square};

/// The result of START for a piece.
pub(super) struct PieceStart {
    /// START, the negative of what the piece is worth on its present square.
    pub(super) start: i32,
    /// POS, the sum of the values of the squares that the piece bears on from its present square.
    pub(super) pos: i32,
    /// `true` if the enemy king is on a square of the development sum (fault F14).
    pub(super) check: bool,
    /// The terms of START, for an active probe.
    pub(super) terms: Vec<Term>,
}

impl<P: Probe> Generator<'_, P> {
    /// START: computes START and POS of a piece once, at its first target, with the tables as they are then.
    pub(super) fn start(&mut self) -> PieceStart {
        let piece = self.mover.piece;
        self.begin(0, false);
        let pos = if self.is_too_early() {
            self.term(1, -TOO_EARLY, CommentSubject::Piece(piece));
            // Fault F12: POS still has the previous piece's value.
            self.carried.last_pos
        } else {
            self.present_worth()
        };
        let MoveScore { score, check, terms, .. } = &mut self.scoring;
        PieceStart { start: *score, pos, check: *check, terms: std::mem::take(terms) }
    }

    /// Adds H2 to H15, with the opposite sign, and returns POS.
    fn present_worth(&mut self) -> i32 {
        let piece = self.mover.piece;
        let development = self.development(self.mover.from, DevelopmentSquare::Old);
        self.carried.last_pos = development.pos;
        self.term(2, -development.squares, CommentSubject::Piece(piece));
        self.add_attacks(-1, None);
        let whole = -self.scoring.score;
        if self.is_dear() {
            self.term(12, whole - (whole >> 1), CommentSubject::Nothing);
        }
        if self.mover.kind == Kind::King {
            self.leave_castling();
        } else {
            let danger = self.seen().danger(piece);
            self.term(15, -danger, CommentSubject::Piece(piece));
        }
        development.pos
    }

    /// STEARL: returns `true` if H1 applies: nothing attacks the piece and it is too early to move it.
    fn is_too_early(&self) -> bool {
        let ply = i32::from(self.position.game_ply());
        let early = if ply < FIRST_PLIES {
            self.mover.kind != Kind::Pawn
        } else {
            matches!(self.mover.kind, Kind::Rook | Kind::Queen | Kind::King)
        };
        ply < EARLY_PLIES && early && !self.tables.attacked(self.enemy, self.mover.from)
    }

    /// STRKNG: adds H13 and H14: the king's first move, and the castling rights that the king loses by it. A
    /// rook that has castled counts as unmoved (fault F13).
    fn leave_castling(&mut self) {
        let position = self.position;
        let moved = position.moved(self.mover.piece);
        if moved != 0 && moved != position.castlings(self.side) {
            return;
        }
        self.term(13, -FIRST_KING_MOVE, CommentSubject::Nothing);
        let rooks = [Piece::queens_rook(self.side), Piece::kings_rook(self.side)];
        if rooks.into_iter().any(|rook| position.square(rook) != Square::NONE && position.moved(rook) == 0) {
            self.term(14, -KING_LOSES_CASTLING, CommentSubject::Nothing);
        }
    }
}
