//! `.OP`: an instruction executed while assembling.

use super::{Pseudo, STATEMENT};
use crate::diagnostic::Code;
use crate::dialect::Dialect;
use crate::expr::Evaluation;
use crate::input::Reading;
use crate::pass::Assembler;
use emulator::word::Word;

/// What the last executed instruction left.
#[derive(Clone, Debug, Default)]
pub struct Executed {
    pub accumulator: Word,
    pub memory: Word,
    pub skipped: bool,
}

impl Assembler<'_> {
    /// `.OP instruction accumulator memory` and `.AOP`.
    pub fn execute(&mut self, pseudo: Pseudo) -> Reading<Evaluation> {
        let instruction = self.absolute_field(Code::UndefinedInArgument, ".OP")?;
        let accumulator = self.absolute_field(Code::UndefinedInArgument, ".OP")?;
        let memory = self.absolute_field(Code::UndefinedInArgument, ".OP")?;
        let _ = Dialect::D;
        self.executed.accumulator = accumulator.word;
        self.executed.memory = memory.word;
        let _ = instruction;
        if pseudo == Pseudo::Aop {
            return STATEMENT;
        }
        Ok(Evaluation::Consumed(self.executed.accumulator.into()))
    }
}
