//! Specification 7.2: every heuristic with the number worked out from the text.

use std::collections::HashMap;

use chessprog::engine::board::Square;
use chessprog::vectors::{Engine, Machine, Native};

/// Heuristic, position, move, the terms of this heuristic in the move's trace with the squares of their comments (`n` and a
/// number for the count of a fork, nothing if the comment has no square), and how the number comes about.
pub(super) type Row = (i64, &'static str, &'static str, &'static str, &'static str);

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    (1, "7k/8/8/8/8/8/8/N6K w - - 0 30", "a1b3", "512", "constant effort"),
    // Late in the game (G = 58): c3 8+4, d2 8, a3 8 make 28; MOB of a knight 4: (4*28)>>2.
    (2, "8/7k/8/8/8/8/8/1N5K w - - 0 30", "b1c3", "-28", "(4*(12+8+8))>>2"),
    // d5 8+8+1, e4 8+8, e2 8, d1 8, b1 8 and 2 as the knight stands there, a2 8, a4 8, b5 8+1.
    (3, "8/7k/8/8/8/8/8/1N5K w - - 0 30", "b1c3", "84@c3", "(4*(17+16+8+8+10+8+8+9))>>2"),
    // Early: c3 8+8, d2 8 and 2 for the own pawn, a3 8.
    (2, "7k/8/8/8/8/8/3P4/1N5K w - - 0 1", "b1c3", "-34", "(4*(16+10+8))>>2"),
    (4, "8/7k/8/3r4/8/8/8/1N5K w - - 0 30", "b1c3", "160@d5", "rook undefended: 640>>2"),
    (5, "8/7k/4p3/3r4/8/8/8/1N5K w - - 0 30", "b1c3", "112@d5", "defended rook: (640-416)>>1"),
    (5, "8/7k/4p3/3q4/8/8/8/1N4K1 w - - 0 30", "b1c3", "256@d5", "defended queen: (1248-416)>>1 = 416, limited"),
    // From b1 already attacked: subtracted.
    (4, "8/7k/8/8/8/8/3r4/1N5K w - - 0 30", "b1c3", "-160@d2", "leaves the attack on the loose rook"),
    (4, "8/7k/8/8/8/8/8/1N5K w - - 0 30", "b1c3", "", "nothing attacked"),
    // The knight on c3 and the bishop b7 balance on d5; the rook tips it.
    (6, "6k1/1b6/8/3n4/8/2N5/8/R5K1 w - - 0 30", "a1d1", "64@d5", "n = d = 1"),
    (7, "6k1/1b6/8/3n4/8/2N5/8/R5K1 w - - 0 30", "a1d1", "16@d5", "n + 1 >= d"),
    (6, "6k1/2p5/3p4/8/8/8/3R4/R5K1 w - - 0 30", "a1d1", "", "a pawn that a pawn defends: n = d = 1, but pd"),
    // The rook counts on d5 from d1 already and is not counted among its helpers: n = 2 - 1, before and after.
    (6, "6k1/1b6/8/3n4/8/2N5/8/3R2K1 w - - 0 30", "d1d2", "-64@d5 64@d5", "n = d = 1"),
    (7, "6k1/1b6/8/3n4/8/2N5/8/3R2K1 w - - 0 30", "d1d2", "-16@d5 16@d5", "n + 1 >= d"),
    (7, "6k1/1b6/4p3/3n4/8/8/8/R5K1 w - - 0 30", "a1d1", "", "n = 0, d = 2"),
    (7, "8/7k/4p3/3r4/8/8/8/1N5K w - - 0 30", "b1c3", "", "a rook is dearer than the knight: H5"),
    (8, "6k1/8/4n3/8/8/1B6/8/R5K1 w - - 0 30", "a1e1", "64@e6", "the bishop pins the knight to the king"),
    (8, "6k1/3p4/4p3/8/8/1B6/8/R5K1 w - - 0 30", "a1e1", "16@e6", "a pinned pawn that a pawn defends"),
    (8, "4q1k1/8/2n5/1B6/8/8/8/R5K1 w - - 0 30", "a1c1", "64@c6", "the bishop pins the knight to the queen"),
    (9, "6k1/8/4p3/8/8/8/8/R5K1 w - - 0 30", "a1e1", "40@e6", "isolated pawn"),
    (9, "6k1/8/3p4/4p3/8/8/8/R5K1 w - - 0 30", "a1a6", "40@d6", "backward: e5 is farther forward"),
    (9, "6k1/8/3p4/4p3/8/8/8/R5K1 w - - 0 30", "a1a5", "", "defended, not isolated"),
    (10, "6k1/8/4p3/8/8/8/8/R5K1 w - - 0 30", "a1e1", "28@e6", "on the rook's file, passed: 12 + 16"),
    (10, "6k1/8/4p3/8/8/8/3P4/R5K1 w - - 0 30", "a1e1", "12@e6", "not passed"),
    (10, "6k1/8/4p3/8/8/8/8/Q5K1 w - - 0 30", "a1e1", "28@e6", "a queen likewise"),
    (10, "6k1/8/4p3/8/8/8/8/R5K1 w - - 0 30", "a1a6", "", "along the rank"),
    (10, "6k1/3p4/4p3/8/8/8/8/R5K1 w - - 0 30", "a1e1", "", "a pawn defends it"),
    (11, "4k3/8/8/4p3/8/8/3P4/4K3 w - - 0 30", "d2d4", "40@e5", "pawn attacks pawn"),
    (11, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 30", "e4d5", "-40@d5", "from e4 it did; from d5 it does no more"),
    // The knight f6 alone defends the bishop e4, which the rook attacks.
    (12, "k7/8/5n2/8/4b1P1/8/8/K3R3 w - - 0 30", "g4g5", "32@f6", "f6 has a duty"),
    (13, "7k/8/8/4p3/3B4/8/8/N6K w - - 0 30", "a1c2", "128@d4", "ENP 448 (loose), limited to 256, halved"),
    (13, "7k/8/8/4p3/3P4/8/8/N6K w - - 0 30", "a1c2", "64@d4", "ENP 128, halved"),
    (14, "k7/8/8/8/3B4/8/8/N6K w - - 0 30", "a1c2", "2@d4", "not en prise"),
    (14, "7k/8/8/8/8/2N5/8/N6K w - - 0 30", "a1b3", "", "c3 is not reached from b3"),
    (14, "7k/8/8/8/8/8/5N2/7K w - - 0 30", "f2g4", "", "the own king, seen from f2, counts for nothing"),
    (15, "r3r3/7k/8/1N6/8/8/8/7K w - - 0 30", "b5c7", "64n2", "two defended rooks, greater than the knight"),
    (15, "r7/8/7k/3N4/8/8/8/7K w - - 0 30", "d5c7", "", "one threat is no fork (a8 loose)"),
    (15, "r3k3/8/8/1N6/8/8/8/7K w - - 0 30", "b5c7", "64n2", "king and loose rook"),
    (15, "r3r3/7k/r7/1N6/8/8/8/7K w - - 0 30", "b5c7", "160n3", "three rooks"),
    (15, "r3r3/7k/r3r3/1N6/8/8/8/7K w - - 0 30", "b5c7", "256n4", "four"),
    (15, "r3r3/7k/r3r3/1N1r4/8/8/8/7K w - - 0 30", "b5c7", "384n5", "five"),
    // c4 hits the rook d6; a1 discovers on the rook a8.
    (15, "r6k/8/3r4/8/8/N7/8/R6K w - - 0 30", "a3c4", "64n2", "one of them discovered"),
    (15, "k7/8/3r4/8/8/N7/8/R6K w - - 0 30", "a3c4", "64n2", "the king discovered on"),
    (16, "6k1/8/8/8/8/7K/8/R7 w - - 0 30", "a1g1", "16", "rook to the king's file"),
    (16, "6k1/6p1/8/8/8/7K/8/6R1 w - - 0 30", "g1a1", "-16", "from the king's file"),
    (16, "6k1/8/8/8/8/7K/8/Q7 w - - 0 30", "a1g1", "16", "queen likewise"),
    (16, "6k1/8/8/8/8/8/8/K4B2 w - - 0 30", "f1g2", "", "a bishop does not look along files"),
    (17, "6k1/8/8/8/8/7K/8/R7 w - - 0 30", "a1g1", "48", "no pawn on it"),
    (17, "6k1/6p1/8/8/8/7K/8/R7 w - - 0 30", "a1g1", "", "a pawn on it"),
    (18, "6k1/8/8/8/8/7K/8/R7 w - - 0 30", "a1a8", "16", "same rank"),
    (18, "6k1/8/8/8/8/8/8/K4B2 w - - 0 30", "f1c4", "16", "common diagonal"),
    (18, "6k1/8/8/8/8/8/8/K2Q4 w - - 0 30", "d1b3", "16", "queen on a common diagonal"),
    (18, "6k1/8/8/8/8/8/8/K4R2 w - - 0 30", "f1f7", "", "a rook does not look along diagonals"),
    (19, "7k/8/8/8/8/8/P7/R6K w - - 0 30", "a1d1", "24", "from behind an own pawn to an open file"),
    (19, "7k/3p4/8/8/8/8/P7/R6K w - - 0 30", "a1d1", "12", "half open"),
    (19, "7k/8/8/8/8/8/P7/3R3K w - - 0 30", "d1a1", "-24", "from an open file behind an own pawn"),
    (19, "6k1/8/8/8/8/8/P7/Q6K w - - 0 30", "a1d1", "", "rooks only"),
    (20, "6k1/8/8/8/8/7K/8/R7 w - - 0 30", "a1a7", "24", "seventh rank"),
    (20, "1r5k/8/8/8/8/8/8/7K b - - 0 30", "b8b2", "24", "Black's seventh"),
    (21, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 30", "e2e4", "12", "CF 3 at e4, 0 at e2: 4*3"),
    (21, "4k3/8/8/8/8/8/5P2/4K3 w - - 0 30", "f2f4", "8", "CF 2 at f4"),
    (21, "4k3/8/8/4P3/8/8/8/4K3 w - - 0 30", "e5e6", "4", "CF 5 at e6, 4 at e5"),
    (21, "4k3/8/4P3/8/8/8/8/K7 w - - 0 30", "e6e7", "-20", "0 beyond the sixth rank"),
    (21, "4k3/3p4/8/8/8/8/8/4K3 b - - 0 30", "d7d5", "12", "Black's fourth rank"),
    (22, "8/7k/8/8/8/8/8/1N5K w - - 0 30", "b1c3", "8", "CF 1 at c3: 8*1"),
    (22, "8/7k/8/8/3N4/8/8/7K w - - 0 30", "d4b3", "-24", "CF 3 at d4, 0 at b3"),
    (22, "8/7k/8/8/3N4/8/8/7K w - - 0 30", "d4e6", "16", "CF 5 at e6"),
    // a4 8, a5 9, a6 10, a7 11, a8 12 make 50; MOB of a rook 2.
    (23, "7k/8/8/8/8/N7/8/R6K w - - 0 30", "a3c4", "25@a1", "(2*50)>>2"),
    // Through the pawn taken in passing: d5 17, c5 13, b5 9, a5 9 make 48.
    (23, "4k3/8/8/3pP2R/8/8/8/4K3 w - d6 0 30", "e5d6", "24@h5", "(2*48)>>2"),
    (23, "7k/8/8/8/8/8/8/R2Q3K w - - 0 30", "d1b1", "", "toward the rook: it still ends before the queen"),
    (23, "7k/8/8/8/8/8/8/R2Q3K w - - 0 30", "d1f1", "8@a1", "away from it: e1 and f1, (2*16)>>2"),
    // For Black a2 8+3, a1 8+4.
    (24, "r6k/8/8/8/8/N7/8/R6K w - - 0 30", "a3c4", "-11@a8", "(2*23)>>2"),
    (25, "r6k/8/8/8/8/N7/8/R6K w - - 0 30", "a3c4", "256@a8", "undefended rook: 640>>1 = 320, limited"),
    (25, "k7/8/8/8/8/N7/8/R6K w - - 0 30", "a3c4", "", "a king gives a threat, no term"),
    (25, "q3r2k/8/8/8/8/N7/8/R5K1 w - - 0 30", "a3c4", "256@a8", "defended queen, dearer than the rook"),
    (25, "r3r2k/8/8/8/8/N7/8/R6K w - - 0 30", "a3c4", "", "defended rook, no dearer"),
    (26, "r6k/8/8/8/8/N7/8/R6K w - - 0 30", "a3c4", "-320@a1", "undefended rook: 640>>1"),
    (26, "6kb/8/8/8/3N4/8/8/RK6 w - - 0 30", "d4f3", "-96@a1", "defended, but dearer than the bishop: (640-448)>>1"),
    (26, "6kq/8/8/8/3N4/8/8/RK6 w - - 0 30", "d4f3", "-8@a1", "defended and cheaper than the queen"),
    (27, "7k/8/8/8/8/8/8/RN5K w - - 0 30", "b1a3", "-25@a1", "(2*(8+9+10+11+12))>>2"),
    // From f1 the rook a1 is seen past d1, which is left: g1 8 and the king's square 10.
    (27, "7k/8/8/8/8/8/8/R2Q3K w - - 0 30", "d1f1", "-9@a1", "(2*18)>>2"),
    // From b1: c1 8 and d1, where the queen still stands, 10.
    (27, "7k/8/8/8/8/8/8/R2Q3K w - - 0 30", "d1b1", "-9@a1", "(2*18)>>2, as far as the old square"),
    (28, "r6k/8/8/8/8/8/8/1N5K w - - 0 30", "b1a3", "11@a8", "(2*(11+12))>>2"),
    (28, "3rk3/8/8/3pP3/8/8/8/4K3 w - d6 0 30", "e5d6", "", "taking in passing is a capture"),
    (28, "r6k/8/8/8/8/p7/8/1N5K w - - 0 30", "b1a3", "", "so is taking"),
    (29, "r6k/8/8/8/8/8/B7/1N5K w - - 0 30", "b1a3", "256@a2", "ENP 448, limited"),
    (29, "r6k/8/4b3/8/8/8/B7/1N5K w - - 0 30", "b1a3", "128@a2", "two attackers: half"),
    (30, "4k3/8/8/8/8/8/3P4/4KB2 w - - 0 30", "f1d3", "-96", "before the pawn d2"),
    (30, "4kb2/3p4/8/8/8/8/8/4K3 b - - 0 30", "f8d6", "-96", "before the pawn d7"),
    (30, "4k3/8/8/8/8/3p4/3P4/4KB2 w - - 0 30", "f1d3", "", "a capture"),
    (30, "4k3/8/8/8/8/8/8/4KB2 w - - 0 30", "f1d3", "", "no pawn on d2"),
    (30, "4k3/8/8/8/8/8/4P3/2B1K3 w - - 0 30", "c1e3", "-96", "before the pawn e2"),
    (31, "4k3/8/8/8/8/3B4/3P4/4K3 w - - 0 30", "d3b5", "48", "frees the pawn d2"),
    (32, "4k3/8/8/3p4/8/1N6/8/4K3 w - - 0 30", "b3d4", "64", "before a passed pawn on its fourth rank"),
    (32, "4k3/8/8/3p4/3N4/8/8/4K3 w - - 0 30", "d4b3", "-64", "no longer"),
    (32, "4k3/8/8/3p4/3R4/8/8/4K3 w - - 0 30", "d4d5", "-64", "taking it, it stands before it no more"),
    (32, "4k3/3p4/8/3p4/8/1N2P3/8/4K3 w - - 0 30", "b3d4", "", "not passed: e3 is in front of it"),
    (33, "4k3/8/8/3N4/3P4/8/8/4K3 w - - 0 30", "d5b4", "16", "PPP of the fourth rank: 64>>2"),
    (34, "4k3/8/8/8/P7/8/8/4K3 w - - 0 30", "a4a5", "96", "PPP of the fifth rank"),
    (34, "8/P6k/8/8/8/8/8/7K w - - 0 30", "a7a8q", "256", "to the eighth"),
    (34, "4k3/1p6/8/8/P7/8/8/4K3 w - - 0 30", "a4a5", "", "not passed"),
    (35, "4k3/8/8/8/3P4/2P5/8/4K3 w - - 0 30", "d4d5", "-4", "c3 defends d4"),
    // Neither isolated nor defended; no pawn could defend it from behind; d2 stands level: backward.
    (36, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4", "24", "unmoved, with neighbours"),
    (36, "4k3/8/8/8/4P3/3P4/8/4K3 w - - 0 30", "e4e5", "", "defended"),
    (37, "4k3/8/8/8/P7/8/8/4K3 w - - 0 30", "a4a5", "4", "isolated"),
    (38, "3qk3/8/8/8/8/8/6P1/6K1 w - - 0 30", "g2g3", "-20", "before the king, the enemy has a queen"),
    (38, "4k3/8/8/8/8/8/6P1/6K1 w - - 0 30", "g2g3", "", "no danger"),
    (38, "3qk3/8/8/8/8/8/4P3/5K2 w - - 0 30", "e2e3", "", "not a king's pawn"),
    (38, "3qk3/8/8/8/8/8/6P1/4K3 w - - 0 30", "g2g3", "", "the king is two files away"),
    (38, "3qk3/8/8/8/8/6K1/5P2/8 w - - 0 30", "f2f4", "", "the king is on the third rank"),
    (38, "2bb1rrk/8/8/8/8/8/5P2/5K2 w - - 0 30", "f2f3", "-20", "two rooks and two bishops: 2176"),
    (38, "2bn1rrk/8/8/8/8/8/5P2/5K2 w - - 0 30", "f2f3", "", "2144"),
    (39, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3", "-256", "knight at G = 0"),
    (39, "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 2", "b1c3", "", "G = 2"),
    (39, "rnbqkbnr/pppppppp/8/8/8/8/1PPPPPPP/RNBQKBNR w KQkq - 0 3", "a1a3", "-256", "rook at G = 4"),
    (39, "rnbqkbnr/pppppppp/8/8/8/8/1PPPPPPP/RNBQKBNR w KQkq - 0 4", "a1a3", "", "G = 6"),
    (39, "rnbqkbnr/pppp1ppp/8/8/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 4", "d1f3", "-256", "queen at G = 6"),
    (39, "rnbqkbnr/pppp1ppp/8/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 4", "d8f6", "-256", "Black's at G = 7"),
    (39, "rnbqkbnr/pppp1ppp/8/8/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 5", "d1f3", "", "G = 8"),
    (39, "rnbqkbnr/pppp1ppp/8/8/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 4", "f1c4", "", "bishop at G = 6"),
    (40, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 30", "e1g1", "160", "king's side"),
    (40, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 30", "e1c1", "128", "queen's side"),
    (41, "8/7k/8/8/8/8/8/1N5K w - - 0 30", "b1c3", "36", "from b1"),
    (41, "5b1k/8/8/8/8/8/8/7K b - - 0 30", "f8c5", "36", "from the relative f1"),
    (41, "8/7k/8/8/8/2N5/8/7K w - - 0 30", "c3b5", "", "not from c3"),
    (41, "8/7k/8/8/8/8/8/N6K w - - 0 30", "a1b3", "", "nor a1"),
    (42, "4k2q/8/8/8/8/8/8/4K2R w K - 0 30", "e1d2", "-160", "gives up castling, the enemy has a queen"),
    (42, "4k2q/8/8/8/8/8/8/4K3 w - - 0 30", "e1d2", "", "no right to lose"),
    (42, "4k3/8/8/8/8/8/8/4K2R w K - 0 30", "e1d2", "", "no danger"),
    (42, "4k2q/8/8/8/8/8/8/R3K3 w Q - 0 30", "e1d2", "-160", "either side"),
    (43, "4k2q/8/8/8/8/8/8/4K2R w K - 0 30", "h1g1", "-48", "likewise by the rook"),
    (43, "4k2q/8/8/8/8/8/7P/R3K2R w K - 0 30", "a1b1", "", "the right is on the other side"),
    (43, "4k3/8/8/8/8/8/8/4K2R w K - 0 30", "h1g1", "", "no danger"),
    (44, "4k2q/8/8/8/8/8/8/4K3 w - - 0 30", "e1d2", "-8", "a rank forward"),
    (44, "4k2q/8/8/8/8/4K3/8/8 w - - 0 30", "e3d2", "8", "a rank back"),
    (44, "4k2q/8/8/8/8/8/8/4K3 w - - 0 30", "e1d1", "", "along the rank"),
    (45, "4k3/8/8/8/8/8/8/4K3 w - - 0 30", "e1e2", "16", "KC 1 at e2, 0 at e1"),
    (45, "4k3/8/8/8/4K3/8/8/8 w - - 0 30", "e4e3", "-16", "KC 2 at e3, 3 at e4"),
    (45, "4k2q/8/8/8/8/8/8/4K3 w - - 0 30", "e1e2", "", "there is a queen"),
    (46, "7k/8/8/8/p7/8/1N6/7K w - - 0 30", "b2a4", "128@a4", "d = 0"),
    (46, "7k/8/8/1p6/p7/8/1N6/7K w - - 0 30", "b2a4", "-288@a4", "a = 1: 128 - 416"),
    (46, "7k/8/8/1p6/n7/8/2B5/R6K w - - 0 30", "c2a4", "96@a4", "a = 2, d = 1, LD = 128: 416 - 448 + 128"),
    (46, "r6k/8/8/1p6/n7/8/2B5/R6K w - - 0 30", "c2a4", "-32@a4", "a = 2, d = 2: 416 - 448"),
    (46, "7k/8/8/3p4/2n1K3/8/8/8 w - - 0 30", "e4d5", "128@d5", "a king takes what is loose"),
    (46, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 30", "e5d6", "128@d5", "taken in passing, where it stands"),
    (46, "3q3k/8/8/3n4/4P3/8/8/3R3K w - - 0 30", "e4d5", "416@d5", "a = 2, d = 1, LD = 1248: no more than the knight"),
    // Black's a5 bears on b4: 8 and 1 for the fifth rank; MOB of a pawn 2.
    (47, "7k/8/8/p7/8/1N6/8/7K w - - 0 30", "b3a5", "4", "(2*9)>>2"),
    // The pawn d5 itself, not d6: c4 13, e4 17.
    (47, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 30", "e5d6", "15", "(2*30)>>2"),
    (48, "7k/8/1p6/n7/8/1N6/PP6/7K w - - 0 30", "b3a5", "52", "knights, White ahead: 416>>3"),
    (48, "7k/pp6/1p6/n7/8/1N6/8/7K w - - 0 30", "b3a5", "-26", "White behind: 416>>4"),
    (48, "7k/pp6/1p6/n7/8/1N6/PPP5/7K w - - 0 30", "b3a5", "", "equal"),
    (48, "7k/8/8/n7/8/1N6/PP6/7K w - - 0 30", "b3a5", "", "undefended: no trade"),
    (49, "7k/8/1p6/n7/8/1N6/PP6/7K w - - 0 30", "b3a5", "16", "only a pawn retakes"),
    (49, "r6k/8/1p6/n7/8/1N6/PP6/7K w - - 0 30", "b3a5", "", "the rook can too"),
    (49, "r6k/8/8/n7/8/1N6/PP6/7K w - - 0 30", "b3a5", "", "only a rook retakes"),
    // The rook d8 alone defends the knights on d5 and a8, both attacked.
    (50, "n2r4/7k/8/3n4/8/8/8/R2R3K w - - 0 30", "d1d5", "64", "two duties"),
    (50, "3r4/7k/8/3n4/8/8/8/R2R3K w - - 0 30", "d1d5", "", "one duty"),
    (51, "7k/8/8/8/8/p7/8/1N5K w - - 0 30", "b1a3", "112", "PASS of Black's sixth rank"),
    (51, "7k/8/8/8/8/p7/P7/1N5K w - - 0 30", "b1a3", "", "a2 is in front of it"),
    (52, "7k/8/8/1p6/8/8/1N6/7K w - - 0 30", "b2c4", "-416", "attacked by the pawn, not defended"),
    (52, "7k/8/8/1p6/8/3P4/1N6/7K w - - 0 30", "b2c4", "-288", "defended: 416 - 128"),
    (52, "k6r/4P3/8/8/8/8/8/6K1 w - - 0 30", "e7e8q", "-128", "promotes where the rook takes"),
    (52, "k6r/4P3/5K2/8/8/8/8/8 w - - 0 30", "e7e8q", "-128", "the king f6 is not beside e8"),
    (52, "k6r/4P3/5P2/3K4/B7/8/8/8 w - - 0 30", "e7e8q", "", "the bishop guards e8"),
    (53, "7k/8/8/4p3/3N4/8/8/7K w - - 0 30", "d4b3", "416", "was loose and attacked"),
    (53, "7k/8/8/4p3/3N4/2P5/8/7K w - - 0 30", "d4b3", "288", "defended: 416 - 128"),
    (54, "7k/8/8/8/8/8/8/R6K w - - 0 30", "a1a8", "24", "check"),
    (54, "5k2/8/8/8/8/8/8/4K2R w K - 0 30", "e1g1", "24", "by castling"),
    (55, "3r2k1/8/8/8/3B4/5N2/8/7K w - - 0 30", "f3g1", "-112@d4", "bishop left alone: 448>>2"),
    (55, "3r2k1/8/8/8/3B4/8/8/3R3K w - - 0 30", "d1a1", "-112@d4", "likewise"),
    (55, "3r2k1/8/8/8/3B4/8/8/3R3K w - - 0 30", "d1d2", "", "d2 guards it too"),
    (56, "4k3/8/2n5/8/8/8/8/4KB2 w - - 0 30", "f1b5", "64@c6", "pins the knight on the sixth rank to the king"),
    (56, "4k3/1p1p4/8/8/8/8/8/4KB2 w - - 0 30", "f1b5", "72@d7", "a weak pawn on the seventh rank"),
    (56, "4k3/3p4/4p3/8/8/8/8/R5K1 w - - 0 30", "a1e1", "32@e6", "a pawn that is not weak"),
    (56, "4k3/8/4n3/8/4R3/8/8/6K1 w - - 0 30", "e4e1", "64@e6", "seen past the old square"),
    (56, "6k1/8/8/p7/1n6/6B1/8/6K1 w - - 0 30", "g3e1", "48@b4", "nobody defends the pawn behind"),
    (56, "6k1/8/1p6/p7/1n6/6B1/8/6K1 w - - 0 30", "g3e1", "", "somebody does"),
    (56, "6k1/8/8/q7/1n6/6B1/8/6K1 w - - 0 30", "g3e1", "48@b4", "the queen is dearer than the bishop"),
    (57, "4k3/8/2N5/8/8/8/8/4KB2 w - - 0 30", "f1b5", "32@c6", "own knight before the king"),
    (57, "4k3/8/4P3/8/8/8/8/5RK1 w - - 0 30", "f1e1", "", "an own pawn on the file"),
    (57, "4q1k1/8/2P5/8/8/8/8/5BK1 w - - 0 30", "f1b5", "32@c6", "but on a diagonal it may take aside"),
    (58, "4k3/8/8/8/8/8/6Pb/4K3 w - - 0 30", "g2g3", "128", "bishop shut in on h2"),
    (58, "4k3/Bp6/8/8/8/8/8/4K3 b - - 0 30", "b7b6", "128", "bishop shut in on the relative a2"),
    (58, "4k3/8/8/8/8/8/bP6/4K3 w - - 0 30", "b2b3", "128", "or on a2"),
    (58, "4k3/8/8/8/8/8/6Pb/4K3 w - - 0 30", "g2g4", "", "g3 stays open"),
    (58, "4k3/8/8/8/8/8/6Pn/4K3 w - - 0 30", "g2g3", "", "bishops only"),
    // The bishop b4 pins the knight c3 to the queen d2, which is dearer.
    (59, "4k3/8/8/8/1b6/2N5/3Q4/7K w - - 0 30", "d2e2", "32@c3", "the queen leaves the line"),
    (59, "4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 30", "e1e2", "", "a pin to the king is another matter"),
    (60, "8/P6k/8/8/8/8/8/7K w - - 0 30", "a7a8q", "1120", "queen"),
    (60, "8/P6k/8/8/8/8/8/7K w - - 0 30", "a7a8r", "-512", "rook"),
    (60, "8/P6k/8/8/8/8/8/7K w - - 0 30", "a7a8b", "-512", "bishop"),
    (60, "8/P6k/8/8/8/8/8/7K w - - 0 30", "a7a8n", "288", "knight"),
];

/// The terms of one heuristic, written as in [`ROWS`].
fn written(heuristic: i64, trace: &[(i64, i64, i64)]) -> String {
    let terms = trace.iter().filter(|term| term.0 == heuristic).map(|&(_, term, extra)| match extra {
        0 => term.to_string(),
        n if heuristic == 15 => format!("{term}n{n}"),
        square => format!("{term}@{}", Square::new(square as u8)),
    });
    terms.collect::<Vec<_>>().join(" ")
}

/// The rows to which a program gives another answer.
fn wrong(name: &str, engine: &mut dyn Engine) -> Vec<String> {
    let mut known = HashMap::new();
    let mut wrong = Vec::new();
    for &(heuristic, fen, mv, expected, why) in ROWS {
        let moves = known
            .entry(fen)
            .or_insert_with(|| engine.plausible(fen).unwrap_or_else(|e| panic!("{fen}: {e:#}")));
        let found = moves.iter().find(|found| found.0 == mv).map(|found| written(heuristic, &found.5));
        if found.as_deref() != Some(expected) {
            wrong.push(format!("{name}: H{heuristic} {mv} in {fen}: {found:?}, not {expected:?} ({why})"));
        }
    }
    wrong
}

#[test]
fn the_numbers_are_those_of_the_text() {
    let mut found = wrong("native", &mut Native::default());
    found.extend(wrong("emulated", &mut Machine::default()));
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn every_heuristic_has_a_position_that_shows_it() {
    let shown = |heuristic| ROWS.iter().any(|row| row.0 == heuristic && !row.3.is_empty());
    let missing: Vec<i64> = (1..=60).filter(|&heuristic| !shown(heuristic)).collect();
    assert_eq!(missing, Vec::<i64>::new());
}
