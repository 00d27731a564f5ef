//! `.OP`: an instruction executed while assembling.

use crate::diagnostic::Code;
use crate::dialect::Dialect;
use crate::input::{Cursor, InputResult};
use crate::operation::{ExecutionResult, ask_the_clock, run};
use crate::pass::Assembler;
use emulator::isa::Instruction;
use emulator::word::Word;

impl Assembler<'_> {
    /// Executes `.OP instruction accumulator memory` or `.AOP`. Returns the resulting accumulator.
    pub(crate) fn execute(&mut self) -> InputResult<Word> {
        let place = self.input.position();
        let instruction = Instruction(self.absolute_field(".OP")?.word);
        let accumulator = self.absolute_field(".OP")?.word;
        let memory = self.absolute_field(".OP")?.word;
        if self.dialect < Dialect::C && self.input.is_back() && self.input.last > b' ' {
            // Dialects A and B lost the character after the last argument.
            self.input.next()?;
        }
        self.executed = ExecutionResult { accumulator, memory, skipped: false };
        let executes = self.dialect != Dialect::D || instruction.opcode() & 0o074 != 0;
        if executes && let Some(executed) = self.executed_by(instruction, place) {
            self.executed = executed;
        }
        Ok(self.executed.accumulator)
    }

    /// Executes the instruction with the arguments in `self.executed`. Reports an error if it cannot be
    /// executed.
    fn executed_by(&mut self, instruction: Instruction, place: Cursor) -> Option<ExecutionResult> {
        let ExecutionResult { accumulator, memory, .. } = self.executed;
        let clock = (self.dialect >= Dialect::C).then(|| ask_the_clock(instruction, memory)).flatten();
        if clock.is_some() {
            let message = "the assembler does not read the clock: the value is -1 (unknown)".to_owned();
            self.stretch_error(Code::UnknownDate, place, message);
            return clock;
        }
        let executed = run(instruction, accumulator, memory, self.dialect);
        if executed.is_none() {
            let name = match instruction.row().mnemonic {
                "" => format!("the instruction {:03o}", instruction.opcode()),
                mnemonic => mnemonic.to_owned(),
            };
            let message = format!("{name} cannot be executed while assembling");
            self.stretch_error(Code::CannotExecute, place, message);
        }
        executed
    }
}
