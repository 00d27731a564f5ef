//! Specification 9: searches so small that every node can be counted by hand, and reference searches of 15.2.
//!
//! In most positions each side has only one move, or all values are equal, so that the results of widths,
//! cuts, modifications and secondary searches are certain.

use anyhow::{Context, Result};
use chessprog::program::Answer;
use chessprog::subject::Subject;
use chessprog::vocabulary::{Scheme, Settings};

use super::{check, set};

/// Settings without feedover, secondary search, captures beyond the width, hash table and modifications;
/// PAPER 0.
pub(super) fn plain(width: u32, depth: i32) -> Settings {
    Settings {
        widths: vec![width],
        depth,
        feedover: 0,
        secondary: 0,
        captures: 0,
        paper: false,
        hash: false,
        hash_exact: false,
        repetition: Scheme::None,
        once_is_draw: true,
        fifty: false,
        modifications: false,
    }
}

pub(super) fn search(subject: &mut dyn Subject, text: &str, settings: &Settings) -> Result<Answer> {
    set(subject, text)?;
    Ok(subject.think(settings)?)
}

/// Bare kings, far from each other. Every value is 0, so the first move is the best, and every second move is
/// refuted at once, because an equal value refutes (9.3).
const KINGS: &str = "k7/8/8/8/8/8/8/7K";

/// Width, depth, SETSD; the counters NPL, NSV, NODES, NABF, SEC, NMMV, NCAT.
#[rustfmt::skip]
const TREES: &[(u32, i32, i32, [u64; 7])] = &[
    // Two moves, both evaluated. The second is refuted by standing pat, which is not a cut of a generator
    // node. The tables are made one more time.
    (2, 1, 0, [1, 2, 3, 0, 0, 2, 3]),
    // One line of three moves.
    (1, 3, 0, [3, 1, 4, 0, 0, 3, 4]),
    // Two moves: two replies to the first, one to the second, which is equally good and refutes it.
    (2, 2, 0, [3, 3, 6, 1, 0, 5, 6]),
    // Two replies to the first move, answered by two moves and by one; one reply to the second move, answered
    // by two moves, both refuted.
    (2, 3, 0, [1 + 3 + 2, 5, 11, 2, 0, 10, 11]),
    // A secondary search of two levels after the first move, from its first reply on: the tree of the third
    // row again. The second move is not better, so no secondary search follows it. The moves that lead to the
    // secondary search are not counted.
    (2, 2, 2, [3 + 3, 3 + 3, 6 + 6, 1 + 1, 1, 10, 11]),
    // At depth 1 the variation has no second move of a generator node, so no secondary search is made.
    (2, 1, 2, [1, 2, 3, 0, 0, 2, 3]),
    // Depth 0: the root is an evaluator node. No move is tried, so the tables are not made again.
    (2, 0, 0, [0, 1, 1, 0, 0, 0, 0]),
];

#[test]
fn trees_have_the_size_worked_out() {
    check(TREES, |subject, &(width, depth, secondary, expected)| {
        let answer = search(subject, KINGS, &Settings { secondary, ..plain(width, depth) })?;
        let c = answer.counters;
        let counts = [c.generations, c.evaluations, c.nodes, c.cuts, c.secondary, c.tried, c.tables];
        // The king's step toward the centre is the most plausible move, and among equal values the first is
        // best.
        let best = answer.best.map(|mv| mv.to_string());
        let first = (depth > 0).then(|| "h1g2".to_owned());
        Ok(((counts, answer.value, best), (expected, 0, first)))
    });
}

/// The rook on b4 is undefended. Each of its 14 moves is worth 640 more than the king's 3. No move gives
/// check or captures.
const LOOSE_ROOK: &str = "8/5pk1/6p1/p7/1R6/8/8/7K";
/// The bishop has one safe check, on b2, and one that loses it, on h6.
const WITH_BISHOP: &str = "8/5pk1/6p1/p7/1R6/8/8/2B4K";
/// The knight can capture a pawn.
const WITH_KNIGHT: &str = "8/5pk1/6p1/p7/1RN5/8/8/7K";

