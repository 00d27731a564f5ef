//! The lines that may be the cause of a difference, likeliest first.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use emulator::address::Address;
use emulator::bus::Bus;
use emulator::cpu::{Cpu, Observer, Reference};
use emulator::isa::{Instruction, Places};
use emulator::machine::Until;
use emulator::memory::Memory;
use emulator::word::Word;
use serde::Serialize;

use super::super::difference::ProbeDifference;
use super::super::pair::{Level, Question};
use super::Suspect;
use super::flow::Flow;
use super::ladder::{self, Finding};
use super::machine::{PATIENCE, Place};
use super::slice::{Slice, Slicer};
use super::trace::{Point, Trace};
use crate::emulated::{Emulated, Event, Whereabout};
use crate::engine::drivers::Tree;
use crate::native::Native;
use crate::program::{ChessProgram, Coordinates};
use crate::sources::Sources;
use crate::vocabulary::probe::HEURISTIC;

/// Number of instructions before a difference that are examined.
const INSTRUCTIONS: u64 = 1_500_000;
/// Number of steps examined before the machine halted.
const LAST: u32 = 24;
/// Maximum number of lines reported.
const TOLD: usize = 10;

/// A line that may be the cause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Candidate {
    /// The line, and the macros that it came through.
    pub place: Place,
    /// The number of instructions through which the wrong value came from there.
    pub distance: u32,
    /// The percentage of right values that it contributed to.
    pub right: u32,
    /// The names of numbers in the line, each with the line that defines it: `BPSPEC, defs.mid:106`.
    pub names: Vec<String>,
}

/// The kind of a difference, and the number of searches before it.
pub(super) enum Wrong<'p> {
    /// A probe in the search after these.
    Probe(usize, &'p ProbeDifference),
    /// A word at the end of the search after these.
    Word(usize, Address),
    /// The place that the machine has reached.
    Here,
}

/// Returns an error that is already in the position, and the lines that may be the cause, likeliest first.
pub(super) fn suspects(
    suspect: &Suspect,
    question: &Question,
    level: Level,
    instructions: u64,
    wrong: &Wrong<'_>,
) -> (Option<Finding>, Vec<Candidate>) {
    if let Some((finding, lines)) = in_the_position(suspect, question, wrong) {
        return (Some(finding), lines);
    }
    let Some(trace) = traced(suspect, question, level, instructions, wrong) else {
        return (None, Vec::new());
    };
    let trace = trace.lock().unwrap_or_else(PoisonError::into_inner);
    let flow = Flow::new(suspect.program.image.iter(), &trace);
    let slicer = Slicer::new(&trace, &flow);
    let last = (trace.steps.len() as u32).saturating_sub(1);
    let seeds = match wrong {
        Wrong::Probe(_, probe) => seeds(suspect, &trace, &flow, probe),
        Wrong::Word(_, place) => vec![(trace.writer(*place), 0), (last, 4)],
        Wrong::Here => (0..LAST.min(last)).map(|back| (last - back, back / 2)).collect(),
    };
    (None, lines(suspect, &slicer, &seeds, &[]))
}

/// Returns the first wrong word in the position, and the lines that contributed to it.
fn in_the_position(
    suspect: &Suspect,
    question: &Question,
    wrong: &Wrong<'_>,
) -> Option<(Finding, Vec<Candidate>)> {
    let searches = match wrong {
        Wrong::Here => 0,
        Wrong::Probe(searches, _) | Wrong::Word(searches, _) => *searches,
    };
    let mut case = question.case.clone();
    case.moves.extend(played(question, searches)?);
    let trace = Arc::new(Mutex::new(empty(suspect, HashMap::new())?));
    let mut emulated = Emulated::idle(suspect.program.clone()).ok()?;
    emulated.set_patience(PATIENCE);
    emulated.begin().ok()?;
    emulated.let_watch(Box::new(Shared(trace.clone())));
    emulated.set_case(&case).ok()?;
    let game = case.played().ok()?;
    let found = ladder::first_wrong(&mut emulated, &mut Tree::root(&game), &question.settings).ok()??;
    let trace = trace.lock().unwrap_or_else(PoisonError::into_inner);
    let flow = Flow::new(suspect.program.image.iter(), &trace);
    let slicer = Slicer::new(&trace, &flow);
    let mut seeds = vec![(trace.writer(found.address), 0)];
    if found.is == Word::ZERO {
        seeds.extend(not_written(suspect, &trace, &flow, &found));
    }
    Some((found.finding(suspect, case.to_string()), lines(suspect, &slicer, &seeds, &found.right)))
}

/// Returns the moves that the native program makes in a number of searches.
fn played(question: &Question, searches: usize) -> Option<Vec<Coordinates>> {
    let mut native = Native::new();
    let mut moves = Vec::new();
    native.set_up(&question.case).ok()?;
    for _ in 0..searches {
        let best = native.think(&question.settings).ok()?.best?;
        native.play(best).ok()?;
        moves.push(best);
    }
    Some(moves)
}

