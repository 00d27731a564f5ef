//! How many source lines a second, how the time grows with the input, and how much memory it takes.
//!
//! The inputs are made here: plain code such as most programs consist of (instructions, labels, indexes,
//! expressions, comments; about twenty characters a line, as the chess program has), and code of which
//! every line calls macros, conditionals or loops. Each run is checked: the number of words is known
//! beforehand. `cargo bench -p assembler` prints the table; without `--bench` only the words are checked.

use assembler::{MemoryFiles, Options, assemble};
use std::fmt::Write as _;
use std::process::Command;
use std::time::Instant;

/// An input: its name, the lines of the smallest size, and how to make it.
struct Input {
    name: &'static str,
    lines: usize,
    make: fn(usize) -> Source,
}

/// A source text and the words it must give.
struct Source {
    text: String,
    lines: usize,
    words: usize,
}

const INPUTS: [Input; 2] = [
    Input { name: "plain", lines: 100_000, make: plain },
    Input { name: "macros", lines: 40_000, make: macros },
];

/// Runs of which the fastest counts.
const RUNS: usize = 5;

/// Of ten lines one is a comment and one blank, two have labels, four comments, two an index, two an expression.
fn plain(lines: usize) -> Source {
    const NAMES: [&str; 10] =
        ["MOVE", "ADD", "SUB", "JRST", "HRRZ", "CAMN", "SKIPE", "PUSHJ", "LSH", "MOVEM"];
    let mut text = "TITLE PLAIN\n\tLOC 1000\nA=1\nB=2\nP=17\n".to_owned();
    let labels = lines / 5;
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
    Source { text, lines: lines + 6, words }
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
    Source { text, lines: lines + 18, words: 1 + 2 * lines }
}

/// Assembles and checks the number of words; the seconds it took.
fn run(source: &Source) -> f64 {
    let mut options = Options::default();
    options.limits.output_words = usize::MAX;
    let files = MemoryFiles::new().with("source", source.text.as_str());
    let start = Instant::now();
    let (output, diagnostics) = assemble("source", &files, &options);
    let seconds = start.elapsed().as_secs_f64();
    assert_eq!((output.words.len(), diagnostics.len()), (source.words, 0));
    seconds
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
    let output = Command::new(this).args(["--memory", name, &lines.to_string()]).output().ok()?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}

fn table() {
    println!("input      lines  MB source  seconds    lines/s  time for twice  MB memory  bytes/line");
    for input in &INPUTS {
        let mut before = None;
        for factor in [1, 2, 4] {
            let source = (input.make)(factor * input.lines);
            let best = (0..RUNS).map(|_| run(&source)).fold(f64::INFINITY, f64::min);
            let growth = before.map_or(String::new(), |before| format!("{:.2}", best / before));
            before = Some(best);
            let peak = memory_of(input.name, factor * input.lines);
            println!(
                "{:<7} {:>8} {:>10.2} {:>8.3} {:>10.0} {:>15} {:>10} {:>11}",
                input.name,
                source.lines,
                source.text.len() as f64 / 1e6,
                best,
                source.lines as f64 / best,
                growth,
                peak.map_or("?".to_owned(), |bytes| format!("{:.1}", bytes as f64 / 1e6)),
                peak.map_or("?".to_owned(), |bytes| format!("{}", bytes / source.lines)),
            );
        }
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["--memory", name, lines] => {
            let input = INPUTS.iter().find(|input| input.name == *name).expect("the name of an input");
            run(&(input.make)(lines.parse().expect("a number of lines")));
            println!("{}", peak_memory().map_or("?".to_owned(), |bytes| bytes.to_string()));
        }
        all if all.contains(&"--bench") => table(),
        _ => INPUTS.iter().for_each(|input| {
            run(&(input.make)(1000));
        }),
    }
}
