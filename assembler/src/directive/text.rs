//! Text: ASCII, ASCIZ, SIXBIT and similar pseudo-ops, remarks, titles.

use crate::diagnostic::Code;
use crate::dialect::Dialect;
use crate::input::InputResult;
use crate::number::digits;
use crate::pass::Assembler;
use crate::pseudo::{Line, Measure, Remark, Text};
use crate::source::Span;
use crate::state::reader::{Bracket, TextState};
use crate::value::{Target, Value};
use emulator::word::Word;
use std::collections::VecDeque;

impl Assembler<'_> {
    /// Reads the delimiter of the text of ASCII and similar pseudo-ops, and the first word of the text.
    pub(crate) fn text_pseudo(&mut self, kind: Text) -> InputResult<Value> {
        let delimiter = self.text_delimiter(self.reader.term)?;
        let (ahead, place) = (VecDeque::new(), self.here());
        let state = TextState { kind, delimiter, ahead, ended: false, unsure: false, place };
        self.reader.text = Some(Box::new(state));
        self.next_text_word()
    }

    /// Executes `.LENGTH text` or `.ASCVL text`: returns the length of the text, or the code of its first
    /// character.
    pub(crate) fn measure(&mut self, measure: Measure) -> InputResult<Word> {
        let delimiter = self.text_delimiter(self.reader.term)?;
        Ok(Word::new(match measure {
            Measure::Length => self.text_up_to(delimiter, self.here())?.len() as u64,
            Measure::Character => self.input.next()?.into(),
        }))
    }

    /// Executes COMMENT, PRINTX or PRINTC.
    pub(crate) fn remark(&mut self, remark: Remark) -> InputResult<()> {
        let delimiter = self.text_delimiter(self.reader.term)?;
        let text = self.text_up_to(delimiter, self.here())?;
        let is_typed = |c: &u8| match remark {
            Remark::Comment => false,
            Remark::TypeExceptMarks => *c != b'!',
            Remark::Type => true,
        };
        self.collector.typed.extend(text.into_iter().filter(is_typed).map(char::from));
        Ok(())
    }

    /// Reads the text up to `delimiter`, which is consumed. The text began at `place`.
    pub(crate) fn text_up_to(&mut self, delimiter: u8, place: Span) -> InputResult<Vec<u8>> {
        let mut text = Vec::new();
        loop {
            self.input.take_text(&mut text, |c| c == delimiter);
            let c = self.input.next();
            let c = self.unended(c, place, "this text is not ended")?;
            if c == delimiter {
                return Ok(text);
            }
            text.push(c);
        }
    }

    /// Returns the delimiter of a text: `after`, the character after the pseudo-op's name, or if that is a
    /// space, the character after it. In the late dialect all blanks are skipped.
    pub(crate) fn text_delimiter(&mut self, after: u8) -> InputResult<u8> {
        if self.dialect == Dialect::D {
            let mut c = after;
            while matches!(c, b' ' | b'\t') {
                c = self.input.next()?;
            }
            Ok(c)
        } else if after == b' ' {
            self.input.next()
        } else {
            Ok(after)
        }
    }

    /// Returns the next character of the text, or `None` at its end.
    fn text_character(&mut self, state: &mut TextState) -> InputResult<Option<u8>> {
        if let Some(c) = state.ahead.pop_front() {
            return Ok(Some(c));
        }
        if state.ended {
            return Ok(None);
        }
        let c = self.input.next();
        let c = self.unended(c, state.place, "this text is not ended")?;
        if c == state.delimiter {
            state.ended = true;
            return Ok(None);
        }
        if c == b'!' && state.kind == Text::Numbered {
            let saved = self.reader.word.clone();
            let value = self.field()?.value()?.unwrap_or_default();
            self.reader.word = saved;
            self.input.back_with(self.reader.term);
            // On pass 1 an unknown number counts as the longest possible text.
            let unknown =
                self.pass == 1 && value.references().iter().any(|r| matches!(r.target, Target::Symbol(_)));
            state.unsure |= unknown;
            let value = if unknown {
                Word::ONES.into()
            } else {
                self.absolute(value, Code::UndefinedInArgument, ".ASCII")
            };
            let radix = if self.dialect == Dialect::B { 8 } else { self.radix };
            state.ahead.extend(digits(value.word.bits(), radix));
            return self.text_character(state);
        }
        Ok(Some(c))
    }

    /// Returns the next word of the text being assembled. After the last word `self.reader.text` is `None`.
    pub(crate) fn next_text_word(&mut self) -> InputResult<Value> {
        let Some(mut state) = self.reader.text.take() else { return Ok(Value::default()) };
        let sixbit = state.kind == Text::Sixbit;
        let (room, width) = if sixbit { (6, 6) } else { (5, 7) };
        let padded = matches!(state.kind, Text::Asciz | Text::Ascic | Text::Numbered);
        let filler = if state.kind == Text::Ascic { 3 } else { 0 };
        let mut bits = 0u64;
        let mut count = 0;
        while count < room {
            let Some(c) = self.text_character(&mut state)? else { break };
            let code = if sixbit { self.sixbit_code(c) as u64 & 0o77 } else { u64::from(c & 0o177) };
            bits = bits << width | code;
            count += 1;
        }
        let full = count == room;
        while count < room {
            bits = bits << width | filler;
            count += 1;
        }
        if !sixbit {
            bits <<= 1;
        }
        let tangled = state.unsure;
        if full && (!state.ahead.is_empty() || self.text_continues(&mut state)? || padded) {
            self.reader.text = Some(state);
            if self.settings.single_line() && matches!(self.reader.brackets.last(), Some(Bracket::Group(_))) {
                if !self.settings.lenient() {
                    self.error(
                        Code::NotInBracket,
                        "a text of more than one word is not allowed in a bracket",
                    );
                }
                self.skip_text()?;
            }
        }
        let mut value = Value::from(Word::new(bits));
        value.tangled = tangled;
        Ok(value)
    }

    /// Returns the SIXBIT code of a character. If the character has no code, reports this and returns a
    /// number that is not from 0 to 77.
    pub(crate) fn sixbit_code(&mut self, c: u8) -> i64 {
        if matches!(c, 0o140..=0o177) && self.dialect >= Dialect::C {
            return i64::from(c - 0o100);
        }
        if !matches!(c, b' '..=b'_') {
            self.character_error(Code::NotSixbit, "this character has no SIXBIT code", &[]);
        }
        i64::from(c) - 0o40
    }

    /// Called after a full word. If the delimiter comes next, consumes it and returns `false`.
    fn text_continues(&mut self, state: &mut TextState) -> InputResult<bool> {
        let ended = self.input.accept(state.delimiter);
        state.ended = self.unended(ended, state.place, "this text is not ended")?;
        Ok(!state.ended)
    }

    /// Skips the rest of a text up to its delimiter. The first character skipped does not count as the
    /// delimiter, and numbers in the text are not evaluated. If the delimiter has already been read, the late
    /// dialect skips nothing, and the classic dialects skip to another delimiter.
    pub(crate) fn skip_text(&mut self) -> InputResult<()> {
        let Some(state) = self.reader.text.take() else { return Ok(()) };
        if state.ended && self.dialect == Dialect::D {
            return Ok(());
        }
        if !state.ended {
            self.input.next()?;
        }
        self.text_up_to(state.delimiter, state.place)?;
        Ok(())
    }

    /// Executes a pseudo-op whose argument is the rest of the line.
    pub(crate) fn line_pseudo(&mut self, op: Line) -> InputResult<()> {
        let line = self.input.rest_of_line()?;
        let text = String::from_utf8_lossy(&line).trim().to_owned();
        match op {
            Line::Title => {
                let is_part = |c: &u8| self.chars.squoze[*c as usize] != 0;
                let start = line.iter().position(is_part).unwrap_or(line.len());
                let end = line[start..].iter().position(|c| !is_part(c));
                let end = end.map_or(line.len(), |n| start + n);
                self.collector.name = Some(crate::symbol::Squoze::from_bytes(&line[start..end]));
                self.collector.title = text;
            }
            Line::Subtitle => {}
            Line::Error => self.error(Code::UserError, text),
            Line::Fatal => return self.fatal(Code::UserError, text),
        }
        Ok(())
    }
}