/// Position, width, SETC, number of moves tried at the root, and the last of them if it matters (9.2; paper,
/// Width).
#[rustfmt::skip]
const WIDTHS: &[(&str, u32, i32, usize, &str)] = &[
    (LOOSE_ROOK, 1, 0, 1, ""),
    (LOOSE_ROOK, 3, 0, 3, ""),                // half of 3 is 1 piece
    (LOOSE_ROOK, 4, 0, 15, ""),               // half of 4 is 2: up to the king's first move
    (LOOSE_ROOK, 12, 0, 15, ""),              // half of 12 is 6, but only two have safe moves
    (LOOSE_ROOK, 16, 0, 16, ""),
    (LOOSE_ROOK, 40, 0, 17, ""),              // all moves
    (WITH_BISHOP, 1, 0, 2, "c1b2"),           // moves marked always are tried regardless of the width
    (WITH_KNIGHT, 1, 0, 1, ""),
    (WITH_KNIGHT, 1, 1, 2, "c4a5"),           // captures at the levels of SETC
    // An illegal move uses up a place (F34): one of the seven listed moves is the king's step back along the
    // rook's line.
    ("8/8/8/r3K2k/8/8/8/8", 7, 0, 6, ""),
];

#[test]
fn width_is_extended_as_specified() {
    check(WIDTHS, |subject, &(text, width, captures, expected, last)| {
        let answer = search(subject, text, &Settings { captures, ..plain(width, 1) })?;
        let latest = answer.tried.last().filter(|_| !last.is_empty()).map(|tried| tried.mv.to_string());
        Ok(((answer.tried.len(), latest.unwrap_or_default()), (expected, last.to_owned())))
    });
}

/// Black threatens mate on e1. The knight is attacked, so its moves come first. Those that do not guard e1
/// allow mate at level 3, and are not tallied. The first move that guards e1, to c2 or d3, uses up a width of
/// one (paper, Width 4).
#[test]
fn moves_into_mate_are_not_tallied() {
    check(&["4r1k1/8/8/p7/1N6/8/5PPP/6K1"], |subject, text| {
        let answer = search(subject, text, &plain(1, 3))?;
        let (last, before) = answer.tried.split_last().context("no move was tried")?;
        // The first move is answered by mate, and so are the next ones, which are refuted (9.2, case 2).
        let mated = !before.is_empty()
            && before[0].value == -(28_672 - 3)
            && before[1..].iter().all(|tried| tried.value == -32_768);
        let guards = ["b4c2", "b4d3"].contains(&last.mv.to_string().as_str()) && last.value > -28_000;
        Ok(((answer.best, mated, guards), (Some(last.mv), true, true)))
    });
}

/// Changes some parameters.
type Change = fn(Settings) -> Settings;

fn as_it_is(settings: Settings) -> Settings {
    settings
}

fn by_paper(settings: Settings) -> Settings {
    Settings { paper: true, ..settings }
}

fn fifty(settings: Settings) -> Settings {
    Settings { fifty: true, ..settings }
}

/// Position, width, depth, changed parameters; best move (if it matters) and value.
type SearchValue = (&'static str, u32, i32, Change, &'static str, i32);

#[rustfmt::skip]
const VALUES: &[SearchValue] = &[
    // Mate values include the distance: 28672 - L at a node of level L, positive for White. PAPER 0 detects
    // mates only at generator nodes (F39).
    ("6k1/5ppp/8/8/8/8/8/R3K3", 6, 2, as_it_is, "a1a8", 28_670),
    ("6k1/5ppp/8/8/8/8/8/R3K3", 6, 1, by_paper, "a1a8", 28_670),
    ("6k1/5ppp/8/8/8/8/8/R3K3", 1, 1, as_it_is, "a1a8", 256 - 8 - 8),
    ("r3k3/8/8/8/8/8/5PPP/6K1 b - - 0 30", 6, 2, as_it_is, "a8a1", -28_670),
    ("7k/8/R7/1R6/8/8/8/7K", 99, 4, as_it_is, "", 28_668),
    ("7k/8/R7/1R6/8/8/8/7K", 99, 3, by_paper, "", 28_668),
    ("1r5k/8/8/8/8/8/r7/7K", 1, 3, as_it_is, "h1g1", -28_669),
    // Stalemate is a draw, and better than losing the pawn.
    ("7k/7P/7K/8/8/8/8/8", 99, 2, as_it_is, "h6g6", 0),
    ("7k/7P/7K/8/8/8/8/8", 99, 1, by_paper, "h6g6", 0),
    // A hundred plies without a capture or pawn move are a draw if FIFTY is on, unless it is mate.
    ("k7/8/8/8/8/8/8/2R4K w - - 99 80", 99, 1, fifty, "", 0),
    ("k7/8/8/8/8/8/8/2R4K w - - 98 80", 1, 1, fifty, "", 640),
    ("k7/8/8/8/8/8/8/2R4K w - - 99 80", 1, 1, as_it_is, "", 640),
    ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 80", 6, 2, fifty, "a1a8", 28_670),
    // The value is the static value after the capture: B 128, R 1288 (15.3), P -40 + 52.
    ("7k/8/8/3p4/4P3/8/8/K7", 99, 1, as_it_is, "e4d5", 128 + 1288 - 40 + 52),
    ("7k/8/8/3p4/4P3/8/8/K7", 99, 1, by_paper, "e4d5", 128 + 1288 - 40 + 52 + 1),
    // Depth 0: standing pat or a capture.
    ("7k/8/8/3p4/4P3/8/8/K7", 99, 0, as_it_is, "e4d5", 128 + 1288 - 40 + 52),
    ("7k/8/8/3P4/8/8/8/K7", 99, 0, as_it_is, "", 128 - 40 + 52),
    // P: two pawns isolated on an open file; passed pawns on the third and fifth rank.
    ("7k/8/3p4/2p5/3N4/8/8/K7 b - - 0 30", 99, 0, as_it_is, "c5d4", -256 - 330 + 80 - 12 - 52),
];

