//! The plausible chapter: the list of moves with plausibility and marks (specification 7; paper, Plausible
//! move generator).
//!
//! This file has the loop over pieces and moves (specification 7.2.1) and castling (7.2.7). `score` computes
//! the score of one move (7.2.4); `start` (7.2.2), `development` (7.2.3), `unblocking` (7.2.5) and `exchange`
//! (7.2.6) compute parts of it. [`sort`] sorts the list (7.3), and [`trace`] prints the terms of each move
//! (7.4). Scoring a move changes the tables and then restores them, apart from slots that two faults leave
//! changed (F9, F10).

pub(super) mod development;
mod exchange;
mod score;
pub(crate) mod sort;
mod start;
pub(crate) mod trace;
mod unblocking;

use super::attack::Tables;
use super::moves::castling;
use super::position::{CarriedState, Position};
use super::prise::{Pins, PositionView};
use super::squares;
use super::statics::Root;
use crate::parameters::weights::CASTLES;
use crate::vocabulary::probe::{NoProbe, Point, Probe, START};
use crate::vocabulary::{Kind, Move, PerSquare, Piece, Side, Special, Square};
use development::Attacks;
use sort::exchange_sort;
use trace::{CommentSubject, Term};
use unblocking::TableChange;

/// An entry of the list of plausible moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Entry {
    /// The move.
    pub mv: Move,
    /// Plausibility, 0 or more.
    pub plausibility: i32,
    /// pos - POS, the positional difference; 0 if it is not computed.
    pub positional: i32,
    /// *Always*: investigated regardless of the width.
    pub always: bool,
    /// *Safe*: the exchange on the target does not lose material.
    pub safe: bool,
    /// *Poor*: developmentally bad.
    pub poor: bool,
    /// The number of threats that the move makes.
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

/// The data of a node that the generator needs besides the position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeContext<'a> {
    /// The level of the node, 1 at the root.
    pub level: i32,
    /// SETC: all captures are marked *always* on levels 1 to this one.
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
    /// START and POS of each piece that has a target, in the order of generation. Empty if the probe is not
    /// active.
    pub starts: Vec<(Piece, i32, i32)>,
    /// The square values.
    pub squares: PerSquare<i32>,
}

/// A move and the terms of its score, in the order of the trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TracedMove {
    /// The move.
    pub mv: Move,
    /// The terms of its score.
    pub terms: Vec<Term>,
    /// The entry of the move in the list; `None` if the move was dropped.
    pub entry: Option<Entry>,
}

/// A generation in progress: the position, the scored moves, and the piece and the move being scored.
pub(super) struct Generator<'a, P> {
    position: &'a Position,
    /// The node's tables, changed while a move is scored.
    tables: &'a mut Tables,
    carried: &'a mut CarriedState,
    context: NodeContext<'a>,
    side: Side,
    enemy: Side,
    list: &'a mut Vec<Entry>,
    counts: Counts,
    traced: Vec<TracedMove>,
    probe: &'a mut P,
    mover: Mover,
    scoring: MoveScore,
}

/// The piece whose moves are being scored.
#[derive(Clone, Copy)]
struct Mover {
    piece: Piece,
    kind: Kind,
    from: Square,
}

/// The score of a move, or of a piece's START, while its terms are added.
#[derive(Default)]
struct MoveScore {
    score: i32,
    check: bool,
    threats: u32,
    safe: bool,
    /// The terms of the score, kept only for an active probe.
    terms: Vec<Term>,
    /// The attacks of the piece from the square examined, not yet added to the score.
    attacks: Attacks,
    /// The changes of the tables, to be undone after the move.
    changes: Vec<TableChange>,
}

/// An active probe that ignores all points. It makes the generator keep the terms.
struct TermProbe;

