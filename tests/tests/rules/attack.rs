//! Specification 5.1 to 5.3: attack counts and pins. The tables of captures and of pieces en prise also test
//! the slots, and the table of unblocking tests the first sliders.

use super::{check, index, places, set};

/// Position, square; number of attackers n and sum of their codes w, for White, then Black (5.2). Codes: P 6,
/// N 5, B 4, R 3, Q 2, K 1.
#[rustfmt::skip]
const COUNTS: &[(&str, &str, [u32; 4])] = &[
    ("7k/8/8/8/8/8/8/K7", "d4", [0, 0, 0, 0]),                            // no attackers
    ("7k/8/8/8/8/8/8/K7", "b2", [1, 1, 0, 0]),                            // a king
    ("7k/8/8/4p3/8/2P1P3/8/K7", "d4", [2, 12, 1, 6]),                     // pawns, each forward
    ("7k/8/8/4p3/8/2P5/8/K7", "c4", [0, 0, 0, 0]),                        // pawns do not attack forward
    ("7k/8/8/8/4P3/3P4/8/K7", "e4", [1, 6, 0, 0]),                        // own pieces are defended
    ("7k/8/5n2/8/8/2N5/8/K2R4", "d5", [2, 8, 1, 5]),                      // Nc3, Rd1; Nf6
    ("k7/8/8/8/8/8/3R4/3R3K", "d4", [2, 6, 0, 0]),                        // d1 through d2
    ("k7/8/8/8/8/8/3R4/3R3K", "d2", [1, 3, 0, 0]),                        // guarded by d1
    ("k7/8/8/8/8/3R4/3Q4/3R3K", "d5", [3, 8, 0, 0]),                      // through both
    ("k7/8/8/8/8/3R4/3B4/3R3K", "d3", [0, 0, 0, 0]),                      // a bishop blocks a rook
    ("8/7k/8/8/3Q4/8/1B6/7K", "f6", [2, 6, 0, 0]),                        // a bishop backed by the queen
    ("8/7k/8/8/3B4/8/1Q6/7K", "f6", [2, 6, 0, 0]),                        // the queen backed by the bishop
    ("7k/8/8/8/3R4/8/1Q6/7K", "f6", [0, 0, 0, 0]),                        // not through a rook
    ("k7/8/8/3q4/8/8/8/6KB", "b7", [0, 0, 2, 3]),                         // d5 blocks h1; king and queen
    // Through an own pawn, but only forward, and only one square beyond the pawn.
    ("7k/8/8/8/8/3P4/2B5/7K", "e4", [2, 10, 0, 0]),                       // pawn and bishop
    ("7k/8/8/8/8/3P4/2B5/7K", "f5", [0, 0, 0, 0]),                        // no farther
    ("7k/8/8/8/2B5/3P4/8/7K", "e2", [0, 0, 0, 0]),                        // not backward
    ("7k/8/8/8/2B5/3P4/8/7K", "d3", [1, 4, 0, 0]),
    ("7k/6b1/5p2/8/8/8/8/7K", "e5", [0, 0, 2, 10]),                       // Black's forward is down the board
    ("7k/8/8/8/4P3/3Q4/2B5/7K", "f5", [3, 12, 0, 0]),                     // pawn, queen, bishop behind it
    ("7k/8/8/8/4P3/3Q4/2B5/7K", "g6", [0, 0, 0, 0]),
    ("7k/8/8/8/3R4/3P4/3R4/7K", "d4", [0, 0, 0, 0]),                      // not along files
    ("8/8/8/8/R2k4/8/8/K7 b - - 0 30", "e4", [0, 0, 1, 1]),               // the king blocks a ray
    ("4r2k/8/8/8/8/4N3/8/4K3", "d5", [1, 5, 0, 0]),                       // a pinned attacker still counts
    // A pawn that can be taken en passant counts as attacked on its own square.
    ("7k/8/8/3pP3/8/8/8/7K w - d6 0 30", "d5", [1, 6, 0, 0]),
    ("7k/8/8/2PpP3/8/8/8/7K w - d6 0 30", "d5", [2, 12, 0, 0]),
    ("7k/8/8/3pP3/8/8/8/7K w - - 0 30", "d5", [0, 0, 0, 0]),
    ("7k/8/8/8/3pP3/8/8/7K b - e3 0 30", "e4", [0, 0, 1, 6]),
];

