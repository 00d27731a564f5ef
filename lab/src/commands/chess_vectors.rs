//! `lab chess-vectors`: compares one of the chess programs with files of reference values.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use chessprog::emulated::{Emulated, Program};
use chessprog::native::Native;
use support::report;

use crate::chess::{Instructions, Report, files, run_file};

/// Compare a chess program with reference values, most of them from the program of 1967
///
/// Prints one line per file and explains the first failures of each. The last line is `N passed, M failed`.
/// For the emulated program, the line before it compares instruction counts with the program of 1967.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit status: 0 all passed, 1 a record failed or a file could not be read, 2 wrong usage.

Example: lab chess-vectors tests/data/original-vectors --engine emulated")]
pub(crate) struct Args {
    /// Vector files (`movegen.jsonl`, `roots.jsonl.gz`, ...) or folders of them.
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// The program to test.
    #[arg(long, value_enum, default_value = "native")]
    pub engine: Engine,
    /// Number of failures to explain per file.
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub first: usize,
}

/// The program to test.
#[derive(clap::ValueEnum, Clone, Copy, Debug)]
pub(crate) enum Engine {
    /// The program in Rust
    Native,
    /// The MIDAS program on the emulated machine
    Emulated,
}

/// Maximum number of differences printed per record.
const SHOWN: usize = 6;

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode> {
    let (mut passed, mut failed) = (0, 0);
    let mut instructions = Instructions::default();
    let program = match args.engine {
        Engine::Native => None,
        Engine::Emulated => Some(Program::built_in()?),
    };
    let files = files(&args.paths)?;
    for path in &files.unknown {
        let why = "its name is not a vector file's";
        report::message(format!("lab: `{}` is left out: {why}", path.display()))?;
    }
    for path in files.known {
        let report = match &program {
            None => run_file(&path, || Ok(Native::new()))?,
            Some(program) => run_file(&path, || Ok(Emulated::load(program.clone())?))?,
        };
        failed += report.failures.len();
        passed += report.cases - report.failures.len();
        instructions = instructions.and(report.instructions);
        print(&report, args, out)?;
        out.flush()?;
    }
    if let Some(ratio) = instructions.ratio() {
        let searches = instructions.searches;
        writeln!(out, "instructions: {ratio:.3} times the original's over {searches} searches")?;
    }
    writeln!(out, "{passed} passed, {failed} failed")?;
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn print(report: &Report, args: &Args, out: &mut dyn Write) -> Result<()> {
    let name = support::text::sanitized(report.path.display());
    let (cases, failed) = (report.cases, report.failures.len());
    let shown = report.failures.iter().take(args.first);
    writeln!(out, "{name:<48} {cases:>6} cases {:>6} passed {failed:>6} failed", cases - failed)?;
    for failure in shown {
        let (id, position) = (support::text::quoted(&failure.id), support::text::quoted(&failure.position));
        writeln!(out, "  line {} (id {id}): {position}", failure.line)?;
        for difference in failure.differences.iter().take(SHOWN) {
            writeln!(out, "    {}", support::text::sanitized(difference))?;
        }
    }
    Ok(())
}
