//! `machack compare`: runs two programs on the same positions.

mod case_args;
mod debugging;
mod engines;
mod filter;
mod merging;
mod report;
mod shard;
mod smallest;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use anyhow::{Context, Result};
use support::file::Places;
use support::report as console;
use support::signals::Stop;

use super::engine::EngineChoice;
use super::settings::SettingsArgs;
use super::{file, progress};
use crate::compare::campaign::{self, CampaignLimits, CampaignReport, Verdict};
use crate::compare::corpus::Task;
use crate::compare::difference::Difference;
use crate::compare::explain::DifferenceExplanation;
use crate::compare::manifest::Manifest;
use crate::compare::pair::{Level, Pair};
use crate::sources::Change;
use case_args::CaseArgs;
use engines::Engines;
use report::Reporter;
use support::number::whole;

/// Compare two programs, and explain where they first differ.
///
/// By default this compares the results of a search (the move, its value, all counters, the variation and the
/// root moves) and the state after it. Finer levels (--level) compare the two searches at every step: `node`
/// compares the nodes entered and left; `probe` also compares each generated move, the points of each
/// heuristic, each term of the evaluation, and each lookup and store of the hash table. A point where the
/// programs are compared is called a probe.
///
/// A difference is explained by the first probe that differs and the last one that agreed, the line of the
/// MIDAS source with the macros that it comes from, the instruction that changed the differing word, the
/// routines executed, and the line of the Rust source. The last line is `N compared, M different`. The exit
/// status is 1 if anything differs. Control-C stops and keeps the results.
///
/// The original program of 1967 can only be compared with --orig, in searches and games from the initial
/// position. Of the counters, only those that it had are compared.
#[derive(clap::Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = "Examples:
  machack compare --random 100 --seed 1
  machack compare --fen 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1' --level probe
  machack compare --epd positions.epd --tournament --depth 3 --rep shadow
  machack compare --selfplay 2 --depth 2
  machack compare --engines native,original --random 500 --orig
  machack compare --campaign
  machack compare --campaign 100000 --once --write-manifest campaign.jsonl
  machack compare --random 20 --change 'prise.mid/SETO D/SETZ D' --debug")]
pub(crate) struct Args {
    /// The command for a part of a campaign that is split over several processes.
    #[command(subcommand)]
    pub part: Option<CampaignCommand>,
    /// What to compare.
    #[command(flatten)]
    pub what: CaseArgs,
    /// In a campaign, search different positions, each with only one set of settings: those of 1967, NORMAL
    /// and TOURN in turn. Most searches have depth 1, one in seven has depth 2, and one in 49 has depth 3.
    /// --depth limits them (default: 3).
    #[arg(long)]
    pub once: bool,
    /// The two programs.
    #[arg(long, value_enum, value_name = "A,B", value_delimiter = ',', default_value = "native,emulated")]
    pub engines: Vec<EngineChoice>,
    /// How fine the comparison is. Default: `game` with --selfplay, `probe` in a campaign without the
    /// original program, otherwise `move`.
    #[arg(long, value_enum)]
    pub level: Option<Level>,
    /// Seed of the random positions and openings.
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole::<u64>)]
    pub seed: u64,
    /// Stop after N differences. Cases in progress are finished, so there may be more.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = whole::<usize>)]
    pub most: usize,
    /// Reduce each case with a difference to the smallest one that still differs.
    #[arg(long)]
    pub minimise: bool,
    /// Open the debugger at the first difference. The machine is stopped at the instruction of the
    /// difference. It has been recorded since the start of the search, so the commands `back` and `who wrote`
    /// work.
    #[arg(long, conflicts_with = "json")]
    pub debug: bool,
    /// Write JSON lines: an object per case, and one with the totals.
    #[arg(long)]
    pub json: bool,
    /// Write the cases to this file without comparing, for `machack compare run` here or on other machines.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["debug", "json", "minimise"])]
    pub write_manifest: Option<PathBuf>,
    /// Change a line of the MIDAS source before assembling it, to see the effect. OLD becomes NEW in line
    /// LINE of FILE, or in the only line of FILE that contains OLD.
    #[arg(long, value_name = "FILE[:LINE]/OLD/NEW")]
    pub change: Vec<Change>,
    /// Assemble the MIDAS source in this folder (such as `chessprog/midas`) instead of the built-in source.
    #[arg(long, value_name = "FOLDER")]
    pub midas: Option<PathBuf>,
    /// Settings of both programs.
    #[command(flatten)]
    pub settings: SettingsArgs,
}

