//! Specification 11.6: the results of each repetition scheme in the test positions, with the moves and values
//! printed there; and the policy of 11.1.

use chessprog::vocabulary::{Scheme, Settings};

use super::search::plain;
use super::{both, check, set};

/// SETW for positions ii and iii.
const WIDE: &[u32] = &[15, 15, 9, 9, 7];

/// A test position: diagram, moves played, SETW, SETD.
pub(crate) type Test = (&'static str, &'static str, &'static [u32], i32);

pub(crate) const PERPETUAL: Test = ("6k1/6p1/8/7Q/8/8/rr6/6K1 w - - 0 1", "", &[6], 4);
pub(crate) const MISSED: Test = ("8/8/8/2P5/2p5/5K2/P7/1k6 w - - 0 40", "f3f4 b1c2 f4f3", WIDE, 4);
const SEVENTH: Test = ("8/4P3/8/8/8/4Kp1R/7P/2k3r1 w - - 0 40", "e3e4 c1d1 e4e3", WIDE, 4);
const PROMOTION: Test = ("8/3P4/8/3K4/8/3k1pP1/7r/6R1 w - - 0 40", "g1g2 h2h3 g2g1", WIDE, 4);
const ROOKS_PAWN: Test = ("8/PR2K3/8/5r2/7P/2k5/3p4/8 w - - 0 40", "b7d7 c3b2 d7b7", WIDE, 4);
const HANGING: Test = ("8/1r6/1k6/2R3p1/8/7P/3K3P/8 w - - 0 40", "d2d3 b6a6 d3d2", WIDE, 4);
const CENTRE: Test = ("8/8/3p4/3R4/1r6/k5P1/5P2/6K1 w - - 0 40", "g1g2 a3a4 g2g1", WIDE, 4);
const FORK: Test = ("6b1/p7/k4p1p/2p3p1/2P1p3/4N1P1/4P1K1/8 b - - 0 1", "a6b6 e3d5 b6a6", WIDE, 3);
const QUEENS: Test = ("3Q4/8/P5k1/8/8/3K3q/8/8 w - - 0 40", "d3c2 h3h2 c2d3 h2h3", &[4], 7);
const QUEENS_AGAIN: Test = ("2q5/8/8/P2Q4/k7/8/6K1/8 w - - 0 40", "d5f3 c8c5 f3d5 c5c8", &[3], 8);
const BLACK: Test = ("2k5/6q1/8/5K2/8/4P3/8/3Q4 b - - 0 40", "g7c7 d1f1 c7g7 f1d1", &[3], 8);
const BELIEF: Test = ("3r2r1/8/K7/8/1Q6/4P3/7k/8 w - - 0 40", "b4c3 d8d3 c3b4 d3d8", &[3], 8);
const ROOKS: Test = ("8/1r6/3k1Kp1/8/8/3P3R/8/8 w - - 0 40", "f6g5 b7b8 g5f6 b8b3", &[3], 8);
const POLLUTION: Test = ("6qk/8/8/P6K/8/8/7Q/8 w - - 0 40", "h2h4 g8e8 h5g4 h8g8", &[3], 8);
const PAWNS: Test = ("8/8/4K2p/4Q3/1k4p1/8/8/6rr w - - 0 40", "e5h8 b4c5 h8e5 c5b4", &[4], 7);

const SPECIFICATION: &str = include_str!("../../../docs/reference/machack.md");

#[test]
fn positions_equal_section_11_6() {
    let positions = [
        PERPETUAL,
        MISSED,
        SEVENTH,
        PROMOTION,
        ROOKS_PAWN,
        HANGING,
        CENTRE,
        FORK,
        QUEENS,
        QUEENS_AGAIN,
        BLACK,
        BELIEF,
        ROOKS,
        POLLUTION,
        PAWNS,
    ];
    for (diagram, moves, ..) in positions {
        let row = format!("| `{diagram}` | {} |", if moves.is_empty() { "-" } else { moves });
        assert!(SPECIFICATION.contains(&row), "not in 11.6: {row}");
    }
}

/// The settings for a search.
#[derive(Clone, Copy, Debug, PartialEq)]
enum SearchMode {
    /// The settings of NORMAL.
    Normal,
    /// HASHEX 1, SETSD 0, MODS 0: the table's values have an effect only through repetitions.
    Exact,
    /// NORMAL without the table's values, which gives the correct result.
    NormalTruth,
    /// HASHEX 1, SETSD 0, MODS 0 without the table's values.
    ExactTruth,
}

use SearchMode::{Exact, ExactTruth, Normal, NormalTruth};

/// Returns the settings for a position, a scheme (0 none, 1 to 4 for (a) to (d)) and REP1.
fn settings(test: &Test, how: SearchMode, scheme: usize, once_is_draw: bool) -> Settings {
    let exact = matches!(how, Exact | ExactTruth);
    let normal = Settings::normal();
    Settings {
        widths: test.2.to_vec(),
        depth: test.3,
        secondary: if exact { 0 } else { normal.secondary },
        modifications: !exact,
        hash: matches!(how, Normal | Exact),
        hash_exact: exact,
        repetition: Scheme::ALL[scheme],
        once_is_draw,
        ..normal
    }
}

/// Position, settings, schemes, whether REP1 is DRAW; best move, and value from White's side.
type Row = (&'static Test, SearchMode, &'static [usize], bool, &'static str, i32);

/// Positions i to iii: all schemes that detect repetitions agree, with and without the table's values.
#[rustfmt::skip]
const FOUND: &[Row] = &[
    (&PERPETUAL, Normal, &[0], true, "h5d5", -124),
    (&PERPETUAL, Normal, &[1, 2, 3, 4], true, "h5e8", 0),
    (&PERPETUAL, Normal, &[1, 2, 3, 4], false, "h5e8", 0),
    // The best move returns to the position where White missed a win, or does not (Moreland's first
    // anecdote and similar positions).
    (&MISSED, Normal, &[0], true, "c2b2", 112),
    (&MISSED, Normal, &[1, 2, 3, 4], true, "c2b1", 0),
    (&MISSED, Normal, &[1, 2, 3, 4], false, "c2b2", 112),
    (&SEVENTH, Normal, &[0], true, "g1e1", 105),
    (&SEVENTH, Normal, &[1, 2, 3, 4], true, "d1c1", 0),
    (&SEVENTH, Normal, &[1, 2, 3, 4], false, "g1e1", 105),
    (&PROMOTION, Normal, &[0], true, "h3h8", 336),
    (&PROMOTION, Normal, &[1, 2, 3, 4], true, "h3h2", 0),
    (&PROMOTION, Normal, &[1, 2, 3, 4], false, "h3h8", 336),
    (&ROOKS_PAWN, Normal, &[0], true, "b2c1", 112),
    (&ROOKS_PAWN, Normal, &[1, 2, 3, 4], true, "b2c3", 0),
    (&ROOKS_PAWN, Normal, &[1, 2, 3, 4], false, "b2c1", 112),
    (&HANGING, Normal, &[0], true, "b7g7", 88),
    (&HANGING, Normal, &[1, 2, 3, 4], true, "a6b6", 0),
    (&HANGING, Normal, &[1, 2, 3, 4], false, "b7g7", 88),
    (&CENTRE, Normal, &[0], true, "b4b6", 180),
    (&CENTRE, Normal, &[1, 2, 3, 4], true, "a4a3", 0),
    (&CENTRE, Normal, &[1, 2, 3, 4], false, "b4b6", 180),
    // Moreland's second anecdote: the fork is undone, or the pawn taken.
    (&FORK, Normal, &[0], true, "d5f6", -254),
    (&FORK, Normal, &[1, 2, 3, 4], true, "d5e3", 0),
    (&FORK, Normal, &[1, 2, 3, 4], false, "d5f6", -254),
];

/// Positions iv, REP1 IGNORE: draws that hold on only one line pollute the table with schemes (a), (b), (c).
#[rustfmt::skip]
const POLLUTED: &[Row] = &[
    (&QUEENS, Normal, &[0], false, "d3c4", 184),
    (&QUEENS, Normal, &[1, 2, 3, 4], false, "d3c4", 168),
    (&QUEENS, NormalTruth, &[1, 2, 3, 4], false, "d3c4", 168),
    (&QUEENS, Exact, &[0, 1, 2, 3, 4], false, "d3d4", 300),
    (&QUEENS, ExactTruth, &[1, 2, 3, 4], false, "d3d4", 300),
    (&QUEENS_AGAIN, Normal, &[0, 1, 2, 3, 4], false, "d5a2", 148),
    (&QUEENS_AGAIN, NormalTruth, &[1, 2, 3, 4], false, "d5a2", 0),
    (&QUEENS_AGAIN, Exact, &[0], false, "d5a2", 140),
    (&QUEENS_AGAIN, Exact, &[1, 2, 3, 4], false, "d5a2", 0),
    (&QUEENS_AGAIN, ExactTruth, &[1, 2, 3, 4], false, "d5a2", 0),
    (&BLACK, Normal, &[0], false, "g7f8", 76),
    (&BLACK, Normal, &[1, 2, 3], false, "g7f7", 0),
    (&BLACK, Normal, &[4], false, "g7f8", 76),
    (&BLACK, NormalTruth, &[1, 2, 3, 4], false, "g7h7", 0),
    (&BLACK, Exact, &[0], false, "g7f7", 76),
    (&BLACK, Exact, &[1, 2, 3], false, "g7f7", 0),
    (&BLACK, Exact, &[4], false, "g7h7", 0),
    (&BLACK, ExactTruth, &[1, 2, 3, 4], false, "g7h7", 0),
    (&BELIEF, Normal, &[0], false, "b4h4", 68),
    (&BELIEF, Normal, &[1, 2, 3], false, "b4h4", 0),
    (&BELIEF, Normal, &[4], false, "b4h4", -63),
    (&BELIEF, NormalTruth, &[1, 2, 3, 4], false, "b4h4", -63),
    (&BELIEF, Exact, &[0], false, "b4h4", 68),
    (&BELIEF, Exact, &[1, 2, 3], false, "b4h4", 0),
    (&BELIEF, Exact, &[4], false, "b4h4", -63),
    (&BELIEF, ExactTruth, &[1, 2, 3, 4], false, "b4h4", -63),
    (&ROOKS, Normal, &[0, 1, 2, 3, 4], false, "f6g6", 165),
    (&ROOKS, NormalTruth, &[1, 2, 3, 4], false, "f6g5", 165),
    (&ROOKS, Exact, &[0], false, "h3e3", 165),
    (&ROOKS, Exact, &[1, 2, 3], false, "h3e3", 13),
    (&ROOKS, Exact, &[4], false, "f6g5", 165),
    (&ROOKS, ExactTruth, &[1, 2, 3, 4], false, "f6g5", 165),
    (&POLLUTION, Normal, &[0, 4], false, "h4g5", 3682),
    (&POLLUTION, Normal, &[1, 2, 3], false, "h4g5", 184),
    (&POLLUTION, NormalTruth, &[1, 2, 3, 4], false, "h4g5", 3682),
    (&POLLUTION, Exact, &[0, 4], false, "h4g5", 3682),
    (&POLLUTION, Exact, &[1, 2, 3], false, "h4g5", 184),
    (&POLLUTION, ExactTruth, &[1, 2, 3, 4], false, "h4g5", 3682),
    (&PAWNS, Normal, &[0], false, "e5d4", -332),
    (&PAWNS, Normal, &[1, 2, 3], false, "e5b2", -332),
    (&PAWNS, Normal, &[4], false, "e5d4", -340),
    (&PAWNS, NormalTruth, &[1, 2, 3, 4], false, "e5d4", -340),
    (&PAWNS, Exact, &[0], false, "e5d4", -332),
    (&PAWNS, Exact, &[1, 2, 3], false, "e5b2", -332),
    (&PAWNS, Exact, &[4], false, "e5d4", -340),
    (&PAWNS, ExactTruth, &[1, 2, 3, 4], false, "e5d4", -340),
];

/// Checks the rows on both programs. The emulated program, which is slow, searches with only the first
/// `emulated` schemes of each row.
fn ask(rows: &[Row], emulated: usize) {
    let mut wrong = Vec::new();
    both(|name, subject| {
        for row in rows {
            let (test, how, schemes, once_is_draw, mv, value) = *row;
            let most = if name == "native" { schemes.len() } else { emulated };
            for &scheme in schemes.iter().take(most) {
                let text = format!("{}; {}", test.0, test.1);
                let found = set(subject, &text)
                    .and_then(|()| Ok(subject.think(&settings(test, how, scheme, once_is_draw))?))
                    .map(|answer| (answer.best.map(|mv| mv.to_string()), answer.value));
                match found {
                    Ok((Some(best), found)) if best == mv && found == value => {}
                    other => wrong.push(format!("{row:?}, scheme {scheme}, {name}: {other:?}")),
                }
            }
        }
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn repetitions_are_found_as_specified() {
    ask(FOUND, 1);
    let seeing = FOUND.iter().filter(|row| row.2 != [0]);
    let plain_trees: Vec<Row> = seeing
        .map(|&(test, _, schemes, policy, mv, value)| (test, NormalTruth, schemes, policy, mv, value))
        .collect();
    ask(&plain_trees, 0);
}

#[test]
fn shadow_scheme_does_not_pollute_the_table() {
    ask(POLLUTED, 0);
}

/// White can move only the king, between a1 and b1. Black can move only the king, too.
const SHUTTLE: &str = "7k/8/8/8/8/1p1p4/1P1P4/K1B5";

/// Position, scheme, whether REP1 is DRAW, depth; whether the search finds a draw by repetition.
#[rustfmt::skip]
const POLICY: &[(&str, usize, bool, i32, bool)] = &[
    (SHUTTLE, 1, true, 2, false),                              // two plies repeat nothing
    (SHUTTLE, 1, true, 4, true),                                       // four repeat a position in the tree
    (SHUTTLE, 0, true, 4, false),                                      // REP 0 does not detect it
    (SHUTTLE, 2, false, 4, true),
    (SHUTTLE, 3, false, 4, true),
    (SHUTTLE, 4, false, 4, true),                                      // whatever REP1 is
    ("k7/8/8/8/8/8/8/7K; h1g2 a8b7 g2h1", 1, true, 1, true),                       // repeated by b7a8
    ("k7/8/8/8/8/8/8/7K; h1g2 a8b7 g2h1", 1, false, 1, false),                     // ignored with REP1 IGNORE
    ("k7/8/8/8/8/8/8/7K; h1g2 a8b7 g2h1 b7a8 h1g2 a8b7 g2h1", 1, false, 1, true),  // twice: always a draw
    ("k7/8/8/8/8/8/8/7K; h1g2 a8b7 g2h1", 2, true, 1, true),
    ("k7/8/8/8/8/8/8/7K; h1g2 a8b7 g2h1", 3, true, 1, true),
    ("k7/8/8/8/8/8/8/7K; h1g2 a8b7 g2h1", 4, true, 1, true),
    ("k7/8/8/8/8/8/8/7K; h1g2 a8b7 g2h1", 0, true, 1, false),
];

#[test]
fn repetition_policy_is_as_specified() {
    check(POLICY, |subject, &(text, scheme, once_is_draw, depth, expected)| {
        set(subject, text)?;
        let settings = Settings { repetition: Scheme::ALL[scheme], once_is_draw, ..plain(99, depth) };
        let answer = subject.think(&settings)?;
        Ok((answer.counters.rep > 0, expected))
    });
}

/// Checks how often the position has occurred on the board.
#[test]
fn occurrences_are_counted() {
    let rows = [
        ("; ", 1),
        ("; g1f3 g8f6 f3g1 f6g8", 2),
        ("; g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", 3),
        ("; g1f3 g8f6 f3g1", 1),
    ];
    check(&rows, |subject, &(text, expected)| {
        set(subject, text)?;
        Ok((subject.times()?, expected))
    });
}
