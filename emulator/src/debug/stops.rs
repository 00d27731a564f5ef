//! What the person at the prompt wants the machine to stop at, on which condition and what is to be done then.

use super::{CommandError, Session, Stopped, condition};
use crate::address::Address;
use crate::cpu::Cpu;
use crate::isa::{DeviceCode, Instruction};
use crate::memory::Memory;
use crate::word::Word;
use std::collections::BTreeSet;
use std::fmt;

/// Something to stop at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Trigger {
    /// Before the instruction at this address.
    Place(Address),
    /// Before an instruction with this opcode (bits 0-8).
    Opcode(u16),
    /// Before an instruction that the program has made its own: opcodes 000-077.
    Uuo,
    /// Before an in-out instruction for this device, or after one that an interrupt executes.
    Device(u16),
    /// After the instruction in an interrupt location of this channel, 1-7.
    Channel(u8),
    /// After an instruction that has trapped to location 40, as UUOs do, or that protection has stopped.
    Trap,
    /// After an instruction that has changed the word at this address.
    Change(Address),
    /// After an instruction that has read the word at this address.
    Read(Address),
    /// After either.
    Access(Address),
}

impl Trigger {
    /// Whether it stops the machine before the instruction, not after it.
    pub fn comes_before(self) -> bool {
        matches!(self, Trigger::Place(_) | Trigger::Opcode(_) | Trigger::Uuo | Trigger::Device(_))
    }
}

impl fmt::Display for Trigger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trigger::Place(address) => write!(f, "breakpoint at {address:o}"),
            Trigger::Opcode(opcode) => {
                let name = Instruction(Word::new(u64::from(*opcode) << 27)).row().mnemonic;
                write!(f, "opcode {opcode:03o} {name}")
            }
            Trigger::Uuo => f.write_str("UUO"),
            Trigger::Device(code) => {
                let code = DeviceCode::new(*code);
                write!(f, "device {code} {}", code.name().unwrap_or_default())
            }
            Trigger::Channel(channel) => write!(f, "interrupt channel {channel}"),
            Trigger::Trap => f.write_str("trap"),
            Trigger::Change(address) => write!(f, "change of {address:o}"),
            Trigger::Read(address) => write!(f, "reading of {address:o}"),
            Trigger::Access(address) => write!(f, "access to {address:o}"),
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

impl fmt::Display for Noticed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.trigger {
            Trigger::Place(_) => self.trigger.fmt(f)?,
            trigger @ (Trigger::Change(_) | Trigger::Read(_) | Trigger::Access(_)) => {
                write!(f, "{trigger} by the instruction at {:o}", self.at)?;
            }
            trigger => write!(f, "{trigger} at {:o}", self.at)?,
        }
        self.change.map_or(Ok(()), |(old, new)| write!(f, ": {old} became {new}"))
    }
}

/// A stop that the person has set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// By what it is called.
    pub number: u32,
    /// What the machine stops at.
    pub trigger: Trigger,
    /// Only when this holds: an expression with comparisons.
    pub condition: Option<String>,
    /// Only from this time on, 1 for every time.
    pub count: u64,
    /// Commands carried out then; `continue` as the last one lets the machine run on.
    pub actions: Vec<String>,
    /// Whether it is forgotten after the first time.
    pub temporary: bool,
    /// Whether it counts.
    pub enabled: bool,
    /// The moments at which it has come, as numbers of instructions.
    hits: Vec<u64>,
}

impl Stop {
    /// One that always stops, without a number.
    pub fn at(trigger: Trigger) -> Stop {
        Stop {
            number: 0,
            trigger,
            condition: None,
            count: 1,
            actions: Vec::new(),
            temporary: false,
            enabled: true,
            hits: Vec::new(),
        }
    }

    /// How often it has come, as far as the machine's present knows.
    pub fn hits(&self) -> u64 {
        self.hits.len() as u64
    }

    /// From now on it has to come so many times before it stops the machine.
    pub fn count_from_now(&mut self, times: u64) {
        self.count = self.hits() + times.max(1);
    }

    /// How often it had come at a moment at which it came, if that is known.
    pub(crate) fn hit_at(&self, instructions: u64) -> Option<u64> {
        self.hits.binary_search(&instructions).ok().map(|before| before as u64 + 1)
    }

    /// Whether the machine stands when it comes for this time; one with a count does not from before it was set.
    pub(super) fn stands(&self, hit: Option<u64>) -> bool {
        !self.runs_on() && (self.count <= 1 || hit.is_some_and(|hit| hit >= self.count))
    }

    /// Whether the machine now goes on until it has come again, and again.
    pub(super) fn runs_on(&self) -> bool {
        self.actions.last().is_some_and(|last| last.eq_ignore_ascii_case("continue"))
    }
}

/// All stops.
#[derive(Debug, Default)]
pub(crate) struct Stops {
    list: Vec<Stop>,
    last: u32,
    /// The places at which the machine has breakpoints.
    armed: BTreeSet<Address>,
}

impl Session {
    /// What the machine stops at, in the order of the numbers.
    pub fn stops(&self) -> &[Stop] {
        &self.stops.list
    }

