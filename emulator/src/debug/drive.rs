//! Running the machine from the prompt: keys in, print-out out, and all the reasons to stop.

use super::calls::Pending;
use super::host::Keys;
use super::stops::{Noticed, Trigger};
use super::walk::{Pace, Walk};
use super::{CommandError, Host, Session, Speed};
use crate::address::Address;
use crate::io::teletype::{self, Teletype};
use crate::io::units::unit_name;
use crate::io::{Action, FileUse, Produced};
use crate::machine::{Input, StopReason, Until};
use crate::time::Nanos;
use std::fmt;

/// How often the keyboard is looked at.
const SLICE: Nanos = Nanos::from_millis(10);
/// So much of the print-out is kept for `expect`.
const PAPER: usize = 4096;

/// Why a run from the prompt has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// By itself, or by something that [`StopReason`] names.
    Machine(StopReason),
    /// By a stop that the person has set: its number, and what it noticed.
    Noticed(u32, Noticed),
    /// The step is done.
    Stepped,
    /// The print-out has an expected text.
    Expected,
    /// The person has asked for the prompt.
    Interrupted,
    /// Nothing more can be typed, the program has read everything, and has printed nothing for the time given.
    EndOfInput,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stopped::Machine(reason) => reason.fmt(f),
            Stopped::Noticed(_, noticed) => noticed.fmt(f),
            Stopped::Stepped => f.write_str("stepped"),
            Stopped::Expected => f.write_str("expected text printed"),
            Stopped::Interrupted => f.write_str("interrupted"),
            Stopped::EndOfInput => f.write_str("end of input"),
        }
    }
}

/// How far to run.
#[derive(Clone, Debug)]
pub struct Goal {
    /// A time, a number of instructions.
    pub stop: Until,
    /// A place, besides the breakpoints.
    pub until: Option<Address>,
    /// Whether the end of the input ends the run, and after how much silence.
    pub linger: Option<Nanos>,
    /// Whether the person's stops count.
    pub breakpoints: bool,
    /// A step.
    pub walk: Option<Walk>,
}

impl Goal {
    /// Until something stops it.
    pub fn endless() -> Goal {
        Goal { stop: Until::never(), until: None, linger: None, breakpoints: true, walk: None }
    }

    /// Until the program is back from a call.
    pub(crate) fn out_of(pending: Pending) -> Goal {
        Goal { walk: Some(Walk::new(Pace::Out, false, Some(pending))), ..Goal::endless() }
    }
}

impl Session {
    /// Runs the machine until `goal` is reached or something stops it. Stops whose actions end with `continue` are
    /// attended to on the way.
    pub fn drive(&mut self, mut goal: Goal, host: &mut dyn Host) -> Stopped {
        let limit = self.limit.map_or(Nanos::MAX, |limit| self.machine.time().saturating_add(limit));
        goal.stop = goal.stop.or(self.end).or(Until::at(limit));
        self.remember();
        loop {
            let stopped = self.drive_once(&mut goal, host);
            if !self.goes_on(stopped, host) {
                return stopped;
            }
        }
    }

    fn drive_once(&mut self, goal: &mut Goal, host: &mut dyn Host) -> Stopped {
        let target = goal.until.filter(|&target| !self.has_place(target));
        if let Some(target) = target {
            self.machine.set_breakpoint(target);
        }
        self.sentinel.walk = goal.walk.take();
        self.sentinel.prepare(&self.machine.memory);
        host.begin_run(self.machine.time());
        let stopped = self.drive_slices(goal, host);
        self.stopped = Some(stopped);
        host.end_run();
        goal.walk = self.sentinel.walk.take();
        if let Some(target) = target {
            self.machine.clear_breakpoint(target);
        }
        self.timeline.visit(&mut self.machine);
        stopped
    }

    fn drive_slices(&mut self, goal: &Goal, host: &mut dyn Host) -> Stopped {
        let mut last_print = self.machine.time();
        // A stop where the machine stands already is no news.
        let here = self.machine.instructions();
        loop {
            self.timeline.visit(&mut self.machine);
            let keys = self.attend(host);
            if keys.interrupt {
                return Stopped::Interrupted;
            }
            let now = self.machine.time();
            // Keys that are not taken do not count while the program waits for another device, which will never answer.
            let in_vain = !self.machine.awaited_in_vain().is_empty();
            let idle = (self.machine.keys_left(0) == 0 || in_vain) && !self.machine.is_printing();
            if !idle {
                last_print = now;
            }
            if keys.ended && goal.linger.is_some_and(|silence| now.since(last_print) >= silence) {
                return Stopped::EndOfInput;
            }
            let stopped = self.run_slice(goal, here, host);
            self.collect(host);
            if std::mem::take(&mut self.has_printed) && self.is_expected() {
                return Stopped::Expected;
            }
            self.report_missing_core(host);
            host.look(&mut self.machine);
            if let Some(stopped) = stopped {
                return stopped;
            }
            if let Speed::Times(speed) = self.speed {
                while host.pace(self.machine.time(), speed) {
                    if self.attend(host).interrupt {
                        return Stopped::Interrupted;
                    }
                }
            }
        }
    }

