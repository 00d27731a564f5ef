//! Observes the machine on the way to a difference.

use std::collections::{HashMap, VecDeque};

use emulator::address::Address;
use emulator::bus::Bus;
use emulator::cpu::{Cpu, Observer, Reference, ReferenceKind};
use emulator::memory::Memory;
use emulator::symbols::Symbols;
use emulator::word::Word;

/// Number of jumps kept.
const JUMPS: usize = 4;
/// Addresses below this are accumulators.
const ACCUMULATORS: u32 = 0o20;
/// Maximum number of routines reported.
const ROUTINES: usize = 24;

/// A label whose instructions were executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passed {
    /// The label.
    pub label: String,
    /// Number of instructions executed between it and the next label.
    pub instructions: u64,
}

/// Watches for changes of the words that differ.
pub(super) struct Watch {
    words: Vec<Watched>,
    /// Address of the last equal probe.
    since: Option<Address>,
    /// The instructions since then: how often each was executed, and when last.
    way: HashMap<Address, (u64, u64)>,
    jumps: VecDeque<[Address; 2]>,
    at: Option<Address>,
    under_way: UnderWay,
    /// Number of instructions executed before.
    now: u64,
}

/// A word that is watched.
pub(super) struct Watched {
    pub(super) address: Address,
    before: Option<Word>,
    pub(super) changed: Option<Change>,
}

/// The last change of a word.
#[derive(Clone)]
pub(super) struct Change {
    /// Number of instructions that the machine had executed before.
    pub(super) instructions: u64,
    /// The instruction that made the change.
    pub(super) at: Address,
    /// The word that it copied; `None` if it computed the value.
    pub(super) source: Option<Address>,
    /// The words of memory that it read, without accumulators.
    pub(super) read: Vec<Address>,
}

/// The current instruction: the words it may have copied.
#[derive(Default)]
struct UnderWay {
    reads: Vec<(Address, Word)>,
    accumulator: (Address, Word),
}

impl UnderWay {
    /// Returns the other word that a word's new value was copied from. A value of 0 has no known source.
    fn source_of(&self, word: Address, value: Word) -> Option<Address> {
        let known = self.reads.iter().chain([&self.accumulator]);
        let mut known = known.filter(|(address, known)| *known == value && *address != word);
        known.next().map(|&(address, _)| address).filter(|_| value != Word::ZERO)
    }
}

impl Watch {
    pub(super) fn new(words: &[Address], since: Option<Address>) -> Watch {
        let watched = |&address: &Address| Watched { address, before: None, changed: None };
        Watch {
            words: words.iter().map(watched).collect(),
            since,
            way: HashMap::new(),
            jumps: VecDeque::new(),
            at: None,
            under_way: UnderWay::default(),
            now: 0,
        }
    }

    /// Returns the words in the order given.
    pub(super) fn words(&self) -> &[Watched] {
        &self.words
    }

    /// Returns `true` if the last change of each word, and the start of the way, were observed.
    pub(super) fn has_all(&self) -> bool {
        self.words.iter().all(|word| word.changed.is_some()) && (self.since.is_none() || !self.way.is_empty())
    }

    /// Returns the last jumps, latest first.
    pub(super) fn jumps(&self) -> impl Iterator<Item = [Address; 2]> {
        self.jumps.iter().rev().copied()
    }

    /// Returns the labels passed, latest first.
    pub(super) fn way(&self, symbols: &Symbols) -> Vec<Passed> {
        let mut labels: HashMap<String, (u64, u64)> = HashMap::new();
        for (&address, &(times, last)) in &self.way {
            let label =
                symbols.nearest(address, Address::COUNT as u32).map_or("?", |(symbol, _)| &symbol.name);
            let sum = labels.entry(label.to_owned()).or_default();
            *sum = (sum.0 + times, sum.1.max(last));
        }
        let mut labels: Vec<(String, (u64, u64))> = labels.into_iter().collect();
        labels.sort_by_key(|(_, (_, last))| std::cmp::Reverse(*last));
        labels.truncate(ROUTINES);
        labels.into_iter().map(|(label, (instructions, _))| Passed { label, instructions }).collect()
    }

    fn pass(&mut self, address: Address) {
        if self.since == Some(address) {
            self.way.clear();
            self.jumps.clear();
        }
        if let Some(before) = self.at.replace(address)
            && before.next() != address
        {
            if self.jumps.len() == JUMPS {
                self.jumps.pop_front();
            }
            self.jumps.push_back([before, address]);
        }
        let passed = self.way.entry(address).or_default();
        *passed = (passed.0 + 1, self.now);
    }
}

impl Observer for Watch {
    fn before(&mut self, cpu: &Cpu, memory: &Memory, _: &dyn Bus) -> bool {
        self.now = cpu.instructions;
        for word in &mut self.words {
            word.before.get_or_insert(memory.get(word.address));
        }
        // The accumulator of an instruction executed by XCT is not considered.
        let instruction = memory.get(cpu.pc);
        let accumulator = Address::new(instruction.field(9, 12) as u32);
        self.under_way.accumulator = (accumulator, memory.get(accumulator));
        self.under_way.reads.clear();
        self.pass(cpu.pc);
        false
    }

    fn reference(&mut self, reference: &Reference) {
        if matches!(reference.kind, ReferenceKind::Read | ReferenceKind::Pause) {
            self.under_way.reads.push((reference.physical, reference.word));
        }
    }

    fn after(&mut self, _: &Cpu, memory: &Memory, _: &dyn Bus) -> bool {
        for word in &mut self.words {
            let value = memory.get(word.address);
            if word.before != Some(value) {
                word.before = Some(value);
                let source = self.under_way.source_of(word.address, value);
                let memory = self.under_way.reads.iter().filter(|(address, _)| address.get() >= ACCUMULATORS);
                let read: Vec<Address> = memory.map(|&(address, _)| address).collect();
                word.changed = self.at.map(|at| Change { instructions: self.now, at, source, read });
            }
        }
        false
    }
}
