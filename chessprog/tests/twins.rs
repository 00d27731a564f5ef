//! The twins: every chapter of the native engine stands beside one of the MIDAS text, and names routines that are there.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Files of the native engine without a chapter of their own, and where the other program has it.
const ALONE: [(&str, &str); 7] = [
    ("board/fen", "the machine takes positions from the keyboard"),
    ("board/piece", "defs.mid"),
    ("board/record", "dialogue.mid, GAMMOV"),
    ("board/square", "generated/tables.mid"),
    ("board/word", "defs.mid"),
    ("dialogue/line", "teletype.mid, RDLINE"),
    ("probe", "labels that begin with PB"),
];

fn below(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)
}

/// The files below a folder with an extension: name without it, and text.
fn files(folder: &Path, extension: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).expect("the folder is there") {
            let path = entry.expect("it can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|known| known == extension) {
                let name = path.strip_prefix(folder).expect("found below it").with_extension("");
                let name = name.to_string_lossy().replace('\\', "/");
                found.push((name, fs::read_to_string(&path).expect("it is text")));
            }
        }
    }
    found.sort();
    found
}

fn engine() -> Vec<(String, String)> {
    let mut files = files(&below("src/engine"), "rs");
    files.retain(|(name, _)| !name.ends_with("tests"));
    files
}

#[test]
fn every_chapter_has_its_twin() {
    let midas: HashSet<String> = files(&below("midas"), "mid").into_iter().map(|(name, _)| name).collect();
    let without: Vec<String> =
        engine().into_iter().map(|(name, _)| name).filter(|name| !midas.contains(name)).collect();
    assert_eq!(without, ALONE.map(|(name, _)| name));
}

/// A documentation comment that begins with a name in capitals and a colon names the routine of the MIDAS text.
#[test]
fn the_routines_named_are_there() {
    let labels: HashSet<String> = files(&below("midas"), "mid")
        .iter()
        .flat_map(|(_, text)| text.lines())
        .filter_map(|line| line.split_once(':').map(|(label, _)| label.to_string()))
        .collect();
    let mut named = 0;
    let mut missing = Vec::new();
    for (file, text) in engine() {
        for line in text.lines() {
            let Some((name, _)) = line.trim_start().strip_prefix("/// ").and_then(|doc| doc.split_once(": "))
            else {
                continue;
            };
            let routine =
                name.len() > 1 && name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit());
            let heuristic = name.starts_with('H') && name[1..].chars().all(|c| c.is_ascii_digit());
            if routine && !heuristic {
                named += 1;
                if !labels.contains(name) {
                    missing.push(format!("{file}: {name}"));
                }
            }
        }
    }
    assert_eq!(missing, Vec::<String>::new());
    assert!(named > 60, "only {named} routines are named");
}
