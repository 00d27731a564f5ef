//! END: places the remaining areas, reports open brackets, reads the start word.

use crate::diagnostic::Code;
use crate::dialect::Dialect;
use crate::input::{Flow, InputResult};
use crate::pass::Assembler;
use crate::source::Span;
use crate::symbol::Squoze;
use emulator::word::Word;

impl Assembler<'_> {
    pub(crate) fn end(&mut self) -> InputResult<()> {
        self.messages.end_at = Some(self.here());
        if self.reader.bracket_depth > 0 {
            self.close_forgotten_brackets(self.here(), "END is inside the bracket");
            self.reader.brackets.clear();
        }
        self.place_areas()?;
        let place = self.input.position();
        let value = self.argument_word()?;
        if self.pass == 2 {
            let value = self.settle(value, Code::UndefinedInArgument);
            let mut start = self.with_known_labels(value);
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

    /// Puts the remaining variables and constants at the current location.
    fn place_areas(&mut self) -> InputResult<()> {
        // The areas are placed before the argument of END is read, so a literal in the argument comes too
        // late.
        self.allocate_variables()?;
        if self.pass == 1 {
            self.collector.pass_1_end = self.tagged_location();
        }
        self.dump_constants()
    }

    /// Reports that the source ended without END, and why, and ends the pass as END would.
    pub(crate) fn end_of_source(&mut self) -> InputResult<()> {
        match self.messages.open_end.take() {
            Some((span, what)) => {
                self.note_swallowed(span);
                let message = format!("{what}, so the program has no END");
                if let Some(entry) = self.error_with(Code::NoEnd, span, message, &[]) {
                    entry.help =
                        vec!["close it, and end the source with END and the start address".to_owned()];
                }
            }
            None => {
                let span = self.input.character_span();
                self.error_with(Code::NoEnd, span, "the program has no END", &[]);
            }
        }
        self.reader.give_up();
        self.reader.brackets.clear();
        self.place_areas()?;
        self.collector.end_location = self.tagged_location();
        Ok(())
    }

    /// Records the names defined in the text after `from`, which was read as part of a construct without an
    /// end, so that they are not reported as undefined.
    fn note_swallowed(&mut self, from: Span) {
        let text = &self.sources.get(from.file).text[from.start as usize..];
        let is_part = |c: &u8| self.chars.squoze[*c as usize] != 0;
        let mut at = 0;
        let mut before: &[u8] = b"";
        while at < text.len() {
            let length = text[at..].iter().position(|c| !is_part(c)).unwrap_or(text.len() - at);
            let name = &text[at..at + length];
            let is_defined = matches!(text.get(at + length), Some(b':' | b'='));
            if length > 0 {
                if is_defined || before.eq_ignore_ascii_case(b"DEFINE") {
                    self.messages.swallowed.insert(Squoze::from_bytes(name));
                }
                before = name;
            }
            at += length + 1;
        }
    }
}
