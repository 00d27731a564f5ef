//! Specification 7.3: the exchange sort, which is not stable. Also the moves that 7.2.1 omits from the list.

use chessprog::program::Coordinates;

use super::{check, set};

/// Position; its list of plausible moves, or the beginning, with plausibilities (15.1). The values are from
/// the program of 1967 for games from the initial position, and from independent implementations for the
/// diagrams.
#[rustfmt::skip]
const LISTS: &[(&str, &str)] = &[
    // Generated from h to a, two steps first: g2g4 before g2g3, b2b4 before b2b3, all at 520. The exchanges
    // reverse only the first pair.
    ("; ", "e2e4 644, e2e3 636, d2d4 612, d2d3 604, c2c4 580, c2c3 572, f2f4 564, f2f3 556, g2g3 520, g2g4 520, b2b3 520, \
            b2b4 520, h2h4 512, h2h3 512, a2a4 512, a2a3 512, g1f3 376, b1c3 376, b1a3 312, g1h3 312"),
    ("; e2e4", "e7e5 644, e7e6 636, d7d5 636, d7d6 604, c7c5 580, c7c6 572, f7f6 556, b7b6 520, g7g6 520, g7g5 520, h7h6 512, \
                h7h5 512, a7a5 512, a7a6 512, g8f6 412, b7b5 376, b8c6 376, f7f5 360, g8h6 312, b8a6 312"),
    ("; e2e4 e7e5", "g1f3 636, d2d4 636, b1c3 608, d2d3 580, c2c3 572, f1c4 564, c2c4 564, f1b5 560, g1h3 552, f2f3 548, \
                     b1a3 544, b2b3 520, g2g3 520, f1e2 520, h2h4 512, h2h3 512, g2g4 512, a2a3 512, a2a4 512, g1e2 508, \
                     f1d3 452, b2b4 376, f2f4 360, d1f3 348, d1h5 340, d1e2 330, d1g4 306, e1e2 180, f1a6 0"),
    ("r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4",
     "b5c4 1012, b5c6 1008, b5e2 960, b5a4 960, b5f1 944, b5d3 900, b5a6 856, b1c3 840"),
    ("1r6/p2q1pkp/2Np2n1/2b1rp2/2P5/1P4PP/P1Q2PBK/3R1R2 b - - 1 26",
     "b8e8 1328, b8h8 1152, b8c8 1144, b8b7 1144, b8a8 1120, b8f8 1120, b8b6 1112, b8g8 1112"),
    ("1r3rk1/p5pp/2p2p2/4p3/1Pb1P3/P4N2/2PR1PPP/3R2K1 b - - 4 23",
     "f6f5 536, f8e8 524, h7h6 512, b8b5 512, h7h5 512, b8b7 512, a7a6 512, g8f7 508"),
    ("r1bqk2r/5p1p/p1np1npb/4p3/Pp2P3/2NQ1NB1/1PP2PPP/1K1R1B1R w kq - 0 12",
     "c3d5 908, c3e2 864, c3a2 844, d3d6 646, f1e2 584, c3b5 540, h1g1 504, d3c4 504"),
    ("2r1kb1r/5p1p/p1n1b1p1/2nQN3/Pp5B/8/1PP2PPP/1K1R1B1R w k - 1 20",
     "d5f3 1312, d5d2 1240, d5c6 1094, e5c6 800, h4f6 676, b2b3 656, c2c3 608, f1c4 596"),
    ("2k4r/1pp5/p1p2n2/5Pp1/2P5/1PN3Pp/P2r1P2/R3R1K1 w - - 0 22",
     "c3e4 672, e1e6 592, f2f4 564, c3b1 560, a1c1 552, f2f3 532, e1e7 520, a1b1 512"),
    ("8/8/p4P2/1p4K1/4k3/1P1p2P1/P7/8 w - - 0 40",
     "f6f7 704, g3g4 608, a2a4 552, g5g4 520, b3b4 512, a2a3 504, g5g6 500, g5h6 472"),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
     "c3b5 1056, e2a6 1016, c3d1 964, c3b1 924, e1g1 768, e1c1 768, g2h3 648, e2f1 592"),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
     "c4c5 736, d2d4 636, b4c5 360, g1h1 340, f3d4 104, f1f2 72"),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
     "b4f4 888, e2e3 698, b4c4 558, e2e4 548, b4e4 542, b4d4 526, b4a4 494, b4b3 408"),
    ("rnbqkbnr/ppp1p1pp/8/8/3pPp2/2N2N2/PPPP1PPP/R1BQKB1R b KQkq e3 0 4",
     "d4c3 1024, g8f6 712, d4e3 660, e7e6 636, f4e3 628, b8c6 624, c7c5 588, c7c6 572"),
];

