//! Files of reference values for the chess program: reading them, running an engine on them, telling the first difference.
//!
//! A file has one JSON object a line and may be gzipped; its name says what it tests (`movegen`, `attacks`, `static`,
//! `pmg`, `trace`, `captures`, `search`, `repetition`, `games`, `notation`, `book`). Each record has what is given and
//! what must come out; an [`Engine`] computes the latter, and the two are compared field by field.

mod emulated;
mod native;
mod record;
mod report;

pub use emulated::Machine;
pub use native::Native;
pub use record::*;
pub use report::{Failure, Report, first_difference};

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use flate2::bufread::MultiGzDecoder;
use rayon::prelude::*;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::compare::case::Case;
use crate::engine::board::Position;
use crate::engine::feedover::Feedover;

/// The case of a position and the moves of a game from there, in coordinates.
fn case(fen: &str, before: &[String]) -> Result<Case> {
    let start = Position::from_fen(fen).with_context(|| format!("set up `{fen}`"))?;
    Ok(Case::game(fen, start, before.iter().map(String::as_str))?)
}

/// What the files call a feedover condition.
fn feed_name(condition: Feedover) -> String {
    match condition {
        Feedover::None => "none".to_owned(),
        condition => condition.name().to_owned(),
    }
}

/// What a chess program must be able to tell about itself to be tested with the files.
///
/// Every method begins with a fresh state of the program.
pub trait Engine {
    /// Key, legal moves in order with words and keys after, perft (specification 3, 4).
    ///
    /// # Errors
    /// The position cannot be set up, or the program fails.
    fn movegen(&mut self, fen: &str) -> Result<MoveGen>;

    /// The tables of the attack analysis (specification 5) with SQV and DEV (7.1).
    ///
    /// # Errors
    /// The position cannot be set up, or the program fails.
    fn attacks(&mut self, fen: &str) -> Result<AttackTables>;

    /// The terms of the static evaluator for this reference of the piece ratio, and the pawn facts (specification 6).
    ///
    /// # Errors
    /// The position cannot be set up, or the program fails.
    fn evaluation(&mut self, fen: &str, w0: i32, b0: i32) -> Result<Evaluation>;

    /// The moves as the plausible move generator sorts them, with the trace of each (specification 7).
    ///
    /// # Errors
    /// The position cannot be set up, or the program fails.
    fn plausible(&mut self, fen: &str) -> Result<Vec<PlausibleMove>>;

    /// The lines of the static evaluator's trace, and of each move's (specification 7.4, 14.3).
    ///
    /// # Errors
    /// The position cannot be set up, or the program fails.
    fn trace(&mut self, fen: &str) -> Result<Traces>;

    /// The feedover condition and the plausible captures (specification 8).
    ///
    /// # Errors
    /// The position cannot be set up, or the program fails.
    fn captures(&mut self, fen: &str) -> Result<Captures>;

    /// A search (specification 9).
    ///
    /// # Errors
    /// The position cannot be set up, or the program fails.
    fn search(&mut self, setup: &Setup) -> Result<Found>;

    /// The root of a search: position, key, H, G, and how often it has stood on the board (specification 11).
    ///
    /// # Errors
    /// The position cannot be set up, or the program fails.
    fn root(&mut self, fen: &str, before: &[String]) -> Result<Root>;

    /// A game of the program with itself, at most this many plies, state kept from move to move.
    ///
    /// # Errors
    /// The position cannot be set up, or the program fails.
    fn game(&mut self, setup: &Setup, plies: usize) -> Result<Played>;

    /// The hash key, and the book's reply in coordinates and as a move word (specification 12).
    ///
    /// # Errors
    /// The position cannot be set up, or the program fails.
    fn book(&mut self, fen: &str) -> Result<BookReply>;

    /// Every legal move as the program types it, in generation order (specification 13.3).
    ///
    /// # Errors
    /// The position cannot be set up, or the program fails.
    fn write_moves(&mut self, fen: &str) -> Result<Vec<(String, String)>>;

    /// What the program makes of typed texts (specification 13.2).
    ///
    /// # Errors
    /// The position cannot be set up, or the program fails.
    fn read_moves(&mut self, fen: &str, texts: &[&str]) -> Result<Vec<Verdict>>;
}

