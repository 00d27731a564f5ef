//! The prompt from which the machine is run, looked at and changed.
//!
//! A [`Session`] carries out one line at a time; what it needs of the world outside (a terminal, files) it asks of
//! a [`Host`].
//! The verbs are those that users of SIMH know; each is a file under `commands`.

pub(crate) mod command;
pub(crate) mod commands;
#[cfg(feature = "cli")]
pub(crate) mod completion;
pub mod expression;
pub(crate) mod format;
pub mod host;
pub(crate) mod map;
mod marks;
pub mod panel;
pub(crate) mod stops;

mod actions;
mod attachment;
mod backtrace;
mod calls;
mod condition;
mod ddt;
mod drive;
mod history;
mod hit_condition;
mod log_message;
mod past;
mod program;
mod sentinel;
mod source;
mod speed;
mod steps;
mod structure;
mod timeline;
mod trail;
#[cfg(test)]
mod typed_tests;
mod walk;
mod words;

pub use attachment::Attachment;
pub use backtrace::{Entered, Frame};
pub use calls::Call;
pub use command::{COMMANDS, Command, find as find_command};
pub use drive::{Goal, Stopped};
pub use history::Executed;
pub use hit_condition::HitCondition;
pub use host::Host;
pub use past::{Access, Deed, Met};
pub use program::loader_operation;
pub(crate) use program::{Program, Source, Wanted};
pub use speed::{Speed, SpeedError};
pub use steps::Step;
pub use stops::{Noticed, Stop, Trigger};
pub use structure::{Field, Grid, Kind, Structure, Structures};
pub use trail::BackStep;
pub use walk::Walk;

use crate::address::Address;
use crate::io::ValueError;
use crate::machine::{Input, InputError, Machine, Until};
use crate::symbols::Symbols;
use crate::time::Nanos;
use crate::word::Word;
use ddt::Ddt;
use expression::Scope;
use sentinel::Sentinel;
use source::Sources;
use std::collections::BTreeMap;
use std::fmt;
use stops::Stops;
use timeline::Timeline;

/// What is to happen after a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// The next line.
    Continue,
    /// The end of the session, with an exit status if one was given.
    Exit(Option<u8>),
}

/// A line that could not be carried out, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandError(pub String);

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for CommandError {}

impl From<String> for CommandError {
    fn from(what: String) -> CommandError {
        CommandError(what)
    }
}

impl From<&str> for CommandError {
    fn from(what: &str) -> CommandError {
        CommandError(what.to_owned())
    }
}

impl From<ValueError> for CommandError {
    fn from(error: ValueError) -> CommandError {
        CommandError(error.to_string())
    }
}

impl From<InputError> for CommandError {
    fn from(error: InputError) -> CommandError {
        CommandError(error.to_string())
    }
}

/// A machine and the person who sits at it.
pub struct Session {
    /// The machine.
    pub machine: Machine,
    /// The symbols of the program in it.
    pub symbols: Symbols,
    /// What its words mean.
    pub structures: Structures,
    /// How fast it runs.
    pub speed: Speed,
    attachments: BTreeMap<String, Attachment>,
    sentinel: Sentinel,
    timeline: Timeline,
    stops: Stops,
    /// Whether what goes with a stop is being carried out.
    acting: bool,
    sources: Sources,
    ddt: Ddt,
    /// How many instructions `history` shows at most; 0 if the past is not kept.
    remembered: usize,
    /// Texts of the teletype at which to stop.
    expects: Vec<String>,
    /// The end of what the console has printed, for the expected texts.
    paper: String,
    /// The console has printed something since the expected texts were last looked for.
    has_printed: bool,
    /// The address that follows the last one examined or deposited.
    next: Address,
    /// A limit of virtual time for every run, if there is one.
    pub limit: Option<Nanos>,
    /// The end of all runs.
    pub end: Until,
    /// The command files being carried out, one in another.
    depth: usize,
    /// Why the last run has ended.
    stopped: Option<Stopped>,
    /// Whether a reference to core that is not there was reported.
    missing_core_reported: bool,
    /// Memory as it was at the last stop; empty before the first run.
    before: Vec<Word>,
    /// How many instructions had been executed then.
    before_at: u64,
}

