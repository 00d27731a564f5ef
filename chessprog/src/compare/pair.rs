//! The two programs side by side.

use std::sync::Arc;

use anyhow::Result;

use super::case::Case;
use super::difference::{Difference, of_answers, of_probes};
use super::stream;
use crate::emulated::{Emulated, Fault, Program};
use crate::engine::moves;
use crate::engine::probe::Point;
use crate::parameters::limits::QUIET_PLIES;
use crate::player::{Answer, Player, Settings};

/// How closely two programs are compared.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Every probe
    Probe,
    /// Every node of the search
    Node,
    /// Move, value, counters and variation of each search
    Move,
    /// The same, all along games played out from each position
    Game,
}

impl Level {
    /// The points at which this level looks.
    pub fn points(self) -> &'static [Point] {
        match self {
            Level::Probe => &Point::ALL,
            Level::Node => &[Point::Enter, Point::Leave],
            Level::Move | Level::Game => &[],
        }
    }
}

/// The longest game that is played out, in plies.
const GAME_PLIES: usize = 60;

/// Both programs, ready to be given the same cases.
pub struct Pair {
    native: crate::native::Native,
    emulated: Emulated,
}

impl Pair {
    /// The native program and this one on a machine.
    ///
    /// # Errors
    /// The program on the machine does not start.
    pub fn new(program: &Arc<Program>) -> Result<Pair> {
        Ok(Pair { native: crate::native::Native::new(), emulated: Emulated::load(program.clone())? })
    }

    /// The first difference in a case, if there is one.
    ///
    /// # Errors
    /// The native program failed. That the emulated one fails is a difference.
    pub fn compare(&mut self, case: &Case, settings: &Settings, level: Level) -> Result<Option<Difference>> {
        match level {
            Level::Game => self.compare_game(case, settings),
            Level::Move => self.compare_answers(case, settings).map(|answer| answer.err()),
            Level::Probe | Level::Node => self.compare_probes(case, settings, level.points()),
        }
    }

    /// The answer that both give, or how they differ.
    fn compare_answers(&mut self, case: &Case, settings: &Settings) -> Result<Result<Answer, Difference>> {
        let native = self.native.think(case, settings)?;
        let emulated = match self.emulated.think(case, settings) {
            Ok(answer) => answer,
            Err(error) => return Ok(Err(Difference::Failed { why: format!("{error:#}") })),
        };
        Ok(match of_answers(&native, &emulated) {
            None => Ok(native),
            Some(difference) => Err(difference),
        })
    }

    fn compare_game(&mut self, case: &Case, settings: &Settings) -> Result<Option<Difference>> {
        let mut game = case.clone();
        let mut position = game.root();
        let mut keys = vec![position.key()];
        while game.before.len() < case.before.len() + GAME_PLIES && !moves::legal(&position).is_empty() {
            let answer = match self.compare_answers(&game, settings)? {
                Ok(answer) => answer,
                Err(difference) => return Ok(Some(difference.after(&game))),
            };
            let Some(best) = answer.best else { break };
            position.make(best);
            game.before.push(best);
            let times = keys.iter().filter(|&&key| key == position.key()).count();
            keys.push(position.key());
            if times >= 2 || position.quiet() >= QUIET_PLIES {
                break;
            }
        }
        Ok(None)
    }

    fn compare_probes(
        &mut self,
        case: &Case,
        settings: &Settings,
        points: &[Point],
    ) -> Result<Option<Difference>> {
        let Pair { native, emulated } = self;
        let program = emulated.program().clone();
        let line = |point: Point| {
            let address = program.label(point.label()).ok();
            address.and_then(|address| program.line(address)).unwrap_or_else(|| point.label().to_string())
        };
        let (found, native_answer) = std::thread::scope(|scope| {
            let (stream, handle) =
                stream::start(scope, points, move |reporter| native.think_probed(case, settings, reporter));
            let found = emulated.start_probed(case, settings, points).and_then(|probes| {
                let found = of_probes(stream, || emulated.next_probe(&probes), line);
                emulated.stop_probes(&probes)?;
                found
            });
            (found, handle.join().expect("the native program does not panic"))
        });
        Ok(match found {
            Ok(Some(difference)) => Some(Difference::Probe(Box::new(difference))),
            Ok(None) => answers(&native_answer, emulated.answer()),
            Err(fault) => Some(Difference::Failed { why: fault.to_string() }),
        })
    }
}

fn answers(native: &Answer, emulated: Result<Answer, Fault>) -> Option<Difference> {
    match emulated {
        Ok(emulated) => of_answers(native, &emulated),
        Err(fault) => Some(Difference::Failed { why: fault.to_string() }),
    }
}
