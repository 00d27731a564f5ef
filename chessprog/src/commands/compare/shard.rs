//! `machack compare run`: compares the cases of a manifest, or a part of them. An interrupted run can be
//! continued.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use support::file::{Log, Places};
use support::report as console;
use support::signals::Stop;

use super::super::{file, progress};
use super::engines::Engines;
use crate::compare::campaign::{self, CampaignLimits, CampaignReport, Verdict};
use crate::compare::manifest::{CaseLine, Manifest, Shard};
use crate::compare::merge::Merge;
use crate::compare::pair::Pair;
use crate::compare::results;

const FLUSH_INTERVAL: Duration = Duration::from_secs(1);

/// Compare the cases of a manifest, or a part of them, and write each result as a line of JSON.
///
/// Results that are already in the file are kept. So the same command continues where it was stopped, even if
/// it was killed. An incomplete last line is replaced. Control-C stops and keeps the results.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  machack compare --campaign 100000 --write-manifest campaign.jsonl
  machack compare run campaign.jsonl --results results.jsonl
  machack compare run campaign.jsonl --shard 3/16 --results results-3.jsonl
  machack compare merge campaign.jsonl results-*.jsonl")]
pub(crate) struct Args {
    /// The manifest written by --write-manifest.
    #[arg(value_name = "MANIFEST")]
    pub manifest: PathBuf,
    /// Compare only this part of the cases: I/N, where the first part is 1/N.
    #[arg(long, value_name = "I/N", default_value = "1/1")]
    pub shard: Shard,
    /// File for the results. With `-`, they are written to standard output, and the run cannot be resumed.
    #[arg(long, short, value_name = "FILE", default_value = "-")]
    pub results: PathBuf,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode> {
    let mut places = Places::default();
    places.input("the manifest", &args.manifest);
    file::declare("--results", &args.results, &mut places)?;
    let manifest = read(&args.manifest)?;
    let engines = Engines::of(&manifest.header)?;
    let mut done = Merge::new(&manifest);
    let mut sink = Sink::open(&args.results, &mut done, out)?;
    let of_shard = |case: &&CaseLine| args.shard.has(case.case) && !done.has(case.case);
    let cases: Vec<&CaseLine> = manifest.cases.iter().filter(of_shard).collect();
    let stop = Stop::heard().unwrap_or_default();
    let (sender, lines) = mpsc::channel();
    let (outcome, written) = thread::scope(|scope| {
        let comparing = scope.spawn(|| compare(&manifest, &engines, &cases, &stop, sender));
        let written = sink.take(lines);
        (comparing.join(), written)
    });
    let outcome = outcome
        .map_err(|_| anyhow!("a comparison panicked, which is an error in machack (please report it)"))?;
    written?;
    let left = outcome?.left();
    if left > 0 {
        console::message(format!("machack: stopped, {left} of {} cases are left", cases.len()))?;
        return Ok(ExitCode::from(Stop::STATUS));
    }
    Ok(ExitCode::SUCCESS)
}

/// Compares the cases and sends a line for each result.
fn compare(
    manifest: &Manifest,
    engines: &Engines,
    cases: &[&CaseLine],
    stop: &Stop,
    results: Sender<String>,
) -> Result<CampaignReport<()>> {
    let bar = progress::bar(cases.len());
    let outcome = campaign::run(
        cases,
        CampaignLimits { most: usize::MAX, stop: &|| stop.is_wanted() },
        || engines.pair(manifest.header.level),
        |pair: &mut Pair, case| {
            let result = results::compare(pair, engines.suspect(), &manifest.header, case);
            // The line of the result holds the verdict, so the campaign need not keep it.
            results.send(result.line() + "\n").map_err(|_| anyhow!("the results cannot be written"))?;
            bar.inc(1);
            Ok(Verdict::Same)
        },
    );
    bar.finish_and_clear();
    outcome
}

pub(super) fn read(path: &Path) -> Result<Manifest> {
    Ok(Manifest::parse(&path.display().to_string(), &file::read_text(path)?)?)
}

struct Sink<'a> {
    to: SinkTarget<'a>,
    /// Results not yet written.
    waiting: Vec<u8>,
    /// Time of the last write.
    since: Instant,
}

enum SinkTarget<'a> {
    File(PathBuf, Log),
    Output(&'a mut dyn Write),
}

impl<'a> Sink<'a> {
    /// Opens the file, and counts the results in it as done.
    fn open(path: &Path, done: &mut Merge<'_>, out: &'a mut dyn Write) -> Result<Sink<'a>> {
        let to = if path == Path::new("-") {
            SinkTarget::Output(out)
        } else {
            SinkTarget::File(
                path.to_owned(),
                resumed_log(path, done).with_context(|| format!("--results `{}`", path.display()))?,
            )
        };
        Ok(Sink { to, waiting: Vec::new(), since: Instant::now() })
    }

    /// Collects lines and writes them about once a second, until the sender is dropped.
    fn take(&mut self, lines: Receiver<String>) -> Result<()> {
        loop {
            match lines.recv_timeout(FLUSH_INTERVAL) {
                Ok(line) => self.waiting.extend_from_slice(line.as_bytes()),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return self.flush(),
            }
            if self.since.elapsed() >= FLUSH_INTERVAL {
                self.flush()?;
            }
        }
    }

    fn flush(&mut self) -> Result<()> {
        self.since = Instant::now();
        let waiting = std::mem::take(&mut self.waiting);
        if waiting.is_empty() {
            return Ok(());
        }
        match &mut self.to {
            SinkTarget::File(path, log) => {
                log.add(&waiting).with_context(|| format!("cannot write `{}`", path.display()))
            }
            SinkTarget::Output(out) => Ok(out.write_all(&waiting).and_then(|()| out.flush())?),
        }
    }
}

/// Opens the file for appending, or creates it. Removes an incomplete last line, and counts the results
/// before it as done. Returns an error for an invalid result.
fn resumed_log(path: &Path, done: &mut Merge<'_>) -> Result<Log> {
    if !path.exists() {
        let mut log = Log::at(path)?;
        log.begin(b"")?;
        return Ok(log);
    }
    let (bytes, mut log) = Log::open(path)?;
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
    if whole < bytes.len() {
        console::message(format!(
            "machack: the last line of `{}` is incomplete; its case is compared again",
            path.display()
        ))?;
        log.cut(whole)?;
    }
    let name = path.display().to_string();
    if let Some(bad) = done.add(&name, &String::from_utf8_lossy(&bytes[..whole])).into_iter().next() {
        bail!("{bad}");
    }
    Ok(log)
}
