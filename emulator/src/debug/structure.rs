//! Structures: what the words of a program mean, described in a table for `view`.
//!
//! The table is text with one record per line. Numbers are octal, except the numbers of bits, which are
//! decimal and count from the left:
//!
//! ```text
//! pdp6-structures 1
//! ; a comment
//! names side 0 white 1 black
//! structure move 1
//! field from 0 2-8 octal
//! field side 0 1-1 side
//! field check 0 31-31 flag
//! structure entry 4
//! field move 0 0-35 move
//! field gain 1 0-35 signed
//! grid board BOARD 10 10 133 -12 -1 piece
//! ```
//!
//! `names` gives names to values. `structure` has a name and its length in words; its `field`s have a name,
//! the word, its bits and their type: `octal`, `decimal`, `signed`, `address`, a `flag` that is shown
//! if it is on, a list of names, or another structure of one word. `grid` is a table of words that is
//! shown in rows and columns: its name, the symbol at its beginning, the number of rows and of columns, the
//! distance from the symbol to the upper left word, the distances to the next row and to the next column, and
//! what the words are.

use crate::address::Address;
use crate::symbols::Symbols;
use crate::word::Word;
use std::collections::BTreeMap;

const HEADER: &str = "pdp6-structures 1";

/// The structures of a program's words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Structures {
    names: BTreeMap<String, BTreeMap<u64, String>>,
    structures: BTreeMap<String, Structure>,
    grids: BTreeMap<String, Grid>,
}

/// Words that belong together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Structure {
    /// Length in words.
    pub words: u32,
    /// The fields, in display order.
    pub fields: Vec<StructureField>,
}

/// A part of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StructureField {
    /// Name shown before the value.
    pub name: String,
    /// The word that has the field, from 0.
    pub word: u32,
    /// The first and last bit of the field, 0 at the left.
    pub bits: (u32, u32),
    /// The kind of the field's value.
    pub kind: FieldKind,
}

/// The kind of value of a part of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// An octal number.
    Octal,
    /// A decimal number.
    Decimal,
    /// A decimal number with a sign, in two's complement.
    Signed,
    /// An address.
    Address,
    /// A flag, shown by its name if it is not zero.
    Flag,
    /// A value of this list of names, or a structure of this name.
    Named(String),
}

/// Words that are shown in rows and columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The symbol at the beginning of the grid.
    pub symbol: String,
    /// The number of rows and columns.
    pub size: (u32, u32),
    /// The distances from the symbol to the upper left word, to the next row and to the next column.
    pub steps: (i32, i32, i32),
    /// The kind of value of a word.
    pub kind: FieldKind,
}

impl FieldKind {
    fn of(name: &str) -> FieldKind {
        match name {
            "octal" => FieldKind::Octal,
            "decimal" => FieldKind::Decimal,
            "signed" => FieldKind::Signed,
            "address" => FieldKind::Address,
            "flag" => FieldKind::Flag,
            other => FieldKind::Named(other.to_owned()),
        }
    }
}

impl StructureField {
    /// Returns the value of the field in the words of the structure; 0 if these do not include its word.
    pub fn value(&self, words: &[Word]) -> u64 {
        words.get(self.word as usize).map_or(0, |word| word.field(self.bits.0, self.bits.1))
    }
}

/// The reason why a text is not a table of structures.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StructureError {
    /// A line is invalid; holds its number and the reason.
    #[error("line {0}: {1}")]
    Line(usize, String),
    /// A field or grid has an unknown kind of value.
    #[error(
        "{name}: unknown kind of value \"{kind}\" (expected octal, decimal, signed, address, flag, a list of \
         names or a structure of one word)"
    )]
    Kind {
        /// The structure or grid.
        name: String,
        /// The unknown kind.
        kind: String,
    },
}

