//! What is wrong at the end of a run, and which steps of the machine led to that.

use std::collections::{BTreeSet, HashMap};

use emulator::address::Address;
use emulator::isa::{Instruction, Places};
use emulator::word::Word;

use super::super::difference::{Difference, ProbeDifference, ProgramValue};
use super::control_flow_graph::ControlFlowGraph;
use super::run::RecordedRun;
use super::tables::WrongWord;
use crate::emulated::{ProbeEvent, Program, Recording};
use crate::vocabulary::Counters;
use crate::vocabulary::probe::HEURISTIC;

/// Number of last steps examined if the program failed, or set up a position wrongly.
const LAST_STEPS: u32 = 24;
/// Maximum distance of an indexed instruction's address field from the label of the table that it writes. The
/// field can include the offset of a square; a knight's is the largest.
const MAX_TABLE_OFFSET: u32 = 21;

pub(super) enum Symptom<'d> {
    Probe(&'d ProbeDifference),
    /// A part of the answer, which a word of the machine holds after the search.
    Word {
        part: &'d str,
        sides: &'d [ProgramValue; 2],
        /// Name of the word.
        word: String,
        address: Address,
    },
    /// The program sets up a position that it should reject, or rejects one that it should set up.
    SetUp,
    /// The program failed.
    Stop,
}

impl<'d> Symptom<'d> {
    /// Returns the symptom of a difference in a search; `None` if the machine has no word for it.
    pub(super) fn new(difference: &'d Difference, program: &Program) -> Option<Symptom<'d>> {
        Some(match difference {
            Difference::Probe(probe) => Symptom::Probe(probe),
            Difference::Answer { part, .. } if part == "set-up" => Symptom::SetUp,
            Difference::Answer { part, sides } => {
                let (label, offset) = word_of(program, part)?;
                let address = program.label(label).ok()?.offset(offset as i32);
                let word = if offset == 0 { label.to_owned() } else { format!("{label}+{offset:o}") };
                Symptom::Word { part, sides, word, address }
            }
            Difference::Failed { .. } => Symptom::Stop,
            Difference::InGame { .. } => return None,
        })
    }

    /// Returns `true` if the emulated program has reached a probe.
    pub(super) fn is_at_probe(&self) -> bool {
        matches!(self, Symptom::Probe(probe) if probe.emulated.is_some())
    }
}

/// Returns the place of the word that holds a part of an answer: a label, and the offset from it.
fn word_of(program: &Program, part: &str) -> Option<(&'static str, u32)> {
    if let Some(index) = Counters::NAMES.iter().position(|&name| name == part) {
        return Some(("COUNTS", index as u32));
    }
    if let Some(root_move) = part.strip_prefix("root move ") {
        let (number, part) = (root_move.split(',').next()?, part.rsplit(", ").next()?);
        let field = match part {
            "move" => 0,
            "value" => program.label("RMA").ok()?.get(),
            "modified value" => program.label("RMR").ok()?.get(),
            "secondary value" => program.label("RMSEC").ok()?.get(),
            "best so far" => program.label("RMBEST").ok()?.get(),
            "window" => program.label("RMLO").ok()?.get(),
            _ => program.label("RMLINE").ok()?.get(),
        };
        let entry = number.parse::<u32>().ok()?.checked_sub(1)?;
        return Some(("ROOTM", entry * program.label("RMSIZE").ok()?.get() + field));
    }
    Some(match part {
        "move" => ("BESTM", 0),
        "value" => ("BESTV", 0),
        "variation" => ("PVLEN", 0),
        "number of root moves tried" => ("ROOTP", 0),
        "QRPIN" => ("QRPIN", 0),
        "LASTPOS" => ("LASTPO", 0),
        _ => return None,
    })
}

/// A step to follow back, with its distance from the symptom.
pub(super) type Seed = (u32, u32);

impl Symptom<'_> {
    /// Returns the steps to follow back. For a probe or a word, these include the steps that wrote the wrong
    /// values. For a stop or a wrong set-up, they are the last steps.
    pub(super) fn seeds(&self, program: &Program, run: &RecordedRun, flow: &ControlFlowGraph) -> Vec<Seed> {
        let last = (run.recording.steps.len() as u32).saturating_sub(1);
        match self {
            Symptom::Probe(probe) => of_probe(program, run, flow, probe),
            Symptom::Word { address, .. } => vec![(run.recording.used(*address).writer, 0), (last, 4)],
            Symptom::SetUp | Symptom::Stop => {
                (0..LAST_STEPS.min(last)).map(|back| (last - back, back / 2)).collect()
            }
        }
    }
}

