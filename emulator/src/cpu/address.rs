//! The effective address (processor reference, section 1.3).

use super::path::{Path, cold};
use crate::address::Address;
use crate::word::Word;

const INDIRECT: u64 = 0o20_000000;
const INDEX: u64 = 0o17_000000;

/// Time to add the index register, in nanoseconds.
pub(super) const INDEXING: u64 = 250;

/// Time to add the relocation register, before a request to memory, in nanoseconds.
pub(super) const RELOCATION: u64 = 100;

/// Calculates the effective address of `word`, through any number of indirect words. Also returns what MB
/// holds at the end: the last word, or if that word has an index, the 36-bit sum of the index register and
/// the right half of the word. The left half added is that of AR for `word`, zero for an indirect word.
#[inline(always)]
pub(super) fn calculate<X: Path>(x: &mut X, word: Word) -> Result<(Address, Word), X::Abort> {
    if word.bits() & (INDIRECT | INDEX) == 0 {
        return Ok((Address::of(word), word));
    }
    cold();
    let (mut word, mut left) = (word, x.ar().left());
    loop {
        let mut mb = word;
        if word.bits() & INDEX != 0 {
            let index = x.ac(word.left() as usize)?;
            x.spend(INDEXING);
            mb = Word::halves(left, word.right()).wrapping_add(index);
        }
        if word.bits() & INDIRECT == 0 {
            return Ok((Address::of(mb), mb));
        }
        word = x.read(Address::of(mb))?;
        x.sample()?;
        left = 0;
    }
}
