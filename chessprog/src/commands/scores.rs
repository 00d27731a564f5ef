//! The games that a command works on: built-in games by name, others from PGN files.
//!
//! A broken game in a file is reported, and the others are used.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use anyhow::{Context, Result, anyhow, ensure};
use support::file::input_name;
use support::report;
use support::text::count;

use crate::games::{self, PAPER_GAMES, PlayedGame, ReadGame, Remark, Score};
use crate::vocabulary::Side;

/// The legend in charts for the times recorded in the score of a game.
pub(crate) const LEGEND_OF_SECONDS: &str = "in the game (hollow: doubtful)";

pub(crate) struct NamedScore {
    /// `game 4` for a built-in game, otherwise the same as `name`.
    pub title: String,
    /// `machack-unrated`, or `FILE, game 2`.
    pub name: String,
    pub score: Score,
    warnings: Vec<Remark>,
}

impl NamedScore {
    /// Returns the side whose moves a command works on: `wanted`, otherwise the program's side in the tags.
    pub(crate) fn side(&self, wanted: Option<Side>) -> Result<Side> {
        wanted.or(self.score.program()).with_context(|| {
            format!("the game `{}` does not say which side is the program's: give --side", self.name)
        })
    }

    /// Plays the game through and reports its warnings.
    pub(crate) fn play(&self) -> Result<PlayedGame> {
        for warning in &self.warnings {
            report::message(format!("machack: {}, {warning}", self.name))?;
        }
        let played = self.score.play(&self.name)?;
        for warning in &played.warnings {
            report::message(format!("machack: {}, {warning}", self.name))?;
        }
        Ok(played)
    }
}

/// Calls `work` for each game of `names`, or for the paper's four games if `names` is empty. A game that
/// cannot be read or played through is reported and skipped. Returns `true` if no game was skipped, and an
/// error if a file cannot be read, if `work` fails, or if every game was skipped.
pub(crate) fn each(
    names: &[String],
    mut work: impl FnMut(NamedScore, PlayedGame) -> Result<()>,
) -> Result<bool> {
    let all: Vec<String> = PAPER_GAMES.iter().map(|(name, _)| (*name).to_owned()).collect();
    let (mut read, mut broken) = (0, 0);
    for name in if names.is_empty() { &all } else { names } {
        for game in open(name)? {
            match game?.and_then(|game| game.play().map(|played| (game, played))) {
                Ok((game, played)) => {
                    read += 1;
                    work(game, played)?;
                }
                Err(error) => {
                    broken += 1;
                    report::message(format!("machack: {error:#}"))?;
                }
            }
        }
    }
    ensure!(read > 0, "no game could be read");
    Ok(broken == 0)
}

/// Returns the game with a number (from 1) in a file, or a built-in game by its name.
pub(crate) fn nth(name: &str, number: usize) -> Result<NamedScore> {
    let mut games = 0;
    for game in open(name)? {
        let game = game?;
        games += 1;
        if games == number {
            return game;
        }
    }
    Err(anyhow!("{} has no game {number}: it has {}", input_name(name, "`"), count(games, "game")))
}

/// A game of a file. The inner error concerns only that game, the outer error the rest of the file.
type FileGame = Result<Result<NamedScore>>;

fn open(name: &str) -> Result<Box<dyn Iterator<Item = FileGame>>> {
    if let Some((at, (_, text))) = games::named().enumerate().find(|(_, (known, _))| *known == name) {
        let title = format!("game {}", at + 1);
        let score = games::only_game(text);
        let game = NamedScore { title, name: name.to_owned(), score, warnings: Vec::new() };
        return Ok(Box::new(std::iter::once(Ok(Ok(game)))));
    }
    let input: Box<dyn BufRead> = if name == "-" {
        Box::new(BufReader::new(io::stdin()))
    } else {
        let path = Path::new(name);
        let file = File::open(path).with_context(|| {
            let known: Vec<&str> = games::named().map(|(known, _)| known).collect();
            format!("cannot read `{name}` (expected a PGN file, or one of the games {})", known.join(", "))
        })?;
        Box::new(BufReader::new(file))
    };
    let (file, quoted) = (input_name(name, ""), input_name(name, "`"));
    let mut games = games::read(input).map(move |game| {
        let ReadGame { number, score, warnings, .. } =
            game.with_context(|| format!("cannot read {quoted}"))?;
        let name = format!("{file}, game {number}");
        let score = score.map_err(|why| anyhow!("{name}, {why}"));
        Ok(score.map(|score| NamedScore { title: name.clone(), name, score, warnings }))
    });
    let first = games.next().with_context(|| format!("{} has no game", input_name(name, "`")))?;
    Ok(Box::new(std::iter::once(first).chain(games)))
}
