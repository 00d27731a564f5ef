//! Software of the 1960s from public collections, which are not part of this repository.
//!
//! `PDP6_SOFTWARE` names a folder with the collections under their own names and with their own relative paths: `nts` (of the PDP-6
//! organisation: `nts/system/system.dta`, `nts/maint/pdp6.part1`, …) and `ITS-138` (`ITS-138/simh/its.138bin`, …).
//! Without it each test says that it was skipped.

use chessprog::sources::{ENTRY, Sources};
use emulator::address::Address;
use emulator::formats::program::{self, Hint};
use emulator::formats::words::Packing;
use emulator::io::Medium;
use emulator::machine::{Config, Input, Key, Machine, StopReason, Until};
use emulator::word::Word;
use std::ops::Range;
use std::path::PathBuf;
use system_tests::collections::skipped;

/// The contents of a file of the collections; `None`, loudly, if there are none.
fn file(path: &str) -> Option<Vec<u8>> {
    let Some(folder) = std::env::var_os("PDP6_SOFTWARE").map(PathBuf::from) else {
        skipped(&format!("{path}: set PDP6_SOFTWARE to the folder of the collections"));
        return None;
    };
    let path = folder.join(path);
    Some(std::fs::read(&path).unwrap_or_else(|error| panic!("read {}: {error}", path.display())))
}

/// Puts words into memory and presses START.
fn start(machine: &mut Machine, program: &emulator::formats::Image) {
    for (address, word) in program.iter() {
        machine.deposit(address, word);
    }
    machine.start(program.start_address().expect("a start address"));
}

fn run(machine: &mut Machine, seconds: u64) -> StopReason {
    machine.run_until(Until::after_seconds(machine, seconds))
}

fn mount(machine: &mut Machine, unit: u8, bytes: Vec<u8>) {
    machine
        .input(Input::Mount { device: "dt".to_owned(), unit, medium: Medium { bytes, writable: true } })
        .unwrap();
}

/// A machine in which MACDMP has loaded and started a program from the system tape.
fn from_system_tape(name: &str, seconds: u64) -> Option<Machine> {
    let tape = file("nts/system/system.dta")?;
    let mut machine = Machine::default();
    machine.boot_dectape(tape).unwrap();
    run(&mut machine, 5);
    machine.type_text(&format!("{name}\r"));
    run(&mut machine, seconds);
    machine.take_text(0);
    Some(machine)
}

/// What is typed in answer.
fn answer(machine: &mut Machine, text: &str, seconds: u64) -> String {
    machine.type_text(text);
    assert_eq!(run(machine, seconds), StopReason::Time);
    machine.take_text(0)
}

/// Parts 1 to 5 of MIT's processor diagnostics go through a whole pass and stop at its end: data switch 0 asks for that.
/// Every error would stop them elsewhere. They expect no memory at 777777 and no tape in the reader.
#[test]
fn diagnostics_pass() {
    // The halt after loading of part 1 is its first.
    let parts = [
        ("part1", 0o4107, 1, 2),
        ("part2", 0o3651, 1, 1),
        ("part3", 0o105, 10, 1),
        ("part4", 0o437, 600, 1),
        ("part5", 0o153, 200, 1),
    ];
    for (part, end, seconds, halts) in parts {
        let Some(bytes) = file(&format!("nts/maint/pdp6.{part}")) else { return };
        let (program, ..) = program::read(&bytes, Hint::default()).unwrap();
        let mut machine = Machine::new(Config { words: 0o400000, ..Config::default() });
        machine.input(Input::DataSwitches(Word::halves(0o777777, 0))).unwrap();
        start(&mut machine, &program);
        for _ in 1..halts {
            assert_eq!(run(&mut machine, seconds), StopReason::Halt);
            machine.input(Input::Key(Key::Continue)).unwrap();
        }
        assert_eq!(run(&mut machine, seconds), StopReason::Halt, "{part}");
        assert_eq!(machine.cpu.pc, Address::new(end), "{part}");
    }
}

/// The random test of BLT in user mode stops only at an error.
#[test]
fn block_transfers_in_user_mode_pass() {
    let Some(bytes) = file("nts/maint/pdp6.blt") else { return };
    let (program, ..) = program::read(&bytes, Hint::default()).unwrap();
    let mut machine = Machine::new(Config { words: 0o400000, ..Config::default() });
    start(&mut machine, &program);
    assert_eq!(run(&mut machine, 20), StopReason::Time);
}

