//! The evaluator chapter: the position evaluator (specification 8; paper, Evaluation and Feedover).
//!
//! It first checks whether the position must be fed over to the plausible move generator ([`feedover`], 8.1).
//! If not, its value is the static value, improved by plausible captures ([`captures`], 8.2) to any depth
//! (8.3).

pub(super) mod captures;
pub(super) mod feedover;

use super::attack::Tables;
use super::moves::has_legal_move;
use super::plausible::sort::Sorting;
use super::position::Position;
use super::prise::Seen;
use super::search::{Outcome, Search};
use super::statics;
use crate::parameters::limits::MAX_LEVEL;
use crate::vocabulary::probe::{CAPTURE, FEEDOVER, NoProbe, Probe};
use crate::vocabulary::{DIRECTIONS, Piece, Side};

impl<P: Probe> Search<'_, P> {
    /// EVALUA: returns the value of the current position, with the present level and window. With PAPER 0
    /// mate and stalemate are not recognised (fault F39).
    pub(super) fn evaluate(&mut self, side: Side) -> Outcome {
        self.counters.evaluations += 1;
        self.lines[self.level as usize].clear();
        let in_check = self.memory.tables.attacked(!side, self.position.king(side));
        if self.settings.paper && !can_move(&self.position, &self.memory.tables, in_check) {
            return self.no_move(side, in_check);
        }
        let first = self.memory.captures.len();
        let outcome = match self.scan() {
            Scanned::FeedsOver => {
                self.memory.captures.truncate(first);
                self.feed_over(side)
            }
            Scanned::All => self.value(side, first, true),
            Scanned::OwnAlone => self.value(side, first, false),
        };
        self.memory.captures.truncate(first);
        outcome
    }

    /// Looks for a feedover condition and lists the captures. If no probe can see the captures, they are
    /// listed only when needed.
    fn scan(&mut self) -> Scanned {
        let deepest = self.level as usize >= MAX_LEVEL;
        let allowed = self.level < self.feedover_limit && self.feedovers > 0 && !deepest;
        let all_seen = P::ACTIVE || self.shadows();
        let paper = self.settings.paper;
        let refused = &mut self.counters.refused;
        let seen = Seen { position: &self.position, tables: &self.memory.tables };
        let mut wanted = |condition, probe: &mut P| {
            probe.at(&FEEDOVER, [condition as i64, -i64::from(allowed)]);
            *refused += u64::from(!allowed);
            allowed
        };
        let Some(own) = feedover::scan_own(seen, paper, self.probe, &mut wanted) else {
            return Scanned::FeedsOver;
        };
        if own != 1 && !all_seen {
            return Scanned::OwnAlone;
        }
        let list = &mut self.memory.captures;
        if feedover::scan_theirs(seen, paper, own, list, self.probe, &mut wanted) {
            Scanned::FeedsOver
        } else {
            Scanned::All
        }
    }

    /// Lists the captures that the scan did not list.
    fn list_captures(&mut self) {
        let seen = Seen { position: &self.position, tables: &self.memory.tables };
        let list = &mut self.memory.captures;
        feedover::scan_theirs(seen, self.settings.paper, 0, list, &mut NoProbe, &mut |_, _| false);
    }

    /// Lets the generator search the node, at the same level and with the same window.
    fn feed_over(&mut self, side: Side) -> Outcome {
        self.feedovers -= 1;
        self.counters.feedovers += 1;
        let outcome = self.generator_node(side);
        self.feedovers += 1;
        outcome
    }

    /// Tries stand pat, then the captures from index `first` by their gain (specification 8.3). `listed` says
    /// that they are already listed.
    fn value(&mut self, side: Side, first: usize, listed: bool) -> Outcome {
        let window = self.window;
        let (s, mine, level) = (side.sign(), side.index(), self.level as usize);
        let deepest = level >= MAX_LEVEL;
        let (position, tables) = (&self.position, &self.memory.tables);
        let stand_pat = statics::value(position, tables, &self.root, self.settings.paper, self.probe).sum();
        let mut shadow = self.begin_shadow(side);
        self.add_shadow(side, &mut shadow, &Outcome::exact(stand_pat));
        if self.is_good_enough(side, stand_pat) {
            return self.cut(side, &window, shadow, !deepest && self.memory.captures.len() > first);
        }
        if !listed {
            self.list_captures();
        }
        let list = if deepest { 0 } else { self.memory.captures.len() - first };
        let mut sorting = Sorting::of(list);
        if s * stand_pat >= s * self.window.bound[mine] {
            // Fault F28: the equality flag is not updated.
            self.window.bound[mine] = stand_pat;
        }
        let mut best = stand_pat;
        let mut drawn = false;
        for index in 0..list {
            let captures = &mut self.memory.captures[first..];
            sorting.settle(captures, index + 1, |capture| capture.gain);
            let capture = captures[index];
            self.probe.at(&CAPTURE, [capture.mv.word().bits() as i64, capture.gain.into()]);
            let Some(frame) = self.try_capture(&capture) else { continue };
            let answer = self.visit(!side, true);
            self.take_back(frame);
            self.add_shadow(side, &mut shadow, &answer);
            if self.is_good_enough(side, answer.value) {
                // Fault F29: the variation lacks the capture.
                if let [line, rest] = &mut self.lines[level..][..2] {
                    line.follow(rest);
                }
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

/// How far the scan has got.
enum Scanned {
    /// The node feeds over.
    FeedsOver,
    /// No condition holds, and the captures are listed.
    All,
    /// No condition can hold any more. The captures are still to be listed.
    OwnAlone,
}

/// Returns `true` if the side to move has a legal move. Nearly always one can be found without trying it: by
/// a piece that is not on a line of a slider or, in check, by the king.
pub(super) fn can_move(position: &Position, tables: &Tables, in_check: bool) -> bool {
    let side = position.side();
    let free = |piece: Piece| {
        piece != Piece::king(side) && tables.no_first_slider(piece) && position.has_plain_target(piece)
    };
    let seen = if in_check { king_escapes(position, tables) } else { position.living(side).any(free) };
    seen || has_legal_move(position)
}

/// Returns `true` if the king can step to an unattacked square without staying on the line of a slider that
/// attacks him.
fn king_escapes(position: &Position, tables: &Tables) -> bool {
    let side = position.side();
    let at = position.king(side);
    DIRECTIONS.iter().enumerate().any(|(direction, &step)| {
        let to = at.step(step);
        let met = position.at(to);
        let goes = met.is_none() || met.is_of(!side);
        goes && !tables.attacked(!side, to) && tables.first_slider(Piece::king(side), direction).is_none()
    })
}
