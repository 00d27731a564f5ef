//! A search that is running, or that has ended and holds its move back.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::limits::Limits;
use super::score::score;
use super::session::FIRST_MOMENTS;
use crate::engine::game::Game;
use crate::engine::moves::legal;
use crate::engine::position::Position;
use crate::program::{Answer, Coordinates};

/// A root move whose search has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tried {
    pub mv: Coordinates,
    /// The value, from White's side.
    pub value: i32,
    /// The nodes of the search until then.
    pub nodes: u64,
}

/// A running search.
pub(super) struct Search {
    pub stop: Arc<AtomicBool>,
    /// Start time.
    pub began: Instant,
    /// Time when it is stopped.
    pub deadline: Option<Instant>,
    /// Whether the program reacts to `stop`.
    pub can_stop: bool,
    /// The last lines, held back until `stop` or `ponderhit`.
    pub held: Option<String>,
    root: Position,
    limits: Limits,
    depth: i32,
    best: Option<(Coordinates, i32)>,
}

impl Search {
    pub(super) fn new(root: Position, limits: Limits, depth: i32) -> Search {
        let began = Instant::now();
        let time = if limits.ponder { None } else { limits.time(root.side()) };
        Search {
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

    /// Returns `true` if no limit ends the search. Its move is then held back until a command asks for it.
    pub(super) fn is_unlimited(&self) -> bool {
        self.limits.infinite || self.limits.ponder
    }

    /// Returns `true` if the search was stopped and the program reacts to that.
    pub(super) fn is_ending(&self) -> bool {
        self.is_stopped() && self.can_stop
    }

    /// Returns `true` if the search was stopped, or if it is limited and in its first moments.
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

    /// Returns the line to print if a move is the best until now.
    pub(super) fn improve(&mut self, tried: &Tried) -> Option<String> {
        let sign = self.root.side().sign();
        if self.best.is_some_and(|(_, best)| sign * tried.value <= sign * best) {
            return None;
        }
        self.best = Some((tried.mv, tried.value));
        Some(self.info(self.depth, Some(tried.value), tried.nodes, &[tried.mv]))
    }

    /// Returns the last lines: the result and the move. A search that was stopped has already reported its
    /// values.
    pub(super) fn last_lines(&self, answer: Option<&Answer>, depth: i32, nodes: u64) -> String {
        let first = || legal(&self.root).first().map(|&mv| mv.into());
        let line = answer.map_or(&[][..], |answer| &answer.variation);
        let info = self.info(depth, answer.map(|answer| answer.value), nodes, line);
        let best = match answer {
            Some(answer) => answer.best,
            None => self.best.map(|(mv, _)| mv),
        };
        // If it was stopped before the first move, or found nothing to capture at depth 0, the move is the
        // first legal one.
        let Some(best) = best.or_else(first) else { return format!("{info}\nbestmove 0000\n") };
        let mut lines = format!("{info}\nbestmove {best}");
        if let [first, reply, ..] = line
            && *first == best
            && self.is_legal_after(best, *reply)
        {
            let _ = write!(lines, " ponder {reply}");
        }
        lines + "\n"
    }

    fn is_legal_after(&self, mv: Coordinates, reply: Coordinates) -> bool {
        let mut game = Game::from(self.root.clone());
        mv.legal_in(&self.root).is_some_and(|mv| {
            game.make(mv);
            reply.legal_in(game.position()).is_some()
        })
    }

    fn info(&self, depth: i32, value: Option<i32>, nodes: u64, line: &[Coordinates]) -> String {
        let mut text = format!("info depth {depth}");
        if let Some(value) = value {
            let _ = write!(text, " score {}", score(&self.root, value));
        }
        let time = self.began.elapsed();
        let speed = nodes as f64 / time.as_secs_f64().max(1e-6);
        let _ = write!(text, " time {} nodes {nodes} nps {speed:.0}", time.as_millis());
        if !line.is_empty() {
            text += " pv";
        }
        line.iter().fold(text, |text, mv| text + &format!(" {mv}"))
    }
}
