//! Pseudo-ops that take lists of symbols (`.GLOBAL`, EXPUNGE, EQUALS), choose the output format, or give
//! commands to the linking loader.

use crate::chars::{CR, Class, LF};
use crate::diagnostic::Code;
use crate::dialect::Dialect;
use crate::input::InputResult;
use crate::pass::{Assembler, Name};
use crate::pseudo::{self, List, Loading};
use crate::state::collector::{Deferral, Definition, Format, Item, LoaderCommand, NameList};
use crate::state::location::RELOCATED;
use crate::symbol::{INITIAL, Kind, MAIN, Squoze, SymbolId};
use crate::value::Value;
use emulator::word::Word;

impl Assembler<'_> {
    /// Reads a list of names, up to the end of the line if `whole_line`, otherwise up to the end of the word.
    fn names(&mut self, whole_line: bool) -> InputResult<Vec<Name>> {
        let mut names = Vec::new();
        while let Some(name) = self.listed_name(whole_line)? {
            names.push(name);
        }
        Ok(names)
    }

    /// Reads the next name of a list. The list ends at a colon, an equal sign or the end of the line and,
    /// unless `whole_line`, at the end of a word; other characters separate names. At the end of the list,
    /// returns `None` and leaves the character that ends it in the input.
    fn listed_name(&mut self, whole_line: bool) -> InputResult<Option<Name>> {
        loop {
            let c = self.input.next()?;
            match self.chars.class[c as usize] {
                Class::Squoze => {
                    self.input.back();
                    return self.qualified_name();
                }
                Class::Comment => self.input.skip_to_cr()?,
                Class::Close if self.dialect == Dialect::D && !self.reader.in_brackets() => {
                    self.stray_close(c)
                }
                Class::Indirect => self.reader.set_indirect(),
                Class::Terminator | Class::Close if !whole_line || matches!(c, CR | LF) => {
                    self.input.back();
                    return Ok(None);
                }
                Class::Colon | Class::Equals => {
                    self.input.back();
                    return Ok(None);
                }
                _ => {}
            }
        }
    }

    /// Executes a pseudo-op that takes a list of symbols. The list ends with the word, but with the line for
    /// EXPUNGE in dialects A and B.
    pub(crate) fn list_pseudo(&mut self, op: List) -> InputResult<()> {
        let whole_line = op == List::Expunge && self.dialect < Dialect::C;
        for name in self.names(whole_line)? {
            self.list_one(op, name);
        }
        Ok(())
    }

    fn list_one(&mut self, op: List, name: Name) {
        match op {
            List::Expunge => {
                if let Some(id) = self.find(name) {
                    self.symbols.remove(id);
                }
            }
            List::Global => self.list_global(name),
            List::Kill => {
                let id = self.own_entry(name);
                self.symbols[id].killed = true;
            }
            List::HalfKill => {
                let id = self.own_entry(name);
                self.symbols[id].half_killed = true;
            }
            List::Bind => {
                self.own_entry(name);
            }
            List::See => {
                if let Some(id) = self.find(name) {
                    self.note_reference(id);
                }
            }
            List::Unreferenced => {
                if let Some(id) = self.find(name) {
                    self.collector.unreferenced.insert(id);
                }
            }
            List::Down => {}
        }
    }

    /// Executes `.GLOBAL` for one name. In the late dialect an initial symbol is ignored, and an undefined
    /// one is an error on pass 2 of an absolute program.
    fn list_global(&mut self, name: Name) {
        let late = self.dialect == Dialect::D;
        if late && self.find(name).is_some_and(|id| self.symbols[id].block == INITIAL) {
            return;
        }
        let outer = self.symbols.current;
        self.symbols.current = name.block.unwrap_or(outer);
        self.declare_global(name.name);
        let id = self.symbols.find(name.name);
        self.symbols.current = outer;
        let Some(id) = id else { return };
        self.announce(id);
        if late && self.pass == 2 && !self.linkage.relocatable && self.symbols[id].kind == Kind::Undefined {
            self.undefined(Code::Undefined, id, "");
        }
    }

    /// Executes EQUALS new,old, which gives `new` the meaning of `old`. Returns a word only in the late
    /// dialect and if `old` has not occurred before.
    pub(crate) fn equals(&mut self) -> InputResult<Option<Word>> {
        let span = self.here();
        let new = self.listed_name(false)?;
        // Any character that does not end the word separates the first name from the second.
        if new.is_some() {
            let separator = self.input.next()?;
            if self.chars.class[separator as usize] == Class::Terminator {
                self.input.back();
            }
        }
        let old = self.listed_name(false)?;
        let (Some(new), Some(old)) = (new, old) else {
            self.error(Code::BadArgument, "EQUALS takes two names");
            return Ok(None);
        };
        // A name that has been used but not defined has an entry, too; the new symbol is then also undefined.
        let Some(id) = self.find(old) else {
            if self.dialect == Dialect::D {
                return Ok(Some(self.nothing_equalled(new, old)));
            }
            self.error_about(Code::UnknownSymbol, old.name, format!("{} is not defined", old.name));
            return Ok(None);
        };
        let symbol = self.symbols[id].clone();
        let kind = match symbol.kind {
            Kind::Macro(index) => Kind::Macro(self.macros.copy(index)),
            other => other,
        };
        // The classic assemblers entered macros among the initial symbols, with one entry per name. So a
        // macro called `new` is replaced, and not hidden by another entry.
        let macro_of_name = self
            .find(new)
            .filter(|id| self.dialect != Dialect::D && matches!(self.symbols[*id].kind, Kind::Macro(_)));
        let target = macro_of_name.unwrap_or_else(|| self.own_entry(new));
        let entry = &mut self.symbols[target];
        entry.kind = kind;
        entry.value = symbol.value;
        entry.relocation = symbol.relocation;
        entry.half_killed = symbol.half_killed;
        entry.span = Some(span);
        Ok(None)
    }

    /// Executes EQUALS of the late dialect if the name `old` has not occurred before. The late assembler
    /// reported nothing and assembled a word: its code for the kind of the symbol `new`, or -1 if that has
    /// not occurred either. If `new` has a value, it becomes undefined.
    fn nothing_equalled(&mut self, new: Name, old: Name) -> Word {
        let target = self.find(new).filter(|id| self.symbols[*id].block != INITIAL);
        let kind = match target {
            None => Word::ONES,
            Some(id) if self.symbols[id].kind == Kind::Undefined => Word::new(3),
            Some(id) => {
                let message = format!("{} is not defined, so {} becomes undefined, too", old.name, new.name);
                self.error_about(Code::UnknownSymbol, old.name, message);
                self.symbols[id].kind = Kind::Undefined;
                return Word::new(2);
            }
        };
        let message = format!(
            "{} is not defined, so EQUALS does not define {}, and puts a word into the program",
            old.name, new.name
        );
        self.error_about(Code::NothingEqualled, old.name, message);
        kind
    }

    /// Declares a symbol global, for `SYM"` and `.GLOBAL SYM`. In the late dialect `.GLOBAL` ignores initial
    /// symbols, and `SYM"` enters a new symbol that hides the initial one.
    pub(crate) fn declare_global(&mut self, name: Squoze) {
        let late = self.dialect == Dialect::D;
        let id = match self.symbols.find(name) {
            Some(id) if !(late && self.symbols[id].block == INITIAL) => id,
            _ => self.own_entry(Name { name, block: if late { None } else { Some(MAIN) } }),
        };
        match self.symbols[id].kind {
            Kind::Pseudo(_) | Kind::Macro(_) | Kind::InputOutput => self.error_about(
                Code::PseudoAsVariable,
                name,
                format!("{name} is a pseudo-op or macro and cannot be global"),
            ),
            _ => {
                let mentioned = self.linkage.awaited.contains(&id) && !self.symbols[id].global;
                self.symbols[id].global = true;
                if mentioned && self.dialect != Dialect::C {
                    let location = self.tagged_location();
                    self.collector.items.push(Item::MadeGlobal { location, id });
                }
            }
        }
    }

    /// Records the definition of a symbol whose value only the loader will know. `value` is the right side of
    /// an assignment, or `None` for a label or variable.
    pub(crate) fn defined_at_loading(&mut self, id: SymbolId, value: Option<Value>) {
        self.symbols[id].deferred = true;
        self.linkage.awaited.retain(|other| *other != id);
        if self.pass == 2 && self.linkage.relocatable {
            let value = value.map(|value| self.settle(value, Code::UndefinedInAssignment));
            let (location, half_killed) = (self.tagged_location(), self.symbols[id].half_killed);
            self.put_item(Item::Deferred(Box::new(Deferral { location, id, value, half_killed })));
        }
    }

    /// Records the definition of a symbol. The loader gets it if the symbol is global or, in a one-pass
    /// program, has been used before.
    pub(crate) fn defined_for_loader(&mut self, id: SymbolId, assigned: bool) {
        let awaited = self.linkage.awaited.iter().position(|other| *other == id);
        if let Some(at) = awaited {
            self.linkage.awaited.remove(at);
        }
        if self.symbols[id].global || awaited.is_some() {
            self.put_value(id, assigned, self.symbols[id].half_killed);
        }
    }

    /// On pass 2 of a relocatable program, gives the loader the value of a symbol.
    fn put_value(&mut self, id: SymbolId, assigned: bool, half_killed: bool) {
        if self.pass == 2 && self.linkage.relocatable {
            let location = self.tagged_location();
            let symbol = &mut self.symbols[id];
            symbol.known_to_loader = true;
            let (value, relocation) = (symbol.value, symbol.relocation);
            let definition = Definition { location, id, value, relocation, assigned, half_killed };
            self.put_item(Item::Defined(Box::new(definition)));
        }
    }

    /// Gives the loader the value of a global symbol that pass 1 defined and that pass 2 uses before its
    /// definition. Dialects A and B never mark the value as assigned, dialect D marks it if the symbol was
    /// assigned, and C if the latest definition of any symbol was an assignment.
    pub(crate) fn announce(&mut self, id: SymbolId) {
        let symbol = &self.symbols[id];
        let known = matches!(symbol.kind, Kind::Label | Kind::Assigned) && !symbol.deferred;
        if known && !symbol.known_to_loader {
            let assigned = match self.dialect {
                Dialect::C => self.assigned_last,
                Dialect::D => symbol.kind == Kind::Assigned,
                _ => false,
            };
            self.put_value(id, assigned, false);
        }
    }

    /// Executes a pseudo-op that chooses the output.
    pub(crate) fn output_pseudo(&mut self, op: pseudo::Output) {
        use pseudo::Output as O;
        match op {
            O::Relocatable => self.go_relocatable(),
            O::OnePass => {
                self.linkage.relocatable |= self.pass == 1;
                if !self.linkage.one_pass {
                    self.linkage.one_pass = true;
                    self.pass = 2;
                }
                self.go_relocatable();
            }
            O::NoSymbols => self.collector.no_symbols = true,
            O::Loader => {
                // The classic assemblers wrote the SBLK loader on both passes.
                if self.pass == 2 || self.dialect.is_classic() {
                    self.collector.items.push(Item::Loader);
                }
                self.select_format(Format::Sblk);
            }
            O::Sblk => self.select_format(Format::Sblk),
            O::Rim => self.select_format(Format::Rim),
            O::Rim10 => self.select_format(Format::Rim10),
            O::Rim1 => self.select_format(Format::Rim1),
            O::Foreign => self.error(
                Code::ForeignFormat,
                "output formats of other systems are not supported; the output format does not change",
            ),
        }
    }

    fn select_format(&mut self, format: Format) {
        self.collector.format = Some(format);
        self.put_item(Item::Select(format));
    }

    /// Sets the location to relocatable 0. On pass 1, marks the program as relocatable.
    fn go_relocatable(&mut self) {
        self.linkage.relocatable |= self.pass == 1;
        self.location.go_to_relocatable_zero();
        self.location.relocation_told = true;
        if self.dialect >= Dialect::C {
            self.collector.end_block();
        } else {
            self.put_item(Item::CountedAnew);
        }
        self.put_place(Some(RELOCATED));
    }

    /// Executes a pseudo-op for the linking loader.
    pub(crate) fn loader_pseudo(&mut self, op: Loading) -> InputResult<()> {
        if !self.linkage.relocatable {
            return self.without_loader(op);
        }
        let location = self.tagged_location();
        match op {
            Loading::Library => {
                let names = self.library_names()?;
                self.put_item(Item::Library(Box::new(NameList { location, names })));
                // The following words are a separate program.
                self.location.go_to_relocatable_zero();
                self.put_place(Some(RELOCATED));
            }
            Loading::Request => {
                for name in self.names(false)? {
                    self.put_item(Item::Request(location, name.name));
                }
            }
            Loading::Links => self.put_item(Item::Links(location)),
            Loading::Present => {
                let names = self.library_names()?;
                self.linkage.conditionals += 1;
                self.put_item(Item::Presence(Box::new(NameList { location, names })));
            }
            Loading::EndCondition => {
                if self.linkage.conditionals == 0 {
                    self.error(Code::WrongOutput, ".ELDC without a loading conditional to end");
                } else {
                    self.linkage.conditionals -= 1;
                    self.put_item(Item::EndCondition);
                }
            }
            Loading::Execute => {
                let values = vec![self.loader_argument()?, self.loader_argument()?, self.loader_argument()?];
                self.put_order(LoaderCommand::Execute, 0, values);
            }
            // The conditions are the last digits of the opcodes 321 (JUMPL), 322 (JUMPE) and so on.
            Loading::Ifl => self.loading_condition(1)?,
            Loading::Ife => self.loading_condition(2)?,
            Loading::Ifle => self.loading_condition(3)?,
            Loading::Ifge => self.loading_condition(5)?,
            Loading::Ifn => self.loading_condition(6)?,
            Loading::Ifg => self.loading_condition(7)?,
        }
        Ok(())
    }

    /// Reports or ignores a pseudo-op for the linking loader in an absolute program.
    fn without_loader(&mut self, op: Loading) -> InputResult<()> {
        let classic = self.dialect.is_classic();
        if classic && matches!(op, Loading::Links | Loading::Request) {
            self.names(false)?;
            return Ok(());
        }
        self.error(Code::WrongOutput, "this pseudo-op is only for relocatable programs");
        // In the late dialect, and for `.LOP` in any dialect, the arguments remain in the input and form a
        // word.
        if classic && op != Loading::Execute {
            self.input.skip_to_cr()?;
        }
        Ok(())
    }

    /// Reads a loading condition: the following words are loaded if the argument compares with 0 as `flags`
    /// require (1 less, 2 equal; adding 4 inverts the condition).
    fn loading_condition(&mut self, flags: u8) -> InputResult<()> {
        let value = self.loader_argument()?;
        self.linkage.conditionals += 1;
        self.put_order(LoaderCommand::Condition, flags, vec![value]);
        Ok(())
    }

    /// Reads a field for the loader, which may depend on global symbols. A missing field is 0.
    fn loader_argument(&mut self) -> InputResult<Value> {
        let value = self.argument_field()?.unwrap_or_default();
        Ok(if self.pass == 2 { self.settle(value, Code::UndefinedInArgument) } else { value })
    }

    /// Reads names such as `A,B+C-D`, each with flags for the loader: 400000 after a comma (alternative),
    /// 200000 after a minus (excluded), otherwise 0.
    fn library_names(&mut self) -> InputResult<Vec<(Squoze, u32)>> {
        let mut names: Vec<(Squoze, u32)> = Vec::new();
        let mut flags = 0;
        loop {
            if let Some(name) = self.name()? {
                names.push((name, flags));
                flags = 0;
                continue;
            }
            match self.input.next()? {
                b',' => flags = 0o400000,
                b'-' => flags = 0o200000,
                b'+' => flags = 0,
                _ => {
                    self.input.back();
                    return Ok(names);
                }
            }
        }
    }
}
