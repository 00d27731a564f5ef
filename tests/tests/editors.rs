//! The VS Code extension in `vscode/`: its grammar knows the assembler's names, and everything named in its
//! manifest exists.

use regex::Regex;
use serde_json::Value;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../vscode")
}

fn json(name: &str) -> Value {
    let text = std::fs::read_to_string(folder().join(name)).expect("the file is in the repository");
    serde_json::from_str(&text).expect("the file is valid JSON")
}

/// Returns the pattern of a grammar rule, anchored at both ends.
fn rule(name: &str) -> Regex {
    let grammar = json("syntaxes/midas.tmLanguage.json");
    let pattern = grammar["repository"][name]["match"].as_str().expect("the rule has a pattern").to_owned();
    // The lookahead after the words is dropped, because these tests match one word at a time.
    let words = Regex::new(r"\(\?:(.*)\)\(\?!").unwrap();
    let words = &words.captures(&pattern).expect("a list of words")[1];
    Regex::new(&format!("(?i)^(?:{words})$")).expect("the pattern is valid")
}

#[test]
fn the_grammar_knows_every_instruction() {
    let rule = rule("instruction");
    let names = emulator::isa::named().map(|row| row.mnemonic);
    for name in names.chain(emulator::isa::ALIASES.iter().map(|alias| alias.name)) {
        assert!(rule.is_match(name), "{name}");
    }
    assert!(!rule.is_match("MOVEX") && !rule.is_match("GO"));
}

/// The pseudo-ops are those of the table in `docs/internals/midas.md`, which a test of the assembler compares
/// with the assembler's own table.
#[test]
fn the_grammar_knows_every_pseudo_op() {
    let rule = rule("pseudo");
    let page = include_str!("../../docs/internals/midas.md");
    let rows = page.lines().filter(|line| line.starts_with("| `"));
    let cells = rows.map(|line| line.split(" | ").next().unwrap_or_default());
    let names: Vec<&str> = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect();
    assert!(names.len() > 150, "{} names", names.len());
    for name in names {
        let name = name.split(' ').next().unwrap_or_default();
        assert!(name == "." || rule.is_match(name), "{name}");
    }
    assert!(!rule.is_match("MOVE"));
}

#[test]
fn everything_in_the_manifest_exists() {
    let manifest = json("package.json");
    let contributes = &manifest["contributes"];
    let files = [
        &manifest["main"],
        &contributes["languages"][0]["configuration"],
        &contributes["grammars"][0]["path"],
    ];
    for file in files {
        assert!(folder().join(file.as_str().expect("a path")).is_file(), "{file}");
    }
    // Every command and debugger type of the manifest is also in the extension.
    let extension = std::fs::read_to_string(folder().join("extension.js")).unwrap();
    let commands = contributes["commands"].as_array().expect("a list");
    for command in commands {
        let name = command["command"].as_str().expect("a name");
        assert!(extension.contains(&format!("\"{name}\"")), "{name}");
    }
    for debugger in contributes["debuggers"].as_array().expect("a list") {
        let kind = debugger["type"].as_str().expect("a name");
        assert!(extension.contains(&format!("\"{kind}\"")), "{kind}");
        let activated = format!("onDebugResolve:{kind}");
        assert!(manifest["activationEvents"].as_array().unwrap().contains(&activated.into()), "{kind}");
    }
}

/// F5 in a source starts without a question only if a single debugger claims the language.
#[test]
fn one_debugger_claims_the_language() {
    let manifest = json("package.json");
    let debuggers = manifest["contributes"]["debuggers"].as_array().expect("a list");
    let claimed = debuggers.iter().filter(|debugger| debugger.get("languages").is_some());
    assert_eq!(claimed.map(|debugger| &debugger["type"]).collect::<Vec<_>>(), ["pdp6"]);
}

#[test]
fn every_setting_is_read() {
    let manifest = json("package.json");
    let extension = std::fs::read_to_string(folder().join("extension.js")).unwrap();
    let settings = manifest["contributes"]["configuration"]["properties"].as_object().expect("settings");
    for name in settings.keys() {
        let name = name.strip_prefix("pdp6.").expect("its prefix");
        assert!(extension.contains(&format!("\"{name}\"")), "{name}");
    }
}

/// Most themes show operators in the colour of plain text, so instructions must not be operators.
#[test]
fn instructions_have_a_colour_of_their_own() {
    let grammar = json("syntaxes/midas.tmLanguage.json");
    let name = grammar["repository"]["instruction"]["name"].as_str().expect("a name");
    assert!(!name.starts_with("keyword.operator"), "{name}");
}
