//! Which instructions of the MIDAS program were executed, and which way its branches went: by chapter, by routine, by line.

mod lines;
mod listing;
mod reasons;

use std::collections::BTreeMap;
use std::fmt;

use emulator::address::Address;
use emulator::isa::Instruction;
use emulator::word::Word;

use crate::emulated::{Passage, Passages, Program, is_branch};
use crate::sources::Sources;

pub use lines::LineCount;
pub use listing::mark;
pub use reasons::{Reason, reasons};

/// An instruction of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Executed {
    /// Where it stands.
    pub address: Address,
    /// By its label: `PRISE+3`.
    pub symbol: String,
    /// The routine: the label that heads it in the text.
    pub routine: String,
    /// The file of the text.
    pub file: String,
    /// The line, where it was written itself; in a macro that is a line of the macro.
    pub line: u32,
    /// The line outside all macros through which it came.
    pub call: (String, u32),
    /// What became of it.
    pub passage: Passage,
    /// Whether it may or may not skip or jump.
    pub branch: bool,
}

impl Executed {
    /// Whether it is a branch that went both ways.
    pub fn went_both_ways(&self) -> bool {
        self.branch && self.passage.followed > 0 && self.passage.left > 0
    }
}

/// What was executed of a program.
pub struct Coverage {
    /// Its instructions, by address.
    pub instructions: Vec<Executed>,
}

/// How much of a part was executed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// Instructions.
    pub instructions: usize,
    /// Those executed.
    pub executed: usize,
    /// Branches.
    pub branches: usize,
    /// Those that went both ways.
    pub both: usize,
    /// Nanoseconds of the machine's time.
    pub nanos: u64,
}

impl Share {
    fn count(&mut self, instruction: &Executed) {
        self.instructions += 1;
        self.executed += usize::from(instruction.passage.times > 0);
        self.branches += usize::from(instruction.branch);
        self.both += usize::from(instruction.went_both_ways());
        self.nanos += instruction.passage.nanos;
    }

    /// Of a hundred instructions so many were executed.
    pub fn percent(&self) -> f64 {
        percent(self.executed, self.instructions)
    }

    /// Of a hundred branches so many went both ways.
    pub fn percent_both(&self) -> f64 {
        percent(self.both, self.branches)
    }
}

fn percent(part: usize, whole: usize) -> f64 {
    if whole == 0 { 100.0 } else { 100.0 * part as f64 / whole as f64 }
}

impl Coverage {
    /// What a run made of the instructions of a program. A word is an instruction if its line of the text has the mnemonic that it
    /// has: tables, constants and literals are none.
    pub fn new(program: &Program, sources: &Sources, passages: &Passages) -> Coverage {
        let routines = lines::routines(program, sources);
        let mut instructions = Vec::new();
        for (address, word) in program.image.iter() {
            let Some(origin) = program.symbols.origin(address) else { continue };
            let name = |file: usize| program.symbols.files()[file].clone();
            let (file, line) = (name(origin.place.file), origin.place.line);
            if !has_mnemonic(sources, &file, line, word) {
                continue;
            }
            let outermost = origin.trail.last().map_or(origin.place, |expansion| expansion.call);
            let routine =
                routines.range(..=address).next_back().map_or(String::new(), |(_, name)| name.clone());
            instructions.push(Executed {
                address,
                symbol: program.symbols.render(address),
                routine,
                file,
                line,
                call: (name(outermost.file), outermost.line),
                passage: passages.at(address),
                branch: is_branch(word),
            });
        }
        Coverage { instructions }
    }

    /// All together.
    pub fn total(&self) -> Share {
        let mut share = Share::default();
        self.instructions.iter().for_each(|instruction| share.count(instruction));
        share
    }

    /// By the file of the text in which an instruction or the macro call that made it stands.
    pub fn by_chapter(&self) -> BTreeMap<String, Share> {
        self.by(|instruction| instruction.call.0.clone())
    }

    /// By chapter and routine.
    pub fn by_routine(&self) -> BTreeMap<(String, String), Share> {
        self.by(|instruction| (instruction.call.0.clone(), instruction.routine.clone()))
    }

    fn by<K: Ord>(&self, key: impl Fn(&Executed) -> K) -> BTreeMap<K, Share> {
        let mut shares: BTreeMap<K, Share> = BTreeMap::new();
        for instruction in &self.instructions {
            shares.entry(key(instruction)).or_default().count(instruction);
        }
        shares
    }

    /// The instructions that were not executed.
    pub fn missed(&self) -> impl Iterator<Item = &Executed> {
        self.instructions.iter().filter(|instruction| instruction.passage.times == 0)
    }
}

fn has_mnemonic(sources: &Sources, file: &str, line: u32, word: Word) -> bool {
    let text = sources.file(file).and_then(|text| text.lines().nth((line as usize).checked_sub(1)?));
    let code = text.unwrap_or("").split(';').next().unwrap_or("");
    let mnemonic = Instruction(word).row().mnemonic;
    let mut tokens = code.split(|c: char| !c.is_ascii_alphanumeric());
    !mnemonic.is_empty() && tokens.any(|token| token.eq_ignore_ascii_case(mnemonic))
}

/// The table by chapter, then every run of instructions that were not executed.
impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:<28}{:>13}{:>9}{:>8}{:>10}{:>10}{:>8}",
            "", "instructions", "executed", "%", "branches", "both ways", "%"
        )?;
        for (chapter, share) in self.by_chapter() {
            row(f, &chapter, &share)?;
        }
        row(f, "all", &self.total())?;
        if self.missed().next().is_some() {
            writeln!(f, "\nnot executed")?;
        }
        let reasons = reasons();
        self.gaps().into_iter().try_for_each(|gap| {
            let (first, count) = (gap[0], gap.len());
            let (file, line) = &first.call;
            writeln!(
                f,
                "  {:<34}{:<12}{:<12}{count:>4}  {}",
                format!("{file}:{line}"),
                first.routine,
                first.symbol,
                reasons.get(&(file.as_str(), *line)).map_or("", |reason| reason.why)
            )
        })
    }
}

fn row(f: &mut fmt::Formatter<'_>, name: &str, share: &Share) -> fmt::Result {
    let Share { instructions, executed, branches, both, .. } = share;
    let (percent, percent_both) = (share.percent(), share.percent_both());
    writeln!(
        f,
        "{name:<28}{instructions:>13}{executed:>9}{percent:>8.2}{branches:>10}{both:>10}{percent_both:>8.2}"
    )
}

impl Coverage {
    /// The instructions that were not executed, those that follow one another in a routine together.
    pub fn gaps(&self) -> Vec<Vec<&Executed>> {
        let mut gaps: Vec<Vec<&Executed>> = Vec::new();
        let mut before: Option<&Executed> = None;
        for instruction in &self.instructions {
            let missed = instruction.passage.times == 0;
            let goes_on = before.is_some_and(|before| {
                before.passage.times == 0
                    && before.routine == instruction.routine
                    && before.call.0 == instruction.call.0
            });
            match gaps.last_mut() {
                Some(gap) if missed && goes_on => gap.push(instruction),
                _ if missed => gaps.push(vec![instruction]),
                _ => {}
            }
            before = Some(instruction);
        }
        gaps
    }
}
