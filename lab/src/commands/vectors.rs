//! `lab vectors`: the processor against states and times of the real one.

use crate::processor::{Runner, Timing, Vector, VectorReport, explain, files, read};
use anyhow::Context;
use emulator::memory::MemorySet;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use support::text::{quoted, sanitized};

/// Compare the processor with states and times of the real one
///
/// Every case is executed step by step under observation, then at full speed with each of the three kinds of
/// memory. State, times and memory references are compared.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit status: 0 all passed, 1 a case failed or a file could not be read, 2 wrong usage.

Example: lab vectors --times tests/data/vectors")]
pub(crate) struct Args {
    /// Files *.jsonl or *.jsonl.gz, or folders of them; `-` is standard input
    #[arg(required = true)]
    paths: Vec<PathBuf>,

    /// Explain the first N failed cases of each file.
    #[arg(long, value_name = "N", default_value_t = 3)]
    first: usize,

    /// Print the result as JSON.
    #[arg(long)]
    json: bool,

    /// Report the times by instruction.
    #[arg(long)]
    times: bool,
}

#[derive(Default)]
struct Tally {
    cases: usize,
    failed: usize,
    /// Explanations of the first failures, and the same as data.
    explained: Vec<String>,
    failures: Vec<Value>,
}

/// Runs the command.
///
/// # Errors
///
/// A file that cannot be read or is not a file of cases.
pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let mut report = Report::default();
    for path in &args.paths {
        for file in files(path).context("find the files of cases")? {
            let cases = read(&file).context("read cases")?;
            let name = file.file_name().unwrap_or(file.as_os_str()).to_string_lossy();
            let name = sanitized(name.trim_end_matches(".gz").trim_end_matches(".jsonl"));
            report.add(name, &cases, args.first);
        }
    }
    if args.json {
        writeln!(out, "{}", sanitized(format!("{:#}", report.as_json(args.times))))?;
    } else {
        report.print(args.times, out)?;
    }
    Ok(ExitCode::from(u8::from(report.failed() != 0)))
}

#[derive(Default)]
struct Report {
    files: Vec<(String, Tally)>,
    times: BTreeMap<String, Times>,
}

impl Report {
    fn add(&mut self, name: String, cases: &[Vector], first: usize) {
        let mut runner = Runner::new();
        let mut tally = Tally { cases: cases.len(), ..Tally::default() };
        for case in cases {
            let outcome = runner.run(case);
            self.times.entry(instruction(&case.name)).or_default().add(&outcome);
            if outcome.passed() {
                continue;
            }
            tally.failed += 1;
            if tally.explained.len() < first {
                tally.explained.push(explain(case, &outcome));
                tally.failures.push(failure(case, &outcome));
            }
        }
        if !runner.is_clean() {
            tally.failed += 1;
            tally.explained.push("a case wrote to memory that no observer saw it write to\n".to_owned());
        }
        self.files.push((name, tally));
    }

    fn failed(&self) -> usize {
        self.files.iter().map(|(_, tally)| tally.failed).sum()
    }

    fn passed(&self) -> usize {
        self.files.iter().map(|(_, tally)| tally.cases - tally.failed.min(tally.cases)).sum()
    }

    fn print(&self, times: bool, out: &mut dyn Write) -> io::Result<()> {
        let width = self.files.iter().map(|(name, _)| name.len()).max().unwrap_or(0).max(4);
        writeln!(out, "{:width$}  {:>6}  {:>6}  {:>6}", "file", "cases", "passed", "failed")?;
        for (name, tally) in &self.files {
            let passed = tally.cases - tally.failed.min(tally.cases);
            writeln!(out, "{name:width$}  {:>6}  {passed:>6}  {:>6}", tally.cases, tally.failed)?;
        }
        for (name, tally) in &self.files {
            if !tally.explained.is_empty() {
                writeln!(out, "\n{name}, the first of {} failures:\n", tally.failed)?;
                tally.explained.iter().try_for_each(|text| writeln!(out, "{text}"))?;
            }
        }
        if times {
            writeln!(out)?;
            self.print_times(out)?;
        }
        writeln!(out, "\n{} passed, {} failed", self.passed(), self.failed())
    }

