//! Large collections of reference data that are not kept with the sources.

use std::io::Write;
use std::path::{Path, PathBuf};

/// Returns the folder `name` of the collections: in `../shared` beside the repository, or in `PDP6_SHARED`.
/// If it is missing, prints a message and returns `None`.
pub fn collection(name: &str) -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared");
    let folder = std::env::var_os("PDP6_SHARED").map_or_else(beside, PathBuf::from).join(name);
    if folder.is_dir() {
        return Some(folder);
    }
    skipped(&format!("{} is not there; PDP6_SHARED says where the collections are", folder.display()));
    None
}

/// Prints that a test was skipped.
pub fn skipped(why: &str) {
    tell(&format!("SKIPPED: {why}"));
}

/// Prints a message. Not with println!, whose output is shown only for tests that fail.
pub fn tell(what: &str) {
    let _ = writeln!(std::io::stderr(), "{what}");
}
