//! The top of the tree: trying the moves, secondary searches, the answer (specification 9.5; paper, Secondary search).

use std::sync::atomic::AtomicBool;

use super::super::board::{Color, Game, Move};
use super::super::evaluate::{PawnFacts, Reference};
use super::super::moves::Guard;
use super::super::plausible::Scored;
use super::super::probe::{Point, Probe};
use super::{Counters, Memory, NO_LINE, Phase, Search, Tally, Window};
use crate::parameters::limits::MAX_PLY;
use crate::parameters::settings::Settings;
use crate::parameters::values::{MATE, MATE_ZONE};

/// What a search gave.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thought {
    /// All legal moves as the plausible move generator sorts them.
    pub list: Vec<Scored>,
    /// The moves investigated, in order of trial, if it was stopped those before.
    pub tried: Vec<RootMove>,
    /// What it found. None if there is no legal move, or if it was stopped.
    pub answer: Option<Answer>,
}

/// What a search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The best move.
    pub best: Move,
    /// Its value, from White's side.
    pub value: i32,
    /// The variation, the best move first.
    pub variation: Vec<Move>,
    /// What was counted.
    pub counters: Counters,
}

/// A move investigated at the top.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// Its value before a secondary search.
    pub value: i32,
    /// Its value after the secondary search, if there was one.
    pub secondary: Option<i32>,
    /// Whether it became the best move.
    pub best: bool,
    /// Its variation, the move itself first.
    pub variation: Vec<Move>,
}

impl Memory {
    /// THINK: searches the position on the board, until `stop` is set by another.
    pub fn think<P: Probe>(
        &mut self,
        game: &Game,
        settings: &Settings,
        stop: &AtomicBool,
        probe: &mut P,
    ) -> Thought {
        self.table.advance();
        self.repetition.load(settings.repetition, settings.once_is_draw, game.keys(), &mut self.table);
        self.moves.clear();
        self.scored.clear();
        self.captures.clear();
        self.lines.resize(MAX_PLY + 1, NO_LINE);
        let mut search = Search {
            position: game.position().clone(),
            settings,
            memory: self,
            reference: Reference::of(game.position()),
            counters: Counters::default(),
            stop,
            probe,
        };
        search.root()
    }
}

impl<P: Probe> Search<'_, P> {
    /// Tries the moves at the top.
    fn root(&mut self) -> Thought {
        self.memory.attacks.analyse(&self.position);
        let facts = PawnFacts::of(&self.position);
        let guard = Guard::new(&self.position);
        self.counters.pmg += 1;
        let (first, end) = self.plausible_list(&facts, &guard);
        let list = self.memory.scored[first..end].to_vec();
        let key = self.position.key();
        self.memory.repetition.enter(key, &mut self.memory.table);
        let mut tally = Tally::new(self.settings, 0, &list);
        let mut window = Window::WIDEST;
        let mut tried: Vec<RootMove> = Vec::new();
        let mut best: Option<usize> = None;
        'moves: for phase in [Phase::Best, Phase::Rest] {
            for (number, scored) in list.iter().enumerate() {
                if !tally.selects(phase, number, scored) {
                    continue;
                }
                let root_move = self.try_at_root(window, scored, best.map(|best| &tried[best]));
                if self.stopped() {
                    break 'moves;
                }
                let value = root_move.secondary.unwrap_or(root_move.value);
                let side = self.position.side();
                tally.tried(number, scored, value, side);
                if root_move.best {
                    best = Some(tried.len());
                }
                tried.push(root_move);
                window.narrow(side, value);
                if value == side.sign() * (MATE - 1) {
                    break 'moves;
                }
            }
        }
        self.memory.repetition.leave(&mut self.memory.table);
        self.memory.scored.truncate(first);
        let best = best.filter(|_| !self.stopped()).map(|best| &tried[best]);
        let answer = best.map(|best| Answer {
            best: best.mv,
            value: best.secondary.unwrap_or(best.value),
            variation: best.variation.clone(),
            counters: self.counters,
        });
        Thought { list, tried, answer }
    }

    /// ROOTTR: tries one move at the top, with a secondary search if it looks like the new best.
    fn try_at_root(&mut self, window: Window, scored: &Scored, best: Option<&RootMove>) -> RootMove {
        let side = self.position.side();
        let better =
            |value: i32| best.is_none_or(|best| is_better(side, value, best.secondary.unwrap_or(best.value)));
        let (result, amount) = self.try_move(0, self.settings.depth, window, scored);
        let mut variation = vec![scored.mv];
        let line = &self.memory.lines[1];
        variation.extend(&line.moves[..line.length]);
        let mut root_move =
            RootMove { mv: scored.mv, value: result.value, secondary: None, best: false, variation };
        if self.settings.secondary > 0 && better(result.value) && !result.is_mate() && !result.drawn {
            self.secondary(&mut root_move, amount);
        }
        root_move.best = better(root_move.secondary.unwrap_or(root_move.value));
        root_move
    }

    /// SECOND: plays the variation out as far as the plausible move generator made it, and looks further there.
    fn secondary(&mut self, root_move: &mut RootMove, amount: i32) {
        let line = &self.memory.lines[1];
        let length = ((!line.plausible).trailing_zeros() as usize).min(line.length);
        if length == 0 || length + 2 >= MAX_PLY || self.stopped() {
            return;
        }
        self.counters.sec += 1;
        let mut frames = Vec::with_capacity(length + 1);
        for &mv in &root_move.variation[..=length] {
            if !frames.is_empty() {
                let key = self.position.key();
                self.memory.repetition.enter(key, &mut self.memory.table);
            }
            frames.push(self.position.make(mv));
        }
        let ply = length as i32 + 1;
        let result = self.look(ply, ply + self.settings.secondary, Window::WIDEST);
        while let Some(frame) = frames.pop() {
            self.position.unmake(frame);
            if !frames.is_empty() {
                self.memory.repetition.leave(&mut self.memory.table);
            }
        }
        let value = if result.value.abs() >= MATE_ZONE { result.value } else { result.value + amount };
        let before = root_move.value;
        let worse = is_better(self.position.side(), before, value);
        let after = if worse { value } else { before };
        self.probe.at(Point::Secondary, &[before.into(), after.into()]);
        root_move.secondary = Some(after);
        if worse {
            let line = &self.memory.lines[ply as usize];
            root_move.variation.truncate(length + 1);
            root_move.variation.extend(&line.moves[..line.length]);
        }
    }
}

fn is_better(side: Color, value: i32, than: i32) -> bool {
    side.sign() * value > side.sign() * than
}