    /// How many times are exact, by instruction; the largest deviation in nanoseconds.
    fn print_times(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(
            out,
            "Times that are exact, of those given; the largest deviation in nanoseconds and per cent.\n"
        )?;
        writeln!(
            out,
            "{:14}  {:>13}  {:>13}  {:>13}  {:>13}  {:>9}",
            "instruction", "processor", "moby", "163", "161", "deviation"
        )?;
        let mut all = Times::default();
        for (name, times) in &self.times {
            writeln!(out, "{:14}{}", quoted(name), times.line())?;
            all.merge(times);
        }
        writeln!(out, "{:14}{}", "all", all.line())?;
        if all.rounded > 0 {
            writeln!(
                out,
                "\n{} times of long programs are no sums of delays (no multiple of 5 ns): the rounding of the model \
                 they come from; they count as passed within 2 ns.",
                all.rounded
            )?;
        }
        Ok(())
    }

    fn as_json(&self, times: bool) -> Value {
        let files: Vec<_> = self
            .files
            .iter()
            .map(|(name, tally)| {
                json!({
                    "file": name,
                    "cases": tally.cases,
                    "passed": tally.cases - tally.failed.min(tally.cases),
                    "failed": tally.failed,
                    "failures": tally.failures,
                })
            })
            .collect();
        let mut report = json!({ "files": files, "passed": self.passed(), "failed": self.failed() });
        if times {
            let times: serde_json::Map<_, _> =
                self.times.iter().map(|(name, times)| (name.clone(), times.as_json())).collect();
            report["times"] = Value::Object(times);
        }
        report
    }
}

fn failure(case: &Vector, outcome: &VectorReport) -> Value {
    let differences: Vec<_> = outcome
        .differences
        .iter()
        .map(|d| json!({ "way": d.way, "what": d.what, "expected": d.expected, "got": d.got }))
        .collect();
    json!({ "name": case.name, "peculiar": case.peculiar, "differences": differences })
}

/// The name of a case without its number, and without what distinguishes cases of one opcode.
fn instruction(name: &str) -> String {
    let words: Vec<_> = name.split_whitespace().collect();
    let opcode =
        words.first().is_some_and(|first| first.len() == 3 && first.bytes().all(|b| b.is_ascii_digit()));
    let kept = if opcode { words.len().min(2) } else { words.len().saturating_sub(1) };
    words[..kept.max(1).min(words.len())].join(" ")
}

/// Exact and given times: of the processor, and with each memory set.
#[derive(Default)]
struct Times {
    counts: [(usize, usize); 4],
    deviation: u64,
    per_cent: f64,
    rounded: usize,
}

impl Times {
    fn add(&mut self, outcome: &VectorReport) {
        if let Some(timing) = outcome.processor {
            self.count(0, timing);
        }
        for (set, timing) in &outcome.elapsed {
            let column = MemorySet::ALL.iter().position(|other| other == set).unwrap_or(0);
            self.count(column + 1, *timing);
        }
    }

    fn count(&mut self, column: usize, timing: Timing) {
        let (exact, given) = &mut self.counts[column];
        *given += 1;
        if timing.is_exact() {
            *exact += 1;
            return;
        }
        self.rounded += usize::from(timing.passes());
        let deviation = timing.expected.abs_diff(timing.got);
        self.deviation = self.deviation.max(deviation);
        self.per_cent = self.per_cent.max(deviation as f64 * 100.0 / timing.expected.max(1) as f64);
    }

