//! Symbols and source maps: what a debugger needs to know about a program from its assembler.
//!
//! The file is text, one record per line, with fields separated by blanks. Addresses and values are octal,
//! the numbers of files and lines decimal:
//!
//! ```text
//! pdp6-symbols 1
//! ; a comment
//! file 1 midas/echo.mid
//! symbol GO 100 label
//! symbol P 17 half-killed
//! line 100 1 12
//! line 101 1 13 TYPE@1:4
//! ```
//!
//! `file` assigns a number to a source file (its name is the rest of the line). `symbol` has a name, a value
//! and flags joined by commas (or none). `line` gives the file and line that the word at an address was
//! assembled from, and the macro expansions through which it came, innermost first. Each expansion is
//! `NAME@FILE:LINE`, the place of the call.

mod record;

use crate::address::Address;
use crate::formats::{Image, squoze};
use crate::word::Word;
use record::Record;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;
use std::sync::Arc;
use support::parse::SyntaxError;

const HEADER: &str = "pdp6-symbols 1";

/// A symbol of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The name as the program spells it.
    pub name: String,
    /// The value, an address for a label.
    pub value: Word,
    /// Defined by `NAME:`, so its value is an address in the program.
    pub label: bool,
    /// Half-killed (`==`): known to the debugger but never used to print a value.
    pub half_killed: bool,
    /// Visible outside its program.
    pub global: bool,
}

/// A line of source text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceLine {
    /// The file, an index into [`Symbols::files`].
    pub file: u32,
    /// The line, from 1.
    pub line: u32,
}

/// A macro expansion that led to a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expansion {
    /// The macro's name (or `REPEAT`, `IRP`, …).
    pub name: String,
    /// The place of the call.
    pub call: SourceLine,
}

/// The source of the word at an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The line of source text.
    pub place: SourceLine,
    /// The macro expansions, innermost first; empty for a word written directly. Words of
    /// one expansion share them.
    pub trail: Arc<[Expansion]>,
}

/// The symbols and the source map of a program.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    files: Vec<String>,
    symbols: Vec<Symbol>,
    /// The indexes of symbols that were defined again.
    replaced: BTreeSet<usize>,
    by_name: HashMap<String, usize>,
    /// Labels that are not half-killed, by address; if there are several, the first one defined.
    by_address: BTreeMap<Address, usize>,
    /// The origins in order of address, at most one per address.
    origins: Vec<(Address, Origin)>,
}

impl Symbols {
    /// Returns an empty table.
    pub fn new() -> Symbols {
        Symbols::default()
    }

    /// Returns the symbols on a program's tape. A tape does not distinguish labels from other symbols, so
    /// every symbol whose value is an address of the program counts as a label.
    pub fn carried(program: &Image) -> Symbols {
        let mut symbols = Symbols::new();
        for &(name, value) in &program.symbols {
            let Some((name, flags)) = squoze::decode(name).filter(|(name, _)| !name.is_empty()) else {
                continue;
            };
            let label = value.left() == 0 && program.get(Address::of(value)).is_some();
            let (half_killed, global) = (flags & squoze::HALF_KILLED != 0, flags & squoze::GLOBAL != 0);
            symbols.define(Symbol { name, value, label, half_killed, global });
        }
        symbols
    }

    /// Returns the index of the source file `name` in [`Symbols::files`], and adds the file if it is new.
    pub fn file(&mut self, name: &str) -> usize {
        self.files.iter().position(|known| known == name).unwrap_or_else(|| {
            self.files.push(name.to_owned());
            self.files.len() - 1
        })
    }

    /// Returns the names of the source files.
    pub fn files(&self) -> &[String] {
        &self.files
    }

    /// Returns the name of the file of a line; empty if these symbols do not have the file.
    pub fn file_of(&self, line: SourceLine) -> &str {
        self.files.get(line.file as usize).map_or("", String::as_str)
    }

