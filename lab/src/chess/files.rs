//! Finds vector files and reads their records.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use flate2::bufread::MultiGzDecoder;
use serde_json::Value;
use support::limited::Limited;

use chessprog::program::NoAnswer;

/// Names of the files in the order in which they are run, since a fault found by one explains differences in
/// later ones.
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

/// Returns the name of a file without its extensions, which says what it tests.
fn subject(path: &Path) -> &str {
    path.file_name()
        .and_then(|name| name.to_str())
        .and_then(|name| name.split('.').next())
        .unwrap_or_default()
}

/// Returns the names of vector files for a message.
fn names() -> String {
    format!("NAME.jsonl or NAME.jsonl.gz, NAME one of {}", ORDER.join(", "))
}

/// The vector files among given files and folders.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    /// The files to run, including files that were given by name, whatever they are.
    pub known: Vec<PathBuf>,
    /// Other files in the folders, except READMEs.
    pub unknown: Vec<PathBuf>,
}

/// Finds vector files among the paths given, and in those that are folders.
///
/// # Errors
/// Returns an error if a folder cannot be read or contains no vector files.
pub fn files(paths: &[PathBuf]) -> Result<Files, FileError> {
    let rank = |path: &Path| ORDER.iter().position(|known| *known == subject(path));
    let mut found = Files::default();
    for path in paths {
        if path.is_dir() {
            let inside = list(path).map_err(|why| FileError::List { path: path.clone(), why })?.into_iter();
            let (mut known, mut unknown): (Vec<PathBuf>, Vec<PathBuf>) =
                inside.partition(|path| path.is_file() && rank(path).is_some());
            if known.is_empty() {
                return Err(FileError::Empty { path: path.clone() });
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

fn list(folder: &Path) -> io::Result<Vec<PathBuf>> {
    folder.read_dir()?.map(|entry| Ok(entry?.path())).collect()
}

/// A record with its line number, from 1.
pub(super) type Record = (usize, Value);

/// Reads a vector file. Returns its name, which says what it tests, and its records.
pub(super) fn records(path: &Path) -> Result<(&str, Vec<Record>), FileError> {
    let name = subject(path);
    if !ORDER.contains(&name) {
        return Err(FileError::Name { path: path.to_owned() });
    }
    let lines = read_lines(path).map_err(|why| FileError::Read { path: path.to_owned(), why })?;
    let record = |(line, text): (usize, String)| match serde_json::from_str(&text) {
        Ok(record) => Ok((line, record)),
        Err(why) => Err(FileError::Json { path: path.to_owned(), line, why }),
    };
    Ok((name, lines.into_iter().map(record).collect::<Result<_, _>>()?))
}

fn is_gzipped(path: &Path) -> bool {
    path.extension().is_some_and(|ext| ext == "gz")
}

fn form(path: &Path) -> &'static str {
    if is_gzipped(path) { "gzipped" } else { "plain" }
}

/// Largest vector file in bytes, after decompression: ten times the longest.
const MAX_FILE_BYTES: u64 = 16 << 20;

/// Returns the non-empty lines with their numbers, from 1.
fn read_lines(path: &Path) -> io::Result<Vec<(usize, String)>> {
    let file = BufReader::new(File::open(path)?);
    let reader: Box<dyn Read> =
        if is_gzipped(path) { Box::new(MultiGzDecoder::new(file)) } else { Box::new(file) };
    let lines = (1..).zip(BufReader::new(Limited::new(reader, MAX_FILE_BYTES)).lines());
    let lines = lines.map(|(number, line)| Ok((number, line?))).collect::<io::Result<Vec<_>>>()?;
    Ok(lines.into_iter().filter(|(_, line)| !line.trim().is_empty()).collect())
}

/// Why a program cannot be run on a vector file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// A folder cannot be listed.
    #[error("list `{}`", .path.display())]
    List {
        /// The folder.
        path: PathBuf,
        /// The reason.
        #[source]
        why: io::Error,
    },
    /// A folder does not contain any vector file.
    #[error("`{}` holds no vector files: they are called {}", .path.display(), names())]
    Empty {
        /// The folder.
        path: PathBuf,
    },
    /// The name of the file does not belong to a vector file.
    #[error("`{}` is not a vector file: they are called {}", .path.display(), names())]
    Name {
        /// The file.
        path: PathBuf,
    },
    /// The file cannot be read as text, or as gzipped text if its name says so.
    #[error("`{}` cannot be read as {} lines of JSON; take another copy", .path.display(), form(.path))]
    Read {
        /// The file.
        path: PathBuf,
        /// The reason.
        #[source]
        why: io::Error,
    },
    /// A line that is not JSON.
    #[error("line {line} of `{}` is not JSON", .path.display())]
    Json {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The reason.
        #[source]
        why: serde_json::Error,
    },
    /// The program does not start.
    #[error(transparent)]
    Program(NoAnswer),
}
