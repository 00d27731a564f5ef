//! Relocation codes: a word has twelve codes of three bits, followed by the words that the codes describe.

use crate::word::Word;

const IN_A_WORD: u32 = 12;

pub(super) struct Codes<'a> {
    rest: std::slice::Iter<'a, Word>,
    codes: Word,
    used: u32,
}

impl<'a> Codes<'a> {
    pub(super) fn new(words: &'a [Word]) -> Codes<'a> {
        Codes { rest: words.iter(), codes: Word::ZERO, used: IN_A_WORD }
    }

    /// Returns the next code, if there are words left for it to describe.
    pub(super) fn code(&mut self) -> Option<u8> {
        let code = self.take()?;
        (self.rest.len() > 0).then_some(code)
    }

    /// Returns the second code of a pair whose first code is 7.
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

    pub(super) fn word(&mut self) -> Result<Word, String> {
        self.rest
            .next()
            .copied()
            .ok_or_else(|| "a block ends in the middle of a word's description".to_owned())
    }
}
