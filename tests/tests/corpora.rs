//! Checks the laws of the fuzz targets on their corpus: inputs made by hand, inputs with which the fuzzer
//! reached new code, and inputs that once failed.

#[path = "../../fuzz/src/laws.rs"]
#[expect(unreachable_pub, reason = "the fuzz targets are crates of their own")]
mod laws;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn fuzz() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz")
}

/// Returns the file names in a folder, sorted and without extensions.
fn names(folder: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(fuzz().join(folder)).expect("the folder is in the repository");
    let stem = |path: PathBuf| path.file_stem().expect("it has a name").to_string_lossy().into_owned();
    entries.map(|entry| stem(entry.expect("it can be read").path())).collect()
}

#[test]
fn every_law_has_a_target_and_inputs() {
    let laws: BTreeSet<String> = laws::ALL.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(names("fuzz_targets"), laws);
    assert_eq!(names("corpus"), laws);
}

#[test]
fn the_kept_inputs_keep_the_laws() {
    for (name, law) in laws::ALL {
        let mut inputs: Vec<PathBuf> = fs::read_dir(fuzz().join("corpus").join(name))
            .expect("it has a folder")
            .map(|entry| entry.expect("it can be read").path())
            .collect();
        inputs.sort();
        assert!(!inputs.is_empty(), "{name}");
        for input in inputs {
            println!("{}", input.display());
            let bytes = fs::read(&input).expect("it can be read");
            law(&bytes);
            // Each input truncated at an eighth of its length is a further input.
            (1..8).for_each(|eighth| law(&bytes[..bytes.len() * eighth / 8]));
        }
    }
}
