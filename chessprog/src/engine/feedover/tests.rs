//! Each rule of specification 8.1 and 8.2 with a position.

use super::*;
use crate::engine::moves::{in_check, legal};
use crate::engine::probe::NoProbe;

/// Position, the part of the feedover condition that holds first (8.1).
#[rustfmt::skip]
const CONDITIONS: &[(&str, Feedover)] = &[
    ("7k/8/8/8/N2N4/8/8/7K w - - 0 1", Feedover::None),
    ("7k/8/8/1p6/N7/8/8/7K w - - 0 1", Feedover::None),                // one piece, free to go
    ("4r2k/8/8/1p6/N7/8/8/4K3 w - - 0 1", Feedover::Checked),          // and in check
    ("4k3/8/8/8/1b1p4/2N5/8/4K3 w - - 0 1", Feedover::Held),           // it is pinned
    ("7k/8/8/1p2p3/N2N4/8/8/7K w - - 0 1", Feedover::Two),             // two pieces
    ("7k/8/5n2/1p4P1/N2B4/8/8/7K w - - 0 1", Feedover::Theirs),        // one each, theirs pinned
    ("6k1/8/5n2/1p4P1/N2B4/8/8/7K w - - 0 1", Feedover::None),         // one each, neither held
];

#[test]
fn the_feedover_condition_is_the_papers() {
    for &(fen, expected) in CONDITIONS {
        let position = Position::from_fen(fen).expect(fen);
        let attacks = Attacks::of(&position);
        assert_eq!(condition(&position, &attacks, in_check(&position), &mut NoProbe), expected, "{fen}");
    }
}

/// Position, plausible captures with their gains (8.2).
#[rustfmt::skip]
const CAPTURES: &[(&str, &str)] = &[
    ("7k/8/8/8/8/8/1n6/K7 w - - 0 1", "a1b2 416"),                             // a king takes what is loose
    ("7k/2p5/3n4/4P3/8/8/8/7K w - - 0 1", "e5d6 288"),                         // 416 - 128
    ("7k/2p5/3n4/4P3/8/8/8/3Q3K w - - 0 1", "e5d6 288"),                       // by the least valuable piece
    ("7k/8/1p6/n7/8/1N6/PP6/7K w - - 0 1", "b3a5 0"),                          // an even trade when ahead
    ("7k/pp6/1p6/n7/8/1N6/8/7K w - - 0 1", ""),                                // not when behind
    ("6rk/pp6/1p6/n7/8/1N6/8/R6K w - - 0 1", "b3a5 128"),                      // behind, but two attackers: min(416, 128)
    ("7k/8/8/1p6/n7/8/2B5/R6K w - - 0 1", "c2a4 96"),                          // 416 + 128 - 448
    ("7k/8/8/1p6/n7/8/2B5/7K w - - 0 1", ""),                                  // alone it would lose
    ("1n5k/P7/8/8/8/8/8/7K w - - 0 1", "a7b8q 1536, a7a8q 1120"),              // promotions to a queen, 1120 + 416
    ("7k/8/8/3pP3/8/8/8/7K w - d6 0 1", "e5d6 128"),                           // taken in passing
];

#[test]
fn plausible_captures_gain_what_the_text_says() {
    for &(fen, expected) in CAPTURES {
        let position = Position::from_fen(fen).expect(fen);
        let mut list = Vec::new();
        captures(&position, &Attacks::of(&position), &legal(&position), &mut list, &mut NoProbe);
        let found: Vec<String> =
            list.iter().map(|capture| format!("{} {}", capture.mv, capture.gain)).collect();
        assert_eq!(found.join(", "), expected, "{fen}");
    }
}
