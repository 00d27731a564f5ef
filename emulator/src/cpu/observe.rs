//! Observers: reports of the processor's work.

use super::set::{self, PAGE, PageSet};
use super::{AddressSet, Cpu};
use crate::address::Address;
use crate::bus::Bus;
use crate::isa::DeviceCode;
use crate::memory::Memory;
use crate::time::Nanos;
use crate::word::Word;
use std::ops::Range;

/// A kind of memory reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReferenceKind {
    /// A read of an instruction word.
    Fetch,
    /// A read of another word, without a write.
    Read,
    /// A write alone, not after a pause.
    Write,
    /// The first half of a read-pause-write.
    Pause,
    /// The second half of a read-pause-write.
    Restart,
    /// A reference to missing memory: reads deliver zero, writes are lost.
    Missing,
}

/// A memory reference, as reported to an observer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reference {
    /// The kind of reference.
    pub kind: ReferenceKind,
    /// The address the program used.
    pub address: Address,
    /// The address in memory.
    pub physical: Address,
    /// `true` if the address was relocated.
    pub relocated: bool,
    /// `true` if the word is in the core under the accumulators.
    pub shadow: bool,
    /// The word read, or the word now written.
    pub word: Word,
    /// The [`Cpu::processor_time`] of the request.
    pub processor_time: Nanos,
}

#[derive(Clone, Copy)]
pub(super) enum Access {
    Read,
    Write,
    /// The first half of a read-pause-write: the word will be written.
    Both,
}

/// The words and opcodes that an observer watches. Interrupts, in-out instructions, traps and protection
/// violations are always reported.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WatchSet {
    reads: AddressSet,
    writes: AddressSet,
    either: AddressSet,
    pages: PageSet,
    opcodes: OpcodeSet,
}

pub(super) type OpcodeSet = [u64; 8];

impl WatchSet {
    /// Watches reads of the word at a physical address.
    pub fn watch_reads(&mut self, address: Address) {
        self.reads.insert(address);
        self.watch(address);
    }

    /// Watches writes of the word at a physical address.
    pub fn watch_writes(&mut self, address: Address) {
        self.writes.insert(address);
        self.watch(address);
    }

    fn watch(&mut self, address: Address) {
        self.either.insert(address);
        let page = address.get() / PAGE;
        self.pages[(page / 64) as usize] |= 1 << (page % 64);
    }

    /// Watches instructions at the program counter with this opcode.
    pub fn watch_opcode(&mut self, opcode: u16) {
        self.opcodes[usize::from(opcode >> 6 & 7)] |= 1 << (opcode & 0o77);
    }

    pub(super) fn words(&self, access: Access) -> &AddressSet {
        match access {
            Access::Read => &self.reads,
            Access::Write => &self.writes,
            Access::Both => &self.either,
        }
    }

    pub(super) fn pages(&self) -> PageSet {
        self.pages
    }

    /// Returns the watched accumulators, one bit for each.
    pub(super) fn accumulators(&self) -> u32 {
        let watched = |&ac: &u32| self.either.contains(Address::new(ac));
        (0..0o20).filter(watched).fold(0, |mask, ac| mask | 1 << ac)
    }

    pub(super) fn has_any(&self, places: Range<u32>) -> bool {
        set::has_any(self.either.bits(), places)
    }

    pub(super) fn opcodes(&self) -> Option<&OpcodeSet> {
        Some(&self.opcodes).filter(|&opcodes| *opcodes != OpcodeSet::default())
    }
}

/// Observes the processor at work. An observer cannot change the processor, but it can stop
/// it between instructions.
pub trait Observer {
    /// Returns what the observer watches, if that is known beforehand. Other instructions may then be
    /// executed on the fast path without a report. [`None`] means everything.
    fn watches(&self) -> Option<&WatchSet> {
        None
    }

    /// Returns `true` if the observer uses [`Observer::reference`].
    fn sees_references(&self) -> bool {
        true
    }

    /// Called when an instruction is about to begin (IT0), before interrupts are sampled. Returns `true` to
    /// stop the run there.
    fn before(&mut self, _cpu: &Cpu, _memory: &Memory, _bus: &dyn Bus) -> bool {
        false
    }

    /// Called when an instruction has ended. Returns `true` to stop the run.
    fn after(&mut self, _cpu: &Cpu, _memory: &Memory, _bus: &dyn Bus) -> bool {
        false
    }

    /// Called when the word to be executed has arrived from `address` (virtual), and its effective address is
    /// known. Called again for the instruction that an XCT or a trap executes.
    fn executes(&mut self, _address: Address, _instruction: Word, _effective: Address) {}

    /// Called for a memory reference.
    fn reference(&mut self, _reference: &Reference) {}

    /// Called when channel 1-7 is granted an interrupt.
    fn interrupt(&mut self, _channel: u8, _now: Nanos) {}

    /// Called for an in-out transfer with the operation (1 DATAI, 3 DATAO, 4 CONO, 5 CONI, 6 CONSZ, 7 CONSO)
    /// and the word sent or received. BLKI and BLKO report the DATAI or DATAO that they perform.
    fn in_out(&mut self, _device: DeviceCode, _operation: usize, _word: Word, _now: Nanos) {}
}

impl Observer for () {
    fn sees_references(&self) -> bool {
        false
    }
}
