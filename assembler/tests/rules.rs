//! Small sources, each with its expected results in the same file, in folders by topic. Each file is a test
//! named by its folder and file.
//!
//! After the END statement, where the assembler stops reading, there are lines such as these:
//!
//! ```text
//! ;; ABC: clean 200040,,102 @200: 5
//! ;; D: flagged M0301@2:9 0
//! ```
//!
//! The heading has the letters of the dialects. `clean` or `flagged` is followed by the codes of the messages
//! (including warnings); if codes are given, no other message may occur. A code may be followed by the line
//! and column of the first caret and, after a second `@`, by the line and column of a label of the message.
//! Then come the words from location 100 on, in octal: `@n:` continues at another address, and `-` means that
//! the words are not compared. `fatal` means that the assembly does not complete.
//!
//! Other results may be on further lines:
//!
//! ```text
//! ;; ABC start: 254000,,100
//! ;; D symbols: FOO=100 BAR==5
//! ;; ABCD typed: what the assembler types, with | for the end of a line
//! ;; ABC file: 777777,,100 5 777777,,105 254000,,100
//! ```
//!
//! These are the start word; the symbols, with `==` for half-killed ones; the text printed by the source; and
//! the words of the output file after its loader.

use assembler::output::DefinedSymbol;
use assembler::{Code, Diagnostic, Dialect, Limits, MemoryFiles, Options, Output, assemble};
use emulator::word::Word;
use libtest_mimic::{Failed, Trial};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The expected results on one line.
struct Expectation {
    dialects: Vec<Dialect>,
    what: ExpectedResult,
}

enum ExpectedResult {
    Assembly(Assembly),
    Start(u64),
    Symbols(Vec<String>),
    Typed(String),
    File(Vec<u64>),
}

/// The verdict on the source and the expected words.
struct Assembly {
    clean: bool,
    fatal: bool,
    codes: Vec<ExpectedMessage>,
    words: Option<BTreeMap<u32, u64>>,
}

struct ExpectedMessage {
    code: String,
    place: Option<(usize, usize)>,
    other: Option<(usize, usize)>,
}

impl ExpectedMessage {
    fn parse(token: &str) -> ExpectedMessage {
        let mut parts = token.split('@');
        let code = parts.next().unwrap_or_default().to_owned();
        let mut place = || {
            let (line, column) = parts.next()?.split_once(':').expect("line:column");
            Some((line.parse().expect("a line"), column.parse().expect("a column")))
        };
        ExpectedMessage { code, place: place(), other: place() }
    }

    fn is_met_by(&self, diagnostic: &Diagnostic) -> bool {
        let place = diagnostic.span.as_ref().map(|s| (s.line, s.column));
        let others = diagnostic.labels.iter().map(|l| (l.span.line, l.span.column));
        diagnostic.code.code() == self.code
            && (self.place.is_none() || self.place == place)
            && self.other.is_none_or(|other| others.into_iter().any(|at| at == other))
    }
}

fn parse(line: &str) -> Option<Expectation> {
    let (heading, rest) = line.strip_prefix(";; ")?.split_once(':')?;
    let (letters, subject) = heading.split_once(' ').unwrap_or((heading, ""));
    if letters.is_empty() || !letters.chars().all(|c| "ABCD".contains(c)) {
        return None;
    }
    let dialects = Dialect::ALL.into_iter().filter(|d| letters.contains(d.letter())).collect();
    let what = match subject {
        "" => ExpectedResult::Assembly(assembly(rest)?),
        "start" => ExpectedResult::Start(word(rest.trim())),
        "symbols" => ExpectedResult::Symbols(sorted(rest.split_whitespace().map(str::to_owned).collect())),
        "typed" => ExpectedResult::Typed(rest.trim().to_owned()),
        "file" => ExpectedResult::File(rest.split_whitespace().map(word).collect()),
        _ => return None,
    };
    Some(Expectation { dialects, what })
}

