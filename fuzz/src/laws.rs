//! The laws: properties of each parser and format that must hold on arbitrary input. The fuzz targets check
//! them, and so does a test that replays their corpus.

use assembler::{Diagnostic, Dialect, Limits, MemoryFiles, Options, Output, assemble};
use chessprog::compare::epd;
use chessprog::games;
use emulator::address::Address;
use emulator::debug::host::{Files, Keys};
use emulator::debug::{Host, Session, Structures};
use emulator::formats::cards as decks;
use emulator::formats::dectape::files::{File, TapeFiles};
use emulator::formats::dectape::reel::Tape;
use emulator::formats::link::Linker;
use emulator::formats::magtape::MagTape;
use emulator::formats::program::{Hint, detect, read};
use emulator::formats::words::Packing;
use emulator::formats::{dectape as tape_format, octal as octal_text, reloc, rim as read_in};
use emulator::io::DeviceOutput;
use emulator::journal::{Journal, JournalContents};
use emulator::machine::Machine;
use emulator::symbols::Symbols;
use emulator::word::Word;
use std::io;

/// A property that must hold for any bytes. The function panics if it does not.
pub type Property = fn(&[u8]);

/// All laws, each with the name of its fuzz target.
pub const ALL: [(&str, Property); 19] = [
    ("cards", cards),
    ("dectape", dectape),
    ("journal", journal),
    ("link", link),
    ("magtape", magtape),
    ("midas_expression", midas_expression),
    ("midas_line", midas_line),
    ("midas_source", midas_source),
    ("octal", octal),
    ("packings", packings),
    ("pgn", pgn),
    ("positions", positions),
    ("program", program),
    ("prompt", prompt),
    ("rim", rim),
    ("snapshot", snapshot),
    ("structures", structures),
    ("symbols", symbols),
    ("tape_files", tape_files),
];

/// Assembles `source` with a listing, and with a small limit on everything that can grow.
fn assembled(source: impl Into<Vec<u8>>, dialect: Dialect) -> (Output, Vec<Diagnostic>) {
    let limits = Limits {
        expansion_depth: 200,
        expanded_characters: 100_000,
        output_words: 20_000,
        ..Limits::default()
    };
    let options = Options { dialect, limits, listing: true, ..Options::default() };
    assemble("main", &MemoryFiles::new().with("main", source), &options)
}

/// Converts each group of eight bytes to a word, ignoring the 28 high bits.
fn words(bytes: &[u8]) -> Vec<Word> {
    let eight = |eight: &[u8]| u64::from_be_bytes(eight.try_into().expect("a chunk has eight bytes"));
    bytes.chunks_exact(8).map(|bytes| Word::new(eight(bytes) & 0o777777_777777)).collect()
}

/// Fuzzes booting from a DECtape image.
pub fn dectape(bytes: &[u8]) {
    let _ = Machine::default().boot_dectape(bytes.to_vec());
}

/// Fuzzes the parser of magnetic tape images. A parsed image can be written and parsed again, and a
/// seven-track image survives the round trip unchanged.
pub fn magtape(bytes: &[u8]) {
    let Ok(tape) = MagTape::read(bytes) else { return };
    let again = MagTape::read(&tape.write()).expect("a tape just written can be read");
    assert!(tape.is_of_nine_tracks || again == tape);
}

/// Fuzzes the parser of card decks. A parsed deck survives the round trip unchanged.
pub fn cards(bytes: &[u8]) {
    let Ok(deck) = decks::read(bytes) else { return };
    assert_eq!(decks::read(&decks::write(&deck)).expect("a deck just written can be read"), deck);
}

/// Fuzzes the journal parser, with arbitrary bytes alone and after a valid beginning.
pub fn journal(bytes: &[u8]) {
    let _ = JournalContents::of(bytes);
    let mut journal = Journal::new(Vec::new());
    journal.begin(&mut Machine::default(), b"AHEAD").expect("there is room in memory");
    let mut whole = journal.store().clone();
    whole.extend_from_slice(bytes);
    if let Ok(reading) = JournalContents::of(&whole) {
        assert!(reading.torn() <= bytes.len());
    }
}

