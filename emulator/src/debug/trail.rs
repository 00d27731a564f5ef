//! Steps backwards: where the step before began.

use super::calls::{Depth, Marks};
use crate::address::Address;
use crate::bus::Bus;
use crate::cpu::{Cpu, Observer};
use crate::machine::Machine;
use crate::memory::Memory;
use crate::symbols::Symbols;
use crate::time::Nanos;
use crate::word::Word;

/// How far back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BackStep {
    /// An instruction, a call as a whole.
    Next,
    /// To the beginning of the line, or of the one before.
    Line,
    /// The same, calls as a whole.
    Over,
    /// To the call of the routine.
    Out,
}

/// Follows the program through its calls, and remembers where the steps begin.
pub(super) struct Trail<'a> {
    step: BackStep,
    symbols: &'a Symbols,
    depth: Depth,
    /// Whether there is a past before what is watched, in which the calls may be found that are not known here.
    more: bool,
}

impl<'a> Trail<'a> {
    pub(super) fn new(step: BackStep, symbols: &'a Symbols, more: bool) -> Trail<'a> {
        Trail { step, symbols, depth: Depth::new(None), more }
    }

    /// What was marked in a routine that is left was no step of the one that has called it.
    fn forget_what_is_left(&mut self) {
        if self.more && self.step != BackStep::Line && self.depth.may_have_left() {
            *self.depth.marks() = Marks::default();
        }
    }

    /// Where the step before the present began, if that was seen: the machine is where it is to go back from.
    pub(super) fn answer(&mut self, machine: &Machine) -> Option<u64> {
        self.forget_what_is_left();
        self.depth.before(&machine.cpu, &machine.memory);
        let caller = self.depth.callers_marks().and_then(|marks| marks.step);
        let marks = *self.depth.marks();
        match self.step {
            BackStep::Out => caller,
            _ => marks.step.or(caller),
        }
    }

    /// A step begins with the instruction at the program counter, or goes on.
    fn mark(&mut self, cpu: &Cpu) {
        let lines = matches!(self.step, BackStep::Line | BackStep::Over);
        let line = self.symbols.line(cpu.pc).filter(|_| lines);
        let marks = self.depth.marks();
        // A line goes on after what it has called.
        if line.is_none() || line != marks.line {
            *marks = Marks { step: Some(cpu.instructions), line };
        }
    }
}

impl Observer for Trail<'_> {
    fn sees_references(&self) -> bool {
        false
    }

    fn before(&mut self, cpu: &Cpu, memory: &Memory, _: &dyn Bus) -> bool {
        self.forget_what_is_left();
        self.depth.before(cpu, memory);
        if !cpu.pi.cycle {
            self.mark(cpu);
        }
        false
    }

    fn executes(&mut self, _: Address, instruction: Word, _: Address) {
        self.depth.executes(instruction);
    }

    fn interrupt(&mut self, _: u8, _: Nanos) {
        self.depth.interrupt();
    }

    fn after(&mut self, _: &Cpu, memory: &Memory, _: &dyn Bus) -> bool {
        if self.step != BackStep::Line {
            self.depth.after(memory);
        }
        false
    }
}
