//! END: the areas not yet placed, the brackets not closed, the start word.

use crate::diagnostic::Code;
use crate::dialect::Dialect;
use crate::input::{Flow, Reading};
use crate::pass::Assembler;
use crate::state::reader::Bracket;
use crate::value::Value;
use emulator::word::Word;

impl Assembler<'_> {
    /// END.
    pub(crate) fn end(&mut self) -> Reading<()> {
        self.messages.end_at = Some(self.here());
        if self.reader.bracket_depth > 0 {
            let close = match self.reader.brackets.iter().rev().find(|b| !b.is_conditional()) {
                Some(Bracket::Group(close)) => char::from(*close),
                _ => ']',
            };
            let labels = self.opened_label();
            let message = format!("missing {close}: END stands inside a bracket");
            self.error_with(Code::MissingClose, self.here(), message, &labels);
            self.reader.bracket_depth = 0;
            self.reader.literal_depth = 0;
            self.reader.brackets.clear();
        }
        // The areas come first: a literal in the argument is too late for them.
        self.allocate_variables()?;
        if self.pass == 1 {
            self.collector.pass_1_end = self.tagged_location();
        }
        self.dump_constants()?;
        let place = self.input.position();
        let value = self.argument_word()?;
        let mut start = self.settle_start(value);
        if self.pass == 2 {
            if start.word.is_negative() && self.dialect > Dialect::A {
                self.stretch_error(Code::NegativeStart, place, "the start word is negative");
            }
            let no_opcode = start.word.field(0, 8) == 0;
            if !self.linkage.relocatable && (no_opcode || self.dialect == Dialect::A) {
                start.word = start.word.wrapping_add(Word::halves(0o254000, 0));
            }
            self.collector.end_location = self.tagged_location();
            self.collector.start = Some(start);
        }
        Err(Flow::Ended)
    }

    fn settle_start(&mut self, value: Value) -> Value {
        if self.pass == 1 {
            return value;
        }
        let value = self.settle(value, Code::UndefinedInArgument);
        self.with_known_labels(value)
    }
}