fn assembly(rest: &str) -> Option<Assembly> {
    let mut tokens = rest.split_whitespace().peekable();
    let verdict = tokens.next()?;
    let mut codes = Vec::new();
    while let Some(code) = tokens.next_if(|t| t.starts_with('M')) {
        codes.push(ExpectedMessage::parse(code));
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
    Some(Assembly {
        clean: verdict == "clean",
        fatal: verdict == "fatal",
        codes,
        words: matters.then_some(words),
    })
}

fn sorted(mut names: Vec<String>) -> Vec<String> {
    names.sort();
    names
}

fn word(text: &str) -> u64 {
    let number = |t: &str| u64::from_str_radix(t, 8).expect("an octal number");
    match text.split_once(",,") {
        Some((left, right)) => number(left) << 18 | number(right),
        None => number(text),
    }
}

/// The last word of the loader, a jump to its beginning. In an absolute program the blocks follow it.
const LOADED: u64 = 0o254000_000001;

/// Returns a symbol in the form used in the rule files.
fn definition(symbol: &DefinedSymbol) -> String {
    let sign = if symbol.half_killed { "==" } else { "=" };
    format!("{}{sign}{:o}", symbol.name, symbol.value.bits())
}

impl Assembly {
    fn check(&self, output: &Output, diagnostics: &[Diagnostic], fail: &mut dyn FnMut(String)) {
        if self.clean != diagnostics.is_empty() {
            fail(format!("clean expected: {}", self.clean));
        }
        for expected in &self.codes {
            if !diagnostics.iter().any(|d| expected.is_met_by(d)) {
                fail(format!("no {} at {:?} {:?}", expected.code, expected.place, expected.other));
            }
        }
        let other = diagnostics.iter().find(|d| !self.codes.iter().any(|e| e.code == d.code.code()));
        if let (Some(other), false) = (other, self.codes.is_empty()) {
            fail(format!("{} is not expected", other.code));
        }
        if self.fatal && (output.complete || diagnostics.is_empty()) {
            fail("it completes".to_owned());
        }
        if let Some(expected) = &self.words {
            let got: BTreeMap<u32, u64> = output.words().map(|(a, w)| (a, w.bits())).collect();
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

/// Returns the words of the output file, without the second word in the block with the program's name. There
/// the stand-alone assemblers wrote an address in their own memory.
fn words_of_file(output: &Output) -> Vec<Word> {
    let mut output = output.clone();
    for block in output.loader_blocks.iter_mut().filter(|block| block.kind == 4) {
        block.words.truncate(1);
    }
    output.file_words()
}

fn check(path: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(path)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut failures: Vec<String> = Vec::new();
    let files = MemoryFiles::new()
        .with(&name, text.as_str())
        .with("INSERTED", "\t5\n")
        .with("ITSELF", "\t.INSRT ITSELF\n")
        .typing("5,7 ;TWO NUMBERS")
        .typing("1+1,3")
        .with("MACROS MID", "DEFINE TWICE X\n\tX\n\tX\nTERMIN\n");
    let expectations: Vec<Expectation> = text.lines().filter_map(parse).collect();
    if expectations.is_empty() {
        failures.push("it expects nothing".to_owned());
    }
    let error_file = name.starts_with("err_");
    for expectation in &expectations {
        for dialect in &expectation.dialects {
            let limits =
                Limits { expanded_characters: 2_000_000, output_words: 100_000, ..Limits::default() };
            let slips = name.starts_with("slip_");
            let options = Options { dialect: *dialect, limits, slips, ..Options::default() };
            let (output, diagnostics) = assemble(&name, &files.clone(), &options);
            let said: Vec<String> = diagnostics
                .iter()
                .map(|d| format!("{} {} {} {:?}", d.code, d.severity, d.message, places(d)))
                .collect();
            let mut fail = |what: String| {
                failures.push(format!("in dialect {dialect}: {what}\n    messages {said:?}"));
            };
            let halves = |bits: u64| format!("{:o},,{:o}", bits >> 18, bits & 0o777777);
            match &expectation.what {
                ExpectedResult::Assembly(expected) => {
                    if error_file && diagnostics.is_empty() {
                        fail("an error file without error".to_owned());
                    }
                    expected.check(&output, &diagnostics, &mut fail);
                }
                ExpectedResult::Start(expected) => {
                    let got = output.start.unwrap_or_default().bits();
                    if got != *expected {
                        fail(format!("start {} expected, got {}", halves(*expected), halves(got)));
                    }
                }
                ExpectedResult::Symbols(expected) => {
                    let got = sorted(output.symbols.iter().map(definition).collect());
                    if got != *expected {
                        fail(format!("symbols {expected:?} expected, got {got:?}"));
                    }
                }
                ExpectedResult::Typed(expected) => {
                    let got = output.typed.replace("\r\n", "|");
                    if got != *expected {
                        fail(format!("{expected:?} expected to be typed, got {got:?}"));
                    }
                }
                ExpectedResult::File(expected) => {
                    let words: Vec<u64> = words_of_file(&output).iter().map(|w| w.bits()).collect();
                    let loader = words.iter().position(|w| *w == LOADED).filter(|_| !output.relocatable);
                    let begin = loader.map_or(0, |at| at + 1);
                    if words[begin..] != expected[..] {
                        let show =
                            |words: &[u64]| words.iter().map(|w| halves(*w)).collect::<Vec<_>>().join(" ");
                        fail(format!("file {} expected\n    got {}", show(expected), show(&words[begin..])));
                    }
                }
            }
        }
    }
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n").into()) }
}

/// Returns the line and column of each caret of a message, including the carets of its labels.
fn places(diagnostic: &Diagnostic) -> Vec<(usize, usize)> {
    let spans = diagnostic.span.iter().chain(diagnostic.labels.iter().map(|l| &l.span));
    spans.map(|s| (s.line, s.column)).collect()
}

/// Returns the tests: one for each file, and one that checks that each code occurs in a rule.
pub(crate) fn trials() -> Vec<Trial> {
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    let files = rule_files(&home);
    assert!(files.len() >= 700, "only {} rules", files.len());
    let every_code = {
        let files = files.clone();
        Trial::test("rules/every_code_has_a_rule", move || every_code_has_a_rule(&files))
    };
    let trial = |path: PathBuf| {
        let name = path.with_extension("");
        let name = name.strip_prefix(&home).unwrap_or(&name).to_string_lossy().replace('\\', "/");
        Trial::test(format!("rules/{name}"), move || check(&path))
    };
    files.into_iter().map(trial).chain([every_code]).collect()
}

fn every_code_has_a_rule(files: &[PathBuf]) -> Result<(), Failed> {
    let mut shown: Vec<String> = Vec::new();
    for path in files {
        for expectation in std::fs::read_to_string(path)?.lines().filter_map(parse) {
            if let ExpectedResult::Assembly(assembly) = expectation.what {
                shown.extend(assembly.codes.into_iter().map(|e| e.code));
            }
        }
    }
    let missing: Vec<_> = Code::ALL.iter().filter(|c| !shown.iter().any(|s| s == c.code())).collect();
    if missing.is_empty() { Ok(()) } else { Err(format!("no rule shows {missing:?}").into()) }
}

/// Returns the sources in and below a folder.
fn rule_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder of rules");
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| entry.ok().map(|e| e.path())).collect();
    paths.sort();
    let files = paths.into_iter().flat_map(|path| match path.is_dir() {
        true => rule_files(&path),
        false => vec![path],
    });
    files.filter(|path| path.extension().is_some_and(|e| e == "mid")).collect()
}
