//! Repeats the run of the native program up to the probe where the programs differ.

use std::panic::Location;
use std::sync::atomic::AtomicBool;

use super::super::difference::Difference;
use super::super::pair::{Level, Question};
use super::NativeSide;
use crate::native::Native;
use crate::program::ChessProgram;
use crate::vocabulary::probe::{Point, Probe, ROWS};

/// Counts probes, and records the source line of the requested one.
struct Locator {
    /// Whether probes at a point are counted, by the index of the point's row.
    wanted: Vec<bool>,
    /// Number of probes still to come before the requested one.
    left: u64,
    found: Option<NativeSide>,
}

impl Probe for Locator {
    #[track_caller]
    fn at<const N: usize>(&mut self, point: &'static Point<N>, _: [i64; N]) {
        if self.found.is_some() || !self.wanted[point.row.index] {
            return;
        }
        if self.left == 0 {
            let place = Location::caller();
            let (file, line, function) = (place.file(), place.line(), point.row.function);
            self.found = Some(NativeSide { file, line, function });
        } else {
            self.left -= 1;
        }
    }
}

/// Returns the source line that reported the difference; `None` if the difference is not at a probe of the
/// native program.
pub(super) fn side(
    question: &Question,
    level: Level,
    searches: usize,
    difference: &Difference,
) -> Option<NativeSide> {
    let Difference::Probe(probe) = difference else { return None };
    probe.native?;
    let mut native = Native::new();
    native.set_up(&question.case).ok()?;
    for _ in 0..searches {
        let best = native.think(&question.settings).ok()?.best?;
        native.play(best).ok()?;
    }
    let points = level.points();
    let wanted = ROWS.iter().map(|row| points.contains(row)).collect();
    let mut locator = Locator { wanted, left: probe.equal, found: None };
    native.think_until(&question.settings, &AtomicBool::new(false), &mut locator);
    locator.found
}
