//! The observer behind the prompt: it looks out for what the machine is to stop at.

use super::calls::UUOS;
use super::stops::{Noticed, Trigger, next_instruction};
use super::walk::Walk;
use crate::address::Address;
use crate::bus::Bus;
use crate::cpu::{Cpu, Observer, Reference, ReferenceKind, WatchSet};
use crate::isa::{DeviceCode, Instruction};
use crate::memory::Memory;
use crate::time::Nanos;
use crate::word::Word;
use std::collections::{BTreeMap, BTreeSet};

/// The instruction here is executed in the place of one that traps (processor reference, section 6).
const TRAP: Address = Address::new(0o41);

/// What it looks out for, and what it has seen.
#[derive(Debug, Default)]
pub(crate) struct Sentinel {
    triggers: BTreeSet<Trigger>,
    /// The same as the processor has to know it.
    wanted: WatchSet,
    /// The words watched for a change, as they were.
    watched: BTreeMap<Address, Word>,
    /// A step that goes on.
    pub walk: Option<Walk>,
    /// What has stopped the run, one after the other.
    noticed: Vec<Noticed>,
    /// Whether the step has ended.
    pub arrived: bool,
    /// The number of the instruction at which the run was stopped before: it is not stopped there again.
    passed: Option<u64>,
    /// The place of the instruction in progress.
    at: Address,
    /// Whether the instruction at the program counter is for a device with a trigger and has stopped the run already.
    announced: bool,
    /// Whether the instruction in progress has trapped to 41, and what it executed before that.
    trapped: bool,
    executed: Option<Word>,
    /// Whether there was a protection violation before it.
    violation: bool,
}

impl Sentinel {
    /// Whether there is anything to watch for.
    pub(crate) fn is_needed(&self) -> bool {
        !self.triggers.is_empty() || self.walk.is_some()
    }

    /// From now on it looks for these, which are no places.
    pub(crate) fn look_for(&mut self, triggers: BTreeSet<Trigger>) {
        self.wanted = wanted(&triggers);
        self.triggers = triggers;
        self.watched.clear();
    }

    /// A run begins: what was noticed before does not count, and the watched words are as they are.
    pub(crate) fn prepare(&mut self, memory: &Memory) {
        self.noticed.clear();
        self.arrived = false;
        self.watched.clear();
        for trigger in &self.triggers {
            if let Trigger::Change(address) | Trigger::Access(address) = trigger {
                self.watched.insert(*address, memory.get(*address));
            }
        }
    }

    /// The machine is in another time: nothing has been passed.
    pub(crate) fn forget(&mut self) {
        self.passed = None;
    }

    /// What was noticed since this was last asked.
    pub(crate) fn take_noticed(&mut self) -> Vec<Noticed> {
        std::mem::take(&mut self.noticed)
    }

    fn notice(&mut self, trigger: Trigger, change: Option<(Word, Word)>) {
        if self.triggers.contains(&trigger) {
            self.noticed.push(Noticed { trigger, at: self.at, change });
        }
    }

    fn has_news(&self) -> bool {
        !self.noticed.is_empty()
    }

    /// What is to be said before the instruction at the program counter.
    fn announce(&mut self, instruction: Instruction) {
        self.notice(Trigger::Opcode(instruction.opcode()), None);
        if instruction.opcode() < UUOS {
            self.notice(Trigger::Uuo, None);
        }
        let device = Trigger::Device(instruction.device().get());
        if instruction.is_in_out() && self.triggers.contains(&device) {
            self.announced = true;
            self.notice(device, None);
        }
    }
}

/// Where the processor meets the triggers. In-out instructions, interrupts and traps it tells of by itself.
fn wanted(triggers: &BTreeSet<Trigger>) -> WatchSet {
    let mut wanted = WatchSet::default();
    for &trigger in triggers {
        match trigger {
            Trigger::Opcode(opcode) => wanted.watch_opcode(opcode),
            Trigger::Change(address) => wanted.watch_writes(address),
            Trigger::Read(address) => wanted.watch_reads(address),
            Trigger::Access(address) => {
                wanted.watch_reads(address);
                wanted.watch_writes(address);
            }
            Trigger::Place(_) | Trigger::Uuo | Trigger::Device(_) | Trigger::Channel(_) | Trigger::Trap => {}
        }
    }
    wanted
}

impl Observer for Sentinel {
    /// A step looks at each instruction.
    fn watches(&self) -> Option<&WatchSet> {
        self.walk.is_none().then_some(&self.wanted)
    }

    fn before(&mut self, cpu: &Cpu, memory: &Memory, _: &dyn Bus) -> bool {
        self.at = cpu.pc;
        self.announced = false;
        (self.trapped, self.executed, self.violation) = (false, None, cpu.apr.violation);
        self.arrived = self.walk.as_mut().is_some_and(|walk| walk.before(cpu, memory));
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
        if self.has_news() {
            self.passed = Some(cpu.instructions);
        }
        self.has_news() || self.arrived
    }

    fn executes(&mut self, address: Address, instruction: Word, _: Address) {
        let by_hand = |word: Word| Instruction(word).row().mnemonic == "XCT";
        self.trapped |= address == TRAP && self.executed.is_some_and(|word| !by_hand(word));
        self.executed = Some(instruction);
        if let Some(walk) = &mut self.walk {
            walk.executes(instruction);
        }
    }

    fn reference(&mut self, reference: &Reference) {
        if self.triggers.is_empty() {
            return;
        }
        if matches!(reference.kind, ReferenceKind::Read | ReferenceKind::Pause) {
            self.notice(Trigger::Read(reference.physical), None);
            self.notice(Trigger::Access(reference.physical), None);
        }
    }

    fn interrupt(&mut self, channel: u8, _: Nanos) {
        if let Some(walk) = &mut self.walk {
            walk.interrupt();
        }
        self.notice(Trigger::Channel(channel), None);
    }

    fn in_out(&mut self, device: DeviceCode, _: usize, _: Word, _: Nanos) {
        if !self.announced {
            self.notice(Trigger::Device(device.get()), None);
        }
    }

    fn after(&mut self, cpu: &Cpu, memory: &Memory, _: &dyn Bus) -> bool {
        if let Some(walk) = &mut self.walk {
            walk.after(memory);
        }
        if self.trapped || cpu.apr.violation && !self.violation {
            self.notice(Trigger::Trap, None);
        }
        let changed: Vec<(Address, Word, Word)> = (self.watched.iter_mut())
            .filter_map(|(&address, old)| {
                let new = memory.get(address);
                (new != *old).then(|| (address, std::mem::replace(old, new), new))
            })
            .collect();
        for (address, old, new) in changed {
            self.notice(Trigger::Change(address), Some((old, new)));
            // It may have been read, too; that says less.
            self.noticed.retain(|noticed| noticed.trigger != Trigger::Access(address));
            self.notice(Trigger::Access(address), Some((old, new)));
        }
        self.has_news()
    }
}
