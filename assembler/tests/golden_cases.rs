//! The golden cases: the sample in the repository, and the whole collection where it is at hand.

use assembler::Dialect;
use assembler::cases;
use std::path::{Path, PathBuf};

/// Cases that are known to differ, with the reason. The list can only become shorter.
const KNOWN: &[(&str, &str)] = &[
    // Late text pseudo-ops in an assembler that lacks them: the random text between the delimiters is taken for
    // a program, of which the very last details are not followed.
    ("text-pseudo-ops-078", "ASCIZ and .ASCII given to assembler A"),
    ("text-pseudo-ops-116", "ASCIZ and .ASCII given to assembler A"),
];

fn run(folder: &Path) -> (usize, Vec<String>) {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder of cases")
        .filter_map(|entry| entry.ok().map(|e| e.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "jsonl"))
        .collect();
    files.sort();
    let mut passed = 0;
    let mut failures = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a readable file");
        for case in cases::read(&text).expect("cases") {
            for dialect in Dialect::ALL {
                let Some(verdict) = case.run(dialect) else { continue };
                if verdict.passed() {
                    passed += 1;
                } else {
                    failures.push(format!("{} {dialect}: {:?}", case.name, verdict.differences));
                }
            }
        }
    }
    (passed, failures)
}

/// Failures that the list does not foresee.
fn unforeseen(failures: &[String]) -> Vec<&String> {
    failures.iter().filter(|f| !KNOWN.iter().any(|(name, _)| f.starts_with(name))).collect()
}

#[test]
fn the_sample_passes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data/midas-cases");
    let (passed, failures) = run(&folder);
    assert!(passed > 400, "only {passed} passed");
    let unforeseen = unforeseen(&failures);
    assert!(unforeseen.is_empty(), "{unforeseen:#?}");
}

#[test]
fn the_whole_collection_passes() {
    let shared = std::env::var_os("PDP6_SHARED")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared"), PathBuf::from);
    let folder = shared.join("midas-cases");
    if !folder.is_dir() {
        println!("SKIPPED: the whole collection of golden cases, {} is not there", folder.display());
        return;
    }
    let (passed, failures) = run(&folder);
    let unforeseen = unforeseen(&failures);
    assert!(unforeseen.is_empty(), "{unforeseen:#?}");
    assert!(passed >= 10_850, "{passed} passed, {} failed", failures.len());
    assert!(failures.len() <= 2, "{} failures", failures.len());
}
