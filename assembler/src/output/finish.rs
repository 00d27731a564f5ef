//! Combines the parts of an assembly into its results.

use super::{DefinedSymbol, Output};
use crate::diagnostic::Diagnostic;
use crate::pass::Assembler;
use crate::places::Places;
use crate::symbol::{Kind, MAIN, Symbol, Symbols};

impl Assembler<'_> {
    /// Returns the results of the assembly.
    pub(crate) fn finish(mut self) -> (Output, Vec<Diagnostic>) {
        let symbols = self.defined_symbols();
        let blocks = self.symbols.blocks[MAIN as usize..]
            .iter()
            .map(|b| (b.name, b.father.saturating_sub(MAIN) as usize))
            .collect();
        let cross_reference = self.render_cross_reference();
        let loader_blocks = if self.linkage.relocatable { self.loader_blocks() } else { Vec::new() };
        let diagnostics = self.one_message_per_cause();
        // The listing takes the most memory and does not need the symbol table.
        self.symbols = Symbols::default();
        let listing = self.render_listing(&symbols);
        let Assembler { dialect, collector, messages, mut source_map, sources, pools, linkage, .. } = self;
        source_map.name_files(&sources);
        let output = Output {
            dialect,
            complete: collector.complete,
            title: collector.title,
            name: collector.name,
            start: collector.start.map(|value| value.word),
            symbols,
            blocks,
            constants: pools.areas(),
            format: collector.format,
            relocatable: linkage.relocatable,
            typed: collector.typed,
            listing,
            cross_reference,
            messages: messages.all,
            loader_blocks,
            no_symbols: collector.no_symbols,
            items: collector.items,
            source_map,
        };
        (output, diagnostics)
    }

    /// Returns `true` if a symbol belongs in the symbol table: the program gave it a known value, or declared
    /// an initial symbol global.
    fn is_listed(&self, symbol: &Symbol) -> bool {
        match symbol.kind {
            Kind::Initial if self.dialect.is_classic() => symbol.global,
            Kind::Initial => symbol.block >= MAIN,
            // If only the loader knows a symbol, it has no value here.
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
