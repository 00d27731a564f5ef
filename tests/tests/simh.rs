//! The chess program on SIMH's PDP-6 simulator, which is not part of this repository.
//!
//! `PDP6_SIMH` names the simulator `pdp6` of <https://github.com/rcornwell/sims>. Without it the test reports
//! that it is skipped.

use emulator::formats::program::{self, Hint, ProgramLayout};
use emulator::machine::{Machine, Until};
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};
use system_tests::collections::skipped;

const TAPE: &[u8] = include_bytes!("../../chessprog/images/machack.rim");
/// Number of moves compared. The opening book is off, so that the program searches for each move.
const MOVES: usize = 30;

/// Returns the moves in a transcript, from lines such as `1. P-K4` and `1. ... P-K4`.
fn moves(text: &str) -> Vec<String> {
    let is_move =
        |line: &&str| line.split_once(". ").is_some_and(|(number, _)| number.parse::<u32>().is_ok());
    text.lines().map(str::trim).filter(is_move).map(str::to_owned).collect()
}

/// SIMH's `boot ptr` needs a RIM10 tape, so the test converts [`TAPE`].
#[test]
fn the_same_thirty_moves_are_played_on_simh() {
    let Some(simulator) = std::env::var_os("PDP6_SIMH") else {
        skipped("set PDP6_SIMH to the pdp6 of SIMH");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let (image, ..) = program::read(TAPE, Hint::default()).unwrap();
    let tape = program::write(&image, ProgramLayout::Rim10, None).unwrap();
    fs::write(folder.path().join("machack.rim10"), tape).unwrap();
    let commands = "set cpu 256k\nattach -q ptr machack.rim10\n\
                    send after=50000 delay=50000 \"BOOK 0\\rPS\\r\"\nboot ptr\n";
    fs::write(folder.path().join("chess.ini"), commands).unwrap();
    let mut simh = Command::new(simulator)
        .arg("chess.ini")
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut theirs = Vec::new();
    let mut lines = BufReader::new(simh.stdout.take().unwrap()).lines();
    while theirs.len() < MOVES
        && let Some(Ok(line)) = lines.next()
    {
        theirs.extend(moves(&line));
    }
    let _ = simh.kill();
    let _ = simh.wait();

    let mut machine = Machine::default();
    machine.boot_tape(TAPE.to_vec());
    machine.type_text("BOOK 0\nPS\n");
    let mut paper = String::new();
    while moves(&paper).len() <= MOVES {
        machine.run_until(Until::after_seconds(&machine, 1));
        paper += &machine.take_text(0);
    }
    assert_eq!(theirs, moves(&paper)[..MOVES]);
}
