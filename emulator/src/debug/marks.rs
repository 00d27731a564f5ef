//! What has been seen of the words of memory while somebody watched.

use crate::address::Address;
use crate::cpu::{AddressSet, Reference, ReferenceKind};
use crate::isa::Instruction;
use crate::memory::Memory;
use crate::word::Word;
use std::fmt;

/// PUSHJ and PUSH, after which the pointer is at the word that they have written.
const PUSHES: [u16; 2] = [0o260, 0o261];
/// POP and POPJ, after which it is at the word before the one that they have read.
const POPS: [u16; 2] = [0o262, 0o263];

/// Sets of words, by their addresses in memory.
#[derive(Default)]
pub(crate) struct Marks {
    /// Executed as instructions, since the session began.
    pub executed: AddressSet,
    /// Read, since the session began.
    pub read: AddressSet,
    /// Written to, since the session began.
    pub touched: AddressSet,
    /// Part of a pushdown list, since the session began.
    pub stacked: AddressSet,
    /// Written to, since the last run began.
    pub written: AddressSet,
    /// The last one executed, if it uses a pushdown list.
    pushing: Option<Instruction>,
}

impl fmt::Debug for Marks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Marks")
    }
}

impl Marks {
    /// A run begins.
    pub(crate) fn begin_run(&mut self) {
        self.written = AddressSet::new();
    }

    /// A word is executed.
    pub(crate) fn executes(&mut self, instruction: Word) {
        let instruction = Instruction(instruction);
        let opcode = instruction.opcode();
        self.pushing = (PUSHES.contains(&opcode) || POPS.contains(&opcode)).then_some(instruction);
    }

    /// A memory reference.
    pub(crate) fn reference(&mut self, reference: &Reference) {
        let place = reference.physical;
        match reference.kind {
            _ if reference.shadow => {}
            ReferenceKind::Fetch => self.executed.insert(place),
            ReferenceKind::Read => self.read.insert(place),
            ReferenceKind::Write | ReferenceKind::Pause | ReferenceKind::Restart => {
                self.touched.insert(place);
                self.written.insert(place);
            }
            ReferenceKind::Missing => {}
        }
    }

    /// The instruction has ended.
    pub(crate) fn after(&mut self, memory: &Memory) {
        let Some(instruction) = self.pushing.take() else { return };
        let pointer = Address::of(memory.ac(instruction.ac().into()));
        let popped = POPS.contains(&instruction.opcode());
        self.stacked.insert(if popped { pointer.next() } else { pointer });
    }
}
