//! The search chapter: the tree of plausible moves, its evaluation and its pruning (specification 8, 9; paper, Outline and
//! Additional features).
//!
//! Down to the basic depth the plausible move generator selects the moves of a node; below it the position evaluator takes
//! over, which may feed the position back to the generator and follows plausible captures to the end. Values are from White's
//! side throughout: White takes the greatest, Black the least, and of equal values the first. Each node gives beside its value
//! real bounds around the true one, which is what the hash table keeps.

mod modify;
mod outcome;
mod root;

pub use outcome::{Counters, Outcome};
pub use root::{Answer, RootMove, Thought};

use std::sync::atomic::{AtomicBool, Ordering};

use super::attack::Attacks;
use super::board::{Color, Move, Position};
use super::evaluate::{self, PawnFacts, Reference};
use super::feedover::{self, Capture, Feedover};
use super::hash::Table;
use super::moves::{Guard, generate, has_legal_move};
use super::plausible::{self, ALWAYS, SAFE, Scored};
use super::probe::{Point, Probe};
use super::repetition::{Found, Repetition, Scheme};
use crate::parameters::limits::{MAX_PLY, QUIET_PLIES};
use crate::parameters::settings::Settings;
use crate::parameters::values::{DRAW, INF, MATE, MATE_ZONE, WINDOW};

/// What a program keeps from search to search.
#[derive(Default)]
pub struct Memory {
    table: Table,
    repetition: Repetition,
    attacks: Attacks,
    moves: Vec<Move>,
    scored: Vec<Scored>,
    captures: Vec<Capture>,
    lines: Vec<Line>,
}

impl Memory {
    /// The hash table, as the last search left it.
    pub fn table(&self) -> &Table {
        &self.table
    }
}

/// A variation: the moves from a node on, each with the mark whether the plausible move generator made it.
#[derive(Clone, Copy)]
struct Line {
    moves: [Move; MAX_PLY],
    plausible: u64,
    length: usize,
}

const NO_LINE: Line = Line { moves: [Move::NONE; MAX_PLY], plausible: 0, length: 0 };

/// A search in progress.
struct Search<'a, P> {
    position: Position,
    settings: &'a Settings,
    memory: &'a mut Memory,
    reference: Reference,
    counters: Counters,
    stop: &'a AtomicBool,
    probe: &'a mut P,
}

/// The window: the best value so far for White and for Black.
#[derive(Clone, Copy)]
struct Window {
    white: i32,
    black: i32,
}

impl Window {
    const WIDEST: Window = Window { white: -WINDOW, black: WINDOW };

    /// Takes a value of the side to move into account; gives whether nothing is left between.
    #[inline]
    fn narrow(&mut self, side: Color, value: i32) -> bool {
        match side {
            Color::White => self.white = self.white.max(value),
            Color::Black => self.black = self.black.min(value),
        }
        self.white >= self.black
    }
}

/// What happened to a line of the tree after a move was tried.
enum Course {
    Goes,
    Ends,
}

