//! The arithmetic processor Type 166.
//!
//! [`Cpu`] holds the registers; [`Cpu::run`] (`run.rs`) executes instructions. Each instruction is written
//! once and compiled for two paths: `fast` executes the usual instructions in the 256K memory
//! ([`MemorySet::Moby`](crate::memory::MemorySet::Moby)) until an event, an interrupt or the end of the run
//! is due. `slow` executes everything. Both paths give the same state at the same virtual time.

mod address;
mod arithmetic;
mod block;
mod boolean;
mod byte;
mod console;
mod dispatch;
mod fast;
mod fixed;
mod flags;
mod float;
mod half;
mod interrupt;
mod io;
mod jump;
mod observe;
mod path;
mod run;
mod set;
mod shift;
mod slow;
mod stop_reason;
mod test;
mod uuo;
mod wait;
mod wait_schedule;

pub use crate::isa::flag;
pub use console::Key;
pub use flags::{Apr, Pi, condition};
pub use observe::{Observer, Reference, ReferenceKind, WatchSet};
pub use set::AddressSet;
pub use stop_reason::StopReason;

use crate::address::Address;
use crate::time::Nanos;
use crate::word::Word;
use serde::{Deserialize, Serialize};
use wait_schedule::WaitSchedule;

/// The registers and control flip-flops of the processor, its console switches and its virtual time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cpu {
    /// Program counter.
    pub pc: Address,
    /// AR OV, CRY 0, CRY 1, PC CHG, BIS, USER and IOT USER at their positions in the left half of the PC
    /// word; see [`flag`].
    pub flags: u32,
    /// EX MODE SYNC: user mode begins with the next instruction.
    pub mode_sync: bool,
    /// EX ILL OP: an instruction has trapped. Addresses are not relocated until a JSR, BLKI or BLKO clears
    /// this flip-flop.
    pub ill_op: bool,
    /// Protection register: the highest legal block of 1024 words.
    pub pr: u8,
    /// Relocation register: the number that is added to the block number (bits 18-25) of a user's address.
    pub rlr: u8,
    /// Priority interrupt system.
    pub pi: Pi,
    /// The conditions of the processor itself, device 000.
    pub apr: Apr,
    /// RUN: the processor executes instructions.
    pub running: bool,
    /// KEY RIM SBR: addresses 0-17 refer to core, not to fast memory.
    pub read_in: bool,
    /// Memory address register: the address of the last reference, before relocation.
    pub ma: Address,
    /// Memory indicator: the word of the last reference to the address in the MA switches.
    pub mi: Word,
    /// Memory buffer: the word of the last reference.
    pub mb: Word,
    /// Arithmetic register: the value left by the last instruction. `JRST 2,(X)` adds the left half of AR to
    /// the flags that the instruction restores.
    pub ar: Word,
    /// The switches of the console.
    pub switches: Switches,
    /// Virtual time: when the next instruction begins.
    pub time: Nanos,
    /// Instructions executed since power-on, including those in interrupt locations.
    pub instructions: u64,
    /// Time of the next tick of the 60-cycle clock; [`Nanos::MAX`] if the clock is not plugged in.
    pub next_tick: Nanos,
    /// When the in-out bus has finished the reset after the last transfer; the next transfer waits for it.
    pub bus_free: Nanos,
    /// Processor time excluding memory time, counted only on the slow path. Neither the program nor the
    /// console can read this count, and it is not part of snapshots.
    #[serde(skip)]
    pub processor_time: Nanos,
    partial: Option<Box<PartialInstruction>>,
    #[serde(skip)]
    wait_schedule: WaitSchedule,
}

/// An instruction that waits in a memory cycle: the state at its beginning, and the effects logged since.
///
/// It is continued by executing it again from the beginning, with the logged results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct PartialInstruction {
    cpu: Cpu,
    /// When each memory module completes its cycle, as of the beginning of the instruction.
    free: [u64; 16],
    log: Vec<LoggedEffect>,
    /// The instruction, if it comes from the DATA switches.
    key: Option<Word>,
    /// MEM CONT has been pressed.
    go_on: bool,
}

/// An effect that must not be repeated when the instruction is executed again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum LoggedEffect {
    /// A reference or in-out transfer, and the resulting word.
    Word(Word),
    /// A sample of the interrupt requests, and `true` if one was granted.
    Granted(bool),
}

