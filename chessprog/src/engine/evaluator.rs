//! The evaluator chapter: the position evaluator (specification 8; paper, Evaluation and Feedover).
//!
//! The evaluator first tests whether the position must be fed over to the plausible move generator
//! ([`feedover`], specification 8.1). If not, the value of the position is the static value, improved by
//! plausible captures ([`captures`], specification 8.2), each answered by another evaluation (specification
//! 8.3).

pub(super) mod captures;
pub(super) mod feedover;

use super::attack::Tables;
use super::moves::has_legal_move;
use super::plausible::sort::Sorting;
use super::position::Position;
use super::prise::PositionView;
use super::search::{Outcome, Search};
use super::statics;
use crate::parameters::limits::MAX_LEVEL;
use crate::vocabulary::probe::{CAPTURE, FEEDOVER, Probe};
use crate::vocabulary::{Kind, Piece, Side, Square};

impl<P: Probe> Search<'_, P> {
    /// EVALUA: returns the value of the current position, at the present level with the present window. With
    /// PAPER 0 mate and stalemate are not recognised (fault F39).
    pub(super) fn evaluate(&mut self, side: Side) -> Outcome {
        self.counters.evaluations += 1;
        self.lines[self.level as usize].clear();
        let in_check = self.memory.tables.attacked(!side, self.position.king(side));
        if self.settings.paper && !can_move(&self.position, &self.memory.tables, in_check) {
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

    /// Tests the feedover conditions and lists the plausible captures. Returns `true` if the node feeds over.
    fn scan(&mut self) -> bool {
        // At the deepest level the stack has no room for more nodes (specification 17.6).
        let deepest = self.level as usize >= MAX_LEVEL;
        let allowed = self.level < self.feedover_limit && self.feedovers > 0 && !deepest;
        let seen = PositionView { position: &self.position, tables: &self.memory.tables };
        let refused = &mut self.counters.refused;
        let list = &mut self.memory.captures;
        feedover::scan(seen, self.settings.paper, list, self.probe, |condition, probe| {
            probe.at(&FEEDOVER, [condition as i64, -i64::from(allowed)]);
            *refused += u64::from(!allowed);
            allowed
        })
    }

    /// Searches the node as a generator node, at the same level and with the same window.
    fn feed_over(&mut self, side: Side) -> Outcome {
        self.feedovers -= 1;
        self.counters.feedovers += 1;
        let outcome = self.generator_node(side);
        self.feedovers += 1;
        outcome
    }

    /// Tries stand pat, then the captures from index `first`, greatest gain first (specification 8.3).
    fn value(&mut self, side: Side, first: usize) -> Outcome {
        let window = self.window;
        let (s, mine, level) = (side.sign(), side.index(), self.level as usize);
        // At the deepest level no capture is tried.
        let length = if level >= MAX_LEVEL { 0 } else { self.memory.captures.len() - first };
        let (position, tables) = (&self.position, &self.memory.tables);
        let stand_pat = statics::value(position, tables, &self.root, self.settings.paper, self.probe).sum();
        let mut shadow = self.begin_shadow(side);
        self.add_shadow(side, &mut shadow, &Outcome::exact(stand_pat));
        if self.is_good_enough(side, stand_pat) {
            return self.cut(side, &window, shadow, length > 0);
        }
        let mut sorting = Sorting::of(&self.memory.captures[first..]);
        if s * stand_pat >= s * self.window.bound[mine] {
            // Fault F28: the equality flag is not updated.
            self.window.bound[mine] = stand_pat;
        }
        let mut best = stand_pat;
        let mut drawn = false;
        for index in 0..length {
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
                return self.cut(side, &window, shadow, index + 1 < length);
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

/// Returns `true` if the side to move has a legal move. If the side is not in check, a piece that stops no
/// slider and is not the king can make any of its moves legally, except en passant. So a legal move is nearly
/// always found without making it.
pub(super) fn can_move(position: &Position, tables: &Tables, in_check: bool) -> bool {
    let side = position.side();
    let stops_slider = |piece| (0..8).any(|direction| tables.first_slider(piece, direction).is_some());
    let is_free = |&piece: &Piece| piece != Piece::king(side) && !stops_slider(piece);
    let can_go = |piece: Piece| {
        let is_pawn = position.kind(piece) == Kind::Pawn;
        let is_straight = |to: Square| to.file() == position.square(piece).file();
        let goes = |to: Square| match position.at(to) {
            Piece::NONE => !is_pawn || is_straight(to),
            met => met.is_of(!side),
        };
        !position.targets(piece, |_| false, |to| !goes(to))
    };
    !in_check && position.living(side).filter(is_free).any(can_go) || has_legal_move(position)
}