#[test]
fn values_are_those_worked_out() {
    check(VALUES, |subject, &(text, width, depth, change, mv, value)| {
        let answer = search(subject, text, &change(plain(width, depth)))?;
        let shown = answer.best.filter(|_| !mv.is_empty()).map(|mv| mv.to_string()).unwrap_or_default();
        Ok(((shown, answer.value), (mv.to_owned(), value)))
    });
}

/// White can move only the king, between a1 and b1. White is a bishop ahead; the pawns cancel.
const SHUTTLE: &str = "7k/8/8/8/8/1p1p4/1P1P4/K1B5";

/// Position, width, depth; the first root move, and the deduction by the modifications: A - R for White, R -
/// A for Black (9.4). With PAPER 1 kings do not count.
#[rustfmt::skip]
const DEDUCTIONS: &[(&str, u32, i32, &str, i32)] = &[
    (SHUTTLE, 1, 3, "a1b1", 4),                                           // returns to its starting square
    ("k1b5/1p1p4/1P1P4/8/8/8/8/7K b - - 0 30", 1, 3, "a8b8", 4),          // the same for Black
    ("7k/8/8/8/8/1p1p4/1P1P4/K1B5 w - - 0 9", 1, 3, "a1b1", 4),           // N 16, after the move 17
    ("7k/8/8/8/8/1p1p4/1P1P4/K1B5 w - - 0 8", 1, 3, "a1b1", 4 + 1),       // 15: the same piece moves twice early
    (SHUTTLE, 1, 2, "a1b1", 0),                                           // too short to see our next move
    (KINGS, 1, 3, "h1g2", 0),                                             // a king cannot move from h1 to f3
    ("k7/8/8/8/8/8/8/7K w - - 0 8", 1, 3, "h1g1", 1),
    // Only the a pawn can move. Its double step loses it, so it makes one step, then another.
    ("7k/8/8/1p6/8/5p1p/P4P1P/6BK", 1, 3, "a2a3", 2),
    // A poor move: the knight must leave squares worth 104 for squares worth 40.
    ("7k/8/8/8/8/2N5/PP6/K6r", 1, 1, "c3b1", 3),
    ("7k/8/8/8/8/2N5/PP6/K6r w - - 0 8", 1, 1, "c3b1", 3),
];

#[test]
fn modifications_are_as_specified() {
    check(DEDUCTIONS, |subject, &(text, width, depth, mv, expected)| {
        let settings = Settings { modifications: true, paper: true, ..plain(width, depth) };
        let answer = search(subject, text, &settings)?;
        let tried = answer.tried.first().context("no move was tried")?;
        let sign = if text.contains(" b ") { -1 } else { 1 };
        let found = (tried.mv.to_string(), sign * (tried.value - tried.modified));
        // The value returned is the unmodified one.
        anyhow::ensure!(answer.value == tried.value, "{} is not {}", answer.value, tried.value);
        Ok((found, (mv.to_owned(), expected)))
    });
}

/// MODS 0 switches the modifications off.
#[test]
fn modifications_can_be_switched_off() {
    check(&[SHUTTLE], |subject, text| {
        let answer = search(subject, text, &plain(1, 3))?;
        let tried = answer.tried.first().context("no move was tried")?;
        Ok(([answer.value, tried.value, tried.modified], [448; 3]))
    });
}

