//! The slow path: every instruction, mode and memory, interrupts, missing memory,
//! console stops and observers.

mod path;
mod reference;

use super::address::calculate;
use super::dispatch::{self, execute};
use super::path::Path;
use super::{Cpu, LoggedEffect, Observer, PartialInstruction, Pi, ReferenceKind, StopReason, flag};
use crate::address::Address;
use crate::bus::Bus;
use crate::memory::{Memory, MemoryTimes};
use crate::time::Nanos;
use crate::word::Word;

/// The chain of a step is its indirect words, XCTs and traps. After this number of them, some 12 ms, it is
/// checked for a cycle.
const PATIENCE: u32 = 1 << 12;
/// A chain that returns to one of its words this often never ends: a finite chain meets a word at most once
/// as an instruction and once as an address. The step is then abandoned, and the next one executes the same
/// instruction again, so that a run of limited time ends.
const RETURNS: u8 = 3;

pub(super) enum Abort {
    Endless,
    Interrupt,
    Violation,
    /// The processor waits in a memory cycle.
    Memory,
}

pub(super) struct Slow<'a> {
    pub(super) cpu: &'a mut Cpu,
    pub(super) memory: &'a mut Memory,
    pub(super) bus: &'a mut dyn Bus,
    pub(super) observer: &'a mut dyn Observer,
    sees_references: bool,
    times: MemoryTimes,
    pub(super) now: u64,
    /// When the step began, and the time that memory has taken since.
    begun: u64,
    waited: u64,
    /// The instruction comes from the DATA switches: PC is not incremented.
    from_key: bool,
    /// When the next event of the bus is due, and its request lines, as of the last call.
    next_event: u64,
    lines: u8,
    /// EX PI SYNC: this instruction belongs to an interrupt, and is executed without relocation and
    /// protection.
    pub(super) exempt: bool,
    /// The address of the word being decoded.
    pub(super) source: Address,
    /// The instruction may have to be continued from its middle, so its effects are logged.
    stepping: bool,
    /// The instruction may have to be continued, or an accumulator's address means core.
    unusual: bool,
    /// The logged effects, and the number of them that have been replayed.
    log: Vec<LoggedEffect>,
    replayed: usize,
    /// Number of interrupt samples in this step: the length of its chain.
    chain: u32,
    landmark: Landmark,
}

/// A word of a long chain; if it returns, the chain has a cycle.
#[derive(Default)]
struct Landmark {
    place: Address,
    returns: u8,
    /// The position in the chain where a later word replaces this one as the landmark.
    next: u32,
}

