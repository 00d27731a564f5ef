//! The observer of the runs of a session. It detects triggers other than places, and the ends of steps.

use super::calls::UUOS;
use super::fetched::next_instruction;
use super::stepper::Stepper;
use super::trigger::{Hit, Trigger};
use crate::address::Address;
use crate::bus::Bus;
use crate::cpu::{Cpu, Observer, Reference, ReferenceKind, WatchSet};
use crate::isa::{DeviceCode, Instruction};
use crate::memory::Memory;
use crate::time::Nanos;
use crate::word::Word;
use std::collections::{BTreeMap, BTreeSet};

/// The address of the instruction that is executed when another one traps (processor reference, section 6).
const TRAP: Address = Address::new(0o41);

#[derive(Debug, Default)]
pub(super) struct StopObserver {
    triggers: BTreeSet<Trigger>,
    /// The triggers in the form that the processor needs.
    watch_set: WatchSet,
    /// The words watched for changes, with their contents before the current instruction.
    watched: BTreeMap<Address, Word>,
    pub stepper: Option<Stepper>,
    /// The hits that were not taken yet, in order.
    hits: Vec<Hit>,
    /// `true` if the step has ended.
    pub arrived: bool,
    /// The number of instructions executed when the run last stopped before an instruction. The next run does
    /// not stop before the same one.
    passed: Option<u64>,
    /// The breakpoint where a run has begun, if an interrupt came before the instruction there.
    delayed: Option<DelayedInstruction>,
    /// `true` if there was an interrupt before the instruction at the breakpoint where the run begins.
    interrupted: bool,
    /// The address of the current instruction.
    at: Address,
    /// `true` if the current instruction is for a device whose trigger has already fired, before it.
    announced: bool,
    /// `true` if the current instruction has trapped, so that the one at 41 was executed.
    trapped: bool,
    /// The word executed last in the current instruction; an XCT or a trap executes several.
    executed: Option<Word>,
    /// `true` if there was a protection violation before the current instruction.
    violation: bool,
}

/// An instruction that an interrupt delays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct DelayedInstruction {
    place: Address,
    /// The channels held before the interrupt, and again after it.
    held: u8,
}

impl DelayedInstruction {
    fn of(cpu: &Cpu) -> DelayedInstruction {
        DelayedInstruction { place: cpu.pc, held: cpu.pi.held }
    }
}

impl StopObserver {
    pub(super) fn begin_at_breakpoint(&mut self, cpu: &Cpu) {
        self.delayed = Some(DelayedInstruction::of(cpu));
        self.interrupted = false;
    }

    /// Forgets the breakpoint, unless an interrupt came before the instruction there.
    pub(super) fn end_at_breakpoint(&mut self) {
        self.delayed = self.delayed.filter(|_| self.interrupted);
    }

    /// Returns `true`, once, if the interrupt before the instruction at a breakpoint has returned to it.
    pub(super) fn take_delayed(&mut self, cpu: &Cpu) -> bool {
        self.delayed.take_if(|delayed| *delayed == DelayedInstruction::of(cpu)).is_some()
    }

    pub(super) fn is_needed(&self) -> bool {
        !self.triggers.is_empty() || self.stepper.is_some()
    }

    /// Sets the triggers. None of them may be a place.
    pub(super) fn set_triggers(&mut self, triggers: BTreeSet<Trigger>) {
        self.watch_set = watch_set(&triggers);
        self.triggers = triggers;
        self.watched.clear();
    }

    /// Prepares for a run: forgets the hits before it and reads the watched words.
    pub(super) fn prepare(&mut self, memory: &Memory) {
        self.hits.clear();
        self.arrived = false;
        self.watched.clear();
        for trigger in &self.triggers {
            if let Trigger::Change(address) | Trigger::Access(address) = trigger {
                self.watched.insert(*address, memory.get(*address));
            }
        }
    }

    /// Forgets the instruction before which the last run has stopped, because the machine has gone elsewhere.
    pub(super) fn forget(&mut self) {
        self.passed = None;
        self.delayed = None;
    }

    pub(super) fn take_hits(&mut self) -> Vec<Hit> {
        std::mem::take(&mut self.hits)
    }

    fn notice(&mut self, trigger: Trigger, change: Option<(Word, Word)>) {
        if self.triggers.contains(&trigger) {
            self.hits.push(Hit { trigger, at: self.at, is_before: false, change });
        }
    }

    fn notice_before(&mut self, trigger: Trigger) {
        if self.triggers.contains(&trigger) {
            self.hits.push(Hit { trigger, at: self.at, is_before: true, change: None });
        }
    }

