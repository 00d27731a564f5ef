//! Tests that the MIDAS text uses only features of the PDP-6's own assembler of 1967, and fits its paper.

use std::collections::HashSet;

use assembler::{Dialect, MemoryFiles, Options, Severity, assemble};
use chessprog::emulated::Program;
use chessprog::sources::{ENTRY, FILES, Sources};

/// Maximum width of a line. A tab advances to the next multiple of 8.
const COLUMNS: usize = 72;

/// Maximum number of arguments of a macro.
const DUMMIES: usize = 15;

#[test]
fn the_assembler_of_1967_makes_the_same_words() {
    let sources = Sources::default();
    let text = sources.in_one(ENTRY).expect("the text is complete");
    let program = Program::assemble(&sources).expect("the text assembles");
    let options = Options { dialect: Dialect::B, ..Options::default() };
    let (output, diagnostics) = assemble(ENTRY, &MemoryFiles::new().with(ENTRY, text), &options);
    let errors: Vec<&str> = diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity >= Severity::Error)
        .map(|diagnostic| diagnostic.message.as_str())
        .collect();
    assert_eq!(errors, [""; 0]);
    assert!(output.image() == program.image, "the words differ");
}

/// Returns each line of each file with its place.
fn lines() -> impl Iterator<Item = (String, &'static str)> {
    FILES.iter().flat_map(|(name, text)| {
        (1..).zip(text.lines()).map(move |(number, line)| (format!("{name}:{number}"), line))
    })
}

#[test]
fn no_line_is_wider_than_the_paper() {
    let width = |line: &str| {
        line.chars().fold(0, |column, c| if c == '\t' { (column / 8 + 1) * 8 } else { column + 1 })
    };
    let wide: Vec<String> = lines()
        .filter(|(_, line)| width(line) > COLUMNS)
        .map(|(place, line)| format!("{place}: {line}"))
        .collect();
    assert!(wide.is_empty(), "{} lines are wider:\n{}", wide.len(), wide.join("\n"));
}

#[test]
fn no_macro_has_more_arguments_than_the_assembler_takes() {
    for (place, line) in lines() {
        let Some(definition) = line.trim_start().strip_prefix("DEFINE ") else { continue };
        let definition = definition.split(';').next().unwrap_or_default();
        let Some((_, dummies)) = definition.trim().split_once([' ', '\t', ',']) else { continue };
        let dummies = dummies.split([',', ' ', '\t']).filter(|dummy| !dummy.is_empty()).count();
        assert!(dummies <= DUMMIES, "{place}: {dummies} dummies");
    }
}

/// Tables whose entries have numbers, not names.
const NUMBERED: [(&str, &str); 2] = [
    ("BOARD", "squares beside a square"),
    ("UTDIR", "the directory of a DECtape, as the system lays it out"),
];

/// Every table entry with a meaning has its own label, unless it is one or two words after a label.
#[test]
fn table_entries_have_labels() {
    let labels: HashSet<&str> =
        lines().filter_map(|(_, line)| line.split_once(':').map(|(label, _)| label)).collect();
    let named = |label: &str| labels.contains(label) && NUMBERED.iter().all(|(known, _)| *known != label);
    let far: Vec<String> = lines()
        .filter(|(place, _)| !place.starts_with("generated/"))
        .filter(|(_, line)| offsets(line).any(|(label, offset)| offset > 2 && named(label)))
        .map(|(place, line)| format!("{place}: {line}"))
        .collect();
    assert!(far.is_empty(), "{} lines:\n{}", far.len(), far.join("\n"));
}

/// Returns each symbol in the code of a line to which an octal number is added, with that number.
fn offsets(line: &str) -> impl Iterator<Item = (&str, u32)> {
    let code = line.split(';').next().unwrap_or_default();
    let is_symbol = |c: char| c.is_ascii_alphanumeric() || c == '.' || c == '%' || c == '$';
    code.match_indices('+').filter_map(move |(at, _)| {
        let symbol = code[..at].rsplit(|c: char| !is_symbol(c)).next()?;
        let digits: String = code[at + 1..].chars().take_while(|&c| is_symbol(c)).collect();
        Some((symbol, u32::from_str_radix(&digits, 8).ok()?))
    })
}
