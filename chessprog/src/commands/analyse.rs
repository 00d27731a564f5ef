//! `machack analyse`: shows what the program finds in a position, a list of positions, or all moves of a
//! game.

mod ask;
mod dot;
mod output;
mod picture;
mod report;
mod text;
mod tree;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, ensure};
use support::file::Places;
use support::report as console;
use support::signals::Stop;

use super::engine::{EngineChoice, Starter};
use super::position::PositionArgs;
use super::progress;
use super::scores::NamedScore;
use super::settings::SettingsArgs;
use super::{file, scores};
use crate::explanation::named_by;
use crate::explanation::words::Notation;
use crate::games::{PlayedGame, Score};
use crate::program::Case;
use crate::vocabulary::Side;
use ask::ReportContents;
use output::{Picture, ReportFormat, ReportOutput};
use report::{PlayedMove, Report};
use support::number::{whole, within};
use tree::TreeLimits;

/// Show what the program finds in a position.
///
/// The output has the board, the terms of the static evaluation, the reason to search the position further if
/// there is one (the feedover condition), and the plausible captures. Then come all moves in the order in
/// which the program would investigate them, with plausibility, positional value and marks (P poor for
/// development, U unsafe, F always investigated). Last are the move, value, variation and counters of a
/// search, and for the emulated machine its time.
///
/// The counters have the names of the command STAT: PMG nodes where plausible moves were generated, EVAL
/// nodes that were evaluated, FEED feedovers, NODES all nodes, HASH values from the hash table, REP draws by
/// repetition, CUT alpha-beta cuts, SEC secondary searches. In 1967, PMG, EVAL, FEED and CUT were called NPL,
/// NSV, NFD and NABF. Values of positions are from White's side, those of moves from the mover's side; 128 is
/// a pawn. All numbers come from the chosen program. The original program of 1967 can only search, with
/// --orig and in games from the initial position.
///
/// JSON output has all of this, and the terms of each move. A picture (SVG, PNG) shows the board with the
/// plausible moves as arrows, bars for the terms of each move, the terms of the evaluation and the search. It
/// can also show the search tree, or for a game (--pgn) a plot of value and time with the seconds in
/// the record of the game. PGN output is the game with the sentences of --why as comments.
///
/// Several positions are analysed in parallel, with a progress bar on a terminal. Control-C stops after the
/// positions in progress, writes their results, and exits with status 130. A second control-C stops at once.
///
/// If a game of the PGN file cannot be read, the place and the error are reported. The others are analysed,
/// and the exit status is 1.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  machack analyse --depth 3
  machack analyse --no-search --trace P-K4
  machack analyse --engine emulated --fen '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'
  machack analyse --engine original --orig --fen 'startpos; moves e2e4 e7e5'
  machack analyse --fen 'startpos; moves e2e4 e7e5' --output board.png
  machack analyse --pgn machack-unrated --why --output explained.pgn
  machack analyse --depth 2 --tree --format dot | dot -Tsvg > tree.svg
  machack analyse --pgn machack-unrated --side white --engine emulated \\
    --tournament --orig --output game.svg")]
