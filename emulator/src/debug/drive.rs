//! Runs of a session: the machine runs in slices, between which keys, printed output and stops are handled.

use super::calls::PendingCall;
use super::error::CommandError;
use super::host::{Host, Keys};
use super::link::LINK;
use super::panel_switches::PANEL;
use super::session::Session;
use super::session_stop::SessionStop;
use super::speed::Speed;
use super::stepper::{StepKind, Stepper};
use super::trigger::{Hit, Trigger};
use crate::address::Address;
use crate::io::teletype::{self, Teletype};
use crate::io::units::unit_name;
use crate::io::{Action, DeviceOutput, FileUse, spacewar};
use crate::machine::{Input, StopReason, Switch, Until};
use crate::time::Nanos;
use std::time::Duration;

/// Virtual time between two checks of the keyboard.
const SLICE: Nanos = Nanos::from_millis(10);
/// Virtual time between two checks while a panel or link is connected. Few loops have a period that divides
/// this time, so the lights are not always sampled at the same instruction of a loop.
const SHORT_SLICE: Nanos = Nanos::from_micros(997);
/// The longest time between two checks of the panel of a halted machine.
const HALTED_PAUSE: Duration = Duration::from_millis(20);

/// The conditions that end a run.
#[derive(Clone, Debug)]
pub struct Goal {
    /// A time or a number of instructions.
    pub stop: Until,
    /// An address before whose instruction the run ends.
    pub until: Option<Address>,
    /// If the input has ended and no line, panel or link is connected, the run ends after this much virtual
    /// time without printing or typing. `None` if the end of the input does not end the run.
    pub linger: Option<Nanos>,
    /// `true` if a halt does not end the run while a panel or link is connected. The panel can start the
    /// machine again, and the link still reads and writes core.
    pub waits: bool,
    /// `true` if breakpoints and watchpoints stop the machine.
    pub breakpoints: bool,
    /// The step that ends the run.
    pub stepper: Option<Stepper>,
    /// `true` if the run continues the previous one, whose end at its limit does not count as a stop.
    pub resumes: bool,
}

impl Goal {
    /// Returns the goal of a run without limits: only stops end it.
    pub fn endless() -> Goal {
        Goal {
            stop: Until::never(),
            until: None,
            linger: None,
            waits: false,
            breakpoints: true,
            stepper: None,
            resumes: false,
        }
    }

    pub(crate) fn out_of(pending: PendingCall) -> Goal {
        Goal { stepper: Some(Stepper::new(StepKind::Out, false, Some(pending))), ..Goal::endless() }
    }
}

impl Session {
    /// Runs the machine until `goal` is reached or something stops it. Stops whose commands end with
    /// `continue` do not end the run.
    pub fn drive(&mut self, mut goal: Goal, host: &mut dyn Host) -> SessionStop {
        let limit = self.limit.map_or(Nanos::MAX, |limit| self.target.machine.time().saturating_add(limit));
        goal.stop = goal.stop.or(self.end).or(Until::at(limit));
        if !goal.resumes {
            self.history.remember(&self.target.machine);
        }
        self.ended_by = None;
        loop {
            let stopped = self.drive_once(&mut goal, host);
            if !self.goes_on(stopped, host) {
                return stopped;
            }
        }
    }

    fn drive_once(&mut self, goal: &mut Goal, host: &mut dyn Host) -> SessionStop {
        let target = goal.until.filter(|&target| !self.stops.has_place(target));
        if let Some(target) = target {
            self.target.machine.set_breakpoint(target);
        }
        self.stops.observer.stepper = goal.stepper.take();
        self.stops.observer.prepare(&self.target.machine.memory);
        host.begin_run(self.target.machine.time());
        let stopped = self.drive_slices(goal, host);
        self.stopped = Some(stopped);
        host.end_run();
        goal.stepper = self.stops.observer.stepper.take();
        if let Some(target) = target {
            self.target.machine.clear_breakpoint(target);
        }
        self.history.timeline.visit(&mut self.target.machine);
        stopped
    }

