//! `pdp6 run --panel`: a machine that is operated from a panel file.

use std::fs::{self, File};
use std::io::{Seek as _, SeekFrom, Write as _};
use std::path::Path;
use std::process::{Command, Output};
use std::thread;
use std::time::{Duration, Instant};

/// Timeout of waiting for the panel, longer than any wait should take.
const PATIENCE: Duration = Duration::from_secs(60);
const DEPOSIT: u32 = 0o400;
const START: u32 = 1;
const RUN: u32 = 0o10000;

fn pdp6(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pdp6"));
    command.arg("run").args(arguments).current_dir(folder);
    command
}

fn put(panel: &Path, index: u64, word: u32) {
    let mut file = File::options().write(true).open(panel).unwrap();
    file.seek(SeekFrom::Start(4 * index)).unwrap();
    file.write_all(&word.to_ne_bytes()).unwrap();
}

fn wait(panel: &Path, wanted: impl Fn(&[u32]) -> bool) {
    let begun = Instant::now();
    loop {
        let bytes = fs::read(panel).unwrap_or_default();
        let words: Vec<u32> =
            bytes.chunks_exact(4).map(|word| u32::from_ne_bytes(word.try_into().unwrap())).collect();
        if words.len() == 12 && wanted(&words) {
            return;
        }
        assert!(begun.elapsed() < PATIENCE, "{words:?}");
        thread::sleep(Duration::from_millis(5));
    }
}

fn messages(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The machine starts without a program. A one-word program is deposited by hand and started. The recording
/// has the keys.
#[test]
fn a_program_is_keyed_in_at_the_panel() {
    let folder = tempfile::tempdir().unwrap();
    let panel = folder.path().join("panel");
    let arguments = ["--panel", "panel", "--limit", "1s", "--record", "run.rec"];
    let mut command = pdp6(folder.path(), &arguments);
    let run = thread::spawn(move || command.output().unwrap());
    wait(&panel, |words| words[10] != 0);
    // JRST 100 at 100.
    for (index, word) in [(0, 0o100), (1, 0o254000), (2, 0o100), (3, DEPOSIT)] {
        put(&panel, index, word);
    }
    wait(&panel, |words| words[5..8] == [0o100, 0o254000, 0o100]);
    put(&panel, 3, 0);
    thread::sleep(Duration::from_millis(100));
    put(&panel, 3, START);
    wait(&panel, |words| words[10] & RUN != 0 && words[9] == 0o100);
    let output = run.join().unwrap();
    assert_eq!(output.status.code(), Some(3), "{}", messages(&output));
    wait(&panel, |words| words[5..] == [0; 7]);
    let replay = pdp6(folder.path(), &["--replay", "run.rec"]).output().unwrap();
    assert!(messages(&replay).contains("same end"), "{}", messages(&replay));
}

#[test]
fn a_file_of_another_size_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let panel = folder.path().join("panel");
    fs::write(&panel, [7; 47]).unwrap();
    let output = pdp6(folder.path(), &["--panel", "panel"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let expected = "panel \"panel\": expected a panel file of 48 bytes, not 47";
    assert!(messages(&output).contains(expected), "{}", messages(&output));
    assert_eq!(fs::read(&panel).unwrap(), [7; 47]);
}
