//! The secondary search: searches again from the end of a new best move's variation (specification 9.5;
//! paper, Secondary search).

use super::super::moves::Frame;
use super::variation::Variation;
use super::{Outcome, Search, Window};
use crate::parameters::values::{MATE_ZONE, REFUTED_LIMIT};
use crate::vocabulary::Side;
use crate::vocabulary::probe::{Probe, SECONDARY};

impl<P: Probe> Search<'_, P> {
    /// SECSRC: may replace both values and the variation of the root move just tried. The board is still the
    /// one after that move.
    pub(super) fn secondary(&mut self, side: Side, answer: &mut Outcome, modified: &mut i32) {
        let below = self.level as usize + 1;
        let line = self.lines[below];
        let moves = line.generated_moves();
        let settled = answer.value.abs() < MATE_ZONE.0 && !answer.drawn;
        if self.settings.secondary == 0 || !settled || moves == 0 {
            return;
        }
        self.counters.secondary += 1;
        let frames = self.play_line(&line, moves);
        // The root is at level 1, the position after its move at 2, and the end of the line at `moves` + 2.
        let found = self.search_from(moves as i32 + 1);
        let end = self.lines[moves + 2];
        for frame in frames.into_iter().rev() {
            self.take_back(frame);
            self.memory.repetition.leave(&mut self.memory.hash);
        }
        if P::ACTIVE {
            self.probe.at(&SECONDARY, [answer.value.into(), found.value.into()]);
        }
        if let Some(last) = self.top.last_mut() {
            last.secondary = Some(found.value);
        }
        let s = side.sign();
        if found.value.abs() <= REFUTED_LIMIT && s * found.value < s * answer.value {
            let deduction = answer.value - *modified;
            *modified = if found.drawn { found.value } else { found.value - deduction };
            (answer.value, answer.drawn) = (found.value, found.drawn);
            self.lines[below] = line.first(moves).then(&end);
        }
    }

    /// Makes the moves of the line. Enters the position before each move into the repetition structure.
    fn play_line(&mut self, line: &Variation, moves: usize) -> Vec<Frame> {
        let mut frames = Vec::with_capacity(moves);
        for (level, &mv) in (2..).zip(&line.moves()[..moves]) {
            let key = self.position.key();
            self.memory.repetition.enter(key, level, &mut self.memory.hash);
            frames.push(self.position.make(mv, self.carried));
            self.memory.tables.make(&self.position, self.carried, true);
        }
        frames
    }

    /// Searches from the current position, at level `level` + 1, with a fresh window and depth.
    fn search_from(&mut self, level: i32) -> Outcome {
        let saved = (self.window, self.depth, self.feedover_limit, self.feedovers, self.level);
        self.window = Window::WIDEST;
        self.feedovers = self.settings.feedover;
        self.depth = level + self.settings.secondary;
        self.feedover_limit = self.depth + self.settings.feedover + 1;
        self.level = level;
        let found = self.visit(self.position.side(), false);
        (self.window, self.depth, self.feedover_limit, self.feedovers, self.level) = saved;
        found
    }
}
