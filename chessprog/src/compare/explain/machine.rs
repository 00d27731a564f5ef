//! Runs the machine to the difference again.

use std::sync::Arc;

use emulator::address::Address;
use emulator::machine::Until;
use emulator::symbols::{SourceLine, Symbol};
use emulator::time::Nanos;
use serde::Serialize;

use super::super::difference::{Difference, ProbeDifference, Told, told};
use super::super::pair::{Level, Question};
use super::suspects::{Wrong, suspects};
use super::watch::{Change, Watch};
use super::{Changed, Held, MachineSide, Suspect};
use crate::emulated::{Emulated, Fault, Program, Whereabout};
use crate::program::ChessProgram;
use crate::sources::Sources;
use crate::vocabulary::Counters;
use crate::vocabulary::probe::Row;

/// Number of instructions before the difference that are observed first. If they do not suffice, all are
/// observed.
const NEAR: u64 = 100_000;

/// Maximum number of copies through which a value is followed.
const COPIES: usize = 8;

/// Time limit for a faulty program, in the machine's time.
pub(super) const PATIENCE: Nanos = Nanos::from_seconds(1000);

/// An instruction and the line of MIDAS text that it comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// Address by label: `PRISE+3`.
    pub symbol: String,
    /// File and line: `prise.mid:120`.
    pub line: String,
    /// The text of the line.
    pub text: String,
    /// The macros that it came through, innermost first.
    pub macros: Vec<Call>,
}

/// A macro on the way to an instruction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Call {
    /// Name of the macro.
    pub name: String,
    /// File and line of the call.
    pub line: String,
    /// The text of that line.
    pub text: String,
}

impl Place {
    pub(super) fn new(suspect: &Suspect, address: Address) -> Place {
        let Suspect { program, sources } = suspect;
        let symbol = program.symbols.render(address);
        let Some(origin) = program.symbols.origin(address) else {
            return Place { symbol, line: String::new(), text: String::new(), macros: Vec::new() };
        };
        let (line, text) = read(program, sources, origin.place);
        let macros = origin.trail.iter().map(|expansion| {
            let (line, text) = read(program, sources, expansion.call);
            Call { name: expansion.name.clone(), line, text }
        });
        Place { symbol, line, text, macros: macros.collect() }
    }

    /// Returns `true` if it comes from this line of the text, directly or through macros.
    pub fn is_of(&self, line: &str) -> bool {
        self.line == line || self.macros.iter().any(|call| call.line == line)
    }
}

/// Returns a line as file and number, and its text.
fn read(program: &Program, sources: &Sources, place: SourceLine) -> (String, String) {
    let name = &program.symbols.files()[place.file];
    let text = sources.file(name).and_then(|text| text.lines().nth((place.line as usize).checked_sub(1)?));
    (format!("{name}:{}", place.line), text.unwrap_or("").trim().to_owned())
}