    fn drive_slices(&mut self, goal: &Goal, host: &mut dyn Host) -> SessionStop {
        let mut last_print = self.target.machine.time();
        // A breakpoint at the beginning of the run does not stop the run.
        let mut here = self.target.machine.instructions();
        let mut is_halted = false;
        loop {
            self.history.timeline.visit(&mut self.target.machine);
            let keys = self.attend(host);
            if keys.interrupt {
                return SessionStop::Interrupted;
            }
            let now = self.target.machine.time();
            // Keys that are not taken do not count while the program waits for another device, which
            // will never answer.
            let in_vain = !self.target.machine.awaited_in_vain().is_empty();
            let idle =
                (self.target.machine.keys_left(0) == 0 || in_vain) && !self.target.machine.is_printing();
            if !idle {
                last_print = now;
            }
            if keys.ended
                && !self.has_lines()
                && goal.linger.is_some_and(|silence| now.since(last_print) >= silence)
            {
                return SessionStop::EndOfInput;
            }
            let stopped = self.run_slice(goal, &mut here, host);
            self.collect(host);
            if self.console.take_expected() {
                return SessionStop::Expected;
            }
            self.report_missing_core(host);
            host.look(&mut self.target.machine);
            if let Some(stopped) = stopped {
                if !self.waits_after(stopped, goal) {
                    return stopped;
                }
                if !std::mem::replace(&mut is_halted, true) {
                    host.remark(&format!(
                        "[{stopped}, PC {}; waiting for the panel or link; ^E ends the run]",
                        self.target.machine.cpu.pc
                    ));
                }
                host.files().pause(HALTED_PAUSE);
                continue;
            }
            is_halted = false;
            if let Speed::Times(speed) = self.speed {
                while host.pace(self.target.machine.time(), speed) {
                    if self.attend(host).interrupt {
                        return SessionStop::Interrupted;
                    }
                }
            }
        }
    }

    fn waits_after(&self, stopped: SessionStop, goal: &Goal) -> bool {
        let has_halted = matches!(
            stopped,
            SessionStop::InstStop | SessionStop::Machine(StopReason::Halt | StopReason::MemoryStop(_))
        );
        has_halted && goal.waits && self.has_panel_or_link()
    }

    fn has_panel_or_link(&self) -> bool {
        self.is_attached(PANEL) || self.is_attached(LINK)
    }

    /// Runs for a slice. Returns why the run has ended, if it has. A breakpoint does not stop the run while
    /// the number of instructions executed is `here`.
    fn run_slice(&mut self, goal: &Goal, here: &mut u64, host: &mut dyn Host) -> Option<SessionStop> {
        let slice = if self.has_panel_or_link() { SHORT_SLICE } else { SLICE };
        let slice_end = self.target.machine.time().saturating_add(slice).min(goal.stop.time);
        let mut stop = Until { time: slice_end, ..goal.stop };
        stop.output |= !self.console.expects.is_empty();
        loop {
            let passes = self.target.machine.instructions() == *here
                && self.stops.has_place(self.target.machine.cpu.pc);
            let reason = if passes {
                self.pass_breakpoint(stop)
            } else if self.stops.observer.is_needed() {
                self.target.machine.run_observed(stop, &mut self.stops.observer)
            } else {
                self.target.machine.run_until(stop)
            };
            let stopped = match reason {
                StopReason::Time if self.target.machine.time() < goal.stop.time => return None,
                StopReason::Output => return None,
                StopReason::Observer => self.news(goal, host),
                StopReason::Instructions if self.target.machine.instructions() < stop.instructions => None,
                StopReason::Breakpoint(_) if self.target.machine.instructions() == *here => None,
                StopReason::Breakpoint(_) if self.stops.observer.take_delayed(&self.target.machine.cpu) => {
                    *here = self.target.machine.instructions();
                    None
                }
                StopReason::Breakpoint(address) => self.at_place(goal, address, host),
                // While INST STOP is on, every instruction clears RUN, so a HALT cannot be recognised.
                StopReason::Halt if self.target.machine.switch(Switch::InstStop) => {
                    Some(SessionStop::InstStop)
                }
                other => Some(SessionStop::Machine(other)),
            };
            if stopped.is_some() {
                return stopped;
            }
        }
    }

    /// Executes the instruction at a breakpoint, or the interrupt that comes before it and returns to it.
    fn pass_breakpoint(&mut self, stop: Until) -> StopReason {
        let machine = &mut self.target.machine;
        self.stops.observer.begin_at_breakpoint(&machine.cpu);
        let one = Until { instructions: stop.instructions.min(machine.instructions() + 1), ..stop };
        let reason = machine.run_observed(one, &mut self.stops.observer);
        self.stops.observer.end_at_breakpoint();
        reason
    }

    /// Returns why the run ends after the observer has stopped the machine; `None` if the machine resumes.
    fn news(&mut self, goal: &Goal, host: &mut dyn Host) -> Option<SessionStop> {
        let hit = self.stops.observer.take_hits();
        let mut stops = hit.into_iter().filter(|_| goal.breakpoints);
        let stopped = stops.find_map(|hit| Some(SessionStop::Hit(self.hit_stops(&hit, host)?, hit)));
        stopped.or_else(|| std::mem::take(&mut self.stops.observer.arrived).then_some(SessionStop::Stepped))
    }

