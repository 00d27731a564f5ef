//! Each rule of specification 5 with a position and the number worked out from the text.

use super::*;

fn set_up(fen: &str) -> (Position, Attacks) {
    let position = Position::from_fen(fen).expect(fen);
    let attacks = Attacks::of(&position);
    (position, attacks)
}

fn square(name: &str) -> Square {
    Square::parse(name).expect(name)
}

/// Position, square, ENP there (5.4). The first three are the paper's examples (paper, En prise).
#[rustfmt::skip]
const EN_PRISE: &[(&str, &str, i32)] = &[
    ("7k/8/8/4p3/3N4/2P5/8/7K w - - 0 1", "d4", 416 - 128),          // attacked by a pawn, defended
    ("3r3k/6b1/8/8/3N4/2P5/8/7K w - - 0 1", "d4", 416 + 128 - 448),  // by bishop and rook, defended by a pawn
    ("7k/6b1/8/8/3N4/2P5/8/7K w - - 0 1", "d4", 0),                  // by the bishop alone
    ("7k/8/8/8/3N4/8/8/7K w - - 0 1", "d4", 0),                      // not attacked
    ("7k/6b1/8/8/3N4/8/8/7K w - - 0 1", "d4", 416),                  // not defended
    ("k2r4/8/8/8/3Q4/2P5/8/7K w - - 0 1", "d4", 1248 - 640),         // queen attacked by a rook, defended
    ("k2r4/8/8/8/3P3r/2P5/8/6K1 w - - 0 1", "d4", 0),                // two rooks for two pawns: 128 + 128 < 640
    ("k2r4/8/8/8/3R3r/8/8/3Q2K1 w - - 0 1", "d4", 640),              // min(640, 640 + 1248 - 640)
    ("4r2k/8/8/8/8/8/8/4K3 w - - 0 1", "e1", 0),                     // a king never
];

#[test]
fn pieces_are_en_prise_as_the_paper_says() {
    for &(fen, name, expected) in EN_PRISE {
        let (_, attacks) = set_up(fen);
        assert_eq!(attacks.prise(square(name)), expected, "{name} in {fen}");
    }
}

/// Position, from, to, LOSS (5.5).
#[rustfmt::skip]
const LOSSES: &[(&str, &str, &str, i32)] = &[
    ("7k/8/8/1p6/8/8/1N6/7K w - - 0 1", "b2", "c4", 416),         // attacked by a pawn, undefended
    ("k2r4/8/8/8/8/2P5/8/6QK w - - 0 1", "g1", "d4", 1248 - 640), // defended: only the difference
    ("k2r4/8/8/8/8/1NP5/8/6K1 w - - 0 1", "b3", "d4", 0),         // one dearer attacker, defended
    ("k2r4/8/8/8/7r/1NP5/8/6K1 w - - 0 1", "b3", "d4", 416),      // two attackers, one defender
    ("k2r4/8/8/8/3n4/2P5/8/6K1 w - - 0 1", "c3", "d4", 0),        // takes what is dearer
    ("k2r4/8/8/8/3p4/1N6/8/6K1 w - - 0 1", "b3", "d4", 416 - 128),// takes a pawn and is lost
    ("k7/8/8/4p3/8/3P4/8/6K1 w - - 0 1", "d3", "d4", 128),        // an advancing pawn does not defend itself
    ("k7/8/8/4p3/8/2PP4/8/6K1 w - - 0 1", "d3", "d4", 0),         // but its neighbour does
    ("k3r3/8/8/8/4R3/8/8/6K1 w - - 0 1", "e4", "e2", 640),        // it cannot run from a rook along the file
    ("k3b3/8/8/8/4R3/8/8/6K1 w - - 0 1", "e4", "e2", 0),          // a bishop does not look along files
    ("k7/8/8/8/8/8/r7/6K1 w - - 0 1", "g1", "g2", 0),             // a king never
];

