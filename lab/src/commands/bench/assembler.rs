//! `lab bench assembler`: lines per second with the usual outputs, growth with the size of the source, and
//! memory.
//!
//! The inputs are generated: plain lines, lines that call macros, and routines in the style of the ITS
//! sources. Files given on the command line are also measured. For the first two inputs the expected number
//! of words is known.

use anyhow::{Context, Result, bail, ensure};
use assembler::cli::DiskFiles;
use assembler::{Dialect, Files, MemoryFiles, Options, Severity, assemble};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::hint::black_box;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use support::clock::Clock;

/// Measure the assembler's speed on generated sources and given files, and its memory on generated ones
///
/// Prints lines per second of processor time for each source, in dialects C and D, with no outputs, a
/// source map, a listing, and all outputs; then how time and memory grow with the number of lines.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: lab bench assembler --runs 9 chessprog/midas/machack.mid")]
pub(crate) struct Args {
    /// Source files to measure too.
    sources: Vec<String>,
    /// Measure each case N times and take the fastest.
    #[arg(long, default_value = "5", value_name = "N")]
    runs: NonZeroUsize,
    /// Assemble one input of N lines with these outputs once and print the peak memory in bytes.
    #[arg(long, hide = true, num_args = 3, value_names = ["NAME", "N", "OUTPUTS"])]
    memory: Vec<String>,
}

/// The combinations of outputs: name, listing, source map, tape.
const OUTPUTS: [(&str, bool, bool, bool); 4] = [
    ("none", false, false, false),
    ("map", false, true, false),
    ("listing", true, false, false),
    ("all", true, true, true),
];

/// The sizes of an input, as multiples of the smallest.
const SIZES: [usize; 3] = [1, 2, 4];

/// A generated input: its name, the number of lines of the smallest size, and its generator.
struct BenchInput {
    name: &'static str,
    lines: usize,
    make: fn(usize) -> BenchSource,
}

struct BenchSource {
    name: String,
    files: Box<dyn Files>,
    lines: usize,
    /// The expected number of words, if it is known.
    words: Option<usize>,
}

impl BenchSource {
    fn new(text: String, words: Option<usize>) -> BenchSource {
        let lines = text.lines().count();
        let files = Box::new(MemoryFiles::new().with("source", text));
        BenchSource { name: "source".to_owned(), files, lines, words }
    }

    /// Returns a file on disk. Its line count includes all files that it inserts.
    fn file(name: &str) -> BenchSource {
        let files = DiskFiles::default();
        assemble(name, &files, &Options::default());
        let paths: BTreeSet<PathBuf> = files.inserted().into_iter().chain([PathBuf::from(name)]).collect();
        let lines = |path: PathBuf| {
            std::fs::read(path).map_or(0, |text| text.iter().filter(|&&byte| byte == b'\n').count())
        };
        let lines = paths.into_iter().map(lines).sum();
        BenchSource { name: name.to_owned(), files: Box::new(files), lines, words: None }
    }
}

const INPUTS: [BenchInput; 3] = [
    BenchInput { name: "plain", lines: 100_000, make: plain },
    BenchInput { name: "macros", lines: 40_000, make: macros },
    BenchInput { name: "its", lines: 20_000, make: its },
];

/// Generates plain lines. Of every ten lines, one is only a comment, one is blank, two have labels, four have
/// comments, two have an index, and two have an expression.
fn plain(lines: usize) -> BenchSource {
    const NAMES: [&str; 10] =
        ["MOVE", "ADD", "SUB", "JRST", "HRRZ", "CAMN", "SKIPE", "PUSHJ", "LSH", "MOVEM"];
    let mut text = "TITLE PLAIN\n\tLOC 1000\nA=1\nB=2\nP=17\n".to_owned();
    let labels = lines.div_ceil(5);
    let mut words = 0;
    for i in 0..lines {
        let name = NAMES[i / 10 % 10];
        let target = i * 7 % labels;
        words += usize::from(i % 10 < 8);
        let _ = match i % 10 {
            0 | 5 => writeln!(text, "L{:05}:\t{name} A,L{target:05}\t;line {i}", i / 5),
            1 | 6 => writeln!(text, "\t{name} B,L{target:05}"),
            2 => writeln!(text, "\t{name} A,{:o}(P)", i % 8),
            3 => writeln!(text, "\t{name} B,{:o}(A)\t;indexed", i % 8),
            4 => writeln!(text, "\t{name} A,L{target:05}+{:o}", i % 8),
            7 => writeln!(text, "\t{name} P,L{target:05}-1\t;before it"),
            8 => writeln!(text, "\t\t;A COMMENT OF ITS OWN"),
            _ => writeln!(text),
        };
    }
    BenchSource::new(text + "\tEND 1000\n", Some(words))
}