    fn has_hits(&self) -> bool {
        !self.hits.is_empty()
    }

    /// Records the triggers that fire before the instruction at the program counter.
    fn announce(&mut self, instruction: Instruction) {
        self.notice_before(Trigger::Opcode(instruction.opcode()));
        if instruction.opcode() < UUOS {
            self.notice_before(Trigger::Uuo);
        }
        let device = Trigger::Device(instruction.device().get());
        if instruction.is_in_out() && self.triggers.contains(&device) {
            self.announced = true;
            self.notice_before(device);
        }
    }
}

/// Returns what the processor watches for. UUOs, in-out instructions, interrupts and traps need no entry: the
/// processor reports them to every observer.
fn watch_set(triggers: &BTreeSet<Trigger>) -> WatchSet {
    let mut set = WatchSet::default();
    for &trigger in triggers {
        match trigger {
            Trigger::Opcode(opcode) => set.watch_opcode(opcode),
            Trigger::Change(address) => set.watch_writes(address),
            Trigger::Read(address) => set.watch_reads(address),
            Trigger::Access(address) => {
                set.watch_reads(address);
                set.watch_writes(address);
            }
            Trigger::Place(_) | Trigger::Uuo | Trigger::Device(_) | Trigger::Channel(_) | Trigger::Trap => {}
        }
    }
    set
}

impl Observer for StopObserver {
    /// Returns `None` during a step, which must see every instruction.
    fn watches(&self) -> Option<&WatchSet> {
        self.stepper.is_none().then_some(&self.watch_set)
    }

    fn before(&mut self, cpu: &Cpu, memory: &Memory, _: &dyn Bus) -> bool {
        self.at = cpu.pc;
        self.announced = false;
        (self.trapped, self.executed, self.violation) = (false, None, cpu.apr.violation);
        self.arrived = self.stepper.as_mut().is_some_and(|stepper| stepper.before(cpu, memory));
        if cpu.pi.cycle || self.triggers.is_empty() {
            return self.arrived;
        }
        let instruction = Instruction(next_instruction(cpu, memory));
        if self.passed == Some(cpu.instructions) {
            let device = Trigger::Device(instruction.device().get());
            self.announced = instruction.is_in_out() && self.triggers.contains(&device);
            return self.arrived;
        }
        self.announce(instruction);
        if self.has_hits() {
            self.passed = Some(cpu.instructions);
        }
        self.has_hits() || self.arrived
    }

    fn executes(&mut self, address: Address, instruction: Word, _: Address) {
        let by_hand = |word: Word| Instruction(word).row().mnemonic == "XCT";
        self.trapped |= address == TRAP && self.executed.is_some_and(|word| !by_hand(word));
        self.executed = Some(instruction);
        if let Some(stepper) = &mut self.stepper {
            stepper.executes(instruction);
        }
    }

    fn reference(&mut self, reference: &Reference) {
        if self.triggers.is_empty() || reference.shadow {
            return;
        }
        if matches!(reference.kind, ReferenceKind::Read | ReferenceKind::Pause) {
            self.notice(Trigger::Read(reference.physical), None);
            self.notice(Trigger::Access(reference.physical), None);
        }
    }

    fn interrupt(&mut self, channel: u8, _: Nanos) {
        self.interrupted = true;
        if let Some(stepper) = &mut self.stepper {
            stepper.interrupt();
        }
        self.notice(Trigger::Channel(channel), None);
    }

    fn in_out(&mut self, device: DeviceCode, _: usize, _: Word, _: Nanos) {
        if !self.announced {
            self.notice(Trigger::Device(device.get()), None);
        }
    }

    fn after(&mut self, cpu: &Cpu, memory: &Memory, _: &dyn Bus) -> bool {
        if let Some(stepper) = &mut self.stepper {
            stepper.after(memory);
        }
        if self.trapped || cpu.apr.violation && !self.violation {
            self.notice(Trigger::Trap, None);
        }
        let mut changed = Vec::new();
        for (&address, old) in &mut self.watched {
            let new = memory.get(address);
            if new != *old {
                changed.push((address, std::mem::replace(old, new), new));
            }
        }
        for (address, old, new) in changed {
            self.notice(Trigger::Change(address), Some((old, new)));
            // If the instruction has also read the word, only the change is reported.
            self.hits.retain(|hit| hit.trigger != Trigger::Access(address));
            self.notice(Trigger::Access(address), Some((old, new)));
        }
        self.has_hits()
    }
}
