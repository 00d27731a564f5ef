//! Going back: by instructions, steps and times, to stops, to the last access to a word.

use super::error::CommandError;
use super::host::Host;
use super::recent::{ExecutedInstruction, RecentInstructions};
use super::reverse_stepper::{BackStep, ReverseStepper};
use super::session::Session;
use super::stop_observer::StopObserver;
use super::stops::{Stop, Stops};
use super::timeline::{HistorySegment, NO_HISTORY, Replayer};
use super::trigger::{Hit, Trigger};
use crate::address::Address;
use crate::bus::Bus;
use crate::cpu::{Cpu, Observer, Reference, ReferenceKind};
use crate::isa::Instruction;
use crate::machine::{Input, Machine, StopReason, Until};
use crate::memory::Memory;
use crate::symbols::Symbols;
use crate::time::Nanos;
use crate::word::Word;

/// Number of instructions in the first replay that searches for the beginning of a step. After a replay
/// that does not contain it, the next one is `REPLAYED_FACTOR` times as long.
const FIRST_REPLAYED: u64 = 4_000;
const REPLAYED_FACTOR: u64 = 8;

/// A hit of a stop in the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PastHit {
    /// The number of the stop, as `break` lists it.
    pub number: u32,
    /// What triggered the stop, and where.
    pub hit: Hit,
}

/// An access to a word in the history, and the instruction that made it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PastAccess {
    /// The number of instructions executed before the access.
    pub instructions: u64,
    /// The start time of the instruction or the input.
    pub time: Nanos,
    /// The address of the instruction; `None` for an input of the user.
    pub at: Option<Address>,
    /// The word of the instruction.
    pub instruction: Word,
    /// The channel whose interrupt the instruction served, or 0.
    pub channel: u8,
    /// The word before and after.
    pub change: (Word, Word),
}

/// The kind of access to a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessKind {
    /// The word is written, even with the same value.
    Write,
    /// The word is read, but not as an instruction.
    Read,
}

impl AccessKind {
    pub(super) fn none_to(self, place: &str) -> String {
        let access = if self == AccessKind::Write { "write to" } else { "read of" };
        format!("no {access} {place} in the recorded history")
    }
}

impl Session {
    /// Goes back to the moment when `instructions` instructions had been executed.
    ///
    /// # Errors
    ///
    /// The moment is in the future or before the history, or the history is not kept.
    pub fn go_to(&mut self, instructions: u64) -> Result<(), CommandError> {
        self.history.remember(&self.target.machine);
        self.history.timeline.go_back(&mut self.target.machine, instructions)?;
        self.stops.observer.forget();
        self.stops.uncount(self.target.machine.instructions());
        self.mark_reels();
        self.next = self.target.machine.cpu.pc;
        Ok(())
    }

    /// Returns the inputs since the beginning of the history (none if no history is kept) and the planned
    /// inputs, in order of time.
    pub fn inputs(&self) -> Vec<(Nanos, Input)> {
        let done = self.history.timeline.inputs(&self.target.machine);
        done.into_iter().chain(self.target.machine.plans().cloned()).collect()
    }

    /// Returns the first moment of the history, as a number of instructions; `None` if no history is kept.
    pub fn past_begins(&self) -> Option<u64> {
        self.history.timeline.begin()
    }

    /// Returns the first moment at or after a time, as a number of instructions.
    ///
    /// # Errors
    ///
    /// The time is in the future or before the history, or the history is not kept.
    pub fn moment(&mut self, time: Nanos) -> Result<u64, CommandError> {
        self.history.timeline.moment(&mut self.target.machine, time).map_err(CommandError)
    }

