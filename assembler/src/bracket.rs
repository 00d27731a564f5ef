//! Brackets: groups hold a word, and what a closing one may close.

use crate::chars::{CR, FF, LF};
use crate::diagnostic::Code;
use crate::input::{Flow, Mark, Reading};
use crate::pass::Assembler;
use crate::source::Spot;
use crate::value::Value;

/// A bracket that is open (late dialect): what a `]` may close.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bracket {
    Literal,
    /// One that was true, and where it stands.
    Conditional(Spot),
    /// A group, and the character that closes it.
    Group(u8),
}

impl Bracket {
    pub fn is_conditional(self) -> bool {
        matches!(self, Bracket::Conditional(_))
    }
}

impl Assembler<'_> {
    /// A bracket was opened by `open`: its value. For `(` the halves are not yet exchanged.
    pub fn bracket(&mut self, open: u8) -> Reading<Value> {
        if self.bracket_depth >= self.options.limits.bracket_depth {
            let limit = self.options.limits.bracket_depth;
            let first = self.opened.first().map(|at| (self.input.spot_from(*at), "the first one"));
            let labels: Vec<_> = first.into_iter().collect();
            let message = format!("more than {limit} brackets are open");
            self.character_error(Code::BracketsTooDeep, message, &labels);
            return Err(Flow::Fatal);
        }
        self.bracket_depth += 1;
        let saved = std::mem::take(&mut self.word);
        let mark = self.input.get_mark();
        self.opened.push(self.input.character_mark());
        let value = if open == b'[' { self.literal() } else { self.group(open) };
        self.opened.pop();
        self.bracket_depth = self.bracket_depth.saturating_sub(1);
        let inner = std::mem::replace(&mut self.word, saved);
        if value.is_err() {
            // The words around it are given up, too.
            self.word.undefined.extend(inner.undefined);
        }
        self.word.bracketed = true;
        self.input.set_mark(mark);
        let value = value?;
        if open != b'[' {
            // A ! after the closing bracket is skipped.
            let c = self.input.next()?;
            if c != b'!' {
                self.input.back();
            }
        }
        Ok(value)
    }

    /// Whether a group or a literal is open (late dialect).
    pub fn in_brackets(&self) -> bool {
        self.brackets.iter().any(|bracket| !bracket.is_conditional())
    }

    /// Where the innermost open bracket stands.
    pub fn opened_label(&self) -> Vec<(Spot, &'static str)> {
        self.opened.last().map(|at| (self.input.spot_from(*at), "opened here")).into_iter().collect()
    }

    /// `<...>` or `(...)`.
    fn group(&mut self, open: u8) -> Reading<Value> {
        let close = if open == b'<' { b'>' } else { b')' };
        if self.dialect.is_classic() {
            return self.classic_group(close);
        }
        self.brackets.push(Bracket::Group(close));
        let depth = self.brackets.len();
        let place = self.input.character_mark();
        let saved_text = self.text.take();
        let saved_byte = self.suspend_bytes();
        let in_argument = std::mem::replace(&mut self.in_argument, false);
        let value = self.late_group(open, close, place);
        self.in_argument = in_argument;
        self.drop_brackets(depth - 1);
        self.text = saved_text;
        self.resume_bytes(saved_byte);
        value
    }

    fn classic_group(&mut self, close: u8) -> Reading<Value> {
        let saved_text = self.text.take();
        let value = self.read_word()?.unwrap_or_default();
        if self.text.is_some() {
            // Only the first word of a text counts, and what follows the text is no part of the group: its
            // closing bracket ends the word around it.
            self.skip_text()?;
            self.text = saved_text;
            return Ok(value);
        }
        self.text = saved_text;
        if self.term == close {
            return Ok(value);
        }
        if !matches!(self.term, CR | LF) {
            let (seen, close) = (shown(self.term), char::from(close));
            let labels = self.opened_label();
            let message = format!("{seen} stands where {close} was expected");
            self.character_error(Code::IllegalClose, message, &labels);
            return Ok(value);
        }
        self.input.back_with(self.term);
        Ok(value)
    }

    fn late_group(&mut self, open: u8, close: u8, place: Mark) -> Reading<Value> {
        let mut value = Value::default();
        let mut assigned = false;
        loop {
            // Only the last word counts, but the undefined symbols of all have been noticed.
            self.give_up_word();
            let depth = self.brackets.len();
            let operators = self.operators.len();
            let word = self.read_word();
            match word {
                Ok(word) => {
                    if self.byte.is_some() {
                        if let Some(word) = word {
                            value = match self.pack_byte(word.word).last() {
                                Some(full) => (*full).into(),
                                None => self.unfinished_byte().into(),
                            };
                        }
                    } else if word.is_some() || !assigned {
                        value = word.unwrap_or_default();
                    }
                    assigned = false;
                }
                Err(Flow::Restart) if self.bracket_depth > 0 => {
                    self.give_up_word();
                    self.drop_brackets(depth);
                    self.operators.truncate(operators);
                    if let Some(full) = self.byte_overflow.pop() {
                        value = full.into();
                        assigned = true;
                    }
                    if let Some(word) = self.assigned.take() {
                        value = word;
                        assigned = true;
                    }
                    if !self.settings.single_line() {
                        continue;
                    }
                    self.term = self.input.next()?;
                }
                Err(flow) => return self.unclosed(flow, place),
            }
            if self.text.is_some() {
                continue;
            }
            if self.bracket_ends(open, close, place) {
                return Ok(value);
            }
        }
    }

    /// The source ended, or was given up, in the bracket that was opened at `place`.
    pub fn unclosed<T>(&mut self, flow: Flow, place: Mark) -> Reading<T> {
        self.unended(Err(flow), self.input.spot_from(place), "this bracket is not closed")
    }

    /// Whether a bracket of the late dialect ends after a statement in it.
    pub fn bracket_ends(&mut self, open: u8, close: u8, place: Mark) -> bool {
        let ended = self.closed.take().unwrap_or(self.term);
        match ended {
            c if c == close => {}
            b')' | b'>' | b']' => {
                let (seen, close) = (shown(ended), char::from(close));
                let message = format!("{seen} stands where {close} was expected");
                let opened = self.input.spot_from(place);
                self.character_error(Code::IllegalClose, message, &[(opened, "opened here")]);
            }
            FF => {
                self.missing_close(open, close, place);
                self.input.back();
            }
            _ if self.settings.single_line() => {
                if !self.settings.lenient() {
                    self.missing_close(open, close, place);
                }
                if matches!(self.term, CR | LF) {
                    self.input.back_with(self.term);
                }
            }
            _ => return false,
        }
        true
    }

    /// Forgets all brackets but the outermost `kept` ones. Conditionals stay open.
    pub fn drop_brackets(&mut self, kept: usize) {
        let mut at = 0;
        self.brackets.retain(|bracket| {
            at += 1;
            at <= kept || bracket.is_conditional()
        });
    }

    fn missing_close(&mut self, open: u8, close: u8, place: Mark) {
        let place = self.input.spot_from(place);
        let label = format!("the {} was opened here", char::from(open));
        let message = format!("missing {}", char::from(close));
        self.character_error(Code::MissingClose, message, &[(place, &label)]);
    }

    /// A `]` was met in a field: whether it ends the word. In the late dialect it closes the last conditional of
    /// the literal around it, whatever groups are open in between, else the innermost bracket.
    pub fn close_square(&mut self) -> bool {
        if self.dialect.is_classic() {
            return self.literal_depth > 0;
        }
        let conditional = self
            .brackets
            .iter()
            .rposition(|bracket| !matches!(bracket, Bracket::Group(_)))
            .filter(|at| self.brackets[*at].is_conditional());
        if let Some(at) = conditional {
            self.brackets.remove(at);
            self.success = true;
            return false;
        }
        if self.brackets.is_empty() {
            self.stray_close(b']');
        }
        !self.brackets.is_empty()
    }

    /// A closing bracket was met that closes nothing.
    pub fn stray_close(&mut self, close: u8) {
        if !self.settings.lenient() {
            let message = format!("stray {}: nothing is open that it could close", char::from(close));
            self.character_error(Code::StrayClose, message, &[]);
        }
    }
}

/// A character as it is named in a message.
pub fn shown(c: u8) -> String {
    match c {
        CR | LF => "the end of the line".to_owned(),
        b' ' => "a blank".to_owned(),
        b'\t' => "a tab".to_owned(),
        0o41..=0o176 => char::from(c).to_string(),
        _ => format!("the character {c:03o}"),
    }
}
