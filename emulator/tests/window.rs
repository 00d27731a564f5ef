//! `pdp6` when its window is closed or a signal ends it: the terminal is restored, and all printer output is
//! in its file. Also tests keys in DDT.

use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::programs::types_and_stays;
use crate::support::window::Window;

/// Time within which a command must end.
const SOON: Duration = Duration::from_secs(5);

fn open(arguments: &[&str]) -> (TempDir, Window) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("stays.script"), types_and_stays()).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_pdp6"));
    command.args(arguments).current_dir(folder.path()).env("XDG_STATE_HOME", folder.path());
    let window = Window::open(&command);
    (folder, window)
}

/// Command lines that take over the terminal. Each has the keys to type and the text that is then shown.
const HOLDERS: [(&[&str], &str, &str); 5] = [
    (&["run", "stays.script", "--printer", "lpt"], "", "P"),
    (&["run", "stays.script", "--printer", "lpt", "--screen", "--graphics", "ascii"], "", "P"),
    (&["debug", "stays.script", "--printer", "lpt"], "continue\r", "\nP"),
    (&["debug", "stays.script", "--printer", "lpt", "--screen"], "continue\r", "Running"),
    (&["debug", "stays.script", "--printer", "lpt"], "run 102\rcontinue\r", "\nP"),
];

#[test]
fn a_signal_ends_a_run_and_restores_the_terminal() {
    for (arguments, typed, seen) in HOLDERS {
        for (signal, status) in [("TERM", 143), ("HUP", 129)] {
            let (folder, mut window) = open(arguments);
            if arguments[0] == "debug" {
                window.see("pdp6>");
            }
            window.strike(typed);
            window.see(seen);
            window.wait(Duration::from_secs(1));
            assert!(window.is_raw(), "{arguments:?}");
            let (shown, ended) = window.signal(signal);
            assert_eq!(ended, status, "{arguments:?}: {shown}");
            assert!(!window.is_raw(), "{arguments:?}: the terminal is not restored");
            assert!(
                !shown.contains("\x1b[?1049h") || shown.contains("\x1b[?1049l"),
                "{arguments:?}: {shown}"
            );
            assert_eq!(fs::read_to_string(folder.path().join("lpt")).unwrap(), "HI\n", "{arguments:?}");
        }
    }
}

#[test]
fn a_signal_ends_the_prompt() {
    let (folder, mut window) = open(&["debug", "stays.script", "--punch", "ptp"]);
    window.see("pdp6> ");
    window.strike("evaluate 5\r");
    window.see("000000,,000005");
    window.strike("evalu");
    window.wait(Duration::from_millis(300));
    assert!(window.is_raw());
    let (shown, ended) = window.signal("TERM");
    assert_eq!(ended, 143, "{shown}");
    assert!(!window.is_raw());
    assert!(shown.ends_with('\n'), "{shown}");
    assert_eq!(fs::read(folder.path().join("ptp")).unwrap(), b"");
    let history = fs::read_to_string(folder.path().join("pdp6/history")).unwrap();
    assert!(history.ends_with("evaluate 5\n"), "{history}");
}

#[test]
fn a_closed_window_ends_a_run_soon() {
    let prompt: (&[&str], &str, &str) = (&["debug", "stays.script", "--printer", "lpt"], "", "pdp6> ");
    for (arguments, typed, seen) in HOLDERS.into_iter().chain([prompt]) {
        let (folder, mut window) = open(arguments);
        if arguments[0] == "debug" {
            window.see("pdp6>");
        }
        window.strike(typed);
        window.see(seen);
        window.wait(Duration::from_secs(1));
        let (_, took) = window.close();
        assert!(took < SOON, "{arguments:?}: {took:?}");
        let paper = fs::read_to_string(folder.path().join("lpt")).unwrap();
        assert_eq!(
            paper,
            if typed.is_empty() && arguments[0] == "debug" { "" } else { "HI\n" },
            "{arguments:?}"
        );
    }
}

#[test]
fn control_c_twice_leaves_the_full_screen() {
    let (_folder, mut window) = open(&["debug", "stays.script", "--screen"]);
    window.see("pdp6>");
    window.strike("continue\r");
    window.see("Running");
    window.strike("\x03");
    window.see("interrupted");
    window.wait(Duration::from_secs(1));
    window.strike("\x03");
    let begun = Instant::now();
    while window.is_raw() {
        assert!(begun.elapsed() < SOON, "the second control-C does not leave");
        window.look();
    }
}

/// Each key acts at once, Escape is ALTMODE, and no key is echoed twice.
#[test]
fn keys_act_at_once_in_ddt() {
    let (_folder, mut window) = open(&["debug", "stays.script"]);
    window.see("pdp6> ");
    window.strike("ddt\r");
    window.wait(Duration::from_secs(1));
    assert!(window.is_raw());
    window.strike("1000/");
    window.see("1000/");
    window.wait(Duration::from_secs(1));
    window.strike("5\r1000\x1BB1000=");
    let shown = window.see("1000=");
    assert!(shown.contains("5\r\n1000$"), "{shown:?}");
    window.strike("\x03");
    window.wait(Duration::from_secs(1));
    window.strike("evaluate [1000]\r");
    window.see("000000,,000005");
    window.strike("ddt\r");
    window.wait(Duration::from_secs(1));
    let (shown, status) = window.signal("TERM");
    assert_eq!(status, 143, "{shown:?}");
    assert!(!window.is_raw());
}
