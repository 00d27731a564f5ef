//! The machine of the web page: the debugger session that contains it, the session's host, and what the page
//! shows.

use std::sync::Arc;

use chessprog::emulated::{Emulated, Program};
use chessprog::sources::{FILES, STRUCTURES};
use emulator::debug::{Goal, Session, SessionStop, Structures};
use emulator::io::Action;
use emulator::io::teletype::{self, Teletype};
use emulator::machine::{Config, Input, Machine, StopReason, Until};
use emulator::picture::Phosphor;
use emulator::symbols::Symbols;
use emulator::time::Nanos;

use crate::assembly_output::AssemblyOutput;
use crate::board_cache::BoardCache;
use crate::origin::{InitialState, Origin};
use crate::page_host::PageHost;
use crate::paper::PaperUpdate;

/// Number of instructions in the debugger's `history`.
pub(crate) const HISTORY: usize = 256;

/// Typed when the chess program has started: shows board and game on the tube.
const OPENING: &str = "FANCY 2\n";

/// Devices for which a program may be waiting: reader, punch, DECtape, printer.
const MOVING: [&str; 4] = ["ptr", "ptp", "dt", "lpt"];

/// The names of the output files of punch and printer.
pub(crate) const PUNCHED: &str = "punched.ptp";
pub(crate) const PRINTED: &str = "printed.txt";

/// The machine of the web page.
pub struct WebMachine {
    pub(crate) session: Session,
    pub(crate) host: PageHost,
    /// The start of the run.
    pub(crate) origin: Origin,
    pub(crate) glow: Phosphor,
    /// The last assembly, if any.
    pub(crate) assembled: Option<AssemblyOutput>,
    /// The names of the mounted tapes, by unit.
    pub(crate) tapes: std::collections::BTreeMap<String, String>,
    /// The last board shown.
    pub(crate) board_cache: BoardCache,
}

impl Default for WebMachine {
    fn default() -> WebMachine {
        WebMachine::with(Machine::new(Config::default()), Symbols::new(), InitialState::SwitchedOn)
    }
}

impl WebMachine {
    /// Returns a machine that has just been switched on, with clear memory.
    pub fn new() -> WebMachine {
        WebMachine::default()
    }

    /// Returns a machine with the chess program booted from its tape. The program has printed its name, and
    /// `FANCY 2` is typed ahead.
    ///
    /// # Errors
    ///
    /// Returns an error if the program does not start, which would be a bug in this crate.
    pub fn with_chess() -> Result<WebMachine, String> {
        let mut room = WebMachine::with_booted_chess()?;
        room.type_text(OPENING)?;
        Ok(room)
    }

    /// Like [`WebMachine::with_chess`], before anything is typed.
    pub(crate) fn with_booted_chess() -> Result<WebMachine, String> {
        let program = Program::built_in().map_err(|error| error.to_string())?;
        let mut emulated = Emulated::boot(Arc::clone(&program)).map_err(|error| error.to_string())?;
        let printed = emulated.paper_bytes();
        let mut room =
            WebMachine::with(emulated.into_machine(), program.symbols.clone(), InitialState::chess()?);
        printed.into_iter().for_each(|character| room.host.paper.print(character));
        room.session.target.structures = Structures::parse(STRUCTURES).map_err(|error| error.to_string())?;
        Ok(room)
    }

    pub(crate) fn with(machine: Machine, symbols: Symbols, base: InitialState) -> WebMachine {
        let mut session = Session::new(machine, symbols);
        let mut host = PageHost::default();
        for (name, text) in FILES {
            host.files.insert((*name).to_owned(), text.as_bytes().to_vec());
        }
        session.keep_past(HISTORY);
        for (unit, file) in [("ptp", PUNCHED), ("lpt", PRINTED)] {
            let attached = session.attach(unit, file, false, &mut host);
            debug_assert!(attached.is_ok(), "{attached:?}");
        }
        let origin = Origin::new(base, session.past_begins());
        WebMachine {
            session,
            host,
            origin,
            glow: Phosphor::default(),
            assembled: None,
            tapes: Default::default(),
            board_cache: BoardCache::default(),
        }
    }

