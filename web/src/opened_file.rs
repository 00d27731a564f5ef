//! Files that the user opens or drops on the page. Their kind is detected from their contents.

use emulator::formats::dectape::files::{Name, TapeFiles};
use emulator::formats::dectape::{self, Tape, reel};
use emulator::formats::program::{self, Hint};
use emulator::journal::{self, JournalContents};
use emulator::machine::{Config, Machine};
use emulator::snapshot;
use emulator::symbols::Symbols;
use emulator::word::Word;

use crate::game::{self, CatchUp, Game};
use crate::origin::InitialState;
use crate::tapes::DRIVES;
use crate::web_machine::WebMachine;

/// Lists the kinds of files that the page can open, for messages.
const OPENABLE: &str = "The page opens paper tapes, DECtapes, dumps of ITS, octal text, saved machines, \
    journals of machack, saved games, MIDAS sources (.mid), and chess games and positions (.pgn, .fen)";

/// The result of opening a file, with a message.
pub enum OpenedFile {
    /// The file runs in place of the previous program.
    Running(String),
    /// The file is mounted on a drive, and the previous program continues.
    Mounted(String),
    /// A game, which must be replayed.
    Game(Box<CatchUp>),
}

impl WebMachine {
    /// Opens a file of any supported kind. A saved game is replayed; a saved machine or a journal continues.
    /// A bootable DECtape is mounted on the first free drive, and booted if that is drive 1; another DECtape
    /// is mounted preferably on drive 2. A paper tape for the loader is read in. Any other program is loaded
    /// into a machine just switched on, and started if it has a start address.
    ///
    /// # Errors
    ///
    /// Returns an error if the file is damaged, if its kind is not supported (the text then lists the kinds
    /// that are), or if there is no free drive.
    pub fn open_file(&mut self, name: &str, bytes: Vec<u8>) -> Result<OpenedFile, String> {
        let named = |error: &dyn std::fmt::Display| format!("\"{name}\": {error}");
        if game::is_game(&bytes) {
            let game = Game::from_bytes(&bytes).map_err(|error| named(&error))?;
            return Ok(OpenedFile::Game(Box::new(CatchUp::of(game).map_err(|error| named(&error))?)));
        }
        if snapshot::is_snapshot(&bytes) || journal::is_journal(&bytes) {
            return self.open_machine(name, &bytes).map_err(|error| named(&error));
        }
        let lower = name.to_ascii_lowercase();
        let said = [".dta", ".dt6", ".dtp", ".dectape"].iter().any(|end| lower.ends_with(end));
        if dectape::is_image(&bytes, said) {
            return self.open_dectape(name, bytes);
        }
        if program::looks_like_paper_tape(&bytes) {
            let mut fresh = WebMachine::new();
            fresh.load_reader(name, bytes)?;
            fresh.boot_reader()?;
            self.become_of(fresh);
            return Ok(OpenedFile::Running(format!("\"{name}\" is in the reader and is being read.")));
        }
        if let Some(kind) = foreign(name, &bytes) {
            return Err(format!("\"{name}\" is {kind}. {OPENABLE}."));
        }
        self.open_program(name, &bytes)
            .map_err(|error| format!("\"{name}\" is not a program: {error}. {OPENABLE}."))
    }

    fn open_machine(&mut self, name: &str, bytes: &[u8]) -> Result<OpenedFile, String> {
        let mut machine = Machine::new(Config::default());
        let mut paper = Vec::new();
        if journal::is_journal(bytes) {
            let reading = JournalContents::of(bytes).map_err(|error| error.to_string())?;
            paper = reading.resume(&mut machine).map_err(|error| error.to_string())?;
        } else {
            machine.restore(bytes).map_err(|error| error.to_string())?;
        }
        let base = InitialState::Snapshot(machine.snapshot());
        let symbols = game::symbols_of(&machine);
        let mut fresh = WebMachine::with(machine, symbols, base);
        paper.into_iter().for_each(|character| fresh.host.paper.print(character));
        // A journal includes the paper, a saved machine does not.
        let paperless = fresh.paper_text().is_empty();
        let chess = !fresh.session.target.symbols.is_empty();
        self.become_of(fresh);
        let paper = match (paperless, chess) {
            (false, _) => "",
            (true, true) => " The printed text is not saved: type BD for the board, PG for the game.",
            (true, false) => " The printed text is not saved.",
        };
        Ok(OpenedFile::Running(format!("Resumed the machine from \"{name}\".{paper}")))
    }

