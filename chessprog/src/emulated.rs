//! The program on the machine: booted from its tape or put into memory, typed to, asked for positions and searches.
//!
//! Everything here goes through what a person at the machine could do too: the READ IN key, the keyboard, deposit,
//! examine and start. What this knows about the program is the names of some of its labels and the layout of the words
//! there, as `chessprog/midas/storage.mid` and `drivers.mid` describe them.

mod fault;
mod game;
mod passed;
mod plausible;
mod player;
mod position;
mod probes;
mod profile;
mod program;
mod tube;

use std::sync::Arc;

use emulator::address::Address;
use emulator::cpu::Observer;
use emulator::io::teletype;
use emulator::io::units::bytes_of;
use emulator::journal::Reading;
use emulator::machine::{Config, Machine, StopReason, Until};
use emulator::time::Nanos;
use emulator::word::Word;

use crate::program::Cost;

pub use fault::{Fault, ResumeError};
use game::Watch;
pub use passed::{Passage, Passages, is_branch};
pub use plausible::Plausible;
pub use player::Probes;
pub use probes::Event;
pub(crate) use probes::Whereabout;
pub use profile::{Profile, ProfileLine};
pub use program::{Program, ProgramError};
pub use tube::Drawn;

/// The console teletype.
const CONSOLE: u8 = 0;

/// Where the program waits for a key: the label of each loop, and its instructions. The second is the stop at a node of the
/// search (SLS). In the third RS waits for the paper tape; if no more tape comes, a key ends that.
const WAITS: [(&str, i32); 3] = [("TYIWT", 2), (AT_NODE, 5), (FOR_TAPE, 4)];
const AT_NODE: &str = "NODST1";
const FOR_TAPE: &str = "RDTAP2";

/// Where a driver halts when it is done.
const DONE: &str = "DONE";

/// A machine with the chess program in it.
pub struct Emulated {
    machine: Machine,
    program: Arc<Program>,
    /// The instructions of the loops in which it waits, with the first of each.
    waits: Vec<(Address, Address)>,
    /// The memory as XINIT left it; empty in a machine that was booted or resumed.
    fresh: Vec<Word>,
    searched: Option<Cost>,
    /// Where moves of the game are made, if that is watched.
    watch: Option<Watch>,
    /// No driver may run for longer, nor be silent for longer between two probes.
    patience: Nanos,
    /// What is executed, if that is watched.
    passages: Option<Box<Passages>>,
    /// Who else watches what is executed.
    observer: Option<Box<dyn Observer + Send>>,
}

/// The longest that reading the tape and starting may take: the tape has some 20,000 words and moves past the reader at
/// 400 frames a second, six to a word.
const BOOT_TIME: Nanos = Nanos::from_seconds(1200);

impl Emulated {
    /// Puts the tape into the reader, presses READ IN, and waits until the program waits for a key. What it types
    /// meanwhile can be taken with [`Emulated::paper`].
    ///
    /// # Errors
    /// The machine stops, or the program never waits for a key.
    pub fn boot(program: Arc<Program>) -> Result<Emulated, Fault> {
        let mut emulated = Emulated::begin_boot(program)?;
        emulated.run_to_wait(BOOT_TIME)?;
        Ok(emulated)
    }

    /// A machine with the program's tape on the reader, only as far as the READ IN key: [`Emulated::run`] makes the tape move.
    ///
    /// # Errors
    /// The program has not the labels that this needs.
    pub fn begin_boot(program: Arc<Program>) -> Result<Emulated, Fault> {
        let mut emulated = Emulated::switched_on(program)?;
        emulated.machine.boot_tape(emulated.program.tape.clone());
        Ok(emulated)
    }