/// Numbers are octal: 7! is 11660, 1/3 has eight decimals.
#[test]
fn lisp_evaluates() {
    let Some(mut machine) = from_system_tape("LISP", 12) else { return };
    answer(&mut machine, "N", 3);
    answer(
        &mut machine,
        "(DEFPROP F (LAMBDA (N) (COND ((ZEROP N) 1) (T (TIMES N (F (SUB1 N)))))) EXPR) ",
        12,
    );
    for (question, value) in [("(F 7) ", "\n11660 "), ("(QUOTIENT 1.0 3) ", "\n0.33333333 ")] {
        let typed = answer(&mut machine, question, 5);
        assert!(typed.contains(value), "{typed}");
    }
}

#[test]
fn teco_edits_a_text_and_shows_it() {
    let Some(mut machine) = from_system_tape("TECO", 12) else { return };
    answer(&mut machine, "IHELLO WORLD\r\u{1b}\u{1b}", 10);
    answer(&mut machine, "JSHELLO\u{1b}I THERE\u{1b}\u{1b}", 10);
    let typed = answer(&mut machine, "HT\u{1b}\u{1b}", 10);
    assert!(typed.contains("\nHELLO THERE WORLD\n"), "{typed}");
    assert!(machine.picture().hits().count() > 1000, "the text is on the screen");
}

/// Up to six characters of six bits.
fn sixbit(text: &str) -> Word {
    let padded = text.bytes().chain(std::iter::repeat(b' ')).take(6);
    Word::new(padded.fold(0, |word, character| word << 6 | u64::from(character - b' ')))
}

/// The block of the directory on a tape of the MAC file system (devices reference 4.7).
const DIRECTORY: usize = 0o100;
/// The blocks that files can have.
const FOR_FILES: Range<usize> = 0o10..0o1070;
/// How many files a directory can name.
const SLOTS: usize = 23;
/// Where in the directory it stands who owns each block.
const OWNERS: usize = 2 * SLOTS;

/// The directory of a tape with one file.
fn directory(first: &str, second: &str, blocks: &[usize]) -> Vec<Word> {
    let mut owners = vec![0o36; FOR_FILES.start];
    owners.resize(FOR_FILES.end, 0);
    for &block in blocks {
        owners[block] = 1;
    }
    owners[DIRECTORY] = 0o33;
    owners.resize(0o123 * 7, 0o37);
    let mut words = vec![Word::ZERO; 0o200];
    (words[0], words[1]) = (sixbit(first), sixbit(second));
    for (word, seven) in words[OWNERS..].iter_mut().zip(owners[1..].chunks(7)) {
        let bytes = seven.iter().fold(0, |bytes, owner| bytes << 5 | owner);
        *word = Word::new(bytes << 1);
    }
    words[0o177] = Word::ONES;
    words
}

/// A tape of the MAC file system with one text.
fn text_tape(text: &str) -> Vec<u8> {
    // A lower-case A ends a file for the programs of that time.
    let text = text.replace('\n', "\r\n") + "aaaaa";
    let mut words: Vec<Word> = (text.as_bytes().chunks(5))
        .map(|five| {
            Word::new((0..5).fold(0, |word, i| word << 7 | u64::from(*five.get(i).unwrap_or(&b'a'))) << 1)
        })
        .collect();
    words.resize(words.len().next_multiple_of(0o200), Word::halves(0o302000, 1));
    let needed = words.len() / 0o200;
    let blocks: Vec<usize> = FOR_FILES.filter(|&block| block != DIRECTORY).take(needed).collect();
    assert_eq!(blocks.len(), needed, "the text is too long for a tape");
    let mut tape = vec![Word::ZERO; 578 * 0o200];
    for (&block, words) in blocks.iter().zip(words.chunks(0o200)) {
        tape[block * 0o200..][..0o200].copy_from_slice(words);
    }
    tape[DIRECTORY * 0o200..][..0o200].copy_from_slice(&directory("TEST", "SRC", &blocks));
    Packing::Halves.pack(&tape)
}

/// The words of the file with this second name, if the tape has it.
fn file_of_tape(tape: &[u8], second: &str) -> Option<Vec<Word>> {
    let words = Packing::Halves.unpack(tape).unwrap();
    let directory = &words[DIRECTORY * 0o200..][..0o200];
    let owner =
        |block: usize| directory[OWNERS + (block - 1) / 7].bits() >> (31 - 5 * ((block - 1) % 7)) & 0o37;
    let slot = |first: &dyn Fn(Word) -> bool, second: Word| {
        (0..SLOTS).find(|&slot| first(directory[2 * slot]) && directory[2 * slot + 1] == second)
    };
    // A file that has come to one end of the tape goes on in the other direction under another number, and so on; the name
    // of this part is zero and the number of the part before it.
    let mut part = Some(slot(&|_| true, sixbit(second))?);
    let mut file = Vec::new();
    let mut backwards = false;
    while let Some(slot_of_part) = part {
        let number = 1 + slot_of_part as u64;
        let mut blocks: Vec<usize> = FOR_FILES.filter(|&block| owner(block) == number).collect();
        if backwards {
            blocks.reverse();
        }
        file.extend(blocks.into_iter().flat_map(|block| &words[block * 0o200..][..0o200]));
        part = slot(&|first| first == Word::ZERO, Word::new(number));
        backwards = !backwards;
    }
    Some(file)
}

