//! The two passes: statements, labels, assignments, storage words.

use crate::chars::{Chars, Class, FF};
use crate::diagnostic::{self, Code, Diagnostic, Label, Severity, Span};
use crate::dialect::{Dialect, Options};
use crate::directive::byte::ByteMode;
use crate::directive::text::TextState;
use crate::directive::{self, Pseudo};
use crate::expr::{Evaluation, Pending};
use crate::input::{Flow, Input, Reading, Spot};
use crate::literal::Pools;
use crate::macros::Macro;
use crate::output::{Collector, Output};
use crate::source::{FileId, Files, Source, Sources};
use crate::symbol::{INITIAL, Kind, MAIN, Squoze, SymbolId, Symbols};
use crate::value::{Target, Value};
use crate::word::{Bracket, Formats, WordState, initial_formats};
use emulator::word::Word;
use std::rc::Rc;

/// The state of an assembly.
pub(crate) struct Assembler<'a> {
    pub options: &'a Options,
    pub dialect: Dialect,
    pub files: &'a dyn Files,
    pub sources: Sources,
    pub input: Input,
    pub chars: Chars,
    pub symbols: Symbols,
    pub diagnostics: Vec<Diagnostic>,
    pub errors: usize,
    /// 1 or 2.
    pub pass: u8,
    /// The character that ended the last syllable.
    pub term: u8,
    /// The digits and periods of the syllable being read.
    pub digits: Vec<u8>,
    /// The last operand of a shift was a text constant.
    pub text_constant_read: bool,
    /// The operand of a shift spoilt its number.
    pub number_lost: bool,
    pub word: WordState,
    pub formats: Formats,
    pub brackets: Vec<Bracket>,
    /// Left operands waiting for their right ones.
    pub operators: Vec<Pending>,
    pub bracket_depth: usize,
    pub literal_depth: usize,
    /// A text pseudo-op that has more words to give.
    pub text: Option<Box<TextState>>,
    /// A group ended early and the word around it with it.
    pub cut: bool,
    /// The last value came from a text.
    pub text_value: bool,
    pub byte: Option<Box<ByteMode>>,
    /// Words completed by leaving byte mode inside a bracket.
    pub byte_overflow: Vec<Word>,
    /// What an assignment inside a bracket assigned.
    pub assigned: Option<Value>,
    pub assigning: bool,
    /// Whether the field being read holds something already.
    pub in_expression: bool,
    pub radix: u64,
    pub location: u32,
    pub location_relocated: bool,
    pub location_unknown: bool,
    pub offset: Value,
    pub macros: Vec<Rc<Macro>>,
    pub generated: u64,
    pub pools: Pools,
    pub variables: directive::variable::Areas,
    pub collector: Collector,
    pub title: Option<Squoze>,
    pub last_label: Option<SymbolId>,
    pub storage_forbidden: bool,
    pub relocatable: bool,
    pub one_pass: bool,
    pub block_stack: Vec<(Squoze, Spot)>,
    /// `.SUCCESS`: whether the last conditional was true.
    pub success: bool,
    pub quotes_match: bool,
    pub settings: directive::setting::Settings,
    pub executed: directive::execute::Executed,
    /// The main file, for `.FNAM1`.
    pub main_name: String,
    pub insertions: usize,
    pub typed: String,
    pub output_words: usize,
}

/// Assembles the file called `entry`.
///
/// The source is always read to its END, whatever is wrong with it, unless a fatal error stops it. The
/// diagnostics are in order of discovery, each cause once.
pub fn assemble(entry: &str, files: &dyn Files, options: &Options) -> (Output, Vec<Diagnostic>) {
    let mut assembler = Assembler::new(files, options);
    let found = match files.read(entry, None) {
        Ok(found) => found,
        Err(reason) => {
            let output = Output { dialect: options.dialect, ..Output::default() };
            let diagnostic = Diagnostic {
                code: Code::CannotInsert,
                severity: Severity::Fatal,
                message: format!("{entry} cannot be read: {reason}"),
                span: None,
                labels: Vec::new(),
                help: Vec::new(),
                trail: Vec::new(),
                symbol: None,
                pass: 0,
                location: 0,
                repeated: 0,
            };
            return (output, vec![diagnostic]);
        }
    };
    assembler.main_name = found.name.clone();
    let main = assembler.sources.add(Source::new(found.name, &found.bytes));
    assembler.run(main);
    assembler.finish()
}