impl Probe for TermProbe {
    fn at<const N: usize>(&mut self, _: &'static Point<N>, _: [i64; N]) {}
}

/// The results of [`generate`] besides the list: `traced` has the moves in the order of generation if the
/// probe is active.
pub(super) struct Generation {
    pub(super) counts: Counts,
    pub(super) traced: Vec<TracedMove>,
}

/// Returns the sorted list outside a search, and the generator's other results. With `traces`, they include
/// the terms of all moves.
pub(super) fn listed(
    position: &Position,
    tables: &mut Tables,
    carried: &mut CarriedState,
    context: NodeContext<'_>,
    traces: bool,
) -> (Vec<Entry>, Generation) {
    let mut list = Vec::new();
    let generated = if traces {
        generate(position, tables, carried, context, &mut list, &mut TermProbe)
    } else {
        generate(position, tables, carried, context, &mut list, &mut NoProbe)
    };
    exchange_sort(&mut list, |entry| entry.plausibility);
    (list, generated)
}

/// PLAUSI: appends the plausible moves of the position to `list` in the order of generation (specification
/// 7.2.1). The caller sorts them. The tables must belong to the position.
pub(super) fn generate<P: Probe>(
    position: &Position,
    tables: &mut Tables,
    carried: &mut CarriedState,
    context: NodeContext<'_>,
    list: &mut Vec<Entry>,
    probe: &mut P,
) -> Generation {
    let squares = squares::values(PositionView { position, tables });
    let side = position.side();
    let mut generator = Generator {
        position,
        tables,
        carried,
        context,
        side,
        enemy: !side,
        list,
        counts: Counts {
            always: 0,
            pieces_with_safe_moves: 0,
            safe_moves: [0; Piece::TABLE],
            starts: Vec::new(),
            squares,
        },
        traced: Vec::new(),
        probe,
        mover: Mover { piece: Piece::NONE, kind: Kind::Pawn, from: Square::NONE },
        scoring: MoveScore::default(),
    };
    generator.all();
    let Generator { counts, traced, .. } = generator;
    Generation { counts, traced }
}

impl<P: Probe> Generator<'_, P> {
    /// Lists the moves of all pieces. The step numbers refer to specification 7.2.1.
    fn all(&mut self) {
        let king = Piece::king(self.side);
        let at = self.position.king(self.side);
        if !self.tables.attacked(self.enemy, at) {
            // 2. Not in check: all moves.
            for piece in Piece::side_of(self.side) {
                self.moves_of(piece, None);
                self.count_safe(piece);
            }
        } else {
            // 3. In check: the king's moves and, against a single checker, the other pieces' moves that
            // answer the check.
            let checkers = self.checkers(at);
            self.moves_of(king, None);
            if checkers == 1 {
                // The king's safe moves are not counted.
                self.counts.safe_moves[king.index()] = 0;
                let answers = self.answers(at);
                for piece in Piece::side_of(self.side).filter(|&piece| piece != king) {
                    self.moves_of(piece, Some(&answers));
                    self.count_safe(piece);
                }
            } else {
                self.count_safe(king);
            }
        }
        // 5. Castling comes last.
        self.castlings();
    }

    /// Returns m of specification 7.2.1, the number of pieces that give check.
    fn checkers(&self, king: Square) -> usize {
        if self.tables.count(self.enemy, king) == 1 {
            return 1;
        }
        self.tables.slots(king).ascending().filter(|(_, piece)| piece.is_of(self.enemy)).count()
    }

    /// PLPIEC: lists the moves of a piece: all of them, or those to the squares in `answers`, which answer a
    /// check. START is computed only if there is a move.
    fn moves_of(&mut self, piece: Piece, answers: Option<&PerSquare<CheckAnswer>>) {
        let position = self.position;
        let from = position.square(piece);
        if from == Square::NONE {
            return;
        }
        self.mover = Mover { piece, kind: position.kind(piece), from };
        let (targets, count) = self.targets(answers);
        if count == 0 {
            return;
        }
        let start = self.start();
        if P::ACTIVE {
            self.probe.at(&START, [piece.number().into(), start.start.into(), start.pos.into()]);
            self.counts.starts.push((piece, start.start, start.pos));
        }
        // Fault F14: a check found by START counts for the first move.
        let mut check = start.check;
        for &to in &targets[..count] {
            self.score_move(to, &start, check);
            check = false;
        }
    }

