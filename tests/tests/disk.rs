//! Tests that the file of a disk has the disk's contents while the machine runs forward and after `back`.

use emulator::debug::{Goal, Session};
use emulator::formats::disk::DiskImage;
use emulator::machine::{Input, Key, Machine, Until};
use emulator::symbols::Symbols;
use emulator::terminal::Terminal;
use emulator::time::Nanos;
use emulator::word::Word;
use std::path::Path;
use system_tests::midas::Program;

/// Number of the first record of position 5 of disc 3. The program writes the last record of this position,
/// then the first.
const FIRST: u32 = (3 * 64 + 5) * 44;

/// Returns a session with the program started and the disk file `path` attached.
fn at_the_desk(path: &Path) -> (Session, Terminal) {
    let program = Program::load("disk");
    let start = program.address("GO");
    let mut session = Session::new(program.machine, Symbols::new());
    let mut terminal = Terminal::for_replay();
    session.attach("dsk1", path.to_str().unwrap(), false, &mut terminal).unwrap();
    session.input(Input::Key(Key::Start(start))).unwrap();
    (session, terminal)
}

/// Runs up to a time on the machine's clock.
fn drive(session: &mut Session, terminal: &mut Terminal, milliseconds: u64) {
    let stop = Until::at(Nanos::from_millis(milliseconds));
    session.drive(Goal { stop, ..Goal::endless() }, terminal);
}

/// Returns the first words of the two records, and the length of the file.
fn written(path: &Path) -> ([u64; 2], usize) {
    let bytes = std::fs::read(path).unwrap();
    let disk = DiskImage::read(&bytes).unwrap();
    ([FIRST + 43, FIRST].map(|record| disk.word(record, 0).bits()), bytes.len())
}

/// An empty file is a blank disk. Each record is in the file once the control has passed the record's end,
/// however the run ends. The first write extends the file to the length of a disk.
#[test]
fn the_file_follows_the_disk() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new.dsk");
    std::fs::write(&path, "").unwrap();
    let (mut session, mut terminal) = at_the_desk(&path);
    // 112 ms to reach the position, 8 ms for each record.
    for (moment, words, length) in [(110, [0, 0], 0), (125, [1, 0], 46_137_344), (140, [1, 129], 46_137_344)]
    {
        drive(&mut session, &mut terminal, moment);
        assert_eq!(written(&path), (words, length), "{moment} ms");
    }
    // Dropped without finishing the session.
    drop((session, terminal));
    assert_eq!(written(&path), ([1, 129], 46_137_344));
}

/// `back` also restores the earlier contents of the disk. They are written to the file, which keeps the
/// length of a disk.
#[test]
fn the_file_goes_back_with_the_disk() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new.dsk");
    std::fs::write(&path, "").unwrap();
    let (mut session, mut terminal) = at_the_desk(&path);
    session.keep_past(1);
    drive(&mut session, &mut terminal, 140);
    for (back, words) in [("back to 125ms", [1, 0]), ("back to 110ms", [0, 0])] {
        session.execute(back, &mut terminal).unwrap();
        session.flush(&mut terminal).unwrap();
        assert_eq!(written(&path), (words, 46_137_344), "{back}");
    }
    drive(&mut session, &mut terminal, 140);
    assert_eq!(written(&path), ([1, 129], 46_137_344));
}

/// A snapshot includes the contents of the disk. Here it is taken while a record is being written. A run that
/// is resumed from it, with the file attached again, completes the record.
#[test]
fn a_resumed_run_gets_its_disk_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("disk.dsk");
    std::fs::write(&path, [7, 0, 0, 0, 0, 0, 0, 0]).unwrap();
    let (mut session, mut terminal) = at_the_desk(&path);
    drive(&mut session, &mut terminal, 117);
    let snapshot = session.target.machine.snapshot();
    session.finish(&mut terminal).unwrap();
    assert_eq!(written(&path), ([0, 0], 8), "the record is half written");
    let mut machine = Machine::default();
    machine.restore(&snapshot).unwrap();
    let mut session = Session::new(machine, Symbols::new());
    session.attach("dsk1", path.to_str().unwrap(), false, &mut terminal).unwrap();
    drive(&mut session, &mut terminal, 5_000);
    session.finish(&mut terminal).unwrap();
    let errors = Program::load("disk").address("ERRORS");
    assert_eq!(
        (session.target.machine.is_running(), session.target.machine.examine(errors)),
        (false, Word::ZERO)
    );
    assert_eq!(written(&path), ([1, 129], 46_137_344));
    assert_eq!(std::fs::read(&path).unwrap()[..8], [7, 0, 0, 0, 0, 0, 0, 0]);
}
