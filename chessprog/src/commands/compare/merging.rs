//! `machack compare merge`: combines the results of all parts of a campaign into one report.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use serde_json::json;
use support::report as console;

use super::super::file;
use super::shard;
use crate::compare::merge::{Merge, MergedReport};

/// Merge the results of a campaign into one report, which is byte for byte the same however the cases were
/// distributed.
///
/// A line that is incomplete or duplicated, that contradicts another, or that belongs to another campaign or
/// version is reported on standard error with its file and place, and does not count. The exit status is 1 if
/// a case differs, failed or is missing, or if a line was reported.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  machack compare merge campaign.jsonl results-*.jsonl
  machack compare merge campaign.jsonl results.jsonl --json")]
pub(crate) struct Args {
    /// The manifest with the cases.
    #[arg(value_name = "MANIFEST")]
    pub manifest: PathBuf,
    /// The files of results, in any order.
    #[arg(value_name = "RESULTS", required = true)]
    pub results: Vec<PathBuf>,
    /// Write the totals as JSON.
    #[arg(long)]
    pub json: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode> {
    let manifest = shard::read(&args.manifest)?;
    let mut merge = Merge::new(&manifest);
    let mut bad = 0;
    for path in &args.results {
        let text = String::from_utf8_lossy(&file::read(path)?).into_owned();
        for line in merge.add(&path.display().to_string(), &text) {
            console::message(format!("machack: {line}"))?;
            bad += 1;
        }
    }
    let report = merge.report();
    if args.json {
        writeln!(out, "{}", json(&report))?;
    } else {
        writeln!(out, "{report}")?;
    }
    Ok(if report.is_clean() && bad == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn json(report: &MergedReport<'_>) -> serde_json::Value {
    let sums = &report.sum;
    json!({
        "campaign": report.manifest.header.campaign,
        "cases": sums.cases,
        "compared": sums.compared,
        "different": sums.different,
        "skipped": sums.skipped,
        "failed": sums.failed,
        "missing": sums.missing,
        "tally": sums.tally,
        "told": report.told,
    })
}
