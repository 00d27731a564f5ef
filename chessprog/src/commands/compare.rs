//! `machack compare`: both programs on the same positions.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use super::settings::SettingsArgs;
use super::{file, position};
use crate::compare::case::Case;
use crate::compare::corpus::{self, Origin, Task};
use crate::compare::difference::Difference;
use crate::compare::pair::{Level, Pair};
use crate::compare::{campaign, epd, minimise, random};
use crate::emulated::Program;
use crate::player::{Settings, describe};
use crate::sources::Sources;

/// Run the native and the emulated program on the same positions and report where they first differ.
///
/// Compared are the move, the value, all counters and the variation of a search; at finer levels every probe, in step: at
/// `node` the nodes entered and left, at `probe` also each generated move, each heuristic's contribution, each term of the
/// evaluator, each hash probe and store. A difference is told with what both sides had, the last probe that agreed, the
/// line of the MIDAS text and the Rust function. The last line is `N compared, M different`; exit status 1 if any differ.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  machack compare --random 100 --seed 1
  machack compare --fen 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1' --level probe --depth 2
  machack compare --epd positions.epd --tournament --depth 3 --rep shadow
  machack compare --selfplay 2 --depth 2
  machack compare --campaign")]
pub struct Args {
    /// What to compare.
    #[command(flatten)]
    pub what: What,
    /// How closely: without this every probe in a campaign, whole games in self-play, else the searches' answers.
    #[arg(long, value_enum)]
    pub level: Option<Level>,
    /// Seed of the random positions and openings.
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Leave off after so many differences.
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub most: usize,
    /// Make each differing case as small as it can be while it still differs.
    #[arg(long)]
    pub minimise: bool,
    /// How both search.
    #[command(flatten)]
    pub settings: SettingsArgs,
}

/// Where the positions come from.
#[derive(clap::Args, Debug)]
#[group(required = true, multiple = false)]
pub struct What {
    /// One position, in Forsyth-Edwards notation or `startpos`.
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
    /// A file of positions, one a line, `-` for standard input; a game may follow each: `; moves e2e4 e7e5`.
    #[arg(long, value_name = "FILE")]
    pub epd: Option<PathBuf>,
    /// So many positions from random play and randomly placed endings.
    #[arg(long, value_name = "N")]
    pub random: Option<u64>,
    /// A whole campaign of so many positions: openings, the paper's games, self-play, random play, endings, mates, promotions,
    /// repetitions. The repetition schemes and both policies take turns over them, positions of repetitions run under all five
    /// schemes; each runs at normal and at tournament widths. Of the options for the search only --depth goes with it (2
    /// without). The first difference is also made as small as it can be.
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "2400", conflicts_with_all = SET_BY_CAMPAIGN)]
    pub campaign: Option<u32>,
    /// So many games that the programs play against themselves, from random openings.
    #[arg(long, value_name = "N")]
    pub selfplay: Option<u64>,
}

/// The options for the search that a campaign decides itself.
const SET_BY_CAMPAIGN: [&str; 11] = [
    "tournament",
    "widths",
    "feedover",
    "secondary",
    "captures",
    "rep",
    "rep1",
    "no_hash",
    "exact_draft",
    "no_fifty",
    "no_mods",
];

/// How often a smaller case is tried before it is left as it is.
const SHRINKING: usize = 300;

/// The basic depth of a campaign's searches.
const CAMPAIGN_DEPTH: i32 = 2;

