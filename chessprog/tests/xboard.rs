//! Tests the XBoard protocol from outside: conversations with the program.

use std::io::Write;
use std::process::{Command, Stdio};

/// Returns the output after these lines and the end of the input.
fn converse(lines: &str) -> Vec<String> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_machack"))
        .arg("xboard")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the engine starts");
    child.stdin.take().expect("piped").write_all(lines.as_bytes()).expect("it listens");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success());
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}

#[test]
fn uci_options_are_offered_to_xboard() {
    let told = converse("xboard\nprotover 2\nquit\n");
    assert_eq!(told.last().map(String::as_str), Some("feature done=1"), "{told:#?}");
    for option in ["Depth -spin 4 0 12", "Engine -combo *native /// emulated", "Tournament -check 0"] {
        assert!(told.iter().any(|line| line.starts_with(&format!("feature option=\"{option}"))), "{told:#?}");
    }
}

/// White's only mate in one is Ra8.
#[test]
fn a_game_ends_with_its_result() {
    let told = converse("new\nforce\nsetboard 7k/8/6K1/8/8/8/8/R7 w - - 0 1\nsd 1\npost\ngo\n");
    let thought = told.iter().any(|line| line.starts_with("1 100001 ") && line.ends_with(" a1a8"));
    assert!(thought, "{told:#?}");
    assert_eq!(told[told.len() - 2..], ["move a1a8", "1-0 {White mates}"], "{told:#?}");
}

/// A move for the program's side while the program thinks is rejected, and the program continues.
#[test]
fn no_line_ends_the_program() {
    let told = converse("new\nsd 9\nusermove d2d4\nusermove d7d5\n\u{feff}\nping 7\n");
    assert_eq!(told[0], "Illegal move: d7d5", "{told:#?}");
    let move_and_pong = told.iter().skip(1).filter(|line| !line.starts_with('#')).collect::<Vec<_>>();
    assert!(move_and_pong[0].starts_with("move ") && move_and_pong[1..] == ["pong 7"], "{told:#?}");
}

#[test]
fn seconds_and_clocks_may_have_a_fraction() {
    for lines in ["st 10.0\nsd 1.0\ngo\n", "st 0.5\ngo\n", "level 0 1:30:00 2.5\nsd 1\ngo\n"] {
        let told = converse(&format!("new\n{lines}"));
        assert!(told.len() == 1 && told[0].starts_with("move "), "{lines}\n{told:#?}");
    }
}

#[test]
fn the_program_plays_black_after_new() {
    let told = converse("new\nlevel 40 5 0\nsd 1\nusermove e2e4\nping 3\n");
    assert!(told[0].starts_with("move ") && told[1..] == ["pong 3"], "{told:#?}");
}
