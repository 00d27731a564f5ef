//! `machack compare filter`: reads cases from standard input and writes their results, one per line.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use support::file::{LONGEST_LINE, Line, Lines};

use super::engines::Engines;
use crate::compare::manifest::{BadLine, CaseLine, Header, LineFault};
use crate::compare::pair::Pair;
use crate::compare::results;

/// Read the first line of a manifest, followed by any of its cases, from standard input, and write the
/// results. Each result is one line on standard output, written at once and in the order of the cases.
///
/// Any tool that distributes lines to processes can run a campaign this way: Dask, Ray, GNU parallel, ssh.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  machack compare filter < campaign.jsonl > results.jsonl
  (head -1 campaign.jsonl; tail -100 campaign.jsonl) | machack compare filter")]
pub(crate) struct Args {}

pub(crate) fn run(_: &Args, out: &mut dyn Write) -> Result<ExitCode> {
    let mut lines = (1..).zip(Lines::of(io::stdin().lock()));
    let bad = |line: usize, why: LineFault| BadLine { file: "standard input".to_owned(), line, why };
    let (_, first) =
        lines.next().context("standard input is empty (expected the first line of a manifest)")?;
    let header = Header::parse(&text(first?)?).map_err(|why| bad(1, why))?;
    let engines = Engines::of(&header)?;
    let mut pair: Pair = engines.pair(header.level)?;
    for (number, line) in lines {
        let case = CaseLine::parse(&text(line?)?).map_err(|why| bad(number, why))?;
        let result = results::compare(&mut pair, engines.suspect(), &header, &case);
        writeln!(out, "{}", result.line())?;
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

fn text(line: Line) -> Result<String> {
    match line {
        Line::Text(text) => Ok(text),
        Line::TooLong => bail!("a line of standard input has more than {LONGEST_LINE} bytes"),
    }
}
