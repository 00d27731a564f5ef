//! The score of one move: terms that depend on its squares and lines, and its entry in the list
//! (specification 7.2.4, 7.3).

use super::exchange::Exchange;
use super::start::Start;
use super::trace::{About, Term};
use super::{Entry, Generator, Traced};
use crate::parameters::values::DEAR;
use crate::parameters::weights::{
    BLOCKS_CENTER_PAWN, CONSTANT, FORK, KING_BACK, KING_DIAGONAL, KING_FILE, KING_RANK, PASSED_PUSH, POOR,
    ROOK_LOSES_CASTLING, WAS_BACKWARD,
};
use crate::vocabulary::probe::{DROPPED, HEURISTIC, Probe, SCORED};
use crate::vocabulary::{Kind, Move, Piece, Square, SquareSet};

impl<P: Probe> Generator<'_, P> {
    /// SCORE: scores one move (specification 7.2.4). `check` is as the piece's START left it.
    pub(super) fn score_move(&mut self, to: Square, start: Start) {
        self.threats = 0;
        self.safe = true;
        self.score = start.start;
        if P::ACTIVE {
            self.terms.clear();
            self.terms.extend_from_slice(&self.start_terms);
        }
        self.squares_and_pawns(to);
        let mv = self.position.word(self.piece, to);
        let stays = self.unblock(to);
        let outcome = stays.then(|| {
            self.lines_of_king(to);
            let exchange = self.exchange(to, mv);
            let pos = (exchange == Exchange::Good).then(|| self.new_development(to));
            (exchange, pos)
        });
        self.put_back();
        match outcome {
            Some((exchange, pos)) => self.enter(mv, exchange, pos.map(|pos| pos - start.pos)),
            None => self.drop_move(mv),
        }
    }

    /// Adds H16 to H24, which depend on the two squares of the move.
    fn squares_and_pawns(&mut self, to: Square) {
        let (position, piece, side, root) = (self.position, self.piece, self.side, self.question.root);
        let before = to.step(side.forward());
        let ahead = position.at(before);
        let facts = &self.tables.pawns;
        let blockades = ahead.is_of(self.enemy) && facts.is_passed(ahead);
        let (backward, passed) = (facts.is_backward(piece), facts.is_passed(piece));
        if blockades {
            let rank = self.enemy.relative(before.rank());
            self.term(16, PASSED_PUSH[usize::from(rank)], About::Piece(ahead));
        }
        if backward {
            self.term(17, WAS_BACKWARD, About::Piece(piece));
        }
        let rank = |square: Square| i32::from(side.relative(square.rank()));
        if passed {
            self.term(18, PASSED_PUSH[rank(to) as usize], About::Square(to));
        } else if self.kind == Kind::King && root.middle {
            let mut back = KING_BACK * (rank(self.from) - rank(to));
            if root.opening {
                back *= 8;
            }
            if position.square(Piece::queen(self.enemy)) != Square::NONE {
                back *= rank(self.from);
            }
            self.term(19, back, About::Square(to));
        }
        self.interpose(to);
        self.term(22, CONSTANT, About::Nothing);
        if position.at(to).is_none() && self.kind != Kind::Pawn {
            for (heuristic, file) in [(23, 4), (24, 5)] {
                // Fault F19: the pawn may have been captured.
                let pawn = Piece::of(side, file);
                if to == Square::at(file, side.relative(3)) && position.moved(pawn) == 0 {
                    self.term(heuristic, -BLOCKS_CENTER_PAWN, About::Square(to));
                }
            }
        }
    }

    /// PLINTP: adds H20 and H21 for lines that a piece on the square cuts, even if the square is occupied
    /// (fault F18).
    fn interpose(&mut self, to: Square) {
        let position = self.position;
        for (direction, slider) in self.tables.slots(to).arriving_across(self.kind) {
            if !position.kind(slider).is_slider() {
                continue;
            }
            let sum = self.counts.squares.sum(SquareSet::ray(to, direction, position.occupied()));
            if slider.is_of(self.side) {
                self.term(20, -sum, About::Piece(slider));
            } else {
                self.term(21, sum, About::Piece(slider));
            }
        }
    }

    /// PLKLIN: adds H28 to H31: a rook move that loses castling, and lines of the enemy king.
    fn lines_of_king(&mut self, to: Square) {
        let position = self.position;
        let king = position.king(self.enemy);
        if self.kind.is_rook_like() {
            let unmoved = position.moved(Piece::king(self.side)) == 0 && position.moved(self.piece) == 0;
            // Fault F19: a queen loses it too.
            if unmoved {
                self.term(28, -ROOK_LOSES_CASTLING, About::Piece(self.piece));
            }
            if to.line(0) == king.line(0) {
                self.term(29, KING_RANK, About::Square(king));
            }
            if to.line(2) == king.line(2) {
                self.term(30, KING_FILE, About::Square(king));
            }
        }
        if self.kind.is_bishop_like() {
            for diagonal in [4, 5] {
                if to.line(diagonal) == king.line(diagonal) {
                    self.term(31, KING_DIAGONAL, About::Square(king));
                }
            }
        }
    }

    /// PLENTR: makes the entry of a scored move (specification 7.3).
    fn enter(&mut self, mv: Move, exchange: Exchange, positional: Option<i32>) {
        if self.score < 0 {
            self.term(45, -self.score, About::Nothing);
        }
        if exchange == Exchange::Good && self.threats as i32 >= FORK {
            self.check = true;
        }
        let entry = Entry {
            mv,
            plausibility: self.score,
            positional: positional.unwrap_or(0),
            always: self.check && exchange != Exchange::IntoPrise,
            safe: self.safe,
            poor: positional.is_some_and(|positional| positional <= -POOR),
            threats: self.threats,
        };
        if self.safe {
            self.counts.safe_moves[self.piece.index()] += 1;
        }
        self.append(entry);
    }

    /// Appends an entry to the list.
    pub(super) fn append(&mut self, entry: Entry) {
        self.counts.always += usize::from(entry.always);
        if P::ACTIVE {
            self.report_terms();
            self.probe.at(
                &SCORED,
                [
                    entry.mv.word().bits() as i64,
                    entry.plausibility.into(),
                    entry.positional.into(),
                    entry.marks().into(),
                    entry.threats.into(),
                ],
            );
        }
        if P::ACTIVE {
            self.traced.push(Traced { mv: entry.mv, terms: self.terms.clone(), entry: Some(entry) });
        }
        self.list.push(entry);
    }

    fn report_terms(&mut self) {
        for term in &self.terms {
            let Term { heuristic, amount, about } = *term;
            self.probe.at(&HEURISTIC, [heuristic.into(), amount.into(), about.packed()]);
        }
    }

    /// Drops a move that uncovers its own king: it is not listed.
    fn drop_move(&mut self, mv: Move) {
        if P::ACTIVE {
            self.report_terms();
            self.probe.at(&DROPPED, [mv.word().bits() as i64]);
        }
        if P::ACTIVE {
            self.traced.push(Traced { mv, terms: self.terms.clone(), entry: None });
        }
    }

    /// Adds a term to the score.
    #[inline]
    pub(super) fn term(&mut self, heuristic: u8, amount: i32, about: About) {
        self.score += amount;
        if P::ACTIVE && amount != 0 {
            self.terms.push(Term { heuristic, amount, about });
        }
    }

    /// Adds the attacks found, H3 to H11, to the score with a sign. `uncovered` is the slider that attacks by
    /// discovery.
    pub(super) fn add_attacks(&mut self, sign: i32, uncovered: Option<Piece>) {
        self.score += sign * self.attack_sum;
        if !P::ACTIVE {
            return;
        }
        for term in &self.attack_terms {
            let about = match (uncovered, term.about) {
                (Some(slider), About::Piece(met)) => About::SliderOn(slider, met),
                (_, about) => about,
            };
            if term.amount != 0 {
                self.terms.push(Term { amount: sign * term.amount, about, ..*term });
            }
        }
    }

    /// Returns `true` if a piece is a queen or king, judged by its value.
    #[inline]
    pub(super) fn is_dear(&self, piece: Piece) -> bool {
        self.position.working(piece) >= DEAR
    }
}
