//! Specification 6: the static board evaluator, term by term.

use chessprog::subject::StaticTerms;
use chessprog::vocabulary::Settings;

use super::{check, set};

/// Position, with the root's material; a capture or promotion; R after it (6.3): the value of the move minus
/// the static value of the position after it. The sums of material are those in the table of 15.3, or
/// similar.
#[rustfmt::skip]
const RATIOS: &[(&str, &str, i32)] = &[
    ("rnbqkbnr/pp1ppppp/8/8/1p6/P7/1PPPPPPP/RNBQKBNR", "a3b4", 8),                    // 5281, 5153
    ("rnbqkbnr/1ppppppp/p7/1P6/8/8/PP1PPPPP/RNBQKBNR b - - 0 30", "a6b5", -9),        // 5153, 5281
    ("rnb1kbnr/pppppppp/8/8/3q4/4P3/PPPP1PPP/RNBQKBNR", "e3d4", 102),                 // 5281, 4033
    ("7k/8/8/8/8/8/p6K/R7", "a1a2", 1288),                                            // 641 to 129, 1: overflow (F6)
    ("7k/8/8/8/8/p7/1P6/7K", "b2a3", 1288),                                           // 129 to 129, 1
    ("7k/8/8/8/r7/8/8/R6K", "a1a4", 6440),                                            // 641 to 641, 1: 3385121 mod 131072
    ("6k1/8/8/8/r7/8/8/Q6K", "a1a4", 6440),                                           // 1249 to 641, 1
    ("7k/P7/8/8/8/8/8/7K", "a7a8q", 2865),                                            // 129 to 1, 1249
    ("7k/8/8/8/8/8/r7/Q6K b - - 0 30", "a2a1", -330),                                 // 1249 to 641, 1
];

#[test]
fn piece_ratios_match_the_table() {
    let original = Settings::normal().original();
    let settings = Settings { depth: 1, widths: vec![200], feedover: 0, modifications: false, ..original };
    check(RATIOS, |subject, &(text, mv, expected)| {
        set(subject, text)?;
        let tried = subject.think(&settings)?.tried;
        let value = tried.iter().find(|tried| tried.mv.to_string() == mv).map(|tried| tried.value);
        set(subject, &format!("{text}{}; {mv}", if text.contains(' ') { "" } else { " w - - 0 30" }))?;
        let here = subject.statics(false)?.value;
        Ok((value.map(|value| value - here), Some(expected)))
    });
}

/// Position; P with PAPER 0 and with PAPER 1 (6.4).
#[rustfmt::skip]
const STRUCTURES: &[(&str, [i32; 2])] = &[
    // An isolated pawn on an open file is -40; a passed pawn is 8, 12, 24, 52, 112 or 236 by rank.
    ("4k3/8/8/8/8/8/P7/4K3", [-40 + 8; 2]),
    ("4k3/8/8/8/8/8/1P6/4K3", [-40 + 8; 2]),
    ("4k3/8/8/8/8/8/4P3/4K3", [-40 + 8; 2]),
    ("4k3/8/8/8/8/8/7P/4K3", [-40 + 8; 2]),
    ("4k3/8/8/8/8/P7/8/4K3", [-40 + 12; 2]),
    ("4k3/8/8/8/P7/8/8/4K3", [-40 + 24; 2]),
    ("4k3/8/8/P7/8/8/8/4K3", [-40 + 52; 2]),
    ("4k3/8/P7/8/8/8/8/4K3", [-40 + 112; 2]),
    ("4k3/P7/8/8/8/8/8/4K3", [-40 + 236; 2]),
    ("4k3/8/8/8/8/8/3p4/7K", [40 - 236; 2]),                              // Black's are subtracted
    ("4k3/p7/8/8/P7/8/8/4K3", [0; 2]),                                    // isolated, neither open nor passed
    ("4k3/8/8/8/3pP3/8/8/4K3", [-40 + 24 + 40; 2]),                       // both isolated, White's passed
    ("4k3/p7/8/8/8/8/3P4/4K3", [0; 2]),                                   // White -40 and 8, Black 40 and -8
    ("4k3/8/8/8/P7/P7/8/4K3", [-80 + 12 + 24; 2]),                        // doubled: isolation counts
    ("4k3/8/8/8/PP6/P7/8/4K3", [12 + 24 + 24 - 20; 2]),                   // not isolated; a3 backward on an open file
    ("4k3/8/8/8/P7/P7/P7/4K3", [-32 - 160 + 8 + 12 + 24; 2]),             // tripled
    ("4k3/8/8/P7/P7/P7/P7/4K3", [-96 - 240 + 8 + 12 + 24 + 52; 2]),       // quadrupled
    ("4k3/8/P7/P7/P7/P7/P7/4K3", [-160 - 320 + 8 + 12 + 24 + 52 + 112; 2]),
    ("4k3/P7/P7/P7/P7/P7/P7/4K3", [-224 - 400 + 8 + 12 + 24 + 52 + 112 + 236; 2]),
    ("4k3/p7/p7/8/8/8/8/4K3", [80 - 8 - 12; 2]),
    ("4k3/p7/8/8/P7/P7/8/4K3", [-32 + 16; 2]),                            // two isolated on a file with an enemy pawn
    ("4k3/8/8/8/8/8/PP6/4K3", [16; 2]),
    ("4k3/pp6/8/8/8/8/PP6/4K3", [0; 2]),
    // d3 is backward: 12 on a closed file, 20 on an open one; with PAPER 1 also 20 if the enemy has a rook or
    // queen.
    ("4k3/3p4/8/8/4P3/3P4/8/4K3", [-12 + 16; 2]),
    ("4k3/4p3/8/8/4P3/3P4/8/4K3", [-20 + 16; 2]),
    ("r3k3/3p4/8/8/4P3/3P4/8/4K3", [-12 + 16, -20 + 16]),
    ("q3k3/3p4/8/8/4P3/3P4/8/4K3", [-12 + 16, -20 + 16]),
    ("b3k3/3p4/8/8/4P3/3P4/8/4K3", [-12 + 16, -12 + 16]),
    ("4k3/3p4/8/8/4P3/3P4/8/R3K3", [-12 + 16; 2]),                        // the own rook does not matter
    // d3 has the number of the h file, so h7 closes its file (fault F7). h7 is isolated, and not passed
    // (F11).
    ("4k3/7p/8/8/4P3/3P4/3P4/4K3", [8 + 12 + 24 - 20 - 12 + 40, 8 + 12 + 24 - 20 - 20 + 40]),
];

