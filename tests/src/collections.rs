//! Large collections of reference data that are not kept with the sources.

use std::io::Write;
use std::path::{Path, PathBuf};

/// The folder `name` of the collections: in `../shared` beside the repository, or where `PDP6_SHARED` says. `None`, loudly,
/// if it is not there.
pub fn collection(name: &str) -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared");
    let folder = std::env::var_os("PDP6_SHARED").map_or_else(beside, PathBuf::from).join(name);
    if folder.is_dir() {
        return Some(folder);
    }
    skipped(&format!("{} is not there; PDP6_SHARED says where the collections are", folder.display()));
    None
}

/// Says that a test was skipped.
pub fn skipped(why: &str) {
    tell(&format!("SKIPPED: {why}"));
}

/// Says something. Not by println!, which is only shown for tests that fail.
pub fn tell(what: &str) {
    let _ = writeln!(std::io::stderr(), "{what}");
}
