//! Why two programs differ: the first probe at which they do, and what both were doing there.
//!
//! Both run once more. The native one tells the line that reported. The machine is brought to the same instruction and watched on
//! the way: which instruction changed the words that differ, which routines it passed since the last probe that agreed, and
//! where it jumped.

mod flow;
mod json;
mod ladder;
mod machine;
mod native;
mod operands;
mod slice;
mod suspects;
mod tell;
mod trace;
mod watch;

use std::sync::Arc;

use serde::Serialize;

use super::campaign::Verdict;
use super::difference::Difference;
use super::pair::{Level, Pair, Question};
use crate::emulated::{Emulated, Program};
use crate::native::Native;
use crate::sources::Sources;

pub use ladder::Finding;
pub use machine::{Place, staged};
pub use suspects::Candidate;
pub use watch::Passed;

/// A difference with all that helps to find its cause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The difference, at every probe if it shows there.
    pub difference: Difference,
    /// What was compared first, if that was something coarser than the probes.
    pub coarse: Option<Difference>,
    /// How closely was compared.
    pub level: Level,
    /// Where the machine is; nothing if it cannot be brought there again.
    pub machine: Option<MachineSide>,
    /// The native program's line that reported; nothing if it had ended.
    pub native: Option<NativeSide>,
}

/// The machine at the difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MachineSide {
    /// How many moves of the game and searches of them come before the search in which it is.
    pub searches: usize,
    /// How many instructions of the search it has executed.
    pub instruction: u64,
    /// The next instruction.
    pub here: Place,
    /// The words that differ.
    pub values: Vec<Held>,
    /// What it passed since the last equal probe, the last first.
    pub way: Vec<Passed>,
    /// The last jumps and skips, the last first.
    pub jumps: Vec<[Place; 2]>,
    /// What is wrong in the tables of the position already.
    pub finding: Option<Finding>,
    /// The lines that can be to blame, the likeliest first.
    pub candidates: Vec<Candidate>,
}

/// A value that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// What it is called.
    pub name: String,
    /// What the native and the emulated program have.
    pub sides: [String; 2],
    /// The word of the machine that has it, by its name.
    pub word: String,
    /// The instruction that changed it last; if that only copied another word, then the one which changed that, and so on. Nothing
    /// if the search has not changed it.
    pub changed: Vec<Changed>,
}

/// A change of a word.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Changed {
    /// How many instructions of the search came before.
    pub instruction: u64,
    /// The instruction that did it.
    pub at: Place,
    /// The word from which it copied the value.
    pub source: Option<String>,
    /// The words of the program's text that it read: tables, constants.
    pub read: Vec<Place>,
}

impl MachineSide {
    /// Whether any place that is told comes from a line of the text, be it through macros.
    pub fn names(&self, line: &str) -> bool {
        let changes = || self.values.iter().flat_map(|held| &held.changed);
        let changed = changes().map(|change| &change.at).chain(changes().flat_map(|change| &change.read));
        let mut places = changed.chain(self.jumps.iter().flatten()).chain([&self.here]);
        places.any(|place| place.is_of(line)) || self.rank(line).is_some()
    }

    /// Which of the lines that can be to blame a line is, from 0.
    pub fn rank(&self, line: &str) -> Option<usize> {
        self.candidates.iter().position(|candidate| candidate.is_of(line))
    }
}

/// The native program at the difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NativeSide {
    /// The file of the Rust text.
    pub file: &'static str,
    /// The line.
    pub line: u32,
    /// The function.
    pub function: &'static str,
}

/// What is compared: the program on the machine and its text.
#[derive(Clone, Debug)]
pub struct Suspect {
    /// The program assembled.
    pub program: Arc<Program>,
    /// The text of which it was assembled.
    pub sources: Sources,
}

/// Explains a difference between the native and the emulated program that was found at this level.
pub fn explain(suspect: &Suspect, question: &Question, level: Level, difference: Difference) -> Explanation {
    let finer = if level == Level::Probe { None } else { at_probes(suspect, question) };
    let (difference, coarse) = match finer {
        Some(finer) => (finer, Some(difference)),
        None => (difference, None),
    };
    // Where every probe agrees the answer is explained as it was found.
    let level = if coarse.is_some() { Level::Probe } else { level };
    let (searches, inner) = difference.in_search(question);
    let machine = machine::side(suspect, question, level, searches, inner);
    let native = native::side(question, level, searches, inner);
    Explanation { difference, coarse, level, machine, native }
}

/// The difference that shows at every probe.
fn at_probes(suspect: &Suspect, question: &Question) -> Option<Difference> {
    let emulated = Emulated::load(suspect.program.clone()).ok()?;
    match Pair::new(Native::new(), emulated).compare(question, Level::Probe) {
        Ok(Verdict::Different(difference)) => Some(difference),
        _ => None,
    }
}

impl Difference {
    /// After how many searches of the question it came, and the difference itself.
    pub fn in_search(&self, question: &Question) -> (usize, &Difference) {
        match self {
            Difference::InGame { game, difference } => {
                (game.moves.len().saturating_sub(question.case.moves.len()), difference.as_ref())
            }
            other => (0, other),
        }
    }
}
