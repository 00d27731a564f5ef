//! Small sources with the words, symbols and messages that the original assemblers produced for them.
//!
//! Each file of cases is a test. The files are the repository's sample and, if it is available, the whole
//! collection.

use assembler::output::LoaderBlock;
use assembler::{Code, Diagnostic, Dialect, MemoryFiles, Options, Output, Squoze, Word, assemble};
use libtest_mimic::{Failed, Trial};
use serde::Deserialize;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// Minimum number of comparisons in the whole collection.
const COLLECTION: usize = 10_852;
/// Minimum number of comparisons in the sample.
const SAMPLE: usize = 400;

/// Returns the tests.
pub(crate) fn trials() -> Vec<Trial> {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut trials = of_folder("sample", &home.join("../tests/data/midas-cases"), SAMPLE);
    let shared = std::env::var_os("PDP6_SHARED").map_or_else(|| home.join("../../shared"), PathBuf::from);
    let folder = shared.join("midas-cases");
    if folder.is_dir() {
        trials.extend(of_folder("collection", &folder, COLLECTION));
    } else {
        let folder = folder.display();
        let _ = writeln!(
            std::io::stderr(),
            "SKIPPED: {folder} is not there; PDP6_SHARED names the folder of the collections"
        );
        trials.push(Trial::test("cases/collection", || Ok(())).with_ignored_flag(true));
    }
    trials
}

/// Returns a test for each file of a folder, and one that checks the number of comparisons.
fn of_folder(name: &str, folder: &Path, at_least: usize) -> Vec<Trial> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder of cases")
        .filter_map(|entry| entry.ok().map(|e| e.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "jsonl"))
        .collect();
    files.sort();
    let all = files.clone();
    let enough = Trial::test(format!("cases/{name}/all_are_there"), move || {
        let count: usize = all.iter().map(|file| read(file).map_or(0, |cases| comparisons(&cases))).sum();
        if count < at_least { Err(format!("only {count} comparisons").into()) } else { Ok(()) }
    });
    let trial = |file: PathBuf| {
        let topic = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Trial::test(format!("cases/{name}/{topic}"), move || check(&file))
    };
    files.into_iter().map(trial).chain([enough]).collect()
}

fn comparisons(cases: &[SourceCase]) -> usize {
    let count = |case: &SourceCase| Dialect::ALL.iter().filter(|d| case.result(**d).is_some()).count();
    cases.iter().map(count).sum()
}

/// Runs the cases of a file in all their dialects.
fn check(file: &Path) -> Result<(), Failed> {
    let mut failures = Vec::new();
    for case in read(file)? {
        for dialect in Dialect::ALL {
            let differences = case.run(dialect).unwrap_or_default();
            if !differences.is_empty() {
                let SourceCase { name, source, .. } = &case;
                failures.push(format!("{name} in {dialect}:\n{source}\n  {}", differences.join("\n  ")));
            }
        }
    }
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n").into()) }
}

/// Reads the cases of one file.
fn read(file: &Path) -> Result<Vec<SourceCase>, String> {
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(at, line)| serde_json::from_str(line).map_err(|e| format!("line {at}: {e}"))).collect()
}

#[derive(Deserialize)]
struct SourceCase {
    /// The name: chapter and number.
    name: String,
    source: String,
    /// The dialects that assembled the source without a message.
    #[serde(default)]
    clean: String,
    /// The results.
    results: Vec<CaseResult>,
    /// The symbols.
    #[serde(default)]
    symbols: Vec<CaseSymbols>,
    /// The text that the assembler printed.
    #[serde(default)]
    typed: Vec<CaseTyped>,
}

/// The result in some dialects.
#[derive(Deserialize)]
struct CaseResult {
    #[serde(rename = "eras")]
    dialects: String,
    /// Whether the assembly did not complete.
    #[serde(default)]
    fatal: bool,
    /// Pairs of address and word, in octal.
    words: Option<Vec<(String, String)>>,
    /// The start word.
    start: Option<String>,
    /// Every word of the output file.
    output: Option<Vec<String>>,
    blocks: Option<Vec<CaseBlock>>,
}

#[derive(Debug, Deserialize, PartialEq, Eq)]
struct CaseBlock {
    /// The type, in octal.
    #[serde(rename = "type")]
    kind: String,
    /// The top four bits of the header, in octal.
    flags: String,
    /// The address field, in octal.
    addr: String,
    /// The words between header and checksum.
    words: Vec<String>,
}

/// The symbols in some dialects.
#[derive(Deserialize)]
struct CaseSymbols {
    #[serde(rename = "eras")]
    dialects: String,
    /// For each symbol: name, value and perhaps `half`.
    defs: Vec<Vec<String>>,
}

