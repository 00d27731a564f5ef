//! Software of the 1960s from public collections, which are not part of this repository.
//!
//! `PDP6_SOFTWARE` names a folder with the collections, each under its own name and with its original paths:
//! `nts` (of the PDP-6 organisation on GitHub: `nts/system/system.dta`, `nts/maint/pdp6.part1`, …) and
//! `ITS-138` (`ITS-138/simh/its.138bin`, …). Without it, each test reports that it is skipped.

use assembler::{Dialect, MemoryFiles, Options, Output, assemble};
use chessprog::sources::{ENTRY, Sources};
use emulator::address::Address;
use emulator::debug::loader_operation;
use emulator::formats::dectape;
use emulator::formats::dectape::files::{File, Kind, ReadOptions, TapeFiles};
use emulator::formats::link::Linker;
use emulator::formats::program::{self, Hint};
use emulator::formats::text::Encoding;
use emulator::formats::words::Packing;
use emulator::io::{Action, Medium, teletype};
use emulator::machine::{Config, Input, Key, Machine, StopReason, Until};
use emulator::word::Word;
use std::collections::HashSet;
use std::path::PathBuf;
use system_tests::collections::skipped;

/// Reads a file of the collections. If `PDP6_SOFTWARE` is not set, prints a message and returns `None`.
pub(crate) fn file(path: &str) -> Option<Vec<u8>> {
    let Some(folder) = std::env::var_os("PDP6_SOFTWARE").map(PathBuf::from) else {
        skipped(&format!("{path}: set PDP6_SOFTWARE to the folder of the collections"));
        return None;
    };
    let path = folder.join(path);
    Some(std::fs::read(&path).unwrap_or_else(|error| panic!("read {}: {error}", path.display())))
}

/// Loads words into memory and presses START.
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

/// Loads and starts a program of the system tape with MACDMP; returns the machine `seconds` later.
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

/// Keys typed while a program is loading wait until the program reads them; none are lost or read by the
/// loader.
#[test]
fn early_keys_reach_the_program() {
    for (typed, expected) in [
        ("LISP\rN(PLUS 1 2) ", "(PLUS 1 2) \n3 \n"),
        ("TECO\rIHELLO\u{1b}\u{1b}HT\u{1b}\u{1b}", "HT$$\nHELLO"),
        ("OPDDT\r100/MOVEI 1,5\r100/", "100/   MOVEI 1,5   "),
    ] {
        let Some(tape) = file("nts/system/system.dta") else { return };
        let mut machine = Machine::default();
        machine.boot_dectape(tape).unwrap();
        machine.type_text(typed);
        run(&mut machine, 60);
        let printed = machine.take_text(0);
        assert!(printed.contains(expected), "{printed}");
    }
}

/// Types `text` to the program and returns the output of the next `seconds`.
fn answer(machine: &mut Machine, text: &str, seconds: u64) -> String {
    machine.type_text(text);
    assert_eq!(run(machine, seconds), StopReason::Time);
    machine.take_text(0)
}

/// The result of a diagnostic: stop reason, PC, and output.
type Verdict = (StopReason, Address, String);

/// Runs a diagnostic for `seconds` as in the guide: no memory at 777777, no tape in the reader, and data
/// switch 0 on, which makes a diagnostic stop after one pass. The BLT test uses the switches differently.
/// Continues after the first `halts` halts. `patch` replaces a word.
fn diagnostic(part: &str, seconds: u64, halts: usize, patch: Option<(u32, Word)>) -> Option<Verdict> {
    let bytes = file(&format!("nts/maint/pdp6.{part}"))?;
    let (mut program, ..) = program::read(&bytes, Hint::default()).unwrap();
    if let Some((address, word)) = patch {
        assert!(
            program.set(Address::new(address), word).is_some_and(|old| old != word),
            "{part} has no other word at this address"
        );
    }
    let mut machine = Machine::new(Config { words: 0o400000, ..Config::default() });
    if part != "blt" {
        machine.input(Input::DataSwitches(Word::halves(0o400000, 0))).unwrap();
    }
    start(&mut machine, &program);
    for _ in 0..halts {
        assert_eq!(run(&mut machine, seconds), StopReason::Halt, "{part}");
        machine.input(Input::Key(Key::Continue)).unwrap();
    }
    let reason = run(&mut machine, seconds);
    Some((reason, machine.cpu.pc, machine.take_text(0)))
}