/// Returns a machine at the start of a search of a question, after `searches` searches whose moves have been
/// made. From here on it executes the same instructions as in a comparison at these points.
///
/// # Errors
/// Returns an error if the program fails before that.
pub fn staged(
    program: &Arc<Program>,
    question: &Question,
    searches: usize,
    points: &[&'static Row],
) -> Result<Emulated, Fault> {
    let mut emulated = Emulated::load(program.clone())?;
    emulated.set_patience(PATIENCE);
    emulated.set_case(&question.case)?;
    for _ in 0..searches {
        let Some(best) = emulated.search(&question.settings)?.best else { break };
        emulated.make(best)?;
    }
    emulated.begin_search(&question.settings, points)?;
    Ok(emulated)
}

/// Returns the state of the machine at a difference.
pub(super) fn side(
    suspect: &Suspect,
    question: &Question,
    level: Level,
    searches: usize,
    difference: &Difference,
) -> Option<MachineSide> {
    match difference {
        Difference::Probe(probe) => at_probe(suspect, question, level, searches, probe),
        Difference::Answer { part, sides } => at_answer(suspect, question, searches, part, sides),
        Difference::Failed { .. } => at_failure(suspect, question),
        Difference::InGame { .. } => None,
    }
}

fn at_probe(
    suspect: &Suspect,
    question: &Question,
    level: Level,
    searches: usize,
    probe: &ProbeDifference,
) -> Option<MachineSide> {
    let mut emulated = staged(&suspect.program, question, searches, &level.points()).ok()?;
    let whereabouts =
        probe.row().and_then(|row| Whereabout::all(&suspect.program, row).ok()).unwrap_or_default();
    let since = probe.settled.and_then(|row| suspect.program.label(row.label).ok());
    let differing = probe.values();
    // The places of the values are known only at the difference.
    let began = snapshot_at(&mut emulated, probe.instruction);
    let words: Vec<Address> = differing
        .iter()
        .filter_map(|&index| {
            let machine = emulated.machine();
            Some(whereabouts.get(index)?.address(|at| machine.examine(at)))
        })
        .collect();
    let watch = observe(&mut emulated, &began, probe.instruction, &words, since);
    let values = differing.iter().zip(watch.words()).map(|(&index, word)| {
        let row = probe.row().expect("values of a row differ");
        let value = |event: Option<crate::emulated::Event>| {
            event.map_or(String::new(), |event| told(row.values[index].kind, event.values()[index]))
        };
        Held {
            name: row.values[index].name.to_owned(),
            sides: [value(probe.native), value(probe.emulated)],
            word: row.values[index].place.to_string(),
            changed: trace(suspect, &mut emulated, &began, word.changed.clone()),
        }
    });
    let values = values.collect();
    let wrong = Wrong::Probe(searches, probe);
    let (finding, candidates) = suspects(suspect, question, level, probe.instruction, &wrong);
    // Brings the machine back to the difference, since it was reset to earlier instructions.
    observe(&mut emulated, &began, probe.instruction, &[], None);
    let side = machine_side(suspect, &mut emulated, searches, probe.instruction, values, &watch);
    Some(MachineSide { finding, candidates, ..side })
}

fn machine_side(
    suspect: &Suspect,
    emulated: &mut Emulated,
    searches: usize,
    instruction: u64,
    values: Vec<Held>,
    watch: &Watch,
) -> MachineSide {
    MachineSide {
        searches,
        instruction,
        here: Place::new(suspect, emulated.machine().cpu.pc),
        values,
        way: watch.way(&suspect.program.symbols),
        jumps: watch.jumps().map(|jump| jump.map(|address| Place::new(suspect, address))).collect(),
        finding: None,
        candidates: Vec::new(),
    }
}

/// The state at the start of a search.
struct Beginning {
    snapshot: Vec<u8>,
    instructions: u64,
}

/// Saves the state, and then runs for a number of instructions.
fn snapshot_at(emulated: &mut Emulated, instructions: u64) -> Beginning {
    let machine = emulated.machine();
    let began = Beginning { snapshot: machine.snapshot(), instructions: machine.instructions() };
    machine.run_quietly(Until::never().or_instructions(machine, instructions));
    began
}

/// Runs a number of instructions from the start, observing the last ones; if they do not show enough, runs
/// again and observes all.
fn observe(
    emulated: &mut Emulated,
    began: &Beginning,
    instructions: u64,
    words: &[Address],
    since: Option<Address>,
) -> Watch {
    let mut watched = instructions.min(NEAR);
    loop {
        let mut watch = Watch::new(words, since);
        let machine = emulated.machine();
        if machine.restore(&began.snapshot).is_ok() {
            machine.run_quietly(Until::never().or_instructions(machine, instructions - watched));
            machine.run_observed(Until::never().or_instructions(machine, watched), &mut watch);
        }
        if watch.has_all() || watched == instructions {
            return watch;
        }
        watched = instructions;
    }
}

/// Finds the origin of a value: the instruction that changed the word last; while that only copied another
/// word, the instruction that changed that one.
fn trace(
    suspect: &Suspect,
    emulated: &mut Emulated,
    began: &Beginning,
    last: Option<Change>,
) -> Vec<Changed> {
    let mut changes = Vec::new();
    let mut next = last;
    while let Some(change) = next.take() {
        let instruction = change.instructions - began.instructions;
        let word = change.source.map(|source| word_name(&suspect.program, source));
        // Words of the text, such as tables and constants. For a copy, its source already says what it read.
        let read = change.read.iter().filter(|_| change.source.is_none());
        let read = read.map(|&address| Place::new(suspect, address)).filter(|place| !place.line.is_empty());
        changes.push(Changed {
            instruction,
            at: Place::new(suspect, change.at),
            source: word,
            read: read.collect(),
        });
        if let (Some(source), true) = (change.source, changes.len() < COPIES) {
            next = observe(emulated, began, instruction, &[source], None).words()[0].changed.clone();
        }
    }
    changes
}

/// Returns the name of a word: an accumulator as in the text, memory by its label.
fn word_name(program: &Program, address: Address) -> String {
    const ACCUMULATORS: u32 = 0o20;
    let is_it = |symbol: &&Symbol| {
        !symbol.label && symbol.half_killed && symbol.value.bits() == u64::from(address.get())
    };
    let named = program.symbols.iter().find(|symbol| is_it(symbol) && symbol.name.len() <= 2);
    match named.filter(|_| address.get() < ACCUMULATORS) {
        Some(symbol) => symbol.name.clone(),
        None => program.symbols.render(address),
    }
}

/// Returns the machine at the end of a search whose answer differs, with the instruction that last changed
/// the differing part.
fn at_answer(
    suspect: &Suspect,
    question: &Question,
    searches: usize,
    part: &str,
    sides: &[Told; 2],
) -> Option<MachineSide> {
    if part == "set-up" {
        let (finding, candidates) = suspects(suspect, question, Level::Probe, 0, &Wrong::Here);
        let mut emulated = Emulated::load(suspect.program.clone()).ok()?;
        // The program refuses the case; what matters is where it ends.
        let _ = emulated.set_case(&question.case);
        let side = machine_side(suspect, &mut emulated, 0, 0, Vec::new(), &Watch::new(&[], None));
        return Some(MachineSide { finding, candidates, ..side });
    }
    let (label, offset) = word_of(part)?;
    let address = suspect.program.label(label).ok()?.offset(offset as i32);
    let mut emulated = staged(&suspect.program, question, searches, &[]).ok()?;
    let machine = emulated.machine();
    let began = Beginning { snapshot: machine.snapshot(), instructions: machine.instructions() };
    machine.run_quietly(Until::after(machine, PATIENCE));
    let instruction = machine.instructions() - began.instructions;
    let watch = observe(&mut emulated, &began, instruction, &[address], None);
    let changed = trace(suspect, &mut emulated, &began, watch.words()[0].changed.clone());
    observe(&mut emulated, &began, instruction, &[], None);
    let native_first = sides[0].program == "native";
    let [first, second] = sides.each_ref().map(|told| told.what.clone());
    let held = Held {
        name: part.to_owned(),
        sides: if native_first { [first, second] } else { [second, first] },
        word: if offset == 0 { label.to_owned() } else { format!("{label}+{offset:o}") },
        changed,
    };
    let (finding, candidates) =
        suspects(suspect, question, Level::Probe, instruction, &Wrong::Word(searches, address));
    let side = machine_side(suspect, &mut emulated, searches, instruction, vec![held], &watch);
    Some(MachineSide { finding, candidates, ..side })
}

/// Returns the machine's word for a part of an answer.
fn word_of(part: &str) -> Option<(&'static str, u32)> {
    if let Some(index) = Counters::NAMES.iter().position(|&name| name == part) {
        return Some(("COUNTS", index as u32));
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

/// Returns the state of a machine that failed before it searched.
fn at_failure(suspect: &Suspect, question: &Question) -> Option<MachineSide> {
    let mut emulated = Emulated::load(suspect.program.clone()).ok()?;
    emulated.set_patience(PATIENCE);
    let before = emulated.machine().instructions();
    let failed = emulated.set_up(&question.case).and_then(|()| emulated.think(&question.settings));
    failed.err()?;
    let instruction = emulated.machine().instructions() - before;
    let (finding, candidates) = suspects(suspect, question, Level::Probe, 0, &Wrong::Here);
    let side = machine_side(suspect, &mut emulated, 0, instruction, Vec::new(), &Watch::new(&[], None));
    Some(MachineSide { finding, candidates, ..side })
}
