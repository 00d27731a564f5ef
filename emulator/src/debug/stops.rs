//! What the person at the prompt wants to be told of: breakpoints that need watching, watched words, and the history.

use super::history::{Executed, History};
use super::marks::Marks;
use crate::address::Address;
use crate::bus::Bus;
use crate::cpu::{Cpu, Observer, Reference, ReferenceKind};
use crate::isa::{DeviceCode, Instruction};
use crate::memory::Memory;
use crate::time::Nanos;
use crate::word::Word;
use std::collections::BTreeMap;
use std::fmt;

/// Something to stop at, besides addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Trigger {
    /// Before an instruction with this opcode (bits 0-8).
    Opcode(u16),
    /// Before an in-out instruction for this device, or after one that an interrupt executes.
    Device(u16),
    /// After the instruction in an interrupt location of this channel, 1-7.
    Channel(u8),
    /// After an instruction that has changed the word at this address.
    Change(Address),
    /// After an instruction that has read the word at this address.
    Read(Address),
}

impl fmt::Display for Trigger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trigger::Opcode(opcode) => {
                let name = Instruction(Word::new(u64::from(*opcode) << 27)).row().mnemonic;
                write!(f, "opcode {opcode:03o} {name}")
            }
            Trigger::Device(code) => {
                let code = DeviceCode::new(*code);
                write!(f, "device {code} {}", code.name().unwrap_or_default())
            }
            Trigger::Channel(channel) => write!(f, "interrupt channel {channel}"),
            Trigger::Change(address) => write!(f, "change of {address:o}"),
            Trigger::Read(address) => write!(f, "reading of {address:o}"),
        }
    }
}

/// What was noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Noticed {
    /// What it was.
    pub trigger: Trigger,
    /// Where the instruction was that did it or is about to do it.
    pub at: Address,
    /// For a change: the word before and after.
    pub change: Option<(Word, Word)>,
}

/// The observer behind the prompt.
#[derive(Debug, Default)]
pub(crate) struct Sentinel {
    triggers: Vec<Trigger>,
    /// The words watched for a change, as they were.
    watched: BTreeMap<Address, Word>,
    /// The instructions executed.
    pub history: History,
    /// What has been seen of memory.
    pub marks: Marks,
    /// What has stopped the run.
    pub noticed: Option<Noticed>,
    /// The number of the instruction at which the run was stopped before: it is not stopped there again.
    passed: Option<u64>,
    /// The instruction in progress: its time and place.
    time: Nanos,
    at: Address,
    /// Whether the instruction at the program counter is for a device with a trigger and has stopped the run already.
    announced: bool,
    channel: u8,
    /// How many words of it have been executed: an XCT or a trap has more than one.
    executed: usize,
    pending: Option<Noticed>,
}

impl Sentinel {
    /// Whether there is anything to watch for.
    pub(crate) fn is_needed(&self) -> bool {
        !self.triggers.is_empty() || self.history.length() > 0
    }

    /// What the run is stopped at.
    pub(crate) fn triggers(&self) -> &[Trigger] {
        &self.triggers
    }

    /// Adds something to stop at.
    pub(crate) fn add(&mut self, trigger: Trigger) {
        if !self.triggers.contains(&trigger) {
            self.triggers.push(trigger);
        }
    }

    /// Removes it; whether it was there.
    pub(crate) fn remove(&mut self, trigger: Trigger) -> bool {
        let before = self.triggers.len();
        self.triggers.retain(|known| *known != trigger);
        before != self.triggers.len()
    }

    /// Removes everything.
    pub(crate) fn clear(&mut self) {
        self.triggers.clear();
    }

    /// Before a run: looks at the watched words as they are.
    pub(crate) fn prepare(&mut self, memory: &Memory) {
        self.noticed = None;
        self.pending = None;
        self.marks.begin_run();
        self.watched.clear();
        for trigger in &self.triggers {
            if let Trigger::Change(address) = trigger {
                self.watched.insert(*address, memory.get(*address));
            }
        }
    }

    fn wants(&self, trigger: Trigger) -> bool {
        self.triggers.contains(&trigger)
    }
}

/// The word at the program counter as the processor would fetch it; zero where protection forbids that.
pub(crate) fn next_instruction(cpu: &Cpu, memory: &Memory) -> Word {
    seen(cpu, memory, cpu.pc)
}

/// The word that the processor finds at an address, relocated in user mode; zero where protection forbids that.
fn seen(cpu: &Cpu, memory: &Memory, address: Address) -> Word {
    if address.is_accumulator() {
        return if cpu.read_in { memory.shadow(address.index()) } else { memory.get(address) };
    }
    let physical = if cpu.relocates() { cpu.relocate(address) } else { Some(address) };
    physical.map_or(Word::ZERO, |physical| memory.get(physical))
}

impl Observer for Sentinel {
    fn before(&mut self, cpu: &Cpu, memory: &Memory, _: &dyn Bus) -> bool {
        self.time = cpu.time;
        self.at = cpu.pc;
        self.channel = 0;
        self.executed = 0;
        self.announced = false;
        if cpu.pi.cycle {
            return false;
        }
        let instruction = Instruction(next_instruction(cpu, memory));
        let by_opcode = Trigger::Opcode(instruction.opcode());
        let by_device = Trigger::Device(instruction.device().get());
        let trigger = if self.wants(by_opcode) {
            by_opcode
        } else if instruction.is_in_out() && self.wants(by_device) {
            self.announced = true;
            by_device
        } else {
            return false;
        };
        if self.passed == Some(cpu.instructions) {
            return false;
        }
        self.passed = Some(cpu.instructions);
        self.noticed = Some(Noticed { trigger, at: cpu.pc, change: None });
        true
    }

    fn executes(&mut self, address: Address, instruction: Word, effective: Address) {
        self.executed += 1;
        self.marks.executes(instruction);
        self.history.push(Executed {
            time: self.time,
            address,
            instruction,
            effective,
            ac: Word::ZERO,
            operand: Word::ZERO,
            channel: self.channel,
        });
    }

    fn reference(&mut self, reference: &Reference) {
        self.marks.reference(reference);
        if matches!(reference.kind, ReferenceKind::Read | ReferenceKind::Pause) {
            let trigger = Trigger::Read(reference.physical);
            if self.wants(trigger) {
                self.pending = Some(Noticed { trigger, at: self.at, change: None });
            }
        }
    }

    fn interrupt(&mut self, channel: u8, _: Nanos) {
        self.channel = channel;
        if self.wants(Trigger::Channel(channel)) {
            self.pending = Some(Noticed { trigger: Trigger::Channel(channel), at: self.at, change: None });
        }
    }

    fn in_out(&mut self, device: DeviceCode, _: usize, _: Word, _: Nanos) {
        let trigger = Trigger::Device(device.get());
        if !self.announced && self.wants(trigger) {
            self.pending = Some(Noticed { trigger, at: self.at, change: None });
        }
    }

    fn after(&mut self, cpu: &Cpu, memory: &Memory, _: &dyn Bus) -> bool {
        for executed in self.history.last_mut(self.executed) {
            executed.ac = memory.ac(Instruction(executed.instruction).ac().into());
            executed.operand = seen(cpu, memory, executed.effective);
        }
        self.marks.after(memory);
        for (&address, old) in &mut self.watched {
            let new = memory.get(address);
            if new != *old {
                let change = Some((*old, new));
                self.pending = Some(Noticed { trigger: Trigger::Change(address), at: self.at, change });
                *old = new;
            }
        }
        self.noticed = self.pending.take();
        self.noticed.is_some()
    }
}
