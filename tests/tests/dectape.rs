//! DECtape driven by a program as period software did: formatting, writing, searching, reading, booting. Also
//! tests that the file of a mounted reel is current.

use emulator::address::Address;
use emulator::debug::{Goal, Session};
use emulator::formats::dectape::{self, BLOCKS, ReelLayout, Tape, WORDS};
use emulator::io::{Action, Medium};
use emulator::machine::{Input, Key, StopReason, Until, boot};
use emulator::symbols::Symbols;
use emulator::terminal::Terminal;
use emulator::time::Nanos;
use emulator::word::Word;
use system_tests::midas::Program;

/// Returns the word that the routine FILL writes at word `word` of block `block`.
fn place(block: usize, word: usize) -> Word {
    Word::halves(block as u32, word as u32)
}

fn all_places() -> Vec<Word> {
    (0..BLOCKS * WORDS).map(|i| place(i / WORDS, i % WORDS)).collect()
}

fn mount(program: &mut Program, bytes: Vec<u8>) {
    let medium = Medium { bytes, writable: true };
    program.machine.input(Input::Mount { device: "dt".to_owned(), unit: 1, medium }).unwrap();
}

fn unmount(program: &mut Program) -> Vec<u8> {
    let now = program.machine.time();
    program.machine.io.with("dt", now, |dt, context| dt.unmount(1, context)).unwrap().unwrap().bytes
}

/// Returns the mark and the data of each frame of all blocks; the first block begins at tape line `from`.
fn frames(tape: &Tape, from: usize) -> Vec<(u8, u32)> {
    let lines: Vec<u8> = (from..from + 578 * 1596).map(|line| tape.line(line).unwrap()).collect();
    let frame = |lines: &[u8]| {
        lines
            .iter()
            .fold((0, 0), |(mark, data), line| (mark << 1 | line >> 3, data << 3 | u32::from(line & 7)))
    };
    lines.chunks(6).map(frame).collect()
}

fn write_marks(program: &mut Program, on: bool) {
    let action = Action::WriteSwitch { unit: 0, on };
    program.machine.input(Input::Act { device: "dt".to_owned(), action }).unwrap();
}

#[test]
fn a_blank_reel_is_formatted_and_written() {
    let mut program = Program::load("dectape");
    mount(&mut program, Vec::new());
    write_marks(&mut program, true);
    program.run("MARKS", 40);
    write_marks(&mut program, false);
    program.run("WORDS", 80);
    let formatted = unmount(&mut program);
    let (tape, layout) = dectape::read(&formatted, None).unwrap();
    assert_eq!(layout, ReelLayout::Lines);
    // The image of 578 blocks that `Tape::of_words` generates differs only in the check frames, which the
    // formatter leaves zero, and in the data of the end zones and of the first and last lines, which the
    // formatter does not write.
    let words: Vec<Word> =
        (0..BLOCKS * WORDS).map(|i| if i % WORDS == 0 { Word::new(0o77) } else { Word::ZERO }).collect();
    assert!(tape.words().unwrap() == words);
    let ideal = Tape::of_words(&words);
    let first = (0..tape.len()).find(|&line| tape.line(line).is_some()).unwrap();
    let ours = frames(&ideal, dectape::FIRST_BLOCK);
    let written = frames(&tape, first + dectape::FIRST_BLOCK);
    for (index, (ours, written)) in ours.iter().zip(&written).enumerate() {
        let is_check = matches!(index % 266, 4 | 261);
        assert_eq!(ours.0, written.0, "mark of frame {index}");
        assert!(is_check || ours.1 == written.1, "data of frame {index}: {:06o}, {:06o}", ours.1, written.1);
    }
    mount(&mut program, formatted);
    program.run("FILL", 40);
    assert_eq!(program.word("STATUS", 0), Word::new(0o221), "only job done and end of delay");
    let (tape, _) = dectape::read(&unmount(&mut program), None).unwrap();
    assert!(tape.words().unwrap() == all_places());
}

