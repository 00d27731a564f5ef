//! `limits.mid`: sizes and limits. The file assembles no words and is inserted before all others.

use super::{GeneratedFile, MidasText};
use chessprog::parameters::limits::{
    DRAW_PLIES, DRAW_VALUE, HASH_ENTRIES, LEADER, LINE_LENGTH, MAX_LEVEL, NO_LEVEL, NUMBERS, QUIET_PLIES,
    RECORD_PLIES, SETUP_PLY, SMALL_ENTRIES, TICKS,
};
use chessprog::vocabulary::{Piece, Square};

pub(super) fn file() -> GeneratedFile {
    let mut text = MidasText::new("SIZES AND LIMITS.");
    text.blank();
    text.symbol("NSQ", Square::PLACES.into(), "LENGTH OF A TABLE BY SQUARE");
    text.symbol("MAXGAM", RECORD_PLIES as i64, "PLIES IN THE RECORD OF A GAME");
    text.symbol("NMEN", Piece::COUNT as i64, "LENGTH OF A TABLE BY PIECE NUMBER");
    text.symbol("MAXLVL", MAX_LEVEL as i64, "LEVELS OF A SEARCH");
    text.symbol("NOREP", NO_LEVEL.into(), "NO LEVEL: A VALUE DEPENDS ON NO REPETITION");
    text.symbol("QUIETP", QUIET_PLIES.into(), "PLIES WITHOUT CAPTURE OR PAWN MOVE THAT ARE A DRAW");
    text.symbol("NHASH", HASH_ENTRIES as i64, "ENTRIES OF THE HASH TABLE");
    text.symbol("NSMALL", SMALL_ENTRIES as i64, "ENTRIES OF THE SMALL TABLE OF REPETITIONS");
    text.symbol("LINMAX", LINE_LENGTH as i64, "CHARACTERS IN A LINE");
    text.symbol("NUMMAX", NUMBERS.into(), "NO NUMBER TYPED IN IS THIS LARGE");
    text.symbol("SETPLY", SETUP_PLY.into(), "GAME PLY OF A POSITION SET UP, WHITE TO MOVE");
    text.symbol("DRWPLY", DRAW_PLIES.into(), "NO DRAW IS ACCEPTED UP TO THIS GAME PLY");
    text.symbol("DRWVAL", DRAW_VALUE.into(), "NOR UNLESS THE VALUE IS MORE THAN THIS (F33)");
    text.symbol("LEADER", LEADER as i64, "BLANK FRAMES BEFORE AND AFTER A TAPE");
    text.symbol("TICSEC", TICKS as i64, "TICKS OF THE CLOCK IN A SECOND");
    text.file("limits.mid")
}
