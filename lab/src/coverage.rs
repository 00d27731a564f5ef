//! Coverage of the MIDAS program by chapter, routine and line: which instructions were executed, and whether
//! each branch went both ways.

mod execution_counter;
mod lines;
mod listing;
mod reasons;

use std::collections::BTreeMap;
use std::fmt;

use chessprog::emulated::Program;
use chessprog::sources::Sources;
use emulator::isa::Instruction;
use emulator::word::Word;

pub(crate) use execution_counter::{ExecutionCounter, ExecutionCounts};
use lines::LineCount;
use reasons::reasons;

/// An instruction of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CoveredInstruction {
    /// The address relative to a label: `PRISE+3`.
    pub symbol: String,
    /// The label of the routine, from its heading in the source (`; --- LABEL: WHAT IT DOES. ---`).
    pub routine: String,
    /// File and line of the instruction or, if it comes from macros, of the outermost call.
    pub call: (String, u32),
    /// The counts of its executions.
    pub passage: ExecutionCounts,
    /// Whether the instruction skips or jumps depending on data.
    pub branch: bool,
}

impl CoveredInstruction {
    pub(crate) fn went_both_ways(&self) -> bool {
        self.branch && self.passage.followed > 0 && self.passage.left > 0
    }
}

pub(crate) struct Coverage {
    /// The instructions of the program, by address.
    pub instructions: Vec<CoveredInstruction>,
}

/// The coverage of a part of the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CoverageCounts {
    pub instructions: usize,
    /// Number of instructions executed.
    pub executed: usize,
    pub branches: usize,
    /// Number of branches that went both ways.
    pub both: usize,
}

impl CoverageCounts {
    fn count(&mut self, instruction: &CoveredInstruction) {
        self.instructions += 1;
        self.executed += usize::from(instruction.passage.times > 0);
        self.branches += usize::from(instruction.branch);
        self.both += usize::from(instruction.went_both_ways());
    }

    fn percent(&self) -> f64 {
        percent(self.executed, self.instructions)
    }

    fn percent_both(&self) -> f64 {
        percent(self.both, self.branches)
    }
}

fn percent(part: usize, whole: usize) -> f64 {
    if whole == 0 { 100.0 } else { 100.0 * part as f64 / whole as f64 }
}

impl Coverage {
    /// Computes the coverage from the counts of a run. A word counts as an instruction if its source line
    /// contains the mnemonic of its opcode, so tables and constants do not count.
    pub(crate) fn new(program: &Program, sources: &Sources, passages: &ExecutionCounter) -> Coverage {
        let routines = lines::routines(program, sources);
        let mut instructions = Vec::new();
        for (address, word) in program.image.iter() {
            let Some(origin) = program.symbols.origin(address) else { continue };
            let name = |line| program.symbols.file_of(line).to_owned();
            let (file, line) = (name(origin.place), origin.place.line);
            if !has_mnemonic(sources, &file, line, word) {
                continue;
            }
            let outermost = origin.trail.last().map_or(origin.place, |expansion| expansion.call);
            let routine =
                routines.range(..=address).next_back().map_or(String::new(), |(_, name)| name.clone());
            instructions.push(CoveredInstruction {
                symbol: program.symbols.render(address),
                routine,
                call: (name(outermost), outermost.line),
                passage: passages.at(address),
                branch: Instruction(word).is_branch(),
            });
        }
        Coverage { instructions }
    }

    fn total(&self) -> CoverageCounts {
        let mut share = CoverageCounts::default();
        self.instructions.iter().for_each(|instruction| share.count(instruction));
        share
    }

    /// Returns the coverage of each source file. Instructions from a macro count for the file that calls it.
    fn by_chapter(&self) -> BTreeMap<&str, CoverageCounts> {
        let mut shares: BTreeMap<&str, CoverageCounts> = BTreeMap::new();
        for instruction in &self.instructions {
            shares.entry(&instruction.call.0).or_default().count(instruction);
        }
        shares
    }
}

fn has_mnemonic(sources: &Sources, file: &str, line: u32, word: Word) -> bool {
    let text = sources.file(file).and_then(|text| text.lines().nth((line as usize).checked_sub(1)?));
    let code = text.unwrap_or("").split(';').next().unwrap_or("");
    let mnemonic = Instruction(word).row().mnemonic;
    let mut tokens = code.split(|c: char| !c.is_ascii_alphanumeric());
    !mnemonic.is_empty() && tokens.any(|token| token.eq_ignore_ascii_case(mnemonic))
}

/// Prints the table of chapters, then every run of instructions that were not executed.
impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:<28}{:>13}{:>9}{:>8}{:>10}{:>10}{:>8}",
            "", "instructions", "executed", "%", "branches", "both ways", "%"
        )?;
        for (chapter, share) in self.by_chapter() {
            row(f, chapter, &share)?;
        }
        row(f, "all", &self.total())?;
        let (gaps, reasons) = (self.gaps(), reasons());
        if !gaps.is_empty() {
            writeln!(f, "\nnot executed")?;
        }
        gaps.into_iter().try_for_each(|gap| {
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

fn row(f: &mut fmt::Formatter<'_>, name: &str, share: &CoverageCounts) -> fmt::Result {
    let CoverageCounts { instructions, executed, branches, both, .. } = share;
    let (percent, percent_both) = (share.percent(), share.percent_both());
    writeln!(
        f,
        "{name:<28}{instructions:>13}{executed:>9}{percent:>8.2}{branches:>10}{both:>10}{percent_both:>8.2}"
    )
}

impl Coverage {
    /// Returns the instructions that were not executed, grouped into runs within a routine.
    fn gaps(&self) -> Vec<Vec<&CoveredInstruction>> {
        let mut gaps: Vec<Vec<&CoveredInstruction>> = Vec::new();
        let mut before: Option<&CoveredInstruction> = None;
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
