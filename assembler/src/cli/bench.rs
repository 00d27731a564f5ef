//! `midas bench`: how many source lines a second, how the time grows with the input, and how much memory it takes.
//!
//! The inputs are made here: plain code such as most programs consist of (instructions, labels, indexes,
//! expressions, comments; about twenty characters a line, as the chess program has), and code of which
//! every line calls macros, conditionals or loops. Each run is checked: the number of words is known beforehand.

use crate::{MemoryFiles, Options, assemble};
use anyhow::{Context, Result, ensure};
use clap::Args;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::process::{Command, ExitCode};
use std::time::Instant;

/// Arguments of `midas bench`.
#[derive(Debug, Args)]
pub(super) struct BenchArgs {
    /// Runs of each input, of which the fastest counts
    #[arg(long, default_value = "5", value_name = "N")]
    runs: NonZeroUsize,
    /// Assemble one input of so many lines once and print the most memory that took, in bytes
    #[arg(long, hide = true, num_args = 2, value_names = ["NAME", "LINES"])]
    memory: Vec<String>,
}

/// Each of so many times the smallest size.
const SIZES: [usize; 3] = [1, 2, 4];

/// An input: its name, the lines of the smallest size, and how to make it.
struct Input {
    name: &'static str,
    lines: usize,
    make: fn(usize) -> Source,
}

/// A source and the words it must give.
struct Source {
    files: MemoryFiles,
    bytes: usize,
    lines: usize,
    words: usize,
}

impl Source {
    fn new(text: String, lines: usize, words: usize) -> Source {
        let bytes = text.len();
        Source { files: MemoryFiles::new().with("source", text), bytes, lines, words }
    }
}

const INPUTS: [Input; 2] = [
    Input { name: "plain", lines: 100_000, make: plain },
    Input { name: "macros", lines: 40_000, make: macros },
];

/// Of ten lines one is a comment and one blank, two have labels, four comments, two an index, two an expression.
fn plain(lines: usize) -> Source {
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
    text += "\tEND 1000\n";
    Source::new(text, lines + 6, words)
}

/// Calls of macros with loops and conditionals in them.
fn macros(lines: usize) -> Source {
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
    text += "\tEND 1000\n";
    Source::new(text, lines + 18, 1 + 2 * lines)
}

/// Assembles and checks the number of words; the seconds it took.
fn assembled(source: &Source) -> Result<f64> {
    let mut options = Options::default();
    options.limits.output_words = usize::MAX;
    let start = Instant::now();
    let (output, diagnostics) = assemble("source", &source.files, &options);
    let seconds = start.elapsed().as_secs_f64();
    let (words, messages) = (output.words.len(), diagnostics.len());
    ensure!(
        (words, messages) == (source.words, 0),
        "{} lines gave {words} words and {messages} messages; {} words and no message are right",
        source.lines,
        source.words
    );
    Ok(seconds)
}

/// The most memory that this process has had, in bytes, where the system tells.
fn peak_memory() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<usize>().ok()? * 1024)
}

/// Peak memory of a process of its own that assembles the input once, in bytes.
fn memory_of(name: &str, lines: usize) -> Option<usize> {
    let this = std::env::current_exe().ok()?;
    let output = Command::new(this).args(["bench", "--memory", name, &lines.to_string()]).output().ok()?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}

/// Runs the command.
pub(super) fn run(args: &BenchArgs) -> Result<ExitCode> {
    let mut out = io::stdout().lock();
    match args.memory.as_slice() {
        [name, lines] => memory(name, lines, &mut out)?,
        _ => table(args.runs.get(), &mut out)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn memory(name: &str, lines: &str, out: &mut impl Write) -> Result<()> {
    let input = INPUTS.iter().find(|input| input.name == name);
    let input = input.with_context(|| format!("{name} is no input; there are plain and macros"))?;
    let lines = lines.parse().with_context(|| format!("{lines} is no number of lines"))?;
    assembled(&(input.make)(lines))?;
    writeln!(out, "{}", peak_memory().map_or("?".to_owned(), |bytes| bytes.to_string()))?;
    Ok(())
}

fn table(runs: usize, out: &mut impl Write) -> Result<()> {
    writeln!(out, "input      lines  MB source  seconds    lines/s  time for twice  MB memory  bytes/line")?;
    for input in &INPUTS {
        let mut before = None;
        for factor in SIZES {
            let lines = factor * input.lines;
            let source = (input.make)(lines);
            let mut best = f64::INFINITY;
            for _ in 0..runs {
                best = best.min(assembled(&source)?);
            }
            let growth = before.map_or(String::new(), |before| format!("{:.2}", best / before));
            before = Some(best);
            let peak = memory_of(input.name, lines);
            writeln!(
                out,
                "{:<7} {:>8} {:>10.2} {:>8.3} {:>10.0} {:>15} {:>10} {:>11}",
                input.name,
                source.lines,
                source.bytes as f64 / 1e6,
                best,
                source.lines as f64 / best,
                growth,
                peak.map_or("?".to_owned(), |bytes| format!("{:.1}", bytes as f64 / 1e6)),
                peak.map_or("?".to_owned(), |bytes| format!("{}", bytes / source.lines)),
            )?;
            out.flush()?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_input_gives_the_words_that_its_lines_are() {
        for input in &INPUTS {
            for lines in [0, 1, 40, 1000] {
                assembled(&(input.make)(lines)).expect(input.name);
            }
        }
    }
}
