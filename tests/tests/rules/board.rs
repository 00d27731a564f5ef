//! Specification 4: the order of generation, which decides every tie.

use super::check;

/// Position, its legal moves in generation order.
#[rustfmt::skip]
const ORDERS: &[(&str, &str)] = &[
    // A pawn: one step, two, the a side, the h side.
    ("7k/8/8/8/8/p1p5/1P6/K7 w - - 0 1", "a1a2 a1b1 b2b3 b2b4 b2a3 b2c3"),
    ("7k/1p6/P1P5/8/8/8/8/K7 b - - 0 1", "b7b6 b7b5 b7a6 b7c6 h8h7 h8g7 h8g8"),
    // On the last rank queen, rook, bishop, knight; a capture there likewise.
    ("1n5k/P7/8/8/8/8/8/K7 w - - 0 1", "a1a2 a1b2 a1b1 a7a8q a7a8r a7a8b a7a8n a7b8q a7b8r a7b8b a7b8n"),
    // In passing: to the square jumped over; not if it would open the fifth rank between king and rook.
    ("7k/8/8/3pP3/8/8/8/K7 w - d6 0 1", "a1a2 a1b2 a1b1 e5e6 e5d6"),
    ("7k/8/8/r2pP2K/8/8/8/8 w - d6 0 1", "e5e6 h5h6 h5h4 h5g4 h5g5 h5g6"),
    // A knight: +21, +12, -8, -19, -21, -12, +8, +19.
    ("7k/8/8/8/3N4/8/8/K7 w - - 0 1", "a1a2 a1b2 a1b1 d4e6 d4f5 d4f3 d4e2 d4c2 d4b3 d4b5 d4c6"),
    // A slider: N, E, S, W (NE to NW between them), each from near to far, the capture last.
    ("7k/8/8/8/1n6/8/1R6/1n1K4 w - - 0 1",
     "d1e2 d1e1 d1c1 b2b3 b2b4 b2c2 b2d2 b2e2 b2f2 b2g2 b2h2 b2b1 b2a2"),
    // A king: N to NW, then O-O, then O-O-O; not through an attack (f8 sees f1), not without the right.
    ("6k1/8/8/8/8/8/P6P/R3K2R w KQ - 0 1",
     "a1b1 a1c1 a1d1 e1e2 e1f2 e1f1 e1d1 e1d2 e1g1 e1c1 h1g1 h1f1 a2a3 a2a4 h2h3 h2h4"),
    ("5rk1/8/8/8/8/8/P6P/R3K2R w KQ - 0 1",
     "a1b1 a1c1 a1d1 e1e2 e1d1 e1d2 e1c1 h1g1 h1f1 a2a3 a2a4 h2h3 h2h4"),
    ("6k1/8/8/8/8/8/P6P/R3K2R w K - 0 1",
     "a1b1 a1c1 a1d1 e1e2 e1f2 e1f1 e1d1 e1d2 e1g1 h1g1 h1f1 a2a3 a2a4 h2h3 h2h4"),
];

#[test]
fn moves_come_in_their_order() {
    check(ORDERS, |engine, &(fen, expected)| {
        let moves = engine.movegen(fen)?.moves.join(" ");
        Ok((moves, expected))
    });
}
