//! Steps backwards. A replay finds where the step before the present began.

use super::calls::{CallDepth, StepMarks};
use crate::address::Address;
use crate::bus::Bus;
use crate::cpu::{Cpu, Observer};
use crate::machine::Machine;
use crate::memory::Memory;
use crate::symbols::Symbols;
use crate::time::Nanos;
use crate::word::Word;

/// How far to step backwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BackStep {
    /// One instruction, or a whole call.
    Next,
    /// To the beginning of the line; from there, to the beginning of the line executed before.
    Line,
    /// Like `Line`, over whole calls.
    Over,
    /// To the call of the routine.
    Out,
}

/// Follows the program through its calls and remembers where steps begin.
pub(super) struct ReverseStepper<'a> {
    step: BackStep,
    symbols: &'a Symbols,
    depth: CallDepth,
    /// `true` if there is history before the replay, with calls that are unknown here.
    more: bool,
}

impl<'a> ReverseStepper<'a> {
    pub(super) fn new(step: BackStep, symbols: &'a Symbols, more: bool) -> ReverseStepper<'a> {
        ReverseStepper { step, symbols, depth: CallDepth::new(None), more }
    }

    /// Forgets marks of a routine that was left: they are not steps of its caller.
    fn forget_what_is_left(&mut self) {
        if self.more && self.step != BackStep::Line && self.depth.may_have_left() {
            *self.depth.marks() = StepMarks::default();
        }
    }

    /// Returns the moment when the step before the present began; `None` if the replay has not seen it.
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

    /// Marks the instruction at the program counter if a step begins there.
    fn mark(&mut self, cpu: &Cpu) {
        let lines = matches!(self.step, BackStep::Line | BackStep::Over);
        let line = self.symbols.line(cpu.pc).filter(|_| lines);
        let marks = self.depth.marks();
        // A line continues after the routines it has called.
        if line.is_none() || line != marks.line {
            *marks = StepMarks { step: Some(cpu.instructions), line };
        }
    }
}

impl Observer for ReverseStepper<'_> {
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
