//! Specification 4: the order of the generated moves, which decides every tie, their legality and number, and
//! check.

use chessprog::program::Coordinates;

use super::{check, set};

/// Position, its legal moves in the order of generation.
#[rustfmt::skip]
const ORDERS: &[(&str, &str)] = &[
    // Pawn: two steps, one step, capture on the a side, on the h side. King: to the squares numbered +1, +11,
    // +10, +9, -1, -11, -10, -9 from its own.
    ("7k/8/8/8/8/p1p5/1P6/K7", "b2b4 b2b3 b2a3 b2c3 a1a2 a1b1"),
    ("7k/1p6/P1P5/8/8/8/8/K7 b - - 0 1", "b7b5 b7b6 b7a6 b7c6 h8g8 h8h7 h8g7"),
    ("7k/8/8/8/1p6/8/1P6/K7", "b2b3 a1a2 a1b1"),                                 // only one step is free
    ("7k/8/8/8/8/1p6/1P6/K7", "a1b1"),
    // Promotions to queen, rook, bishop, knight, also with a capture.
    ("1n5k/P7/8/8/8/8/8/K7", "a7a8q a7a8r a7a8b a7a8n a7b8q a7b8r a7b8b a7b8n a1a2 a1b2 a1b1"),
    // En passant: to the square passed over, but not if it would open the fifth rank between king and rook.
    ("7k/8/8/3pP3/8/8/8/K7 w - d6 0 1", "e5e6 e5d6 a1a2 a1b2 a1b1"),
    ("7k/8/8/r2pP2K/8/8/8/8 w - d6 0 1", "e5e6 h5g5 h5g6 h5h6 h5h4 h5g4"),
    // Knight: to the squares numbered +21, +19, -21, -19, +12, +8, -12, -8.
    ("7k/8/8/8/3N4/8/8/K7", "d4c6 d4e6 d4e2 d4c2 d4b5 d4f5 d4f3 d4b3 a1a2 a1b2 a1b1"),
    // Rook: toward the h file, toward the a file, up, down; each from near to far, the capture last.
    ("7k/8/8/8/1n6/8/1R6/1n1K4",
     "b2c2 b2d2 b2e2 b2f2 b2g2 b2h2 b2a2 b2b3 b2b4 b2b1 d1c1 d1e2 d1e1"),
    // Bishop: up to the h side, up to the a side, down to the a side, down to the h side. Here the bishop is
    // the queen's bishop, so its moves follow the king's.
    ("8/7k/8/8/3B4/8/8/K7", "a1a2 a1b2 a1b1 d4e5 d4f6 d4g7 d4h8 d4c5 d4b6 d4a7 d4c3 d4b2 d4e3 d4f2 d4g1"),
    // Queen: first as a rook, then as a bishop.
    ("7k/8/8/8/8/8/PP6/1QK5", "b2b4 b2b3 a2a4 a2a3 c1c2 c1d2 c1d1 b1a1 b1c2 b1d3 b1e4 b1f5 b1g6 b1h7"),
    // Castling: O-O, then O-O-O, after the king's other moves and both rooks'; not through an attacked
    // square, and not without the right.
    ("6k1/8/8/8/8/8/P6P/R3K2R w KQ - 0 1",
     "h2h4 h2h3 a2a4 a2a3 h1g1 h1f1 e1d1 e1d2 e1e2 e1f2 e1f1 a1b1 a1c1 a1d1 e1g1 e1c1"),
    ("5rk1/8/8/8/8/8/P6P/R3K2R w KQ - 0 1",
     "h2h4 h2h3 a2a4 a2a3 h1g1 h1f1 e1d1 e1d2 e1e2 a1b1 a1c1 a1d1 e1c1"),
    ("6k1/8/8/8/8/8/P6P/R3K2R w K - 0 1",
     "h2h4 h2h3 a2a4 a2a3 h1g1 h1f1 e1d1 e1d2 e1e2 e1f2 e1f1 a1b1 a1c1 a1d1 e1g1"),
    ("1r4k1/8/8/8/8/8/8/R3K3 w Q - 0 1",
     "e1d1 e1d2 e1e2 e1f2 e1f1 a1b1 a1c1 a1d1 a1a2 a1a3 a1a4 a1a5 a1a6 a1a7 a1a8 e1c1"), // b1 may be attacked
    ("4r1k1/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1d1 e1d2 e1f2 e1f1"),                  // not out of check
];

#[test]
fn moves_are_generated_in_order() {
    check(ORDERS, |subject, &(text, expected)| {
        set(subject, text)?;
        let moves: Vec<String> =
            subject.legal()?.moves.into_iter().map(|mv| Coordinates::from(mv).to_string()).collect();
        Ok((moves.join(" "), expected))
    });
}

/// Position, depth, number of leaves (4.2).
#[rustfmt::skip]
const PERFT: &[(&str, u32, u64)] = &[
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 3, 8902),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 2, 2039),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 3, 2812),
];

#[test]
fn the_tree_of_legal_moves_has_the_published_size() {
    check(PERFT, |subject, &(text, depth, expected)| {
        set(subject, text)?;
        Ok((subject.perft(depth)?, expected))
    });
}

/// Position; whether the side to move is in check.
#[rustfmt::skip]
const CHECKS: &[(&str, bool)] = &[
    ("4r2k/8/8/8/8/8/8/4K3", true),
    ("4r2k/8/8/8/8/8/4P3/4K3", false),
    ("7k/8/8/8/8/8/3p4/4K3", true),                                              // a pawn
    ("7k/8/8/8/8/8/4p3/4K3", false),
    ("7k/8/8/8/8/3n4/8/4K3", true),
];

#[test]
fn check_is_detected() {
    check(CHECKS, |subject, &(text, expected)| {
        set(subject, text)?;
        Ok((subject.legal()?.check, expected))
    });
}
