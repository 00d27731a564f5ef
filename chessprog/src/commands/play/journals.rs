//! The journals of games: finds the one to resume, and removes old ones.

use std::fs;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};
use emulator::journal::{self, JournalContents, JournalError};
use indicatif::HumanDuration;
use support::file::{Log, STATE_VARIABLE, private_folder, state_folder};
use support::report;
use support::text::count;

use super::super::file;
use super::Args;
use super::machine::{BOOTS, StartedMachine};
use crate::emulated::{Emulated, Program};

/// How long an ended game is kept.
const KEPT: Duration = Duration::from_secs(30 * 24 * 3600);
const MAX_ENDED_GAMES: usize = 20;

/// The origin of the machine: the program's tape for a new game, or a saved machine or journal from a file.
pub(super) enum MachineStart {
    Tape,
    Snapshot(PathBuf, Vec<u8>),
    Journal(PathBuf, Box<JournalContents>),
}

pub(super) struct GameStart {
    pub beginning: MachineStart,
    pub log: Option<Log>,
}

impl GameStart {
    /// Returns a new game without a journal.
    pub(super) fn bare() -> GameStart {
        GameStart { beginning: MachineStart::Tape, log: None }
    }

    pub(super) fn is_resumed(&self) -> bool {
        !matches!(self.beginning, MachineStart::Tape)
    }

    /// Returns the start chosen by the options and, at a `terminal`, by the user.
    pub(super) fn of(args: &Args, terminal: bool) -> Result<GameStart> {
        let at_will = terminal && !args.no_journal;
        match (&args.resume, &args.journal) {
            (Some(Some(path)), _) => resumed(path, args, at_will),
            (Some(None), _) => resumed(&most_recent()?, args, at_will),
            (None, Some(path)) if path.exists() => resumed(path, args, at_will),
            (None, Some(path)) => {
                let log = Log::at(path).with_context(|| format!("--journal `{}`", path.display()))?;
                Ok(GameStart { beginning: MachineStart::Tape, log: Some(log) })
            }
            (None, None) if at_will => at_terminal(args),
            (None, None) => Ok(GameStart::bare()),
        }
    }
}

/// Returns the path of the most recent unfinished game.
fn most_recent() -> Result<PathBuf> {
    let folder = folder()
        .with_context(|| format!("found no folder for journals (set {STATE_VARIABLE} to a folder)"))?;
    unfinished(&folder)?.with_context(|| format!("no unfinished game in `{}`", folder.display()))
}

/// Returns the machine in a file, which is a journal or a snapshot, and leaves the file unchanged. Without a
/// path, returns the machine of the most recent unfinished game.
pub(crate) fn saved_machine(path: Option<&Path>) -> Result<Emulated> {
    let path = path.map_or_else(most_recent, |path| Ok(path.to_owned()))?;
    let bytes = file::read(&path)?;
    if !journal::is_journal(&bytes) {
        return Ok(StartedMachine::of(MachineStart::Snapshot(path, bytes), Program::built_in()?)?.emulated);
    }
    let rescued = JournalContents::rescued(&bytes);
    let (reading, damage) =
        rescued.with_context(|| format!("cannot read the game in `{}`", path.display()))?;
    if let Some(damage) = damage {
        report::message(format!("machack: `{}`: {damage}; the rest is ignored", path.display()))?;
    }
    Ok(StartedMachine::of(MachineStart::Journal(path, Box::new(reading)), Program::built_in()?)?.emulated)
}

