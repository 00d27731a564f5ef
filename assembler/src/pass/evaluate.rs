//! Evaluates a name in an expression, with its quotes and block names.

use super::{Assembler, Name};
use crate::chars::Class;
use crate::diagnostic::Code;
use crate::dialect::Dialect;
use crate::input::InputResult;
use crate::state::reader::Quotes;
use crate::symbol::{INITIAL, Kind, MAIN, Squoze, SymbolId};
use crate::value::{Target, Value};
use emulator::word::Word;

/// The result of evaluating a name.
#[derive(Debug)]
pub(crate) enum Evaluation {
    /// A value. The character that ended the name is in `reader.term`.
    Value(Value),
    /// A value. The character after it has not been read.
    Consumed(Value),
    /// No value; reading continues.
    Nothing,
    /// A label, an assignment or a pseudo-op without a value, which completes the statement.
    Statement,
}

impl Assembler<'_> {
    /// Evaluates the name just read. `term` is the character after it.
    pub(crate) fn evaluate(&mut self, name: Squoze) -> InputResult<Evaluation> {
        if self.reader.quotes.any()
            || matches!(
                self.chars.class[self.reader.term as usize],
                Class::Quote | Class::Colon | Class::Equals
            )
        {
            return self.suffixed(name);
        }
        self.evaluate_found(self.seen(name, self.reader.word.fields == 0), name, MAIN)
    }

    /// Returns the entry of a name in an expression. For the first field of a word, the classic assemblers
    /// searched the initial symbols first.
    #[inline(always)]
    pub(crate) fn seen(&self, name: Squoze, in_first_field: bool) -> Option<SymbolId> {
        if in_first_field && self.dialect.is_classic() {
            self.seen_first(name)
        } else {
            self.symbols.find(name)
        }
    }

    #[inline(never)]
    fn seen_first(&self, name: Squoze) -> Option<SymbolId> {
        self.symbols.find_in(name, INITIAL).or_else(|| self.symbols.find(name))
    }

    /// Returns the value of the entry found for `name`. If `found` is `None`, enters the name in `block` as
    /// undefined.
    fn evaluate_found(
        &mut self,
        found: Option<SymbolId>,
        name: Squoze,
        block: u32,
    ) -> InputResult<Evaluation> {
        match found {
            Some(id) => self.evaluate_symbol(id),
            None => {
                let id = self.enter_undefined(name, block);
                Ok(Evaluation::Value(Value::reference(Target::Symbol(id))))
            }
        }
    }

    /// Evaluates an entry of the symbol table.
    pub(crate) fn evaluate_symbol(&mut self, id: SymbolId) -> InputResult<Evaluation> {
        if self.options.cross_reference {
            self.note_reference(id);
        }
        let symbol = &self.symbols[id];
        if symbol.global && self.linkage.relocatable && self.dialect == Dialect::D {
            self.announce(id);
        }
        let symbol = &self.symbols[id];
        Ok(match symbol.kind {
            Kind::Label | Kind::Assigned | Kind::Initial => {
                // The loader resolves a reference to a relocated global label.
                let asked = symbol.global && self.linkage.relocatable && symbol.kind == Kind::Label;
                Evaluation::Value(match symbol.number() {
                    Some(number) => number.into(),
                    None if symbol.deferred || asked => Value::reference(Target::Symbol(id)),
                    None => Value::relocated(symbol.value, symbol.relocation),
                })
            }
            Kind::InputOutput => {
                let value = symbol.value;
                if self.reader.word.fields == 0 {
                    self.reader.word.io = true;
                }
                Evaluation::Value(value.into())
            }
            Kind::Undefined => {
                self.note_use(id);
                self.reader.word.undefined.push(id);
                Evaluation::Value(Value::reference(Target::Symbol(id)))
            }
            Kind::Variable { area } => Evaluation::Value(self.variable_value(id, area)),
            Kind::Macro(index) => {
                let name = symbol.name;
                self.call_macro(name, index)?;
                Evaluation::Nothing
            }
            Kind::Pseudo(row) => return self.pseudo(row, id),
        })
    }

    /// Enters a name that is used but not defined.
    fn enter_undefined(&mut self, name: Squoze, block: u32) -> SymbolId {
        let id = self.own_entry(Name { name, block: Some(block) });
        self.note_use(id);
        id
    }

    /// Evaluates a name with quotes, or followed by `:`, `=` or `^`.
    fn suffixed(&mut self, name: Squoze) -> InputResult<Evaluation> {
        let Quotes { variable, global, block } = std::mem::take(&mut self.reader.quotes);
        let saved = self.symbols.current;
        if let Some(block) = block {
            self.symbols.current = block;
        }
        let result = self.suffixed_in_block(name, variable, global, block);
        self.symbols.current = saved;
        result
    }

    fn suffixed_in_block(
        &mut self,
        name: Squoze,
        variable: bool,
        global: bool,
        explicit: Option<u32>,
    ) -> InputResult<Evaluation> {
        if variable && !matches!(self.reader.term, b':' | b'=') {
            self.declare_variable(name);
        }
        if global {
            let (block, defined) = (self.symbols.current, matches!(self.reader.term, b':' | b'='));
            let late = self.dialect == Dialect::D;
            if defined && late && block > MAIN && self.symbols.find_in(name, block).is_none() {
                self.symbols.insert(name, block, Kind::Undefined, Word::ZERO);
            }
            self.declare_global(name);
            if let Some(id) = self.symbols.find(name) {
                if !defined {
                    self.announce(id);
                } else if !late {
                    // Define the entry just made global, even if it belongs to a block around this one.
                    self.symbols.current = self.symbols[id].block.max(MAIN);
                }
            }
        }
        match self.reader.term {
            b':' => {
                self.label(name)?;
                Ok(Evaluation::Statement)
            }
            b'=' => {
                self.assignment(name)?;
                Ok(Evaluation::Statement)
            }
            b'^' => {
                // The name before `^` is ignored, and the name after it is evaluated. A number there is read
                // as a name, and if no name follows, the name is empty.
                self.character_error(Code::BadFormat, "^ can only follow a number", &[]);
                self.input.mark();
                let (name, end) = self.name_here()?;
                self.reader.term = end;
                let found = self.symbols.find(name);
                self.evaluate_found(found, name, MAIN)
            }
            _ => {
                let found = self.find(Name { name, block: explicit });
                self.evaluate_found(found, name, explicit.unwrap_or(MAIN))
            }
        }
    }
}