    /// Adds a symbol, replacing one of the same name.
    pub fn define(&mut self, symbol: Symbol) {
        let index = self.symbols.len();
        if symbol.label && !symbol.half_killed {
            self.by_address.entry(Address::of(symbol.value)).or_insert(index);
        }
        if let Some(old) = self.by_name.insert(symbol.name.to_ascii_uppercase(), index) {
            // The earlier one keeps its place in the list, but lookups no longer find it.
            self.replaced.insert(old);
            self.by_address.retain(|_, known| *known != old);
        }
        self.symbols.push(symbol);
    }

    /// Sets the origin of the word at `address`.
    pub fn set_origin(&mut self, address: Address, origin: Origin) {
        match self.place_of_origin(address) {
            Ok(at) => self.origins[at].1 = origin,
            Err(at) => self.origins.insert(at, (address, origin)),
        }
    }

    /// Sets the origins of many words. If an address has several origins, the last one counts.
    pub fn set_origins(&mut self, origins: impl Iterator<Item = (Address, Origin)>) {
        self.origins.extend(origins);
        self.origins.sort_by_key(|(address, _)| *address);
        self.origins.dedup_by(|later, earlier| {
            let same = later.0 == earlier.0;
            if same {
                std::mem::swap(later, earlier);
            }
            same
        });
    }

    /// Returns the index of the origin of the word at `address`, or as an error the index for inserting one.
    fn place_of_origin(&self, address: Address) -> Result<usize, usize> {
        // Usual case: a symbol file has the addresses in ascending order, so each new one is the last.
        if self.origins.last().is_none_or(|(last, _)| *last < address) {
            return Err(self.origins.len());
        }
        self.origins.binary_search_by_key(&address, |(known, _)| *known)
    }

    /// Returns the symbols in the order of definition.
    pub fn iter(&self) -> impl Iterator<Item = &Symbol> {
        let current = |(index, _): &(usize, &Symbol)| !self.replaced.contains(index);
        self.symbols.iter().enumerate().filter(current).map(|(_, symbol)| symbol)
    }

    /// Returns `true` if there are neither symbols nor source lines.
    pub fn is_empty(&self) -> bool {
        self.symbols.is_empty() && self.origins.is_empty()
    }

    /// Returns the symbol called `name`, ignoring case.
    pub fn get(&self, name: &str) -> Option<&Symbol> {
        self.by_name.get(&name.to_ascii_uppercase()).map(|&index| &self.symbols[index])
    }

    /// Returns the value of `name` as an address, if the symbol exists.
    pub fn address(&self, name: &str) -> Option<Address> {
        self.get(name).map(|symbol| Address::of(symbol.value))
    }

    /// Returns the label at `address` or the nearest one before it, and its distance; `None` if that exceeds
    /// `reach` words.
    pub fn nearest(&self, address: Address, reach: u32) -> Option<(&Symbol, u32)> {
        let (&at, &index) = self.by_address.range(..=address).next_back()?;
        let distance = address.get() - at.get();
        (distance <= reach).then(|| (&self.symbols[index], distance))
    }

    /// Formats `address` for display: `LABEL`, `LABEL+3` or octal.
    pub fn render(&self, address: Address) -> String {
        match self.nearest(address, 0o777) {
            Some((symbol, 0)) => symbol.name.clone(),
            Some((symbol, distance)) => format!("{}+{distance:o}", symbol.name),
            None => format!("{address:o}"),
        }
    }

    /// Returns the origin of the word at `address`, if it is known.
    pub fn origin(&self, address: Address) -> Option<&Origin> {
        self.place_of_origin(address).ok().map(|at| &self.origins[at].1)
    }

    /// Returns the source file whose name is `file` or ends in `/` and `file`, as an index into
    /// [`Symbols::files`]. If there are several, returns the first.
    pub fn file_named(&self, file: &str) -> Option<usize> {
        (0..self.files.len()).find(|&index| self.is_named(index, file))
    }

    fn is_named(&self, index: usize, file: &str) -> bool {
        self.files.get(index).is_some_and(|name| {
            name.strip_suffix(file).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
        })
    }

