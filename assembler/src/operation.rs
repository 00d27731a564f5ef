//! Executes an instruction during assembly, on a separate emulated processor.

use crate::dialect::Dialect;
use emulator::address::Address;
use emulator::bus::NoDevices;
use emulator::cpu::Cpu;
use emulator::isa::{Family, Instruction, Mode};
use emulator::memory::{Memory, MemorySet};
use emulator::word::Word;

#[derive(Clone, Debug, Default)]
pub(crate) struct ExecutionResult {
    pub accumulator: Word,
    pub memory: Word,
    pub skipped: bool,
}

const PLACE: Address = Address::new(0o100);
/// Address of the immediate operand of a PDP-10 instruction.
const OPERAND: Address = Address::new(0o1000);
/// The monitor call `.OPER`. Its address selects the function: `.RTIME`, `.RDATE`, or both together.
const OPER: u16 = 0o42;
const RTIME: u32 = 0o45;
const RDATE: u32 = 0o46;
const RDATIM: u32 = 0o102;

/// Returns the accumulator of the original assembler that held the first argument; the next one held the
/// second.
fn accumulator_of(dialect: Dialect) -> u8 {
    if dialect == Dialect::D { 2 } else { 4 }
}

/// Executes `instruction` on a separate emulated processor. Returns the result, or `None` if the instruction
/// is not supported here, such as a jump or a UUO.
///
/// The arguments are in two accumulators. The number of the first goes into the instruction's accumulator
/// field, and the number of the second into its address. The late assembler fills each of the two fields if
/// it is 0. The classic assemblers fill both if both are 0, otherwise neither.
pub(crate) fn run(
    instruction: Instruction,
    accumulator: Word,
    memory: Word,
    dialect: Dialect,
) -> Option<ExecutionResult> {
    let row = instruction.row();
    match row.family {
        Family::Scale | Family::Floating | Family::Move | Family::Multiply | Family::Divide => {}
        Family::Shift | Family::Add | Family::Compare | Family::Boolean | Family::Half | Family::Test => {}
        Family::Count if row.mode == Mode::Self_ => {}
        Family::Byte if row.mnemonic == "IBP" => {}
        _ => return None,
    }
    let first = accumulator_of(dialect);
    let mut core = Memory::new(MemorySet::default());
    core.put_ac(first.into(), accumulator);
    core.put_ac(usize::from(first) + 1, memory);
    let (no_accumulator, no_address) = (instruction.ac() == 0, instruction.0.with_left(0) == Word::ZERO);
    let no_address = no_address && instruction.index() == 0;
    let all = no_accumulator && no_address;
    let mut word = instruction.0;
    if all || no_accumulator && dialect == Dialect::D {
        word = word.with_field(9, 12, first.into());
    }
    if all || no_address && dialect == Dialect::D {
        word = word.with_right(u32::from(first) + 1);
    }
    // The PDP-10, on which the later assemblers ran, has an immediate operand in the instructions that on the
    // PDP-6 have a rounded long result.
    let opcode = instruction.opcode();
    if row.family == Family::Floating && row.mode == Mode::Long && opcode & 4 != 0 {
        let index = match instruction.index() {
            0 => 0,
            index => core.ac(index.into()).right(),
        };
        core.put(OPERAND, Word::halves((word.right() + index) & 0o777777, 0));
        word = word.with_field(0, 8, u64::from(opcode & !3)).with_field(13, 17, 0).with_right(OPERAND.get());
    }
    core.put(PLACE, word);
    let mut processor = Cpu::new();
    processor.pc = PLACE;
    processor.step(&mut core, &mut NoDevices);
    Some(ExecutionResult {
        accumulator: core.ac(first.into()),
        memory: core.ac(usize::from(first) + 1),
        skipped: processor.pc != PLACE.next(),
    })
}

/// Returns the result of a call that asks the time-sharing monitor for the time, the date or both; `None` for
/// other instructions. The result is -1, the monitor's answer if it does not know the time, because the
/// assembled words must not depend on the day.
pub(crate) fn ask_the_clock(instruction: Instruction, memory: Word) -> Option<ExecutionResult> {
    let asks = instruction.opcode() == OPER && instruction.ac() == 0 && instruction.index() == 0;
    let function = match (instruction.indirect(), instruction.0.right()) {
        (false, function) => function,
        // The second argument is at the address that is filled in.
        (true, 0) => memory.right(),
        (true, _) => return None,
    };
    let memory = match function {
        RTIME | RDATE if asks => memory,
        RDATIM if asks => Word::ONES,
        _ => return None,
    };
    Some(ExecutionResult { accumulator: Word::ONES, memory, skipped: false })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(opcode: u16, accumulator: u64, memory: u64) -> (Word, Word) {
        let instruction = Instruction(Word::ZERO.with_field(0, 8, opcode.into()));
        let executed = super::run(instruction, Word::new(accumulator), Word::new(memory), Dialect::C);
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
        // AOSGE of -1 gives 0, which is not less than 0, so it skips; of -2 it does not.
        let late = |word: u64, accumulator: u64, memory: Word| {
            super::run(Instruction(Word::new(word)), Word::new(accumulator), memory, Dialect::D)
        };
        let counts = |memory: i64| late(0o355 << 27, 0, Word::from_i64(memory));
        assert!(counts(-1).is_some_and(|e| e.skipped && e.memory == Word::ZERO));
        assert!(counts(-2).is_some_and(|e| !e.skipped && e.memory == Word::ONES));
        // FADRI adds 1.0, whose left half is its address, to 2.0; LSH shifts by 3.
        let sum = late(0o145 << 27 | 0o201400, 0o202400_000000, Word::new(7)).expect("it computes");
        assert_eq!((sum.accumulator.bits(), sum.memory.bits()), (0o202600_000000, 7));
        let shifted = late(0o242 << 27 | 3, 5, Word::ZERO);
        assert_eq!(shifted.map(|e| e.accumulator.bits()), Some(0o50));
        // AOJ might jump.
        assert!(late(0o340 << 27, 0, Word::ZERO).is_none());
    }
}
