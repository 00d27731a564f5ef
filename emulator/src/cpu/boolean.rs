//! The sixteen Boolean functions in their four modes, 400-477 (processor reference, section 4.8).

use super::fixed::{fetch, store};
use super::path::Path;
use crate::address::Address;
use crate::word::Word;

/// Returns the function that bits 3-6 of the opcode, `code`, select.
#[inline(always)]
fn function(code: u16, a: Word, m: Word) -> Word {
    match code {
        0o00 => Word::ZERO,
        0o01 => a & m,
        0o02 => !a & m,
        0o03 => m,
        0o04 => a & !m,
        0o05 => a,
        0o06 => a ^ m,
        0o07 => a | m,
        0o10 => !a & !m,
        0o11 => !(a ^ m),
        0o12 => !a,
        0o13 => !a | m,
        0o14 => !m,
        0o15 => a | !m,
        0o16 => !a | !m,
        _ => Word::ONES,
    }
}

#[inline(always)]
pub(super) fn boolean<const OP: u16, X: Path>(x: &mut X, ac: usize, e: Address) -> Result<(), X::Abort> {
    let a = x.ac(ac)?;
    let m = fetch::<OP, X>(x, e)?;
    x.execute();
    store::<OP, X>(x, ac, e, function(OP >> 2 & 0o17, a, m))
}