impl<P: Probe> Search<'_, P> {
    /// LOOK: the node at ply `ply` of a search of depth `depth` (9.1).
    fn look(&mut self, ply: i32, depth: i32, window: Window) -> Outcome {
        self.counters.nodes += 1;
        if P::ACTIVE {
            let key = self.position.key().bits() as i64;
            let (white, black) = (window.white.into(), window.black.into());
            self.probe.at(Point::Enter, &[ply.into(), depth.into(), white, black, key]);
        }
        let outcome = self.node(ply, depth, window);
        if P::ACTIVE {
            let Outcome { value, lower, upper, .. } = outcome;
            self.probe.at(Point::Leave, &[ply.into(), value.into(), lower.into(), upper.into()]);
        }
        outcome
    }

    fn node(&mut self, ply: i32, depth: i32, window: Window) -> Outcome {
        let key = self.position.key();
        let draft = (depth + self.settings.feedover - ply).max(0) as u64;
        self.memory.lines[ply as usize].length = 0;
        if ply > 0 {
            if let Some(found) =
                self.memory.repetition.test(key, self.position.quiet(), &self.memory.table, self.probe)
            {
                self.counters.rep += 1;
                return repetition_draw(found);
            }
            if self.settings.fifty
                && self.position.quiet() >= QUIET_PLIES
                && has_legal_move(&self.position, &Guard::new(&self.position))
            {
                return Outcome::exact(DRAW).drawn_by_rule();
            }
            if self.settings.hash {
                let limits = (window.white, window.black);
                let exactly = self.settings.hash_exact;
                if let Some(hit) = self.memory.table.probe(key, ply, draft, exactly, limits, self.probe) {
                    self.counters.hash += 1;
                    return Outcome::bounded(hit.value, hit.lower, hit.upper);
                }
            }
        }
        self.memory.repetition.enter(key, &mut self.memory.table);
        let mut outcome = if ply < depth {
            self.memory.attacks.analyse(&self.position);
            let facts = PawnFacts::of(&self.position);
            let guard = Guard::new(&self.position);
            self.plausible_search(ply, depth, window, &facts, &guard)
        } else {
            self.evaluate(ply, depth, window)
        };
        self.memory.repetition.leave(&mut self.memory.table);
        outcome.close(ply);
        if self.settings.hash && !self.stopped() {
            let bounds = if self.shadow() {
                (outcome.shadow_lower, outcome.shadow_upper)
            } else {
                (outcome.lower, outcome.upper)
            };
            self.memory.table.store(key, ply, draft, bounds, self.probe);
        }
        outcome
    }

    /// PMSRCH: tries the plausible moves of an analysed node (9.2).
    fn plausible_search(
        &mut self,
        ply: i32,
        depth: i32,
        mut window: Window,
        facts: &PawnFacts,
        guard: &Guard,
    ) -> Outcome {
        self.counters.pmg += 1;
        let (first, end) = self.plausible_list(facts, guard);
        if first == end {
            return self.no_move(ply, guard);
        }
        let side = self.position.side();
        let mut outcome = Outcome::worst(side);
        let mut tally = Tally::new(self.settings, ply, &self.memory.scored[first..end]);
        for phase in [Phase::Best, Phase::Rest] {
            for index in first..end {
                let scored = self.memory.scored[index];
                if !tally.selects(phase, index - first, &scored) {
                    continue;
                }
                let (mut result, _) = self.try_move(ply, depth, window, &scored);
                let value = result.value;
                tally.tried(index - first, &scored, value, side);
                self.combine(ply, side, &mut outcome, &mut result, scored.mv, true);
                let untried = tally.remaining > 0;
                if let Course::Ends = self.course(ply, side, &mut outcome, &mut window, value, untried) {
                    self.memory.scored.truncate(first);
                    return outcome;
                }
            }
        }
        self.memory.scored.truncate(first);
        outcome
    }

    /// After a move with this value: narrows the window and says whether the node is done with.
    fn course(
        &mut self,
        ply: i32,
        side: Color,
        outcome: &mut Outcome,
        window: &mut Window,
        value: i32,
        untried: bool,
    ) -> Course {
        if self.stopped() {
            return Course::Ends;
        }
        if window.narrow(side, value) {
            self.counters.cut += 1;
            if untried {
                outcome.open(side);
            }
            return Course::Ends;
        }
        if value == side.sign() * (MATE - ply - 1) {
            return Course::Ends;
        }
        Course::Goes
    }

    /// Scores the legal moves of an analysed node and puts them, sorted, at the end of the list of scored moves. Gives where they
    /// are.
    fn plausible_list(&mut self, facts: &PawnFacts, guard: &Guard) -> (usize, usize) {
        let memory = &mut *self.memory;
        memory.moves.clear();
        generate(&self.position, guard, &mut memory.moves);
        memory.attacks.find_duties(&self.position);
        let first = memory.scored.len();
        plausible::generate(
            &self.position,
            &memory.attacks,
            facts,
            &memory.moves,
            &mut memory.scored,
            self.probe,
        );
        (first, memory.scored.len())
    }

    /// Makes a move, looks, takes it back, modifies the value (9.2, 9.4); gives with the result by how much.
    fn try_move(&mut self, ply: i32, depth: i32, window: Window, scored: &Scored) -> (Outcome, i32) {
        let frame = self.position.make(scored.mv);
        let mut result = self.look(ply + 1, depth, window);
        self.position.unmake(frame);
        let amount = -self.position.side().sign() * self.modification(ply, scored, &result);
        result.shift(amount);
        self.probe.at(Point::Tried, &[ply.into(), scored.mv.word().bits() as i64, result.value.into()]);
        (result, amount)
    }

    /// POSEVA: the position evaluator (8).
    fn evaluate(&mut self, ply: i32, depth: i32, mut window: Window) -> Outcome {
        self.counters.eval += 1;
        let guard = Guard::new(&self.position);
        if !has_legal_move(&self.position, &guard) {
            return self.no_move(ply, &guard);
        }
        self.memory.attacks.analyse(&self.position);
        let facts = PawnFacts::of(&self.position);
        let deepest = ply as usize + 1 >= MAX_PLY;
        if ply < depth + self.settings.feedover && !deepest {
            let check = guard.in_check();
            let condition = feedover::condition(&self.position, &self.memory.attacks, check, self.probe);
            if condition != Feedover::None {
                self.counters.feed += 1;
                return self.plausible_search(ply, depth, window, &facts, &guard);
            }
        }
        let value = evaluate::evaluate(&self.position, &facts, self.reference, self.probe);
        let side = self.position.side();
        let first = self.memory.captures.len();
        if !deepest {
            let memory = &mut *self.memory;
            feedover::captures(&self.position, &memory.attacks, &guard, &mut memory.captures, self.probe);
        }
        let end = self.memory.captures.len();
        let mut outcome = Outcome::worst(side);
        self.combine(ply, side, &mut outcome, &mut Outcome::exact(value), Move::NONE, false);
        if window.narrow(side, value) {
            if end > first {
                outcome.open(side);
            }
        } else {
            for index in first..end {
                let mv = self.memory.captures[index].mv;
                let frame = self.position.make(mv);
                let mut result = self.look(ply + 1, depth, window);
                self.position.unmake(frame);
                let value = result.value;
                self.combine(ply, side, &mut outcome, &mut result, mv, false);
                if self.stopped() {
                    break;
                }
                if window.narrow(side, value) {
                    self.counters.cut += 1;
                    if index + 1 < end {
                        outcome.open(side);
                    }
                    break;
                }
            }
        }
        self.memory.captures.truncate(first);
        outcome
    }

    /// Mate or stalemate at ply `ply`.
    fn no_move(&self, ply: i32, guard: &Guard) -> Outcome {
        if guard.in_check() {
            Outcome::exact(-self.position.side().sign() * (MATE - ply))
        } else {
            Outcome::exact(DRAW).drawn_by_rule()
        }
    }

    /// COMBIN: takes a child's result into the node's (9.3, 11.5); with no move it is the stand-pat value.
    fn combine(
        &mut self,
        ply: i32,
        side: Color,
        outcome: &mut Outcome,
        result: &mut Outcome,
        mv: Move,
        plausible: bool,
    ) {
        result.close(ply);
        if outcome.combine(side, result) {
            let lines = &mut self.memory.lines;
            let (here, below) = lines.split_at_mut(ply as usize + 1);
            if let (Some(here), Some(below)) = (here.last_mut(), below.first()) {
                here.length = 0;
                if mv != Move::NONE {
                    here.extend(mv, plausible, below);
                }
            }
        }
        if self.shadow() {
            self.memory.repetition.narrow(|range| match side {
                Color::White => range.0 = outcome.shadow_lower,
                Color::Black => range.1 = outcome.shadow_upper,
            });
        }
    }

    fn shadow(&self) -> bool {
        self.settings.repetition == Scheme::Shadow
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

impl Line {
    /// Makes this the line of a move and what follows it.
    fn extend(&mut self, mv: Move, plausible: bool, rest: &Line) {
        let length = rest.length.min(MAX_PLY - 1);
        self.moves[0] = mv;
        self.moves[1..=length].copy_from_slice(&rest.moves[..length]);
        self.plausible = rest.plausible << 1 | u64::from(plausible);
        self.length = length + 1;
    }
}

/// The result of a position that was before (11.5).
fn repetition_draw(found: Found) -> Outcome {
    let draw = Outcome::exact(DRAW).drawn_by_rule();
    match found {
        Found::Twice => draw,
        Found::Tree(place) => draw.depending(place.ply, place.range),
        Found::Once => draw.depending(0, (-INF, INF)),
    }
}

/// The two rounds of 9.2: the most plausible moves up to the width; then what is to be investigated in any case.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Best,
    Rest,
}

