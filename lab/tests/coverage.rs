//! Tests of `lab coverage`.

use std::fs;

use super::{lab, lab_in};

#[test]
fn coverage_reports_a_table_and_a_listing() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (dialogue, listing) = (path("dialogue.txt"), path("listing.txt"));
    fs::write(&dialogue, "P-K4\nBD\nU\n*keys X RUBOUT\n").unwrap();
    let campaign = ["coverage", "--campaign", "11", "--depth", "1"];
    let (status, out, error) =
        lab(&[&campaign[..], &["--dialogue", &dialogue, "--listing", &listing]].concat());
    assert_eq!(status, 0, "{error}");
    let all = out.lines().find_map(|line| line.strip_prefix("all ")).expect("the totals");
    let numbers: Vec<f64> = all.split_whitespace().map(|number| number.parse().unwrap()).collect();
    let [instructions, executed, percent, branches, both, _] = numbers[..] else { panic!("{all}") };
    assert!(executed * 2.0 > instructions && executed < instructions && both < branches, "{all}");
    assert!((percent - 100.0 * executed / instructions).abs() < 0.01, "{all}");
    // The dialogue prints the board and takes a move back, but saves no game.
    let gaps = out.split_once("not executed\n").expect("the list of what is missing").1;
    assert!(gaps.contains("  microtape.mid:"), "{gaps}");
    let text = fs::read_to_string(&listing).unwrap();
    let line_of =
        |what: &str| text.lines().find(|line| line.contains(what)).unwrap_or_else(|| panic!("no {what}"));
    assert!(line_of("KEPCOM:").contains(" - "), "{}", line_of("KEPCOM:"));
    assert!(!line_of("STATR:").contains(" - "), "{}", line_of("STATR:"));
}

/// An output that cannot be written is an error before the run, and no file is changed.
#[test]
fn an_output_that_cannot_be_written_is_an_error_before_the_run() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("folder")).unwrap();
    fs::write(folder.path().join("typed"), "P-K4\n").unwrap();
    for (path, why) in [
        ("none/out", "the folder does not exist"),
        ("folder", "it is a folder"),
        ("typed", "it would replace "),
    ] {
        let arguments = ["coverage", "--campaign", "0", "--dialogue", "typed", "--listing", path];
        let (status, out, error) = lab_in(folder.path(), &arguments);
        assert!(status == 1 && error.contains(why), "{path}: {status} {error}");
        assert_eq!(out, "", "{path}");
    }
    assert_eq!(fs::read(folder.path().join("typed")).unwrap(), b"P-K4\n");
}
