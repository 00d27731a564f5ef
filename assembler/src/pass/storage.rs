//! Storage words: their location, byte mode, and values that must be known.

use super::Assembler;
use crate::diagnostic::Code;
use crate::dialect::Dialect;
use crate::input::{Cursor, InputResult};
use crate::state::collector::{Item, LoaderCommand, Order};
use crate::symbol::{INITIAL, Kind, Squoze, SymbolId};
use crate::value::{Target, Value};
use emulator::formats::rim;
use emulator::word::Word;

impl Assembler<'_> {
    /// Returns the known part of the location with the offset; in byte mode, as a byte pointer.
    pub(crate) fn known_here(&self) -> Value {
        let mut value = self.location.with_offset();
        value.word = value.word.wrapping_add(Word::halves(self.bytes.pointer_here(), 0));
        value
    }

    /// Returns the value of `.`: the location with the offset; in byte mode, as a byte pointer.
    pub(crate) fn here_value(&mut self) -> Value {
        if !self.location.here_is_virtual() {
            return self.known_here();
        }
        let mut value = self.loader_value("$.");
        if let Some(pointer) = self.bytes.pointer() {
            value.word = Word::halves(pointer, 0);
        }
        value
    }

    /// Returns the location, with the bit `RELOCATED` if it is relocatable.
    pub(crate) fn tagged_location(&self) -> u32 {
        self.location.tagged(self.linkage.relocatable)
    }

    /// Returns `true` if only the loader knows the value of a label defined here.
    pub(crate) fn is_label_deferred(&self) -> bool {
        self.location.here_is_virtual() || self.linkage.conditionals > 0
    }

    /// Returns a value that the loader knows by name: `$.` is the location with the offset, `$L.` the
    /// location without it, `$O.` the offset.
    pub(crate) fn loader_value(&mut self, name: &str) -> Value {
        let name = Squoze::new(name);
        let id = self.symbols.find_in(name, INITIAL).unwrap_or_else(|| {
            let id = self.symbols.insert(name, INITIAL, Kind::Undefined, Word::ZERO);
            self.symbols[id].global = true;
            id
        });
        Value::reference(Target::Symbol(id))
    }

    /// On pass 2, adds an item to the output.
    pub(crate) fn put_item(&mut self, item: Item) {
        if self.pass == 2 {
            self.collector.items.push(item);
        }
    }

    /// On pass 2, adds a command to the loader to the output.
    pub(crate) fn put_order(&mut self, command: LoaderCommand, flags: u8, values: Vec<Value>) {
        self.put_item(Item::LoaderCommand(Box::new(Order { command, flags, values })));
    }

    /// Stores a word, or in byte mode a byte, at the location. `place` is its beginning in the source.
    #[inline(always)]
    pub(crate) fn storage_word(&mut self, word: Value, place: Cursor) -> InputResult<()> {
        if self.settings.stgsw != Word::ZERO {
            self.forbidden_word(place);
        }
        if self.bytes.is_on() { self.storage_byte(word) } else { self.emit(word) }
    }

    /// Reports a storage word that `.NSTGW` or `.STGSW` forbids.
    #[cold]
    fn forbidden_word(&mut self, place: Cursor) {
        let labels: Vec<_> =
            self.settings.forbidden_at.map(|at| (at, "forbidden from here on")).into_iter().collect();
        self.error_with(
            Code::StorageForbidden,
            self.input.span_from(place),
            "no words may be stored here",
            &labels,
        );
    }

    /// Packs a byte in byte mode; stores the words that it completes.
    fn storage_byte(&mut self, byte: Value) -> InputResult<()> {
        let byte = match self.pass {
            2 if self.linkage.relocatable && self.has_globals(&byte) => {
                self.error(Code::GlobalNotAllowed, "the loader cannot add a global symbol to a byte");
                byte.resolved()
            }
            2 => self.absolute(byte, Code::Undefined, "a byte"),
            _ => byte,
        };
        for full in self.bytes.pack(byte.word, self.dialect) {
            self.emit(full.into())?;
        }
        Ok(())
    }

    /// Stores a word at the location and advances the location.
    #[inline(always)]
    pub(crate) fn emit(&mut self, word: Value) -> InputResult<()> {
        if self.pass == 2 {
            let word = if word.is_plain() { word } else { self.settle(word, Code::Undefined) };
            self.put(word)?;
        } else if self.listing.on {
            self.listing.note_location(self.location.counter());
        }
        if self.pass == 2 || self.dialect >= Dialect::C {
            self.location.advance(1);
        } else {
            self.location.advance_beyond_the_last();
        }
        Ok(())
    }

    /// Stores a word at the location. Its undefined symbols must already have been reported.
    #[inline(always)]
    pub(crate) fn put(&mut self, word: Value) -> InputResult<()> {
        self.collector.count += 1;
        if self.collector.count > self.options.limits.output_words {
            return self.too_many_words();
        }
        // A read-in tape cannot hold words at the addresses of its loader. The message about such a word
        // names its line, so the word is recorded even if no source map is written.
        if self.options.source_map || self.location.counter() < rim::PAST_LOADER {
            self.map_word();
        }
        if std::mem::take(&mut self.location.wrapped) {
            self.slip(Code::LocationWraps, self.here(), "memory ends at 777777: this word goes to 0");
        }
        self.collector.word(self.tagged_location(), word);
        Ok(())
    }

    #[cold]
    fn too_many_words(&mut self) -> InputResult<()> {
        let limit = self.options.limits.output_words;
        self.fatal(Code::OutputTooLarge, format!("the program has more than {limit} words"))
    }

    /// Reports the undefined symbols in `value`. Returns it with the references that the loader resolves.
    pub(crate) fn settle(&mut self, value: Value, code: Code) -> Value {
        // An undefined symbol is reported even if it cancels out, as in `FOO-FOO`.
        for id in self.undefined_in(&value) {
            self.undefined(code, id, "");
        }
        self.check_relocation(&value);
        let mut globals = Vec::new();
        for reference in value.in_turn() {
            match reference.target {
                Target::Symbol(id) if self.is_external(id) => globals.push(reference),
                Target::Pool(_) if self.linkage.relocatable => globals.push(reference),
                _ => {}
            }
        }
        if !self.linkage.relocatable && !globals.is_empty() {
            for reference in &globals {
                if let Target::Symbol(id) = reference.target {
                    self.undefined_global(id);
                }
            }
            globals.clear();
        }
        if self.linkage.one_pass {
            for reference in &globals {
                if let Target::Symbol(id) = reference.target
                    && !self.symbols[id].deferred
                    && !self.linkage.awaited.contains(&id)
                {
                    self.linkage.awaited.push(id);
                }
            }
        }
        let mut settled = value.resolved();
        settled.push_references(&globals);
        settled
    }

    /// In dialects A and B, reports a half that is relocated more than once or negatively.
    pub(crate) fn check_relocation(&mut self, value: &Value) {
        let (left, right) = value.relocations();
        if self.dialect < Dialect::C && !((0..=1).contains(&left) && (0..=1).contains(&right)) {
            self.error(Code::Relocation, "a half can only be relocated once");
        }
    }

    /// Returns the undefined symbols on which `value` depends, each once, in the order of their last uses in
    /// the statement.
    fn undefined_in(&self, value: &Value) -> Vec<SymbolId> {
        let mut found = Vec::new();
        for reference in value.references() {
            match reference.target {
                Target::Symbol(id) if !self.is_external(id) && !found.contains(&id) => found.push(id),
                _ => {}
            }
        }
        found.sort_by_key(|id| self.messages.uses.iter().rposition(|met| met.id == *id));
        found
    }

    /// Returns `true` if the loader may supply the symbol's value. In a one-pass program it may supply all
    /// values.
    pub(crate) fn is_external(&self, id: SymbolId) -> bool {
        self.symbols[id].is_left_to_loader() || self.linkage.one_pass
    }

    /// Returns `true` if `value` depends on a symbol or, on pass 2, on a constants area. (On pass 1 every
    /// literal depends on an area, because the areas have no addresses yet.)
    pub(crate) fn depends(&self, value: &Value) -> bool {
        value.references().iter().any(|r| self.pass == 2 || matches!(r.target, Target::Symbol(_)))
    }

    /// Returns `true` if `value` depends on a global symbol.
    pub(crate) fn has_globals(&self, value: &Value) -> bool {
        value.references().iter().any(|r| matches!(r.target, Target::Symbol(id) if self.symbols[id].global))
    }

    /// Returns `value` as a number that must be known now. Undefined symbols are reported with `code`. In a
    /// program for the loader, external symbols are reported with [`Code::GlobalOperand`] and taken as 0; the
    /// original assemblers took them as 0 without a message.
    pub(crate) fn absolute(&mut self, mut value: Value, code: Code, what: &str) -> Value {
        if value.is_plain() {
            return value;
        }
        for id in self.undefined_in(&value) {
            self.undefined(code, id, what);
        }
        value.normalise();
        for reference in value.references().to_vec() {
            match reference.target {
                Target::Symbol(id) if self.is_external(id) && self.linkage.relocatable => {
                    let name = self.symbols[id].name;
                    let message =
                        format!("only the loader knows the global symbol {name}: it is 0 in {what}");
                    self.error(Code::GlobalOperand, message);
                }
                Target::Symbol(id) if self.is_external(id) => self.undefined(code, id, what),
                _ => {}
            }
        }
        value.resolved()
    }
}
