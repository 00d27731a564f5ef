//! Squoze: names of up to six characters in 32 bits, base 50 (octal), the symbol format
//! of loaders and debuggers.
//!
//! Bits 0-3 of the word are flags (10 half-killed, 4 killed, 2 local, 1 global), bits 4-35 the name; blank is
//! 0, `0`-`9` are 1-12 (octal), `A`-`Z` 13-44, then `.`, `$`, `%` (device reference 2.6).

use crate::word::Word;

/// Flag: half-killed, not used to print values.
pub const HALF_KILLED: u8 = 0o10;
/// Flag: global symbol.
pub const GLOBAL: u8 = 0o1;

const DIGITS: &[u8; 40] = b" 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ.$%";

/// Returns the name in a squoze word, without blanks at either end, and the flags; `None` if
/// the 32 bits are not a name.
pub fn decode(word: Word) -> Option<(String, u8)> {
    let mut value = word.field(4, 35);
    let mut characters = [b' '; 6];
    for character in characters.iter_mut().rev() {
        *character = DIGITS[(value % 40) as usize];
        value /= 40;
    }
    if value != 0 {
        return None;
    }
    let name = characters.iter().map(|&c| char::from(c)).collect::<String>();
    Some((name.trim().to_owned(), word.field(0, 3) as u8))
}

/// Returns the squoze word of a name with flags; `None` if the name is empty, too long
/// or has other characters.
pub fn encode(name: &str, flags: u8) -> Option<Word> {
    if name.is_empty() || name.len() > 6 {
        return None;
    }
    let padded = format!("{:<6}", name.to_ascii_uppercase());
    let digit = |c: u8| DIGITS.iter().position(|&digit| digit == c);
    let value = padded.bytes().try_fold(0, |value, c| Some(value * 40 + digit(c)? as u64))?;
    Some(Word::new(value).with_field(0, 3, flags.into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The examples of MIDAS reference 8.2: FOO with flag 04, BAR half-killed.
    #[test]
    fn worked_words() {
        let decoded = |left, right| decode(Word::halves(left, right));
        assert_eq!(decoded(0o054544, 0o175000), Some(("FOO".to_owned(), GLOBAL)));
        assert_eq!(decoded(0o451301, 0o604000), Some(("BAR".to_owned(), GLOBAL | HALF_KILLED)));
        assert_eq!(decode(Word::ONES), None);
        assert_eq!(encode("foo", GLOBAL), Some(Word::halves(0o054544, 0o175000)));
        assert_eq!((encode("", 0), encode("A-B", 0), encode("SEVENTH", 0)), (None, None, None));
    }

    proptest! {
        #[test]
        fn names_are_of_the_alphabet(bits in any::<u64>()) {
            let word = Word::new(bits);
            if let Some((name, flags)) = decode(word) {
                let digit = |c: u8| DIGITS.iter().position(|&digit| digit == c).unwrap() as u64;
                // Blanks at the beginning have no effect; each one at the end multiplies by fifty (octal).
                let value = name.bytes().fold(0, |value, c| value * 40 + digit(c));
                let shifted = (0..6).any(|blanks| value * 40u64.pow(blanks) == word.field(4, 35));
                prop_assert!(name.len() <= 6 && shifted);
                prop_assert_eq!(u64::from(flags), word.field(0, 3));
            }
        }
    }
}
