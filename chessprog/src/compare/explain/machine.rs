//! Collects the facts about the machine at a difference from the recorded run.

use super::super::difference::{Difference, ProbeDifference, value_text};
use super::super::pair::{Level, Question};
use super::candidates::{SuspectLine, candidates};
use super::control_flow_graph::ControlFlowGraph;
use super::place::CodePlace;
use super::run::RecordedRun;
use super::slice::Slicer;
use super::symptom::Symptom;
use super::{DifferingValue, Finding, MachineSide, Suspect};
use crate::emulated::{ProbeEvent, Recording};

pub(super) fn side(
    suspect: &Suspect,
    question: &Question,
    level: Level,
    searches: usize,
    difference: &Difference,
) -> Option<MachineSide> {
    let symptom = Symptom::new(difference, &suspect.program)?;
    let run = RecordedRun::record(suspect, question, level, searches, &symptom)?;
    let settled = match symptom {
        Symptom::Probe(probe) => probe.settled,
        _ => None,
    };
    let since = run.last_report_at(settled);
    let (finding, candidates) = suspicions(suspect, &run, &symptom);
    Some(MachineSide {
        searches,
        instruction: run.instruction,
        unrecorded: run.unrecorded(),
        here: CodePlace::new(suspect, run.here),
        values: values(suspect, &run, &symptom),
        passed: run.passed_labels(&suspect.program.symbols, since),
        jumps: run.jumps(suspect, since),
        finding,
        candidates,
    })
}

fn values(suspect: &Suspect, run: &RecordedRun, symptom: &Symptom<'_>) -> Vec<DifferingValue> {
    match symptom {
        Symptom::Probe(probe) => {
            probe.values().into_iter().filter_map(|index| value(suspect, run, probe, index)).collect()
        }
        Symptom::Word { part, sides: [first, second], word, address } => {
            let (native, emulated) =
                if first.program == "native" { (first, second) } else { (second, first) };
            vec![DifferingValue {
                name: (*part).to_owned(),
                native: native.text.clone(),
                emulated: emulated.text.clone(),
                word: word.clone(),
                changed: run.changes(suspect, run.recording.used(*address)),
            }]
        }
        Symptom::SetUp | Symptom::Stop => Vec::new(),
    }
}

fn value(
    suspect: &Suspect,
    run: &RecordedRun,
    probe: &ProbeDifference,
    index: usize,
) -> Option<DifferingValue> {
    let value = &probe.row()?.values[index];
    let text = |event: Option<ProbeEvent>| {
        event.map_or(String::new(), |event| value_text(value.kind, event.values()[index]))
    };
    Some(DifferingValue {
        name: value.name.to_owned(),
        native: text(probe.native),
        emulated: text(probe.emulated),
        word: value.place.to_string(),
        changed: run.changes(suspect, *run.report()?.values.get(index)?),
    })
}

/// Returns an error that was already in the tables of the position, and the lines that may be the cause of
/// the difference.
fn suspicions(
    suspect: &Suspect,
    run: &RecordedRun,
    symptom: &Symptom<'_>,
) -> (Option<Finding>, Vec<SuspectLine>) {
    let program = &suspect.program;
    let flow = |recording: &Recording| ControlFlowGraph::new(program.image.iter(), recording);
    if let Some((wrong, recording)) = &run.wrong_word {
        let flow = flow(recording);
        let slicer = Slicer::new(recording, &flow);
        let seeds = wrong.seeds(program, recording, &flow);
        let lines = candidates(suspect, &slicer, &seeds, &wrong.right);
        return (Some(wrong.finding(suspect, run.position.clone())), lines);
    }
    let flow = flow(&run.recording);
    let slicer = Slicer::new(&run.recording, &flow);
    (None, candidates(suspect, &slicer, &symptom.seeds(program, run, &flow), &[]))
}
