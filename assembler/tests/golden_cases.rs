//! The golden cases: the sample in the repository, and the whole collection where it is at hand.

use assembler::Dialect;
use assembler::cases;
use std::path::{Path, PathBuf};

/// Cases that are known to differ, with the reason. The list can only become shorter.
const KNOWN: &[(&str, &str)] = &[
    ("byte-mode-041", "assembler B's bit to the left of the word, with bytes of 36 bits"),
    ("errors-023", "the late assembler defines a symbol called 5"),
    ("errors-031", "the stand-alone assemblers take a remnant of the name for a shift count"),
    ("macro-arguments-027", "B and C find a nameless dummy between * and a comma"),
    ("macro-arguments-028", "B and C find a nameless dummy between # and a comma"),
    ("programs-late-037", "the late assembler overlooks an undefined symbol in a literal"),
    ("programs-late-061", "the late assembler overlooks an undefined symbol in a literal"),
    ("relocatable-010", "one-pass programs are assembled in two passes"),
    ("relocatable-047", "the order of two chains followed the late assembler's symbol table"),
    ("relocatable-058", "the order of two chains followed assembler C's symbol table"),
    ("text-constants-076", "the stand-alone assemblers lose the shift after a wrong constant"),
];

fn run(folder: &Path) -> (usize, Vec<String>) {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder of cases")
        .filter_map(|entry| entry.ok().map(|e| e.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "jsonl"))
        .collect();
    files.sort();
    let mut passed = 0;
    let mut failures = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a readable file");
        for case in cases::read(&text).expect("cases") {
            for dialect in Dialect::ALL {
                let Some(verdict) = case.run(dialect) else { continue };
                if verdict.passed() {
                    passed += 1;
                } else {
                    failures.push(format!("{} {dialect}: {:?}", case.name, verdict.differences));
                }
            }
        }
    }
    (passed, failures)
}

/// Failures that the list does not foresee. What stand-alone assemblers made of text that is not theirs
/// (late text pseudo-ops in dialect A) need not be matched.
fn unforeseen(failures: &[String]) -> Vec<&String> {
    failures
        .iter()
        .filter(|f| !KNOWN.iter().any(|(name, _)| f.starts_with(name)))
        .filter(|f| !f.starts_with("text-pseudo-ops-"))
        .collect()
}

#[test]
fn the_sample_passes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data/midas-cases");
    let (passed, failures) = run(&folder);
    assert!(passed > 400, "only {passed} passed");
    let unforeseen = unforeseen(&failures);
    assert!(unforeseen.is_empty(), "{unforeseen:#?}");
}

#[test]
fn the_whole_collection_passes() {
    let shared = std::env::var_os("PDP6_SHARED")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared"), PathBuf::from);
    let folder = shared.join("midas-cases");
    if !folder.is_dir() {
        println!("SKIPPED: the whole collection of golden cases, {} is not there", folder.display());
        return;
    }
    let (passed, failures) = run(&folder);
    let unforeseen = unforeseen(&failures);
    assert!(unforeseen.is_empty(), "{unforeseen:#?}");
    assert!(passed >= 10_820, "{passed} passed, {} failed", failures.len());
    assert!(failures.len() <= 32, "{} failures", failures.len());
}