/// Generates macro calls, some with loops or conditionals in the body, and REPEATs.
fn macros(lines: usize) -> BenchSource {
    let mut text = "TITLE MACRO\n\tLOC 1000\nP=17\nDEFINE CALL F,X\n\tMOVEI 1,X\n\tPUSHJ P,F\nTERMIN\n\
DEFINE SAVE LIST\nIRP Z,,[LIST]\n\tPUSH P,Z\nTERMIN\nTERMIN\n\
DEFINE TEST V\nIFN V,\tADDI 1,V\nIFE V,\tSETZ 1,\nTERMIN\nFOO:\t0\n"
        .to_owned();
    for i in 0..lines {
        let _ = match i % 4 {
            0 => writeln!(text, "\tCALL FOO,{:o}", i % 512),
            1 => writeln!(text, "\tSAVE [1,2,3]"),
            2 => writeln!(text, "\tTEST {}", i / 4 % 2),
            _ => writeln!(text, "REPEAT 2,\t.RPCNT"),
        };
    }
    // A call produces two words, a loop over three arguments three, a conditional one, and a REPEAT two.
    BenchSource::new(text + "\tEND 1000\n", Some(1 + lines / 4 * 8 + [0, 2, 5, 6][lines % 4]))
}

/// Generates routines of a system program.
fn its(lines: usize) -> BenchSource {
    let routine = include_str!("assembler.mid");
    let mut text = "TITLE SYSTEM\n\tLOC 1000\nA=1\nB=2\nC=3\nP=17\nPAGE==60.\nDEBUG==1\nTRACE:\t0\n\
DEFINE OUTCHR X\n\tMOVEM X,TRACE\n\tMOVEI X,1\nTERMIN\n\
DEFINE SAVE LIST\nIRP Z,,[LIST]\n\tPUSH P,Z\nTERMIN\nTERMIN\n\
DEFINE REST LIST\nIRP Z,,[LIST]\n\tPOP P,Z\nTERMIN\nTERMIN\n"
        .to_owned();
    for number in 0..lines.div_ceil(routine.lines().count()) {
        text += &routine.replace('@', &format!("{number:04}"));
    }
    BenchSource::new(text + "CONSTANTS\n\tEND 1000\n", None)
}

/// Assembles with the given outputs. Returns the seconds, or an error if the source cannot be measured.
fn assembled(source: &BenchSource, dialect: Dialect, outputs: usize) -> Result<f64> {
    let (_, listing, source_map, tape) = OUTPUTS[outputs];
    let mut options = Options { dialect, listing, source_map, ..Options::default() };
    options.limits.output_words = usize::MAX;
    let start = Clock::start();
    let (output, diagnostics) = assemble(&source.name, &*source.files, &options);
    if source_map {
        black_box(output.symbol_file().to_text());
    }
    if tape {
        black_box(output.file_words());
    }
    let seconds = start.seconds();
    if let Some(first) = diagnostics.iter().find(|diagnostic| diagnostic.severity > Severity::Warning) {
        bail!("{}: {}", source.name, first.message);
    }
    let made = output.words().count();
    let words = source.words.unwrap_or(made);
    ensure!(made == words, "expected {words} words, got {made}");
    Ok(seconds)
}

/// Returns the seconds of the fastest of several runs.
fn fastest(source: &BenchSource, dialect: Dialect, outputs: usize, runs: usize) -> Result<f64> {
    (0..runs).try_fold(f64::INFINITY, |best, _| Ok(best.min(assembled(source, dialect, outputs)?)))
}

