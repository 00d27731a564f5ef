//! The lines that may be the cause of a difference, likeliest first.

use std::collections::HashMap;

use emulator::address::Address;
use serde::Serialize;

use super::Suspect;
use super::place::CodePlace;
use super::slice::Slicer;
use super::symptom::Seed;
use crate::sources::Sources;

const MAX_CANDIDATES: usize = 10;

/// A line that may be the cause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SuspectLine {
    /// The line, and the macro calls that its words come from.
    pub place: CodePlace,
    /// Number of instructions between the line and the wrong value. Branches, calls and the set-up count more
    /// (`slice.rs`).
    pub distance: u32,
    /// Percentage of the examined right values that the line contributed to.
    pub right: u32,
    /// The named constants in the line, each with the line that defines it: `BPSPEC, defs.mid:106`.
    pub names: Vec<String>,
}

/// Returns the lines that contributed to the results of the seed steps, likeliest first.
pub(super) fn candidates(
    suspect: &Suspect,
    slicer: &Slicer<'_>,
    seeds: &[Seed],
    right_words: &[Address],
) -> Vec<SuspectLine> {
    let slice = slicer.wrong(seeds);
    let (right, examined) = slicer.right(right_words);
    let share = |at: Address| 100 * right.get(&at).copied().unwrap_or(0) / examined.max(1);
    let mut lines: HashMap<(String, String), SuspectLine> = HashMap::new();
    for (&at, &distance) in &slice.distance {
        let place = CodePlace::new(suspect, at);
        // A constant is left out: the line that uses the constant is in the list itself.
        if place.line.is_empty() || place.text.starts_with("CONSTANTS") {
            continue;
        }
        let call = place.macros.last().map_or(String::new(), |call| call.line.clone());
        let candidate = SuspectLine { distance, right: share(at), place, names: Vec::new() };
        let known = lines.entry((candidate.place.line.clone(), call)).or_insert_with(|| candidate.clone());
        if candidate.weight() < known.weight() {
            *known = candidate;
        }
    }
    let mut lines: Vec<SuspectLine> = lines.into_values().collect();
    lines.sort_by(|a, b| a.weight().cmp(&b.weight()).then_with(|| a.place.line.cmp(&b.place.line)));
    lines.truncate(MAX_CANDIDATES);
    for line in &mut lines {
        line.names = defined_names(&suspect.sources, &line.place.text);
    }
    lines
}

fn defined_names(sources: &Sources, text: &str) -> Vec<String> {
    let code = text.split(';').next().unwrap_or("");
    let words = code.split(|c: char| !c.is_ascii_alphanumeric() && c != '.' && c != '%');
    let mut names: Vec<&str> =
        words.filter(|word| word.len() > 1 && !word.starts_with(|c: char| c.is_ascii_digit())).collect();
    names.sort_unstable();
    names.dedup();
    let definition = |name: &&str| {
        let begin = format!("{name}==");
        sources.iter().find_map(|(file, text)| {
            let line = text.lines().position(|line| line.starts_with(&begin))?;
            Some(format!("{name}, {file}:{}", line + 1))
        })
    };
    names.iter().filter_map(definition).collect()
}

impl SuspectLine {
    /// The smaller the weight, the likelier the line. A percentage point of right values counts as much as
    /// two instructions of distance.
    fn weight(&self) -> u32 {
        self.distance + 2 * self.right
    }
}
