//! Types a whole game to both programs, with traces, statistics, a draw offer, moves taken back and a punched
//! tape. The outputs of the programs are the same, and were checked against specification 13.

use chessprog::emulated::Emulated;
use emulator::isa::DeviceCode;
use system_tests::chess::{ProgramPair, program};

const LINES: [&str; 40] = [
    "BOOK 0",
    "SETD 1",
    "STAT 2",
    "PPV 1",
    "PB",
    "P-Q4",
    "N-QB3",
    "T",
    "T P-K4",
    "P-K4",
    "PXP",
    "TP",
    "NXN",
    "DRAW?",
    "N-KB3",
    "B-Q3 DRAW?",
    "B-K2 DRAW?",
    "BD",
    "Q-K2",
    "TPC",
    "TPDV",
    "BXQ",
    "LIST",
    "O-O",
    "STATE",
    "SAVE",
    "PG",
    "U 2",
    "PN",
    "RESET",
    "P-K4",
    "P-K4",
    "B-B4",
    "N-QB3",
    "Q-R5",
    "N-B3",
    "Q-B7 MATE",
    "QXBP MATE",
    "P-K4",
    "PG",
];

/// Returns the text on a punched tape, without the blank leader.
fn text(tape: &[u8]) -> String {
    tape.iter().map(|&frame| char::from(frame & 0o177)).filter(|&c| c != '\0' && c != '\r').collect()
}

#[test]
fn both_programs_type_the_same_paper() {
    let mut machine = Emulated::boot(program()).expect("the tape boots");
    let greeting = machine.paper();
    let mut pair = ProgramPair { machine, ..ProgramPair::default() };
    let paper = greeting + &pair.say(&LINES);
    let native_tape = pair.dialogue.take_punched();
    let emulated_tape = pair.machine.machine().take_bytes(DeviceCode::PTP);
    assert_eq!(text(&native_tape), text(&emulated_tape));
    insta::assert_snapshot!("paper", paper);
    // The lines that a user would type to reach the position saved by SAVE, then control-C.
    let moves = "P-Q4 P-Q4 N-QB3 N-QB3 P-K4 N-B3 PXP NXP/Q4 NXN QXN N-B3 Q-K5CH B-K2 P-K4 O-O NXP";
    assert_eq!(text(&emulated_tape), format!("RESET\n{}\n\u{3}", moves.replace(' ', "\n")));
}
