//! The evaluator chapter: the position evaluator (specification 8; paper, Evaluation and Feedover).
//!
//! It asks first whether the position must be fed over to the plausible move generator ([`feedover`], 8.1); if not, its value is the
//! static one, improved by plausible captures ([`captures`], 8.2) to any depth (8.3).

pub(super) mod captures;
pub(super) mod feedover;

use super::moves::has_legal_move;
use super::prise::Seen;
use super::search::{Outcome, Search};
use super::statics;
use crate::parameters::limits::MAX_LEVEL;
use crate::vocabulary::Side;
use crate::vocabulary::probe::{CAPTURE, FEEDOVER, Probe};

impl<P: Probe> Search<'_, P> {
    /// EVALUA: the value of the position at hand, at the present level and window. With PAPER 0 mate and stalemate are not seen
    /// (fault F39).
    pub(super) fn evaluate(&mut self, side: Side) -> Outcome {
        self.counters.evaluations += 1;
        self.lines[self.level as usize].clear();
        let in_check = self.memory.tables.attacked(!side, self.position.king(side));
        if self.settings.paper && !has_legal_move(&self.position) {
            return self.no_move(side, in_check);
        }
        let first = self.memory.captures.len();
        let outcome = if self.scan() {
            self.memory.captures.truncate(first);
            self.feed_over(side)
        } else {
            self.value(side, first)
        };
        self.memory.captures.truncate(first);
        outcome
    }

    /// Looks for a feedover condition and makes the list of captures; gives whether the node feeds over.
    fn scan(&mut self) -> bool {
        let deepest = self.level as usize >= MAX_LEVEL;
        let allowed = self.level < self.feedover_limit && self.feedovers > 0 && !deepest;
        let refused = &mut self.counters.refused;
        feedover::scan(
            Seen { position: &self.position, tables: &self.memory.tables },
            self.settings.paper,
            &mut self.memory.captures,
            self.probe,
            |condition, probe| {
                probe.at(&FEEDOVER, [condition as i64, -i64::from(allowed)]);
                *refused += u64::from(!allowed);
                allowed
            },
        )
    }

    /// The generator takes the node over, at the same level and with the same window.
    fn feed_over(&mut self, side: Side) -> Outcome {
        self.feedovers -= 1;
        self.counters.feedovers += 1;
        let outcome = self.generator_node(side);
        self.feedovers += 1;
        outcome
    }

    /// Stand pat, then the captures from `first` on in the order of their gain (specification 8.3).
    fn value(&mut self, side: Side, first: usize) -> Outcome {
        let window = self.window;
        let (s, mine, level) = (side.sign(), side.index(), self.level as usize);
        let list = if level < MAX_LEVEL { self.memory.captures.len() - first } else { 0 };
        let (position, tables) = (&self.position, &self.memory.tables);
        let stand_pat = statics::value(position, tables, &self.root, self.settings.paper, self.probe).sum();
        let mut shadow = self.begin_shadow(side);
        self.add_shadow(side, &mut shadow, &Outcome::exact(stand_pat));
        if self.is_good_enough(side, stand_pat) {
            return self.cut(side, &window, shadow, list > 0);
        }
        captures::sort(&mut self.memory.captures[first..]);
        if s * stand_pat >= s * self.window.bound[mine] {
            // Fault F28: the equality flag stays as it is.
            self.window.bound[mine] = stand_pat;
        }
        let mut best = stand_pat;
        let mut drawn = false;
        for index in 0..list {
            let capture = self.memory.captures[first + index];
            self.probe.at(&CAPTURE, [capture.mv.word().bits() as i64, capture.gain.into()]);
            let Some(frame) = self.try_capture(&capture) else { continue };
            let answer = self.visit(!side, true);
            self.take_back(frame);
            self.add_shadow(side, &mut shadow, &answer);
            if self.is_good_enough(side, answer.value) {
                // Fault F29: the variation lacks the capture.
                self.lines[level] = self.lines[level + 1];
                return self.cut(side, &window, shadow, index + 1 < list);
            }
            if s * answer.value >= s * best {
                if s * answer.value >= s * self.window.bound[mine] {
                    self.window.bound[mine] = answer.value;
                    self.window.equal[(!side).index()] = true;
                }
                best = answer.value;
                drawn = answer.drawn;
                self.lead(capture.mv, false);
            }
        }
        Outcome { drawn, ..self.bounded(side, best, &window, shadow) }
    }
}