    fn merge(&mut self, other: &Times) {
        for (mine, theirs) in self.counts.iter_mut().zip(other.counts) {
            mine.0 += theirs.0;
            mine.1 += theirs.1;
        }
        self.deviation = self.deviation.max(other.deviation);
        self.per_cent = self.per_cent.max(other.per_cent);
        self.rounded += other.rounded;
    }

    fn line(&self) -> String {
        let mut line = String::new();
        for (exact, given) in self.counts {
            line += &format!("  {:>13}", format!("{exact}/{given}"));
        }
        match self.deviation {
            0 => line + &format!("  {:>9}", 0),
            deviation => line + &format!("  {deviation:>9}  {:.5} %", self.per_cent),
        }
    }

    fn as_json(&self) -> Value {
        let [processor, moby, type_163, type_161] =
            self.counts.map(|(exact, given)| json!({ "exact": exact, "given": given }));
        json!({
            "processor": processor,
            "moby": moby,
            "163": type_163,
            "161": type_161,
            "largest deviation in ns": self.deviation,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_are_grouped_by_opcode() {
        assert_eq!(instruction("272 ADDM 17"), "272 ADDM");
        assert_eq!(instruction("254 JRST 0, exec 1"), "254 JRST");
        assert_eq!(instruction("BLKI APR 3"), "BLKI APR");
        assert_eq!(instruction("program 8"), "program");
        assert_eq!((instruction(""), instruction("x")), (String::new(), "x".to_owned()));
    }

    const CASE: &str = r#"{"name":"201 MOVEI 1","before":{"pc":"001000","flags":"000000","mem":{"001000":"201040000005"}},
        "steps":1,"after":{"pc":"001001","flags":"000000","mem":{"000001":"000000000005"}},
        "p_ns":800,"ns":{"moby":2520,"163C":2120,"161C":3970},"bus":"r001000@200 w000001@800"}"#;

    #[test]
    fn a_wrong_state_and_a_wrong_time_fail() {
        for (right, wrong) in [
            ("", ""),
            ("\"000000000005\"", "\"000000000006\""),
            ("\"pc\":\"001001\"", "\"pc\":\"001002\""),
            ("\"p_ns\":800", "\"p_ns\":850"),
            ("2520", "2525"),
            ("w000001@800", "w000001@850"),
        ] {
            let case: Vector = serde_json::from_str(&CASE.replace(right, wrong)).unwrap();
            let mut report = Report::default();
            report.add("file".to_owned(), &[case], 3);
            assert_eq!(report.failed(), usize::from(right != wrong), "{wrong}");
        }
    }

    /// A name and a text of a case reach the terminal without control characters, those of 0x80 to 0x9F included.
    #[test]
    fn what_is_printed_of_a_case_is_harmless() {
        let case = CASE
            .replace("201 MOVEI 1", "\\u001b]0;PWN\\u0007\u{9b}31m\\u007f\\nx")
            .replace("r001000@200 w000001@800", "\\u001b[2J\u{9b}");
        let case: Vector = serde_json::from_str(&case.replace("202", "203")).unwrap();
        let mut report = Report::default();
        report.add("file".to_owned(), &[case], 3);
        assert_eq!(report.failed(), 1);
        let mut out = Vec::new();
        report.print(true, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:?}");
        assert!(text.contains("\u{241B}]0;PWN\u{2407}"), "{text}");
    }

    #[test]
    fn a_failure_is_explained() {
        let case: Vector = serde_json::from_str(&CASE.replace("\"000001\"", "\"000002\"")).unwrap();
        let mut report = Report::default();
        report.add("file".to_owned(), &[case], 3);
        let text = &report.files[0].1.explained[0];
        let expected = [
            "201 MOVEI 1",
            "-> 001000: 201040,,000005  MOVEI 1,5",
            "observed: 000001: expected 000000,,000000",
        ];
        expected.iter().for_each(|line| assert!(text.contains(line), "{text}"));
        let json = report.as_json(true);
        assert_eq!((&json["failed"], &json["files"][0]["failed"]), (&json!(1), &json!(1)));
    }
}