#[test]
fn lists_are_sorted_as_specified() {
    check(LISTS, |subject, &(text, expected)| {
        set(subject, text)?;
        let entries = subject.generate(&[], false)?.entries;
        let count = expected.split(',').count();
        let list = entries.iter().take(count);
        let list: Vec<String> = list
            .map(|entry| format!("{} {}", without_promotion(entry.mv.into()), entry.plausibility))
            .collect();
        Ok((list.join(", "), expected))
    });
}

/// Returns a move as the lists print it, without the promotion.
fn without_promotion(mv: Coordinates) -> String {
    format!("{}{}", mv.from, mv.to)
}

/// Position, the listed moves in alphabetical order: in check only moves that answer it, and no move that
/// exposes the king (7.2.1, 7.2.5).
#[rustfmt::skip]
const LISTED: &[(&str, &str)] = &[
    // The rook e8 gives check: the king's free squares, an interposed piece, the capture of the checker.
    ("4r2k/8/8/8/8/8/8/R3K3", "e1d1 e1d2 e1f1 e1f2"),
    ("4r1k1/8/8/8/8/8/8/4K2R", "e1d1 e1d2 e1f1 e1f2"),
    ("4r2k/8/8/8/8/8/R7/4K3", "a2e2 e1d1 e1d2 e1f1 e1f2"),
    ("4r3/7k/8/8/8/8/8/R3K2B", "e1d1 e1d2 e1f1 e1f2 h1e4"),
    ("R3r2k/8/8/8/8/8/8/4K3", "a8e8 e1d1 e1d2 e1f1 e1f2"),
    // In double check only the king moves.
    ("4r1k1/8/8/8/8/5n2/8/R3K2R", "e1d1 e1f1 e1f2"),
    // The pawn that can be taken en passant gives check.
    ("7k/8/8/3pP3/4K3/8/8/8 w - d6 0 30", "e4d3 e4d4 e4d5 e4e3 e4f3 e4f4 e4f5 e5d6"),
    // A pinned piece stays on the line of the pin.
    ("4r2k/8/8/8/8/8/4R3/4K3", "e1d1 e1d2 e1f1 e1f2 e2e3 e2e4 e2e5 e2e6 e2e7 e2e8"),
    ("4r2k/8/8/8/8/8/4N3/4K3", "e1d1 e1d2 e1f1 e1f2"),
    // A king's step back along the slider's line is listed, though illegal.
    ("8/8/8/r3K2k/8/8/8/8", "e5d4 e5d6 e5e4 e5e6 e5f4 e5f5 e5f6"),
    // A promotion is one target, whatever the piece.
    ("7k/P7/8/8/8/8/8/7K", "a7a8 h1g1 h1g2 h1h2"),
    // A captured piece has no moves, nor has a piece without targets.
    ("7k/8/8/8/8/p7/P7/K7", "a1b1"),
];

#[test]
fn only_what_answers_a_check_is_listed() {
    check(LISTED, |subject, &(text, expected)| {
        set(subject, text)?;
        let entries = subject.generate(&[], false)?.entries;
        let mut moves: Vec<String> = entries.iter().map(|entry| without_promotion(entry.mv.into())).collect();
        moves.sort();
        Ok((moves.join(" "), expected))
    });
}

/// Position; the pieces that have safe moves, with their number (NSM, PCSWSM: 7.2.1).
#[rustfmt::skip]
const SAFE: &[(&str, &str)] = &[
    ("7k/8/8/8/8/8/8/N6K", "a1 2, h1 3"),
    ("7k/8/8/8/p7/3p4/8/N6K", "h1 3"),                            // b3 and c2 are attacked
    ("4r2k/8/8/8/8/8/R7/4K3", "a2 1"),                            // in check the king's moves are not counted
    ("4k3/8/8/8/8/8/8/4K2R w K - 0 30", "e1 5, h1 9"),            // castling does not count
    ("4r1k1/8/8/8/8/5n2/8/R3K2R", "e1 3"),                         // but they are in double check
];

#[test]
fn safe_moves_are_counted_by_piece() {
    check(SAFE, |subject, &(text, expected)| {
        set(subject, text)?;
        let generated = subject.generate(&[], false)?;
        let placed = subject.placed()?;
        let mut counted = Vec::new();
        for (place, &count) in generated.safe.iter().enumerate().filter(|(_, count)| **count > 0) {
            counted.push(format!("{} {count}", placed.squares[place]));
        }
        counted.sort();
        let pieces = expected.split(", ").count() as u32;
        Ok(((counted.join(", "), generated.with_safe), (expected.to_owned(), pieces)))
    });
}
