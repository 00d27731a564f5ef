//! Explains why two programs differ: finds the first probe where they differ, and what each was executing
//! there.
//!
//! The native program runs again, to find the line of Rust that reported the probe. The machine runs again
//! and is recorded up to the difference (`run.rs`). Everything else is computed from this recording: which
//! instructions changed the words that differ, which labels were passed since the last equal probe, where the
//! program jumped, and which lines the wrong values come from (`slice.rs`). Only the last part of a long
//! search is recorded, which limits the memory needed.

mod candidates;
mod control_flow_graph;
mod json;
mod machine;
mod native;
mod place;
mod run;
mod slice;
mod symptom;
mod tables;
mod text;

use std::sync::Arc;

use serde::Serialize;

use super::campaign::Verdict;
use super::difference::Difference;
use super::pair::{Level, Pair, Question};
use crate::emulated::{Emulated, Program};
use crate::native::Native;
use crate::sources::Sources;

pub use candidates::SuspectLine;
pub use place::CodePlace;
pub use run::staged;
pub use tables::Finding;

/// A difference with everything that helps to find its cause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DifferenceExplanation {
    /// The difference, at the level of probes if a probe differs.
    pub difference: Difference,
    /// The coarser difference found first, if there was one.
    pub coarse: Option<Difference>,
    /// The level of the comparison.
    pub level: Level,
    /// The machine at the difference; `None` if it cannot be brought there again, or if none of its words
    /// holds the part that differs.
    pub machine: Option<MachineSide>,
    /// The native program's line that reported the probe; `None` if the difference is not at a probe of the
    /// native program.
    pub native: Option<NativeSide>,
}

/// The machine at the difference. The fields have the names of the JSON output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MachineSide {
    /// Number of searches in the game before the one with the difference.
    pub searches: usize,
    /// Number of instructions of the search executed before the difference.
    pub instruction: u64,
    /// Number of instructions of the search before the recorded ones: 0 if all are recorded.
    pub unrecorded: u64,
    /// The next instruction.
    pub here: CodePlace,
    /// The words that differ.
    pub values: Vec<DifferingValue>,
    /// Labels passed since the last equal probe, latest first.
    pub passed: Vec<PassedLabel>,
    /// The last jumps and skips, latest first: the instruction that jumped, and the next one executed.
    pub jumps: Vec<[CodePlace; 2]>,
    /// An error that was already in the tables of the position before the search.
    pub finding: Option<Finding>,
    /// The lines that may be the cause, likeliest first.
    pub candidates: Vec<SuspectLine>,
}

/// A value of a probe, or a part of the answer, that differs between the programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DifferingValue {
    /// Name of the value in its probe, or of the part of the answer.
    pub name: String,
    /// The value of the native program.
    pub native: String,
    /// The value of the emulated program.
    pub emulated: String,
    /// Name of the machine's word that holds the value.
    pub word: String,
    /// The instruction that changed the word last. If it only copied another word, the instruction that
    /// changed that one follows, and so on. Empty if no recorded instruction changed the word.
    pub changed: Vec<WordChange>,
}

/// The instruction that changed a word of the machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WordChange {
    /// Number of instructions of the search executed before the change; `None` for a change before the
    /// search.
    pub instruction: Option<u64>,
    /// The instruction that made the change.
    pub at: CodePlace,
    /// The word that the instruction copied, if it only copied one.
    pub source: Option<String>,
    /// The words of the program's text that the instruction read, such as tables and constants.
    pub read: Vec<CodePlace>,
}

/// A label whose instructions were executed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PassedLabel {
    /// Name of the label in the MIDAS text.
    pub label: String,
    /// Number of instructions executed between this label and the next one.
    pub instructions: u64,
}

/// The native program at the difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct NativeSide {
    /// The Rust source file.
    pub file: &'static str,
    /// Number of the line, from 1.
    pub line: u32,
    /// Module and name of the function.
    pub function: &'static str,
}

/// The program to be examined: assembled, and as text.
#[derive(Clone, Debug)]
pub struct Suspect {
    /// The assembled program.
    pub program: Arc<Program>,
    /// The MIDAS text of the assembled program.
    pub sources: Sources,
}

/// Explains a difference between the native and the emulated program that a comparison at `level` found.
pub fn explain(
    suspect: &Suspect,
    question: &Question,
    level: Level,
    difference: Difference,
) -> DifferenceExplanation {
    let finer = if level == Level::Probe { None } else { at_probes(suspect, question) };
    let (difference, coarse) = match finer {
        Some(finer) => (finer, Some(difference)),
        None => (difference, None),
    };
    // If all probes agree, the difference is explained as found.
    let level = if coarse.is_some() { Level::Probe } else { level };
    let (searches, inner) = difference.in_search(question);
    let machine = machine::side(suspect, question, level, searches, inner);
    let native = native::side(question, level, searches, inner);
    DifferenceExplanation { difference, coarse, level, machine, native }
}

fn at_probes(suspect: &Suspect, question: &Question) -> Option<Difference> {
    let emulated = Emulated::load(suspect.program.clone()).ok()?;
    match Pair::new(Native::new(), emulated).compare(question, Level::Probe) {
        Ok(Verdict::Different(difference)) => Some(difference),
        _ => None,
    }
}

impl Difference {
    /// Returns the number of searches before the difference, and the difference itself.
    pub fn in_search(&self, question: &Question) -> (usize, &Difference) {
        match self {
            Difference::InGame { game, difference } => {
                (game.moves.len().saturating_sub(question.case.moves.len()), difference.as_ref())
            }
            other => (0, other),
        }
    }
}
