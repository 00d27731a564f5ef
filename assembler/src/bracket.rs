//! Brackets: reads the words in a group, and decides which open bracket a closing one ends.

mod late;

use crate::chars::{CR, LF};
use crate::diagnostic::Code;
use crate::input::{Flow, InputResult};
use crate::pass::Assembler;
use crate::source::Span;
use crate::state::reader::Bracket;
use crate::value::Value;

impl Assembler<'_> {
    /// Reads a bracket that `open` has opened, and returns its value. For `(`, its halves are not yet
    /// exchanged.
    pub(crate) fn bracket(&mut self, open: u8) -> InputResult<Value> {
        if self.reader.bracket_depth >= self.options.limits.bracket_depth {
            let limit = self.options.limits.bracket_depth;
            let first = self.reader.opened.first().map(|at| (self.input.span_from(*at), "the first one"));
            let labels: Vec<_> = first.into_iter().collect();
            let message = format!("more than {limit} brackets are open");
            self.character_error(Code::BracketsTooDeep, message, &labels);
            return Err(Flow::Fatal);
        }
        self.reader.bracket_depth += 1;
        let saved = std::mem::take(&mut self.reader.word);
        let mark = self.input.get_mark();
        self.reader.opened.push(self.input.character_mark());
        let value = if open == b'[' { self.literal() } else { self.group(open) };
        self.reader.opened.pop();
        self.reader.bracket_depth = self.reader.bracket_depth.saturating_sub(1);
        let inner = std::mem::replace(&mut self.reader.word, saved);
        if value.is_err() {
            // The word around the bracket is abandoned with it, so report the undefined symbols of both.
            self.reader.word.undefined.extend(inner.undefined);
        }
        self.reader.word.bracketed = true;
        self.input.set_mark(mark);
        let value = value?;
        if open != b'[' {
            // A ! after the closing bracket is skipped.
            self.input.accept(b'!')?;
        }
        Ok(value)
    }

    /// Returns a label for the innermost open bracket, for a message.
    pub(crate) fn opened_label(&self) -> Vec<(Span, &'static str)> {
        self.reader.opened.last().map(|at| (self.input.span_from(*at), "opened here")).into_iter().collect()
    }

    /// Reports each open bracket as not closed, and closes all of them. Each message has a label at `span`
    /// with the text `what`, which names the statement there that cannot be inside a bracket.
    pub(crate) fn close_forgotten_brackets(&mut self, span: Span, what: &str) {
        let opened: Vec<Span> = self.reader.opened.iter().map(|mark| self.input.span_from(*mark)).collect();
        for opening in opened {
            let close = match self.sources.get(opening.file).text.get(opening.start as usize) {
                Some(b'(') => ')',
                Some(b'<') => '>',
                _ => ']',
            };
            let message = format!("missing {close}: this bracket is not closed");
            self.error_with(Code::MissingClose, opening, message, &[(span, what)]);
        }
        self.reader.give_up();
    }

    /// Returns `true` if `span` is at the beginning of a line after the line of the outermost open bracket.
    /// If the statement there cannot be inside a bracket, the closing bracket was forgotten.
    pub(crate) fn is_line_in_bracket(&self, span: Span) -> bool {
        let Some(opening) = self.reader.opened.first().map(|mark| self.input.span_from(*mark)) else {
            return false;
        };
        let source = self.sources.get(span.file);
        let line = source.line_of(span.start as usize);
        let (begin, _) = source.line_range(line);
        let before = &source.text[begin..span.start as usize];
        let is_later = opening.file != span.file || source.line_of(opening.start as usize) < line;
        is_later && before.iter().all(|c| matches!(c, b' ' | b'\t'))
    }

    fn group(&mut self, open: u8) -> InputResult<Value> {
        let close = if open == b'<' { b'>' } else { b')' };
        if self.dialect.is_classic() {
            return self.classic_group(close);
        }
        self.reader.brackets.push(Bracket::Group(close));
        let depth = self.reader.brackets.len();
        let place = self.input.character_mark();
        let saved_text = self.reader.text.take();
        let saved_byte = self.bytes.suspend();
        let in_argument = std::mem::replace(&mut self.reader.in_argument, false);
        let value = self.late_group(open, close, place);
        self.reader.in_argument = in_argument;
        self.reader.drop_brackets(depth - 1);
        self.reader.text = saved_text;
        self.bytes.resume(saved_byte);
        value
    }

    fn classic_group(&mut self, close: u8) -> InputResult<Value> {
        let saved_text = self.reader.text.take();
        let value = self.read_word()?.value()?.unwrap_or_default();
        if self.reader.text.is_some() {
            // Only the first word of a text in a group counts. The group ends with the text, so the closing
            // bracket after the text ends the enclosing word.
            self.skip_text()?;
            self.reader.text = saved_text;
            return Ok(value);
        }
        self.reader.text = saved_text;
        self.classic_close(close);
        Ok(value)
    }

    /// Reports a bracket of a classic dialect that ends neither with `close` nor with its line.
    pub(crate) fn classic_close(&mut self, close: u8) {
        match self.reader.term {
            c if c == close => {}
            CR | LF => self.input.back_with(self.reader.term),
            c => {
                let labels = self.opened_label();
                let message = format!("expected {}, found {}", char::from(close), shown(c));
                self.character_error(Code::IllegalClose, message, &labels);
            }
        }
    }

    /// Handles a `]` in a field, and returns `true` if it ends the word. In the late dialect it closes the
    /// last conditional of the enclosing literal, even if groups are open inside it. Without such a
    /// conditional it closes the innermost bracket.
    pub(crate) fn close_square(&mut self) -> bool {
        if self.dialect.is_classic() {
            return self.reader.literal_depth > 0;
        }
        let conditional = self
            .reader
            .brackets
            .iter()
            .rposition(|bracket| !matches!(bracket, Bracket::Group(_)))
            .filter(|at| self.reader.brackets[*at].is_conditional());
        if let Some(at) = conditional {
            self.reader.brackets.remove(at);
            self.settings.success = true;
            return false;
        }
        if self.reader.brackets.is_empty() {
            self.stray_close(b']');
        }
        !self.reader.brackets.is_empty()
    }

    /// Reports a closing bracket without an opening one.
    pub(crate) fn stray_close(&mut self, close: u8) {
        if !self.settings.lenient() {
            let message = format!("stray {}: no matching bracket is open", char::from(close));
            self.character_error(Code::StrayClose, message, &[]);
        }
    }
}

/// Returns how a message names a character.
fn shown(c: u8) -> String {
    match c {
        CR | LF => "the end of the line".to_owned(),
        b' ' => "a blank".to_owned(),
        b'\t' => "a tab".to_owned(),
        0o41..=0o176 => char::from(c).to_string(),
        _ => format!("the character {c:03o}"),
    }
}