impl Session {
    /// A session with `machine`, which holds a program with `symbols`.
    pub fn new(machine: Machine, symbols: Symbols) -> Session {
        Session {
            machine,
            symbols,
            structures: Structures::default(),
            speed: Speed::Maximum,
            attachments: BTreeMap::new(),
            sentinel: Sentinel::default(),
            timeline: Timeline::default(),
            stops: Stops::default(),
            acting: false,
            sources: Sources::default(),
            ddt: Ddt::default(),
            remembered: 0,
            expects: Vec::new(),
            paper: String::new(),
            has_printed: false,
            next: Address::default(),
            limit: None,
            end: Until::never(),
            depth: 0,
            stopped: None,
            missing_core_reported: false,
            before: Vec::new(),
            before_at: 0,
        }
    }

    /// Why the last run has ended; nothing if none has since this was asked last.
    pub fn take_stopped(&mut self) -> Option<Stopped> {
        self.stopped.take()
    }

    /// The machine is about to be elsewhere: what is in memory now is what was there at the last stop.
    fn remember(&mut self) {
        self.before.clear();
        self.before.extend_from_slice(self.machine.memory.words());
        self.before_at = self.machine.instructions();
    }

    /// Whether the word at `address` is another one than at the last stop.
    pub fn has_changed(&self, address: Address) -> bool {
        self.before.get(address.index()).is_some_and(|before| *before != self.machine.examine(address))
    }

    /// How many instructions were executed since the last stop.
    fn since_last_stop(&self) -> u64 {
        self.machine.instructions().saturating_sub(self.before_at)
    }

    /// Keeps the past from now on, as a debugger does, and shows at most the last `length` instructions of it; with 0 it is
    /// not kept, which needs less memory.
    pub fn keep_past(&mut self, length: usize) {
        self.remembered = length;
        self.timeline.enable(length > 0, &mut self.machine);
    }

    /// Carries out one line.
    ///
    /// # Errors
    ///
    /// The line makes no sense or cannot be done; the text says why and what to do.
    pub fn execute(&mut self, line: &str, host: &mut dyn Host) -> Result<Flow, CommandError> {
        let line = line.trim();
        // A comment, as in SIMH, or nothing.
        if line.is_empty() || line.starts_with([';', '#']) {
            return Ok(Flow::Continue);
        }
        let (command, arguments) = command::parse(self, line)?;
        if command.usage.is_empty() && !arguments.is_empty() {
            return Err(CommandError(format!("\"{arguments}\": nothing can follow \"{}\"", command.name)));
        }
        (command.run)(self, &arguments, host)
    }

    /// Does to the machine what a person does, so that it can be repeated.
    ///
    /// # Errors
    ///
    /// As for [`Machine::input`].
    pub fn input(&mut self, input: Input) -> Result<(), CommandError> {
        Ok(self.machine.input(input)?)
    }

    /// The value of an expression.
    pub(crate) fn evaluate(&self, text: &str) -> Result<Word, CommandError> {
        self.in_scope(|scope| expression::evaluate(text, scope))
    }

    /// The value of an expression as an address.
    pub(crate) fn address(&self, text: &str) -> Result<Address, CommandError> {
        self.in_scope(|scope| expression::address(text, scope))
    }

    /// The word of an instruction or an expression.
    pub(crate) fn word(&self, text: &str) -> Result<Word, CommandError> {
        self.in_scope(|scope| expression::word(text, scope))
    }

    /// The word of an instruction or an expression in which `.` is this.
    fn word_at(&self, text: &str, point: Address) -> Result<Word, CommandError> {
        let contents = |address| self.machine.examine(address);
        let scope = Scope { symbols: &self.symbols, point, contents: &contents };
        expression::word(text, &scope).map_err(CommandError)
    }

    fn in_scope<R>(&self, f: impl FnOnce(&Scope<'_>) -> Result<R, String>) -> Result<R, CommandError> {
        let contents = |address| self.machine.examine(address);
        let scope = Scope { symbols: &self.symbols, point: self.machine.cpu.pc, contents: &contents };
        f(&scope).map_err(CommandError)
    }

    /// An address as octal and, if it has one, by its symbol.
    pub fn place(&self, address: Address) -> String {
        match self.symbols.nearest(address, 0o777) {
            Some(_) => format!("{address} {}", self.symbols.render(address)),
            None => address.to_string(),
        }
    }

    /// A word as an instruction with the program's names.
    pub fn instruction(&self, word: Word) -> String {
        format::instruction(word, &self.symbols)
    }
}