/// Fuzzes the linker with two relocatable files.
pub fn link(bytes: &[u8]) {
    let words = words(bytes);
    let _ = reloc::looks_like(&words);
    let mut linker = Linker::new(Address::new(0o100));
    // Two programs, so that the second can refer to symbols of the first.
    let (first, second) = words.split_at(words.len() / 2);
    if linker.load(first).is_ok() && linker.load(second).is_ok() {
        let _ = linker.finish();
    }
}

/// An arbitrary field before a word at a fixed address does not move that word.
pub fn midas_expression(bytes: &[u8]) {
    // Only characters that may occur in one field: operators, digits, parentheses, two symbols.
    let Some(text) = std::str::from_utf8(bytes)
        .ok()
        .filter(|text| text.bytes().all(|c| b"0123456789.+-*/&#\\_^<>()AB ".contains(&c)))
    else {
        return;
    };
    let source = format!("TITLE T\n\tLOC 100\nA==3\nB==5\n\t{text}\n\tLOC 200\n\t7\nEND\n");
    let (output, diagnostics) = assembled(source, Dialect::C);
    if diagnostics.is_empty() {
        assert!(output.words().any(|(address, word)| address == 0o200 && word.bits() == 7));
    }
}

/// Assembling one line twice gives the same words and diagnostics.
pub fn midas_line(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let line: String = text.chars().filter(|c| !c.is_control()).collect();
    let source = format!("TITLE T\n\tLOC 100\n\t{line}\nEND\n");
    for dialect in Dialect::ALL {
        let first = assembled(source.as_str(), dialect);
        let second = assembled(source.as_str(), dialect);
        assert!(first.0.words().eq(second.0.words()));
        assert_eq!(first.1, second.1);
    }
}

/// Fuzzes the assembler with a whole source, in every dialect.
pub fn midas_source(bytes: &[u8]) {
    for dialect in Dialect::ALL {
        let (output, diagnostics) = assembled(bytes, dialect);
        assert!(output.complete || !diagnostics.is_empty());
        let _ = output.file_words();
    }
}

/// A parsed program survives being written as an octal script and parsed again.
pub fn octal(bytes: &[u8]) {
    if let Ok(image) = octal_text::parse(bytes) {
        assert_eq!(octal_text::parse(octal_text::script(&image).as_bytes()), Ok(image));
    }
}

/// Words unpacked from any bytes survive being packed and unpacked again.
pub fn packings(bytes: &[u8]) {
    for packing in Packing::ALL {
        if let Ok(words) = packing.unpack(bytes)
            && !words.is_empty()
        {
            assert_eq!(packing.unpack(&packing.pack(&words)), Ok(words));
        }
    }
}

/// Fuzzes the PGN parser. A valid game that is written and parsed again ends in the same position.
pub fn pgn(bytes: &[u8]) {
    for score in games::read(bytes).map_while(Result::ok).filter_map(|game| game.score.ok()) {
        let Ok(played) = score.play("game") else { continue };
        let again = games::parse(&score.to_string()).expect("a game just written can be read");
        // A game without tags, moves and result writes nothing to the file.
        let Some(again) = again.first() else { continue };
        assert_eq!(again.play("game").expect("the same moves").end(), played.end());
    }
}

/// A case parsed from FEN or EPD survives being written and parsed again.
pub fn positions(bytes: &[u8]) {
    let Ok(text) = games::decode(bytes) else { return };
    let _ = epd::position(&text);
    for case in epd::parse("file", &text).unwrap_or_default() {
        let again = epd::parse("file", &case.to_string()).expect("a line just written can be read").remove(0);
        assert_eq!((again.start, again.moves), (case.start, case.moves));
    }
}

/// Fuzzes the detection and the loading of program files.
pub fn program(bytes: &[u8]) {
    let _ = read(bytes, Hint::default());
    let _ = detect(bytes);
}

/// A host without files whose user interrupts every command.
struct InterruptingHost;

