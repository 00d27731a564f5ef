//! The history of a session's machine.

use super::timeline::Timeline;
use crate::address::Address;
use crate::machine::Machine;
use crate::word::Word;

/// The history of the machine, and its memory at the last stop.
#[derive(Default)]
pub(super) struct History {
    pub timeline: Timeline,
    /// Maximum number of instructions that the command `history` shows; 0 if the history is not kept.
    pub shown: usize,
    /// Memory at the last stop; empty before the first run.
    memory_before: Vec<Word>,
    /// The number of instructions executed at the last stop.
    stopped_at: u64,
}

impl History {
    /// Remembers memory before the machine runs or goes back.
    pub(super) fn remember(&mut self, machine: &Machine) {
        self.memory_before.clear();
        self.memory_before.extend_from_slice(machine.memory.words());
        self.stopped_at = machine.instructions();
    }

    /// Returns `true` if the word at `address` is different from the one at the last stop.
    pub(super) fn has_changed(&self, address: Address, machine: &Machine) -> bool {
        let before = self.memory_before.get(address.index());
        before.is_some_and(|before| *before != machine.examine(address))
    }

    /// Returns the number of instructions executed since the last stop.
    pub(super) fn since_last_stop(&self, machine: &Machine) -> u64 {
        machine.instructions().saturating_sub(self.stopped_at)
    }
}
