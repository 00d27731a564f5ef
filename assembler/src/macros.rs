//! Macros: definitions, calls, arguments.

mod argument;
mod dummies;
mod late;
mod typed;

use crate::chars::{CR, LF};
use crate::diagnostic::Code;
use crate::dialect::Dialect;
use crate::input::{Arguments, InputResult, SLOT, Text, TextKind};
use crate::pass::{Assembler, Name};
use crate::pseudo::BodyEffect;
use crate::source::{FileId, Span};
use crate::state::macros::{Dummy, Macro};
use crate::symbol::{INITIAL, Kind, Squoze};
use std::rc::Rc;

/// Initial capacity of a body, in bytes.
const BODY_CAPACITY: usize = 64;

impl Assembler<'_> {
    pub(crate) fn define(&mut self) -> InputResult<()> {
        let late = self.dialect == Dialect::D;
        let mut missing = false;
        let place = self.here();
        let name = loop {
            match self.qualified_name()? {
                Some(name) => break name,
                // Skips all characters before the name, even the end of a line.
                None => missing |= matches!(self.input.next()?, CR | LF),
            }
        };
        if missing && late {
            self.error_with(Code::NoMacroName, place, "DEFINE is not followed by a name", &[]);
        }
        let span = self.input.span();
        let after = self.input.next()?;
        let definition = self.definition_text(after)?;
        self.define_macro(name, span, definition);
        Ok(())
    }

    /// Reads the dummies and the body. `after` is the character after the name of the macro, or after
    /// `.TTYMAC`. If it is `;`, a comment comes first.
    fn definition_text(&mut self, after: u8) -> InputResult<Macro> {
        if after == b';' {
            self.input.skip_to_cr()?;
        } else {
            self.input.back_with(after);
        }
        let late = self.dialect == Dialect::D;
        let (dummies, names, mut body) = if late { self.late_dummies()? } else { self.classic_dummies()? };
        let origin = self.file_origin();
        body.append(&mut self.body(&names)?);
        Ok(Macro { dummies, body: body.into(), origin })
    }

    /// Returns the file and line of the next character, if a file is being read.
    fn file_origin(&self) -> Option<(FileId, usize)> {
        match self.input.frames().last().map(|f| &f.kind) {
            Some(TextKind::File(id)) => {
                let (_, at) = self.input.file_position();
                Some((*id, self.sources.get(*id).line_of(at)))
            }
            _ => None,
        }
    }

    fn define_macro(&mut self, name: Name, span: Span, definition: Macro) {
        let late = self.dialect == Dialect::D;
        if !late
            && self.pass == 1
            && let Some(id) = self.symbols.find(name.name)
            && self.symbols[id].block != INITIAL
        {
            // The classic assemblers entered macros among the initial symbols, with one entry per name, so
            // the macro replaces the program's entry.
            self.symbols.remove(id);
        }
        let name = if late { name } else { Name { block: Some(INITIAL), ..name } };
        let used =
            late && self.symbols.find_in(name.name, name.block.unwrap_or(self.symbols.current)).is_some();
        let id = self.own_entry(name);
        let name = name.name;
        let index = match self.symbols[id].kind {
            Kind::Macro(index) => {
                self.macros.all[index as usize] = Rc::new(definition);
                index
            }
            kind => {
                if used {
                    let what = if kind == Kind::Undefined { "used as a number" } else { "a number" };
                    let before = self.symbols[id].span.map(|at| (at, "a number from here on"));
                    let message = format!("{name} was {what}; from here on it is a macro");
                    self.symbol_error(Code::MacroReplaces, name, span, message, before.as_slice());
                }
                self.enter_macro(definition)
            }
        };
        let symbol = &mut self.symbols[id];
        symbol.kind = Kind::Macro(index);
        symbol.span = Some(span);
    }

    /// Reads a body up to the matching TERMIN, replacing the dummies by slots.
    pub(crate) fn body(&mut self, dummies: &[Squoze]) -> InputResult<Vec<u8>> {
        let keeps_marks = self.dialect == Dialect::A;
        let late = self.dialect >= Dialect::C;
        let mut body = Vec::with_capacity(BODY_CAPACITY);
        let mut depth = 0usize;
        let place = self.here();
        loop {
            self.plain_body(&mut body, dummies);
            let c = self.input.next();
            let c = self.unended(c, place, "this definition or loop has no TERMIN")?;
            if self.chars.squoze[c as usize] == 0 {
                body.push(c);
                continue;
            }
            let start = body.len();
            let mut c = c;
            while self.chars.squoze[c as usize] != 0 {
                body.push(c);
                self.input.take_text(&mut body, |c| self.chars.squoze[c as usize] == 0);
                let next = self.input.next();
                c = self.unended(next, place, "this definition or loop has no TERMIN")?;
            }
            let (name, _) = Squoze::first_of(&body[start..], &self.chars.squoze);
            if let Some(slot) = dummies.iter().position(|d| *d == name) {
                body.truncate(start);
                if !keeps_marks && body.last() == Some(&b'!') {
                    body.pop();
                }
                body.push(SLOT + slot as u8);
                if c != b'!' || keeps_marks {
                    self.input.back();
                }
                continue;
            }
            match self.meaning_in_body(name) {
                Some(BodyEffect::Ends) => {
                    if late && body.len() - start > 6 {
                        let message = "TERMIN with more letters after it also ends the definition";
                        self.character_error(Code::OutsideDefinition, message, &[]);
                    }
                    if depth == 0 {
                        body.truncate(start);
                        if body.last() == Some(&b'!') {
                            body.pop();
                        }
                        // The character after TERMIN is lost.
                        return Ok(body);
                    }
                    depth -= 1;
                }
                Some(BodyEffect::Quotes) => {
                    body.truncate(start);
                    if self.dialect == Dialect::D && body.last() == Some(&b'!') {
                        body.pop();
                    }
                    let delimiter = self.text_delimiter(c)?;
                    body.append(&mut self.text_up_to(delimiter, self.here())?);
                    continue;
                }
                Some(BodyEffect::Begins) => depth += 1,
                None => {}
            }
            self.input.back();
        }
    }

    /// Takes the text of a body, with slots for the dummies, up to a slot in the input or a name that has a
    /// meaning in bodies.
    fn plain_body(&mut self, body: &mut Vec<u8>, dummies: &[Squoze]) {
        let keeps_marks = self.dialect == Dialect::A;
        let codes = &self.chars.squoze;
        let text = self.input.rest();
        let mut at = 0;
        // The number of characters of `text` already copied to the body.
        let mut taken = 0;
        while let Some(c @ ..SLOT) = text.get(at) {
            if codes[*c as usize] == 0 {
                at += 1;
                continue;
            }
            let (name, length) = Squoze::first_of(&text[at..], codes);
            let end = at + length;
            let Some(after @ ..SLOT) = text.get(end) else { break };
            if let Some(slot) = dummies.iter().position(|d| *d == name) {
                body.extend_from_slice(&text[taken..at]);
                if !keeps_marks && body.last() == Some(&b'!') {
                    body.pop();
                }
                body.push(SLOT + slot as u8);
                at = end + usize::from(*after == b'!' && !keeps_marks);
                taken = at;
            } else if self.meaning_in_body(name).is_some() {
                break;
            } else {
                at = end;
            }
        }
        body.extend_from_slice(&text[taken..at]);
        self.input.skip(at);
    }

    /// Returns the meaning of `name` in the text of a definition or loop, if it is a pseudo-op that has one
    /// there.
    pub(crate) fn meaning_in_body(&self, name: Squoze) -> Option<BodyEffect> {
        let id = self.symbols.find(name)?;
        match self.symbols[id].kind {
            Kind::Pseudo(row) => row.op.in_body(),
            _ => None,
        }
    }

    /// Calls the macro whose name was just read as a symbol: reads the arguments and pushes the body.
    pub(crate) fn call_macro(&mut self, name: Squoze, index: u32) -> InputResult<()> {
        let definition = self.macros.all[index as usize].clone();
        if definition.dummies.is_empty() {
            let resume = Some(self.reader.term);
            return self.push_body(name, index, None, resume);
        }
        let arguments = self.arguments(self.reader.term, &definition.dummies)?;
        self.push_body(name, index, Some(arguments), None)
    }

    /// Reads the arguments of a call. `after` is the character after the macro's name. The reader's state is
    /// restored, because an argument may contain expressions, and the call may itself be part of one.
    fn arguments(&mut self, after: u8, dummies: &[Dummy]) -> InputResult<Arguments> {
        let mark = self.input.get_mark();
        let saved_expression = self.reader.in_expression;
        let mut arguments = self.input.no_arguments();
        if self.dialect == Dialect::D {
            self.late_arguments(after, dummies, &mut arguments)?;
        } else {
            self.classic_arguments(after, dummies, &mut arguments)?;
        }
        self.reader.in_expression = saved_expression;
        self.input.set_mark(mark);
        Ok(arguments)
    }

    /// Enters a macro and returns its index.
    fn enter_macro(&mut self, definition: Macro) -> u32 {
        self.macros.all.push(Rc::new(definition));
        self.macros.all.len() as u32 - 1
    }

    /// Pushes a text produced by the pseudo-op `name`, as the body of a macro without dummies.
    pub(crate) fn expand(&mut self, name: Squoze, body: Text) -> InputResult<()> {
        let index = self.enter_macro(Macro { dummies: Vec::new(), body, origin: None });
        self.push_body(name, index, None, None)
    }

    /// Pushes the body of a macro. `resume` is the character after the name if it was read but is not part of
    /// the arguments; it is delivered again after the body.
    fn push_body(
        &mut self,
        name: Squoze,
        index: u32,
        arguments: Option<Arguments>,
        resume: Option<u8>,
    ) -> InputResult<()> {
        let text = self.macros.all[index as usize].body.clone();
        self.input.push(TextKind::Macro { name, index }, text, arguments, resume)?;
        self.note_trail();
        Ok(())
    }

    /// Returns a new generated symbol, for a dummy whose argument is missing.
    pub(crate) fn generate(&mut self) -> Text {
        self.macros.generated += 1;
        let number = self.macros.generated & 0o77777;
        format!("G{number:05o}").into_bytes().into()
    }
}
