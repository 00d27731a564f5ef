//! The two passes: the state of an assembly and the loop over statements.

mod argument;
mod cause;
mod define;
mod evaluate;
mod listing;
mod map;
mod report;
mod storage;
mod tag;
mod trail;

pub(crate) use argument::Name;
pub(crate) use evaluate::Evaluation;

use crate::chars::Chars;
use crate::diagnostic::Code;
use crate::dialect::{Dialect, Options, tables};
use crate::initial::enter_initial_symbols;
use crate::input::{Flow, Input, InputResult};
use crate::operation::ExecutionResult;
use crate::places;
use crate::source::{FileId, Files, Insertions, Sources};
use crate::state::area::Areas;
use crate::state::bytes::Bytes;
use crate::state::collector::{Collector, Format, Item};
use crate::state::formats::{Formats, initial_formats};
use crate::state::linkage::Linkage;
use crate::state::listing::Listing;
use crate::state::location::Location;
use crate::state::macros::Macros;
use crate::state::messages::Messages;
use crate::state::pool::Pools;
use crate::state::reader::{Bracket, Read, Reader};
use crate::state::settings::Settings;
use crate::state::source_map::SourceMap;
use crate::symbol::{MAIN, Symbols};
use tag::Tags;

/// The state of an assembly.
pub(crate) struct Assembler<'a> {
    pub options: &'a Options,
    pub dialect: Dialect,
    pub files: &'a dyn Files,
    /// The name of the main file, for `.FNAM1`.
    pub main_name: String,
    pub sources: Sources,
    pub insertions: Insertions,
    pub input: Input,
    pub chars: Chars,
    pub symbols: Symbols,
    pub messages: Messages,
    /// The number of the pass, 1 or 2.
    pub pass: u8,
    pub reader: Reader,
    pub radix: u64,
    pub formats: Formats,
    pub bytes: Bytes,
    pub location: Location,
    pub macros: Macros,
    pub pools: Pools,
    pub variables: Areas,
    pub linkage: Linkage,
    pub collector: Collector,
    pub listing: Listing,
    pub source_map: SourceMap,
    pub tags: Tags,
    /// Whether the last definition, in either pass, was an assignment.
    pub assigned_last: bool,
    pub settings: Settings,
    pub executed: ExecutionResult,
}

/// Radix of numbers until the source sets another with RADIX.
const FIRST_RADIX: u64 = 8;