/// Returns the branches that last decided whether a table that contains a wrong word is written.
fn not_written(suspect: &Suspect, trace: &Trace, flow: &Flow, found: &ladder::Wrong) -> Vec<(u32, u32)> {
    let Ok(table) = suspect.program.label(found.known.label) else { return Vec::new() };
    let writes = |&(_, word): &(Address, Word)| {
        let instruction = Instruction(word);
        let far = instruction.address().get().wrapping_sub(table.get()).wrapping_add(ASIDE);
        instruction.index() != 0 && far <= 2 * ASIDE && instruction.writes().contains(Places::E)
    };
    let mut last: HashMap<Address, u32> = HashMap::new();
    for (step, it) in (0..).zip(&trace.steps) {
        last.insert(it.at, step);
    }
    let sites = suspect.program.image.iter().filter(writes).map(|(at, _)| at);
    let branches: BTreeSet<Address> = sites.flat_map(|site| flow.on_the_way_to(site)).collect();
    branches.iter().filter_map(|branch| last.get(branch).map(|&step| (step, 1))).collect()
}

/// Maximum distance of an address in a table from its label: a step of a knight.
const ASIDE: u32 = 21;

/// Returns the lines that contributed to the results of these steps, likeliest first.
fn lines(
    suspect: &Suspect,
    slicer: &Slicer<'_>,
    seeds: &[(u32, u32)],
    right_words: &[Address],
) -> Vec<Candidate> {
    let slice = Slice::of_the_wrong(slicer, seeds);
    let (right, looked) = slicer.right(right_words);
    let share = |at: Address| 100 * right.get(&at).copied().unwrap_or(0) / looked.max(1);
    let mut lines: HashMap<(String, String), Candidate> = HashMap::new();
    for (&at, &distance) in &slice.distance {
        let place = Place::new(suspect, at);
        // The line of a constant is the one that uses it.
        if place.line.is_empty() || place.text.starts_with("CONSTANTS") {
            continue;
        }
        let call = place.macros.last().map_or(String::new(), |call| call.line.clone());
        let candidate = Candidate { distance, right: share(at), place, names: Vec::new() };
        let known = lines.entry((candidate.place.line.clone(), call)).or_insert_with(|| candidate.clone());
        if candidate.weight() < known.weight() {
            *known = candidate;
        }
    }
    let mut lines: Vec<Candidate> = lines.into_values().collect();
    lines.sort_by(|a, b| a.weight().cmp(&b.weight()).then_with(|| a.place.line.cmp(&b.place.line)));
    lines.truncate(TOLD);
    for line in &mut lines {
        line.names = named(&suspect.sources, &line.place.text);
    }
    lines
}

/// Returns the names of numbers in a line, each with the line that defines it: `BPSPEC, defs.mid:106`.
fn named(sources: &Sources, text: &str) -> Vec<String> {
    let code = text.split(';').next().unwrap_or("");
    let words = code.split(|c: char| !c.is_ascii_alphanumeric() && c != '.' && c != '%');
    let mut names: Vec<&str> =
        words.filter(|word| word.len() > 1 && !word.starts_with(|c: char| c.is_ascii_digit())).collect();
    names.sort_unstable();
    names.dedup();
    let said = |name: &&str| {
        let begin = format!("{name}==");
        sources.iter().find_map(|(file, text)| {
            let line = text.lines().position(|line| line.starts_with(&begin))?;
            Some(format!("{name}, {file}:{}", line + 1))
        })
    };
    names.iter().filter_map(said).collect()
}

impl Candidate {
    /// Returns `true` if it is this line of the text, came from it through macros, or uses a name that it
    /// defines.
    pub fn is_of(&self, line: &str) -> bool {
        let names = |name: &String| name.rsplit_once(", ").is_some_and(|(_, place)| place == line);
        self.place.is_of(line) || self.names.iter().any(names)
    }

    /// Returns a weight: the smaller, the likelier.
    fn weight(&self) -> u32 {
        3 * self.distance + self.right
    }
}

/// A trace that the machine's observer shares.
struct Shared(Arc<Mutex<Trace>>);

impl Shared {
    fn trace(&self) -> MutexGuard<'_, Trace> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Observer for Shared {
    fn before(&mut self, cpu: &Cpu, memory: &Memory, bus: &dyn Bus) -> bool {
        self.trace().before(cpu, memory, bus)
    }

    fn executes(&mut self, address: Address, instruction: Word, effective: Address) {
        self.trace().executes(address, instruction, effective);
    }

    fn reference(&mut self, reference: &Reference) {
        self.trace().reference(reference);
    }

    fn after(&mut self, cpu: &Cpu, memory: &Memory, bus: &dyn Bus) -> bool {
        self.trace().after(cpu, memory, bus)
    }
}

/// Returns an empty trace.
fn empty(suspect: &Suspect, points: HashMap<Address, Point>) -> Option<Trace> {
    let list = Address::of(suspect.program.symbols.get("P")?.value);
    Some(Trace::new(points, list))
}

