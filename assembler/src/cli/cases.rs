//! `midas cases`: the golden cases as a table.

use crate::Dialect;
use crate::cases::{SourceCase, Verdict, read};
use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `midas cases`.
#[derive(Debug, Args)]
pub(super) struct CasesArgs {
    /// Files of cases, or folders of them
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Only this dialect
    #[arg(long, value_name = "A|B|C|D")]
    era: Option<Dialect>,
    /// Only cases whose name contains this
    #[arg(long, value_name = "TEXT")]
    name: Option<String>,
    /// Explain the first N failures of each file
    #[arg(long, default_value_t = 0, value_name = "N")]
    first: usize,
    /// One JSON object for each case and dialect
    #[arg(long)]
    json: bool,
}

#[derive(Default)]
struct Count {
    total: usize,
    words: usize,
    symbols: usize,
    verdict: usize,
    passed: usize,
}

impl Count {
    fn add(&mut self, verdict: &Verdict) {
        self.total += 1;
        self.words += usize::from(verdict.words);
        self.symbols += usize::from(verdict.symbols);
        self.verdict += usize::from(verdict.verdict);
        self.passed += usize::from(verdict.passed());
    }
}

/// Runs the command.
pub(super) fn run(args: &CasesArgs) -> Result<ExitCode> {
    match report(args, &mut io::stdout().lock()) {
        // Whoever reads has seen enough.
        Err(e) if e.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe) => {
            Ok(ExitCode::SUCCESS)
        }
        result => result,
    }
}

fn report(args: &CasesArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let mut files = Vec::new();
    for path in &args.paths {
        collect(path, &mut files)?;
    }
    if files.is_empty() {
        bail!("no case files (*.jsonl) in {}", args.paths[0].display());
    }
    if !args.json {
        writeln!(
            out,
            "{:<24} {:>3} {:>6} {:>6} {:>8} {:>8} {:>7} {:>7}",
            "file", "era", "runs", "words", "symbols", "verdict", "passed", "failed"
        )?;
    }
    let (mut passed, mut failed) = (0, 0);
    for file in files {
        let bytes = support::file::read(&file).with_context(|| format!("read {}", file.display()))?;
        let text = String::from_utf8(bytes).with_context(|| format!("{} is not text", file.display()))?;
        let cases = read(&text).map_err(|e| anyhow!("{}: {e}", file.display()))?;
        let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        for dialect in Dialect::ALL {
            if args.era.is_some_and(|era| era != dialect) {
                continue;
            }
            let (count, failures) = run_file(&cases, dialect, args, out)?;
            passed += count.passed;
            failed += count.total - count.passed;
            if args.json || count.total == 0 {
                continue;
            }
            writeln!(
                out,
                "{stem:<24} {dialect:>3} {:>6} {:>6} {:>8} {:>8} {:>7} {:>7}",
                count.total,
                count.words,
                count.symbols,
                count.verdict,
                count.passed,
                count.total - count.passed
            )?;
            for (case, verdict) in failures.iter().take(args.first) {
                writeln!(out, "--- {} in dialect {}", verdict.name, verdict.era)?;
                for line in case.source.lines() {
                    writeln!(out, "    |{line}")?;
                }
                for difference in &verdict.differences {
                    writeln!(out, "    {difference}")?;
                }
            }
        }
    }
    if args.json {
        writeln!(out, "{{\"passed\":{passed},\"failed\":{failed}}}")?;
    } else {
        writeln!(out, "{passed} passed, {failed} failed")?;
    }
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn run_file<'a>(
    cases: &'a [SourceCase],
    dialect: Dialect,
    args: &CasesArgs,
    out: &mut dyn Write,
) -> io::Result<(Count, Vec<(&'a SourceCase, Verdict)>)> {
    let mut count = Count::default();
    let mut failures = Vec::new();
    for case in cases {
        if args.name.as_ref().is_some_and(|name| !case.name.contains(name.as_str())) {
            continue;
        }
        let Some(verdict) = case.run(dialect) else { continue };
        count.add(&verdict);
        if args.json
            && let Ok(text) = serde_json::to_string(&verdict)
        {
            writeln!(out, "{text}")?;
        }
        if !verdict.passed() {
            failures.push((case, verdict));
        }
    }
    Ok((count, failures))
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    if path.is_dir() {
        let mut inside: Vec<PathBuf> = std::fs::read_dir(path)
            .with_context(|| format!("read {}", path.display()))?
            .filter_map(|entry| entry.ok().map(|e| e.path()))
            .filter(|p| p.extension().is_some_and(|e| e == "jsonl"))
            .collect();
        inside.sort();
        files.extend(inside);
    } else {
        files.push(path.to_owned());
    }
    Ok(())
}
