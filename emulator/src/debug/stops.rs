//! What the machine stops at, on which condition, and what is to be done then.

use super::hit_condition::HitCondition;
use super::{CommandError, Host, Session, Stopped, condition};
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

/// A stop that the user has set.
///
/// A hit is a moment at which the trigger has come and the condition has held. The hit condition says which hits stop the
/// machine, or print the log message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// Its number.
    pub number: u32,
    /// What the machine stops at.
    pub trigger: Trigger,
    /// An expression with comparisons.
    pub condition: Option<String>,
    /// Which hits count; all if there is none.
    pub hit_condition: Option<HitCondition>,
    /// Printed instead of stopping, with the values of the expressions in braces.
    pub log_message: Option<String>,
    /// Commands carried out when it stops the machine. After `continue` as the last one the machine resumes.
    pub actions: Vec<String>,
    /// It is deleted when it has stopped the machine.
    pub temporary: bool,
    /// It is not switched off.
    pub enabled: bool,
    /// The hits, as numbers of instructions.
    hits: Vec<u64>,
}

impl Stop {
    /// Returns a stop that always stops the machine.
    pub fn at(trigger: Trigger) -> Stop {
        Stop {
            number: 0,
            trigger,
            condition: None,
            hit_condition: None,
            log_message: None,
            actions: Vec::new(),
            temporary: false,
            enabled: true,
            hits: Vec::new(),
        }
    }

    /// Returns the number of hits so far.
    pub fn hits(&self) -> u64 {
        self.hits.len() as u64
    }

    /// Passes the next `count` hits before the stop stops the machine again.
    pub fn ignore(&mut self, count: u64) {
        self.hit_condition =
            Some(HitCondition::from_hit(self.hits().saturating_add(count).saturating_add(1)));
    }

    /// Returns the number of the hit at a moment, if there was one.
    fn hit_at(&self, instructions: u64) -> Option<u64> {
        self.hits.binary_search(&instructions).ok().map(|before| before as u64 + 1)
    }

    /// Returns `true` if the hit with this number counts. The number is unknown before the stop was set: then only a stop
    /// without a hit condition counts.
    fn counts(&self, hit: Option<u64>) -> bool {
        self.hit_condition.is_none_or(|condition| hit.is_some_and(|hit| condition.holds(hit)))
    }

    /// Returns `true` if the stop has stopped the machine at a moment at which its trigger came and its condition held.
    pub(super) fn stopped_at(&self, instructions: u64) -> bool {
        self.log_message.is_none() && !self.resumes() && self.counts(self.hit_at(instructions))
    }

    /// Returns `true` if the machine resumes after the commands of the stop.
    pub(super) fn resumes(&self) -> bool {
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
    /// Returns the stops in the order of their numbers.
    pub fn stops(&self) -> &[Stop] {
        &self.stops.list
    }

    /// Adds a stop and returns its number. A stop with the same trigger and condition is replaced.
    ///
    /// # Errors
    ///
    /// The condition is invalid.
    pub fn add_stop(&mut self, stop: Stop) -> Result<u32, CommandError> {
        let key =
            |stop: &Stop| (stop.trigger, stop.condition.clone(), stop.temporary, stop.log_message.is_some());
        match self.stops.list.iter().find(|old| key(old) == key(&stop)) {
            Some(old) => {
                let number = old.number;
                self.change_stop(number, |old| *old = Stop { number, ..stop }).map(|()| number)
            }
            None => self.insert_stop(stop),
        }
    }

    /// Adds a stop beside those that are the same, and returns its number.
    ///
    /// # Errors
    ///
    /// The condition is invalid.
    pub(crate) fn insert_stop(&mut self, mut stop: Stop) -> Result<u32, CommandError> {
        self.check_condition(&stop)?;
        self.stops.last += 1;
        stop.number = self.stops.last;
        self.stops.list.push(stop);
        self.arm();
        Ok(self.stops.last)
    }

    /// Takes all stops, for another machine.
    pub(crate) fn take_stops(&mut self) -> Stops {
        std::mem::take(&mut self.stops)
    }

    /// Sets the stops of another machine, with no hits yet.
    pub(crate) fn set_stops(&mut self, stops: Stops) {
        self.stops = Stops { armed: BTreeSet::new(), ..stops };
        self.stops.list.iter_mut().for_each(|stop| stop.hits.clear());
        self.arm();
    }

    fn check_condition(&self, stop: &Stop) -> Result<(), CommandError> {
        let check =
            |condition: &String| self.in_scope(|scope| condition::holds(condition, scope)).map(|_| ());
        stop.condition.as_ref().map_or(Ok(()), check)
    }

    /// Deletes the stops for which `which` holds, and returns their number.
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
    /// There is none, or its condition is invalid.
    pub fn change_stop(&mut self, number: u32, change: impl FnOnce(&mut Stop)) -> Result<(), CommandError> {
        let mut stop = self.stop(number)?.clone();
        change(&mut stop);
        self.check_condition(&stop)?;
        if let Some(old) = self.stops.list.iter_mut().find(|old| old.number == number) {
            *old = stop;
        }
        self.arm();
        Ok(())
    }

    /// Returns the stop with a number.
    ///
    /// # Errors
    ///
    /// There is none.
    pub fn stop(&self, number: u32) -> Result<&Stop, CommandError> {
        let found = self.stops.list.iter().find(|stop| stop.number == number);
        found.ok_or_else(|| CommandError(format!("no stop {number}; \"break\" lists them")))
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

    /// Counts the hits of something noticed and prints the log messages. Returns the number of the first stop that stops
    /// the machine.
    ///
    /// A condition that has become invalid, because a symbol is gone, holds: the user will want to know.
    pub(super) fn hit_stops(&mut self, noticed: &Noticed, host: &mut dyn Host) -> Option<u32> {
        let now = self.machine.instructions();
        let mut stops_at = None;
        for index in 0..self.stops.list.len() {
            if !self.applies(index, noticed) {
                continue;
            }
            let stop = &mut self.stops.list[index];
            let is_new = stop.hits.last() != Some(&now);
            if is_new {
                stop.hits.push(now);
            }
            if !stop.counts(Some(stop.hits())) {
                continue;
            }
            match stop.log_message.clone() {
                Some(message) if is_new => {
                    // What the program has printed before comes first.
                    self.collect(host);
                    host.print(&(self.log_message(&message) + "\n"));
                }
                Some(_) => {}
                None => stops_at = stops_at.or(Some(stop.number)),
            }
        }
        stops_at
    }

    /// Returns why the machine stops at a place, if it does: for a run that has ended there before the machine noticed.
    pub fn stop_at_place(&mut self, address: Address, host: &mut dyn Host) -> Option<Stopped> {
        let noticed = Noticed { trigger: Trigger::Place(address), at: address, change: None };
        Some(Stopped::Noticed(self.hit_stops(&noticed, host)?, noticed))
    }

    /// Returns the numbers of the stops that stop the machine now.
    pub(crate) fn stops_hit_now(&self) -> impl Iterator<Item = u32> + '_ {
        let now = self.machine.instructions();
        let hit = self.stops.list.iter().filter(move |stop| stop.hits.last() == Some(&now));
        hit.filter(move |stop| stop.stopped_at(now)).map(|stop| stop.number)
    }

    /// Returns `true` if the stop at `index` is enabled, has this trigger, and its condition holds.
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