    /// Returns the machine time in nanoseconds since power-on.
    pub fn time(&self) -> u64 {
        self.session.target.machine.time().get()
    }

    /// Returns the number of instructions executed since power-on.
    pub fn instructions(&self) -> u64 {
        self.session.target.machine.instructions()
    }

    /// Returns `true` if the RUN light is on.
    pub fn is_running(&self) -> bool {
        self.session.target.machine.is_running()
    }

    /// Returns `true` if the program appears to wait for the user: no key is pending, nothing is being
    /// printed, no tape moves, and the program has stayed within a few words for a second of machine time.
    pub fn is_waiting(&self) -> bool {
        let machine = &self.session.target.machine;
        let moves = MOVING.iter().any(|device| machine.io.is_busy(device));
        machine.keys_left(0) == 0 && !machine.is_printing() && !moves && self.host.idle.waits(machine.time())
    }

    /// Runs until `time`, unless the machine stops; the reason and the place are then in
    /// [`WebMachine::take_said`]. Returns `true` if the machine can continue.
    pub fn run(&mut self, time: u64) -> bool {
        let before = self.instructions();
        let goal = Goal { stop: Until::at(Nanos(time)), resumes: true, ..Goal::endless() };
        self.host.patience = None;
        let stopped = match self.session.drive(goal, &mut self.host) {
            SessionStop::Machine(StopReason::Time) if self.instructions() == before => None,
            // The run may have ended at a breakpoint that has not been reported.
            SessionStop::Machine(StopReason::Time) => {
                let here = self.session.target.machine.cpu.pc;
                self.session.stop_at_place(here, &mut self.host)
            }
            other => Some(other),
        };
        self.session.take_stopped();
        let Some(stopped) = stopped else { return true };
        if let Err(error) = self.session.announce(stopped, &mut self.host) {
            self.host.said += &format!("{error}\n");
        }
        false
    }

    /// Strikes keys of the console teletype, with RETURN for a new line. They arrive at the speed of a
    /// teletype.
    ///
    /// # Errors
    ///
    /// Returns an error only if the machine has no teletype.
    pub fn type_text(&mut self, text: &str) -> Result<(), String> {
        let characters = teletype::keys(text);
        let action = Action::Type { line: 0, characters };
        self.input(Input::Act { device: Teletype::NAME.to_owned(), action })
    }

    /// Returns the number of keys that have not yet been struck.
    pub fn keys_left(&self) -> usize {
        self.session.target.machine.keys_left(0)
    }

    /// Returns the part of the paper that is new since the last call.
    pub fn take_sheet(&mut self) -> Option<PaperUpdate> {
        self.host.paper.take_sheet()
    }

    /// Returns the whole text of the paper.
    pub fn paper_text(&self) -> String {
        self.host.paper.text()
    }

    /// Makes [`WebMachine::take_sheet`] return the whole paper again.
    pub fn show_paper_again(&mut self) {
        self.host.paper.show_again();
        self.board_cache.machine_plays = None;
    }

    /// Returns advice after a line that the chess program rejected. Returns `None` if it accepted the last
    /// line, or if another program runs.
    pub fn hint(&mut self) -> Option<String> {
        let mut hints = std::mem::take(&mut self.host.hints);
        let hint = hints.hint(|| self.recorded_game());
        self.host.hints = hints;
        hint.map(|hint| hint.to_string())
    }

    /// Returns the debugger's output since the last call.
    pub fn take_said(&mut self) -> String {
        std::mem::take(&mut self.host.said)
    }

    /// Applies an input of the user at the current time.
    pub(crate) fn input(&mut self, input: Input) -> Result<(), String> {
        self.session.input(input).map_err(|error| error.to_string())?;
        self.host.idle.disturb(self.session.target.machine.time());
        Ok(())
    }
}
