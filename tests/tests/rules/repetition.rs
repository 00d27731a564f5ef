//! Specification 11.6: what each repetition scheme finds in the test positions, with the moves and values that the text prints.

use anyhow::Result;
use chessprog::engine::repetition::Scheme;
use chessprog::player::Settings;
use chessprog::repetition_tests::{POSITIONS, TestPosition};
use chessprog::vectors::Setup;

use super::check;

/// How a position is looked at.
#[derive(Clone, Copy, Debug)]
enum How {
    /// Normal settings.
    Normal,
    /// HASHEX 1, no secondary search, no modifications: the table's values change nothing but through repetitions.
    Pure,
    /// The same without the table's values: the truth.
    Plain,
    /// Normal settings without the table's values.
    NoValues,
}

use How::{NoValues, Normal, Plain, Pure};

/// The settings for a position, a repetition scheme (0 none, 1 to 4 for (a) to (d)) and REP1 (1 a draw, 0 ignored).
fn settings(test: &TestPosition, how: How, rep: usize, rep1: u8) -> Settings {
    let pure = matches!(how, Pure | Plain);
    Settings {
        widths: test.widths.to_vec(),
        depth: test.depth,
        secondary: if pure { 0 } else { 2 },
        repetition: Scheme::ALL[rep],
        once_is_draw: rep1 == 1,
        hash: matches!(how, Normal | Pure),
        hash_exact: pure,
        modifications: !pure,
        ..Settings::normal()
    }
}

const PERPETUAL: &str = "perpetual check";
const MISSED: &str = "Moreland, a missed win offered again";
const SEVENTH: &str = "Moreland, queen's pawn on the seventh";
const PROMOTION: &str = "Moreland, promotion missed";
const ROOKS_PAWN: &str = "Moreland, rook's pawn on the seventh";
const HANGING: &str = "Moreland, pawn left hanging";
const CENTRE: &str = "Moreland, centre pawn left hanging";
const FORK: &str = "Moreland, the fork undone";
const VALUE: &str = "pollution, a value";
const MOVE: &str = "pollution, a move";
const BELIEF: &str = "pollution, belief in a draw";

/// Name of the position, how it is looked at, the schemes, REP1; best move and value from White's side.
type Row = (&'static str, How, &'static [usize], u8, &'static str, i32);

#[rustfmt::skip]
const FOUND: &[Row] = &[
    // (i) Perpetual check is found by every scheme; only (d) knows at the root that the 0 is a draw by rule.
    (PERPETUAL, Normal, &[0], 1, "h5d5", -160),
    (PERPETUAL, Normal, &[1, 2, 3], 1, "h5e8", -20),
    (PERPETUAL, Normal, &[4], 1, "h5e8", 0),
    // (ii) Moreland's first anecdote and more of the kind: back to where White missed a win, or not, whatever the scheme.
    (MISSED, Normal, &[1, 2, 3, 4], 1, "c2b1", 0),
    (MISSED, Normal, &[1, 2, 3, 4], 0, "c2b2", 136),
    (SEVENTH, Normal, &[1], 1, "d1c1", 0),
    (SEVENTH, Normal, &[1], 0, "g1e1", 270),
    (PROMOTION, Normal, &[1], 1, "h3h2", 0),
    (PROMOTION, Normal, &[1], 0, "h3h8", 252),
    (ROOKS_PAWN, Normal, &[1], 1, "b2c3", 0),
    (ROOKS_PAWN, Normal, &[1], 0, "b2c1", 286),
    (HANGING, Normal, &[1], 1, "a6b6", 0),
    (HANGING, Normal, &[1], 0, "b7g7", 96),
    (CENTRE, Normal, &[1], 1, "a4a3", 0),
    (CENTRE, Normal, &[1], 0, "b4b6", 176),
    // (iii) Moreland's second: the fork undone, or the pawn taken.
    (FORK, Normal, &[1], 1, "d5e3", 0),
    (FORK, Normal, &[1], 0, "d5f6", -303),
    // (iv) Draws that are true on one line only pollute the table of (a), (b), (c).
    (VALUE, Plain, &[2, 3], 0, "d3d2", 224),
    (VALUE, Pure, &[1, 2, 3], 0, "d3d2", 0),
    (VALUE, Pure, &[4], 0, "d3d2", 224),
    (VALUE, NoValues, &[2], 0, "d3d2", 216),
    (VALUE, Normal, &[1, 2, 3], 0, "d3d2", -8),
    (VALUE, Normal, &[4], 0, "d3d2", 216),
    (MOVE, Plain, &[2], 0, "d5a2", 172),
    (MOVE, Pure, &[1, 2, 3], 0, "g2h1", 0),
    (MOVE, Pure, &[4], 0, "d5a2", 172),
    (MOVE, NoValues, &[2], 0, "d5a2", 152),
    (MOVE, Normal, &[4], 0, "g2h1", 0),    // it is not perfect: a deeper entry answers first
    (BELIEF, Plain, &[2], 0, "g7f7", 84),
    (BELIEF, Pure, &[1, 2, 3], 0, "g7f7", 0),
    (BELIEF, Pure, &[4], 0, "g7f7", 84),
    (BELIEF, NoValues, &[2], 0, "g7h7", 112),
    (BELIEF, Normal, &[1], 0, "g7f7", 0),
    (BELIEF, Normal, &[4], 0, "g7h7", 88),
];

#[test]
fn repetitions_are_found_as_the_text_says() {
    check(FOUND, |engine, &(name, how, schemes, rep1, mv, value)| {
        let test = POSITIONS.iter().find(|test| test.name == name).unwrap_or_else(|| panic!("no {name}"));
        let before: Vec<String> = test.before.split_whitespace().map(str::to_owned).collect();
        let found: Vec<(String, i32)> = schemes
            .iter()
            .map(|&rep| {
                let settings = settings(test, how, rep, rep1);
                let setup = Setup { fen: test.fen.to_owned(), before: before.clone(), settings };
                let found = engine.search(&setup)?;
                Ok((found.mv, found.value))
            })
            .collect::<Result<_>>()?;
        Ok((found, vec![(mv.to_owned(), value); schemes.len()]))
    });
}
