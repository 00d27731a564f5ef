//! Going back: by instructions, steps and times, to stops, to who wrote or read a word.

use super::history::{Executed, History};
use super::stops::{Noticed, Trigger};
use super::timeline::{Replayer, Stretch};
use super::trail::{BackStep, Trail};
use super::{CommandError, Host, Session};
use crate::address::Address;
use crate::bus::Bus;
use crate::cpu::{Cpu, Observer, Reference, ReferenceKind};
use crate::isa::Instruction;
use crate::machine::{Input, Machine, StopReason, Until};
use crate::memory::Memory;
use crate::time::Nanos;
use crate::word::Word;

/// So many instructions are looked at first to find where a step began, and so many times more if that was not enough.
const NEAR: u64 = 4_000;
const FARTHER: u64 = 8;

/// A stop that was come to on the way back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Met {
    /// The number of the stop.
    pub number: u32,
    /// What was noticed.
    pub noticed: Noticed,
}

/// What was asked of the past, and who did it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// The moment before: the number of instructions executed then.
    pub instructions: u64,
    /// The time at which it began.
    pub time: Nanos,
    /// Where the instruction was that did it; `None` for a person.
    pub at: Option<Address>,
    /// The instruction.
    pub instruction: Word,
    /// The channel whose interrupt it served, 0 for none.
    pub channel: u8,
    /// The word before and after.
    pub change: (Word, Word),
}

/// What is done to a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// It is written, be it with what was there.
    Write,
    /// It is read, but not as an instruction.
    Read,
}

impl Session {
    /// Goes back to the moment when so many instructions had been executed.
    ///
    /// # Errors
    ///
    /// The past is not known that far.
    pub fn go_to(&mut self, instructions: u64) -> Result<(), CommandError> {
        self.remember();
        self.timeline.go_back(&mut self.machine, instructions)?;
        self.sentinel.forget();
        self.uncount();
        self.mark_reels();
        self.next = self.machine.cpu.pc;
        Ok(())
    }

    /// What people have done since the past began, and what is planned, in order of time; nothing where the past is not kept.
    pub fn deeds(&self) -> Vec<(Nanos, Input)> {
        let done = self.timeline.inputs(&self.machine);
        done.into_iter().chain(self.machine.plans().cloned()).collect()
    }

    /// The first moment of the past that is known: the number of instructions executed then.
    pub fn past_begins(&self) -> Option<u64> {
        self.timeline.begin()
    }

    /// The moment at which a time had come: the number of instructions executed then.
    ///
    /// # Errors
    ///
    /// It is in the future, or not in the past that is known.
    pub fn moment(&mut self, time: Nanos) -> Result<u64, CommandError> {
        self.timeline.moment(&mut self.machine, time).map_err(CommandError)
    }

    /// Where a step backwards leads to: the number of instructions executed then.
    ///
    /// # Errors
    ///
    /// The past is not known that far.
    pub fn step_back(&mut self, step: BackStep, host: &mut dyn Host) -> Result<u64, CommandError> {
        self.known_stretches()?;
        let now = self.machine.instructions();
        let begin = self.timeline.begin().unwrap_or(now);
        let mut length = NEAR;
        loop {
            let from = now.saturating_sub(length).max(begin);
            let mut trail = Trail::new(step, &self.symbols, from > begin);
            self.timeline.show_last(&mut self.machine, now - from, &mut trail)?;
            if let Some(moment) = trail.answer(&self.machine) {
                return Ok(moment);
            }
            if from == begin {
                return Err("the step began before the past that is known".into());
            }
            interrupted(host)?;
            length *= FARTHER;
        }
    }

