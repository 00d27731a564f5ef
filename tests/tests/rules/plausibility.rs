//! Specification 7.3 and 7.4: the sums, the marks, the order of the moves and the words of the trace.

use anyhow::Context;
use chessprog::engine::board::{Color, Position, Square};
use chessprog::vectors::{Engine, PlausibleMove};

use super::check;
use super::heuristics::ROWS;

/// The move as the plausible move generator scores it.
fn scored(engine: &mut dyn Engine, fen: &str, mv: &str) -> anyhow::Result<PlausibleMove> {
    engine.plausible(fen)?.into_iter().find(|found| found.0 == mv).context("not legal")
}

/// Position, move; plausibility and positional value.
#[rustfmt::skip]
const SUMS: &[(&str, &str, (i32, i32))] = &[
    // H2 (2*24)>>2 for b4 and d4, H3 (2*26)>>2 for b5 and d5, H21, H24: b2 27 and a1 28, beside the king, for a bishop;
    // H34, H37, H53 (c3 was loose).
    ("6kb/8/8/8/8/2P5/8/1K6 w - - 0 30", "c3c4", (512 - 12 + 13 + 4 - 55 + 64 + 4 + 128, -12 + 13 + 4 - 55)),
    // The knight guards c3, counts 2 more on b5, and is guarded from c4: H14.
    ("6kb/8/8/1N6/8/2P5/8/1K6 w - - 0 30", "c3c4", (512 - 12 + 14 + 2 + 4 - 55 + 64 + 4, -12 + 14 + 4 - 55)),
    // H23: d1 to a1, 8 each, for the rook h1; H42, H44.
    ("4k2q/8/8/8/8/8/8/4K2R w K - 0 30", "e1d2", (512 + 16 - 160 - 8, 16 - 160 - 8)),
    // Castling has H1, H40 and H54 only.
    ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 30", "e1g1", (512 + 160, 160)),
    ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 30", "e1c1", (512 + 128, 128)),
    ("5k2/8/8/8/8/8/8/4K2R w K - 0 30", "e1g1", (512 + 160 + 24, 160)),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 30", "e1e2", (512 + 16, 16)),
];

#[test]
fn terms_add_up() {
    check(SUMS, |engine, &(fen, mv, expected)| {
        let (_, plausibility, positional, ..) = scored(engine, fen, mv)?;
        let found = (plausibility, positional);
        Ok((found, expected))
    });
}

/// The queen goes where a pawn takes it: 512 and little else against 1248 leave nothing, but not less than nothing.
#[test]
fn no_plausibility_is_negative() {
    check(&[("7k/8/8/1p6/8/8/8/2Q4K w - - 0 30", "c1c4")], |engine, &(fen, mv)| {
        let (_, plausibility, _, _, _, terms) = scored(engine, fen, mv)?;
        let negative = terms.iter().map(|term| term.1).sum::<i64>() < 0;
        Ok(((plausibility, negative), (0, true)))
    });
}

/// Position, move, its marks: `P` developmentally poor, `U` not safe, `F` investigate always.
#[rustfmt::skip]
const MARKS: &[(&str, &str, &str)] = &[
    ("7k/8/8/8/8/8/8/R6K w - - 0 30", "a1a8", "F"),               // a safe check
    ("5k2/8/8/8/8/8/8/4K2R w K - 0 30", "e1g1", "F"),             // by castling
    ("7k/8/8/8/8/8/8/6RK w - - 0 30", "g1g8", "U"),               // a check that loses the rook
    ("7k/8/8/8/8/8/8/R6K w - - 0 30", "a1a7", ""),
    ("7k/8/8/1p6/p7/8/1N6/7K w - - 0 30", "b2a4", "U"),           // a capture that loses 288
    ("7k/8/1p6/n7/8/1N6/PP6/7K w - - 0 30", "b3a5", ""),          // one that neither gains nor loses
    ("7k/8/8/1p6/8/8/1N6/7K w - - 0 30", "b2c4", "U"),            // into prise
    ("k6r/4P3/8/8/8/8/8/6K1 w - - 0 30", "e7e8q", "U"),           // promotes where it is taken
    ("6kb/8/8/1N6/8/2P5/8/1K6 w - - 0 30", "c3c4", "P"),          // positional value -49
    ("6kb/8/8/8/8/2P5/8/1K6 w - - 0 30", "c3c4", ""),             // -50, but c3 was en prise
    ("4k2q/8/8/8/8/8/8/4K2R w K - 0 30", "e1d2", "P"),            // -152
    ("4k2q/8/8/8/8/8/5p2/4K2R w K - 0 30", "e1f2", ""),           // the same, but a capture
];

#[test]
fn moves_are_marked() {
    check(MARKS, |engine, &(fen, mv, expected)| {
        let (_, _, _, marks, ..) = scored(engine, fen, mv)?;
        Ok((marks, expected))
    });
}

/// Greatest first, equal ones as they were generated: N, NE and NW gain the 16 of H45, E and W do not.
#[test]
fn moves_are_sorted_by_plausibility_then_by_generation() {
    check(&["4k3/8/8/8/8/8/8/4K3 w - - 0 30"], |engine, fen| {
        let list: Vec<String> = engine
            .plausible(fen)?
            .into_iter()
            .map(|(mv, plausibility, _, _, index, _)| format!("{mv} {plausibility} {index}"))
            .collect();
        let expected = "e1e2 528 0, e1f2 528 1, e1d2 528 4, e1f1 512 2, e1d1 512 3";
        Ok((list.join(", "), expected.to_owned()))
    });
}

