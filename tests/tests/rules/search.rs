//! Specification 8 to 10: searches so small that every node can be counted by hand.
//!
//! Most are of positions in which a side has one move only, or in which all values are equal: then widths, cutoffs, modifications
//! and secondary searches leave no doubt what must come out.

use anyhow::Result;
use chessprog::engine::repetition::Scheme;
use chessprog::player::Settings;
use chessprog::vectors::{Engine, Found, Setup};

use super::check;

/// Everything off: no feedover, no secondary search, no captures beyond the width, no table, no modifications.
fn bare(width: u32, depth: i32) -> Settings {
    Settings {
        widths: vec![width],
        depth,
        feedover: 0,
        secondary: 0,
        captures: 0,
        hash: false,
        hash_exact: false,
        repetition: Scheme::None,
        once_is_draw: true,
        fifty: false,
        modifications: false,
    }
}

fn search(engine: &mut dyn Engine, fen: &str, settings: Settings) -> Result<Found> {
    engine.search(&Setup { fen: fen.to_owned(), before: Vec::new(), settings })
}

/// The moves tried at the root with their values, that after a secondary search if there was one.
fn tried(found: &Found) -> String {
    let moves = found.tried.iter().flatten();
    let texts = moves.map(|(mv, value, secondary, _)| match secondary {
        Some(after) => format!("{mv} {value} then {after}"),
        None => format!("{mv} {value}"),
    });
    texts.collect::<Vec<_>>().join(", ")
}

/// Kings alone, far from each other: every value is 0, so the first move is the best and every second one is refuted at once.
const KINGS: &str = "k7/8/8/8/8/8/8/7K w - - 0 30";

/// Width, depth, SETSD; PMG, EVAL, NODES, CUT, SEC.
#[rustfmt::skip]
const TREES: &[(u32, i32, i32, [u64; 5])] = &[
    // Two moves, each evaluated. The second is worth no more as it stands, which is not counted as an exit after a move.
    (2, 1, 0, [1, 2, 2, 0, 0]),
    // One line.
    (1, 3, 0, [3, 1, 3, 0, 0]),
    // Two moves; two replies to the first; to the second one, which is equally good and refutes it (paper, Alpha-beta).
    (2, 2, 0, [3, 3, 5, 1, 0]),
    // To the first move two replies, to these two moves and one; to the second move one reply, to it two moves.
    (2, 3, 0, [1 + 2 + 3, 5, 2 + 3 + 5, 2, 0]),
    // A secondary search after the first move, from its first reply on, two plies: 1 node, 2 moves, 2 replies and 1. None after
    // the second, which is no better.
    (2, 2, 2, [3 + 3, 3 + 3, 5 + 6, 1 + 1, 1]),
    // At depth 1 the variation has no move of the generator after the first: no secondary search.
    (2, 1, 2, [1, 2, 2, 0, 0]),
];

#[test]
fn trees_have_the_size_worked_out() {
    check(TREES, |engine, &(width, depth, setsd, expected)| {
        let found = search(engine, KINGS, Settings { secondary: setsd, ..bare(width, depth) })?;
        let counts = [found.pmg, found.eval, found.nodes, found.cut, found.sec];
        // The king's step toward the centre is the most plausible move, and of equal values the first is best.
        Ok(((counts, found.value, found.mv), (expected, 0, "h1g2".to_owned())))
    });
}

/// What the two plies of the third row of [`TREES`] leave in the table: five positions with a bound, of draft 1 (two of them) and
/// 0, all bounds 0 or none (10).
#[test]
fn results_are_kept_with_their_draft() {
    check(&[bare(2, 2)], |engine, settings| {
        let found = search(engine, KINGS, Settings { hash: true, ..settings.clone() })?;
        let (entries, drafts, lower, upper, _) = found.table.unwrap_or_default();
        let got = [i64::from(entries), drafts as i64, lower, upper, found.hash as i64];
        Ok((got, [5, 2, 0, 0, 0]))
    });
}

/// The rook on b4 is loose: each of its 14 moves has 640 more than the king's 3. None gives check, nothing can be taken.
const LOOSE_ROOK: &str = "8/5pk1/6p1/p7/1R6/8/8/7K w - - 0 30";
/// Here the bishop has one safe check, on b2, and one that loses it, on h6.
const WITH_BISHOP: &str = "8/5pk1/6p1/p7/1R6/8/8/2B4K w - - 0 30";
/// Here the knight can take a pawn.
const WITH_KNIGHT: &str = "8/5pk1/6p1/p7/1RN5/8/8/7K w - - 0 30";

