//! The journals of games: where they are, which one is gone on with, which are tidied away.

use std::fs;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};
use emulator::file::Log;
use emulator::journal::{self, Reading};
use emulator::report;
use etcetera::BaseStrategy as _;

use super::super::file;
use super::Args;

/// Ended games are kept so long, and so many of them.
const KEPT: Duration = Duration::from_secs(30 * 24 * 3600);
const MOST: usize = 20;

/// With what a machine begins.
pub(super) enum Beginning {
    /// Its tape.
    Tape,
    /// A snapshot.
    Snapshot(PathBuf, Vec<u8>),
    /// A journal.
    Journal(PathBuf, Box<Reading>),
}

/// How a game begins, and where it is journalled.
pub(super) struct Start {
    pub beginning: Beginning,
    pub log: Option<Log>,
}

impl Start {
    /// A game that begins anew and is not journalled.
    pub(super) fn bare() -> Start {
        Start { beginning: Beginning::Tape, log: None }
    }

    /// Whether the game has been begun already.
    pub(super) fn goes_on(&self) -> bool {
        !matches!(self.beginning, Beginning::Tape)
    }

    /// What the options, and at a `terminal` the person, want.
    ///
    /// # Errors
    /// A file cannot be read, or is in use.
    pub(super) fn of(args: &Args, terminal: bool) -> Result<Start> {
        let at_will = terminal && !args.no_journal;
        match (&args.resume, &args.journal) {
            (Some(Some(path)), _) => resumed(path, args, at_will),
            (Some(None), _) => {
                let folder = folder().context("there is no folder for journals: HOME is not set")?;
                let Some(path) = unfinished(&folder) else {
                    bail!("there is no unfinished game in `{}`", folder.display());
                };
                resumed(&path, args, at_will)
            }
            (None, Some(path)) if path.exists() => resumed(path, args, at_will),
            (None, Some(path)) => {
                let log = Log::at(path).with_context(|| format!("--journal `{}`", path.display()))?;
                Ok(Start { beginning: Beginning::Tape, log: Some(log) })
            }
            (None, None) if at_will => at_terminal(args),
            (None, None) => Ok(Start::bare()),
        }
    }
}

/// A game in a file: in a journal, with which it goes on there, or in a snapshot.
fn resumed(path: &Path, args: &Args, at_will: bool) -> Result<Start> {
    let bytes = file::read(path)?;
    if !journal::is_journal(&bytes) {
        if args.journal.as_deref() == Some(path) {
            bail!("--journal `{}`: it is another file, no journal; give another name", path.display());
        }
        let log = match &args.journal {
            Some(place) => Some(Log::at(place).with_context(|| format!("--journal `{}`", place.display()))?),
            None if at_will => new_log(),
            None => None,
        };
        return Ok(Start { beginning: Beginning::Snapshot(path.to_owned(), bytes), log });
    }
    let context = || format!("go on with the game in `{}`", path.display());
    let (bytes, log) = if args.no_journal {
        (bytes, None)
    } else {
        let (bytes, log) = Log::open(path).with_context(context)?;
        (bytes, Some(log))
    };
    let reading = Reading::of(&bytes).with_context(context)?;
    if reading.torn() > 0 {
        let torn = reading.torn();
        report::tell(format!(
            "machack: `{}` ends with {torn} bytes that were not written to their end: left out",
            path.display()
        ))?;
    }
    Ok(Start { beginning: Beginning::Journal(path.to_owned(), Box::new(reading)), log })
}

/// A person sits down: goes on with what they have not finished, or begins anew.
fn at_terminal(args: &Args) -> Result<Start> {
    let Some(folder) = folder() else { return Ok(Start::bare()) };
    tidy(&folder);
    let opening = &args.opening;
    let anew = opening.fen.is_some() || opening.pgn.is_some();
    let bare = args.side.is_none() && args.level.is_none() && !anew;
    if bare && let Some(path) = unfinished(&folder) {
        if goes_on(&path)? {
            return resumed(&path, args, true);
        }
        lay_aside(&path)?;
        let days = KEPT.as_secs() / (24 * 3600);
        report::tell(format!("machack: that game stays in `{}` for {days} days", path.display()))?;
    }
    Ok(Start { beginning: Beginning::Tape, log: new_log() })
}

/// Asks; the end of the input is no answer, and nothing is begun then.
fn goes_on(path: &Path) -> Result<bool> {
    let ago = fs::metadata(path).and_then(|data| data.modified()).ok().and_then(|at| at.elapsed().ok());
    let mut output = io::stdout();
    let when = ago.map_or(String::new(), |ago| format!(", last touched {} ago", span(ago)));
    loop {
        write!(output, "There is an unfinished game{when}. RETURN goes on, N begins anew: ")?;
        output.flush()?;
        let mut answer = String::new();
        if io::stdin().lock().read_line(&mut answer)? == 0 {
            bail!("nothing was answered; the game is still there");
        }
        match answer.trim() {
            "" => return Ok(true),
            "n" | "N" => return Ok(false),
            _ => {}
        }
    }
}

