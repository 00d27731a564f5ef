//! Detection and extraction of text in the words of a file.
//!
//! A text has five characters per word, and bit 35 is 0. ^C ends it. The programs of 1965-66 had no
//! lower-case letters, ended a text with an `a`, and left various padding in the rest of the block.

use crate::formats::text::END_OF_TEXT;
use crate::word::Word;

const OLD_END_OF_TEXT: u8 = b'a';
/// Rubout, a character with all holes punched: a deleted character, or padding.
const RUBOUT: u8 = 0o177;
/// A text has at most one odd character (see [`is_odd`]) in this many.
const CHARACTERS_TO_AN_ODD_ONE: usize = 4;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct FoundText {
    /// The characters of the text, without the end mark.
    pub(super) characters: Vec<u8>,
    /// The number of words after the text, without padding.
    pub(super) words_after: usize,
}

pub(super) fn find(words: &[Word]) -> Option<FoundText> {
    let with_bit_35 = words.iter().position(|word| word.bit(35)).unwrap_or(words.len());
    let mut characters = characters_of(&words[..with_bit_35]);
    let rest = match end_of(&characters, words) {
        Some(end) => {
            characters.truncate(end);
            &words[end / 5 + 1..]
        }
        None => {
            let filled = words.iter().rposition(|word| !is_filler(word)).map_or(0, |at| at + 1);
            if with_bit_35 < filled {
                return None;
            }
            characters.truncate(5 * filled);
            let kept = characters.iter().rposition(|c| !matches!(*c, 0 | RUBOUT)).map_or(0, |at| at + 1);
            characters.truncate(kept);
            if characters.is_empty() {
                return None;
            }
            &[][..]
        }
    };
    let odd = characters.iter().filter(|c| is_odd(**c)).count();
    // The last word is taken for padding, and so is every word equal to it.
    let words_after = rest.iter().filter(|word| !is_filler(word) && Some(*word) != rest.last()).count();
    (odd * CHARACTERS_TO_AN_ODD_ONE <= characters.len()).then_some(FoundText { characters, words_after })
}

/// Returns the characters before the first ^C, or all without a ^C, even if the words are not a text.
pub(super) fn up_to_the_end(words: &[Word]) -> Vec<u8> {
    let mut characters = characters_of(words);
    let end = characters.iter().position(|c| *c == END_OF_TEXT).unwrap_or(characters.len());
    characters.truncate(end);
    characters
}

fn characters_of(words: &[Word]) -> Vec<u8> {
    words.iter().flat_map(|word| (0..5).map(|at| word.field(7 * at, 7 * at + 6) as u8)).collect()
}

fn end_of(characters: &[u8], words: &[Word]) -> Option<usize> {
    let end = characters.iter().position(|c| *c == END_OF_TEXT);
    old_end_of(characters, words).filter(|old| end.is_none_or(|end| *old < end)).or(end)
}

/// Returns the index of the first lower-case letter if it is an `a` that ends an old text: the rest of its
/// word has only `a`, NUL and rubout, and the next word, if there is one, is padding but not five ^C.
fn old_end_of(characters: &[u8], words: &[Word]) -> Option<usize> {
    let at = characters.iter().position(u8::is_ascii_lowercase)?;
    let next_word = at / 5 + 1;
    let rest_of_word = characters[at..].iter().take(next_word * 5 - at);
    let fills_word = rest_of_word.copied().all(|c| matches!(c, OLD_END_OF_TEXT | RUBOUT | 0));
    let is_last = words.get(next_word).is_none_or(|word| is_filler(word) && !is_all_end_of_text(*word));
    (characters[at] == OLD_END_OF_TEXT && fills_word && is_last).then_some(at)
}

fn is_filler(word: &Word) -> bool {
    let is_old = word.left() == 0o777777 && matches!(word.right(), 0 | 1 | 0o777777);
    let characters = word.bits() >> 1;
    is_old || word.bits() <= 1 || is_all(characters, RUBOUT) || is_all_end_of_text(*word)
}

/// Returns `true` for five ^C, with bit 35 on or off.
fn is_all_end_of_text(word: Word) -> bool {
    is_all(word.bits() >> 1, END_OF_TEXT)
}

fn is_all(characters: u64, one: u8) -> bool {
    (0..5).all(|at| characters >> (7 * at) & 0o177 == u64::from(one))
}

/// Returns `true` for a character that is rare in text: NUL, controls without an effect on paper, rubout.
fn is_odd(c: u8) -> bool {
    matches!(c, 0..=6 | 0o16..=0o32 | 0o34..=0o37 | RUBOUT)
}
