//! Runs any of the programs for a session, with reports during the search. Our programs can be stopped.

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;
use emulator::word::Word;

use super::super::engine::{self, EngineChoice};
use super::limits::Limits;
use super::search::RootProgress;
use crate::explanation::explain;
use crate::explanation::words::{ENGLISH, Notation, Writer};
use crate::native::Native;
use crate::parameters::values::MATE_ZONE;
use crate::program::{Answer, Case, ChessProgram, Coordinates};
use crate::running::RunningProgram;
use crate::vocabulary::probe::{ENTER, Point, Probe, Row, SECONDARY, TRIED};
use crate::vocabulary::{Move, Settings};

/// Depth of a search that is always completed, whatever the clock says.
const LEAST: i32 = 1;

/// A report during a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SearchReport {
    /// A node was entered.
    Node,
    /// A move at the root was tried: A and R of specification 9.3, from White's side.
    Tried(Coordinates, i32, i32),
    /// A secondary search of that move returned A2.
    Secondary(i32),
}

/// Chooses moves with a program.
pub(super) struct Thinker(RunningProgram);

impl Thinker {
    /// Starts a program.
    ///
    /// # Errors
    /// Returns an error if it is not available or does not start.
    pub(super) fn new(choice: EngineChoice) -> Result<Thinker> {
        engine::start(choice).map(Thinker)
    }

    /// Returns `true` if its search can be stopped.
    pub(super) fn can_stop(&self) -> bool {
        !self.0.is_original()
    }

    /// Searches within the limits, and reports every root move whose search has ended. If the time was too
    /// short for any, the move comes from a search to depth 1 that is always completed, since that is better
    /// than an arbitrary move. With a clock, this search is made first, so that a slow machine does not think
    /// twice.
    pub(super) fn choose(
        &mut self,
        case: &Case,
        settings: &Settings,
        limits: &Limits,
        stop: &AtomicBool,
        mut tell: impl FnMut(RootProgress),
    ) -> FinishedSearch {
        let mut count = Count { nodes: 0, most: limits.nodes };
        let mut told = false;
        let mut tell_and_note = |tried| {
            told = true;
            tell(tried);
        };
        let in_hand = (limits.is_timed() && self.can_stop()).then(|| self.least(case, settings, limits));
        // The set-up on the machine takes time too.
        let answer = if in_hand.is_some() && stop.load(Ordering::Relaxed) {
            Ok(None)
        } else {
            self.answer(case, settings, &limits.moves, stop, &mut count, &mut tell_and_note)
        };
        let (answer, depth) = if matches!(answer, Ok(None)) && !told {
            let (least, nodes) = in_hand.unwrap_or_else(|| self.least(case, settings, limits));
            count.nodes += nodes;
            (least, LEAST)
        } else {
            (answer, settings.depth)
        };
        let kept = answer.as_ref().ok().and_then(Option::as_ref).map_or(0, |answer| {
            // The program of 1967 does not count entered nodes.
            answer.counters.nodes.max(answer.counters.evaluations)
        });
        FinishedSearch { answer, nodes: count.nodes.max(kept), depth, reasons: Vec::new() }
    }

    /// Completes a search to the least depth. Also returns the nodes.
    fn least(&mut self, case: &Case, settings: &Settings, limits: &Limits) -> (Result<Option<Answer>>, u64) {
        let (least, never) = (Settings { depth: LEAST, ..settings.clone() }, AtomicBool::new(false));
        let mut count = Count { nodes: 0, most: None };
        let answer = self.answer(case, &least, &limits.moves, &never, &mut count, &mut |_| {});
        (answer, count.nodes)
    }

    fn answer(
        &mut self,
        case: &Case,
        settings: &Settings,
        moves: &[Coordinates],
        stop: &AtomicBool,
        count: &mut Count,
        tell: &mut impl FnMut(RootProgress),
    ) -> Result<Option<Answer>> {
        if moves.is_empty() {
            self.watched(case, settings, stop, count, tell)
        } else {
            self.among(case, settings, moves, stop, count, tell)
        }
    }

    /// Chooses among some moves. The program has no such search, so it searches the position after each move,
    /// one ply less deep.
    fn among(
        &mut self,
        case: &Case,
        settings: &Settings,
        moves: &[Coordinates],
        stop: &AtomicBool,
        count: &mut Count,
        tell: &mut impl FnMut(RootProgress),
    ) -> Result<Option<Answer>> {
        let sign = case.root()?.side().sign();
        let settings = Settings { depth: (settings.depth - 1).max(1), ..settings.clone() };
        let mut best: Option<Answer> = None;
        for &mv in moves {
            let after = case.clone().with_moves([mv]);
            let Some(mut answer) = self.watched(&after, &settings, stop, count, &mut |_| {})? else {
                return Ok(None);
            };
            if MATE_ZONE.0 <= answer.value.abs() && answer.value.abs() <= MATE_ZONE.1 {
                // From here, the mate is one ply further away.
                answer.value -= answer.value.signum();
            }
            tell(RootProgress { mv, value: answer.value, nodes: count.nodes });
            if best.as_ref().is_none_or(|best| sign * answer.value > sign * best.value) {
                answer.variation.insert(0, mv);
                best = Some(Answer { best: Some(mv), ..answer });
            }
        }
        Ok(best)
    }

