//! The search chapter: the tree of plausible moves (specification 9; paper, Outline and Additional features).
//!
//! Levels 1 to D are generator nodes; below them the position evaluator takes over. Values are from White's
//! side throughout. The window has the bounds of the two sides, alpha and beta, and says whether a value
//! equal to the other side's bound is a cut. A node changes only its own side's bound.

mod modify;
mod outcome;
mod root;
mod secondary;
mod variation;

pub use outcome::Outcome;
pub use root::{RootMove, RootResults, SearchResult, root_of};

use std::sync::atomic::{AtomicBool, Ordering};

use super::attack::Tables;
use super::evaluator::captures::Capture;
use super::hash::HashTable;
use super::moves::{Frame, has_legal_move};
use super::plausible::sort::{Sorting, exchange_sort};
use super::plausible::{Entry, NodeContext, generate};
use super::position::{CarriedState, Position};
use super::repetition::Repetition;
use super::statics::Root;
use crate::parameters::limits::{NO_LEVEL, QUIET_PLIES};
use crate::parameters::values::{DRAW, MATE, MATE_LIMIT, REFUTED, REFUTED_LIMIT};
use crate::vocabulary::probe::{ENTER, LEAVE, Probe, TRIED};
use crate::vocabulary::{Counters, Move, Piece, Settings, Side};
use outcome::Shadow;
use variation::Variation;

/// The state that outlives a search, apart from the game.
#[derive(Default)]
pub struct Memory {
    /// The tables made last, which may belong to any position.
    pub(super) tables: Tables,
    pub(super) hash: HashTable,
    pub(super) repetition: Repetition,
    /// The plausible moves of the generator nodes on the current line, one list after another.
    pub(super) list: Vec<Entry>,
    /// The captures of the evaluator nodes on the current line, one list after another.
    pub(super) captures: Vec<Capture>,
    /// Whether to search the tree without alpha-beta: every node starts with the widest window. The capture
    /// search, whose trees can be very deep, always uses alpha-beta.
    pub(crate) without_cuts: bool,
}

impl Memory {
    /// The hash table, as the last search left it.
    pub fn hash(&self) -> &HashTable {
        &self.hash
    }

    /// Empties the hash table (specification 10).
    pub fn clear(&mut self) {
        self.hash.clear();
    }
}

/// bound(0), bound(1): the bounds of White and Black, alpha and beta. eq(0), eq(1): when that side moves,
/// whether a value equal to the other side's bound is a cut (specification 9.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Window {
    pub(super) bound: [i32; 2],
    pub(super) equal: [bool; 2],
}

impl Window {
    const WIDEST: Window = Window { bound: [-REFUTED, REFUTED], equal: [true; 2] };
}

pub(super) struct Search<'a, P> {
    pub(super) position: Position,
    pub(super) carried: &'a mut CarriedState,
    pub(super) memory: &'a mut Memory,
    pub(super) settings: &'a Settings,
    pub(super) root: Root,
    pub(super) counters: Counters,
    pub(super) window: Window,
    /// F, the number of feedovers still allowed on the current line.
    pub(super) feedovers: i32,
    pub(super) level: i32,
    /// D, the depth in levels of generator nodes.
    depth: i32,
    /// X, the first level without feedover.
    pub(super) feedover_limit: i32,
    /// The variation of the node at each level.
    pub(super) lines: Vec<Variation>,
    /// The root moves tried, for listings.
    top: Vec<RootMove>,
    /// The plausible moves of the root, sorted, for listings.
    top_list: Vec<Entry>,
    stop: &'a AtomicBool,
    pub(super) probe: &'a mut P,
}

