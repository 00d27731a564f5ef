//! Specification 5.4 to 5.6: the three tests of en prise, trapped pieces, the cheapest attackers.

use super::{check, index, places, set, trace};

/// Position, square of a piece; its square value (7.1): 8, plus 8 for an own piece and, if it is en prise by
/// test A, the loss L, halved if it is not trapped. The squares themselves add at most 8.
#[rustfmt::skip]
const LOSSES: &[(&str, &str, i32)] = &[
    ("7k/8/8/8/1N6/8/8/7K", "b4", 16),                            // not attacked
    ("7k/8/8/2p5/1N6/8/8/7K", "b4", 16 + 416 / 2),                // not defended
    ("7k/8/8/2p5/1N6/P7/8/7K", "b4", 16 + (416 - 144) / 2),       // the pawn c5 has PV 128 + 2*8
    ("7k/8/8/8/1N6/P7/3b4/7K", "b4", 16),                         // by a bishop alone, defended
    ("1r5k/8/8/8/1N6/P7/3b4/7K", "b4", 16 + 416 / 2),             // by two: 416 - 448 + 136 > 0
    ("1r5k/8/8/8/1N6/8/R2b4/7K", "b4", 16 + 416 / 2),             // the rook a2 is not a defender
    ("1r4k1/8/8/8/1N5R/8/3b4/7K", "b4", 16 + 416 / 2),             // 416 - 448 + 640 > 0
    ("1r5k/1q6/8/8/1P6/P7/8/7K", "b4", 16),                       // a pawn against queen and rook: 144 - 1248 + 136 < 0
    ("1r5k/8/8/8/1P6/P7/3b4/7K", "b4", 16),                       // 144 - 448 + 136 < 0
    ("1r5k/8/8/8/1P6/8/2Kb4/8", "b4", 16 + 144),                  // not defended; b5 is attacked: trapped
    ("1r5k/8/8/8/1P6/1K6/3b4/8", "b4", 16 + 144),                 // the king is dear: 144 - 448 + 1536 > 0; b5 is attacked: trapped
    ("7k/8/8/8/1Q6/8/8/7K", "b4", 8),                             // a queen is worth nothing as a square
    // Only the knight c2 defends b4; if it is pinned, b4 has no defender. The enemy's pins do not matter.
    ("7k/8/3b4/8/1N6/8/2N5/2K5", "b4", 16),
    ("2r4k/8/3b4/8/1N6/8/2N5/2K5", "b4", 16 + 416 / 2),
    ("7k/6b1/8/8/8/2B5/1N6/K7", "b2", 16),                        // not attacked by g7: c3 is between
    ("5b1k/4b3/8/8/1R6/8/8/1R5K", "b4", 16 + (640 - 448) / 2),    // f8 backs e7
];

#[test]
fn test_a_gives_the_loss() {
    check(LOSSES, |subject, &(text, name, expected)| {
        set(subject, text)?;
        Ok((subject.generate(&[], false)?.squares[index(name)], expected))
    });
}

/// Position, the own pieces that are en prise by test A.
#[rustfmt::skip]
const EN_PRISE: &[(&str, &str)] = &[
    ("7k/8/8/4p3/3N4/2P5/8/7K", "d4"),                            // the paper's first example: by a pawn, defended
    ("3r3k/6b1/8/8/3N4/2P5/8/7K", "d4"),                          // the second: by bishop and rook, defended by a pawn
    ("7k/6b1/8/8/3N4/2P5/8/7K", ""),                              // the third: by the bishop alone
    ("7k/8/8/8/3r4/4K3/8/8 b - - 0 30", "d4"),                    // a king attacks like any other piece
    ("7k/8/8/2p5/3r4/4K3/8/8 b - - 0 30", ""),                    // but is worth 1536
    ("k2r4/8/8/8/3Q4/8/8/7K", ""),                                // the queen is not tested
    ("7k/8/2p1p3/3N4/3P4/8/1P6/R6K", "d5"),
];

#[test]
fn test_a_finds_pieces_en_prise() {
    check(EN_PRISE, |subject, &(text, expected)| {
        set(subject, text)?;
        let prise = subject.generate(&[], false)?.prise;
        Ok((places(subject, &prise)?, expected))
    });
}

/// Position, a move of the piece; the amount of H15, which is the loss saved by moving away (-G of test B).
#[rustfmt::skip]
const DANGERS: &[(&str, &str, i32)] = &[
    ("7k/8/8/8/1N6/8/8/7K", "b4c2", 0),                           // not attacked
    ("7k/8/8/2p5/1N6/8/8/7K", "b4c2", 416),                       // not defended
    ("7k/8/8/2p5/1N6/P7/8/7K", "b4c2", 416 - 144),                // one attacker, one defender
    ("7k/8/8/2p5/1N6/P7/3b4/7K", "b4a6", 416),                    // two attackers, one defender
    ("7k/8/8/2p5/1N6/P7/N2b4/7K", "b4a6", 416 - 144),             // two and two
    ("7k/8/8/8/1N6/P7/3b4/7K", "b4a6", 0),                        // one that is dearer
    ("1r5k/8/8/8/1N6/P7/3b4/7K", "b4a6", 136 - (448 - 416)),      // two: 448 - 416 - 136 < 0
    ("1r5k/8/8/8/1P6/P7/3b4/7K", "b4b5", 0),                      // 448 - 144 - 136 >= 0
    ("1r4k1/8/8/8/1N5R/8/3b4/7K", "b4a6", 416),                    // 448 - 416 - 640 = -608, no more than the piece
    ("7k/8/8/2p5/1Q6/P7/8/7K", "b4a4", 1248 - 144),               // queens are tested here
    ("2r4k/8/3b4/8/1N6/8/2N5/2K5", "b4a6", 416),                  // the only defender is pinned
];

