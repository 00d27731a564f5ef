//! Tests that killed games continue at the last character typed.
//!
//! `MACHACK_KILLS=200` kills 200 games instead of two.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::tempdir;

use crate::support::streams::run;

/// Characters typed this long before a kill must be in the journal.
const SAFE: Duration = Duration::from_secs(1);

/// Returns what the program prints for this input with these options.
fn played(options: &[&str], typed: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_machack"))
        .arg("play")
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{options:?}: {}", output.status);
    String::from_utf8(output.stdout).unwrap()
}

/// Types into a game with a journal at random moments, then kills the game at a random moment. Returns the
/// number of characters typed, and how many of them must be in the journal: those typed after the game had
/// started and [`SAFE`] before the kill. With `begun`, waits for the start before typing.
fn killed(journal: &Path, text: &str, begun: bool, random: &mut fastrand::Rng) -> (usize, usize) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_machack"))
        .args(["play", "--journal"])
        .arg(journal)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let mut keyboard = child.stdin.take().unwrap();
    let mut times = Vec::new();
    let patience = Instant::now() + Duration::from_secs(60);
    while begun && !journal.exists() {
        assert!(Instant::now() < patience, "no game has begun");
        std::thread::sleep(Duration::from_millis(5));
    }
    let end = Instant::now() + Duration::from_millis(random.u64(500..6000));
    for key in text.bytes() {
        std::thread::sleep(Duration::from_millis(random.u64(0..120)).min(end - Instant::now().min(end)));
        if Instant::now() >= end {
            break;
        }
        times.push((journal.exists(), Instant::now()));
        keyboard.write_all(&[key]).unwrap();
    }
    std::thread::sleep(end - Instant::now().min(end));
    let now = Instant::now();
    child.kill().unwrap();
    child.wait().unwrap();
    (
        times.len(),
        times.iter().rposition(|(begun, time)| *begun && now - *time >= SAFE).map_or(0, |last| last + 1),
    )
}

/// Returns how many of the typed characters are in the journal.
fn kept(journal: &Path, typed: &str) -> usize {
    let resumed = played(&["--no-journal", "--resume", journal.to_str().unwrap()], "\n");
    // The machine stops while it waits for a pipe, so the same characters give the same paper.
    let same = |length: &usize| played(&[], &format!("{}\n", &typed[..*length])) == resumed;
    let kept = (0..=typed.len()).rev().find(same);
    kept.unwrap_or_else(|| panic!("another game after {typed:?}:\n{resumed}"))
}

#[test]
fn a_killed_game_resumes_at_the_last_character() {
    let kills = std::env::var("MACHACK_KILLS").ok().map_or(2, |count| count.parse().unwrap());
    let text = "SETD 1\nPB\nP-K4\nN-KB3\nBD\nLIST\nP-Q4\nPG\nU 2\nP-QB4\nBD\nP-KR3\nPG\nBD\n";
    let mut random = fastrand::Rng::with_seed(1967);
    for kill in 0..kills {
        let folder = tempdir().unwrap();
        let journal = folder.path().join("game.journal");
        let (typed, safe) = killed(&journal, text, kill % 2 == 0, &mut random);
        if !journal.exists() {
            assert_eq!(safe, 0, "kill {kill}: nothing of {typed} characters is kept");
            continue;
        }
        let kept = kept(&journal, &text[..typed]);
        assert!(kept >= safe, "kill {kill}: {kept} of {safe} characters ({typed} in all)");
    }
}

/// --journal starts a journal, and continues the one in an existing file.
#[test]
fn a_game_is_journalled_in_the_given_file() {
    let folder = tempdir().unwrap();
    let journal = folder.path().join("game.journal");
    let path = journal.to_str().unwrap();
    let first = played(&["--journal", path], "PN\nP-K4\n");
    let both = played(&["--journal", path], "P-K4\n");
    assert!(both.starts_with(&first), "the paper of the journalled game comes first:\n{both}");
    assert_eq!(both, played(&[], "PN\nP-K4\nP-K4\n"));
    // A journal whose beginning is incomplete is rejected, and the message names the file.
    let bytes = std::fs::read(&journal).unwrap();
    std::fs::write(&journal, &bytes[..10]).unwrap();
    let refused = Command::new(env!("CARGO_BIN_EXE_machack")).args(["--resume", path]).output().unwrap();
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(refused.status.code() == Some(1) && said.contains(path), "{said}");
}

/// SIGTERM ends the game. The journal is complete, and the status reports the signal.
#[cfg(unix)]
#[test]
fn sigterm_ends_a_game_and_keeps_it() {
    let folder = tempdir().unwrap();
    let [journal, saved] = ["game.journal", "saved"].map(|name| folder.path().join(name));
    let mut child = Command::new(env!("CARGO_BIN_EXE_machack"))
        .args(["--journal", journal.to_str().unwrap(), "--save", saved.to_str().unwrap()])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let mut keyboard = child.stdin.take().unwrap();
    keyboard.write_all(b"PN\nP-K4\nP-Q").unwrap();
    while !std::fs::read(&journal).is_ok_and(|bytes| bytes.len() > 10_000) {
        std::thread::sleep(Duration::from_millis(50));
    }
    std::thread::sleep(Duration::from_secs(5));
    assert!(Command::new("kill").arg(child.id().to_string()).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(128 + 15));
    assert!(saved.exists());
    let resumed = played(&["--no-journal", "--resume", journal.to_str().unwrap()], "4\n");
    assert_eq!(resumed, played(&[], "PN\nP-K4\nP-Q4\n"));
}

/// If the disk is full, the game continues with a message, and what was saved before is valid.
#[cfg(unix)]
#[test]
fn a_full_disk_harms_no_game() {
    let text = "SETD 1\nPB\nP-K4\nBD\nLIST\nP-Q4\nPG\n";
    let folder = tempdir().unwrap();
    let journal = folder.path().join("game.journal");
    let paper = played(&["--journal", journal.to_str().unwrap()], text);
    let whole = std::fs::metadata(&journal).unwrap().len();
    // File size limits in blocks of 512 bytes: the first leaves no space for the journal, the second only for
    // a part.
    for room in [1, whole * 9 / 10 / 512] {
        std::fs::remove_file(&journal).ok();
        let script = format!("ulimit -f {room}; exec \"$0\" play --journal game.journal");
        let mut limited = Command::new("sh");
        limited.args(["-c", &script, env!("CARGO_BIN_EXE_machack")]);
        let out = run(limited.current_dir(folder.path()), text, Stdio::piped(), Stdio::piped());
        let (status, out, error) = out;
        assert_eq!(out, paper, "{error}");
        assert!(error.contains("machack: What you type now is not in the journal `"), "{error}");
        assert!(status == 0 || status == 1 && error.contains("game.journal"), "{status} {error}");
        assert!(!journal.exists() || kept(&journal, text) < text.len());
    }
}