/// Position, width, SETC, how many moves are tried at the top, the last of them if it matters (9.2; paper, Width).
#[rustfmt::skip]
const WIDTHS: &[(&str, u32, i32, usize, &str)] = &[
    (LOOSE_ROOK, 1, 0, 1, ""),
    (LOOSE_ROOK, 3, 0, 3, ""),                // half of 3 is 1 piece
    (LOOSE_ROOK, 4, 0, 15, ""),               // half of 4 is 2: on to the first move of the king
    (LOOSE_ROOK, 12, 0, 15, ""),              // half of 12 is 6, but only two have safe moves
    (LOOSE_ROOK, 16, 0, 16, ""),
    (LOOSE_ROOK, 40, 0, 17, ""),              // all there are
    (WITH_BISHOP, 1, 0, 2, "c1b2"),           // safe checks are investigated in any case
    (WITH_KNIGHT, 1, 0, 1, ""),
    (WITH_KNIGHT, 1, 1, 2, "c4a5"),           // captures at the levels that SETC says
];

#[test]
fn the_width_is_extended_as_the_paper_says() {
    check(WIDTHS, |engine, &(fen, width, setc, expected, last)| {
        let found = search(engine, fen, Settings { captures: setc, ..bare(width, 1) })?;
        let moves = found.tried.unwrap_or_default();
        let latest = moves.last().filter(|_| !last.is_empty()).map_or("", |tried| &tried.0);
        Ok(((moves.len(), latest.to_owned()), (expected, last.to_owned())))
    });
}

/// Black threatens mate on e1. The knight is loose, so its moves come first; those that do not guard e1 lead to mate against the
/// mover and are not counted: the first that does, to c2 or d3, uses up a width of one (paper, Width 4).
#[test]
fn moves_into_mate_are_not_tallied() {
    check(&["4r1k1/8/8/p7/1N6/8/5PPP/6K1 w - - 0 30"], |engine, fen| {
        let found = search(engine, fen, bare(1, 2))?;
        let moves = found.tried.clone().unwrap_or_default();
        let (last, before) = moves.split_last().expect("a move was tried");
        let mated = !before.is_empty() && before.iter().all(|tried| tried.1 == -(28_672 - 2));
        let guards = ["b4c2", "b4d3"].contains(&last.0.as_str()) && last.1 > -28_000;
        Ok(((found.mv, mated, guards), (last.0.clone(), true, true)))
    });
}

/// A change to the parameters.
type Change = fn(Settings) -> Settings;

/// Position, width, depth, other parameters; best move (if it matters) and value.
type Valued = (&'static str, u32, i32, Change, &'static str, i32);

fn as_it_is(settings: Settings) -> Settings {
    settings
}

fn modified(settings: Settings) -> Settings {
    Settings { modifications: true, ..settings }
}

fn fifty(settings: Settings) -> Settings {
    Settings { fifty: true, ..settings }
}

/// White has no move but its king's between a1 and b1; everything else is shut in. White is a bishop ahead, the pawns cancel.
const SHUTTLE: &str = "7k/8/8/8/8/1p1p4/1P1P4/K1B5 w - - 0 30";
/// White has moves of the a pawn only: g1 and h1 are shut in.
const RUNNER: &str = "7k/8/8/8/8/5p1p/P4P1P/6BK w - - 0 30";

#[rustfmt::skip]
const VALUES: &[Valued] = &[
    // Mates have their distance: at ply k the value is 28672 - k, for White positive.
    ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 30", 6, 1, as_it_is, "a1a8", 28_671),
    ("r3k3/8/8/8/8/8/5PPP/6K1 b - - 0 30", 6, 1, as_it_is, "a8a1", -28_671),
    ("7k/8/R7/1R6/8/8/8/7K w - - 0 30", 99, 3, as_it_is, "", 28_669),
    ("1r5k/8/8/8/8/8/r7/7K w - - 0 30", 1, 2, as_it_is, "h1g1", -28_670),
    ("7k/8/R7/1R6/8/8/8/7K w - - 0 30", 99, 3, modified, "", 28_669),
    // Stalemate is a draw, better than losing the pawn: R would be 5281*(1 - 129) div 129. No modification touches it.
    ("7k/7P/7K/8/8/8/8/8 w - - 0 30", 99, 1, as_it_is, "h6g6", 0),
    ("7k/7P/7K/8/8/8/8/8 w - - 0 30", 99, 1, modified, "h6g6", 0),
    // A hundred plies without capture or pawn move: a draw if FIFTY is on, unless it is mate.
    ("k7/8/8/8/8/8/8/1Q5K w - - 99 80", 99, 1, fifty, "", 0),
    ("k7/8/8/8/8/8/8/1Q5K w - - 98 80", 99, 1, fifty, "", 1248),
    ("k7/8/8/8/8/8/8/1Q5K w - - 99 80", 99, 1, as_it_is, "", 1248),
    ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 80", 99, 1, fifty, "a1a8", 28_671),
    // The static value after the capture is all: B 128, R clamped, P -32 + 52, C 1.
    ("7k/8/8/3p4/4P3/8/8/K7 w - - 0 30", 99, 1, as_it_is, "e4d5", 128 + 8191 - 32 + 52 + 1),
    // After the only move the knight takes the pawn h4: B -1184, R 5281*(1185 - 129*1185) div (129*1185), P -(-16 + 24).
    ("1r5k/8/8/5n1p/7P/8/8/K7 w - - 0 30", 1, 1, as_it_is, "a1a2", -1184 - 5240 - 8),
    // The same piece goes back where it came from: 12, and 8 in the first eight moves.
    (SHUTTLE, 1, 3, as_it_is, "a1b1", 448),
    (SHUTTLE, 1, 3, modified, "a1b1", 448 - 12),
    ("7k/8/8/8/8/1p1p4/1P1P4/K1B5 w - - 0 9", 1, 3, modified, "a1b1", 448 - 12),
    ("7k/8/8/8/8/1p1p4/1P1P4/K1B5 w - - 0 8", 1, 3, modified, "a1b1", 448 - 12 - 8),
    // The same for Black.
    ("k1b5/1p1p4/1P1P4/8/8/8/8/7K b - - 0 30", 1, 3, modified, "a8b8", -448 + 12),
    // Two plies are too few for our next move to be seen.
    (SHUTTLE, 1, 2, modified, "a1b1", 448),
    // The same piece moves on: nothing, but 8 in the first eight moves.
    (KINGS, 1, 3, modified, "h1g2", 0),
    ("k7/8/8/8/8/8/8/7K w - - 0 9", 1, 3, modified, "h1g2", 0),
    ("k7/8/8/8/8/8/8/7K w - - 0 8", 1, 3, modified, "h1g2", -8),
    // The king must go to f1 and lose the right to castle: developmentally poor, 6. Material 640 against 2304.
    ("3qr1k1/8/8/8/6n1/8/8/4K2R w K - 0 30", 1, 1, as_it_is, "e1f1", -1664),
    ("3qr1k1/8/8/8/6n1/8/8/4K2R w K - 0 30", 1, 1, modified, "e1f1", -1664 - 6),
];

