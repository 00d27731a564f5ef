//! Watching the processor at work.

use super::plain::space::{PAGE, PageSet, Use};
use super::{AddressSet, Cpu, set};
use crate::address::Address;
use crate::bus::Bus;
use crate::isa::DeviceCode;
use crate::memory::Memory;
use crate::time::Nanos;
use crate::word::Word;
use std::ops::Range;

/// What a memory reference is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReferenceKind {
    /// An instruction word.
    Fetch,
    /// A read.
    Read,
    /// A write.
    Write,
    /// The first half of a read-pause-write.
    Pause,
    /// Its second half.
    Restart,
    /// A reference to memory that is not there: reads deliver zero, writes are lost.
    Missing,
}

/// A memory reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reference {
    /// What it is.
    pub kind: ReferenceKind,
    /// The address the program used.
    pub address: Address,
    /// The address in memory.
    pub physical: Address,
    /// Whether it went through relocation.
    pub relocated: bool,
    /// Whether it means the core under the accumulators.
    pub shadow: bool,
    /// The word read, or the word now written.
    pub word: Word,
    /// When the processor asked, not counting the time memory took since the processor was started.
    pub processor_time: Nanos,
}

/// What an observer looks out for. Interrupts, in-out instructions, traps and protection violations are always told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    reads: AddressSet,
    writes: AddressSet,
    either: AddressSet,
    /// The pages with one of these words.
    pages: PageSet,
    opcodes: OpcodeSet,
}

/// A bit for each opcode.
pub(super) type OpcodeSet = [u64; 8];

impl Wanted {
    /// Reading the word at a physical address.
    pub fn reading(&mut self, address: Address) {
        self.reads.insert(address);
        self.use_of(address);
    }

    /// Writing it.
    pub fn writing(&mut self, address: Address) {
        self.writes.insert(address);
        self.use_of(address);
    }

    fn use_of(&mut self, address: Address) {
        self.either.insert(address);
        let page = address.get() / PAGE;
        self.pages[(page / 64) as usize] |= 1 << (page % 64);
    }

    /// An instruction at the program counter with this opcode.
    pub fn opcode(&mut self, opcode: u16) {
        self.opcodes[usize::from(opcode >> 6 & 7)] |= 1 << (opcode & 0o77);
    }

    /// The words of which a use is wanted.
    pub(super) fn words(&self, used: Use) -> &AddressSet {
        match used {
            Use::Read => &self.reads,
            Use::Write => &self.writes,
            Use::Both => &self.either,
        }
    }

    /// The pages with a word that is wanted in any way.
    pub(super) fn pages(&self) -> PageSet {
        self.pages
    }

    /// The accumulators wanted in any way, a bit for each.
    pub(super) fn accumulators(&self) -> u32 {
        let wanted = |&ac: &u32| self.either.contains(Address::new(ac));
        (0..0o20).filter(wanted).fold(0, |mask, ac| mask | 1 << ac)
    }

    /// Whether any use of a word of a range is wanted.
    pub(super) fn has_any(&self, places: Range<u32>) -> bool {
        set::has_any(self.either.bits(), places)
    }

    /// The opcodes that are wanted, if any is.
    pub(super) fn opcodes(&self) -> Option<&OpcodeSet> {
        Some(&self.opcodes).filter(|&opcodes| *opcodes != OpcodeSet::default())
    }
}

/// Someone who watches. Nothing he does changes what happens, except that he can stop it between instructions.
pub trait Observer {
    /// All that it wants to be told, if that can be said beforehand: then instructions that have nothing to do with it may be
    /// executed without a word. [`None`]: everything.
    fn wanted(&self) -> Option<&Wanted> {
        None
    }

    /// Whether it makes use of [`Observer::reference`].
    fn sees_references(&self) -> bool {
        true
    }

    /// An instruction is about to begin (IT0), before interrupts are looked at. `true` stops the run there.
    fn before(&mut self, cpu: &Cpu, memory: &Memory, bus: &dyn Bus) -> bool {
        let _ = (cpu, memory, bus);
        false
    }

    /// An instruction has ended. `true` stops the run.
    fn after(&mut self, cpu: &Cpu, memory: &Memory, bus: &dyn Bus) -> bool {
        let _ = (cpu, memory, bus);
        false
    }

    /// The word that is to be executed has arrived from `address` (virtual), and its effective address is known.
    /// Called again for the instruction an XCT or a trap executes.
    fn executes(&mut self, address: Address, instruction: Word, effective: Address) {
        let _ = (address, instruction, effective);
    }

    /// A memory reference.
    fn reference(&mut self, reference: &Reference) {
        let _ = reference;
    }

    /// Channel 1-7 is granted its interrupt.
    fn interrupt(&mut self, channel: u8, now: Nanos) {
        let _ = (channel, now);
    }

    /// An in-out transfer, by operation (1 DATAI, 3 DATAO, 4 CONO, 5 CONI, 6 CONSZ, 7 CONSO).
    fn in_out(&mut self, device: DeviceCode, operation: usize, word: Word, now: Nanos) {
        let _ = (device, operation, word, now);
    }
}

/// Nobody.
impl Observer for () {
    fn sees_references(&self) -> bool {
        false
    }
}
