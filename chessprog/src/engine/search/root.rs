//! The root: starts a search of a position and keeps the results (specification 9.5).

use std::sync::atomic::AtomicBool;

use super::super::game::Game;
use super::super::plausible::Entry;
use super::super::position::Position;
use super::super::statics::{Root, root_ratio};
use super::variation::Variation;
use super::{Memory, Outcome, Search, Window};
use crate::parameters::limits::MAX_LEVEL;
use crate::parameters::weights::{MIDDLE_PLIES, OPENING_PLIES};
use crate::vocabulary::probe::Probe;
use crate::vocabulary::{Counters, Move, Settings};

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The move; `None` if there is no legal move, or with SETD 0 no worthwhile capture.
    pub best: Option<Move>,
    /// The value, from White's side.
    pub value: i32,
    /// The variation, starting with the best move.
    pub variation: Vec<Move>,
    /// The counters of this search (specification 14.4).
    pub counters: Counters,
}

/// A move that was investigated at the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// A, the unmodified value of the move, before a secondary search.
    pub value: i32,
    /// R, the modified value of the move, before a secondary search.
    pub modified: i32,
    /// bound(0) and bound(1) before the move was investigated.
    pub window: [i32; 2],
    /// The variation after the move, before a secondary search.
    pub variation: Vec<Move>,
    /// A2, the value of the secondary search, if one was made.
    pub secondary: Option<i32>,
    /// Whether the move became the best, after the secondary search.
    pub best: bool,
}

/// All results of a search at the root.
#[derive(Clone, Debug)]
pub struct RootResults {
    /// The sorted list of plausible moves at the root.
    pub list: Vec<Entry>,
    /// The moves investigated at the root, in order.
    pub tried: Vec<RootMove>,
    /// The answer; `None` if the search was stopped.
    pub answer: Option<SearchResult>,
}

/// SETPHS: returns the values that stay fixed during the search from a root.
pub fn root_of(position: &Position) -> Root {
    let ply = i32::from(position.game_ply());
    Root { opening: ply <= OPENING_PLIES, middle: ply <= MIDDLE_PLIES, ratio: root_ratio(position) }
}

impl Memory {
    /// THINK: searches the current position of the game. Setting `stop` from another thread stops the search
    /// as control-G does.
    pub fn think(
        &mut self,
        game: &mut Game,
        settings: &Settings,
        stop: &AtomicBool,
        probe: &mut impl Probe,
    ) -> RootResults {
        self.hash.next_generation();
        self.repetition.load(settings, game, &mut self.hash);
        let position = game.position().clone();
        let root = root_of(&position);
        let carried = game.carried_mut();
        self.tables.make(&position, carried, false);
        let side = position.side();
        let mut search = Search {
            position,
            carried,
            memory: self,
            settings,
            root,
            counters: Counters::default(),
            window: Window::WIDEST,
            feedovers: settings.feedover,
            level: 0,
            depth: settings.depth,
            feedover_limit: settings.feedover_limit(),
            lines: vec![Variation::EMPTY; MAX_LEVEL + 2],
            top: Vec::new(),
            top_list: Vec::new(),
            stop,
            probe,
        };
        let outcome = search.visit(side, false);
        search.finish(outcome)
    }
}

impl<P: Probe> Search<'_, P> {
    /// Makes the tables of the root again and returns the results.
    fn finish(mut self, outcome: Outcome) -> RootResults {
        if self.counters.tried > 0 {
            self.counters.tables += 1;
        }
        self.memory.tables.make(&self.position, self.carried, false);
        let variation = self.lines[1].moves().to_vec();
        let stopped = self.stop.load(std::sync::atomic::Ordering::Relaxed);
        let answer = (!stopped).then(|| SearchResult {
            best: variation.first().copied(),
            value: outcome.value,
            variation,
            counters: self.counters,
        });
        RootResults { list: std::mem::take(&mut self.top_list), tried: std::mem::take(&mut self.top), answer }
    }

    /// RTNOTE: records a move investigated at the root.
    pub(super) fn note_root_move(&mut self, mv: Move, answer: &Outcome, modified: i32, window: [i32; 2]) {
        let variation = self.lines[self.level as usize + 1].moves().to_vec();
        let value = answer.value;
        self.top.push(RootMove { mv, value, modified, window, variation, secondary: None, best: false });
    }

    /// Marks the last recorded move as the best.
    pub(super) fn note_best(&mut self) {
        if let Some(last) = self.top.last_mut() {
            last.best = true;
        }
    }
}
