//! The arguments of a macro call in the classic dialects, and the ordinary syntax of an argument.

use crate::chars::{CR, LF};
use crate::dialect::Dialect;
use crate::input::{Arguments, InputResult, Text};
use crate::number::digits;
use crate::pass::Assembler;
use crate::state::macros::{Dummy, Mode};

impl Assembler<'_> {
    /// Reads the arguments of a call. `after` is the character after the macro's name. If it ends the line,
    /// the call has no arguments. Any other character is discarded, unless the first dummy has a generated
    /// symbol: then it begins the first argument.
    pub(crate) fn classic_arguments(
        &mut self,
        after: u8,
        dummies: &[Dummy],
        arguments: &mut Arguments,
    ) -> InputResult<()> {
        let mut ended = matches!(after, CR | LF);
        if !ended && dummies[0].generated {
            self.input.back_with(after);
        }
        for dummy in dummies {
            let argument = match (ended, dummy.mode) {
                (true, _) if dummy.generated => self.generate(),
                (true, _) => self.macros.nothing.clone(),
                (false, Mode::Line) => {
                    ended = true;
                    let line = self.input.rest_of_line()?;
                    self.input.next()?;
                    line.into()
                }
                (false, _) => self.ordinary_argument(true, &mut ended)?,
            };
            arguments.push(argument);
        }
        Ok(())
    }

    /// Reads a field after a backslash or for an evaluated dummy. Returns its digits in the current radix.
    pub(crate) fn evaluated_argument(&mut self) -> InputResult<Vec<u8>> {
        let value = self.absolute_field("a macro argument")?;
        Ok(digits(value.word.bits(), self.radix))
    }

    /// Reads an argument in the ordinary syntax; sets `ended` if it is the last of the list. With `evaluate`,
    /// an argument that begins with a backslash is evaluated.
    pub(crate) fn ordinary_argument(&mut self, evaluate: bool, ended: &mut bool) -> InputResult<Text> {
        let c = self.input.next()?;
        if c == b'[' {
            let text = self.bracketed()?;
            *ended = matches!(self.input.peek()?, CR | LF);
            return Ok(text);
        }
        if c == b'\\' && evaluate {
            let text = self.evaluated_argument()?;
            // The character that ended the field is consumed.
            if self.input.is_back() {
                *ended = matches!(self.input.next()?, CR | LF);
            }
            return Ok(text.into());
        }
        self.input.back();
        let text = self.text_to_comma()?;
        if self.input.is_back() {
            *ended = true;
            // The end of the line is consumed, a comment is not.
            if self.input.last != b';' {
                self.input.next()?;
            }
        }
        Ok(text.into())
    }

    /// Reads up to a comma, the end of the line or, except in dialect A, a comment. Consumes only the comma.
    pub(super) fn text_to_comma(&mut self) -> InputResult<Vec<u8>> {
        let comments = self.dialect > Dialect::A;
        let mut text = Vec::new();
        loop {
            self.input.take_text(&mut text, |c| matches!(c, b',' | CR | LF | b';'));
            let c = self.input.next()?;
            match c {
                b',' => return Ok(text),
                CR | LF => break,
                b';' if comments => {
                    if self.dialect == Dialect::D {
                        strip_blanks(&mut text);
                    }
                    break;
                }
                _ => text.push(c),
            }
        }
        self.input.back();
        Ok(text)
    }

    /// Reads up to the `]` that matches the bracket just read. The text is not copied if it is part of one
    /// stored text.
    pub(crate) fn bracketed(&mut self) -> InputResult<Text> {
        match self.input.text_before(|c| matches!(c, b'[' | b']'), |c| c == b']') {
            Some(text) => {
                self.input.next()?;
                Ok(text)
            }
            None => Ok(self.bracketed_text(b'[', b']')?.into()),
        }
    }

    /// Reads a copy of the text up to the `close` that matches the `open` just read.
    pub(crate) fn bracketed_text(&mut self, open: u8, close: u8) -> InputResult<Vec<u8>> {
        let place = self.input.character_span();
        let mut text = Vec::new();
        let mut depth = 1;
        loop {
            self.input.take_text(&mut text, |c| c == open || c == close);
            let c = self.input.next();
            let c = self.unended(c, place, "this bracket is not closed")?;
            if c == open {
                depth += 1;
            } else if c == close {
                depth -= 1;
                if depth == 0 {
                    return Ok(text);
                }
            }
            text.push(c);
        }
    }

    /// Reads the list of a loop or the first string of a comparison, in brackets or up to a comma. Also
    /// returns `true` if the end of the line or a comment ended it.
    pub(crate) fn list_argument(&mut self) -> InputResult<(Text, bool)> {
        let mut ended = false;
        let text = self.ordinary_argument(false, &mut ended)?;
        Ok((text, ended))
    }
}

/// Removes spaces and tabs from the end of a text.
pub(super) fn strip_blanks(text: &mut Vec<u8>) {
    while matches!(text.last(), Some(b' ' | b'\t')) {
        text.pop();
    }
}
