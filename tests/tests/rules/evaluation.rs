//! Specification 6: the static board evaluator, term by term.

use anyhow::Result;
use chessprog::engine::board::{Color, Position};
use chessprog::vectors::{Engine, Evaluation};

use super::{check, names};

/// The terms of a position that is itself the reference of the piece ratio.
fn terms(engine: &mut dyn Engine, fen: &str) -> Result<Evaluation> {
    let position = Position::from_fen(fen)?;
    let [white, black] = Color::BOTH.map(|color| position.material(color));
    engine.evaluation(fen, white, black)
}

/// Position; material of White and of Black at the root; R (6.3). The pieces make up the sums of specification 15.3.
#[rustfmt::skip]
const RATIOS: &[(&str, i32, i32, i32)] = &[
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", 5281, 5281, 0),
    // 5281 * (5281*5281 - 5153*5281) div (5153*5281) = 5281*128 div 5153, and the other way round.
    ("rnbqkbnr/ppppppp1/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", 5281, 5281, 131),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP1/RNBQKBNR w - - 0 1", 5281, 5281, -128),
    // The paper's case: three pawns ahead, a bishop for a knight (positive by less than one), a knight for a knight.
    ("r1bqkbnr/ppppp3/8/8/8/8/PPPPPPPP/RNBQK1NR w - - 0 1", 5281, 4897, 0),
    ("r1bqkbnr/ppppp3/8/8/8/8/PPPPPPPP/RNBQKB1R w - - 0 1", 5281, 4897, 35),
    ("rnbqk1nr/pppppppp/8/8/8/8/PPPPP3/R1BQKBNR w - - 0 1", 4897, 5281, 0),
    // Clamped: White has 385 for 385, Black 1 for 129.
    ("4k3/8/8/8/8/8/PPP5/4K3 w - - 0 1", 385, 129, 8191),
    ("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", 129, 1, 8191),
    ("r3k3/8/8/8/8/8/8/4K3 w - - 0 1", 1249, 641, -5276),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 1, 1, 0),
    // Nothing to divide by: DIV does not fit, unless there is nothing to be divided either.
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0, 1, 8191),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0, 0, 0),
];

#[test]
fn the_piece_ratio_is_that_of_the_table() {
    check(RATIOS, |engine, &(fen, white, black, expected)| {
        let found = engine.evaluation(fen, white, black)?.r;
        Ok((found, expected))
    });
}

/// Position; the isolated, passed, defended and backward pawns of both sides (6.2).
#[rustfmt::skip]
const FACTS: &[(&str, [&str; 4])] = &[
    ("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", ["e4", "e4", "", ""]),
    ("4k3/8/8/8/4P3/3P4/8/4K3 w - - 0 1", ["", "d3 e4", "e4", "d3"]),     // e4 is ahead of d3 on the file beside it
    ("4k3/8/8/8/4P3/8/3P4/4K3 w - - 0 1", ["", "d2 e4", "", "d2"]),       // d3 would defend e4
    ("4k3/8/8/8/4P3/3B4/3P4/4K3 w - - 0 1", ["", "d2 e4", "", "d2"]),     // through the own bishop too
    ("4k3/8/8/8/4P3/3b4/3P4/4K3 w - - 0 1", ["", "d2 e4", "", "d2"]),     // an enemy blocks d3, but e5 is free
    ("4k3/8/8/4n3/4P3/3b4/3P4/4K3 w - - 0 1", ["", "d2 e4", "", "d2 e4"]),// and e5 is not
    ("4k3/8/8/4N3/4P3/3b4/3P4/4K3 w - - 0 1", ["", "d2 e4", "", "d2"]),   // an own knight there does not count
    ("4k3/8/5P2/4P3/8/8/3P4/4K3 w - - 0 1", ["", "d2 e5 f6", "f6", "d2"]),// d2-d4 would defend e5
    // But c4 would take in passing, so it would not; f6 is farther forward.
    ("4k3/8/5P2/4P3/2p5/8/3P4/4K3 w - - 0 1", ["c4", "e5 f6", "f6", "d2 e5"]),
    ("4k3/8/8/4P3/2p5/8/3P4/4K3 w - - 0 1", ["c4", "e5", "", "d2"]),      // nothing is level with e5 or ahead
    ("4k3/8/5P2/4P3/3n4/8/3P4/4K3 w - - 0 1", ["", "d2 e5 f6", "f6", "d2"]),   // d4 blocked by an enemy, e6 free
    ("4k3/8/4nP2/4P3/3n4/8/3P4/4K3 w - - 0 1", ["", "d2 e5 f6", "f6", "d2 e5"]),// and e6 is not
    ("4k3/8/4nP2/4P3/8/3n4/3P4/4K3 w - - 0 1", ["", "d2 e5 f6", "f6", "d2 e5"]),// the first step blocked likewise
    ("4k3/8/5P2/4P3/3N4/3B4/3P4/4K3 w - - 0 1", ["", "d2 e5 f6", "f6", "d2"]), // through two own pieces
    ("4k3/8/8/8/8/8/PP6/4K3 w - - 0 1", ["", "a2 b2", "", "a2 b2"]),      // neighbours level with each other
    // The same upside down for Black: e5 cannot be helped by d7-d6, blocked, and e4 is not free.
    ("4k3/3p4/3B4/4p3/4N3/8/8/4K3 w - - 0 1", ["", "e5 d7", "", "e5 d7"]),
    ("4k3/3p4/3B4/4p3/8/8/8/4K3 w - - 0 1", ["", "e5 d7", "", "d7"]),
    // Passed: no enemy pawn in front on the file or beside it; one level with it does not matter.
    ("4k3/8/3p4/8/4P3/8/8/4K3 w - - 0 1", ["e4 d6", "", "", ""]),
    ("4k3/8/8/8/3pP3/8/8/4K3 w - - 0 1", ["d4 e4", "d4 e4", "", ""]),
    ("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1", ["e2 e7", "", "", ""]),
    ("4k3/8/8/8/7P/p7/8/4K3 w - - 0 1", ["a3 h4", "a3 h4", "", ""]),      // files do not meet around the edge
];

