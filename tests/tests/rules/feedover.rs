//! Specification 8.1: the feedover condition.

use super::{check, set};

/// Position; the number of the first condition that holds, with PAPER 0 and PAPER 1 (paper, Feedover
/// conditions; 1 is condition 1A, 2 is 1B or 2, 3 is 3).
#[rustfmt::skip]
const CONDITIONS: &[(&str, [u8; 2])] = &[
    ("7k/8/8/8/N2N4/8/8/7K", [0, 0]),                             // nothing is en prise
    ("7k/8/8/1p6/N7/8/8/7K", [0, 0]),                             // one piece, free to go
    ("7k/8/8/1p6/N7/8/8/7K b - - 0 30", [0, 0]),                  // the piece of the side not to move
    ("4r2k/8/8/1p6/N7/8/8/4K3", [1, 1]),                          // one piece, and the king is in check
    ("4r2k/8/8/8/N7/8/8/4K3", [1, 0]),                            // in check with only the king en prise (P3)
    ("4r2k/8/8/8/8/8/3P4/4K3", [1, 0]),
    ("4k3/8/8/8/1b1p4/2N5/8/4K3", [2, 2]),                        // en prise and pinned
    ("4k3/8/8/8/1b6/2N5/8/4K3", [2, 2]),                          // att 1, without a guard
    ("4k3/8/8/8/1b6/2N5/1P6/4K3", [0, 0]),                        // pinned, but guarded: not en prise
    // The bishop b3 pins the knight c4 to the rook e6, which is worth more.
    ("7k/8/4R3/1p6/2N5/1b6/8/7K", [2, 2]),
    ("7k/8/8/8/p7/1p1p4/8/N6K", [0, 0]),                          // shut in, but not attacked
    ("7k/8/5b2/8/p7/3p4/8/N6K", [2, 2]),                          // a1 is trapped: b3 and c2 are taken
    ("7k/8/5b2/8/8/3p4/8/N6K", [0, 0]),                           // b3 is free
    ("7k/8/8/1p6/1P5r/8/8/6K1", [2, 2]),                          // a blocked pawn is trapped (F37)
    ("7k/8/8/8/1P5r/8/8/6K1", [0, 0]),
    ("7k/8/8/1p2p3/N2N4/8/8/7K", [2, 2]),                         // two pieces
    ("7k/8/8/1p2p3/N2N4/8/8/7K b - - 0 30", [0, 0]),              // pieces of the side not to move
    ("7k/8/5n2/1p4P1/N2B4/8/8/7K", [3, 3]),                       // one each; f6 is pinned to its king
    ("6k1/8/5n2/1p4P1/N2B4/8/8/7K", [0, 0]),                      // one each, neither pinned nor trapped
    ("7k/8/5n2/6P1/N2B4/8/8/7K", [0, 0]),                         // only an enemy piece
    ("7k/n7/5n2/1p4P1/N2B4/8/8/7K", [0, 0]),                      // two enemy pieces: also a7
    ("6k1/8/8/1p5p/N6R/8/8/6K1", [0, 0]),                         // the enemy piece is a pawn, which can move
    ("6k1/8/7n/1p5p/N6P/8/8/6KR", [0, 0]),
];

#[test]
fn feedover_condition_is_as_specified() {
    check(CONDITIONS, |subject, &(text, expected)| {
        set(subject, text)?;
        Ok(([subject.examine(false)?.condition, subject.examine(true)?.condition], expected))
    });
}
