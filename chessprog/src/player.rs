//! A program that plays chess, whichever of the two it is: what it is asked and what it answers.

use std::fmt;

use anyhow::Result;

use crate::compare::case::Case;
use crate::engine::board::Move;

/// The parameters of a search (specification 9.6, 10, 11).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// SETW: widths of level 1, 2 ...; the last holds for all deeper levels.
    pub widths: Vec<u32>,
    /// SETD: basic depth in plies.
    pub depth: u32,
    /// SETF: plies below the basic depth in which feedover is looked for.
    pub feedover: u32,
    /// SETSD: depth of the secondary search, 0 for none.
    pub secondary: u32,
    /// SETC: levels at which all captures are tried.
    pub captures: u32,
    /// REP: 0 none, 1 to 4 the schemes (a) to (d).
    pub rep: u8,
    /// REP1: a position that stood on the board once before is a draw.
    pub rep1_draw: bool,
    /// HASH: the table's values are used.
    pub hash: bool,
    /// HASHEX: only entries of equal draft are used.
    pub exact_draft: bool,
    /// FIFTY: the 50-move rule is looked for in the search.
    pub fifty: bool,
    /// MODS: returned values are modified.
    pub mods: bool,
}

impl Settings {
    /// The normal settings.
    pub fn normal() -> Settings {
        Settings {
            widths: vec![6],
            depth: 4,
            feedover: 2,
            secondary: 2,
            captures: 2,
            rep: 1,
            rep1_draw: true,
            hash: true,
            exact_draft: false,
            fifty: true,
            mods: true,
        }
    }

    /// The tournament settings.
    pub fn tournament() -> Settings {
        Settings { widths: vec![15, 15, 9, 9, 7], depth: 5, ..Settings::normal() }
    }
}

/// The settings as they would be typed.
impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SETW")?;
        for width in &self.widths {
            write!(f, " {width}")?;
        }
        write!(f, ", SETD {}, SETF {}", self.depth, self.feedover)?;
        write!(f, ", SETSD {}, SETC {}", self.secondary, self.captures)?;
        write!(f, ", REP {}, REP1 {}", self.rep, u8::from(self.rep1_draw))?;
        write!(f, ", HASH {}, HASHEX {}", u8::from(self.hash), u8::from(self.exact_draft))?;
        write!(f, ", FIFTY {}, MODS {}", u8::from(self.fifty), u8::from(self.mods))
    }
}

/// The counters of a search, in the order of the statistics line (specification 14.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters(pub [u64; 8]);

impl Counters {
    /// Their names.
    pub const NAMES: [&str; 8] = ["PMG", "EVAL", "FEED", "NODES", "HASH", "REP", "CUT", "SEC"];

    /// Calls of LOOK.
    pub fn nodes(&self) -> u64 {
        self.0[3]
    }
}

/// The statistics line.
impl fmt::Display for Counters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (name, count)) in Counters::NAMES.iter().zip(self.0).enumerate() {
            let blank = if i == 0 { "" } else { " " };
            write!(f, "{blank}{name} {count}")?;
        }
        Ok(())
    }
}

/// What a search gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The best move; none if there is no legal move.
    pub best: Option<Move>,
    /// Its value, from White's side.
    pub value: i64,
    /// The variation, the best move first.
    pub variation: Vec<Move>,
    /// The counters.
    pub counters: Counters,
}

/// One of the two programs.
pub trait Player {
    /// Searches the position that a game has reached. The book is not looked at.
    ///
    /// # Errors
    /// The program failed: it halted, or would not end.
    fn think(&mut self, case: &Case, settings: &Settings) -> Result<Answer>;

    /// Nanoseconds of the machine's time that the last search took; none for a program that has no such time.
    fn machine_time(&self) -> Option<u64>;
}
