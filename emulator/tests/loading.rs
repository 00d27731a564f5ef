//! Program files, intact and damaged, as `run` and `load` read them. Also damaged tapes and disks, and card
//! decks.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use emulator::address::Address;
use emulator::formats::dectape::{self, ReelLayout, Tape};
use emulator::formats::program::write_sav;
use emulator::formats::sblk::Sblk;
use emulator::formats::words::Packing;
use emulator::formats::{Image, octal, rim, tape};
use emulator::word::Word;

use crate::programs::{global, relocatable};

/// Returns a program with a halt at 100, forty words after it and three words at 2000.
fn program() -> Image {
    let words = (0..40).map(|i| (Address::new(0o101 + i), Word::new(u64::from(i + 1) << 27 | 5)));
    let mut image: Image = words.collect();
    image.set(Address::new(0o100), Word::halves(0o254200, 0o100));
    image.extend((0..3).map(|i| (Address::new(0o2000 + i), Word::halves(0o400000 + i, i))));
    image.start = Some(Word::halves(0o254000, 0o100));
    image
}

fn pdp6(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output: Output = Command::new(env!("CARGO_BIN_EXE_pdp6"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("the command is built");
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code().expect("no signal"), text(&output.stdout), text(&output.stderr))
}

fn run(bytes: &[u8], name: &str, options: &[&str]) -> (i32, String) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(name), bytes).unwrap();
    let (status, _, error) = pdp6(folder.path(), &[&["run", name, "--limit", "30s"], options].concat());
    (status, error)
}

/// Returns program files of many kinds: name and bytes.
fn files() -> Vec<(&'static str, Vec<u8>)> {
    let sblk = Sblk::from_image(&program(), 30).to_words();
    let mut files: Vec<(&str, Vec<u8>)> = vec![
        ("tape.rim", rim::write(&program()).unwrap()),
        ("text.script", octal::script(&program()).into_bytes()),
        ("save.sav", Packing::Core.pack(&write_sav(&program()))),
    ];
    let packings = [
        ("core", Packing::Core),
        ("aa", Packing::Ansi),
        ("bin", Packing::Dense),
        ("data8", Packing::Data8),
        ("big8", Packing::Big8),
        ("halves", Packing::Halves),
        ("its", Packing::Evacuate),
        ("paper", Packing::PaperTape),
        ("words.oct", Packing::Octal),
    ];
    files.extend(packings.map(|(name, packing)| (name, packing.pack(&sblk))));
    files
}

#[test]
fn program_files_run() {
    for (name, bytes) in files() {
        let (status, message) = run(&bytes, name, &[]);
        assert!(status == 0 && message.starts_with("[halted, PC 000100, "), "{name}: {message}");
        assert_eq!(message.lines().count(), 1, "{name}: {message}");
    }
}

/// Each file is cut at several places. The last cut is in the last word or line. A read-in tape contains its
/// loader, so the machine waits for the missing part. A paper tape loses nothing if only its trailer is cut.
#[test]
fn a_file_that_is_cut_short_is_reported() {
    for (name, bytes) in files() {
        let length = bytes.len();
        for cut in [length / 5, length / 3, length / 2, length - length / 10, length - 3, length - 1] {
            let (status, message) = run(&bytes[..cut], name, &[]);
            let told = ["cut short", "found the end of the line", "has no start address"];
            let waits = name == "tape.rim" && status == 3;
            let whole = matches!(name, "paper" | "tape.rim") && status == 0;
            let is_told = status == 1 && told.iter().any(|told| message.contains(told));
            let with_remark = message.contains("the last line has no newline; the file may be cut short");
            assert!(
                is_told || waits || whole || with_remark,
                "{name} cut at {cut} of {length}: {status} {message}"
            );
        }
    }
}

