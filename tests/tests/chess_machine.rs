//! The chess program on the emulated machine: its tape, teletype and positions.

use std::fs;
use std::path::Path;

use chessprog::emulated::Emulated;
use chessprog::engine::game::Game;
use chessprog::engine::listing::RootPosition;
use chessprog::engine::position::Position;
use chessprog::reference::POSITIONS;
use chessprog::vocabulary::{Diagram, Settings};
use emulator::time::Nanos;
use system_tests::chess::program;

/// Time limit for a typed line, in machine time.
const LONG: Nanos = Nanos::from_seconds(3600);

/// Boots the machine from the program's tape and types the lines; returns the output.
fn session(lines: &[&str]) -> String {
    let mut machine = Emulated::boot(program()).expect("the tape boots");
    let mut paper = machine.paper();
    for line in lines {
        paper += &machine.type_line(line, LONG).unwrap_or_else(|fault| panic!("{line}: {fault}\n{paper}"));
    }
    paper
}

#[test]
fn the_kept_tape_matches_the_source() {
    let images = Path::new(env!("CARGO_MANIFEST_DIR")).join("../chessprog/images");
    let kept = |name| fs::read(images.join(name)).expect("the kept files are readable");
    let fresh = program();
    assert!(kept("machack.rim") == fresh.tape, "chessprog/images/machack.rim is stale: run `lab build`");
    assert!(
        kept("machack.sym") == fresh.symbols.to_text().as_bytes(),
        "chessprog/images/machack.sym is stale: run `lab build`"
    );
}

/// Both programs compute the keys printed in specification 15.1.
#[test]
fn the_reference_positions_have_their_keys() {
    let mut machine = Emulated::load(program()).expect("the program starts");
    for reference in POSITIONS {
        let diagram = Diagram::from_fen(reference.fen).expect(reference.fen);
        let position = Position::set_up(&diagram).expect(reference.fen);
        assert_eq!(position.key().bits(), reference.key, "native, {}", reference.letter);
        machine.set_diagram(&diagram).expect("the position is set up");
        let key = machine.word("KEY", 0).expect("the program has the label KEY");
        assert_eq!(key.bits(), reference.key, "emulated, {}", reference.letter);
    }
}

/// Illegal, ambiguous or garbled input gets the original program's answer, and the game continues.
#[test]
fn bad_input_is_answered_and_the_game_continues() {
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

/// With SLS the search stops at each node, beginning with the root, and the trace of the node's first move is
/// shown; `2T` shows the trace of the second. The terms of a trace add up to the native program's
/// plausibility.
#[test]
fn t_shows_the_trace_of_any_move_of_a_node() {
    let mut machine = Emulated::boot(program()).expect("the tape boots");
    for line in ["BOOK 0", "SETD 1", "SLS 1"] {
        machine.type_line(line, LONG).expect(line);
    }
    let traced = |machine: &mut Emulated, keys: &str| {
        keys.bytes().for_each(|key| machine.strike(key));
        machine.pass(Nanos::from_seconds(60)).expect("it waits at a node");
        let words = machine.word("TRCNT", 0).expect("the program has the label TRCNT").right();
        let terms = (0..words / 3).map(|i| machine.word("TRBUF", 3 * i + 1).expect("a term").signed());
        terms.sum::<i64>().to_string()
    };
    let list = RootPosition::new(&Game::default(), &Settings::normal()).moves();
    let plausibility = |line: &str| line.split_whitespace().nth(2).expect("the third word").to_owned();
    let (first, second) = (plausibility(&list[0]), plausibility(&list[1]));
    assert_ne!(first, second);
    assert_eq!(traced(&mut machine, "M\r"), first);
    assert_eq!(traced(&mut machine, "2T"), second);
    assert_eq!(traced(&mut machine, "1T"), first);
}
