//! The last instructions executed.

use crate::address::Address;
use crate::time::Nanos;
use crate::word::Word;
use std::collections::VecDeque;

/// An executed instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Executed {
    /// When it began.
    pub time: Nanos,
    /// Where its word came from.
    pub address: Address,
    /// The word.
    pub instruction: Word,
    /// The effective address.
    pub effective: Address,
    /// The accumulator of its AC field afterwards.
    pub ac: Word,
    /// The word at the effective address afterwards.
    pub operand: Word,
    /// The channel whose interrupt it serves, 0 for none.
    pub channel: u8,
}

/// The last instructions, as many as asked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    length: usize,
    entries: VecDeque<Executed>,
}

impl History {
    /// Keeps the last `length` instructions from now on; 0 keeps none.
    pub(crate) fn set_length(&mut self, length: usize) {
        self.length = length;
        while self.entries.len() > length {
            self.entries.pop_front();
        }
    }

    /// How many are kept at most.
    pub(crate) fn length(&self) -> usize {
        self.length
    }

    /// Adds one, forgetting the oldest if there are too many.
    pub(crate) fn push(&mut self, executed: Executed) {
        if self.length == 0 {
            return;
        }
        if self.entries.len() == self.length {
            self.entries.pop_front();
        }
        self.entries.push_back(executed);
    }

    /// The last `count`, or as many as are kept, to fill in what they have done.
    pub(crate) fn last_mut(&mut self, count: usize) -> impl Iterator<Item = &mut Executed> {
        self.entries.iter_mut().rev().take(count)
    }

    /// The instructions, oldest first.
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = &Executed> + ExactSizeIterator {
        self.entries.iter()
    }

    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
    }
}