/// The switches of the operator's console.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Switches {
    /// The 36 DATA switches, which DATAI APR reads.
    pub data: Word,
    /// The 18 MA switches (MAS).
    pub address: Address,
    /// ADDRESS STOP: the processor stops in a memory cycle to the address in the MA switches.
    pub address_stop: bool,
    /// MEM DISABLE: the processor does not end a reference to nonexistent memory.
    pub mem_disable: bool,
    /// INST STOP is held down: one instruction at a time.
    pub single_instruction: bool,
    /// MEM STOP is held down: one memory cycle at a time.
    pub single_cycle: bool,
    /// RIM MAINT: the keys reach the core under the accumulators.
    pub rim_maint: bool,
}

/// The bounds of a run.
#[derive(Clone, Copy)]
pub struct Bounds<'a> {
    /// No instruction begins at or after this time.
    pub until: Nanos,
    /// No instruction begins after this many have been executed since power-on.
    pub instructions: u64,
    /// The run stops before an instruction at one of these addresses, except the first instruction executed.
    pub breakpoints: Option<&'a AddressSet>,
}

impl Bounds<'_> {
    /// Returns a bound in time only.
    pub const fn until(time: Nanos) -> Bounds<'static> {
        Bounds { until: time, instructions: u64::MAX, breakpoints: None }
    }

    fn stop_before_next_of(&self, cpu: &Cpu) -> bool {
        self.breakpoints.is_some_and(|set| cpu.is_before_one_of(set))
    }
}

impl Default for Cpu {
    fn default() -> Cpu {
        Cpu::new()
    }
}

impl Cpu {
    /// Returns a processor after power-up: everything clear, not running. (The real
    /// registers have random contents.)
    pub fn new() -> Cpu {
        Cpu {
            pc: Address::default(),
            flags: 0,
            mode_sync: false,
            ill_op: false,
            pr: 0,
            rlr: 0,
            pi: Pi::default(),
            apr: Apr::default(),
            running: false,
            read_in: false,
            ma: Address::default(),
            mi: Word::ZERO,
            mb: Word::ZERO,
            ar: Word::ZERO,
            switches: Switches::default(),
            time: Nanos::ZERO,
            instructions: 0,
            next_tick: Nanos::MAX,
            bus_free: Nanos::ZERO,
            processor_time: Nanos::ZERO,
            partial: None,
            wait_schedule: WaitSchedule::default(),
        }
    }

    /// Returns the devices whose conditions the program tests in its waiting loop, one bit for each
    /// [`crate::isa::DeviceCode::index`]; 0 if the program has not been seen to wait recently.
    pub(crate) fn awaited(&self) -> u128 {
        self.wait_schedule.awaited(self.time).unwrap_or(0)
    }

    fn must_stop(&self, bounds: &Bounds<'_>) -> Option<StopReason> {
        let time = (self.time >= bounds.until).then_some(StopReason::Time);
        let instructions = (self.instructions >= bounds.instructions).then_some(StopReason::Instructions);
        self.stopped().or(time).or(instructions)
    }

    /// Returns why the processor does nothing until a key is pressed: [`StopReason::MemoryStop`] or
    /// [`StopReason::Halt`]. Returns `None` while it executes instructions.
    pub fn stopped(&self) -> Option<StopReason> {
        match &self.partial {
            Some(partial) if !partial.go_on => Some(StopReason::MemoryStop(self.ma)),
            // RUN may be off, but the instruction is finished first.
            Some(_) => None,
            None => (!self.running).then_some(StopReason::Halt),
        }
    }

    /// Returns `true` if the address of the next instruction is in the set; `false` before an interrupt's
    /// instruction, which is not at PC.
    pub(crate) fn is_before_one_of(&self, set: &AddressSet) -> bool {
        !self.pi.cycle && set.contains(self.pc)
    }

    pub(crate) fn idle_until(&mut self, time: Nanos) {
        let passed = time.since(self.time);
        self.time += passed;
        if let Some(partial) = &mut self.partial {
            partial.cpu.time += passed;
            partial.free.iter_mut().for_each(|free| *free += passed.0);
        }
    }
}
