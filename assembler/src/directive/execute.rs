//! `.OP`: an instruction executed while assembling.

use super::{Pseudo, STATEMENT};
use crate::diagnostic::Code;
use crate::dialect::Dialect;
use crate::expr::Evaluation;
use crate::input::Reading;
use crate::pass::Assembler;
use crate::value::{self, Value};
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
        let instruction = self.operation_argument()?;
        let accumulator = self.operation_argument()?.word;
        let memory = self.operation_argument()?.word;
        if self.dialect < Dialect::C && self.input.is_back() && self.input.last > b' ' {
            // The character after the last argument was lost.
            self.input.next()?;
        }
        let instruction = instruction.word;
        let opcode = instruction.field(0, 8);
        self.executed.accumulator = accumulator;
        self.executed.memory = memory;
        self.executed.skipped = false;
        let executes = self.dialect != Dialect::D || opcode & 0o074 != 0;
        if executes {
            let mut state = State { accumulator, next: Word::ZERO, memory, address: instruction.right() };
            match state.run(opcode as u16) {
                Some(skipped) => {
                    self.executed.accumulator = state.accumulator;
                    self.executed.memory = state.memory;
                    self.executed.skipped = skipped;
                }
                None => {
                    let message = format!("the instruction {opcode:03o} cannot be executed while assembling");
                    self.stretch_error(Code::CannotExecute, place, message);
                }
            }
        }
        if pseudo == Pseudo::Aop {
            return STATEMENT;
        }
        Ok(Evaluation::Consumed(self.executed.accumulator.into()))
    }

    fn operation_argument(&mut self) -> Reading<Value> {
        self.absolute_field(Code::UndefinedInArgument, ".OP")
    }
}

/// The little machine that executes one instruction: an accumulator, the one after it, and the
/// word at the effective address.
struct State {
    accumulator: Word,
    next: Word,
    memory: Word,
    address: u32,
}

/// Where the result of an instruction with four modes goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Basic,
    Immediate,
    Memory,
    Both,
}

impl State {
    /// Executes the instruction: whether it skipped, or `None` if it cannot be executed.
    fn run(&mut self, opcode: u16) -> Option<bool> {
        let group = opcode >> 6;
        match group {
            0o1 => self.floating(opcode)?,
            0o2 => self.fixed(opcode)?,
            0o3 => return self.compare(opcode),
            0o4 => self.boolean(opcode),
            0o5 => self.halves(opcode),
            0o6 => return Some(self.test(opcode)),
            _ => return None,
        }
        Some(false)
    }

    fn mode(opcode: u16) -> Mode {
        [Mode::Basic, Mode::Immediate, Mode::Memory, Mode::Both][usize::from(opcode & 3)]
    }

    fn operand(&self, mode: Mode) -> Word {
        if mode == Mode::Immediate { Word::new(self.address.into()) } else { self.memory }
    }

    fn store(&mut self, mode: Mode, result: Word) {
        if mode != Mode::Memory {
            self.accumulator = result;
        }
        if matches!(mode, Mode::Memory | Mode::Both) {
            self.memory = result;
        }
    }

    fn fixed(&mut self, opcode: u16) -> Option<()> {
        let mode = State::mode(opcode);
        let (ac, e) = (self.accumulator, self.operand(mode));
        match opcode & 0o774 {
            0o200 | 0o204 | 0o210 | 0o214 => {
                let source = if mode == Mode::Memory { ac } else { e };
                let result = match opcode & 0o774 {
                    0o200 => source,
                    0o204 => source.swapped(),
                    0o210 => source.wrapping_neg(),
                    _ if source.is_negative() => source.wrapping_neg(),
                    _ => source,
                };
                match mode {
                    Mode::Memory => self.memory = result,
                    Mode::Both => {
                        // To self: memory always, the accumulator unless it is AC 0.
                        self.memory = result;
                        self.accumulator = result;
                    }
                    _ => self.accumulator = result,
                }
            }
            0o220 => self.store(mode, value::multiply(ac, e)),
            0o224 => {
                let product = i128::from(ac.signed()) * i128::from(e.signed());
                let high = Word::from_i64((product >> 35) as i64);
                let low = Word::new(product as u64 & 0o377777_777777);
                let low = if product < 0 { low | Word::SIGN } else { low };
                self.store(mode, high);
                self.next = low;
            }
            0o230 => {
                if e.signed() != 0 {
                    self.next = Word::from_i64(ac.signed() % e.signed());
                    self.store(mode, value::divide(ac, e));
                }
            }
            0o234 => {
                let low = i128::from(self.next.bits() & 0o377777_777777);
                let dividend = (i128::from(ac.signed()) << 35) + low;
                let divisor = i128::from(e.signed());
                if divisor != 0 && (dividend / divisor).abs() < 1 << 35 {
                    self.next = Word::from_i64((dividend % divisor) as i64);
                    self.store(mode, Word::from_i64((dividend / divisor) as i64));
                }
            }
            0o240 => self.shift(opcode)?,
            0o250 if opcode == 0o250 => std::mem::swap(&mut self.accumulator, &mut self.memory),
            0o270 => self.store(mode, ac.wrapping_add(e)),
            0o274 => self.store(mode, ac.wrapping_sub(e)),
            _ => return None,
        }
        Some(())
    }

