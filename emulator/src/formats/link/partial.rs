//! The references that precede a storage word.
//!
//! In a file the names that are added to a word precede the word, and a block of data may end between them.
//! So the linker keeps a [`Partial`] from one block to the next, as STINK did.

use super::table::{NameKey, Use};
use crate::word::Word;

/// A name that is added to a storage word.
#[derive(Debug)]
pub(super) struct NameReference {
    pub(super) key: NameKey,
    pub(super) use_: Use,
    /// The name's value, if it has one where the file refers to it.
    pub(super) value: Option<Word>,
}

/// References whose word has not been read yet.
#[derive(Debug, Default)]
pub(super) struct Partial {
    pub(super) references: Vec<NameReference>,
    /// How many times the next name is added, if not once.
    times: Option<u32>,
}

impl Partial {
    /// Adds the name in a word to the storage word, or subtracts it.
    pub(super) fn refer(&mut self, name: Word, negative: bool, value: Option<Word>) {
        let times = self.times.take().unwrap_or(1);
        self.references.push(NameReference {
            key: NameKey::of(name),
            use_: Use::of(name, negative, times),
            value,
        });
    }

    pub(super) fn repeat(&mut self, times: u32) {
        self.times = Some(times);
    }
}
