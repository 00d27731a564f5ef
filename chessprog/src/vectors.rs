//! Files of reference values for the chess program: reading them, asking a program, telling the differences.
//!
//! A file has one JSON object a line and may be gzipped; its name says what it tests. Two collections are understood: what the
//! program of 1967 computed (`roots`, `nodes`, `evaluator`, `search-d1` to `search-tourn`) and what further implementations made of
//! the rest of the specification (`movegen`, `notation`, `book`, `trace`, `positions`, `search`, `repetition`, `games`). A record
//! has what is given and what must come out; a [`Subject`] computes the latter, and the two are compared field by field.

mod check;
mod emulated;
mod native;
mod original;
mod positions;
mod record;
mod report;
mod searches;
mod texts;
mod trees;

pub use report::{Failure, Instructions, Report, differences};

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use emulator::word::Word;
use flate2::bufread::MultiGzDecoder;
use rayon::prelude::*;
use serde_json::Value;

use crate::emulated::Event;
pub use crate::engine::plausible::Entry;
use crate::program::{ChessProgram, Coordinates, Placed};
use crate::vocabulary::probe::Row;
use crate::vocabulary::{Move, Settings};

/// What a chess program must be able to tell about itself to be tested with the files, beside setting up and thinking.
///
/// What is asked is the position on the board; the state of the game may change as it does when the program works.
pub trait Subject: ChessProgram {
    /// Where the pieces stand and what they have behind them.
    ///
    /// # Errors
    /// The program failed.
    fn placed(&mut self) -> Result<Placed>;

    /// The legal moves (specification 4.1).
    ///
    /// # Errors
    /// The program failed.
    fn legal(&mut self) -> Result<Legal>;

    /// The leaves of the tree of legal moves of this depth.
    ///
    /// # Errors
    /// The program failed.
    fn perft(&mut self, depth: u32) -> Result<u64>;

    /// How often the position has stood on the board, now included.
    ///
    /// # Errors
    /// The program failed.
    fn times(&mut self) -> Result<usize>;

    /// The tables of the position as a root (specification 5).
    ///
    /// # Errors
    /// The program failed.
    fn tables(&mut self) -> Result<Tables>;

    /// The static value of the position as a root (specification 6).
    ///
    /// # Errors
    /// The program failed.
    fn statics(&mut self, paper: bool) -> Result<Terms>;

    /// The plausible moves (specification 7) of the position that these moves of a tree lead to. `pinned` sets QRPIN there, as the
    /// rest of the tree may have done.
    ///
    /// # Errors
    /// A move is not legal, or the program failed.
    fn generate(&mut self, path: &[Coordinates], pinned: bool) -> Result<Generated>;

    /// What the position evaluator finds at the position as a root, whatever it would do with it (specification 8.1, 8.2).
    ///
    /// # Errors
    /// The program failed.
    fn examine(&mut self, paper: bool) -> Result<Examined>;

    /// The hash table after a search, over the entries of its generation with a finite bound.
    ///
    /// # Errors
    /// The program failed.
    fn digest(&mut self) -> Result<Digest>;

    /// What a search of the position tells at some points, in order.
    ///
    /// # Errors
    /// The program failed.
    fn events(&mut self, settings: &Settings, points: &[&'static Row]) -> Result<Vec<Event>>;

    /// The traces of all moves of the sorted list, and of the moves dropped (specification 7.4).
    ///
    /// # Errors
    /// The program failed.
    fn traces(&mut self) -> Result<Traces>;

    /// The trace of the static evaluator (specification 14.3).
    ///
    /// # Errors
    /// The program failed.
    fn static_trace(&mut self, paper: bool) -> Result<Vec<String>>;

    /// The book's reply (specification 12).
    ///
    /// # Errors
    /// The program failed.
    fn book(&mut self) -> Result<Option<Move>>;

    /// A legal move as it is typed (specification 13.3).
    ///
    /// # Errors
    /// The program failed.
    fn write(&mut self, mv: Move) -> Result<String>;

    /// What a typed text means (specification 13.2).
    ///
    /// # Errors
    /// The program failed.
    fn read(&mut self, text: &str) -> Result<Verdict>;
}

/// The legal moves of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Legal {
    /// The moves in the order of generation.
    pub moves: Vec<Move>,
    /// The key after each.
    pub after: Vec<Word>,
    /// Whether the side to move is in check.
    pub check: bool,
}

/// The tables of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tables {
    /// Number of attackers and sum of their codes by side and square: a1, b1, ... h8.
    pub attacks: [Vec<(u32, u32)>; 2],
    /// The numbers of the pinned pieces on the board.
    pub pinned: Vec<u8>,
}

