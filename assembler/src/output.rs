//! The results of an assembly: words, start, symbols, listing, source map, and the files written from them.

mod cross_reference;
mod finish;
mod listing;
mod loader;
mod reloc;
mod tape;

pub use crate::state::collector::Format;
pub use loader::LoaderBlock;

use crate::diagnostic::{Diagnostic, Severity};
use crate::dialect::Dialect;
use crate::state::collector::Item;
use crate::state::source_map::SourceMap;
use crate::symbol::Squoze;
use emulator::address::Address;
use emulator::formats::image::Image;
use emulator::symbols as file;
use emulator::word::Word;

/// A symbol of the assembled program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefinedSymbol {
    /// The name, of at most six characters.
    pub name: Squoze,
    /// The value before relocation.
    pub value: Word,
    /// How often the loader adds the relocation to each half.
    pub relocation: Word,
    /// Whether the symbol is a label or a variable, not one defined by `NAME=`.
    pub label: bool,
    /// Whether the debugger must not use the symbol to print values.
    pub half_killed: bool,
    /// Whether other programs can refer to the symbol.
    pub global: bool,
    /// The number of the symbol's block: 0 for the block of initial symbols, 1 for the main block.
    pub block: u32,
    /// The symbol's position in the symbol table of the original assembler.
    pub place: usize,
}

/// The result of an assembly.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Output {
    /// The dialect of the source.
    pub dialect: Dialect,
    /// Whether every pass reached END.
    pub complete: bool,
    /// The text of the TITLE line.
    pub title: String,
    /// The program's name.
    pub name: Option<Squoze>,
    /// The word that starts the program.
    pub start: Option<Word>,
    /// The symbols that the program defined, and the initial symbols that it declared global, in order of
    /// first appearance.
    pub symbols: Vec<DefinedSymbol>,
    /// The main block and the named blocks: the name, and the index in this list of the enclosing block.
    pub blocks: Vec<(Squoze, usize)>,
    /// First and last address of each constants area.
    pub constants: Vec<(u32, u32)>,
    /// The format that the source selects, or `None` if it selects none.
    pub format: Option<Format>,
    /// `true` for a program for the linking loader.
    pub relocatable: bool,
    /// The text printed by the source.
    pub typed: String,
    /// The listing, if it was requested.
    pub listing: String,
    /// The cross-reference, if it was requested.
    pub cross_reference: String,
    /// All messages, once for each pass and use, as the original assemblers printed them.
    pub messages: Vec<Diagnostic>,
    /// The blocks of a relocatable program.
    pub loader_blocks: Vec<LoaderBlock>,
    /// Whether the source requests a tape without symbols.
    pub no_symbols: bool,
    pub(crate) items: Vec<Item>,
    pub(crate) source_map: SourceMap,
}

impl Output {
    /// Returns the words in the order of assembly, with their addresses.
    pub fn words(&self) -> impl Iterator<Item = (u32, Word)> {
        self.items.iter().filter_map(|item| match item {
            Item::Word(address, _) | Item::Linked(address, _) => Some((address & 0o777777, item.word())),
            _ => None,
        })
    }

    /// Returns the program as a memory image.
    pub fn image(&self) -> Image {
        let mut image: Image = self.words().map(|(address, word)| (Address::new(address), word)).collect();
        image.start = self.start;
        image
    }

    /// Returns the symbols and the source map for the debugger.
    pub fn symbol_file(&self) -> file::Symbols {
        let mut symbols = self.source_map.to_symbols();
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

/// Returns `true` if any of `diagnostics` is an error.
pub fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|d| d.severity > Severity::Warning)
}