    fn open_dectape(&mut self, name: &str, bytes: Vec<u8>) -> Result<OpenedFile, String> {
        let (tape, _) = dectape::read(&bytes, None).map_err(|error| format!("\"{name}\": {error}"))?;
        let boots = is_bootable(&tape);
        let mut drives: Vec<u8> = DRIVES.collect();
        if !boots {
            // Only drive 1 can be booted; KEEP and FETCH use drive 2.
            drives.rotate_left(1);
        }
        let free = drives.into_iter().find(|&drive| self.dectape(drive).is_none());
        let drive = free.ok_or("there is a tape on every drive: unload one")?;
        self.mount(drive, name, bytes)?;
        let on = format!("\"{name}\" is on drive {drive}");
        if boots && drive == *DRIVES.start() {
            self.boot_dectape()?;
            return Ok(OpenedFile::Running(format!("{on} and is being booted.")));
        }
        let next = match games_on(tape) {
            0 if boots => ".".to_owned(),
            0 => ". It is not a bootable tape.".to_owned(),
            _ if drive == 2 => ": GAMES lists its games, FETCH NAME loads one.".to_owned(),
            _ => format!(": UNIT {drive} selects it, GAMES lists its games, FETCH NAME loads one."),
        };
        Ok(OpenedFile::Mounted(on + &next))
    }

    fn open_program(&mut self, name: &str, bytes: &[u8]) -> Result<OpenedFile, String> {
        let (image, packing, layout) =
            program::read(bytes, Hint::default()).map_err(|error| error.to_string())?;
        let mut machine = Machine::new(Config::default());
        for (address, word) in image.iter() {
            machine.deposit(address, word);
        }
        let start = image.start_address();
        if let Some(start) = start {
            machine.start(start);
        }
        let base = InitialState::Snapshot(machine.snapshot());
        self.become_of(WebMachine::with(machine, Symbols::carried(&image), base));
        let started =
            start.map_or("no start address in it".to_owned(), |start| format!("started at {start:o}"));
        let (words, layout) = (image.len(), layout.name());
        Ok(OpenedFile::Running(format!("\"{name}\": {words} words ({layout}, {packing}), {started}.")))
    }

    /// Replaces this machine by another. The last assembly is kept.
    pub(crate) fn become_of(&mut self, fresh: WebMachine) {
        let assembled = self.assembled.take();
        *self = fresh;
        self.assembled = assembled;
    }
}

/// Kinds of files that users often drop but the page cannot open, with their first bytes.
const FOREIGN: [(&[u8], &str); 7] = [
    (b"%PDF", "a PDF document"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"PK\x03\x04", "a ZIP archive: unpack it first"),
    (b"\x1f\x8b", "a gzip archive: unpack it first"),
    (b"[Event ", PGN),
];
const PGN: &str = "a chess game in PGN: paste it under \"PGN and FEN\" in the Play tab";

/// Names the kind of a file that the page cannot open, if it is well known.
fn foreign(name: &str, bytes: &[u8]) -> Option<&'static str> {
    let lower = name.to_ascii_lowercase();
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    let known = FOREIGN.iter().find(|(start, _)| text.starts_with(start)).map(|&(_, kind)| kind);
    match lower.rsplit('.').next() {
        Some("pgn") => Some(PGN),
        Some("fen" | "epd") => Some("a list of positions: paste one under \"PGN and FEN\" in the Play tab"),
        _ => known,
    }
}

/// The block with the boot instructions of a bootable tape.
const BOOT_BLOCK: usize = 0o75;

/// Returns `true` if a tape can be booted: the boot block has instructions and is not part of a file (device
/// reference 4.8).
fn is_bootable(tape: &Tape) -> bool {
    let Ok(words) = tape.words() else { return false };
    let block = words.iter().skip(BOOT_BLOCK * reel::WORDS).take(reel::WORDS);
    // The loader adds one to each word, and executes the word if it is negative and its right half is not 0.
    let executed = |word: &Word| word.bit(0) && word.right() != 0o777777;
    let in_a_file = TapeFiles::of(tape.clone())
        .is_ok_and(|files| files.entries().iter().any(|entry| entry.blocks.contains(&BOOT_BLOCK)));
    block.into_iter().any(executed) && !in_a_file
}

/// Returns the number of games that KEEP has written on a tape.
fn games_on(tape: Tape) -> usize {
    let game = "@ GAME".parse().map(|name: Name| name.second);
    let Ok(files) = TapeFiles::of(tape) else { return 0 };
    files.entries().iter().filter(|entry| Ok(entry.name.second) == game).count()
}
