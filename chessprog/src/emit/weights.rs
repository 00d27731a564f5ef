//! `weights.mid`: the tables of weights of the chapters evaluate and plausible.

use super::{Emitted, Text, decimal};
use crate::engine::board::{Color, Square};
use crate::parameters::squares::edge_distance;
use crate::parameters::weights::{
    CENTER, EARLIEST, FORK, ISOLATED, PASSED, PINS, PROMOTES, PUSH, SQUARE_BASE, SQUARE_CENTER, SQUARE_NEAR,
};

pub(super) fn file() -> Emitted {
    let mut text = Text::new("THE WEIGHTS OF EVALUATE AND PLAUSIBLE.");
    text.remark("DEDUCTION FOR AN ISOLATED PAWN, BY FILE 0-9");
    text.decimal("ISOTB", ISOLATED.map(i64::from));
    text.remark("A PASSED PAWN, BY RELATIVE RANK 0-8");
    text.decimal("PASSTB", PASSED.map(i64::from));
    text.remark("BLOCKADE AND ADVANCE OF A PASSED PAWN, BY RELATIVE RANK 0-8");
    text.decimal("PPPTB", PUSH.map(i64::from));
    text.remark("A PIN, BY RELATIVE RANK 0-8 OF THE PINNED PIECE");
    text.decimal("PINVTB", PINS.map(i64::from));
    text.remark("MULTIPLE THREATS, BY THEIR NUMBER, 5 FOR MORE");
    text.decimal("FORKTB", FORK.map(i64::from));
    text.remark("TOO EARLY BEFORE THIS GAME PLY, BY TYPE");
    text.decimal("EARLTB", EARLIEST[..7].iter().map(|&ply| ply.into()));
    text.remark("PROMOTION, BY TYPE OF THE NEW PIECE");
    // By generation order =Q, =R, =B, =N in the parameters, by type N, B, R, Q here.
    let [queen, rook, bishop, knight] = PROMOTES.map(i64::from);
    text.decimal("PROMTB", [0, 0, knight, bishop, rook, queen]);
    text.remark("CENTRE VALUE OF A SQUARE FOR WHITE");
    text.decimal("CFTBW", by_square(|square| center(Color::White, square)));
    text.remark("THE SAME FOR BLACK");
    text.decimal("CFTBB", by_square(|square| center(Color::Black, square)));
    text.remark("LEAST DISTANCE OF A SQUARE TO AN EDGE");
    text.decimal("KCTB", by_square(|square| edge_distance(square).into()));
    for (label, color, late) in [
        ("SQVEW", Color::White, false),
        ("SQVEB", Color::Black, false),
        ("SQVLW", Color::White, true),
        ("SQVLB", Color::Black, true),
    ] {
        let (when, side) =
            (["FIRST 40 PLIES", "LATER"][usize::from(late)], ["WHITE", "BLACK"][color.index()]);
        text.remark(&format!("SQUARE IMPORTANCE WITHOUT KINGS AND PIECES, {when}, {side}"));
        text.lines(label, (0..BOARD_WORDS).map(Square::new).map(|square| importance(color, late, square)));
    }
    text.file("weights.mid")
}

/// The words of a board.
const BOARD_WORDS: u8 = 120;

/// A table by square, nothing off the board.
fn by_square(entry: impl Fn(Square) -> i64) -> impl Iterator<Item = i64> {
    (0..BOARD_WORDS).map(Square::new).map(move |square| if square.on_board() { entry(square) } else { 0 })
}

fn center(color: Color, square: Square) -> i64 {
    CENTER[usize::from(color.relative(square.rank()))][usize::from(square.file())].into()
}

/// What stands in the left half off the board: a walk stops there (`plausible.mid`).
const EDGE: &str = "777000,,0";

/// The part of the importance of a square to a side that does not depend on the position.
fn importance(color: Color, late: bool, square: Square) -> String {
    if !square.on_board() {
        return EDGE.to_owned();
    }
    let late = usize::from(late);
    let near = |from, to| (from..=to).contains(&square.rank()) && (from..=to).contains(&square.file());
    let place = match () {
        () if near(4, 5) => SQUARE_CENTER[late],
        () if near(3, 6) => SQUARE_NEAR[late],
        () => 0,
    };
    let ahead = i32::from(color.relative(square.rank()).max(4)) - 4;
    decimal((SQUARE_BASE + place + ahead).into())
}
