//! Names for the bits of condition words, for display.

use crate::word::Word;
use std::fmt::Write as _;

/// A field of the word that CONI returns.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Mask of the field; its bits are adjacent.
    pub mask: u64,
    /// Name of the field.
    pub name: &'static str,
    /// Names of the values, from 0; empty for a flag or a number.
    pub values: &'static [&'static str],
}

impl Field {
    /// Returns a flag (one bit) or a number (several adjacent bits).
    pub const fn new(mask: u64, name: &'static str) -> Field {
        Field { mask, name, values: &[] }
    }

    /// Returns a field whose values have names.
    pub const fn named(mask: u64, name: &'static str, values: &'static [&'static str]) -> Field {
        Field { mask, name, values }
    }

    /// Returns the field's value in `word`, shifted to the right.
    pub fn value(&self, word: Word) -> u64 {
        (word.bits() & self.mask) >> self.mask.trailing_zeros()
    }
}

/// Describes `word`: flags that are on by name, numbers as `name=value`, bits outside all fields in octal.
pub(crate) fn decode(word: Word, fields: &[Field]) -> String {
    let mut text = String::new();
    let mut unknown = word.bits();
    for field in fields {
        unknown &= !field.mask;
        let value = field.value(word);
        if let Some(name) = field.values.get(value as usize) {
            let _ = write!(text, " {}={name}", field.name);
        } else if field.mask.count_ones() > 1 {
            let _ = write!(text, " {}={value:o}", field.name);
        } else if value != 0 {
            let _ = write!(text, " {}", field.name);
        }
    }
    if unknown != 0 {
        let _ = write!(text, " +{unknown:o}");
    }
    text.trim_start().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_have_names_and_numbers_values() {
        let fields = [Field::new(0o10, "done"), Field::new(0o20, "busy"), Field::new(0o7, "channel")];
        assert_eq!(decode(Word::new(0o15), &fields), "done channel=5");
        assert_eq!(decode(Word::new(0o140), &fields), "channel=0 +140");
    }
}
