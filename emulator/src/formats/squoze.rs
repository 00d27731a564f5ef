//! Squoze: names of up to six characters in 32 bits, base 50 (octal), as loaders and debuggers carry symbols.
//!
//! Bits 0-3 of the word are flags (10 half-killed, 4 killed, 2 local, 1 global), bits 4-35 the name; blank is 0, `0`-`9` are
//! 1-12 (octal), `A`-`Z` 13-44, then `.`, `$`, `%` (devices reference 2.6).

use crate::word::Word;

/// Flag: half-killed, not used to print values.
pub const HALF_KILLED: u8 = 0o10;
/// Flag: global symbol.
pub const GLOBAL: u8 = 0o1;

const DIGITS: &[u8; 40] = b" 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ.$%";

/// The word of `name` with `flags` (four bits); `None` if the name is longer than six characters or has a character
/// outside the alphabet. Short names stand to the left: `A` is `A` followed by five blanks.
pub fn encode(name: &str, flags: u8) -> Option<Word> {
    let mut value = 0u64;
    if name.len() > 6 {
        return None;
    }
    for position in 0..6 {
        let digit = match name.as_bytes().get(position) {
            None => 0,
            Some(character) => DIGITS.iter().position(|digit| digit == &character.to_ascii_uppercase())?,
        };
        value = value * 40 + digit as u64;
    }
    Some(Word::new(u64::from(flags & 0o17) << 32 | value))
}

/// The name in a squoze word, without blanks at either end, and the flags; `None` if the 32 bits are no name.
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// MIDAS reference 8.2: FOO with flag 04, BAR half-killed.
    #[test]
    fn worked_words() {
        assert_eq!(encode("FOO", GLOBAL), Some(Word::halves(0o054544, 0o175000)));
        assert_eq!(encode("BAR", GLOBAL | HALF_KILLED), Some(Word::halves(0o451301, 0o604000)));
        assert_eq!(decode(Word::halves(0o451301, 0o604000)), Some(("BAR".to_owned(), 0o11)));
        assert_eq!(encode("TOOLONG", 0), None);
        assert_eq!(encode("A-B", 0), None);
        assert_eq!(decode(Word::ONES), None);
    }

    proptest! {
        #[test]
        fn round_trip(name in "[0-9A-Z.$%]{1,6}", flags in 0u8..16) {
            prop_assert_eq!(decode(encode(&name, flags).unwrap()), Some((name, flags)));
        }
    }
}