/// Parts 1 to 5 of MIT's processor diagnostics complete a whole pass and halt at its end. On an error, parts
/// 1 to 4 halt elsewhere; part 5 prints it and continues.
#[test]
fn diagnostics_pass() {
    // The first halt of part 1 is the one after loading.
    let parts = [
        ("part1", 0o4107, 1, 1),
        ("part2", 0o3651, 1, 0),
        ("part3", 0o105, 10, 0),
        ("part4", 0o437, 600, 0),
        ("part5", 0o153, 200, 0),
    ];
    for (part, end, seconds, halts) in parts {
        let Some(verdict) = diagnostic(part, seconds, halts, None) else { return };
        assert_eq!(verdict, (StopReason::Halt, Address::new(end), String::new()), "{part}");
    }
}

/// The random test of BLT in user mode prints each error and continues. Every 16,384 ticks of the clock it
/// prints the running time in hours and minutes.
#[test]
fn block_transfers_in_user_mode_pass() {
    let Some((reason, _, typed)) = diagnostic("blt", 300, 0, None) else { return };
    assert_eq!((reason, typed.trim()), (StopReason::Time, "TIME 0 : 4"));
}

/// If an instruction under test does nothing, each diagnostic reports it: part 4 stops at the next halt; part
/// 5 and the BLT test print the error.
#[test]
fn diagnostics_find_an_instruction_that_does_nothing() {
    const NOTHING: Word = Word::halves(0o255000, 0);
    // In part 4, the instruction is SETM 1,7: the accumulator does not get the contents of 7.
    let Some((reason, pc, typed)) = diagnostic("part4", 10, 0, Some((0o441, NOTHING))) else { return };
    assert_eq!((reason, pc, typed.as_str()), (StopReason::Halt, Address::new(0o454), ""));
    // In part 5 and the BLT test, the instruction is the one that the test generates and executes.
    for (part, place, expected) in [
        ("part5", 0o217, "INST C[AC]       C[AC&1]      C[E]"),
        ("blt", 0o321, "FROM, TO, BLT \"E\", ERR ADDR, C(ERROR), C(COR)"),
    ] {
        let (_, _, typed) = diagnostic(part, 120, 0, Some((place, NOTHING))).unwrap();
        assert!(typed.contains(expected), "{part}: {typed}");
    }
}

/// LISP prints octal numbers (7! is 11660) and eight decimals of 1/3.
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

/// Returns a tape in MAC format with the given files.
fn tape_of(files: &[(&str, File)]) -> Vec<u8> {
    let mut tape = TapeFiles::new(None);
    for (name, file) in files {
        tape.put(name.parse().unwrap(), file).unwrap();
    }
    dectape::write(&tape.into_tape().unwrap(), dectape::ReelLayout::Words).unwrap()
}

/// Returns the words of the file `name` on a tape, or `None` if the tape has no such file.
fn file_of_tape(tape: &[u8], name: &str) -> Option<Vec<Word>> {
    let tape = TapeFiles::of(dectape::read(tape, None).unwrap().0).unwrap();
    // Not an error: MIDAS marks a long program in the directory as one for the linking loader.
    let faults: Vec<String> =
        tape.faults().into_iter().filter(|fault| !fault.contains("in the directory")).collect();
    assert_eq!(faults, [""; 0]);
    Some(tape.words_of(&tape.find(name.parse().unwrap())?))
}

/// Unmounts a tape and returns its image.
fn unmount(machine: &mut Machine, unit: u8) -> Vec<u8> {
    let now = machine.time();
    machine.io.with("dt", now, |dt, context| dt.unmount(unit, context)).unwrap().unwrap().bytes
}

/// Assembles a source with MIT's assembler, in at most `seconds` of machine time. Returns the words and the
/// messages that it printed.
fn assembled_there(source: &[u8], seconds: u64) -> Option<(Vec<Word>, String)> {
    let mut machine = from_system_tape("MIDAS", 15)?;
    // The sources in our tests are ASCII; some of the collections are in the ITS encoding.
    let encoding = (!source.is_ascii()).then_some(Encoding::Its);
    let text = File::of_text_in(source, encoding).unwrap();
    mount(&mut machine, 2, tape_of(&[("TEST SRC", text)]));
    mount(&mut machine, 3, tape_of(&[]));
    let typed = answer(&mut machine, "3EI2ERTEST SRC\u{1b}AEFTEST BIN\u{1b}\u{1b}", seconds);
    let tape = unmount(&mut machine, 3);
    let words = file_of_tape(&tape, "TEST BIN").unwrap_or_else(|| panic!("no file was written: {typed}"));
    Some((words, typed))
}

