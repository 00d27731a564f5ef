//! Checks names, comments, messages and documents against those rules of CONTRIBUTING.md that a program can
//! count. Each ceiling is the count at which it was set. It may be lowered but never raised: a change that
//! adds a line with a fault must correct another.

use regex::{Regex, RegexSet};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Permitted lines with an idiom per 10,000 lines of text, for each kind of file.
const IDIOMS: [(&str, usize); 5] = [("html", 0), ("js", 0), ("md", 10), ("mid", 6), ("rs", 10)];
/// Maximum number of lines of a document.
const LENGTHS: [(&str, usize); 2] = [("README.md", 90), ("docs/internals/speed.md", 150)];
/// Maximum number of lines under *Unreleased* in CHANGELOG.md.
const UNRELEASED: usize = 40;
/// Maximum number of columns of a line of Rust, and the number of longer lines permitted.
const COLUMNS: usize = 110;
const LONG_LINES: usize = 96;
/// Maximum number of lines of a Rust file, and the number of longer files permitted.
const LINES: usize = 500;
const LONG_FILES: usize = 4;
/// Permitted number of doc comments of at most three words that only repeat the name of the item.
const REPEATED_NAMES: usize = 107;
/// Crates where every type name must be unique.
const CRATES: [&str; 6] = ["assembler", "chessprog", "emulator", "lab", "support", "web"];
/// Type names that may occur in many files, by convention: the arguments of a subcommand.
const CONVENTIONAL: [&str; 2] = ["Args", "Arguments"];

