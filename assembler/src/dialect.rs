//! The four dialects of MIDAS and the options of an assembly.

use emulator::formats::text::Encoding;
use emulator::word::Word;
use std::fmt;
use std::str::FromStr;

/// The original assembler whose rules to follow where the assemblers differ.
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
    /// All dialects, oldest first.
    pub const ALL: [Dialect; 4] = [Dialect::A, Dialect::B, Dialect::C, Dialect::D];

    /// Returns `true` for the three classic dialects, where a literal ends with its line.
    pub fn is_classic(self) -> bool {
        self < Dialect::D
    }

    /// Returns `true` if `letters`, such as `CD`, includes the letter of the dialect.
    pub(crate) fn is_in(self, letters: &str) -> bool {
        letters.contains(self.letter())
    }

    /// Returns the letter, `A` to `D`.
    pub fn letter(self) -> char {
        char::from(b'A' + self as u8)
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// The error for a text that is not the letter of a dialect.
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

/// Table sizes in the surviving sources of the original assemblers (MIDAS 35, 50 and 73). The size of the
/// symbol table is in [`crate::places`].
pub(crate) mod tables {
    /// Maximum number of dummies of one definition. The table had one more entry, which marked its end.
    pub(crate) const DUMMIES: usize = 15;
    /// Maximum number of constants areas, and of variables areas, in a machine of 256K words, including the
    /// area at END.
    pub(crate) const AREAS: usize = 64;
}

/// Limits on the time and memory that a runaway source can use.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Depth of nested texts (macro bodies, arguments, loops).
    pub expansion_depth: usize,
    /// Characters read from expansions in one pass.
    pub expanded_characters: usize,
    /// Depth of nested insertions.
    pub insertion_depth: usize,
    /// Files inserted in one pass.
    pub insertions: usize,
    /// Depth of nested brackets in a word.
    pub bracket_depth: usize,
    /// Repetitions of one REPEAT.
    pub repeat_count: usize,
    /// Words of the assembled program.
    pub output_words: usize,
    /// Maximum number of errors kept, and separately of warnings. Later ones are dropped.
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
    /// Whether the calls of the time-sharing monitor (`.IOT`, `.OPEN`, `.VALUE`...) are predefined, as they
    /// were in an assembler that ran under it.
    pub monitor_calls: bool,
    /// Predefined symbols. If the assembler has a symbol of the same name, its value is replaced. The source
    /// can redefine them.
    pub symbols: Vec<(String, Word)>,
    /// Whether to warn of likely slips that the original assemblers accepted silently
    /// ([`crate::Code::is_slip`]).
    pub slips: bool,
    /// The encoding of the source and of the files it inserts. `None`: detect it for each file.
    pub text: Option<Encoding>,
    /// Limits on runaway sources.
    pub limits: Limits,
    /// Whether to make the listing.
    pub listing: bool,
    /// Whether to record where each symbol is used.
    pub cross_reference: bool,
    /// Whether to record where each word comes from.
    pub source_map: bool,
    /// Whether the general reader reads everything, character by character. Tests compare the fast path with
    /// it.
    #[doc(hidden)]
    pub general_reader: bool,
}