    /// Runs until the keyboard is to be looked at, or the run ends.
    fn run_slice(&mut self, goal: &Goal, here: u64, host: &mut dyn Host) -> Option<Stopped> {
        let slice_end = self.machine.time().saturating_add(SLICE).min(goal.stop.time);
        let mut stop = Until { time: slice_end, ..goal.stop };
        stop.output |= !self.expects.is_empty();
        loop {
            let reason = if self.sentinel.is_needed() {
                self.machine.run_observed(stop, &mut self.sentinel)
            } else {
                self.machine.run_until(stop)
            };
            let stopped = match reason {
                StopReason::Time if self.machine.time() < goal.stop.time => return None,
                StopReason::Output => return None,
                StopReason::Observer => self.news(goal, host),
                StopReason::Breakpoint(_) if self.machine.instructions() == here => None,
                StopReason::Breakpoint(address) => self.at_place(goal, address, host),
                other => Some(Stopped::Machine(other)),
            };
            if stopped.is_some() {
                return stopped;
            }
        }
    }

    /// Whether the machine stops for what the observer has seen.
    fn news(&mut self, goal: &Goal, host: &mut dyn Host) -> Option<Stopped> {
        let noticed = self.sentinel.take_noticed();
        let mut stops = noticed.into_iter().filter(|_| goal.breakpoints);
        let stopped =
            stops.find_map(|noticed| Some(Stopped::Noticed(self.hit_stops(&noticed, host)?, noticed)));
        stopped.or_else(|| std::mem::take(&mut self.sentinel.arrived).then_some(Stopped::Stepped))
    }

    /// Whether the machine stops at a place.
    fn at_place(&mut self, goal: &Goal, address: Address, host: &mut dyn Host) -> Option<Stopped> {
        let noticed = Noticed { trigger: Trigger::Place(address), at: address, change: None };
        let number = goal.breakpoints.then(|| self.hit_stops(&noticed, host)).flatten();
        let set = number.map(|number| Stopped::Noticed(number, noticed));
        let target =
            (goal.until == Some(address)).then_some(Stopped::Machine(StopReason::Breakpoint(address)));
        set.or(target)
    }

    /// Gives what was typed to the console's keyboard; the rest is for the caller.
    fn attend(&mut self, host: &mut dyn Host) -> Keys {
        let mut keys = host.keys();
        if !keys.interrupt && !keys.typed.is_empty() {
            let action = Action::Type { line: 0, characters: std::mem::take(&mut keys.typed) };
            let _ = self.input(Input::Act { device: Teletype::NAME.to_owned(), action });
        }
        keys
    }

    /// Takes what the devices have made, for the attached files, the screens and the console.
    pub(super) fn collect(&mut self, host: &mut dyn Host) {
        let mut printed = Vec::new();
        for (device, made) in self.machine.io.take_all() {
            let Produced { unit, bytes, .. } = &made;
            let file = self.file_use(device, *unit);
            let attachment = self.attachments.get_mut(&unit_name(device, *unit));
            let taken = attachment.zip(file).is_some_and(|(attachment, file)| attachment.take(file, bytes));
            if let (false, Some(screen @ FileUse::Screen(name))) = (taken, file) {
                let text = screen.in_file(bytes);
                let text = String::from_utf8_lossy(&text);
                // What only moves the place, or wipes, shows nothing.
                let text = text.trim_matches('\n');
                if !text.is_empty() {
                    host.print(&format!("[{name} {unit}] {text}\n"));
                }
            }
            if device == Teletype::NAME {
                printed.push(made);
            }
        }
        self.write_out(host);
        if !printed.is_empty() {
            host.teletype(&printed);
            self.paper += &teletype::text(&printed, 0);
            self.has_printed = true;
        }
    }

    /// Reports the first reference to core that is not there: on the machine it is nothing but a flag, and the program
    /// goes astray.
    fn report_missing_core(&mut self, host: &mut dyn Host) {
        let Some(address) = self.machine.memory.take_missed() else { return };
        if !std::mem::replace(&mut self.missing_core_reported, true) {
            let last = self.machine.memory.size() - 1;
            host.remark(&format!(
                "[the program refers to address {address}, but core ends at {last:06o}; --core 256 has all of it]"
            ));
        }
    }

    /// Whether an expected text is in what the console has printed.
    fn is_expected(&mut self) -> bool {
        let found = self.expects.iter().position(|text| self.paper.contains(text.as_str()));
        if let Some(index) = found {
            let text = self.expects.remove(index);
            if let Some(at) = self.paper.find(&text) {
                self.paper.drain(..at + text.len());
            }
        }
        if self.paper.len() > PAPER {
            self.paper.drain(..self.paper.len() - PAPER);
        }
        found.is_some()
    }

    /// What a file is to a unit of a device, if it is anything.
    pub(super) fn file_use(&self, device: &str, unit: u8) -> Option<FileUse> {
        let mut units = self.machine.io.by_name(device)?.units().iter();
        units.find(|units| units.numbers.contains(&unit)).map(|units| units.file)
    }

    /// The device and unit that `name` means: `ptr`, `dt2`.
    ///
    /// # Errors
    ///
    /// There is no such device.
    pub(super) fn device_and_unit(&self, name: &str) -> Result<(String, u8), CommandError> {
        let name = name.to_ascii_lowercase();
        let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let unit = name[letters.len()..].parse().ok();
        for (device, unit) in [(name.as_str(), Some(0)), (letters, unit)] {
            if let (Some(known), Some(unit)) = (self.machine.io.by_name(device), unit) {
                return Ok((known.name().to_owned(), unit));
            }
        }
        let names: Vec<&str> = self.machine.io.devices().map(|device| device.name()).collect();
        Err(CommandError(format!("no device {name}: there are {}", names.join(" "))))
    }
}
