//! Specification 7.1: square importance and development values.

use chessprog::engine::board::Square;

use super::{check, index};

/// Position; colour (0 White) and square; SQV there.
#[rustfmt::skip]
const IMPORTANCE: &[(&str, usize, &str, i32)] = &[
    // The square alone, early in the game: basic 8, centre 16, near it 8, a point a rank beyond the middle.
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0, "a1", 8),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0, "d4", 8 + 16),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0, "e5", 8 + 16 + 1),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0, "c3", 8 + 8),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0, "f6", 8 + 8 + 2),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0, "b4", 8),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0, "a8", 8 + 4),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 1, "d5", 8 + 16),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 1, "d4", 8 + 16 + 1),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 1, "a1", 8 + 4),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 1, "a8", 8),
    // From G = 40 on the centre counts half: White's 21st move. Black's 20th is G = 39.
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 21", 0, "d4", 8 + 8),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 21", 0, "c3", 8 + 4),
    ("4k3/8/8/8/8/8/8/4K3 b - - 0 20", 0, "d4", 8 + 16),
    ("4k3/8/8/8/8/8/8/4K3 b - - 0 20", 1, "f6", 8 + 8),
    // Next to the enemy king, but not his own square; next to the own king is nothing.
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0, "e7", 8 + 16 + 3),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0, "d8", 8 + 16 + 4),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0, "e8", 8 + 4),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0, "e2", 8),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 1, "f2", 8 + 16 + 3),
    // The king's neighbours at the edge are only those on the board.
    ("7k/8/8/8/8/8/8/K7 w - - 0 1", 0, "g8", 8 + 16 + 4),
    ("7k/8/8/8/8/8/8/K7 w - - 0 1", 0, "a7", 8 + 3),
    // An own piece 2; the eighth part of what it would lose, at most 48. An enemy piece nothing.
    ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", 0, "a2", 8 + 2),
    ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", 1, "a2", 8 + 3),
    ("4k3/8/8/8/8/1p6/P7/4K3 w - - 0 1", 0, "a2", 8 + 2 + 128 / 8),
    ("4k3/8/8/8/8/1p6/R7/4K3 w - - 0 1", 0, "a2", 8 + 2 + 48),            // 640 / 8 = 80
    ("4k3/8/8/8/8/1p6/R1N5/4K3 w - - 0 1", 0, "c2", 8 + 2 + (416 - 128) / 8), // 36: the rook defends it
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0, "e1", 8 + 2),
];

#[test]
fn squares_are_worth_what_the_text_says() {
    check(IMPORTANCE, |engine, &(fen, side, name, expected)| {
        let tables = engine.attacks(fen)?;
        let found = [&tables.sqv0, &tables.sqv1][side][index(name)];
        Ok((found, expected))
    });
}

/// Position, square of a piece, its DEV there. All late in the game (G = 58), where the centre counts half.
#[rustfmt::skip]
const DEVELOPMENT: &[(&str, &str, i32)] = &[
    ("7k/8/8/8/8/8/8/N6K w - - 0 30", "a1", 4 * (8 + 8) / 4),             // b3, c2
    ("7k/8/8/8/8/8/3P4/1N5K w - - 0 30", "b1", 4 * (12 + 10 + 8) / 4),    // c3, d2 with the own pawn, a3
    ("7k/8/8/8/8/8/P7/7K w - - 0 30", "a2", 2 * 8 / 4),                   // b3 alone
    ("7k/8/8/3P4/8/8/8/7K w - - 0 30", "d5", 2 * (14 + 14) / 4),          // c6, e6: 8 + 4 + 2
    ("7k/8/8/8/8/P7/8/R6K w - - 0 30", "a1", 2 * (8 + 10 + 6 * 8 + 10) / 4), // a2, a3; b1 to g1, h1
    ("7k/8/8/8/8/2p5/1p6/B6K w - - 0 30", "a1", 4 * 8 / 4),               // b2, the enemy pawn, and no farther
    // a2; b2, c3, d4, e5, f6, g7 and h8 beside the king; b1 to g1, h1. The division rounds down: 190 / 4.
    ("6k1/8/8/8/8/8/P7/Q6K w - - 0 30", "a1", (10 + 8 + 12 + 16 + 17 + 14 + 27 + 28 + 6 * 8 + 10) / 4),
    ("7k/8/8/8/8/8/8/7K w - - 0 30", "h1", 0),                            // a king has no mobility
    ("7k/p7/8/8/8/8/8/7K w - - 0 30", "a7", 2 * 8 / 4),                   // Black's: b6
];

#[test]
fn pieces_are_developed_as_the_text_says() {
    check(DEVELOPMENT, |engine, &(fen, name, expected)| {
        let number = Square::parse(name).expect(name).number();
        let found = engine.attacks(fen)?.dev.into_iter().find(|&(square, _)| square == number);
        Ok((found.map(|(_, value)| value), Some(expected)))
    });
}
