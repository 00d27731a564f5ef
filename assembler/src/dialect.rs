//! The four dialects of MIDAS and the options of an assembly.

use emulator::formats::text::Encoding;
use emulator::word::Word;
use std::fmt;
use std::str::FromStr;

/// Which original assembler's rules to follow where they differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Dialect {
    /// The stand-alone PDP-6 MIDAS of the late 1960s.
    A,
    /// The stand-alone PDP-6 MIDAS of about 1970-72: with ASCIZ and `.BYTE`.
    B,
    /// The first time-sharing MIDAS, 1972: with IFDEF, IFB, IRPW, lower case.
    C,
    /// Late MIDAS, 1975-80: multi-line literals, balanced arguments, named blocks, `.ELSE`.
    #[default]
    D,
}

impl Dialect {
    /// All four, oldest first.
    pub const ALL: [Dialect; 4] = [Dialect::A, Dialect::B, Dialect::C, Dialect::D];

    /// Returns `true` for the three classic dialects, in which a literal ends with its line.
    pub fn is_classic(self) -> bool {
        self < Dialect::D
    }

    /// Returns `true` if `letters`, such as `CD`, has the letter of the dialect.
    pub(crate) fn is_in(self, letters: &str) -> bool {
        letters.contains(self.letter())
    }

    /// The letter of the dialect.
    pub fn letter(self) -> char {
        match self {
            Dialect::A => 'A',
            Dialect::B => 'B',
            Dialect::C => 'C',
            Dialect::D => 'D',
        }
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A text that is not the letter of a dialect.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown dialect \"{0}\" (expected A, B, C or D)")]
pub struct DialectError(String);

impl FromStr for Dialect {
    type Err = DialectError;

    fn from_str(text: &str) -> Result<Dialect, DialectError> {
        let found = Dialect::ALL.into_iter().find(|d| text.eq_ignore_ascii_case(&d.letter().to_string()));
        found.ok_or_else(|| DialectError(text.to_owned()))
    }
}

/// The sizes of tables of the assemblers of the time, as the surviving sources have them (MIDAS 35, 50 and
/// 73). [`crate::places`] has the size of the symbol table.
pub(crate) mod tables {
    /// Maximum number of dummies of one definition. The table had one more entry, which marked its end.
    pub(crate) const DUMMIES: usize = 15;
    /// Maximum number of constants areas, and of variables areas, in a machine of 256K words, including the
    /// area at END.
    pub(crate) const AREAS: usize = 64;
}

/// Bounds on what a runaway source can take of time and memory.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Texts (macro bodies, arguments, loops) inside each other.
    pub expansion_depth: usize,
    /// Characters read from expansions in one pass.
    pub expanded_characters: u64,
    /// Files inserted inside each other.
    pub insertion_depth: usize,
    /// Files inserted in one pass.
    pub insertions: usize,
    /// Brackets inside each other in one word.
    pub bracket_depth: usize,
    /// Repetitions of one REPEAT.
    pub repeat_count: u64,
    /// Words of output.
    pub output_words: usize,
    /// Errors that are kept, and also the number of warnings that are kept. Later ones are dropped.
    pub messages: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            expansion_depth: 10_000,
            expanded_characters: 100_000_000,
            insertion_depth: 50,
            insertions: 10_000,
            bracket_depth: 150,
            repeat_count: 200_000,
            output_words: 1 << 20,
            messages: 100_000,
        }
    }
}

/// The options of an assembly.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The dialect of the source.
    pub dialect: Dialect,
    /// Whether the names of the time-sharing monitor's calls are defined from the beginning, as they were
    /// where the assembler ran under it (`.IOT`, `.OPEN`, `.VALUE`...).
    pub monitor_calls: bool,
    /// Predefined symbols. If the assembler has a symbol of the same name, its value is replaced. The source
    /// can redefine them.
    pub symbols: Vec<(String, Word)>,
    /// Whether to warn of a likely slip, though the assemblers of the time accepted it silently
    /// ([`crate::Code::is_slip`]).
    pub slips: bool,
    /// The encoding of the source and of the files it inserts. `None`: as the contents of each file suggest.
    pub text: Option<Encoding>,
    /// Bounds on runaway sources.
    pub limits: Limits,
    /// Whether to make the listing.
    pub listing: bool,
    /// Whether to record where each symbol is used.
    pub cross_reference: bool,
    /// Whether to record where each word comes from.
    pub source_map: bool,
    /// Whether the general reader reads everything, character by character: the tests compare the fast
    /// reader with it.
    #[doc(hidden)]
    pub general_reader: bool,
}