#[test]
fn pawns_are_what_the_paper_says() {
    check(FACTS, |engine, &(fen, expected)| {
        let found = terms(engine, fen)?;
        let found = [&found.isolated, &found.passed, &found.defended, &found.backward];
        let found = found.map(|squares| names(squares));
        Ok((found, expected))
    });
}

/// Position, P (6.4).
#[rustfmt::skip]
const STRUCTURES: &[(&str, i32)] = &[
    // One pawn on each file in turn: isolated on an open file, twice 8 8 12 16 16 12 8 8; passed on its second rank, 8.
    ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", -2 * 8 + 8),
    ("4k3/8/8/8/8/8/1P6/4K3 w - - 0 1", -2 * 8 + 8),
    ("4k3/8/8/8/8/8/2P5/4K3 w - - 0 1", -2 * 12 + 8),
    ("4k3/8/8/8/8/8/3P4/4K3 w - - 0 1", -2 * 16 + 8),
    ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", -2 * 16 + 8),
    ("4k3/8/8/8/8/8/5P2/4K3 w - - 0 1", -2 * 12 + 8),
    ("4k3/8/8/8/8/8/6P1/4K3 w - - 0 1", -2 * 8 + 8),
    ("4k3/8/8/8/8/8/7P/4K3 w - - 0 1", -2 * 8 + 8),
    // And on each rank: 8 12 24 52 112 256.
    ("4k3/8/8/8/8/P7/8/4K3 w - - 0 1", -2 * 8 + 12),
    ("4k3/8/8/8/P7/8/8/4K3 w - - 0 1", -2 * 8 + 24),
    ("4k3/8/8/P7/8/8/8/4K3 w - - 0 1", -2 * 8 + 52),
    ("4k3/8/P7/8/8/8/8/4K3 w - - 0 1", -2 * 8 + 112),
    ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", -2 * 8 + 256),
    ("4k3/8/8/8/8/8/3p4/7K b - - 0 1", 2 * 16 - 256),
    ("4k3/p7/8/8/P7/8/8/4K3 w - - 0 1", 0),                               // both isolated, neither open nor passed
    ("4k3/8/8/8/3pP3/8/8/4K3 w - - 0 1", -2 * 16 + 24 - (-2 * 16 + 52)),  // both open, isolated and passed
    ("4k3/8/8/8/P7/P7/8/4K3 w - - 0 1", -4 * 8 + 12 + 24 - 16),           // doubled and isolated
    ("4k3/8/8/8/PP6/P7/8/4K3 w - - 0 1", 12 + 24 + 24 - 2 * 16),          // not isolated: nothing for two; a3, a4 backward
    ("4k3/8/8/8/P7/P7/P7/4K3 w - - 0 1", -6 * 8 + 8 + 12 + 24 - 32),      // tripled
    ("4k3/8/8/8/PP6/P7/P7/4K3 w - - 0 1", 8 + 12 + 24 + 24 - 32 - 3 * 16),// beside a neighbour too; b4 is defended
    ("4k3/8/8/P7/P7/P7/P7/4K3 w - - 0 1", -8 * 8 + 8 + 12 + 24 + 52 - 96),// quadrupled
    ("4k3/p7/p7/8/8/8/8/4K3 w - - 0 1", -(-4 * 8 + 8 + 12 - 16)),         // Black's are taken off
    ("4k3/8/8/8/8/8/PP6/4K3 w - - 0 1", 2 * (8 - 16)),                    // backward on open files
    ("4k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1", 0),                             // on closed ones, 8 for each
    ("4k3/pp6/8/8/8/8/PP6/4K2R w - - 0 1", -2 * 8 + 2 * 16),              // Black's are weaker against a rook
    ("4k3/pp6/8/8/8/8/PP6/4K2Q w - - 0 1", -2 * 8 + 2 * 16),              // or a queen
    ("4k3/pp6/8/8/8/8/PP6/4K2B w - - 0 1", 0),                            // but not against a bishop
    ("r3k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1", -2 * 16 + 2 * 8),              // White's against Black's rook
];

