//! Searches on the machine: settings in, answer out, probes watched on the way.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;
use emulator::address::Address;
use emulator::machine::{Stop, StopReason};
use emulator::time::Nanos;
use emulator::word::Word;

use super::probes::Watched;
use super::{Emulated, Fault, Profile};
use crate::compare::case::Case;
use crate::compare::stream::Event;
use crate::engine::board::Move;
use crate::engine::probe::Point;
use crate::parameters::settings::SEARCH;
use crate::player::{Answer, Counters, Player, Settings};

/// A search may take so long: a day and more of the machine's time.
const LONGEST: Nanos = Nanos::from_seconds(100_000);

/// How often a search is asked whether it is to stop.
const SLICE: Nanos = Nanos::from_millis(200);

/// Watches the labels of some points.
pub struct Probes {
    at: HashMap<Address, Watched>,
    end: Nanos,
}

impl Emulated {
    /// Puts the parameters of the search where the program has them; it will not look into the book.
    ///
    /// # Errors
    /// The program has no such parameter.
    pub fn set(&mut self, settings: &Settings) -> Result<(), Fault> {
        for (level, width) in settings.kept_widths().enumerate() {
            self.put("PSETW", level as u32, Word::new(width.into()))?;
        }
        self.put("PSETWN", 0, Word::new(settings.widths.len() as u64))?;
        for parameter in &SEARCH {
            self.put(parameter.label, 0, Word::new((parameter.get)(settings).into()))?;
        }
        self.put("PBOOK", 0, Word::ZERO)
    }

    /// Does a search and charges its time to the routines of the program.
    ///
    /// # Errors
    /// The program fails.
    pub fn think_profiled(
        &mut self,
        case: &Case,
        settings: &Settings,
        profile: &mut Profile,
    ) -> Result<Answer, Fault> {
        self.set_case(case)?;
        self.set(settings)?;
        self.drive_profiled(THINK, LONGEST, profile)?;
        self.answer()
    }

    /// The nanoseconds that a driver takes for the position on the board.
    ///
    /// # Errors
    /// The program fails, or has no such driver.
    pub fn time_of(&mut self, driver: &str) -> Result<Nanos, Fault> {
        let began = self.machine.time();
        self.drive(driver, LONGEST)?;
        Ok(self.machine.time().since(began))
    }

    /// Sets up a case and starts a search that reports at these points: [`Emulated::next_probe`] goes from one to the next.
    ///
    /// # Errors
    /// The program fails, or has no such label.
    pub fn start_probed(
        &mut self,
        case: &Case,
        settings: &Settings,
        points: &[Point],
    ) -> Result<Probes, Fault> {
        self.set_case(case)?;
        self.set(settings)?;
        let watched = points.iter().map(|&point| Watched::new(&self.program, point));
        let watched = watched.collect::<Result<Vec<_>, Fault>>()?;
        // The terms of a move go through a routine of their own only when they are traced.
        let trace = Word::new(points.contains(&Point::Heuristic).into());
        self.put("TRALL", 0, trace)?;
        for point in &watched {
            self.machine.set_breakpoint(point.address);
        }
        let at = watched.into_iter().map(|point| (point.address, point)).collect();
        let start = self.program.label(THINK)?;
        self.machine.start(start);
        Ok(Probes { at, end: self.machine.time().saturating_add(LONGEST) })
    }

    /// Runs to the next probe; none when the search has ended.
    ///
    /// # Errors
    /// The machine stops otherwise, or never.
    pub fn next_probe(&mut self, probes: &Probes) -> Result<Option<Event>, Fault> {
        match self.machine.run_until(Stop::at(probes.end)) {
            StopReason::Breakpoint(address) => match probes.at.get(&address) {
                Some(point) => Ok(Some(point.event(&self.machine))),
                None => Err(self.stopped(StopReason::Breakpoint(address))),
            },
            StopReason::Halt => self.must_be_done().map(|()| None),
            StopReason::Time => Err(self.endless(LONGEST)),
            reason => Err(self.stopped(reason)),
        }
    }

    /// A search that tells of every node entered and move tried. Where another sets `stop` it ends as control-G ends it, and
    /// gives nothing.
    ///
    /// # Errors
    /// The program fails.
    pub fn think_until(
        &mut self,
        case: &Case,
        settings: &Settings,
        stop: &AtomicBool,
        mut tell: impl FnMut(&Event),
    ) -> Result<Option<Answer>, Fault> {
        let probes = self.start_probed(case, settings, &[Point::Enter, Point::Tried])?;
        let reason = loop {
            if stop.load(Ordering::Relaxed) {
                self.put("QUITF", 0, Word::ONES)?;
            }
            match self.machine.run_until(Stop::after(&self.machine, SLICE)) {
                StopReason::Breakpoint(address) => {
                    if let Some(point) = probes.at.get(&address) {
                        tell(&point.event(&self.machine));
                    }
                }
                StopReason::Time => {}
                reason => break reason,
            }
        };
        self.stop_probes(&probes)?;
        if reason != StopReason::Halt {
            return Err(self.stopped(reason));
        }
        self.must_be_done()?;
        let ended = self.word("XRES", 0)? != Word::ZERO;
        if ended { self.answer().map(Some) } else { Ok(None) }
    }

    /// Watches these points no more.
    ///
    /// # Errors
    /// The program has no trace.
    pub fn stop_probes(&mut self, probes: &Probes) -> Result<(), Fault> {
        for &address in probes.at.keys() {
            self.machine.clear_breakpoint(address);
        }
        self.put("TRALL", 0, Word::ZERO)
    }

    /// What the search left: best move, value, variation, counters.
    ///
    /// # Errors
    /// The program has not the storage described.
    pub fn answer(&self) -> Result<Answer, Fault> {
        let best = Move::from_word(self.word("BESTM", 0)?);
        let length = self.word("PVLEN", 0)?.bits().min(64) as u32;
        let variation = (0..length)
            .map(|i| Ok(Move::from_word(self.word("PVTAB", i)?)))
            .collect::<Result<Vec<Move>, Fault>>()?;
        let mut counters = Counters::default().array();
        for (i, count) in counters.iter_mut().enumerate() {
            *count = self.word("COUNTS", i as u32)?.bits();
        }
        Ok(Answer {
            best: (best != Move::NONE).then_some(best),
            value: self.word("BESTV", 0)?.signed(),
            variation,
            counters: counters.into(),
        })
    }
}

/// The driver that searches.
const THINK: &str = "XSRCH";

impl Player for Emulated {
    fn think(&mut self, case: &Case, settings: &Settings) -> Result<Answer> {
        self.set_case(case)?;
        self.set(settings)?;
        let began = self.machine.time();
        self.drive(THINK, LONGEST)?;
        self.searched = Some(self.machine.time().since(began));
        Ok(self.answer()?)
    }

    fn machine_time(&self) -> Option<u64> {
        self.searched.map(Nanos::get)
    }
}
