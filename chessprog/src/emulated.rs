//! The MIDAS program on the emulated PDP-6, here called the machine: boots the program from its tape or loads
//! it into memory, types at it, and drives it to set up positions and search.
//!
//! The program is controlled only by what a user at the machine has: the READ IN key, the keyboard, deposit,
//! examine and start. Breakpoints and observers only watch it. The code relies on the names of some labels
//! and the layout of the words there, as described in `chessprog/midas/storage.mid` and `drivers.mid`.

mod driving;
mod error;
mod game;
mod limits;
mod plausible;
mod player;
mod position;
mod probes;
mod profile;
mod program;
mod recording;
mod settings;
mod thinking;
mod tube;

use std::any::Any;
use std::sync::Arc;

use emulator::address::Address;
use emulator::cpu::Observer;
use emulator::io::teletype;
use emulator::io::units::bytes_of;
use emulator::journal::JournalContents;
use emulator::machine::{Config, Machine, StopReason, Until};
use emulator::time::Nanos;
use emulator::word::Word;

use crate::program::Cost;

pub use error::{EmulatedError, ResumeError};
use game::GameWatch;
use limits::BOOT_TIME;
pub(crate) use limits::ROUTINE_TIME;
pub use plausible::ListedMove;
pub use player::Probes;
pub use probes::ProbeEvent;
pub use profile::{Profile, ProfileLine};
pub use program::{Program, ProgramError};
pub(crate) use recording::{ExecutedStep, NONE, ProbeReport, Recording, WordUse};
use thinking::Labels;
pub use thinking::{GameCache, Thinking};
pub use tube::{DrawnLine, DrawnPiece, TubePicture};

const CONSOLE: u8 = 0;

/// The loops that wait for a key: the label of each and its number of instructions. The second is the stop at
/// a node of the search (SLS). In the third, the command RS (read commands from paper tape) waits for the
/// tape; if no more tape comes, a key ends the wait.
const WAITS: [(&str, i32); 3] = [("TYIWT", 2), (AT_NODE, 5), (FOR_TAPE, 4)];
const AT_NODE: &str = "NODST1";
const FOR_TAPE: &str = "RDTAP2";

/// A machine with the chess program in it.
///
/// A method that reads or runs the program returns an error if the program lacks a label, or if the machine
/// stops where it should not.
pub struct Emulated {
    machine: Machine,
    program: Arc<Program>,
    /// The instructions of the waiting loops, each with the first instruction of its loop.
    waits: Vec<(Address, Address)>,
    /// The memory after XINIT, the driver that computes the program's tables. Empty in a machine that
    /// [`Emulated::load`] did not make.
    fresh: Vec<Word>,
    searched: Option<Cost>,
    /// Records the moves of the game, if they are watched.
    watch: Option<GameWatch>,
    /// Limit for the machine time of a driver, and for the time between two probes.
    patience: Nanos,
    /// Observes the executed instructions, if set.
    observer: Option<Box<dyn RunObserver>>,
    /// Records the words that executed instructions read and write, if set.
    recording: Option<Box<Recording>>,
}

/// An observer of executed instructions. [`Any`] allows its owner to downcast it after taking it back.
pub trait RunObserver: Observer + Any + Send {}

impl<T: Observer + Any + Send> RunObserver for T {}

/// Returns a right half as a signed number.
pub(crate) fn half(word: Word) -> i32 {
    ((word.right() << 14) as i32) >> 14
}

impl Emulated {
    /// Puts the tape into the reader, presses READ IN, and runs until the program waits for a key.
    /// [`Emulated::paper`] returns the output until then.
    ///
    /// # Errors
    /// Returns an error if the machine stops, or if the program never waits for a key.
    pub fn boot(program: Arc<Program>) -> Result<Emulated, EmulatedError> {
        let mut emulated = Emulated::begin_boot(program)?;
        emulated.run_to_wait(BOOT_TIME)?;
        Ok(emulated)
    }

    /// Returns a machine with the program's tape in the reader and the READ IN key pressed. [`Emulated::run`]
    /// then reads the tape.
    pub fn begin_boot(program: Arc<Program>) -> Result<Emulated, EmulatedError> {
        let mut emulated = Emulated::switched_on(program)?;
        emulated.machine.boot_tape(emulated.program.tape.clone());
        Ok(emulated)
    }

    /// Puts the words of the program into memory, which takes no machine time, and lets it compute its
    /// tables. The dialogue is not started: this is for [`Emulated::drive`] and methods that use it.
    ///
    /// # Errors
    /// Returns an error if the machine stops where it should not.
    pub fn load(program: Arc<Program>) -> Result<Emulated, EmulatedError> {
        let mut emulated = Emulated::switched_on(program)?;
        for (address, word) in emulated.program.image.iter() {
            emulated.machine.memory.put(address, word);
        }
        emulated.drive("XINIT", BOOT_TIME)?;
        emulated.fresh = emulated.machine.memory.words().to_vec();
        Ok(emulated)
    }