fn of_probe(
    program: &Program,
    run: &RecordedRun,
    flow: &ControlFlowGraph,
    probe: &ProbeDifference,
) -> Vec<Seed> {
    let differing = probe.values();
    let other_event = differing.is_empty() || is_other_heuristic(probe);
    let mut seeds = Vec::new();
    if let Some(report) = run.report() {
        let value = |&index: &usize| report.values.get(index).map(|value| (value.writer, 0));
        seeds.extend(differing.iter().filter_map(value));
        if other_event {
            seeds.extend(report.values.iter().map(|value| (value.writer, 1)));
        }
    }
    if differing.is_empty() {
        seeds.push(((run.recording.steps.len() as u32).saturating_sub(1), 0));
    }
    if other_event {
        seeds.extend(avoided(program, run, flow, probe));
    }
    seeds
}

fn is_other_heuristic(probe: &ProbeDifference) -> bool {
    probe.row().is_some_and(|row| row.index == HEURISTIC.row.index) && probe.values().contains(&0)
}

/// Returns the last execution, since the last equal probe, of each branch that kept the machine from
/// reporting the native program's event.
fn avoided(
    program: &Program,
    run: &RecordedRun,
    flow: &ControlFlowGraph,
    probe: &ProbeDifference,
) -> Vec<Seed> {
    let Some(native) = probe.native else { return Vec::new() };
    let last = last_steps(&run.recording, run.last_report_at(probe.settled));
    let mut sites: Vec<Address> = sites(program, native);
    let mut known: BTreeSet<Address> = BTreeSet::new();
    let mut seeds = Vec::new();
    while let Some(site) = sites.pop() {
        for branch in flow.on_the_way_to(site) {
            if !known.insert(branch) {
                continue;
            }
            match last.get(&branch) {
                Some(&step) => seeds.push((step, 0)),
                None => sites.push(branch),
            }
        }
    }
    seeds
}

/// Returns the last step at each address where an instruction was executed, from step `since` on.
fn last_steps(recording: &Recording, since: usize) -> HashMap<Address, u32> {
    (since as u32..).zip(&recording.steps[since..]).map(|(step, it)| (it.at, step)).collect()
}

/// Returns the instructions where the machine would have reported this event.
fn sites(program: &Program, event: ProbeEvent) -> Vec<Address> {
    if event.row.index != HEURISTIC.row.index {
        return program.label(event.row.label).into_iter().collect();
    }
    let number = event.values()[0];
    let words: HashMap<Address, Word> = program.image.iter().collect();
    let table = |name: &str| program.label(name).ok();
    let (Some(places), Some(numbers), Some(end)) = (table("TRADR"), table("TRNUM"), table("TRWRD")) else {
        return Vec::new();
    };
    let count = end.get() - places.get();
    let at = |table: Address, index: u32| words.get(&table.offset(index as i32)).copied();
    let mut sites: Vec<Address> = (0..count)
        .filter(|&index| at(numbers, index).is_some_and(|word| word.right() >> 9 == number as u32))
        .filter_map(|index| at(places, index).map(Address::of))
        .collect();
    sites.extend(table(&format!("TR{number}")));
    sites
}

impl WrongWord {
    pub(super) fn seeds(
        &self,
        program: &Program,
        recording: &Recording,
        flow: &ControlFlowGraph,
    ) -> Vec<Seed> {
        let mut seeds = vec![(recording.used(self.address).writer, 0)];
        if self.is == Word::ZERO {
            seeds.extend(not_written(program, recording, flow, self.expected.label));
        }
        seeds
    }
}

/// Returns the last execution of each branch on the way to an instruction that can write the table `label`.
fn not_written(program: &Program, recording: &Recording, flow: &ControlFlowGraph, label: &str) -> Vec<Seed> {
    let Ok(table) = program.label(label) else { return Vec::new() };
    let writes = |&(_, word): &(Address, Word)| {
        let instruction = Instruction(word);
        let far = instruction.address().get().wrapping_sub(table.get()).wrapping_add(MAX_TABLE_OFFSET);
        instruction.index() != 0 && far <= 2 * MAX_TABLE_OFFSET && instruction.writes().contains(Places::E)
    };
    let last = last_steps(recording, 0);
    let sites = program.image.iter().filter(writes).map(|(at, _)| at);
    let branches: BTreeSet<Address> = sites.flat_map(|site| flow.on_the_way_to(site)).collect();
    branches.iter().filter_map(|branch| last.get(branch).map(|&step| (step, 1))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_an_answer_have_words_in_the_machine() {
        let program = Program::built_in().unwrap();
        let value = |name| program.label(name).unwrap().get();
        let second = value("RMSIZE");
        for (part, expected) in [
            ("value", Some(("BESTV", 0))),
            ("root move 1, move", Some(("ROOTM", 0))),
            ("root move 2, d4c6, value", Some(("ROOTM", second + value("RMA")))),
            ("root move 2, d4c6, best so far", Some(("ROOTM", second + value("RMBEST")))),
            ("root move 2, d4c6, line", Some(("ROOTM", second + value("RMLINE")))),
            ("ALSOWHITE", None),
        ] {
            assert_eq!(word_of(&program, part), expected, "{part}");
        }
    }
}
