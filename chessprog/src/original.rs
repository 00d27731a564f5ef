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

use emulator::address::Address;
use emulator::machine::{Config, Machine};
use emulator::time::Nanos;

use crate::program::Cost;

pub use binary::{Binary, BinaryError};
pub use fault::Fault;
pub use listing::Tried;
pub use notation::{Coordinates, Position, coordinates_of, text_of};
pub use plausible::Plausible;

/// The console teletype.
const CONSOLE: u8 = 0;
/// The core of the machine in its first tournaments; the program uses no more.
const WORDS: u32 = 0o40000;
/// A teletype faster than any, to wait for less: what is computed does not depend on it.
const CHARACTER_TIME: Nanos = Nanos::from_millis(5);
/// The longest that an answer at the teletype may take, a search apart.
const DIALOGUE: Nanos = Nanos::from_seconds(600);
/// The longest that a search may take unless told otherwise.
const PATIENCE: Nanos = Nanos::from_seconds(36_000);
/// What it types when a search finds no move.
const ENDS: [&str; 2] = ["CHECKMATE", "STALEMATE"];

/// How far a search goes (specification 9.6).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// SETD, the plies of the basic search.
    pub depth: u32,
    /// SETW, the widths by level; the last holds for all levels beyond.
    pub widths: Vec<u32>,
    /// SETF, the feedovers allowed on one path.
    pub feedovers: u32,
}

impl Settings {
    /// The widths of normal play.
    pub const NORMAL: &'static [u32] = &[6];
    /// The widths of tournaments.
    pub const TOURNAMENT: &'static [u32] = &[15, 15, 9, 9, 7];
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { depth: 4, widths: Settings::NORMAL.to_vec(), feedovers: 2 }
    }
}

/// What the program counts in a search (specification 9.7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// NPL: generator nodes, feedovers included.
    pub generated: u64,
    /// NSV: evaluator nodes.
    pub evaluated: u64,
    /// NFD: feedovers made.
    pub feedovers: u64,
    /// NABF: cuts at generator nodes.
    pub cuts: u64,
    /// NMFD: feedovers wanted and refused.
    pub refused: u64,
    /// NSVS: evaluator nodes reached by a capture of the evaluator.
    pub captures: u64,
    /// NCAT: makings of the attack tables.
    pub attacks: u64,
    /// NMMV: moves tried, legal or not.
    pub moves: u64,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The move, as `e2e4` or `e7e8q`; `None` if there is none.
    pub mv: Option<String>,
    /// Its value before modifications, from White's side.
    pub value: i64,
    /// The variation expected, the move first.
    pub pv: Vec<String>,
    /// The moves of the root that were investigated, in order.
    pub tried: Vec<Tried>,
    /// The program's own counters.
    pub counters: Counters,
    /// Instructions executed for the search, without the clock and the listing.
    pub instructions: u64,
    /// The machine's time for them.
    pub time: Nanos,
}

/// The longest game in which it still searches; one ply more, and its record overflows.
const RECORD_PLIES: usize = 298;
/// The greatest depth that was tried, and the greatest number of widths; at 40 of either it goes astray.
const MOST_DEPTH: u32 = 12;
const MOST_WIDTHS: usize = 20;

/// The place of a square (0 = a1, 63 = h8) on the program's board of twelve rows of ten, the files counted from the h-file.
fn place_of(square: usize) -> u32 {
    (10 * (square / 8 + 2) + 8 - square % 8) as u32
}