/// Runs all records of a file, in parallel, each worker with an engine of its own.
///
/// # Errors
/// The file cannot be read, or its name does not say what it tests.
pub fn run_file<E: Engine>(path: &Path, engine: impl Fn() -> E + Sync) -> Result<Report> {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let subject = name.split('.').next().unwrap_or_default();
    let lines = read_lines(path).with_context(|| format!("read `{}`", path.display()))?;
    let check: fn(&mut E, &str) -> Result<()> = match subject {
        "movegen" => |engine, line| compare(line, |given: &Given| engine.movegen(&given.fen)),
        "attacks" => |engine, line| compare(line, |given: &Given| engine.attacks(&given.fen)),
        "static" => |engine, line| {
            compare(line, |given: &StaticGiven| engine.evaluation(&given.fen, given.w0, given.b0))
        },
        "pmg" => |engine, line| {
            compare(line, |given: &Given| Ok(PlausibleMoves { moves: engine.plausible(&given.fen)? }))
        },
        "trace" => |engine, line| trace(engine, line),
        "captures" => |engine, line| compare(line, |given: &Given| engine.captures(&given.fen)),
        "search" => |engine, line| compare(line, |setup: &Setup| engine.search(setup)),
        "repetition" => |engine, line| repetition(engine, line),
        "games" => {
            |engine, line| compare(line, |given: &GameGiven| engine.game(&given.setup, given.moves.len()))
        }
        "book" => |engine, line| compare(line, |given: &Given| engine.book(&given.fen)),
        "notation" => |engine, line| compare(line, |given: &NotationGiven| notation(engine, given)),
        other => bail!("`{}`: a file named `{other}` tests nothing known", path.display()),
    };
    let failures: Vec<Failure> = lines
        .par_iter()
        .enumerate()
        .map_init(&engine, |engine, (number, line)| {
            check(engine, line).err().map(|error| Failure::new(number + 1, line, &error))
        })
        .flatten()
        .collect();
    Ok(Report { path: path.to_owned(), cases: lines.len(), failures })
}

/// The vector files in the given files and folders, in the order in which they should be used: a fault in an upper one
/// explains faults further down.
///
/// # Errors
/// A path does not exist or cannot be listed.
pub fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    const ORDER: [&str; 11] = [
        "movegen",
        "attacks",
        "static",
        "pmg",
        "trace",
        "captures",
        "search",
        "repetition",
        "games",
        "notation",
        "book",
    ];
    let rank = |path: &Path| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        ORDER.iter().position(|subject| name.split('.').next() == Some(subject))
    };
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            let entries = path.read_dir().with_context(|| format!("list `{}`", path.display()))?;
            let mut inside: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
            inside.retain(|path| path.is_file() && rank(path).is_some());
            inside.sort_by_key(|path| (rank(path), path.clone()));
            if inside.is_empty() {
                bail!("`{}` holds no vector files", path.display());
            }
            found.extend(inside);
        } else {
            found.push(path.clone());
        }
    }
    Ok(found)
}

fn read_lines(path: &Path) -> Result<Vec<String>> {
    let file = BufReader::new(File::open(path)?);
    let reader: Box<dyn Read> = if path.extension().is_some_and(|ext| ext == "gz") {
        Box::new(MultiGzDecoder::new(file))
    } else {
        Box::new(file)
    };
    let lines = BufReader::new(reader).lines().collect::<std::io::Result<Vec<String>>>()?;
    Ok(lines.into_iter().filter(|line| !line.trim().is_empty()).collect())
}

/// Computes the outcome of one record and compares it with the expected one.
fn compare<G, T>(line: &str, compute: impl FnOnce(&G) -> Result<T>) -> Result<()>
where
    G: DeserializeOwned,
    T: DeserializeOwned + serde::Serialize,
{
    let given: G = serde_json::from_str(line).context("the record is not as its file's name demands")?;
    let expected: T = serde_json::from_str(line).context("the record is not as its file's name demands")?;
    let (expected, got): (Value, Value) =
        (serde_json::to_value(&expected)?, serde_json::to_value(compute(&given)?)?);
    match first_difference(&expected, &got) {
        Some(difference) => Err(anyhow!(difference)),
        None => Ok(()),
    }
}

/// A trace record names only some of the moves.
fn trace(engine: &mut impl Engine, line: &str) -> Result<()> {
    let wanted: Traces =
        serde_json::from_str(line).context("the record is not as its file's name demands")?;
    compare(line, |given: &Given| {
        let mut traces = engine.trace(&given.fen)?;
        let named = |mv: &String| traces.moves.iter().find(|(other, _)| other == mv).cloned();
        traces.moves = wanted.moves.iter().filter_map(|(mv, _)| named(mv)).collect();
        Ok(traces)
    })
}

/// A repetition record is one root with many searches.
fn repetition(engine: &mut impl Engine, line: &str) -> Result<()> {
    let given: RepetitionGiven =
        serde_json::from_str(line).context("the record is not as its file's name demands")?;
    compare(line, |_: &Given| engine.root(&given.fen, &given.before))?;
    for (number, result) in given.results.iter().enumerate() {
        let line = result.to_string();
        compare(&line, |given_search: &SearchGiven| {
            let SearchGiven { settings } = given_search;
            let setup =
                Setup { fen: given.fen.clone(), before: given.before.clone(), settings: settings.clone() };
            engine.search(&setup)
        })
        .with_context(|| format!("results[{number}], {}", result["par"]))?;
    }
    Ok(())
}

fn notation(engine: &mut impl Engine, given: &NotationGiven) -> Result<Notation> {
    let texts: Vec<&str> = given.input.iter().filter_map(|input| input.first()?.as_str()).collect();
    let verdicts = engine.read_moves(&given.fen, &texts)?;
    let input = texts.iter().zip(verdicts).map(|(text, verdict)| verdict.record(text)).collect();
    Ok(Notation { output: engine.write_moves(&given.fen)?, input })
}
