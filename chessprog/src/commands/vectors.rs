//! `machack vectors`: an engine against files of reference values.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use serde_json::json;

use super::position::EngineChoice;
use crate::vectors::{Machine, Native, Report, files, run_file};

/// Run an engine on files of reference values.
///
/// Prints a table of the files and explains the first failures of each; the last line is `N passed, M failed`. Exits with
/// status 1 if any failed.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:\n  machack vectors tests/data/engine-vectors --engine native --first 3")]
pub struct Args {
    /// Vector files (`movegen.jsonl`, `pmg.jsonl.gz`, ...) or folders of them.
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// The program to test.
    #[arg(long, value_enum, default_value = "native")]
    pub engine: EngineChoice,
    /// How many failures of each file to explain.
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub first: usize,
    /// Print one JSON object a file instead of the table.
    #[arg(long)]
    pub json: bool,
}

/// Runs the command.
///
/// # Errors
/// A file cannot be read or is no vector file.
pub fn run(args: &Args, out: &mut impl Write) -> Result<ExitCode> {
    let (mut passed, mut failed) = (0, 0);
    for path in files(&args.paths)? {
        let report = match args.engine {
            EngineChoice::Native => run_file(&path, Native::default)?,
            EngineChoice::Emulated => run_file(&path, Machine::default)?,
        };
        failed += report.failures.len();
        passed += report.cases - report.failures.len();
        print(&report, args, out)?;
    }
    writeln!(out, "{passed} passed, {failed} failed")?;
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn print(report: &Report, args: &Args, out: &mut impl Write) -> Result<()> {
    let name = report.path.display().to_string();
    let (cases, failed) = (report.cases, report.failures.len());
    let shown = report.failures.iter().take(args.first);
    if args.json {
        let failures: Vec<_> = shown
            .map(|f| json!({"line": f.line, "id": f.id, "fen": f.fen, "difference": f.difference}))
            .collect();
        let object = json!({"file": name, "cases": cases, "passed": cases - failed, "failed": failed, "failures": failures});
        writeln!(out, "{object}")?;
        return Ok(());
    }
    writeln!(out, "{name:<48} {cases:>6} cases {:>6} passed {failed:>6} failed", cases - failed)?;
    for failure in shown {
        writeln!(out, "  line {} (id {}): {}", failure.line, failure.id, failure.fen)?;
        writeln!(out, "    {}", failure.difference)?;
    }
    Ok(())
}
