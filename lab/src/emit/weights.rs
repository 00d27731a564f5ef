//! `weights.mid`: the weights used in the chapters squares, plausible, statics and search/modify.

use super::{GeneratedFile, MidasText};
use chessprog::parameters::squares::SQUARE_BASE;
use chessprog::parameters::weights::{ALL, ISOLATED, ISOLATED_OPEN, MULTIPLE, PASSED, PASSED_PUSH};
use chessprog::vocabulary::{Side, Square};

pub(super) fn file() -> GeneratedFile {
    let mut text = MidasText::new("THE WEIGHTS OF HEURISTICS, STATIC TERMS, MODIFICATIONS.");
    text.remark("SINGLE NUMBERS");
    text.symbols(ALL);
    text.remark("PPP OF H16 AND H18, BY RANK 0-8");
    text.decimal("PPP", PASSED_PUSH.map(i64::from));
    text.remark("A PASSED PAWN, BY RELATIVE RANK 0-8 (6.4)");
    text.decimal("PASTAB", PASSED.map(i64::from));
    text.remark("M: PAWNS ON ONE FILE, BY THEIR NUMBER");
    text.decimal("MULTAB", MULTIPLE.map(i64::from));
    text.remark("IM: AN ISOLATED FILE, A PAWN OF HIS ON IT");
    text.decimal("ISOTAB", ISOLATED.map(i64::from));
    text.remark("OM: NONE OF HIS ON IT");
    text.decimal("ISOOTB", ISOLATED_OPEN.map(i64::from));
    for (label, side, name) in [("SQBASW", Side::White, "WHITE"), ("SQBASB", Side::Black, "BLACK")] {
        text.remark(&format!("SQUARE VALUE BY THE SQUARE ALONE (7.1), {name} TO MOVE"));
        let table = &SQUARE_BASE[side.index()];
        text.decimal(label, Square::places().map(|square| table[square].into()));
    }
    text.file("weights.mid")
}
