//! Pseudo-ops that take one word of a text, or print characters by their codes.

use crate::input::InputResult;
use crate::pass::{Assembler, Evaluation};
use crate::pseudo::{TypeOut, WordOf};
use crate::value::Value;

impl Assembler<'_> {
    /// Executes `.1STWD text` or `.NTHWD n,text`: returns the first or the nth word of a text or of other
    /// fields.
    pub(crate) fn nth_word(&mut self, which: WordOf) -> InputResult<Evaluation> {
        let n = match which {
            WordOf::First => 1,
            WordOf::Nth => self.absolute_field(".NTHWD")?.word.signed(),
        };
        if n <= 0 {
            // The text stays in the input.
            return Ok(Evaluation::Value(Value::default()));
        }
        let value = self.argument(|assembler| {
            let mut value = None;
            for _ in 0..n {
                value = assembler.next_field(false)?;
                // The fields end with the line.
                if value.is_none() && assembler.input.is_back() {
                    break;
                }
            }
            assembler.skip_text()?;
            Ok(value)
        })?;
        Ok(Evaluation::Consumed(value.unwrap_or_default()))
    }

    /// Executes `.TYO code` or `.TYO6 word`, which print characters.
    pub(crate) fn type_out(&mut self, op: TypeOut) -> InputResult<()> {
        match op {
            TypeOut::Ascii => {
                let value = self.absolute_field(".TYO")?;
                self.collector.typed.push(char::from((value.word.bits() & 0o177) as u8));
            }
            TypeOut::Sixbit => {
                let value = self.absolute_field(".TYO6")?;
                for place in (0..6).rev() {
                    let code = (value.word.bits() >> (6 * place) & 0o77) as u8;
                    if code != 0 {
                        self.collector.typed.push(char::from(code + 0o40));
                    }
                }
            }
        }
        Ok(())
    }
}
