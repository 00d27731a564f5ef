//! `tables.mid`: values, steps, and the recurrence of the keys.

use super::{Emitted, Text};
use crate::parameters::keys::{KEY_INCREMENT, KEY_MULTIPLIER, KEY_SEED};
use crate::parameters::values::{
    BOUND_LIMIT, CODE, DEAR, DRAW, FIXED, FIXED_OF_NONE, INF, KING_IN_RATIO, MATE, MATE_LIMIT, MATE_ZONE,
    MATERIAL_AT_START, PAWN_STEP, PROMOTED_STEP, REFUTED, REFUTED_LIMIT, WORKING_OF_NONE,
};
use crate::vocabulary::{DIRECTIONS, Kind};

pub(super) fn file() -> Emitted {
    let mut text = Text::new("THE SHARED NUMBERS: VALUES, STEPS, KEYS.");
    text.remark("VALUES OF POSITIONS (2.9)");
    text.symbol("VINF", INF.into(), "INFINITE BOUND OF THE HASH TABLE");
    text.symbol("VREFUT", REFUTED.into(), "REFUTED; THE WIDEST WINDOW");
    text.symbol("VREFLM", REFUTED_LIMIT.into(), "BEYOND THIS IS REFUTED");
    text.symbol("VBNDLM", BOUND_LIMIT.into(), "A BOUND OF THIS SIZE IS INFINITE");
    text.symbol("VMATE", MATE.into(), "A MATE AT LEVEL L IS VMATE-L");
    text.symbol("VMATLM", MATE_LIMIT.into(), "A MATE FOR THE TALLY OF THE WIDTH");
    text.symbol("VZONE", MATE_ZONE.0.into(), "THE MATE ZONE BEGINS");
    text.symbol("VZONEH", MATE_ZONE.1.into(), "  AND ENDS");
    text.symbol("VDRAW", DRAW.into(), "A DRAW");
    text.remark("VALUES OF PIECES (3.2)");
    text.symbol("VPAWN", FIXED[Kind::Pawn as usize].into(), "A PAWN");
    text.symbol("FVNONE", FIXED_OF_NONE.into(), "FV OF NO PIECE (F5)");
    text.symbol("PVNONE", WORKING_OF_NONE.into(), "PV OF NO PIECE (F5)");
    text.symbol("PVSTEP", PAWN_STEP.into(), "PV OF A PAWN GROWS BY THIS");
    text.symbol("PVPROM", PROMOTED_STEP.into(), "PV OF A PROMOTED PIECE SET UP IS GREATER BY THIS");
    text.symbol("DEAR", DEAR.into(), "THIS PV OR MORE: QUEEN OR KING");
    text.symbol("KRATIO", KING_IN_RATIO.into(), "THE KING IN THE MATERIAL");
    text.symbol("RATM", MATERIAL_AT_START.into(), "M OF THE PIECE RATIO");
    text.remark("FV BY TYPE");
    text.decimal("FVTAB", FIXED.map(i64::from));
    text.remark("WHAT A PIECE ADDS TO AN ATTACK WORD, BY TYPE: 1,,CODE");
    text.lines("CODTAB", CODE.map(|code| format!("1,,{code}")));
    text.remark("THE STEPS OF THE EIGHT DIRECTIONS (3.1)");
    text.decimal("DIRTAB", DIRECTIONS.map(i64::from));
    text.remark("KEYS COME FROM THE RECURRENCE X_(X*KEYMUL+KEYADD) MOD 2^35");
    text.symbol("KEYSED", KEY_SEED as i64, "");
    text.symbol("KEYMUL", KEY_MULTIPLIER as i64, "5^13");
    text.symbol("KEYADD", KEY_INCREMENT as i64, "5^15");
    text.file("tables.mid")
}