/// Returns the peak memory of this process in bytes, or `None` if the system does not report it.
fn peak_memory() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<usize>().ok()? * 1024)
}

/// Returns the peak memory, in bytes, of a separate process that assembles the input once.
fn memory_of(name: &str, lines: usize, outputs: usize) -> Option<usize> {
    let this = std::env::current_exe().ok()?;
    let arguments = ["bench", "assembler", "--memory", name, &lines.to_string(), OUTPUTS[outputs].0];
    let output = Command::new(this).args(arguments).output().ok()?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode> {
    if let [name, lines, outputs] = args.memory.as_slice() {
        memory(name, lines, outputs, out)?;
        return Ok(ExitCode::SUCCESS);
    }
    let runs = args.runs.get();
    let made = INPUTS.iter().map(|input| (input.name, (input.make)(input.lines)));
    let files = args.sources.iter().map(|name| (name.as_str(), BenchSource::file(name)));
    let sources: Vec<(&str, BenchSource)> = made.chain(files).collect();
    speeds(&sources, runs, out)?;
    growth(runs, out)?;
    Ok(ExitCode::SUCCESS)
}

fn memory(name: &str, lines: &str, outputs: &str, out: &mut dyn Write) -> Result<()> {
    let input = INPUTS.iter().find(|input| input.name == name).context("unknown input")?;
    let outputs = OUTPUTS.iter().position(|row| row.0 == outputs).context("unknown outputs")?;
    let lines = lines.parse().with_context(|| format!("{lines} is not a number of lines"))?;
    assembled(&(input.make)(lines), Dialect::C, outputs)?;
    writeln!(out, "{}", peak_memory().map_or("?".to_owned(), |bytes| bytes.to_string()))?;
    Ok(())
}

/// Prints the lines per second for each input, dialect and combination of outputs.
fn speeds(sources: &[(&str, BenchSource)], runs: usize, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "thousand lines per second of processor time; all: listing, symbol file and tape")?;
    writeln!(
        out,
        "input                  lines  dialect {}",
        OUTPUTS.map(|row| format!("{:>9}", row.0)).concat()
    )?;
    for (name, source) in sources {
        for dialect in [Dialect::C, Dialect::D] {
            write!(out, "{name:<20} {:>7}  {dialect:<7} ", source.lines)?;
            for outputs in 0..OUTPUTS.len() {
                match fastest(source, dialect, outputs, runs) {
                    Ok(seconds) => write!(out, "{:>9.0}", source.lines as f64 / seconds / 1000.0)?,
                    // A program in one dialect need not be valid in the other.
                    Err(_) if source.words.is_none() => write!(out, "{:>9}", "-")?,
                    Err(error) => return Err(error),
                }
            }
            writeln!(out)?;
            out.flush()?;
        }
    }
    Ok(())
}

/// Prints how time and memory grow with the size of the source.
fn growth(runs: usize, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "\ninput     lines  time for twice  bytes per line: none    all")?;
    for input in &INPUTS {
        let mut before = None;
        for factor in SIZES {
            let lines = factor * input.lines;
            let source = (input.make)(lines);
            let seconds = fastest(&source, Dialect::C, 0, runs)?;
            let growth = before.map_or(String::new(), |before| format!("{:.2}", seconds / before));
            before = Some(seconds);
            let memory = [0, OUTPUTS.len() - 1].map(|outputs| {
                let peak = memory_of(input.name, lines, outputs);
                peak.map_or("?".to_owned(), |bytes| format!("{}", bytes / source.lines))
            });
            let [none, all] = memory;
            writeln!(out, "{:<7} {:>7} {growth:>15} {none:>21} {all:>6}", input.name, source.lines)?;
            out.flush()?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_input_has_the_expected_number_of_words() {
        for input in &INPUTS {
            for lines in [0, 1, 40, 1000] {
                for dialect in [Dialect::C, Dialect::D] {
                    assembled(&(input.make)(lines), dialect, 0).expect(input.name);
                }
            }
        }
    }
}