/// The commands for a campaign that is split over several processes.
#[derive(clap::Subcommand, Debug)]
pub(crate) enum CampaignCommand {
    Run(shard::Args),
    Filter(filter::Args),
    Merge(merging::Args),
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode> {
    match &args.part {
        Some(CampaignCommand::Run(args)) => return shard::run(args, out),
        Some(CampaignCommand::Filter(args)) => return filter::run(args, out),
        Some(CampaignCommand::Merge(args)) => return merging::run(args, out),
        None => {}
    }
    let mut places = Places::default();
    args.what.epd.iter().for_each(|path| places.input("--epd", path));
    args.write_manifest.iter().try_for_each(|path| file::declare("--write-manifest", path, &mut places))?;
    let engines = Engines::new(args)?;
    let level = args.level(engines.has_original());
    let tasks = args.what.tasks(args, level, engines.has_original())?;
    if let Some(path) = &args.write_manifest {
        let manifest = Manifest::new(&tasks, level, engines.names(), engines.fingerprint());
        file::replace(path, manifest.text().as_bytes())?;
        writeln!(out, "campaign {}: {} cases", manifest.header.campaign, tasks.len())?;
        return Ok(ExitCode::SUCCESS);
    }
    // If control-C cannot be handled, it ends the command as usual.
    let stop = Stop::heard().unwrap_or_default();
    let reporter = Reporter { args, engines: &engines, level, stop: &stop };
    reporter.begin(&tasks, out)?;
    let began = Instant::now();
    let outcome = ask(args, &engines, &tasks, level, &stop)?;
    let first = reporter.differences(&tasks, &outcome, out)?;
    reporter.end(&tasks, &outcome, began.elapsed(), out)?;
    if let (true, Some((question, explanation))) = (args.debug, first) {
        out.flush()?;
        let suspect = engines.suspect().context("--debug needs --engines native,emulated")?;
        return debugging::open(suspect, &question, &explanation);
    }
    Ok(match (stop.is_wanted(), outcome.differences().next().is_none()) {
        (true, _) => ExitCode::from(Stop::STATUS),
        (false, true) => ExitCode::SUCCESS,
        (false, false) => ExitCode::from(1),
    })
}

fn ask(
    args: &Args,
    engines: &Engines,
    tasks: &[Task],
    level: Level,
    stop: &Stop,
) -> Result<CampaignReport<Difference>> {
    let bar = progress::bar(tasks.len());
    let most = if args.debug { 1 } else { args.most };
    let different = AtomicUsize::new(0);
    let outcome = campaign::run(
        tasks,
        CampaignLimits { most, stop: &|| stop.is_wanted() },
        || engines.pair(level),
        |pair: &mut Pair, task| {
            let case = &task.question.case;
            let verdict =
                pair.compare(&task.question, level).with_context(|| format!("{}: {case}", case.name))?;
            if matches!(verdict, Verdict::Different(_)) {
                bar.set_message(format!("{} different", 1 + different.fetch_add(1, Ordering::Relaxed)));
            }
            bar.inc(1);
            anyhow::Ok(verdict)
        },
    );
    bar.finish_and_clear();
    let outcome = outcome?;
    if stop.is_wanted() {
        console::message(format!(
            "machack: stopped after {} of {}",
            tasks.len() - outcome.left(),
            tasks.len()
        ))?;
    }
    Ok(outcome)
}

impl Args {
    /// Returns the level of the comparison. The default is games for self-play, every probe for a campaign
    /// without the original program, and moves otherwise.
    fn level(&self, original: bool) -> Level {
        let usual = match &self.what {
            CaseArgs { campaign: Some(_), .. } if !original => Level::Probe,
            CaseArgs { selfplay: Some(_), .. } => Level::Game,
            _ => Level::Move,
        };
        self.level.unwrap_or(usual)
    }
}
