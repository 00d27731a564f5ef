//! The loader's table of names: values, and pending references.

use crate::address::Address;
use crate::formats::squoze;
use crate::word::Word;
use std::collections::BTreeMap;
use std::fmt;

/// A name, global or local to the program that is being loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct NameKey(u64);

/// The flag of a global name: bit 3.
const GLOBAL: u64 = 1 << 32;

impl NameKey {
    /// Returns the name in a word; the first three bits are flags.
    pub(super) fn of(word: Word) -> NameKey {
        NameKey(word.field(3, 35))
    }

    pub(super) fn global(self) -> NameKey {
        NameKey(self.0 | GLOBAL)
    }

    pub(super) fn is_global(self) -> bool {
        self.0 & GLOBAL != 0
    }
}

impl fmt::Display for NameKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match squoze::decode(Word::new(self.0)) {
            Some((name, _)) => f.pad(&name),
            None => write!(f, "{:o}", self.0),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Whole,
    Right,
    Left,
    Accumulator,
}

impl Part {
    fn of(bits: u64) -> Part {
        match bits & 3 {
            0 => Part::Whole,
            1 => Part::Right,
            2 => Part::Left,
            _ => Part::Accumulator,
        }
    }
}

/// How a name is added to a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Use {
    part: Part,
    swapped: bool,
    negative: bool,
    times: u32,
}

impl Use {
    pub(super) fn of(name: Word, negative: bool, times: u32) -> Use {
        Use { part: Part::of(name.field(1, 2)), swapped: name.bit(0), negative, times }
    }

    pub(super) fn is_of_right_half(self) -> bool {
        self.part == Part::Right
    }

    /// Adds the value of a name to a word. An addition to the right half does not carry into the left one.
    pub(super) fn add_to(self, word: Word, value: Word) -> Word {
        let value = if self.negative { value.wrapping_neg() } else { value };
        let value = Word::new(value.bits().wrapping_mul(self.times.into()) & Word::ONES.bits());
        let value = if self.swapped { value.swapped() } else { value };
        match self.part {
            Part::Whole => word.wrapping_add(value),
            Part::Right => word.with_right(word.right().wrapping_add(value.right()) & 0o777777),
            Part::Left => word.wrapping_add(value.with_right(0)),
            Part::Accumulator => word.wrapping_add(Word::new(value.bits() << 5 | value.bits() >> 31)),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PendingReference {
    Add(Address, Use),
    /// A chain of right halves is to be filled; this is its last word.
    Chain(Address),
}

#[derive(Clone, Debug, Default)]
pub(super) struct NameEntry {
    pub(super) value: Option<Word>,
    pub(super) requests: Vec<PendingReference>,
}

#[derive(Debug, Default)]
pub(super) struct NameTable(BTreeMap<NameKey, NameEntry>);

impl NameTable {
    pub(super) fn value(&self, key: NameKey) -> Option<Word> {
        self.0.get(&key)?.value
    }

    pub(super) fn is_there(&self, key: NameKey) -> bool {
        self.0.contains_key(&key)
    }

    /// Returns `true` if a program refers to the name and no program defines it.
    pub(super) fn is_wanted(&self, key: NameKey) -> bool {
        self.0.get(&key).is_some_and(|entry| entry.value.is_none())
    }

    pub(super) fn want(&mut self, key: NameKey) {
        self.0.entry(key).or_default();
    }

    pub(super) fn wait(&mut self, key: NameKey, request: PendingReference) {
        self.0.entry(key).or_default().requests.push(request);
    }

    pub(super) fn define(&mut self, key: NameKey, value: Word) -> Vec<PendingReference> {
        let entry = self.0.entry(key).or_default();
        entry.value = Some(value);
        std::mem::take(&mut entry.requests)
    }

    pub(super) fn remove(&mut self, key: NameKey) -> NameEntry {
        self.0.remove(&key).unwrap_or_default()
    }

    pub(super) fn forget_locals(&mut self) {
        self.0.retain(|key, _| key.is_global());
    }

    pub(super) fn undefined(&self) -> Vec<String> {
        let wanted = self.0.iter().filter(|(_, entry)| entry.value.is_none());
        wanted.map(|(key, _)| key.to_string()).collect()
    }

    /// Returns the global names with their values, in the form of symbol blocks.
    pub(super) fn defined_globals(&self) -> Vec<(Word, Word)> {
        let globals = self.0.iter().filter(|(key, _)| key.is_global());
        globals.filter_map(|(key, entry)| Some((Word::new(key.0), entry.value?))).collect()
    }
}