    /// Returns why the run ends at a breakpoint or at the goal; `None` if the machine resumes.
    fn at_place(&mut self, goal: &Goal, address: Address, host: &mut dyn Host) -> Option<SessionStop> {
        let hit = Hit { trigger: Trigger::Place(address), at: address, is_before: true, change: None };
        let number = goal.breakpoints.then(|| self.hit_stops(&hit, host)).flatten();
        let set = number.map(|number| SessionStop::Hit(number, hit));
        let target =
            (goal.until == Some(address)).then_some(SessionStop::Machine(StopReason::Breakpoint(address)));
        set.or(target)
    }

    /// Counts a hit and prints log messages. Returns the number of the stop
    /// that stops the machine, if one does.
    fn hit_stops(&mut self, hit: &Hit, host: &mut dyn Host) -> Option<u32> {
        let (stops_at, messages) = self.stops.count(hit, &self.target);
        if !messages.is_empty() {
            // Show the program's earlier output before the messages.
            self.collect(host);
            messages.iter().for_each(|message| host.print(&format!("{message}\n")));
        }
        stops_at
    }

    /// Returns why the machine stops at `address`; `None` if no stop there applies. For callers whose last
    /// run has ended at the address before the machine could report the breakpoint.
    pub fn stop_at_place(&mut self, address: Address, host: &mut dyn Host) -> Option<SessionStop> {
        let hit = Hit { trigger: Trigger::Place(address), at: address, is_before: true, change: None };
        Some(SessionStop::Hit(self.hit_stops(&hit, host)?, hit))
    }

    /// Sends the input from teletype lines, the panel, the link and the keyboard to the machine. Returns the
    /// other events of the keyboard.
    fn attend(&mut self, host: &mut dyn Host) -> Keys {
        self.take_typed(host);
        self.attend_panel(host);
        self.attend_link(host);
        let mut keys = host.keys();
        if !keys.interrupt && !keys.typed.is_empty() {
            let action = Action::Type { line: 0, characters: std::mem::take(&mut keys.typed) };
            let _ = self.input(Input::Act { device: Teletype::NAME.to_owned(), action });
        }
        if let Some(pressed) = keys.buttons.take() {
            let (device, action) = spacewar::pressed(pressed);
            let _ = self.input(Input::Act { device, action });
        }
        keys
    }

    /// Passes the output of the devices to the attached files, the screens and the console.
    pub(super) fn collect(&mut self, host: &mut dyn Host) {
        let mut printed = Vec::new();
        for (device, made) in self.target.machine.io.take_all() {
            let DeviceOutput { unit, bytes, .. } = &made;
            let file = self.file_use(device, *unit);
            let attachment = self.console.attachments.get_mut(&unit_name(device, *unit));
            let taken = attachment.zip(file).is_some_and(|(attachment, file)| attachment.take(file, &made));
            if let (false, Some(screen @ FileUse::Screen(name))) = (taken, file) {
                let text = screen.in_file(bytes);
                let text = String::from_utf8_lossy(&text);
                // Text that only moves the cursor or clears the screen is not shown.
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
            self.console.paper += &teletype::text(&printed, 0);
            self.console.has_printed = true;
        }
    }

    /// Reports the first reference to core that does not exist. The machine itself only sets a flag, and the
    /// program continues with a word that it does not expect.
    fn report_missing_core(&mut self, host: &mut dyn Host) {
        let Some(address) = self.target.machine.memory.take_missed() else { return };
        if !std::mem::replace(&mut self.console.missing_core_reported, true) {
            let last = self.target.machine.memory.size() - 1;
            host.remark(&format!(
                "[the program refers to address {address}, but core ends at {last:06o}; if it needs \
                 memory there, use --core 256]"
            ));
        }
    }

    pub(super) fn file_use(&self, device: &str, unit: u8) -> Option<FileUse> {
        let mut units = self.target.machine.io.by_name(device)?.units().iter();
        units.find(|units| units.numbers.contains(&unit)).map(|units| units.file)
    }

    pub(super) fn device_and_unit(&self, name: &str) -> Result<(String, u8), CommandError> {
        let name = name.to_ascii_lowercase();
        let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let unit = name[letters.len()..].parse().ok();
        for (device, unit) in [(name.as_str(), Some(0)), (letters, unit)] {
            if let (Some(known), Some(unit)) = (self.target.machine.io.by_name(device), unit) {
                return Ok((known.name().to_owned(), unit));
            }
        }
        let names: Vec<&str> = self.target.machine.io.devices().map(|device| device.name()).collect();
        Err(CommandError(format!("unknown device \"{name}\" (expected one of {})", names.join(", "))))
    }
}