/// The terms of a static value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are those of specification 6")]
pub struct Terms {
    pub b: i32,
    pub r: i32,
    pub p: i32,
    pub k: i32,
    pub c: i32,
    pub s: i32,
    /// With PAPER 0 the parts of K: White's king, Black's.
    pub kings: [i32; 2],
}

/// What the plausible move generator makes of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The sorted list.
    pub entries: Vec<Entry>,
    /// The square values: a1, b1, ... h8.
    pub squares: Vec<i32>,
    /// The own pieces en prise by test A, ascending.
    pub prise: Vec<u8>,
    /// NSM of the pieces 1-32.
    pub safe: [u32; 32],
    /// PCSWSM.
    pub with_safe: u32,
}

/// What the position evaluator finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Examined {
    /// The pieces en prise by test C, ascending; with PAPER 1 without kings.
    pub prise: Vec<u8>,
    /// The plausible captures with their gains, sorted.
    pub captures: Vec<(Move, i32)>,
    /// The first feedover condition that holds, 0 for none.
    pub condition: u8,
}

/// Sums over the entries of a hash table that are of the generation of the last search and have a finite bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Digest {
    /// How many.
    pub entries: u64,
    /// Sum of the drafts.
    pub drafts: u64,
    /// Sum of the finite lower bounds.
    pub lower: i64,
    /// Sum of the finite upper bounds.
    pub upper: i64,
    /// Exclusive or of the keys.
    pub keys: Word,
}

/// The traces of the moves of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Traces {
    /// The sorted list: move, plausibility, lines.
    pub list: Vec<(Coordinates, i32, Vec<String>)>,
    /// The moves dropped, in order of generation.
    pub dropped: Vec<(Coordinates, Vec<String>)>,
}

/// What the program makes of a typed text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Exactly this move.
    Ok(Coordinates),
    /// No legal move.
    Illegal,
    /// Several moves, and the line typed.
    Ambiguous(Vec<Coordinates>, String),
    /// No move in form.
    Unreadable,
    /// A move in form, but the game is over.
    Over,
}

/// What the files are called, in the order in which they are used: a fault in one explains faults in those after it.
const ORDER: [&str; 17] = [
    "movegen",
    "roots",
    "nodes",
    "evaluator",
    "search-d1",
    "search-d2",
    "search-d3",
    "search-normal",
    "search-tourn",
    "trees",
    "notation",
    "book",
    "trace",
    "positions",
    "search",
    "repetition",
    "games",
];

/// What a file is called, without its endings.
fn subject(path: &Path) -> &str {
    path.file_name()
        .and_then(|name| name.to_str())
        .and_then(|name| name.split('.').next())
        .unwrap_or_default()
}

/// What vector files may be called, for a person.
fn names() -> String {
    format!("NAME.jsonl or NAME.jsonl.gz, NAME one of {}", ORDER.join(", "))
}

/// The vector files among those named and in the folders named.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    /// Those to run, the files named among them whatever they are.
    pub known: Vec<PathBuf>,
    /// What is in the folders beside them, READMEs apart: nobody knows what they hold.
    pub unknown: Vec<PathBuf>,
}

