//! LOC, BLOCK and OFFSET: the addresses of the following words. In a relocatable program the location may
//! depend on global symbols. Such a location is called virtual: only the loader knows its value, and the
//! assembler counts the words from there, beginning with relocatable 0.

use crate::diagnostic::Code;
use crate::dialect::Dialect;
use crate::input::InputResult;
use crate::pass::Assembler;
use crate::pseudo;
use crate::state::collector::{Item, LoaderCommand};
use crate::state::formats::initial_formats;
use crate::state::location::RELOCATED;
use crate::value::{Target, Value};
use emulator::word::Word;

impl Assembler<'_> {
    /// Executes LOC, BLOCK or OFFSET.
    pub(crate) fn location_pseudo(&mut self, op: pseudo::Location) -> InputResult<()> {
        match op {
            pseudo::Location::Loc => {
                // In the argument, `.` is the counted location, even after a LOC with an undefined value.
                self.location.unknown = None;
                let value = self.location_word()?;
                self.set_location(value, false);
            }
            pseudo::Location::Block => {
                let value = self.location_word()?;
                self.reserve(value);
            }
            pseudo::Location::Offset => {
                let value = self.argument_word()?;
                self.set_offset(value);
            }
        }
        Ok(())
    }

    /// Reads the argument of LOC and similar pseudo-ops with the initial formats, ignoring any `.FORMAT`. The
    /// classic assemblers read it as if a comma came before it: only the right half of one field counts.
    pub(crate) fn location_word(&mut self) -> InputResult<Value> {
        let initial = initial_formats(self.dialect);
        let formats = std::mem::replace(&mut self.formats, initial);
        let value = self.argument_word_after(self.dialect.is_classic());
        self.formats = formats;
        value
    }

    /// Returns the argument of a pseudo-op that moves the location. Global symbols of other programs remain
    /// in it as references. If a symbol is undefined, reports this and returns `None`; `what` names the
    /// pseudo-op.
    fn location_argument(&mut self, value: Value, what: &str) -> Option<Value> {
        let value = self.with_known_labels(value);
        let depends = depends_on_symbols(&value);
        if depends && self.is_left_to_loader(&value) {
            return Some(value);
        }
        let value = self.absolute(value, Code::UndefinedInArgument, what);
        if depends { None } else { Some(value) }
    }

    /// Handles a location that depends on an undefined symbol. The classic assemblers keep counting words,
    /// but define no labels until the location is set again. The late assembler keeps its location.
    fn lose_location(&mut self) {
        if self.dialect.is_classic() {
            self.location.unknown = Some(self.here());
        }
    }

    /// Returns `true` if the loader can complete `value`.
    fn is_left_to_loader(&self, value: &Value) -> bool {
        self.linkage.relocatable
            && value.references().iter().all(|r| match r.target {
                Target::Symbol(id) => self.symbols[id].is_left_to_loader(),
                Target::Pool(_) => false,
            })
    }

    /// Substitutes the values of those global symbols in `value` that this program defines.
    pub(crate) fn with_known_labels(&self, mut value: Value) -> Value {
        for reference in value.references().to_vec() {
            if let Target::Symbol(id) = reference.target
                && self.symbols[id].is_user_number()
                && !self.symbols[id].deferred
                && self.symbols[id].span.is_some()
            {
                let symbol = &self.symbols[id];
                value.substitute(reference.target, symbol.value, symbol.relocation);
            }
        }
        value
    }

    /// Executes `LOC value`, or `.=value` if `here`. From dialect C on, the value of `.=` includes the
    /// offset, which is subtracted.
    pub(crate) fn set_location(&mut self, value: Value, here: bool) {
        let Some(mut value) = self.location_argument(value, if here { ".=" } else { "LOC" }) else {
            self.collector.end_block();
            self.lose_location();
            return;
        };
        if here && self.dialect >= Dialect::C {
            let mut offset = match self.location.offset_is_virtual {
                true => self.loader_value("$O."),
                false => self.location.offset.clone(),
            };
            offset.keep_right();
            value.subtract(offset);
        }
        self.tags.forget();
        self.location.unknown = None;
        if !value.references().is_empty() {
            self.go_virtual(value);
            return;
        }
        self.go_to(&value);
        self.location.relocation_told |= self.dialect >= Dialect::C;
        let place = self.tagged_location();
        if !std::mem::take(&mut self.location.is_virtual) {
            self.put_place(Some(place));
        } else if self.dialect == Dialect::D {
            // Dialect D gives the loader the address before the command that ends the virtual location, so
            // the address is marked as relocated.
            self.put_place(Some(place | RELOCATED));
            self.command(LoaderCommand::KnownLocation, value);
        } else {
            self.command(LoaderCommand::KnownLocation, value);
            self.put_place(Some(place));
        }
    }

    /// Executes `BLOCK value`: adds the value to the location.
    fn reserve(&mut self, value: Value) {
        let Some(mut value) = self.location_argument(value, "BLOCK") else {
            self.lose_location();
            return;
        };
        if value.references().is_empty() && (!self.location.is_virtual || self.dialect == Dialect::C) {
            value.add(&self.location.counted());
            self.go_to(&value);
            self.put_counted_place();
            return;
        }
        if self.dialect < Dialect::C {
            let start = match self.location.is_virtual {
                true => self.loader_value("$."),
                false => self.location.counted(),
            };
            value.add(&start);
        } else {
            let with_offset = !self.location.offset_is_virtual;
            let mut start = self.loader_value(if with_offset { "$." } else { "$L." });
            start.keep_right();
            value.add(&start);
            if with_offset {
                value.subtract(self.location.offset.clone());
            }
        }
        self.go_virtual(value);
    }

    /// Executes `OFFSET value`: from here on, `.` and labels are the location plus the value.
    fn set_offset(&mut self, value: Value) {
        let depends = depends_on_symbols(&value);
        if depends && !self.is_left_to_loader(&value) {
            self.absolute(value, Code::UndefinedInArgument, "OFFSET");
            self.lose_location();
            return;
        }
        self.location.offset = value.resolved();
        // Dialects A and B ignored global symbols in the offset and did not pass the offset to the loader.
        if self.dialect < Dialect::C {
            return;
        }
        self.location.offset_is_virtual = depends;
        if self.linkage.relocatable {
            self.command(LoaderCommand::Offset, value);
        } else {
            self.collector.end_block();
            self.put_item(Item::Offset(self.location.counter(), value.word));
        }
    }

    fn go_to(&mut self, value: &Value) {
        let relocation = value.relocation;
        if relocation != Word::ZERO && relocation != Word::new(1) {
            self.error(Code::Relocation, "the location must be absolute or relocatable once");
        }
        self.collector.end_block();
        self.location.go_to(value);
    }

    /// Sets the location to a value that only the loader knows.
    fn go_virtual(&mut self, mut value: Value) {
        value.word = value.word.with_left(0);
        self.command(LoaderCommand::Location, value);
        self.location.go_virtual();
    }

    /// On pass 2 of a relocatable program, from dialect C on, gives the loader the new location `place`, even
    /// if no word follows. If `place` is `None`, the loader gets the location of the previous block.
    pub(crate) fn put_place(&mut self, place: Option<u32>) {
        if self.linkage.relocatable && self.dialect >= Dialect::C {
            self.put_item(Item::Place(place));
        }
    }

    /// Gives the loader the location after BLOCK, VARIABLES or CONSTANTS has moved it. In dialect C, gives it
    /// the location of the previous block instead.
    pub(crate) fn put_counted_place(&mut self) {
        let place = (self.dialect != Dialect::C).then(|| self.tagged_location());
        self.put_place(place);
    }

    fn command(&mut self, command: LoaderCommand, value: Value) {
        if self.pass == 2 {
            let value = self.settle(value, Code::UndefinedInArgument);
            self.put_order(command, 0, vec![value]);
        }
    }
}

fn depends_on_symbols(value: &Value) -> bool {
    value.references().iter().any(|r| matches!(r.target, Target::Symbol(_)))
}
