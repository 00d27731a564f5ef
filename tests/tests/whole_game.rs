//! A whole game at the teletype, with traces, statistics, a draw offer, moves taken back and a tape punched, typed to both
//! programs: the same paper from both, which has been read against the specification's section 13.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use chessprog::emulated::{Emulated, Program};
use chessprog::engine::dialogue::Dialogue;
use chessprog::sources::Sources;
use emulator::time::Nanos;

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

/// More machine time than any line of the game takes.
const LONG: Nanos = Nanos::from_seconds(3600);

/// The paper without what depends on a clock.
fn timeless(paper: &str) -> String {
    paper.lines().filter(|line| !line.starts_with("TIME ")).map(|line| format!("{line}\n")).collect()
}

fn native() -> (String, Vec<u8>) {
    let mut dialogue = Dialogue::start(Box::new(|| 0));
    let stop = AtomicBool::new(false);
    for key in LINES.iter().flat_map(|line| line.bytes().chain([b'\r'])) {
        dialogue.key(key);
        while !dialogue.waits() {
            dialogue.work(&stop);
        }
    }
    let paper: Vec<u8> = dialogue.take_paper().into_iter().filter(|&c| c != b'\r').collect();
    (String::from_utf8(paper).expect("seven bits"), dialogue.take_punched())
}

fn emulated() -> (String, Vec<u8>) {
    let program = Arc::new(Program::assemble(&Sources::default()).expect("the text assembles"));
    let mut machine = Emulated::boot(program).expect("the tape boots");
    let mut paper = machine.paper();
    for line in LINES {
        paper += &machine.type_line(line, LONG).unwrap_or_else(|fault| panic!("{line}: {fault}\n{paper}"));
    }
    (paper, machine.machine().take_punched())
}

/// What stands on a punched tape, its blank leader left out.
fn text(tape: &[u8]) -> String {
    tape.iter().map(|&frame| char::from(frame & 0o177)).filter(|&c| c != '\0' && c != '\r').collect()
}

#[test]
fn both_programs_type_the_same_paper() {
    let ((native, native_tape), (emulated, emulated_tape)) = (native(), emulated());
    let (native, emulated) = (timeless(&native), timeless(&emulated));
    for (number, (a, b)) in native.lines().zip(emulated.lines()).enumerate() {
        assert_eq!(a, b, "line {}: native, emulated", number + 1);
    }
    assert_eq!(native, emulated);
    assert_eq!(text(&native_tape), text(&emulated_tape));
    insta::assert_snapshot!("paper", emulated);
    // What a person would type to come to the position at which SAVE was given; control-C ends it.
    let moves = "P-Q4 P-Q4 N-QB3 P-K3 P-K4 N-KB3 PXP PXP B-KB4 B-KN5 P-B3 B-KB4 B-Q3 BXB QXB B-Q3 B-N3 BXBCH PXB O-O KN-K2 R-K1 \
                 P-KN4 Q-K2 P-N5 KN-Q2 QXPCH K-B1";
    assert_eq!(text(&emulated_tape), format!("RESET\n{}\n\u{3}", moves.replace(' ', "\n")));
}
