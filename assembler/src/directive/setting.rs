//! Pseudo-ops without arguments that return state of the assembler: counters, file names, the pass.

use crate::chars::sixbit;
use crate::diagnostic::Severity;
use crate::pass::Assembler;
use crate::pseudo::Constant;
use crate::value::Value;
use emulator::word::Word;

/// Returns the two parts of a file name: `NAME 2`, `name.mid`, `DIR;FN1 FN2`. A missing second part is `>`.
pub(crate) fn name_parts(name: &str) -> (String, String) {
    let base = name.rsplit(['/', ';', ':', '\\']).next().unwrap_or(name).trim();
    let (first, second) = base.split_once(' ').or_else(|| base.rsplit_once('.')).unwrap_or((base, ">"));
    (first.trim().to_owned(), second.trim().to_owned())
}

/// Returns the version of a file: the digits in the second part of its name, or -1 without digits.
fn version(name: &str) -> Word {
    let digits: String = name_parts(name).1.chars().filter(char::is_ascii_digit).collect();
    Word::from_i64(digits.parse().unwrap_or(-1))
}

impl Assembler<'_> {
    /// Returns the name of the file last inserted by the current one, or of the current one if it inserted
    /// none.
    fn inserted_name(&self) -> &str {
        let (reading, _) = self.input.file_position();
        &self.sources.get(self.insertions.last_of(reading)).name
    }

    /// Returns the value of a pseudo-op without arguments.
    pub(crate) fn constant(&self, constant: Constant) -> Value {
        use Constant as C;
        let number = |n: u64| Word::new(n);
        let word = match constant {
            C::RepeatCount => self.input.repeat_count,
            C::IrpCount => self.input.irp_count,
            C::ByteCount => number(self.bytes.count),
            C::Accumulator => self.executed.accumulator,
            C::Memory => self.executed.memory,
            C::Skipped => Word::from_i64(-i64::from(self.executed.skipped)),
            C::MainName1 => sixbit(&name_parts(&self.main_name).0),
            C::MainName2 => sixbit(&name_parts(&self.main_name).1),
            C::OutputName2 => sixbit("BIN"),
            C::InsertedName1 => sixbit(&name_parts(self.inserted_name()).0),
            C::InsertedName2 => sixbit(&name_parts(self.inserted_name()).1),
            C::MainVersion => version(&self.main_name),
            C::InsertedVersion => version(self.inserted_name()),
            C::RunTime => Word::ZERO,
            C::RelocatableZero => {
                return Value::relocated(Word::ZERO, number(u64::from(self.linkage.relocatable)));
            }
            C::System => sixbit("ITS"),
            C::Pass => number(self.pass.into()),
            C::Passes => number(if self.linkage.one_pass { 1 } else { 2 }),
            C::Page => number(self.page_and_line().0 as u64),
            C::Line => number(self.page_and_line().1 as u64),
            C::Errors => {
                let real = self.messages.all.iter().filter(|d| d.severity > Severity::Warning);
                number(real.count() as u64)
            }
            C::Symbols => number(self.symbols.count() as u64),
        };
        word.into()
    }

    fn page_and_line(&self) -> (usize, usize) {
        let (file, at) = self.input.file_position();
        self.sources.get(file).page_and_line(at)
    }
}
