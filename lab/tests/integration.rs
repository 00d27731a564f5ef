//! Integration tests of the command `lab`.

mod bench;
mod build;
mod chess_vectors;
mod coverage;
#[path = "../../emulator/tests/support/streams.rs"]
mod streams;
mod vectors;

use std::path::Path;
use std::process::{Command, Stdio};

use streams::{Outcome, files, row, run, take_nothing, wrong};

/// Returns the command, with the root of the repository as its current folder.
fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lab"));
    command.current_dir("..");
    command
}

/// Runs `lab` in the root of the repository.
fn lab(arguments: &[&str]) -> Outcome {
    run(command().args(arguments), "", Stdio::piped(), Stdio::piped())
}

/// Runs `lab` in a folder.
fn lab_in(folder: &Path, arguments: &[&str]) -> Outcome {
    run(command().current_dir(folder).args(arguments), "", Stdio::piped(), Stdio::piped())
}

#[test]
fn every_command_has_help_with_an_example() {
    for subcommand in lab::cli::command().get_subcommands() {
        let name = subcommand.get_name();
        let (status, out, _) = lab(&[name, "--help"]);
        assert_eq!(status, 0, "{name}");
        assert!(out.contains("Example") && out.contains(&format!("lab {name}")), "{name}:\n{out}");
    }
}

#[test]
fn wrong_usage_is_status_2() {
    for arguments in [
        &["nonsense"][..],
        &["vectors"],
        &["build", "--check", "--whole", "-"],
        &["chess-vectors", "--engine", "original", "."],
    ] {
        let (status, _, error) = lab(arguments);
        assert_eq!(status, 2, "{arguments:?}: {error}");
    }
}

/// This list has all arguments that name a file, except those of the subcommands of `bench`, which are
/// inputs. The outputs have tests; the other files are inputs and folders.
#[test]
fn every_file_argument_is_known() {
    let known = [
        "build --root",
        "build --whole",
        "chess-vectors paths",
        "coverage --dialogue",
        "coverage --listing",
        "vectors paths",
    ];
    let known = known.into_iter().map(str::to_owned).collect();
    assert_eq!(files(&lab::cli::command(), &["ENGINE", "N", "S"]), known);
}

/// Runs every subcommand with standard output on a full device and on a closed pipe, or with standard error
/// there if the row expects an error.
#[cfg(target_os = "linux")]
#[test]
fn full_and_closed_streams_are_handled() {
    let rows = [
        row(&["--help"], ""),
        row(&["bench", "processor", "--instructions", "1000", "tests/data/bench/a-tight.oct"], ""),
        row(&["bench", "assembler", "--memory", "macros", "100", "all"], ""),
        row(&["build", "--whole", "-"], ""),
        row(&["build", "--check"], ""),
        row(&["coverage", "--campaign", "0", "--dialogue", "lab/tests/data/move.txt"], ""),
        row(&["vectors", "tests/data/vectors/252-AOBJ.jsonl"], ""),
        row(&["chess-vectors", "tests/data/original-vectors/nodes.jsonl.gz"], ""),
        wrong(&["nonsense"], "", 2),
        wrong(&["vectors", "none"], "", 1),
        wrong(&["chess-vectors", "none"], "", 1),
    ];
    take_nothing(&lab::cli::command(), &rows, command);
}
