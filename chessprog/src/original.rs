//! The chess program of spring 1967 itself, run as a black box on the emulated machine.
//!
//! Its binary survives in a public collection and is not part of this repository; [`Binary`] reads a copy.
//! This module relies only on what can be learned by typing at the program, and on some words of its memory,
//! whose names and addresses are in the file. It does not read the program's code.
//! `docs/internals/original.md` describes the findings.

mod binary;
mod dialogue;
mod error;
mod listing;
mod notation;
mod plausible;
mod program;
#[cfg(test)]
mod tests;
mod unsupported_case;

use emulator::address::Address;
use emulator::machine::{Config, Machine};
use emulator::time::Nanos;

use crate::engine::game::Game;
use crate::engine::position::Position;
use crate::program::{Answer, Coordinates, Cost};
use crate::vocabulary::{Counters, Settings, Side, Square};

pub use binary::{Binary, BinaryError};
pub use error::OriginalError;
pub use notation::{coordinates_of, text_of};
pub use plausible::PlausibleEntry;
pub use unsupported_case::UnsupportedCase;

/// Unit number of the console teletype.
const CONSOLE: u8 = 0;
/// Number of words of core, as in the machine of the program's first tournaments. This is all that the
/// program uses.
const WORDS: u32 = 0o40000;
/// Time per character: a teletype faster than any real one saves time. No result of a search depends on it.
const CHARACTER_TIME: Nanos = Nanos::from_millis(5);
const ANSWER_LIMIT: Nanos = Nanos::from_seconds(600);
const SEARCH_LIMIT: Nanos = Nanos::from_seconds(36_000);
/// What the program prints when a search finds no move.
const ENDS: [&str; 2] = ["CHECKMATE", "STALEMATE"];

/// The program on its own machine, waiting for a line.
pub struct Original {
    machine: Machine,
    binary: Binary,
    /// Snapshot of the machine after the start, with the settings of ORIG N.
    fresh: Vec<u8>,
    /// The game up to now, by our rules.
    game: Game,
    settings: Settings,
    /// The move found by the last search, until a move is made.
    found: Option<MadeMove>,
    cost: Option<Cost>,
}

/// A move that was found, and a snapshot of the machine after the program made it, with everything the search
/// left in memory.
struct MadeMove {
    mv: Coordinates,
    machine: Vec<u8>,
}

impl Original {
    /// Loads the program, starts it, and runs until it waits for a line.
    ///
    /// # Errors
    ///
    /// Returns an error if the machine stops, or if the program never waits.
    pub fn start(binary: &Binary) -> Result<Original, OriginalError> {
        let config = Config { words: WORDS, character_time: CHARACTER_TIME, ..Config::default() };
        let mut machine = Machine::new(config);
        for (address, word) in binary.image().iter() {
            machine.memory.put(address, word);
        }
        machine.start(binary.address("GO"));
        let mut original = Original {
            machine,
            binary: binary.clone(),
            fresh: Vec::new(),
            game: Game::default(),
            settings: Settings::normal().original(),
            found: None,
            cost: None,
        };
        original.wait("its start", ANSWER_LIMIT)?;
        // The program needs a clock tick to start. After that, the clock could only disturb a search.
        original.machine.cpu.set_clock(false);
        original.set(&Settings::normal().original())?;
        original.fresh = original.machine.snapshot();
        Ok(original)
    }

    /// Returns to the initial position and the state after [`Original::start`], except for the settings.
    ///
    /// # Errors
    ///
    /// Returns an error if the machine stops.
    pub fn reset(&mut self) -> Result<(), OriginalError> {
        let fresh = std::mem::take(&mut self.fresh);
        let restored = self.restore(&fresh);
        self.fresh = fresh;
        restored?;
        (self.game, self.found) = (Game::default(), None);
        self.set(&self.settings.clone())
    }

    /// The position on the program's board.
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// Sets the parameters of searches.
    ///
    /// # Errors
    ///
    /// Returns an error if the program does not support the settings, or if the machine stops.
    pub fn set(&mut self, settings: &Settings) -> Result<(), OriginalError> {
        if let Some(unfit) = UnsupportedCase::of_settings(settings) {
            return Err(OriginalError::Unfit(unfit));
        }
        let widths: String = settings.widths.iter().map(|width| format!(" {width}")).collect();
        for line in [
            format!("SETW{widths}"),
            format!("SETD {}", settings.depth),
            format!("SETF {}", settings.feedover),
        ] {
            let answer = self.line(&line)?;
            if !answer.ends_with('_') {
                return Err(OriginalError::Answer(answer));
            }
        }
        self.settings = settings.clone();
        Ok(())
    }

