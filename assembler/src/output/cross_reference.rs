//! The cross-reference: every symbol with its definition and uses.

use crate::pass::Assembler;
use crate::source::Span;
use crate::symbol::{INITIAL, SymbolId};
use std::collections::BTreeMap;
use std::fmt::Write as _;

impl Assembler<'_> {
    /// Returns the cross-reference as text, without the symbols that `.XCREF` omits. The text is empty unless
    /// the cross-reference was requested.
    pub(crate) fn render_cross_reference(&self) -> String {
        if !self.options.cross_reference {
            return String::new();
        }
        let mut uses: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let place_of = |span: &Span| {
            let source = self.sources.get(span.file);
            format!("{}:{}", source.name, source.line_of(span.start as usize))
        };
        let shown = |id: &SymbolId| !self.collector.unreferenced.contains(id);
        for (_, symbol) in self.symbols.iter().filter(|(id, _)| shown(id)) {
            if let Some(span) = &symbol.span {
                uses.entry(symbol.name.to_string()).or_default().push(place_of(span) + "#");
            }
        }
        for (id, span) in self.collector.uses.iter().filter(|(id, _)| shown(id)) {
            let symbol = &self.symbols[*id];
            // Initial symbols are not listed, except macros of the classic dialects.
            if symbol.block == INITIAL && symbol.span.is_none() {
                continue;
            }
            let place = place_of(span);
            let list = uses.entry(symbol.name.to_string()).or_default();
            if list.last() != Some(&place) {
                list.push(place);
            }
        }
        let mut text = String::new();
        for (name, places) in uses {
            let mut line = format!("{name:<7}");
            for place in places {
                if line.len() + place.len() > 100 {
                    let _ = writeln!(text, "{}", line.trim_end());
                    line = " ".repeat(7);
                }
                line += &place;
                line.push(' ');
            }
            let _ = writeln!(text, "{}", line.trim_end());
        }
        text
    }
}
