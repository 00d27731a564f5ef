//! XWD and `.FORMAT`: how the fields of a word are combined.

use crate::chars::Class;
use crate::dialect::Dialect;
use crate::input::InputResult;
use crate::pass::{Assembler, Evaluation};
use crate::value::Value;

impl Assembler<'_> {
    /// Executes `XWD left,right`: overwrites both halves of the word, including indexes. XWD itself has the
    /// value 0.
    pub(crate) fn xwd(&mut self) -> InputResult<Evaluation> {
        let mut left = self.half_argument(true)?.unwrap_or_default();
        left.move_left();
        self.reader.word.sum.replace_left(&left);
        let right = self.half_argument(false)?;
        let missing = right.is_none();
        let mut right = right.unwrap_or_default();
        right.keep_right();
        self.reader.word.sum.replace_right(&right);
        if missing {
            self.input.back_with(self.reader.term);
            return Ok(Evaluation::Nothing);
        }
        Ok(Evaluation::Value(Value::default()))
    }

    /// Reads one half of XWD. If it is empty, the classic assemblers continue, even on the next line, but
    /// dialect C stops at the comma after an empty left half.
    fn half_argument(&mut self, left: bool) -> InputResult<Option<Value>> {
        loop {
            let value = self.field()?.value()?;
            let late = self.dialect == Dialect::D;
            if left && late && self.reader.text.is_some() {
                self.skip_text()?;
                return Ok(value);
            }
            let class = self.chars.class[self.reader.term as usize];
            let (blank, comma) = (class == Class::Blank, class == Class::Comma);
            let empty = late && !blank || left && comma && self.dialect == Dialect::C;
            if value.is_some() || empty {
                if left && late && !blank && !comma {
                    self.input.back_with(self.reader.term);
                }
                return Ok(value);
            }
        }
    }

    /// Executes `.FORMAT pattern,specification`, which changes the table of formats.
    pub(crate) fn format_pseudo(&mut self) -> InputResult<()> {
        let pattern = self.absolute_field(".FORMAT")?;
        let specification = self.absolute_field(".FORMAT")?;
        self.formats[(pattern.word.bits() & 0o37) as usize] = specification.word.bits();
        Ok(())
    }
}
