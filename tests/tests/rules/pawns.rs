//! Specification 6.2: passed, protected and backward pawns.

use chessprog::vocabulary::Square;

use super::{check, set, trace};

/// Parses a square named from White's side, such as `QB4`.
fn square(name: &str) -> Square {
    let (file, rank) = name.split_at(name.len() - 1);
    let files = ["KR", "KN", "KB", "K", "Q", "QB", "QN", "QR"];
    let file = files.iter().position(|&known| known == file).expect("a file") as u8 + 1;
    Square::at(file, rank.parse().expect("a rank"))
}

/// Position; its passed pawns, its backward pawns, in order of piece number: White's h to a, then Black's.
#[rustfmt::skip]
const FACTS: &[(&str, [&str; 2])] = &[
    // Passed.
    ("4k3/8/8/8/4P3/8/8/4K3", ["e4", ""]),
    ("4k3/8/3p4/8/4P3/8/8/4K3", ["", ""]),                        // each stops the other
    ("4k3/8/p7/8/4P3/8/8/4K3", ["e4 a6", ""]),
    ("4k3/8/8/8/3pP3/8/8/4K3", ["e4", ""]),                       // side by side: only White's is passed (F4)
    ("4k3/8/8/8/4P3/4p3/8/4K3", ["e4 e3", ""]),                   // past each other
    ("4k3/4p3/8/8/8/8/4P3/4K3", ["", ""]),
    ("4k3/8/8/8/7P/p7/8/4K3", ["h4 a3", ""]),                     // files do not meet around the edge
    ("4k3/8/4p3/4p3/8/8/4P3/4K3", ["e6", ""]),                    // e6 is piece 17: its file is ignored (F4)
    ("4k3/8/8/1p6/P7/8/1p6/4K3", ["a4 b2", ""]),                  // b5 is piece 17: the rank ahead is ignored
    ("4k3/8/1p6/8/P7/8/8/4K3", ["", ""]),
    ("4k3/1p6/8/8/P7/8/8/4K3", ["", ""]),
    ("4k3/1p6/P7/8/8/8/8/4K3", ["", ""]),                         // the home-file test finds b7
    ("4k3/8/8/8/8/8/7P/4K3", ["h2", ""]),
    // Black's h pawn (fault F11).
    ("4k3/7p/8/8/8/8/8/4K3", ["", ""]),                           // the queen's rook is not on the board
    ("4k2r/7p/8/r7/8/8/8/4K3", ["h7", ""]),
    ("r3k2r/7p/8/8/8/8/8/4K3", ["", ""]),                         // the queen's rook is on the eighth rank
    ("4k2r/r6p/8/8/8/8/8/4K3", ["", ""]),                         // the queen's rook is on a7
    ("4k2r/6rp/8/8/8/8/8/4K3", ["h7", ""]),                       // g7 is not in the list
    ("4k2r/7p/8/2r5/8/8/8/4K3", ["h7", ""]),                      // c5, at the root
    ("4k2r/7p/8/r7/8/8/8/Q2QK3", ["", ""]),                       // a white h pawn has been promoted
    ("4k3/8/8/8/7p/7p/8/4K3", ["h4", ""]),                        // h4 is piece 18
    ("4k3/8/8/6p1/8/8/8/4K3", ["g5", ""]),
    // Backward: the cases of 6.2 in order.
    ("4k3/8/8/8/4P3/3P4/8/4K3", ["e4 d3", "d3"]),                 // e4 is ahead on the next file
    ("4k3/8/8/8/4P3/8/3P4/4K3", ["e4 d2", "d2"]),                 // d3 would defend e4
    ("4k3/8/8/8/4P3/3B4/3P4/4K3", ["e4 d2", "d2"]),               // through the own bishop too
    ("4k3/8/8/8/4P3/3b4/3P4/4K3", ["e4 d2", "d2"]),               // d3 is blocked
    ("4k3/8/8/3n4/3PP3/8/8/4K3", ["e4 d4", "d4"]),                // blocked, with a neighbour: backward
    ("4k3/8/8/8/3PP3/8/8/4K3", ["e4 d4", ""]),                    // not blocked
    ("4k3/8/8/3N4/3PP3/8/8/4K3", ["e4 d4", ""]),                  // an own knight does not block
    ("4k3/8/8/3n4/3P4/8/8/4K3", ["d4", ""]),                      // blocked, alone
    ("4k3/8/8/8/8/8/PP6/4K3", ["b2 a2", ""]),
    ("4k3/8/8/8/8/4P3/3P4/4K3", ["e3 d2", ""]),                   // rank 2, e3 ahead: not backward
    ("4k3/8/8/8/2p5/4P3/3P4/4K3", ["e3", "d2"]),                  // but backward if an enemy pawn is on c4
    ("4k3/8/8/8/2n5/4P3/3P4/4K3", ["e3 d2", ""]),                 // a knight does not matter
    ("4k3/8/8/8/3n4/4P3/3P4/4K3", ["e3 d2", "d2"]),               // an enemy on d4
    ("4k3/8/8/8/8/3n4/3PP3/4K3", ["e2 d2", "d2"]),                // blocked on rank 2, with a neighbour
    ("4k3/8/8/4P3/8/3P4/8/4K3", ["e5 d3", "d3"]),                 // d4 would defend e5
    ("4k3/8/8/4P3/3n4/3P4/8/4K3", ["e5 d3", "d3"]),
    ("4k3/8/5P2/4P3/8/8/3P4/4K3", ["f6 e5 d2", "d2"]),            // d2-d4 would defend e5
    ("4k3/8/5P2/4P3/3n4/8/3P4/4K3", ["f6 e5 d2", "e5 d2"]),       // not with d4 taken
    ("4k3/8/5P2/4P3/8/3n4/3P4/4K3", ["f6 e5 d2", "e5 d2"]),       // nor with d3 taken
    ("7k/4n3/3PP3/8/8/8/8/4K3", ["e6 d6", "e6"]),                 // rank 6
    ("4n2k/3PP3/8/8/8/8/8/4K3", ["e7 d7", ""]),                   // never on rank 7
    ("4k3/8/8/8/8/8/4P3/4K3", ["e2", ""]),                        // alone: not backward
    // The same for Black, mirrored, except for the double step (fault F4).
    ("4k3/3p4/8/4p3/8/8/8/4K3", ["e5 d7", "d7"]),
    ("4k3/3p4/8/8/4p3/5p2/8/4K3", ["f3 e4 d7", "e4 d7"]),         // d7-d5 does not count
    ("4k3/8/3p4/8/4p3/5p2/8/4K3", ["f3 e4 d6", "d6"]),            // d6-d5 counts
];

