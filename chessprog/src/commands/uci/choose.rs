//! Chooses a move for a session with any of the three programs, and reports the progress of the search. The
//! Rust and the MIDAS program can be stopped, the program of 1967 cannot.

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;
use emulator::time::Nanos;
use emulator::word::Word;

use super::limits::Limits;
use super::search::{RootProgress, SearchProgress};
use crate::emulated::ProbeEvent;
use crate::engine::game::Game;
use crate::engine::moves::legal;
use crate::explanation::explain;
use crate::explanation::words::{ENGLISH, Notation, Phrase, Writer};
use crate::native::Native;
use crate::parameters::values::MATE_ZONE;
use crate::program::{Answer, Case, ChessProgram, Coordinates, after_secondary};
use crate::running::RunningProgram;
use crate::vocabulary::probe::{ENTER, Point, Probe, SECONDARY, TRIED};
use crate::vocabulary::{Move, Settings};

/// Depth of the search that is completed even if the time runs out.
const LEAST: i32 = 1;

/// Searches within the limits, and reports every root move when its search begins and ends. If the search is
/// stopped before a root move has a value, the move comes from a search to depth 1, which is always
/// completed, since that is better than an arbitrary move. With a time limit, the search to depth 1 is made
/// first, so that a slow host does not begin it when the time is over. The program of 1967 does not need it:
/// its search cannot be stopped, so it always finds its move.
pub(super) fn choose(
    program: &mut RunningProgram,
    case: &Case,
    settings: &Settings,
    limits: &Limits,
    stop: &AtomicBool,
    mut tell: impl FnMut(SearchProgress),
) -> FinishedSearch {
    let mut count = SearchCost { most: limits.nodes, ..SearchCost::default() };
    let mut told = false;
    let mut tell_and_note = |progress| {
        told |= matches!(progress, SearchProgress::Tried(_));
        tell(progress);
    };
    let in_hand =
        (limits.is_timed() && !program.is_original()).then(|| least(program, case, settings, limits));
    // If the time is over, the search to full depth does not begin, because even its set-up takes time.
    let answer = if in_hand.is_some() && stop.load(Ordering::Relaxed) {
        Ok(None)
    } else {
        answer(program, case, settings, &limits.moves, stop, &mut count, &mut tell_and_note)
    };
    let (answer, depth) = if matches!(answer, Ok(None)) && !told {
        let (least, more) = in_hand.unwrap_or_else(|| least(program, case, settings, limits));
        count.add(&more);
        (least, LEAST)
    } else {
        (answer, settings.depth)
    };
    let kept = answer.as_ref().ok().and_then(Option::as_ref).map_or(0, |answer| {
        // The program of 1967 does not count nodes, so its evaluations are shown.
        answer.counters.nodes.max(answer.counters.evaluations)
    });
    let machine_time = count.machine;
    FinishedSearch { answer, nodes: count.nodes.max(kept), machine_time, depth, reasons: Vec::new() }
}

/// Completes a search to the least depth. Also returns its cost.
fn least(
    program: &mut RunningProgram,
    case: &Case,
    settings: &Settings,
    limits: &Limits,
) -> (Result<Option<Answer>>, SearchCost) {
    let (least, never) = (Settings { depth: LEAST, ..settings.clone() }, AtomicBool::new(false));
    let mut count = SearchCost::default();
    let answer = answer(program, case, &least, &limits.moves, &never, &mut count, &mut |_| {});
    (answer, count)
}

/// Chooses among some moves, or among all if `moves` is empty. The program cannot restrict its search to some
/// of the moves, so it searches the position after each of them, one ply less deep, but at least to depth 1.
fn answer(
    program: &mut RunningProgram,
    case: &Case,
    settings: &Settings,
    moves: &[Coordinates],
    stop: &AtomicBool,
    count: &mut SearchCost,
    tell: &mut impl FnMut(SearchProgress),
) -> Result<Option<Answer>> {
    if moves.is_empty() {
        return watched(program, case, settings, stop, count, tell);
    }
    let sign = case.root()?.side().sign();
    let settings = Settings { depth: (settings.depth - 1).max(1), ..settings.clone() };
    let mut best: Option<Answer> = None;
    for (number, &mv) in (1..).zip(moves) {
        tell(SearchProgress::Begun { mv, number });
        let after = case.clone().with_moves([mv]);
        let Some(mut answer) = watched(program, &after, &settings, stop, count, &mut |_| {})? else {
            return Ok(None);
        };
        if MATE_ZONE.0 <= answer.value.abs() && answer.value.abs() <= MATE_ZONE.1 {
            // Seen from the root, the mate is one ply further away.
            answer.value -= answer.value.signum();
        }
        tell(count.tried(mv, answer.value));
        if best.as_ref().is_none_or(|best| sign * answer.value > sign * best.value) {
            answer.variation.insert(0, mv);
            best = Some(Answer { best: Some(mv), ..answer });
        }
    }
    Ok(best)
}

