//! One small source a rule, with what must come of it in the file itself.
//!
//! After the END statement, which the assembler does not read beyond, stand lines such as
//!
//! ```text
//! ;; ABC: clean 200040,,102 @200: 5
//! ;; D: flagged M0301 0
//! ```
//!
//! dialects; `clean` or `flagged` with the codes of the messages that must be among those given
//! (warnings count as messages); the words from location 100, in octal, `@n:` for a jump, `-` for
//! words that do not matter. `fatal` stands for an assembly that does not complete.

use assembler::{Dialect, Limits, MemoryFiles, Options, Severity, assemble};
use std::collections::BTreeMap;
use std::path::Path;

/// What one line expects.
struct Expectation {
    dialects: Vec<Dialect>,
    clean: bool,
    fatal: bool,
    codes: Vec<String>,
    words: Option<BTreeMap<u32, u64>>,
}

fn parse(line: &str) -> Option<Expectation> {
    let (eras, rest) = line.strip_prefix(";; ")?.split_once(": ")?;
    if eras.is_empty() || !eras.chars().all(|c| "ABCD".contains(c)) {
        return None;
    }
    let dialects = Dialect::ALL.into_iter().filter(|d| eras.contains(d.letter())).collect();
    let mut tokens = rest.split_whitespace().peekable();
    let verdict = tokens.next()?;
    let mut codes = Vec::new();
    while let Some(code) = tokens.next_if(|t| t.starts_with('M')) {
        codes.push(code.to_owned());
    }
    let mut words = BTreeMap::new();
    let mut address = 0o100;
    let mut matters = verdict != "fatal";
    for token in tokens {
        if token == "-" {
            matters = false;
        } else if let Some(jump) = token.strip_prefix('@') {
            address = u32::from_str_radix(jump.trim_end_matches(':'), 8).expect("an address");
        } else {
            words.insert(address, word(token));
            address += 1;
        }
    }
    Some(Expectation {
        dialects,
        clean: verdict == "clean",
        fatal: verdict == "fatal",
        codes,
        words: matters.then_some(words),
    })
}

fn word(text: &str) -> u64 {
    let number = |t: &str| u64::from_str_radix(t, 8).expect("an octal number");
    match text.split_once(",,") {
        Some((left, right)) => number(left) << 18 | number(right),
        None => number(text),
    }
}

fn check(path: &Path, text: &str, failures: &mut Vec<String>) -> usize {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let files = MemoryFiles::new()
        .with(&name, text)
        .with("INSERTED", "\t5\n")
        .with("MACROS MID", "DEFINE TWICE X\n\tX\n\tX\nTERMIN\n");
    let expectations: Vec<Expectation> = text.lines().filter_map(parse).collect();
    if expectations.is_empty() {
        failures.push(format!("{name}: expects nothing"));
    }
    let error_file = name.starts_with("err_");
    let mut runs = 0;
    for expectation in &expectations {
        for dialect in &expectation.dialects {
            runs += 1;
            let limits = Limits { expanded_characters: 2_000_000, ..Limits::default() };
            let options = Options { dialect: *dialect, limits, ..Options::default() };
            let (output, diagnostics) = assemble(&name, &files, &options);
            let said: Vec<String> =
                diagnostics.iter().map(|d| format!("{} {} {}", d.code, d.severity, d.message)).collect();
            let mut fail = |what: String| {
                failures.push(format!("{name} in dialect {dialect}: {what}\n    said {said:?}"));
            };
            if expectation.clean != diagnostics.is_empty() {
                fail(format!("clean expected: {}", expectation.clean));
            }
            for code in &expectation.codes {
                if !diagnostics.iter().any(|d| d.code.code() == code) {
                    fail(format!("no {code}"));
                }
            }
            if error_file && diagnostics.is_empty() {
                fail("an error file without error".to_owned());
            }
            if expectation.fatal && !diagnostics.iter().any(|d| d.severity == Severity::Fatal) {
                fail("not fatal".to_owned());
            }
            if let Some(expected) = &expectation.words {
                let got: BTreeMap<u32, u64> = output.words.iter().map(|(a, w)| (*a, w.bits())).collect();
                if *expected != got {
                    let show = |words: &BTreeMap<u32, u64>| {
                        words
                            .iter()
                            .map(|(a, w)| format!("{a:o}:{:o},,{:o}", w >> 18, w & 0o777777))
                            .collect::<Vec<_>>()
                            .join(" ")
                    };
                    fail(format!("expected {}\n    got      {}", show(expected), show(&got)));
                }
            }
        }
    }
    runs
}

#[test]
fn every_rule_holds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .expect("the folder of rules")
        .filter_map(|entry| entry.ok().map(|e| e.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "mid"))
        .collect();
    files.sort();
    assert!(files.len() >= 150, "only {} rules", files.len());
    let mut failures = Vec::new();
    let mut runs = 0;
    for path in &files {
        let text = std::fs::read_to_string(path).expect("a readable rule");
        runs += check(path, &text, &mut failures);
    }
    assert!(failures.is_empty(), "{} of {runs} runs fail:\n{}", failures.len(), failures.join("\n"));
}
