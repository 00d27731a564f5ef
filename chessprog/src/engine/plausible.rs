//! The plausible chapter: the list of moves with plausibility and marks (specification 7; paper, Plausible move generator).
//!
//! This file has the frame (7.2.1), the score of one move (7.2.4) and castling (7.2.7). What is added to a score stands in
//! [`start`] (7.2.2), [`development`] (7.2.3), [`unblocking`] (7.2.5) and [`exchange`] (7.2.6); [`sort`] brings the list into order
//! (7.3), [`trace`] keeps the terms of each move (7.4). The tables are changed while moves are scored and put back, but for two
//! faults that leave traces (F9, F10).

pub(super) mod development;
mod exchange;
pub mod sort;
mod start;
pub mod trace;
mod unblocking;

use super::attack::Tables;
use super::moves::castling;
use super::position::{Carried, Position};
use super::prise::{Pins, Seen};
use super::squares::{self, SquareValues};
use super::statics::Root;
use crate::parameters::values::DEAR;
use crate::parameters::weights::{
    BLOCKS_CENTER_PAWN, CASTLES, CONSTANT, FORK, KING_BACK, KING_DIAGONAL, KING_FILE, KING_RANK, PASSED_PUSH,
    POOR, ROOK_LOSES_CASTLING, WAS_BACKWARD,
};
use crate::vocabulary::probe::{DROPPED, HEURISTIC, Probe, SCORED, START};
use crate::vocabulary::{DIRECTIONS, Kind, Move, PerSquare, Piece, Side, Special, Square};
use exchange::Exchange;
use sort::exchange_sort;
use start::Start;
use trace::{About, Term};
use unblocking::Change;

/// An entry of the list of plausible moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Entry {
    /// The move.
    pub mv: Move,
    /// Plausibility, 0 or more.
    pub plausibility: i32,
    /// pos - POS, the positional difference; 0 where it is not computed.
    pub positional: i32,
    /// *Always*: investigated whatever the width.
    pub always: bool,
    /// *Safe*: it does not move into prise.
    pub safe: bool,
    /// *Poor*: developmentally.
    pub poor: bool,
    /// The number of threats.
    pub threats: u8,
}

impl Entry {
    /// The marks as three bits: 4 always, 2 safe, 1 poor.
    pub fn marks(&self) -> u8 {
        u8::from(self.always) << 2 | u8::from(self.safe) << 1 | u8::from(self.poor)
    }
}

/// What is asked beside the position.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The level of the node, 1 at the root.
    pub level: i32,
    /// SETC: the levels at which all captures are marked *always*.
    pub capture_levels: i32,
    /// OPENING and MIDDLE.
    pub root: &'a Root,
}

/// What the generator says of a position beside the list.
#[derive(Clone, Debug)]
pub struct Counts {
    /// NCKF: entries marked *always*.
    pub always: usize,
    /// PCSWSM: pieces with safe moves.
    pub pieces_with_safe_moves: usize,
    /// NSM: safe moves by piece number.
    pub safe_moves: [u8; Piece::COUNT],
    /// START and POS of the pieces that have a target, in order.
    pub starts: Vec<(Piece, i32, i32)>,
    /// The square values.
    pub squares: SquareValues,
}

/// A move and the terms of its score, in the order of the trace; `entry` is none for a move that was dropped.
#[derive(Clone, Debug)]
pub struct Traced {
    /// The move.
    pub mv: Move,
    /// Its terms.
    pub terms: Vec<Term>,
    /// What became of it.
    pub entry: Option<Entry>,
}

