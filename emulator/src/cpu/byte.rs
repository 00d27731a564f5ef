//! Byte (character) instructions, 133-137 (processor reference, section 4.6).

use super::address::calculate;
use super::flag;
use super::path::Path;
use crate::address::Address;
use crate::word::Word;

/// Time to move a byte by one place, or to make one bit of its mask, in nanoseconds.
const PLACE: u64 = 75;

/// Upper limit of the time from the beginning to the end of the address calculation of the second phase, in
/// nanoseconds, without indirect pointers: word advance, mask of 63 places, index, and all memory busy.
const LONGEST: u64 = 30_000;

/// Returns the pointer advanced by one byte, and `true` if the word address advanced.
#[inline(always)]
fn advance(pointer: Word) -> (Word, bool) {
    let (position, size) = (pointer.field(0, 5), pointer.field(6, 11));
    if position >= size {
        (pointer.with_field(0, 5, position - size), false)
    } else {
        // The carry out of the address continues into index, indirect bit and size.
        (pointer.wrapping_add(Word::new(1)).with_field(0, 5, 36u64.wrapping_sub(size)), true)
    }
}

#[inline(always)]
fn ones(size: u64) -> u64 {
    (1u64 << (size & 0o77)) - 1
}

/// Writes the advanced pointer. The old pointer stays in AR.
#[inline(always)]
fn increment<X: Path>(
    x: &mut X,
    e: Address,
    pointer: Word,
    (next, advanced): (Word, bool),
) -> Result<(), X::Abort> {
    x.set_ar(pointer);
    x.spend(if advanced { 1650 } else { 1050 });
    x.restart(e, next)
}

/// Executes IBP. With BIS on, IBP does nothing and leaves BIS on.
#[inline(always)]
pub(super) fn increment_pointer<X: Path>(x: &mut X, e: Address) -> Result<(), X::Abort> {
    if x.flags() & flag::BIS != 0 {
        x.read(e)?;
        x.execute();
        x.set_ar(Word::from(e));
        x.spend(250);
        return Ok(());
    }
    let pointer = x.pause(e)?;
    x.execute();
    increment(x, e, pointer, advance(pointer))?;
    x.spend(50);
    Ok(())
}

/// Executes ILDB, LDB, IDPB and DPB.
#[inline(always)]
pub(super) fn byte<const OP: u16, X: Path>(x: &mut X, ac: usize, e: Address) -> Result<(), X::Abort> {
    let increments = OP & 1 == 0 && x.flags() & flag::BIS == 0;
    x.need(LONGEST)?;
    if increments {
        let pointer = x.pause(e)?;
        let next = advance(pointer);
        need_address(x, next.0)?;
        increment(x, e, pointer, next)?;
        x.spend(350);
        let moved = move_byte::<OP, X>(x, ac, next.0);
        x.or_put_back(moved, e, pointer)
    } else {
        let pointer = x.read(e)?;
        need_address(x, pointer)?;
        x.spend(550);
        move_byte::<OP, X>(x, ac, pointer)
    }
}

/// Makes the fast path bail for an indirect pointer: the time of its address calculation is not known.
#[inline(always)]
fn need_address<X: Path>(x: &X, pointer: Word) -> Result<(), X::Abort> {
    if pointer.bit(13) { x.need(u64::MAX) } else { Ok(()) }
}

#[inline(always)]
fn move_byte<const OP: u16, X: Path>(x: &mut X, ac: usize, pointer: Word) -> Result<(), X::Abort> {
    let (position, size) = (pointer.field(0, 5), pointer.field(6, 11));
    x.spend(PLACE * size);
    x.raise(flag::BIS);
    x.set_ar(pointer.with_left(0));
    x.sample()?;
    let (e, _) = calculate(x, pointer)?;
    // ILDB and IDPB usually step through a string in core, so the fast path supports only core.
    if OP & 1 == 0 {
        x.expect_core(e)?;
    }
    if OP < 0o136 {
        let word = x.read(e)?;
        x.execute();
        x.spend(300 + PLACE * position);
        x.lower(flag::BIS);
        let byte = word.bits().checked_shr(position as u32).unwrap_or(0) & ones(size);
        x.set_ac(ac, Word::new(byte))
    } else {
        let a = x.ac(ac)?;
        x.spend(100);
        let word = x.pause(e)?;
        x.execute();
        x.spend(650 + PLACE * position);
        x.lower(flag::BIS);
        // AR has the byte in its position and ones around it, MB the word with ones in that position.
        let mask = Word::new(ones(size) << position);
        let byte = Word::new(a.bits() << position) | !mask;
        x.set_ar(byte);
        x.restart(e, (word | mask) & byte)?;
        x.spend(50);
        Ok(())
    }
}