#[test]
fn a_tape_is_read_in_both_directions() {
    let mut program = Program::load("dectape");
    mount(&mut program, dectape::write(&Tape::of_words(&all_places()), ReelLayout::Words).unwrap());
    for routine in ["BACK", "RBACK"] {
        let start = program.machine.time();
        program.run(routine, 80);
        assert_eq!(
            (program.word("ERRORS", 0), program.word("STATUS", 0)),
            (Word::ZERO, Word::new(0o221)),
            "{routine}"
        );
        let time = program.machine.time() - start;
        // 578 blocks of 53.2 ms each, and several turns in the end zone.
        assert!((Nanos::from_seconds(31)..Nanos::from_seconds(34)).contains(&time), "{routine}: {time} s");
    }
}

/// Device reference, section 4.5: the checksum covers all six-bit characters from the reverse check frame
/// (frame 5 of a block's 266) through the forward check frame (the fifth from the end). They are complemented
/// and added without carries; the sum must be 77.
#[test]
fn blocks_written_in_either_direction_have_a_checksum() {
    for routine in ["FILL", "RFILL"] {
        let mut program = Program::load("dectape");
        mount(&mut program, dectape::write(&Tape::formatted(), ReelLayout::Lines).unwrap());
        program.run(routine, 80);
        assert_eq!(program.word("STATUS", 0), Word::new(0o221), "{routine}");
        let (tape, layout) = dectape::read(&unmount(&mut program), None).unwrap();
        assert_eq!(layout, ReelLayout::Lines);
        assert!(tape.words().unwrap() == all_places(), "{routine}");
        let first = (0..tape.len()).find(|&line| tape.line(line).is_some()).unwrap();
        for (block, frames) in frames(&tape, first + dectape::FIRST_BLOCK).chunks(266).enumerate() {
            assert_eq!((frames[3].0, frames[4].0, frames[261].0), (0o10, 0o10, 0o73), "{routine} {block:o}");
            let characters = frames[4..=261].iter().flat_map(|(_, data)| [data >> 12, data >> 6, *data]);
            let sum = characters.fold(0, |sum, character| (sum ^ !character) & 0o77);
            assert_eq!(sum, 0o77, "{routine}: block {block:o}");
        }
    }
}

#[test]
fn blocks_are_found_from_anywhere() {
    let mut program = Program::load("dectape");
    mount(&mut program, dectape::write(&Tape::of_words(&all_places()), ReelLayout::Words).unwrap());
    for block in [0o100, 0o20, 0o21, 0o20, 0, 0o1101, 0o1077] {
        let number = program.address("BLOCKN");
        program.machine.deposit(number, Word::new(block as u64));
        program.run("SEARCH", 40);
        let found: Vec<Word> = (0..WORDS).map(|i| program.word("BUFFER", i as i32)).collect();
        let expected: Vec<Word> = (0..WORDS).map(|i| place(block, i)).collect();
        assert_eq!(found, expected, "block {block:o}");
        assert_eq!(program.word("STATUS", 0), Word::new(0o201));
    }
}

/// Device reference, section 4.8: the words between the blocks move the tape to block 75 from any position.
/// Each word of that block is incremented and executed, unless it is then not negative.
#[test]
fn a_tape_is_booted_from_anywhere() {
    let instructions = [
        Word::halves(0o505740, 0o254200), // HRLI 17,(JRST 4,)
        Word::halves(0o541740, 0o001000), // HRRI 17,1000
        Word::halves(0o426740, 0o000042), // SETAM 17,42
        Word::halves(0o700600, 0o014300), // CONO PI,14300: a request on channel 1, which is not enabled
    ];
    let mut words = all_places();
    for (word, instruction) in words[0o75 * WORDS..].iter_mut().zip(instructions) {
        *word = instruction.wrapping_sub(Word::new(1));
    }
    let image = dectape::write(&Tape::of_words(&words), ReelLayout::Words).unwrap();
    for block in [None, Some(0o70), Some(0o74), Some(0o75), Some(0o100), Some(0o700)] {
        let mut program = Program::load("dectape");
        mount(&mut program, image.clone());
        if let Some(block) = block {
            let number = program.address("BLOCKN");
            program.machine.deposit(number, Word::new(block));
            program.run("SEARCH", 40);
        }
        for input in boot::dectape() {
            program.machine.input(input).unwrap();
        }
        let reason = program.machine.run_until(Until::after_seconds(&program.machine, 40));
        assert_eq!(reason, StopReason::Halt, "from block {block:?}");
        assert_eq!(program.machine.cpu.pc, Address::new(0o1000));
        assert_eq!(program.machine.examine(Address::new(0o42)), Word::halves(0o254200, 0o1000));
    }
}

