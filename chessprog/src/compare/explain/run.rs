//! The run that all facts about the machine come from: the suspect, recorded up to the difference.

use std::collections::HashMap;
use std::sync::Arc;

use emulator::address::Address;
use emulator::machine::Until;
use emulator::symbols::Symbols;

use super::super::pair::{Level, Question};
use super::place::{CodePlace, word_name};
use super::symptom::Symptom;
use super::tables::{self, WrongWord};
use super::{PassedLabel, Suspect, WordChange};
use crate::emulated::{
    Emulated, EmulatedError, NONE, ProbeReport, Program, ROUTINE_TIME, Recording, WordUse,
};
use crate::engine::drivers::TreePosition;
use crate::program::Case;
use crate::vocabulary::Settings;
use crate::vocabulary::probe::Row;

/// Maximum number of instructions of a search that are recorded: the last ones before the difference.
const RECORDED_INSTRUCTIONS: u64 = 1_500_000;
/// Maximum number of copies through which a value is followed.
const MAX_COPIES: usize = 8;
const MAX_JUMPS_REPORTED: usize = 4;
const MAX_LABELS_REPORTED: usize = 24;

pub(super) struct RecordedRun {
    pub(super) recording: Box<Recording>,
    /// The next instruction at the difference.
    pub(super) here: Address,
    /// Number of instructions of the search executed before that instruction.
    pub(super) instruction: u64,
    /// Number of instructions of the search executed in all.
    executed: u64,
    /// The game before the search.
    pub(super) position: String,
    /// A wrong word in the tables of that position, with a recording of how the word was made.
    pub(super) wrong_word: Option<(WrongWord, Box<Recording>)>,
}

impl RecordedRun {
    /// Makes `searches` searches and the moves they find, then runs the suspect to the difference.
    pub(super) fn record(
        suspect: &Suspect,
        question: &Question,
        level: Level,
        searches: usize,
        symptom: &Symptom<'_>,
    ) -> Option<RecordedRun> {
        let (reported, recorded) = match symptom {
            Symptom::Probe(_) => (level.points(), level.points()),
            _ => (Vec::new(), Level::Probe.points()),
        };
        let mut emulated = Emulated::switched_on(suspect.program.clone()).ok()?;
        emulated.set_patience(ROUTINE_TIME);
        emulated.record(&recorded).ok()?;
        emulated.begin().ok()?;
        let staged = stage(&mut emulated, question, searches);
        let wrong_word =
            staged.as_ref().ok().and_then(|case| wrong_word(&emulated, case, &question.settings));
        let (mut instruction, mut executed) = (0, 0);
        let mut here = emulated.machine().cpu.pc;
        if staged.is_ok() && !matches!(symptom, Symptom::SetUp) {
            emulated.begin_search(&question.settings, &reported).ok()?;
            let began = emulated.machine().instructions();
            search(&mut emulated, symptom);
            here = emulated.machine().cpu.pc;
            instruction = emulated.machine().instructions() - began;
            if symptom.is_at_probe() {
                // Executes the instruction at the probe, so that the report and the instruction are recorded.
                let one = Until::never().or_instructions(emulated.machine(), 1);
                emulated.execute(one);
            }
            executed = emulated.machine().instructions() - began;
        }
        let position = staged.map_or(String::new(), |case| case.to_string());
        Some(RecordedRun {
            recording: emulated.take_recording()?,
            here,
            instruction,
            executed,
            position,
            wrong_word,
        })
    }

    /// Returns `true` if the program reported at the difference. Then the instruction there is recorded too.
    fn is_at_probe(&self) -> bool {
        self.executed > self.instruction
    }

    pub(super) fn report(&self) -> Option<&ProbeReport> {
        self.recording.reports.last().filter(|_| self.is_at_probe())
    }

    /// Returns the step of the last report at a point before the difference, or the start of the search if
    /// there is no such report.
    pub(super) fn last_report_at(&self, row: Option<&'static Row>) -> usize {
        let mut earlier = self.recording.reports.iter().rev().skip(usize::from(self.is_at_probe()));
        let report = earlier.find(|report| Some(report.row) == row);
        report.map_or(self.recording.before_search, |report| report.step) as usize
    }

    /// Returns the number of instructions of the search that were not recorded, because the search was too
    /// long.
    pub(super) fn unrecorded(&self) -> u64 {
        // Without a search, `executed` is 0, but the instructions of the set-up are recorded.
        self.executed.saturating_sub(self.instructions_from(self.recording.before_search))
    }

    /// Returns the number of recorded instructions from a step to the end.
    fn instructions_from(&self, step: u32) -> u64 {
        self.recording.steps[step as usize..].iter().filter(|step| step.ends).count() as u64
    }

    /// Returns the changes that a word's value comes from: the last change, and if that only copied another
    /// word, the last change of that word, and so on.
    pub(super) fn changes(&self, suspect: &Suspect, word: WordUse) -> Vec<WordChange> {
        let mut changes = Vec::new();
        let mut next = Some(word);
        while let Some(WordUse { writer, place }) = next.filter(|word| word.writer != NONE)
            && changes.len() < MAX_COPIES
        {
            // A word of the program's text, such as a constant, has no writer and is listed in `read`.
            next = self.recording.copied(writer, place).filter(|source| source.writer != NONE);
            let read =
                self.recording.reads(writer).iter().filter(|read| next.is_none() && read.writer == NONE);
            let read = read.filter(|read| !read.place.is_accumulator());
            let read =
                read.map(|read| CodePlace::new(suspect, read.place)).filter(|place| !place.line.is_empty());
            changes.push(WordChange {
                instruction: (writer >= self.recording.before_search)
                    .then(|| self.executed - self.instructions_from(writer)),
                at: CodePlace::new(suspect, self.recording.steps[writer as usize].at),
                source: next.map(|source| word_name(&suspect.program, source.place)),
                read: read.collect(),
            });
        }
        changes
    }

