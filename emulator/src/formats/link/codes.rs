//! Words with the codes that describe them: twelve codes of three bits in a word, and behind it what they describe.

use crate::word::Word;

/// Codes in a word of them.
const IN_A_WORD: u32 = 12;

/// A block of data being read.
pub(super) struct Codes<'a> {
    rest: std::slice::Iter<'a, Word>,
    codes: Word,
    used: u32,
}

impl<'a> Codes<'a> {
    pub(super) fn new(words: &'a [Word]) -> Codes<'a> {
        Codes { rest: words.iter(), codes: Word::ZERO, used: IN_A_WORD }
    }

    /// The next code, if any words are left for it to describe.
    pub(super) fn code(&mut self) -> Option<u8> {
        let code = self.take()?;
        (self.rest.len() > 0).then_some(code)
    }

    /// The code behind a 7.
    pub(super) fn second(&mut self) -> Result<u8, String> {
        self.take().ok_or_else(|| "a block ends before it says what to do with a name".to_owned())
    }

    fn take(&mut self) -> Option<u8> {
        if self.used == IN_A_WORD {
            self.codes = *self.rest.next()?;
            self.used = 0;
        }
        let code = self.codes.field(3 * self.used, 3 * self.used + 2) as u8;
        self.used += 1;
        Some(code)
    }

    /// The next word that a code describes.
    pub(super) fn word(&mut self) -> Result<Word, String> {
        self.rest
            .next()
            .copied()
            .ok_or_else(|| "a block ends in the middle of a word's description".to_owned())
    }
}
