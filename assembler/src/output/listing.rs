//! The listing and the cross-reference.

use super::DefinedSymbol;
use crate::input::Place;
use crate::pass::Assembler;
use crate::source::{FileId, Spot};
use crate::state::collector::ListingLine;
use crate::symbol::{INITIAL, SymbolId};
use crate::value::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;

impl Assembler<'_> {
    /// The listing: location, word, number of the line, source line; expansions marked with `+`.
    pub(crate) fn render_listing(&mut self, symbols: &[DefinedSymbol]) -> String {
        if !self.options.listing {
            return String::new();
        }
        self.list_rest();
        let mut text = String::new();
        if !self.collector.title.is_empty() {
            let _ = writeln!(text, "{}\n", self.collector.title);
        }
        let mut last = None;
        for line in &self.collector.lines {
            let number = self.listed_number(line, &mut last, &mut text);
            let mark = if line.expanded { '+' } else { ' ' };
            let first = line.words.first();
            let columns = match (first, line.value, line.location) {
                (Some((at, word)), _, _) => format!("{at:06o} {}", halves(word)),
                (None, Some(value), _) => {
                    format!("       {:06o} {:06o} ", value.left(), value.right())
                }
                (None, None, Some(at)) => format!("{at:06o}"),
                _ => String::new(),
            };
            let _ = writeln!(text, "{}", format!("{columns:<22}{number:>7}  {mark}{}", line.text).trim_end());
            for (at, word) in line.words.iter().skip(1) {
                let _ = writeln!(text, "{}", format!("{at:06o} {}", halves(word)).trim_end());
            }
            for message in &line.messages {
                let _ = writeln!(text, "****                  {message}");
            }
        }
        for (first, last) in self.pools.areas() {
            let _ = writeln!(text, "\nConstants {first:06o}-{last:06o}");
        }
        if !symbols.is_empty() {
            let _ = writeln!(text, "\nSymbols");
            let mut sorted: Vec<&DefinedSymbol> = symbols.iter().collect();
            sorted.sort_by_cached_key(|symbol| symbol.name.to_string());
            for row in sorted.chunks(4) {
                let mut line = String::new();
                for symbol in row {
                    let value = format!("{:o}", symbol.value.bits());
                    let sign = if symbol.label { ' ' } else { '=' };
                    let _ = write!(line, "{:<6}{sign}{value:>12}   ", symbol.name);
                }
                let _ = writeln!(text, "{}", line.trim_end());
            }
        }
        text
    }

    /// The number of a line in its file, as the cross-reference has it. A heading stands before the first line that is on
    /// another page, or in another file.
    fn listed_number(
        &self,
        line: &ListingLine,
        last: &mut Option<(FileId, usize)>,
        text: &mut String,
    ) -> String {
        let Some(Place { file, offset }) = line.place else { return String::new() };
        let source = self.sources.get(file);
        let page = source.page_and_line(offset as usize).0;
        if *last != Some((file, page)) {
            let gap = if last.is_some() { "\n" } else { "" };
            let _ = writeln!(text, "{gap}{}, page {}\n", source.name, page + 1);
            *last = Some((file, page));
        }
        match line.text.is_empty() {
            true => String::new(),
            false => source.line_of(offset as usize).to_string(),
        }
    }

    /// Every symbol with the place of its definition and of its uses.
    pub(crate) fn render_cross_reference(&self) -> String {
        if !self.options.cross_reference {
            return String::new();
        }
        let mut uses: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let place_of = |spot: &Spot| {
            let source = self.sources.get(spot.file);
            format!("{}:{}", source.name, source.line_of(spot.start as usize))
        };
        let shown = |id: &SymbolId| !self.collector.unreferenced.contains(id);
        for (_, symbol) in self.symbols.iter().filter(|(id, _)| shown(id)) {
            if let Some(spot) = &symbol.spot {
                uses.entry(symbol.name.to_string()).or_default().push(place_of(spot) + "#");
            }
        }
        for (id, spot) in self.collector.uses.iter().filter(|(id, _)| shown(id)) {
            let symbol = &self.symbols[*id];
            // What a program finds defined is of no interest, but a macro of the classic dialects is among
            // it.
            if symbol.block == INITIAL && symbol.spot.is_none() {
                continue;
            }
            let place = place_of(spot);
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

/// The halves of a word, with a prime after a relocated one and a `*` after one the loader completes.
fn halves(value: &Value) -> String {
    let mark = |relocated: bool| {
        if relocated {
            '\''
        } else if !value.references().is_empty() {
            '*'
        } else {
            ' '
        }
    };
    format!(
        "{:06o}{}{:06o}{}",
        value.word.left(),
        mark(value.relocation.left() != 0),
        value.word.right(),
        mark(value.relocation.right() != 0)
    )
}
