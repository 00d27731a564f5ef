//! A program in memory: words at addresses, its start, its symbols.

use crate::address::Address;
use crate::word::Word;
use std::collections::BTreeMap;

/// Words at addresses, the word that starts the program, and the symbols in its file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Image {
    words: BTreeMap<Address, Word>,
    /// The instruction executed after loading (usually JRST), if the file has one.
    pub start: Option<Word>,
    /// The program's symbols as in loader formats: pairs of a squoze name with flags, and a value.
    pub symbols: Vec<(Word, Word)>,
}

impl Image {
    /// Stores `word` at `address`; returns the previous word, if any.
    pub fn set(&mut self, address: Address, word: Word) -> Option<Word> {
        self.words.insert(address, word)
    }

    /// Returns the word at `address`, if the image has one.
    pub fn get(&self, address: Address) -> Option<Word> {
        self.words.get(&address).copied()
    }

    /// Returns the words in order of address.
    pub fn iter(&self) -> impl Iterator<Item = (Address, Word)> + '_ {
        self.words.iter().map(|(&address, &word)| (address, word))
    }

    /// Returns the number of words, without symbols and start instruction.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Returns `true` if the image has no words.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Returns the address in the start instruction, if there is one.
    pub fn start_address(&self) -> Option<Address> {
        self.start.map(Address::of)
    }

    /// Returns runs of words at consecutive addresses, of at most `longest` words each.
    pub fn runs(&self, longest: usize) -> Vec<(Address, Vec<Word>)> {
        let mut runs: Vec<(Address, Vec<Word>)> = Vec::new();
        for (address, word) in self.iter() {
            match runs.last_mut() {
                Some((first, words))
                    if first.index() + words.len() == address.index() && words.len() < longest =>
                {
                    words.push(word);
                }
                _ => runs.push((address, vec![word])),
            }
        }
        runs
    }
}

impl Extend<(Address, Word)> for Image {
    fn extend<T: IntoIterator<Item = (Address, Word)>>(&mut self, words: T) {
        self.words.extend(words);
    }
}

impl FromIterator<(Address, Word)> for Image {
    fn from_iter<T: IntoIterator<Item = (Address, Word)>>(words: T) -> Image {
        Image { words: words.into_iter().collect(), ..Image::default() }
    }
}