    /// ASH, ROT, LSH by the address of the instruction.
    fn shift(&mut self, opcode: u16) -> Option<()> {
        let count = Word::new(self.address.into());
        let magnitude = (count.bits() & 0o377) as u32;
        let left = self.address & 0o400000 == 0;
        let by = if left { magnitude } else { 0o400 - magnitude };
        let ac = self.accumulator;
        self.accumulator = match opcode {
            0o240 if left => {
                let kept = if by > 35 { 0 } else { ac.bits() << by };
                Word::new(kept & 0o377777_777777 | ac.bits() & Word::SIGN.bits())
            }
            0o240 => Word::from_i64(ac.signed() >> by.min(63)),
            0o241 => {
                let by = if left { by % 36 } else { (36 - by % 36) % 36 };
                Word::new(ac.bits() << by | ac.bits() >> (36 - by))
            }
            0o242 => value::shift(ac, count),
            _ => return None,
        };
        Some(())
    }

    fn compare(&mut self, opcode: u16) -> Option<bool> {
        let one = Word::new(1);
        let (tested, against) = match opcode & 0o770 {
            0o300 => (self.accumulator, Word::new(self.address.into())),
            0o310 => (self.accumulator, self.memory),
            0o330 => (self.memory, Word::ZERO),
            0o340 => {
                self.accumulator = self.accumulator.wrapping_add(one);
                (self.accumulator, Word::ZERO)
            }
            0o350 => {
                self.memory = self.memory.wrapping_add(one);
                (self.memory, Word::ZERO)
            }
            0o360 => {
                self.accumulator = self.accumulator.wrapping_sub(one);
                (self.accumulator, Word::ZERO)
            }
            0o370 => {
                self.memory = self.memory.wrapping_sub(one);
                (self.memory, Word::ZERO)
            }
            _ => return None,
        };
        let order = tested.signed().cmp(&against.signed());
        if matches!(opcode & 0o770, 0o330 | 0o350 | 0o370) {
            // These also load their accumulator, which is not AC 0 here.
            self.accumulator = tested;
        }
        Some(match opcode & 7 {
            0 => false,
            1 => order.is_lt(),
            2 => order.is_eq(),
            3 => order.is_le(),
            4 => true,
            5 => order.is_ge(),
            6 => order.is_ne(),
            _ => order.is_gt(),
        })
    }

    fn boolean(&mut self, opcode: u16) {
        let mode = State::mode(opcode);
        let (ac, e) = (self.accumulator, self.operand(mode));
        let result = match opcode >> 2 & 0o17 {
            0o00 => Word::ZERO,
            0o01 => ac & e,
            0o02 => !ac & e,
            0o03 => e,
            0o04 => ac & !e,
            0o05 => ac,
            0o06 => ac ^ e,
            0o07 => ac | e,
            0o10 => !ac & !e,
            0o11 => !(ac ^ e),
            0o12 => !ac,
            0o13 => !ac | e,
            0o14 => !e,
            0o15 => ac | !e,
            0o16 => !ac | !e,
            _ => Word::ONES,
        };
        self.store(mode, result);
    }

    fn halves(&mut self, opcode: u16) {
        let mode = State::mode(opcode);
        let e = self.operand(mode);
        let (source, destination) = match mode {
            Mode::Memory => (self.accumulator, self.memory),
            Mode::Both => (self.memory, self.memory),
            _ => (e, self.accumulator),
        };
        // 500 HLL, 504 HRL, 540 HRR, 544 HLR; bits 30: what becomes of the other half.
        let to_left = opcode & 0o040 == 0;
        let swaps = opcode & 0o004 != 0;
        let half = if to_left != swaps { source.left() } else { source.right() };
        let other = match opcode & 0o030 {
            0o000 if to_left => destination.right(),
            0o000 => destination.left(),
            0o010 => 0,
            0o020 => 0o777777,
            _ if half & 0o400000 != 0 => 0o777777,
            _ => 0,
        };
        let result = if to_left { Word::halves(half, other) } else { Word::halves(other, half) };
        match mode {
            Mode::Memory => self.memory = result,
            Mode::Both => {
                self.memory = result;
                self.accumulator = result;
            }
            _ => self.accumulator = result,
        }
    }

    fn test(&mut self, opcode: u16) -> bool {
        let mask = match opcode & 0o011 {
            0o000 => Word::new(self.address.into()),
            0o001 => Word::halves(self.address, 0),
            0o010 => self.memory,
            _ => self.memory.swapped(),
        };
        let masked = self.accumulator & mask;
        let skip = match opcode & 0o006 {
            0o000 => false,
            0o002 => masked == Word::ZERO,
            0o004 => true,
            _ => masked != Word::ZERO,
        };
        self.accumulator = match opcode & 0o060 {
            0o000 => self.accumulator,
            0o020 => self.accumulator & !mask,
            0o040 => self.accumulator ^ mask,
            _ => self.accumulator | mask,
        };
        skip
    }

