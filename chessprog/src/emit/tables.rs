//! `tables.mid`: the numbers of the chapters board and moves.

use super::{Emitted, Text};
use crate::engine::board::{DIRECTIONS, KNIGHT_STEPS};
use crate::parameters::keys::{KEY_INCREMENT, KEY_MULTIPLIER, KEY_SEED};
use crate::parameters::values::{KING_IN_RATIO, MOBILITY, VALUE};

pub(super) fn file() -> Emitted {
    let mut text = Text::new("THE SHARED NUMBERS OF CHAPTERS BOARD AND MOVES, BY PIECE CODE AND DIRECTION.");
    text.remark("VALUE OF A PIECE IN POINTS, KING 1536");
    text.decimal("VALTAB", by_piece(VALUE));
    text.remark("THE SAME WITH THE KING AS 1: THE PIECE RATIO AND MATB");
    let mut ratio = VALUE;
    ratio[6] = KING_IN_RATIO;
    text.decimal("RVAL", by_piece(ratio));
    text.remark("MOBILITY WEIGHT");
    text.decimal("MOBTAB", by_piece(MOBILITY));
    text.remark("THE EIGHT DIRECTIONS N NE E SE S SW W NW; I AND I+4 ARE OPPOSITE");
    text.decimal("DIRTAB", DIRECTIONS.map(i64::from));
    text.remark("THE EIGHT KNIGHT STEPS");
    text.decimal("KNTAB", KNIGHT_STEPS.map(i64::from));
    text.remark("THE KEYS OF POSITIONS COME FROM THE RECURRENCE X_(X*KEYMUL+KEYADD) MOD 2^35");
    text.symbol("KEYSED", KEY_SEED as i64, "");
    text.symbol("KEYMUL", KEY_MULTIPLIER as i64, "5^13");
    text.symbol("KEYADD", KEY_INCREMENT as i64, "5^15");
    text.file("tables.mid")
}

/// A table by type, 0 to 7, as a table by piece code: White's half, then Black's, which is the same.
fn by_piece(by_kind: [i32; 8]) -> impl Iterator<Item = i64> {
    by_kind.into_iter().chain(by_kind).map(i64::from)
}
