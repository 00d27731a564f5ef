//! Labels and assignments.

use super::Assembler;
use crate::diagnostic::Code;
use crate::dialect::Dialect;
use crate::input::{Flow, InputResult};
use crate::number::halves;
use crate::pseudo::Pseudo;
use crate::source::Span;
use crate::symbol::{INITIAL, Kind, MAIN, Squoze, SymbolId};
use crate::value::{Reference, Target, Value};
use emulator::word::Word;

/// Part of the message about a label that moved between passes. `pass/cause.rs` searches for this text.
pub(crate) const ELSEWHERE: &str = "on pass 1 it was";

impl Assembler<'_> {
    /// Executes `name:` or, from dialect C on, `name::`, which makes a half-killed label: DDT accepts it as
    /// input but does not print it. The first colon has already been read.
    pub(crate) fn label(&mut self, name: Squoze) -> InputResult<()> {
        let span = self.input.span();
        let half_killed = self.dialect >= Dialect::C && self.input.accept(b':')?;
        let late = self.dialect == Dialect::D;
        let in_bracket_or_field = late && (self.reader.bracket_depth > 0 || self.reader.word.fields > 0);
        let in_word = self.reader.in_expression || self.reader.in_argument || self.reader.word.bracketed;
        let forgotten = late && self.reader.bracket_depth > 0 && self.is_line_in_bracket(span);
        if forgotten {
            self.close_forgotten_brackets(span, &format!("the label {name} is inside the bracket"));
        } else if in_word || in_bracket_or_field {
            self.error_about(Code::LabelInField, name, format!("the label {name} is inside a word"));
            if !late {
                return Ok(());
            }
        }
        self.label_here(name, span, half_killed);
        // All brackets are closed now, so the label begins a statement.
        if forgotten { Err(Flow::NextStatement) } else { Ok(()) }
    }

    /// Defines a label as the location, unless the location is unknown or the name cannot be a label.
    fn label_here(&mut self, name: Squoze, span: Span, half_killed: bool) {
        if let Some(unknown) = self.location.unknown {
            let labels = [(unknown, "unknown from here on")];
            let message = format!("{name} cannot be defined: the location is not known here");
            self.error_with(Code::LocationUnknown, span, message, &labels);
            return;
        }
        self.give_up_word();
        let mut value = self.known_here();
        if ![Word::ZERO, Word::new(1)].contains(&value.relocation) {
            let message =
                format!("{name} would be relocated more than once, or subtracted from the relocation");
            self.error_with(Code::Relocation, span, message, &[]);
            value.relocation = Word::ZERO;
        }
        self.tags.push(name, value.word);
        if let Some(id) = self.label_entry(name, span)
            && self.accepts_label(id, &value, span)
        {
            self.define_label(id, &value, span, half_killed);
        }
    }

    /// Returns the entry that a label called `name` changes, or `None` if a classic dialect reserves the
    /// name.
    fn label_entry(&mut self, name: Squoze, span: Span) -> Option<SymbolId> {
        if let Some(id) = self.definition(name) {
            return Some(id);
        }
        let late = self.dialect == Dialect::D;
        if late {
            self.shadow_warning(name);
        }
        if self.initial_reserved(name) {
            let message = format!("{name} is a pseudo-op or macro and cannot be a label");
            let labels = self.definition_label(name);
            self.symbol_error(Code::ReservedLabel, name, span, message, &labels);
            if !late {
                return None;
            }
        }
        Some(self.symbols.insert(name, self.symbols.current, Kind::Undefined, Word::ZERO))
    }

    /// Returns `true` if a symbol can become a label with this value. Otherwise reports that the symbol has
    /// another kind or value; the late dialect then accepts the label anyway.
    fn accepts_label(&mut self, id: SymbolId, value: &Value, span: Span) -> bool {
        let classic = self.dialect.is_classic();
        let symbol = &self.symbols[id];
        let (name, previous) = (symbol.name, symbol.span);
        match symbol.kind {
            Kind::Undefined => return true,
            Kind::Macro(_) | Kind::Pseudo(_) => {
                let labels = self.definition_label(name);
                let message = format!("{name} is a macro and cannot be a label");
                self.symbol_error(Code::ReservedLabel, name, span, message, &labels);
            }
            Kind::Variable { .. } => {
                self.multiply_defined(name, span, previous, "it is a variable".to_owned())
            }
            _ if symbol.value == value.word && symbol.relocation == value.relocation => return true,
            // The loader is given a global label at each definition.
            Kind::Label if symbol.global && classic => return true,
            // Only the loader can detect that two definitions differ.
            _ if self.is_label_deferred() => return true,
            kind => {
                let (now, before) = (halves(value.word), halves(symbol.value));
                let what = if symbol.defined_on == self.pass || kind != Kind::Label {
                    format!("here it is {now}, but its value is already {before}")
                } else {
                    format!("here it is {now}, {ELSEWHERE} {before}")
                };
                self.multiply_defined(name, span, previous, what);
            }
        }
        !classic
    }

    fn define_label(&mut self, id: SymbolId, value: &Value, span: Span, half_killed: bool) {
        let symbol = &mut self.symbols[id];
        let was_undefined = symbol.kind == Kind::Undefined;
        symbol.kind = Kind::Label;
        symbol.value = value.word;
        symbol.relocation = value.relocation;
        symbol.half_killed = half_killed || self.settings.hkall;
        symbol.defined_on = self.pass;
        symbol.span = Some(span);
        self.assigned_last = false;
        if self.listing.on {
            self.listing.note_location(self.location.counter());
        }
        if self.is_label_deferred() {
            self.defined_at_loading(id, None);
        } else {
            if was_undefined {
                self.complete_constants(id);
            }
            self.defined_for_loader(id, false);
        }
    }

    /// Abandons the word being read, and reports its undefined symbols on pass 2.
    pub(crate) fn give_up_word(&mut self) {
        for id in std::mem::take(&mut self.reader.word.undefined) {
            if self.pass == 2 && !self.is_external(id) {
                self.undefined(Code::Undefined, id, "");
            }
        }
    }

    fn multiply_defined(&mut self, name: Squoze, span: Span, previous: Option<Span>, what: String) {
        let message = format!("{name} is multiply defined: {what}");
        let other = previous.filter(|at| *at != span).map(|at| (at, "defined here"));
        self.tags.distrust(name);
        let Some(entry) = self.error_with(Code::MultiplyDefined, span, message, other.as_slice()) else {
            return;
        };
        entry.symbol = Some(name.to_string());
        if other.is_some() {
            entry.help.push("give one of the two another name".to_owned());
        }
    }

    /// Returns "defined here" as the diagnostic's label at the definition of the symbol `name`, or nothing if
    /// the definition is not in the source.
    fn definition_label(&self, name: Squoze) -> Vec<(Span, &'static str)> {
        let place = self.symbols.find(name).and_then(|id| self.symbols[id].span);
        place.map(|at| (at, "defined here")).into_iter().collect()
    }

    /// Returns the entry that a definition of `name` in the current block changes.
    fn definition(&self, name: Squoze) -> Option<SymbolId> {
        self.symbols.find_in(name, self.symbols.current)
    }

    /// Returns `true` if a new entry for `name` would hide a reserved pseudo-op or macro. The late dialect
    /// reserves only initial symbols.
    fn initial_reserved(&self, name: Squoze) -> bool {
        if self.dialect == Dialect::D {
            let seen = self.symbols.find(name).map(|id| &self.symbols[id]);
            return seen.is_some_and(|symbol| {
                symbol.block == INITIAL && matches!(symbol.kind, Kind::Pseudo(_) | Kind::Macro(_))
            });
        }
        let found = self.symbols.find_in(name, INITIAL);
        found.is_some_and(|id| matches!(self.symbols[id].kind, Kind::Pseudo(_)))
            || matches!(self.symbols.find(name).map(|id| self.symbols[id].kind), Some(Kind::Macro(_)))
    }

    fn shadow_warning(&mut self, name: Squoze) {
        if let Some(id) = self.symbols.find_in(name, INITIAL)
            && matches!(self.symbols[id].kind, Kind::Initial | Kind::InputOutput)
        {
            let is_option = self.options.symbols.iter().any(|(defined, _)| Squoze::new(defined) == name);
            let what = if is_option { "defined with -D" } else { "an instruction" };
            let message = format!("{name} is {what}; from here on it is this label");
            self.error_about(Code::InitialRedefined, name, message);
        }
    }

    /// Executes `name=word`, `name==word` or, in the late dialect, `name=:word` or `name==:word`. The first
    /// equal sign has already been read.
    pub(super) fn assignment(&mut self, name: Squoze) -> InputResult<()> {
        let span = self.input.span();
        let late = self.dialect == Dialect::D;
        let half_killed = self.input.accept(b'=')?;
        let fixed = self.input.peek()? == b':' && late;
        if fixed {
            self.input.next()?;
        }
        let here = name == Squoze::from_bytes(b".");
        let inside = self.reader.in_argument
            || self.reader.in_expression
            || late && (self.reader.word.fields > 0 || self.reader.word.bracketed);
        if inside && (late || !here) {
            let message = "an assignment cannot be part of a word or another assignment".to_owned();
            self.symbol_error(Code::IllegalAssignment, name, span, message, &[]);
            if !late {
                // The right side is now read as a new statement. The late assembler made the assignment
                // anyway.
                return Ok(());
            }
        } else {
            self.give_up_word();
        }
        if here && late && self.reader.bracket_depth > 0 {
            let message = "the location cannot be set inside a bracket".to_owned();
            self.symbol_error(Code::NotInBracket, name, span, message, &[]);
            return Ok(());
        }
        if here {
            self.location.unknown = None;
            let value = self.location_word()?;
            self.set_location(value, true);
            return Ok(());
        }
        let outer = std::mem::replace(&mut self.reader.in_argument, true);
        let value = self.argument_word();
        self.reader.in_argument = outer;
        let value = value?;
        self.assign(name, value, span, half_killed, fixed);
        Ok(())
    }

    /// Assigns the value of the right side to `name`.
    pub(crate) fn assign(&mut self, name: Squoze, value: Value, span: Span, half_killed: bool, fixed: bool) {
        if let Some(id) = self.symbols.find_in(name, INITIAL)
            && let Kind::Pseudo(row) = self.symbols[id].kind
            && let Pseudo::Setting(setting) = row.op
        {
            self.assign_setting(setting, &value);
            self.reader.assigned = Some(value);
            return;
        }
        if !self.is_assignable(name, &value) {
            return;
        }
        let id = self.assigned_entry(name, span);
        let deferred = self.linkage.conditionals > 0 || self.linkage.relocatable && self.depends(&value);
        if !deferred && !self.accepts_value(id, &value, span, fixed) {
            return;
        }
        let symbol = &mut self.symbols[id];
        let was_undefined = symbol.kind == Kind::Undefined;
        symbol.kind = Kind::Assigned;
        symbol.value = value.word;
        symbol.relocation = value.relocation;
        // The stand-alone assemblers had no half-killed global symbols.
        symbol.half_killed = half_killed && (self.dialect >= Dialect::C || !symbol.global);
        symbol.fixed |= fixed;
        symbol.defined_on = self.pass;
        symbol.span = Some(span);
        self.assigned_last = true;
        if self.listing.on {
            self.listing.note_value(value.word);
        }
        if deferred {
            self.defined_at_loading(id, Some(value.clone()));
        } else {
            if was_undefined {
                self.complete_constants(id);
            }
            self.defined_for_loader(id, true);
        }
        self.reader.assigned = Some(value);
    }

    /// Returns `true` if this value can be assigned to `name`: the assembler or the loader knows all its
    /// symbols. Reports undefined symbols.
    fn is_assignable(&mut self, name: Squoze, value: &Value) -> bool {
        // On pass 1 the late assembler does not yet know where its constants areas are, so it assigns no
        // value. That is not the user's mistake and is not reported.
        let unplaced = |r: &Reference| matches!(r.target, Target::Pool(_));
        if self.dialect == Dialect::D && self.pass == 1 && value.references().iter().any(unplaced) {
            return false;
        }
        let for_loader = |id| self.linkage.relocatable && self.symbols[id].is_left_to_loader();
        let undefined: Vec<SymbolId> = value
            .references()
            .iter()
            .filter_map(|r| match r.target {
                Target::Symbol(id) if !for_loader(id) => Some(id),
                _ => None,
            })
            .collect();
        if undefined.is_empty() {
            return true;
        }
        for id in undefined {
            self.undefined(Code::UndefinedInAssignment, id, "=");
        }
        if self.pass == 2 {
            let id = self.definition(name);
            self.messages.poisoned.extend(id.or_else(|| self.symbols.find_in(name, MAIN)));
        }
        false
    }

    fn assigned_entry(&mut self, name: Squoze, span: Span) -> SymbolId {
        let id = match self.definition(name) {
            Some(id) => id,
            None => {
                let initial = self.symbols.find_in(name, INITIAL);
                if let Some(id) = initial
                    && matches!(self.symbols[id].kind, Kind::Pseudo(_) | Kind::Macro(_))
                {
                    self.pseudo_assigned(name, span);
                }
                self.symbols.insert(name, self.symbols.current, Kind::Undefined, Word::ZERO)
            }
        };
        if matches!(self.symbols[id].kind, Kind::Macro(_) | Kind::Pseudo(_)) {
            self.pseudo_assigned(name, span);
        }
        id
    }

    /// Returns `false` if the symbol is a variable. Reports this, a changed fixed symbol and, in the late
    /// dialect, a changed label.
    fn accepts_value(&mut self, id: SymbolId, value: &Value, span: Span, fixed: bool) -> bool {
        let symbol = &self.symbols[id];
        let name = symbol.name;
        let changes = symbol.value != value.word || symbol.relocation != value.relocation;
        match symbol.kind {
            Kind::Variable { .. } => {
                let message = format!("{name} is a variable and cannot be given another value");
                let other = symbol.span.map(|at| (at, "first used here"));
                self.symbol_error(Code::IllegalAssignment, name, span, message, other.as_slice());
                return false;
            }
            Kind::Label if changes && self.dialect == Dialect::D => {
                let previous = symbol.span;
                let (now, before) = (halves(value.word), halves(self.symbols[id].value));
                let what = format!("here it is {now}, but it is already the label of {before}");
                self.multiply_defined(name, span, previous, what);
            }
            Kind::Assigned if (symbol.fixed || fixed) && changes => {
                let (message, other) = if symbol.fixed {
                    (format!("{name} was fixed by =: and cannot be changed"), "fixed here")
                } else {
                    (format!("{name} had another value before and cannot be fixed by =:"), "defined here")
                };
                let other = symbol.span.map(|at| (at, other));
                self.symbol_error(Code::FixedRedefined, name, span, message, other.as_slice());
            }
            _ => {}
        }
        true
    }

    fn pseudo_assigned(&mut self, name: Squoze, span: Span) {
        let labels = self.definition_label(name);
        let message = format!("{name} was a pseudo-op or macro; from here on it is a number");
        self.symbol_error(Code::AssignedPseudo, name, span, message, &labels);
    }

    /// Reports a colon that does not follow a name, and abandons the statement.
    pub(crate) fn stray_colon(&mut self) -> InputResult<()> {
        self.character_error(
            Code::BadFormat,
            "this colon does not follow a name; a label is a name directly before its colon",
            &[],
        );
        // The colon was probably meant for the name before the blank, so that name is not reported as
        // undefined.
        self.reader.word.undefined.clear();
        Err(Flow::NextStatement)
    }

    /// Reports an equal sign that does not follow a name, and abandons the statement.
    pub(crate) fn stray_equals(&mut self) -> InputResult<()> {
        let span = self.input.span();
        self.character_error(Code::IllegalAssignment, "this equal sign does not follow a name", &[]);
        self.reader.word.undefined.clear();
        if self.dialect == Dialect::D {
            let half_killed = self.input.accept(b'=')?;
            // The late assembler reported the error and defined the name anyway.
            let name = Squoze::from_bytes(&std::mem::take(&mut self.reader.digits));
            let value = self.argument_word()?;
            if name.0 != 0 {
                self.assign(name, value, span, half_killed, false);
            }
        }
        Err(Flow::NextStatement)
    }
}
