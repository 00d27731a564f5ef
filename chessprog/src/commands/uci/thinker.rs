//! Either program, as one that can be stopped and tells what it tries.

use std::sync::atomic::AtomicBool;

use anyhow::Result;
use emulator::word::Word;

use super::super::position::{EngineChoice, emulated};
use crate::compare::case::Case;
use crate::emulated::Emulated;
use crate::engine::board::Move;
use crate::engine::probe::{Point, Probe};
use crate::native::Native;
use crate::player::{Answer, Settings};

/// What a search tells on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// A node was entered.
    Node,
    /// A move at the root was tried and has this value, from White's side.
    Tried(Move, i64),
}

/// The program that plays.
pub(super) enum Thinker {
    Native(Box<Native>),
    Emulated(Box<Emulated>),
}

impl Thinker {
    /// Starts a program.
    ///
    /// # Errors
    /// The emulated one does not assemble or does not start.
    pub(super) fn new(choice: EngineChoice) -> Result<Thinker> {
        Ok(match choice {
            EngineChoice::Native => Thinker::Native(Box::default()),
            EngineChoice::Emulated => Thinker::Emulated(Box::new(emulated()?)),
        })
    }

    /// Searches; gives nothing if it was stopped.
    pub(super) fn think(
        &mut self,
        case: &Case,
        settings: &Settings,
        stop: &AtomicBool,
        mut hear: impl FnMut(Heard),
    ) -> Result<Option<Answer>> {
        match self {
            Thinker::Native(native) => Ok(native.think_until(case, settings, stop, Ear(hear))),
            Thinker::Emulated(emulated) => Ok(emulated.think_until(case, settings, stop, |event| {
                listen(event.point, event.values(), &mut hear);
            })?),
        }
    }
}

struct Ear<F>(F);

impl<F: FnMut(Heard)> Probe for Ear<F> {
    #[inline]
    fn at(&mut self, point: Point, values: &[i64]) {
        listen(point, values, &mut self.0);
    }
}

fn listen(point: Point, values: &[i64], hear: &mut impl FnMut(Heard)) {
    match (point, values) {
        (Point::Tried, &[0, mv, value]) => hear(Heard::Tried(Move::from_word(Word::from_i64(mv)), value)),
        (Point::Enter, _) => hear(Heard::Node),
        _ => {}
    }
}