impl<P: Probe> Search<'_, P> {
    /// NODE: visits a node one level deeper: ENTER, the node itself, LEAVE (specification 9.1). `by_capture`
    /// is `true` if the evaluator visits the node after a capture (specification 8).
    pub(super) fn visit(&mut self, side: Side, by_capture: bool) -> Outcome {
        let saved = self.window;
        if self.memory.without_cuts && !by_capture {
            self.window = Window::WIDEST;
        }
        self.level += 1;
        let outcome = match self.enter() {
            Some(outcome) => outcome,
            None => self.node(side, by_capture),
        };
        if P::ACTIVE {
            self.probe.at(&LEAVE, [self.level.into(), outcome.value.into()]);
        }
        self.level -= 1;
        self.window = saved;
        outcome
    }

    /// ENTER: answers a node without searching it, if it is a repetition, a draw by the 50-move rule, or in
    /// the hash table, or if the search is being stopped.
    fn enter(&mut self) -> Option<Outcome> {
        self.lines[self.level as usize].clear();
        if self.stop.load(Ordering::Relaxed) {
            return Some(Outcome::exact(0));
        }
        self.counters.nodes += 1;
        let key = self.position.key();
        if P::ACTIVE {
            let Window { bound, equal } = self.window;
            self.probe.at(
                &ENTER,
                [
                    self.level.into(),
                    self.depth.into(),
                    bound[0].into(),
                    bound[1].into(),
                    -i64::from(equal[0]),
                    -i64::from(equal[1]),
                    self.feedovers.into(),
                    key.bits() as i64,
                ],
            );
        }
        if self.level == 1 {
            return None;
        }
        let quiet = self.position.quiet();
        if let Some(found) =
            self.memory.repetition.test(key, quiet, self.level, &self.memory.hash, self.probe)
        {
            self.counters.rep += 1;
            return Some(Outcome::repeated(found));
        }
        if self.settings.fifty && quiet >= QUIET_PLIES && has_legal_move(&self.position) {
            return Some(Outcome { drawn: true, ..Outcome::exact(DRAW) });
        }
        if !self.settings.hash {
            return None;
        }
        let draft = self.draft();
        let hit = self.memory.hash.probe(
            key,
            self.level,
            draft,
            self.settings.hash_exact,
            &self.window,
            self.probe,
        )?;
        self.counters.hash += 1;
        Some(Outcome::ranged(hit.value, hit.bounds))
    }

    /// Searches a node that ENTER did not answer. Then does what LEAVE does: removes the position from the
    /// current line and stores the result in the hash table.
    fn node(&mut self, side: Side, by_capture: bool) -> Outcome {
        let key = self.position.key();
        self.memory.repetition.enter(key, self.level, &mut self.memory.hash);
        self.counters.captures += u64::from(by_capture);
        let mut outcome = if by_capture || self.level > self.depth {
            self.evaluate(side)
        } else {
            self.generator_node(side)
        };
        self.memory.repetition.leave(&mut self.memory.hash);
        if self.shadows() && outcome.shadow.depends >= NO_LEVEL {
            outcome.shadow = Shadow::independent(outcome.real);
        }
        if self.level > 1 && self.settings.hash && outcome.storable && !self.stop.load(Ordering::Relaxed) {
            let bounds = if self.shadows() { outcome.shadow.bounds } else { outcome.real };
            let draft = self.draft();
            self.memory.hash.store(key, self.level, draft, bounds, self.probe);
        }
        outcome
    }

    /// DRAFT: returns the number of levels that can still come from generator nodes (specification 10).
    fn draft(&self) -> u64 {
        let draft = if self.level <= self.depth {
            self.depth - self.level + 1 + self.settings.feedover
        } else {
            (self.feedover_limit - self.level).min(self.feedovers).max(0)
        };
        draft as u64
    }

    /// LEAD: sets the variation of this node to a move followed by the variation of the next level.
    /// `generated` is `true` if this node is a generator node.
    pub(super) fn lead(&mut self, mv: Move, generated: bool) {
        if let [line, rest] = &mut self.lines[self.level as usize..][..2] {
            line.lead(mv, generated, rest);
        }
    }

    /// Appends the node's list to `memory.list`, not yet sorted. Returns NCKF, the number of moves marked
    /// *always*, and PCSWSM, the number of pieces with safe moves.
    fn plausible_moves(&mut self) -> (usize, usize) {
        let Memory { tables, list, .. } = &mut *self.memory;
        let context =
            NodeContext { level: self.level, capture_levels: self.settings.captures, root: &self.root };
        let first = list.len();
        let generated = generate(&self.position, tables, self.carried, context, list, self.probe);
        if self.level == 1 {
            self.top_list = list[first..].to_vec();
            exchange_sort(&mut self.top_list, |entry| entry.plausibility);
        }
        (generated.counts.always, generated.counts.pieces_with_safe_moves)
    }

    /// GENNOD: searches a generator node: the moves of the list that get a place or are marked *always*
    /// (specification 9.2, 9.3).
    pub(super) fn generator_node(&mut self, side: Side) -> Outcome {
        self.counters.generations += 1;
        self.lines[self.level as usize].clear();
        let in_check = self.memory.tables.attacked(!side, self.position.king(side));
        let first = self.memory.list.len();
        let (mut marked, pieces) = self.plausible_moves();
        let (width, shadow) = (self.settings.width(self.level) as usize, self.begin_shadow(side));
        let list = &mut self.memory.list[first..];
        let length = list.len();
        let mut sorting = Sorting::of(list);
        let mut node = Node {
            side,
            in_check,
            window: self.window,
            shadow,
            places: Places::new(places(list, &mut sorting, width, pieces)),
            any_tried: false,
            any_legal: false,
            refuted: false,
            best: None,
        };
        let mut cut = None;
        for index in 0..length {
            if !node.places.any_left() && marked == 0 {
                break;
            }
            let list = &mut self.memory.list[first..];
            sorting.settle(list, index + 1, |entry| entry.plausibility);
            let entry = list[index];
            marked -= usize::from(entry.always);
            if self.try_entry(&mut node, &entry) {
                cut = Some(self.cut(side, &node.window, node.shadow, index + 1 < length));
                break;
            }
        }
        self.memory.list.truncate(first);
        cut.unwrap_or_else(|| self.all_tried(&node))
    }

    /// Investigates a move of the list if it gets a place or is marked *always*. Steps 1 to 3 of
    /// specification 9.3 are here, 4 and 5 in [`Search::weigh`]. Returns `true` if it causes a cut.
    fn try_entry(&mut self, node: &mut Node, entry: &Entry) -> bool {
        if !node.places.take() && !entry.always {
            return false;
        }
        node.any_tried = true;
        let side = node.side;
        let before = self.window.bound;
        let Some(frame) = self.try_move(entry.mv) else { return false };
        node.any_legal = true;
        let mut answer = self.visit(!side, false);
        // 1. A is the value of `answer`, R `modified`.
        let mut modified = self.modified(side, entry, &answer);
        if P::ACTIVE {
            let word = entry.mv.word().bits() as i64;
            self.probe.at(&TRIED, [self.level.into(), word, answer.value.into(), modified.into()]);
        }
        self.add_shadow(side, &mut node.shadow, &answer);
        // 2. A cut.
        if self.is_good_enough(side, modified) {
            self.counters.cuts += 1;
            self.take_back(frame);
            self.lead(entry.mv, true);
            return true;
        }
        // 3. The secondary search.
        if self.level == 1 {
            self.note_root_move(entry.mv, &answer, modified, before);
            if node.is_better(modified) {
                self.secondary(side, &mut answer, &mut modified);
            }
        }
        self.take_back(frame);
        self.weigh(node, entry.mv, &answer, modified);
        false
    }

    /// Handles a move that caused no cut: it is refuted, becomes the best move, or neither (specification
    /// 9.3).
    fn weigh(&mut self, node: &mut Node, mv: Move, answer: &Outcome, modified: i32) {
        let (s, mine) = (node.side.sign(), node.side.index());
        // 4. A refuted move.
        if s * modified < -REFUTED_LIMIT {
            if self.lines[self.level as usize].moves().is_empty() {
                self.lead(mv, true);
            }
            if s * self.window.bound[mine] <= -MATE_LIMIT {
                node.places.give_back();
            } else {
                node.refuted = true;
            }
            return;
        }
        // 5. A move that lets the mover be mated gives its place back.
        if s * modified <= -MATE_LIMIT {
            node.places.give_back();
        }
        if node.is_better(modified) {
            // Fault F30: the flag is updated even if the bound does not change.
            self.window.equal[(!node.side).index()] = answer.value == modified;
            if s * answer.value > s * self.window.bound[mine] {
                self.window.bound[mine] = answer.value;
            }
            node.best = Some(BestMove { value: answer.value, modified, drawn: answer.drawn });
            self.lead(mv, true);
            if self.level == 1 {
                self.note_best();
            }
        }
    }

    /// Returns the result of a node whose investigated moves caused no cut.
    fn all_tried(&self, node: &Node) -> Outcome {
        let Node { side, ref window, shadow, .. } = *node;
        match node.best {
            Some(BestMove { value, drawn, .. }) => {
                Outcome { drawn, ..self.bounded(side, value, window, shadow) }
            }
            None if node.refuted => self.bounded(side, -side.sign() * REFUTED, window, shadow),
            None => self.nothing_found(node),
        }
    }

    /// Makes a pseudo-legal move and its tables. Returns `None` if it leaves the mover's king in check.
    pub(super) fn try_move(&mut self, mv: Move) -> Option<Frame> {
        self.counters.tried += 1;
        self.counters.tables += if mv.special().is_castling() { 2 } else { 1 };
        let side = self.position.side();
        let frame = self.position.make(mv, self.carried);
        self.memory.tables.make(&self.position, self.carried, true);
        if self.memory.tables.attacked(!side, self.position.square(Piece::king(side))) {
            self.take_back(frame);
            return None;
        }
        Some(frame)
    }

    /// Takes a move back. The tables stay unchanged.
    pub(super) fn take_back(&mut self, frame: Frame) {
        self.position.unmake(frame, self.carried);
    }

    /// Returns `true` if a value is good enough for a side to cut: better than the other side's bound, or
    /// equal to it where that is a cut (specification 8.3).
    #[inline]
    pub(super) fn is_good_enough(&self, side: Side, value: i32) -> bool {
        let (s, bound) = (side.sign(), self.window.bound[(!side).index()]);
        s * value > s * bound || value == bound && self.window.equal[side.index()]
    }

    /// Returns the value of mate or stalemate at this level.
    pub(super) fn no_move(&self, side: Side, in_check: bool) -> Outcome {
        Outcome::exact(if in_check { -side.sign() * (MATE - self.level) } else { 0 })
    }

    /// Returns the result of a node without a best move or a refuted one that kept its place: mate, stalemate
    /// or, with PAPER 1, REFUTED. With PAPER 0, mate and stalemate may be wrong (faults F31, F32).
    fn nothing_found(&self, node: &Node) -> Outcome {
        let side = node.side;
        if !self.settings.paper {
            // Uses the tables made last, even if they belong to another position.
            let in_check = self.memory.tables.attacked(!side, self.position.king(side));
            return Outcome { storable: !node.any_tried, ..self.no_move(side, in_check) };
        }
        if node.any_legal {
            return self.bounded(side, -side.sign() * REFUTED, &node.window, node.shadow);
        }
        self.no_move(side, node.in_check)
    }
}

