//! Each measured figure is in only one document, so that no two documents can contradict each other.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use regex::Regex;

/// Returns the documents to check. Those in `docs/reference` may repeat the figures of their sources.
fn documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders = [root.clone(), root.join("docs"), root.join("docs/guide"), root.join("docs/internals")];
    let files = folders.iter().flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let paths = files.map(|entry| entry.unwrap().path());
    paths.filter(|path| path.extension().is_some_and(|ending| ending == "md")).collect()
}

#[test]
fn a_measured_figure_is_in_one_document() {
    // Proportions (`42 of 44`, `98.7 %`), ratios (`13 to 1`, `1.8 times`), counts of a million and more.
    let shares = r"\d[\d,.]* of \d[\d,.]*\d\b|\b\d+\.\d+ %";
    let figure =
        Regex::new(&format!(r"\b(?:{shares}|\d[\d.]* to 1\b|\d+\.\d+ times\b|\d{{1,3}},\d{{3}},\d{{3}}\b)"));
    let figure = figure.unwrap();
    let mut places: BTreeMap<String, BTreeSet<PathBuf>> = BTreeMap::new();
    for path in documents() {
        let text = std::fs::read_to_string(&path).unwrap();
        for found in figure.find_iter(&text) {
            places.entry(found.as_str().to_owned()).or_default().insert(path.clone());
        }
    }
    assert!(places.len() > 20, "only {} figures were found", places.len());
    let repeated: Vec<_> = places.iter().filter(|(_, documents)| documents.len() > 1).collect();
    assert!(repeated.is_empty(), "let one of the documents refer to the other: {repeated:#?}");
}