#[test]
fn landing_costs_what_the_text_says() {
    for &(fen, from, to, expected) in LOSSES {
        let (position, attacks) = set_up(fen);
        let (from, to) = (square(from), square(to));
        assert_eq!(attacks.loss(&position, from, to, position.at(to)), expected, "{from}{to} in {fen}");
    }
}

/// Position, square, PIN (5.1, 5.3).
#[rustfmt::skip]
const PINS: &[(&str, &str, u8)] = &[
    ("4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1", "c3", PINNED_TO_KING),
    ("4k3/8/8/8/1b6/2N5/3Q4/7K w - - 0 1", "c3", PINNED_TO_PIECE),  // the queen is dearer than the bishop
    ("4k3/8/8/8/1b6/2N5/3P4/7K w - - 0 1", "c3", PINNED_TO_PIECE),  // the pawn is undefended
    ("4k3/8/8/8/1b6/2N5/3P4/4K3 w - - 0 1", "c3", 0),               // the king defends it
    ("4k3/8/8/8/1b6/2N5/3n4/4K3 w - - 0 1", "c3", 0),               // an enemy is behind
];

#[test]
fn pins_are_found() {
    for &(fen, name, expected) in PINS {
        let (_, attacks) = set_up(fen);
        assert_eq!(attacks.pin(square(name)), expected, "{name} in {fen}");
    }
}

/// A piece pinned to its king counts only along the line of the pin (5.2).
#[test]
fn pinned_pieces_count_only_along_the_line() {
    let (_, attacks) = set_up("4r2k/8/8/8/8/4R3/8/4K3 w - - 0 1");
    assert_eq!(attacks.count(Color::White, square("a3")), 0);
    assert_eq!(attacks.count(Color::White, square("e8")), 1);
    let (_, attacks) = set_up("4r2k/8/8/8/8/4N3/8/4K3 w - - 0 1");
    assert_eq!(attacks.count(Color::White, square("d5")), 0);
    // The bishop's own line: the pinned pawn may take along it.
    let (_, attacks) = set_up("7k/8/8/8/7b/6P1/8/4K3 w - - 0 1");
    assert_eq!(
        (attacks.count(Color::White, square("h4")), attacks.count(Color::White, square("f4"))),
        (1, 0)
    );
}

/// Trapped: nowhere to go without loss (5.5).
#[test]
fn a_piece_without_safe_squares_is_trapped() {
    let trapped = |fen: &str, name: &str| {
        let (position, attacks) = set_up(fen);
        attacks.trapped(&position, square(name))
    };
    // b3 is taken by a4, c2 by d3.
    assert!(trapped("7k/8/8/8/p7/3p4/8/N6K w - - 0 1", "a1"));
    assert!(!trapped("7k/8/8/8/8/3p4/8/N6K w - - 0 1", "a1"));
    assert!(!trapped("7k/8/8/8/8/8/P7/7K w - - 0 1", "a2"), "a pawn never is");
    // Pinned along the file it may go along the file; a pinned knight has no square at all.
    assert!(!trapped("4r2k/8/8/8/8/4R3/8/4K3 w - - 0 1", "e3"));
    assert!(trapped("4r2k/8/8/8/8/4N3/8/4K3 w - - 0 1", "e3"));
}

/// Duties: the only defender of an attacked piece (5.6).
#[test]
fn only_defenders_have_duties() {
    // White attacks a8 and d5; the rook d8 alone defends both.
    let (_, attacks) = set_up("n2r4/7k/8/3n4/8/8/8/R2R3K w - - 0 1");
    assert_eq!(attacks.duties(), [(square("d8"), square("d5")), (square("d8"), square("a8"))]);
    assert_eq!(attacks.duty(square("d8")), 2);
    // With a second defender there is none on d5.
    let (_, attacks) = set_up("n2r4/7k/4p3/3n4/8/8/8/R2R3K w - - 0 1");
    assert_eq!(attacks.duties(), [(square("d8"), square("a8"))]);
}
