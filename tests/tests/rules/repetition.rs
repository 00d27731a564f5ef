//! Specification 11.6: what each repetition scheme finds in the test positions, with the moves and values that the text prints.

use chessprog::engine::repetition::Scheme;
use chessprog::player::Settings;
use chessprog::repetition_tests::{POSITIONS, TestPosition};
use chessprog::vectors::Setup;

use super::check;

/// How a position is looked at: scheme (0 none, 1 to 4 for (a) to (d)) and REP1 (1 a draw, 0 ignored).
#[derive(Clone, Copy)]
enum How {
    /// Normal settings.
    Normal(usize, u8),
    /// HASHEX 1, no secondary search, no modifications: the table's values change nothing but through repetitions.
    Pure(usize, u8),
    /// The same without the table's values: the truth.
    Plain(usize, u8),
    /// Normal settings without the table's values.
    NoValues(usize, u8),
}

use How::{NoValues, Normal, Plain, Pure};

impl How {
    fn settings(self, test: &TestPosition) -> Settings {
        let (pure, hash, (rep, rep1)) = match self {
            Normal(rep, rep1) => (false, true, (rep, rep1)),
            Pure(rep, rep1) => (true, true, (rep, rep1)),
            Plain(rep, rep1) => (true, false, (rep, rep1)),
            NoValues(rep, rep1) => (false, false, (rep, rep1)),
        };
        Settings {
            widths: test.widths.to_vec(),
            depth: test.depth,
            secondary: if pure { 0 } else { 2 },
            repetition: Scheme::ALL[rep],
            once_is_draw: rep1 == 1,
            hash,
            hash_exact: pure,
            modifications: !pure,
            ..Settings::normal()
        }
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

/// Name of the position, best move and value, from White's side.
#[rustfmt::skip]
const FOUND: &[(&str, How, &str, i32)] = &[
    // (i) Perpetual check is found by every scheme; only (d) knows at the root that the 0 is a draw by rule.
    (PERPETUAL, Normal(0, 1), "h5d5", -160),
    (PERPETUAL, Normal(1, 1), "h5e8", -20),
    (PERPETUAL, Normal(2, 1), "h5e8", -20),
    (PERPETUAL, Normal(3, 1), "h5e8", -20),
    (PERPETUAL, Normal(4, 1), "h5e8", 0),
    // (ii) Moreland's first anecdote and more of the kind: back to where White missed a win, or not, whatever the scheme.
    (MISSED, Normal(1, 1), "c2b1", 0),
    (MISSED, Normal(2, 1), "c2b1", 0),
    (MISSED, Normal(3, 1), "c2b1", 0),
    (MISSED, Normal(4, 1), "c2b1", 0),
    (MISSED, Normal(1, 0), "c2b2", 136),
    (MISSED, Normal(2, 0), "c2b2", 136),
    (MISSED, Normal(3, 0), "c2b2", 136),
    (MISSED, Normal(4, 0), "c2b2", 136),
    (SEVENTH, Normal(1, 1), "d1c1", 0),
    (SEVENTH, Normal(1, 0), "g1e1", 270),
    (PROMOTION, Normal(1, 1), "h3h2", 0),
    (PROMOTION, Normal(1, 0), "h3h8", 252),
    (ROOKS_PAWN, Normal(1, 1), "b2c3", 0),
    (ROOKS_PAWN, Normal(1, 0), "b2c1", 286),
    (HANGING, Normal(1, 1), "a6b6", 0),
    (HANGING, Normal(1, 0), "b7g7", 96),
    (CENTRE, Normal(1, 1), "a4a3", 0),
    (CENTRE, Normal(1, 0), "b4b6", 176),
    // (iii) Moreland's second: the fork undone, or the pawn taken.
    (FORK, Normal(1, 1), "d5e3", 0),
    (FORK, Normal(1, 0), "d5f6", -303),
    // (iv) Draws that are true on one line only pollute the table of (a), (b), (c).
    (VALUE, Plain(2, 0), "d3d2", 224),
    (VALUE, Plain(3, 0), "d3d2", 224),
    (VALUE, Pure(1, 0), "d3d2", 0),
    (VALUE, Pure(2, 0), "d3d2", 0),
    (VALUE, Pure(3, 0), "d3d2", 0),
    (VALUE, Pure(4, 0), "d3d2", 224),
    (VALUE, NoValues(2, 0), "d3d2", 216),
    (VALUE, Normal(1, 0), "d3d2", -8),
    (VALUE, Normal(2, 0), "d3d2", -8),
    (VALUE, Normal(3, 0), "d3d2", -8),
    (VALUE, Normal(4, 0), "d3d2", 216),
    (MOVE, Plain(2, 0), "d5a2", 172),
    (MOVE, Pure(1, 0), "g2h1", 0),
    (MOVE, Pure(2, 0), "g2h1", 0),
    (MOVE, Pure(3, 0), "g2h1", 0),
    (MOVE, Pure(4, 0), "d5a2", 172),
    (MOVE, NoValues(2, 0), "d5a2", 152),
    (MOVE, Normal(4, 0), "g2h1", 0),    // it is not perfect: a deeper entry answers first
    (BELIEF, Plain(2, 0), "g7f7", 84),
    (BELIEF, Pure(1, 0), "g7f7", 0),
    (BELIEF, Pure(2, 0), "g7f7", 0),
    (BELIEF, Pure(3, 0), "g7f7", 0),
    (BELIEF, Pure(4, 0), "g7f7", 84),
    (BELIEF, NoValues(2, 0), "g7h7", 112),
    (BELIEF, Normal(1, 0), "g7f7", 0),
    (BELIEF, Normal(4, 0), "g7h7", 88),
];

#[test]
fn repetitions_are_found_as_the_text_says() {
    check(FOUND, |engine, &(name, how, mv, value)| {
        let test = POSITIONS.iter().find(|test| test.name == name).unwrap_or_else(|| panic!("no {name}"));
        let before = test.before.split_whitespace().map(str::to_owned).collect();
        let setup = Setup { fen: test.fen.to_owned(), before, settings: how.settings(test) };
        let found = engine.search(&setup)?;
        Ok((format!("{name}: {} {}", found.mv, found.value), format!("{name}: {mv} {value}")))
    });
}