/// The text printed in some dialects.
#[derive(Deserialize)]
struct CaseTyped {
    #[serde(rename = "eras")]
    dialects: String,
    /// The lines.
    lines: Vec<String>,
}

/// The differences between a result and the recorded one.
type Differences = Vec<String>;

impl SourceCase {
    fn result(&self, dialect: Dialect) -> Option<&CaseResult> {
        self.results.iter().find(|r| r.dialects.contains(dialect.letter()))
    }

    /// Assembles the source in `dialect` and compares the results with those recorded, if there are any.
    fn run(&self, dialect: Dialect) -> Option<Differences> {
        let expected = self.result(dialect)?;
        let files = MemoryFiles::new().with("case", self.source.as_str());
        let options = Options { dialect, ..Options::default() };
        let (output, diagnostics) = assemble("case", &files, &options);
        let mut differences = Differences::new();
        self.compare_words(expected, &output, &mut differences);
        if !expected.fatal && expected.words.is_some() {
            self.compare_symbols(dialect, &output, &mut differences);
        }
        let clean = self.clean.contains(dialect.letter());
        if clean == output.messages.iter().any(|message| is_recorded(message, dialect)) {
            let said: Vec<String> = diagnostics
                .iter()
                .take(3)
                .map(|d| format!("{} {} at {:o}", d.code, d.message, d.location))
                .collect();
            differences.push(format!(
                "expected {}, got {}",
                if clean { "no message" } else { "a message" },
                if said.is_empty() { "none".to_owned() } else { said.join("; ") }
            ));
        }
        self.compare_typed(dialect, &output, &mut differences);
        Some(differences)
    }

    fn compare_words(&self, expected: &CaseResult, output: &Output, differences: &mut Differences) {
        if expected.fatal {
            return;
        }
        let mut note = |text: String| {
            if differences.len() < 12 {
                differences.push(text);
            }
        };
        if let Some(words) = &expected.words {
            let wanted: BTreeMap<u64, u64> = words.iter().map(|(a, w)| (octal(a), octal(w))).collect();
            let got: BTreeMap<u64, u64> = output.words().map(|(a, w)| (u64::from(a), w.bits())).collect();
            let addresses: BTreeSet<u64> = wanted.keys().chain(got.keys()).copied().collect();
            for address in addresses {
                let (wanted, got) = (wanted.get(&address), got.get(&address));
                if wanted != got {
                    let show = |w: Option<&u64>| match w {
                        Some(w) => format!("{:06o},,{:06o}", w >> 18, w & 0o777777),
                        None => "nothing".to_owned(),
                    };
                    note(format!("{address:o}: expected {}, got {}", show(wanted), show(got)));
                }
            }
            if let Some(start) = &expected.start {
                let got = output.start.map(|w| w.bits());
                if got != Some(octal(start)) {
                    note(format!("start: expected {start}, got {:012o}", got.unwrap_or(0)));
                }
            }
        }
        if let Some(blocks) = &expected.blocks {
            let got = case_blocks(output);
            for at in 0..blocks.len().max(got.len()) {
                if blocks.get(at) != got.get(at) {
                    note(format!(
                        "block {at}: expected {:?}\n        got      {:?}",
                        blocks.get(at),
                        got.get(at)
                    ));
                }
            }
        }
        if let Some(words) = &expected.output {
            let got: Vec<String> =
                output.absolute_words(false).iter().map(|w| format!("{:012o}", w.bits())).collect();
            if let Some(text) = output_difference(words, &got, output.dialect) {
                note(text);
            }
        }
    }

    fn compare_symbols(&self, dialect: Dialect, output: &Output, differences: &mut Differences) {
        let empty = Vec::new();
        let expected =
            self.symbols.iter().find(|s| s.dialects.contains(dialect.letter())).map_or(&empty, |s| &s.defs);
        // If several blocks have a symbol of the same name, the cases have the last one written, which in the
        // main block is the last of all. If a block had no name, the symbols of all blocks were written
        // together, sorted by value.
        let together = output.blocks.iter().skip(1).any(|(name, _)| name.0 == 0);
        let mut sorted: Vec<_> = output.symbols.iter().filter(|_| !output.no_symbols).collect();
        sorted.sort_by_key(|s| {
            let last = together || s.block <= 1;
            (s.name, !last, Reverse(if last { s.value.signed() } else { s.block.into() }))
        });
        sorted.dedup_by(|a, b| a.name == b.name);
        let mut got: Vec<Vec<String>> = sorted
            .into_iter()
            .map(|s| {
                let mut def = vec![s.name.to_string(), format!("{:o}", s.value.bits())];
                if s.half_killed {
                    def.push("half".to_owned());
                }
                def
            })
            .collect();
        let mut wanted = expected.clone();
        wanted.sort();
        got.sort();
        if wanted != got {
            let missing: Vec<_> = wanted.iter().filter(|d| !got.contains(d)).collect();
            let extra: Vec<_> = got.iter().filter(|d| !wanted.contains(d)).collect();
            differences.push(format!("symbols: missing {missing:?}, extra {extra:?}"));
        }
    }