impl Host for InterruptingHost {
    fn print(&mut self, _: &str) {}
    fn teletype(&mut self, _: &[DeviceOutput]) {}
    fn keys(&mut self) -> Keys {
        Keys { interrupt: true, ..Keys::default() }
    }
    fn files(&mut self) -> &mut dyn Files {
        self
    }
}

impl Files for InterruptingHost {
    fn read(&mut self, _: &str) -> io::Result<Vec<u8>> {
        Err(io::ErrorKind::NotFound.into())
    }
    fn replace(&mut self, _: &str, _: &[u8]) -> io::Result<()> {
        Ok(())
    }
    fn add(&mut self, _: &str, _: &str, made: &mut Vec<u8>) -> io::Result<()> {
        made.clear();
        Ok(())
    }
    fn end(&mut self, _: &str, _: &str) -> io::Result<()> {
        Ok(())
    }
    fn put(&mut self, _: &str, _: &str, _: usize, _: &[u8]) -> io::Result<()> {
        Ok(())
    }
    fn unmount(&mut self, _: &str, _: &str, _: Option<&[u8]>) -> io::Result<()> {
        Ok(())
    }
}

/// Fuzzes the debugger's prompt with up to 20 lines.
pub fn prompt(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let mut session = Session::new(Machine::default(), Symbols::new());
    for line in text.lines().take(20) {
        let _ = session.execute(line, &mut InterruptingHost);
    }
}

/// Fuzzes the parser of read-in tapes. If a program has a start address and can be written to a tape, its
/// words survive the round trip.
pub fn rim(frames: &[u8]) {
    let Ok(image) = read_in::parse(frames) else { return };
    let written = read_in::write(&image).ok().filter(|_| !image.is_empty() && image.start.is_some());
    if let Some(tape) = written {
        let again = read_in::parse(&tape).expect("a tape just written can be read");
        assert!(again.iter().eq(image.iter()));
    }
}

/// Fuzzes restoring a snapshot, with and without a valid header.
pub fn snapshot(contents: &[u8]) {
    let mut bytes = Machine::default().snapshot()[..16].to_vec();
    bytes.extend_from_slice(&(contents.len() as u64).to_le_bytes());
    bytes.extend_from_slice(&crc32fast::hash(contents).to_le_bytes());
    bytes.extend_from_slice(contents);
    let _ = Machine::default().restore(&bytes);
    let _ = Machine::default().restore(contents);
}

/// Fuzzes the parser of structure tables, and prints every structure and grid of a valid table.
pub fn structures(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(table) = Structures::parse(text) else { return };
    let symbols = Symbols::new();
    for name in table.all() {
        let _ = table.structure(name).map(|structure| table.line(structure, &[], &symbols));
        let _ = table.grid(name).map(|grid| table.plane(grid, |_| Word::ONES, &symbols));
    }
}

/// A parsed symbol file can be written and parsed again.
pub fn symbols(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(symbols) = Symbols::parse(text) {
        let written = symbols.to_text();
        let again = Symbols::parse(&written).expect("a file just written can be read");
        assert_eq!(again.to_text(), written);
    }
}

/// Fuzzes the directory of a tape. If it is valid, a file can be stored, read back and deleted.
pub fn tape_files(bytes: &[u8]) {
    let mut tape = match tape_format::read(bytes, None) {
        Ok((tape, _)) => tape,
        Err(_) => Tape::formatted(),
    };
    let mut directory = words(bytes);
    directory.resize(0o200, Word::ZERO);
    if tape.set_block(0o100, &directory).is_err() {
        return;
    }
    let Ok(mut files) = TapeFiles::of(tape) else { return };
    let _ = (files.list(), files.checked());
    for entry in files.entries() {
        let _ = files.words_of(&entry);
    }
    let text = File::of_text(b"A LINE\r\n").expect("the text is ASCII");
    let free = files.free();
    if let Ok(entry) = files.put_named("FUZZ FILE", &text) {
        assert!(files.words_of(&entry).starts_with(&text.words));
        assert!(files.delete_named("FUZZ FILE").is_ok());
        assert!(files.free() >= free);
    }
}
