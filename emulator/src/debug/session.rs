//! A debugging session: its parts, and the operations that need only one part.

use super::command::Command;
use super::command_table::COMMANDS;
use super::console::Console;
use super::ddt::Ddt;
use super::error::CommandError;
use super::history::History;
use super::panel_switches::PanelSwitches;
use super::session_stop::SessionStop;
use super::speed::Speed;
use super::stops::Stops;
use super::target::Target;
use crate::address::Address;
use crate::machine::{Input, Machine, Until};
use crate::symbols::Symbols;
use crate::time::Nanos;
use std::ops::RangeInclusive;

/// What happens after a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// The session continues with the next line.
    Continue,
    /// The session ends, with an exit status if one was given.
    Exit(Option<u8>),
}

/// A debugging session. Its parts do not refer to each other, except that the stops evaluate their conditions
/// against the target. What needs several parts is a method of the session, in the module of its subject.
pub struct Session {
    /// The machine and its program.
    pub target: Target,
    /// The stops of the machine.
    pub stops: Stops,
    pub(super) history: History,
    pub(super) console: Console,
    pub(super) ddt: Ddt,
    /// The last report of the panel, if one is connected.
    pub(super) panel: PanelSwitches,
    /// The addresses that the memory link may use.
    pub(super) link_window: RangeInclusive<u32>,
    /// Commands in addition to those in the table, such as commands for the chess program.
    pub more_commands: &'static [&'static Command],
    /// `true` if lines, panels and links may be reached from other computers, and may connect to them.
    pub allow_remote: bool,
    /// The speed of the machine.
    pub speed: Speed,
    /// The longest virtual time that one run may take.
    pub limit: Option<Nanos>,
    /// The machine's time and instruction count at which every run ends.
    pub end: Until,
    /// The address that follows the last one examined or deposited; after a run, the program counter.
    pub(super) next: Address,
    /// `true` while the commands of a stop are carried out.
    pub(super) acting: bool,
    /// The result of the stop's commands that ended the last run although `continue` follows them: an error
    /// or `exit`.
    pub(super) ended_by: Option<Result<Flow, CommandError>>,
    /// Nesting depth of the command files being executed.
    pub(super) depth: usize,
    pub(super) stopped: Option<SessionStop>,
}

impl Session {
    /// Begins a session with `machine`, which holds a program with `symbols`.
    pub fn new(machine: Machine, symbols: Symbols) -> Session {
        Session {
            target: Target::new(machine, symbols),
            stops: Stops::default(),
            history: History::default(),
            console: Console::default(),
            ddt: Ddt::default(),
            panel: PanelSwitches::default(),
            link_window: 0..=Address::LAST.get(),
            more_commands: &[],
            allow_remote: false,
            speed: Speed::Maximum,
            limit: None,
            end: Until::never(),
            next: Address::default(),
            acting: false,
            ended_by: None,
            depth: 0,
            stopped: None,
        }
    }

    pub(crate) fn commands(&self) -> impl Iterator<Item = &'static Command> + use<> {
        COMMANDS.iter().chain(self.more_commands).copied()
    }

    /// Returns why the last run has ended; `None` if that was already returned.
    pub fn take_stopped(&mut self) -> Option<SessionStop> {
        self.stopped.take()
    }

    /// Gives an input to the machine; the history records it.
    ///
    /// # Errors
    ///
    /// As for [`Machine::input`].
    pub fn input(&mut self, input: Input) -> Result<(), CommandError> {
        if let Some((device, unit)) = input.unit() {
            // After the user has gone back and changed a tape, the inputs planned from the history must not
            // change it again.
            self.target.machine.forget_tapes_for(device, unit);
        }
        Ok(self.target.machine.input(input)?)
    }

    /// Keeps the history from now on. The command `history` shows at most its last `length` instructions.
    /// With 0 the history is not kept, which needs less memory.
    pub fn keep_past(&mut self, length: usize) {
        self.history.shown = length;
        self.history.timeline.enable(length > 0, &mut self.target.machine);
    }

    /// Returns `true` if the word at `address` has changed since the last run or `back` began.
    pub fn has_changed(&self, address: Address) -> bool {
        self.history.has_changed(address, &self.target.machine)
    }
}