/// Checks that our assembler and MIT's, in at most `seconds` of machine time, write the same words for a
/// source: loader, program, symbols in order.
fn assembled_alike(name: &str, source: &str, seconds: u64) {
    let Some((theirs, typed)) = assembled_there(source.as_bytes(), seconds) else { return };
    let output = assembled_here(name, source);
    let (image, _) = program::read_words(&theirs, None).unwrap();
    assert!(image.iter().eq(output.image().iter()), "{name}: {typed}");
    // The words after the end of the last block are arbitrary.
    assert!(theirs.starts_with(&output.file_words()), "{name}: loader, start or symbols differ: {typed}");
}

/// Assembles a source with our assembler in dialect B, the dialect of the PDP-6's own assembler.
fn assembled_here(name: &str, source: &str) -> Output {
    let options = Options { dialect: Dialect::B, ..Options::default() };
    let (output, diagnostics) = assemble(name, &MemoryFiles::new().with(name, source), &options);
    assert!(!assembler::output::has_errors(&diagnostics), "{name}: {diagnostics:?}");
    output
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

/// Our chess program is a valid program of its time: MIT's assembler accepts it as one source. Lines that are
/// only a remark are removed, because a tape has no space for them.
#[test]
fn midas_assembles_our_chess_program() {
    let text = Sources::default().in_one(ENTRY).expect("the text is complete");
    let text: String = text.split_inclusive('\n').filter(|line| !line.starts_with(';')).collect();
    assembled_alike("MACHACK", &text, 1200);
}

/// Programs for the linking loader that use each other's symbols: a chain of references, a sum, an
/// instruction executed by the loader, conditional parts.
const LINKED: [(&str, &str); 6] = [
    (
        "MAIN",
        "RELOCATABLE\nTITLE MAIN\n\
         GO: JSR SUBR\"\n MOVE 1,TABLE\"+1\n ADD 1,TABLE\n MOVEM 1,ANS\"\n MOVE 2,[ANS\"-1]\n JRST SUBR\"\n \
         JRST 4,GO\nHERE\": TABLE\",,ANS\"\n -SUBR\"\n END GO\n",
    ),
    (
        "SUB",
        "RELOCATABLE\nTITLE SUBR\nSUBR\": 0\n MOVE 3,[HERE\"]\n AOS CNT\n JRST @SUBR\nCNT: 0\n\
         ANS\": BLOCK 3\n END\n",
    ),
    (
        "LIFS",
        "RELOCATABLE\nTITLE LIFS\nA: 1\n.LIFE 0\n 2\n.ELDC\n.LIFN 0\n 3\n.ELDC\n.LIFG 5\n 4\n.ELDC\n\
         .LIFS A\n 5\n.ELDC\n.LIFS NOSUCH\n 6\n.ELDC\n 7\n END\n",
    ),
    ("LOPS", "RELOCATABLE\nTITLE LOPS\n.LOP ADD 2 3\n .LVAL1\n .LVAL2\n END\n"),
    (
        "LVAL",
        "RELOCATABLE\nTITLE LVAL\nR=12\n\
         .LOP SUB 2 3\n JRST .LVAL1(R)\n .LVAL1\n JRST .LVAL1\n MOVE 1,.LVAL2+1\n MOVE 2,.LVAL2\n \
         .LVAL1,,.LVAL2\n END\n",
    ),
    ("TABLE", "RELOCATABLE\nTITLE TABLE\nSIZE\"=5\nTABLE\": SIZE\"\n HERE\"+2\n END\n"),
];

/// For the linking loader, MIT's assembler writes the same words as ours, and MIT's loader loads the same
/// words into memory as ours.
#[test]
fn stink_links_as_ours_does() {
    let mut files = Vec::new();
    for (name, source) in LINKED {
        let Some((theirs, typed)) = assembled_there(source.as_bytes(), 120) else { return };
        let ours = assembled_here(name, source).file_words();
        assert!(theirs.starts_with(&ours), "{name}: {typed}\n{theirs:?}\n{ours:?}");
        files.push((name, ours));
    }
    let Some(mut machine) = from_system_tape("STINK", 15) else { return };
    let tape: Vec<(String, File)> = (files.iter())
        .map(|(name, words)| (format!("{name} BIN"), File { kind: Kind::Relocatable, words: words.clone() }))
        .collect();
    let tape: Vec<(&str, File)> = tape.iter().map(|(name, file)| (name.as_str(), file.clone())).collect();
    mount(&mut machine, 3, tape_of(&tape));
    let mut linker = Linker::default().executing(loader_operation);
    for (name, words) in &files {
        let typed = answer(&mut machine, &format!("3M{name} BIN\u{1b}L\u{1b}\u{1b}"), 30);
        assert!(!typed.contains("UGA") && !typed.contains("MDG") && !typed.contains("CKS"), "{typed}");
        linker.load(words).unwrap();
    }
    let linked = linker.finish();
    assert_eq!(linked.undefined, [""; 0]);
    let different: Vec<_> = linked
        .image
        .iter()
        .filter(|&(address, word)| machine.examine(address) != word)
        .map(|(address, word)| format!("{address}: here {word}, there {}", machine.examine(address)))
        .collect();
    assert!(linked.image.len() > 15 && different.is_empty(), "{different:?}");
}

/// A program of the collection: its binary, the sources linked into it, and its number of words.
type CollectionProgram = (&'static str, [&'static str; 4], usize);