/// The program on a machine of its own, waiting for a line.
pub struct Original {
    machine: Machine,
    binary: Binary,
    /// The machine when the program first waited.
    fresh: Vec<u8>,
    position: Position,
    plies: usize,
    settings: Settings,
    patience: Nanos,
    /// What the last search cost.
    cost: Option<Cost>,
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
        machine
            .start(binary.image().start_address().ok_or(Fault::Settings("its file has no start address"))?);
        let mut original = Original {
            machine,
            binary: binary.clone(),
            fresh: Vec::new(),
            position: Position::start(),
            plies: 0,
            settings: Settings::default(),
            patience: PATIENCE,
            cost: None,
        };
        original.wait("its start", DIALOGUE)?;
        // It needs a tick of the clock to begin. From here on the clock could only disturb a search.
        original.machine.cpu.set_clock(false);
        original.set(&Settings::default())?;
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
        self.restore(&fresh)?;
        self.fresh = fresh;
        (self.position, self.plies) = (Position::start(), 0);
        let settings = std::mem::take(&mut self.settings);
        self.set(&settings)
    }

    /// How long, in the machine's time, a search may take.
    pub fn set_patience(&mut self, patience: Nanos) {
        self.patience = patience;
    }

    /// The position on its board.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The settings of the searches.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Sets how far searches go.
    ///
    /// # Errors
    ///
    /// The program does not take such settings, or the machine stops.
    pub fn set(&mut self, settings: &Settings) -> Result<(), Fault> {
        if !(1..=MOST_WIDTHS).contains(&settings.widths.len()) || settings.widths.contains(&0) {
            return Err(Fault::Settings("it takes 1 to 20 widths, none of them 0"));
        }
        if !(1..=MOST_DEPTH).contains(&settings.depth) {
            return Err(Fault::Settings("it takes a depth from 1 to 12; at 0 it never answers"));
        }
        let widths: String = settings.widths.iter().map(|width| format!(" {width}")).collect();
        for line in [
            format!("SETW{widths}"),
            format!("SETD {}", settings.depth),
            format!("SETF {}", settings.feedovers),
        ] {
            let answer = self.line(&line)?;
            if !answer.ends_with('_') {
                return Err(Fault::Answer(answer));
            }
        }
        self.settings = settings.clone();
        Ok(())
    }

    /// Makes moves of both sides by hand, each as `e2e4`, and looks at the board after each.
    ///
    /// # Errors
    ///
    /// A move cannot be typed, or the program does not make it; those before it are made.
    pub fn play_moves<S: AsRef<str>>(&mut self, moves: &[S]) -> Result<(), Fault> {
        moves.iter().try_for_each(|mv| self.play_move(mv.as_ref()))
    }

    fn play_move(&mut self, mv: &str) -> Result<(), Fault> {
        let ply = self.plies + 1;
        if ply > RECORD_PLIES {
            return Err(Fault::LongGame { plies: ply });
        }
        let no_move = || Fault::NoMove { mv: mv.to_owned(), ply };
        let coordinates = Coordinates::parse(mv).ok_or_else(no_move)?;
        let text = text_of(coordinates, &self.position).ok_or_else(no_move)?;
        let mut after = self.position.clone();
        after.play(coordinates).ok_or_else(no_move)?;
        let answer = self.line(&text)?;
        if !self.shows(&after, ply) {
            return Err(Fault::Refused { mv: mv.to_owned(), ply, answer });
        }
        (self.position, self.plies) = (after, ply);
        Ok(())
    }

    /// Whether its own board and number of plies are these.
    fn shows(&self, position: &Position, plies: usize) -> bool {
        let (board, pieces) = (self.at("BOARD"), self.at("PIECE").get());
        let same = (0..64).all(|square| {
            let word = board.offset(place_of(square) as i32);
            let expected = match position.number(square) {
                0 => 0,
                number => u64::from(pieces) + u64::from(number),
            };
            self.machine.examine(word).bits() == expected
        });
        same && self.machine.examine(self.at("PLYN")).bits() == plies as u64
    }

    /// Searches for the side to move. The position, and all that the program remembers, are afterwards as before.
    ///
    /// It searches twice: a second time for the listing, whose typing would be counted among the instructions of the first.
    ///
    /// # Errors
    ///
    /// The machine stops, the search takes too long, or its listing is not understood.
    pub fn think(&mut self) -> Result<Answer, Fault> {
        let before = self.machine.snapshot();
        let found = self.search().and_then(|found| {
            self.restore(&before)?;
            Ok((found, self.list()?))
        });
        self.restore(&before)?;
        let (mut answer, text) = found?;
        answer.tried = listing::tried(&text, self.position.white_to_move())?;
        if let Some(mv) = &answer.mv {
            let chosen = answer.tried.iter().find(|tried| tried.mv == *mv);
            let chosen = chosen.ok_or_else(|| Fault::Answer(text.clone()))?;
            answer.value = chosen.value;
            answer.pv = std::iter::once(mv.clone()).chain(chosen.line.iter().cloned()).collect();
        }
        Ok(answer)
    }

    /// The same without the variation and the moves tried, in half the time.
    ///
    /// # Errors
    ///
    /// The machine stops, the search takes too long, or its answer is not understood.
    pub fn think_briefly(&mut self) -> Result<Answer, Fault> {
        let before = self.machine.snapshot();
        let found = self.search();
        self.restore(&before)?;
        found
    }

    /// Searches and makes the move, as in a game: what the program has come to remember stays. Without a move nothing is made.
    /// The variation and the moves tried are not had.
    ///
    /// # Errors
    ///
    /// As [`Original::think_briefly`]; or the game is too long. The program is then to be [`reset`](Original::reset).
    pub fn reply(&mut self) -> Result<Answer, Fault> {
        let answer = self.search()?;
        self.line("PN")?;
        if let Some(mv) = &answer.mv {
            let mut after = self.position.clone();
            let ply = self.plies + 1;
            let made = Coordinates::parse(mv).and_then(|mv| after.play(mv));
            if made.is_none() || !self.shows(&after, ply) {
                return Err(Fault::Answer(mv.clone()));
            }
            (self.position, self.plies) = (after, ply);
        }
        Ok(answer)
    }

    /// The search, and what was counted.
    fn search(&mut self) -> Result<Answer, Fault> {
        if self.plies > RECORD_PLIES {
            return Err(Fault::LongGame { plies: self.plies });
        }
        self.machine.take_text(CONSOLE);
        self.type_line(self.go());
        let began = self.run_to(&["HACK1"])?;
        // Without a move it does not come to the first, but waits for a line.
        let ended = self.run_to(&["HACK1H", "TYI"])?;
        let count = |name| self.count(name);
        let counters = Counters {
            generated: count("NPL"),
            evaluated: count("NSV"),
            feedovers: count("NFD"),
            cuts: count("NABF"),
            refused: count("NMFD"),
            captures: count("NSVS"),
            attacks: count("NCAT"),
            moves: count("NMMV"),
        };
        let text = self.wait("its search", self.patience)?;
        let said = text.trim_end().lines().last().unwrap_or_default().trim_end().to_owned();
        let mv = if ENDS.contains(&said.as_str()) {
            None
        } else {
            let mv = coordinates_of(&said, self.position.white_to_move());
            Some(mv.ok_or_else(|| Fault::Answer(text.clone()))?.0.to_string())
        };
        let value = self.machine.examine(self.at("HACKVV")).signed();
        let instructions = ended.instructions - began.instructions;
        let time = ended.time - began.time;
        Ok(Answer { mv, value, pv: Vec::new(), tried: Vec::new(), counters, instructions, time })
    }

    /// The search once more, with its listing of the moves of the root.
    fn list(&mut self) -> Result<String, Fault> {
        self.line("SMVD 1")?;
        self.type_line(self.go());
        self.wait("its search", self.patience)
    }

    /// The command that makes it play the side to move, and think.
    fn go(&self) -> &'static str {
        if self.position.white_to_move() { "PW" } else { "PB" }
    }

    fn count(&self, name: &str) -> u64 {
        self.machine.examine(self.at(name)).bits()
    }

    /// The address of one of the symbols that every [`Binary`] has.
    fn at(&self, name: &str) -> Address {
        self.binary.address(name).unwrap_or_default()
    }

    fn restore(&mut self, snapshot: &[u8]) -> Result<(), Fault> {
        self.machine.restore(snapshot).map_err(|error| Fault::Stopped(error.to_string()))
    }
}
