//! Any of the programs, as one that tells what it tries and, if it is ours, can be stopped.

use std::sync::atomic::AtomicBool;

use anyhow::Result;
use emulator::word::Word;

use super::super::engine::{self, EngineChoice};
use crate::emulated::Emulated;
use crate::native::Native;
use crate::program::{Answer, Case, ChessProgram, Coordinates};
use crate::vocabulary::probe::{ENTER, Point, Probe, Row, TRIED};
use crate::vocabulary::{Move, Settings};

/// What a search tells on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// A node was entered.
    Node,
    /// A move at the root was tried and has this value, from White's side.
    Tried(Coordinates, i32),
}

/// The program that plays.
pub(super) enum Thinker {
    Native(Box<Native>),
    Emulated(Box<Emulated>),
    /// A program that is asked and answers: it tells nothing on its way and thinks to the end.
    Other(Box<dyn ChessProgram + Send>),
}

impl Thinker {
    /// Starts a program.
    ///
    /// # Errors
    /// It cannot be had or does not start.
    pub(super) fn new(choice: EngineChoice) -> Result<Thinker> {
        Ok(match choice {
            EngineChoice::Native => Thinker::Native(Box::default()),
            EngineChoice::Emulated => Thinker::Emulated(Box::new(engine::emulated()?)),
            EngineChoice::Original => Thinker::Other(Box::new(engine::original()?)),
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
            Thinker::Native(native) => {
                native.set_up(case)?;
                Ok(native.think_until(settings, stop, Ear(hear)))
            }
            Thinker::Emulated(emulated) => {
                emulated.set_up(case)?;
                Ok(emulated.search_until(settings, stop, |event| {
                    listen(event.row, event.values(), &mut hear);
                })?)
            }
            Thinker::Other(program) => {
                program.set_up(case)?;
                program.think(settings).map(Some)
            }
        }
    }
}

struct Ear<F>(F);

impl<F: FnMut(Heard)> Probe for Ear<F> {
    #[inline]
    fn at<const N: usize>(&mut self, point: &'static Point<N>, values: [i64; N]) {
        listen(&point.row, &values, &mut self.0);
    }
}

fn listen(row: &'static Row, values: &[i64], hear: &mut impl FnMut(Heard)) {
    if row.index == ENTER.row.index {
        hear(Heard::Node);
    } else if let (true, &[1, mv, _, value]) = (row.index == TRIED.row.index, values) {
        hear(Heard::Tried(Move::from_word(Word::from_i64(mv)).into(), value as i32));
    }
}