impl Structures {
    /// Parses a table.
    ///
    /// # Errors
    ///
    /// Returns an error with the first invalid line, or for an unknown kind of value.
    pub fn parse(text: &str) -> Result<Structures, StructureError> {
        let mut table = Structures::default();
        let mut last = String::new();
        let first = text.lines().next().unwrap_or_default();
        if first.trim_end() != HEADER {
            return Err(StructureError::Line(
                1,
                format!("this is not a table of structures (expected \"{HEADER}\")"),
            ));
        }
        for (number, line) in (1..).zip(text.lines()).skip(1) {
            table.record(line, &mut last).map_err(|what| StructureError::Line(number, what))?;
        }
        table.check()?;
        Ok(table)
    }

    fn record(&mut self, line: &str, last: &mut String) -> Result<(), String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            [] => {}
            [comment, ..] if comment.starts_with(';') => {}
            ["names", name, ref rest @ ..] if rest.len() % 2 == 0 => {
                let names = self.names.entry(name.to_owned()).or_default();
                for pair in rest.chunks(2) {
                    names.insert(octal(pair[0])?, pair[1].to_owned());
                }
            }
            ["structure", name, words] => {
                let words = u32::try_from(octal(words)?).ok().filter(|words| (1..=0o100).contains(words));
                let words = words.ok_or("a structure has 1 to 100 words")?;
                *last = name.to_owned();
                self.structures.insert(last.clone(), Structure { words, fields: Vec::new() });
            }
            ["field", name, word, bits, kind] => {
                let structure = self.structures.get_mut(last).ok_or("a field must follow its structure")?;
                let word = u32::try_from(octal(word)?).unwrap_or(u32::MAX);
                if word >= structure.words {
                    return Err(format!("{last} has {:o} words", structure.words));
                }
                let (name, bits) = (name.to_owned(), bit_range(bits)?);
                structure.fields.push(StructureField { name, word, bits, kind: FieldKind::of(kind) });
            }
            ["grid", name, symbol, rows, columns, corner, down, right, kind] => {
                let size = |text| {
                    octal(text).and_then(|size| match size {
                        1..=0o100 => Ok(size as u32),
                        _ => Err("a grid has 1 to 100 rows and columns".to_owned()),
                    })
                };
                let grid = Grid {
                    symbol: symbol.to_owned(),
                    size: (size(rows)?, size(columns)?),
                    steps: (distance(corner)?, distance(down)?, distance(right)?),
                    kind: FieldKind::of(kind),
                };
                self.grids.insert(name.to_owned(), grid);
            }
            [what, ..] => {
                return Err(format!(
                    "\"{what}\": expected names, structure, field or grid, and all that belongs to it"
                ));
            }
        }
        Ok(())
    }

    /// Checks that every kind is known. A structure inside another one must have one word, fill its field and
    /// contain no structure itself.
    fn check(&self) -> Result<(), StructureError> {
        let fields = self.structures.iter().flat_map(|(name, structure)| {
            structure.fields.iter().map(move |field| (name, &field.kind, field.bits == (0, 35)))
        });
        let grids = self.grids.iter().map(|(name, grid)| (name, &grid.kind, true));
        for (name, kind, whole) in fields.chain(grids) {
            let FieldKind::Named(kind) = kind else { continue };
            let inner = self.structures.get(kind).filter(|inner| inner.words == 1 && whole && name != kind);
            // An inner structure has no structure inside, so no structure contains itself.
            let nested = inner.is_some_and(|inner| {
                let names_structure = |kind: &FieldKind| {
                    matches!(kind, FieldKind::Named(kind) if self.structures.contains_key(kind))
                };
                inner.fields.iter().any(|field| names_structure(&field.kind))
            });
            if nested || inner.is_none() && !self.names.contains_key(kind) {
                return Err(StructureError::Kind { name: name.clone(), kind: kind.clone() });
            }
        }
        Ok(())
    }

    /// Returns the names of the structures and grids, which `view` accepts.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        self.structures.keys().chain(self.grids.keys()).map(String::as_str)
    }

    /// Returns the structure with a name, ignoring case.
    pub fn structure(&self, name: &str) -> Option<&Structure> {
        named(&self.structures, name)
    }

    /// Returns the grid with a name, ignoring case.
    pub fn grid(&self, name: &str) -> Option<&Grid> {
        named(&self.grids, name)
    }

    /// Returns the names of a list, by their values, if there is such a list.
    pub fn names(&self, list: &str) -> Option<&BTreeMap<u64, String>> {
        self.names.get(list)
    }

    /// Returns the value with this name, if `kind` is a list of names.
    pub fn value_named(&self, kind: &FieldKind, name: &str) -> Option<u64> {
        let FieldKind::Named(list) = kind else { return None };
        let named = |(_, known): &(&u64, &String)| known.eq_ignore_ascii_case(name);
        self.names.get(list)?.iter().find(named).map(|(&value, _)| value)
    }

    /// Formats the words of a structure as a line.
    pub fn line(&self, structure: &Structure, words: &[Word], symbols: &Symbols) -> String {
        let shown = structure.fields.iter().filter_map(|field| self.field(field, words, symbols));
        shown.collect::<Vec<_>>().join(" ")
    }

    fn field(&self, field: &StructureField, words: &[Word], symbols: &Symbols) -> Option<String> {
        let value = field.value(words);
        match field.kind {
            FieldKind::Flag => (value != 0).then(|| field.name.clone()),
            _ => Some(format!("{}={}", field.name, self.value(&field.kind, value, field.bits, symbols))),
        }
    }

    fn value(&self, kind: &FieldKind, value: u64, (first, last): (u32, u32), symbols: &Symbols) -> String {
        match kind {
            FieldKind::Octal => format!("{value:o}"),
            FieldKind::Decimal | FieldKind::Flag => format!("{value}."),
            FieldKind::Signed => {
                let spare = 64 - (last - first + 1);
                format!("{}.", ((value << spare) as i64) >> spare)
            }
            FieldKind::Address => symbols.render(Address::new(value as u32)),
            FieldKind::Named(name) => match (self.names.get(name), self.structures.get(name)) {
                (Some(names), _) => names.get(&value).cloned().unwrap_or_else(|| format!("{value:o}?")),
                (None, Some(inner)) => format!("({})", self.line(inner, &[Word::new(value)], symbols)),
                (None, None) => format!("{value:o}"),
            },
        }
    }

    /// Formats a grid as lines. `word` returns the word at a distance from the grid's beginning.
    pub fn plane(&self, grid: &Grid, word: impl Fn(i32) -> Word, symbols: &Symbols) -> String {
        let (corner, down, right) = grid.steps;
        let rows = (0..grid.size.0 as i32).map(|row| {
            let cells = (0..grid.size.1 as i32).map(|column| {
                let bits = word(corner + row * down + column * right).bits();
                self.value(&grid.kind, bits, (0, 35), symbols)
            });
            cells.collect::<Vec<_>>()
        });
        let rows: Vec<Vec<String>> = rows.collect();
        let widest = rows.iter().flatten().map(|cell| cell.chars().count()).max().unwrap_or(0);
        let line = |row: &Vec<String>| {
            let cells: Vec<String> = row.iter().map(|cell| format!("{cell:<widest$}")).collect();
            format!("  {}\n", cells.join(" ").trim_end())
        };
        rows.iter().map(line).collect()
    }
}

