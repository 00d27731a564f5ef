//! `tables.mid`: piece values, steps, and the recurrence that generates the hash keys.

use super::{GeneratedFile, MidasText};
use chessprog::engine::KNIGHT_SLOTS;
use chessprog::parameters::keys::{KEY_INCREMENT, KEY_MULTIPLIER, KEY_SEED};
use chessprog::parameters::values::{
    BOUND_LIMIT, CODE, DEAR, DRAW, FIXED, FIXED_OF_NONE, INF, KING_IN_RATIO, MATE, MATE_LIMIT, MATE_ZONE,
    MATERIAL_AT_START, PAWN_STEP, PROMOTED_STEP, REFUTED, REFUTED_LIMIT, WORKING_OF_NONE,
};
use chessprog::vocabulary::{DIRECTIONS, Kind};

pub(super) fn file() -> GeneratedFile {
    let mut text = MidasText::new("THE SHARED NUMBERS: VALUES, STEPS, KEYS.");
    text.remark("VALUES OF POSITIONS (2.9)");
    text.symbols(&[
        ("VINF", INF, "INFINITE BOUND OF THE HASH TABLE"),
        ("VREFUT", REFUTED, "REFUTED; THE WIDEST WINDOW"),
        ("VREFLM", REFUTED_LIMIT, "BEYOND THIS IS REFUTED"),
        ("VBNDLM", BOUND_LIMIT, "A BOUND OF THIS SIZE IS INFINITE"),
        ("VMATE", MATE, "A MATE AT LEVEL L IS VMATE-L"),
        ("VMATLM", MATE_LIMIT, "A MATE FOR THE TALLY OF THE WIDTH"),
        ("VZONE", MATE_ZONE.0, "THE MATE ZONE BEGINS"),
        ("VZONEH", MATE_ZONE.1, "  AND ENDS"),
        ("VDRAW", DRAW, "A DRAW"),
    ]);
    text.remark("VALUES OF PIECES (3.2)");
    text.symbols(&[
        ("VPAWN", FIXED[Kind::Pawn as usize], "A PAWN"),
        ("FVNONE", FIXED_OF_NONE, "FV OF NO PIECE (F5)"),
        ("PVNONE", WORKING_OF_NONE, "PV OF NO PIECE (F5)"),
        ("PVSTEP", PAWN_STEP, "PV OF A PAWN GROWS BY THIS"),
        ("PVPROM", PROMOTED_STEP, "PV OF A PROMOTED PIECE SET UP IS GREATER BY THIS"),
        ("DEAR", DEAR, "THIS PV OR MORE: QUEEN OR KING"),
        ("KRATIO", KING_IN_RATIO, "THE KING IN THE MATERIAL"),
        ("RATM", MATERIAL_AT_START, "M OF THE PIECE RATIO"),
    ]);
    text.remark("FV BY TYPE");
    text.decimal("FVTAB", FIXED.map(i64::from));
    text.remark("WHAT A PIECE ADDS TO AN ATTACK WORD, BY TYPE: 1,,CODE");
    text.lines("CODTAB", CODE.map(|code| format!("1,,{code}")));
    text.remark("THE STEPS OF THE EIGHT DIRECTIONS (3.1), THEN OF A KNIGHT, BY SLOT 8 TO 15 (5.2)");
    text.decimal("DIRTAB", DIRECTIONS.into_iter().chain(KNIGHT_SLOTS).map(i64::from));
    text.remark("KEYS BY A RECURRENCE: X BECOMES (X*KEYMUL+KEYADD) MOD 2^35");
    text.symbol("KEYSED", KEY_SEED as i64, "");
    text.symbol("KEYMUL", KEY_MULTIPLIER as i64, "5^13");
    text.symbol("KEYADD", KEY_INCREMENT as i64, "5^15");
    text.file("tables.mid")
}
