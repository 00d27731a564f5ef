//! The text of the listing, made from the positions of its lines in the sources.

use super::DefinedSymbol;
use crate::pass::Assembler;
use crate::source::FileId;
use crate::state::collector::Item;
use crate::state::listing::{LineText, ListedLine};
use crate::state::location::RELOCATED;
use crate::value::Value;
use emulator::word::Word;
use std::io::Write as _;

/// Columns of location and word, before the line number.
const COLUMNS: usize = 22;
const NUMBER: usize = 7;
/// Columns before the text of a line: location and word, number, two blanks and a mark.
const BEFORE_TEXT: usize = COLUMNS + NUMBER + 3;

impl Assembler<'_> {
    /// Returns the listing: location, word, line number, source line. Lines of expansions are marked with
    /// `+`.
    pub(crate) fn render_listing(&mut self, symbols: &[DefinedSymbol]) -> String {
        if !self.options.listing {
            return String::new();
        }
        self.list_rest();
        let characters = |line: &ListedLine| match line.text() {
            LineText::None => 0,
            LineText::File(_, range) | LineText::Expanded(range) => range.len(),
        };
        let size = self.listing.lines.iter().map(|line| BEFORE_TEXT + 1 + characters(line)).sum();
        let mut out = Vec::with_capacity(size);
        if !self.collector.title.is_empty() {
            let _ = writeln!(out, "{}\n", self.collector.title);
        }
        self.put_lines(&mut out);
        for (first, last) in self.pools.areas() {
            let _ = writeln!(out, "\nConstants {first:06o}-{last:06o}");
        }
        put_symbols(&mut out, symbols);
        String::from_utf8(out).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
    }

    fn put_lines(&self, out: &mut Vec<u8>) {
        let listing = &self.listing;
        let mut values = listing.values.iter().peekable();
        let mut locations = listing.locations.iter().peekable();
        let mut messages = listing.messages.iter().peekable();
        let mut page = None;
        for (number, line) in listing.lines.iter().enumerate() {
            if let LineText::File(file, range) = line.text() {
                self.put_heading(out, file, range.start, &mut page);
            }
            let begin = out.len();
            let mut words = self.collector.items[line.items()].iter().filter_map(listed_word);
            let value = values.next_if(|(at, _)| *at == number).map(|(_, value)| *value);
            let location = locations.next_if(|(at, _)| *at == number).map(|(_, location)| *location);
            match (words.next(), value, location) {
                (Some((at, word, marks)), _, _) => put_word(out, at, word, marks),
                (None, Some(value), _) => {
                    out.extend_from_slice(b"       ");
                    put_octal(out, value.left());
                    out.push(b' ');
                    put_octal(out, value.right());
                }
                (None, None, Some(at)) => put_octal(out, at),
                _ => {}
            }
            out.resize(out.len().max(begin + COLUMNS), b' ');
            self.put_text(out, line);
            trim_end(out, begin);
            out.push(b'\n');
            for (at, word, marks) in words {
                let begin = out.len();
                put_word(out, at, word, marks);
                trim_end(out, begin);
                out.push(b'\n');
            }
            if let Some((_, messages)) = messages.next_if(|(at, _)| *at == number) {
                for diagnostic in &self.messages.all[messages.clone()] {
                    let _ = writeln!(out, "****                  {} {}", diagnostic.code, diagnostic.message);
                }
            }
        }
    }

    /// Writes a heading before the first line on a new page or in another file.
    fn put_heading(
        &self,
        out: &mut Vec<u8>,
        file: FileId,
        offset: usize,
        last: &mut Option<(FileId, usize)>,
    ) {
        let source = self.sources.get(file);
        let page = source.page_of(offset);
        if *last != Some((file, page)) {
            let gap = if last.is_some() { "\n" } else { "" };
            let _ = writeln!(out, "{gap}{}, page {}\n", source.name, page + 1);
            *last = Some((file, page));
        }
    }

    /// Writes the line's number in its file, as in the cross-reference, and its text.
    fn put_text(&self, out: &mut Vec<u8>, line: &ListedLine) {
        let (number, mark, text) = match line.text() {
            LineText::None => return,
            LineText::Expanded(range) => (None, b'+', &self.listing.expansions[range]),
            LineText::File(file, range) => {
                let source = self.sources.get(file);
                let number = (!range.is_empty()).then(|| source.line_of(range.start));
                (number, b' ', &source.text[range])
            }
        };
        match number {
            Some(number) => put_decimal(out, number),
            None => out.extend_from_slice(&[b' '; NUMBER]),
        }
        out.extend_from_slice(&[b' ', b' ', mark]);
        out.extend_from_slice(text);
    }
}

/// Writes the symbols in alphabetical order, four per line.
fn put_symbols(out: &mut Vec<u8>, symbols: &[DefinedSymbol]) {
    if symbols.is_empty() {
        return;
    }
    let _ = writeln!(out, "\nSymbols");
    let mut sorted: Vec<&DefinedSymbol> = symbols.iter().collect();
    sorted.sort_by_cached_key(|symbol| symbol.name.letters());
    for row in sorted.chunks(4) {
        let begin = out.len();
        for symbol in row {
            let sign = if symbol.label { ' ' } else { '=' };
            let _ = write!(out, "{:<6}{sign}{:>12o}   ", symbol.name, symbol.value.bits());
        }
        trim_end(out, begin);
        out.push(b'\n');
    }
}

/// The marks printed after the halves of a word.
type HalfMarks = [u8; 2];

/// Returns the location, word and marks of an item, if it is a word.
fn listed_word(item: &Item) -> Option<(u32, Word, HalfMarks)> {
    match item {
        Item::Word(location, word) => Some((*location & !RELOCATED, *word, [b' '; 2])),
        Item::Linked(location, value) => Some((*location & !RELOCATED, value.word, marks(value))),
        _ => None,
    }
}

/// Returns a prime for a relocated half, and a `*` for any other half of a word that the loader completes.
fn marks(value: &Value) -> HalfMarks {
    let mark = |relocation: u64| match relocation {
        0 if value.references().is_empty() => b' ',
        0 => b'*',
        _ => b'\'',
    };
    [mark(value.relocation.left().into()), mark(value.relocation.right().into())]
}

fn put_word(out: &mut Vec<u8>, location: u32, word: Word, marks: HalfMarks) {
    put_octal(out, location);
    out.push(b' ');
    put_octal(out, word.left());
    out.push(marks[0]);
    put_octal(out, word.right());
    out.push(marks[1]);
}

/// Writes a number with at least six octal digits.
fn put_octal(out: &mut Vec<u8>, number: u32) {
    match number {
        0..=0o777777 => out.extend_from_slice(&std::array::from_fn::<u8, 6, _>(|at| {
            b'0' + (number >> (15 - 3 * at) & 7) as u8
        })),
        _ => out.extend_from_slice(format!("{number:o}").as_bytes()),
    }
}

/// Writes a number right-justified in its columns.
fn put_decimal(out: &mut Vec<u8>, number: usize) {
    let begin = out.len();
    let mut rest = number;
    while rest > 0 {
        out.push(b'0' + (rest % 10) as u8);
        rest /= 10;
    }
    out.resize(out.len().max(begin + NUMBER), b' ');
    out[begin..].reverse();
}

/// Removes blanks at the end of the line that begins at `begin`.
fn trim_end(out: &mut Vec<u8>, begin: usize) {
    let length = out[begin..].trim_ascii_end().len();
    out.truncate(begin + length);
}