pub(crate) struct Args {
    /// The position.
    #[command(flatten)]
    pub position: PositionArgs,
    /// Analyse all moves of a game: a PGN file, or the name of a game of the 1967 article (`machack games
    /// --help` lists them).
    #[arg(long, value_name = "FILE", conflicts_with = "fen")]
    pub pgn: Option<String>,
    /// Only game N of the PGN file. Default: all games.
    #[arg(long, value_name = "N", requires = "pgn", value_parser = within::<u32>(1..=u64::MAX))]
    pub game: Option<u32>,
    /// Analyse only the moves of this side in a game.
    #[arg(long, value_enum, requires = "pgn")]
    pub side: Option<Side>,
    /// The program to run.
    #[arg(long, value_enum, default_value = "native")]
    pub engine: EngineChoice,
    /// Print how a move (`e2e4`, `P-K4`) gets its plausibility, term by term. With `all`, print this for
    /// every move, and the terms of the static evaluation.
    #[arg(long, value_name = "MOVE")]
    pub trace: Option<String>,
    /// Print only what is known without a search. The table and the plot of a game (--pgn) need a search.
    #[arg(long)]
    pub no_search: bool,
    /// Explain the chosen move in about two sentences, as `machack why` does. If a game has another move,
    /// also explain why the program did not choose that one.
    #[arg(long, conflicts_with = "no_search")]
    pub why: bool,
    /// Print the search tree too. At a node with `White has better` the search stopped early, because White
    /// has a better move elsewhere.
    #[arg(long, conflicts_with = "no_search")]
    pub tree: bool,
    /// Maximum number of levels of the tree below the root.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = whole::<usize>)]
    pub tree_depth: usize,
    /// Maximum number of nodes of the tree. If the children of a node do not fit, their number is shown.
    #[arg(long, value_name = "N", default_value_t = 120, value_parser = whole::<usize>)]
    pub tree_nodes: usize,
    /// Output format. Default: by the extension of --output, otherwise text.
    #[arg(long, value_enum)]
    pub format: Option<ReportFormat>,
    /// Contents of a picture. Default: the game with --pgn, the tree with --tree, otherwise the board.
    #[arg(long, value_enum)]
    pub picture: Option<Picture>,
    /// Number of moves shown as arrows on the board.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = whole::<usize>)]
    pub arrows: usize,
    /// Output file. Several pictures are numbered before the extension: `board-1.png`.
    #[arg(long, short, value_name = "FILE", default_value = "-")]
    pub output: PathBuf,
    /// How it searches.
    #[command(flatten)]
    pub settings: SettingsArgs,
}

struct Item {
    case: Case,
    played: Option<PlayedMove>,
}

#[derive(Default)]
struct Items {
    title: String,
    items: Vec<Item>,
    /// The games, each with the number of items up to its end.
    games: Vec<(Score, usize)>,
    /// Whether every game of the file could be read.
    whole: bool,
}

/// Maximum number of positions of games. All their reports are in memory until the last one is made.
const MAX_POSITIONS: usize = 50_000;

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode> {
    let format = args.format.unwrap_or_else(|| ReportFormat::of(&args.output));
    let picture = output::picture_of(args);
    if args.engine == EngineChoice::Original {
        ensure!(
            args.trace.is_none() && !args.no_search && !args.tree && picture != Picture::Tree,
            console::usage(
                "the program of 1967 has no tables or traces to show: it can only be asked for a search"
            )
        );
        ensure!(
            !args.why && format != ReportFormat::Pgn,
            console::usage(
                "the program of 1967 does not reveal its reasons here: `machack why --engine original` gives \
             those that it has"
            )
        );
    }
    ensure!(
        !args.no_search || (format != ReportFormat::Dot && picture != Picture::Tree),
        console::usage("a tree needs a search: omit --no-search")
    );
    ensure!(
        format != ReportFormat::Pgn || args.pgn.is_some() && !args.no_search,
        console::usage("PGN output needs a game to explain: give --pgn, without --no-search")
    );
    let is_drawn = matches!(format, ReportFormat::Svg | ReportFormat::Png);
    ensure!(
        is_drawn || args.picture.is_none(),
        console::usage("--picture needs --format svg or png, or --output FILE.svg or FILE.png")
    );
    let wants_tree = args.tree || (is_drawn && picture == Picture::Tree) || format == ReportFormat::Dot;
    let whole_report = match format {
        ReportFormat::Text => args.pgn.is_none() || args.trace.is_some(),
        ReportFormat::Svg | ReportFormat::Png => picture != Picture::Game,
        ReportFormat::Json | ReportFormat::Dot => true,
        ReportFormat::Pgn => false,
    };
    ensure!(
        whole_report || !args.no_search,
        console::usage("the table and the plot of a game need a search: omit --no-search")
    );
    let question = ReportContents {
        settings: args.settings.settings(),
        whole_report,
        search: !args.no_search,
        why: (args.why || format == ReportFormat::Pgn).then_some(match format {
            ReportFormat::Text | ReportFormat::Json | ReportFormat::Dot => Notation::Descriptive,
            ReportFormat::Svg | ReportFormat::Png | ReportFormat::Pgn => Notation::Algebraic,
        }),
        tree: wants_tree.then_some(TreeLimits { depth: args.tree_depth, nodes: args.tree_nodes }),
    };
    let Items { title, items, games, whole } = items(args)?;
    let mut places = Places::default();
    args.pgn.iter().for_each(|path| places.input("--pgn", path));
    let output = ReportOutput { args, format, picture };
    for path in output.files(items.len()) {
        file::declare("--output", &path, &mut places)?;
    }
    // If control-C cannot be handled, it ends the command as usual.
    let stop = Stop::heard().unwrap_or_default();
    let starter = Starter::new(args.engine)?;
    let reports = progress::for_each(&items, &stop, |item| answer(&starter, item, &question));
    let reports = reports.into_iter().flatten().collect::<Result<Vec<Report>>>()?;
    output.write(&title, games, &reports, out)?;
    let stopped = reports.len() < items.len();
    if stopped {
        console::message(format!("machack: stopped after {} of {} positions", reports.len(), items.len()))?;
    }
    Ok(match (stopped, whole) {
        (true, _) => ExitCode::from(Stop::STATUS),
        (false, true) => ExitCode::SUCCESS,
        (false, false) => ExitCode::FAILURE,
    })
}

