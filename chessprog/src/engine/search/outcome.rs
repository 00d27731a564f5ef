//! The result of a node: its value, its real bounds (specification 10) and the shadow range of repetition
//! scheme (d) (specification 11.5). In the real bounds every repetition counts as a draw; in the shadow range
//! a repetition in the tree does not. The hash table stores the real bounds, or in scheme (d) the shadow
//! range.

use super::super::hash::Range;
use super::super::repetition::Occurrence;
use super::{Search, Window};
use crate::parameters::limits::NO_LEVEL;
use crate::parameters::values::{BOUND_LIMIT, DRAW, INF, REFUTED};
use crate::vocabulary::probe::Probe;
use crate::vocabulary::{Scheme, Side};

/// The result of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The value, from White's side.
    pub value: i32,
    /// Whether the value is that of a draw by repetition or by the 50-move rule.
    pub drawn: bool,
    /// The real bounds of the value.
    pub(crate) real: Range,
    /// The range without repetitions in the tree, and the level that it depends on.
    pub(crate) shadow: Shadow,
    /// Whether the hash table may store this result.
    pub(crate) storable: bool,
}

/// The range that a value would have if repetitions in the tree were not draws, and the lowest level on which
/// the value depends through such a repetition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shadow {
    pub(crate) bounds: Range,
    pub(crate) depends: i32,
}

impl Shadow {
    pub(crate) const fn independent(bounds: Range) -> Shadow {
        Shadow { bounds, depends: NO_LEVEL }
    }
}

impl Outcome {
    /// Returns an exact value.
    pub fn exact(value: i32) -> Outcome {
        Outcome::ranged(value, (value, value))
    }

    /// Returns a value with its bounds. It depends on no repetition.
    pub(crate) fn ranged(value: i32, real: Range) -> Outcome {
        Outcome { value, drawn: false, real, shadow: Shadow::independent(real), storable: true }
    }

    /// Returns a draw by repetition.
    pub(in crate::engine) fn repeated(found: Occurrence) -> Outcome {
        let shadow = match found {
            Occurrence::Twice => Shadow::independent((DRAW, DRAW)),
            Occurrence::Tree { level, range } => Shadow { bounds: range, depends: level },
            Occurrence::Once => Shadow { bounds: (-INF, INF), depends: 0 },
        };
        Outcome { drawn: true, shadow, ..Outcome::exact(DRAW) }
    }
}

impl<P: Probe> Search<'_, P> {
    /// Returns `true` if shadow ranges are kept, as in scheme (d).
    pub(crate) fn shadows(&self) -> bool {
        self.settings.repetition == Scheme::Shadow
    }

    /// BOUNDS: returns a value with the bounds that follow from the window at entry (specification 10).
    pub(crate) fn bounded(&self, side: Side, value: i32, window: &Window, shadow: Shadow) -> Outcome {
        let [low, high] = window.bound;
        let real = match value {
            REFUTED => (if window.equal[0] { high } else { high + 1 }, INF),
            _ if value == -REFUTED => (-INF, if window.equal[1] { low } else { low - 1 }),
            _ if side == Side::White => (value, value.max(low)),
            _ => (value.min(high), value),
        };
        let real = (unlimited(real.0), unlimited(real.1));
        Outcome { shadow, ..Outcome::ranged(value, real) }
    }

    /// CUT: returns the result of a node with a cut. `rest` is `true` if the list has more entries.
    pub(crate) fn cut(&self, side: Side, window: &Window, mut shadow: Shadow, rest: bool) -> Outcome {
        if rest {
            match side {
                Side::White => shadow.bounds.1 = INF,
                Side::Black => shadow.bounds.0 = -INF,
            }
        }
        self.bounded(side, side.sign() * REFUTED, window, shadow)
    }

    /// Returns the shadow range before any move.
    pub(crate) fn begin_shadow(&self, side: Side) -> Shadow {
        let worst = -side.sign() * INF;
        Shadow::independent((worst, worst))
    }

    /// SHADD: in scheme (d), adds the result of a move to the shadow range (specification 11.5), but not at
    /// the root.
    pub(crate) fn add_shadow(&mut self, side: Side, shadow: &mut Shadow, child: &Outcome) {
        if !self.shadows() || self.level == 1 {
            return;
        }
        let Shadow { mut bounds, mut depends } = child.shadow;
        if depends >= self.level {
            (bounds, depends) = (child.real, NO_LEVEL);
        }
        let pick = |one: i32, other: i32| if side == Side::White { one.max(other) } else { one.min(other) };
        shadow.bounds = (pick(shadow.bounds.0, bounds.0), pick(shadow.bounds.1, bounds.1));
        shadow.depends = shadow.depends.min(depends);
        self.memory.repetition.narrow(side, shadow.bounds);
    }
}

/// Returns a bound, made infinite if its magnitude is [`BOUND_LIMIT`] or more.
fn unlimited(bound: i32) -> i32 {
    if bound >= BOUND_LIMIT {
        INF
    } else if bound <= -BOUND_LIMIT {
        -INF
    } else {
        bound
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shadow_range_depends_on_the_level_of_the_repetition() {
        let shadow = |found| {
            let Outcome { value, drawn, shadow, .. } = Outcome::repeated(found);
            assert_eq!((value, drawn), (DRAW, true));
            (shadow.bounds, shadow.depends)
        };
        assert_eq!(shadow(Occurrence::Twice), ((DRAW, DRAW), NO_LEVEL));
        assert_eq!(shadow(Occurrence::Once), ((-INF, INF), 0));
        let tree = Occurrence::Tree { level: 3, range: (-7, INF) };
        assert_eq!(shadow(tree), ((-7, INF), 3));
    }
}