    /// Goes back to where a run would have stopped last; what is noticed after an instruction stops before it.
    ///
    /// Gives what was met; `None` if there is no stop in the past: the machine is then at its beginning.
    ///
    /// # Errors
    ///
    /// The past is not kept, or the person did not want to wait.
    pub fn continue_back(&mut self, host: &mut dyn Host) -> Result<Option<Met>, CommandError> {
        let now = self.machine.instructions();
        let stretches = self.known_stretches()?;
        let begin = stretches.last().map_or(now, |stretch| stretch.from);
        for stretch in stretches {
            if let Some((moment, met)) = self.last_stop(stretch, now)? {
                self.go_to(moment)?;
                return Ok(Some(met));
            }
            interrupted(host)?;
        }
        self.go_to(begin)?;
        Ok(None)
    }

    /// The last stop in a stretch, before the moment `now`.
    fn last_stop(&mut self, stretch: Stretch, now: u64) -> Result<Option<(u64, Met)>, CommandError> {
        // The machine goes the way again, and the session has to be asked about conditions: it lends the timeline.
        let timeline = std::mem::take(&mut self.timeline);
        let mut machine = std::mem::take(&mut self.machine);
        // What is seen again is marked already.
        self.sentinel.forget();
        self.sentinel.prepare(&machine.memory);
        let mut search = Search { session: self, now, last: None };
        let shown = timeline.show(&mut machine, stretch, stretch.to, &mut search);
        let last = search.last;
        self.sentinel.take_noticed();
        (self.timeline, self.machine) = (timeline, machine);
        shown?;
        Ok(last)
    }

    /// Who did this to the word at an address last.
    ///
    /// # Errors
    ///
    /// The past is not kept, or the person did not want to wait.
    pub fn who(
        &mut self,
        deed: Deed,
        address: Address,
        host: &mut dyn Host,
    ) -> Result<Option<Access>, CommandError> {
        for stretch in self.known_stretches()? {
            let mut asked = Asked::new(deed, address);
            self.timeline.show(&mut self.machine, stretch, stretch.to, &mut asked)?;
            if asked.last.is_some() {
                return Ok(asked.last);
            }
            interrupted(host)?;
        }
        Ok(None)
    }

    /// Shows the last `count` instructions to an observer once more; where the past is not kept there is nothing to see.
    pub(super) fn look_back(&mut self, count: u64, observer: &mut dyn Observer) {
        let _ = self.timeline.show_last(&mut self.machine, count, observer);
    }

    /// The last `count` instructions executed.
    ///
    /// # Errors
    ///
    /// The past is not kept.
    pub fn history(&mut self, count: usize) -> Result<Vec<Executed>, CommandError> {
        if count == 0 {
            return Ok(Vec::new());
        }
        let mut history = History::of(count);
        self.timeline.show_last(&mut self.machine, count as u64, &mut history)?;
        Ok(history.into_entries())
    }

    fn known_stretches(&mut self) -> Result<Vec<Stretch>, CommandError> {
        let stretches = self.timeline.stretches(&mut self.machine);
        if stretches.is_empty() {
            return Err("the past is not kept; \"set reverse on\" before running keeps it".into());
        }
        Ok(stretches)
    }

    /// The machine was changed in a way that is no input: what was before cannot be found again.
    pub(crate) fn forget_past(&mut self) {
        self.timeline.forget();
        self.timeline.visit(&mut self.machine);
    }
}

/// A long search ends when the person wants that.
fn interrupted(host: &mut dyn Host) -> Result<(), CommandError> {
    if host.keys().interrupt { Err("given up; the machine is where it was".into()) } else { Ok(()) }
}

/// Looks for the last stop.
struct Search<'a> {
    session: &'a mut Session,
    /// Only what comes before this moment counts.
    now: u64,
    last: Option<(u64, Met)>,
}

impl Search<'_> {
    fn consider(&mut self, machine: &mut Machine, noticed: Noticed) {
        let noticed_at = machine.instructions();
        let moment = noticed_at - u64::from(!noticed.trigger.comes_before());
        if moment >= self.now {
            return;
        }
        // Conditions are asked of this machine.
        std::mem::swap(&mut self.session.machine, machine);
        let stops = self.session.stops();
        let stopped =
            |&index: &usize| stops[index].stopped_at(noticed_at) && self.session.applies(index, &noticed);
        if let Some(index) = (0..stops.len()).find(stopped) {
            self.last = Some((moment, Met { number: stops[index].number, noticed }));
        }
        std::mem::swap(&mut self.session.machine, machine);
    }
}

