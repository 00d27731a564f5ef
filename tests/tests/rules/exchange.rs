//! Specification 7.2.6: every branch of the exchange on the target square.

use super::check;
use super::heuristics::{Row, amounts};

/// Heuristic, position, move, amounts of this heuristic in the trace, their calculation. PV of a pawn is 128,
/// plus 8 for each rank advanced.
#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    // Point 1: an empty square.
    (42, "7k/8/8/8/8/8/1N6/7K", "b2c4", "", "nothing attacks c4"),
    (42, "7k/8/8/1p6/8/8/1N6/7K", "b2c4", "-416", "not defended: the knight"),
    (42, "7k/8/8/1p6/8/3P4/1N6/7K", "b2c4", "-272", "defended: 416 - 144, b5 has advanced two ranks"),
    (42, "k2r4/8/8/8/8/1NP5/8/6K1", "b3d4", "", "one dearer attacker, defended"),
    (42, "k2r4/8/8/8/8/1N6/8/6K1", "b3d4", "-416", "not defended"),
    (42, "k2r4/8/8/8/8/2P5/8/6QK", "g1d4", "-608", "the queen is lost for the rook: 640 - 1248"),
    (42, "k2r4/8/8/8/7r/1NP5/8/6K1", "b3d4", "", "two rooks: 640 - 416 - 136 > 0"),
    (42, "k2r4/6b1/8/8/8/1NP5/8/6K1", "b3d4", "-104", "bishop and rook: 448 - 416 - 136"),
    (42, "k2r4/6b1/8/8/8/1NP1P3/8/6K1", "b3d4", "", "two defenders against two: no loss"),
    (42, "k7/6b1/8/8/8/1NP5/8/6K1", "b3d4", "", "the bishop alone: 448 - 416 is not a risk, m = 1"),
    (42, "k7/8/1n6/8/8/1BP5/8/6K1", "b3c4", "-448", "c3 does not guard c4"),
    (42, "k7/8/1n6/8/8/1B1P4/8/6K1", "b3c4", "-32", "416 - 448 is just a loss"),
    (42, "7k/8/8/4p3/8/3P4/8/6K1", "d3d4", "-136", "an advancing pawn does not defend itself"),
    (42, "7k/8/8/4p3/8/2PP4/8/6K1", "d3d4", "", "144 - 136 = 8; m = 1"),
    (42, "k3r3/8/8/8/4R3/8/8/6K1", "e4e2", "-640", "a rook cannot run from a rook along the file"),
    (42, "k3r3/8/8/8/4R3/8/8/5K2", "e4e2", "", "with the king's help it can"),
    (42, "k3b3/8/8/8/4R3/8/8/6K1", "e4e2", "", "a bishop does not attack along files"),
    (42, "k3r3/8/8/8/8/8/4P3/6K1", "e2e4", "-128", "still attacked"),
    (42, "6k1/8/8/1p6/8/3n4/3N4/3R3K", "d2c4", "", "a threat by discovery: the loose knight d3"),
    (42, "1b2r1k1/8/8/8/8/6N1/8/5K2", "g3e4", "-416", "the rook takes; no guard"),
    // The enemy's pinned pieces do not count; own pinned pieces do.
    (42, "b5k1/8/8/3r4/8/1B3N2/8/5K2", "f3e5", "", "the rook d5 is pinned to the king g8"),
    // The mover's line extends through the mover: the rook d1 guards the target of the rook d3.
    (42, "3r3k/8/8/8/8/3R4/8/3R3K", "d3d5", "", "640 - 640: no risk, one attacker"),
    (42, "3r3k/8/8/8/8/3R4/8/7K", "d3d5", "-640", "without it"),
    (42, "3r3k/8/8/8/8/3Q4/8/3R3K", "d3d5", "-608", "the queen for the rook"),
    // The cheapest attacker of either side counts: the knight d4 is attacked by a pawn of 144, and guarded by
    // a pawn of 136.
    (42, "7k/2n5/8/8/8/1N6/8/7K", "b3d4", "", "c7 does not reach d4"),
    (42, "7k/8/2n1p3/4p3/8/1NP5/8/7K", "b3d4", "-272", "knight and pawn: 144 - 416"),
    (42, "7k/8/2n5/8/8/1NP5/8/7K", "b3d4", "", "knight for knight"),
    // Captures, points 2 and 3: the development of the captured piece; an undefended piece.
    (32, "7k/8/8/p7/8/1N6/8/7K", "b3a5", "8", "a pawn's targets: a4"),
    (32, "7k/p7/8/1N6/8/8/8/6K1", "b5a7", "16", "on its second rank two steps: a5, a6"),
    (32, "7k/8/8/n7/8/1N6/8/7K", "b3a5", "264", "a knight's: b7 8, c6, c4 16, b3 with the own knight en prise 224"),
    (32, "7k/8/8/b7/8/1N6/8/7K", "b3a5", "64", "a bishop's: b6, c7, d8, b4 8, c3 16, d2, e1 8"),
    (33, "7k/8/8/p7/8/1N6/8/7K", "b3a5", "144", "a loose pawn"),
    (33, "7k/8/8/r7/8/1N6/8/7K", "b3a5", "640", "a loose rook"),
    (33, "8/8/1k6/p7/8/1N6/8/7K", "b3a5", "", "the king guards it"),
    (33, "7k/8/8/3pP3/8/8/8/7K w - d6 0 30", "e5d6", "144", "taken in passing: d6 is not guarded"),
    (33, "4k3/8/8/3p4/2n1K3/8/8/8", "e4d5", "144", "by the king"),
    // Point 4: the capturer is worth less.
    (34, "7k/2p5/3n4/4P3/8/8/8/7K", "e5d6", "264", "o = 0: 416 - 152"),
    (35, "7k/2p5/3n4/4P3/8/8/8/3R3K", "e5d6", "392", "o = 1, m = 1: 416 - 152 + 128"),
    (35, "3q3k/8/3n4/4P3/8/8/8/3R3K", "e5d6", "416", "416 - 152 + 1248, no more than the knight"),
    (36, "1n5k/2p5/8/3n4/4P3/8/8/3R3K", "e4d5", "", "m = 0: loose"),
    (36, "4n2k/2p5/3n4/4P3/8/8/3R4/3R3K", "e5d6", "416", "o = 2, m = 2: m - 1 < o"),
    (34, "4n2k/2p5/3n4/4P3/8/8/8/3R3K", "e5d6", "264", "o = 1, m = 2"),
    // Point 5: an even exchange, with the stray comparison (F21), which is level >= o if a knight or pawn is
    // captured.
    (37, "7k/8/1p6/n7/8/1N6/8/7K", "b3a5", "128", "knights: level 1 >= o = 0"),
    (37, "7k/8/1p6/n7/8/1N6/8/R6K", "b3a5", "128", "o = 1"),
    (37, "7k/8/1p6/n7/1P6/1N6/8/R6K", "b3a5", "", "o = 2"),
    // If a rook is captured, the last occupied square in the order of directions decides.
    (37, "r6k/1r6/8/8/8/8/1R6/6K1", "b2b7", "", "toward h, a and up nothing; down the mover's rook b2"),
    (37, "1k6/r7/8/8/8/8/8/R5K1", "a1a7", "", "down the capturer, of the mover's side: the last"),
    (37, "r5k1/8/8/8/r6R/8/8/6K1", "h4a4", "128", "toward h the capturer; up the enemy rook a8, the last"),
    // Point 6: the capturer is worth more.
    (38, "7k/8/1p6/p7/8/1N6/8/7K", "b3a5", "-272", "o = 0: 416 - 144"),
    (38, "8/7k/1p6/r7/8/8/8/Q6K", "a1a5", "-608", "1248 - 640"),
    (39, "7k/8/1p6/p7/1P6/1N6/8/7K", "b3a5", "-136", "136 + 144 - 416 - 144, and 144 again as m = 1"),
    (39, "1n5k/8/1pn5/p7/1P6/1N6/8/7K", "b3a5", "-272", "m = 2: -280, no more than 144 - 416"),
    (40, "3q3k/8/8/p7/1P6/1N6/8/7K", "b3a5", "128", "1248 + 144 - 416 - 144 >= 0 (F22)"),
    (41, "6k1/8/1p6/p7/8/1N6/8/1R4K1", "b3a5", "144", "the rook b1 comes to bear on the loose pawn b6"),
    (38, "6k1/8/1p6/p7/8/1N6/8/2R3K1", "b3a5", "-272", "from c1 it does not"),
];

#[test]
fn exchange_branches_are_as_specified() {
    check(ROWS, |subject, &(number, text, mv, expected, _)| {
        Ok((amounts(subject, text, mv, number)?, expected))
    });
}