impl<'a> Assembler<'a> {
    /// Returns the state before the first pass.
    pub(crate) fn new(files: &'a dyn Files, options: &'a Options) -> Assembler<'a> {
        let dialect = options.dialect;
        let mut symbols = Symbols::new();
        enter_initial_symbols(&mut symbols, options);
        Assembler {
            options,
            dialect,
            files,
            main_name: String::new(),
            sources: Sources::default(),
            insertions: Insertions::default(),
            input: Input::new(options),
            chars: Chars::new(dialect),
            symbols,
            messages: Messages::default(),
            pass: 1,
            reader: Reader::default(),
            radix: FIRST_RADIX,
            formats: initial_formats(dialect),
            bytes: Bytes::default(),
            location: Location::start(),
            macros: Macros::default(),
            pools: Pools::default(),
            variables: Areas::default(),
            linkage: Linkage::default(),
            collector: Collector::default(),
            listing: Listing::default(),
            source_map: SourceMap::default(),
            tags: Tags::default(),
            assigned_last: false,
            settings: Settings::default(),
            executed: ExecutionResult::default(),
        }
    }

    /// Assembles the text `main` in two passes, or in one if the text selects the one-pass mode.
    pub(crate) fn run(&mut self, main: FileId) {
        let mut is_ended = true;
        for pass in [1, 2] {
            match self.begin_pass(pass, main).and_then(|()| self.statements()) {
                Err(Flow::Ended | Flow::NextStatement) | Ok(()) => {}
                Err(Flow::Exhausted) => {
                    is_ended = false;
                    if self.end_of_source().is_err() {
                        return;
                    }
                }
                Err(Flow::TooDeep) => {
                    let limit = self.options.limits.expansion_depth;
                    let _: InputResult<()> = self.fatal(
                        Code::ExpansionTooDeep,
                        format!("macros and loops are nested more than {limit} deep"),
                    );
                    return;
                }
                Err(Flow::TooLong) => {
                    let limit = self.options.limits.expanded_characters;
                    let _: InputResult<()> = self.fatal(
                        Code::ExpansionTooLong,
                        format!("macros and loops produced more than {limit} characters"),
                    );
                    return;
                }
                Err(Flow::Fatal) => return,
            }
            self.end_pass();
            if self.linkage.one_pass {
                break;
            }
        }
        self.collector.complete = is_ended;
    }

    fn begin_pass(&mut self, pass: u8, main: FileId) -> InputResult<()> {
        self.pass = pass;
        if pass == 2 {
            // By default the output is in blocks.
            let format = self.collector.format.unwrap_or(Format::Sblk);
            self.put_item(Item::Begin(format));
        }
        let main_source = self.sources.get(main);
        // Most lines produce at most one line of the listing and one word, and few programs define a symbol
        // on every second line. Lists that grow would leave gaps in memory.
        let lines = main_source.line_count();
        if pass == 1 {
            self.symbols.reserve(lines / 2);
            self.listing.lines.reserve(if self.options.listing { lines } else { 0 });
        } else {
            self.collector.items.reserve(lines);
            self.source_map.reserve(if self.options.source_map { lines } else { 0 });
        }
        self.input.restart(main, main_source.text.clone())?;
        if pass == 1 || self.dialect != Dialect::A {
            self.formats = initial_formats(self.dialect);
        }
        self.reader = Reader::default();
        self.radix = FIRST_RADIX;
        self.bytes = std::mem::take(&mut self.bytes).for_next_pass(self.dialect);
        self.location = Location::start();
        self.tags = Tags::default();
        self.insertions = Insertions::default();
        self.settings = std::mem::take(&mut self.settings).for_next_pass(self.dialect);
        self.macros.begin_pass();
        self.pools.begin_pass();
        self.variables.begin_pass();
        // The classic assemblers began pass 2 on the `.BEGIN` level on which pass 1 had ended.
        if self.dialect == Dialect::D {
            self.symbols.current = MAIN;
            self.symbols.begun.clear();
        }
        self.begin_listing();
        Ok(())
    }

    fn end_pass(&mut self) {
        if let Some((name, span)) = self.symbols.begun.last().copied()
            && self.dialect == Dialect::D
        {
            let end = self.messages.end_at.unwrap_or(self.here());
            let message = format!("the block {name} is not ended");
            self.error_with(Code::UnbalancedBlock, span, message, &[(end, "the program ends here")]);
        }
        let open = self.reader.brackets.iter().find_map(|bracket| match bracket {
            Bracket::Conditional(span) => Some(*span),
            _ => None,
        });
        if let Some(span) = open {
            self.error_with(Code::UnclosedConditional, span, "this conditional is not closed", &[]);
        }
        for id in std::mem::take(&mut self.linkage.awaited) {
            if !self.symbols[id].global {
                self.undefined(Code::Undefined, id, "");
            }
        }
        if self.linkage.conditionals > 0 {
            self.error(Code::WrongOutput, "a loading conditional is not ended: .ELDC is missing");
            self.linkage.conditionals = 0;
        }
        if self.options.listing {
            self.list_rest();
        }
    }

    /// Reports a fatal error if the symbols do not fit the table of dialect A or B. In dialects C and D the
    /// table has no limit.
    #[inline(always)]
    pub(crate) fn check_table(&mut self) -> InputResult<()> {
        if self.dialect >= Dialect::C || self.symbols.count() <= places::size(self.dialect) {
            return Ok(());
        }
        self.table_is_full()
    }

    fn table_is_full(&mut self) -> InputResult<()> {
        let room = places::size(self.dialect);
        let message = format!("symbol table full: {room} entries, including the predefined ones");
        self.fatal(Code::TooManySymbols, message)
    }

    /// Reports a fatal error if the stand-alone assemblers had no space for area number `number`, which is
    /// about to be placed. The area at END counts.
    pub(crate) fn check_area(&mut self, number: usize, what: &str) -> InputResult<()> {
        if self.dialect >= Dialect::C || number < tables::AREAS {
            return Ok(());
        }
        let message = format!("too many {what} areas: at most {}, including the one at END", tables::AREAS);
        self.fatal(Code::TooManyAreas, message)
    }

    fn statements(&mut self) -> InputResult<()> {
        loop {
            self.input.skip_blank()?;
            if self.listing.on {
                self.list_lines();
            }
            self.begin_statement()?;
            match self.statement() {
                Ok(()) => {}
                Err(Flow::NextStatement) => self.give_up(),
                Err(flow) => return Err(flow),
            }
        }
    }

    #[inline(always)]
    pub(crate) fn begin_statement(&mut self) -> InputResult<()> {
        self.messages.uses.clear();
        self.reader.begin_word();
        self.check_table()
    }

    pub(crate) fn give_up(&mut self) {
        self.give_up_word();
        self.reader.give_up();
    }

    /// Executes the next statements with the fast reader as far as possible, then one with the general
    /// reader.
    fn statement(&mut self) -> InputResult<()> {
        let Some(mut place) = self.plain_statements()? else { return Ok(()) };
        let mut read = self.read_word_from(place, false)?;
        loop {
            match read {
                Read::Statement => {
                    self.give_up();
                    return Ok(());
                }
                Read::Value(Some(word)) => self.storage_word(word, place)?,
                Read::Value(None) => {}
            }
            if self.reader.text.is_none() {
                return Ok(());
            }
            place = self.input.position();
            read = self.read_word()?;
        }
    }
}
