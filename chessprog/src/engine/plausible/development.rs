//! Development: what a piece bears on from a square (specification 7.2.3).

use super::Generator;
use super::trace::{About, Term};
use crate::parameters::weights::{
    GREATER_LIMIT, OVERATTACKS, PAWN_BREAK, PAWN_CENTER, PINNED, PINNED_GUARDED, TIPS, TRADE, TRADE_LIMIT,
};
use crate::vocabulary::probe::Probe;
use crate::vocabulary::{KNIGHT_STEPS, Kind, Piece, Side, Square, SquareSet};

use super::super::targets::KING_STEPS;

/// Whether this is the development on the square left or on the target: *new* in the specification.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Age {
    Old,
    New,
}

/// A development sum without the attacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Development {
    /// The square values, including the correction for the own square (H2, H43).
    pub(super) squares: i32,
    /// pos: the square values without that correction.
    pub(super) pos: i32,
}

impl<P: Probe> Generator<'_, P> {
    /// NEWDEV: adds H43 and H2 to H12 for a good move. Returns pos.
    pub(super) fn new_development(&mut self, to: Square) -> i32 {
        let development = self.development(self.piece, to, Age::New);
        let before = self.score;
        self.term(43, development.squares, About::Square(to));
        self.add_attacks(1, None);
        let whole = self.score - before;
        // Fault F38, a logical shift, has no effect: no sum is negative.
        if self.is_dear(self.piece) {
            self.term(12, (whole >> 1) - whole, About::Nothing);
        }
        development.pos
    }

    /// Returns the development sum of a piece on a square. Attacked pieces go into `attack_terms`.
    pub(super) fn development(&mut self, piece: Piece, at: Square, age: Age) -> Development {
        self.forget_attacks();
        let position = self.position;
        let mut pos = 0;
        match position.kind(piece) {
            Kind::Pawn => {
                if self.side == Side::White && at.rank() == 8 {
                    self.eighth_rank(at);
                } else {
                    for step in if self.side == Side::White { [11, 9] } else { [-9, -11] } {
                        let square = at.step(step);
                        if Square::CENTER.contains(&square) {
                            self.attack_term(3, PAWN_CENTER, About::Square(square));
                        }
                        pos += self.square_term(piece, square, age);
                    }
                }
            }
            kind => {
                let all = match kind {
                    Kind::Knight => SquareSet::knight(at),
                    Kind::King => SquareSet::king(at),
                    slider => position.seen_by(self.side, slider, at),
                };
                let hits = all & position.men(self.enemy);
                // Only a probe can see the order of the attacks.
                if P::ACTIVE {
                    self.attack_in_order(piece, kind, at, hits, age);
                } else {
                    self.attack_all(piece, hits, age);
                }
                pos = self.counts.squares.sum(all);
            }
        }
        Development { squares: pos - self.own_square(piece, at), pos }
    }

    /// Returns the value of the square that the piece left, which must not count (fault F16).
    fn own_square(&self, piece: Piece, at: Square) -> i32 {
        let from = self.from;
        let by = i32::from(at.number()) - i32::from(from.number());
        let counts = match self.position.kind(piece) {
            Kind::Pawn => return 0,
            Kind::Knight => by == 8,
            Kind::King => by == 9,
            _ => by == 0,
        };
        if counts { 0 } else { self.counts.squares[from] }
    }

    /// DEVP8: a white pawn that reaches the eighth rank bears on nothing, but other pawns' promotions are
    /// counted (fault F15).
    fn eighth_rank(&mut self, at: Square) {
        for file in [at.file(), at.file() + 2] {
            if file <= 8 && self.position.kind(Piece::of(Side::White, file)) == Kind::Pawn {
                self.attack_term(3, PAWN_CENTER, About::Square(at));
            }
        }
    }

    /// Adds the square term: the square value and the piece on the square. Returns the square value.
    #[inline]
    pub(super) fn square_term(&mut self, piece: Piece, square: Square, age: Age) -> i32 {
        let met = self.position.at(square);
        if met.is_off() {
            return 0;
        }
        if met.is_of(self.enemy) {
            self.attack(piece, met, square, age);
        }
        self.counts.squares[square]
    }

    /// Adds the attacks on the pieces on these squares, in the order of the steps or rays that reach them.
    fn attack_in_order(&mut self, piece: Piece, kind: Kind, at: Square, squares: SquareSet, age: Age) {
        let position = self.position;
        match kind {
            Kind::Knight => KNIGHT_STEPS.map(|step| SquareSet::of(at.step(step))),
            Kind::King => KING_STEPS.map(|step| SquareSet::of(at.step(step))),
            // Only the last square of a ray can be occupied.
            slider => std::array::from_fn(|direction| {
                let goes = slider.moves_in(direction);
                if goes { position.see_through(self.side, at, direction) } else { SquareSet::EMPTY }
            }),
        }
        .into_iter()
        .for_each(|line| self.attack_all(piece, line & squares, age));
    }

    /// Adds the attacks on the pieces on these squares, in the order of the squares.
    #[inline]
    fn attack_all(&mut self, piece: Piece, squares: SquareSet, age: Age) {
        for square in squares.iter() {
            self.attack(piece, self.position.at(square), square, age);
        }
    }

    /// SQATT: adds H4 to H11 for an enemy piece that the piece bears on.
    pub(super) fn attack(&mut self, piece: Piece, met: Piece, square: Square, age: Age) {
        let (position, is_new) = (self.position, age == Age::New);
        let (kind, his) = (position.kind(piece), position.kind(met));
        let about = About::Piece(met);
        if his == Kind::King {
            self.check = true;
        }
        if kind == Kind::Pawn && his == Kind::Pawn {
            self.attack_term(4, PAWN_BREAK, about);
        }
        let pinned = self.tables.is_pinned(met);
        let protected = self.tables.pawns.is_protected(square);
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
                self.threats += 1;
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
            self.threats += 1;
            if is_new {
                self.attack_term(10, position.working(met) >> 2, about);
            }
        }
    }

    /// Resets the attacks.
    pub(super) fn forget_attacks(&mut self) {
        self.attack_sum = 0;
        if P::ACTIVE {
            self.attack_terms.clear();
        }
    }

    #[inline]
    fn attack_term(&mut self, heuristic: u8, amount: i32, about: About) {
        self.attack_sum += amount;
        if P::ACTIVE {
            self.attack_terms.push(Term { heuristic, amount, about });
        }
    }
}
