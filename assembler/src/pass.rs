//! The two passes: the state of an assembly, and the loop over statements.

mod argument;
mod cause;
mod define;
mod evaluate;
mod report;
mod storage;
mod tag;
mod trail;

pub(crate) use argument::Name;
pub(crate) use define::ELSEWHERE;

use crate::bracket::Bracket;
use crate::chars::Chars;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::dialect::{Dialect, Options};
use crate::directive;
use crate::directive::byte::ByteMode;
use crate::directive::text::TextState;
use crate::expr::Pending;
use crate::input::{Flow, Input, Mark, Reading};
use crate::literal::Pools;
use crate::macros::{Macro, TypedLines};
use crate::output::{Collector, Output};
use crate::source::{FileId, Files, Source, Sources, Spot};
use crate::syllable::Marks;
use crate::symbol::{MAIN, Squoze, SymbolId, Symbols};
use crate::value::Value;
use crate::word::{Formats, WordState, initial_formats};
use emulator::word::Word;
use std::collections::HashSet;
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
    /// How many of them are warnings.
    pub warnings: usize,
    /// Undefined symbols met in this statement.
    pub uses: Vec<report::Use>,
    /// What was being read when the source ended.
    pub open_end: Option<(Spot, &'static str)>,
    /// Symbols whose assignment failed: their being undefined is no cause of its own.
    pub poisoned: HashSet<SymbolId>,
    /// 1 or 2.
    pub pass: u8,
    /// The character that ended the last syllable.
    pub term: u8,
    /// The digits and periods of the syllable being read.
    pub digits: Vec<u8>,
    /// The quotes in the syllable just read.
    pub marks: Marks,
    pub word: WordState,
    pub formats: Formats,
    pub brackets: Vec<Bracket>,
    /// How many names have been read that are not known yet.
    pub turns: u32,
    /// Left operands waiting for their right ones.
    pub operators: Vec<Pending>,
    pub bracket_depth: usize,
    /// A closing bracket was met at the end of a macro's evaluated argument (late dialect).
    pub closed: Option<u8>,
    /// How deep fields and syllables are inside each other.
    pub depth: usize,
    /// Where the open brackets stand.
    pub opened: Vec<Mark>,
    pub literal_depth: usize,
    /// A text pseudo-op that has more words to give.
    pub text: Option<Box<TextState>>,
    pub byte: Option<Box<ByteMode>>,
    /// The word that byte mode left unfinished on the pass before.
    pub unfinished: Option<Box<ByteMode>>,
    /// Assembler C stores no bytes any more: one did not fit in its word.
    pub bytes_lost: bool,
    /// In a bracket inside byte mode: the pointer to the next byte outside.
    pub outer_byte_pointer: u32,
    /// Bytes since the last `.BYTE`.
    pub byte_count: u64,
    /// Words completed by leaving byte mode inside a bracket.
    pub byte_overflow: Vec<Word>,
    /// What an assignment inside a bracket assigned.
    pub assigned: Option<Value>,
    /// An argument or the right side of an equal sign is being read.
    pub in_argument: bool,
    /// Whether the field being read holds something already.
    pub in_expression: bool,
    pub radix: u64,
    pub location: u32,
    pub location_relocated: bool,
    pub location_unknown: bool,
    /// The location is virtual: it depends on a global symbol, and what is counted begins there.
    pub location_virtual: bool,
    /// What is known of the offset.
    pub offset: Value,
    /// The offset depends on a global symbol.
    pub offset_virtual: bool,
    pub macros: Vec<Rc<Macro>>,
    pub generated: u64,
    pub pools: Pools,
    pub variables: directive::variable::Areas,
    pub collector: Collector,
    pub title: Option<Squoze>,
    pub tags: tag::Tags,
    /// Whether the last definition, of either pass, was an assignment.
    pub assigned_last: bool,
    /// The END statement.
    pub end_at: Option<Spot>,
    /// The last `.NSTGW`.
    pub forbidden_at: Option<Spot>,
    /// What made the location unknown.
    pub unknown_at: Option<Spot>,
    pub relocatable: bool,
    pub one_pass: bool,
    /// In a one-pass program: symbols that were used before they were defined, and are not yet.
    pub awaited: Vec<SymbolId>,
    /// How many loading conditionals are open.
    pub loading_conditionals: usize,
    pub block_stack: Vec<(Squoze, Spot)>,
    /// `.SUCCESS`: whether the last conditional was true.
    pub success: bool,
    pub settings: directive::setting::Settings,
    pub executed: directive::execute::Executed,
    /// The main file, for `.FNAM1`.
    pub main_name: String,
    pub insertions: directive::file::Insertions,
    pub typed_lines: TypedLines,
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
                code: Code::CannotRead,
                severity: Severity::Fatal,
                message: format!("{entry} cannot be read: {reason}"),
                span: None,
                labels: Vec::new(),
                help: Vec::new(),
                trail: Vec::new(),
                symbol: None,
                pass: 0,
                location: 0,
                tag: String::new(),
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
        directive::initial::enter_initial_symbols(&mut symbols, options);
        Assembler {
            options,
            dialect,
            files,
            sources: Sources::default(),
            input: Input::new(&options.limits),
            chars: Chars::new(dialect),
            symbols,
            diagnostics: Vec::new(),
            warnings: 0,
            uses: Vec::new(),
            open_end: None,
            poisoned: HashSet::new(),
            pass: 1,
            term: b'\n',
            digits: Vec::new(),
            marks: Marks::default(),
            word: WordState::default(),
            formats: initial_formats(dialect),
            brackets: Vec::new(),
            turns: 0,
            operators: Vec::new(),
            bracket_depth: 0,
            closed: None,
            depth: 0,
            opened: Vec::new(),
            literal_depth: 0,
            text: None,
            byte: None,
            unfinished: None,
            bytes_lost: false,
            outer_byte_pointer: 0,
            byte_count: 0,
            byte_overflow: Vec::new(),
            assigned: None,
            in_argument: false,
            in_expression: false,
            radix: 8,
            location: 0o100,
            location_relocated: false,
            location_unknown: false,
            location_virtual: false,
            offset: Value::default(),
            offset_virtual: false,
            macros: Vec::new(),
            generated: 0,
            pools: Pools::default(),
            variables: Default::default(),
            collector: Collector::default(),
            title: None,
            tags: Default::default(),
            assigned_last: false,
            end_at: None,
            forbidden_at: None,
            unknown_at: None,
            relocatable: false,
            one_pass: false,
            awaited: Vec::new(),
            loading_conditionals: 0,
            block_stack: Vec::new(),
            success: false,
            settings: Default::default(),
            executed: Default::default(),
            main_name: String::new(),
            insertions: Default::default(),
            typed_lines: Default::default(),
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
                    let spot = self.input.character_spot();
                    let labels: Vec<_> = self.open_end.into_iter().collect();
                    self.error_with(Code::NoEnd, spot, "the program has no END", &labels);
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
            if self.one_pass {
                break;
            }
        }
        self.collector.complete = true;
    }

    fn begin_pass(&mut self, pass: u8, main: FileId) {
        self.pass = pass;
        if pass == 2 {
            self.collector.begin_output();
        }
        let text = self.sources.get(main).text.clone();
        self.input.restart(main, text);
        if pass == 1 || self.dialect != Dialect::A {
            self.formats = initial_formats(self.dialect);
        }
        self.brackets.clear();
        self.turns = 0;
        self.operators.clear();
        self.bracket_depth = 0;
        self.opened.clear();
        self.literal_depth = 0;
        self.text = None;
        self.begin_pass_in_bytes();
        self.in_argument = false;
        self.assigned = None;
        self.radix = 8;
        self.location = 0o100;
        self.location_relocated = false;
        self.collector.relocatable = false;
        self.location_unknown = false;
        self.location_virtual = false;
        self.offset = Value::default();
        self.offset_virtual = false;
        self.generated = 0;
        self.pools.begin_pass();
        self.variables.begin_pass();
        // The classic assemblers did not leave the levels that were not ended.
        if self.dialect == Dialect::D {
            self.symbols.current = MAIN;
            self.block_stack.clear();
        }
        self.tags = Default::default();
        self.settings.begin_pass(self.dialect);
        self.insertions = Default::default();
        self.typed_lines.begin_pass();
        self.begin_listing();
    }

    fn end_pass(&mut self) {
        if let Some((name, spot)) = self.block_stack.last().copied()
            && self.dialect == Dialect::D
        {
            let end = self.end_at.unwrap_or(self.here());
            let message = format!("the block {name} is not ended");
            self.error_with(Code::UnbalancedBlock, spot, message, &[(end, "the program ends here")]);
        }
        let open = self.brackets.iter().find_map(|bracket| match bracket {
            Bracket::Conditional(spot) => Some(*spot),
            _ => None,
        });
        if let Some(spot) = open {
            self.error_with(Code::UnclosedConditional, spot, "this conditional is not closed", &[]);
        }
        for id in std::mem::take(&mut self.awaited) {
            if !self.symbols[id].global {
                self.undefined(Code::Undefined, id, "");
            }
        }
        if self.loading_conditionals > 0 {
            self.error(Code::WrongOutput, "a loading conditional is not ended: .ELDC is missing");
            self.loading_conditionals = 0;
        }
        if self.options.listing {
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
            }
            if self.collector.listing_on {
                self.list_lines();
            }
            self.uses.clear();
            loop {
                let word = match self.read_word() {
                    Ok(word) => word,
                    Err(Flow::Restart) => {
                        self.give_up_word();
                        self.reset_word();
                        break;
                    }
                    Err(flow) => return Err(flow),
                };
                if let Some(word) = word {
                    self.storage_word(word)?;
                }
                if self.text.is_none() {
                    break;
                }
            }
        }
    }

    /// Gives up all brackets and what is being read in them.
    pub fn reset_word(&mut self) {
        self.drop_brackets(0);
        self.operators.clear();
        self.bracket_depth = 0;
        self.closed = None;
        self.opened.clear();
        self.literal_depth = 0;
        self.text = None;
        self.in_argument = false;
    }
}