const COLLECTED: [CollectionProgram; 2] = [
    (
        "nts/system/nts.midas.u16k",
        ["nts/syseng/AIO.R24", "nts/syseng/MIDDPY.R1", "nts/syseng/MACTAP.F68", "nts/syseng/midas.x35"],
        6373,
    ),
    (
        "nts/system/nts.lisp.u16k",
        ["nts/lisp/lispd.x67", "nts/syseng/MACTAP.F68", "nts/syseng/LPT.6", "nts/lisp/lisp.x67"],
        5565,
    ),
];

/// Assembles a collected source in a dialect.
pub(crate) fn assembled_source(bytes: &[u8], dialect: Dialect) -> Output {
    let options = Options { dialect, ..Options::default() };
    let (output, diagnostics) = assemble("SOURCE", &MemoryFiles::new().with("SOURCE", bytes), &options);
    assert!(!assembler::output::has_errors(&diagnostics), "{diagnostics:?}");
    output
}

/// Addresses below 40 belonged to the loader, whose words are in the dumped program.
const FIRST_OF_PROGRAM: u32 = 0o40;

/// STINK has its own UUO and interrupt instructions below address 100. It keeps the words to be loaded there
/// elsewhere until it starts the program.
const FIRST_IN_PLACE: u32 = 0o100;

/// Returns the words of a program at `from` and above that differ from `loaded`. A word that was not loaded
/// is 0.
fn different(program: &emulator::formats::Image, from: u32, loaded: impl Fn(Address) -> Word) -> Vec<String> {
    let of_program = program.iter().filter(|(address, _)| address.get() >= from);
    let different = of_program.filter(|&(address, word)| loaded(address) != word);
    different.map(|(address, word)| format!("{address}: there {word}, here {}", loaded(address))).collect()
}

/// MIDAS and LISP of the 1960s, assembled and linked here from their sources, are word for word the collected
/// programs.
#[test]
fn collected_programs_are_linked_from_their_sources() {
    for (binary, sources, count) in COLLECTED {
        let Some(binary_bytes) = file(binary) else { return };
        let (program, ..) = program::read(&binary_bytes, Hint::default()).unwrap();
        let mut linker = Linker::default().executing(loader_operation);
        for source in sources {
            let words = assembled_source(&file(source).unwrap(), Dialect::B).file_words();
            linker.load(&words).unwrap_or_else(|error| panic!("{source}: {error}"));
        }
        let linked = linker.finish();
        assert_eq!(program.len(), count, "{binary}");
        let different =
            different(&program, FIRST_OF_PROGRAM, |address| linked.image.get(address).unwrap_or_default());
        assert!(different.is_empty(), "{binary}: {} words differ: {different:?}", different.len());
    }
}