    /// Returns the addresses of the words assembled from `line`, directly or through a macro call on it, in
    /// all files that `file` can mean (see [`Symbols::file_named`]).
    pub fn addresses_of(&self, file: &str, line: u32) -> Vec<Address> {
        let named = |index: usize| self.is_named(index, file);
        let here = |origin: &Origin| {
            let mut places = origin.trail.iter().map(|expansion| expansion.call).chain([origin.place]);
            places.any(|place| place.line == line && named(place.file as usize))
        };
        self.origins.iter().filter(|(_, origin)| here(origin)).map(|(address, _)| *address).collect()
    }

    /// Returns the lines with code, macro calls included, in the files that `file` can mean (see
    /// [`Symbols::file_named`]).
    pub fn lines_with_code(&self, file: &str) -> BTreeSet<u32> {
        let places = self.origins.iter().flat_map(|(_, origin)| {
            origin.trail.iter().map(|expansion| expansion.call).chain([origin.place])
        });
        places.filter(|place| self.is_named(place.file as usize, file)).map(|place| place.line).collect()
    }

    /// Returns the line that the word at `address` was assembled from, and the line of the innermost macro
    /// call that it came through, if any.
    pub fn line(&self, address: Address) -> Option<(SourceLine, Option<SourceLine>)> {
        let origin = self.origin(address)?;
        Some((origin.place, origin.trail.first().map(|expansion| expansion.call)))
    }

    /// Returns the addresses with the same [line](Symbols::line) as `address`; only `address` if it has none.
    pub fn line_of(&self, address: Address) -> Vec<Address> {
        let Some(line) = self.line(address) else { return vec![address] };
        self.origins.iter().map(|(other, _)| *other).filter(|other| self.line(*other) == Some(line)).collect()
    }

    /// Returns the text of a symbol file.
    pub fn to_text(&self) -> String {
        let mut text = format!("{HEADER}\n");
        for (index, file) in self.files.iter().enumerate() {
            let _ = writeln!(text, "file {} {file}", index + 1);
        }
        for symbol in self.iter() {
            text.extend(["symbol ", &symbol.name, " "]);
            push_number::<8>(&mut text, symbol.value.bits());
            let flags =
                [(symbol.label, "label"), (symbol.half_killed, "half-killed"), (symbol.global, "global")];
            let flags: Vec<&str> = flags.iter().filter(|(on, _)| *on).map(|(_, name)| *name).collect();
            if !flags.is_empty() {
                text.extend([" ", &flags.join(",")]);
            }
            text.push('\n');
        }
        for (address, origin) in &self.origins {
            text.push_str("line ");
            push_number::<8>(&mut text, u64::from(address.get()));
            text.push(' ');
            push_number::<10>(&mut text, u64::from(origin.place.file) + 1);
            text.push(' ');
            push_number::<10>(&mut text, origin.place.line.into());
            for expansion in origin.trail.iter() {
                let _ =
                    write!(text, " {}@{}:{}", expansion.name, expansion.call.file + 1, expansion.call.line);
            }
            text.push('\n');
        }
        text
    }

    /// Parses the text of a symbol file.
    pub fn parse(text: &str) -> Result<Symbols, SyntaxError> {
        record::header(text.lines().next().unwrap_or(""))?;
        let mut symbols = Symbols::new();
        for (number, line) in (1..).zip(text.lines()).skip(1) {
            match record::of_line(line, symbols.files.len()).map_err(|mistake| mistake.on_line(number))? {
                Record::Nothing => {}
                Record::File(name) => symbols.files.push(name.to_owned()),
                Record::Symbol(symbol) => symbols.define(symbol),
                Record::Line(address, origin) => symbols.set_origin(address, origin),
            }
        }
        Ok(symbols)
    }
}