/// Folders whose files are generated, recorded, or from elsewhere.
const SKIPPED: [&str; 7] = ["target", "node_modules", "dist", "snapshots", "generated", "data", "images"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the text files of the repository in order, each with its path from the root.
fn files() -> Vec<(String, String)> {
    let (root, mut folders, mut found) = (root(), vec![root()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let kind = path.extension().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() && !name.starts_with('.') && !SKIPPED.contains(&name.as_str()) {
                folders.push(path);
            } else if IDIOMS.iter().any(|(known, _)| *known == kind) {
                let place = path.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
                found.push((place, fs::read_to_string(&path).unwrap()));
            }
        }
    }
    found.sort();
    found
}

fn rust() -> impl Iterator<Item = (String, String)> {
    files().into_iter().filter(|(place, _)| place.ends_with(".rs"))
}

/// Returns the text of a file for human readers, with line numbers: comments and sentences in Rust strings,
/// MIDAS remarks, documents without code, sentences of the page.
fn sentences(kind: &str, text: &str) -> Vec<(usize, String)> {
    let comment = Regex::new(r#"(?:^|[^:"'])//[/!]?(.*)$"#).unwrap();
    let string = Regex::new(r#""((?:[^"\\]|\\.)*)""#).unwrap();
    let words = Regex::new("[A-Za-z]{3,} [A-Za-z]{2,} [A-Za-z]").unwrap();
    let (mut found, mut in_code) = (Vec::new(), false);
    for (line, number) in text.lines().zip(1..) {
        let mut add = |part: &str| {
            if !part.trim().is_empty() {
                found.push((number, part.trim().to_owned()));
            }
        };
        match kind {
            "rs" => {
                let remark = comment.captures(line);
                let code = remark.as_ref().map_or(line, |remark| &line[..remark.get(0).unwrap().start()]);
                remark.iter().for_each(|remark| add(&remark[1]));
                let strings = string.captures_iter(code).map(|found| found[1].to_owned());
                strings.filter(|text| text.matches(' ').count() >= 2).for_each(|text| add(&text));
            }
            "mid" => line.split_once(';').iter().for_each(|(_, remark)| add(&remark.to_lowercase())),
            "md" if line.trim_start().starts_with("```") => in_code = !in_code,
            "md" if in_code => {}
            "md" => add(line),
            _ if words.is_match(line) => add(line),
            _ => {}
        }
    }
    found
}

/// Returns the patterns and replacements in `data/idioms.txt`.
fn idioms() -> Vec<(String, String)> {
    let text = fs::read_to_string(root().join("tests/data/idioms.txt")).unwrap();
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    rows.map(|line| line.split_once("  ").map(|(at, to)| (at.to_owned(), to.to_owned())).unwrap()).collect()
}

#[test]
fn idioms_stay_rare() {
    let idioms = idioms();
    let patterns = RegexSet::new(idioms.iter().map(|(pattern, _)| pattern)).unwrap();
    let mut counts: BTreeMap<String, (usize, Vec<String>)> = BTreeMap::new();
    for (place, text) in files() {
        let kind = place.rsplit('.').next().unwrap().to_owned();
        let sentences = sentences(&kind, &text);
        let (lines, found) = counts.entry(kind).or_default();
        *lines += sentences.len();
        for (number, text) in sentences {
            if let Some(idiom) = patterns.matches(&text).into_iter().next() {
                found.push(format!("{place}:{number}: {text} (write: {})", idioms[idiom].1));
            }
        }
    }
    for (kind, most) in IDIOMS {
        let (lines, found) = &counts[kind];
        let share = found.len() * 10_000 / lines;
        let list = found.join("\n");
        assert!(share <= most, "{list}\n{share} lines in 10,000 of {kind} have an idiom; at most {most}");
    }
}

#[test]
fn documents_stay_short() {
    for (document, most) in LENGTHS {
        let lines = fs::read_to_string(root().join(document)).unwrap().lines().count();
        assert!(lines <= most, "{document} has {lines} lines; at most {most}");
    }
    let changes = fs::read_to_string(root().join("CHANGELOG.md")).unwrap();
    let (_, after) = changes.split_once("## [Unreleased]").unwrap();
    let lines = after.split("\n## ").next().unwrap().trim().lines().count();
    assert!(lines <= UNRELEASED, "CHANGELOG.md has {lines} lines under Unreleased; at most {UNRELEASED}");
}

#[test]
fn lines_and_files_stay_short() {
    let (mut lines, mut long) = (Vec::new(), Vec::new());
    for (place, text) in rust() {
        let wide = text.lines().zip(1..).filter(|(line, _)| line.chars().count() > COLUMNS);
        lines.extend(wide.map(|(_, number)| format!("{place}:{number}")));
        if text.lines().count() > LINES {
            long.push(place);
        }
    }
    let counts = (lines.len(), long.len());
    assert!(
        counts.0 <= LONG_LINES,
        "{lines:#?}\n{} lines of over {COLUMNS} columns; {LONG_LINES} known",
        counts.0
    );
    assert!(
        counts.1 <= LONG_FILES,
        "{long:#?}\n{} files of over {LINES} lines; {LONG_FILES} known",
        counts.1
    );
}

/// Returns the words of a name or sentence in lower case, without articles and plural `s`.
fn stems(text: &str) -> Vec<String> {
    let word = Regex::new("[A-Z]?[a-z]+|[A-Z]+|[0-9]+").unwrap();
    let words =
        word.find_iter(text).map(|word| word.as_str().to_lowercase().trim_end_matches('s').to_owned());
    words.filter(|word| !["a", "an", "the", "it", "thi", "of"].contains(&word.as_str())).collect()
}

#[test]
fn doc_comments_say_more_than_the_name() {
    let pair = Regex::new(r"(?m)^ *///? ?(?:\n|$)|^ */// (?<doc>.*)\n(?: *#\[.*\n)*(?<item>.*)").unwrap();
    let name =
        Regex::new(r"\b(?:fn|struct|enum|trait|type|const|static|mod) (\w+)|^ *(?:pub(?:\(.*?\))? )?(\w+)")
            .unwrap();
    let mut found = Vec::new();
    for (place, text) in rust() {
        for comment in pair.captures_iter(&text).filter(|found| found.name("doc").is_some()) {
            let Some(item) = name.captures(&comment["item"]) else { continue };
            let named = stems(item.get(1).or_else(|| item.get(2)).unwrap().as_str());
            let said = stems(&comment["doc"]);
            let is_short = comment["doc"].split_whitespace().count() <= 3 && !comment["doc"].contains('`');
            if is_short && !said.is_empty() && said.iter().all(|word| named.contains(word)) {
                found.push(format!("{place}: {} / {}", &comment["doc"], comment["item"].trim()));
            }
        }
    }
    let list = found.join("\n");
    assert!(
        found.len() <= REPEATED_NAMES,
        "{list}\n{} comments repeat a name; {REPEATED_NAMES} known",
        found.len()
    );
}

#[test]
fn a_type_name_occurs_once_in_a_crate() {
    let item = Regex::new(r"(?m)^(?:pub(?:\(.*?\))? )?(?:struct|enum|trait|type) (\w+)").unwrap();
    for name in CRATES {
        let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let source = format!("{name}/src/");
        for (place, text) in
            rust().filter(|(place, _)| place.starts_with(&source) && !place.contains("tests"))
        {
            for found in item.captures_iter(text.split("#[cfg(test)]\nmod tests {").next().unwrap()) {
                places.entry(found[1].to_owned()).or_default().push(place.clone());
            }
        }
        places.retain(|name, places| places.len() > 1 && !CONVENTIONAL.contains(&name.as_str()));
        assert!(places.is_empty(), "types of {name} share a name: {places:#?}");
    }
}
