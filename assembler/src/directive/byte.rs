//! `.BYTE` and `.WALGN`: byte mode.

use crate::chars::{CR, LF};
use crate::diagnostic::Code;
use crate::dialect::Dialect;
use crate::input::InputResult;
use crate::pass::Assembler;

impl Assembler<'_> {
    /// Executes `.BYTE sizes`, which begins or ends byte mode.
    pub(crate) fn byte_sizes(&mut self) -> InputResult<()> {
        let mut sizes = Vec::new();
        while let Some(value) = self.argument_field_after(true)? {
            let value = self.absolute(value, Code::UndefinedInArgument, ".BYTE");
            // The original assemblers kept six bits of a size, and one more bit that marks a negative size,
            // a gap.
            let size = value.word.signed();
            let kept = size.unsigned_abs() & 0o177 | if size < 0 { 0o100 } else { 0 };
            let bits = (kept & 0o77) as i64;
            sizes.push(if kept & 0o100 != 0 { -bits } else { bits });
            let logical_line = self.dialect < Dialect::C && !matches!(self.reader.term, CR | LF);
            if self.input.is_back() && !logical_line {
                break;
            }
        }
        if sizes.is_empty() {
            self.align_word()?;
        }
        self.bytes.set_sizes(sizes, self.dialect);
        Ok(())
    }

    /// Executes `.WALGN`: ends the unfinished word of byte mode.
    pub(crate) fn align_word(&mut self) -> InputResult<()> {
        let in_bracket = self.reader.bracket_depth > 0;
        match self.bytes.align(in_bracket) {
            None => Ok(()),
            Some(word) if in_bracket && self.dialect == Dialect::D => {
                self.bytes.overflow.push(word);
                Ok(())
            }
            Some(word) => self.emit(word.into()),
        }
    }
}