fn items(args: &Args) -> Result<Items> {
    let Some(name) = &args.pgn else {
        let alone = |case| Item { case, played: None };
        let items = args.position.read()?.into_iter().map(alone).collect();
        return Ok(Items { items, whole: true, ..Items::default() });
    };
    let mut items = Items { whole: true, ..Items::default() };
    match args.game {
        Some(number) => {
            let game = scores::nth(name, number as usize)?;
            let played = game.play()?;
            items.add(args, &game, played)?;
        }
        None => {
            let names = std::slice::from_ref(name);
            items.whole = scores::each(names, |game, played| items.add(args, &game, played))?;
        }
    }
    ensure!(!items.items.is_empty(), "`{name}` has no moves to analyse");
    Ok(items)
}

impl Items {
    fn add(&mut self, args: &Args, game: &NamedScore, played: PlayedGame) -> Result<()> {
        if self.title.is_empty() {
            let players = ["White", "Black"].map(|tag| game.score.tag(tag).unwrap_or("?"));
            self.title = format!("{}: {}", game.name, players.join(" - "));
        }
        played.walk(|plies, position, mv| {
            if args.side.is_some_and(|side| side != position.side()) {
                return;
            }
            let seconds = game.score.line.moves[plies].seconds();
            let what = PlayedMove {
                number: position.move_number(),
                side: position.side(),
                mv: named_by(position, mv),
                plies,
                seconds: seconds.map(|(seconds, _)| seconds),
                doubtful: seconds.map(|(_, doubtful)| doubtful),
            };
            self.items.push(Item { case: played.case(plies), played: Some(what) });
        });
        self.games.push((game.score.clone(), self.items.len()));
        ensure!(
            self.items.len() <= MAX_POSITIONS,
            "more than {MAX_POSITIONS} positions: choose a game with --game N"
        );
        Ok(())
    }
}

fn answer(starter: &Starter, item: &Item, question: &ReportContents) -> Result<Report> {
    let mut running = starter.start()?;
    let mut report = ask::report(&mut running, &item.case, question)?;
    report.played.clone_from(&item.played);
    if let (Some(notation), Some(subject)) = (question.why, running.subject()) {
        report.why = ask::reasons(subject, &item.case, question, item.played.as_ref(), notation)?;
    }
    if !question.whole_report {
        // This saves memory: the name of a position contains all moves of its game.
        report.name.clear();
    }
    Ok(report)
}
