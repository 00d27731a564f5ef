//! What the documents quote of the command `machack` is what it prints.
#![cfg(unix)]

use std::process::Command;

const README: &str = include_str!("../../README.md");
const CALIBRATION: &str = include_str!("../../docs/internals/calibration.md");

/// What a line for the shell prints, typed in the root of the repository.
fn shell(line: &str) -> String {
    let line = line.replace("cargo run --release -q --", env!("CARGO_BIN_EXE_machack"));
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let output = Command::new("sh").args(["-c", &line]).current_dir(root).env("NO_COLOR", "1").output();
    let output = output.expect("there is a shell");
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("it prints text")
}

#[test]
fn the_transcripts_of_the_readme_are_true() {
    let blocks = README.split("```\n$ ").skip(1).filter_map(|rest| rest.split_once("```"));
    let transcripts: Vec<_> = blocks.filter_map(|(block, _)| block.split_once('\n')).collect();
    assert_eq!(transcripts.len(), 3, "a game, a debugger, a comparison");
    for (line, printed) in transcripts {
        assert_eq!(shell(line).trim_end(), printed.trim_end(), "{line}");
    }
}

#[test]
fn the_table_of_times_is_true() {
    let cells =
        |line: &str| line.split([' ', '|']).filter(|cell| !cell.is_empty()).collect::<Vec<_>>().join(" ");
    let (table, _) = CALIBRATION.split_once("## Whole searches").expect("the chapter after the table");
    let quoted = table.lines().filter(|line| line.starts_with('|')).skip(2).map(cells);
    let printed = shell("cargo run --release -q -- profile --no-search");
    let printed = printed.lines().skip(2).filter(|line| !line.is_empty()).map(cells);
    assert_eq!(quoted.collect::<Vec<_>>(), printed.collect::<Vec<_>>());
}
