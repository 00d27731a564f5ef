//! `.OP`: an instruction executed while assembling.

use super::Pseudo;
use crate::diagnostic::Code;
use crate::dialect::Dialect;
use crate::expr::Evaluation;
use crate::input::Reading;
use crate::pass::Assembler;
use crate::value::Value;
use emulator::address::Address;
use emulator::bus::NoDevices;
use emulator::cpu::Cpu;
use emulator::isa::{Family, Instruction, Mode, Operand};
use emulator::memory::{Memory, MemorySet};
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
            match run(instruction, accumulator, memory) {
                Some(executed) => self.executed = executed,
                None => {
                    let opcode = instruction.opcode();
                    let message = format!("the instruction {opcode:03o} cannot be executed while assembling");
                    self.stretch_error(Code::CannotExecute, place, message);
                }
            }
        }
        if pseudo == Pseudo::Aop {
            return self.done(pseudo);
        }
        Ok(Evaluation::Consumed(self.executed.accumulator.into()))
    }

    fn operation_argument(&mut self) -> Reading<Value> {
        self.absolute_field(Code::UndefinedInArgument, ".OP")
    }
}

/// Where the instruction stands.
const PLACE: Address = Address::new(0o100);
/// The cell that holds the memory argument.
const CELL: Address = Address::new(0o1000);
/// The accumulator that holds the other argument. The one after it holds 0.
const ACCUMULATOR: usize = 1;

/// Executes `instruction` on a processor of its own: what it left, or `None` if it is one that jumps, traps or
/// touches other words.
///
/// An instruction that takes its effective address as a number has the address it was given, any other that of the cell.
fn run(instruction: Instruction, accumulator: Word, memory: Word) -> Option<Executed> {
    let row = instruction.row();
    match row.family {
        Family::Scale | Family::Floating | Family::Move | Family::Multiply | Family::Divide => {}
        Family::Shift | Family::Add | Family::Compare | Family::Boolean | Family::Half | Family::Test => {}
        Family::Count if row.mode == Mode::Self_ => {}
        _ => return None,
    }
    // Where the PDP-6 has a rounded long result its successor, on which the later assemblers ran, has an immediate operand.
    let immediate = row.family == Family::Floating && row.mode == Mode::Long && instruction.opcode() & 4 != 0;
    let (opcode, cell) = if immediate {
        (instruction.opcode() & !3, instruction.0.swapped().with_right(0))
    } else {
        (instruction.opcode(), memory)
    };
    let address = if row.operand == Operand::Nothing { instruction.address() } else { CELL };
    let word = Word::halves(0, address.get()).with_field(0, 8, opcode.into());
    let mut core = Memory::new(MemorySet::default());
    core.put(PLACE, word.with_field(9, 12, ACCUMULATOR as u64));
    core.put(CELL, cell);
    core.put_ac(ACCUMULATOR, accumulator);
    let mut processor = Cpu::new();
    processor.pc = PLACE;
    processor.step(&mut core, &mut NoDevices);
    Some(Executed {
        accumulator: core.ac(ACCUMULATOR),
        memory: if immediate { memory } else { core.get(CELL) },
        skipped: processor.pc != PLACE.next(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(opcode: u16, accumulator: u64, memory: u64) -> (Word, Word) {
        let instruction = Instruction(Word::ZERO.with_field(0, 8, opcode.into()));
        let executed = super::run(instruction, Word::new(accumulator), Word::new(memory));
        let executed = executed.expect("an instruction that computes");
        (executed.accumulator, executed.memory)
    }

    #[test]
    fn the_worked_operations_of_the_reference() {
        let accumulator = |opcode, accumulator, memory| run(opcode, accumulator, memory).0.bits();
        assert_eq!(accumulator(0o270, 2, 3), 5);
        assert_eq!(accumulator(0o274, 5, 2), 3);
        assert_eq!(accumulator(0o230, 7, 2), 3);
        assert_eq!(accumulator(0o210, 0, 5), Word::from_i64(-5).bits());
        // FADR 1.0 2.0 = 3.0, FDVR 3.0 2.0 = 1.5
        assert_eq!(accumulator(0o144, 0o201400_000000, 0o202400_000000), 0o202600_000000);
        assert_eq!(accumulator(0o174, 0o202600_000000, 0o202400_000000), 0o201600_000000);
        // FDVR 1.0 3.0
        assert_eq!(accumulator(0o174, 0o201400_000000, 0o202600_000000), 0o177525_252525);
    }

    #[test]
    fn results_to_memory_skips_and_immediate_operands() {
        // ADDM 2 3
        assert_eq!(run(0o272, 2, 3), (Word::new(2), Word::new(5)));
        // AOSGE of -1: 0, which is not less, so it skips; -2 does not.
        let counts =
            |memory: i64| super::run(Instruction(Word::new(0o355 << 27)), Word::ZERO, Word::from_i64(memory));
        assert!(counts(-1).is_some_and(|e| e.skipped && e.memory == Word::ZERO));
        assert!(counts(-2).is_some_and(|e| !e.skipped && e.memory == Word::ONES));
        // FADRI with the left half of 1.0 as its address, on 2.0; LSH by 3.
        let immediate = Instruction(Word::new(0o145 << 27 | 0o201400));
        let sum = super::run(immediate, Word::new(0o202400_000000), Word::new(7)).expect("it computes");
        assert_eq!((sum.accumulator.bits(), sum.memory.bits()), (0o202600_000000, 7));
        let shifted = super::run(Instruction(Word::new(0o242 << 27 | 3)), Word::new(5), Word::ZERO);
        assert_eq!(shifted.map(|e| e.accumulator.bits()), Some(0o50));
        // AOJ would leave the assembly.
        assert!(super::run(Instruction(Word::new(0o340 << 27)), Word::ZERO, Word::ZERO).is_none());
    }
}