/// MIT's assembler writes the same words for a text as ours: loader, program, symbols in their order. It has so many seconds
/// of its own time for it.
fn assembled_alike(name: &str, source: &str, seconds: u64) {
    use assembler::{Dialect, MemoryFiles, Options, assemble};
    let Some(mut machine) = from_system_tape("MIDAS", 15) else { return };
    mount(&mut machine, 2, text_tape(source));
    mount(&mut machine, 3, text_tape(""));
    let typed = answer(&mut machine, "3EI2ERTEST SRC\u{1b}AEFTEST BIN\u{1b}\u{1b}", seconds);
    let now = machine.time();
    let tape = machine.io.with("dt", now, |dt, context| dt.unmount(3, context)).unwrap().unwrap();
    let theirs =
        file_of_tape(&tape.bytes, "BIN").unwrap_or_else(|| panic!("{name} was not written: {typed}"));
    let options = Options { dialect: Dialect::B, ..Options::default() };
    let (output, diagnostics) = assemble(name, &MemoryFiles::new().with(name, source), &options);
    assert!(!assembler::output::has_errors(&diagnostics), "{name}: {diagnostics:?}");
    let (image, _) = program::read_words(&theirs, None).unwrap();
    assert!(image.iter().eq(output.image().iter()), "{name}: {typed}");
    // Behind its last word the last block has what happens to be there.
    assert!(theirs.starts_with(&output.file_words()), "{name}: loader, start or symbols differ: {typed}");
}

#[test]
fn midas_assembles_as_ours_does() {
    for (name, source) in [
        ("COUNT", include_str!("../data/programs/count.mid")),
        ("DECTAPE", include_str!("../data/programs/dectape.mid")),
        ("PRINT", include_str!("../data/programs/print.mid")),
    ] {
        assembled_alike(name, &source.to_uppercase(), 120);
    }
}

/// Our chess program is a program of that time: the assembler of its machine takes the whole text at once, and a tape has
/// room for it.
#[test]
fn midas_assembles_our_chess_program() {
    let text = Sources::default().in_one(ENTRY).expect("the text is complete");
    assembled_alike("MACHACK", &text, 1200);
}

/// The chess program of 1966-67 plays. One word of the surviving copy is damaged; the checksum of its block tells which value
/// it had.
#[test]
fn the_original_chess_program_plays() {
    let Some(bytes) = file("nts/misc/@.chess") else { return };
    let mut words = Packing::Evacuate.unpack(&bytes).unwrap();
    let damaged = words.iter_mut().find(|word| **word == Word::halves(0o644140, 0o411226)).unwrap();
    *damaged = Word::halves(0o200140, 0o011666);
    let (program, _) = program::read_words(&words, None).unwrap();
    let mut machine = Machine::new(Config { words: 0o40000, ..Config::default() });
    start(&mut machine, &program);
    run(&mut machine, 3);
    assert_eq!(answer(&mut machine, "P-K4\r", 5), "P-K4\n_");
    let reply = answer(&mut machine, "PB\r", 200);
    assert!(reply.contains("BP/K2-K4\n"), "{reply}");
}

/// Four ships and their suns move.
#[test]
fn spacewar_shows_its_ships() {
    let Some(bytes) = file("nts/misc/@.spcwar") else { return };
    let (program, ..) = program::read(&bytes, Hint::default()).unwrap();
    let mut machine = Machine::default();
    start(&mut machine, &program);
    assert_eq!(run(&mut machine, 5), StopReason::Time);
    assert!(machine.picture().hits().count() > 1000);
}

/// Time-sharing of 1967: ^Z at the console makes a job, whose debugger is loaded from DECtape 2.
#[test]
fn its_138_loads_a_debugger_in_user_mode() {
    let Some(system) = file("ITS-138/simh/its.138bin") else { return };
    let Some(tape) = file("ITS-138/simh/ut2.dta") else { return };
    let (program, ..) = program::read(&system, Hint::default()).unwrap();
    let mut machine = Machine::default();
    mount(&mut machine, 2, tape);
    for (address, word) in program.iter() {
        machine.deposit(address, word);
    }
    machine.start(Address::new(0o100));
    run(&mut machine, 2);
    answer(&mut machine, "\u{1a}", 30);
    assert_eq!(answer(&mut machine, "1+2=", 5), "1+2=3   ");
}
