//! The table that combines fields and commas into a word.

use crate::dialect::Dialect;
use emulator::word::Word;

/// The table of formats. For each pattern of fields and commas it has three specifications of twelve bits,
/// for the rightmost field first. A specification is a shift and a width, six bits each. The five bits of a
/// pattern are, from the left: first field, comma, second field, comma, third field.
pub(crate) type Formats = [u64; 32];

/// Pattern and initial table entry of a single field. The next three constants are likewise patterns with
/// their initial entries.
pub(crate) const ONE_FIELD: (usize, u64) = (0o20, 0o004400_000000);
/// `OPERATION ADDRESS`
pub(crate) const ADDRESS: (usize, u64) = (0o24, 0o002200_440000);
/// `OPERATION ACCUMULATOR,`
pub(crate) const ACCUMULATOR: (usize, u64) = (0o26, 0o270400_440000);
/// `OPERATION ACCUMULATOR,ADDRESS`
pub(crate) const INSTRUCTION: (usize, u64) = (0o27, 0o002227_040044);

pub(crate) const USUAL: [(usize, u64); 4] = [ONE_FIELD, ADDRESS, ACCUMULATOR, INSTRUCTION];

/// Returns the table at the beginning of a pass.
pub(crate) fn initial_formats(dialect: Dialect) -> Formats {
    let mut table = [0; 32];
    table[0o13] = if dialect == Dialect::A { 0 } else { 0o002200_000000 };
    table[0o14] = 0o002200_000000;
    table[0o30] = 0o004400_000000;
    table[0o34] = 0o002200_440000;
    table[0o25] = 0o002200_220044;
    table[0o32] = 0o000022_220000;
    table[0o33] = 0o002200_002222;
    for (pattern, format) in USUAL {
        table[pattern] = format;
    }
    table
}

/// Fields of a word as shift and width, each of two octal digits: the accumulator is 4 bits, shifted by 27
/// (octal).
pub(crate) const ACCUMULATOR_FIELD: u64 = 0o27_04;
pub(crate) const DEVICE_FIELD: u64 = 0o30_11;
pub(crate) const ADDRESS_FIELD: u64 = 0o00_22;

/// Returns the low bits of `value` that fit in `field`, shifted to the field's position.
#[inline(always)]
pub(crate) fn in_field(value: Word, field: u64) -> Word {
    let mask = (1u64 << (field & 0o77).min(36)) - 1;
    Word::new((value.bits() & mask) << (field >> 6))
}

/// Adds the right half of `address` to the right half of `word`, without carry into the left half.
#[inline(always)]
pub(crate) fn add_address(word: Word, address: Word) -> Word {
    word.with_right((word.right() + address.right()) & 0o777777)
}

/// Returns the word of an operation, an accumulator and an address. `sum` is the sum of the indexes and `@`.
#[inline(always)]
pub(crate) fn instruction(sum: Word, operation: Word, accumulator: Word, address: Word) -> Word {
    add_address(sum, address).wrapping_add(in_field(accumulator, ACCUMULATOR_FIELD)).wrapping_add(operation)
}

/// Returns `true` if a number fits in the accumulator field.
#[inline(always)]
pub(crate) fn fits_accumulator(number: Word) -> bool {
    number.bits() <= 0o17
}

/// Returns `true` if the left half is 0 or 777777, so that the address field loses at most the sign.
#[inline(always)]
pub(crate) fn fits_address(number: Word) -> bool {
    matches!(number.left(), 0 | 0o777777)
}
