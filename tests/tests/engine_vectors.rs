//! Both programs against reference values made by a third implementation: the sample kept here, and, for the native engine, all of
//! them if they are at hand (`machack vectors --engine emulated` has them from the other).

use std::path::{Path, PathBuf};

use chessprog::vectors::{Engine, Machine, Native, Report, files, run_file};
use system_tests::collections::collection;

fn run<E: Engine + Default>(folder: &Path) -> Vec<Report> {
    let files = files(&[folder.to_owned()]).expect("a folder of vector files");
    files.iter().map(|file| run_file(file, E::default).expect("a vector file")).collect()
}

fn check<E: Engine + Default>(folder: &Path, least: usize) {
    let reports = run::<E>(folder);
    let cases: usize = reports.iter().map(|report| report.cases).sum();
    assert!(
        reports.len() == 11 && cases >= least,
        "{} files, {cases} cases in {}",
        reports.len(),
        folder.display()
    );
    for report in reports {
        let first = report.failures.first();
        assert!(
            first.is_none(),
            "{}: {} failed, the first: {first:?}",
            report.path.display(),
            report.failures.len()
        );
    }
}

fn sample() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data/engine-vectors")
}

#[test]
fn the_native_engine_agrees_with_the_sample() {
    check::<Native>(&sample(), 400);
}

#[test]
fn the_emulated_program_agrees_with_the_sample() {
    check::<Machine>(&sample(), 400);
}

#[test]
fn all_reference_values_agree() {
    if let Some(folder) = collection("engine-vectors") {
        check::<Native>(&folder, 6000);
    }
}

/// The judge can fail: a number changed in a record is reported with its place.
#[test]
fn a_changed_number_is_reported_with_its_place() {
    let text = std::fs::read_to_string(sample().join("static.jsonl")).expect("the sample");
    let line = text.lines().find(|line| line.contains("\"K\":0,")).expect("a position without king safety");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("static.jsonl");
    std::fs::write(&file, line.replace("\"K\":0,", "\"K\":1,")).expect("written");
    let report = run_file(&file, Native::default).expect("a vector file");
    assert_eq!(report.failures.len(), 1);
    assert_eq!(report.failures[0].difference, "K: expected 1, got 0");
    assert_eq!(report.failures[0].line, 1);
}