/// The comment of each heuristic, as the table of 7.4 prints them: Z a piece with its square from White's side, S a square from
/// the mover's side, n the number of threats.
#[rustfmt::skip]
const COMMENTS: [&str; 60] = [
    "BASE", "DEVELOPMENT NOW", "DEVELOPMENT AT S", "HITS LOOSE Z", "HITS GREATER Z", "TIPS BALANCE AT S", "OVERATTACKS Z",
    "HITS PINNED Z", "HITS WEAK Z", "HITS ON FILE Z", "PAWN BREAK AT S", "HITS DEFENDER Z", "SAVES Z", "GUARDS Z",
    "FORK OF n", "KING FILE", "KING FILE OPEN", "KING LINE", "ROOK FILE", "ROOK ON SEVENTH", "PAWN CENTER",
    "KNIGHT CENTER", "UNBLOCKS Z", "UNBLOCKS HIS Z", "DISCOVERS ON Z", "EXPOSES Z", "BLOCKS OWN Z", "BLOCKS HIS Z",
    "SHIELDS Z", "BLOCKS CENTER PAWN", "FREES CENTER PAWN", "BLOCKADE", "CLEARS PASSED PAWN", "PASSED PAWN ON",
    "LEAVES CHAIN", "WAS BACKWARD", "WAS ISOLATED", "OPENS KING", "TOO EARLY", "CASTLES", "FIRST MOVE OF MINOR",
    "KING LOSES CASTLING", "ROOK LOSES CASTLING", "KING RETREATS", "KING CENTRALIZES", "TAKES Z", "ITS DEVELOPMENT",
    "TRADE", "PAWN RETAKES", "DEFENDER OVERLOADED", "IT IS PASSED", "INTO PRISE", "OUT OF PRISE", "CHECK", "ABANDONS Z",
    "PINS Z", "READY TO DISCOVER Z", "TRAPS BISHOP", "UNPINS Z", "PROMOTES",
];

/// A square in full from a side: files QR to KR, rank 1 the side's own first.
fn in_full(color: Color, square: Square) -> String {
    let file = ["QR", "QN", "QB", "Q", "K", "KB", "KN", "KR"][usize::from(square.file()) - 1];
    format!("{file}{}", if color == Color::White { square.rank() } else { 9 - square.rank() })
}

/// The line of a term.
fn line(position: &Position, (heuristic, term, extra): (i64, i64, i64)) -> String {
    let comment = COMMENTS[heuristic as usize - 1];
    let square = Square::new(extra as u8);
    let comment = if let Some(words) = comment.strip_suffix('Z') {
        format!("{words}{}/{}", position.at(square), in_full(Color::White, square))
    } else if let Some(words) = comment.strip_suffix(" S") {
        format!("{words} {}", in_full(position.side(), square))
    } else if let Some(words) = comment.strip_suffix('n') {
        format!("{words}{extra}")
    } else {
        comment.to_owned()
    };
    format!("{comment}\t{term}")
}

/// One position for each heuristic: the trace of the move is its terms in words, then the sums.
#[test]
fn every_comment_is_typed() {
    let shown = |heuristic| ROWS.iter().find(|row| row.0 == heuristic && !row.3.is_empty());
    let rows: Vec<_> = (1..=60).filter_map(shown).collect();
    assert_eq!(rows.len(), 60);
    check(&rows, |engine, &&(_, fen, mv, ..)| {
        let position = Position::from_fen(fen)?;
        let (_, plausibility, positional, _, _, terms) = scored(engine, fen, mv)?;
        let mut expected: Vec<String> = terms.into_iter().map(|term| line(&position, term)).collect();
        expected.push(format!("TOTAL {plausibility} POS {positional}"));
        let traces = engine.trace(fen)?.moves;
        let (_, found) = traces.into_iter().find(|(other, _)| other == mv).context("not traced")?;
        Ok((found.join("\n"), expected.join("\n")))
    });
}

/// A whole trace, its order and words, from the text alone.
#[test]
fn a_trace_has_the_order_of_the_text() {
    check(&[("6kb/8/8/8/8/2P5/8/1K6 w - - 0 30", "c3c4")], |engine, &(fen, mv)| {
        let traces = engine.trace(fen)?.moves;
        let (_, found) = traces.into_iter().find(|(other, _)| other == mv).context("not traced")?;
        let expected = "BASE\t512\nDEVELOPMENT NOW\t-12\nDEVELOPMENT AT QB4\t13\nPAWN CENTER\t4\nUNBLOCKS HIS BB/KR8\t-55\n\
                        PASSED PAWN ON\t64\nWAS ISOLATED\t4\nOUT OF PRISE\t128\nTOTAL 658 POS -50";
        Ok((found.join("\n"), expected))
    });
}

/// The trace of the static evaluator (14.3): the facts square by square, on each in order, then the files; all from White's side.
#[test]
fn the_evaluators_trace_names_every_fact() {
    check(&["4k3/6pp/8/8/P7/P7/8/4K3 w - - 0 30"], |engine, fen| {
        let expected = "B 0\nR 0\nP 4\nISOLATED QR3 -16\nPASSED QR3 12\nISOLATED QR4 -16\nPASSED QR4 24\n\
                        PASSED KN7 -8\nBACKWARD KN7 16\nPASSED KR7 -8\nBACKWARD KR7 16\nDOUBLED QR -16\nK 0\nC 0\nS 4";
        Ok((engine.trace(fen)?.evaluator.join("\n"), expected))
    });
}
