//! `generated/limits.mid`: sizes and limits. Takes no storage: it stands before everything else.

use super::{Emitted, Text};
use crate::engine::board::Square;
use crate::parameters::keys::{KEY_BLACK, KEY_CASTLE, KEY_COUNT, KEY_PASSANT};
use crate::parameters::limits::{
    HASH_ENTRIES, LEADER, LINE_LENGTH, MAX_PLY, NO_PLY, NUMBERS, PERFT_DEPTHS, QUIET_PLIES, RECORD_PLIES,
    SETUP_PLY, SMALL_ENTRIES, TICKS,
};

pub(super) fn file() -> Emitted {
    let mut text = Text::new("SIZES AND LIMITS.");
    text.blank();
    text.symbol("NSQ", Square::PLACES.into(), "LENGTH OF A TABLE BY SQUARE");
    text.symbol("MAXGAM", RECORD_PLIES as i64, "PLIES IN THE RECORD OF A GAME");
    text.symbol("MAXPLY", MAX_PLY as i64, "PLIES OF A SEARCH");
    text.symbol("NOREP", NO_PLY.into(), "NO PLY: A VALUE DEPENDS ON NO REPETITION");
    text.symbol("QUIETP", QUIET_PLIES.into(), "PLIES WITHOUT CAPTURE OR PAWN MOVE THAT ARE A DRAW");
    text.symbol("NHASH", HASH_ENTRIES as i64, "ENTRIES OF THE HASH TABLE");
    text.symbol("NSMALL", SMALL_ENTRIES as i64, "ENTRIES OF THE SMALL TABLE OF REPETITIONS");
    text.symbol("NKEYS", KEY_COUNT as i64, "KEYS: 768 OF PIECES, THEN");
    text.symbol("KYBLAC", KEY_BLACK as i64, "  BLACK TO MOVE");
    text.symbol("KYCAST", KEY_CASTLE as i64, "  THE FOUR CASTLING RIGHTS");
    text.symbol("KYEP", KEY_PASSANT as i64, "  THE FILE OF EPSQ, A FIRST");
    text.symbol("LINMAX", LINE_LENGTH as i64, "CHARACTERS IN A LINE");
    text.symbol("NUMMAX", NUMBERS.into(), "NO NUMBER TYPED IN IS THIS LARGE");
    text.symbol("PFTMAX", (*PERFT_DEPTHS.end()).into(), "DEEPEST PERFT");
    text.symbol("SETPLY", SETUP_PLY.into(), "GAME PLY OF A POSITION SET UP, WHITE TO MOVE");
    text.symbol("LEADER", LEADER as i64, "BLANK FRAMES BEFORE AND AFTER A TAPE");
    text.symbol("TICSEC", TICKS as i64, "TICKS OF THE CLOCK IN A SECOND");
    text.file("limits.mid")
}
