//! `machack compare`: two programs on the same positions.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use clap::ValueEnum;
use clap::builder::PossibleValue;

use super::engine::{EngineChoice, Maker};
use super::settings::SettingsArgs;
use super::{file, position, progress};
use crate::compare::campaign::{CampaignError, Verdict};
use crate::compare::corpus::{self, Origin, Task};
use crate::compare::difference::Difference;
use crate::compare::pair::{Contender, Level, Pair, Question};
use crate::compare::{campaign, epd, minimise, random};
use crate::emulated::Emulated;
use crate::native::Native;
use crate::original::Original;
use crate::program::{Case, describe};

/// Run two programs, the native and the emulated one, on the same positions and report where they first differ.
///
/// Compared are the move, the value, all counters, the variation and the root moves of a search, and the state that it leaves; at
/// finer levels every probe, in step: at `node` the nodes entered and left, at `probe` also each generated move, each heuristic's
/// contribution, each term of the evaluator, each hash probe and store. A difference is told with what both sides had, the last
/// probe that agreed, the line of the MIDAS text and the Rust function. The last line is `N compared, M different`; exit status 1
/// if any differ.
///
/// The third engine, the program of 1967 itself, is compared by the searches and games that it can be asked for: from the initial
/// position, under --orig, with what 1967 counted.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  machack compare --random 100 --seed 1
  machack compare --fen 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1' --level probe --depth 2
  machack compare --epd positions.epd --tournament --depth 3 --rep shadow
  machack compare --selfplay 2 --depth 2
  machack compare --engines native,original --random 500 --orig
  machack compare --campaign")]
pub(crate) struct Args {
    /// What to compare.
    #[command(flatten)]
    pub what: What,
    /// The two programs.
    #[arg(long, value_enum, value_name = "A,B", value_delimiter = ',', default_value = "native,emulated")]
    pub engines: Vec<EngineChoice>,
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
pub(crate) struct What {
    /// One position, in Forsyth-Edwards notation or `startpos`.
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
    /// A file of positions, one a line, `-` for standard input; a game may follow each: `; moves e2e4 e7e5`.
    #[arg(long, value_name = "FILE")]
    pub epd: Option<PathBuf>,
    /// So many positions from random play and randomly placed endings; with the program of 1967 among the two, all from games from
    /// the initial position.
    #[arg(long, value_name = "N")]
    pub random: Option<u64>,
    /// A whole campaign of so many positions: openings, the paper's games, self-play, random play, endings, mates, promotions,
    /// repetitions, games that are over, set-up positions, games that carry state. Each runs as in 1967 and at the paper's normal and
    /// tournament settings; the repetition schemes and both policies take turns over them, positions of repetitions run under all
    /// five. Of the options for the search only --depth goes with it (2 without). The first difference is also made as small as it
    /// can be.
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "2400", conflicts_with_all = SET_BY_CAMPAIGN)]
    pub campaign: Option<u32>,
    /// So many games that the programs play against themselves, from random openings.
    #[arg(long, value_name = "N")]
    pub selfplay: Option<u64>,
}

/// The options for the search that a campaign decides itself.
const SET_BY_CAMPAIGN: [&str; 15] = [
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
    "no_hash",
    "exact_draft",
    "no_fifty",
    "no_mods",
];

/// How often a smaller case is tried before it is left as it is.
const SHRINKING: usize = 300;

/// The basic depth of a campaign's searches.
const CAMPAIGN_DEPTH: i32 = 2;

impl ValueEnum for Level {
    fn value_variants<'a>() -> &'a [Level] {
        &[Level::Probe, Level::Node, Level::Move, Level::Game]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (name, help) = match self {
            Level::Probe => ("probe", "Every probe"),
            Level::Node => ("node", "Every node of the search"),
            Level::Move => ("move", "Move, value, counters, variation and root moves of each search"),
            Level::Game => ("game", "The same, all along games played out from each position"),
        };
        Some(PossibleValue::new(name).help(help))
    }
}

/// Two programs, made for each worker.
struct Makers([Maker; 2]);

impl Makers {
    fn pair(&self) -> Result<Pair> {
        let contender = |maker: &Maker| {
            Ok::<Contender, anyhow::Error>(match maker {
                Maker::Native => Native::new().into(),
                Maker::Emulated(program) => Emulated::load(program.clone())?.into(),
                Maker::Original(binary) => Contender::Original(Box::new(Original::start(binary)?)),
            })
        };
        let [first, second] = &self.0;
        Ok(Pair::new(contender(first)?, contender(second)?))
    }
}

