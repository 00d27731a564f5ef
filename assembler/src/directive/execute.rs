//! `.OP`: an instruction executed while assembling.

use crate::diagnostic::Code;
use crate::dialect::Dialect;
use crate::input::Reading;
use crate::operation::{Executed, run};
use crate::pass::Assembler;
use crate::value::Value;
use emulator::isa::Instruction;
use emulator::word::Word;

impl Assembler<'_> {
    /// `.OP instruction accumulator memory` and `.AOP`: what is left in the accumulator.
    pub(crate) fn execute(&mut self) -> Reading<Word> {
        let place = self.input.position();
        let instruction = Instruction(self.operation_argument()?.word);
        let accumulator = self.operation_argument()?.word;
        let memory = self.operation_argument()?.word;
        if self.dialect < Dialect::C && self.input.is_back() && self.input.last > b' ' {
            // The character after the last argument was lost.
            self.input.next()?;
        }
        self.executed = Executed { accumulator, memory, skipped: false };
        let executes = self.dialect != Dialect::D || instruction.opcode() & 0o074 != 0;
        if executes {
            match run(instruction, accumulator, memory, self.dialect) {
                Some(executed) => self.executed = executed,
                None => {
                    let opcode = instruction.opcode();
                    let message = format!("the instruction {opcode:03o} cannot be executed while assembling");
                    self.stretch_error(Code::CannotExecute, place, message);
                }
            }
        }
        Ok(self.executed.accumulator)
    }

    fn operation_argument(&mut self) -> Reading<Value> {
        self.absolute_field(Code::UndefinedInArgument, ".OP")
    }
}
