//! Development: the squares that a piece bears on from its square or its target (specification 7.2.3).

use super::super::targets::KING_STEPS;
use super::Generator;
use super::trace::{CommentSubject, Term};
use crate::parameters::weights::{
    GREATER_LIMIT, OVERATTACKS, PAWN_BREAK, PAWN_CENTER, PINNED, PINNED_GUARDED, TIPS, TRADE, TRADE_LIMIT,
};
use crate::vocabulary::probe::Probe;
use crate::vocabulary::{KNIGHT_STEPS, Kind, Piece, Side, Square};

/// The square of a development sum: the square that the piece leaves, or its target (*new* in the
/// specification).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DevelopmentSquare {
    Old,
    New,
}

/// A development sum without the attacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Development {
    /// The square values, including the correction for the piece's own square (H2, H43).
    pub(super) squares: i32,
    /// pos: the square values without that correction.
    pub(super) pos: i32,
}

/// The attacks of a piece from a square, H3 to H11. The trace shows them after the square values, so they are
/// collected first.
#[derive(Default)]
pub(super) struct Attacks {
    pub(super) sum: i32,
    /// The terms, kept only for an active probe.
    pub(super) terms: Vec<Term>,
}

impl<P: Probe> Generator<'_, P> {
    /// NEWDEV: adds H43 and H3 to H12 for a move that loses no material. Returns pos.
    pub(super) fn new_development(&mut self, to: Square) -> i32 {
        let development = self.development(to, DevelopmentSquare::New);
        let before = self.scoring.score;
        self.term(43, development.squares, CommentSubject::Square(to));
        self.add_attacks(1, None);
        let whole = self.scoring.score - before;
        // Fault F38, a logical shift, has no effect: no sum is negative.
        if self.is_dear() {
            self.term(12, (whole >> 1) - whole, CommentSubject::Nothing);
        }
        development.pos
    }

    /// Returns the development sum of the piece on a square, without the attacks (specification 7.2.3).
    pub(super) fn development(&mut self, at: Square, age: DevelopmentSquare) -> Development {
        self.forget_attacks();
        let (piece, position, side) = (self.mover.piece, self.position, self.side);
        let mut pos = 0;
        match self.mover.kind {
            Kind::Pawn if side == Side::White && at.rank() == 8 => self.eighth_rank(at),
            Kind::Pawn => {
                for step in if side == Side::White { [11, 9] } else { [-9, -11] } {
                    let square = at.step(step);
                    if Square::CENTER.contains(&square) {
                        self.attack_term(3, PAWN_CENTER, CommentSubject::Square(square));
                    }
                    pos += self.square_term(piece, square, age);
                }
            }
            Kind::Knight => {
                KNIGHT_STEPS.into_iter().for_each(|step| pos += self.square_term(piece, at.step(step), age))
            }
            Kind::King => {
                KING_STEPS.into_iter().for_each(|step| pos += self.square_term(piece, at.step(step), age))
            }
            slider => {
                for direction in slider.directions() {
                    for (square, _) in position.see_through(side, at, direction) {
                        pos += self.square_term(piece, square, age);
                    }
                }
            }
        }
        Development { squares: pos - self.own_square(at), pos }
    }

    /// Returns the correction for the piece's own square: its value, or 0 (specification 7.2.3, fault F16).
    fn own_square(&self, at: Square) -> i32 {
        let from = self.mover.from;
        let by = i32::from(at.number()) - i32::from(from.number());
        let counts = match self.mover.kind {
            Kind::Pawn => return 0,
            Kind::Knight => by == 8,
            Kind::King => by == 9,
            _ => by == 0,
        };
        if counts { 0 } else { self.counts.squares[from] }
    }

    /// DEVP8: a white pawn that reaches the eighth rank bears on nothing. Instead, each of two pawns, chosen
    /// by the file of arrival, scores H3 if it has not been promoted (fault F15).
    fn eighth_rank(&mut self, at: Square) {
        for file in [at.file(), at.file() + 2] {
            if file <= 8 && self.position.kind(Piece::of(Side::White, file)) == Kind::Pawn {
                self.attack_term(3, PAWN_CENTER, CommentSubject::Square(at));
            }
        }
    }

    /// Returns the value of a square that a piece bears on, or 0 off the board. Adds H4 to H11 for an enemy
    /// piece there.
    #[inline]
    pub(super) fn square_term(&mut self, piece: Piece, square: Square, age: DevelopmentSquare) -> i32 {
        let met = self.position.at(square);
        if met.is_off() {
            return 0;
        }
        if met.is_of(self.enemy) {
            self.attack(piece, met, square, age);
        }
        self.counts.squares[square]
    }

    /// SQATT: adds H4 to H11 for an enemy piece that the piece bears on.
    pub(super) fn attack(&mut self, piece: Piece, met: Piece, square: Square, age: DevelopmentSquare) {
        let (position, is_new) = (self.position, age == DevelopmentSquare::New);
        let (kind, his) = (position.kind(piece), position.kind(met));
        let about = CommentSubject::Piece(met);
        if his == Kind::King {
            self.scoring.check = true;
        }
        if kind == Kind::Pawn && his == Kind::Pawn {
            self.attack_term(4, PAWN_BREAK, about);
        }
        let pinned = self.tables.is_pinned(met);
        let protected = self.tables.pawns.is_protected(met);
        if pinned {
            if protected {
                self.attack_term(5, PINNED_GUARDED, about);
            } else {
                self.attack_term(6, PINNED, about);
            }
        }
        let (hits, guards) = (self.tables.attack(self.side, square), self.tables.attack(self.enemy, square));
        if guards.count() > 0 {
            let more = position.working(met) - position.working(piece);
            if more > 0 {
                self.scoring.threats += 1;
                if is_new {
                    self.attack_term(7, (more >> 1).min(GREATER_LIMIT), about);
                }
            } else if is_new && !protected && hits.count() > 0 && hits >= guards {
                self.attack_term(8, TIPS, about);
            }
            if guards.count() <= hits.count() {
                self.attack_term(9, OVERATTACKS, about);
            }
        } else if kind == his && !pinned {
            // Fault F17: the side that is ahead never gets a bonus.
            let balance = position.material(Side::White) - position.material(Side::Black);
            if self.side.sign() * balance >= -TRADE_LIMIT {
                self.attack_term(11, -TRADE, about);
            }
        } else {
            self.scoring.threats += 1;
            if is_new {
                self.attack_term(10, position.working(met) >> 2, about);
            }
        }
    }

    pub(super) fn forget_attacks(&mut self) {
        self.scoring.attacks.sum = 0;
        self.scoring.attacks.terms.clear();
    }

    #[inline]
    fn attack_term(&mut self, heuristic: u8, amount: i32, about: CommentSubject) {
        self.scoring.attacks.sum += amount;
        if P::ACTIVE {
            self.scoring.attacks.terms.push(Term { heuristic, amount, about });
        }
    }
}