#[test]
fn truncated_rel_files_and_tapes_are_reported() {
    // A block of three words, and a name block.
    let program = relocatable(b'A', &[0, 0o254200_000100, 0o201040_000000]);
    for (cut, expected) in [
        (program.len() - 1, "word at byte 56 is cut short: 1 byte missing"),
        (program.len() - 7, "word at byte 56 is cut short: 7 bytes missing"),
        (program.len() - 8, "block for the linking loader at word 5 is cut short: 1 word missing"),
        (41, "word at byte 40 is cut short: 7 bytes missing"),
        // A file this short could also be in another packing of words.
        (24, "is cut short: "),
        (16, "is cut short: "),
    ] {
        let (status, message) = run(&program[..cut], "sub.rel", &[]);
        assert!(status == 1 && message.contains(expected), "{cut}: {message}");
    }
    let lines = dectape::write(&Tape::formatted(), ReelLayout::Lines).unwrap();
    for cut in [1000, lines.len() / 2, lines.len() - 1] {
        let (status, message) = run(&lines[..cut], "reel.dtr", &[]);
        let expected = format!("at byte {cut} is cut short: {} byte", lines.len() - cut);
        assert!(status == 1 && message.contains(&expected), "{cut}: {message}");
    }
}

/// A bit is flipped in a word of the first block, in a read-in tape and in several packings.
#[test]
fn a_flipped_bit_is_found_and_can_be_let_pass() {
    let sblk = Sblk::from_image(&program(), 30).to_words();
    let mut flipped = sblk.clone();
    flipped[12] = Word::new(flipped[12].bits() ^ 1 << 20);
    let tape = {
        let mut words = tape::to_words(&rim::write(&program()).unwrap()).unwrap();
        words[39 + 12] = flipped[12];
        tape::from_words(&words)
    };
    let mut files: Vec<(&str, Vec<u8>)> = vec![("tape.rim", tape)];
    files.extend([
        ("core", Packing::Core.pack(&flipped)),
        ("data8", Packing::Data8.pack(&flipped)),
        ("halves", Packing::Halves.pack(&flipped)),
        ("its", Packing::Evacuate.pack(&flipped)),
        ("words.oct", Packing::Octal.pack(&flipped)),
    ]);
    for (name, bytes) in files {
        let (status, message) = run(&bytes, name, &[]);
        let named = "(loading at 100) has checksum ";
        assert!(status == 1 && message.contains(named), "{name}: {status} {message}");
        let (status, message) = run(&bytes, name, &["--ignore-checksums"]);
        let lines: Vec<&str> = message.lines().collect();
        assert!(status == 0 && lines.len() == 2, "{name}: {status} {message}");
        assert!(lines[0].contains(named) && lines[0].ends_with("; loaded anyway"), "{name}: {message}");
        assert!(lines[1].starts_with("[halted, PC 000100, "), "{name}: {message}");
    }
}