fn span(time: Duration) -> String {
    let (number, unit) = match time.as_secs() {
        ..2 => return "a second".to_owned(),
        seconds @ ..120 => (seconds, "seconds"),
        seconds @ 120..7200 => (seconds / 60, "minutes"),
        seconds @ 7200..172_800 => (seconds / 3600, "hours"),
        seconds => (seconds / 86_400, "days"),
    };
    format!("{number} {unit}")
}

/// Nobody will be asked about this game again.
fn lay_aside(path: &Path) -> Result<()> {
    let context = || format!("write `{}`", path.display());
    let (bytes, mut log) = Log::open(path).with_context(context)?;
    let reading = Reading::of(&bytes).with_context(context)?;
    log.cut(bytes.len() - reading.torn()).and_then(|()| log.add(&reading.closing())).with_context(context)
}

/// The person's folder for journals.
fn folder() -> Option<PathBuf> {
    let strategy = etcetera::choose_base_strategy().ok()?;
    let state = strategy.state_dir().unwrap_or_else(|| strategy.data_dir());
    Some(state.join("machack"))
}

/// A journal of a name that no other run uses; without a folder the game goes on without one.
fn new_log() -> Option<Log> {
    let folder = folder()?;
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let path = folder.join(format!("{}-{}.journal", since.as_secs(), std::process::id()));
    let log = fs::create_dir_all(&folder).and_then(|()| Log::at(&path));
    log.inspect_err(|error| {
        // If even that cannot be told, there is nobody to be told.
        let _ = report::tell(format!(
            "machack: this game is not journalled in `{}`: {error} (--no-journal says so)",
            folder.display()
        ));
    })
    .ok()
}

/// The journals in a folder that no run has open, the one touched last first.
fn journals(folder: &Path) -> Vec<(PathBuf, SystemTime)> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut journals: Vec<(PathBuf, SystemTime)> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "journal"))
        .filter_map(|path| Some((path.metadata().ok()?.modified().ok()?, path)))
        .map(|(touched, path)| (path, touched))
        .collect();
    journals.sort_by_key(|(_, touched)| std::cmp::Reverse(*touched));
    journals
}

/// The game touched last that nobody has ended and no run has.
fn unfinished(folder: &Path) -> Option<PathBuf> {
    journals(folder).into_iter().map(|(path, _)| path).find(|path| ended(path) == Some(false))
}

/// Whether the game in a file has been ended; nothing if it is in use, or not to be read.
fn ended(path: &Path) -> Option<bool> {
    let (bytes, _) = Log::open(path).ok()?;
    Some(Reading::of(&bytes).ok()?.is_closed())
}

/// Removes ended games that are old, or more than are kept.
fn tidy(folder: &Path) {
    let ended = journals(folder).into_iter().filter(|(path, _)| ended(path) == Some(true));
    for (number, (path, touched)) in ended.enumerate() {
        if number >= MOST || touched.elapsed().is_ok_and(|age| age > KEPT) {
            // If it cannot be removed it is no worse than before.
            let _ = fs::remove_file(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use emulator::journal::Journal;
    use emulator::machine::Machine;

    use super::*;

    fn game(folder: &Path, name: &str, closed: bool, days: u64) -> PathBuf {
        let path = folder.join(format!("{name}.journal"));
        let mut machine = Machine::default();
        let mut journal = Journal::new(Log::at(&path).unwrap());
        journal.begin(&mut machine, b"").unwrap();
        journal.end(&mut machine, closed).unwrap();
        drop(journal);
        let touched = SystemTime::now() - Duration::from_secs(days * 24 * 3600);
        fs::File::options().write(true).open(&path).unwrap().set_modified(touched).unwrap();
        path
    }

    #[test]
    fn ended_games_are_tidied_and_unfinished_ones_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let old = game(folder.path(), "old", true, 31);
        let unfinished_old = game(folder.path(), "unfinished", false, 400);
        let recent: Vec<PathBuf> =
            (0..25).map(|day| game(folder.path(), &format!("day{day}"), true, day)).collect();
        tidy(folder.path());
        assert!(!old.exists() && unfinished_old.exists());
        let left: Vec<bool> = recent.iter().map(|path| path.exists()).collect();
        assert_eq!(left, (0..25).map(|day| day < 20).collect::<Vec<bool>>());
    }

    #[test]
    fn the_game_touched_last_is_gone_on_with() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(unfinished(folder.path()), None);
        let older = game(folder.path(), "older", false, 3);
        let newer = game(folder.path(), "newer", false, 2);
        game(folder.path(), "ended", true, 1);
        fs::write(folder.path().join("damaged.journal"), b"PDP6JOURNAL\0").unwrap();
        assert_eq!(unfinished(folder.path()), Some(newer.clone()));
        let held = Log::open(&newer).unwrap();
        assert_eq!(unfinished(folder.path()), Some(older.clone()), "another run has the newer one");
        drop(held);
        lay_aside(&newer).unwrap();
        assert_eq!(unfinished(folder.path()), Some(older));
    }
}
