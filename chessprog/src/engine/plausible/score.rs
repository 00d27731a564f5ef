//! The score of one move: terms that depend on its squares and lines, and its entry in the list
//! (specification 7.2.4, 7.3).

use super::exchange::Exchange;
use super::start::PieceStart;
use super::trace::{CommentSubject, Term};
use super::{Entry, Generator, MoveScore, Mover, TracedMove};
use crate::parameters::values::DEAR;
use crate::parameters::weights::{
    BLOCKS_CENTER_PAWN, CONSTANT, FORK, KING_BACK, KING_DIAGONAL, KING_FILE, KING_RANK, PASSED_PUSH, POOR,
    ROOK_LOSES_CASTLING, WAS_BACKWARD,
};
use crate::vocabulary::probe::{DROPPED, HEURISTIC, Probe, SCORED};
use crate::vocabulary::{Kind, Move, Piece, Square};

impl<P: Probe> Generator<'_, P> {
    /// SCORE: scores one move (specification 7.2.4).
    pub(super) fn score_move(&mut self, to: Square, start: &PieceStart, check: bool) {
        self.begin(start.start, check);
        if P::ACTIVE {
            self.scoring.terms.extend_from_slice(&start.terms);
        }
        self.squares_and_pawns(to);
        let mv = self.position.word(self.mover.piece, to);
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
        let (position, side, root) = (self.position, self.side, self.context.root);
        let Mover { piece, kind, from } = self.mover;
        let rank = |square: Square| i32::from(side.relative(square.rank()));
        let ahead = position.at(to.step(side.forward()));
        if ahead.is_of(self.enemy) && self.tables.pawns.is_passed(ahead) {
            let rank = self.tables.pawns.passed(ahead);
            self.term(16, PASSED_PUSH[usize::from(rank)], CommentSubject::Piece(ahead));
        }
        if self.tables.pawns.is_backward(piece) {
            self.term(17, WAS_BACKWARD, CommentSubject::Piece(piece));
        }
        if self.tables.pawns.is_passed(piece) {
            self.term(18, PASSED_PUSH[rank(to) as usize], CommentSubject::Square(to));
        } else if kind == Kind::King && root.middle {
            let mut back = KING_BACK * (rank(from) - rank(to));
            if root.opening {
                back *= 8;
            }
            if position.square(Piece::queen(self.enemy)) != Square::NONE {
                back *= rank(from);
            }
            self.term(19, back, CommentSubject::Square(to));
        }
        self.interpose(to);
        self.term(22, CONSTANT, CommentSubject::Nothing);
        if position.at(to).is_none() && kind != Kind::Pawn {
            for (heuristic, file) in [(23, 4), (24, 5)] {
                // Fault F19: the pawn counts even if it has been captured.
                let pawn = Piece::of(side, file);
                if to == Square::at(file, side.relative(3)) && position.moved(pawn) == 0 {
                    self.term(heuristic, -BLOCKS_CENTER_PAWN, CommentSubject::Square(to));
                }
            }
        }
    }

    /// PLINTP: adds H20 and H21 for lines that a piece on the square cuts, even if the square is occupied
    /// (fault F18).
    fn interpose(&mut self, to: Square) {
        let (position, Mover { piece, kind, .. }) = (self.position, self.mover);
        for direction in 0..8 {
            let slider = self.tables.slot(to, direction);
            if !position.kind(slider).is_slider() || slider == piece || kind.moves_in(direction) {
                continue;
            }
            let squares = position.ray(to, direction).map(|(square, _)| self.counts.squares[square]);
            let sum: i32 = squares.sum();
            if slider.is_of(self.side) {
                self.term(20, -sum, CommentSubject::Piece(slider));
            } else {
                self.term(21, sum, CommentSubject::Piece(slider));
            }
        }
    }

    /// PLKLIN: adds H28 to H31: a rook move that loses castling, and lines of the enemy king.
    fn lines_of_king(&mut self, to: Square) {
        let (position, Mover { piece, kind, .. }) = (self.position, self.mover);
        let king = position.king(self.enemy);
        if kind.is_rook_like() {
            let unmoved = position.moved(Piece::king(self.side)) == 0 && position.moved(piece) == 0;
            // Fault F19: a queen that has not moved pays this too.
            if unmoved {
                self.term(28, -ROOK_LOSES_CASTLING, CommentSubject::Piece(piece));
            }
            if to.line(0) == king.line(0) {
                self.term(29, KING_RANK, CommentSubject::Square(king));
            }
            if to.line(2) == king.line(2) {
                self.term(30, KING_FILE, CommentSubject::Square(king));
            }
        }
        if kind.is_bishop_like() {
            for diagonal in [4, 5] {
                if to.line(diagonal) == king.line(diagonal) {
                    self.term(31, KING_DIAGONAL, CommentSubject::Square(king));
                }
            }
        }
    }

    /// PLENTR: makes the entry of a scored move (specification 7.3).
    fn enter(&mut self, mv: Move, exchange: Exchange, positional: Option<i32>) {
        let below_zero = -self.scoring.score;
        if below_zero > 0 {
            self.term(45, below_zero, CommentSubject::Nothing);
        }
        let MoveScore { score, mut check, threats, safe, .. } = self.scoring;
        if exchange == Exchange::Good && threats as i32 >= FORK {
            check = true;
        }
        if safe {
            self.counts.safe_moves[self.mover.piece.index()] += 1;
        }
        self.append(Entry {
            mv,
            plausibility: score,
            positional: positional.unwrap_or(0),
            always: check && exchange != Exchange::IntoPrise,
            safe,
            poor: positional.is_some_and(|positional| positional <= -POOR),
            threats,
        });
    }

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
            self.traced.push(TracedMove {
                mv: entry.mv,
                terms: self.scoring.terms.clone(),
                entry: Some(entry),
            });
        }
        self.list.push(entry);
    }

    fn report_terms(&mut self) {
        for term in &self.scoring.terms {
            let Term { heuristic, amount, about } = *term;
            self.probe.at(&HEURISTIC, [heuristic.into(), amount.into(), about.packed()]);
        }
    }

    /// Drops a move that uncovers its own king: the move does not enter the list.
    fn drop_move(&mut self, mv: Move) {
        if P::ACTIVE {
            self.report_terms();
            self.probe.at(&DROPPED, [mv.word().bits() as i64]);
            self.traced.push(TracedMove { mv, terms: self.scoring.terms.clone(), entry: None });
        }
    }

    /// Starts a score with no terms and no threats.
    pub(super) fn begin(&mut self, score: i32, check: bool) {
        self.scoring.terms.clear();
        (self.scoring.score, self.scoring.check) = (score, check);
        (self.scoring.threats, self.scoring.safe) = (0, true);
    }

    #[inline]
    pub(super) fn term(&mut self, heuristic: u8, amount: i32, about: CommentSubject) {
        self.scoring.score += amount;
        if P::ACTIVE && amount != 0 {
            self.scoring.terms.push(Term { heuristic, amount, about });
        }
    }

    /// Adds the collected attacks, H3 to H11, to the score, times `sign`. `uncovered` is the slider that
    /// attacks by discovery.
    pub(super) fn add_attacks(&mut self, sign: i32, uncovered: Option<Piece>) {
        let MoveScore { score, attacks, terms, .. } = &mut self.scoring;
        *score += sign * attacks.sum;
        for term in attacks.terms.iter().filter(|term| term.amount != 0) {
            let about = match (uncovered, term.about) {
                (Some(slider), CommentSubject::Piece(met)) => CommentSubject::SliderOn(slider, met),
                (_, about) => about,
            };
            terms.push(Term { amount: sign * term.amount, about, ..*term });
        }
    }

    /// Returns `true` if the piece is a queen or king, judged by its value.
    #[inline]
    pub(super) fn is_dear(&self) -> bool {
        self.position.working(self.mover.piece) >= DEAR
    }
}
