//! Scans a run of symbol characters: a name or a number.

use crate::pass::Assembler;
use crate::symbol::{Squoze, SymbolId};
use emulator::word::Word;

/// Maximum number of digits that the fast reader reads, and its highest radix. Ten decimal digits fit in a
/// word.
pub(super) const DIGITS: usize = 10;

/// A bit that is set in the digits 8 and 9 and in no other.
const EIGHT_OR_NINE: u8 = 0o10;

#[derive(Clone, Copy)]
pub(super) enum Run {
    Name(Squoze),
    /// A name that has been looked up.
    Entry(SymbolId),
    Number(Word),
}

impl Assembler<'_> {
    /// Returns the run at the beginning of `text`, if it is a name or a number, and its length.
    #[inline(always)]
    pub(super) fn run_of(&self, text: &[u8]) -> (Option<Run>, usize) {
        match text.first() {
            Some(b'0'..=b'9' | b'.') => self.like_a_number(text),
            _ => {
                let (name, length) = Squoze::first_of(text, &self.chars.squoze);
                ((length > 0).then_some(Run::Name(name)), length)
            }
        }
    }

    /// Scans a run that begins like a number, but may be a name.
    #[inline(always)]
    fn like_a_number(&self, text: &[u8]) -> (Option<Run>, usize) {
        // Most numbers consist only of digits.
        let mut number = 0;
        let mut digits = 0;
        let mut seen = 0;
        while let Some(c @ b'0'..=b'9') = text.get(digits)
            && digits < DIGITS
        {
            number = number * self.radix + u64::from(c - b'0');
            seen |= c;
            digits += 1;
        }
        let ends = text.get(digits).is_none_or(|c| self.chars.squoze[*c as usize] == 0);
        if digits > 0 && ends {
            // The general reader warns of 8 and 9 in an octal number.
            if seen & EIGHT_OR_NINE != 0 && self.radix == 8 && digits > 1 {
                return (None, digits);
            }
            return (Some(Run::Number(Word::new(number))), digits);
        }
        self.periods(text)
    }

    /// Scans a run that begins like a number but has more than [`DIGITS`] digits or other characters.
    #[inline(never)]
    fn periods(&self, text: &[u8]) -> (Option<Run>, usize) {
        let (name, length) = Squoze::first_of(text, &self.chars.squoze);
        let run = &text[..length];
        if run.iter().any(|c| !matches!(c, b'0'..=b'9' | b'.')) || run == b"." {
            return (Some(Run::Name(name)), length);
        }
        let (digits, radix) = match run {
            [digits @ .., b'.'] => (digits, 10),
            _ => (run, self.radix),
        };
        if digits.is_empty() || digits.len() > DIGITS || digits.contains(&b'.') {
            return (None, length);
        }
        let number = digits.iter().fold(0, |number, c| number * radix + u64::from(c - b'0'));
        (Some(Run::Number(Word::new(number))), length)
    }
}
