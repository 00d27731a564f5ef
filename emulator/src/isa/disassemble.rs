//! Words as instructions, in the notation of the assembler.

use super::{DeviceCode, Family, Form, Instruction, Mode};
use crate::address::Address;
use crate::word::Word;
use std::fmt::Write as _;

/// Names for the numbers in an instruction.
pub trait Names {
    /// Returns the text for an address, for instance a symbol, perhaps with an offset; `None` for octal.
    fn address(&self, address: Address) -> Option<String> {
        let _ = address;
        None
    }

    /// Returns the text for an accumulator or index register; `None` for octal.
    fn accumulator(&self, ac: u8) -> Option<String> {
        let _ = ac;
        None
    }

    /// Returns the text for a device; `None` for octal.
    fn device(&self, device: DeviceCode) -> Option<String> {
        device.name().map(str::to_owned)
    }
}

/// Octal numbers, with the usual names for devices.
#[derive(Clone, Copy, Debug)]
pub struct NoNames;

impl Names for NoNames {}

/// Returns `word` as an instruction: `MOVE 1,@1000(2)`; as `left,,right` if its opcode has no name.
pub fn disassemble(word: Word) -> String {
    disassemble_with(word, &NoNames)
}

/// Returns `word` as an instruction, with names for addresses, accumulators and devices.
///
/// The assembler turns the text into the same word, provided it knows the names. So the AC field of an
/// instruction that ignores it is shown if it is not 0 (`JSR 3,100`).
pub fn disassemble_with(word: Word, names: &dyn Names) -> String {
    let instruction = Instruction(word);
    let row = instruction.row();
    if row.mnemonic.is_empty() {
        return word.to_string();
    }
    let accumulator = |ac: u8| names.accumulator(ac).unwrap_or_else(|| format!("{ac:o}"));
    let mut text = format!("{} ", row.mnemonic);
    let ac = instruction.ac();
    match row.form {
        Form::AcE => text += &format!("{},", accumulator(ac)),
        Form::E | Form::FlagsE if ac != 0 => text += &format!("{ac:o},"),
        Form::E | Form::FlagsE => {}
        Form::Device => {
            let device = instruction.device();
            text += &names.device(device).unwrap_or_else(|| format!("{:o}", device.get()));
            text.push(',');
        }
    }
    // POPJ does not use E, and is written without it.
    if instruction.opcode() == 0o263 && word.field(13, 35) == 0 {
        return text;
    }
    if instruction.indirect() {
        text.push('@');
    }
    let (index, y) = (instruction.index(), instruction.address());
    // The address part of an immediate instruction is a number, unless the instruction jumps there.
    let jumps = matches!(row.family, Family::Count | Family::Jump | Family::Stack | Family::Call);
    let is_number = row.mode == Mode::Immediate && !jumps && !instruction.indirect();
    let is_count = is_number && matches!(row.family, Family::Shift | Family::Scale);
    let named = if is_number || y.is_accumulator() && index != 0 { None } else { names.address(y) };
    match named {
        Some(name) => text += &name,
        None if y.is_accumulator() && index == 0 && !is_number => text += &accumulator(y.get() as u8),
        None if (index != 0 || is_count) && y.get() > 0o777000 => {
            let _ = write!(text, "-{:o}", 0o1000000 - y.get());
        }
        None if index != 0 && y.get() == 0 => {}
        None => {
            let _ = write!(text, "{:o}", y.get());
        }
    }
    if index != 0 {
        text += &format!("({})", accumulator(index));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn octal() {
        for (left, right, text) in [
            (0o200040, 0o1000, "MOVE 1,1000"),
            (0o202062, 0o777777, "MOVEM 1,@-1(2)"),
            (0o254000, 0o100, "JRST 100"),
            (0o254500, 0o42, "JRST 12,42"),
            (0o261757, 0o0, "PUSH 17,(17)"),
            (0o700600, 0o2300, "CONO PI,2300"),
            (0o767140, 0o1000, "DATAO 670,1000"),
            (0o001140, 0o2000, "001140,,002000"),
            (0o201000, 0o777777, "MOVEI 0,777777"),
            (0o242040, 0o777775, "LSH 1,-3"),
            (0o264140, 0o100, "JSR 3,100"),
            (0o263740, 0, "POPJ 17,"),
            (0o263740, 5, "POPJ 17,5"),
        ] {
            assert_eq!(disassemble(Word::halves(left, right)), text);
        }
    }

    struct ProgramNames;

    impl Names for ProgramNames {
        fn address(&self, address: Address) -> Option<String> {
            (address.get() == 0o1000).then(|| "BOARD".to_owned())
        }

        fn accumulator(&self, ac: u8) -> Option<String> {
            (ac == 0o17).then(|| "P".to_owned())
        }
    }

    #[test]
    fn with_symbols() {
        for (left, right, text) in [
            (0o200057, 0o1000, "MOVE 1,BOARD(P)"),
            (0o201040, 0o1000, "MOVEI 1,1000"),
            (0o322040, 0o1000, "JUMPE 1,BOARD"),
            (0o262740, 0o17, "POP P,P"),
            (0o265740, 0o1000, "JSP P,BOARD"),
            (0o303040, 0o1000, "CAILE 1,1000"),
        ] {
            assert_eq!(disassemble_with(Word::halves(left, right), &ProgramNames), text);
        }
    }
}