    /// Adds a stop, or changes the one that is the same but for count and actions; gives its number.
    ///
    /// # Errors
    ///
    /// Its condition makes no sense.
    pub fn add_stop(&mut self, mut stop: Stop) -> Result<u32, CommandError> {
        if let Some(condition) = &stop.condition {
            self.in_scope(|scope| condition::holds(condition, scope))?;
        }
        let same = |old: &&mut Stop| {
            (old.trigger, &old.condition, old.temporary) == (stop.trigger, &stop.condition, stop.temporary)
        };
        if let Some(old) = self.stops.list.iter_mut().find(same) {
            stop.number = old.number;
            *old = stop;
            let number = old.number;
            self.arm();
            return Ok(number);
        }
        self.stops.last += 1;
        stop.number = self.stops.last;
        self.stops.list.push(stop);
        self.arm();
        Ok(self.stops.last)
    }

    /// Forgets the stops for which `which` holds; how many those were.
    pub fn remove_stops(&mut self, which: impl Fn(&Stop) -> bool) -> usize {
        let before = self.stops.list.len();
        self.stops.list.retain(|stop| !which(stop));
        self.arm();
        before - self.stops.list.len()
    }

    /// Changes the stop with a number.
    ///
    /// # Errors
    ///
    /// There is none, or its condition makes no sense.
    pub fn change_stop(&mut self, number: u32, change: impl FnOnce(&mut Stop)) -> Result<(), CommandError> {
        let mut stop = self.stop(number)?.clone();
        change(&mut stop);
        if let Some(condition) = &stop.condition {
            self.in_scope(|scope| condition::holds(condition, scope))?;
        }
        if let Some(old) = self.stops.list.iter_mut().find(|old| old.number == number) {
            *old = stop;
        }
        self.arm();
        Ok(())
    }

    /// The stop with a number.
    ///
    /// # Errors
    ///
    /// There is none.
    pub fn stop(&self, number: u32) -> Result<&Stop, CommandError> {
        let found = self.stops.list.iter().find(|stop| stop.number == number);
        found.ok_or_else(|| CommandError(format!("there is no stop {number}; \"break\" lists them")))
    }

    /// Tells machine and observer what they have to look out for.
    fn arm(&mut self) {
        let places = self.stops.list.iter().filter(|stop| stop.enabled).map(|stop| stop.trigger);
        let (mut wanted, mut watched) = (BTreeSet::new(), BTreeSet::new());
        for trigger in places {
            match trigger {
                Trigger::Place(address) => _ = wanted.insert(address),
                other => _ = watched.insert(other),
            }
        }
        for &address in self.stops.armed.difference(&wanted) {
            self.machine.clear_breakpoint(address);
        }
        for &address in &wanted {
            self.machine.set_breakpoint(address);
        }
        self.stops.armed = wanted;
        self.sentinel.look_for(watched);
    }

    /// Whether the machine has a breakpoint at a place anyway.
    pub(super) fn has_place(&self, address: Address) -> bool {
        self.stops.armed.contains(&address)
    }

    /// The stop that this is a reason for, if there is one and its condition holds; it is counted.
    ///
    /// A condition that makes no sense any more, for want of a symbol, holds: the person will want to know.
    pub(super) fn comes(&mut self, noticed: &Noticed) -> Option<u32> {
        let now = self.machine.instructions();
        let mut stops_at = None;
        for index in 0..self.stops.list.len() {
            if !self.applies(index, noticed) {
                continue;
            }
            let stop = &mut self.stops.list[index];
            if stop.hits.last() != Some(&now) {
                stop.hits.push(now);
            }
            if stop.hits() >= stop.count {
                stops_at = stops_at.or(Some(stop.number));
            }
        }
        stops_at
    }

    /// Why the machine stops at a place, if it does: for who has ended a run there before it was noticed.
    pub fn place_comes(&mut self, address: Address) -> Option<Stopped> {
        let noticed = Noticed { trigger: Trigger::Place(address), at: address, change: None };
        Some(Stopped::Noticed(self.comes(&noticed)?, noticed))
    }

    /// Whether the stop at `index` is one for this, and its condition holds.
    pub(super) fn applies(&self, index: usize, noticed: &Noticed) -> bool {
        let stop = &self.stops.list[index];
        let holds =
            |condition: &String| self.in_scope(|scope| condition::holds(condition, scope)).unwrap_or(true);
        stop.enabled && stop.trigger == noticed.trigger && stop.condition.as_ref().is_none_or(holds)
    }

    /// The machine has gone back: what came later has not come.
    pub(super) fn uncount(&mut self) {
        let now = self.machine.instructions();
        for stop in &mut self.stops.list {
            stop.hits.truncate(stop.hits.partition_point(|&hit| hit <= now));
        }
    }
}

/// The word at the program counter as the processor would fetch it; zero where protection forbids that.
pub(crate) fn next_instruction(cpu: &Cpu, memory: &Memory) -> Word {
    seen(cpu, memory, cpu.pc)
}

/// The word that the processor finds at an address, relocated in user mode; zero where protection forbids that.
pub(crate) fn seen(cpu: &Cpu, memory: &Memory, address: Address) -> Word {
    if address.is_accumulator() {
        return if cpu.read_in { memory.shadow(address.index()) } else { memory.get(address) };
    }
    let physical = if cpu.relocates() { cpu.relocate(address) } else { Some(address) };
    physical.map_or(Word::ZERO, |physical| memory.get(physical))
}