#[test]
fn other_files_are_refused_with_what_was_expected() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("a.script"), octal::script(&program())).unwrap();
    let (_, _, error) =
        pdp6(folder.path(), &["run", "a.script", "--save", "snap", "--record", "rec", "--journal", "log"]);
    assert!(error.contains("cannot be used with"), "{error}");
    for arguments in [&["--save", "snap", "--record", "rec"][..], &["--journal", "log"]] {
        assert_eq!(pdp6(folder.path(), &[&["run", "a.script"], arguments].concat()).0, 0);
    }
    let read = |name: &str| fs::read(at(name)).unwrap();
    let flipped = |name: &str| {
        let mut bytes = read(name);
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        bytes
    };
    let no_program = "unknown program format; name it with --format";
    for (name, bytes, expected) in [
        ("empty", Vec::new(), "the file is empty"),
        ("picture", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff\xff\xff\xff\xff".to_vec(), no_program),
        (
            "source",
            b"TITLE COUNT\nGO:\tMOVEI 1,5\nEND GO\n".to_vec(),
            "\"TITLE\" is not an octal number (a text file must contain octal words; assemble a source with \
             midas first)",
        ),
        ("source-8", "; é\nTITLE COUNT\nEND GO\n".into(), "\"TITLE\" is not an octal number"),
        (
            "short.script",
            b"d 100 254200000100\nd 101\ng 100\n".to_vec(),
            "line 2, column 6: expected an octal word",
        ),
        ("cut.snapshot", read("snap")[..300].to_vec(), "cannot restore \"cut.snapshot\""),
        ("flipped.snapshot", flipped("snap"), "cannot restore \"flipped.snapshot\""),
        ("recording", read("rec"), "--replay repeats a recording"),
        ("journal", read("log"), "--journal continues a journal"),
        ("reel.dta", vec![0; 1023], "cannot be a"),
    ] {
        let (status, message) = run(&bytes, name, &[]);
        assert!(status == 1 && message.contains(expected), "{name}: {status} {message}");
        assert!(message.starts_with("pdp6: ") && message.contains(name), "{name}: {message}");
    }
    for (format, expected) in [
        ("rim", "does not begin a read-in pair"),
        ("core", "core dump word at byte 405 is cut short: 2 bytes missing"),
        ("sblk:data8", "not a 64-bit word: the upper 28 bits must be zero; is --format right?"),
        ("its", "in the middle of a word of text"),
        ("nonsense", "--format: unknown format \"nonsense\" (expected a packing of words: pt, core, "),
    ] {
        let bytes = Packing::Big8.pack(&Sblk::from_image(&program(), 30).to_words());
        let (status, message) = run(&bytes, "file", &["--format", format]);
        let code = if format == "nonsense" { 2 } else { 1 };
        assert!(status == code && message.contains(expected), "{format}: {status} {message}");
    }
}

/// Files that only other commands accept. The messages name these commands.
#[test]
fn files_for_other_commands_are_refused_at_the_prompt() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("room.toml"), "program = \"echo.rim\"\n").unwrap();
    fs::write(at("boot.do"), "boot add.mid\n").unwrap();
    fs::write(at("add.mid"), "; é\n\tTITLE ADD\nGO:\tHALT GO\n\tEND GO\n").unwrap();
    let (status, _, error) = pdp6(folder.path(), &["debug", "room.toml"]);
    let expected = "pdp6: \"room.toml\" is a room, not a program; run it with pdp6 run room.toml\n";
    assert_eq!((status, error.as_str()), (1, expected));
    let (status, _, error) = pdp6(folder.path(), &["debug", "--do", "boot.do"]);
    let expected = "\"add.mid\" is text, not a program (expected a read-in tape); assemble a source with \
        midas first\n";
    assert!(status == 1 && error.ends_with(expected), "{error}");
    fs::write(at("h.script"), octal::script(&program())).unwrap();
    assert_eq!(pdp6(folder.path(), &["run", "h.script", "--save", "h.snap"]).0, 0);
    let (status, _, error) = pdp6(folder.path(), &["run", "h.snap", "--start", "101"]);
    assert!(status == 1 && error.contains("leave out --start"), "{error}");
    fs::write(at("save.do"), "save h.snap\nsave h.script\n").unwrap();
    let (status, _, error) = pdp6(folder.path(), &["debug", "h.snap", "--do", "save.do"]);
    assert!(status == 1 && error.contains("cannot write \"h.script\": it would replace a file"), "{error}");
    assert_eq!(fs::read_to_string(at("h.script")).unwrap(), octal::script(&program()));
    fs::write(at("load.do"), "load h.snap\n").unwrap();
    for arguments in [&["disassemble", "h.snap"][..], &["debug", "--do", "load.do"]] {
        let (status, _, error) = pdp6(folder.path(), arguments);
        assert!(status == 1 && error.contains("\"restore FILE\" at the prompt"), "{arguments:?}: {error}");
    }
    fs::write(at("add.mid"), "").unwrap();
    let (status, _, error) = pdp6(folder.path(), &["debug", "--do", "boot.do"]);
    assert!(status == 1 && error.ends_with("\"add.mid\" is empty (expected a read-in tape)\n"), "{error}");
}