    /// Makes a move of either side, and checks the board after it. A move that the last search found is made
    /// by the program itself, as in a game, and what the search left in memory is kept. Any other move is
    /// typed, as if there had been no search.
    ///
    /// # Errors
    ///
    /// Returns an error if the move cannot be typed, if the program does not make it, or if the game is too
    /// long. The position is then unchanged.
    pub fn make(&mut self, mv: Coordinates) -> Result<(), OriginalError> {
        let ply = self.game.plies() + 1;
        if ply > UnsupportedCase::PLIES {
            return Err(OriginalError::Unfit(UnsupportedCase::Long));
        }
        let no_move = OriginalError::NoMove { mv, ply };
        let Some(legal) = mv.legal_in(self.position()) else { return Err(no_move) };
        let Some(text) = text_of(legal, self.position()) else { return Err(no_move) };
        let mut after = self.game.clone();
        after.make(legal);
        let answer = match self.found.take().filter(|found| found.mv == mv) {
            Some(found) => {
                self.restore(&found.machine)?;
                text
            }
            None => self.line(&text)?,
        };
        if !self.shows(&after) {
            return Err(OriginalError::Refused { mv, ply, answer });
        }
        self.game = after;
        Ok(())
    }

    /// Returns `true` if the program's board and number of plies agree with a game.
    fn shows(&self, game: &Game) -> bool {
        let (board, pieces) = (self.at("BOARD"), self.at("PIECE").get());
        let same = Square::all().all(|square| {
            // The program's board has the layout of the specification (3.1).
            let word = self.machine.examine(board.offset(square.number().into())).bits();
            match game.position().at(square).number() {
                0 => word == 0,
                number => word == u64::from(pieces) + u64::from(number),
            }
        });
        same && self.count("PLYN") == game.plies() as u64
    }

    /// Searches for the side to move, and leaves the position unchanged. Other changes to memory are kept
    /// only if the move that the search found is [made](Original::make) next.
    ///
    /// The program searches twice from the same state. The second search is for the listing. Printing it in
    /// the first search would add to the instructions counted.
    ///
    /// # Errors
    ///
    /// Returns an error if the machine stops, the search takes too long, or its listing cannot be read.
    pub fn search(&mut self) -> Result<Answer, OriginalError> {
        let before = self.machine.snapshot();
        self.found = None;
        let searched = self.search_and_make().and_then(|answer| {
            let after = self.machine.snapshot();
            self.restore(&before)?;
            Ok((answer, after, self.list()?))
        });
        self.restore(&before)?;
        let (mut answer, after, text) = searched?;
        answer.tried = listing::tried(&text, self.position())?;
        if let Some(mv) = answer.best {
            let chosen = answer.tried.iter().find(|tried| tried.mv == mv);
            let chosen = chosen.ok_or_else(|| OriginalError::Answer(text.clone()))?;
            answer.value = chosen.value;
            answer.variation = std::iter::once(mv).chain(chosen.line.iter().copied()).collect();
            self.found = Some(MadeMove { mv, machine: after });
        }
        Ok(answer)
    }

    /// Searches, and returns the answer without the variation and the moves tried. The program then makes its
    /// move, if there is one, and plays neither side.
    fn search_and_make(&mut self) -> Result<Answer, OriginalError> {
        if self.game.plies() > UnsupportedCase::PLIES {
            return Err(OriginalError::Unfit(UnsupportedCase::Long));
        }
        self.machine.take_text(CONSOLE);
        self.type_line(self.go());
        let began = self.run_to(&["HACK1"])?;
        // If the search finds no move, the program never reaches HACK1H, but waits for a line at TYI.
        let ended = self.run_to(&["HACK1H", "TYI"])?;
        let counters = Counters {
            generations: self.count("NPL"),
            evaluations: self.count("NSV"),
            feedovers: self.count("NFD"),
            cuts: self.count("NABF"),
            refused: self.count("NMFD"),
            captures: self.count("NSVS"),
            tables: self.count("NCAT"),
            tried: self.count("NMMV"),
            ..Counters::default()
        };
        self.cost = Some(Cost {
            nanos: (ended.time - began.time).get(),
            instructions: ended.instructions - began.instructions,
        });
        let text = self.wait("its search", SEARCH_LIMIT)?;
        let said = text.trim_end().lines().last().unwrap_or_default().trim_end();
        let not_understood = || OriginalError::Answer(text.clone());
        let best = if ENDS.contains(&said) {
            None
        } else {
            Some(coordinates_of(said, self.position().side()).ok_or_else(not_understood)?.0)
        };
        let value = self.machine.examine(self.at("HACKVV")).signed();
        let value = i32::try_from(value).map_err(|_| not_understood())?;
        self.line("PN")?;
        Ok(Answer { best, value, counters, ..Answer::default() })
    }

    /// Searches again with the listing of root moves.
    fn list(&mut self) -> Result<String, OriginalError> {
        self.line("SMVD 1")?;
        self.type_line(self.go());
        self.wait("its search", SEARCH_LIMIT)
    }

    /// Returns the command that makes the program play the side to move.
    fn go(&self) -> &'static str {
        match self.position().side() {
            Side::White => "PW",
            Side::Black => "PB",
        }
    }

    fn count(&self, name: &str) -> u64 {
        self.machine.examine(self.at(name)).bits()
    }

    fn at(&self, name: &str) -> Address {
        self.binary.address(name)
    }

    fn restore(&mut self, snapshot: &[u8]) -> Result<(), OriginalError> {
        self.machine.restore(snapshot).map_err(|error| OriginalError::Stopped(error.to_string()))
    }
}