/// Resumes the game in a file, which is a journal or a snapshot. Unless --no-journal is given, a journal is
/// continued in the same file. A game from a snapshot gets a new journal if --journal names one, or
/// with `at_will`, which is set at a terminal.
fn resumed(path: &Path, args: &Args, at_will: bool) -> Result<GameStart> {
    let bytes = file::read(path)?;
    if !journal::is_journal(&bytes) {
        if args.journal.as_deref() == Some(path) {
            bail!("--journal `{}`: the file exists and is not a journal (give another name)", path.display());
        }
        let log = match &args.journal {
            Some(place) => Some(Log::at(place).with_context(|| format!("--journal `{}`", place.display()))?),
            None if at_will => new_log(),
            None => None,
        };
        return Ok(GameStart { beginning: MachineStart::Snapshot(path.to_owned(), bytes), log });
    }
    let context = || format!("cannot resume the game in `{}`", path.display());
    let (bytes, mut log) = if args.no_journal {
        (bytes, None)
    } else {
        let (bytes, log) = Log::open(path).with_context(context)?;
        (bytes, Some(log))
    };
    let (reading, damage) = JournalContents::rescued(&bytes).with_context(context)?;
    if let Some(damage) = damage {
        report::message(format!("machack: `{}`: {damage}; the game continues from there", path.display()))?;
        if let Some(log) = &mut log {
            set_damaged_aside(path, &bytes, &damage, log).with_context(context)?;
        }
    }
    if reading.torn() > 0 {
        let torn = count(reading.torn(), "byte");
        report::message(format!(
            "machack: `{}` ends with {torn} of an unfinished write: ignored",
            path.display()
        ))?;
    }
    Ok(GameStart { beginning: MachineStart::Journal(path.to_owned(), Box::new(reading)), log })
}

/// Copies a damaged journal to another file, and keeps only the valid part in its place.
fn set_damaged_aside(path: &Path, bytes: &[u8], damage: &JournalError, log: &mut Log) -> Result<()> {
    let &JournalError::Frame { at, .. } = damage else { return Ok(()) };
    let names = (1..).map(|number| path.with_extension(format!("journal.damaged-{number}")));
    let copy = names.into_iter().find(|name| !name.exists()).unwrap_or_default();
    Log::at(&copy)?.begin(bytes)?;
    log.begin(&bytes[..at])?;
    Ok(report::message(format!("machack: the damaged file is kept as `{}`", copy.display()))?)
}

/// Starts a new game. If no option chooses its start, side or level and there is an unfinished game, asks the
/// player first whether to resume that game.
fn at_terminal(args: &Args) -> Result<GameStart> {
    let Some(folder) = folder() else { return Ok(GameStart::bare()) };
    tidy(&folder);
    let opening = &args.opening;
    let anew = opening.fen.is_some() || opening.pgn.is_some();
    let bare = args.side.is_none() && args.level.is_none() && !anew;
    if bare && let Some(path) = unfinished(&folder)? {
        if wants_to_resume(&path)? {
            return resumed(&path, args, true);
        }
        lay_aside(&path)?;
        let days = KEPT.as_secs() / (24 * 3600);
        report::message(format!("machack: that game is kept in `{}` for {days} days", path.display()))?;
    }
    Ok(GameStart { beginning: MachineStart::Tape, log: new_log() })
}

/// Asks the player whether to resume a game. At the end of the input, returns an error, so no game starts.
fn wants_to_resume(path: &Path) -> Result<bool> {
    let ago = fs::metadata(path).and_then(|data| data.modified()).ok().and_then(|at| at.elapsed().ok());
    let mut output = io::stdout();
    let when = ago.map_or(String::new(), |ago| format!(", last played {} ago", HumanDuration(ago)));
    writeln!(output, "There is an unfinished game{when}.")?;
    loop {
        write!(output, "RETURN resumes it, N begins a new one: ")?;
        output.flush()?;
        let mut answer = String::new();
        if io::stdin().lock().read_line(&mut answer)? == 0 {
            bail!("no answer; the game is kept");
        }
        match answer.trim() {
            "" => return Ok(true),
            "n" | "N" => return Ok(false),
            _ => {}
        }
    }
}

/// Marks the game so that the player is not asked about it again.
fn lay_aside(path: &Path) -> Result<()> {
    let context = || format!("cannot write `{}`", path.display());
    let (bytes, mut log) = Log::open(path).with_context(context)?;
    let (reading, damage) = JournalContents::rescued(&bytes).with_context(context)?;
    match &damage {
        Some(damage) => set_damaged_aside(path, &bytes, damage, &mut log)?,
        None => log.cut(bytes.len() - reading.torn()).with_context(context)?,
    }
    log.add(&reading.closing()).with_context(context)
}

fn folder() -> Option<PathBuf> {
    state_folder("machack")
}