    /// Puts the words of the program into memory, which takes no time, and lets it compute its tables. The dialogue is not
    /// begun: this is for [`Emulated::drive`] and what is built on it.
    ///
    /// # Errors
    /// The machine stops where it should not.
    pub fn load(program: Arc<Program>) -> Result<Emulated, Fault> {
        let mut emulated = Emulated::switched_on(program)?;
        for (address, word) in emulated.program.image.iter() {
            emulated.machine.memory.put(address, word);
        }
        emulated.drive("XINIT", BOOT_TIME)?;
        emulated.fresh = emulated.machine.memory.words().to_vec();
        Ok(emulated)
    }

    /// Gives the memory the contents that it had when the program had just been loaded: so it begins anew, in no time.
    ///
    /// # Errors
    /// The program was not put into memory by [`Emulated::load`], and fails when it starts anew.
    pub fn renew(&mut self) -> Result<(), Fault> {
        if self.fresh.is_empty() {
            return self.drive("XINIT", BOOT_TIME);
        }
        for (address, &word) in (0..).map(Address::new).zip(&self.fresh) {
            self.machine.memory.put(address, word);
        }
        Ok(())
    }

    /// A machine in the state of a snapshot, which must be one of this program waiting or thinking.
    ///
    /// # Errors
    /// The bytes are no snapshot, or the program in it is not this one.
    pub fn resume(program: Arc<Program>, snapshot: &[u8]) -> Result<Emulated, ResumeError> {
        let mut emulated = Emulated::switched_on(program).map_err(ResumeError::Program)?;
        emulated.machine.restore(snapshot).map_err(ResumeError::Snapshot)?;
        emulated.must_be_loaded()?;
        Ok(emulated)
    }

    /// A machine where the run of a journal was, and what stood on its paper. One that still `boots` need not have the program.
    ///
    /// # Errors
    /// As for [`Emulated::resume`].
    pub fn replay(
        program: Arc<Program>,
        reading: &Reading,
        boots: bool,
    ) -> Result<(Emulated, Vec<u8>), ResumeError> {
        let mut emulated = Emulated::switched_on(program).map_err(ResumeError::Program)?;
        if !boots {
            // Before anything is repeated, which may take long.
            reading.begin(&mut emulated.machine).map_err(ResumeError::Snapshot)?;
            emulated.must_be_loaded()?;
        }
        let paper = reading.replay(&mut emulated.machine).map_err(ResumeError::Journal)?;
        Ok((emulated, paper))
    }

    /// Whether the run of a journal is one of this program.
    pub fn is_run_of(program: Arc<Program>, reading: &Reading) -> bool {
        Emulated::switched_on(program).is_ok_and(|mut emulated| {
            reading.begin(&mut emulated.machine).is_ok() && emulated.must_be_loaded().is_ok()
        })
    }

    fn must_be_loaded(&self) -> Result<(), ResumeError> {
        // The words that wait for a key stand where this program has them.
        let same = self
            .waits
            .iter()
            .all(|&(address, _)| self.program.image.get(address) == Some(self.machine.examine(address)));
        if same { Ok(()) } else { Err(ResumeError::OtherProgram) }
    }