/// Searches and counts nodes. Reports every root move when its search begins and when its result is
/// final.
fn watched(
    program: &mut RunningProgram,
    case: &Case,
    settings: &Settings,
    stop: &AtomicBool,
    count: &mut SearchCost,
    tell: &mut impl FnMut(SearchProgress),
) -> Result<Option<Answer>> {
    let mut last: Option<(Coordinates, i32, i32)> = None;
    let game = case.played()?;
    let (side, children) = (game.position().side(), children(&game));
    let (mut current, mut number) = (None, 0);
    let earlier = count.machine.unwrap_or(Nanos::ZERO);
    let answer = think(program, case, settings, stop, |event, time| {
        if let Some(time) = time {
            count.machine = Some(earlier.saturating_add(time));
        }
        let is_stopped = stop.load(Ordering::Relaxed);
        match *event.values() {
            [level, .., key] if event.row.index == ENTER.row.index => {
                count.nodes += 1;
                if count.most.is_some_and(|most| count.nodes >= most) {
                    stop.store(true, Ordering::Relaxed);
                }
                let child = children.iter().find(|(_, known)| level == ROOT_LEVEL + 1 && *known == key);
                if let Some(&(mv, _)) = child.filter(|(mv, _)| !is_stopped && current != Some(*mv)) {
                    if let Some((mv, _, value)) = last.take() {
                        tell(count.tried(mv, value));
                    }
                    (current, number) = (Some(mv), number + 1);
                    tell(SearchProgress::Begun { mv, number });
                }
            }
            // After the stop, the value belongs to an incomplete search.
            _ if is_stopped => {}
            // A root move's value and modified value (A and R of specification 9.3), from White's side.
            [ROOT_LEVEL, mv, value, modified] => {
                let mv = Move::from_word(Word::from_i64(mv));
                last = Some((mv.into(), value as i32, modified as i32));
            }
            // The value of a secondary search (A2).
            [_, second] => {
                if let Some((_, value, modified)) = &mut last {
                    [_, *modified] = after_secondary(side, [*value, *modified], second as i32);
                }
            }
            _ => {}
        }
    })?;
    if let Some(cost) = program.program().cost() {
        count.machine = Some(earlier.saturating_add(Nanos(cost.nanos)));
    }
    if let (None, Some((mv, _, value))) = (&answer, last) {
        tell(count.tried(mv, value));
    }
    Ok(answer)
}

/// Returns `None` if the search was stopped.
fn think(
    program: &mut RunningProgram,
    case: &Case,
    settings: &Settings,
    stop: &AtomicBool,
    mut hear: impl FnMut(&ProbeEvent, Option<Nanos>),
) -> Result<Option<Answer>> {
    match program {
        RunningProgram::Native(native) => {
            native.set_up(case)?;
            Ok(native.think_until(settings, stop, SearchListener(|event: &ProbeEvent| hear(event, None))))
        }
        RunningProgram::Emulated(emulated) => {
            emulated.set_up(case)?;
            Ok(emulated.search_until(settings, stop, |event, time| hear(event, Some(time)))?)
        }
        RunningProgram::Original(original) => {
            original.set_up(case)?;
            Ok(Some(original.think(settings)?))
        }
    }
}

pub(super) struct FinishedSearch {
    /// The answer; `None` if the search was stopped after it had reported a root move, or was abandoned.
    pub answer: Result<Option<Answer>>,
    pub nodes: u64,
    pub machine_time: Option<Nanos>,
    /// The basic depth, in plies.
    pub depth: i32,
    pub reasons: Vec<String>,
}

impl FinishedSearch {
    /// Returns an empty result, for a search that has not ended.
    pub(super) fn nothing() -> FinishedSearch {
        FinishedSearch { answer: Ok(None), nodes: 0, machine_time: None, depth: 0, reasons: Vec::new() }
    }

    /// Sets the reasons for the move, which the native program finds. A stopped search gets a sentence that
    /// says so. If the native program chooses another move, the reasons stay empty.
    pub(super) fn explain(&mut self, case: &Case, settings: &Settings) {
        let Ok(answer) = &self.answer else { return };
        let Some(answer) = answer else {
            self.reasons = vec![(ENGLISH.phrase)(Phrase::Stopped).to_owned()];
            return;
        };
        let settings = Settings { depth: self.depth, ..settings.clone() };
        let Ok(explanation) = explain(&mut Native::new(), case, &settings, false) else { return };
        let same = explanation.found().map(|found| &found.mv.coordinates)
            == answer.best.map(|best| best.to_string()).as_ref();
        if same {
            self.reasons = Writer::new(&explanation, Notation::Algebraic, &ENGLISH).short();
        }
    }
}

/// The cost of a search, and the limit for its nodes.
#[derive(Clone, Copy, Debug, Default)]
struct SearchCost {
    nodes: u64,
    most: Option<u64>,
    machine: Option<Nanos>,
}

impl SearchCost {
    fn add(&mut self, other: &SearchCost) {
        self.nodes += other.nodes;
        self.machine = match (self.machine, other.machine) {
            (Some(one), Some(more)) => Some(one.saturating_add(more)),
            (one, more) => one.or(more),
        };
    }

    fn tried(&self, mv: Coordinates, value: i32) -> SearchProgress {
        SearchProgress::Tried(RootProgress { mv, value, nodes: self.nodes, machine_time: self.machine })
    }
}

const ROOT_LEVEL: i64 = 1;

/// Returns the legal moves, each with the key of the position after it, which a probe reports when the search
/// enters the position. Returns no moves if the game's record is full.
fn children(game: &Game) -> Vec<(Coordinates, i64)> {
    let child = |mv: Move| {
        let mut after = game.clone();
        after.make(mv);
        (mv.into(), after.position().key().bits() as i64)
    };
    let moves = if game.is_full() { Vec::new() } else { legal(game.position()) };
    moves.into_iter().map(child).collect()
}

/// Forwards the reports of the native program, which equal those of
/// [`search_until`](crate::emulated::Emulated::search_until).
struct SearchListener<F>(F);

impl<F: FnMut(&ProbeEvent)> Probe for SearchListener<F> {
    #[inline]
    fn at<const N: usize>(&mut self, point: &'static Point<N>, values: [i64; N]) {
        if [ENTER.row.index, TRIED.row.index, SECONDARY.row.index].contains(&point.row.index) {
            self.0(&ProbeEvent::new(&point.row, &values));
        }
    }
}
