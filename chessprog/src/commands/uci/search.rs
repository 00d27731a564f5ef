//! A search that is running, or that has ended and whose move is held back.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use emulator::time::Nanos;

use super::choose::FinishedSearch;
use super::limits::Limits;
use super::reply::{SearchInfo, SessionReply};
use super::score::score;
use super::session::FIRST_MOMENTS;
use crate::engine::game::Game;
use crate::engine::moves::legal;
use crate::engine::position::Position;
use crate::program::Coordinates;

/// A root move whose search has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RootProgress {
    pub mv: Coordinates,
    /// The value, from White's side.
    pub value: i32,
    /// Nodes of the search up to this result.
    pub nodes: u64,
    /// The machine's time since the start, if the program runs on a machine.
    pub machine_time: Option<Nanos>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchProgress {
    /// The search of a root move begins. The first has the number 1.
    Begun {
        mv: Coordinates,
        number: usize,
    },
    Tried(RootProgress),
}

/// A search from its `go` to its `bestmove`, even if the program has already answered.
pub(super) struct RunningSearch {
    pub stop: Arc<AtomicBool>,
    pub began: Instant,
    /// Time when the search is stopped, or abandoned if it cannot be stopped; `None` without a time limit.
    pub deadline: Option<Instant>,
    /// Whether the program reacts to `stop`.
    pub can_stop: bool,
    /// The last answers of an unlimited search that has ended by itself, until a command releases them.
    pub held: Option<Vec<SessionReply>>,
    root: Position,
    limits: Limits,
    depth: i32,
    /// The best of the root moves already tried, and its value from White's side.
    best: Option<(Coordinates, i32)>,
}

impl RunningSearch {
    pub(super) fn new(root: Position, limits: Limits, depth: i32) -> RunningSearch {
        let began = Instant::now();
        let time = if limits.ponder { None } else { limits.time(root.side()) };
        RunningSearch {
            stop: Arc::new(AtomicBool::new(false)),
            deadline: time.map(|time| began + time),
            can_stop: true,
            held: None,
            root,
            limits,
            depth,
            began,
            best: None,
        }
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Returns `true` for `go infinite` and `go ponder`. If such a search ends by itself, its move is held
    /// back until a command releases it.
    pub(super) fn is_unlimited(&self) -> bool {
        self.limits.infinite || self.limits.ponder
    }

    /// Returns `true` if the search was stopped and the program reacts to that.
    pub(super) fn is_ending(&self) -> bool {
        self.is_stopped() && self.can_stop
    }

    /// Returns `true` if the search was stopped and the program reacts to that, or if it is limited and in
    /// its first moments.
    pub(super) fn ends_soon(&self) -> bool {
        self.is_ending() || !self.is_unlimited() && self.began.elapsed() < FIRST_MOMENTS
    }

    /// Starts the clock, because the expected move was played. Returns `true` if a move held back can be
    /// printed.
    pub(super) fn ponder_hit(&mut self) -> bool {
        if std::mem::take(&mut self.limits.ponder) {
            self.deadline = self.limits.time(self.root.side()).map(|time| Instant::now() + time);
        }
        !self.limits.infinite
    }

    /// Returns the result if the move is better than all moves tried before it.
    pub(super) fn improve(&mut self, tried: &RootProgress) -> Option<SearchInfo> {
        let sign = self.root.side().sign();
        if self.best.is_some_and(|(_, best)| sign * tried.value <= sign * best) {
            return None;
        }
        self.best = Some((tried.mv, tried.value));
        let info = self.info(self.depth, Some(tried.value), tried.nodes, &[tried.mv]);
        Some(SearchInfo { machine_time: tried.machine_time, ..info })
    }

    pub(super) fn begin(&self, mv: Coordinates, number: usize) -> SearchInfo {
        SearchInfo { depth: self.depth, current: Some((mv, number)), ..SearchInfo::default() }
    }

    /// Returns the last answers: the result and the move. A search that was stopped has already reported its
    /// values.
    pub(super) fn last_replies(&self, found: &FinishedSearch) -> Vec<SessionReply> {
        let answer = found.answer.as_ref().ok().and_then(Option::as_ref);
        let first = || legal(&self.root).first().map(|&mv| mv.into());
        let line = answer.map_or(&[][..], |answer| &answer.variation);
        let info = self.info(found.depth, answer.map(|answer| answer.value), found.nodes, line);
        let info = SearchInfo { machine_time: found.machine_time, ..info };
        let best = match answer {
            Some(answer) => answer.best,
            None => self.best.map(|(mv, _)| mv),
        };
        // If the search was abandoned before a root move had a value, or found nothing to capture at depth 0,
        // the move is the first legal one.
        let mv = best.or_else(first);
        let ponder = match (mv, line) {
            (Some(mv), &[first, reply, ..]) if first == mv && self.is_legal_after(mv, reply) => Some(reply),
            _ => None,
        };
        vec![SessionReply::Info(info), SessionReply::Best { mv, ponder }]
    }

    fn is_legal_after(&self, mv: Coordinates, reply: Coordinates) -> bool {
        let mut game = Game::from(self.root.clone());
        mv.legal_in(&self.root).is_some_and(|mv| {
            game.make(mv);
            reply.legal_in(game.position()).is_some()
        })
    }

    fn info(&self, depth: i32, value: Option<i32>, nodes: u64, line: &[Coordinates]) -> SearchInfo {
        SearchInfo {
            depth,
            score: value.map(|value| score(&self.root, value)),
            spent: Some((self.began.elapsed(), nodes)),
            line: line.to_vec(),
            ..SearchInfo::default()
        }
    }
}
