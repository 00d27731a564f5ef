//! The arguments of a macro call in the late dialect.

mod dummies;

use super::argument::strip_blanks;
use crate::chars::{CR, LF};
use crate::diagnostic::Code;
use crate::input::{Arguments, InputResult, SLOT, Text};
use crate::pass::Assembler;
use crate::state::macros::{Dummy, Mode};
use crate::symbol::Squoze;

/// The result of reading an argument.
enum Argument {
    /// The text of the argument, which may be empty.
    Text(Text),
    /// No text: a default or a generated symbol takes its place.
    Null,
    /// No argument, because the list ends here.
    End,
}

impl Assembler<'_> {
    /// Reads the arguments of a call; `after` is the character after the macro's name.
    pub(crate) fn late_arguments(
        &mut self,
        after: u8,
        dummies: &[Dummy],
        arguments: &mut Arguments,
    ) -> InputResult<()> {
        let mut bracketed = false;
        let mut ended = false;
        // A macro called within an argument must not ask for typed lines.
        let asks = self.macros.asks.take();
        match after {
            CR | LF => ended = true,
            b' ' | b'\t' => {}
            b'(' | b'[' | b'<' => bracketed = true,
            b')' | b']' | b'>' => {
                self.input.back_with(after);
                ended = true;
            }
            _ => self.input.back_with(after),
        }
        while arguments.len() < dummies.len() {
            let at = arguments.len();
            if !ended
                && dummies[at].is_usual()
                && asks.is_none()
                && let Some(text) = self.usual_argument()?
            {
                arguments.push(text);
                continue;
            }
            let behind_line =
                at > 0 && dummies[at - 1].mode == Mode::Line && dummies[at - 1].keyword.is_none();
            if let Some(span) = asks.filter(|_| behind_line && !ended) {
                self.type_on(span)?;
            }
            let keywords = dummies[at..].iter().take_while(|d| d.keyword.is_some()).count();
            if keywords > 0 && !ended {
                let given = self.keyword_arguments(&dummies[at..at + keywords], &mut ended)?;
                for (text, dummy) in given.into_iter().zip(&dummies[at..]) {
                    arguments.push(text.unwrap_or_else(|| self.missing(dummy)));
                }
                continue;
            }
            let dummy = &dummies[at];
            let argument = if ended { Argument::Null } else { self.late_argument(dummy.mode)? };
            ended |= matches!(argument, Argument::End);
            arguments.push(match argument {
                Argument::Text(text) => text,
                Argument::Null | Argument::End => self.missing(dummy),
            });
        }
        if bracketed {
            self.skip_to_close()?;
        }
        Ok(())
    }

    /// Returns the text for an argument that is missing or null.
    fn missing(&mut self, dummy: &Dummy) -> Text {
        match &dummy.default {
            Some(default) => default.clone(),
            None if dummy.generated => self.generate(),
            None => self.macros.nothing.clone(),
        }
    }

    /// Skips the rest of the list of a bracketed call. A closing bracket of any kind closes an opening one.
    fn skip_to_close(&mut self) -> InputResult<()> {
        let place = self.input.character_span();
        let mut depth = 1usize;
        while depth > 0 {
            let c = self.input.next();
            match self.unended(c, place, "this call is not closed")? {
                b'(' | b'[' | b'<' | b'{' => depth += 1,
                b')' | b']' | b'>' | b'}' => depth -= 1,
                _ => {}
            }
        }
        Ok(())
    }

    /// Reads an argument in the ordinary syntax if it has only plain characters up to a comma or the end of
    /// the line.
    fn usual_argument(&mut self) -> InputResult<Option<Text>> {
        let ends = |c| matches!(c, b',' | CR | LF | b';');
        self.input.unread();
        if !matches!(self.input.rest().first(), Some(c @ ..SLOT) if !ends(*c) && !matches!(c, b'[' | b'\\')) {
            return Ok(None);
        }
        let text = self.input.text_before(ends, |c| c != b';');
        if text.is_some() {
            self.input.accept(b',')?;
        }
        Ok(text)
    }

    fn late_argument(&mut self, mode: Mode) -> InputResult<Argument> {
        let c = self.input.peek()?;
        match (c, mode) {
            (CR | LF, _) => Ok(Argument::End),
            (_, Mode::Line) => {
                let line = self.input.rest_of_line()?;
                let end = self.input.next()?;
                self.input.ends_line(end)?;
                Ok(Argument::Text(line.into()))
            }
            (b',', _) => {
                self.input.next()?;
                Ok(Argument::Null)
            }
            (b';', _) => Ok(Argument::End),
            (_, Mode::Balanced) => {
                if ends_arguments(c) {
                    return Ok(Argument::End);
                }
                let text = self.balanced_text()?;
                Ok(self.unless_comment_alone(text))
            }
            (_, Mode::Strung) => self.strung_argument(false),
            (_, Mode::KeepStrung) => self.strung_argument(true),
            (_, Mode::Evaluated) => self.late_evaluated_argument(),
            (b'\\', Mode::Normal) => {
                self.input.next()?;
                self.late_evaluated_argument()
            }
            (b'[', Mode::Normal) => {
                self.input.next()?;
                Ok(Argument::Text(self.bracketed()?))
            }
            (_, Mode::Normal) => {
                let text = self.text_to_comma()?;
                Ok(self.unless_comment_alone(text))
            }
        }
    }

    /// Skips blanks and returns the next character, which remains to be read.
    fn behind_blanks(&mut self) -> InputResult<u8> {
        while matches!(self.input.peek()?, b' ' | b'\t') {
            self.input.next()?;
        }
        self.input.peek()
    }

    /// Returns the argument `text`, or the end of the list if the text is empty and a comment ended it.
    fn unless_comment_alone(&mut self, text: Vec<u8>) -> Argument {
        let comment = self.input.is_back() && self.input.last == b';';
        if comment && text.is_empty() { Argument::End } else { Argument::Text(text.into()) }
    }

    fn late_evaluated_argument(&mut self) -> InputResult<Argument> {
        if ends_arguments(self.input.peek()?) {
            return Ok(Argument::End);
        }
        let text = self.evaluated_argument()?;
        if self.input.is_back() && matches!(self.input.last, b')' | b']' | b'>') {
            // This closing bracket also closes the bracket around the call, after the next word, even if
            // that word comes from another text ([`Reader::closed`]).
            self.reader.closed = Some(self.input.last);
        }
        Ok(Argument::Text(text.into()))
    }

    /// Reads up to a comma, a comment or the end of the line outside brackets, or up to a closing bracket
    /// that has no opening one in the text read. Consumes only the comma.
    fn balanced_text(&mut self) -> InputResult<Vec<u8>> {
        let mut text = Vec::new();
        let mut depth = 0usize;
        loop {
            let c = self.input.next()?;
            match c {
                b'(' | b'[' | b'<' | b'{' => depth += 1,
                b')' | b']' | b'>' | b'}' if depth == 0 => {
                    self.input.back();
                    return Ok(text);
                }
                b')' | b']' | b'>' | b'}' => depth -= 1,
                b',' if depth == 0 => return Ok(text),
                CR | LF if depth == 0 => {
                    self.input.back();
                    return Ok(text);
                }
                b';' if depth == 0 => {
                    self.input.back();
                    strip_blanks(&mut text);
                    return Ok(text);
                }
                _ => {}
            }
            text.push(c);
        }
    }

    /// Reads an argument between delimiters, perhaps after blanks. With `keep` the delimiters belong to it.
    fn strung_argument(&mut self, keep: bool) -> InputResult<Argument> {
        let blanks = matches!(self.input.peek()?, b' ' | b'\t');
        let c = self.behind_blanks()?;
        if blanks && c == b',' {
            self.input.next()?;
            return Ok(Argument::Null);
        }
        if ends_arguments(c) {
            return Ok(Argument::End);
        }
        let delimiter = self.input.next()?;
        let place = self.input.character_span();
        let mut text = self.text_up_to(delimiter, place)?;
        if keep {
            text.insert(0, delimiter);
            text.push(delimiter);
        }
        let c = self.behind_blanks()?;
        if c == b',' {
            self.input.next()?;
        } else if !ends_arguments(c) {
            self.error(Code::BadArgument, "a comma must follow the closing delimiter of this argument");
            self.balanced_text()?;
        }
        Ok(Argument::Text(text.into()))
    }

    /// Reads `NAME=value` arguments in any order, up to a null argument or the end of the list. The result
    /// has `None` for each dummy without an argument.
    fn keyword_arguments(&mut self, dummies: &[Dummy], ended: &mut bool) -> InputResult<Vec<Option<Text>>> {
        let mut given = vec![None; dummies.len()];
        loop {
            let c = self.behind_blanks()?;
            if c == b',' {
                self.input.next()?;
                return Ok(given);
            }
            if ends_arguments(c) {
                *ended = true;
                return Ok(given);
            }
            let (name, mut c) = self.dummy_name()?;
            self.input.end_mark();
            let place = self.here();
            while matches!(c, b' ' | b'\t') {
                c = self.input.next()?;
            }
            if c != b'=' {
                self.input.back();
                self.error(Code::BadArgument, "a keyword argument is written NAME=value");
                self.text_to_comma()?;
                continue;
            }
            // All letters of a keyword are significant, not only six, and so is their case.
            let Some(at) = dummies.iter().position(|d| d.keyword.as_deref() == Some(&name[..])) else {
                let name = Squoze::from_bytes(&name);
                let known = dummies.iter().filter_map(|dummy| dummy.keyword.as_deref());
                let known: Vec<_> = known.map(String::from_utf8_lossy).collect();
                let known = known.join(", ");
                let message = format!("the macro has no keyword argument {name} (expected {known})");
                self.symbol_error(Code::BadArgument, name, place, message, &[]);
                self.text_to_comma()?;
                continue;
            };
            match self.late_argument(dummies[at].mode)? {
                Argument::Text(text) => given[at] = Some(text),
                Argument::Null => given[at] = Some(self.missing(&dummies[at])),
                Argument::End => {
                    given[at] = Some(self.missing(&dummies[at]));
                    *ended = true;
                    return Ok(given);
                }
            }
        }
    }

    /// Reads the default value of a dummy, in the syntax of an ordinary argument. Also returns the character
    /// that ended it.
    pub(crate) fn default_argument(&mut self) -> InputResult<(Vec<u8>, u8)> {
        if self.input.accept(b'[')? {
            return Ok((self.bracketed_text(b'[', b']')?, b']'));
        }
        let text = self.text_to_comma()?;
        let end = if self.input.is_back() { self.input.next()? } else { b',' };
        Ok((text, end))
    }
}

/// Returns `true` if `c` ends the list of arguments, in any mode but normal and whole-line.
fn ends_arguments(c: u8) -> bool {
    matches!(c, b')' | b']' | b'>' | b'}' | b';' | CR | LF)
}
