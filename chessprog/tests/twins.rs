//! Tests the twins: apart from the listed exceptions, every chapter of the native engine has a twin in the
//! MIDAS text with the same routines in the same order.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use chessprog::vocabulary::probe::ROWS;

/// Files of the native engine without a twin. Each has the MIDAS chapters with the routines that the file
/// names, and the reason why it has no twin.
const RUST_ALONE: [(&str, &[&str], &str); 8] = [
    ("dialogue/line", &["teletype"], "in MIDAS the teletype reads the line"),
    ("game", &["moves"], "the record of the game is kept beside the moves made"),
    ("names", &[], "in MIDAS the names of pieces and squares are in notation.mid"),
    ("san", &[], "the book is compiled before the machine sees it"),
    ("san/read", &[], "only the Rust program reads games written by programs of today"),
    ("san/write", &[], "only the Rust program writes games for programs of today"),
    ("search/outcome", &["search", "repetition"], "the result of a node is in its frame"),
    ("search/variation", &["search"], "the variation of a node is in its frame"),
];

/// Names at the start of a doc comment of the engine that are not symbols of the MIDAS text. Each has the
/// reason.
const NO_SYMBOL: [(&str, &str); 2] = [
    ("ALSOWHITE", "the specification's name (3.4); the text has ALSOW"),
    ("SETC", "the command (9.6); the word that it sets is PSETC"),
];

/// Files of the MIDAS text without a twin, and the reason.
const MIDAS_ALONE: [(&str, &str); 9] = [
    ("defs", "symbols and macros: the vocabulary"),
    ("display", "only the machine has a scope"),
    ("machack", "includes the chapters"),
    ("microtape", "only the machine has DECtapes"),
    ("scratch", "storage without initial contents"),
    ("shapes", "what the scope draws"),
    ("storage", "storage"),
    ("tape", "the frames of the paper tape"),
    ("teletype", "only the machine has a teletype"),
];

fn below(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)
}

/// Returns the contents of the files in and below a folder that have this extension. The keys are their names
/// without the extension.
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

/// Returns the files of the native engine, without its tests.
fn engine() -> BTreeMap<String, String> {
    let mut files = files(&below("src/engine"), "rs");
    files.retain(|name, _| !name.ends_with("tests"));
    files
}

/// Returns the files of the MIDAS text, without the generated ones.
fn midas() -> BTreeMap<String, String> {
    let mut files = files(&below("midas"), "mid");
    files.retain(|name, _| !name.starts_with("generated/"));
    files
}

/// Returns the labels in the headers of a chapter: `; --- LABEL: WHAT IT DOES. ---`.
fn headers(text: &str) -> Vec<&str> {
    text.lines()
        .filter_map(|line| Some(line.strip_prefix("; --- ")?.split_once(':')?.0))
        .filter(|label| is_label(label))
        .collect()
}

/// Returns the labels at the start of the documentation of functions: `/// LABEL: what it does.`.
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

/// Returns the names at the start of the documentation of any item: `/// ATW, ATB: the attack words.`, `///
/// TYP.`.
fn named(text: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut before = "";
    for line in text.lines().map(str::trim_start) {
        let begins = line.strip_prefix("/// ").filter(|_| !before.starts_with("///"));
        before = line;
        let Some((list, _)) = begins.and_then(|doc| doc.split_once([':', '.'])) else { continue };
        let words: Vec<&str> = list.split(", ").flat_map(|part| part.split(" and ")).collect();
        let words: Vec<&str> = words.into_iter().flat_map(|part| part.split(" to ")).collect();
        let is_name = |word: &&str| word.len() > 1 && is_capital(word);
        if words.iter().all(is_name) {
            names.extend(words);
        }
    }
    names
}

/// Returns the symbols of the MIDAS text: labels, assignments, macros.
fn symbols(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| {
        let line = line.trim_start();
        let line = line.strip_prefix("DEFINE ").unwrap_or(line);
        let end = line.find(|c: char| !c.is_ascii_uppercase() && !c.is_ascii_digit())?;
        Some(&line[..end])
    })
}

fn is_capital(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_uppercase())
        && word.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit())
}

/// Returns `true` if a word can be a label of the MIDAS text: at most six letters and digits.
fn is_label(word: &str) -> bool {
    (2..=6).contains(&word.len()) && is_capital(word)
}

#[test]
fn every_chapter_has_its_twin() {
    let (engine, midas) = (engine(), midas());
    let alone = |files: &BTreeMap<String, String>, others: &BTreeMap<String, String>| -> Vec<String> {
        files.keys().filter(|name| !others.contains_key(*name)).cloned().collect()
    };
    assert_eq!(alone(&engine, &midas), RUST_ALONE.map(|(name, ..)| name), "native chapters without a twin");
    assert_eq!(alone(&midas, &engine), MIDAS_ALONE.map(|(name, _)| name), "MIDAS chapters without a twin");
}

#[test]
fn the_routines_are_the_same_in_the_same_order() {
    let midas = midas();
    let mut different = String::new();
    let mut named = 0;
    for (name, text) in engine() {
        let ours = documented(&text);
        named += ours.len();
        let Some(text) = midas.get(&name) else { continue };
        let theirs = headers(text);
        if ours != theirs {
            different += &format!("{name}\n  Rust:  {}\n  MIDAS: {}\n", ours.join(" "), theirs.join(" "));
        }
    }
    assert_eq!(different, "", "chapters differ");
    assert!(named > 150, "only {named} routines are named");
}