#[test]
fn test_b_gives_the_value_saved_by_a_retreat() {
    check(DANGERS, |subject, &(text, mv, expected)| {
        set(subject, text)?;
        let (terms, _) = trace(subject, mv)?;
        let saved =
            terms.iter().filter(|(comment, _)| comment.starts_with("OUT OF PRISE")).map(|term| term.1);
        Ok((saved.sum::<i32>(), expected))
    });
}

/// Position, all pieces of either side that are en prise by test C with PAPER 0, kings included (5.4).
#[rustfmt::skip]
const IN_EVALUATOR: &[(&str, &str)] = &[
    ("7k/8/8/8/1N6/8/8/7K", ""),
    ("7k/8/8/2p5/1N6/8/8/7K", "b4"),                              // no defender
    ("7k/8/8/2p5/1N6/P7/8/7K", "b4"),                             // 128 - 416 < 0
    ("7k/8/8/8/1N6/P7/3b4/7K", ""),                               // one attacker, dearer
    ("1r5k/8/8/8/1N6/P7/3b4/7K", "b4"),                           // 448 - 416 - 128 < 0, no second defender
    ("1r5k/8/8/8/1N6/P7/N2b4/7K", ""),                            // a second one: 448 - 416 + 640 - 128 >= 0, two attackers
    ("1r5k/8/8/8/1P6/P7/3b4/7K", ""),                             // 448 - 128 - 128 >= 0
    // Attackers B, R; defenders Q, K: 448 - 416 - 1248 < 0; 448 - 416 + 640 - 1248 < 0.
    ("1r4k1/8/3b4/8/1N5Q/2K5/8/8", "b4"),
    ("4r2k/8/8/8/8/8/8/4K3", "e1"),                               // a king in check, not defended
    ("4k3/8/8/8/1b1p4/2N5/8/4K3", "c3"),                          // d4 takes
    ("7k/8/8/8/8/8/1n6/K7", "b2"),                                // a loose knight beside the king
    // Attackers B, R and the queen that backs it; defenders P, N: 448 - 416 + 640 - 128 - 416 >= 0.
    ("1q5k/1r6/8/8/1N6/P7/N2b4/7K", ""),
    // Defenders P, R: 448 - 416 + 640 - 128 - 640 < 0.
    ("1q4k1/1r6/8/8/1N5R/P7/3b4/7K", "b4"),
];

#[test]
fn test_c_finds_pieces_en_prise() {
    check(IN_EVALUATOR, |subject, &(text, expected)| {
        set(subject, text)?;
        let prise = subject.examine(false)?.prise;
        Ok((places(subject, &prise)?, expected))
    });
}

/// Position, the pieces that are en prise with PAPER 1, where kings are skipped (P3).
#[rustfmt::skip]
const WITHOUT_KINGS: &[(&str, &str)] = &[
    ("4r2k/8/8/8/8/8/8/4K3", ""),
    ("4r2k/8/8/1p6/N7/8/8/4K3", "a4"),
];

#[test]
fn kings_are_ignored_under_the_rules_of_the_paper() {
    check(WITHOUT_KINGS, |subject, &(text, expected)| {
        set(subject, text)?;
        let prise = subject.examine(true)?.prise;
        Ok((places(subject, &prise)?, expected))
    });
}

/// Position, a piece that is attacked and not defended; whether it is trapped (5.5). Its square value is 16 +
/// PV if it is, 16 + PV/2 if not.
#[rustfmt::skip]
const TRAPPED: &[(&str, &str, bool)] = &[
    ("7k/8/5b2/8/p7/3p4/8/N6K", "a1", true),              // b3 is taken by a4, c2 by d3
    ("7k/8/5b2/8/8/3p4/8/N6K", "a1", false),              // b3 is free
    ("7k/8/5b2/8/p7/8/2P5/N6K", "a1", true),              // an own pawn on c2 blocks it
    ("7k/8/5b2/8/p7/8/2p5/N6K", "a1", false),             // an undefended enemy pawn there is a safe target
    ("7k/8/5b2/8/p7/3p4/2p5/N6K", "a1", true),            // a defended one is not
    ("7k/8/5b2/8/p7/3p4/2n5/N6K", "a1", false),           // a piece of the same value is
    ("7k/8/5b2/8/p7/3p4/2b5/N6K", "a1", false),           // or one worth more
    ("7k/8/8/1p6/1P5r/8/8/6K1", "b4", true),              // a blocked pawn has no target
    ("1r5k/8/8/8/1P6/8/8/7K", "b4", true),                // b5 is attacked
    ("7k/8/8/8/1P5r/8/8/6K1", "b4", false),               // b5 is free
    ("7k/8/8/2r5/1P5r/8/8/6K1", "b4", false),             // b5 is attacked, c5 can be taken
];

#[test]
fn a_piece_without_safe_targets_is_trapped() {
    check(TRAPPED, |subject, &(text, name, expected)| {
        set(subject, text)?;
        let placed = subject.placed()?;
        let place = placed.squares.iter().position(|&at| at == super::square(name)).expect("a piece");
        let loss = placed.working[place] as i32;
        let found = subject.generate(&[], false)?.squares[index(name)] - 16;
        anyhow::ensure!(found == loss || found == loss / 2, "{found} is neither {loss} nor its half");
        Ok((found == loss, expected))
    });
}