#[test]
fn attacks_are_counted() {
    check(COUNTS, |subject, &(text, name, expected)| {
        set(subject, text)?;
        let [white, black] = subject.tables()?.attacks.map(|side| side[index(name)]);
        Ok(([white.0, white.1, black.0, black.1], expected))
    });
}

/// Position, the pinned pieces in order of piece number (5.3).
#[rustfmt::skip]
const PINS: &[(&str, &str)] = &[
    ("4k3/8/8/8/1b6/2N5/8/4K3", "c3"),                    // to the king
    ("4r2k/8/8/8/8/4R3/8/4K3", "e3"),
    ("4k3/4n3/8/8/4R3/8/8/4K3 b - - 0 30", "e7"),
    ("4k3/8/8/8/1b6/2N5/3P4/4K3", ""),                    // two pieces between: d2 is defended
    ("4k3/8/8/8/1B6/2N5/8/4K3", ""),                      // the slider is White's
    ("4k3/8/8/8/1r6/2N5/8/4K3", ""),                      // a rook does not attack along diagonals
    ("4k3/8/8/8/1b6/2N5/3Q4/7K", "c3"),                   // the queen is worth more than the bishop
    ("4k3/8/8/8/1b6/2N5/3P4/7K", "c3"),                   // the pawn is undefended
    ("4k3/8/8/8/1b6/2N5/3P4/2K5", ""),                    // the king defends it
    ("4k3/8/8/8/1b6/2B5/3P4/7K", ""),                     // the bishop between defends it
    ("4k3/8/8/8/1b6/2N5/3n4/4K3", ""),                    // the next piece on the line is an enemy
    ("7k/8/8/8/1b6/2N5/3R4/3K4", "c3"),                   // rook for bishop, although it is defended
    ("7k/8/8/8/1q6/2N5/3R4/3K4", ""),                     // the queen gains nothing there
    ("3r3k/8/8/8/3N4/8/3R4/3K4", "d4"),                   // a rook is worth as much as a rook
    ("3r3k/8/8/8/3N4/8/3B4/3K4", ""),                     // a bishop is worth less
    // d3 is defended by the knight e5, which the rook e8 pins to its king.
    ("4r2k/8/8/1b2N3/2N5/3P4/8/4K3", "e5"),
    ("7k/8/8/1b6/2N5/3P4/8/4K3", "c4"),                   // without it d3 has no defender
    ("7k/8/8/8/1r1NB2K/8/8/8", "d4"),                     // the bishop e4 is undefended
    ("7k/8/8/8/1r1NR2K/8/8/8", "d4"),                     // the rook is worth as much
    ("4r2k/8/8/8/8/8/4K3/4Q3", ""),                       // a king is never pinned
    ("4k3/8/8/b7/8/2N5/3B4/4K3", "c3"),                   // a bishop is worth as much as a bishop
    // Piece 32, once pinned, stays pinned forever (fault F2).
    ("1R1rk2r/8/8/8/8/8/8/4K3 b - - 0 30", "d8"),
    ("1R1rk2r/8/8/8/8/8/8/4K3 b - - 0 30; d8b8 e1e2", "b8"),
    ("r3k2r/8/8/8/8/8/8/4K3 b - - 0 30", ""),
];

#[test]
fn pins_are_found() {
    check(PINS, |subject, &(text, expected)| {
        set(subject, text)?;
        let pinned = subject.tables()?.pinned;
        Ok((places(subject, &pinned)?, expected))
    });
}