    /// Returns the moment one step backwards.
    ///
    /// # Errors
    ///
    /// The history is not kept or begins after this step, or the user has interrupted the search.
    pub fn step_back(&mut self, step: BackStep, host: &mut dyn Host) -> Result<u64, CommandError> {
        self.known_stretches()?;
        let now = self.target.machine.instructions();
        let begin = self.history.timeline.begin().unwrap_or(now);
        let mut length = FIRST_REPLAYED;
        loop {
            let from = now.saturating_sub(length).max(begin);
            let mut stepper = ReverseStepper::new(step, &self.target.symbols, from > begin);
            self.history.timeline.show_last(&mut self.target.machine, now - from, &mut stepper)?;
            if let Some(moment) = stepper.answer(&self.target.machine) {
                return Ok(moment);
            }
            if from == begin {
                return Err(
                    "the recorded history begins after this step; \"back N\" goes back N instructions".into(),
                );
            }
            interrupted(host)?;
            length *= REPLAYED_FACTOR;
        }
    }

    /// Goes back to the last moment when a stop would have stopped the machine. If the stop came after an
    /// instruction, the machine goes to the moment before this instruction.
    ///
    /// Returns `None` without an earlier stop. The machine is then at the beginning of the history.
    ///
    /// # Errors
    ///
    /// The history is not kept, or the user has interrupted the search.
    pub fn continue_back(&mut self, host: &mut dyn Host) -> Result<Option<PastHit>, CommandError> {
        let now = self.target.machine.instructions();
        let stretches = self.known_stretches()?;
        let begin = stretches.last().map_or(now, |stretch| stretch.from);
        for stretch in stretches {
            // The search has replayed the stretch and restored the present, so the machine still has to go
            // back.
            if let Some((moment, hit)) = self.last_stop(stretch, now)? {
                self.go_to(moment)?;
                return Ok(Some(hit));
            }
            interrupted(host)?;
        }
        self.go_to(begin)?;
        Ok(None)
    }

    /// Replays a stretch and returns its last stop before the moment `now`, if there is one, and the moment
    /// of the stop. The machine stays in the present.
    fn last_stop(
        &mut self,
        stretch: HistorySegment,
        now: u64,
    ) -> Result<Option<(u64, PastHit)>, CommandError> {
        let Session { target, stops, history, .. } = self;
        let Stops { list, observer, .. } = stops;
        // The replay must find the last stop again.
        observer.forget();
        observer.prepare(&target.machine.memory);
        let mut search = StopSearch { list, observer, symbols: &target.symbols, now, last: None };
        let replayed = history.timeline.show(&mut target.machine, stretch, stretch.to, &mut search);
        let last = search.last;
        stops.observer.take_hits();
        replayed?;
        Ok(last)
    }

    /// Returns the last access of a kind to the word at an address, if the recorded history has one.
    ///
    /// # Errors
    ///
    /// The history is not kept, or the user has interrupted the search.
    pub fn who(
        &mut self,
        kind: AccessKind,
        address: Address,
        host: &mut dyn Host,
    ) -> Result<Option<PastAccess>, CommandError> {
        for stretch in self.known_stretches()? {
            let mut search = AccessSearch::new(kind, address);
            self.history.timeline.show(&mut self.target.machine, stretch, stretch.to, &mut search)?;
            if search.last.is_some() {
                return Ok(search.last);
            }
            interrupted(host)?;
        }
        Ok(None)
    }

    /// Replays the last `count` instructions for an observer; none if no history is kept.
    pub(super) fn look_back(&mut self, count: u64, observer: &mut dyn Observer) {
        let _ = self.history.timeline.show_last(&mut self.target.machine, count, observer);
    }

    /// Returns the last instructions executed, at most `count`.
    ///
    /// # Errors
    ///
    /// The history is not kept.
    pub fn history(&mut self, count: usize) -> Result<Vec<ExecutedInstruction>, CommandError> {
        if count == 0 {
            return Ok(Vec::new());
        }
        let mut history = RecentInstructions::of(count);
        self.history.timeline.show_last(&mut self.target.machine, count as u64, &mut history)?;
        Ok(history.into_entries())
    }

    fn known_stretches(&mut self) -> Result<Vec<HistorySegment>, CommandError> {
        let stretches = self.history.timeline.stretches(&mut self.target.machine);
        if stretches.is_empty() {
            return Err(NO_HISTORY.into());
        }
        Ok(stretches)
    }

