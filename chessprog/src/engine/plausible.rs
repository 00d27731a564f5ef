//! The plausible chapter: the list of moves with plausibility and marks (specification 7; paper, Plausible
//! move generator).
//!
//! This file has the frame (7.2.1) and castling (7.2.7), `score` the score of a single move (7.2.4). Parts of
//! the score are in `start` (7.2.2), `development` (7.2.3), `unblocking` (7.2.5) and `exchange` (7.2.6).
//! [`sort`] sorts the list (7.3), [`trace`] keeps the terms of each move (7.4). Scoring a move changes the
//! tables and then restores them, apart from the traces that two faults leave (F9, F10).

pub(super) mod development;
mod exchange;
mod score;
pub(crate) mod sort;
mod start;
pub(crate) mod trace;
mod unblocking;

use super::attack::Tables;
use super::moves::castling;
use super::position::{Carried, Position};
use super::prise::{Pins, Seen};
use super::squares::{self, SquareValues};
use super::statics::Root;
use crate::parameters::weights::CASTLES;
use crate::vocabulary::probe::{NoProbe, Point, Probe, START};
use crate::vocabulary::{DIRECTIONS, Kind, Move, PerSquare, Piece, Side, Special, Square};
use sort::exchange_sort;
use start::Start;
use trace::{About, Term};
use unblocking::Changes;

/// An entry of the list of plausible moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Entry {
    /// The move.
    pub mv: Move,
    /// Plausibility, 0 or more.
    pub plausibility: i32,
    /// pos - POS, the positional difference; 0 if it is not computed.
    pub positional: i32,
    /// *Always*: investigated whatever the width.
    pub always: bool,
    /// *Safe*: it does not move into prise.
    pub safe: bool,
    /// *Poor*: developmentally bad.
    pub poor: bool,
    /// The number of threats.
    pub threats: u32,
}

impl Entry {
    /// The marks as three bits: 4 always, 2 safe, 1 poor.
    pub fn marks(&self) -> u8 {
        u8::from(self.always) << 2 | u8::from(self.safe) << 1 | u8::from(self.poor)
    }

    /// The marks as letters: `P` poor, `U` not safe, `F` always (specification 14.2).
    pub fn letters(&self) -> String {
        let marks = [(self.poor, 'P'), (!self.safe, 'U'), (self.always, 'F')];
        marks.into_iter().filter(|(has, _)| *has).map(|(_, letter)| letter).collect()
    }

    /// The number of the piece that counts for the width. It is 0 for castling, which does not count (fault
    /// F34).
    #[inline]
    pub fn counted_piece(&self) -> u8 {
        if self.mv.special().is_castling() { 0 } else { self.mv.piece().number() }
    }
}

/// The arguments of the generator besides the position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question<'a> {
    /// The level of the node, 1 at the root.
    pub level: i32,
    /// SETC: the levels where all captures are marked *always*.
    pub capture_levels: i32,
    /// OPENING and MIDDLE of the root.
    pub root: &'a Root,
}

/// The results of the generator besides the list.
#[derive(Clone, Debug)]
pub struct Counts {
    /// NCKF: number of entries marked *always*.
    pub always: usize,
    /// PCSWSM: number of pieces with safe moves.
    pub pieces_with_safe_moves: usize,
    /// NSM: number of safe moves by piece number.
    pub safe_moves: [u8; Piece::TABLE],
    /// START and POS of each piece that has a target, in order.
    pub starts: Vec<(Piece, i32, i32)>,
    /// The square values.
    pub squares: SquareValues,
}

/// A move and the terms of its score, in the order of the trace.
#[derive(Clone, Debug)]
pub struct Traced {
    /// The move.
    pub mv: Move,
    /// The terms of its score.
    pub terms: Vec<Term>,
    /// Its entry in the list; `None` if the move was dropped.
    pub entry: Option<Entry>,
}

/// A generation in progress.
pub(super) struct Generator<'a, P> {
    position: &'a Position,
    tables: &'a mut Tables,
    carried: &'a mut Carried,
    question: Question<'a>,
    list: &'a mut Vec<Entry>,
    counts: Counts,
    /// The terms of the current move and of the piece's START. Kept only for an active probe.
    terms: Vec<Term>,
    start_terms: Vec<Term>,
    /// The attacks of the piece from the current square, H3 to H11: their sum and, for an active probe, each
    /// term.
    attack_sum: i32,
    attack_terms: Vec<Term>,
    traced: Vec<Traced>,
    /// Table changes made while scoring the current move.
    changes: Changes,
    probe: &'a mut P,
    side: Side,
    enemy: Side,
    /// The piece being moved, its type and its square.
    piece: Piece,
    kind: Kind,
    from: Square,
    /// State of the move being scored.
    score: i32,
    check: bool,
    threats: u32,
    safe: bool,
}

/// An active probe that ignores everything. It makes the generator keep the terms.
struct Deaf;

