//! Each rule of specification 6 with a position and the number worked out from the text.

use super::*;

fn terms(fen: &str) -> Terms {
    let position = Position::from_fen(fen).expect(fen);
    Terms::of(&position, &PawnFacts::of(&position), Reference::of(&position))
}

/// Specification 15.3: w0, b0, w, b, R.
const RATIOS: [(i32, i32, i32, i32, i32); 9] = [
    (5281, 5281, 5281, 5281, 0),
    (5281, 5281, 5281, 5153, 131),
    (5281, 5281, 5153, 5281, -128),
    (5281, 4897, 4833, 4481, 0),
    (5281, 4897, 4865, 4481, 35),
    (4897, 5281, 4481, 4833, 0),
    (385, 129, 385, 1, 8191),
    (129, 1, 1249, 1, 8191),
    (1249, 641, 1, 641, -5276),
];

#[test]
fn the_piece_ratio_is_that_of_the_table() {
    for (white, black, w, b, expected) in RATIOS {
        let found = ratio(Reference { white: w, black: b }, Reference { white, black });
        assert_eq!(found, expected, "{w}/{b} against {white}/{black}");
    }
}

/// Position, square of a white pawn, whether it is backward (6.2).
#[rustfmt::skip]
const BACKWARD_PAWNS: &[(&str, &str, bool)] = &[
    ("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "e4", false),            // isolated
    ("4k3/8/8/8/4P3/3P4/8/4K3 w - - 0 1", "e4", false),          // defended
    ("4k3/8/8/8/4P3/8/3P4/4K3 w - - 0 1", "e4", false),          // d3 would defend it
    ("4k3/8/8/8/4P3/3B4/3P4/4K3 w - - 0 1", "e4", false),        // through the own bishop too
    ("4k3/8/8/8/4P3/3b4/3P4/4K3 w - - 0 1", "e4", false),        // an enemy blocks d3, but e5 is free
    ("4k3/8/8/4p3/4P3/3b4/3P4/4K3 w - - 0 1", "e4", true),       // and e5 is not
    ("4k3/8/5P2/4P3/8/8/3P4/4K3 w - - 0 1", "e5", false),        // d2-d4 would defend it
    ("4k3/8/5P2/4P3/2p5/8/3P4/4K3 w - - 0 1", "e5", true),       // but be taken in passing; f6 is ahead
    ("4k3/8/8/4P3/2p5/8/3P4/4K3 w - - 0 1", "e5", false),        // nothing is level or ahead
    ("4k3/8/5P2/4P3/3n4/8/3P4/4K3 w - - 0 1", "e5", false),      // d4 blocked by an enemy, e6 free
    ("4k3/8/4pP2/4P3/3n4/8/3P4/4K3 w - - 0 1", "e5", true),      // and e6 is not
    ("4k3/8/8/8/8/8/3PP3/4K3 w - - 0 1", "e2", true),            // a neighbour level with it
];

#[test]
fn pawns_are_backward_as_the_paper_says() {
    for &(fen, name, expected) in BACKWARD_PAWNS {
        let square = Square::parse(name).expect(name);
        let facts = PawnFacts::of(&Position::from_fen(fen).expect(fen));
        assert_eq!(facts.backward & square.bit() != 0, expected, "{name} in {fen}");
    }
}

/// Position, P (6.4).
#[rustfmt::skip]
const STRUCTURES: &[(&str, i32)] = &[
    ("4k3/8/8/8/P7/8/8/4K3 w - - 0 1", -2 * 8 + 24),                      // isolated on an open file, passed
    ("4k3/p7/8/8/P7/8/8/4K3 w - - 0 1", 0),                               // both isolated, neither open nor passed
    ("4k3/8/8/8/P7/P7/8/4K3 w - - 0 1", -4 * 8 + 12 + 24 - 16),           // doubled and isolated
    ("4k3/8/8/8/PP6/P7/8/4K3 w - - 0 1", 12 + 24 + 24 - 2 * 16),          // not isolated: nothing for two; a3, a4 backward
    ("4k3/8/8/8/P7/P7/P7/4K3 w - - 0 1", -6 * 8 + 8 + 12 + 24 - 32),      // tripled
    ("4k3/8/8/P7/P7/P7/P7/4K3 w - - 0 1", -8 * 8 + 8 + 12 + 24 + 52 - 96),// quadrupled
    ("4k3/8/8/8/8/8/PP6/4K3 w - - 0 1", 2 * (8 - 16)),                    // backward on open files
    ("4k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1", 0),
    ("4k3/pp6/8/8/8/8/PP6/4K2R w - - 0 1", -2 * 8 + 2 * 16),              // Black's are weaker against a rook
    ("4k3/8/8/8/8/8/3p4/7K b - - 0 1", 2 * 16 - 256),                    // a black pawn on its seventh rank
];

#[test]
fn the_pawn_structure_adds_up() {
    for &(fen, expected) in STRUCTURES {
        assert_eq!(terms(fen).p, expected, "P of {fen}");
    }
}

#[test]
fn kings_count_only_with_queens_on() {
    assert_eq!(terms("4k3/8/8/8/8/8/4K3/8 w - - 0 1").k, 0);
    assert_eq!(terms("4k3/8/8/8/8/8/4K3/Q7 w - - 0 1").k, 8 * (1 - 2));
    assert_eq!(terms("8/8/4k3/8/8/8/8/q3K3 w - - 0 1").k, 8 * (3 - 1));
}

#[test]
fn the_center_counts_one() {
    assert_eq!(terms("4k3/8/8/8/3PP3/8/8/4K3 w - - 0 1").c, 1);
    assert_eq!(terms("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1").c, 0);
    assert_eq!(terms("4k3/8/8/3p4/8/4P3/8/4K3 w - - 0 1").c, -1);
}

#[test]
fn material_is_counted_without_kings() {
    assert_eq!(terms("4k3/8/8/8/8/8/8/QRBNK3 w - - 0 1").b, 1248 + 640 + 448 + 416);
}