/// Runs the command.
///
/// # Errors
/// The positions cannot be read, the MIDAS text does not assemble, there is no sound copy of the program of 1967, or the native program
/// failed.
pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode> {
    let &[first, second] = &args.engines[..] else {
        bail!("--engines takes two programs, such as native,emulated")
    };
    let original = first == EngineChoice::Original || second == EngineChoice::Original;
    let makers = Makers([Maker::new(first)?, Maker::new(second)?]);
    let campaign = args.what.campaign.is_some();
    // Games are asked for by playing them, everything by a campaign.
    let usual = match &args.what {
        What { campaign: Some(_), .. } if !original => Level::Probe,
        What { selfplay: Some(_), .. } => Level::Game,
        _ => Level::Move,
    };
    let level = args.level.unwrap_or(usual);
    let tasks = args.tasks(level, original)?;
    if !campaign && let Some(task) = tasks.first() {
        writeln!(out, "{}", describe(&task.question.settings))?;
        out.flush()?;
    }
    let began = Instant::now();
    let bar = progress::bar(tasks.len());
    let outcome = campaign::run(
        &tasks,
        |task| format!("{}: {}", task.question.case.name, task.question.case),
        args.most,
        |different| {
            if different > 0 {
                bar.set_message(format!("{different} different"));
            }
            bar.inc(1);
        },
        || makers.pair(),
        |pair, task| Ok::<_, anyhow::Error>(pair.compare(&task.question, level)?),
    );
    bar.finish_and_clear();
    let outcome = outcome.map_err(|error| match error {
        CampaignError::Worker(why) => why,
        CampaignError::Case { name, why } => why.context(name),
    })?;
    for (number, (index, difference)) in outcome.differences.iter().enumerate() {
        let question = &tasks[*index].question;
        if campaign {
            writeln!(out, "{}", describe(&question.settings))?;
        }
        tell(&question.case, difference, out)?;
        if args.minimise || campaign && number == 0 {
            let (case, difference) = smallest(&makers, question, level)?;
            writeln!(out, "the smallest that still differs:")?;
            tell(&case, &difference, out)?;
        }
    }
    if campaign {
        let different: Vec<usize> = outcome.differences.iter().map(|(index, _)| *index).collect();
        table(&tasks, &different, began.elapsed(), out)?;
    }
    if let Some(skipped) = outcome.told_skipped() {
        writeln!(out, "{skipped}")?;
    }
    writeln!(out, "{} compared, {} different", outcome.compared, outcome.differences.len())?;
    Ok(if outcome.differences.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// How many positions and searches each origin had, and how many of the searches differed.
fn table(tasks: &[Task], different: &[usize], took: Duration, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "{:<18} {:>9} {:>9} {:>9}", "", "positions", "searches", "different")?;
    for origin in Origin::ALL {
        let of_origin = || tasks.iter().filter(|task| task.origin == Some(origin));
        let mut names: Vec<&str> = of_origin().map(|task| task.question.case.name.as_str()).collect();
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

fn smallest(makers: &Makers, question: &Question, level: Level) -> Result<(Case, Difference)> {
    let mut pair = makers.pair()?;
    let mut asked =
        |case: &Case| match pair.compare(&Question { case: case.clone(), ..question.clone() }, level)? {
            Verdict::Different(difference) => Ok::<_, anyhow::Error>(Some(difference)),
            Verdict::Same | Verdict::Skipped(_) => Ok(None),
        };
    let mut failure = None;
    let case = minimise::minimise(&question.case, SHRINKING, |case| match asked(case) {
        Ok(difference) => difference.is_some(),
        Err(error) => {
            failure = Some(error);
            false
        }
    });
    match (failure, asked(&case)?) {
        (Some(error), _) => Err(error),
        (None, Some(difference)) => Ok((case, difference)),
        (None, None) => bail!("{}: the difference does not come again", case.name),
    }
}

impl Args {
    /// The searches meant.
    fn tasks(&self, level: Level, original: bool) -> Result<Vec<Task>> {
        let settings = self.settings.settings();
        if let Some(n) = self.what.campaign {
            let depth = self.settings.depth.unwrap_or(CAMPAIGN_DEPTH);
            return Ok(corpus::tasks(self.seed, n as usize, depth));
        }
        let cases = self.what.cases(self.seed, original)?;
        let question = |case| Question::new(case, settings.clone(), level);
        Ok(cases.into_iter().map(|case| Task { origin: None, question: question(case) }).collect())
    }
}

impl What {
    /// The cases meant. The program of 1967 knows only games from the initial position.
    fn cases(&self, seed: u64, original: bool) -> Result<Vec<Case>> {
        if let Some(fen) = &self.fen {
            let case = position::parse(fen)?;
            case.played().with_context(|| format!("the position `{fen}`"))?;
            return Ok(vec![Case { name: "the position".to_owned(), ..case }]);
        }
        if let Some(path) = &self.epd {
            let cases = epd::parse(&path.display().to_string(), &file::read_text(path)?)?;
            ensure!(!cases.is_empty(), "`{}` holds no position", path.display());
            return Ok(cases);
        }
        if let Some(n) = self.random {
            let case = if original { random::game } else { random::case };
            return Ok((0..n).map(|index| case(seed, index)).collect());
        }
        let n = self.selfplay.context("what is to be compared?")?;
        Ok((0..n).map(|index| random::opening(seed, index)).collect())
    }
}