impl Probe for Deaf {
    fn at<const N: usize>(&mut self, _: &'static Point<N>, _: [i64; N]) {}
}

/// The results of [`generate`] besides the list: `traced` has the moves in the order of generation if the
/// probe is active.
pub(super) struct Generated {
    pub(super) counts: Counts,
    pub(super) traced: Vec<Traced>,
}

/// Returns the sorted list outside a search, and the generator's other results.
pub(super) fn listed(
    position: &Position,
    tables: &mut Tables,
    carried: &mut Carried,
    question: Question<'_>,
    traces: bool,
) -> (Vec<Entry>, Generated) {
    let mut list = Vec::new();
    let generated = if traces {
        generate(position, tables, carried, question, &mut list, &mut Deaf)
    } else {
        generate(position, tables, carried, question, &mut list, &mut NoProbe)
    };
    exchange_sort(&mut list, |entry| entry.plausibility);
    (list, generated)
}

/// PLAUSI: appends the plausible moves of the position to `list` in the order of generation (specification
/// 7.2.1). The caller sorts them. The tables must belong to the position.
pub(super) fn generate<P: Probe>(
    position: &Position,
    tables: &mut Tables,
    carried: &mut Carried,
    question: Question<'_>,
    list: &mut Vec<Entry>,
    probe: &mut P,
) -> Generated {
    let squares = squares::values(Seen { position, tables });
    let side = position.side();
    let mut generator = Generator {
        position,
        tables,
        carried,
        question,
        list,
        counts: Counts {
            always: 0,
            pieces_with_safe_moves: 0,
            safe_moves: [0; Piece::TABLE],
            starts: Vec::new(),
            squares,
        },
        terms: Vec::new(),
        start_terms: Vec::new(),
        attack_sum: 0,
        attack_terms: Vec::new(),
        changes: Changes::default(),
        traced: Vec::new(),
        probe,
        side,
        enemy: !side,
        piece: Piece::NONE,
        kind: Kind::Pawn,
        from: Square::NONE,
        score: 0,
        check: false,
        threats: 0,
        safe: true,
    };
    generator.all();
    let Generator { counts, traced, .. } = generator;
    Generated { counts, traced }
}

impl<P: Probe> Generator<'_, P> {
    /// Lists the moves of all pieces in order. In check, only moves that answer the check.
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
            checkers = 0;
            self.tables.slots(at).scan(|_, piece| checkers += i32::from(piece.is_of(self.enemy)));
        }
        self.moves_of(king, None);
        if checkers == 1 {
            // The king's moves that answer a single check are not counted.
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

    /// PLPIEC: lists all moves of a piece. Computes its START at the first of them.
    fn moves_of(&mut self, piece: Piece, answers: Option<&PerSquare<Answer>>) {
        let position = self.position;
        if position.square(piece) == Square::NONE {
            return;
        }
        self.piece = piece;
        self.kind = position.kind(piece);
        self.from = position.square(piece);
        let mut start: Option<Start> = None;
        let is_king = self.kind == Kind::King;
        // Collects all targets without an own piece first. The MIDAS program tests each target when it gets
        // there, with the same result, because scoring restores the attack words.
        let mut targets = [Square::NONE; 32];
        let mut count = 0;
        let (side, enemy) = (self.side, self.enemy);
        let tables = &*self.tables;
        position.targets(
            piece,
            |to| is_king && tables.attacked(enemy, to),
            |to| {
                targets[count & 31] = to;
                count += usize::from(!position.at(to).is_of(side));
                true
            },
        );
        for &to in &targets[..count.min(targets.len())] {
            if let Some(answers) = answers {
                let pawn = self.kind == Kind::Pawn;
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
                    if P::ACTIVE {
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

    /// PLANSW: returns the squares that stop a check: the checker's square, the squares between, and the
    /// ghost if the checker can be taken there.
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

    /// Counts a piece if it has safe moves.
    fn count_safe(&mut self, piece: Piece) {
        if self.counts.safe_moves[piece.index()] > 0 {
            self.counts.pieces_with_safe_moves += 1;
        }
    }

    /// PLCAST: lists castling, H44, after all other moves (specification 7.2.7).
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
}

/// Whether a square answers a check.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    No,
    Yes,
    /// Only for a pawn, which takes the checker en passant.
    ByPawn,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::attack::Tables;
    use crate::engine::game::Game;
    use crate::engine::moves::legal;
    use crate::engine::search::root_of;
    use proptest::prelude::*;

    proptest! {
        /// With an active probe, which keeps terms and meets pieces in order, the list is the same, and each
        /// score is the sum of its terms.
        #[test]
        fn the_list_is_the_same_for_him_who_listens(
            choices in prop::collection::vec(any::<prop::sample::Index>(), 0..80),
        ) {
            let mut game = Game::default();
            for choice in choices {
                let (position, carried) = (game.position(), *game.carried());
                let root = root_of(position);
                let question = Question { level: 2, capture_levels: 1, root: &root };
                let list = |traces| {
                    let (mut tables, mut carried) = (Tables::default(), carried);
                    tables.make(position, &mut carried, true);
                    let (list, generated) = listed(position, &mut tables, &mut carried, question, traces);
                    (list, generated.traced, generated.counts.always, carried)
                };
                let (heard, traced, always, after) = list(true);
                let (silent, nothing, also_always, also_after) = list(false);
                prop_assert_eq!((&heard, always, after), (&silent, also_always, also_after));
                prop_assert!(nothing.is_empty() && traced.len() >= heard.len());
                for Traced { terms, entry, .. } in traced {
                    let sum: i32 = terms.iter().map(|term| term.amount).sum();
                    prop_assert!(entry.is_none_or(|entry| entry.plausibility == sum));
                }
                let moves = legal(position);
                if moves.is_empty() || game.is_full() {
                    break;
                }
                game.make(*choice.get(&moves));
            }
        }
    }
}
