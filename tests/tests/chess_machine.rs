//! The chess program on the emulated machine: its tape, its teletype, its positions.

use std::sync::Arc;

use chessprog::emulated::{Emulated, Program};
use chessprog::engine::board::Position;
use chessprog::reference::POSITIONS;
use chessprog::sources::Sources;
use emulator::time::Nanos;

/// More machine time than any line of these tests takes.
const LONG: Nanos = Nanos::from_seconds(3600);

fn assembled() -> Arc<Program> {
    Arc::new(Program::assemble(&Sources::default()).expect("the text assembles"))
}

/// Boots the machine from its tape, types the lines, gives the paper.
fn session(lines: &[&str]) -> String {
    let mut machine = Emulated::boot(assembled()).expect("the tape boots");
    let mut paper = machine.paper();
    for line in lines {
        paper += &machine.type_line(line, LONG).unwrap_or_else(|fault| panic!("{line}: {fault}\n{paper}"));
    }
    paper
}

#[test]
fn the_kept_tape_is_that_of_the_text() {
    let (kept, fresh) = (Program::kept().expect("the kept tape is sound"), assembled());
    assert!(kept.tape == fresh.tape, "images/machack.rim is stale: run `machack image`");
    assert!(
        kept.symbols.to_text() == fresh.symbols.to_text(),
        "images/machack.sym is stale: run `machack image`"
    );
}

/// The keys that specification 15.1 prints, on both programs.
#[test]
fn the_reference_positions_have_their_keys() {
    let mut machine = Emulated::load(assembled()).expect("the program starts");
    for reference in POSITIONS {
        let position = Position::from_fen(reference.fen).expect(reference.fen);
        assert_eq!(position.key().bits(), reference.key, "native, {}", reference.letter);
        machine.set_position(&position).expect("the position is set up");
        let key = machine.word("KEY", 0).expect("there is a key");
        assert_eq!(key.bits(), reference.key, "emulated, {}", reference.letter);
    }
}

/// Illegal, ambiguous, garbled: each gets the program's own answer, and the game goes on.
#[test]
fn bad_input_is_answered_and_the_game_goes_on() {
    let paper = session(&[
        "p-k4",
        "P-K4 CH",
        "N-B3",
        "N-KB3",
        "N-QB3",
        "QXQ",
        "HELLO",
        "SETD 99",
        "SETD",
        "PUT XX K4",
        "e2e4",
        "",
        "B-N5[the Spanish]",
        "PG",
    ]);
    insta::assert_snapshot!(paper);
}
