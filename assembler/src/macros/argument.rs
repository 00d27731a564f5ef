//! The arguments of a macro call.

use super::{Dummy, Mode};
use crate::chars::{CR, LF};
use crate::diagnostic::Code;
use crate::dialect::Dialect;
use crate::input::Reading;
use crate::pass::Assembler;
use crate::symbol::Squoze;
use std::rc::Rc;

/// An argument as it was read.
enum Argument {
    /// There is text, perhaps none between two commas.
    Given(Vec<u8>),
    /// The list ended before it.
    Missing,
}

impl Assembler<'_> {
    /// Reads the arguments of a call; `term` is the character after the macro's name.
    pub fn arguments(&mut self, dummies: &[Dummy]) -> Reading<Vec<Rc<[u8]>>> {
        let late = self.dialect == Dialect::D;
        let mut close = None;
        let mut ended = false;
        match self.term {
            CR | LF => ended = true,
            _ if !late => {}
            b' ' | b'\t' => {}
            b'(' => close = Some(b')'),
            b'[' => close = Some(b']'),
            b'<' => close = Some(b'>'),
            b')' | b']' | b'>' | b'}' => {
                self.input.back_with(self.term);
                ended = true;
            }
            _ => self.input.back_with(self.term),
        }
        let mut values: Vec<Option<Rc<[u8]>>> = vec![None; dummies.len()];
        let mut at = 0;
        while at < dummies.len() && !ended {
            if dummies[at].keyword {
                let end = at + dummies[at..].iter().take_while(|d| d.keyword).count();
                self.keyword_arguments(&dummies[at..end], &mut values[at..end], &mut ended)?;
                at = end;
                continue;
            }
            match self.argument(dummies[at].mode, &mut ended)? {
                Argument::Given(text) => values[at] = Some(text.into()),
                Argument::Missing => break,
            }
            at += 1;
        }
        if let Some(close) = close {
            self.skip_to_close(close)?;
        }
        let mut arguments = Vec::with_capacity(dummies.len());
        for (dummy, value) in dummies.iter().zip(values) {
            let value = match (value, &dummy.default) {
                (None, Some(default)) => default.clone(),
                (Some(text), Some(default)) if text.is_empty() && !self.explicit_null(&text) => {
                    default.clone()
                }
                (Some(text), _) if &*text == NULL => Rc::new([]) as Rc<[u8]>,
                (Some(text), _) => text,
                (None, None) if dummy.generated => self.generate(),
                (None, None) => Rc::new([]) as Rc<[u8]>,
            };
            arguments.push(value);
        }
        Ok(arguments)
    }

    fn explicit_null(&self, text: &[u8]) -> bool {
        text == NULL
    }

    /// Skips what a parenthesised call has left of its list.
    fn skip_to_close(&mut self, close: u8) -> Reading<()> {
        let open = match close {
            b')' => b'(',
            b']' => b'[',
            _ => b'<',
        };
        let mut depth = 1;
        loop {
            let c = self.input.next()?;
            if c == open {
                depth += 1;
            } else if c == close {
                depth -= 1;
                if depth == 0 {
                    return Ok(());
                }
            }
        }
    }

    fn argument(&mut self, mode: Mode, ended: &mut bool) -> Reading<Argument> {
        match mode {
            Mode::Normal => self.normal_argument(true, ended),
            Mode::Line => self.line_argument(ended),
            Mode::Balanced => self.balanced_argument(ended),
            Mode::Strung => self.strung_argument(false, ended),
            Mode::KeepStrung => self.strung_argument(true, ended),
            Mode::Evaluated => {
                let c = self.input.next()?;
                self.input.back();
                if matches!(c, CR | LF | b';') {
                    return self.normal_argument(false, ended);
                }
                let text = self.evaluated_argument()?;
                Ok(Argument::Given(text))
            }
        }
    }

    /// `\field` or an evaluated dummy: digits in the current radix.
    fn evaluated_argument(&mut self) -> Reading<Vec<u8>> {
        let value = self.absolute_field(Code::UndefinedInArgument, "a macro argument")?;
        Ok(digits(value.word.bits(), self.radix))
    }

    /// An argument in the ordinary syntax; `evaluate`: a backslash evaluates.
    fn normal_argument(&mut self, evaluate: bool, ended: &mut bool) -> Reading<Argument> {
        let late = self.dialect == Dialect::D;
        let comments = self.dialect > Dialect::A;
        let c = self.input.next()?;
        match c {
            b'[' => {
                let text = self.bracketed_text()?;
                let next = self.input.next()?;
                self.input.back();
                if matches!(next, CR | LF) {
                    *ended = true;
                }
                if text.is_empty() && late {
                    return Ok(Argument::Given(NULL.to_vec()));
                }
                return Ok(Argument::Given(text));
            }
            b'\\' if evaluate => return Ok(Argument::Given(self.evaluated_argument()?)),
            CR | LF => return Ok(Argument::Missing),
            b';' if comments => {
                self.input.back();
                return Ok(Argument::Missing);
            }
            _ => {}
        }
        let mut text = Vec::new();
        let mut c = c;
        loop {
            match c {
                b',' => break,
                CR | LF => {
                    *ended = true;
                    break;
                }
                b';' if comments => {
                    self.input.back();
                    *ended = true;
                    if late {
                        while matches!(text.last(), Some(b' ' | b'\t')) {
                            text.pop();
                        }
                    }
                    break;
                }
                _ => text.push(c),
            }
            c = self.input.next()?;
        }
        Ok(Argument::Given(text))
    }

    fn line_argument(&mut self, ended: &mut bool) -> Reading<Argument> {
        let mut text = Vec::new();
        *ended = true;
        loop {
            let c = self.input.next()?;
            if matches!(c, CR | LF) {
                return Ok(Argument::Given(text));
            }
            text.push(c);
        }
    }

    fn balanced_argument(&mut self, ended: &mut bool) -> Reading<Argument> {
        let mut text = Vec::new();
        let mut open = Vec::new();
        loop {
            let c = self.input.next()?;
            match c {
                CR | LF if open.is_empty() => {
                    *ended = true;
                    if text.is_empty() {
                        return Ok(Argument::Missing);
                    }
                    break;
                }
                b';' if open.is_empty() => {
                    self.input.back();
                    *ended = true;
                    while matches!(text.last(), Some(b' ' | b'\t')) {
                        text.pop();
                    }
                    break;
                }
                b',' if open.is_empty() => break,
                b'(' | b'[' | b'<' | b'{' => open.push(c),
                b')' | b']' | b'>' | b'}' if open.pop().is_none() => {
                    self.input.back();
                    *ended = true;
                    if text.is_empty() {
                        return Ok(Argument::Missing);
                    }
                    break;
                }
                _ => {}
            }
            text.push(c);
        }
        Ok(Argument::Given(text))
    }

    fn strung_argument(&mut self, keep: bool, ended: &mut bool) -> Reading<Argument> {
        let mut c = self.input.next()?;
        while matches!(c, b' ' | b'\t') {
            c = self.input.next()?;
        }
        if matches!(c, CR | LF) {
            *ended = true;
            return Ok(Argument::Missing);
        }
        if c == b',' {
            return Ok(Argument::Given(Vec::new()));
        }
        let delimiter = c;
        let mut text = Vec::new();
        if keep {
            text.push(delimiter);
        }
        loop {
            let c = self.input.next()?;
            if c == delimiter {
                break;
            }
            text.push(c);
        }
        if keep {
            text.push(delimiter);
        }
        // What follows up to the separator is not part of it.
        loop {
            let c = self.input.next()?;
            match c {
                b' ' | b'\t' => continue,
                b',' => {}
                CR | LF => *ended = true,
                _ => {
                    self.input.back();
                    if c == b';' {
                        *ended = true;
                    }
                }
            }
            break;
        }
        Ok(Argument::Given(text))
    }

    /// A run of `NAME=value` arguments in any order.
    fn keyword_arguments(
        &mut self,
        dummies: &[Dummy],
        values: &mut [Option<Rc<[u8]>>],
        ended: &mut bool,
    ) -> Reading<()> {
        loop {
            let mut c = self.input.next()?;
            while matches!(c, b' ' | b'\t') {
                c = self.input.next()?;
            }
            if self.chars.squoze[c as usize] == 0 {
                match c {
                    CR | LF => *ended = true,
                    b',' => {}
                    _ => {
                        self.input.back();
                        *ended = true;
                    }
                }
                return Ok(());
            }
            self.input.back();
            self.input.mark();
            let mut text = Vec::new();
            loop {
                let c = self.input.next()?;
                if self.chars.squoze[c as usize] == 0 {
                    self.term = c;
                    self.input.end_mark();
                    break;
                }
                text.push(c);
            }
            let place = self.here();
            let name = Squoze::from_bytes(&text);
            // Keywords are told apart by the case of their letters, too.
            let lower = text.iter().any(u8::is_ascii_lowercase);
            if self.term != b'=' {
                self.input.back_with(self.term);
                self.error(Code::BadArgument, "a keyword argument is written NAME=value");
                *ended = true;
                return Ok(());
            }
            let at = dummies.iter().position(|d| d.name == name && !lower);
            let mode = at.map_or(Mode::Normal, |at| dummies[at].mode);
            let argument = self.argument(mode, ended)?;
            match (at, argument) {
                (Some(at), Argument::Given(text)) => values[at] = Some(text.into()),
                (Some(_), Argument::Missing) => {
                    *ended = true;
                    return Ok(());
                }
                (None, _) => {
                    let message = format!("the macro has no keyword argument {name}");
                    self.symbol_error(Code::BadArgument, name, place, message, &[]);
                }
            }
            if *ended {
                return Ok(());
            }
        }
    }

    /// The default value of a dummy, in the syntax of an argument.
    pub fn default_argument(&mut self) -> Reading<Vec<u8>> {
        let mut text = Vec::new();
        let c = self.input.next()?;
        if c == b'[' {
            return self.bracketed_text();
        }
        self.input.back();
        loop {
            let c = self.input.next()?;
            if matches!(c, b',' | b';' | CR | LF) {
                self.input.back();
                return Ok(text);
            }
            text.push(c);
        }
    }

    /// The text up to the matching `]`; the opening bracket has been read.
    pub fn bracketed_text(&mut self) -> Reading<Vec<u8>> {
        let place = self.input.character_spot();
        let mut text = Vec::new();
        let mut depth = 1;
        loop {
            let c = self.input.next();
            let c = self.unended(c, place, "this bracket is not closed")?;
            match c {
                b'[' => depth += 1,
                b']' => {
                    depth -= 1;
                    if depth == 0 {
                        return Ok(text);
                    }
                }
                _ => {}
            }
            text.push(c);
        }
    }

    /// A list for a loop or the first string of a comparison: bracketed, or up to a comma.
    /// Whether the line ended with it.
    pub fn list_argument(&mut self) -> Reading<(Vec<u8>, bool)> {
        let mut ended = false;
        Ok(match self.normal_argument(false, &mut ended)? {
            Argument::Given(text) if text == NULL => (Vec::new(), ended),
            Argument::Given(text) => (text, ended),
            Argument::Missing => {
                self.input.back_with(self.input.last);
                (Vec::new(), true)
            }
        })
    }
}

/// Stands for an argument written `[]`: null, and not to be replaced by a default.
const NULL: &[u8] = &[0o200];

/// `value` in digits of `radix`.
pub fn digits(value: u64, radix: u64) -> Vec<u8> {
    let radix = radix.max(2);
    let mut digits = Vec::new();
    let mut rest = value;
    loop {
        digits.push(b'0' + (rest % radix).min(75) as u8);
        rest /= radix;
        if rest == 0 {
            break;
        }
    }
    digits.reverse();
    digits
}
