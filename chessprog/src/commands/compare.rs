//! `machack compare`: both programs on the same positions.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Result};

use super::settings::SettingsArgs;
use super::{file, position};
use crate::compare::case::Case;
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
  machack compare --selfplay 2 --depth 2")]
pub struct Args {
    /// What to compare.
    #[command(flatten)]
    pub what: What,
    /// How closely.
    #[arg(long, value_enum, default_value = "move")]
    pub level: Level,
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
    /// So many games that the programs play against themselves, from random openings.
    #[arg(long, value_name = "N")]
    pub selfplay: Option<u64>,
}

/// How often a smaller case is tried before it is left as it is.
const SHRINKING: usize = 300;

/// Runs the command.
///
/// # Errors
/// The positions cannot be read, the MIDAS text does not assemble, or the native program failed.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode> {
    let cases = args.what.cases(args.seed)?;
    let settings = args.settings.settings();
    // Games are asked for by playing them.
    let level =
        if args.what.selfplay.is_some() && args.level == Level::Move { Level::Game } else { args.level };
    let program = Arc::new(Program::assemble(&Sources::default())?);
    writeln!(out, "{}", describe(&settings))?;
    out.flush()?;
    let outcome = campaign::run(
        &cases,
        args.most,
        || Pair::new(&program),
        |pair, case| pair.compare(case, &settings, level),
    )?;
    for (index, difference) in &outcome.differences {
        tell(&cases[*index], difference, out)?;
        if args.minimise {
            let (case, difference) = smallest(&program, &cases[*index], &settings, level)?;
            writeln!(out, "the smallest that still differs:")?;
            tell(&case, &difference, out)?;
        }
    }
    writeln!(out, "{} compared, {} different", outcome.compared, outcome.differences.len())?;
    Ok(if outcome.differences.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) })
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
