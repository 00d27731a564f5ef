//! Reads the arguments of pseudo-ops and macros: fields, words, names.

use super::{Assembler, Evaluation};
use crate::chars::{CR, Class, LF};
use crate::diagnostic::Code;
use crate::dialect::Dialect;
use crate::input::{Flow, InputResult};
use crate::symbol::{Kind, Squoze, SymbolId};
use crate::value::Value;
use emulator::word::Word;

/// A name, and the block that the source names for it, if any.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Name {
    pub name: Squoze,
    pub block: Option<u32>,
}

impl Assembler<'_> {
    /// Reads a field that must be known now. Returns 0 for a missing field.
    pub(crate) fn absolute_field(&mut self, what: &str) -> InputResult<Value> {
        match self.argument_field()? {
            Some(value) => Ok(self.absolute(value, Code::UndefinedInArgument, what)),
            None => Ok(Value::default()),
        }
    }

    /// Reads the count of a REPEAT or a conditional, which must be known now; uses the fast reader if
    /// possible.
    pub(crate) fn counted_field(&mut self, what: &str) -> InputResult<Word> {
        match self.plain_field() {
            Some(word) => Ok(word),
            None => Ok(self.absolute_field(what)?.word),
        }
    }

    /// Reads a field as the argument of a pseudo-op, separately from the word around it. If the field
    /// contains a text, only the first word of the text counts.
    pub(crate) fn argument_field(&mut self) -> InputResult<Option<Value>> {
        self.argument_field_after(self.dialect.is_classic())
    }

    /// Like [`Assembler::argument_field`]. With `commas`, also skips empty fields before a comma.
    pub(crate) fn argument_field_after(&mut self, commas: bool) -> InputResult<Option<Value>> {
        self.argument(|assembler| assembler.whole_field(commas))
    }

    /// Calls `read` with the state of an argument, separate from the word around it.
    pub(crate) fn argument(
        &mut self,
        read: impl FnOnce(&mut Self) -> InputResult<Option<Value>>,
    ) -> InputResult<Option<Value>> {
        let outer = std::mem::take(&mut self.reader.word);
        self.reader.word.fields = outer.fields;
        let outer_argument = std::mem::replace(&mut self.reader.in_argument, true);
        let field = read(self);
        self.reader.in_argument = outer_argument;
        let inner = std::mem::replace(&mut self.reader.word, outer);
        let mut field = field?;
        if self.dialect < Dialect::C {
            // In dialects A and B, an index in the argument is added to the word around it.
            self.reader.word.sum.add(&inner.sum);
        } else if inner.touched || inner.sum != Value::default() {
            field.get_or_insert_default().add(&inner.sum);
        }
        Ok(field)
    }

    /// Reads a field, including all words of a text in it. Only the first word counts.
    fn whole_field(&mut self, commas: bool) -> InputResult<Option<Value>> {
        let field = self.next_field(commas)?;
        if self.reader.text.is_some() && self.dialect == Dialect::D {
            self.skip_text()?;
        }
        while self.reader.text.is_some() {
            self.next_field(commas)?;
        }
        Ok(field)
    }

    /// Reads the next field. Skips empty fields before a blank, with `commas` also before a comma, and in
    /// dialects A and B also before a `)`, a `>` or a terminator within the line. Consumes the blank or comma
    /// that ends the field; any other character remains in the input.
    pub(crate) fn next_field(&mut self, commas: bool) -> InputResult<Option<Value>> {
        let value = loop {
            let value = self.field()?.value()?;
            let skipped = match self.chars.class[self.reader.term as usize] {
                Class::Blank => true,
                Class::Comma => commas,
                Class::Terminator | Class::Close => {
                    self.dialect < Dialect::C && !matches!(self.reader.term, CR | LF)
                }
                _ => false,
            };
            // A field with an index is not empty.
            if value.is_some() || !skipped || self.reader.text.is_some() || self.reader.word.touched {
                break value;
            }
        };
        let separated = matches!(self.chars.class[self.reader.term as usize], Class::Blank | Class::Comma);
        if !separated && self.reader.text.is_none() {
            self.input.back_with(self.reader.term);
        }
        Ok(value)
    }

    /// Reads a whole word as the argument of a statement. Its terminator remains in the input.
    pub(crate) fn argument_word(&mut self) -> InputResult<Value> {
        self.argument_word_after(false)
    }

    /// Like [`Assembler::argument_word`]. With `comma`, reads the word as if a comma came before it.
    pub(crate) fn argument_word_after(&mut self, comma: bool) -> InputResult<Value> {
        self.give_up_word();
        let outer = std::mem::replace(&mut self.reader.in_argument, true);
        self.reader.begin_word();
        let word = self.read_word_from(self.input.position(), comma);
        self.reader.in_argument = outer;
        let word = word?.value()?;
        if self.reader.text.is_some() {
            self.skip_text()?;
        } else {
            self.input.back_with(self.reader.term);
        }
        Ok(word.unwrap_or_default())
    }

    /// Reads the next name, after blanks and `@`. If there is none, returns `None`. The character after
    /// the name, or in its place, remains to be read. If it is a colon or an equal sign, the name is defined,
    /// and the statement that needs a name is abandoned.
    pub(crate) fn name(&mut self) -> InputResult<Option<Squoze>> {
        loop {
            let c = self.input.next()?;
            match self.chars.class[c as usize] {
                Class::Blank => {}
                Class::Indirect => self.reader.set_indirect(),
                Class::Colon => self.stray_colon()?,
                Class::Equals => self.stray_equals()?,
                class => {
                    self.input.back();
                    if class != Class::Squoze {
                        return Ok(None);
                    }
                    break;
                }
            }
        }
        self.input.mark();
        let (name, end) = self.name_here()?;
        match self.chars.class[end as usize] {
            Class::Colon => self.label(name)?,
            Class::Equals => self.assignment(name)?,
            _ => {
                self.input.back_with(end);
                return Ok(Some(name));
            }
        }
        Err(Flow::NextStatement)
    }

    /// Reads a name. In the late dialect, block names may come before it, each with `"`, and a quote, which
    /// is ignored here, may follow.
    pub(crate) fn qualified_name(&mut self) -> InputResult<Option<Name>> {
        let mut block = None;
        while let Some(name) = self.name()? {
            if self.dialect == Dialect::D {
                match self.input.next()? {
                    b'"' if self.squoze_follows()? => {
                        block = Some(self.block_named(name, block));
                        continue;
                    }
                    b'\'' | b'"' => {}
                    _ => self.input.back(),
                }
            }
            return Ok(Some(Name { name, block }));
        }
        Ok(None)
    }

    /// Returns the entry that a use of `name` means, if there is one.
    pub(crate) fn find(&self, Name { name, block }: Name) -> Option<SymbolId> {
        match block {
            Some(block) => self.symbols.find_in(name, block),
            None => self.symbols.find(name),
        }
    }

    /// Returns the entry that a definition of `name` changes: the one in the block itself, not in a block
    /// around it. If it does not exist, creates it.
    pub(crate) fn own_entry(&mut self, Name { name, block }: Name) -> SymbolId {
        let block = block.unwrap_or(self.symbols.current);
        match self.symbols.find_in(name, block) {
            Some(id) => id,
            None => self.symbols.insert(name, block, Kind::Undefined, Word::ZERO),
        }
    }

    /// Reads the name that begins with the next character; also returns the character that ended it.
    pub(crate) fn name_here(&mut self) -> InputResult<(Squoze, u8)> {
        let mut text = Vec::new();
        loop {
            let c = self.input.next()?;
            if self.chars.squoze[c as usize] != 0 {
                text.push(c);
                continue;
            }
            let class = self.chars.class[c as usize];
            match class {
                Class::Ignored => {}
                Class::Indirect => self.reader.set_indirect(),
                // Quotes inside a name are ignored, except that in the late dialect `"` ends the name of a
                // block.
                Class::Quote
                    if !text.is_empty() && (c == b'\'' || c == b'"' && self.dialect.is_classic()) => {}
                // A `]` that does not end the word, such as the end of a conditional, is ignored.
                Class::CloseSquare if !self.close_square() => {}
                _ => {
                    self.input.end_mark();
                    return Ok((Squoze::from_bytes(&text), c));
                }
            }
        }
    }

    /// Returns the value of a name that is the operand of `^` or `_`.
    pub(crate) fn symbol_operand(&mut self, name: Squoze) -> InputResult<Value> {
        let value = match self.evaluate(name)? {
            Evaluation::Value(value) => return Ok(value),
            Evaluation::Consumed(value) => value,
            Evaluation::Statement => return Err(Flow::NextStatement),
            Evaluation::Nothing => Value::default(),
        };
        self.reader.term = self.input.next()?;
        Ok(value)
    }
}
