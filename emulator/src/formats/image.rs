//! A program in memory: words at addresses, where it starts, its symbols.

use crate::address::Address;
use crate::word::Word;
use std::collections::BTreeMap;

/// Words at addresses, the word that starts the program, and the symbols that came with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Image {
    words: BTreeMap<Address, Word>,
    /// The instruction executed after loading (usually JRST), if the file has one.
    pub start: Option<Word>,
    /// The program's symbols as loaders carry them: pairs of a name in squoze with flags, and a value.
    pub symbols: Vec<(Word, Word)>,
}

impl Image {
    /// An image without words.
    pub fn new() -> Image {
        Image::default()
    }

    /// Puts `word` at `address`; the word that was there, if there was one.
    pub fn set(&mut self, address: Address, word: Word) -> Option<Word> {
        self.words.insert(address, word)
    }

    /// The word at `address`, if the image has one.
    pub fn get(&self, address: Address) -> Option<Word> {
        self.words.get(&address).copied()
    }

    /// The words in order of address.
    pub fn iter(&self) -> impl Iterator<Item = (Address, Word)> + '_ {
        self.words.iter().map(|(&address, &word)| (address, word))
    }

    /// The number of words.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether the image has no words.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The address in the start instruction.
    pub fn start_address(&self) -> Option<Address> {
        self.start.map(Address::of)
    }

    /// Runs of words at consecutive addresses, none longer than `longest`.
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
