//! Finds vector files and reads their records.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::records::{self, Numbered, ReadError};

/// Names of the files in running order: an error that one file finds may explain differences in the next.
const ORDER: [&str; 17] = [
    "movegen",
    "roots",
    "nodes",
    "evaluator",
    "search-d1",
    "search-d2",
    "search-d3",
    "search-normal",
    "search-tourn",
    "trees",
    "notation",
    "book",
    "trace",
    "positions",
    "search",
    "repetition",
    "games",
];

/// Returns the name of a file without extensions, which determines what it tests.
fn subject(path: &Path) -> &str {
    path.file_name()
        .and_then(|name| name.to_str())
        .and_then(|name| name.split('.').next())
        .unwrap_or_default()
}

/// The vector files found under the given paths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    /// The files to run. A file that is given by its path is included whatever its name.
    pub known: Vec<PathBuf>,
    /// Other record files in the folders.
    pub unknown: Vec<PathBuf>,
}

/// Finds the vector files among the given paths, and in the given folders.
pub fn files(paths: &[PathBuf]) -> Result<Files, ReadError> {
    let rank = |path: &Path| ORDER.iter().position(|known| *known == subject(path));
    let mut found = Files::default();
    for path in paths {
        let (mut known, unknown): (Vec<PathBuf>, Vec<PathBuf>) =
            records::files(path)?.into_iter().partition(|file| !path.is_dir() || rank(file).is_some());
        if known.is_empty() {
            return Err(not_vectors(path, "no vector files in this folder"));
        }
        known.sort_by_key(|path| rank(path));
        found.known.extend(known);
        found.unknown.extend(unknown);
    }
    Ok(found)
}

fn not_vectors(path: &Path, what: &str) -> ReadError {
    ReadError::new(
        path,
        None,
        format_args!("{what}: they are called NAME.jsonl, NAME one of {}", ORDER.join(", ")),
    )
}

/// Reads a vector file. Returns its name, which determines what it tests, and its records.
pub(super) fn records(path: &Path) -> Result<(&str, Vec<Numbered<Value>>), ReadError> {
    let name = subject(path);
    if !ORDER.contains(&name) {
        return Err(not_vectors(path, "not a vector file"));
    }
    Ok((name, records::read(path)?))
}