    /// Returns the addresses of the instructions executed from a step to the difference.
    fn executed_since(&self, step: usize) -> Vec<Address> {
        let steps = &self.recording.steps;
        let begins = |&step: &usize| step == 0 || steps[step - 1].ends;
        let mut executed: Vec<Address> =
            (step..steps.len()).filter(begins).map(|step| steps[step].at).collect();
        if self.is_at_probe() {
            executed.pop();
        }
        executed
    }

    /// Returns the last labels passed since a step, latest first, at most [`MAX_LABELS_REPORTED`].
    pub(super) fn passed_labels(&self, symbols: &Symbols, since: usize) -> Vec<PassedLabel> {
        let mut labels: Vec<PassedLabel> = Vec::new();
        let mut known: HashMap<&str, usize> = HashMap::new();
        for at in self.executed_since(since).into_iter().rev() {
            let label = symbols.nearest(at, Address::COUNT as u32).map_or("?", |(symbol, _)| &symbol.name);
            let index = *known.entry(label).or_insert_with(|| {
                labels.push(PassedLabel { label: label.to_owned(), instructions: 0 });
                labels.len() - 1
            });
            labels[index].instructions += 1;
        }
        labels.truncate(MAX_LABELS_REPORTED);
        labels
    }

    /// Returns the last jumps and skips since a step, latest first, at most [`MAX_JUMPS_REPORTED`].
    pub(super) fn jumps(&self, suspect: &Suspect, since: usize) -> Vec<[CodePlace; 2]> {
        let mut executed = self.executed_since(since);
        executed.push(self.here);
        let jumps = executed.windows(2).rev().filter(|pair| pair[1] != pair[0].next());
        jumps
            .take(MAX_JUMPS_REPORTED)
            .map(|pair| [pair[0], pair[1]].map(|at| CodePlace::new(suspect, at)))
            .collect()
    }
}

/// Runs from the start of the search to the difference. Records only the last part of a long search.
fn search(emulated: &mut Emulated, symptom: &Symptom<'_>) {
    let mut left = None;
    if let Symptom::Probe(probe) = symptom {
        let recorded = probe.instruction.min(RECORDED_INSTRUCTIONS);
        left = Some(recorded);
        if probe.instruction > recorded {
            emulated.unrecorded(|emulated| {
                let stop = Until::never().or_instructions(emulated.machine(), probe.instruction - recorded);
                emulated.execute(stop);
            });
        }
    }
    let machine = emulated.machine();
    let stop = match left {
        Some(instructions) => Until::never().or_instructions(machine, instructions),
        None => Until::after(machine, ROUTINE_TIME),
    };
    emulated.execute(stop);
}

/// Sets up the question's case, makes `searches` searches and the moves they find. Returns the game up to
/// there.
fn stage(emulated: &mut Emulated, question: &Question, searches: usize) -> Result<Case, EmulatedError> {
    emulated.set_case(&question.case)?;
    let mut case = question.case.clone();
    for _ in 0..searches {
        let answer = emulated.unrecorded(|emulated| emulated.search(&question.settings))?;
        let Some(best) = answer.best else { break };
        emulated.make(best)?;
        case.moves.push(best);
    }
    Ok(case)
}

/// Returns a machine at the start of a search, after `searches` searches of the question and the moves they
/// found. From here on the machine executes the same instructions as in a comparison at these points.
///
/// # Errors
/// Returns an error if the program fails before the search starts.
pub fn staged(
    program: &Arc<Program>,
    question: &Question,
    searches: usize,
    points: &[&'static Row],
) -> Result<Emulated, EmulatedError> {
    let mut emulated = Emulated::load(program.clone())?;
    emulated.set_patience(ROUTINE_TIME);
    stage(&mut emulated, question, searches)?;
    emulated.begin_search(&question.settings, points)?;
    Ok(emulated)
}

fn wrong_word(emulated: &Emulated, case: &Case, settings: &Settings) -> Option<(WrongWord, Box<Recording>)> {
    let game = case.played().ok()?;
    let mut copy = emulated.copy().ok()?;
    let wrong = tables::first_wrong(&mut copy, &mut TreePosition::root(&game), settings).ok()??;
    Some((wrong, copy.take_recording()?))
}

#[cfg(test)]
mod tests {
    use super::super::super::difference::ProbeDifference;
    use super::*;
    use crate::sources::Sources;

    #[test]
    fn only_the_last_part_of_a_long_search_is_recorded() {
        let sources = Sources::default();
        let suspect = Suspect { program: Arc::new(Program::assemble(&sources).unwrap()), sources };
        let case = Case::game("", "e2e4 e7e5").unwrap();
        let question = Question::new(case, Settings::normal(), Level::Probe);
        let instruction = RECORDED_INSTRUCTIONS + 1000;
        let (native, emulated, last, settled, failed) = (None, None, None, None, None);
        let probe = ProbeDifference { equal: 0, last, settled, native, emulated, failed, instruction };
        let run = RecordedRun::record(&suspect, &question, Level::Probe, 0, &Symptom::Probe(&probe)).unwrap();
        assert_eq!((run.instruction, run.unrecorded()), (instruction, 1000));
        assert!(run.wrong_word.is_none());
        // The set-up is recorded too: the step that wrote the game's record is known, although it came before
        // the search.
        let record = run.recording.used(suspect.program.label("GKEYS").unwrap());
        assert!(record.writer < run.recording.before_search);
        let changes = run.changes(&suspect, record);
        assert!(!changes.is_empty() && changes[0].instruction.is_none(), "{changes:?}");
    }
}
