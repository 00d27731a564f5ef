//! What a node gives, and what a search counts.

use std::fmt;

use super::super::board::Color;
use crate::parameters::limits::NO_PLY;
use crate::parameters::values::{INF, MATE_ZONE, WINDOW};

/// The result of a node, from White's side (specification 9.1, 11.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The value.
    pub value: i32,
    /// The lower real bound: the true value is not less.
    pub lower: i32,
    /// The upper real bound.
    pub upper: i32,
    /// Whether the value is a draw by rule: repetition, stalemate, 50 moves.
    pub drawn: bool,
    /// The range in which the value would lie if repetitions in the tree were no draws: its lower end.
    pub shadow_lower: i32,
    /// Its upper end.
    pub shadow_upper: i32,
    /// The lowest ply of a position on the path on which the real value depends through a repetition, or [`NO_PLY`].
    pub depends_on: i32,
}

impl Outcome {
    /// A value that is certain.
    pub const fn exact(value: i32) -> Outcome {
        Outcome::bounded(value, value, value)
    }

    /// A value with its bounds.
    pub const fn bounded(value: i32, lower: i32, upper: i32) -> Outcome {
        Outcome {
            value,
            lower,
            upper,
            drawn: false,
            shadow_lower: lower,
            shadow_upper: upper,
            depends_on: NO_PLY,
        }
    }

    /// Where a node begins: worse than anything for the side to move (9.3).
    pub const fn worst(side: Color) -> Outcome {
        match side {
            Color::White => Outcome::bounded(-WINDOW, -INF, -INF),
            Color::Black => Outcome::bounded(WINDOW, INF, INF),
        }
    }

    /// The same, as a draw by rule.
    pub const fn drawn_by_rule(self) -> Outcome {
        Outcome { drawn: true, ..self }
    }

    /// The same, true only as long as the position at `ply` is on the path; without it the value lies in `range`.
    pub const fn depending(self, ply: i32, range: (i32, i32)) -> Outcome {
        Outcome { depends_on: ply, shadow_lower: range.0, shadow_upper: range.1, ..self }
    }

    /// Takes a child's result in; gives whether it is better than all before for the side to move.
    #[inline]
    pub fn combine(&mut self, side: Color, child: &Outcome) -> bool {
        let better = match side {
            Color::White => {
                self.lower = self.lower.max(child.lower);
                self.upper = self.upper.max(child.upper);
                self.shadow_lower = self.shadow_lower.max(child.shadow_lower);
                self.shadow_upper = self.shadow_upper.max(child.shadow_upper);
                child.value > self.value
            }
            Color::Black => {
                self.lower = self.lower.min(child.lower);
                self.upper = self.upper.min(child.upper);
                self.shadow_lower = self.shadow_lower.min(child.shadow_lower);
                self.shadow_upper = self.shadow_upper.min(child.shadow_upper);
                child.value < self.value
            }
        };
        self.depends_on = self.depends_on.min(child.depends_on);
        if better {
            self.value = child.value;
            self.drawn = child.drawn;
        }
        better
    }

    /// Moves were left untried: the mover may do better.
    pub fn open(&mut self, side: Color) {
        match side {
            Color::White => (self.upper, self.shadow_upper) = (INF, INF),
            Color::Black => (self.lower, self.shadow_lower) = (-INF, -INF),
        }
    }

    /// The walk comes back to `ply`: if nothing above it matters, the real bounds hold without condition (11.5).
    #[inline]
    pub fn close(&mut self, ply: i32) {
        if self.depends_on >= ply {
            (self.shadow_lower, self.shadow_upper) = (self.lower, self.upper);
            self.depends_on = NO_PLY;
        }
    }

    /// Shifts the value and all finite bounds (9.4).
    pub fn shift(&mut self, by: i32) {
        if by == 0 {
            return;
        }
        self.value += by;
        for bound in [&mut self.lower, &mut self.upper, &mut self.shadow_lower, &mut self.shadow_upper] {
            if bound.abs() != INF {
                *bound += by;
            }
        }
    }

    /// Whether the value is a mate.
    pub const fn is_mate(&self) -> bool {
        self.value.abs() >= MATE_ZONE
    }
}

/// What a search counts (specification 14.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counters {
    /// Entries into the plausible move search, the root's included.
    pub pmg: u64,
    /// Calls of the position evaluator.
    pub eval: u64,
    /// Feedovers.
    pub feed: u64,
    /// Nodes.
    pub nodes: u64,
    /// Hash probes that returned a value.
    pub hash: u64,
    /// Draws by repetition.
    pub rep: u64,
    /// Exits because nothing was left between the best values of both sides.
    pub cut: u64,
    /// Secondary searches.
    pub sec: u64,
}

impl Counters {
    /// Their names, in the order of the statistics line.
    pub const NAMES: [&str; 8] = ["PMG", "EVAL", "FEED", "NODES", "HASH", "REP", "CUT", "SEC"];

    /// The counters in the order of the statistics line.
    pub const fn array(&self) -> [u64; 8] {
        [self.pmg, self.eval, self.feed, self.nodes, self.hash, self.rep, self.cut, self.sec]
    }
}

impl From<[u64; 8]> for Counters {
    fn from([pmg, eval, feed, nodes, hash, rep, cut, sec]: [u64; 8]) -> Counters {
        Counters { pmg, eval, feed, nodes, hash, rep, cut, sec }
    }
}

/// The statistics line.
impl fmt::Display for Counters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (name, count)) in Counters::NAMES.iter().zip(self.array()).enumerate() {
            let blank = if i == 0 { "" } else { " " };
            write!(f, "{blank}{name} {count}")?;
        }
        Ok(())
    }
}
