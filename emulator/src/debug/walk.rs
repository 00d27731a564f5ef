//! Steps larger than an instruction: to another line of the source text, over calls, out of a routine.

use super::calls::{Depth, Pending};
use crate::cpu::{AddressSet, Cpu};
use crate::memory::Memory;
use crate::word::Word;

/// What ends a step.
#[derive(Clone, Debug)]
pub(crate) enum Pace {
    /// Every instruction does.
    Instruction,
    /// An instruction that is not of this line: its addresses.
    Line(AddressSet),
    /// The same, further on in the program: a loop is carried out.
    Onward(AddressSet),
    /// Being back from the routine.
    Out,
}

/// A step on its way.
#[derive(Clone, Debug)]
pub struct Walk {
    pace: Pace,
    /// Whether it goes into what is called, not over it.
    into: bool,
    depth: Depth,
    begun: usize,
    first: bool,
    from: crate::address::Address,
}

impl Walk {
    /// A step that begins now; what is known of the call it is in is needed to get out.
    pub(crate) fn new(pace: Pace, into: bool, pending: Option<Pending>) -> Walk {
        let depth = Depth::new(pending);
        let begun = depth.level();
        Walk { pace, into, depth, begun, first: true, from: Default::default() }
    }

    /// Before an instruction: whether the step ends here.
    pub(crate) fn before(&mut self, cpu: &Cpu, memory: &Memory) -> bool {
        self.depth.before(cpu, memory);
        if std::mem::take(&mut self.first) {
            self.from = cpu.pc;
            return false;
        }
        if cpu.pi.cycle || self.depth.is_in_interrupt() {
            return false;
        }
        let level = self.depth.level();
        let inside = level > self.begun && !self.into;
        match &self.pace {
            Pace::Out => level < self.begun,
            _ if inside => false,
            Pace::Instruction => true,
            Pace::Line(line) => !line.contains(cpu.pc),
            Pace::Onward(line) => level < self.begun || !line.contains(cpu.pc) && cpu.pc > self.from,
        }
    }

    /// A word is executed.
    pub(crate) fn executes(&mut self, instruction: Word) {
        self.depth.executes(instruction);
    }

    /// An interrupt is granted.
    pub(crate) fn interrupt(&mut self) {
        self.depth.interrupt();
    }

    /// After an instruction.
    pub(crate) fn after(&mut self, memory: &Memory) {
        self.depth.after(memory);
    }
}
