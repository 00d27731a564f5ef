//! Large collections of reference data that are not part of the repository.

use std::io::Write;
use std::path::{Path, PathBuf};

/// Returns the path of the collection `name` in the folder that the environment variable `PDP6_SHARED` names,
/// by default `shared` beside the repository. If it is missing, prints a message and returns `None`.
pub fn collection(name: &str) -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared");
    let folder = std::env::var_os("PDP6_SHARED").map_or_else(beside, PathBuf::from).join(name);
    if folder.is_dir() {
        return Some(folder);
    }
    skipped(&format!("{} is not there; PDP6_SHARED says where the collections are", folder.display()));
    None
}

/// Prints that a test is skipped, and why.
pub fn skipped(why: &str) {
    tell(&format!("SKIPPED: {why}"));
}

/// Prints a message to standard error. The test harness captures the output of println! and shows it only for
/// failing tests.
pub fn tell(what: &str) {
    let _ = writeln!(std::io::stderr(), "{what}");
}