impl<'a> Assembler<'a> {
    fn new(files: &'a dyn Files, options: &'a Options) -> Assembler<'a> {
        let dialect = options.dialect;
        let mut symbols = Symbols::new();
        directive::enter_initial_symbols(&mut symbols, dialect);
        Assembler {
            options,
            dialect,
            files,
            sources: Sources::default(),
            input: Input::new(&options.limits),
            chars: Chars::new(dialect),
            symbols,
            diagnostics: Vec::new(),
            errors: 0,
            pass: 1,
            term: b'\n',
            digits: Vec::new(),
            text_constant_read: false,
            number_lost: false,
            word: WordState::default(),
            formats: initial_formats(dialect),
            brackets: Vec::new(),
            operators: Vec::new(),
            bracket_depth: 0,
            literal_depth: 0,
            text: None,
            cut: false,
            text_value: false,
            byte: None,
            byte_overflow: Vec::new(),
            assigned: None,
            assigning: false,
            in_expression: false,
            radix: 8,
            location: 0o100,
            location_relocated: false,
            location_unknown: false,
            offset: Value::default(),
            macros: Vec::new(),
            generated: 0,
            pools: Pools::default(),
            variables: Default::default(),
            collector: Collector::default(),
            title: None,
            last_label: None,
            storage_forbidden: false,
            relocatable: false,
            one_pass: false,
            block_stack: Vec::new(),
            success: false,
            quotes_match: false,
            settings: Default::default(),
            executed: Default::default(),
            main_name: String::new(),
            insertions: 0,
            typed: String::new(),
            output_words: 0,
        }
    }

    fn run(&mut self, main: FileId) {
        for pass in [1, 2] {
            self.begin_pass(pass, main);
            match self.statements() {
                Err(Flow::Ended | Flow::Restart) | Ok(()) => {}
                Err(Flow::Exhausted) => {
                    let _: Reading<()> = self.fatal(Code::NoEnd, "the program has no END".to_owned());
                    return;
                }
                Err(Flow::TooDeep) => {
                    let limit = self.options.limits.expansion_depth;
                    let _: Reading<()> = self.fatal(
                        Code::ExpansionTooDeep,
                        format!("more than {limit} expansions are inside each other"),
                    );
                    return;
                }
                Err(Flow::TooLong) => {
                    let limit = self.options.limits.expanded_characters;
                    let _: Reading<()> = self.fatal(
                        Code::ExpansionTooLong,
                        format!("expansions gave more than {limit} characters"),
                    );
                    return;
                }
                Err(Flow::Fatal) => return,
            }
            self.end_pass();
        }
        self.collector.complete = true;
    }

    fn begin_pass(&mut self, pass: u8, main: FileId) {
        self.pass = pass;
        let text = self.sources.get(main).text.clone();
        self.input.restart(main, text);
        if pass == 1 || self.dialect != Dialect::A {
            self.formats = initial_formats(self.dialect);
        }
        self.brackets.clear();
        self.operators.clear();
        self.bracket_depth = 0;
        self.literal_depth = 0;
        self.text = None;
        self.byte = None;
        self.assigning = false;
        self.assigned = None;
        self.radix = 8;
        self.location = if self.relocatable { 0 } else { 0o100 };
        self.location_relocated = self.relocatable;
        self.location_unknown = false;
        self.offset = Value::default();
        self.generated = 0;
        self.pools.begin_pass();
        self.variables.begin_pass();
        self.symbols.current = MAIN;
        self.block_stack.clear();
        self.last_label = None;
        self.storage_forbidden = false;
        self.quotes_match = false;
        self.settings.begin_pass();
        self.insertions = 0;
        self.input.set_capture(pass == 2 && self.options.listing);
        if pass == 2 {
            self.collector.listing_on = self.options.listing;
            self.collector.map_on = self.options.source_map;
        }
    }

    fn end_pass(&mut self) {
        if let Some((name, spot)) = self.block_stack.last().copied()
            && self.dialect == Dialect::D
        {
            self.error_at(
                Code::UnbalancedBlock,
                format!("the block {name} is not ended"),
                &[(spot, "begun here")],
            );
        }
        if self.options.listing && self.pass == 2 {
            self.list_rest();
        }
    }

    fn statements(&mut self) -> Reading<()> {
        loop {
            loop {
                let c = self.input.next()?;
                if c > b' ' {
                    self.input.back();
                    break;
                }
                if c == FF {
                    self.settings.page += 1;
                }
            }
            if self.collector.listing_on {
                self.list_lines();
            }
            loop {
                let word = match self.read_word() {
                    Ok(word) => word,
                    Err(Flow::Restart) => {
                        self.reset_word();
                        break;
                    }
                    Err(flow) => return Err(flow),
                };
                if let Some(word) = word {
                    self.storage_word(word)?;
                }
                if self.text.is_none() {
                    if matches!(self.term, b')' | b'>') && self.dialect == Dialect::D {
                        let c = char::from(self.term);
                        self.error(
                            Code::StrayClose,
                            format!("stray {c}: nothing is open that it could close"),
                        );
                    }
                    break;
                }
            }
        }
    }

    fn reset_word(&mut self) {
        self.brackets.retain(|b| *b == Bracket::Conditional);
        self.operators.clear();
        self.bracket_depth = 0;
        self.literal_depth = 0;
        self.text = None;
        self.assigning = false;
    }

    /// `.`: the location with the offset, in byte mode as a byte pointer.
    pub fn here_value(&self) -> Value {
        let mut value = Value::relocated(
            Word::new(u64::from(self.location)),
            Word::new(u64::from(self.location_relocated)),
        );
        value.add(&self.offset);
        if let Some(byte) = &self.byte {
            value.word = value.word.wrapping_add(Word::halves(byte.pointer(self.dialect), 0));
        }
        value
    }

    /// A word that is to be stored at the location.
    pub fn storage_word(&mut self, word: Value) -> Reading<()> {
        if self.storage_forbidden {
            self.error(Code::StorageForbidden, "no storage word may stand here");
        }
        if self.byte.is_some() {
            let word = if self.pass == 2 { self.absolute(word, Code::Undefined, "a byte") } else { word };
            for full in self.pack_byte(word.word) {
                self.emit(full.into())?;
            }
            return Ok(());
        }
        self.emit(word)
    }

    /// Puts a word at the location and counts the location up.
    pub fn emit(&mut self, word: Value) -> Reading<()> {
        if self.pass == 2 {
            let word = if word.is_plain() { word } else { self.settle(word, Code::Undefined) };
            self.put(word)?;
        }
        self.location += 1;
        // The stand-alone assemblers forgot to wrap around on pass 1.
        if self.pass == 2 || self.dialect >= Dialect::C {
            self.location &= 0o777777;
        }
        Ok(())
    }

    /// Puts a word whose undefined symbols have been reported at the location.
    pub fn put(&mut self, word: Value) -> Reading<()> {
        self.output_words += 1;
        if self.output_words > self.options.limits.output_words {
            let limit = self.options.limits.output_words;
            return self.fatal(Code::OutputTooLarge, format!("the program has more than {limit} words"));
        }
        if self.collector.map_on {
            self.map_word();
        }
        let location = self.location;
        let relocated = self.location_relocated;
        self.collector.word(location, relocated, word);
        Ok(())
    }

    /// Reports undefined symbols in `value`; what remains are global ones.
    pub fn settle(&mut self, mut value: Value, code: Code) -> Value {
        value.normalise();
        let mut globals = Vec::new();
        for reference in value.references().to_vec() {
            match reference.target {
                Target::Symbol(id) if self.is_external(id) => globals.push(reference),
                Target::Symbol(id) => self.undefined(code, id, ""),
                _ => {}
            }
        }
        if !self.relocatable && !globals.is_empty() {
            for reference in &globals {
                if let Target::Symbol(id) = reference.target {
                    self.undefined_global(id);
                }
            }
            globals.clear();
        }
        let mut settled = value.resolved();
        settled.push_references(&globals);
        settled
    }

    /// Whether a symbol is left to the loader.
    pub fn is_external(&self, id: SymbolId) -> bool {
        self.symbols[id].global
    }

    /// Whether `value` depends on a global symbol.
    pub fn has_globals(&self, value: &Value) -> bool {
        value.references().iter().any(|r| matches!(r.target, Target::Symbol(id) if self.symbols[id].global))
    }

    /// `value` as a number that must be known now; what is not known is reported with `code`.
    pub fn absolute(&mut self, mut value: Value, code: Code, what: &str) -> Value {
        if value.is_plain() {
            return value;
        }
        value.normalise();
        for reference in value.references().to_vec() {
            match reference.target {
                Target::Symbol(id) if self.is_external(id) && self.relocatable => {
                    self.error(
                        Code::GlobalNotAllowed,
                        format!("the global symbol {} cannot stand in {what}", self.symbols[id].name),
                    );
                }
                Target::Symbol(id) => self.undefined(code, id, what),
                Target::Pool(_) => {}
            }
        }
        value.resolved()
    }

    /// A field that must be known now, 0 if there is none.
    pub fn absolute_field(&mut self, code: Code, what: &str) -> Reading<Value> {
        match self.argument_field()? {
            Some(value) => Ok(self.absolute(value, code, what)),
            None => Ok(Value::default()),
        }
    }

    /// A field as a pseudo-op takes it: leading separators are skipped; the separator that ends
    /// it is consumed, any other character is left in the input.
    pub fn argument_field(&mut self) -> Reading<Option<Value>> {
        loop {
            let c = self.input.next()?;
            if !matches!(c, b' ' | b'\t') {
                self.input.back();
                break;
            }
        }
        let fields = self.word.fields;
        let value = self.field()?;
        self.word.fields = fields;
        if !matches!(self.term, b' ' | b'\t' | b',') && self.text.is_none() {
            self.input.back_with(self.term);
        }
        Ok(value)
    }

    /// A whole word as the argument of a statement; its terminator is left in the input.
    pub fn argument_word(&mut self) -> Reading<Value> {
        let word = self.read_word()?;
        if self.text.is_some() {
            self.skip_text()?;
        } else {
            self.input.back_with(self.term);
        }
        Ok(word.unwrap_or_default())
    }

    /// The next name in the input; what ended it is in `term`.
    pub fn name(&mut self) -> Reading<Option<Squoze>> {
        loop {
            let c = self.input.next()?;
            if self.chars.squoze[c as usize] != 0 {
                self.input.back();
                break;
            }
            if !matches!(c, b' ' | b'\t') {
                self.term = c;
                return Ok(None);
            }
        }
        self.input.mark();
        self.name_here().map(Some)
    }

    /// The name that begins with the next character.
    pub fn name_here(&mut self) -> Reading<Squoze> {
        let mut text = Vec::new();
        loop {
            let c = self.input.next()?;
            if self.chars.squoze[c as usize] != 0 {
                text.push(c);
            } else if self.chars.class[c as usize] != Class::Ignored {
                self.term = c;
                return Ok(Squoze::from_bytes(&text));
            }
        }
    }

    /// The value of a name in a field, without suffixes.
    pub fn symbol_operand(&mut self, name: Squoze) -> Reading<Value> {
        match self.evaluate(name)? {
            Evaluation::Value(value) => Ok(value),
            Evaluation::Consumed(value) => {
                self.term = self.input.next()?;
                Ok(value)
            }
            Evaluation::Nothing => {
                self.term = self.input.next()?;
                Ok(Value::default())
            }
        }
    }

    /// What the name just read stands for; `term` is the character after it.
    pub fn evaluate(&mut self, name: Squoze) -> Reading<Evaluation> {
        match self.chars.class[self.term as usize] {
            Class::Quote | Class::Colon | Class::Equals => return self.suffixed(name),
            _ => {}
        }
        // In the first field of a word the initial symbols come first.
        let found = if self.dialect.is_classic() && self.word.fields == 0 {
            self.symbols.find_in(name, INITIAL).or_else(|| self.symbols.find(name))
        } else {
            self.symbols.find(name)
        };
        match found {
            Some(id) => self.evaluate_symbol(id),
            None => {
                let id = self.enter_undefined(name);
                Ok(Evaluation::Value(Value::reference(Target::Symbol(id))))
            }
        }
    }

    /// The value of an entry.
    pub fn evaluate_symbol(&mut self, id: SymbolId) -> Reading<Evaluation> {
        if self.options.cross_reference && self.pass == 2 {
            let spot = self.input.spot();
            self.collector.uses.push((id, spot));
        }
        let symbol = &self.symbols[id];
        Ok(match symbol.kind {
            Kind::Label | Kind::Assigned | Kind::Initial => {
                // A value that is known is used; where a label is, the loader is asked.
                if symbol.global && self.relocatable && symbol.kind == Kind::Label {
                    return Ok(Evaluation::Value(Value::reference(Target::Symbol(id))));
                }
                Evaluation::Value(Value::relocated(symbol.value, symbol.relocation))
            }
            Kind::InputOutput => {
                let value = symbol.value;
                if self.word.fields == 0 {
                    self.word.io = true;
                }
                Evaluation::Value(value.into())
            }
            Kind::Undefined => Evaluation::Value(Value::reference(Target::Symbol(id))),
            Kind::Variable { area } => Evaluation::Value(self.variable_value(id, area)),
            Kind::Macro(index) => {
                let name = symbol.name;
                self.call_macro(name, index)?;
                Evaluation::Nothing
            }
            Kind::Pseudo(pseudo) => return self.pseudo(pseudo, id),
        })
    }

    /// Enters a name that is used without being defined.
    pub fn enter_undefined(&mut self, name: Squoze) -> SymbolId {
        match self.symbols.find_in(name, MAIN) {
            Some(id) => id,
            None => self.symbols.insert(name, MAIN, Kind::Undefined, Word::ZERO),
        }
    }

    /// A name followed by `:`, `=`, `'`, `"` or `^`.
    fn suffixed(&mut self, name: Squoze) -> Reading<Evaluation> {
        let mut name = name;
        let mut block = None;
        let (mut variable, mut global) = (false, false);
        loop {
            match self.term {
                b'\'' => {
                    variable = true;
                    self.term = self.input.next()?;
                }
                b'"' => {
                    self.term = self.input.next()?;
                    if self.dialect == Dialect::D && self.chars.squoze[self.term as usize] != 0 {
                        block = Some(self.block_named(name, block));
                        self.input.back();
                        name = self.name_here()?;
                        continue;
                    }
                    global = true;
                }
                _ => break,
            }
        }
        let saved = self.symbols.current;
        if let Some(block) = block {
            self.symbols.current = block;
        }
        let result = self.suffixed_in_block(name, variable, global, block.is_some());
        self.symbols.current = saved;
        result
    }

    fn suffixed_in_block(
        &mut self,
        name: Squoze,
        variable: bool,
        global: bool,
        explicit: bool,
    ) -> Reading<Evaluation> {
        if variable && !matches!(self.term, b':' | b'=') {
            self.declare_variable(name);
        }
        if global {
            self.declare_global(name);
        }
        match self.term {
            b':' => {
                self.label(name)?;
                Err(Flow::Restart)
            }
            b'=' if self.in_expression && self.dialect.is_classic() => {
                self.error_about(
                    Code::IllegalAssignment,
                    name,
                    "an assignment cannot stand inside a word".to_owned(),
                );
                let id = match self.symbols.find(name) {
                    Some(id) => id,
                    None => self.enter_undefined(name),
                };
                Ok(match self.evaluate_symbol(id)? {
                    Evaluation::Value(value) => Evaluation::Consumed(value),
                    other => other,
                })
            }
            b'=' => {
                self.assignment(name)?;
                Err(Flow::Restart)
            }
            b'^' => {
                self.error(Code::BadFormat, "^ can only follow a number");
                let id = self.symbols.find(name);
                self.term = self.input.next()?;
                match id {
                    Some(id) => self.evaluate_symbol(id),
                    None => {
                        let id = self.enter_undefined(name);
                        Ok(Evaluation::Value(Value::reference(Target::Symbol(id))))
                    }
                }
            }
            b';' => {
                self.input.skip_to_cr()?;
                self.term = self.input.next()?;
                self.evaluate_in(name, explicit)
            }
            _ => self.evaluate_in(name, explicit),
        }
    }

    fn evaluate_in(&mut self, name: Squoze, explicit: bool) -> Reading<Evaluation> {
        // A symbol of a named block is not looked for outside it.
        let found = if explicit {
            self.symbols.find_in(name, self.symbols.current).or_else(|| self.symbols.find(name))
        } else {
            self.symbols.find(name)
        };
        match found {
            Some(id) => self.evaluate_symbol(id),
            None => {
                let id = self.enter_undefined(name);
                Ok(Evaluation::Value(Value::reference(Target::Symbol(id))))
            }
        }
    }

    /// `name:` at the location.
    fn label(&mut self, name: Squoze) -> Reading<()> {
        let mut half_killed = false;
        if self.dialect == Dialect::D {
            let c = self.input.next()?;
            if c == b':' {
                half_killed = true;
            } else {
                self.input.back();
            }
        }
        let late = self.dialect == Dialect::D;
        if self.in_expression || late && (self.bracket_depth > 0 || self.word.fields > 0) {
            self.error_about(Code::LabelInField, name, format!("the label {name} stands inside a word"));
            if !late {
                return Ok(());
            }
        }
        if self.location_unknown {
            self.error(
                Code::LocationUnknown,
                format!("{name} cannot be defined: the location is not known here"),
            );
            return Ok(());
        }
        let value = self.here_value();
        let spot = self.input.spot();
        let id = self.definition(name);
        if self.dialect == Dialect::D && id.is_none() {
            self.shadow_warning(name);
        }
        let id = match id {
            Some(id) => id,
            None => {
                if self.initial_reserved(name) {
                    let message = format!("{name} is a pseudo-op or macro and cannot be a label");
                    self.error(Code::ReservedLabel, message);
                    if !late {
                        return Ok(());
                    }
                }
                self.symbols.insert(name, self.symbols.current, Kind::Undefined, Word::ZERO)
            }
        };
        let symbol = &self.symbols[id];
        match symbol.kind {
            Kind::Macro(_) | Kind::Pseudo(_) => {
                self.error(Code::ReservedLabel, format!("{name} is a macro and cannot be a label"));
                return Ok(());
            }
            Kind::Undefined => {}
            Kind::Variable { .. } => {
                let previous = symbol.spot;
                self.multiply_defined(name, previous, "it is a variable");
                return Ok(());
            }
            _ if symbol.value == value.word
                && symbol.relocation == value.relocation
                && (symbol.kind == Kind::Label || self.dialect.is_classic()) => {}
            _ => {
                let previous = symbol.spot;
                let what = if symbol.defined_on == self.pass || symbol.kind != Kind::Label {
                    "it has another value already"
                } else {
                    "it was somewhere else on pass 1"
                };
                self.multiply_defined(name, previous, what);
                if self.dialect.is_classic() {
                    self.last_label = Some(id);
                    return Ok(());
                }
            }
        }
        let pass = self.pass;
        let symbol = &mut self.symbols[id];
        symbol.kind = Kind::Label;
        symbol.value = value.word;
        symbol.relocation = value.relocation;
        symbol.half_killed = half_killed;
        symbol.defined_on = pass;
        symbol.spot = Some(spot);
        self.last_label = Some(id);
        if self.collector.listing_on {
            self.collector.note_label();
        }
        self.defined_global(id, false);
        Ok(())
    }

    fn multiply_defined(&mut self, name: Squoze, previous: Option<Spot>, what: &str) {
        let message = format!("{name} is multiply defined: {what}");
        match previous {
            Some(spot) if spot != self.input.spot() => {
                self.error_at(Code::MultiplyDefined, message, &[(spot, "defined here")]);
            }
            _ => self.error(Code::MultiplyDefined, message),
        }
        if let Some(last) = self.diagnostics.last_mut() {
            last.symbol = Some(name.to_string());
        }
    }

    /// The entry of `name` that a definition here would change.
    fn definition(&self, name: Squoze) -> Option<SymbolId> {
        self.symbols.find_in(name, self.symbols.current)
    }

    fn initial_reserved(&self, name: Squoze) -> bool {
        let found = self.symbols.find_in(name, INITIAL);
        found.is_some_and(|id| matches!(self.symbols[id].kind, Kind::Pseudo(_)))
            || matches!(self.symbols.find(name).map(|id| self.symbols[id].kind), Some(Kind::Macro(_)))
    }

    fn shadow_warning(&mut self, name: Squoze) {
        if let Some(id) = self.symbols.find_in(name, INITIAL)
            && matches!(self.symbols[id].kind, Kind::Initial | Kind::InputOutput)
        {
            self.error(
                Code::InitialRedefined,
                format!("{name} is an instruction; from here on it is this label"),
            );
        }
    }

    /// `name=word` and its kin; `term` is the equal sign.
    fn assignment(&mut self, name: Squoze) -> Reading<()> {
        let spot = self.input.spot();
        let mut half_killed = false;
        let mut fixed = false;
        let mut c = self.input.next()?;
        if c == b'=' {
            half_killed = true;
            c = self.input.next()?;
        }
        if c == b':' && self.dialect == Dialect::D {
            fixed = true;
        } else {
            self.input.back();
        }
        let bad = self.assigning
            || self.in_expression
            || self.word.fields > 0
            || self.word.touched
            || (self.bracket_depth > 0 && self.dialect.is_classic());
        if bad {
            self.error_about(
                Code::IllegalAssignment,
                name,
                "an assignment cannot stand inside a word or another assignment".to_owned(),
            );
        }
        let was_assigning = std::mem::replace(&mut self.assigning, true);
        let value = self.read_word()?.unwrap_or_default();
        self.assigning = was_assigning;
        if self.text.is_some() {
            self.skip_text()?;
        } else {
            self.input.back_with(self.term);
        }
        if bad && (self.assigning || self.dialect == Dialect::D) {
            return Ok(());
        }
        if name == Squoze::from_bytes(b".") {
            return self.set_location(value, true);
        }
        self.assign(name, value, spot, half_killed, fixed);
        Ok(())
    }

    /// Gives `name` the value of the right side of an assignment.
    pub fn assign(&mut self, name: Squoze, value: Value, spot: Spot, half_killed: bool, fixed: bool) {
        if let Some(id) = self.symbols.find_in(name, INITIAL)
            && let Kind::Pseudo(pseudo) = self.symbols[id].kind
            && self.assign_setting(pseudo, &value)
        {
            self.assigned = Some(value);
            return;
        }
        let undefined: Vec<SymbolId> = value
            .references()
            .iter()
            .filter_map(|r| match r.target {
                Target::Symbol(id) if !(self.relocatable && self.is_external(id)) => Some(id),
                _ => None,
            })
            .collect();
        if !undefined.is_empty() {
            for id in undefined {
                self.undefined(Code::UndefinedInAssignment, id, "=");
            }
            return;
        }
        let id = match self.definition(name) {
            Some(id) => id,
            None => {
                let initial = self.symbols.find_in(name, INITIAL);
                if let Some(id) = initial
                    && matches!(self.symbols[id].kind, Kind::Pseudo(_) | Kind::Macro(_))
                {
                    self.pseudo_assigned(name);
                }
                self.symbols.insert(name, self.symbols.current, Kind::Undefined, Word::ZERO)
            }
        };
        if matches!(self.symbols[id].kind, Kind::Macro(_) | Kind::Pseudo(_)) {
            self.pseudo_assigned(name);
        }
        let symbol = &self.symbols[id];
        let changes = symbol.value != value.word || symbol.relocation != value.relocation;
        match symbol.kind {
            Kind::Label | Kind::Variable { .. } if changes && self.dialect == Dialect::D => {
                let previous = symbol.spot;
                self.multiply_defined(name, previous, "it is a label already");
            }
            Kind::Assigned if symbol.fixed && changes => {
                let previous = symbol.spot;
                let message = format!("{name} was fixed by =: and cannot be changed");
                match previous {
                    Some(at) => self.error_at(Code::FixedRedefined, message, &[(at, "fixed here")]),
                    None => self.error(Code::FixedRedefined, message),
                }
            }
            _ => {}
        }
        let pass = self.pass;
        let symbol = &mut self.symbols[id];
        symbol.kind = Kind::Assigned;
        symbol.value = value.word;
        symbol.relocation = value.relocation;
        symbol.half_killed = half_killed;
        symbol.fixed = fixed;
        symbol.defined_on = pass;
        symbol.spot = Some(spot);
        if self.collector.listing_on {
            self.collector.note_value(value.word);
        }
        self.defined_global(id, true);
        self.assigned = Some(value);
    }

    fn pseudo_assigned(&mut self, name: Squoze) {
        self.error_about(
            Code::AssignedPseudo,
            name,
            format!("{name} was a pseudo-op or macro; from here on it is a number"),
        );
    }

    /// A colon without a name.
    pub fn stray_colon(&mut self) -> Reading<()> {
        self.error(Code::BadFormat, "this colon does not follow a name");
        Err(Flow::Restart)
    }

    /// An equal sign without a name.
    pub fn stray_equals(&mut self) -> Reading<()> {
        self.error(Code::IllegalAssignment, "this equal sign does not follow a name");
        if self.dialect == Dialect::D {
            let _ = self.read_word()?;
            if self.text.is_some() {
                self.skip_text()?;
            } else {
                self.input.back_with(self.term);
            }
            return Err(Flow::Restart);
        }
        Ok(())
    }

    /// A quote after something that takes none.
    pub fn bad_suffix(&mut self, c: u8) -> Reading<()> {
        self.error(Code::BadFormat, format!("{} cannot stand here", char::from(c)));
        Ok(())
    }

    /// The place of the syllable being read.
    pub fn here(&self) -> Spot {
        self.input.spot()
    }

    /// The span of a place.
    pub fn span(&self, spot: Spot) -> Span {
        Span::new(&self.sources, spot.file, spot.start as usize, spot.end as usize)
    }

    /// Reports something at the syllable being read.
    pub fn error(&mut self, code: Code, message: impl Into<String>) {
        self.report(code, message.into(), Vec::new());
    }

    /// The same, about a symbol.
    pub fn error_about(&mut self, code: Code, name: Squoze, message: String) {
        self.report(code, message, Vec::new());
        if let Some(last) = self.diagnostics.last_mut() {
            last.symbol = Some(name.to_string());
        }
    }

    /// Reports something that involves other places.
    pub fn error_at(&mut self, code: Code, message: impl Into<String>, labels: &[(Spot, &str)]) {
        let labels = labels
            .iter()
            .map(|(spot, message)| Label { span: self.span(*spot), message: (*message).to_owned() })
            .collect();
        self.report(code, message.into(), labels);
    }

    /// Reports something after which nothing makes sense.
    pub fn fatal<T>(&mut self, code: Code, message: String) -> Reading<T> {
        self.report(code, message, Vec::new());
        Err(Flow::Fatal)
    }

    /// An undefined symbol where a value is needed.
    pub fn undefined(&mut self, code: Code, id: SymbolId, what: &str) {
        let name = self.symbols[id].name;
        let place = match what {
            "" => String::new(),
            "=" => " and stands on the right of an equal sign".to_owned(),
            what => format!(" and stands in {what}"),
        };
        self.error_about(code, name, format!("{name} is not defined{place}"));
        let near = if self.diagnostics.len() < 200 { self.symbols.similar(name) } else { Vec::new() };
        if let (Some(last), false) = (self.diagnostics.last_mut(), near.is_empty()) {
            last.help.push(format!("did you mean {}?", near.join(" or ")));
        }
    }

    fn undefined_global(&mut self, id: SymbolId) {
        let name = self.symbols[id].name;
        if self.symbols[id].is_user_number() {
            return;
        }
        self.error_about(
            Code::GlobalNotAllowed,
            name,
            format!("{name} is global but not defined, and an absolute program has no loader to find it"),
        );
    }

    fn report(&mut self, code: Code, message: String, labels: Vec<Label>) {
        let severity = code.severity();
        if severity != Severity::Warning {
            self.errors += 1;
        }
        if self.diagnostics.len() >= self.options.limits.errors {
            return;
        }
        let spot = self.input.spot();
        let span = self.span(spot);
        let trail = diagnostic::trail(&self.input, &self.sources);
        self.diagnostics.push(Diagnostic {
            code,
            severity,
            message,
            span: Some(span),
            labels,
            help: Vec::new(),
            trail,
            symbol: None,
            pass: self.pass,
            location: self.location,
            repeated: 0,
        });
    }
}

/// The pseudo-op that `name` is at the start, for tests.
#[allow(dead_code)]
pub(crate) fn initial_pseudo(symbols: &Symbols, name: &str) -> Option<Pseudo> {
    match symbols[symbols.find_in(Squoze::new(name), INITIAL)?].kind {
        Kind::Pseudo(pseudo) => Some(pseudo),
        _ => None,
    }
}
