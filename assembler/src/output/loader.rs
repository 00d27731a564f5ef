//! Blocks for the linking loader: words with the codes that describe them (MIDAS reference, section 8.6).

use crate::places::Places;
use crate::state::location::RELOCATED;
use crate::symbol::SymbolId;
use emulator::word::Word;
use std::collections::{BTreeMap, BTreeSet};

/// A block of a relocatable program, without header and checksum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoaderBlock {
    /// The kind (octal): 1 loader command, 2 absolute data, 3 relocatable data, 4 program name, 5 library
    /// request, 10 local symbols, and so on.
    pub kind: u8,
    /// The top four bits of the header: the condition of a loading conditional.
    pub flags: u8,
    /// The address field.
    pub address: u32,
    /// The words, including code words.
    pub words: Vec<Word>,
}

impl LoaderBlock {
    /// Returns header, words and checksum: the complement of the sum of header and words with end-around
    /// carry.
    pub fn to_words(&self) -> Vec<Word> {
        let header = u64::from(self.flags) << 32
            | u64::from(self.kind) << 25
            | (self.words.len() as u64 & 0o177) << 18
            | u64::from(self.address & 0o777777);
        let mut all = vec![Word::new(header)];
        all.extend(&self.words);
        let sum = all.iter().fold(0u64, |sum, word| {
            let sum = sum + word.bits();
            (sum & Word::ONES.bits()) + (sum >> 36)
        });
        all.push(!Word::new(sum));
        all
    }
}

/// A block of data ends when it has this many words, including code words. Words that belong together are
/// never split between blocks, so a block can be one word longer.
const MAX_WORDS: usize = 30;

/// Builds blocks; holds the complete ones and the one being filled.
#[derive(Default)]
pub(super) struct Writer {
    /// The positions of the symbols in the original symbol table.
    pub(super) places: Places,
    pub(super) blocks: Vec<LoaderBlock>,
    pub(super) current: Option<LoaderBlock>,
    /// The index of the last code word in the current block, and the number of codes in it.
    codes: (usize, u32),
    /// The location after the last word of storage.
    pub(super) next: u32,
    /// The address in the header of the last block. The end of a loading conditional repeats it.
    pub(super) address: u32,
    /// The number of open loading conditionals. References inside them are not chained.
    pub(super) conditionals: usize,
    /// Whether only the loader knows the location (a virtual location); references there are not chained.
    pub(super) location_virtual: bool,
    /// Whether the words being written must be in the same block.
    whole: bool,
    /// Chains of references: for each symbol, the location of the last reference, with [`RELOCATED`] if it
    /// is relocatable.
    pub(super) chains: BTreeMap<SymbolId, u32>,
    /// The symbols that have been defined.
    pub(super) defined: BTreeSet<SymbolId>,
}

impl Writer {
    pub(super) fn new(places: Places) -> Writer {
        Writer { places, ..Writer::default() }
    }

    pub(super) fn end_block(&mut self) {
        self.blocks.extend(self.current.take());
    }

    /// Opens a block for `location`, unless the current block continues there. The location includes
    /// [`RELOCATED`] if it is relocatable.
    pub(super) fn at(&mut self, location: u32) {
        let begun = self.current.as_ref().is_some_and(|block| !block.words.is_empty());
        if self.next != location && begun {
            self.end_block();
        }
        if self.next != location || !begun {
            self.place(location);
        }
    }

    /// Begins a block of data at `location`, even if no word follows. The location includes [`RELOCATED`] if
    /// it is relocatable.
    pub(super) fn place(&mut self, location: u32) {
        self.current = None;
        self.next = location;
        self.open(if location & RELOCATED != 0 { 3 } else { 2 }, 0, location & 0o777777);
    }

    pub(super) fn open(&mut self, kind: u8, flags: u8, address: u32) {
        self.end_block();
        self.current = Some(LoaderBlock { kind, flags, address, words: Vec::new() });
        self.codes = (0, 12);
        self.address = address;
    }

    /// Writes a word described by `code`.
    pub(super) fn put(&mut self, code: u64, word: Word) {
        self.code(code);
        self.follow(word);
    }

    /// Writes a word described by `code` in the same block as the next word, which belongs to it.
    pub(super) fn put_whole(&mut self, code: u64, word: Word) {
        self.whole = true;
        self.put(code, word);
        self.whole = false;
    }

    /// Writes only a code, with no word after it.
    pub(super) fn code(&mut self, code: u64) {
        if self.current.is_none() {
            self.at(self.next);
        }
        let Some(block) = &mut self.current else { return };
        if self.codes.1 == 12 {
            self.codes = (block.words.len(), 0);
            block.words.push(Word::ZERO);
        }
        let shift = 33 - 3 * self.codes.1;
        let at = self.codes.0;
        block.words[at] = Word::new(block.words[at].bits() | code << shift);
        self.codes.1 += 1;
    }

    /// Writes a name that the loader adds `times` times to the next word.
    pub(super) fn add(&mut self, name: Word, times: i64) {
        if times.unsigned_abs() > 1 {
            self.put_extended(5, Word::new(times.unsigned_abs()));
        }
        match times {
            0 => {}
            ..0 => self.put(5, name),
            _ => self.put(4, name),
        }
    }

    /// Writes a further word for the last code.
    pub(super) fn follow(&mut self, word: Word) {
        let Some(block) = &mut self.current else { return };
        block.words.push(word);
        if block.words.len() >= MAX_WORDS && !self.whole {
            self.end_block();
        }
    }

    /// Writes a command about a name: the codes 7 and `code`, and the name.
    pub(super) fn about(&mut self, location: u32, name: Word, code: u64) {
        self.at(location);
        self.put_extended(code, name);
    }

    /// Writes a word described by the codes 7 and `code`. If `code` would begin a new code word, the word
    /// comes before that code word.
    fn put_extended(&mut self, code: u64, word: Word) {
        self.code(7);
        if self.codes.1 == 12 {
            self.follow(word);
            self.code(code);
        } else {
            self.code(code);
            self.follow(word);
        }
    }

    pub(super) fn block(&mut self, kind: u8, address: u32, words: Vec<Word>) {
        self.end_block();
        self.address = address;
        self.blocks.push(LoaderBlock { kind, flags: 0, address, words });
    }

    /// Requests that the loader resolve the chains of references to `names`.
    pub(super) fn link_chains(&mut self, location: u32, names: &[(SymbolId, Word)]) {
        for (id, name) in names {
            let Some(last) = self.chains.remove(id) else { continue };
            self.at(location);
            self.put_whole(6, *name);
            let relocated = if last & RELOCATED != 0 { 0o100000 } else { 0 };
            self.follow(Word::halves(relocated, last & 0o777777));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn header_and_checksum() {
        let block = LoaderBlock { kind: 3, flags: 0, address: 0o10, words: vec![Word::ONES, Word::new(1)] };
        let words = block.to_words();
        assert_eq!(words[0].bits(), 3 << 25 | 2 << 18 | 0o10);
        // The sum -0 + 1 + header, with end-around carry, complemented.
        assert_eq!(words[3], !Word::new(words[0].bits() + 1));
    }
}
