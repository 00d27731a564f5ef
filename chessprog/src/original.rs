//! The chess program of spring 1967 itself, run as a black box on the machine.
//!
//! Its binary survives in a public collection and is no part of this repository; [`Binary`] reads a copy.
//! What this knows of the program is what one finds out by typing at it, and the names of some of its words, whose addresses
//! the file carries: nothing of its code is read here.
//! `docs/internals/original.md` has what was found.

mod binary;
mod dialogue;
mod fault;
mod listing;
mod notation;
mod plausible;
mod program;
#[cfg(test)]
mod tests;
mod unfit;

use emulator::address::Address;
use emulator::machine::{Config, Machine};
use emulator::time::Nanos;

use crate::engine::game::Game;
use crate::engine::position::Position;
use crate::program::{Answer, Coordinates, Cost};
use crate::vocabulary::{Counters, Settings, Side, Square};

pub use binary::{Binary, BinaryError};
pub use fault::Fault;
pub use notation::{coordinates_of, text_of};
pub use plausible::Plausible;
pub use unfit::Unfit;

/// The console teletype.
const CONSOLE: u8 = 0;
/// The core of the machine in its first tournaments; the program uses no more.
const WORDS: u32 = 0o40000;
/// A teletype faster than any, to wait for less: what is computed does not depend on it.
const CHARACTER_TIME: Nanos = Nanos::from_millis(5);
/// The longest that an answer at the teletype may take, a search apart.
const DIALOGUE: Nanos = Nanos::from_seconds(600);
/// The longest that a search may take.
const PATIENCE: Nanos = Nanos::from_seconds(36_000);
/// What it types when a search finds no move.
const ENDS: [&str; 2] = ["CHECKMATE", "STALEMATE"];

/// The program on a machine of its own, waiting for a line.
pub struct Original {
    machine: Machine,
    binary: Binary,
    /// The machine when the program first waited.
    fresh: Vec<u8>,
    /// The game on its board, by our rules.
    game: Game,
    settings: Settings,
    /// The move that the last search found, if none was made since.
    found: Option<Found>,
    /// What the last search cost.
    cost: Option<Cost>,
}

/// A move found, and the machine after the program has made it by itself: with all that the search left behind.
struct Found {
    mv: Coordinates,
    machine: Vec<u8>,
}

impl Original {
    /// Loads the program, starts it, and waits until it waits for a line.
    ///
    /// # Errors
    ///
    /// The machine stops, or the program never waits.
    pub fn start(binary: &Binary) -> Result<Original, Fault> {
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
        original.wait("its start", DIALOGUE)?;
        // It needs a tick of the clock to begin. From here on the clock could only disturb a search.
        original.machine.cpu.set_clock(false);
        original.set(&Settings::normal().original())?;
        original.fresh = original.machine.snapshot();
        Ok(original)
    }

    /// The initial position, and everything as after [`Original::start`], except the settings.
    ///
    /// # Errors
    ///
    /// The machine stops.
    pub fn reset(&mut self) -> Result<(), Fault> {
        let fresh = std::mem::take(&mut self.fresh);
        let restored = self.restore(&fresh);
        self.fresh = fresh;
        restored?;
        (self.game, self.found) = (Game::default(), None);
        self.set(&self.settings.clone())
    }

    /// The position on its board.
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// Sets how far searches go.
    ///
    /// # Errors
    ///
    /// The program does not take such settings, or the machine stops.
    pub fn set(&mut self, settings: &Settings) -> Result<(), Fault> {
        if let Some(unfit) = Unfit::of_settings(settings) {
            return Err(Fault::Unfit(unfit));
        }
        let widths: String = settings.widths.iter().map(|width| format!(" {width}")).collect();
        for line in [
            format!("SETW{widths}"),
            format!("SETD {}", settings.depth),
            format!("SETF {}", settings.feedover),
        ] {
            let answer = self.line(&line)?;
            if !answer.ends_with('_') {
                return Err(Fault::Answer(answer));
            }
        }
        self.settings = settings.clone();
        Ok(())
    }

    /// Makes a move of either side, and looks at the board after it. The move that the last search found is made by the program
    /// itself, as in a game, and what the search left behind stays; any other is typed, as if there had been no search.
    ///
    /// # Errors
    ///
    /// The move cannot be typed, or the program does not make it; the position is then the one before.
    pub fn make(&mut self, mv: Coordinates) -> Result<(), Fault> {
        let ply = self.game.plies() + 1;
        if ply > Unfit::PLIES {
            return Err(Fault::Unfit(Unfit::Long));
        }
        let no_move = Fault::NoMove { mv, ply };
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
            return Err(Fault::Refused { mv, ply, answer });
        }
        self.game = after;
        Ok(())
    }

    /// Whether its own board and number of plies are these.
    fn shows(&self, game: &Game) -> bool {
        let (board, pieces) = (self.at("BOARD"), self.at("PIECE").get());
        let same = Square::all().all(|square| {
            // Its board is that of the specification (3.1).
            let word = self.machine.examine(board.offset(square.number().into())).bits();
            match game.position().at(square).number() {
                0 => word == 0,
                number => word == u64::from(pieces) + u64::from(number),
            }
        });
        same && self.count("PLYN") == game.plies() as u64
    }

    /// Searches for the side to move. The position is afterwards as before; what the search leaves behind stays if the move that it
    /// found is [made](Original::make) next.
    ///
    /// It searches twice from the same state: a second time for the listing, whose typing would be counted among the instructions of
    /// the first.
    ///
    /// # Errors
    ///
    /// The machine stops, the search takes too long, or its listing is not understood.
    pub fn search(&mut self) -> Result<Answer, Fault> {
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
            let chosen = chosen.ok_or_else(|| Fault::Answer(text.clone()))?;
            answer.value = chosen.value;
            answer.variation = std::iter::once(mv).chain(chosen.line.iter().copied()).collect();
            self.found = Some(Found { mv, machine: after });
        }
        Ok(answer)
    }

    /// The search without variation and moves tried. The program has then made its move, if there is one, and plays no side.
    fn search_and_make(&mut self) -> Result<Answer, Fault> {
        if self.game.plies() > Unfit::PLIES {
            return Err(Fault::Unfit(Unfit::Long));
        }
        self.machine.take_text(CONSOLE);
        self.type_line(self.go());
        let began = self.run_to(&["HACK1"])?;
        // Without a move it does not come to the first, but waits for a line.
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
        let text = self.wait("its search", PATIENCE)?;
        let said = text.trim_end().lines().last().unwrap_or_default().trim_end();
        let not_understood = || Fault::Answer(text.clone());
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

    /// The search once more, with its listing of the moves of the root.
    fn list(&mut self) -> Result<String, Fault> {
        self.line("SMVD 1")?;
        self.type_line(self.go());
        self.wait("its search", PATIENCE)
    }

    /// The command that makes it play the side to move, and think.
    fn go(&self) -> &'static str {
        match self.position().side() {
            Side::White => "PW",
            Side::Black => "PB",
        }
    }

    fn count(&self, name: &str) -> u64 {
        self.machine.examine(self.at(name)).bits()
    }

    /// The address of one of the symbols that every [`Binary`] has.
    fn at(&self, name: &str) -> Address {
        self.binary.address(name)
    }

    fn restore(&mut self, snapshot: &[u8]) -> Result<(), Fault> {
        self.machine.restore(snapshot).map_err(|error| Fault::Stopped(error.to_string()))
    }
}
