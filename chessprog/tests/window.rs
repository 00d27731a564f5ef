//! `machack` in a window that is closed, or told to end: the terminal is as it was found, and the game goes on.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::support::window::Window;

/// Long before a process that hangs would be ended.
const SOON: Duration = Duration::from_secs(5);

fn open(folder: &Path, arguments: &[&str]) -> Window {
    let mut command = Command::new(env!("CARGO_BIN_EXE_machack"));
    command.args(arguments).current_dir(folder).env("XDG_STATE_HOME", folder);
    Window::open(&command)
}

/// What the program types for this, in a pipe.
fn played(folder: &Path, options: &[&str], typed: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_machack"));
    command.arg("play").args(options).current_dir(folder).env("XDG_STATE_HOME", folder);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{options:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The bare paper and the whole screen, with what is typed first on it.
const SHEETS: [(&[&str], &str); 2] = [(&["--plain"], ""), (&["--graphics", "ascii"], "FANCY 2\n")];

/// A game in a window, in the middle of a line.
fn begun(folder: &Path, options: &[&str]) -> Window {
    let mut window = open(folder, options);
    window.see("SIX");
    window.strike("PN\rP-K4\rP-Q");
    window.wait(Duration::from_secs(3));
    window
}

#[test]
fn a_closed_window_loses_no_character() {
    for (options, first) in SHEETS {
        let folder = tempfile::tempdir().unwrap();
        let (status, took) = begun(folder.path(), options).close();
        assert!(took < SOON, "{options:?}: {took:?}");
        assert_eq!(status, 128 + 1, "{options:?}");
        // The unfinished game touched last, which nobody holds any more.
        let resumed = played(folder.path(), &["--resume"], "4\n");
        assert_eq!(resumed, played(folder.path(), &[], &format!("{first}PN\nP-K4\nP-Q4\n")), "{options:?}");
    }
}

#[test]
fn a_signal_leaves_the_terminal_as_it_was() {
    for (options, first) in SHEETS {
        let folder = tempfile::tempdir().unwrap();
        let mut window = begun(folder.path(), options);
        assert!(window.is_raw(), "{options:?}");
        let (shown, status) = window.signal("TERM");
        assert_eq!(status, 128 + 15, "{options:?}: {shown}");
        assert!(!window.is_raw(), "{options:?}");
        assert_eq!(shown.contains("\x1b[?1049h"), !first.is_empty());
        assert_eq!(shown.contains("\x1b[?1049l"), !first.is_empty(), "{options:?}");
        let resumed = played(folder.path(), &["--resume"], "4\n");
        assert!(resumed.contains("P-Q4"), "{options:?}: {resumed}");
    }
}

#[test]
fn the_debugger_hears_signals_too() {
    for (typed, signal, expected) in [("", "TERM", 143), ("go\r", "TERM", 143), ("go\r", "HUP", 129)] {
        let folder = tempfile::tempdir().unwrap();
        let mut window = open(folder.path(), &["debug"]);
        window.see("machack> ");
        window.strike(typed);
        window.wait(Duration::from_secs(1));
        assert!(window.is_raw(), "{typed:?}");
        let (shown, status) = window.signal(signal);
        assert_eq!(status, expected, "{typed:?}: {shown}");
        assert!(!window.is_raw(), "{typed:?}");
    }
}
