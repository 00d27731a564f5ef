//! A whole game at the teletype, with traces, statistics, a draw offer, moves taken back and a tape punched, typed to both
//! programs: the same paper from both, which has been read against the specification's section 13.

use chessprog::emulated::Emulated;
use system_tests::chess::{Desk, program};

const LINES: [&str; 38] = [
    "BOOK 0",
    "SETD 1",
    "STAT 1",
    "PPV 1",
    "PB",
    "P-Q4",
    "N-QB3",
    "T",
    "T P-K4",
    "P-K4",
    "PXP",
    "TP",
    "B-KB4",
    "DRAW?",
    "P-KB3",
    "B-Q3 DRAW?",
    "QXB",
    "BD",
    "B-N3",
    "TPC",
    "PXB",
    "KN-K2",
    "LIST",
    "P-KN4",
    "P-N5",
    "T QXPCH",
    "QXPCH",
    "SAVE",
    "PG",
    "U 2",
    "QXPCH",
    "P-N3",
    "K-B1",
    "P-N6",
    "U",
    "Q-R8 MATE",
    "P-K4",
    "PG",
];

/// What stands on a punched tape, its blank leader left out.
fn text(tape: &[u8]) -> String {
    tape.iter().map(|&frame| char::from(frame & 0o177)).filter(|&c| c != '\0' && c != '\r').collect()
}

#[test]
fn both_programs_type_the_same_paper() {
    let mut machine = Emulated::boot(program()).expect("the tape boots");
    let greeting = machine.paper();
    let mut desk = Desk { machine, ..Desk::default() };
    let paper = greeting + &desk.say(&LINES);
    let native_tape = desk.dialogue.take_punched();
    let emulated_tape = desk.machine.machine().take_punched();
    assert_eq!(text(&native_tape), text(&emulated_tape));
    insta::assert_snapshot!("paper", paper);
    // What a person would type to come to the position at which SAVE was given; control-C ends it.
    let moves = "P-Q4 P-Q4 N-QB3 P-K3 P-K4 N-KB3 PXP PXP B-KB4 B-KN5 P-B3 B-KB4 B-Q3 BXB QXB B-Q3 B-N3 BXBCH PXB O-O KN-K2 R-K1 \
                 P-KN4 Q-K2 P-N5 KN-Q2 QXPCH K-B1";
    assert_eq!(text(&emulated_tape), format!("RESET\n{}\n\u{3}", moves.replace(' ', "\n")));
}
