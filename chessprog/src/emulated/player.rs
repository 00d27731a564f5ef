//! Searches on the machine: sets the parameters, reads the probes, returns the answer.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use emulator::address::Address;
use emulator::machine::{StopReason, Until};
use emulator::time::Nanos;
use emulator::word::Word;

use super::limits::SEARCH_TIME;
use super::probes::{ProbeEvent, WatchedPoint};
use super::{Emulated, EmulatedError, Profile};
use crate::parameters::settings::SEARCH;
use crate::program::{Answer, Case, ChessProgram, Coordinates, Cost, NoAnswer, State};
use crate::vocabulary::probe::{ENTER, HEURISTIC, PRISE, Row, SECONDARY, TERM, TRIED};
use crate::vocabulary::{Counters, Move, Settings};

/// Machine time between two polls of the stop flag.
const SLICE: Nanos = Nanos::from_millis(200);

/// The driver that searches.
const THINK: &str = "XSRCH";

/// The points at whose labels a driver stops.
pub struct Probes {
    at: HashMap<Address, WatchedPoint>,
    /// Number of instructions that the machine had executed when the driver started.
    began: u64,
}

impl Emulated {
    /// Sets the parameters of the search, and turns the book off.
    pub fn set(&mut self, settings: &Settings) -> Result<(), EmulatedError> {
        for (level, width) in settings.kept_widths().enumerate() {
            self.put("PSETW", level as u32, Word::new(width.into()))?;
        }
        self.put("PSETWN", 0, Word::new(settings.widths.len() as u64))?;
        for parameter in &SEARCH {
            self.put(parameter.label, 0, Word::new((parameter.get)(settings).into()))?;
        }
        self.put("PBOOK", 0, Word::ZERO)
    }

    /// Searches the position on the board.
    pub fn search(&mut self, settings: &Settings) -> Result<Answer, EmulatedError> {
        self.set(settings)?;
        self.searched = Some(self.cost_of(THINK)?);
        self.answer()
    }

    /// Searches the position on the board and charges the time to the routines of the program.
    pub fn search_profiled(
        &mut self,
        settings: &Settings,
        profile: &mut Profile,
    ) -> Result<Answer, EmulatedError> {
        self.set(settings)?;
        self.drive_by(THINK, SEARCH_TIME, |emulated, stop| {
            let reason = emulated.machine.run_observed(stop, profile);
            profile.stop(emulated.machine.time());
            reason
        })?;
        self.answer()
    }

    /// Returns the time and instructions that a driver takes for the position on the board.
    pub fn cost_of(&mut self, driver: &str) -> Result<Cost, EmulatedError> {
        let began = (self.machine.time(), self.machine.instructions());
        self.drive(driver, SEARCH_TIME)?;
        Ok(self.cost_since(began))
    }

    fn cost_since(&self, (time, instructions): (Nanos, u64)) -> Cost {
        Cost {
            nanos: self.machine.time().since(time).get(),
            instructions: self.machine.instructions() - instructions,
        }
    }