/// Opens a journal with a new name. Returns `None` if the user has no folder for journals, or (with a
/// message) if the journal cannot be created. The game is then played without a journal.
fn new_log() -> Option<Log> {
    let folder = folder()?;
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let path = folder.join(format!("{}-{}.journal", since.as_secs(), std::process::id()));
    let log = private_folder(&folder).and_then(|()| Log::at(&path));
    log.inspect_err(|error| {
        // If the message fails too, nothing more can be done.
        let _ = report::message(format!(
            "machack: this game has no journal: `{}`: {error} (--no-journal plays without one)",
            folder.display()
        ));
    })
    .ok()
}

/// Returns the journals in a folder with the times of their last changes, the most recent first.
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

#[derive(Debug, PartialEq, Eq)]
enum JournalState {
    /// A game that can be resumed, but not up to its end if the file is damaged.
    Unfinished(Option<JournalError>),
    Ended,
    /// The journal of another program, or of another version of this one.
    Other,
    /// A journal whose contents are lost.
    Lost(JournalError),
}

impl JournalState {
    /// Returns the state of the journal in a file; `None` if another run uses it, or it cannot be read.
    fn at(path: &Path, program: &Arc<Program>) -> Option<JournalState> {
        let (bytes, _) = Log::open(path).ok()?;
        Some(match JournalContents::rescued(&bytes) {
            Err(error) => JournalState::Lost(error),
            Ok((reading, None)) if reading.is_closed() => JournalState::Ended,
            Ok((reading, _)) if !is_ours(&reading, program) => JournalState::Other,
            Ok((_, damage)) => JournalState::Unfinished(damage),
        })
    }
}

fn is_ours(reading: &JournalContents, program: &Arc<Program>) -> bool {
    reading.note() == BOOTS || Emulated::is_run_of(program.clone(), reading)
}

/// Returns the most recent unfinished game that no other run has open. Reports journals that cannot be
/// resumed.
fn unfinished(folder: &Path) -> Result<Option<PathBuf>> {
    let program = Program::built_in()?;
    for (path, _) in journals(folder) {
        match JournalState::at(&path, &program) {
            Some(JournalState::Unfinished(damage)) => {
                if let Some(damage) = damage {
                    report::message(format!("machack: `{}`: {damage}", path.display()))?;
                }
                return Ok(Some(path));
            }
            Some(JournalState::Lost(error)) => report::message(format!(
                "machack: `{}` cannot be resumed: {error}. The file is kept; move it away to be rid of this \
                 message",
                path.display()
            ))?,
            Some(JournalState::Other) => report::message(format!(
                "machack: `{}` is the journal of another program, or of another version of this one; \
                 `pdp6 run --journal` may resume it",
                path.display()
            ))?,
            Some(JournalState::Ended) | None => {}
        }
    }
    Ok(None)
}

