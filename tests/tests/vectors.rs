//! Compares the states and times of the processor with test vectors from a pulse-level model of the hardware.

use lab::processor::{Runner, explain, read};
use lab::records::files;
use std::path::Path;
use system_tests::collections::collection;

/// Runs all cases of a directory; returns their number.
fn check(directory: &Path) -> usize {
    let mut cases = 0;
    let mut failures = Vec::new();
    for file in files(directory).unwrap() {
        let mut runner = Runner::new();
        for case in read(&file).unwrap() {
            cases += 1;
            let outcome = runner.run(&case);
            if !outcome.passed() {
                failures.push(explain(&case, &outcome));
            }
        }
        assert!(runner.is_clean(), "{}: a memory write was not recorded", file.display());
    }
    assert!(failures.is_empty(), "{} of {cases} cases failed, the first:\n{}", failures.len(), failures[0]);
    cases
}

/// All cases of the collection, if it is available. A test of `lab` uses the sample in the repository.
#[test]
fn all_cases() {
    if let Some(folder) = collection("vectors") {
        assert!(check(&folder) > 40_000);
    }
}
