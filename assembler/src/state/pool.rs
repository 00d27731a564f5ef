//! Constants areas: the words of literals. Equal literals of a single word share that word.

use crate::symbol::SymbolId;
use crate::value::{Target, Value};
use emulator::word::Word;
use std::collections::HashMap;

#[derive(Debug, Default)]
pub(crate) struct Pool {
    /// The address of the area on pass 1.
    pub start: Option<Value>,
    pub location: u32,
    /// The number of words on pass 1.
    pub reserved: usize,
    /// Whether only the loader knows the address of the area, because the location there is virtual.
    pub deferred: bool,
    pub words: Vec<Value>,
    /// For each value, the number of the first word that has it.
    pub index: HashMap<Value, u32>,
    /// For each symbol that is not yet defined, the numbers of the words that depend on it.
    pub waiting: HashMap<SymbolId, Vec<u32>>,
}

/// The constants areas of a program.
#[derive(Debug, Default)]
pub(crate) struct Pools {
    all: Vec<Pool>,
    pub current: usize,
}

impl Pools {
    pub(crate) fn begin_pass(&mut self) {
        self.current = 0;
        for pool in &mut self.all {
            pool.words.clear();
            pool.index.clear();
            pool.waiting.clear();
        }
    }

    pub(crate) fn pool(&mut self) -> &mut Pool {
        while self.all.len() <= self.current {
            self.all.push(Pool::default());
        }
        &mut self.all[self.current]
    }

    /// Returns the first and last address of each area that is not empty.
    pub(crate) fn areas(&self) -> Vec<(u32, u32)> {
        self.all
            .iter()
            .filter(|pool| pool.reserved > 0)
            .map(|pool| (pool.location, pool.location + pool.reserved as u32 - 1))
            .collect()
    }
}

impl Pool {
    pub(crate) fn add(&mut self, word: Value, late: bool) {
        let at = self.words.len() as u32;
        if !(late && word.tangled) {
            self.index.entry(word.clone()).or_insert(at);
        }
        for reference in word.references() {
            if let Target::Symbol(id) = reference.target {
                self.waiting.entry(id).or_default().push(at);
            }
        }
        self.words.push(word);
    }

    /// Puts the value of a symbol into the words that depend on it. Returns `false` if a half of one of them
    /// is then relocated more than once, or negatively.
    pub(crate) fn complete(&mut self, id: SymbolId, value: Word, relocation: Word, late: bool) -> bool {
        let mut relocatable = true;
        if self.waiting.is_empty() {
            return relocatable;
        }
        for at in self.waiting.remove(&id).unwrap_or_default() {
            let word = &mut self.words[at as usize];
            if self.index.get(word) == Some(&at) {
                self.index.remove(word);
            }
            word.substitute(Target::Symbol(id), value, relocation);
            let (left, right) = word.relocations();
            let once = (0..=1).contains(&left) && (0..=1).contains(&right);
            relocatable &= once || relocation == Word::ZERO;
            if !(late && word.tangled) {
                let first = self.index.entry(word.clone()).or_insert(at);
                *first = at.min(*first);
            }
        }
        relocatable
    }
}