/// Removes ended games that are too old or too many. A damaged journal is never removed, because it may
/// contain a game.
fn tidy(folder: &Path) {
    let Ok(program) = Program::built_in() else { return };
    let is_ended = |path: &Path| JournalState::at(path, &program) == Some(JournalState::Ended);
    let ended = journals(folder).into_iter().filter(|(path, _)| is_ended(path));
    for (number, (path, touched)) in ended.enumerate() {
        if number >= MAX_ENDED_GAMES || touched.elapsed().is_ok_and(|age| age > KEPT) {
            // A file that cannot be removed does no harm.
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
        journal.set_note(BOOTS);
        journal.begin(&mut machine, b"").unwrap();
        for ahead in [&b"PB"[..], b"PB\r", b"PB\rP-K4"] {
            journal.keep(&mut machine, ahead).unwrap();
        }
        journal.keep(&mut machine, b"").unwrap();
        if closed {
            journal.end(&mut machine, true).unwrap();
        }
        drop(journal);
        touch(&path, days);
        path
    }

    fn touch(path: &Path, days: u64) {
        let touched = SystemTime::now() - Duration::from_secs(days * 24 * 3600);
        fs::File::options().write(true).open(path).unwrap().set_modified(touched).unwrap();
    }

    /// Flips a bit of a file, `before_end` bytes before its end.
    fn damage(path: &Path, before_end: usize, days: u64) {
        let mut bytes = fs::read(path).unwrap();
        let at = bytes.len() - before_end;
        bytes[at] ^= 1;
        fs::write(path, bytes).unwrap();
        touch(path, days);
    }

    fn found(path: &Path) -> Option<JournalState> {
        JournalState::at(path, &Program::built_in().unwrap())
    }

    #[test]
    fn ended_games_are_tidied_and_unfinished_or_damaged_ones_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let old = game(folder.path(), "old", true, 31);
        let unfinished_old = game(folder.path(), "unfinished", false, 400);
        let damaged = game(folder.path(), "damaged", false, 400);
        damage(&damaged, 60, 400);
        let lost = game(folder.path(), "lost", true, 400);
        damage(&lost, fs::metadata(&lost).unwrap().len() as usize - 100, 400);
        let recent: Vec<PathBuf> =
            (0..25).map(|day| game(folder.path(), &format!("day{day}"), true, day)).collect();
        tidy(folder.path());
        assert!(!old.exists());
        assert!(unfinished_old.exists() && damaged.exists() && lost.exists());
        let left: Vec<bool> = recent.iter().map(|path| path.exists()).collect();
        assert_eq!(left, (0..25).map(|day| day < 20).collect::<Vec<bool>>());
    }

    #[test]
    fn every_state_of_a_journal_is_recognised() {
        let folder = tempfile::tempdir().unwrap();
        let game = |name| game(folder.path(), name, false, 1);
        let other = folder.path().join("run.journal");
        Journal::new(Log::at(&other).unwrap()).begin(&mut Machine::default(), b"").unwrap();
        assert_eq!(found(&game("game")), Some(JournalState::Unfinished(None)));
        assert_eq!(found(&other), Some(JournalState::Other), "a run of `pdp6 run`");
        // Flips a bit of the third of five entries, then one of the snapshot.
        let damaged = game("damaged");
        damage(&damaged, 60, 1);
        assert!(matches!(found(&damaged), Some(JournalState::Unfinished(Some(JournalError::Frame { .. })))));
        let lost = game("lost");
        damage(&lost, fs::metadata(&lost).unwrap().len() as usize - 100, 1);
        assert!(matches!(found(&lost), Some(JournalState::Lost(_))));
        for rubbish in [&b""[..], b"rubbish", b"PDP6JOURNAL\0"] {
            let path = folder.path().join("rubbish.journal");
            fs::write(&path, rubbish).unwrap();
            assert!(matches!(found(&path), Some(JournalState::Lost(_))), "{rubbish:?}");
        }
        let held = Log::open(&other).unwrap();
        assert_eq!(found(&other), None, "another run holds the journal");
        drop(held);
    }

    #[test]
    fn the_game_touched_last_is_resumed() {
        let folder = tempfile::tempdir().unwrap();
        let unfinished = |folder: &Path| unfinished(folder).unwrap();
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

    #[test]
    fn a_damaged_game_is_resumed_before_the_damage_and_the_damaged_file_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        for lays_aside in [false, true] {
            let path = game(folder.path(), &format!("game{lays_aside}"), false, 1);
            damage(&path, 45, 1);
            let damaged = fs::read(&path).unwrap();
            let Ok((reading, Some(JournalError::Frame { at, .. }))) = JournalContents::rescued(&damaged)
            else {
                panic!("not damaged")
            };
            assert_ne!(reading.ahead(), b"", "something before the damage");
            if lays_aside {
                lay_aside(&path).unwrap();
                assert_eq!(found(&path), Some(JournalState::Ended));
            } else {
                let start = resumed(&path, &Args::default(), true).unwrap();
                assert!(start.log.is_some());
                let MachineStart::Journal(_, resumed) = start.beginning else { panic!("no journal") };
                assert_eq!(resumed.ahead(), reading.ahead());
                assert_eq!(fs::read(&path).unwrap(), damaged[..at]);
            }
            assert_eq!(fs::read(path.with_extension("journal.damaged-1")).unwrap(), damaged);
        }
    }

    #[cfg(unix)]
    #[test]
    fn journals_are_for_their_user_alone() {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let above = tempfile::tempdir().unwrap();
        let folder = above.path().join("state/machack");
        private_folder(&folder).unwrap();
        assert_eq!((mode(&folder), mode(&above.path().join("state"))), (0o700, 0o700));
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
        private_folder(&folder).unwrap();
        assert_eq!(mode(&folder), 0o700, "made by an earlier version");
        assert_eq!(mode(&game(&folder, "game", false, 1)), 0o600);
    }
}
