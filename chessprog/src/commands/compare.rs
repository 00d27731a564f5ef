//! `machack compare`: both programs on the same positions.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};

use super::settings::SettingsArgs;
use super::{file, position};
use crate::compare::case::Case;
use crate::compare::{epd, random};

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

/// How closely two programs are compared.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Every probe
    Probe,
    /// Every node of the search
    Node,
    /// Move, value, counters and variation of each search
    Move,
    /// The same, all along games played out from each position
    Game,
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