/// Returns a debugger session with the program started at `label` and a tape mounted from the file `path`.
fn at_the_desk(path: &str, label: &str) -> (Session, Terminal) {
    let program = Program::load("dectape");
    let start = program.address(label);
    let mut session = Session::new(program.machine, Symbols::new());
    let mut terminal = Terminal::for_replay();
    session.attach("dt1", path, false, &mut terminal).unwrap();
    session.execute("set wrtm on", &mut terminal).unwrap();
    session.input(Input::Key(Key::Start(start))).unwrap();
    (session, terminal)
}

/// Returns the image of the mounted reel.
fn image(session: &mut Session) -> (Vec<u8>, bool) {
    let now = session.target.machine.time();
    session.target.machine.io.with("dt", now, |dt, context| dt.image(1, context)).unwrap().unwrap()
}

fn drive(session: &mut Session, terminal: &mut Terminal, length: Nanos) {
    session.drive(Goal { stop: Until::after(&session.target.machine, length), ..Goal::endless() }, terminal);
}

/// Whenever a run ends, the file has every block that the heads have passed, and no block is half written.
#[test]
fn a_block_is_in_the_file_when_it_is_written() {
    let (folder, all) = (tempfile::tempdir().unwrap(), all_places());
    for (layout, name) in [(ReelLayout::Words, "tape.dta"), (ReelLayout::Lines, "tape.dtr")] {
        let path = folder.path().join(name);
        std::fs::write(&path, dectape::write(&Tape::formatted(), layout).unwrap()).unwrap();
        let (mut session, mut terminal) = at_the_desk(path.to_str().unwrap(), "FILL");
        session.execute("set wrtm off", &mut terminal).unwrap();
        let mut written = 0;
        for moment in 1..60 {
            drive(&mut session, &mut terminal, Nanos::from_millis(97));
            let (tape, found) = dectape::read(&std::fs::read(&path).unwrap(), None).unwrap();
            assert_eq!(found, layout);
            let words = tape.words().unwrap();
            let is_written = |block: usize| {
                let is = |word| words[block * WORDS + word] == place(block, word);
                let zero = |word| words[block * WORDS + word] == Word::ZERO;
                let all = (0..WORDS).all(is);
                assert!(all || (0..WORDS).all(zero), "{name}: block {block:o} is mixed at moment {moment}");
                all && block != 0
            };
            let now = (0..BLOCKS).filter(|&block| is_written(block)).count();
            let (reel, _) = image(&mut session);
            let reel = dectape::read(&reel, None).unwrap().0.words().unwrap();
            let on_reel =
                (1..BLOCKS).filter(|&block| reel[block * WORDS..][..WORDS] == all[block * WORDS..][..WORDS]);
            assert!(now >= written && now + 1 >= on_reel.count(), "{name}: {now} at moment {moment}");
            written = now;
        }
        // A run of 5.7 s, minus the time for starting and leaving the end zone; one block takes 53.2 ms.
        assert!((60..107).contains(&written), "{name}: {written}");
        // Dropped without closing the session.
        drop((session, terminal));
        let words = dectape::read(&std::fs::read(&path).unwrap(), None).unwrap().0.words().unwrap();
        assert_eq!(words[written * WORDS + 5], place(written, 5));
    }
}

/// An empty file is a blank reel; the first write extends it to the length of a reel.
#[test]
fn a_reel_that_is_being_formatted_is_in_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new.dtr");
    std::fs::write(&path, "").unwrap();
    let (mut session, mut terminal) = at_the_desk(path.to_str().unwrap(), "MARKS");
    drive(&mut session, &mut terminal, Nanos::from_seconds(2));
    drop((session, terminal));
    let (tape, layout) = dectape::read(&std::fs::read(&path).unwrap(), None).unwrap();
    assert_eq!((layout, tape.len()), (ReelLayout::Lines, 260 * 12 * 350));
    let recorded = (0..tape.len()).filter(|&line| tape.line(line).is_some()).count();
    assert!(recorded > 30_000, "{recorded}");
}