    fn compare_typed(&self, dialect: Dialect, output: &Output, differences: &mut Differences) {
        let Some(expected) = self.typed.iter().find(|t| t.dialects.contains(dialect.letter())) else {
            return;
        };
        let got: Vec<String> =
            output.typed.split(['\r', '\n']).filter(|line| !line.is_empty()).map(str::to_owned).collect();
        // The cases omit the title, which was printed at the beginning of each pass, except where it followed
        // other text on its line.
        let untitled = |line: &String| line.strip_suffix(&output.title).unwrap_or(line).to_owned();
        let without_title: Vec<String> = expected.lines.iter().map(untitled).collect();
        if got.concat() != expected.lines.concat() && got.concat() != without_title.concat() {
            differences.push(format!("typed: expected {:?}, got {got:?}", expected.lines));
        }
    }
}

/// Returns the loader blocks in the form of the cases: without empty ones, without the name and level of the
/// late dialect's main block, and with the local symbols sorted by name.
fn case_blocks(output: &Output) -> Vec<CaseBlock> {
    let octal = |word: &Word| format!("{:012o}", word.bits());
    let words = |block: &LoaderBlock| {
        if block.kind == 4 {
            // The word after the name was an address in the original assembler's own memory.
            return block.words.iter().take(1).map(octal).collect();
        }
        if block.kind != 0o10 {
            return block.words.iter().map(octal).collect();
        }
        let heading = [output.name.unwrap_or(Squoze::new(".MAIN")).with_code(0o4), Word::ZERO];
        let mut pairs: Vec<&[Word]> = block.words.chunks(2).filter(|pair| **pair != heading).collect();
        pairs.sort_by_key(|pair| pair[0].bits() & 0o037777_777777);
        pairs.concat().iter().map(octal).collect()
    };
    let cased = output.loader_blocks.iter().map(|block| CaseBlock {
        kind: format!("{:o}", block.kind),
        flags: format!("{:o}", block.flags),
        addr: format!("{:o}", block.address),
        words: words(block),
    });
    cased.filter(|b| !(b.words.is_empty() && matches!(&*b.kind, "2" | "3" | "10"))).collect()
}

/// Returns `true` if the cases record messages of this kind.
fn is_recorded(message: &Diagnostic, dialect: Dialect) -> bool {
    // Advice that the original assemblers did not print, or not as a message.
    let advice = matches!(message.code, Code::NothingEqualled | Code::UnclosedConditional | Code::OctalDigit);
    // The late assembler printed one tab less after a tag of eight or more columns, and the cases omit such
    // lines.
    let overlooked = dialect == Dialect::D && message.tag.len() >= 8;
    !advice && !overlooked
}

fn octal(text: &str) -> u64 {
    u64::from_str_radix(text, 8).unwrap_or(u64::MAX)
}

/// Describes how the words of two output files differ, ignoring the order of symbols in blocks of the classic
/// dialects.
fn output_difference(wanted: &[String], got: &[String], dialect: Dialect) -> Option<String> {
    let normal = |words: &[String]| -> Vec<String> {
        if dialect == Dialect::D { words.to_vec() } else { sort_symbols(words) }
    };
    let (wanted, got) = (normal(wanted), normal(got));
    if wanted == got {
        return None;
    }
    let at = wanted.iter().zip(&got).position(|(a, b)| a != b).unwrap_or(wanted.len().min(got.len()));
    Some(format!(
        "output word {at} of {} (got {}): expected {:?}, got {:?}",
        wanted.len(),
        got.len(),
        &wanted[at.min(wanted.len())..wanted.len().min(at + 6)],
        &got[at.min(got.len())..got.len().min(at + 6)]
    ))
}

/// Returns the words with all symbol blocks sorted and their checksums omitted.
fn sort_symbols(words: &[String]) -> Vec<String> {
    let mut out = Vec::new();
    let mut symbols: Vec<String> = Vec::new();
    let mut at = 0;
    let mut seen_start = false;
    while at < words.len() {
        let value = octal(&words[at]);
        let count = (0o1000000 - (value >> 18)) as usize;
        let is_header =
            seen_start && value >> 35 == 1 && value & 0o777777 == 0 && at + count + 1 < words.len();
        if is_header && count.is_multiple_of(2) {
            for pair in words[at + 1..at + 1 + count].chunks(2) {
                symbols.push(pair.join(" "));
            }
            at += count + 2;
            continue;
        }
        seen_start |= value >> 35 == 0 && at > 38;
        out.push(words[at].clone());
        at += 1;
    }
    symbols.sort();
    out.extend(symbols);
    out
}