/// Runs the command.
///
/// # Errors
/// The positions cannot be read, the MIDAS text does not assemble, or the native program failed.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode> {
    let tasks = args.tasks()?;
    let campaign = args.what.campaign.is_some();
    // Games are asked for by playing them, everything by a campaign.
    let usual = match &args.what {
        What { campaign: Some(_), .. } => Level::Probe,
        What { selfplay: Some(_), .. } => Level::Game,
        _ => Level::Move,
    };
    let level = args.level.unwrap_or(usual);
    let program = Arc::new(Program::assemble(&Sources::default())?);
    if !campaign && let Some(task) = tasks.first() {
        writeln!(out, "{}", describe(&task.settings))?;
        out.flush()?;
    }
    let began = Instant::now();
    let outcome = campaign::run(
        &tasks,
        |task| format!("{}: {}", task.case.name, task.case),
        args.most,
        || Pair::new(&program),
        |pair, task| pair.compare(&task.case, &task.settings, level),
    )?;
    for (number, (index, difference)) in outcome.differences.iter().enumerate() {
        let Task { case, settings, .. } = &tasks[*index];
        if campaign {
            writeln!(out, "{}", describe(settings))?;
        }
        tell(case, difference, out)?;
        if args.minimise || campaign && number == 0 {
            let (case, difference) = smallest(&program, case, settings, level)?;
            writeln!(out, "the smallest that still differs:")?;
            tell(&case, &difference, out)?;
        }
    }
    if campaign {
        let different: Vec<usize> = outcome.differences.iter().map(|(index, _)| *index).collect();
        table(&tasks, &different, began.elapsed(), out)?;
    }
    writeln!(out, "{} compared, {} different", outcome.compared, outcome.differences.len())?;
    Ok(if outcome.differences.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// How many positions and searches each origin had, and how many of the searches differed.
fn table(tasks: &[Task], different: &[usize], took: Duration, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "{:<18} {:>9} {:>9} {:>9}", "", "positions", "searches", "different")?;
    for origin in Origin::ALL {
        let of_origin = || tasks.iter().filter(|task| task.origin == Some(origin));
        let mut names: Vec<&str> = of_origin().map(|task| task.case.name.as_str()).collect();
        names.dedup();
        let differ = different.iter().filter(|&&index| tasks[index].origin == Some(origin)).count();
        writeln!(out, "{origin:<18} {:>9} {:>9} {differ:>9}", names.len(), of_origin().count())?;
    }
    writeln!(out, "in {:.0} s", took.as_secs_f64())?;
    Ok(())
}

fn tell(case: &Case, difference: &Difference, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "{}\n  {case}\n  {difference}\n", case.name)?;
    Ok(())
}

fn smallest(
    program: &Arc<Program>,
    case: &Case,
    settings: &Settings,
    level: Level,
) -> Result<(Case, Difference)> {
    let mut pair = Pair::new(program)?;
    let mut failure = None;
    let case = minimise::minimise(case, SHRINKING, |case| match pair.compare(case, settings, level) {
        Ok(difference) => difference.is_some(),
        Err(error) => {
            failure = Some(error);
            false
        }
    });
    match (failure, pair.compare(&case, settings, level)?) {
        (Some(error), _) => Err(error),
        (None, Some(difference)) => Ok((case, difference)),
        (None, None) => anyhow::bail!("{}: the difference does not come again", case.name),
    }
}

impl Args {
    /// The searches meant.
    fn tasks(&self) -> Result<Vec<Task>> {
        let settings = self.settings.settings();
        if let Some(n) = self.what.campaign {
            let depth = self.settings.depth.unwrap_or(CAMPAIGN_DEPTH);
            return Ok(corpus::tasks(self.seed, n as usize, depth));
        }
        let cases = self.what.cases(self.seed)?;
        Ok(cases.into_iter().map(|case| Task { origin: None, case, settings: settings.clone() }).collect())
    }
}

impl What {
    /// The cases meant.
    fn cases(&self, seed: u64) -> Result<Vec<Case>> {
        if let Some(fen) = &self.fen {
            return Ok(vec![Case::position("the position", position::parse(fen)?)]);
        }
        if let Some(path) = &self.epd {
            let cases = epd::parse(&path.display().to_string(), &file::read_text(path)?)?;
            anyhow::ensure!(!cases.is_empty(), "`{}` holds no position", path.display());
            return Ok(cases);
        }
        if let Some(n) = self.random {
            return Ok((0..n).map(|index| random::case(seed, index)).collect());
        }
        let n = self.selfplay.context("what is to be compared?")?;
        Ok((0..n).map(|index| random::opening(seed, index)).collect())
    }
}
