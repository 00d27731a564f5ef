//! `weights.mid`: the tables of weights of the chapters evaluate and plausible.

use super::{Emitted, Text};
use crate::engine::board::{Color, Square};
use crate::parameters::squares::edge_distance;
use crate::parameters::weights::{CENTER, EARLIEST, FORK, ISOLATED, PASSED, PINS, PROMOTES, PUSH};

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
