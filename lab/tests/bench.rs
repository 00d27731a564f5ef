//! Tests of `lab bench`.

use super::{lab, lab_in};

#[test]
fn a_program_is_measured() {
    let program = "tests/data/bench/a-tight.oct";
    let (status, report, error) = lab(&["bench", "processor", "--instructions", "200000", program]);
    assert_eq!(status, 0, "{error}");
    let last: Vec<&str> = report.lines().last().unwrap().split_whitespace().collect();
    assert_eq!((last[0], last[1], last.len()), ("a-tight", "200000", 7), "{report}");
}

/// Each mode has a figure that is not zero.
#[test]
fn every_mode_is_measured() {
    let program = "tests/data/bench/b-mixed.oct";
    let (status, report, error) =
        lab(&["bench", "processor", "--modes", "--instructions", "200000", program]);
    assert_eq!(status, 0, "{error}");
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
    let (status, _, error) = lab(&["bench", "processor", "--modes", halts.path().to_str().unwrap()]);
    assert!(status == 1 && error.contains("stops after 1 instructions, too soon"), "{error}");
}

#[test]
fn bad_input_is_explained() {
    let broken = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(broken.path(), "{\"name\":\"x\"\n").unwrap();
    let path = broken.path().to_str().unwrap();
    for (arguments, status, message) in [
        (&["processor", path][..], 1, "line 1, column 1: \"{\"name\"\" is not an octal number"),
        (&["processor", "/nonexistent"], 1, "cannot read `/nonexistent`"),
        (&["processor", "--memory", "core", "x"], 2, "expected moby, 163 or 161"),
        (&["assembler", "--memory", "nothing", "1", "all"], 1, "unknown input"),
        (&["assembler", "--runs", "0"], 2, "--runs"),
    ] {
        let (got, _, error) = lab(&[&["bench"], arguments].concat());
        assert!(got == status && error.contains(message), "{arguments:?}: {got} {error}");
    }
}

/// Each source is measured in both dialects, and each generated input in three sizes.
#[test]
fn the_assembler_is_measured_with_all_inputs() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("one.mid"), "TITLE T\n\t.INSRT two\n\tEND\n").unwrap();
    std::fs::write(folder.path().join("two.mid"), "\t5\n\t6\n").unwrap();
    let (status, text, error) = lab_in(folder.path(), &["bench", "assembler", "--runs", "1", "one.mid"]);
    assert_eq!(status, 0, "{error}");
    let (speeds, growth) = text.split_once("\n\n").expect("two tables");
    let columns = |line: &str, count: usize| {
        line.split_whitespace().take(count).map(str::to_owned).collect::<Vec<_>>().join(" ")
    };
    let rows: Vec<String> = speeds.lines().skip(2).map(|line| columns(line, 3)).collect();
    let sources = ["plain 100006", "macros 40018", "its 20045", "one.mid 5"];
    let expected: Vec<String> =
        sources.iter().flat_map(|source| ["C", "D"].map(|dialect| format!("{source} {dialect}"))).collect();
    assert_eq!(rows, expected, "{text}");
    assert!(!speeds.contains(" -"), "{text}");
    let sizes: Vec<String> = growth.lines().skip(1).map(|line| columns(line, 1)).collect();
    assert_eq!(
        sizes,
        ["plain"; 3].iter().chain(&["macros"; 3]).chain(&["its"; 3]).copied().collect::<Vec<_>>()
    );
}