/// The arguments and the result of [`execute`].
type SlowHandler = fn(&mut Slow<'_>, Word, Address, Word) -> Result<Option<Word>, Abort>;

fn handler<const OP: u16>(x: &mut Slow<'_>, word: Word, e: Address, mb: Word) -> Result<Option<Word>, Abort> {
    execute::<OP, _>(x, word, e, mb)
}

impl<'a> Slow<'a> {
    pub(super) fn new(
        cpu: &'a mut Cpu,
        memory: &'a mut Memory,
        bus: &'a mut dyn Bus,
        observer: &'a mut dyn Observer,
    ) -> Slow<'a> {
        let (times, now) = (memory.set().times(), cpu.time.0);
        let (next_event, lines) = (bus.next_event().0, bus.requests());
        Slow {
            cpu,
            memory,
            bus,
            sees_references: observer.sees_references(),
            observer,
            times,
            now,
            begun: now,
            waited: 0,
            from_key: false,
            next_event,
            lines,
            exempt: false,
            source: Address::default(),
            stepping: false,
            unusual: false,
            log: Vec::new(),
            replayed: 0,
            chain: 0,
            landmark: Landmark::default(),
        }
    }

    fn processor_time(&self) -> u64 {
        self.processor_time_at(self.now, self.waited)
    }

    /// Returns [`Slow::processor_time`] at an earlier moment of the step.
    fn processor_time_at(&self, now: u64, waited: u64) -> u64 {
        self.cpu.processor_time.0 + (now - self.begun) - waited
    }

    /// Executes one step: from one IT0 to the next. Returns `false` if the processor waits in a memory cycle.
    pub(super) fn step(&mut self) -> bool {
        self.stepped(None)
    }

    /// Executes a step with reports to the observer. Returns the reason if the run ends there.
    pub(super) fn observed_step(&mut self) -> Option<StopReason> {
        if self.observer.before(self.cpu, self.memory, self.bus) {
            return Some(StopReason::Observer);
        }
        if !self.step() {
            return Some(StopReason::MemoryStop(self.cpu.ma));
        }
        self.observer.after(self.cpu, self.memory, self.bus).then_some(StopReason::Observer)
    }

    pub(super) fn execute_key(&mut self, instruction: Word) -> bool {
        self.stepped(Some(instruction))
    }

    fn stepped(&mut self, key: Option<Word>) -> bool {
        let switches = &self.cpu.switches;
        self.stepping = switches.single_cycle || switches.address_stop || switches.mem_disable;
        let unusual = self.stepping || self.cpu.partial.is_some();
        let start = if unusual { self.begin_partial() } else { None };
        self.unusual = unusual || self.cpu.read_in;
        (self.begun, self.waited, self.chain) = (self.now, 0, 0);
        let trapped = self.cpu.ill_op;
        self.from_key = key.is_some();
        self.cpu.instructions += 1;
        if self.cpu.mode_sync {
            self.cpu.mode_sync = false;
            self.cpu.flags |= flag::USER;
        }
        self.exempt = self.cpu.pi.cycle;
        let mut granted = !self.cpu.pi.cycle && self.granted();
        self.spend(200);
        let result = loop {
            if granted {
                self.enter_interrupt();
                self.spend(200);
            }
            let word = match key {
                Some(instruction) if !granted => Ok(instruction),
                _ => self.fetch(),
            };
            match word.and_then(|word| self.instruct(word)) {
                Err(Abort::Interrupt) => granted = true,
                result => break result,
            }
        };
        match result {
            Ok(()) | Err(Abort::Interrupt) => {}
            Err(Abort::Endless) => self.cpu.ill_op = trapped,
            Err(Abort::Violation) => self.cpu.apr.violation = true,
            Err(Abort::Memory) => {
                if let Some((cpu, free)) = start.map(|start| *start) {
                    let log = std::mem::take(&mut self.log);
                    self.cpu.partial =
                        Some(Box::new(PartialInstruction { cpu, free, log, key, go_on: false }));
                }
                self.cpu.time = Nanos(self.now);
                // The instruction is counted when it completes.
                self.cpu.instructions -= 1;
                return false;
            }
        }
        self.cpu.time = Nanos(self.now);
        self.cpu.processor_time = Nanos(self.processor_time());
        true
    }

    /// If an instruction waits in a memory cycle, goes back to its beginning, to repeat its logged steps
    /// without effect. Returns the state at the beginning if the instruction may have to wait.
    #[inline(never)]
    fn begin_partial(&mut self) -> Option<Box<(Cpu, [u64; 16])>> {
        self.log.clear();
        self.replayed = 0;
        if let Some(partial) = self.cpu.partial.take() {
            let PartialInstruction { cpu, free, log, .. } = *partial;
            let switches = self.cpu.switches;
            *self.cpu = cpu;
            self.cpu.switches = switches;
            self.memory.free = free;
            self.now = self.cpu.time.0;
            self.log = log;
            self.stepping = true;
        }
        self.stepping.then(|| Box::new((self.cpu.clone(), self.memory.free)))
    }

    /// Returns the effect logged at this point before the processor waited, if there is one.
    #[inline(always)]
    fn recall(&mut self) -> Option<LoggedEffect> {
        if !self.stepping {
            return None;
        }
        let logged = self.log.get(self.replayed).copied();
        self.replayed += usize::from(logged.is_some());
        logged
    }

    fn keep(&mut self, logged: LoggedEffect) {
        if self.stepping {
            self.log.push(logged);
            self.replayed = self.log.len();
        }
    }

    /// Returns the physical address of `count` words of core, if they are contiguous and none is watched or
    /// at the address in the MA switches.
    fn stretch(&self, first: Address, count: u32, relocated: bool) -> Option<u32> {
        let last = first.offset(count as i32 - 1);
        let place = if relocated { self.cpu.relocate(first)?.get() } else { first.get() };
        let end = if relocated { self.cpu.relocate(last)?.get() } else { last.get() };
        let switches = self.cpu.switches.address;
        let contiguous =
            first < last && place >= 0o20 && end == place + (count - 1) && end < self.memory.size();
        let watched = self.observer.watches().is_some_and(|watches| watches.has_any(place..end + 1));
        (contiguous && !watched && !(first..=last).contains(&switches)).then_some(place)
    }

    /// Executes an instruction whose word has just arrived, and the instructions that it executes in turn.
    fn instruct(&mut self, word: Word) -> Result<(), Abort> {
        let mut word = word;
        loop {
            self.sample()?;
            let (e, mb) = calculate(self, word)?;
            self.decoded(word, e);
            match Self::HANDLERS[(word.bits() >> 27 & 0o777) as usize](self, word, e, mb)? {
                None => return Ok(()),
                Some(next) => word = next,
            }
        }
    }

    const HANDLERS: [SlowHandler; 512] = dispatch::table!(handler);

    fn decoded(&mut self, instruction: Word, e: Address) {
        self.observer.executes(self.source, instruction, e);
        // An XCT executes the word at its E; a trap sets the address later.
        self.source = e;
    }

    fn enter_interrupt(&mut self) {
        self.cpu.pi.cycle = true;
        self.exempt = true;
        let channel = self.cpu.pi.granted().unwrap_or(0);
        self.observer.interrupt(channel, Nanos(self.now));
    }

    fn fetch(&mut self) -> Result<Word, Abort> {
        let pi = &self.cpu.pi;
        let address = if pi.cycle {
            let channel = u32::from(pi.granted().unwrap_or(0));
            Address::new(0o40 + 2 * channel + u32::from(pi.overflow))
        } else {
            self.cpu.pc
        };
        self.source = address;
        let word = self.reference(ReferenceKind::Fetch, address, None)?;
        if !address.is_accumulator() {
            self.cpu.read_in = false;
        }
        Ok(word)
    }

    fn advance(&mut self) {
        let now = self.now;
        self.cpu.tick(Nanos(now));
        if self.next_event <= now {
            self.bus.advance(Nanos(now));
            self.look_at_bus();
        }
    }

    /// Updates the next event and the request lines; called after [`Bus::advance`] and after every transfer.
    pub(super) fn look_at_bus(&mut self) {
        self.next_event = self.bus.next_event().0;
        self.lines = self.bus.requests();
    }

    /// Strobes the request lines. Returns `true` if a request is granted.
    #[inline(always)]
    fn granted(&mut self) -> bool {
        let Cpu { pi, apr, next_tick, .. } = &*self.cpu;
        let nothing_is_due = self.now < self.next_event.min(next_tick.0);
        // No line is up, no request is recorded, and the processor's own conditions have no channel.
        let nobody = self.lines | pi.requests | apr.channel == 0;
        !(nothing_is_due && nobody && !self.stepping) && self.strobed()
    }

    #[inline(never)]
    fn strobed(&mut self) -> bool {
        if let Some(LoggedEffect::Granted(granted)) = self.recall() {
            return granted;
        }
        self.advance();
        let lines = self.lines | self.cpu.request_line();
        let pi = &mut self.cpu.pi;
        pi.requests = (pi.requests | lines & pi.on) & !pi.held;
        let granted = pi.granted().is_some();
        self.keep(LoggedEffect::Granted(granted));
        granted
    }

    /// Executes an in-out transfer, or returns its result from before the processor waited.
    pub(super) fn once(&mut self, transfer: impl FnOnce(&mut Self) -> Word) -> Word {
        if let Some(LoggedEffect::Word(word)) = self.recall() {
            return word;
        }
        let word = transfer(self);
        self.keep(LoggedEffect::Word(word));
        word
    }

    /// Returns `true` if the chain, whose last word came from MA, has a cycle.
    #[cold]
    fn is_endless(&mut self) -> bool {
        let place = self.cpu.ma;
        if self.chain == PATIENCE || self.chain == self.landmark.next {
            // The landmark moves to ever later words, so that one of them is in the cycle.
            self.landmark = Landmark { place, returns: 0, next: self.chain.saturating_mul(2) };
        } else if place == self.landmark.place {
            self.landmark.returns += 1;
        }
        self.landmark.returns == RETURNS
    }

    /// Holds the channel of an interrupt's instruction, and ends the interrupt cycle.
    pub(super) fn hold(&mut self) {
        let pi = &mut self.cpu.pi;
        let mask = Pi::mask(pi.granted().unwrap_or(0));
        pi.held |= mask;
        pi.requests &= !mask;
        pi.cycle = false;
        pi.overflow = false;
    }

    fn stop_key(&mut self) {
        if self.cpu.switches.single_instruction {
            self.cpu.running = false;
        }
    }

    pub(super) fn count_pc(&mut self) {
        self.stop_key();
        if !self.exempt && !self.from_key {
            self.cpu.pc = self.cpu.pc.next();
        }
    }
}