#[test]
fn the_pawn_structure_adds_up() {
    check(STRUCTURES, |subject, &(text, expected)| {
        set(subject, text)?;
        Ok(([subject.statics(false)?.pawns, subject.statics(true)?.pawns], expected))
    });
}

/// Position; the parts of K for White's and for Black's king, with PAPER 0 (6.5).
#[rustfmt::skip]
const KINGS: &[(&str, [i32; 2])] = &[
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 10", [0, 0]),
    ("4k3/8/8/8/8/8/4K3/8 w - - 0 10", [-8, 0]),                          // 8 a rank
    ("4k3/8/8/8/8/8/4K3/8 w - - 0 21", [-8, 0]),                          // up to ply 40
    ("4k3/8/8/8/8/8/4K3/8 b - - 0 21", [0, 0]),                           // ply 41
    ("8/8/4k3/8/8/8/8/4K3 w - - 0 10", [0, 16]),
    ("4k3/8/8/8/8/8/7r/4K3 w - - 0 10", [-24, 0]),                        // d1, f1 free; not d2, e2, f2: D -1
    ("4k3/8/8/8/8/8/6rr/4K3 w - - 0 10", [-3 * 40, 0]),                   // Black has one more there
    ("4k3/8/8/8/8/8/R6r/4K3 w - - 0 10", [0, 0]),                         // the rook a2 guards them
    ("4k3/8/8/8/8/8/PP5r/K7 w - - 0 10", [0, 0]),                         // own pieces; b1 is free
    ("7k/8/8/8/8/8/PP6/K6r w - - 0 10", [-24, 0]),                        // b1 is not: D -1
    ("4k3/8/8/8/8/8/8/4K2R b - - 0 10", [0, 0]),
    ("4k3/7R/8/8/8/8/8/4K3 b - - 0 10", [0, 24]),
    // Fault F8: piece 16, the rook a1, does not count as own, and g7 attacks a1. D: c1, c2, b2, a1 -4; a2 +1.
    ("2r1k3/6b1/8/8/8/8/8/RK6 w - - 0 10", [-3 * 24, 0]),
    ("2r1k3/6b1/8/8/8/8/8/NK6 w - - 0 10", [-24, 0]),  // a knight counts, and guards c2: D b2, c1 -2, a2 +1
];

#[test]
fn king_safety_is_as_specified() {
    check(KINGS, |subject, &(text, expected)| {
        set(subject, text)?;
        Ok((subject.statics(false)?.kings, expected))
    });
}

