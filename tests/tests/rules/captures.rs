//! Specification 8.2: the plausible captures.

use chessprog::program::Coordinates;
use chessprog::vocabulary::Move;

use super::{check, set};

/// Position; the plausible captures with their gains in order, with PAPER 0, and with PAPER 1 (`None` if the
/// same).
#[rustfmt::skip]
const CAPTURES: &[(&str, &str, Option<&str>)] = &[
    ("7k/8/8/8/8/8/1n6/K7", "a1b2 416", None),                            // a king takes loose pieces
    ("7k/2p5/3n4/4P3/8/8/8/7K", "e5d6 288", None),                        // 416 - 128
    ("7k/8/3n4/4P3/8/8/8/7K", "e5d6 416", None),                          // loose
    ("7k/8/8/8/8/2p5/8/1N5K", "b1c3 128", None),
    ("7k/8/8/8/1p6/2p5/8/1N5K", "", None),                                // a defended pawn is not en prise to a knight
    // All attackers capture. The queen is worth more than knight and pawn together, so her capture gains the
    // knight's full value (F25).
    ("7k/2p5/3n4/4P3/8/8/8/3Q3K", "d1d6 416, e5d6 288", None),
    // The bishop is worth less than pawn and rook. Its gain is 0 if its own square is guarded (F26).
    // An unguarded bishop does not capture.
    ("3r3k/8/8/3p4/2P5/5B2/6P1/7K", "c4d5 0, f3d5 0", None),
    ("3r3k/8/8/3p4/2P5/5B2/8/7K", "c4d5 0", None),
    ("3r3k/8/8/3r4/2P5/5B2/8/7K", "c4d5 512, f3d5 192", None),            // 640 - 128, 640 - 448
    // The attackers are listed in the order of the target's slots (specification 5.2): b3 is in slot 4, d3 in
    // slot 5.
    ("7k/8/8/8/2n5/1P1P4/8/7K", "b3c4 416, d3c4 416", None),
    ("1b5k/8/8/4r3/3P1P2/8/8/7K", "d4e5 512, f4e5 512", None),
    ("7k/8/2r1n3/1P1P4/8/8/8/7K", "b5c6 640, d5c6 640, d5e6 288", None),  // the greatest gain first
    // The rook gains the full value (F25); knight for knight is an even exchange.
    ("7k/8/1p6/n7/8/1N6/8/R6K", "a1a5 416, b3a5 0", None),
    // Pieces of both sides are tested, but only the enemy's are captured.
    ("7k/8/8/2p5/1N6/8/8/7K", "", None),
    ("7k/8/8/2p5/1N6/8/8/7K b - - 0 30", "c5b4 416", None),
    // Pinned pieces capture too.
    ("4r2k/8/3p4/4N3/2p5/8/8/4K3", "e5c4 128", None),
    // The target of an en passant capture is the pawn's own square (F27).
    ("7k/8/8/3pP3/8/8/8/7K w - d6 0 30", "e5d5 128", None),
    ("7k/8/8/3pP3/8/8/8/7K w - - 0 30", "", None),
    // Promotions: PAPER 0 has none for White (F24), except captures on the last rank.
    ("7k/P7/8/8/8/8/8/7K", "", Some("a7a8 512")),
    ("1n5k/P7/8/8/8/8/8/7K", "a7b8 416", Some("a7a8 512, a7b8 416")),
    ("n6k/P7/8/8/8/8/8/7K", "", None),                                    // blocked
    ("7k/8/8/8/8/8/p7/7K b - - 0 30", "", Some("a2a1 512")),
    ("7k/P1P5/8/8/8/8/8/7K", "", Some("c7c8 512, a7a8 512")),             // in order of piece number
    // With PAPER 0, Black's promotions depend on White's h pawn (F24). If it is passed, unmoved and not
    // backward, every black pawn with an empty square ahead is listed; otherwise none is.
    ("7k/8/8/8/p7/8/7P/7K b - - 0 30", "a4a3 512", Some("")),
    ("7k/8/8/8/p7/7P/8/7K b - - 0 30", "", None),
    ("7k/8/8/3p4/p7/8/7P/7K b - - 0 30", "d5d4 512, a4a3 512", Some("")),
];

#[test]
fn plausible_captures_gain_as_specified() {
    check(CAPTURES, |subject, &(text, original, paper)| {
        set(subject, text)?;
        let listed = |captures: Vec<(Move, i32)>| {
            let of = |&(mv, gain): &(_, i32)| {
                let mv = Coordinates::from(mv);
                format!("{}{} {gain}", mv.from, mv.to)
            };
            captures.iter().map(of).collect::<Vec<_>>().join(", ")
        };
        let found = [listed(subject.examine(false)?.captures), listed(subject.examine(true)?.captures)];
        Ok((found, [original.to_owned(), paper.unwrap_or(original).to_owned()]))
    });
}