#[test]
fn a_program_without_a_start_gets_one() {
    let words = Sblk::from_image(&program(), 30).to_words();
    let blocks = Packing::Core.pack(&words[..words.len() - 1]);
    let text: String = octal::script(&program())
        .lines()
        .filter(|line| line.starts_with('d'))
        .fold(String::new(), |text, line| text + line + "\n");
    for (name, bytes) in [("blocks", blocks), ("text.script", text.into_bytes())] {
        let (status, message) = run(&bytes, name, &[]);
        assert!(status == 1 && message.contains("--start"), "{name}: {message}");
        let (status, message) = run(&bytes, name, &["--start", "100"]);
        assert!(status == 0 && message.starts_with("[halted, PC 000100, "), "{name}: {message}");
        let (status, message) = run(&bytes, name, &["--start", "NOWHERE"]);
        assert!(status == 1 && message.contains("--start NOWHERE: "), "{name}: {message}");
    }
}

/// The output of `midas --format octal` runs and can be edited. A program whose END has no address starts at
/// 0, where it has no word.
#[test]
fn the_octal_text_of_the_assembler_runs() {
    let text = "000100 201040000005\n000101 254200000100\n000302 000000000007\nstart  254000000100\n";
    let (status, message) = run(text.as_bytes(), "prog.oct", &[]);
    assert!(status == 0 && message.starts_with("[halted, PC 000100, "), "{message}");
    let edited = text.replace("254200000100", "254200000102");
    let (status, message) = run(edited.as_bytes(), "prog.oct", &[]);
    assert!(status == 0 && message.starts_with("[halted, PC 000102, "), "{message}");
    let nowhere = text.replace("start  254000000100", "start  254000000000");
    let (_, message) = run(nowhere.as_bytes(), "prog.oct", &[]);
    let told = "pdp6: \"prog.oct\" starts at 000000, but has no word there; use --start ADDRESS to start \
        elsewhere\n";
    assert!(message.starts_with(told), "{message}");
    let (status, message) = run(nowhere.as_bytes(), "prog.oct", &["--start", "100"]);
    assert!(status == 0 && message.starts_with("[halted, PC 000100, "), "{message}");
}

#[test]
fn a_start_may_be_a_symbol_and_at_the_prompt_too() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let words = Sblk::from_image(&program(), 30).to_words();
    fs::write(at("blocks"), Packing::Data8.pack(&words[..words.len() - 1])).unwrap();
    fs::write(at("names"), "HERE 000100 label\n").unwrap();
    let mut flipped = words.clone();
    flipped[12] = Word::new(flipped[12].bits() ^ 2);
    fs::write(at("bad"), Packing::Data8.pack(&flipped)).unwrap();
    fs::write(at("text"), octal::script(&program())).unwrap();
    let script = "\
load blocks --start 101
examine pc
load blocks --format sblk:data8 --start 102
examine pc
load bad --ignore-checksums
examine pc
";
    fs::write(at("good.do"), script).unwrap();
    let (status, out, error) = pdp6(folder.path(), &["debug", "--do", "good.do"]);
    assert_eq!(status, 0, "{error}");
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(
        lines[..4],
        [
            "44 words loaded, start 101",
            "PC: 000000,,000101",
            "44 words loaded, start 102",
            "PC: 000000,,000102"
        ]
    );
    assert!(lines[4].contains("has checksum") && lines[4].ends_with("loaded anyway"), "{out}");
    assert_eq!(lines[5..], ["44 words loaded, start 100", "PC: 000000,,000100"]);
    for (line, expected) in [
        ("load blocks", "--start"),
        ("load bad", "has checksum"),
        ("load text --format core", "is cut short"),
        ("load text --format", "expected a value after --format"),
        (
            "load text --format dta",
            "--format: unknown format \"dta\" (expected a packing of words: pt, core, ",
        ),
        ("load text --start NOWHERE", "--start NOWHERE"),
        ("load text --frob", "unknown option --frob"),
        ("load", "expected a file name: load FILE"),
    ] {
        fs::write(at("bad.do"), format!("{line}\n")).unwrap();
        let (status, _, error) = pdp6(folder.path(), &["debug", "--do", "bad.do"]);
        assert!(status == 1 && error.contains(expected), "{line}: {error}");
    }
}

