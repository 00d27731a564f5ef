//! Groups and literals of the late dialect, which may extend over several lines and contain several
//! statements.

use super::shown;
use crate::chars::{CR, FF, LF};
use crate::diagnostic::Code;
use crate::input::{Cursor, Flow, InputResult};
use crate::pass::Assembler;
use crate::state::reader::{Bracket, Read};
use crate::value::Value;

impl Assembler<'_> {
    /// Returns the value of a group that was opened at `place`: the value of its last word.
    pub(super) fn late_group(&mut self, open: u8, close: u8, place: Cursor) -> InputResult<Value> {
        let mut value = Value::default();
        let mut assigned = false;
        loop {
            // Only the last word counts, but undefined symbols in the earlier words are reported.
            self.give_up_word();
            let depth = self.reader.brackets.len();
            let operators = self.reader.operators.len();
            self.reader.assigned = None;
            match self.read_word().and_then(Read::value) {
                Ok(word) => {
                    if self.bytes.is_on() {
                        if let Some(word) = word {
                            value = match self.bytes.pack(word.word, self.dialect).last() {
                                Some(full) => (*full).into(),
                                None => self.bytes.rest().unwrap_or_default().into(),
                            };
                        }
                    } else if word.is_some() || !assigned {
                        value = word.unwrap_or_default();
                    }
                    assigned = false;
                }
                Err(Flow::NextStatement) if self.reader.bracket_depth > 0 => {
                    let assignment = self.give_up_statement(depth, operators);
                    if let Some(full) = self.bytes.overflow.pop() {
                        value = full.into();
                        assigned = true;
                    }
                    if let Some(word) = assignment {
                        value = word;
                        assigned = true;
                    }
                    if !self.settings.single_line() {
                        continue;
                    }
                    self.reader.term = self.input.next()?;
                }
                Err(flow) => return self.unclosed(flow, place),
            }
            if self.reader.text.is_some() {
                continue;
            }
            if self.bracket_ends(open, close, place) {
                return Ok(value);
            }
        }
    }

    /// Abandons a statement in brackets, and the brackets opened in it. If it is an assignment, returns the
    /// assigned value.
    fn give_up_statement(&mut self, depth: usize, operators: usize) -> Option<Value> {
        self.give_up_word();
        self.reader.drop_brackets(depth);
        self.reader.operators.truncate(operators);
        self.reader.assigned.take()
    }

    pub(crate) fn late_literal(&mut self) -> InputResult<Vec<Value>> {
        let place = self.input.character_mark();
        self.reader.brackets.push(Bracket::Literal);
        let depth = self.reader.brackets.len();
        let operators = self.reader.operators.len();
        let mut words = Vec::with_capacity(1);
        loop {
            match self.read_word().and_then(Read::value) {
                Ok(Some(word)) if self.bytes.is_on() => {
                    words.extend(self.bytes.pack(word.word, self.dialect).into_iter().map(Value::from));
                }
                Ok(Some(word)) => words.push(word),
                Ok(None) => {}
                Err(Flow::NextStatement) if self.reader.bracket_depth > 0 => {
                    self.give_up_statement(depth, operators);
                    words.extend(self.bytes.overflow.drain(..).map(Value::from));
                    if !self.settings.single_line() {
                        continue;
                    }
                    self.reader.term = self.input.next()?;
                }
                Err(flow) => {
                    self.notice_names(words);
                    return self.unclosed(flow, place);
                }
            }
            if self.reader.text.is_some() {
                continue;
            }
            if self.bracket_ends(b'[', b']', place) {
                break;
            }
        }
        if let Some(rest) = self.bytes.rest() {
            words.push(rest.into());
        }
        self.reader.drop_brackets(depth - 1);
        if words.is_empty() {
            words.push(Value::default());
        }
        Ok(words)
    }

    /// Reports undefined symbols in the words of an abandoned literal.
    fn notice_names(&mut self, words: Vec<Value>) {
        let pass = self.pass;
        for word in words.into_iter().filter(|word| pass == 2 && !word.is_plain()) {
            self.settle_constant(word);
        }
    }

    /// Passes on the error `flow` from inside the bracket opened at `place`. If the source ended there, the
    /// message about the missing END will name this bracket.
    pub(crate) fn unclosed<T>(&mut self, flow: Flow, place: Cursor) -> InputResult<T> {
        self.unended(Err(flow), self.input.span_from(place), "this bracket is not closed")
    }

    /// Returns `true` if the bracket opened at `place` ends after a statement in it.
    pub(crate) fn bracket_ends(&mut self, open: u8, close: u8, place: Cursor) -> bool {
        let ended = self.reader.closed.take().unwrap_or(self.reader.term);
        match ended {
            c if c == close => {}
            b')' | b'>' | b']' => {
                let (seen, close) = (shown(ended), char::from(close));
                let message = format!("expected {close}, found {seen}");
                let opened = self.input.span_from(place);
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
                if matches!(self.reader.term, CR | LF) {
                    self.input.back_with(self.reader.term);
                }
            }
            _ => return false,
        }
        true
    }

    fn missing_close(&mut self, open: u8, close: u8, place: Cursor) {
        let place = self.input.span_from(place);
        let label = format!("the {} was opened here", char::from(open));
        let message = format!("missing {}", char::from(close));
        self.character_error(Code::MissingClose, message, &[(place, &label)]);
    }
}
