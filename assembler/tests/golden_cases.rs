//! The golden cases: the sample in the repository, and the whole collection where it is at hand.

use assembler::Dialect;
use assembler::cases;
use std::io::Write as _;
use std::path::{Path, PathBuf};

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

#[test]
fn the_sample_passes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data/midas-cases");
    let (passed, failures) = run(&folder);
    assert!(passed > 400, "only {passed} passed");
    assert!(failures.is_empty(), "{failures:#?}");
}

#[test]
fn the_whole_collection_passes() {
    let shared = std::env::var_os("PDP6_SHARED")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared"), PathBuf::from);
    let folder = shared.join("midas-cases");
    if !folder.is_dir() {
        // Not println!, which is only shown for tests that fail.
        let _ = writeln!(
            std::io::stderr(),
            "SKIPPED: {} is not there; PDP6_SHARED says where the collections are",
            folder.display()
        );
        return;
    }
    let (passed, failures) = run(&folder);
    assert!(failures.is_empty(), "{failures:#?}");
    assert!(passed >= 10_852, "only {passed} passed");
}