/// A generator node while its moves are investigated.
struct Node {
    side: Side,
    in_check: bool,
    /// The window at entry.
    window: Window,
    shadow: Shadow,
    places: Places,
    any_tried: bool,
    any_legal: bool,
    /// Whether a refuted move kept its place (raw of specification 9.3, step 4): the node is then REFUTED
    /// unless another move is best.
    refuted: bool,
    best: Option<BestMove>,
}

impl Node {
    fn is_better(&self, modified: i32) -> bool {
        let s = self.side.sign();
        self.best.is_none_or(|best| s * modified > s * best.modified)
    }
}

/// The best move tried at a node: its value A and its modified value R.
#[derive(Clone, Copy)]
struct BestMove {
    value: i32,
    modified: i32,
    drawn: bool,
}

/// PLACES: returns the number of moves that are investigated regardless of their marks (specification 9.2).
/// Sorts the list as far as needed.
fn places(list: &mut [Entry], sorting: &mut Sorting, width: usize, pieces_with_safe_moves: usize) -> usize {
    // h of the specification, less the number of pieces met.
    let mut wanted = (2 * pieces_with_safe_moves).min(width) / 2;
    // Castling has number 0 and does not count as a piece (fault F34).
    let mut is_met = [false; Piece::TABLE];
    is_met[0] = true;
    for index in 0..list.len() {
        if wanted == 0 {
            // `index` is k: the entry before this one had the last piece wanted.
            return width.max(index);
        }
        sorting.settle(list, index + 1, |entry| entry.plausibility);
        let piece = usize::from(list[index].counted_piece());
        wanted -= usize::from(!is_met[piece]);
        is_met[piece] = true;
    }
    width.max(if wanted == 0 { list.len() } else { 0 })
}

/// The places for a node's moves (specification 9.2).
struct Places {
    all: usize,
    taken: usize,
    /// Becomes `false` when a move gets no place. From then on, giving back a place has no effect.
    left: bool,
}

impl Places {
    fn new(all: usize) -> Places {
        Places { all, taken: 0, left: true }
    }

    /// Returns `true` if the next move could get a place.
    fn any_left(&self) -> bool {
        self.left && self.taken < self.all
    }

    /// Takes a place for the next move. Returns `true` if a place was left.
    fn take(&mut self) -> bool {
        self.left &= self.taken < self.all;
        self.taken += usize::from(self.left);
        self.left
    }

    fn give_back(&mut self) {
        self.taken -= usize::from(self.left);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::probe::NoProbe;
    use emulator::word::Word;

    #[test]
    fn a_cleared_memory_has_no_values() {
        let mut memory = Memory::default();
        memory.hash.next_generation();
        memory.hash.store(Word::new(0o123456_001234), 1, 2, (-10, 10), &mut NoProbe);
        assert_eq!(memory.hash().digest().entries, 1);
        memory.clear();
        assert_eq!(memory.hash().digest(), HashTable::default().digest());
    }
}
