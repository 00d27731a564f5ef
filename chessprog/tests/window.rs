//! `machack` in a window that is closed, or told to end: the terminal is as it was found, and the game goes on.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

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

/// A shell with jobs before the window: control-Z gives it the terminal as it was, and `fg` the game its own.
#[test]
fn control_z_suspends_and_fg_goes_on() {
    for (options, first) in SHEETS {
        let folder = tempfile::tempdir().unwrap();
        let script = format!(
            "set -m; {} {}; echo \"left with $?\"; read line; echo \"heard $line\"; fg; echo \"ended with $?\"",
            env!("CARGO_BIN_EXE_machack"),
            options.join(" ")
        );
        let mut command = Command::new("sh");
        command.args(["-c", &script]).current_dir(folder.path()).env("XDG_STATE_HOME", folder.path());
        let mut window = Window::open(&command);
        window.see("SIX");
        assert!(window.is_raw(), "{options:?}");
        window.strike("PN\rP-K4\rP-\x1A");
        // SIGTSTP, which has number 20.
        let shown = window.see("left with 148");
        let screens =
            |shown: &str| (shown.matches("\x1b[?1049h").count(), shown.matches("\x1b[?1049l").count());
        let whole = usize::from(!first.is_empty());
        assert_eq!(screens(shown), (whole, whole), "{options:?}");
        assert!(!window.is_raw(), "{options:?}");
        window.strike("A LINE\r");
        window.see("heard A LINE");
        let begun = Instant::now();
        while !window.is_raw() {
            assert!(begun.elapsed() < SOON, "{options:?}: fg takes the terminal again");
            window.look();
        }
        // What was typed of the line is still there.
        window.strike("K4\r");
        window.wait(Duration::from_secs(3));
        window.strike("\x03");
        let shown = window.see("ended with ");
        assert_eq!(screens(shown), (2 * whole, 2 * whole), "{options:?}");
        window.wait(SOON / 10);
        assert!(!window.is_raw(), "{options:?}");
        let resumed = played(folder.path(), &["--resume"], "P-Q4\n");
        assert_eq!(
            resumed,
            played(folder.path(), &[], &format!("{first}PN\nP-K4\nP-K4\nP-Q4\n")),
            "{options:?}"
        );
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
