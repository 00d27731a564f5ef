//! Programs of 1969 to 1971 that play music through the low bits of MI, from the collection `its`, which is
//! not part of this repository.
//!
//! `PDP6_SOFTWARE` names a folder that contains <https://github.com/PDP-10/its> as `its`. Without it the
//! tests report that they are skipped. `PYTHON` names a Python interpreter with numpy that measures the pitch
//! of the sound files (default: `python3`).

use crate::historic::{assembled_source, file};
use crate::same_run::half_period;
use assembler::Dialect;
use emulator::address::Address;
use emulator::debug::{Session, loader_operation};
use emulator::formats::Image;
use emulator::formats::link::Linker;
use emulator::formats::program::{self, Hint};
use emulator::io::Action;
use emulator::machine::{Input, Machine, Until};
use emulator::terminal::NullHost;
use emulator::time::Nanos;
use emulator::word::Word;
use std::path::Path;
use std::process::Command;
use system_tests::collections::{skipped, tell};
use system_tests::midas::Program;

const PIECES: [&str; 17] = [
    "b6_2", "banana", "brand6", "downtn", "eknm1", "eknm2", "eknm3", "godsav", "kdf_9", "little", "mars",
    "rulebr", "sheila", "shiela", "sicken", "summer", "winsto",
];

/// The setting of the DATA switches that starts the music.
const PLAY: Word = Word::halves(0o200000, 0);

/// Runs a player for ten seconds and returns the times when the loudspeaker changes. A player spends the
/// first second measuring the machine's speed against the clock.
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

/// Returns `true` if voices of at least 65 Hz sound for most of nine seconds, after one second of silence.
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

/// The player H10D of 1971, assembled and linked here, plays the notes of a piece. In the binary of the piece
/// the notes follow an earlier player.
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
    // The notes must follow the program. The player starts at RDI, the second word of its table of entry
    // points.
    for (address, word) in piece.iter().filter(|(address, _)| address.get() >= NOTES) {
        program.set(linked.end.offset((address.get() - NOTES) as i32), word);
    }
    let changes = play(&program, Address::new(0o101));
    assert!(is_music(&changes), "{} changes", changes.len());
}

/// Writes `seconds` of one note of the program `tune` as a sound file. One half period of the note is `turns`
/// iterations of the program's loop.
fn write_note(turns: u64, seconds: u64, file: &Path) {
    let mut program = Program::load("tune");
    let halves = 1_000_000_000 * seconds / half_period(turns);
    program.machine.deposit(program.address("TABLE"), Word::halves(halves as u32, turns as u32));
    program.machine.start(program.address("GO"));
    // MI shows accumulator 0, whose low bit is the voice.
    program.machine.input(Input::AddressSwitches(Address::default())).unwrap();
    let (mut session, mut host) = (Session::new(program.machine, program.symbols), NullHost::default());
    for line in
        [format!("attach spk {}", file.display()), format!("continue for {seconds}s"), "detach spk".into()]
    {
        session.execute(&line, &mut host).unwrap_or_else(|error| panic!("{line}: {error}"));
    }
}

/// The fundamental of each file, computed in Python with a Fourier transform, is within one cent (1/1200 of
/// an octave) of the frequency that follows from the loop's timing.
#[test]
fn five_sound_files_have_the_pitch_of_their_loops() {
    let python = std::env::var_os("PYTHON").unwrap_or_else(|| "python3".into());
    if !Command::new(&python).args(["-c", "import numpy"]).output().is_ok_and(|done| done.status.success()) {
        skipped("pitches: set PYTHON to a Python with numpy");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let notes = [30, 140, 280, 475, 1130].map(|turns| (turns, folder.path().join(format!("{turns}.wav"))));
    notes.iter().for_each(|(turns, path)| write_note(*turns, 2, path));
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("pitch.py");
    let heard = Command::new(&python).arg(script).args(notes.iter().map(|(_, path)| path)).output().unwrap();
    let heard = String::from_utf8(heard.stdout).unwrap();
    assert_eq!(heard.lines().count(), notes.len());
    for ((turns, _), heard) in notes.iter().zip(heard.lines()) {
        let hertz = 1e9 / (2 * half_period(*turns)) as f64;
        let cents = 1200.0 * (heard.parse::<f64>().unwrap() / hertz).log2();
        tell(&format!("{hertz:.3} Hz: {cents:+.4} cents"));
        assert!(cents.abs() < 1.0, "{hertz} Hz: heard {heard} Hz");
    }
}