    fn floating(&mut self, opcode: u16) -> Option<()> {
        if !(0o140..0o200).contains(&opcode) {
            return None;
        }
        let rounded = opcode & 4 != 0;
        let mode = match opcode & 3 {
            // The second of the four is LONG or, rounded on later machines, immediate.
            1 if rounded => Mode::Immediate,
            _ => State::mode(opcode),
        };
        let e = match mode {
            Mode::Immediate if rounded => Word::halves(self.address, 0),
            _ => self.memory,
        };
        let (a, b) = (Float::unpack(self.accumulator), Float::unpack(e));
        let result = match opcode & 0o170 {
            0o140 => a.add(b),
            0o150 => a.add(b.negated()),
            0o160 => a.multiply(b),
            _ => a.divide(b)?,
        };
        let word = result.pack(rounded);
        self.store(if mode == Mode::Immediate { Mode::Basic } else { mode }, word);
        Some(())
    }
}

/// A floating-point number taken apart: `fraction * 2^exponent`, the fraction an integer.
#[derive(Clone, Copy)]
struct Float {
    fraction: i128,
    exponent: i32,
}

/// Bits kept below the fraction of a word.
const GUARD: i32 = 62;

impl Float {
    fn unpack(word: Word) -> Float {
        let negative = word.is_negative();
        let magnitude = if negative { word.wrapping_neg() } else { word };
        let exponent = (magnitude.bits() >> 27 & 0o377) as i32 - 0o200;
        let fraction = i128::from(magnitude.bits() & 0o777_777777) << GUARD;
        Float { fraction: if negative { -fraction } else { fraction }, exponent }
    }

    fn negated(self) -> Float {
        Float { fraction: -self.fraction, ..self }
    }

    fn add(self, other: Float) -> Float {
        let exponent = self.exponent.max(other.exponent);
        let aligned = |f: Float| f.fraction >> (exponent - f.exponent).min(120);
        Float { fraction: aligned(self) + aligned(other), exponent }
    }

    fn multiply(self, other: Float) -> Float {
        let product = (self.fraction >> GUARD) * (other.fraction >> GUARD);
        Float { fraction: product << (GUARD - 27), exponent: self.exponent + other.exponent }
    }

    fn divide(self, other: Float) -> Option<Float> {
        if other.fraction == 0 {
            return None;
        }
        // 27 bits of quotient and a few for rounding.
        let dividend = self.fraction;
        let divisor = other.fraction >> GUARD;
        let quotient = (dividend / divisor) << 27;
        Some(Float { fraction: quotient, exponent: self.exponent - other.exponent })
    }

    /// The normalized word, rounded to the nearest or cut off.
    fn pack(self, rounded: bool) -> Word {
        if self.fraction == 0 {
            return Word::ZERO;
        }
        let negative = self.fraction < 0;
        let mut magnitude = self.fraction.unsigned_abs();
        let mut exponent = self.exponent;
        let top = 27 + GUARD as u32;
        while magnitude >> top != 0 {
            magnitude >>= 1;
            exponent += 1;
        }
        while magnitude >> (top - 1) == 0 {
            magnitude <<= 1;
            exponent -= 1;
        }
        let mut fraction = (magnitude >> GUARD) as u64;
        if rounded && magnitude >> (GUARD - 1) & 1 != 0 {
            fraction += 1;
            if fraction >> 27 != 0 {
                fraction >>= 1;
                exponent += 1;
            }
        }
        let word = Word::new(((exponent + 0o200) as u64 & 0o377) << 27 | fraction);
        if negative { word.wrapping_neg() } else { word }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(opcode: u16, accumulator: u64, memory: u64) -> u64 {
        let mut state = State {
            accumulator: Word::new(accumulator),
            next: Word::ZERO,
            memory: Word::new(memory),
            address: 0,
        };
        state.run(opcode).unwrap();
        state.accumulator.bits()
    }

    #[test]
    fn the_worked_operations_of_the_reference() {
        assert_eq!(run(0o270, 2, 3), 5);
        assert_eq!(run(0o274, 5, 2), 3);
        assert_eq!(run(0o230, 7, 2), 3);
        assert_eq!(run(0o210, 0, 5), Word::from_i64(-5).bits());
        // FADR 1.0 2.0 = 3.0, FDVR 3.0 2.0 = 1.5
        assert_eq!(run(0o144, 0o201400_000000, 0o202400_000000), 0o202600_000000);
        assert_eq!(run(0o174, 0o202600_000000, 0o202400_000000), 0o201600_000000);
        // FDVR 1.0 3.0
        assert_eq!(run(0o174, 0o201400_000000, 0o202600_000000), 0o177525_252525);
    }
}