#[test]
fn relocatable_programs_are_linked_on_the_way() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    // Codes: an unchanged word; a global name added to the next word.
    let first = relocatable(b'A', &[0o04 << 30, 0o254200_000100, global(b'B'), 0o201040_000000]);
    // Codes: define a name as the address that follows, relocated; an unchanged word.
    let second = relocatable(b'B', &[0o700 << 27, global(b'B') | 1 << 33, 0, 7]);
    fs::write(at("first.rel"), first).unwrap();
    fs::write(at("second.rel"), second).unwrap();
    let run = |arguments: &[&str]| pdp6(folder.path(), &[&["run"], arguments, &["--limit", "1s"]].concat());
    let (status, _, error) = run(&["first.rel", "second.rel", "--start", "100"]);
    let lines: Vec<&str> = error.lines().collect();
    assert_eq!((status, &lines[..2]), (0, &["000100 A", "000102 B"][..]), "{error}");
    assert!(lines[2].starts_with("[halted, PC 000100, "), "{error}");
    let (status, _, error) = run(&["first.rel", "--start", "100"]);
    assert!(status == 1 && error.contains("not defined: B; name the files that define them"), "{error}");
    let (status, _, error) = run(&["first.rel", "missing.rel"]);
    assert!(status == 1 && error.contains("cannot read \"missing.rel\""), "{error}");
    fs::write(at("link.do"), "load first.rel second.rel\nexamine 100-102\n").unwrap();
    let (status, out, error) = pdp6(folder.path(), &["debug", "--do", "link.do"]);
    assert_eq!(status, 0, "{error}");
    let words: Vec<&str> =
        out.lines().filter_map(|line| line.split_once(": ")).map(|(_, word)| &word[..14]).collect();
    assert_eq!(words, ["254200,,000100", "201040,,000102", "000000,,000007"], "{out}");
}

/// A dump as octal words with one word changed and its checksum left as it was, as after a repair by hand.
#[test]
fn an_edited_octal_dump_runs() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("file"), Packing::Evacuate.pack(&Sblk::from_image(&program(), 30).to_words())).unwrap();
    let (status, _, error) =
        pdp6(folder.path(), &["convert", "file", "dump.oct", "--from", "its", "--to", "oct"]);
    assert_eq!(status, 0, "{error}");
    let text = fs::read_to_string(at("dump.oct")).unwrap();
    assert_eq!(text.lines().nth(1), Some("254200000100"), "the first word after the first header");
    fs::write(at("dump.oct"), text.replacen("254200000100", "254200000102", 1)).unwrap();
    let (status, _, error) = pdp6(folder.path(), &["run", "dump.oct"]);
    assert!(status == 1 && error.contains("has checksum"), "{error}");
    let (status, _, error) = pdp6(folder.path(), &["run", "dump.oct", "--ignore-checksums"]);
    assert!(
        status == 0 && error.lines().nth(1).is_some_and(|end| end.starts_with("[halted, PC 000102")),
        "{error}"
    );
    // A script of deposits has no checksums, so its words can be edited.
    let (status, ..) = pdp6(folder.path(), &["convert", "file", "program.script"]);
    assert_eq!(status, 0);
    let text = fs::read_to_string(at("program.script")).unwrap();
    fs::write(at("program.script"), text.replace("d 000100 254200000100", "d 000100 254200000103")).unwrap();
    let (status, _, error) = pdp6(folder.path(), &["run", "program.script"]);
    assert!(status == 0 && error.starts_with("[halted, PC 000103"), "{error}");
}

