//! `lab vectors`: compares the processor with test vectors from a pulse-level model of the hardware.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, Result};

use crate::processor::{Runner, Vector, explain, read};
use crate::records::files;

/// Compare the processor with states and times from a model of the real one's pulses
///
/// Every case is executed step by step under observation, then at full speed with each kind of memory for
/// which it has a time. State, times and memory references are compared. Prints one line per file and explains the
/// first failures of each. The last line is `N passed, M failed`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit status: 0 all passed, 1 a case failed or a file could not be read, 2 wrong usage.

Example: lab vectors tests/data/vectors")]
pub(crate) struct Args {
    /// Files *.jsonl or *.jsonl.gz, or folders of them; `-` is standard input.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Number of failures to explain per file.
    #[arg(long, value_name = "N", default_value_t = 3)]
    first: usize,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode> {
    let (mut passed, mut failed) = (0, 0);
    for path in &args.paths {
        for file in files(path).context("find the files of cases")? {
            let report = FileReport::new(&read(&file).context("read cases")?, args.first);
            report.print(&file.display().to_string(), out)?;
            out.flush()?;
            passed += report.cases - report.failed;
            failed += report.failed;
        }
    }
    writeln!(out, "{passed} passed, {failed} failed")?;
    Ok(ExitCode::from(u8::from(failed > 0)))
}

/// The results for a file.
struct FileReport {
    cases: usize,
    failed: usize,
    /// Explanations of the first failures.
    explained: Vec<String>,
}

impl FileReport {
    /// Runs the cases of a file. A memory write that no observer saw counts as a further failure.
    fn new(cases: &[Vector], first: usize) -> FileReport {
        let mut runner = Runner::new();
        let mut failures = Vec::new();
        for case in cases {
            let outcome = runner.run(case);
            if !outcome.passed() {
                failures.push(explain(case, &outcome));
            }
        }
        if !runner.is_clean() {
            failures.insert(0, "a case wrote to memory that no observer saw it write to\n".to_owned());
        }
        let failed = failures.len().min(cases.len());
        failures.truncate(first);
        FileReport { cases: cases.len(), failed, explained: failures }
    }

    fn print(&self, name: &str, out: &mut dyn Write) -> io::Result<()> {
        let FileReport { cases, failed, explained } = self;
        writeln!(out, "{name:<48} {cases:>6} cases {:>6} passed {failed:>6} failed", cases - failed)?;
        explained.iter().try_for_each(|text| writeln!(out, "{text}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let report = FileReport::new(&[case], 3);
            assert_eq!(report.failed, usize::from(right != wrong), "{wrong}");
        }
    }

    /// Control characters in the name or a text of a case, including 0x80 to 0x9F, do not reach the terminal.
    #[test]
    fn printed_cases_have_no_control_characters() {
        let case = CASE
            .replace("201 MOVEI 1", "\\u001b]0;PWN\\u0007\u{9b}31m\\u007f\\nx")
            .replace("r001000@200 w000001@800", "\\u001b[2J\u{9b}");
        let case: Vector = serde_json::from_str(&case.replace("202", "203")).unwrap();
        let report = FileReport::new(&[case], 3);
        assert_eq!(report.failed, 1);
        let mut out = Vec::new();
        report.print("file", &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:?}");
        assert!(text.contains("\u{241B}]0;PWN\u{2407}"), "{text}");
    }

    #[test]
    fn a_failure_is_explained() {
        let case: Vector = serde_json::from_str(&CASE.replace("\"000001\"", "\"000002\"")).unwrap();
        let report = FileReport::new(&[case], 3);
        let text = &report.explained[0];
        let expected = [
            "201 MOVEI 1",
            "-> 001000: 201040,,000005  MOVEI 1,5",
            "observed: 000001: expected 000000,,000000",
        ];
        expected.iter().for_each(|line| assert!(text.contains(line), "{text}"));
    }
}