    /// Starts a search of the position on the board that stops at these points. [`Emulated::next_probe`] runs
    /// to the next one.
    pub fn start_probed(
        &mut self,
        settings: &Settings,
        points: &[&'static Row],
    ) -> Result<Probes, EmulatedError> {
        self.set(settings)?;
        self.start_driver_probed(THINK, points)
    }

    /// Starts a driver that stops at these points.
    pub fn start_driver_probed(
        &mut self,
        driver: &str,
        points: &[&'static Row],
    ) -> Result<Probes, EmulatedError> {
        let watched = points.iter().map(|row| WatchedPoint::new(&self.program, row));
        let watched = watched.collect::<Result<Vec<_>, EmulatedError>>()?;
        for point in &watched {
            self.machine.set_breakpoint(point.address);
        }
        let at = watched.into_iter().map(|point| (point.address, point)).collect();
        let began = self.machine.instructions();
        self.begin_driver(driver, points)?;
        Ok(Probes { at, began })
    }

    /// Brings the machine to the start of a search that would report at these points, without watching them.
    /// From here on it executes the same instructions as after [`Emulated::start_probed`].
    pub fn begin_search(
        &mut self,
        settings: &Settings,
        points: &[&'static Row],
    ) -> Result<(), EmulatedError> {
        self.set(settings)?;
        self.begin_driver(THINK, points)
    }

    fn begin_driver(&mut self, driver: &str, points: &[&'static Row]) -> Result<(), EmulatedError> {
        let told = |index| if points.iter().any(|row| row.index == index) { Word::ONES } else { Word::ZERO };
        // Terms are reported only while the generator traces.
        self.put("TRALL", 0, told(HEURISTIC.row.index))?;
        // Without FSCALL the evaluator examines some pieces later or not at all, and reports fewer of them.
        self.put("FSCALL", 0, told(PRISE.row.index))?;
        // The terms of a static value are reported only on request.
        self.put("EVTALL", 0, told(TERM.row.index))?;
        let start = self.program.label(driver)?;
        self.machine.start(start);
        if let Some(recording) = &mut self.recording {
            recording.begin_search();
        }
        Ok(())
    }

    /// Returns the number of instructions executed since these probes were set.
    pub fn instructions_since(&self, probes: &Probes) -> u64 {
        self.machine.instructions() - probes.began
    }

    /// Runs to the next probe. Returns `None` when the driver has ended.
    ///
    /// # Errors
    /// Returns an error if the machine stops in another way, or not in time.
    pub fn next_probe(&mut self, probes: &Probes) -> Result<Option<ProbeEvent>, EmulatedError> {
        let most = SEARCH_TIME.min(self.patience);
        match self.machine.run_until(Until::after(&self.machine, most)) {
            StopReason::Breakpoint(address) => match probes.at.get(&address) {
                Some(point) => Ok(Some(point.event(&self.machine))),
                None => Err(self.stopped(StopReason::Breakpoint(address))),
            },
            StopReason::Halt => self.must_be_done().map(|()| None),
            StopReason::Time => Err(self.endless(most)),
            reason => Err(self.stopped(reason)),
        }
    }

    /// Searches the position on the board, and reports every node entered, move tried and secondary search,
    /// with the machine time since the start. Setting `stop` from another thread stops the search as
    /// control-G does. The result is then `None`.
    pub fn search_until(
        &mut self,
        settings: &Settings,
        stop: &AtomicBool,
        mut tell: impl FnMut(&ProbeEvent, Nanos),
    ) -> Result<Option<Answer>, EmulatedError> {
        let began = (self.machine.time(), self.machine.instructions());
        let probes = self.start_probed(settings, &[&ENTER.row, &TRIED.row, &SECONDARY.row])?;
        let reason = loop {
            if stop.load(Ordering::Relaxed) {
                self.put("QUITF", 0, Word::ONES)?;
            }
            match self.machine.run_until(Until::after(&self.machine, SLICE)) {
                StopReason::Breakpoint(address) => {
                    if let Some(point) = probes.at.get(&address) {
                        tell(&point.event(&self.machine), self.machine.time().since(began.0));
                    }
                }
                StopReason::Time => {}
                reason => break reason,
            }
        };
        self.stop_probes(&probes)?;
        self.searched = Some(self.cost_since(began));
        if reason != StopReason::Halt {
            return Err(self.stopped(reason));
        }
        self.must_be_done()?;
        let ended = self.word("XRES", 0)? != Word::ZERO;
        if ended { self.answer().map(Some) } else { Ok(None) }
    }

    /// Stops watching these points, and turns off the generator's traces.
    pub fn stop_probes(&mut self, probes: &Probes) -> Result<(), EmulatedError> {
        for &address in probes.at.keys() {
            self.machine.clear_breakpoint(address);
        }
        self.put("TRALL", 0, Word::ZERO)
    }

    /// Returns the results of the search: best move, value, variation, counters, root moves.
    pub fn answer(&self) -> Result<Answer, EmulatedError> {
        let best = Move::from_word(self.word("BESTM", 0)?);
        let labels = self.labels();
        let mut counts = Counters::default().values();
        for (i, count) in counts.iter_mut().enumerate() {
            *count = self.word("COUNTS", i as u32)?.bits();
        }
        Ok(Answer {
            best: (best != Move::NONE).then(|| best.into()),
            value: self.word("BESTV", 0)?.signed() as i32,
            variation: labels.moves("PVTAB", 0, self.word("PVLEN", 0)?)?,
            counters: counts.into(),
            tried: labels.tried()?,
        })
    }
}

impl ChessProgram for Emulated {
    fn name(&self) -> &'static str {
        "emulated"
    }

    fn set_up(&mut self, case: &Case) -> Result<(), NoAnswer> {
        Ok(self.set_case(case)?)
    }

    fn play(&mut self, mv: Coordinates) -> Result<(), NoAnswer> {
        self.make(mv)?;
        Ok(())
    }

    fn think(&mut self, settings: &Settings) -> Result<Answer, NoAnswer> {
        Ok(self.search(settings)?)
    }

    fn state(&mut self) -> Result<Option<State>, NoAnswer> {
        Ok(Some(self.carried()?))
    }

    fn cost(&self) -> Option<Cost> {
        self.searched
    }
}
