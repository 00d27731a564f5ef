//! The games that a command works on: the paper's by name, others from PGN files.
//!
//! A broken game in a file is reported, and the others are used.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use anyhow::{Context, Result, anyhow, ensure};
use support::report;

use crate::games::{self, Games, PAPER_GAMES, PlayedGame, ReadGame, Remark, Score};
use crate::vocabulary::Side;

/// A game that can be read.
pub(crate) struct NamedScore {
    /// `game 4`, or as `name`.
    pub title: String,
    /// `machack-unrated`, `FILE`, or `FILE, game 2`.
    pub name: String,
    pub score: Score,
    warnings: Vec<Remark>,
}

impl NamedScore {
    /// Returns the side played by the program.
    ///
    /// # Errors
    /// Returns an error if neither the command nor the game says it.
    pub(crate) fn side(&self, wanted: Option<Side>) -> Result<Side> {
        wanted.or(self.score.program()).with_context(|| {
            format!("the game `{}` does not say which side is the program's: give --side", self.name)
        })
    }

    /// Plays the game through and reports its warnings.
    ///
    /// # Errors
    /// Returns an error for the first move that cannot be made.
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

/// Calls `work` for each game given, or for all four of the paper's. Returns `true` if all could be read and
/// played through. The others are reported.
///
/// # Errors
/// Returns an error if a file cannot be read, no game could be read, or the work fails.
pub(crate) fn each(
    names: &[String],
    mut work: impl FnMut(NamedScore, PlayedGame) -> Result<()>,
) -> Result<bool> {
    let all: Vec<String> = PAPER_GAMES.iter().map(|(name, _)| (*name).to_owned()).collect();
    let mut failures = Failures::default();
    for name in if names.is_empty() { &all } else { names } {
        for game in open(name)? {
            let played = game?.and_then(|game| game.play().map(|played| (game, played)));
            failures.note(played.as_ref().err().map(|error| format!("{error:#}")))?;
            if let Ok((game, played)) = played {
                work(game, played)?;
            }
        }
    }
    failures.end()
}

/// Returns a game of a name or file by its number, from 1.
///
/// # Errors
/// Returns an error if the file cannot be read, has fewer games, or if that game is broken.
pub(crate) fn nth(name: &str, number: usize) -> Result<NamedScore> {
    let mut count = 0;
    for game in open(name)? {
        let game = game?;
        count += 1;
        if count == number {
            return game;
        }
    }
    let games = if count == 1 { "game" } else { "games" };
    Err(anyhow!("`{name}` has no game {number}: it has {count} {games}"))
}

/// The games that could not be read. If none could be read, the last one is the error of the command.
#[derive(Default)]
struct Failures {
    last: Option<String>,
    any: bool,
    read: bool,
}

impl Failures {
    /// Records that a game was read, or why it was not.
    fn note(&mut self, failure: Option<String>) -> Result<()> {
        if let Some(last) = self.last.take() {
            report::message(format!("machack: {last}"))?;
        }
        self.read |= failure.is_none();
        self.any |= failure.is_some();
        self.last = failure;
        Ok(())
    }

    fn end(self) -> Result<bool> {
        match self.last {
            Some(last) if !self.read => return Err(anyhow!(last)),
            Some(last) => report::message(format!("machack: {last}"))?,
            None => {}
        }
        Ok(!self.any)
    }
}

/// A game of a file. The inner error concerns only that game.
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
    let mut games = OfFile { name: name.to_owned(), games: games::read(input), ahead: None, alone: false };
    games.ahead = games.read().transpose()?;
    ensure!(games.ahead.is_some(), "`{name}` has no game");
    Ok(Box::new(games))
}

/// The games of a file. They are numbered if there are several, so one game is read ahead.
struct OfFile {
    name: String,
    games: Games<Box<dyn BufRead>>,
    ahead: Option<ReadGame>,
    alone: bool,
}

impl OfFile {
    fn read(&mut self) -> Option<Result<ReadGame>> {
        Some(self.games.next()?.with_context(|| format!("cannot read `{}`", self.name)))
    }

    fn named(&self, game: ReadGame) -> Result<NamedScore> {
        let name = match self.alone {
            true => self.name.clone(),
            false => format!("{}, game {}", self.name, game.number),
        };
        let score = game.score.map_err(|why| anyhow!("{name}, {why}"))?;
        Ok(NamedScore { title: name.clone(), name, score, warnings: game.warnings })
    }
}

impl Iterator for OfFile {
    type Item = FileGame;

    fn next(&mut self) -> Option<FileGame> {
        let game = self.ahead.take()?;
        match self.read().transpose() {
            Ok(next) => self.ahead = next,
            Err(error) => return Some(Err(error)),
        }
        self.alone = game.number == 1 && self.ahead.is_none();
        Some(Ok(self.named(game)))
    }
}
