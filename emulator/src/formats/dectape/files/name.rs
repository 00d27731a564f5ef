//! The two names of a file: six characters of SIXBIT each.

use crate::formats::FormatError;
use crate::word::Word;
use std::fmt;
use std::str::FromStr;

/// The names of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name {
    /// The first name; zero in the directory entry of a further part of the file.
    pub first: Word,
    /// The second name; the slot of the previous part in the entry of a further part.
    pub second: Word,
}

/// The first name if only one is typed.
const DEFAULT: &str = "@";

impl Name {
    /// Returns `true` if the names belong to a file, and not to a part of a file or to a file deleted by ITS.
    pub(super) fn is_a_file(self) -> bool {
        self.first != Word::ZERO
    }
}

impl FromStr for Name {
    type Err = FormatError;

    /// Parses `FIRST SECOND`, or one name; the first is then `@`, as in MACDMP.
    fn from_str(text: &str) -> Result<Name, FormatError> {
        let names: Vec<&str> = text.split_whitespace().collect();
        let (first, second) = match names[..] {
            [second] => (DEFAULT, second),
            [first, second] => (first, second),
            _ => {
                return Err(FormatError::Unfit(format!(
                    "\"{text}\" is not a file name (expected one or two names of up to six characters)"
                )));
            }
        };
        Ok(Name { first: sixbit(first)?, second: sixbit(second)? })
    }
}

fn sixbit(name: &str) -> Result<Word, FormatError> {
    let codes = name.to_ascii_uppercase();
    if codes.len() > 6 || !codes.bytes().all(|c| (0o41..0o140).contains(&c)) {
        return Err(FormatError::Unfit(format!(
            "\"{name}\" is not a name (expected up to six letters, digits and punctuation marks)"
        )));
    }
    let padded = codes.bytes().chain(std::iter::repeat(b' ')).take(6);
    Ok(Word::new(padded.fold(0, |word, c| word << 6 | u64::from(c - b' '))))
}

pub(super) fn sixbit_text(word: Word) -> String {
    let text: String = (0..6).map(|at| char::from((word.field(6 * at, 6 * at + 5) as u8) + b' ')).collect();
    text.trim_end().to_owned()
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{} {}", sixbit_text(self.first), sixbit_text(self.second)))
    }
}