    /// Drops the history, because the machine was changed in a way that is not an input.
    pub(crate) fn forget_past(&mut self) {
        self.history.timeline.forget();
        self.history.timeline.visit(&mut self.target.machine);
    }
}

fn interrupted(host: &mut dyn Host) -> Result<(), CommandError> {
    if host.keys().interrupt { Err("interrupted; the machine has not moved".into()) } else { Ok(()) }
}

struct StopSearch<'a> {
    list: &'a [Stop],
    observer: &'a mut StopObserver,
    symbols: &'a Symbols,
    /// The present: only earlier moments count.
    now: u64,
    last: Option<(u64, PastHit)>,
}

impl StopSearch<'_> {
    fn consider(&mut self, machine: &Machine, hit: Hit) {
        let hit_at = machine.instructions();
        let moment = hit_at - u64::from(!hit.is_before);
        let stopped = |stop: &&Stop| stop.stopped_at(hit_at) && stop.applies(&hit, machine, self.symbols);
        if let Some(stop) = self.list.iter().filter(|_| moment < self.now).find(stopped) {
            self.last = Some((moment, PastHit { number: stop.number, hit }));
        }
    }
}

impl Replayer for StopSearch<'_> {
    fn run(&mut self, machine: &mut Machine, stop: Until) -> StopReason {
        let reason = if self.observer.is_needed() {
            machine.run_observed(stop, self.observer)
        } else {
            machine.run_until(stop)
        };
        for hit in self.observer.take_hits() {
            self.consider(machine, hit);
        }
        if let StopReason::Breakpoint(address) = reason {
            let hit = Hit { trigger: Trigger::Place(address), at: address, is_before: true, change: None };
            self.consider(machine, hit);
        }
        reason
    }

    fn input(&mut self, machine: &mut Machine, input: &Input) {
        let _ = machine.input(input.clone());
        // A change by the user is not a change by the program.
        self.observer.prepare(&machine.memory);
    }
}

struct AccessSearch {
    kind: AccessKind,
    address: Address,
    now: PastAccess,
    accessed: bool,
    last: Option<PastAccess>,
}

impl AccessSearch {
    fn new(kind: AccessKind, address: Address) -> AccessSearch {
        AccessSearch { kind, address, now: PastAccess::default(), accessed: false, last: None }
    }

    /// Begins an instruction or an input that may access the word.
    fn begin(&mut self, instructions: u64, time: Nanos, at: Option<Address>, memory: &Memory) {
        let word = memory.get(self.address);
        self.now = PastAccess { instructions, time, at, change: (word, word), ..PastAccess::default() };
        self.accessed = false;
    }

    fn end(&mut self, memory: &Memory) {
        self.now.change.1 = memory.get(self.address);
        let changed = self.kind == AccessKind::Write && self.now.change.0 != self.now.change.1;
        if self.accessed || changed {
            self.last = Some(self.now);
        }
    }
}

impl Observer for AccessSearch {
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
            ReferenceKind::Write => self.kind == AccessKind::Write,
            // A SKIP writes back the word that it has tested.
            ReferenceKind::Restart => {
                let mnemonic = Instruction(self.now.instruction).row().mnemonic;
                self.kind == AccessKind::Write && !mnemonic.starts_with("SKIP")
            }
            ReferenceKind::Read | ReferenceKind::Pause => self.kind == AccessKind::Read,
            _ => false,
        };
        self.accessed |= fits && !reference.shadow && reference.physical == self.address;
    }

    fn after(&mut self, _: &Cpu, memory: &Memory, _: &dyn Bus) -> bool {
        self.end(memory);
        false
    }
}

impl Replayer for AccessSearch {
    fn run(&mut self, machine: &mut Machine, stop: Until) -> StopReason {
        machine.run_quietly_observed(stop, self)
    }

    fn input(&mut self, machine: &mut Machine, input: &Input) {
        self.begin(machine.instructions(), machine.time(), None, &machine.memory);
        let _ = machine.input(input.clone());
        self.end(&machine.memory);
    }
}
