//! The processor against states and times taken from a model of the hardware at the level of its pulses.

use lab::processor::{Runner, explain, read};
use lab::records::files;
use std::path::Path;
use system_tests::collections::collection;

/// Executes all cases of a directory; returns their number.
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
        assert!(runner.is_clean(), "{}: something was written unseen", file.display());
    }
    assert!(failures.is_empty(), "{} of {cases} cases failed, the first:\n{}", failures.len(), failures[0]);
    cases
}

/// All cases, if they are available; a test of the emulator uses a sample kept with the sources.
#[test]
fn all_cases() {
    if let Some(folder) = collection("vectors") {
        assert!(check(&folder) > 40_000);
    }
}
