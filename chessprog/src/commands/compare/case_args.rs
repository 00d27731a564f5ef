//! The positions to compare.

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};

use super::super::{file, position};
use super::Args;
use crate::compare::corpus::{self, Task};
use crate::compare::pair::{Level, Question};
use crate::compare::{epd, random};
use crate::program::Case;
use support::number::within;
use support::report;

/// The positions to compare.
#[derive(clap::Args, Debug)]
#[group(required = true, multiple = false)]
pub(crate) struct CaseArgs {
    /// One position, in Forsyth-Edwards notation or `startpos`.
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
    /// A file of positions in FEN or EPD, one per line, or `-` for standard input. Moves may follow a
    /// position: `; moves e2e4 e7e5`.
    #[arg(long, value_name = "FILE")]
    pub epd: Option<PathBuf>,
    /// N positions from random games and random endings. With the original program of 1967, all are from
    /// games from the initial position.
    #[arg(long, value_name = "N", value_parser = within::<u64>(1..=u64::MAX))]
    pub random: Option<u64>,
    /// A campaign of N positions of many kinds: openings, the games of the 1967 article, self-play, random
    /// games, endings, mates, promotions, repetitions, finished games, set-up positions, and games whose
    /// earlier moves affect the program. Each is searched with the settings ORIG, NORMAL and TOURN. The
    /// values of --rep and --rep1 alternate; positions with repetitions are searched with every value of
    /// --rep. The only search setting allowed is --depth (default: 2). The first case with a difference is
    /// reduced to the smallest one that still differs. Without N, there are 2400 positions.
    #[arg(
        long, value_name = "N", num_args = 0..=1, default_missing_value = "2400",
        value_parser = within::<u32>(1..=u64::MAX), conflicts_with_all = SET_BY_CAMPAIGN
    )]
    pub campaign: Option<u32>,
    /// N games that each program plays against itself, from random openings.
    #[arg(long, value_name = "N", value_parser = within::<u64>(1..=u64::MAX))]
    pub selfplay: Option<u64>,
}

/// Options for the search that cannot be used with a campaign.
const SET_BY_CAMPAIGN: [&str; 13] = [
    "tournament",
    "orig",
    "widths",
    "feedover",
    "secondary",
    "captures",
    "paper",
    "rep",
    "rep1",
    "hash",
    "fifty",
    "exact_draft",
    "no_mods",
];

const DEFAULT_CAMPAIGN_DEPTH: i32 = 2;

/// Default maximum depth in a campaign that searches each position once, in plies.
const ONCE_DEEPEST: i32 = 3;

impl CaseArgs {
    pub(super) fn tasks(&self, args: &Args, level: Level, original: bool) -> Result<Vec<Task>> {
        if let Some(n) = self.campaign {
            if args.once {
                let deepest = args.settings.depth.unwrap_or(ONCE_DEEPEST);
                return Ok(corpus::once(args.seed, n as usize, deepest));
            }
            let depth = args.settings.depth.unwrap_or(DEFAULT_CAMPAIGN_DEPTH);
            return Ok(corpus::tasks(args.seed, n as usize, depth));
        }
        if args.once {
            return Err(report::usage("--once changes the positions of a campaign: give --campaign, too"));
        }
        let settings = args.settings.settings();
        let cases = self.cases(args.seed, original)?;
        let question = |case| Question::new(case, settings.clone(), level);
        Ok(cases.into_iter().map(|case| Task { origin: None, question: question(case) }).collect())
    }

    /// Returns the cases chosen by the arguments. With `original`, random cases are games from the initial
    /// position, because the program of 1967 cannot set up a position.
    fn cases(&self, seed: u64, original: bool) -> Result<Vec<Case>> {
        if let Some(fen) = &self.fen {
            let case = position::parse(fen)?;
            case.played().with_context(|| format!("the position `{fen}`"))?;
            return Ok(vec![Case { name: "the position".to_owned(), ..case }]);
        }
        if let Some(path) = &self.epd {
            let cases = epd::parse(&path.display().to_string(), &file::read_text(path)?)?;
            ensure!(!cases.is_empty(), "`{}` has no position", path.display());
            return Ok(cases);
        }
        if let Some(n) = self.random {
            let case = if original { random::game } else { random::case };
            return Ok((0..n).map(|index| case(seed, index)).collect());
        }
        let n = self
            .selfplay
            .context("nothing to compare (expected --fen, --epd, --random, --campaign or --selfplay)")?;
        Ok((0..n).map(|index| random::opening(seed, index)).collect())
    }
}