#[test]
fn values_are_those_worked_out() {
    check(VALUES, |engine, &(fen, width, depth, change, mv, value)| {
        let found = search(engine, fen, change(bare(width, depth)))?;
        let shown = if mv.is_empty() { String::new() } else { found.mv };
        Ok(((shown, found.value), (mv.to_owned(), value)))
    });
}

/// White's a pawn gets two steps: from a2 to a5 (P 52 - 16), or to a4 (24 - 16); beside it B 448 + 128 and pawns that cancel but
/// for 20. One step and then another is two moves for one, 8; in the first eight moves both lines cost 8 more.
#[rustfmt::skip]
const RUNS: &[(&str, Change, &str)] = &[
    (RUNNER, as_it_is, "a2a4 612, a2a3 584"),
    (RUNNER, modified, "a2a4 612, a2a3 576"),
    ("7k/8/8/8/8/5p1p/P4P1P/6BK w - - 0 8", modified, "a2a4 604, a2a3 568"),
];

#[test]
fn two_moves_for_one_cost_eight() {
    check(RUNS, |engine, &(fen, change, expected)| {
        let found = search(engine, fen, change(bare(2, 3)))?;
        Ok((format!("{fen}: {}", tried(&found)), format!("{fen}: {expected}")))
    });
}

/// Black looks two plies ahead, to a2-a4 (584), and plays the variation out; two plies more the pawn is on a5 (612), worse for
/// Black: that value counts, and its variation (9.5; paper, Secondary search).
#[test]
fn a_secondary_search_may_spoil_a_value() {
    let fen = "7k/8/8/8/8/5p1p/P4P1P/6BK b - - 0 30";
    check(
        &[(0, 584, 2, [2, 1, 2, 0]), (2, 612, 4, [4, 2, 5, 1])],
        |engine, &(setsd, value, length, counts)| {
            let found = search(engine, fen, Settings { secondary: setsd, ..bare(1, 2) })?;
            let white: Vec<String> = found.pv.iter().skip(1).step_by(2).cloned().collect();
            let expected = if setsd == 0 { vec!["a2a4"] } else { vec!["a2a4", "a4a5"] };
            let got = [found.pmg, found.eval, found.nodes, found.sec];
            let expected = expected.into_iter().map(str::to_owned).collect();
            Ok(((found.value, found.pv.len(), white, got), (value, length, expected, counts)))
        },
    );
}

/// White's king must go to b1; then a pawn attacks two of Black's pieces: the position is fed over (8.1), if k < D + SETF.
/// Position, SETF; PMG, FEED.
const FORKED: &[(&str, i32, [u64; 2])] = &[
    ("r6k/8/8/5n1b/6P1/8/8/K2n4 w - - 0 30", 0, [1, 0]),
    ("r6k/8/8/5n1b/6P1/8/8/K2n4 w - - 0 30", 1, [2, 1]),
];

#[test]
fn lively_positions_are_fed_over() {
    check(FORKED, |engine, &(fen, setf, expected)| {
        let found = search(engine, fen, Settings { feedover: setf, ..bare(3, 1) })?;
        Ok(([found.pmg, found.feed], expected))
    });
}
