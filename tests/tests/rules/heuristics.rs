//! Specification 7.2 to 7.4: every heuristic with the amount calculated from the specification; sums, marks,
//! and the words of the trace. H32 to H42 are in the table of exchanges.

use chessprog::engine::Entry;
use chessprog::parameters::comments::COMMENTS;
use chessprog::subject::Subject;

use super::{check, entry, exchange, set, trace};

/// Heuristic, position, move, the amounts of this heuristic in the move's trace in order, and their
/// calculation.
pub(super) type Row = (usize, &'static str, &'static str, &'static str, &'static str);

#[rustfmt::skip]
const ROWS: &[Row] = &[
    (1, "; ", "g1f3", "-256", "a knight at N = 0"),
    (1, "; ", "e2e4", "", "not a pawn"),
    (1, "; e2e4", "g8f6", "-256", "a knight at N = 1"),
    (1, "; e2e4 e7e5", "g1f3", "", "not at N = 2"),
    (1, "; e2e4 e7e5", "d1f3", "-256", "a queen at N = 2"),
    (1, "; e2e4 e7e5", "e1e2", "-256", "a king"),
    (1, "; e2e4 e7e5", "f1c4", "", "not a bishop"),
    (1, "4k3/8/8/8/8/8/8/R3K3 w - - 0 3", "a1a3", "-256", "a rook at N = 4"),
    (1, "4k3/8/8/8/8/8/1b6/R3K3 w - - 0 3", "a1a3", "", "not if it is attacked"),
    (1, "4k2r/8/8/8/8/8/8/4K3 b - - 0 4", "h8h6", "-256", "N = 7"),
    (1, "4k3/8/8/8/8/8/8/R3K3 w - - 0 5", "a1a3", "", "N = 8"),
    // For a knight or king the old value, too, excludes the square that it leaves (fault F16): a3 8, c3 16,
    // d2 8, less b1 16.
    (2, "8/7k/8/8/8/8/8/1N5K", "b1c3", "-16", "8+16+8-16"),
    (43, "8/7k/8/8/8/8/8/1N5K", "b1c3", "88", "b5 8, d5 28, b1 16, d1 8, a4 8, e4 20, a2 8, e2 8, less b1 16"),
    (43, "8/7k/8/8/8/8/8/1N5K", "b1d2", "84", "the knight's step of +8 (F16): e4 20, c4 16, f3 16, b3 8, b1 16, f1 8"),
    (43, "8/7k/8/8/8/8/8/1N5K", "b1a3", "32", "b5 8, c4 16, c2 8, b1 16, less b1 16"),
    (2, "7k/8/8/8/8/8/P7/R6K", "a1b1", "-72", "b1 to h1 56, a2 16; nothing less in the old value of a slider"),
    (43, "7k/8/8/8/8/8/P7/R6K", "a1b1", "104", "c1 to h1 48, a1 16 with itself, b2 to b8 56, less a1 16"),
    (2, "7k/8/8/8/8/8/8/K7", "a1b1", "-16", "a2, b1, b2, less a1"),
    (43, "7k/8/8/8/8/8/8/K7", "a1b1", "32", "a1, a2, b2, c1, c2, less a1"),
    (43, "7k/8/8/8/8/8/8/1K6", "b1c2", "80", "the king's step of +9 (F16): c3, d3 16, b1, b2, b3, c1, d1, d2 8"),
    (43, "7k/8/8/8/8/8/8/1K6", "b1a2", "32", "b1, b2, b3, a1, a3, less b1"),
    (2, "7k/8/8/8/8/P7/8/7K", "a3a4", "-8", "b4; a pawn loses nothing"),
    (43, "7k/8/8/8/8/P7/8/7K", "a3a4", "8", "b5"),
    (43, "7k/8/8/8/8/2P5/8/7K", "c3c4", "36", "b5 8, d5 28"),
    (43, "r6k/8/8/8/8/8/8/7K b - - 0 30", "a8a1", "120", "b1 to f1 40, g1 24, h1 8; a2 to a7 48, a8 16 with itself; less a8 16"),
    (3, "4k3/8/8/8/8/3P4/8/4K3", "d3d4", "-40 40", "e4 before, e5 after"),
    (3, "4k3/8/8/8/8/8/5P2/4K3", "f2f4", "40", "e5; from f2 nothing"),
    (3, "4k3/8/8/8/8/8/2P5/4K3", "c2c3", "40", "d4"),
    (3, "4k3/8/8/8/3PP3/8/8/4K3", "d4d5", "-40", "e5 is no longer attacked"),
    (3, "4k3/3p4/8/8/8/8/8/4K3 b - - 0 30", "d7d6", "40", "Black's: e5"),
    (4, "4k3/8/8/4p3/8/2P5/3P4/4K3", "d2d4", "40", "pawn attacks pawn"),
    (4, "4k3/8/8/4n3/8/8/3P4/4K3", "d2d4", "", "a knight is not a pawn"),
    (4, "4k3/8/8/4p3/3P4/8/8/4K3", "d4d5", "-40", "e5 is no longer attacked"),
    (5, "6k1/3p4/4p3/8/8/1B6/8/R5K1", "a1e1", "16", "a pinned pawn that a pawn defends"),
    (6, "6k1/8/4n3/8/8/1B6/8/R5K1", "a1e1", "64", "the bishop pins the knight to the king"),
    (6, "6k1/8/4p3/8/8/1B6/8/R5K1", "a1e1", "64", "a pinned pawn that no pawn defends"),
    (6, "4q1k1/8/2n5/1B6/8/8/8/R5K1", "a1c1", "64", "to the queen"),
    (6, "6k1/8/4n3/8/8/1B6/8/4R1K1", "e1e2", "-64 64", "before and after"),
    (7, "8/7k/4p3/3r4/8/8/8/1N5K", "b1c3", "112", "a defended rook: (640-416)/2"),
    (7, "8/7k/4p3/3q4/8/8/8/1N4K1", "b1c3", "256", "the queen: (1248-416)/2 = 416, limited"),
    (7, "8/7k/8/3r4/8/8/8/1N5K", "b1c3", "", "not defended: H10"),
    (7, "8/7k/4p3/3r4/8/2N5/8/7K", "c3b1", "", "nothing for the old value"),
    (7, "8/7k/3p4/2n5/8/8/1P6/7K", "b2b4", "144", "by a pawn of 128: (416-128)/2"),
    (8, "6k1/1b6/8/3n4/8/2N5/8/R5K1", "a1d1", "96", "knight (1,5) against bishop (1,4)"),
    (9, "6k1/1b6/8/3n4/8/2N5/8/R5K1", "a1d1", "16", "one against one"),
    (8, "6k1/8/5n2/3n4/8/5B2/8/R5K1", "a1d1", "", "bishop (1,4) against knight (1,5)"),
    (9, "6k1/8/5n2/3n4/8/5B2/8/R5K1", "a1d1", "16", "numbers only"),
    (8, "6k1/1b6/8/3n4/8/8/8/R5K1", "a1d1", "", "no attacker of ours but the mover"),
    (9, "6k1/1b6/8/3n4/8/8/8/R5K1", "a1d1", "", "none against one"),
    (8, "6k1/1b6/8/3n4/8/2N5/8/3R2K1", "d1d2", "96", "two, with the mover, against one"),
    (9, "6k1/1b6/8/3n4/8/2N5/8/3R2K1", "d1d2", "-16 16", "before and after"),
    (8, "6k1/2p5/3p4/8/5B2/8/8/R5K1", "a1d1", "", "a pawn that a pawn defends"),
    (9, "6k1/2p5/3p4/8/5B2/8/8/R5K1", "a1d1", "16", "one against one"),
    (9, "8/7k/4p3/3r4/8/4N3/8/1N5K", "b1c3", "16", "a dearer piece too"),
    (10, "8/7k/8/3r4/8/8/8/1N5K", "b1c3", "160", "a loose rook: 640/4"),
    (10, "8/7k/8/8/8/8/3r4/1N4K1", "b1c3", "", "nothing for the old value"),
    (10, "8/7k/8/8/p7/8/8/1N5K", "b1c3", "38", "a loose pawn, three ranks advanced: 152/4"),
    (11, "7k/7p/8/3n4/8/8/1P6/1N5K", "b1c3", "-16", "knight for knight at equality"),
    (11, "7k/5ppp/8/3n4/8/8/1P6/1N5K", "b1c3", "-16", "two pawns down"),
    (11, "n6k/7p/8/3n4/8/8/1P6/1N5K", "b1c3", "-16", "a knight down: 416 exactly"),
    (11, "n6k/6pp/8/3n4/8/8/1P6/1N5K", "b1c3", "", "a knight and a pawn down"),
    (11, "6k1/7p/8/3n4/8/8/1P6/QN5K", "b1c3", "-16", "a queen ahead: +16 never (F17)"),
    (11, "7k/7p/8/3r4/8/8/1P6/1N5K", "b1c3", "", "a rook is another type: H10"),
    (11, "7k/8/8/3n4/1p6/8/7P/1N5K b - - 0 30", "d5c3", "-16", "Black likewise"),
    (11, "7k/8/8/3n4/1p6/8/6RP/1N5K b - - 0 30", "d5c3", "", "White a rook ahead"),
    (12, "7k/8/8/8/8/8/8/K7", "a1b1", "8 -16", "16 - 8; 16 - 32"),
    (12, "7k/8/8/8/8/8/8/R6K", "a1b1", "", "not for rooks"),
    (13, "4k3/8/8/8/8/8/8/4K2R w K - 0 30", "e1d2", "-32", "the first move"),
    (14, "4k3/8/8/8/8/8/8/4K2R w K - 0 30", "e1d2", "-128", "the rook is unmoved"),
    (13, "4k3/8/8/8/8/8/8/4K2R w - - 0 30", "e1d2", "", "the king has moved"),
    (13, "4k3/8/8/8/8/8/6b1/4K2R b K - 0 30; g2h1", "e1d2", "-32", "the rook is captured"),
    (14, "4k3/8/8/8/8/8/6b1/4K2R b K - 0 30; g2h1", "e1d2", "", "so no castling can be lost"),
    (13, "4k3/8/8/8/8/8/8/5RK1", "g1g2", "-32", "castled: NM 1 = NK 1 (F13)"),
    (14, "4k3/8/8/8/8/8/8/5RK1", "g1g2", "-128", "the rook that castled counts as unmoved (F13)"),
    (15, "7k/8/8/2p5/1N6/8/8/7K", "b4c2", "416", "loose and attacked"),
    (15, "7k/8/8/8/1N6/8/8/7K", "b4c2", "", "not attacked"),
    (15, "7k/8/8/8/8/8/6q1/7K", "h1g2", "", "never for the king"),
    (16, "4k3/8/8/3p4/8/1N6/8/4K3", "b3d4", "64", "before a passed pawn on its fourth rank"),
    (16, "4k3/8/8/3p4/8/1N2P3/8/4K3", "b3d4", "", "e3 stops it: not passed"),
    (16, "4k3/8/8/8/8/3p4/8/1N2K3", "b1d2", "128", "on its sixth"),
    (17, "4k3/8/8/4P3/3P4/8/8/4K3", "d4d5", "32", "backward: e5 is ahead"),
    (17, "4k3/8/8/4P3/3P4/8/8/4K3", "e5e6", "", "protected"),
    (17, "4k3/8/8/8/P7/8/8/4K3", "a4a5", "", "alone is not backward"),
    (18, "4k3/8/8/8/P7/8/8/4K3", "a4a5", "96", "to the fifth rank"),
    (18, "8/P6k/8/8/8/8/8/7K", "a7a8q", "256", "to the eighth"),
    (18, "4k3/8/8/8/8/8/P7/4K3", "a2a4", "64", "the rank of arrival"),
    (18, "4k3/1p6/8/8/P7/8/8/4K3", "a4a5", "", "not passed"),
    (18, "4k3/8/8/8/8/p7/8/4K3 b - - 0 30", "a3a2", "192", "Black's seventh"),
    (19, "4k3/8/8/8/8/4K3/8/8 w - - 0 15", "e3e2", "8", "N0 = 28: 8 a rank"),
    (19, "4k3/8/8/8/8/4K3/8/8 w - - 0 15", "e3e4", "-8", "forward"),
    (19, "4k3/8/8/8/8/4K3/8/8 w - - 0 15", "e3d3", "", "along the rank"),
    (19, "3qk3/8/8/8/8/4K3/8/8 w - - 0 15", "e3e2", "24", "times the king's rank, because of the queen"),
    (19, "3qk3/8/8/8/8/4K3/8/8 w - - 0 9", "e3e2", "192", "N0 = 16: eightfold in the opening"),
    (19, "3qk3/8/8/8/8/4K3/8/8 w - - 0 10", "e3e2", "24", "N0 = 18"),
    (19, "4k3/8/8/8/8/4K3/8/8 w - - 0 21", "e3e2", "8", "N0 = 40"),
    (19, "4k3/8/8/8/8/4K3/8/8 w - - 0 22", "e3e2", "", "N0 = 42"),
    (20, "7k/8/8/8/8/2N5/8/R6K", "c3b1", "-48", "the rook a1: c1 to h1"),
    (20, "7k/8/8/8/8/8/2R5/R6K", "c2c1", "", "a rook does not block a rook's rank"),
    (20, "8/k7/8/8/4R3/8/8/B6K", "e4d4", "-60", "a rook blocks a bishop's diagonal: e5 28, f6 16, g7, h8 8"),
    (21, "7k/8/8/8/8/2N5/7K/r7", "c3b1", "48", "the enemy rook a1: c1 to h1"),
    (22, "7k/8/8/8/8/8/8/N6K", "a1b3", "512", "constant"),
    (23, "4k3/8/8/8/8/8/4P3/2B1K3", "c1e3", "-96", "before the pawn e2"),
    (23, "4k3/8/8/8/8/4p3/4P3/2B1K3", "c1e3", "", "a capture"),
    (23, "4k3/8/8/8/8/8/8/2B1K3", "c1e3", "", "no pawn: NM 1"),
    (23, "2b1k3/4p3/8/8/8/8/8/4K3 b - - 0 30", "c8e6", "-96", "Black's"),
    (24, "4k3/8/8/8/8/8/3P4/4KB2", "f1d3", "-96", "before the pawn d2"),
    (24, "4kb2/3p4/8/8/8/8/8/4K3 b - - 0 30", "f8d6", "-96", "Black's"),
    (24, "4k3/8/8/8/3P4/8/8/4KB2", "f1d3", "", "the pawn has moved"),
    (25, "7k/8/8/8/8/N7/8/R6K", "a3c4", "8 8 8 8 8", "a4 to a8 for the rook a1"),
    (25, "7k/8/8/8/8/8/8/RN5K", "b1d2", "8 8 8 8 8 8", "c1 to h1"),
    (25, "7k/8/8/4P3/8/8/1P6/B6K", "b2b4", "16 20 36 16", "c3, d4, e5 28 and 8 for the own pawn, and f6 after it"),
    (25, "7k/8/8/8/8/8/8/R2B3K", "d1e2", "8 8 8 8", "e1 to h1"),
    (25, "7k/8/8/8/8/8/8/R2Q3K", "d1d4", "", "the rook already attacks through the queen"),
    (25, "7k/8/8/8/3P4/2Q5/1B6/7K", "d4d5", "28 16 24 8", "before a pawn the bishop is the first slider"),
    (25, "7k/8/8/8/3N4/2Q5/1B6/7K", "d4b3", "28 16 24 8", "before a knight the queen is the first slider"),
    (25, "7k/8/8/8/8/3N4/8/3R3K", "d3b4", "20 28 16 8 8", "d4, d5, d6, d7, d8"),
    (25, "7k/3p4/8/8/8/3N4/8/3R3K", "d3b4", "20 28 16 8", "as far as the pawn d7"),
    (25, "7k/8/8/3R4/8/3N4/8/3R3K", "d3b4", "20 36 16 8 8 8 16", "through d5, which attacks d2, d1"),
    (25, "7k/8/8/3N4/8/3N4/8/3R3K", "d3b4", "20 36", "not through a knight"),
    (26, "r6k/8/8/8/8/N7/8/7K", "a3c4", "-8 -8", "the enemy rook a8: a2, a1"),
    (26, "r6k/8/8/8/8/p7/8/1N5K", "b1a3", "", "the move opens no line"),
    (27, "r6k/8/8/8/8/N7/8/R6K", "a3c4", "-640", "the rook a1, attacked by one, guarded by none"),
    (27, "6kb/8/8/8/3N4/8/8/RK6", "d4f3", "-192", "guarded, but dearer than the bishop: 640-448"),
    (27, "6kq/8/8/8/3N4/8/8/RK6", "d4f3", "-8", "guarded and cheaper than the queen"),
    (28, "4k3/8/8/8/8/8/8/4K2R w K - 0 30", "h1g1", "-48", "the rook can still castle"),
    (28, "4k3/8/8/8/8/8/8/4K2R w - - 0 30", "h1g1", "", "the rook can no longer castle"),
    (28, "4k3/8/8/8/8/8/8/3QK2R w K - 0 30", "d1d2", "-48", "queens too (F19)"),
    (28, "4k3/8/8/8/8/8/8/4KB1R w K - 0 30", "f1d3", "", "not bishops"),
    (29, "6k1/8/8/8/8/8/8/R6K", "a1a8", "32", "the enemy king's rank"),
    (29, "6k1/8/8/8/8/8/8/RQ5K", "b1b8", "32", "a queen likewise"),
    (30, "6k1/8/8/8/8/8/8/R6K", "a1g1", "32", "the enemy king's file"),
    (30, "6k1/6p1/8/8/8/8/8/R6K", "a1g1", "32", "pieces between do not matter"),
    (31, "6k1/8/8/8/8/8/8/K4B2", "f1c4", "32", "the enemy king's diagonal: c4 6+4, g8 2+8"),
    (31, "6k1/8/8/8/8/8/8/K4B2", "f1h3", "", "another diagonal: h3 1+3, 3-1; g8 2+8, 8-2"),
    (31, "5k2/8/8/8/8/8/8/KQ6", "b1b4", "32", "b4 7+4, f8 3+8"),
    (31, "5k2/8/8/8/8/8/8/KR6", "b1b4", "", "not for rooks"),
    (44, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 30", "e1g1", "768", "king's side"),
    (44, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 30", "e1c1", "768", "queen's side"),
    (45, "7k/8/8/1p6/8/8/8/2Q4K", "c1c4", "844", "-216 + 108 + 512 - 1248"),
];

/// Returns the comment of a term without the slider that comes first if the move discovers it.
fn bare(comment: &str) -> &str {
    let piece = comment.split(' ').next().is_some_and(|word| word.as_bytes().get(2) == Some(&b'/'));
    if piece { comment.split_once(' ').map_or(comment, |(_, rest)| rest) } else { comment }
}

/// Returns the heuristic whose name begins the comment; of several, the one with the longest name.
pub(super) fn heuristic(comment: &str) -> usize {
    let comment = bare(comment);
    let begins = |words: &str| {
        comment.strip_prefix(words).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    };
    let known = COMMENTS.iter().enumerate().filter(|(_, (words, _))| begins(words));
    known.max_by_key(|(_, (words, _))| words.len()).map_or(0, |(place, _)| place + 1)
}

/// Returns the amounts of a heuristic in the trace of a move.
pub(super) fn amounts(
    subject: &mut dyn Subject,
    text: &str,
    mv: &str,
    number: usize,
) -> anyhow::Result<String> {
    set(subject, text)?;
    let (terms, _) = trace(subject, mv)?;
    let of = terms.iter().filter(|(comment, _)| heuristic(comment) == number);
    Ok(of.map(|(_, amount)| amount.to_string()).collect::<Vec<_>>().join(" "))
}

#[test]
fn heuristic_numbers_are_as_specified() {
    check(ROWS, |subject, &(number, text, mv, expected, _)| {
        Ok((amounts(subject, text, mv, number)?, expected))
    });
}

#[test]
fn every_heuristic_has_a_position_that_shows_it() {
    let shown =
        |heuristic| ROWS.iter().chain(exchange::ROWS).any(|row| row.0 == heuristic && !row.3.is_empty());
    let missing: Vec<usize> = (1..=COMMENTS.len()).filter(|&heuristic| !shown(heuristic)).collect();
    assert_eq!(missing, Vec::<usize>::new());
}

/// Position, move; plausibility, pos - POS, number of threats, marks: `P` developmentally poor, `U` not safe,
/// `F` always investigated.
type PlausibilitySum = (&'static str, &'static str, (i32, i32, u32, &'static str));

#[rustfmt::skip]
const SUMS: &[PlausibilitySum] = &[
    // Calculated in 15.1: H2 -32, H22 512, H25 48 and 32, H43 44, H3 40; pos is 28 + 16 - 32.
    ("; ", "e2e4", (644, 12, 0, "")),
    // H1 -256, H22, H25 16, H43 104; pos is 120, and POS is 8, from the pawn a2 listed before (F12).
    ("; ", "b1c3", (376, 112, 0, "")),
    ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 30", "e1g1", (768, 0, 0, "")),
    ("7k/8/8/8/8/8/8/K7", "a1b1", (512 - 16 + 8 + 32 - 16, 40 - 24, 0, "")),
    // From a1: a2 to a8 56, b1 to h1 56. From b1: c1 to h1 48, a1 16, b2 to b8 56, less a1 16.
    ("6k1/8/8/8/8/8/8/R6K", "a1b1", (512 - 56 - 56 + 48 + 16 + 56 - 16, 120 - 112, 0, "")),
    // Losing a piece on an empty square: H42, no new development, only the mark U.
    ("7k/8/8/1p6/8/8/1N6/7K", "b2c4", (512 - 416 - (8 + 16 + 8 + 16 - 16), 0, 0, "U")),
    // A queen moved to a square attacked by a pawn: the plausibility is 0.
    ("7k/8/8/1p6/8/8/8/2Q4K", "c1c4", (0, 0, 0, "U")),
    // A fork: its two threats mark it always. From b5 76, from c7 84, less b5 16 each; two rooks, (640-416)/2
    // each.
    ("r3r3/8/7k/1N6/8/8/8/7K", "b5c7", (512 - 76 + 16 + 84 - 16 + 112 + 112, 84 - 76, 2, "F")),
];

/// Returns the marks of an entry as letters.
fn marks(entry: &Entry) -> String {
    let marks = [("P", entry.poor), ("U", !entry.safe), ("F", entry.always)];
    marks.iter().filter(|(_, has)| *has).map(|(mark, _)| *mark).collect()
}

#[test]
fn terms_add_up() {
    check(SUMS, |subject, &(text, mv, expected)| {
        set(subject, text)?;
        let entry = entry(subject, mv)?;
        let (plausibility, positional, threats, expected_marks) = expected;
        let found = (entry.plausibility, entry.positional, entry.threats, marks(&entry));
        Ok((found, (plausibility, positional, threats, expected_marks.to_owned())))
    });
}

/// Position, move, its marks (7.3).
#[rustfmt::skip]
const MARKS: &[(&str, &str, &str)] = &[
    ("6k1/8/8/8/8/8/8/R6K", "a1a8", "F"),                         // a check
    ("6k1/8/8/8/8/8/8/R6K", "a1a7", ""),
    ("5k2/8/8/8/8/8/8/4K2R w K - 0 30", "e1g1", ""),              // a check by castling is not marked
    ("7k/8/8/8/8/8/8/6RK", "g1g8", "U"),                          // a check that loses the rook on an empty square
    ("7k/6p1/8/8/8/8/8/6RK", "g1g7", "UF"),                       // a capture at level 1 keeps the mark
    ("7k/8/8/p7/8/1N6/8/7K", "b3a5", "F"),                        // every capture at levels 1 and 2
    ("7k/8/8/1p6/8/8/1N6/7K", "b2c4", "U"),
    ("7k/8/8/8/8/8/8/1N5K", "b1a3", ""),
    ("7k/8/8/8/8/2N5/8/7K", "c3a2", "P"),                         // from squares worth 104 to 32
    ("k7/8/8/8/8/8/N7/R6K", "a2c3", "F"),                         // a discovered check
    ("r3r3/8/7k/1N6/8/8/8/7K", "b5c7", "F"),                      // a fork
];

#[test]
fn moves_are_marked() {
    check(MARKS, |subject, &(text, mv, expected)| {
        set(subject, text)?;
        Ok((marks(&entry(subject, mv)?), expected))
    });
}

/// The comments of the table of 7.4: position, move, a line of its trace with a blank instead of the tab.
#[rustfmt::skip]
const LINES: &[(&str, &str, &str)] = &[
    ("; ", "g1f3", "TOO EARLY WN/KN1 -256"),
    ("8/7k/8/8/8/8/8/1N5K", "b1c3", "DEVELOPMENT NOW WN/QN1 -16"),
    ("4k3/8/8/8/8/3P4/8/4K3", "d3d4", "PAWN CENTER K5 40"),
    ("4k3/3p4/8/8/8/8/8/4K3 b - - 0 30", "d7d6", "PAWN CENTER K4 40"),    // squares from the mover's side
    ("4k3/8/8/4p3/8/2P5/3P4/4K3", "d2d4", "PAWN BREAK BP/K5 40"),           // pieces from White's
    ("6k1/3p4/4p3/8/8/1B6/8/R5K1", "a1e1", "HITS PINNED GUARDED BP/K6 16"),
    ("6k1/8/4n3/8/8/1B6/8/R5K1", "a1e1", "HITS PINNED BN/K6 64"),
    ("8/7k/4p3/3r4/8/8/8/1N5K", "b1c3", "HITS GREATER BR/Q5 112"),
    ("6k1/1b6/8/3n4/8/2N5/8/R5K1", "a1d1", "TIPS BALANCE BN/Q5 96"),
    ("6k1/1b6/8/3n4/8/2N5/8/R5K1", "a1d1", "OVERATTACKS BN/Q5 16"),
    ("8/7k/8/3r4/8/8/8/1N5K", "b1c3", "HITS LOOSE BR/Q5 160"),
    ("7k/7p/8/3n4/8/8/1P6/1N5K", "b1c3", "OFFERS TRADE BN/Q5 -16"),
    ("7k/8/8/8/8/8/8/K7", "a1b1", "HALVED -16"),
    ("4k3/8/8/8/8/8/8/4K2R w K - 0 30", "e1d2", "FIRST KING MOVE -32"),
    ("4k3/8/8/8/8/8/8/4K2R w K - 0 30", "e1d2", "KING LOSES CASTLING -128"),
    ("7k/8/8/2p5/1N6/8/8/7K", "b4c2", "OUT OF PRISE WN/QN4 416"),
    ("4k3/8/8/3p4/8/1N6/8/4K3", "b3d4", "BLOCKADES BP/Q5 64"),
    ("4k3/8/8/4P3/3P4/8/8/4K3", "d4d5", "WAS BACKWARD WP/Q4 32"),
    ("4k3/8/8/8/P7/8/8/4K3", "a4a5", "PASSED PAWN TO QR5 96"),
    ("4k3/8/8/8/8/4K3/8/8 w - - 0 15", "e3e2", "KING BACK TO K2 8"),
    ("7k/8/8/8/8/2N5/8/R6K", "c3b1", "BLOCKS OWN WR/QR1 -48"),
    ("7k/8/8/8/8/2N5/7K/r7", "c3b1", "BLOCKS HIS BR/QR1 48"),
    ("7k/8/8/8/8/8/8/N6K", "a1b3", "CONSTANT 512"),
    ("4k3/8/8/8/8/8/4P3/2B1K3", "c1e3", "BLOCKS KP AT K3 -96"),
    ("4k3/8/8/8/8/8/3P4/4KB2", "f1d3", "BLOCKS QP AT Q3 -96"),
    ("7k/8/8/8/8/N7/8/R6K", "a3c4", "UNBLOCKS WR/QR1 AT QR4 8"),
    ("7k/8/8/8/3P4/2Q5/1B6/7K", "d4d5", "UNBLOCKS WB/QN2 AT K5 28"),
    ("7k/8/8/8/3N4/2Q5/1B6/7K", "d4b3", "UNBLOCKS WQ/QB3 AT K5 28"),
    ("r6k/8/8/8/8/N7/8/7K", "a3c4", "UNBLOCKS HIS BR/QR8 AT QR2 -8"),
    ("r6k/8/8/8/8/N7/8/R6K", "a3c4", "EXPOSES WR/QR1 -640"),
    ("r6k/8/8/8/8/N7/8/R6K", "a3c4", "WR/QR1 OFFERS TRADE BR/QR8 -16"),   // a discovery names the slider
    ("4k3/8/8/8/8/8/8/4K2R w K - 0 30", "h1g1", "ROOK LOSES CASTLING WR/KR1 -48"),
    ("6k1/8/8/8/8/8/8/R6K", "a1a8", "KING RANK KN8 32"),
    ("6k1/8/8/8/8/8/8/R6K", "a1g1", "KING FILE KN8 32"),
    ("6k1/8/8/8/8/8/8/K4B2", "f1c4", "KING DIAGONAL KN8 32"),
    ("7k/8/8/p7/8/1N6/8/7K", "b3a5", "ITS DEVELOPMENT BP/QR5 8"),
    ("7k/8/8/p7/8/1N6/8/7K", "b3a5", "TAKES LOOSE BP/QR5 144"),
    ("7k/8/8/3pP3/8/8/8/7K w - d6 0 30", "e5d6", "TAKES LOOSE BP/Q5 144"),  // en passant
    ("7k/2p5/3n4/4P3/8/8/8/7K", "e5d6", "GAIN 3 BN/Q6 264"),
    ("7k/2p5/3n4/4P3/8/8/8/3R3K", "e5d6", "GAIN 4 BN/Q6 392"),
    ("4n2k/2p5/3n4/4P3/8/8/3R4/3R3K", "e5d6", "FULL VALUE BN/Q6 416"),
    ("7k/8/1p6/n7/8/1N6/8/7K", "b3a5", "MORE ATTACKS BN/QR5 128"),
    ("7k/8/1p6/p7/8/1N6/8/7K", "b3a5", "LOSS 1 BP/QR5 -272"),
    ("7k/8/1p6/p7/1P6/1N6/8/7K", "b3a5", "GAIN 1 BP/QR5 -136"),
    ("3q3k/8/8/p7/1P6/1N6/8/7K", "b3a5", "GAIN 2 BP/QR5 128"),
    ("6k1/8/1p6/p7/8/1N6/8/1R4K1", "b3a5", "FULL VALUE BY THREAT BP/QR5 144"),
    ("7k/8/8/1p6/8/8/1N6/7K", "b2c4", "INTO PRISE AT QB4 -416"),
    ("8/7k/8/8/8/8/8/1N5K", "b1c3", "DEVELOPMENT AT QB3 88"),
    ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 30", "e1g1", "CASTLES 768"),
    ("7k/8/8/1p6/8/8/8/2Q4K", "c1c4", "NOT BELOW ZERO 844"),
];

#[test]
fn every_comment_is_typed() {
    check(LINES, |subject, &(text, mv, expected)| {
        set(subject, text)?;
        let (terms, _) = trace(subject, mv)?;
        let lines: Vec<String> =
            terms.iter().map(|(comment, amount)| format!("{comment} {amount}")).collect();
        anyhow::ensure!(lines.iter().any(|line| line == expected), "the trace is {lines:?}");
        Ok(((), ()))
    });
}

#[test]
fn every_heuristic_has_a_line() {
    let typed = |number| LINES.iter().any(|(_, _, line)| heuristic(line) == number);
    let missing: Vec<usize> = (1..=COMMENTS.len()).filter(|&number| !typed(number)).collect();
    assert_eq!(missing, Vec::<usize>::new());
}

/// A whole trace; the order and the words are taken from the specification.
#[test]
fn trace_order_is_as_specified() {
    check(&[("7k/8/8/8/8/N7/8/R6K", "a3c4")], |subject, &(text, mv)| {
        set(subject, text)?;
        let (terms, rest) = trace(subject, mv)?;
        let lines: Vec<String> =
            terms.iter().map(|(comment, amount)| format!("{comment} {amount}")).collect();
        // The knight's squares: from b5 8, c4 16, c2 8, b1 8, less a3 16; from c4 d6 16, b6 8, d2 8, b2 8, e5
        // 28, e3 16, a3 16, a5 8, less nothing, because the step is +8.
        let expected = "DEVELOPMENT NOW WN/QR3 -24; CONSTANT 512; UNBLOCKS WR/QR1 AT QR4 8; UNBLOCKS WR/QR1 AT QR5 8; \
                        UNBLOCKS WR/QR1 AT QR6 8; UNBLOCKS WR/QR1 AT QR7 8; UNBLOCKS WR/QR1 AT QR8 8; \
                        DEVELOPMENT AT QB4 108; TOTAL 636 POS 68";
        let found = lines.into_iter().chain(rest).collect::<Vec<_>>().join("; ");
        Ok((found, expected))
    });
}