impl Replayer for Search<'_> {
    fn run(&mut self, machine: &mut Machine, stop: Until) -> StopReason {
        let reason = if self.session.sentinel.is_needed() {
            machine.run_observed(stop, &mut self.session.sentinel)
        } else {
            machine.run_until(stop)
        };
        for noticed in self.session.sentinel.take_noticed() {
            self.consider(machine, noticed);
        }
        if let StopReason::Breakpoint(address) = reason {
            let noticed = Noticed { trigger: Trigger::Place(address), at: address, change: None };
            self.consider(machine, noticed);
        }
        reason
    }

    fn input(&mut self, machine: &mut Machine, input: &Input) {
        let _ = machine.input(input.clone());
        // What a person changes is no change by the program.
        self.session.sentinel.prepare(&machine.memory);
    }
}

/// Looks for who did it.
struct Asked {
    deed: Deed,
    address: Address,
    now: Access,
    did: bool,
    last: Option<Access>,
}

impl Asked {
    fn new(deed: Deed, address: Address) -> Asked {
        let now = Access {
            instructions: 0,
            time: Nanos::ZERO,
            at: None,
            instruction: Word::ZERO,
            channel: 0,
            change: (Word::ZERO, Word::ZERO),
        };
        Asked { deed, address, now, did: false, last: None }
    }

    /// Something begins that may be it.
    fn begin(&mut self, instructions: u64, time: Nanos, at: Option<Address>, memory: &Memory) {
        let word = memory.get(self.address);
        self.now =
            Access { instructions, time, at, instruction: Word::ZERO, channel: 0, change: (word, word) };
        self.did = false;
    }

    fn end(&mut self, memory: &Memory) {
        self.now.change.1 = memory.get(self.address);
        let changed = self.deed == Deed::Write && self.now.change.0 != self.now.change.1;
        if self.did || changed {
            self.last = Some(self.now);
        }
    }
}

impl Observer for Asked {
    fn before(&mut self, cpu: &Cpu, memory: &Memory, _: &dyn Bus) -> bool {
        self.begin(cpu.instructions, cpu.time, Some(cpu.pc), memory);
        false
    }

    fn executes(&mut self, address: Address, instruction: Word, _: Address) {
        (self.now.at, self.now.instruction) = (Some(address), instruction);
    }

    fn interrupt(&mut self, channel: u8, _: Nanos) {
        self.now.channel = channel;
    }

    fn reference(&mut self, reference: &Reference) {
        let fits = match reference.kind {
            ReferenceKind::Write => self.deed == Deed::Write,
            // A SKIP puts back what it has looked at.
            ReferenceKind::Restart => {
                let mnemonic = Instruction(self.now.instruction).row().mnemonic;
                self.deed == Deed::Write && !mnemonic.starts_with("SKIP")
            }
            ReferenceKind::Read | ReferenceKind::Pause => self.deed == Deed::Read,
            _ => false,
        };
        self.did |= fits && !reference.shadow && reference.physical == self.address;
    }

    fn after(&mut self, _: &Cpu, memory: &Memory, _: &dyn Bus) -> bool {
        self.end(memory);
        false
    }
}

impl Replayer for Asked {
    fn run(&mut self, machine: &mut Machine, stop: Until) -> StopReason {
        machine.run_quietly_observed(stop, self)
    }

    fn input(&mut self, machine: &mut Machine, input: &Input) {
        self.begin(machine.instructions(), machine.time(), None, &machine.memory);
        let _ = machine.input(input.clone());
        self.end(&machine.memory);
    }
}
