//! Core memory, the fast memory in place of its first sixteen words, and the timing of both.

use crate::address::Address;
use crate::shared::Shared;
use crate::time::Nanos;
use crate::word::Word;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Number of modules of 16K that an address can select.
pub(crate) const MODULES: usize = 16;
/// Words in a module of 16K.
pub(crate) const MODULE_WORDS: u32 = 1 << 14;
/// Nanoseconds of request set-up, part of every core reference: after it a free module accepts the request.
pub(crate) const SETUP: u64 = 50;

/// A kind of core memory (processor reference, sections 10.1 and 10.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum MemorySet {
    /// The 256K memory bought from Fabri-Tek, one module with a cycle of 2.75 microseconds.
    #[default]
    Moby,
    /// Modules of 16K, Type 163C or 164, cycle 1.7 microseconds.
    Type163,
    /// Modules of 16K, Type 161C, cycle 5 microseconds.
    Type161,
}

/// The times of a kind of memory, in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryTimes {
    /// From the request until the processor continues with the word.
    pub read: u64,
    /// From the request until the processor continues, without waiting for the write itself.
    pub write: u64,
    /// Time for which a read or a write keeps the module busy.
    pub cycle: u64,
    /// Time for which the module is busy once the write of a read-pause-write begins.
    pub restart: u64,
    /// `true` if all of memory is one module; otherwise there is one module for each 16K.
    pub one_module: bool,
}

impl MemoryTimes {
    #[inline(always)]
    pub(crate) const fn module(&self, physical: u32) -> usize {
        if self.one_module { 0 } else { (physical / MODULE_WORDS) as usize & (MODULES - 1) }
    }

    /// Returns the number of words after a physical address in its module; [`u32::MAX`] if all of memory is
    /// one module.
    pub(crate) const fn left(&self, physical: u32) -> u32 {
        if self.one_module { u32::MAX } else { MODULE_WORDS - 1 - physical % MODULE_WORDS }
    }
}

impl MemorySet {
    /// All kinds of core memory.
    pub const ALL: [MemorySet; 3] = [MemorySet::Moby, MemorySet::Type163, MemorySet::Type161];

    /// Returns the times of this kind of memory.
    pub const fn times(self) -> MemoryTimes {
        match self {
            MemorySet::Moby => {
                MemoryTimes { read: 1300, write: 650, cycle: 2750, restart: 1400, one_module: true }
            }
            MemorySet::Type163 => {
                MemoryTimes { read: 900, write: 550, cycle: 1700, restart: 1000, one_module: false }
            }
            MemorySet::Type161 => {
                MemoryTimes { read: 2750, write: 750, cycle: 5000, restart: 1900, one_module: false }
            }
        }
    }

    /// Returns the name for commands: `moby`, `163` or `161`.
    pub const fn name(self) -> &'static str {
        match self {
            MemorySet::Moby => "moby",
            MemorySet::Type163 => "163",
            MemorySet::Type161 => "161",
        }
    }

    /// Returns the kind with this [`MemorySet::name`]; a letter C after the number is allowed.
    pub fn by_name(name: &str) -> Option<MemorySet> {
        let name = name.to_ascii_lowercase();
        let name = name.strip_suffix('c').unwrap_or(&name);
        MemorySet::ALL.into_iter().find(|set| set.name() == name)
    }
}

/// Time to read a word of fast memory (Type 162), in nanoseconds.
pub const FAST_READ: u64 = 380;
/// Time to write a word of fast memory, in nanoseconds.
pub const FAST_WRITE: u64 = 420;

/// Memory of 262,144 words: 0-17 are the fast memory, 20 and up are core. The sixteen core words under the
/// fast memory are kept separately.
#[derive(Clone)]
pub struct Memory {
    pub(crate) words: Box<[Word; Address::COUNT]>,
    /// Core 0-17, which programs reach in read-in mode and by relocation.
    pub(crate) shadow: [Word; 16],
    /// The first address without core.
    size: u32,
    /// The address of the first reference to missing core since the last [`Memory::take_missed`]. It is for
    /// messages only: the machine cannot see it, and it is not part of snapshots.
    missed: Option<Address>,
    set: MemorySet,
    /// When each module completes its cycle.
    pub(crate) free: [u64; MODULES],
}

impl Default for Memory {
    fn default() -> Memory {
        Memory::new(MemorySet::default())
    }
}

impl Memory {
    /// Returns 256K of the given kind of core: every word zero, every module idle.
    pub fn new(set: MemorySet) -> Memory {
        let words = vec![Word::ZERO; Address::COUNT].into_boxed_slice();
        let Ok(words) = words.try_into() else { unreachable!("the vector has COUNT words") };
        Memory { words, shadow: [Word::ZERO; 16], size: 1 << 18, missed: None, set, free: [0; MODULES] }
    }

    /// Sets the size of core. `words` is rounded up to whole modules of 16K, at least one and at most 16. The
    /// contents of core that is removed are lost.
    pub fn set_size(&mut self, words: u32) {
        self.size = words.clamp(1, 1 << 18).next_multiple_of(MODULE_WORDS);
        self.words[self.size as usize..].fill(Word::ZERO);
    }

    /// Returns the first address without core, 1000000 (octal) if all core is present.
    pub fn size(&self) -> u32 {
        self.size
    }

    /// Returns `true` if there is a word at `address`.
    pub fn exists(&self, address: Address) -> bool {
        address.get() < self.size
    }

    pub(crate) fn note_missed(&mut self, physical: Address) {
        self.missed.get_or_insert(physical);
    }

    /// Takes the physical address of the first reference to missing core; `None` if there was none.
    pub fn take_missed(&mut self) -> Option<Address> {
        self.missed.take()
    }

    /// Returns the kind of core.
    pub fn set(&self) -> MemorySet {
        self.set
    }