/// Returns the value whose name is `name` in either case.
fn named<'t, T>(table: &'t BTreeMap<String, T>, name: &str) -> Option<&'t T> {
    table.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value)
}

fn octal(text: &str) -> Result<u64, String> {
    let value = u64::from_str_radix(text, 8).ok().filter(|value| value >> 36 == 0);
    value.ok_or_else(|| format!("\"{text}\" is not an octal number of 36 bits"))
}

fn distance(text: &str) -> Result<i32, String> {
    let value = i32::from_str_radix(text, 8).ok().filter(|value| value.unsigned_abs() < 1 << 18);
    value.ok_or_else(|| format!("\"{text}\" is not an octal number of 18 bits"))
}

fn bit_range(text: &str) -> Result<(u32, u32), String> {
    let range =
        text.split_once('-').and_then(|(first, last)| Some((first.parse().ok()?, last.parse().ok()?)));
    let range = range.filter(|&(first, last)| first <= last && last < 36);
    range.ok_or_else(|| format!("\"{text}\" is not a range of bits such as 2-8"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TEXT: &str = "\
pdp6-structures 1
; a comment
names side 0 white 1 black
names piece 0 . 1 P 777777777777 #
structure move 1
field from 0 2-8 octal
field side 0 1-1 side
field check 0 31-31 flag
structure entry 2
field move 0 0-35 move
field gain 1 18-35 signed
field next 1 0-17 address
grid Board BOARD 2 3 4 -3 1 piece
";

    #[test]
    fn words_are_shown_by_their_table() {
        let table = Structures::parse(TEXT).unwrap();
        let symbols = Symbols::parse("pdp6-symbols 1\nsymbol HERE 100 label\n").unwrap();
        let entry = table.structure("ENTRY").unwrap();
        let words = [Word::new(0o212000_000020), Word::halves(0o101, 0o777775)];
        assert_eq!(
            table.line(entry, &words, &symbols),
            "move=(from=12 side=black check) gain=-3. next=HERE+1"
        );
        let grid = table.grid("bOARD").unwrap();
        let word = |at: i32| {
            [Word::new(1), Word::ZERO, Word::ONES, Word::new(9), Word::ZERO, Word::ZERO, Word::ZERO]
                [at as usize]
        };
        assert_eq!(table.plane(grid, word, &symbols), "  .   .   .\n  .   #   11?\n");
        assert_eq!(table.value_named(&FieldKind::Named("side".to_owned()), "Black"), Some(1));
    }

    #[test]
    fn errors_name_the_line() {
        for (line, expected) in [
            (
                "frob",
                "line 2: \"frob\": expected names, structure, field or grid, and all that belongs to it",
            ),
            (
                "names side 0",
                "line 2: \"names\": expected names, structure, field or grid, and all that belongs to it",
            ),
            ("names side 8 x", "line 2: \"8\" is not an octal number of 36 bits"),
            ("structure x 0", "line 2: a structure has 1 to 100 words"),
            ("field x 0 0-1 octal", "line 2: a field must follow its structure"),
            ("structure x 1\nfield a 1 0-1 octal", "line 3: x has 1 words"),
            ("structure x 1\nfield a 0 8-2 octal", "line 3: \"8-2\" is not a range of bits such as 2-8"),
            (
                "structure x 1\nfield a 0 0-35 nix",
                "x: unknown kind of value \"nix\" (expected octal, decimal, signed, address, flag, a list \
                 of names or a structure of one word)",
            ),
            (
                "structure x 1\nfield a 0 0-35 x",
                "x: unknown kind of value \"x\" (expected octal, decimal, signed, address, flag, a list \
                 of names or a structure of one word)",
            ),
            ("grid g A 0 1 1 1 1 octal", "line 2: a grid has 1 to 100 rows and columns"),
        ] {
            let error = Structures::parse(&format!("{HEADER}\n{line}\n")).unwrap_err();
            assert_eq!(error.to_string(), expected, "{line}");
        }
        assert!(Structures::parse("").is_err());
    }

    proptest! {
        #[test]
        fn random_text_never_panics(text in "(names|structure|field|grid|[ -~]{0,8}| [0-7-]{1,3}|\n){0,40}") {
            let _ = Structures::parse(&format!("{HEADER}\n{text}"));
        }
    }
}