/// The vector files named, and those in the folders named.
///
/// # Errors
/// A folder cannot be read or holds no vector files.
pub fn files(paths: &[PathBuf]) -> Result<Files> {
    let rank = |path: &Path| ORDER.iter().position(|known| *known == subject(path));
    let mut found = Files::default();
    for path in paths {
        if path.is_dir() {
            let entries = path.read_dir().with_context(|| format!("list `{}`", path.display()))?;
            let inside = entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>();
            let inside = inside.with_context(|| format!("list `{}`", path.display()))?.into_iter();
            let (mut known, mut unknown): (Vec<PathBuf>, Vec<PathBuf>) =
                inside.partition(|path| path.is_file() && rank(path).is_some());
            if known.is_empty() {
                bail!("`{}` holds no vector files: they are called {}", path.display(), names());
            }
            known.sort_by_key(|path| (rank(path), path.clone()));
            unknown.retain(|path| subject(path) != "README");
            unknown.sort();
            found.known.extend(known);
            found.unknown.extend(unknown);
        } else {
            found.known.push(path.clone());
        }
    }
    Ok(found)
}

/// Runs a program on all records of a file.
///
/// # Errors
/// The file cannot be read, is no vector file, or the program cannot be made.
pub fn run_file<S: Subject>(path: &Path, make: impl Fn() -> Result<S> + Sync) -> Result<Report> {
    let name = subject(path);
    if !ORDER.contains(&name) {
        bail!("`{}` is no vector file: they are called {}", path.display(), names());
    }
    let lines = read_lines(path).with_context(|| {
        let form = if is_gzipped(path) { "gzipped" } else { "plain" };
        format!("`{}` cannot be read as {form} lines of JSON; take another copy", path.display())
    })?;
    let mut records = Vec::new();
    for (line, text) in lines {
        let record: Value = serde_json::from_str(&text)
            .with_context(|| format!("line {line} of `{}` is no JSON", path.display()))?;
        records.push((line, record));
    }
    // The searches of a chain follow one another in one program.
    let units: Vec<&[(usize, Value)]> =
        records.chunk_by(|(_, a), (_, b)| !a["chain"].is_null() && a["chain"] == b["chain"]).collect();
    let results: Vec<Result<Unit>> =
        units.into_par_iter().map_init(&make, |subject, unit| run_unit(name, subject, unit)).collect();
    let mut report = Report {
        path: path.to_owned(),
        cases: records.len(),
        failures: Vec::new(),
        instructions: Instructions::default(),
    };
    for result in results {
        let (failures, instructions) = result?;
        report.failures.extend(failures);
        report.instructions = report.instructions.and(instructions);
    }
    Ok(report)
}

/// What came of some records.
type Unit = (Vec<Failure>, Instructions);

fn run_unit<S: Subject>(name: &str, made: &mut Result<S>, unit: &[(usize, Value)]) -> Result<Unit> {
    let subject = match made {
        Ok(subject) => subject,
        Err(error) => bail!("{error:#}"),
    };
    let mut failures = Vec::new();
    let mut instructions = Instructions::default();
    for (line, record) in unit {
        let differences = match check::check(name, subject, record) {
            Ok(got) => {
                if let (Some(original), Some(cost)) = (record["instructions"].as_u64(), subject.cost()) {
                    let one = Instructions { searches: 1, ours: cost.instructions, original };
                    instructions = instructions.and(one);
                }
                differences(record, &got)
            }
            Err(error) => vec![format!("{error:#}")],
        };
        if !differences.is_empty() {
            failures.push(Failure::new(*line, record, differences));
        }
    }
    Ok((failures, instructions))
}

fn is_gzipped(path: &Path) -> bool {
    path.extension().is_some_and(|ext| ext == "gz")
}

/// The lines that are not empty, with their numbers from 1.
fn read_lines(path: &Path) -> Result<Vec<(usize, String)>> {
    let file = BufReader::new(File::open(path)?);
    let reader: Box<dyn Read> =
        if is_gzipped(path) { Box::new(MultiGzDecoder::new(file)) } else { Box::new(file) };
    let lines = (1..).zip(BufReader::new(reader).lines());
    let lines = lines.map(|(number, line)| Ok((number, line?))).collect::<Result<Vec<_>>>()?;
    Ok(lines.into_iter().filter(|(_, line)| !line.trim().is_empty()).collect())
}
