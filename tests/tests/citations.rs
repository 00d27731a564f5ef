//! Every citation in [`PLACES`] refers to a section that exists in one of the references.
//!
//! `docs/reference/` has the four references. A citation names one of them: `processor reference, sections
//! 5.5 and 5.6` or `specification 7.2.6`. A bare `section 8.2` refers to the reference named last in the same
//! file.

use regex::Regex;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The name of each reference in citations, and its file in `docs/reference/`.
const REFERENCES: [(&str, &str); 4] = [
    ("processor reference", "pdp6-processor.md"),
    ("device reference", "pdp6-devices.md"),
    ("midas reference", "midas.md"),
    ("specification", "machack.md"),
];

/// The files and folders to search.
const PLACES: [&str; 9] = [
    "ARCHITECTURE.md",
    "README.md",
    "assembler",
    "chessprog",
    "docs/guide",
    "docs/internals",
    "docs/how-we-know.md",
    "emulator",
    "tests",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the numbers of the headings (`7.2.6` or `A.1`) and of the numbered points under them: `2.9` is
/// point 9 of section 2.
fn headings(file: &str) -> BTreeSet<String> {
    let path = root().join("docs/reference").join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let heading = Regex::new(r"^#+ (?:Appendix )?([0-9A-Z]+(?:\.[0-9]+)*)\.? ").unwrap();
    let point = Regex::new(r"^([0-9]+)\. ").unwrap();
    let (mut section, mut known) = (String::new(), BTreeSet::new());
    for line in text.lines() {
        if let Some(found) = heading.captures(line) {
            section = found[1].to_owned();
            known.insert(section.clone());
        } else if let Some(found) = point.captures(line) {
            known.insert(format!("{section}.{}", &found[1]));
        }
    }
    known
}

/// Collects all files under a path that may contain citations: Rust, handwritten MIDAS, documents.
fn texts(path: &Path, found: &mut Vec<PathBuf>) {
    if path.is_dir() {
        let others = ["generated", "target", "data", "node_modules"];
        if others.iter().any(|name| path.ends_with(name)) {
            return;
        }
        for entry in std::fs::read_dir(path).unwrap() {
            texts(&entry.unwrap().path(), found);
        }
    } else if path.extension().is_some_and(|kind| ["rs", "mid", "md"].iter().any(|known| kind == *known)) {
        found.push(path.to_owned());
    }
}

/// The reference's file (`None` if the file names no reference before this place) and the section.
#[derive(PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Citation {
    reference: Option<&'static str>,
    section: String,
}

/// Returns the citations of a text, in order.
fn citations(text: &str) -> Vec<Citation> {
    // A citation may continue on the next line of a comment.
    let margin = Regex::new(r"\n\s*(?://[/!]?|;+)?\s*").unwrap();
    let text = margin.replace_all(text, " ");
    let name = REFERENCES.map(|(name, _)| name).join("|");
    let number = r"(?:appendix )?(?:[0-9]+|[A-C]\.[0-9]+)(?:\.[0-9]+)*";
    let pattern = Regex::new(&format!(
        r"(?i)\b(?:({name}),?(?: sections?)?|sections?)((?:(?:,? and|,? to|,)?(?: its)?(?: sections?)? {number}\b)+)"
    ))
    .unwrap();
    let number = Regex::new(r"[0-9]+(?:\.[0-9]+)*|[A-C](?:\.[0-9]+)+").unwrap();
    let named = Regex::new(&format!("(?i){name}")).unwrap();
    let mut citations = Vec::new();
    for found in pattern.captures_iter(&text) {
        let last = match found.get(1) {
            Some(name) => Some(name.as_str()),
            None => named.find_iter(&text[..found.get(0).unwrap().start()]).last().map(|name| name.as_str()),
        };
        let reference = last.map(|name| {
            let name = name.to_lowercase();
            REFERENCES.iter().find(|(known, _)| *known == name).expect("the pattern has only these").1
        });
        for section in number.find_iter(&found[2]) {
            citations.push(Citation { reference, section: section.as_str().to_owned() });
        }
    }
    citations
}

#[test]
fn every_section_cited_exists() {
    let known: BTreeMap<&str, BTreeSet<String>> =
        REFERENCES.iter().map(|(_, file)| (*file, headings(file))).collect();
    let mut files = Vec::new();
    for place in PLACES {
        texts(&root().join(place), &mut files);
    }
    let (mut cited, mut wrong) = (0, Vec::new());
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        for Citation { reference, section } in citations(&text) {
            cited += 1;
            let file = file.strip_prefix(root()).unwrap().display();
            match reference {
                Some(reference) if known[reference].contains(&section) => {}
                Some(reference) => wrong.push(format!("{file}: {reference} has no section {section}")),
                None => wrong.push(format!("{file}: section {section} of what?")),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(cited > 300, "found only {cited} citations: the patterns no longer match the comments");
}

#[test]
fn citations_are_found_and_unknown_sections_are_missing() {
    let found = |text: &str| -> Vec<(Option<&'static str>, String)> {
        citations(text).into_iter().map(|citation| (citation.reference, citation.section)).collect()
    };
    let processor = Some("pdp6-processor.md");
    assert_eq!(
        found("/// (processor reference, sections 5.5 and\n    /// 5.6). Later: section 8.2."),
        [(processor, "5.5".into()), (processor, "5.6".into()), (processor, "8.2".into())]
    );
    assert_eq!(
        found("; X (SPECIFICATION 7.2.2, 8.1; PAPER)\n; Codes: MIDAS reference, appendix A.1."),
        [
            (Some("machack.md"), "7.2.2".into()),
            (Some("machack.md"), "8.1".into()),
            (Some("midas.md"), "A.1".into())
        ]
    );
    assert_eq!(found("a table, section 3"), [(None, "3".into())]);
    assert!(!headings("machack.md").contains("99"));
    assert!(headings("midas.md").contains("A.1") && headings("machack.md").contains("7.2.6"));
    assert!(headings("machack.md").contains("2.9") && !headings("machack.md").contains("2.99"));
}