/// Appends a number in a radix of at most 10. Symbol files are long, and `write!` would take most of the
/// time.
fn push_number<const RADIX: u64>(text: &mut String, number: u64) {
    if number >= RADIX {
        push_number::<RADIX>(text, number / RADIX);
    }
    text.push(char::from(b'0' + (number % RADIX) as u8));
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TEXT: &str = "\
pdp6-symbols 1
file 1 midas/echo.mid
file 2 my macros.mid
symbol GO 100 label,global
symbol P 17 half-killed
symbol MASK 777777000000
line 100 1 12
line 101 1 13 TYPE@2:4 OUTER@1:3
";

    #[test]
    fn text_comes_back() {
        let symbols = Symbols::parse(TEXT).unwrap();
        assert_eq!(symbols.to_text(), TEXT);
        assert_eq!(symbols.address("go"), Some(Address::new(0o100)));
        assert_eq!(symbols.render(Address::new(0o105)), "GO+5");
        assert_eq!(symbols.render(Address::new(0o17)), "17");
        assert_eq!(symbols.addresses_of("echo.mid", 3), [Address::new(0o101)]);
        assert_eq!(symbols.addresses_of("cho.mid", 3), []);
        assert_eq!(symbols.lines_with_code("echo.mid").into_iter().collect::<Vec<_>>(), [3, 12, 13]);
        assert_eq!(symbols.lines_with_code("my macros.mid").into_iter().collect::<Vec<_>>(), [4]);
    }

    #[test]
    fn a_redefined_symbol_is_found_once_with_the_later_value() {
        let mut symbols = Symbols::parse(TEXT).unwrap();
        let go = symbols.get("GO").unwrap().clone();
        symbols.define(Symbol { value: Word::new(0o200), ..go });
        assert_eq!(symbols.address("GO"), Some(Address::new(0o200)));
        assert_eq!(symbols.iter().filter(|symbol| symbol.name == "GO").count(), 1);
        assert_eq!(symbols.render(Address::new(0o100)), "100");
    }

    #[test]
    fn mistakes_have_their_place() {
        for (text, expected) in [
            ("symbol GO 100", "line 1, column 1: not a symbol file of version 1; midas --symbols writes one"),
            (
                "pdp6-symbols 2",
                "line 1, column 1: not a symbol file of version 1; midas --symbols writes one",
            ),
            ("", "line 1, column 1: not a symbol file of version 1; midas --symbols writes one"),
            ("H\nsymbol GO 108", "line 2, column 11: \"108\" is not an octal number"),
            ("H\n  symbol GO", "line 2, column 12: expected a value, found the end of the line"),
            ("H\nsymbol", "line 2, column 7: expected a name, found the end of the line"),
            (
                "H\nsymbol GO 1 label,loud",
                "line 2, column 19: expected label, half-killed or global, found \"loud\"",
            ),
            (
                "H\nsymbol GO 1 label global",
                "line 2, column 19: expected the end of the line, found \"global\"",
            ),
            ("H\n\nline 100 1 5", "line 3, column 10: file 1 is not declared"),
            ("H\nfile 1 a\nline 100 1 x", "line 3, column 12: expected the number of a line, found \"x\""),
            (
                "H\nfile 1 a\r\nline 100 1 5 X@1",
                "line 3, column 17: expected NAME@FILE:LINE, found the end of the line",
            ),
            ("H\nline 100", "line 2, column 9: expected the number of a file, found the end of the line"),
            (
                "H\nfile 1 a\nline 100 1",
                "line 3, column 11: expected the number of a line, found the end of the line",
            ),
            ("H\nfile 1 a\nline 100 1 5 X@2:1", "line 3, column 16: file 2 is not declared"),
            ("H\nfile 2 a", "line 2, column 6: the next file is number 1"),
            ("H\nfile 1", "line 2, column 7: expected the name of a file, found the end of the line"),
            ("H\nfile one a", "line 2, column 6: expected the number of a file, found \"one\""),
            ("H\nsimbol X 1", "line 2, column 1: expected file, symbol or line, found \"simbol\""),
            ("H\nline 1000000 1 1", "line 2, column 6: \"1000000\" does not fit in an address of 18 bits"),
        ] {
            let text = text.replacen('H', HEADER, 1);
            assert_eq!(Symbols::parse(&text).unwrap_err().to_string(), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn random_text_never_panics(text in "(file|symbol|line|[ -~]{0,8}| [0-9]{1,3}|@|:|\n){0,40}") {
            let _ = Symbols::parse(&format!("{HEADER}\n{text}"));
        }
    }
}