#[test]
fn the_pawn_structure_adds_up() {
    check(STRUCTURES, |engine, &(fen, expected)| {
        let found = terms(engine, fen)?.p;
        Ok((found, expected))
    });
}

/// Position, B, K and C (6.1, 6.5, 6.6).
#[rustfmt::skip]
const TERMS: &[(&str, [i32; 3])] = &[
    ("4k3/8/8/8/8/8/8/QRBNK3 w - - 0 1", [1248 + 640 + 448 + 416, 0, 0]), // the kings cancel
    ("qrbnk3/p7/8/8/8/8/8/4K3 w - - 0 1", [-1248 - 640 - 448 - 416 - 128, 0, 0]),
    // Kings count with a queen on, whosever it is, eight a rank from the owner's side.
    ("4k3/8/8/8/8/8/4K3/8 w - - 0 1", [0, 0, 0]),
    ("4k3/8/8/8/8/8/4K3/Q7 w - - 0 1", [1248, 8 * (1 - 2), 0]),
    ("8/8/4k3/8/8/8/8/q3K3 w - - 0 1", [-1248, 8 * (3 - 1), 0]),
    ("8/8/4k3/8/8/5K2/8/qQ6 w - - 0 1", [0, 0, 0]), // both on their third
    ("8/8/4k3/8/8/5K2/8/rR6 w - - 0 1", [0, 0, 0]),
    // One for a pawn on d4, e4, d5 or e5 that no enemy pawn has an answer to there; two are no more than one.
    ("4k3/8/8/8/3P4/8/8/4K3 w - - 0 1", [128, 0, 1]),
    ("4k3/8/8/4P3/8/8/8/4K3 w - - 0 1", [128, 0, 1]),
    ("4k3/8/8/8/3PP3/8/8/4K3 w - - 0 1", [256, 0, 1]),
    ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", [0, 0, 0]),
    ("4k3/8/8/3p4/8/4P3/8/4K3 w - - 0 1", [0, 0, -1]),
    ("4k3/8/8/8/4p3/8/8/4K3 w - - 0 1", [-128, 0, -1]),
    ("4k3/8/8/3NN3/3NN3/8/8/4K3 w - - 0 1", [4 * 416, 0, 0]),             // pawns only
];

#[test]
fn material_kings_and_centre_are_counted() {
    check(TERMS, |engine, &(fen, expected)| {
        let Evaluation { b, k, c, .. } = terms(engine, fen)?;
        Ok(([b, k, c], expected))
    });
}

/// All five terms at once: B 128; R 5281*128 div 1249; P isolated, open, passed on the fourth rank; K ranks 1 and 2; C. (The limit
/// of 27000 is out of reach: fifteen queens, the greatest R and kings at the edges make 26967.)
#[test]
fn the_static_value_is_the_sum() {
    check(&[("3qk3/8/8/8/3P4/8/4K3/7Q w - - 0 1", 1377, 1377)], |engine, &(fen, white, black)| {
        let found = engine.evaluation(fen, white, black)?;
        let terms = [found.b, found.r, found.p, found.k, found.c, found.s];
        let expected = [128, 541, -32 + 24, 8 * (1 - 2), 1, 128 + 541 - 8 - 8 + 1];
        Ok((terms, expected))
    });
}
