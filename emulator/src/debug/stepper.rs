//! Steps over calls, to another line of the source text, or out of a routine.

use super::calls::{CallDepth, PendingCall};
use crate::cpu::{AddressSet, Cpu};
use crate::memory::Memory;
use crate::word::Word;

/// The condition that ends a step.
#[derive(Clone, Debug)]
pub(crate) enum StepKind {
    Instruction,
    /// An instruction outside the line with these addresses.
    Line(AddressSet),
    /// An instruction outside the line with these addresses, at a higher address than the first one of the
    /// step, so that a loop is executed to its end; or a return from the routine.
    Onward(AddressSet),
    Out,
}

/// A step forwards, in progress.
#[derive(Clone, Debug)]
pub struct Stepper {
    kind: StepKind,
    /// `true` if the step also ends inside calls.
    into: bool,
    depth: CallDepth,
    /// The nesting level ([`CallDepth::level`]) of the first instruction of the step.
    begun: usize,
    /// `true` if the first instruction of the step comes next.
    first: bool,
    /// `true` once the first instruction was executed. An interrupt before that sets `first` again.
    executed: bool,
    /// The address of the first instruction of the step.
    from: crate::address::Address,
}

impl Stepper {
    /// Begins a step. A step out needs the `pending` call.
    pub(crate) fn new(kind: StepKind, into: bool, pending: Option<PendingCall>) -> Stepper {
        let depth = CallDepth::new(pending);
        let begun = depth.level();
        Stepper { kind, into, depth, begun, first: true, executed: false, from: Default::default() }
    }

    pub(crate) fn before(&mut self, cpu: &Cpu, memory: &Memory) -> bool {
        self.depth.before(cpu, memory);
        if cpu.pi.cycle || self.depth.is_in_interrupt() {
            return false;
        }
        if std::mem::take(&mut self.first) {
            self.from = cpu.pc;
            return false;
        }
        let level = self.depth.level();
        let inside = level > self.begun && !self.into;
        match &self.kind {
            StepKind::Out => level < self.begun,
            _ if inside => false,
            StepKind::Instruction => true,
            StepKind::Line(line) => !line.contains(cpu.pc),
            StepKind::Onward(line) => level < self.begun || !line.contains(cpu.pc) && cpu.pc > self.from,
        }
    }

    pub(crate) fn executes(&mut self, instruction: Word) {
        self.executed |= !self.depth.is_in_interrupt();
        self.depth.executes(instruction);
    }

    pub(crate) fn interrupt(&mut self) {
        self.depth.interrupt();
        self.first |= !self.executed;
    }

    pub(crate) fn after(&mut self, memory: &Memory) {
        self.depth.after(memory);
    }
}