/// How far a node's list of moves has been tried (9.2; paper, Width).
struct Tally {
    width: u32,
    need: u32,
    all_captures: bool,
    tried: u32,
    distinct: u64,
    /// Where phase A ended.
    next: usize,
    /// How many moves will not have been tried if the node ends now.
    remaining: usize,
}

impl Tally {
    fn new(settings: &Settings, ply: i32, list: &[Scored]) -> Tally {
        let width = settings.width(ply + 1);
        let movers =
            list.iter().filter(|scored| scored.has(SAFE)).fold(0, |set, scored| set | scored.mv.from().bit());
        Tally {
            width,
            need: (width >> 1).min(movers.count_ones()),
            all_captures: ply < settings.captures,
            tried: 0,
            distinct: 0,
            next: 0,
            remaining: list.len(),
        }
    }

    /// Whether the move with this number is to be tried now.
    fn selects(&self, phase: Phase, number: usize, scored: &Scored) -> bool {
        match phase {
            Phase::Best => self.tried < self.width || self.distinct.count_ones() < self.need,
            Phase::Rest => {
                number >= self.next && (scored.has(ALWAYS) || self.all_captures && scored.mv.is_capture())
            }
        }
    }

    /// A move was tried and had this value. One that leads to the mover's mate is not counted (paper, Width 4).
    fn tried(&mut self, number: usize, scored: &Scored, value: i32, side: Color) {
        if side.sign() * value > -MATE_ZONE {
            self.tried += 1;
        }
        self.distinct |= scored.mv.from().bit();
        self.next = self.next.max(number + 1);
        self.remaining -= 1;
    }
}

#[cfg(test)]
mod tests;
