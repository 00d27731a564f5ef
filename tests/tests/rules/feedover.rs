//! Specification 8.1 and 8.2: the feedover condition and the plausible captures.

use super::check;

/// Position, the part of the feedover condition that holds first (8.1; paper, Feedover conditions).
#[rustfmt::skip]
const CONDITIONS: &[(&str, &str)] = &[
    ("7k/8/8/8/N2N4/8/8/7K w - - 0 1", "none"),                   // nothing is en prise
    ("7k/8/8/1p6/N7/8/8/7K w - - 0 1", "none"),                   // one piece, free to go
    ("7k/8/8/1p6/N7/8/8/7K b - - 0 1", "none"),                   // the other side's
    ("4r2k/8/8/1p6/N7/8/8/4K3 w - - 0 1", "1A"),                  // one, and in check
    ("4r2k/8/8/8/N7/8/8/4K3 w - - 0 1", "none"),                  // in check with nothing en prise
    ("4k3/8/8/8/1b1p4/2N5/8/4K3 w - - 0 1", "1B"),                // it is pinned
    // The bishop b3 pins c4 to the rook e6, which is dearer.
    ("7k/8/4R3/1p6/2N5/1b6/8/7K w - - 0 1", "1B"),
    ("7k/8/8/8/p7/1p1p4/8/N6K w - - 0 1", "none"),                // shut in, but not attacked
    ("7k/8/5b2/8/p7/3p4/8/N6K w - - 0 1", "1B"),                  // a1 is trapped: b3 and c2 are taken
    ("7k/8/8/1p2p3/N2N4/8/8/7K w - - 0 1", "2"),                  // two pieces
    ("7k/8/8/1p2p3/N2N4/8/8/7K b - - 0 1", "none"),               // not the mover's
    ("7k/8/5n2/1p4P1/N2B4/8/8/7K w - - 0 1", "3"),                // one each, theirs pinned to its king
    ("6k1/8/5n2/1p4P1/N2B4/8/8/7K w - - 0 1", "none"),            // one each, neither held
    ("7k/8/5n2/6P1/N2B4/8/8/7K w - - 0 1", "none"),               // theirs alone
    ("7k/n7/5n2/1p4P1/N2B4/8/8/7K w - - 0 1", "none"),            // they have two: a7 as well
];

#[test]
fn the_feedover_condition_is_the_papers() {
    check(CONDITIONS, |engine, &(fen, expected)| {
        let found = engine.captures(fen)?.feed;
        Ok((found, expected))
    });
}

/// Position, plausible captures with their gains, in order (8.2).
#[rustfmt::skip]
const CAPTURES: &[(&str, &str)] = &[
    ("7k/8/8/8/8/8/1n6/K7 w - - 0 1", "a1b2 416"),                             // a king takes what is loose
    ("7k/2p5/3n4/4P3/8/8/8/7K w - - 0 1", "e5d6 288"),                         // 416 - 128
    ("7k/8/3n4/4P3/8/8/8/7K w - - 0 1", "e5d6 416"),                           // loose
    ("7k/2p5/3n4/4P3/8/8/8/3Q3K w - - 0 1", "e5d6 288"),                       // by the least valuable piece
    ("7k/8/8/8/2n5/1P1P4/8/7K w - - 0 1", "b3c4 416"),                         // the first generated among equals
    ("7k/8/1p6/n7/8/1N6/PP6/7K w - - 0 1", "b3a5 0"),                          // an even trade when ahead
    ("7k/pp6/1p6/n7/8/1N6/8/7K w - - 0 1", ""),                                // not when behind
    ("7k/8/1p6/n7/8/1N6/P7/7K w - - 0 1", ""),                                 // nor when level
    ("6rk/pp6/1p6/n7/8/1N6/8/R6K w - - 0 1", "b3a5 128"),                      // behind, but two attackers: min(416, 128)
    ("7k/8/8/1p6/n7/8/2B5/R6K w - - 0 1", "c2a4 96"),                          // 416 + 128 - 448
    ("7k/8/8/1p6/n7/8/2B5/7K w - - 0 1", ""),                                  // alone it would lose
    ("r6k/8/8/1p6/n7/8/2B5/R6K w - - 0 1", ""),                                // two against two
    ("7k/8/8/1p6/p7/8/2B5/R6K w - - 0 1", ""),                                 // 128 + 128 < 448
    ("q6k/8/8/8/n7/8/2B5/R5K1 w - - 0 1", "c2a4 416"),                         // the queen cannot: min(416, 416 + 1248 - 448)
    ("1n5k/P7/8/8/8/8/8/7K w - - 0 1", "a7b8q 1536, a7a8q 1120"),              // promotions to a queen, 1120 + 416
    ("7k/8/8/3pP3/8/8/8/7K w - d6 0 1", "e5d6 128"),                           // taken in passing
    // The greatest gain first; of equal ones the lower square t, then the lower square f.
    ("7k/8/2r1n3/1P1P4/8/8/8/7K w - - 0 1", "b5c6 640, d5e6 288"),
    ("7k/8/n3n3/1P1P4/8/8/8/7K w - - 0 1", "b5a6 416, d5e6 416"),
    ("1n5k/P1P5/8/8/8/8/8/7K w - - 0 1", "a7b8q 1536, c7b8q 1536, a7a8q 1120, c7c8q 1120"),
];

#[test]
fn plausible_captures_gain_what_the_text_says() {
    check(CAPTURES, |engine, &(fen, expected)| {
        let captures = engine.captures(fen)?.captures;
        let captures: Vec<String> = captures.iter().map(|(mv, gain)| format!("{mv} {gain}")).collect();
        Ok((captures.join(", "), expected))
    });
}
