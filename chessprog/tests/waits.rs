//! Tests that a game in a pipe ends with its input, even if the program waits for a tape that never comes.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use emulator::formats::dectape::{ReelLayout, Tape, write};

use crate::support::streams::{Outcome, run};

fn play(folder: &Path, options: &[&str], typed: &str) -> Outcome {
    let mut command = Command::new(env!("CARGO_BIN_EXE_machack"));
    command.args(["play", "--plain"]).args(options).current_dir(folder).env_remove("PDP6_SOFTWARE");
    run(&mut command, typed, Stdio::piped(), Stdio::piped())
}

/// RS reads from the paper tape reader. Without a tape, or at its end, the keyboard works again.
#[test]
fn a_missing_paper_tape_is_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let files: [(&str, &[u8]); 3] = [("empty", b""), ("open", b"P-K4\r"), ("whole", b"P-K4\r\x03")];
    for (name, bytes) in files {
        fs::write(folder.path().join(name), bytes).expect("a file");
    }
    // The options, the input, the expected paper, and whether a tape is missing.
    let rows: [(&[&str], &str, &str, bool); 8] = [
        (&[], "RS\nM\n", "P-K4 BOOK", true),
        (&[], "RS\n", "RS", true),
        (&["--tape", "empty"], "RS\nM\n", "P-K4 BOOK", true),
        (&["--tape", "open"], "RS\nP-K4\n", "1. ... P-K4", true),
        (&["--tape", "whole"], "RS\nP-K4\n", "P-K4", false),
        (&["--engine", "native"], "RS\nM\n", "P-K4 BOOK", true),
        (&["--engine", "native", "--tape", "open"], "RS\nP-K4\n", "P-K4", true),
        (&["--engine", "native", "--tape", "whole"], "RS\nP-K4\n", "P-K4", false),
    ];
    for (options, typed, printed, is_missing) in rows {
        let (status, out, error) = play(folder.path(), options, typed);
        assert_eq!(status, 0, "{options:?} {typed:?}: {error}");
        assert!(out.contains(printed), "{options:?} {typed:?}:\n{out}");
        assert_eq!(error.contains("--tape FILE"), is_missing, "{options:?} {typed:?}: {error}");
        assert!(error.lines().count() <= 1, "reported more than once: {error}");
    }
}

#[test]
fn a_dectape_that_is_missing_or_not_formatted_is_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let blank = write(&Tape::blank(), ReelLayout::Lines).expect("an image");
    let files: [(&str, &[u8]); 3] = [("e.dta", b""), ("e.dtr", b""), ("blank.dtr", &blank)];
    for (name, bytes) in files {
        fs::write(folder.path().join(name), bytes).expect("a file");
    }
    for typed in ["GAMES\n", "KEEP A\n", "FETCH A\n", "DROP A\n"] {
        let (status, out, error) = play(folder.path(), &[], typed);
        assert_eq!(status, 0, "{typed:?}: {error}");
        assert!(out.contains("TAPE ERROR"), "{typed:?}:\n{out}");
        assert!(error.contains("restart with --dectape FILE"), "{typed:?}: {error}");
    }
    for (name, why) in [("e.dta", "empty"), ("e.dtr", "empty"), ("blank.dtr", "not formatted")] {
        let (status, out, error) = play(folder.path(), &["--dectape", name], "GAMES\n");
        assert_eq!((status, out.as_str()), (1, ""), "{name}: {error}");
        assert!(error.contains(name) && error.contains(why), "{name}: {error}");
    }
    assert_eq!(fs::read(folder.path().join("blank.dtr")).expect("it is there"), blank);
    let (status, out, error) = play(folder.path(), &["--dectape", "new.dta"], "KEEP A\nGAMES\n");
    assert_eq!((status, error.as_str()), (0, ""));
    assert!(out.contains("GAMES\nA\n"), "{out}");
}