/// Sources with lower-case letters, which MIT's assembler of the time does not accept.
const IN_SMALL_LETTERS: [&str; 2] = ["MACTAP.TD10", "teco6.64k"];

/// For nine collected sources, MIT's assembler on the emulator writes the same relocatable file as ours.
#[test]
fn midas_assembles_collected_relocatable_sources_as_ours_does() {
    for (source, count) in [
        ("AIO.R24", 2003),
        ("AIO.R25", 2014),
        ("MIDDPY.R1", 476),
        ("MACTAP.F68", 3130),
        ("MACTAP.TD10", 3068),
        ("LPT.6", 332),
        ("LPT.11", 434),
        ("teco.dummy", 64),
        ("teco6.64k", 4970),
    ] {
        let Some(bytes) = file(&format!("nts/syseng/{source}")) else { return };
        let bytes = if IN_SMALL_LETTERS.contains(&source) { bytes.to_ascii_uppercase() } else { bytes };
        let ours = assembled_source(&bytes, Dialect::B).file_words();
        assert_eq!(ours.len(), count, "{source}");
        let Some((theirs, typed)) = assembled_there(&bytes, 900) else { return };
        let different = ours.iter().zip(&theirs).filter(|(ours, theirs)| ours != theirs).count();
        assert!(theirs.starts_with(&ours), "{source}: {different} of {count} words differ: {typed}");
    }
}

/// STINK, the loader of the time, on the emulator, links the output of our assembler to the collected
/// programs.
#[test]
fn stink_links_collected_programs_from_our_files() {
    for (binary, sources, _) in COLLECTED {
        let Some(mut machine) = from_system_tape("STINK", 15) else { return };
        let (program, ..) = program::read(&file(binary).unwrap(), Hint::default()).unwrap();
        let relocatable = |source: &&str| {
            let words = assembled_source(&file(source).unwrap(), Dialect::B).file_words();
            File { kind: Kind::Relocatable, words }
        };
        let files: Vec<File> = sources.iter().map(relocatable).collect();
        let names = ["F1 BIN", "F2 BIN", "F3 BIN", "F4 BIN"];
        let files: Vec<(&str, File)> = names.into_iter().zip(files).collect();
        mount(&mut machine, 3, tape_of(&files));
        for name in names {
            let typed = answer(&mut machine, &format!("3M{name}\u{1b}L\u{1b}\u{1b}"), 60);
            assert!(!typed.contains("UGA") && !typed.contains("MDG") && !typed.contains("CKS"), "{typed}");
        }
        let different = different(&program, FIRST_IN_PLACE, |address| machine.examine(address));
        assert!(different.is_empty(), "{binary}: {} words differ: {different:?}", different.len());
    }
}

/// Some sources contain a lone LF where the code tests whether a character ends a line. Our assembler
/// reproduces DDT, the display DDT and STINK word for word.
#[test]
fn collected_programs_with_a_lone_line_feed_are_assembled() {
    for (binary, source, count) in [
        ("nts/system/ddt.16k", "nts/syseng/ddt.x40", 1625),
        ("nts/system/ddt.d16k", "nts/syseng/ddt.x50d", 1813),
        ("nts/system/stink.16k", "nts/syseng/stink.x106", 1246),
    ] {
        let Some(binary_bytes) = file(binary) else { return };
        let (program, ..) = program::read(&binary_bytes, Hint::default()).unwrap();
        let image = assembled_source(&file(source).unwrap(), Dialect::B).image();
        assert_eq!((program.len(), image.len()), (count, count), "{binary}");
        assert!(program.iter().eq(image.iter()), "{binary}");
    }
}

/// SYSTEM GEN has 184 words in dialect A; reading its lone LF as a CR would make it 194. Its macro HACK puts
/// the halves of an instruction, each less 1, into two others, and uses the LF to find the end of the
/// instruction.
#[test]
fn system_gen_is_assembled_with_its_lone_line_feed() {
    let Some(source) = file("nts/syseng/system.gen") else { return };
    let image = assembled_source(&source, Dialect::A).image();
    assert_eq!(image.len(), 184);
    // JRST 10,37177.
    let words = [0o255, 0o256].map(|at| image.get(Address::new(at)).unwrap_or_default());
    assert_eq!(words, [Word::halves(0o505740, 0o254377), Word::halves(0o541740, 0o037176)]);
}