/// A file without a twin names only routines of the chapters given for it.
#[test]
fn files_without_a_twin_name_routines_of_their_chapters() {
    let (engine, midas) = (engine(), midas());
    for (name, chapters, _) in RUST_ALONE {
        for label in documented(&engine[name]) {
            let is_there = |chapter: &&str| symbols(&midas[*chapter]).any(|symbol| symbol == label);
            assert!(chapters.iter().any(is_there), "{name} names {label}, which is not in {chapters:?}");
        }
    }
}

/// The names in the documentation of routines, fields and constants are symbols of the MIDAS text.
#[test]
fn the_symbols_named_are_there() {
    let (engine, midas) = (engine(), files(&below("midas"), "mid"));
    let symbols: BTreeSet<&str> = midas.values().flat_map(|text| symbols(text)).collect();
    let is_symbol = |name: &str| symbols.contains(&name[..name.len().min(6)]);
    let missing: BTreeSet<&str> =
        engine.values().flat_map(|text| named(text)).filter(|name| !is_symbol(name)).collect();
    assert_eq!(missing.into_iter().collect::<Vec<_>>(), NO_SYMBOL.map(|(name, _)| name));
}

/// The function named in a probe's row exists and reports that probe.
#[test]
fn the_functions_that_report_are_there() {
    let engine = engine();
    for row in ROWS {
        let path: Vec<&str> = row.function.split("::").collect();
        let ["engine", chapter @ .., function] = &path[..] else { panic!("{} is not a path", row.function) };
        let text = &engine[&chapter.join("/")];
        let bodies = ["(", "<"].map(|after| text.split_once(&format!("fn {function}{after}")));
        let body = bodies.into_iter().flatten().next().map(|(_, rest)| rest.split(" fn ").next());
        let body = body.flatten().unwrap_or_else(|| panic!("{} is not there", row.function));
        assert!(
            body.contains(&format!("&{}, ", row.name)) || body.contains(&format!("&{},\n", row.name)),
            "{} does not report {}",
            row.function,
            row.name
        );
    }
}

/// Every label in a header is defined.
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

/// Returns the label or macro that a line defines.
fn defined(line: &str) -> Option<&str> {
    let name = line.strip_prefix("DEFINE ").unwrap_or(line);
    let (name, rest) = name.split_at(name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len()));
    (is_capital(name) && (line.starts_with("DEFINE ") || rest.starts_with(':'))).then_some(name)
}

/// Returns the words of a line, without its remark.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let code = line.split(';').next().unwrap_or_default();
    code.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty())
}

/// Returns the callers in a remark. Callers that take the address of the routine from a word, which the
/// remark names after THROUGH, come with this word.
fn callers(remark: &str) -> Vec<(&str, Option<&str>)> {
    let lists = remark.split("CALLED BY ").skip(1);
    let lists = lists.map(|list| list.split(['.', ';', ':', '(']).next().unwrap_or_default());
    let callers = lists.flat_map(|list| {
        let (list, through) = list.split_once("THROUGH ").unwrap_or((list, ""));
        let (through, rest) = through.split_once([',', ' ']).unwrap_or((through, ""));
        words(list).chain(words(rest)).map(move |caller| (caller, words(through).next()))
    });
    callers.filter(|(caller, _)| !["AND", "BY", "THE"].contains(caller)).collect()
}

/// Every name after CALLED BY is a routine, macro or chapter, and its code names the routine. A routine ends
/// at the remark that begins with another label.
#[test]
fn the_callers_named_call() {
    let midas = midas();
    let labels: BTreeSet<&str> = midas.values().flat_map(|text| text.lines()).filter_map(defined).collect();
    let is_head = |line: &str| {
        let names =
            line.strip_prefix("; ").and_then(|line| Some(line.split_once(':')?.0)).unwrap_or_default();
        names.trim_start_matches("--- ").split(", ").all(|name| labels.contains(name))
    };
    let mut named: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    let mut entries: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut claims = Vec::new();
    for (chapter, text) in &midas {
        for part in chapter.split('/') {
            named.entry(part.to_uppercase()).or_default().extend(text.lines().flat_map(words));
        }
        let (mut routine, mut remark, mut before) = (Vec::new(), String::new(), "");
        for line in text.lines() {
            if is_head(line) {
                routine.clear();
            }
            routine.extend(defined(line));
            for &label in &routine {
                named.entry(label.to_owned()).or_default().extend(words(line));
                entries.entry(label).or_default().extend(defined(line));
            }
            if let Some(said) = line.strip_prefix(';') {
                remark = if before.starts_with(';') { remark + said } else { said.to_owned() };
            } else if let Some(label) = defined(line) {
                claims.push((label, std::mem::take(&mut remark)));
            }
            before = line;
        }
    }
    let mut number = 0;
    for (label, remark) in &claims {
        for (caller, through) in callers(remark) {
            let calls = |words: &BTreeSet<&str>| {
                entries[label].iter().copied().chain(through).any(|word| words.contains(word))
            };
            assert!(named.get(caller).is_some_and(calls), "{label} is not called by {caller}");
            number += 1;
        }
    }
    assert!(number > 400, "only {number} callers are named");
}
