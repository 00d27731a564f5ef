//! `pdp6 bench` as a command.

use std::process::{Command, Output};

fn pdp6(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_pdp6")).args(arguments).current_dir("..").output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn the_benchmark_programs_end_as_documented() {
    let programs = ["a-tight", "b-mixed", "c-bytes", "d-memwalk", "e-muldiv", "f-float", "g-search"];
    let files: Vec<_> = programs.iter().map(|program| format!("tests/data/bench/{program}.oct")).collect();
    for memory in ["moby", "163", "161"] {
        let mut arguments = vec!["bench", "--short", "--memory", memory];
        arguments.extend(files.iter().map(String::as_str));
        let output = pdp6(&arguments);
        let report = text(&output.stdout);
        assert_eq!(report.matches("as documented").count(), 7, "{report}");
        assert_eq!(output.status.code(), Some(0));
    }
}

/// Every mode has run the same instructions: each figure is present, and none is zero.
#[test]
fn modes_are_measured_beside_the_plain_one() {
    let output = pdp6(&["bench", "--modes", "--instructions", "200000", "tests/data/bench/b-mixed.oct"]);
    let report = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let lines: Vec<Vec<&str>> = report.lines().map(|line| line.split_whitespace().collect()).collect();
    let titles = [
        "program", "Minstr/s", "user", "small", "break", "watch", "opcode", "lights", "past", "traced",
        "refs",
    ];
    assert_eq!(lines[1], titles);
    let percent = lines[2][2..].chunks(2).map(|pair| (pair[0].parse::<u32>().unwrap(), pair[1]));
    assert_eq!(percent.filter(|&(figure, unit)| figure > 0 && unit == "%").count(), 9, "{report}");

    let halts = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(halts.path(), "start: 001000\n001000: 254200001000\n").unwrap();
    let output = pdp6(&["bench", "--modes", halts.path().to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text(&output.stderr).contains("stops after 1 instructions, too soon"),
        "{}",
        text(&output.stderr)
    );
}

#[test]
fn bad_input_is_explained() {
    let broken = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(broken.path(), "{\"name\":\"x\"\n").unwrap();
    for (arguments, status, message) in [
        (
            vec!["bench", broken.path().to_str().unwrap()],
            1,
            "line 1, column 1: \"{\"name\"\" is no octal number",
        ),
        (vec!["bench", "--memory", "core", "x"], 2, "expected moby, 163 or 161"),
    ] {
        let output = pdp6(&arguments);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{arguments:?}: {error}");
        assert!(error.contains(message), "{arguments:?}: {error}");
    }
}
