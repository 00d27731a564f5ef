//! Music of 1969 to 1971 from the collection `its`, which is not part of this repository: programs that play
//! through the low bits of MI.
//!
//! `PDP6_SOFTWARE` names a folder that contains <https://github.com/PDP-10/its> as `its`. Without it the
//! tests report that they were skipped.

use crate::historic::{assembled_source, file};
use assembler::Dialect;
use emulator::address::Address;
use emulator::debug::loader_operation;
use emulator::formats::Image;
use emulator::formats::link::Linker;
use emulator::formats::program::{self, Hint};
use emulator::io::Action;
use emulator::machine::{Input, Machine, Until};
use emulator::time::Nanos;
use emulator::word::Word;

const PIECES: [&str; 17] = [
    "b6_2", "banana", "brand6", "downtn", "eknm1", "eknm2", "eknm3", "godsav", "kdf_9", "little", "mars",
    "rulebr", "sheila", "shiela", "sicken", "summer", "winsto",
];

/// The DATA switches that start the music.
const PLAY: Word = Word::halves(0o200000, 0);

/// Runs a player for ten seconds and returns the times of the loudspeaker's changes. The players first
/// measure the speed of the machine for a second by the clock.
fn play(program: &Image, start: Address) -> Vec<Nanos> {
    let mut machine = Machine::default();
    for (address, word) in program.iter() {
        machine.deposit(address, word);
    }
    machine.input(Input::DataSwitches(PLAY)).unwrap();
    let action = Action::Loudspeaker { connected: true };
    machine.input(Input::Act { device: "spk".to_owned(), action }).unwrap();
    machine.start(start);
    machine.input(Input::AddressSwitches(Address::default())).unwrap();
    machine.run_until(Until::after_seconds(&machine, 10));
    machine.io.take_all().into_iter().filter(|(name, _)| *name == "spk").map(|(_, made)| made.time).collect()
}

/// Returns `true` if voices of at least 65 Hz are heard for most of nine seconds, after a second of silence.
fn is_music(changes: &[Nanos]) -> bool {
    let silent = changes.iter().filter(|&&time| time < Nanos::from_seconds(1)).count();
    silent < 10 && changes.len() > 1000
}

fn piece(name: &str) -> Option<(Image, Address)> {
    let (program, ..) =
        program::read(&file(&format!("its/bin/pdp10/music.{name}"))?, Hint::default()).unwrap();
    let start = program.start_address().unwrap();
    Some((program, start))
}

#[test]
fn seventeen_pieces_play() {
    for name in PIECES {
        let Some((program, start)) = piece(name) else { return };
        let changes = play(&program, start);
        assert!(is_music(&changes), "{name}: {} changes", changes.len());
    }
}

/// The player H10D of 1971, assembled and linked here, plays what the earlier player of a piece has after it.
#[test]
fn the_player_is_assembled_linked_and_plays() {
    /// Address of the notes in the earlier player.
    const NOTES: u32 = 0o1533;
    let (Some(source), Some((piece, _))) = (file("its/src/syseng/h10d.4"), piece("godsav")) else { return };
    let mut linker = Linker::default().executing(loader_operation);
    linker.load(&assembled_source(&source, Dialect::B).file_words()).unwrap();
    let linked = linker.finish();
    assert_eq!(linked.undefined, [""; 0]);
    let mut program = linked.image;
    // The notes begin where the program ends; RDI is the second word of the program's table of entries.
    for (address, word) in piece.iter().filter(|(address, _)| address.get() >= NOTES) {
        program.set(linked.end.offset((address.get() - NOTES) as i32), word);
    }
    let changes = play(&program, Address::new(0o101));
    assert!(is_music(&changes), "{} changes", changes.len());
}