/// A tape whose last record is cut short is not attached and stays as it is.
#[test]
fn a_damaged_magnetic_tape_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (file, damaged) = (folder.path().join("damaged.tap"), b"\x10\0\0\0ABCDEFGH");
    fs::write(&file, damaged).unwrap();
    fs::write(folder.path().join("halt.script"), octal::script(&program())).unwrap();
    let (status, _, error) = pdp6(folder.path(), &["run", "halt.script", "--attach", "mt=damaged.tap"]);
    let expected = "attach \"damaged.tap\": magnetic tape unit 0: the tape record at byte 0 is cut short";
    assert!(status == 1 && error.contains(expected), "{status} {error}");
    assert_eq!(fs::read(&file).unwrap(), damaged);
}

/// A file that is not a disk image is not attached and stays as it is.
#[test]
fn a_damaged_disk_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("halt.script"), octal::script(&program())).unwrap();
    let cases: [(&str, &[u8], &str); 2] = [
        ("short.dsk", &[0; 1023], "disk unit 2: 64-bit word at byte 1016 is cut short: 1 byte missing"),
        ("wide.dsk", &[0xFF; 8], "disk unit 2: byte 0: not a 64-bit word: the upper 28 bits must be zero"),
    ];
    for (name, damaged, fault) in cases {
        let file = folder.path().join(name);
        fs::write(&file, damaged).unwrap();
        let attach = format!("dsk2={name}");
        let (status, _, error) = pdp6(folder.path(), &["run", "halt.script", "--attach", &attach]);
        assert!(status == 1 && error.contains(&format!("attach \"{name}\": {fault}")), "{status} {error}");
        assert_eq!(fs::read(&file).unwrap(), damaged);
    }
}

/// A program that reads a card and punches its first column on another one: READ A CARD, a column, PUNCH ON,
/// a column, EJECT. CONSO waits for each step.
const COPY: [(u64, u64); 14] = [
    (0o715200, 0o1000),
    (0o715340, 0o10),
    (0o254000, 0o101),
    (0o715040, 0o200),
    (0o711200, 0o40),
    (0o711340, 0o10),
    (0o254000, 0o105),
    (0o711140, 0o200),
    (0o711340, 0o10),
    (0o254000, 0o110),
    (0o711200, 0o10000),
    (0o711340, 0o100),
    (0o254000, 0o113),
    (0o254200, 0o115),
];

#[test]
fn a_room_attaches_card_reader_and_punch() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let words = COPY.iter().map(|(left, right)| format!("{left:06o}{right:06o}\n"));
    fs::write(at("copy.oct"), format!("100:\n{}g 100\n", words.collect::<String>())).unwrap();
    fs::write(at("deck"), "HELLO\n").unwrap();
    fs::write(at("room.toml"), "program = 'copy.oct'\n[attach]\ncr = 'deck'\ncp = 'copy'\n").unwrap();
    let (status, _, error) = pdp6(folder.path(), &["run", "room.toml"]);
    assert_eq!(status, 0, "{error}");
    assert_eq!(fs::read_to_string(at("copy")).unwrap(), "H\n");
    let (status, _, error) = pdp6(folder.path(), &["run", "room.toml"]);
    assert!(status == 1 && error.contains("cannot write \"copy\": the file exists"), "{error}");
    fs::remove_file(at("copy")).unwrap();
    let (status, _, error) =
        pdp6(folder.path(), &["run", "copy.oct", "--attach", "cr=deck", "--attach", "cp=deck"]);
    assert!(status == 1 && error.contains("cannot write \"deck\": it would replace cr"), "{error}");
    assert_eq!(fs::read_to_string(at("deck")).unwrap(), "HELLO\n");
    fs::write(at("deck"), "HELLO\nW\u{d6}RLD\n").unwrap();
    let (status, _, error) = pdp6(folder.path(), &["run", "room.toml"]);
    let expected = "attach \"deck\": card reader: line 2, column 2: the byte 303 has no card code";
    assert!(status == 1 && error.contains(expected), "{status} {error}");
    assert!(!at("copy").exists());
}
