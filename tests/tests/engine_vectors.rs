//! Compares both programs with reference values, which come from the program of 1967 or, for the additions to
//! it, from independent implementations. The repository has samples. The native engine is also compared with
//! all values if they are available; `lab chess-vectors --engine emulated` does so for the emulated program.

use std::path::{Path, PathBuf};

use chessprog::emulated::Emulated;
use chessprog::native::Native;
use chessprog::subject::Subject;
use flate2::read::GzDecoder;
use lab::chess::{Instructions, files, run_file};
use system_tests::chess::program;
use system_tests::collections::collection;

/// Both samples: folder, number of files, least number of records.
const SAMPLES: [(&str, usize, usize); 2] = [("original-vectors", 9, 112), ("addition-vectors", 8, 190)];

/// Checks that a program agrees with all files of a folder. Returns the instruction counts of the searches.
fn check<S: Subject>(folder: &Path, count: usize, least: usize, make: impl Fn() -> S + Sync) -> Instructions {
    let files = files(&[folder.to_owned()]).expect("a folder of vector files").known;
    let reports: Vec<_> =
        files.iter().map(|file| run_file(file, || Ok(make())).expect("a vector file")).collect();
    let cases: usize = reports.iter().map(|report| report.cases).sum();
    assert!(
        reports.len() == count && cases >= least,
        "{} files, {cases} cases in {}",
        reports.len(),
        folder.display()
    );
    let mut instructions = Instructions::default();
    for report in reports {
        let first = report.failures.first();
        assert!(
            first.is_none(),
            "{}: {} failed, the first: {first:?}",
            report.path.display(),
            report.failures.len()
        );
        instructions = instructions.and(report.instructions);
    }
    instructions
}

fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(name)
}

fn loaded() -> Emulated {
    Emulated::load(program()).expect("the program starts")
}

/// The emulated program also executes at most 1.2 times the instructions of the original for the same
/// searches.
#[test]
fn the_emulated_program_agrees_with_the_samples() {
    let [original, additions] =
        SAMPLES.map(|(name, count, least)| check(&sample(name), count, least, loaded));
    let ratio = original.ratio().expect("the original's searches were counted");
    assert!(ratio <= 1.2 && original.searches >= 40, "{ratio} times the original's instructions");
    assert_eq!(additions.searches, 0, "the original has no searches to compare with these");
}

/// Uses the whole collection if it is available, otherwise the sample.
#[test]
fn the_native_engine_agrees_with_the_values() {
    for ((name, count, least), all) in SAMPLES.into_iter().zip([3000, 4000]) {
        match collection(name) {
            Some(folder) => check(&folder, count, all, Native::new),
            None => check(&sample(name), count, least, Native::new),
        };
    }
}

/// A changed number in a record is reported with the line and the field, so the comparison can fail.
#[test]
fn a_changed_number_is_reported_with_its_place() {
    let packed = std::fs::File::open(sample("original-vectors").join("roots.jsonl.gz")).expect("the sample");
    let text = std::io::read_to_string(GzDecoder::new(packed)).expect("it is gzipped text");
    let line = text.lines().find(|line| line.contains("\"Kw\": 0,") || line.contains("\"Kw\":0,"));
    let line = line.expect("a position without king safety");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("roots.jsonl");
    std::fs::write(&file, line.replace("\"Kw\":0,", "\"Kw\":1,")).expect("written");
    let report = run_file(&file, || Ok(Native::new())).expect("a vector file");
    assert_eq!(report.failures.len(), 1);
    assert_eq!(report.failures[0].differences, ["static.Kw: expected 1, got 0"]);
    assert_eq!(report.failures[0].line, 1);
}

/// A field or a file is reported if nothing is compared with it.
#[test]
fn unknown_fields_and_files_are_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path
    };
    let book = write(
        "book.jsonl",
        "{\"key\":\"0\",\"fen\":\"8/8/8/8/8/8/8/K1k5 w - - 0 1\",\"move\":null,\"page\":7}\n",
    );
    let report = run_file(&book, || Ok(Native::new())).expect("a vector file");
    let told = report.failures[0].differences.last().expect("a difference");
    assert_eq!(told, "page: the field is not known, nothing is compared with it");
    let other = write("roots-2.jsonl", "");
    write("README.md", "");
    let files = files(&[folder.path().to_owned()]).expect("a folder of vector files");
    assert_eq!((files.known, files.unknown), (vec![book], vec![other]));
}

/// An invalid record is reported with its line, and the next records are still checked. A line that is not
/// JSON ends the run.
#[test]
fn bad_records_are_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("roots.jsonl");
    std::fs::write(&file, "{\"id\":\"a\",\"moves\":\"e2e5\"}\n{\"id\":\"b\",\"moves\":7}\n")
        .expect("written");
    let report = run_file(&file, || Ok(Native::new())).expect("a vector file");
    let told: Vec<&str> = report.failures.iter().map(|failure| failure.differences[0].as_str()).collect();
    assert_eq!(told.len(), 2);
    assert_eq!(told[0], "the move e2e5 is not legal");
    assert!(told[1].starts_with("the record does not have the form"), "{}", told[1]);
    std::fs::write(&file, "{\"id\":\"a\"\n").expect("written");
    let error = run_file(&file, || Ok(Native::new())).expect_err("no JSON");
    assert!(error.to_string().contains("roots.jsonl, line 1: not a record"), "{error}");
    let error = run_file(&folder.path().join("other.jsonl"), || Ok(Native::new())).expect_err("no name");
    assert!(error.to_string().contains("not a vector file: they are called NAME.jsonl"), "{error}");
}