    /// Resets the program to its state after loading. This takes no machine time if [`Emulated::load`] made
    /// the machine. Otherwise the program computes its tables again.
    ///
    /// # Errors
    /// Returns an error if computing the tables again fails.
    pub fn renew(&mut self) -> Result<(), EmulatedError> {
        if self.fresh.is_empty() {
            return self.drive("XINIT", BOOT_TIME);
        }
        for (address, &word) in (0..).map(Address::new).zip(&self.fresh) {
            self.machine.memory.put(address, word);
        }
        Ok(())
    }

    /// Returns a machine in the state of a snapshot, which must be of this program, waiting or thinking.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a valid snapshot, or contain another program.
    pub fn resume(program: Arc<Program>, snapshot: &[u8]) -> Result<Emulated, ResumeError> {
        let mut emulated = Emulated::switched_on(program).map_err(ResumeError::Program)?;
        emulated.machine.restore(snapshot).map_err(ResumeError::Snapshot)?;
        emulated.must_be_loaded()?;
        Ok(emulated)
    }

    /// Returns a machine at the end of a journal's run, and the output on the paper. If the run `boots` the
    /// program, the machine need not contain the program when the run begins.
    ///
    /// # Errors
    /// Returns the same errors as [`Emulated::resume`], and an error if the journal cannot be replayed.
    pub fn replay(
        program: Arc<Program>,
        reading: &JournalContents,
        boots: bool,
    ) -> Result<(Emulated, Vec<u8>), ResumeError> {
        let mut emulated = Emulated::switched_on(program).map_err(ResumeError::Program)?;
        if !boots {
            // Check before the replay, which can take a long time.
            reading.begin(&mut emulated.machine).map_err(ResumeError::Snapshot)?;
            emulated.must_be_loaded()?;
        }
        let paper = reading.resume(&mut emulated.machine).map_err(ResumeError::Journal)?;
        Ok((emulated, paper))
    }

    /// Returns `true` if a journal begins with this program in memory.
    pub fn is_run_of(program: Arc<Program>, reading: &JournalContents) -> bool {
        Emulated::switched_on(program).is_ok_and(|mut emulated| {
            reading.begin(&mut emulated.machine).is_ok() && emulated.must_be_loaded().is_ok()
        })
    }

    fn must_be_loaded(&self) -> Result<(), ResumeError> {
        // Checks that the words of the waiting loops are where this program has them.
        let same = self
            .waits
            .iter()
            .all(|&(address, _)| self.program.image.get(address) == Some(self.machine.examine(address)));
        if same { Ok(()) } else { Err(ResumeError::OtherProgram) }
    }

    /// Returns a machine without the program in it, for [`Emulated::begin`].
    pub fn switched_on(program: Arc<Program>) -> Result<Emulated, EmulatedError> {
        let mut waits = Vec::new();
        for (label, length) in WAITS {
            let first = program.label(label)?;
            waits.extend((0..length).map(|i| (first.offset(i), first)));
        }
        let machine = Machine::new(Config::default());
        Ok(Emulated {
            machine,
            program,
            waits,
            fresh: Vec::new(),
            searched: None,
            watch: None,
            patience: Nanos::MAX,
            observer: None,
            recording: None,
        })
    }

    /// Sets the limit for the machine time of a driver, and for the time between two probes.
    pub fn set_patience(&mut self, most: Nanos) {
        self.patience = most;
    }

    /// Sets an observer for the instructions executed from now on. It does not observe runs for a recording,
    /// a profile or probes.
    pub fn observe(&mut self, observer: Box<dyn RunObserver>) {
        self.observer = Some(observer);
    }

    /// Removes the observer and returns it.
    pub fn take_observer(&mut self) -> Option<Box<dyn RunObserver>> {
        self.observer.take()
    }

    fn run_machine(&mut self, stop: Until) -> StopReason {
        match &mut self.observer {
            Some(observer) => self.machine.run_observed(stop, observer.as_mut()),
            None => self.machine.run_until(stop),
        }
    }

    /// Puts the words of the program into memory and starts it, as after reading the tape. This takes no
    /// machine time.
    pub fn begin(&mut self) -> Result<(), EmulatedError> {
        let start = self.program.label("GO")?;
        for (address, word) in self.program.image.iter() {
            self.machine.memory.put(address, word);
        }
        self.machine.start(start);
        Ok(())
    }

    /// Returns the program with its tape and symbols.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// Returns the machine, for example to save a snapshot or to mount a tape.
    pub fn machine(&mut self) -> &mut Machine {
        &mut self.machine
    }

    /// Returns the machine and drops everything else.
    pub fn into_machine(self) -> Machine {
        self.machine
    }

    /// Returns `true` if the program waits for a key: it has read all typed keys and, in RS, the tape, and
    /// has printed all of its output.
    pub fn waits(&self) -> bool {
        let at_wait = self.waits.iter().any(|&(address, _)| self.machine.cpu.pc == address);
        let word = |label| self.program.label(label).map(|address| self.machine.examine(address));
        at_wait
            && (!self.is_in(FOR_TAPE) || self.machine.reader_is_spent())
            && word("TIIN") == word("TIOUT")
            && word("TOACT") == Ok(Word::ZERO)
            && !self.machine.is_printing()
            && self.machine.keys_left(CONSOLE) == 0
    }