/// Black looks two levels ahead, to a2-a4, and the secondary search continues from there. Two levels later
/// the pawn is on a5, which is worse for Black. That value and its variation count (9.5; paper, Secondary
/// search). B 448 + 128, P -40 + 24, then + 52; the pawns cancel.
#[test]
fn a_secondary_search_may_spoil_a_value() {
    let text = "7k/8/8/8/8/5p1p/P4P1P/6BK b - - 0 30";
    check(
        &[(0, 560, 2, [2, 1, 3, 0]), (2, 588, 4, [4, 2, 6, 1])],
        |subject, &(secondary, value, length, counts)| {
            let settings = Settings { secondary, paper: true, ..plain(1, 2) };
            let answer = search(subject, text, &settings)?;
            let white: Vec<String> =
                answer.variation.iter().skip(1).step_by(2).map(ToString::to_string).collect();
            let expected = if secondary == 0 { vec!["a2a4"] } else { vec!["a2a4", "a4a5"] };
            let c = answer.counters;
            let found = [c.generations, c.evaluations, c.nodes, c.secondary];
            let expected: Vec<String> = expected.into_iter().map(str::to_owned).collect();
            Ok(((answer.value, answer.variation.len(), white, found), (value, length, expected, counts)))
        },
    );
}

/// White's king must go to b1. A pawn then attacks two of Black's pieces, and the position is fed over (8.1)
/// if a feedover is allowed. SETF; NPL, NFD, NMFD.
#[rustfmt::skip]
const FORKED: &[(i32, [u64; 3])] = &[
    (0, [1, 0, 1]),
    (1, [2, 1, 0]),
];

#[test]
fn lively_positions_cause_feedovers() {
    check(FORKED, |subject, &(feedover, expected)| {
        let settings = Settings { feedover, ..plain(1, 1) };
        let answer = search(subject, "r6k/8/8/5n1b/6P1/8/8/K2n4", &settings)?;
        let c = answer.counters;
        Ok(([c.generations, c.feedovers, if feedover == 0 { c.refused } else { 0 }], expected))
    });
}

/// The reference searches of 15.2: position, column (`true`: T, `false`: N at SETD 4 with ORIG); move, value;
/// NPL, NSV, NFD, NODES.
type Search = (&'static str, bool, i32, &'static str, i32, [u64; 4]);

#[rustfmt::skip]
const SEARCHES: &[Search] = &[
    ("; ", false, 1, "e2e4", 0, [1, 6, 0, 7]),
    ("; ", false, 2, "e2e4", 0, [7, 11, 0, 18]),
    ("; ", false, 3, "e2e4", 0, [24, 65, 6, 83]),
    ("; ", false, 4, "e2e4", 0, [113, 282, 54, 341]),
    ("; ", true, 4, "e2e4", 0, [310, 756, 116, 950]),
    ("2k4r/1pp5/p1p2n2/5Pp1/2P5/1PN3Pp/P2r1P2/R3R1K1 w - - 0 22", false, 1, "e1e6", 64, [4, 28, 3, 29]),
    ("2k4r/1pp5/p1p2n2/5Pp1/2P5/1PN3Pp/P2r1P2/R3R1K1 w - - 0 22", false, 4, "c3e4", -172, [204, 747, 109, 842]),
    ("8/8/p4P2/1p4K1/4k3/1P1p2P1/P7/8 w - - 0 40", false, 3, "f6f7", 1698, [20, 58, 2, 76]),
    ("8/8/p4P2/1p4K1/4k3/1P1p2P1/P7/8 w - - 0 40", false, 4, "f6f7", 50, [69, 106, 10, 165]),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", false, 2, "b4f4", 75, [35, 172, 25, 182]),
    ("rnbqkbnr/ppp1p1pp/8/8/3pPp2/2N2N2/PPPP1PPP/R1BQKB1R b KQkq e3 0 4", false, 4, "d4c3", -274, [128, 329, 69, 388]),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", false, 2, "g1h1", -494, [57, 627, 50, 634]),
];

#[test]
fn searches_match_the_table() {
    check(SEARCHES, |subject, &(text, tournament, depth, mv, value, counts)| {
        let widths = if tournament { vec![15, 15, 9, 9, 7] } else { vec![6] };
        let settings = Settings { widths, ..Settings::normal().original() };
        let answer = search(subject, text, &Settings { depth, ..settings })?;
        let c = answer.counters;
        let found = (answer.best.map(|mv| mv.to_string()), answer.value);
        let found = (found, [c.generations, c.evaluations, c.feedovers, c.nodes]);
        Ok((found, ((Some(mv.to_owned()), value), counts)))
    });
}