    /// Replaces the core by another kind, idle, with the same contents.
    pub fn change_set(&mut self, set: MemorySet) {
        self.set = set;
        self.free = [0; MODULES];
    }

    /// Returns the time until which each module is busy.
    pub fn busy_until(&self) -> [Nanos; MODULES] {
        self.free.map(Nanos)
    }

    /// Returns the whole state. It shares equal words with `before`.
    pub(crate) fn save(&self, before: Option<&SavedMemory>) -> SavedMemory {
        SavedMemory {
            set: self.set,
            size: self.size,
            words: SavedWords(Shared::of(self.words(), before.map(|before| &before.words.0))),
            shadow: self.shadow,
            free: self.free,
        }
    }

    pub(crate) fn of(saved: &SavedMemory) -> Memory {
        let mut memory = Memory { shadow: saved.shadow, free: saved.free, ..Memory::new(saved.set) };
        memory.words.copy_from_slice(&saved.words.0.to_vec());
        memory.set_size(saved.size);
        memory
    }

    /// Returns the word at a physical address, without a memory cycle; 0-17 are the accumulators.
    #[inline(always)]
    pub fn get(&self, address: Address) -> Word {
        self.words[address.index() & (Address::COUNT - 1)]
    }

    /// Changes the word at a physical address, without a memory cycle. Has no effect
    /// without core at that address.
    #[inline(always)]
    pub fn put(&mut self, address: Address, word: Word) {
        if self.exists(address) {
            self.words[address.index() & (Address::COUNT - 1)] = word;
        }
    }

    /// Returns accumulator `ac` modulo 16.
    #[inline(always)]
    pub fn ac(&self, ac: usize) -> Word {
        self.words[ac & 0o17]
    }

    /// Changes accumulator `ac` modulo 16.
    #[inline(always)]
    pub fn put_ac(&mut self, ac: usize, word: Word) {
        self.words[ac & 0o17] = word;
    }

    /// Returns the core word under accumulator `ac` modulo 16.
    pub fn shadow(&self, ac: usize) -> Word {
        self.shadow[ac & 0o17]
    }

    /// Changes the core word under accumulator `ac` modulo 16.
    pub fn put_shadow(&mut self, ac: usize, word: Word) {
        self.shadow[ac & 0o17] = word;
    }

    /// Returns all words, the accumulators first.
    pub fn words(&self) -> &[Word] {
        &self.words[..]
    }

    /// Sets every word to zero, the shadow core included.
    pub fn clear(&mut self) {
        self.words.fill(Word::ZERO);
        self.shadow.fill(Word::ZERO);
    }
}

#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct SavedMemory {
    set: MemorySet,
    size: u32,
    words: SavedWords,
    shadow: [Word; 16],
    free: [u64; MODULES],
}

impl SavedMemory {
    pub(crate) fn bytes_beside(&self, before: Option<&SavedMemory>) -> usize {
        self.words.0.bytes_beside(before.map(|before| &before.words.0))
    }
}

/// All words of a memory. Only the runs of nonzero words are serialised.
#[derive(Clone)]
struct SavedWords(Shared<Word>);

/// Returns the runs of nonzero words. A gap shorter than the description of a run is included in the run.
fn runs(words: &[Word]) -> Vec<(Address, Vec<Word>)> {
    const GAP: usize = 4;
    let mut runs: Vec<(Address, Vec<Word>)> = Vec::new();
    for (at, &word) in words.iter().enumerate().filter(|(_, word)| **word != Word::ZERO) {
        match runs.last_mut() {
            Some((first, run)) if at - (first.index() + run.len()) <= GAP => {
                run.resize(at - first.index(), Word::ZERO);
                run.push(word);
            }
            _ => runs.push((Address::new(at as u32), vec![word])),
        }
    }
    runs
}

impl Serialize for SavedWords {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        runs(&self.0.to_vec()).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for SavedWords {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SavedWords, D::Error> {
        let mut words = vec![Word::ZERO; Address::COUNT];
        for (first, run) in Vec::<(Address, Vec<Word>)>::deserialize(deserializer)? {
            let place = words.get_mut(first.index()..first.index() + run.len());
            let place = place.ok_or_else(|| {
                D::Error::custom(format!("{} words from {first}: more than memory has", run.len()))
            })?;
            place.copy_from_slice(&run);
        }
        Ok(SavedWords(Shared::of(&words, None)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn saved_words_come_back(places in prop::collection::btree_map(0usize..300, 1u64..9, 0..60)) {
            let mut memory = Memory::default();
            for (&at, &value) in &places {
                memory.put(Address::new(at as u32), Word::new(value));
            }
            let bytes = postcard::to_stdvec(&memory.save(None)).unwrap();
            let saved: SavedMemory = postcard::from_bytes(&bytes).unwrap();
            prop_assert!(Memory::of(&saved).words() == memory.words());
        }
    }

    #[test]
    fn memory_sizes_are_whole_modules() {
        let mut memory = Memory::default();
        memory.put(Address::LAST, Word::ONES);
        memory.set_size(0o123456);
        assert_eq!(memory.size(), 0o140000);
        assert_eq!(memory.get(Address::LAST), Word::ZERO);
        memory.put(Address::new(0o140000), Word::ONES);
        assert_eq!(memory.get(Address::new(0o140000)), Word::ZERO);
        memory.set_size(u32::MAX);
        assert!(memory.exists(Address::LAST));
    }

    #[test]
    fn sets_have_names() {
        for set in MemorySet::ALL {
            assert_eq!(MemorySet::by_name(set.name()), Some(set));
        }
        assert_eq!(MemorySet::by_name("163C"), Some(MemorySet::Type163));
        assert_eq!(MemorySet::by_name("core"), None);
    }
}