/// Records what the machine did up to the difference, from its start. Of a long search, only the last part.
fn traced(
    suspect: &Suspect,
    question: &Question,
    level: Level,
    instructions: u64,
    wrong: &Wrong<'_>,
) -> Option<Arc<Mutex<Trace>>> {
    let mut points = HashMap::new();
    for row in level.points() {
        let places = Whereabout::all(&suspect.program, row).ok()?;
        points.insert(suspect.program.label(row.label).ok()?, Point { row, places });
    }
    let trace = Arc::new(Mutex::new(empty(suspect, points)?));
    let mut shared = Shared(trace.clone());
    let mut emulated = Emulated::idle(suspect.program.clone()).ok()?;
    emulated.set_patience(PATIENCE);
    emulated.begin().ok()?;
    let whole = instructions <= INSTRUCTIONS;
    if whole {
        emulated.let_watch(Box::new(Shared(trace.clone())));
    }
    let ready = emulated.set_case(&question.case);
    let searches = match wrong {
        Wrong::Here => return Some(trace),
        Wrong::Probe(searches, _) | Wrong::Word(searches, _) => *searches,
    };
    ready.ok()?;
    for _ in 0..searches {
        let best = emulated.search(&question.settings).ok()?.best?;
        emulated.make(best).ok()?;
    }
    let points = if matches!(wrong, Wrong::Probe(..)) { level.points() } else { Vec::new() };
    emulated.begin_search(&question.settings, &points).ok()?;
    shared.trace().begin();
    let machine = emulated.machine();
    let watched = instructions.min(INSTRUCTIONS);
    machine.run_quietly(Until::never().or_instructions(machine, instructions - watched));
    // Executes the instruction at the difference too, so that its probe is recorded.
    machine.run_observed(Until::never().or_instructions(machine, watched + 1), &mut shared);
    Some(trace)
}

/// Returns the steps to follow back, each with an initial distance.
fn seeds(suspect: &Suspect, trace: &Trace, flow: &Flow, probe: &ProbeDifference) -> Vec<(u32, u32)> {
    let mut seeds = Vec::new();
    let last = (trace.steps.len() as u32).saturating_sub(1);
    let differing = probe.values();
    if let Some(here) = trace.passed.last().filter(|_| probe.failed.is_none()) {
        let wrong = |index: &usize| here.values.get(*index).map(|&step| (step, 0));
        seeds.extend(differing.iter().filter_map(wrong));
        if differing.is_empty() || tells_another(probe) {
            seeds.extend(here.values.iter().map(|&step| (step, 1)));
        }
    }
    if differing.is_empty() {
        seeds.push((last, 0));
    }
    if differing.is_empty() || tells_another(probe) {
        seeds.extend(left_out(suspect, trace, flow, probe));
    }
    seeds
}

/// Returns `true` if the programs report different heuristics.
fn tells_another(probe: &ProbeDifference) -> bool {
    probe.row().is_some_and(|row| row.index == HEURISTIC.row.index) && probe.values().contains(&0)
}

/// Returns the branches since the last equal probe that kept the machine from the place where the native
/// program reported.
fn left_out(suspect: &Suspect, trace: &Trace, flow: &Flow, probe: &ProbeDifference) -> Vec<(u32, u32)> {
    let since = trace.passed.iter().rev().skip(1).find(|passed| Some(passed.row) == probe.settled);
    let since = since.map_or(0, |passed| passed.step);
    let Some(native) = probe.native else { return Vec::new() };
    let mut met: HashMap<Address, u32> = HashMap::new();
    for step in since..trace.steps.len() as u32 {
        met.insert(trace.steps[step as usize].at, step);
    }
    let mut wanted: Vec<Address> = sites(suspect, native);
    let mut known: BTreeSet<Address> = BTreeSet::new();
    let mut seeds = Vec::new();
    while let Some(site) = wanted.pop() {
        for branch in flow.on_the_way_to(site) {
            if !known.insert(branch) {
                continue;
            }
            match met.get(&branch) {
                Some(&step) => seeds.push((step, 0)),
                None => wanted.push(branch),
            }
        }
    }
    seeds
}

/// Returns the instructions where the machine would have reported this.
fn sites(suspect: &Suspect, event: Event) -> Vec<Address> {
    let program = &suspect.program;
    if event.row.index != HEURISTIC.row.index {
        return program.label(event.row.label).into_iter().collect();
    }
    let number = event.values()[0];
    let words: HashMap<Address, Word> = program.image.iter().collect();
    let table = |name: &str| program.label(name).ok();
    let (Some(places), Some(numbers), Some(behind)) = (table("TRADR"), table("TRNUM"), table("TRWRD")) else {
        return Vec::new();
    };
    let count = behind.get() - places.get();
    let at = |table: Address, index: u32| words.get(&table.offset(index as i32)).copied();
    let mut sites: Vec<Address> = (0..count)
        .filter(|&index| at(numbers, index).is_some_and(|word| word.right() >> 9 == number as u32))
        .filter_map(|index| at(places, index).map(Address::of))
        .collect();
    sites.extend(table(&format!("TR{number}")));
    sites
}