/// A generation in progress.
pub(super) struct Generator<'a, P> {
    position: &'a Position,
    tables: &'a mut Tables,
    carried: &'a mut Carried,
    question: Question<'a>,
    squares: SquareValues,
    list: &'a mut Vec<Entry>,
    counts: Counts,
    /// The terms are kept.
    traces: bool,
    terms: Vec<Term>,
    start_terms: Vec<Term>,
    /// What the piece bears on from the square at hand: H3 to H11, their sum and, if terms are kept, each.
    attack_sum: i32,
    attack_terms: Vec<Term>,
    traced: Vec<Traced>,
    /// What the move being scored has changed in the tables.
    changes: Vec<Change>,
    probe: &'a mut P,
    side: Side,
    enemy: Side,
    /// The piece being moved, and its square.
    piece: Piece,
    from: Square,
    /// Of the move being scored.
    score: i32,
    check: bool,
    threats: u8,
    safe: bool,
}

/// A list that was made, as [`generate`] gives it.
pub(super) struct Generated {
    pub(super) counts: Counts,
    pub(super) traced: Vec<Traced>,
}

/// PLAUSI: appends the plausible moves of the position to `list`, sorted (specification 7.2.1). The tables are those of the position.
pub(super) fn generate<P: Probe>(
    position: &Position,
    tables: &mut Tables,
    carried: &mut Carried,
    question: Question<'_>,
    list: &mut Vec<Entry>,
    traces: bool,
    probe: &mut P,
) -> Generated {
    let first = list.len();
    let squares = squares::values(Seen { position, tables });
    let side = position.side();
    let mut generator = Generator {
        position,
        tables,
        carried,
        question,
        squares,
        list,
        counts: Counts {
            always: 0,
            pieces_with_safe_moves: 0,
            safe_moves: [0; Piece::COUNT],
            starts: Vec::new(),
            squares,
        },
        traces: traces || P::ACTIVE,
        terms: Vec::new(),
        start_terms: Vec::new(),
        attack_sum: 0,
        attack_terms: Vec::new(),
        changes: Vec::with_capacity(64),
        traced: Vec::new(),
        probe,
        side,
        enemy: !side,
        piece: Piece::NONE,
        from: Square::NONE,
        score: 0,
        check: false,
        threats: 0,
        safe: true,
    };
    generator.all();
    let Generator { counts, traced, .. } = generator;
    exchange_sort(&mut list[first..], |entry| entry.plausibility);
    Generated { counts, traced }
}

