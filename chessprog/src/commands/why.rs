//! `machack why`: explains a move in sentences.

mod moves;
mod output;
mod resumed;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};

use super::annotation::annotated;
use super::engine::{self, EngineChoice};
use super::position::PositionArgs;
use super::scores;
use super::settings::SettingsArgs;
use crate::explanation::words::Notation;
use crate::explanation::{explain, explain_original};
use crate::native::Native;
use crate::original::Original;
use crate::subject::Subject;
use crate::vocabulary::Side;
pub(crate) use moves::read_move;
use moves::{MoveNumber, MoveToExplain, Questions};
pub(crate) use output::wrapped;
use output::{ExplainedMove, Format};
use support::number::within;

/// Explain in sentences why the program chose a move, or not another.
///
/// The program searches the position. The reasons come from its list of plausible moves and from the search:
/// the heuristics that put the move high in the list, the replies that were searched, the line that the
/// program expects, and the refutations of the other moves. With MOVE, the command explains why the program
/// does not choose that move.
///
/// With --pgn, all moves of one side in a game are explained, or one with --move-number. If the program now
/// chooses a different move, the two are compared. With --resume, the program's last
/// move in the saved game is explained, with the settings of that game. The file is not changed.
///
/// Plausibility is counted in points, from the mover's side. Values are from White's side, 128 to a pawn. The
/// rules are in docs/reference/machack.md, and the JSON output names the section of each reason.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  machack why --no-book
  machack why P-Q4 --no-book --fen 'startpos; moves e2e4 e7e5'
  machack why --pgn machack-unrated --move-number 12
  machack why P-Q4 --resume
  machack why --pgn machack-unrated --annotate --notation algebraic
  machack why Nf6 --short --no-book --fen 'startpos; moves e2e4'
  machack why --json --fen '6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1'")]
pub(crate) struct Args {
    /// A move that the program did not choose, in any notation: `P-K4`, `e4`, `e2e4`. Default: only the
    /// program's own move is explained.
    #[arg(value_name = "MOVE")]
    pub other: Option<String>,
    /// The position.
    #[command(flatten)]
    pub position: PositionArgs,
    /// Explain the moves of a game: a PGN file, or the name of a game of the 1967 article (`machack games
    /// --help` lists them).
    #[arg(long, value_name = "FILE", conflicts_with = "fen", group = "game_source")]
    pub pgn: Option<String>,
    /// Explain the program's last move in a game. FILE is a machine saved with `machack play --save`, or a
    /// journal. Default without FILE: the most recent unfinished game.
    #[arg(long, value_name = "FILE", num_args = 0..=1, group = "game_source")]
    #[arg(conflicts_with = "fen")]
    pub resume: Option<Option<PathBuf>>,
    /// Game N of the PGN file. Default: the first game.
    #[arg(long, value_name = "N", requires = "pgn", value_parser = within::<u32>(1..=u64::MAX))]
    pub game: Option<u32>,
    /// Explain only this move of the game: `12`, or `12...` for Black's move.
    #[arg(long, value_name = "N", requires = "game_source")]
    pub move_number: Option<MoveNumber>,
    /// The side whose moves are explained. Default: the program's side, otherwise White.
    #[arg(long, value_enum, requires = "game_source")]
    pub side: Option<Side>,
    /// The program to ask. The Rust and the MIDAS version give the same explanation. The original program of
    /// 1967 reveals only its list with the points, and the values and lines of the moves that it
    /// investigated. It needs --orig, and a game from the initial position.
    #[arg(long, value_enum, default_value = "native")]
    pub engine: EngineChoice,
    /// Write about two sentences for each move.
    #[arg(long)]
    pub short: bool,
    /// Write the data of the explanation as JSON.
    #[arg(long, conflicts_with = "short")]
    pub json: bool,
    /// Write Markdown.
    #[arg(long, conflicts_with = "json")]
    pub markdown: bool,
    /// Write the game as PGN with the explanations, about two sentences each, as comments.
    #[arg(long, requires = "pgn", conflicts_with_all = ["json", "markdown", "other"])]
    pub annotate: bool,
    /// Notation of moves and squares.
    #[arg(long, value_enum, default_value = "descriptive")]
    pub notation: Notation,
    /// Search even if the opening book has a move.
    #[arg(long)]
    pub no_book: bool,
    /// How it searches.
    #[command(flatten)]
    pub settings: SettingsArgs,
}

/// The program whose move is explained. `Own` is the Rust or the MIDAS program.
enum ExplainedProgram {
    Own(Box<dyn Subject>),
    Original(Box<Original>),
}

impl ExplainedProgram {
    fn start(choice: EngineChoice) -> Result<ExplainedProgram> {
        Ok(match choice {
            EngineChoice::Native => ExplainedProgram::Own(Box::new(Native::new())),
            EngineChoice::Emulated => ExplainedProgram::Own(Box::new(engine::emulated()?)),
            EngineChoice::Original => ExplainedProgram::Original(Box::new(engine::original()?)),
        })
    }
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode> {
    let mut asked = ExplainedProgram::start(args.engine)?;
    let Questions { moves, settings, use_book } = moves::questions(args)?;
    let mut answers = Vec::new();
    for MoveToExplain { heading, case, ply, played } in moves {
        let position = case.root().with_context(|| format!("the position `{case}`"))?;
        let other = args.other.as_deref().map(|text| read_move(&case, &position, text)).transpose();
        let other =
            if played.is_some() { other.with_context(|| format!("before {heading}"))? } else { other? };
        let explanation = match &mut asked {
            ExplainedProgram::Own(program) => explain(program.as_mut(), &case, &settings, use_book)?,
            ExplainedProgram::Original(program) => explain_original(program, &case, &settings)?,
        };
        answers.push(ExplainedMove { heading, explanation, ply, played, other });
    }
    if let (true, Some(name)) = (args.annotate, &args.pgn) {
        let score = scores::nth(name, args.game.unwrap_or(1) as usize)?.score;
        let comments = answers.iter().map(|explained| (explained.ply, output::comment(args, explained)));
        out.write_all(annotated(score, comments).as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    let format = match (args.json, args.markdown) {
        (true, _) => Format::Json,
        (_, true) => Format::Markdown,
        _ => Format::Text,
    };
    out.write_all(output::write(args, format, &answers)?.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}
