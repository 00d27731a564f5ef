//! Observers that record how a replay uses the words of memory.

use crate::address::Address;
use crate::bus::Bus;
use crate::cpu::{AddressSet, Cpu, Observer, Reference, ReferenceKind};
use crate::isa::{Family, Fetch, Instruction};
use crate::memory::Memory;
use crate::word::Word;

/// Sets of words, by their physical addresses.
#[derive(Default)]
pub(crate) struct Marks {
    pub executed: AddressSet,
    /// Read or written as data.
    pub used: AddressSet,
    /// Part of a pushdown list.
    pub stacked: AddressSet,
    /// The last instruction executed, if it uses a pushdown list.
    pushing: Option<Instruction>,
}

impl Observer for Marks {
    fn executes(&mut self, _: Address, instruction: Word, _: Address) {
        let instruction = Instruction(instruction);
        self.pushing = (instruction.row().family == Family::Stack).then_some(instruction);
    }

    fn reference(&mut self, reference: &Reference) {
        match reference.kind {
            _ if reference.shadow => {}
            ReferenceKind::Missing => {}
            ReferenceKind::Fetch => self.executed.insert(reference.physical),
            _ => self.used.insert(reference.physical),
        }
    }

    fn after(&mut self, cpu: &Cpu, memory: &Memory, _: &dyn Bus) -> bool {
        if let Some(instruction) = self.pushing.take() {
            let pointer = Address::of(memory.ac(instruction.ac().into()));
            // A push leaves the pointer at the word that it wrote, a pop before the word that it read.
            let popped = instruction.row().fetch == Fetch::AcAndTop;
            let top = if popped { pointer.next() } else { pointer };
            let relocated = cpu.relocates() && top.get() >= 0o20;
            if let Some(physical) = if relocated { cpu.relocate(top) } else { Some(top) } {
                self.stacked.insert(physical);
            }
        }
        false
    }
}

/// Words written, by their physical addresses.
#[derive(Default)]
pub(crate) struct WriteObserver(pub AddressSet);

impl Observer for WriteObserver {
    fn reference(&mut self, reference: &Reference) {
        let writes = matches!(reference.kind, ReferenceKind::Write | ReferenceKind::Restart);
        if writes && !reference.shadow {
            self.0.insert(reference.physical);
        }
    }
}