    /// Searches and counts nodes. Reports every root move once its result is final.
    fn watched(
        &mut self,
        case: &Case,
        settings: &Settings,
        stop: &AtomicBool,
        count: &mut Count,
        tell: &mut impl FnMut(RootProgress),
    ) -> Result<Option<Answer>> {
        let mut last: Option<(Coordinates, i32, i32)> = None;
        let sign = case.root()?.side().sign();
        let answer = self.think(case, settings, stop, |report| match report {
            SearchReport::Node => {
                count.nodes += 1;
                if count.most.is_some_and(|most| count.nodes >= most) {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            // After the stop, the value is that of an incomplete search.
            _ if stop.load(Ordering::Relaxed) => {}
            SearchReport::Tried(mv, value, modified) => {
                if let Some((mv, _, value)) = last.replace((mv, value, modified)) {
                    tell(RootProgress { mv, value, nodes: count.nodes });
                }
            }
            SearchReport::Secondary(found) => {
                if let Some((_, value, modified)) = &mut last
                    && sign * found < sign * *value
                {
                    *modified = found - (*value - *modified);
                }
            }
        })?;
        if let (None, Some((mv, _, value))) = (&answer, last) {
            tell(RootProgress { mv, value, nodes: count.nodes });
        }
        Ok(answer)
    }

    /// Searches. Returns `None` if it was stopped.
    fn think(
        &mut self,
        case: &Case,
        settings: &Settings,
        stop: &AtomicBool,
        mut hear: impl FnMut(SearchReport),
    ) -> Result<Option<Answer>> {
        match &mut self.0 {
            RunningProgram::Native(native) => {
                native.set_up(case)?;
                Ok(native.think_until(settings, stop, SearchListener(hear)))
            }
            RunningProgram::Emulated(emulated) => {
                emulated.set_up(case)?;
                Ok(emulated.search_until(settings, stop, |event| {
                    listen(event.row, event.values(), &mut hear);
                })?)
            }
            RunningProgram::Original(program) => {
                program.set_up(case)?;
                Ok(Some(program.think(settings)?))
            }
        }
    }
}

/// The result of a search.
pub(super) struct FinishedSearch {
    /// The answer; `None` if it was stopped, and then moves were reported during the search.
    pub answer: Result<Option<Answer>>,
    /// Number of nodes.
    pub nodes: u64,
    /// The basic depth, in plies.
    pub depth: i32,
    /// Sentences that explain the move.
    pub reasons: Vec<String>,
}

impl FinishedSearch {
    /// Returns an empty result, for a search that has not ended.
    pub(super) fn nothing() -> FinishedSearch {
        FinishedSearch { answer: Ok(None), nodes: 0, depth: 0, reasons: Vec::new() }
    }

    /// Explains the move with the native program, whose reasons are those of all programs. A search that was
    /// stopped has no explanation.
    pub(super) fn explain(&mut self, case: &Case, settings: &Settings) {
        let Ok(Some(answer)) = &self.answer else { return };
        let settings = Settings { depth: self.depth, ..settings.clone() };
        let Ok(explanation) = explain(&mut Native::new(), case, &settings, false) else { return };
        let same = explanation.found().map(|found| &found.mv.coordinates)
            == answer.best.map(|best| best.to_string()).as_ref();
        if same {
            self.reasons = Writer::new(&explanation, Notation::Algebraic, &ENGLISH).short();
        }
    }
}

/// The nodes of a search, and their limit.
struct Count {
    nodes: u64,
    most: Option<u64>,
}

struct SearchListener<F>(F);

impl<F: FnMut(SearchReport)> Probe for SearchListener<F> {
    #[inline]
    fn at<const N: usize>(&mut self, point: &'static Point<N>, values: [i64; N]) {
        listen(&point.row, &values, &mut self.0);
    }
}

fn listen(row: &'static Row, values: &[i64], hear: &mut impl FnMut(SearchReport)) {
    if row.index == ENTER.row.index {
        hear(SearchReport::Node);
    } else if let (true, &[1, mv, value, modified]) = (row.index == TRIED.row.index, values) {
        hear(SearchReport::Tried(Move::from_word(Word::from_i64(mv)).into(), value as i32, modified as i32));
    } else if let (true, &[_, found]) = (row.index == SECONDARY.row.index, values) {
        hear(SearchReport::Secondary(found as i32));
    }
}