impl<P: Probe> Generator<'_, P> {
    /// All pieces in order; in check only what answers the check.
    fn all(&mut self) {
        let king = Piece::king(self.side);
        let at = self.position.king(self.side);
        if !self.tables.attacked(self.enemy, at) {
            for piece in Piece::side_of(self.side) {
                self.moves_of(piece, None);
                self.count_safe(piece);
            }
            self.castlings();
            return;
        }
        let mut checkers = self.tables.count(self.enemy, at);
        if checkers != 1 {
            checkers = (0..super::attack::SLOTS)
                .filter(|&slot| self.tables.slot(at, slot).is_of(self.enemy))
                .count() as i32;
        }
        self.moves_of(king, None);
        if checkers == 1 {
            // His moves that answer a single check are not counted.
            self.counts.safe_moves[king.index()] = 0;
            let answers = self.answers(at);
            for piece in Piece::side_of(self.side).filter(|&piece| piece != king) {
                self.moves_of(piece, Some(&answers));
                self.count_safe(piece);
            }
        } else {
            self.count_safe(king);
        }
        self.castlings();
    }

    /// PLPIEC: all moves of a piece, its START when the first comes up.
    fn moves_of(&mut self, piece: Piece, answers: Option<&PerSquare<Answer>>) {
        let position = self.position;
        if position.square(piece) == Square::NONE {
            return;
        }
        self.piece = piece;
        self.from = position.square(piece);
        let mut start: Option<Start> = None;
        let is_king = position.kind(piece) == Kind::King;
        // The king's targets are looked up as he comes to them: scoring changes the tables only for a while.
        let mut targets = [Square::NONE; 32];
        let mut count = 0;
        let enemy = self.enemy;
        let tables = &*self.tables;
        position.targets(
            piece,
            |to| is_king && tables.attacked(enemy, to),
            |to| {
                targets[count] = to;
                count += 1;
                true
            },
        );
        for &to in &targets[..count] {
            if position.at(to).is_of(self.side) {
                continue;
            }
            if let Some(answers) = answers {
                let pawn = position.kind(piece) == Kind::Pawn;
                if answers[to] != Answer::Yes && !(pawn && answers[to] == Answer::ByPawn) {
                    continue;
                }
            }
            self.check = false;
            let begun = match start {
                Some(begun) => begun,
                None => {
                    let begun = self.start();
                    if P::ACTIVE {
                        self.probe.at(&START, [piece.number().into(), begun.start.into(), begun.pos.into()]);
                    }
                    if self.traces {
                        self.counts.starts.push((piece, begun.start, begun.pos));
                    }
                    start = Some(begun);
                    begun
                }
            };
            self.score_move(to, begun);
        }
    }

    #[inline]
    fn seen(&self) -> Seen<'_> {
        Seen { position: self.position, tables: self.tables }
    }

    /// PLANSW: the squares that stop a check: the checker's, those between, and the ghost if it is taken there.
    fn answers(&self, king: Square) -> PerSquare<Answer> {
        let mut answers = PerSquare::filled(Answer::No);
        let (_, checker) = self.seen().least(king, Piece::king(self.side), self.side, Pins::NotRegarded);
        let at = self.position.square(checker);
        answers[at] = Answer::Yes;
        match self.position.kind(checker) {
            Kind::Pawn => {
                let behind = at.step(self.side.forward());
                if self.position.ghost().is_some_and(|(ghost, _)| ghost == behind) {
                    answers[behind] = Answer::ByPawn;
                }
            }
            kind if kind.is_slider() => {
                let direction = (0..8).find(|&direction| {
                    kind.moves_in(direction) && self.tables.slot(king, direction) == checker
                });
                let mut between = at;
                while let Some(direction) = direction {
                    between = between.step(DIRECTIONS[direction]);
                    if between == king || self.position.at(between).is_off() {
                        break;
                    }
                    answers[between] = Answer::Yes;
                }
            }
            _ => {}
        }
        answers
    }

    /// Counts a piece that has safe moves.
    fn count_safe(&mut self, piece: Piece) {
        if self.counts.safe_moves[piece.index()] > 0 {
            self.counts.pieces_with_safe_moves += 1;
        }
    }

    /// SCORE: the score of one move (specification 7.2.4). `check` says what the piece's START has set.
    fn score_move(&mut self, to: Square, start: Start) {
        self.threats = 0;
        self.safe = true;
        self.score = start.start;
        if self.traces {
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

    /// H16 to H24, what goes by the two squares.
    fn squares_and_pawns(&mut self, to: Square) {
        let (position, piece, side, root) = (self.position, self.piece, self.side, self.question.root);
        let ahead = position.at(to.step(side.forward()));
        let facts = &self.tables.pawns;
        let blockaded = if ahead.is_of(self.enemy) { facts.passed(ahead) } else { 0 };
        let (backward, passed) = (facts.is_backward(piece), facts.passed(piece) > 0);
        if blockaded > 0 {
            self.term(16, PASSED_PUSH[usize::from(blockaded)], About::Piece(ahead));
        }
        if backward {
            self.term(17, WAS_BACKWARD, About::Piece(piece));
        }
        let rank = |square: Square| i32::from(side.relative(square.rank()));
        if passed {
            self.term(18, PASSED_PUSH[rank(to) as usize], About::Square(to));
        } else if position.kind(piece) == Kind::King && root.middle {
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
        if position.at(to).is_none() && position.kind(piece) != Kind::Pawn {
            for (heuristic, file) in [(23, 4), (24, 5)] {
                let pawn = Piece::of(side, file);
                if to == Square::at(file, side.relative(3)) && position.moved(pawn) == 0 {
                    self.term(heuristic, -BLOCKS_CENTER_PAWN, About::Square(to));
                }
            }
        }
    }

    /// PLINTP: H20 and H21, the lines that a piece on the square cuts. Occupied or not (fault F18).
    fn interpose(&mut self, to: Square) {
        let position = self.position;
        let kind = position.kind(self.piece);
        for (direction, step) in DIRECTIONS.into_iter().enumerate() {
            let slider = self.tables.slot(to, direction);
            if slider.is_none()
                || slider == self.piece
                || !position.kind(slider).is_slider()
                || kind.is_slider() && kind.moves_in(direction)
            {
                continue;
            }
            let mut sum = 0;
            let mut at = to;
            loop {
                at = at.step(step);
                let met = position.at(at);
                if met.is_off() {
                    break;
                }
                sum += self.squares[at];
                if !met.is_none() {
                    break;
                }
            }
            if slider.is_of(self.side) {
                self.term(20, -sum, About::Piece(slider));
            } else {
                self.term(21, sum, About::Piece(slider));
            }
        }
    }

    /// PLKLIN: H28 to H31, rooks that lose castling, and lines of the enemy king.
    fn lines_of_king(&mut self, to: Square) {
        let position = self.position;
        let kind = position.kind(self.piece);
        let king = position.king(self.enemy);
        if kind.is_rook_like() {
            let unmoved = position.moved(Piece::king(self.side)) == 0 && position.moved(self.piece) == 0;
            if unmoved {
                self.term(28, -ROOK_LOSES_CASTLING, About::Piece(self.piece));
            }
            if to.rank() == king.rank() {
                self.term(29, KING_RANK, About::Square(king));
            }
            if to.file() == king.file() {
                self.term(30, KING_FILE, About::Square(king));
            }
        }
        if kind.is_bishop_like() {
            for diagonal in [4, 5] {
                if to.line(diagonal) == king.line(diagonal) {
                    self.term(31, KING_DIAGONAL, About::Square(king));
                }
            }
        }
    }

    /// PLENTR: the entry of a move that was scored (specification 7.3).
    fn enter(&mut self, mv: Move, exchange: Exchange, positional: Option<i32>) {
        if self.score < 0 {
            self.term(45, -self.score, About::Nothing);
        }
        if exchange == Exchange::Good && i32::from(self.threats) >= FORK {
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

    /// Puts an entry at the end of the list.
    fn append(&mut self, entry: Entry) {
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
        if self.traces {
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

    /// A move that uncovers its own king is not listed.
    fn drop_move(&mut self, mv: Move) {
        if P::ACTIVE {
            self.report_terms();
            self.probe.at(&DROPPED, [mv.word().bits() as i64]);
        }
        if self.traces {
            self.traced.push(Traced { mv, terms: self.terms.clone(), entry: None });
        }
    }

    /// PLCAST: castling, H44, after all other moves (specification 7.2.7).
    fn castlings(&mut self) {
        if self.position.moved(Piece::king(self.side)) != 0 {
            return;
        }
        for wing in [Special::CastleKing, Special::CastleQueen] {
            let Some(to) = self.position.may_castle(wing, self.tables) else { continue };
            self.terms.clear();
            self.score = 0;
            self.term(44, CASTLES, About::Nothing);
            let mv = castling(self.position, wing, to);
            self.append(Entry { mv, plausibility: CASTLES, safe: true, ..Entry::default() });
        }
    }

    /// Adds a term to the score.
    #[inline]
    fn term(&mut self, heuristic: u8, amount: i32, about: About) {
        self.score += amount;
        if self.traces && amount != 0 {
            self.terms.push(Term { heuristic, amount, about });
        }
    }

    /// Adds what was found of H3 to H11 to the score, with its sign; `uncovered` is the slider that bears on it by discovery.
    fn add_attacks(&mut self, sign: i32, uncovered: Option<Piece>) {
        self.score += sign * self.attack_sum;
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

    /// Whether a piece is a queen or king by its value.
    #[inline]
    fn is_dear(&self, piece: Piece) -> bool {
        self.position.working(piece) >= DEAR
    }
}

/// Whether a square answers a check.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    No,
    Yes,
    /// Only a pawn that goes there: it takes the checker en passant.
    ByPawn,
}
