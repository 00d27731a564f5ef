//! Software of the 1960s from public collections, which are not part of this repository.
//!
//! `PDP6_SOFTWARE` names a folder with the collections under their own names and with their own relative paths: `nts` (of the PDP-6
//! organisation: `nts/system/system.dta`, `nts/maint/pdp6.part1`, …) and `ITS-138` (`ITS-138/simh/its.138bin`, …).
//! Without it each test says that it was skipped.

use emulator::address::Address;
use emulator::formats::program::{self, Hint};
use emulator::formats::words::Packing;
use emulator::io::Medium;
use emulator::machine::{Config, Input, Key, Machine, Stop, StopReason};
use emulator::word::Word;
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
    machine.run_until(Stop::after_seconds(machine, seconds))
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
    machine.type_text(0, &format!("{name}\r"));
    run(&mut machine, seconds);
    machine.take_text(0);
    Some(machine)
}

/// What is typed in answer.
fn answer(machine: &mut Machine, text: &str, seconds: u64) -> String {
    machine.type_text(0, text);
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

/// The directory of a tape of the MAC file system with one file, from block 10 on (devices reference 4.7).
fn directory(first: &str, second: &str, blocks: usize) -> Vec<Word> {
    const DIRECTORY: usize = 0o100;
    let mut owners = vec![0o36; 8];
    owners.resize(0o1070, 0);
    owners[8..8 + blocks].fill(1);
    owners[DIRECTORY] = 0o33;
    owners.resize(0o123 * 7, 0o37);
    let mut words = vec![Word::ZERO; 0o200];
    (words[0], words[1]) = (sixbit(first), sixbit(second));
    for (word, seven) in words[0o56..].iter_mut().zip(owners[1..].chunks(7)) {
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
    assert!(words.len() <= 0o70 * 0o200, "the file must end before the directory");
    let mut tape = vec![Word::ZERO; 578 * 0o200];
    tape[0o10 * 0o200..][..words.len()].copy_from_slice(&words);
    tape[0o100 * 0o200..][..0o200].copy_from_slice(&directory("TEST", "SRC", words.len() / 0o200));
    Packing::Halves.pack(&tape)
}

/// MIT's assembler makes the same words of our programs as ours.
#[test]
fn midas_assembles_as_ours_does() {
    use assembler::{Dialect, MemoryFiles, Options, assemble};
    for (name, source) in [
        ("COUNT", include_str!("../data/programs/count.mid")),
        ("DECTAPE", include_str!("../data/programs/dectape.mid")),
        ("PRINT", include_str!("../data/programs/print.mid")),
    ] {
        let Some(mut machine) = from_system_tape("MIDAS", 15) else { return };
        let source = source.to_uppercase();
        mount(&mut machine, 2, text_tape(&source));
        mount(&mut machine, 3, text_tape(""));
        let typed = answer(&mut machine, "3EI2ERTEST SRC\u{1b}AEFTEST BIN\u{1b}\u{1b}", 120);
        let now = machine.time();
        let tape = machine.io.with("dt", now, |dt, context| dt.unmount(3, context)).unwrap().unwrap();
        let words = Packing::Halves.unpack(&tape.bytes).unwrap();
        let directory = &words[0o100 * 0o200..0o101 * 0o200];
        let slot = (0..23).find(|&slot| directory[2 * slot + 1] == sixbit("BIN"));
        let slot = 1 + slot.unwrap_or_else(|| panic!("{name} was not written: {typed}")) as u64;
        let owner =
            |block: usize| directory[0o56 + (block - 1) / 7].bits() >> (31 - 5 * ((block - 1) % 7)) & 0o37;
        let blocks = (1..0o1070).filter(|&block| owner(block) == slot);
        let file: Vec<Word> = blocks.flat_map(|block| words[block * 0o200..][..0o200].to_vec()).collect();
        let (theirs, _) = program::read_words(&file, None).unwrap();
        let options = Options { dialect: Dialect::B, ..Options::default() };
        let (output, diagnostics) = assemble(name, &MemoryFiles::new().with(name, source.as_str()), &options);
        assert!(!assembler::output::has_errors(&diagnostics), "{name}: {diagnostics:?}");
        assert!(theirs.iter().eq(output.image().iter()), "{name}: {typed}");
    }
}

/// The chess program of 1966-67 plays. One word of the surviving copy is damaged; the checksum of its block tells which value
/// it had, and the code around it wants the same: MOVE 3,11666.
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
