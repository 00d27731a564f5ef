//! The history of the machine that a session keeps.

use super::timeline::Timeline;
use crate::address::Address;
use crate::machine::Machine;
use crate::word::Word;

#[derive(Default)]
pub(super) struct History {
    pub timeline: Timeline,
    /// Maximum number of instructions that the command `history` shows; 0 turns the command off.
    pub shown: usize,
    /// Memory when the last movement (a run or a `back`) began; empty before the first one.
    memory_before: Vec<Word>,
    /// The number of instructions executed when the last movement began.
    stopped_at: u64,
}

impl History {
    pub(super) fn remember(&mut self, machine: &Machine) {
        self.memory_before.clear();
        self.memory_before.extend_from_slice(machine.memory.words());
        self.stopped_at = machine.instructions();
    }

    pub(super) fn has_changed(&self, address: Address, machine: &Machine) -> bool {
        let before = self.memory_before.get(address.index());
        before.is_some_and(|before| *before != machine.examine(address))
    }

    /// Returns the number of instructions executed since the last run began; 0 after a `back`.
    pub(super) fn since_last_stop(&self, machine: &Machine) -> u64 {
        machine.instructions().saturating_sub(self.stopped_at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::debug::{Goal, Session};
    use crate::machine::Until;
    use crate::symbols::Symbols;
    use crate::terminal::NullHost;
    use crate::time::Nanos;

    /// The program writes to address 200 once, at its beginning. At the end of the next slice the word still
    /// counts as changed; after a new run it does not.
    #[test]
    fn the_end_of_a_slice_is_not_a_stop() {
        let mut machine = Machine::default();
        machine.deposit(Address::new(0), Word::new(7));
        machine.deposit(Address::new(0o100), Word::halves(0o202000, 0o200)); // MOVEM 0,200
        machine.deposit(Address::new(0o101), Word::halves(0o344040, 0o101)); // AOJA 1,101
        machine.start(Address::new(0o100));
        let mut session = Session::new(machine, Symbols::new());
        let mut changed_after_run = |resumes| {
            let stop = Until::after(&session.target.machine, Nanos::from_millis(1));
            session.drive(Goal { stop, resumes, ..Goal::endless() }, &mut NullHost::default());
            session.has_changed(Address::new(0o200))
        };
        assert_eq!([false, true, false].map(&mut changed_after_run), [true, true, false]);
    }
}