/// Position; B, K and C with PAPER 1 (6.1, 6.5, 6.6).
#[rustfmt::skip]
const TERMS: &[(&str, [i32; 3])] = &[
    ("4k3/8/8/8/8/8/8/QRBNK3", [1248 + 640 + 448 + 416, 0, 0]),           // the kings cancel
    ("qrbnk3/p7/8/8/8/8/8/4K3", [-1248 - 640 - 448 - 416 - 128, 0, 0]),
    // Kings count while either side has a queen: 8 per rank, counted from the owner's side.
    ("4k3/8/8/8/8/8/4K3/8", [0, 0, 0]),
    ("4k3/8/8/8/8/8/4K3/Q7", [1248, 8 * (1 - 2), 0]),
    ("8/8/4k3/8/8/8/q7/4K3", [-1248, 8 * (3 - 1), 0]),
    ("8/8/4k3/8/8/5K2/8/qQ6", [0, 0, 0]),                                 // both on their third
    ("8/8/4k3/8/8/5K2/8/rR6", [0, 0, 0]),
    ("6k1/8/8/8/8/K7/8/Q7 w - - 0 10", [1248, 8 * (1 - 3), 0]),            // the ply does not matter
    // 1 for a pawn on d4, e4, d5 or e5; two pawns count as one.
    ("4k3/8/8/8/3P4/8/8/4K3", [128, 0, 1]),
    ("4k3/8/8/4P3/8/8/8/4K3", [128, 0, 1]),
    ("4k3/8/8/8/3PP3/8/8/4K3", [256, 0, 1]),
    ("4k3/8/8/3p4/4P3/8/8/4K3", [0, 0, 0]),
    ("4k3/8/8/3p4/8/4P3/8/4K3", [0, 0, -1]),
    ("4k3/8/8/8/4p3/8/8/4K3", [-128, 0, -1]),
    ("4k3/8/8/3NN3/3NN3/8/8/4K3", [4 * 416, 0, 0]),                       // pawns only
    ("4k3/8/8/8/2P2P2/8/8/4K3", [256, 0, 0]),
];

#[test]
fn material_kings_and_centre_are_counted() {
    check(TERMS, |subject, &(text, expected)| {
        set(subject, text)?;
        let StaticTerms { material: b, king_safety: k, center: c, .. } = subject.statics(true)?;
        Ok(([b, k, c], expected))
    });
}

/// Position, PAPER; the terms B, R, P, K, C and their sum S. At the root R is 0.
#[rustfmt::skip]
const SUMS: &[(&str, bool, [i32; 6])] = &[
    ("3qk3/8/8/8/3P4/8/4K3/7Q", true, [128, 0, -40 + 24, -8, 1, 128 - 16 - 8 + 1]),
    ("3qk3/8/8/8/3P4/8/4K3/7Q", false, [128, 0, -40 + 24, 0, 0, 128 - 16]),
    // Positions C, E, F and K of 15.1.
    ("1r6/p2q1pkp/2Np2n1/2b1rp2/2P5/1P4PP/P1Q2PBK/3R1R2 b - - 1 26", false, [128, 0, 104, 0, 0, 232]),
    ("r1bqk2r/5p1p/p1np1npb/4p3/Pp2P3/2NQ1NB1/1PP2PPP/1K1R1B1R w kq - 0 12", false, [0, 0, 32, 0, 0, 32]),
    ("r1bqk2r/5p1p/p1np1npb/4p3/Pp2P3/2NQ1NB1/1PP2PPP/1K1R1B1R w kq - 0 12", true, [0, 0, 40, 0, 0, 40]),
    ("2r1kb1r/5p1p/p1n1b1p1/2nQN3/Pp5B/8/1PP2PPP/1K1R1B1R w k - 1 20", false, [960, 0, 12, 48, 0, 1020]),
    ("2r1kb1r/5p1p/p1n1b1p1/2nQN3/Pp5B/8/1PP2PPP/1K1R1B1R w k - 1 20", true, [960, 0, 20, 0, 0, 980]),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", false, [0, 0, -60, 0, 0, -60]),
];

#[test]
fn the_static_value_is_the_sum() {
    check(SUMS, |subject, &(text, paper, expected)| {
        set(subject, text)?;
        let terms = subject.statics(paper)?;
        let [b, r, p, k, c] = terms.each();
        Ok(([b, r, p, k, c, terms.value], expected))
    });
}

/// The trace of the evaluator: White's files, Black's files, pawns by number (14.3).
#[test]
fn the_trace_names_every_fact() {
    check(&["4k3/6pp/8/8/P7/P7/8/4K3"], |subject, text| {
        set(subject, text)?;
        // h7 is not passed: Black's queen's rook is off the board (F11).
        let expected = "B 0\nR 0\nP -52\nISOLATED QR -80\nPASSED QR4 24\nPASSED QR3 12\nPASSED KN7 -8\n\
                        K 0\nKING W 0\nKING B 0\nC 0\nS -52";
        Ok((subject.static_trace(false)?.join("\n"), expected))
    });
}
