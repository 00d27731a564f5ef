//! The laws that must hold for every parser and format on any input, for the fuzz targets and for the test
//! that replays their corpus.

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
use emulator::io::Produced;
use emulator::journal::{Journal, Reading};
use emulator::machine::Machine;
use emulator::symbols::Symbols;
use emulator::word::Word;
use std::io;

/// A law. It panics on bytes that violate it.
pub type Law = fn(&[u8]);

/// All laws, by the names of their targets.
pub const ALL: [(&str, Law); 19] = [
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

/// Assembles `source` with a listing and with small limits on everything that can grow.
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

/// Returns the words of eight bytes each, ignoring the high bits.
fn words(bytes: &[u8]) -> Vec<Word> {
    let eight = |eight: &[u8]| u64::from_be_bytes(eight.try_into().expect("they are eight"));
    bytes.chunks_exact(8).map(|bytes| Word::new(eight(bytes) & 0o777777_777777)).collect()
}

/// A DECtape image is read or refused.
pub fn dectape(bytes: &[u8]) {
    let _ = Machine::default().boot_dectape(bytes.to_vec());
}

/// A magnetic tape image is read or refused. What was read can be written and read again; on seven tracks it
/// is then the same.
pub fn magtape(bytes: &[u8]) {
    let Ok(tape) = MagTape::read(bytes) else { return };
    let again = MagTape::read(&tape.write()).expect("a tape just written can be read");
    assert!(tape.is_of_nine_tracks || again == tape);
}

/// A deck of cards is read or refused. A deck that was read is the same when it is written and read again.
pub fn cards(bytes: &[u8]) {
    let Ok(deck) = decks::read(bytes) else { return };
    assert_eq!(decks::read(&decks::write(&deck)).expect("a deck just written can be read"), deck);
}

/// A journal is read or refused, and so is one that other bytes follow.
pub fn journal(bytes: &[u8]) {
    let _ = Reading::of(bytes);
    let mut journal = Journal::new(Vec::new());
    journal.begin(&mut Machine::default(), b"AHEAD").expect("there is room in memory");
    let mut whole = journal.store().clone();
    whole.extend_from_slice(bytes);
    if let Ok(reading) = Reading::of(&whole) {
        assert!(reading.torn() <= bytes.len());
    }
}

/// Relocatable files are loaded or refused.
pub fn link(bytes: &[u8]) {
    let words = words(bytes);
    let _ = reloc::looks_like(&words);
    let mut linker = Linker::new(Address::new(0o100));
    // As two programs: the second refers to the names of the first.
    let (first, second) = words.split_at(words.len() / 2);
    if linker.load(first).is_ok() && linker.load(second).is_ok() {
        let _ = linker.finish();
    }
}

/// A field of any characters between two known words does not move the second one.
pub fn midas_expression(bytes: &[u8]) {
    // Only characters that make a single field: operators, digits, parentheses, a few names.
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

/// Numbers, symbols and text constants on one line: assembling them twice gives the same result.
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

/// A whole source of any bytes is assembled or refused, in every dialect.
pub fn midas_source(bytes: &[u8]) {
    for dialect in Dialect::ALL {
        let (output, diagnostics) = assembled(bytes, dialect);
        assert!(output.complete || !diagnostics.is_empty());
        let _ = output.file_words();
    }
}

/// Octal text: a program that is read can be written as a script and read again.
pub fn octal(bytes: &[u8]) {
    if let Ok(image) = octal_text::parse(bytes) {
        assert_eq!(octal_text::parse(octal_text::script(&image).as_bytes()), Ok(image));
    }
}

/// Words that were unpacked pack and unpack to themselves.
pub fn packings(bytes: &[u8]) {
    for packing in Packing::ALL {
        if let Ok(words) = packing.unpack(bytes)
            && !words.is_empty()
        {
            assert_eq!(packing.unpack(&packing.pack(&words)), Ok(words));
        }
    }
}

/// Each game of any text is read and played, or its error is reported with the place. A written game is read
/// back with the same moves.
pub fn pgn(bytes: &[u8]) {
    for score in games::read(bytes).map_while(Result::ok).filter_map(|game| game.score.ok()) {
        let Ok(played) = score.play("game") else { continue };
        let again = games::parse(&score.to_string()).expect("our own games can be read");
        // A game without tags, moves and result leaves nothing in a file.
        let Some(again) = again.first() else { continue };
        assert_eq!(again.play("game").expect("the same moves").end(), played.end());
    }
}

/// FEN and EPD: a case that is read is written and read again.
pub fn positions(bytes: &[u8]) {
    let Ok(text) = games::decode(bytes) else { return };
    let _ = epd::position(&text);
    for case in epd::parse("file", &text).unwrap_or_default() {
        let again = epd::parse("file", &case.to_string()).expect("our own lines can be read").remove(0);
        assert_eq!((again.start, again.moves), (case.start, case.moves));
    }
}

/// Any file is recognised as a program or refused.
pub fn program(bytes: &[u8]) {
    let _ = read(bytes, Hint::default());
    let _ = detect(bytes);
}

/// A host without files, where everything takes an instant.
struct Nowhere;

impl Host for Nowhere {
    fn print(&mut self, _: &str) {}
    fn teletype(&mut self, _: &[Produced]) {}
    fn keys(&mut self) -> Keys {
        Keys { interrupt: true, ..Keys::default() }
    }
    fn files(&mut self) -> &mut dyn Files {
        self
    }
}

impl Files for Nowhere {
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

/// Any line typed at the prompt is executed, or its error is explained.
pub fn prompt(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let mut session = Session::new(Machine::default(), Symbols::new());
    for line in text.lines().take(20) {
        let _ = session.execute(line, &mut Nowhere);
    }
}

/// A read-in tape is a program or an error with its place; a program that is read can
/// be written and read again.
pub fn rim(frames: &[u8]) {
    let Ok(image) = read_in::parse(frames) else { return };
    let written = read_in::write(&image).ok().filter(|_| !image.is_empty() && image.start.is_some());
    if let Some(tape) = written {
        let again = read_in::parse(&tape).expect("our own tapes can be read");
        assert!(again.iter().eq(image.iter()));
    }
}

/// A snapshot is restored or refused; the contents are preceded by a valid header.
pub fn snapshot(contents: &[u8]) {
    let mut bytes = Machine::default().snapshot()[..16].to_vec();
    bytes.extend_from_slice(&(contents.len() as u64).to_le_bytes());
    bytes.extend_from_slice(&crc32fast::hash(contents).to_le_bytes());
    bytes.extend_from_slice(contents);
    let _ = Machine::default().restore(&bytes);
    let _ = Machine::default().restore(contents);
}

/// A table of a program's structures is read, or refused with its line.
pub fn structures(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(table) = Structures::parse(text) else { return };
    let symbols = Symbols::new();
    for name in table.all() {
        let _ = table.structure(name).map(|structure| table.line(structure, &[], &symbols));
        let _ = table.grid(name).map(|grid| table.plane(grid, |_| Word::ONES, &symbols));
    }
}

/// A symbol file that is read can be written and read again.
pub fn symbols(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(symbols) = Symbols::parse(text) {
        let written = symbols.to_text();
        let again = Symbols::parse(&written).expect("our own files can be read");
        assert_eq!(again.to_text(), written);
    }
}

/// A tape with any words in its directory is listed. It stores a file and returns it, or reports an error.
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
    let text = File::of_text(b"A LINE\r\n").expect("it is of characters");
    let free = files.free();
    if let Ok(entry) = files.put_named("FUZZ FILE", &text) {
        assert!(files.words_of(&entry).starts_with(&text.words));
        assert!(files.delete_named("FUZZ FILE").is_ok());
        assert!(files.free() >= free);
    }
}
