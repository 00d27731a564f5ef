//! What an assembly gives: words, start, symbols, listing, source map, and the files made of them.

pub mod collector;
pub mod listing;
pub mod loader;
pub mod places;
pub mod reloc;
pub mod tape;

pub use collector::Format;
pub(crate) use collector::{Collector, Item};

use self::places::Places;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::dialect::Dialect;
use crate::pass::Assembler;
use crate::symbol::{Kind, MAIN, Squoze, Symbol};
use emulator::address::Address;
use emulator::formats::image::Image;
use emulator::symbols as file;
use emulator::word::Word;

/// A symbol of the assembled program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefinedSymbol {
    /// Its name.
    pub name: Squoze,
    /// Its value.
    pub value: Word,
    /// How many times the relocation is to be added to each half.
    pub relocation: Word,
    /// `NAME:` and not `NAME=`.
    pub label: bool,
    /// Not used by the debugger to print values.
    pub half_killed: bool,
    /// Known outside the program.
    pub global: bool,
    /// The block it belongs to.
    pub block: u32,
    /// Where the period's assembler had it in its table.
    pub place: usize,
}

/// The result of an assembly.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Output {
    /// The dialect it was assembled in.
    pub dialect: Dialect,
    /// Whether the second pass reached the END.
    pub complete: bool,
    /// The TITLE line.
    pub title: String,
    /// The program's name.
    pub name: Option<Squoze>,
    /// The words in the order of assembly, with their addresses.
    pub words: Vec<(u32, Word)>,
    /// The word that starts the program.
    pub start: Option<Word>,
    /// The symbols that the program defined, in order of first appearance.
    pub symbols: Vec<DefinedSymbol>,
    /// The named blocks: name and number of the block around it; the first is the main one.
    pub blocks: Vec<(Squoze, usize)>,
    /// First and last address of each constants area.
    pub constants: Vec<(u32, u32)>,
    /// The format that the source asked for.
    pub format: Option<Format>,
    /// Whether it is a program for the linking loader.
    pub relocatable: bool,
    /// What the source typed.
    pub typed: String,
    /// The listing, if it was asked for.
    pub listing: String,
    /// The cross-reference, if it was asked for.
    pub cross_reference: String,
    /// The messages as the period assemblers gave them: once for each pass and use.
    pub messages: Vec<Message>,
    /// The blocks of a relocatable program.
    pub loader_blocks: Vec<loader::LoaderBlock>,
    pub(crate) no_symbols: bool,
    pub(crate) items: Vec<Item>,
    pub(crate) origins: file::Symbols,
}

/// A message in the form of the period assemblers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// 1 or 2.
    pub pass: u8,
    /// The kind.
    pub code: Code,
    /// The symbol it is about.
    pub symbol: Option<String>,
    /// The location.
    pub location: u32,
    /// The location as the distance from the last label, such as `FOO+3`.
    pub tag: String,
}

impl Output {
    /// The program in memory.
    pub fn image(&self) -> Image {
        let mut image = Image::new();
        for (address, word) in &self.words {
            image.set(Address::new(*address), *word);
        }
        image.start = self.start;
        image
    }

    /// Symbols and source map as the debugger reads them.
    pub fn symbol_file(&self) -> file::Symbols {
        let mut symbols = self.origins.clone();
        for symbol in &self.symbols {
            symbols.define(file::Symbol {
                name: symbol.name.to_string(),
                value: symbol.value,
                label: symbol.label,
                half_killed: symbol.half_killed,
                global: symbol.global,
            });
        }
        symbols
    }
}

impl Assembler<'_> {
    /// Puts the results together.
    pub fn finish(mut self) -> (Output, Vec<Diagnostic>) {
        let messages = self
            .diagnostics
            .iter()
            .map(|d| Message {
                pass: d.pass,
                code: d.code,
                symbol: d.symbol.clone(),
                location: d.location,
                tag: d.tag.clone(),
            })
            .collect();
        let complete = self.collector.complete;
        let mut words = Vec::new();
        for item in &self.collector.items {
            match item {
                Item::Word(address, word) => words.push((*address & 0o777777, *word)),
                Item::Linked(address, value) => words.push((*address & 0o777777, value.word)),
                _ => {}
            }
        }
        let symbols = self.defined_symbols();
        let listing = self.render_listing(&symbols);
        let cross_reference = self.render_cross_reference();
        let loader_blocks = if self.relocatable { self.loader_blocks() } else { Vec::new() };
        let collector = std::mem::take(&mut self.collector);
        let diagnostics = self.one_message_per_cause();
        let output = Output {
            dialect: self.dialect,
            complete,
            title: collector.title,
            name: self.title,
            words,
            start: collector.start.map(|value| value.word),
            symbols,
            blocks: self.symbols.blocks[MAIN as usize..]
                .iter()
                .map(|b| (b.name, b.father.saturating_sub(MAIN) as usize))
                .collect(),
            constants: self.pools.areas(),
            format: collector.format,
            relocatable: self.relocatable,
            typed: self.typed,
            listing,
            cross_reference,
            messages,
            loader_blocks,
            no_symbols: collector.no_symbols,
            items: collector.items,
            origins: collector.origins,
        };
        (output, diagnostics)
    }

    /// Whether a symbol belongs in the symbol table: the program defined it, or declared an initial symbol global.
    fn is_listed(&self, symbol: &Symbol) -> bool {
        match symbol.kind {
            Kind::Initial if self.dialect.is_classic() => symbol.global,
            Kind::Initial => symbol.block >= MAIN,
            // What only the loader knows has no value here.
            _ => symbol.block >= MAIN && symbol.is_user_number() && !symbol.deferred,
        }
    }

    fn defined_symbols(&self) -> Vec<DefinedSymbol> {
        let places = Places::new(&self.symbols, self.dialect);
        self.symbols
            .iter()
            .filter(|(_, s)| !s.killed && self.is_listed(s))
            .map(|(id, s)| DefinedSymbol {
                name: s.name,
                value: s.value,
                relocation: s.relocation,
                label: matches!(s.kind, Kind::Label | Kind::Variable { .. }),
                half_killed: s.half_killed,
                global: s.global,
                block: s.block,
                place: places.of(id),
            })
            .collect()
    }
}

/// Whether any of `diagnostics` is an error.
pub fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|d| d.severity > Severity::Warning)
}
