//! The start of a game at the teletype: a diagram, or the moves of a score.

use anyhow::{Context, Result, ensure};

use super::super::{position, scores};
use super::score::GamePrefix;
use crate::engine::game::Game;
use crate::engine::notation;
use crate::engine::position::Position;
use crate::games::Score;
use crate::program::{Case, Start};
use crate::vocabulary::{Diagram, Move};
use support::number::{whole, within};
use support::report;
use support::text::count;

/// The start of a game, as given on the command line.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct OpeningArgs {
    /// Start with this position in Forsyth-Edwards notation. Moves may follow: `; moves e2e4 e7e5`. The
    /// position, with its castling rights and move counts, is written to the program's memory. The moves are
    /// typed.
    #[arg(long, value_name = "FEN", conflicts_with = "resume")]
    pub fen: Option<String>,
    /// Start with this game: a PGN file, or the name of a game of the 1967 article (`machack games --help`
    /// lists them). Its moves are typed one by one, so that the program knows the earlier positions.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "resume"])]
    pub pgn: Option<String>,
    /// Number of the game in the PGN file.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "pgn")]
    #[arg(value_parser = within::<u32>(1..=u64::MAX))]
    pub game: u32,
    /// Type only the first N half-moves of the game. Default: all.
    #[arg(long, value_name = "N", requires = "pgn", value_parser = whole::<usize>)]
    pub plies: Option<usize>,
}

#[derive(Clone, Debug)]
pub(crate) struct Opening {
    /// The position to set up; `None` for the initial one.
    pub diagram: Option<Diagram>,
    /// The game to type.
    pub game: Game,
    /// The game of --pgn, and the case that it leads to. `None` without --pgn, or if only the end of the game
    /// is typed.
    pub read: Option<GamePrefix>,
}

impl OpeningArgs {
    /// Returns the start chosen by the options, or `None` without such an option.
    pub(crate) fn read(&self) -> Result<Option<Opening>> {
        let (case, score) = match (&self.fen, &self.pgn) {
            (Some(fen), _) => (position::parse(fen)?, None),
            (None, Some(name)) => self.score(name)?,
            (None, None) => return Ok(None),
        };
        let opening = Opening::of(&case).with_context(|| format!("the game `{case}`"))?;
        let read = score.map(|score| GamePrefix { score, case });
        Ok(Some(Opening { read, ..opening }))
    }

    /// Returns the game of a file up to the chosen ply, and its score if the moves are typed from the first.
    fn score(&self, name: &str) -> Result<(Case, Option<Score>)> {
        let game = scores::nth(name, self.game as usize)?;
        let played = game.play()?;
        let plies = self.plies.unwrap_or(played.plies());
        ensure!(
            plies <= played.plies(),
            report::usage(format!(
                "`{}` has only {}; --plies must be at most {}",
                game.name,
                count(played.plies(), "half-move"),
                played.plies()
            ))
        );
        let case = played.case(plies);
        // If the game is longer than the record, only its end is typed.
        let whole = case.moves.len() == plies;
        Ok((case, whole.then_some(game.score)))
    }
}

impl Opening {
    fn of(case: &Case) -> Result<Opening> {
        let diagram = match &case.start {
            Start::Initial => None,
            Start::Diagram(diagram) => Some(diagram.as_ref().clone()),
        };
        Ok(Opening { diagram, game: case.played()?, read: None })
    }

    /// Returns the lines to type: the moves in a program's own notation, and before them the command that
    /// prints the board, if a position was set up.
    pub(crate) fn lines(&self, written: impl Fn(&Position, Move) -> Option<String>) -> Result<String> {
        let board = self.diagram.iter().map(|_| Ok("BD\n".to_owned()));
        let mut moves = Vec::new();
        self.game.walk(|position, mv| {
            let text = written(position, mv).map(|text| text + "\n");
            moves.push(
                text.with_context(|| {
                    format!("the move {mv} cannot be typed to the original program of 1967")
                }),
            );
        });
        board.chain(moves).collect()
    }
}

/// Returns a move in the notation of the Rust and the MIDAS program.
pub(crate) fn ours(position: &Position, mv: Move) -> Option<String> {
    Some(notation::write(position, mv))
}