/// Each file of the collected tapes survives a round trip through the formats of single files.
#[test]
fn files_of_collected_tapes_survive_a_round_trip() {
    for tape in ["nts/syseng/syseng.dta", "nts/syseng/sysen2.dta", "nts/misc/misc.dta", "nts/lisp/lisp.dta"] {
        let Some(bytes) = file(tape) else { return };
        let files = TapeFiles::of(dectape::read(&bytes, None).unwrap().0).unwrap();
        for entry in files.entries() {
            let words = files.words_of(&entry);
            let name = entry.name.to_string();
            let reading = |kind| ReadOptions { kind, ..ReadOptions::default() };
            let dump = files.get(&name, Some(Kind::Dump)).unwrap().bytes;
            assert_eq!(File::read(&dump, reading(Some(Kind::Dump))).unwrap().words, words, "{tape}: {name}");
            let Ok(again) = File::read(&files.get(&name, None).unwrap().bytes, reading(None)) else {
                continue;
            };
            // A text is compared up to its end, any other file completely.
            let text = |words: &[Word]| File { kind: Kind::Text, words: words.to_vec() }.text();
            let same = again.words == words || again.kind == Kind::Text && text(&again.words) == text(&words);
            assert!(same, "{tape}: {name}");
        }
    }
}

/// The chess program of 1966-67 plays. One word of the surviving copy is damaged; its value follows from the
/// checksum of the block.
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

/// MACDMP loads a program from a tape other than its own.
#[test]
fn macdmp_loads_from_a_second_tape() {
    let (Some(system), Some(misc)) = (file("nts/system/system.dta"), file("nts/misc/misc.dta")) else {
        return;
    };
    let mut machine = Machine::default();
    machine.boot_dectape(system).unwrap();
    mount(&mut machine, 2, misc);
    machine.type_text("2\u{1b}SPCWAR\r");
    assert_eq!(run(&mut machine, 20), StopReason::Time);
    assert!(machine.picture().hits().count() > 1000);
}

/// The ship at the upper right fires; its torpedo adds a moving dot.
#[test]
fn spacewar_takes_buttons() {
    let Some(bytes) = file("nts/misc/@.spcwar") else { return };
    let (program, ..) = program::read(&bytes, Hint::default()).unwrap();
    let shown = |fires: bool| {
        let mut machine = Machine::default();
        start(&mut machine, &program);
        run(&mut machine, 3);
        // A bit is 0 while its button is pressed.
        let action = Action::Buttons { word: if fires { !Word::new(0o20) } else { Word::ONES } };
        machine.input(Input::Act { device: "wcnsls".to_owned(), action }).unwrap();
        run(&mut machine, 1);
        machine.picture().hits().map(|hit| (hit.x, hit.y)).collect::<HashSet<_>>()
    };
    let (quiet, fired) = (shown(false), shown(true));
    assert!(fired.difference(&quiet).count() > 10, "{} points are new", fired.difference(&quiet).count());
}

/// Spacewar draws its ships and suns.
#[test]
fn spacewar_shows_its_ships() {
    let Some(bytes) = file("nts/misc/@.spcwar") else { return };
    let (program, ..) = program::read(&bytes, Hint::default()).unwrap();
    let mut machine = Machine::default();
    start(&mut machine, &program);
    assert_eq!(run(&mut machine, 5), StopReason::Time);
    assert!(machine.picture().hits().count() > 1000);
}

/// Time-sharing of 1967: ^Z at the console creates a job, and its debugger is loaded from DECtape 2.
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
    // A user program is typed into the debugger word by word and started.
    let Some(hello) = file("ITS-138/simh/ts.hello") else { return };
    let (hello, ..) = program::read(&hello, Hint::default()).unwrap();
    let words: Vec<Word> = hello.iter().map(|(_, word)| word).collect();
    answer(&mut machine, "100/", 5);
    for word in words {
        let characters = teletype::struck(&format!("{:o}\n", word.bits()));
        machine
            .input(Input::Act { device: "tty".to_owned(), action: Action::Type { line: 0, characters } })
            .unwrap();
        run(&mut machine, 6);
    }
    let typed = answer(&mut machine, "\r100\u{1b}G", 15);
    assert!(typed.contains("\nHELLORLD"), "{typed}");
}