    fn switched_on(program: Arc<Program>) -> Result<Emulated, Fault> {
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
            passages: None,
            observer: None,
        })
    }

    /// From now on a driver that runs for longer than this time of the machine, or is silent for longer between two probes, has
    /// failed.
    pub fn set_patience(&mut self, most: Nanos) {
        self.patience = most;
    }

    /// Notes from now on what is executed; [`Emulated::take_passages`] gives it. The machine is then several times slower, in real
    /// time.
    pub fn watch_passages(&mut self) {
        self.passages = Some(Box::new(self.no_passages()));
    }

    /// What was executed since this was last asked.
    pub fn take_passages(&mut self) -> Passages {
        let now = self.machine.time();
        let none = self.no_passages();
        let Some(passages) = &mut self.passages else { return none };
        passages.pause(now);
        std::mem::replace(passages, none)
    }

    fn no_passages(&self) -> Passages {
        let last = self.program.image.iter().map(|(address, _)| address).max();
        Passages::below(last.map_or(Address::new(0), Address::next))
    }

    /// Lets somebody watch what drivers execute from now on, searches among it.
    pub fn let_watch(&mut self, observer: Box<dyn Observer + Send>) {
        self.observer = Some(observer);
    }

    /// Runs the machine, watched or not.
    fn run_machine(&mut self, stop: Until) -> StopReason {
        match &mut self.passages {
            Some(passages) => self.machine.run_observed(stop, passages.as_mut()),
            None => self.machine.run_until(stop),
        }
    }

    /// Begins as after reading the tape, which takes no time: the words of the program are put into memory, and it is started.
    ///
    /// # Errors
    /// The program has no start.
    pub fn begin(&mut self) -> Result<(), Fault> {
        let start = self.program.label("GO")?;
        for (address, word) in self.program.image.iter() {
            self.machine.memory.put(address, word);
        }
        self.machine.start(start);
        Ok(())
    }

    /// A machine with the program's tape on no reader, for [`Emulated::begin`].
    ///
    /// # Errors
    /// The program has not the labels that this needs.
    pub fn idle(program: Arc<Program>) -> Result<Emulated, Fault> {
        Emulated::switched_on(program)
    }

    /// The program.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// The machine.
    pub fn machine(&mut self) -> &mut Machine {
        &mut self.machine
    }

    /// The machine, to be handed on.
    pub fn into_machine(self) -> Machine {
        self.machine
    }

    /// Whether the program waits for a key and has typed all it had to say.
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

    /// Whether it stands at a node of the search (SLS), and not in its dialogue.
    pub fn is_at_node(&self) -> bool {
        self.is_in(AT_NODE)
    }

    /// Whether RS waits for a paper tape, and there is none in the reader or it has ended: a key ends that.
    pub fn waits_for_tape(&self) -> bool {
        self.is_in(FOR_TAPE) && self.waits()
    }

    /// The devices for which the program waits in vain: see [`Machine::awaited_in_vain`].
    pub fn awaited_in_vain(&self) -> Vec<&'static str> {
        self.machine.awaited_in_vain()
    }

    /// Whether it is in the waiting loop at this label.
    fn is_in(&self, label: &str) -> bool {
        let loop_of = self.waits.iter().filter(|&&(_, first)| self.program.label(label) == Ok(first));
        loop_of.into_iter().any(|&(address, _)| self.machine.cpu.pc == address)
    }

    /// Runs until the program waits for a key, but no longer than this. Gives whether it waits.
    ///
    /// # Errors
    /// The machine stops.
    pub fn run(&mut self, most: Nanos) -> Result<bool, Fault> {
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
                    // Something is still being typed, or a key is on its way: nothing happens before the next event.
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

    /// Stops at the beginning of each loop in which the program waits, or does so no more.
    fn watch_waits(&mut self, watch: bool) {
        for &(_, first) in &self.waits {
            if watch {
                self.machine.set_breakpoint(first);
            } else {
                self.machine.clear_breakpoint(first);
            }
        }
    }

    /// Runs to where the program waits; not to wait in the end is an error.
    fn run_to_wait(&mut self, most: Nanos) -> Result<(), Fault> {
        if self.run(most)? {
            return Ok(());
        }
        Err(self.endless(most))
    }

    /// Types a line, ended with RETURN, and runs until the program waits for the next; gives what was typed on the paper,
    /// the echo included, lines ended with a new line.
    ///
    /// # Errors
    /// The machine stops, or the program thinks for longer than `most` of its time.
    pub fn type_line(&mut self, line: &str, most: Nanos) -> Result<String, Fault> {
        self.machine.type_text(&format!("{line}\n"));
        self.run_to_wait(most)?;
        Ok(self.paper())
    }

    /// What has been typed on the paper since this was last asked.
    pub fn paper(&mut self) -> String {
        self.machine.take_text(CONSOLE)
    }

    /// What has been typed on the paper since this was last asked, as the bytes that came, seven bits each.
    pub fn paper_bytes(&mut self) -> Vec<u8> {
        bytes_of(&self.machine.take_printed(), CONSOLE).into_iter().map(|byte| byte & 0o177).collect()
    }

    /// Lets time pass, whatever the program does.
    ///
    /// # Errors
    /// The machine stops.
    pub fn pass(&mut self, time: Nanos) -> Result<(), Fault> {
        match self.run_machine(Until::after(&self.machine, time)) {
            StopReason::Time => Ok(()),
            reason => Err(self.stopped(reason)),
        }
    }

    /// Strikes one key.
    pub fn strike(&mut self, key: u8) {
        self.machine.strike(teletype::key(key).as_slice());
    }

    /// The word at a label, or so many words after it.
    ///
    /// # Errors
    /// There is no such label.
    pub fn word(&self, label: &str, offset: u32) -> Result<Word, Fault> {
        Ok(self.machine.examine(self.program.label(label)?.offset(offset as i32)))
    }

    /// Puts a word there.
    ///
    /// # Errors
    /// There is no such label.
    pub fn put(&mut self, label: &str, offset: u32, word: Word) -> Result<(), Fault> {
        let address = self.program.label(label)?.offset(offset as i32);
        self.machine.memory.put(address, word);
        Ok(())
    }

    /// Starts the machine at a label of chapter drivers and runs until it halts, as a driver does when it is done. Breakpoints do
    /// not count.
    ///
    /// # Errors
    /// There is no such label, the machine stops otherwise, or it runs for longer than `most`.
    pub fn drive(&mut self, label: &str, most: Nanos) -> Result<(), Fault> {
        let most = most.min(self.patience);
        let start = self.program.label(label)?;
        self.machine.start(start);
        let stop = Until::after(&self.machine, most);
        let reason = match &mut self.passages {
            Some(passages) => {
                let reason = self.machine.run_observed(stop, passages.as_mut());
                passages.pause(self.machine.time());
                reason
            }
            None => match &mut self.observer {
                Some(observer) => self.machine.run_observed(stop, observer.as_mut()),
                None => self.machine.run_quietly(stop),
            },
        };
        match reason {
            StopReason::Halt => self.must_be_done(),
            StopReason::Time => Err(self.endless(most)),
            reason => Err(self.stopped(reason)),
        }
    }

    /// [`Emulated::drive`], telling what it cost.
    ///
    /// # Errors
    /// Those of [`Emulated::drive`].
    pub fn drive_measured(&mut self, label: &str, most: Nanos) -> Result<Cost, Fault> {
        let (time, instructions) = (self.machine.time(), self.machine.instructions());
        self.drive(label, most)?;
        Ok(Cost {
            nanos: self.machine.time().since(time).get(),
            instructions: self.machine.instructions() - instructions,
        })
    }

    /// [`Emulated::drive`], charging the time to the routines of the program.
    ///
    /// # Errors
    /// Those of [`Emulated::drive`].
    pub fn drive_profiled(&mut self, label: &str, most: Nanos, profile: &mut Profile) -> Result<(), Fault> {
        let start = self.program.label(label)?;
        self.machine.start(start);
        let stop = Until::after(&self.machine, most);
        let reason = self.machine.run_observed(stop, profile);
        profile.stop(self.machine.time());
        match reason {
            StopReason::Halt => self.must_be_done(),
            StopReason::Time => Err(self.endless(most)),
            reason => Err(self.stopped(reason)),
        }
    }

    /// The halt at the end of a driver, not some other.
    fn must_be_done(&self) -> Result<(), Fault> {
        if self.machine.cpu.pc == self.program.label(DONE)? {
            return Ok(());
        }
        Err(self.stopped(StopReason::Halt))
    }

    fn here(&self) -> String {
        self.program.symbols.render(self.machine.cpu.pc)
    }

    fn stopped(&self, reason: StopReason) -> Fault {
        Fault::Stopped { reason: reason.to_string(), at: self.here() }
    }

    fn endless(&self, most: Nanos) -> Fault {
        Fault::Endless { seconds: most.as_seconds() as u64, at: self.here() }
    }
}