    /// Returns the targets of the piece and their number: squares without an own piece and, with `answers`,
    /// only those that answer a check. The MIDAS program tests each target just before scoring it. The result
    /// is the same, because scoring restores the attack words.
    fn targets(&self, answers: Option<&PerSquare<CheckAnswer>>) -> ([Square; MAX_TARGETS], usize) {
        let is_answer = |to: Square| match answers.map(|answers| answers[to]) {
            None | Some(CheckAnswer::Yes) => true,
            Some(CheckAnswer::ByPawn) => self.mover.kind == Kind::Pawn,
            Some(CheckAnswer::No) => false,
        };
        let (mut targets, mut count) = ([Square::NONE; MAX_TARGETS], 0);
        self.position.targets(
            self.mover.piece,
            |to| self.tables.attacked(self.enemy, to),
            |to| {
                if !self.position.at(to).is_of(self.side) && is_answer(to) {
                    targets[count] = to;
                    count += 1;
                }
                true
            },
        );
        (targets, count)
    }

    #[inline]
    fn seen(&self) -> PositionView<'_> {
        PositionView { position: self.position, tables: self.tables }
    }

    /// PLANSW: returns the squares that answer a check: the checker's square, the squares between it and the
    /// king, and the ghost if a pawn can take the checker there.
    fn answers(&self, king: Square) -> PerSquare<CheckAnswer> {
        let mut answers = PerSquare::filled(CheckAnswer::No);
        let (_, checker) = self.seen().least(king, Piece::king(self.side), self.side, Pins::NotRegarded);
        let at = self.position.square(checker);
        answers[at] = CheckAnswer::Yes;
        match self.position.kind(checker) {
            Kind::Pawn => {
                let behind = at.step(self.side.forward());
                if self.position.ghost().is_some_and(|(ghost, _)| ghost == behind) {
                    answers[behind] = CheckAnswer::ByPawn;
                }
            }
            kind if kind.is_slider() => {
                let is_its = |&direction: &usize| {
                    kind.moves_in(direction) && self.tables.slot(king, direction) == checker
                };
                if let Some(direction) = (0..8).find(is_its) {
                    for (between, _) in self.position.ray(at, direction) {
                        answers[between] = CheckAnswer::Yes;
                    }
                }
            }
            _ => {}
        }
        answers
    }

    /// Counts a piece if it has safe moves (step 4 of specification 7.2.1).
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
            self.begin(0, false);
            self.term(44, CASTLES, CommentSubject::Nothing);
            let mv = castling(self.position, wing, to);
            self.append(Entry { mv, plausibility: CASTLES, safe: true, ..Entry::default() });
        }
    }
}

/// Maximum number of targets of a piece, reached by a queen in the centre.
const MAX_TARGETS: usize = 27;

/// Whether a square answers a check.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CheckAnswer {
    No,
    Yes,
    /// The square answers the check only for a pawn, which takes the checker en passant.
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
        /// With an active probe, which keeps terms, the list is the same, and each score is the sum of its
        /// terms.
        #[test]
        fn the_list_is_the_same_with_an_active_probe(
            choices in prop::collection::vec(any::<prop::sample::Index>(), 0..80),
        ) {
            let mut game = Game::default();
            for choice in choices {
                let (position, carried) = (game.position(), *game.carried());
                let root = root_of(position);
                let context = NodeContext { level: 2, capture_levels: 1, root: &root };
                let list = |traces| {
                    let (mut tables, mut carried) = (Tables::default(), carried);
                    tables.make(position, &mut carried, true);
                    let (list, generated) = listed(position, &mut tables, &mut carried, context, traces);
                    (list, generated.traced, generated.counts.always, carried)
                };
                let (with_probe, traced, always, after) = list(true);
                let (without, nothing, also_always, also_after) = list(false);
                prop_assert_eq!((&with_probe, always, after), (&without, also_always, also_after));
                prop_assert!(nothing.is_empty() && traced.len() >= with_probe.len());
                for TracedMove { terms, entry, .. } in traced {
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
