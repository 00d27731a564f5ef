//! The twins: every chapter of the native engine stands beside one of the MIDAS text, with the same routines in the same order.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Files of the native engine without a chapter of their own, and where the other program has what they do.
const RUST_ALONE: [(&str, &str); 5] = [
    ("dialogue/line", "teletype.mid, RDLINE"),
    ("game", "dialogue.mid, where the record of the game is kept"),
    ("names", "notation.mid"),
    ("san", "the book is compiled before the machine sees it"),
    ("search/outcome", "search.mid and repetition.mid: the result of a node is in its frame"),
];

/// Files of the MIDAS text without a Rust one, and why.
const MIDAS_ALONE: [(&str, &str); 9] = [
    ("defs", "symbols and macros: the vocabulary"),
    ("display", "only the machine has a scope"),
    ("machack", "takes in the chapters"),
    ("microtape", "only the machine has DECtapes"),
    ("scratch", "storage that needs no first contents"),
    ("shapes", "what the scope draws"),
    ("storage", "storage"),
    ("tape", "the frames of the paper tape"),
    ("teletype", "only the machine has a teletype"),
];

fn below(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)
}

/// The files below a folder with an extension: text by name without it.
fn files(folder: &Path, extension: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).expect("the folder is there") {
            let path = entry.expect("it can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|known| known == extension) {
                let name = path.strip_prefix(folder).expect("found below it").with_extension("");
                let name = name.to_string_lossy().replace('\\', "/");
                found.insert(name, fs::read_to_string(&path).expect("it is text"));
            }
        }
    }
    found
}

/// The native engine without its tests.
fn engine() -> BTreeMap<String, String> {
    let mut files = files(&below("src/engine"), "rs");
    files.retain(|name, _| !name.ends_with("tests"));
    files
}

/// The MIDAS text without what is emitted.
fn midas() -> BTreeMap<String, String> {
    let mut files = files(&below("midas"), "mid");
    files.retain(|name, _| !name.starts_with("generated/"));
    files
}

/// The labels of the headers of a chapter: `; --- LABEL: WHAT IT DOES. ---`.
fn headers(text: &str) -> Vec<&str> {
    text.lines()
        .filter_map(|line| Some(line.strip_prefix("; --- ")?.split_once(':')?.0))
        .filter(|label| is_label(label))
        .collect()
}

/// The labels with which the documentation of functions begins: `/// LABEL: what it does.`.
fn documented(text: &str) -> Vec<&str> {
    let lines: Vec<&str> = text.lines().map(str::trim_start).collect();
    let is_documentation = |line: &str| line.starts_with("///");
    let label = |place: usize| {
        if place > 0 && is_documentation(lines[place - 1]) {
            return None;
        }
        let (label, _) = lines[place].strip_prefix("/// ")?.split_once(": ")?;
        let mut after =
            lines[place..].iter().filter(|line| !is_documentation(line) && !line.starts_with("#["));
        (is_label(label) && after.next()?.contains("fn ")).then_some(label)
    };
    (0..lines.len()).filter_map(label).collect()
}

/// Whether a word is a label of the MIDAS text: at most six letters and digits.
fn is_label(word: &str) -> bool {
    (2..=6).contains(&word.len())
        && word.starts_with(|c: char| c.is_ascii_uppercase())
        && word.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit())
}

#[test]
fn every_chapter_has_its_twin() {
    let (engine, midas) = (engine(), midas());
    let alone = |files: &BTreeMap<String, String>, others: &BTreeMap<String, String>| -> Vec<String> {
        files.keys().filter(|name| !others.contains_key(*name)).cloned().collect()
    };
    assert_eq!(alone(&engine, &midas), RUST_ALONE.map(|(name, _)| name), "native chapters without a twin");
    assert_eq!(alone(&midas, &engine), MIDAS_ALONE.map(|(name, _)| name), "MIDAS chapters without a twin");
}

/// The routines of a chapter have the same labels in the same order in both programs.
#[test]
fn the_routines_are_the_same_in_the_same_order() {
    let midas = midas();
    let mut different = String::new();
    let mut named = 0;
    for (name, text) in engine() {
        let ours = documented(&text);
        named += ours.len();
        let theirs = midas.get(&name).map_or(Vec::new(), |text| headers(text));
        // A chapter without a twin of its own may name routines of another.
        if midas.contains_key(&name) && ours != theirs {
            different += &format!("{name}\n  Rust:  {}\n  MIDAS: {}\n", ours.join(" "), theirs.join(" "));
        }
    }
    assert_eq!(different, "", "chapters differ");
    assert!(named > 60, "only {named} routines are named");
}

/// Every label that heads a routine is there.
#[test]
fn the_routines_named_are_there() {
    for (name, text) in midas() {
        for label in headers(&text) {
            let defined = [format!("{label}:"), format!("DEFINE {label}")];
            let is_there = |line: &str| defined.iter().any(|begin| line.starts_with(begin.as_str()));
            assert!(text.lines().any(is_there), "{name}: {label} is not there");
        }
    }
}