    /// Returns `true` if the program has stopped at a node of the search (SLS) and is not in its dialogue.
    pub fn is_at_node(&self) -> bool {
        self.is_in(AT_NODE)
    }

    /// Returns `true` if RS waits for a paper tape, because the reader is empty or the tape has ended. A key
    /// ends the wait.
    pub fn waits_for_tape(&self) -> bool {
        self.is_in(FOR_TAPE) && self.waits()
    }

    /// Returns the devices that the program waits for in vain: see [`Machine::awaited_in_vain`].
    pub fn awaited_in_vain(&self) -> Vec<&'static str> {
        self.machine.awaited_in_vain()
    }

    /// Returns `true` if the program is in the waiting loop at a label.
    fn is_in(&self, label: &str) -> bool {
        let loop_of = self.waits.iter().filter(|&&(_, first)| self.program.label(label) == Ok(first));
        loop_of.into_iter().any(|&(address, _)| self.machine.cpu.pc == address)
    }

    /// Runs until the program waits for a key, or for at most `most`. Returns `true` if it waits.
    pub fn run(&mut self, most: Nanos) -> Result<bool, EmulatedError> {
        let end = self.machine.time().saturating_add(most);
        self.watch_waits(true);
        let waits = loop {
            if self.waits() {
                break Ok(true);
            }
            match self.run_machine(Until::at(end)) {
                StopReason::Time => break Ok(self.waits()),
                StopReason::Breakpoint(_) if self.waits() => break Ok(true),
                StopReason::Breakpoint(address) if self.note(address)? => {}
                StopReason::Breakpoint(_) => {
                    // Output, keys or tape remain: run for at most 10 ms more.
                    self.watch_waits(false);
                    let soon = self.machine.time().saturating_add(Nanos::from_millis(10)).min(end);
                    let reason = self.run_machine(Until::at(soon));
                    self.watch_waits(true);
                    match reason {
                        StopReason::Time => {}
                        StopReason::Breakpoint(address) if self.note(address)? => {}
                        reason => break Err(self.stopped(reason)),
                    }
                }
                reason => break Err(self.stopped(reason)),
            }
        };
        self.watch_waits(false);
        waits
    }

    /// Sets or clears breakpoints at the start of each waiting loop.
    fn watch_waits(&mut self, watch: bool) {
        for &(_, first) in &self.waits {
            if watch {
                self.machine.set_breakpoint(first);
            } else {
                self.machine.clear_breakpoint(first);
            }
        }
    }

    /// Runs until the program waits. Returns an error if it does not.
    fn run_to_wait(&mut self, most: Nanos) -> Result<(), EmulatedError> {
        if self.run(most)? {
            return Ok(());
        }
        Err(self.endless(most))
    }

    /// Types a line ended with RETURN and runs until the program waits for the next one. Returns the output
    /// on the paper, including the echo, with newlines.
    ///
    /// # Errors
    /// Returns an error if the machine stops, or if the program does not wait again within `most` of
    /// machine time.
    pub fn type_line(&mut self, line: &str, most: Nanos) -> Result<String, EmulatedError> {
        self.machine.type_text(&format!("{line}\n"));
        self.run_to_wait(most)?;
        Ok(self.paper())
    }

    /// Returns the output on the paper since the last call.
    pub fn paper(&mut self) -> String {
        self.machine.take_text(CONSOLE)
    }

    /// Returns the output on the paper since the last call, as seven-bit bytes.
    pub fn paper_bytes(&mut self) -> Vec<u8> {
        bytes_of(&self.machine.take_printed(), CONSOLE).into_iter().map(|byte| byte & 0o177).collect()
    }

    /// Runs for an amount of machine time, even if the program waits.
    pub fn pass(&mut self, time: Nanos) -> Result<(), EmulatedError> {
        match self.run_machine(Until::after(&self.machine, time)) {
            StopReason::Time => Ok(()),
            reason => Err(self.stopped(reason)),
        }
    }

    /// Types one key.
    pub fn strike(&mut self, key: u8) {
        self.machine.strike(teletype::key(key).as_slice());
    }

    /// Returns the word at a label, or `offset` words after it.
    pub fn word(&self, label: &str, offset: u32) -> Result<Word, EmulatedError> {
        self.labels().word(label, offset)
    }

    fn labels(&self) -> Labels<'_> {
        Labels { machine: &self.machine, program: &self.program }
    }

    /// Stores a word at a label, or `offset` words after it.
    pub fn put(&mut self, label: &str, offset: u32, word: Word) -> Result<(), EmulatedError> {
        let address = self.program.label(label)?.offset(offset as i32);
        self.machine.memory.put(address, word);
        Ok(())
    }

    fn here(&self) -> String {
        self.program.symbols.render(self.machine.cpu.pc)
    }

    fn stopped(&self, reason: StopReason) -> EmulatedError {
        EmulatedError::Stopped { reason: reason.to_string(), at: self.here() }
    }

    fn endless(&self, most: Nanos) -> EmulatedError {
        EmulatedError::Endless { seconds: most.as_seconds() as u64, at: self.here() }
    }
}
