//! The table by which fields and commas make a word.

use crate::dialect::Dialect;

/// The table of formats: for each pattern of fields and commas three specifications of twelve
/// bits, the rightmost field first; each is a shift and a width.
pub(crate) type Formats = [u64; 32];

/// Patterns of which nearly all words are, and what the table has for them.
pub(crate) const ONE_FIELD: (usize, u64) = (0o20, 0o004400_000000);
/// `OPERATION ADDRESS`
pub(crate) const ADDRESS: (usize, u64) = (0o24, 0o002200_440000);
/// `OPERATION ACCUMULATOR,`
pub(crate) const ACCUMULATOR: (usize, u64) = (0o26, 0o270400_440000);
/// `OPERATION ACCUMULATOR,ADDRESS`
pub(crate) const INSTRUCTION: (usize, u64) = (0o27, 0o002227_040044);

/// These patterns.
pub(crate) const USUAL: [(usize, u64); 4] = [ONE_FIELD, ADDRESS, ACCUMULATOR, INSTRUCTION];

/// The table as it stands at the beginning of a pass.
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