#[test]
fn pawn_classes_are_as_specified() {
    check(FACTS, |subject, &(text, expected)| {
        set(subject, text)?;
        let lines = subject.static_trace(false)?;
        let of = |word: &str| {
            let named = lines.iter().filter_map(|line| line.strip_prefix(word)?.split_whitespace().next());
            named.map(|name| square(name).to_string()).collect::<Vec<_>>().join(" ")
        };
        Ok(([of("PASSED "), of("BACKWARD ")], expected.map(str::to_owned)))
    });
}

/// Position, a rook's move to the e file; whether the pinned pawn that it attacks there counts as protected
/// (H5, not H6).
#[rustfmt::skip]
const PROTECTED: &[(&str, &str, bool)] = &[
    ("6k1/3p4/4p3/8/8/1B6/8/R5K1", "a1e1", true),
    ("6k1/8/4p3/8/8/1B6/8/R5K1", "a1e1", false),
    ("6k1/8/4pp2/8/8/1B6/8/R5K1", "a1e1", false),                 // a neighbour does not protect
    ("6k1/8/4p3/5p2/8/1B6/8/R5K1", "a1e1", false),                // nor does one ahead
    ("6k1/5p2/4p3/8/8/8/8/R4BK1", "a1e1", false),                 // not pinned at all
];

#[test]
fn pawns_are_protected_from_behind() {
    check(PROTECTED, |subject, &(text, mv, expected)| {
        set(subject, text)?;
        let (terms, _) = trace(subject, mv)?;
        Ok((terms.iter().any(|(comment, _)| comment.starts_with("HITS PINNED GUARDED")), expected))
    });
}
