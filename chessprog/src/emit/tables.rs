//! `tables.mid`: values, and the numbers of the chapters board, moves and development.

use super::{Emitted, Text};
use crate::engine::board::{DIRECTIONS, KNIGHT_STEPS};
use crate::parameters::keys::{KEY_INCREMENT, KEY_MULTIPLIER, KEY_SEED};
use crate::parameters::values::{
    DRAW, INF, KING_IN_RATIO, MATE, MATE_ZONE, MOBILITY, NO_ATTACKER, STATIC_LIMIT, VALUE, WINDOW,
};

/// What MIDAS calls the value of each type.
const VALUES: [&str; 6] = ["VPAWN", "VKNIGH", "VBISHO", "VROOK", "VQUEEN", "VKING"];

pub(super) fn file() -> Emitted {
    let mut text = Text::new("THE SHARED NUMBERS: VALUES, TABLES BY PIECE CODE AND BY DIRECTION.");
    text.remark("VALUES OF POSITIONS");
    text.symbol("VINF", INF.into(), "NO VALUE IS GREATER");
    text.symbol("VWIDE", WINDOW.into(), "THE WIDEST WINDOW IS -VWIDE, +VWIDE");
    text.symbol("VMATE", MATE.into(), "BLACK MATED AT PLY K IS VMATE-K");
    text.symbol("VZONE", MATE_ZONE.into(), "THIS MUCH OR MORE IS A MATE");
    text.symbol("VDRAW", DRAW.into(), "");
    text.symbol("VCLAMP", STATIC_LIMIT.into(), "LIMIT OF A STATIC VALUE");
    text.remark("VALUE OF A PIECE IN POINTS");
    for (name, value) in VALUES.into_iter().zip(&VALUE[1..]) {
        text.symbol(name, (*value).into(), "");
    }
    text.symbol("VNONE", NO_ATTACKER.into(), "WHERE NOTHING ATTACKS");
    text.remark("THE SAME BY PIECE CODE");
    text.decimal("VALTAB", by_piece(VALUE));
    text.remark("THE SAME WITH THE KING AS 1: THE PIECE RATIO AND MATB");
    let mut ratio = VALUE;
    ratio[6] = KING_IN_RATIO;
    text.decimal("RVAL", by_piece(ratio));
    text.remark("WITHOUT PAWNS AND KINGS");
    let mut pieces = VALUE;
    (pieces[1], pieces[6]) = (0, 0);
    text.decimal("NVAL", by_piece(pieces));
    text.remark("DEV IS THE SUM OF SQV TIMES MOB, SHIFTED RIGHT BY 2 (7.1): SHIFTED BY THIS, BY TYPE, FOR ASH B,@DEVSH(T)");
    text.lines("DEVSH", MOBILITY[..7].iter().map(|&weight| shift(weight)));
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

/// The shift that multiplies by a mobility weight and divides by four; nothing is left where the weight is zero. In the right
/// half of a word with an empty left half, as an address must be.
fn shift(weight: i32) -> String {
    match weight.checked_ilog2() {
        Some(log) => format!("0,,{}", i64::from(log) - 2),
        None => "0,,-36.".to_owned(),
    }
}

/// A table by type, 0 to 7, as a table by piece code: White's half, then Black's, which is the same.
fn by_piece(by_kind: [i32; 8]) -> impl Iterator<Item = i64> {
    by_kind.into_iter().chain(by_kind).map(i64::from)
}
