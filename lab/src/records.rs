//! Files of records: one JSON object per line, plain or gzipped.

use flate2::read::MultiGzDecoder;
use serde::de::DeserializeOwned;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use support::limited_reader::LimitedReader;

/// Maximum size of a file in bytes after decompression, far more than the longest file has.
pub(crate) const MAX_FILE_BYTES: u64 = 16 << 20;

/// A record with its line number, from 1.
pub type Numbered<T> = (usize, T);

/// The reason why a file of records cannot be read.
#[derive(Debug, thiserror::Error)]
pub struct ReadError {
    path: PathBuf,
    line: Option<usize>,
    cause: String,
}

impl ReadError {
    /// Creates an error about a line (from 1), or about the whole file if `line` is `None`.
    pub(crate) fn new(path: &Path, line: Option<usize>, cause: impl fmt::Display) -> ReadError {
        ReadError { path: path.to_owned(), line, cause: cause.to_string() }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path.display())?;
        if let Some(line) = self.line {
            write!(f, ", line {line}")?;
        }
        write!(f, ": {}", self.cause)
    }
}

/// Returns the files that a path names: the file itself, or all `*.jsonl` and `*.jsonl.gz` in a folder,
/// sorted.
pub fn files(path: &Path) -> Result<Vec<PathBuf>, ReadError> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let entries = fs::read_dir(path).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let entries = entries.map_err(|error| ReadError::new(path, None, error))?;
    let of_records = |path: &PathBuf| {
        let name = path.to_string_lossy();
        name.ends_with(".jsonl") || name.ends_with(".jsonl.gz")
    };
    let mut files: Vec<_> = entries.into_iter().map(|entry| entry.path()).filter(of_records).collect();
    if files.is_empty() {
        return Err(ReadError::new(path, None, "no file *.jsonl or *.jsonl.gz in this folder"));
    }
    files.sort();
    Ok(files)
}

/// Reads all records of a file; `-` is standard input.
pub(crate) fn read<T: DeserializeOwned>(path: &Path) -> Result<Vec<Numbered<T>>, ReadError> {
    let open = || -> io::Result<Box<dyn BufRead>> {
        let input: Box<dyn Read> =
            if path == Path::new("-") { Box::new(io::stdin()) } else { Box::new(File::open(path)?) };
        let mut input = BufReader::new(input);
        let compressed = input.fill_buf()?.starts_with(&[0x1f, 0x8b]);
        let unpacked: Box<dyn Read> =
            if compressed { Box::new(MultiGzDecoder::new(input)) } else { Box::new(input) };
        Ok(Box::new(BufReader::new(LimitedReader::new(unpacked, MAX_FILE_BYTES))))
    };
    let input = open().map_err(|error| ReadError::new(path, None, error))?;
    let mut records = Vec::new();
    for (number, line) in (1..).zip(input.lines()) {
        let line = line.map_err(|error| ReadError::new(path, Some(number), error))?;
        if line.trim().is_empty() {
            continue;
        }
        let record = serde_json::from_str(&line)
            .map_err(|error| ReadError::new(path, Some(number), format_args!("not a record: {error}")))?;
        records.push((number, record));
    }
    if records.is_empty() {
        return Err(ReadError::new(path, None, "no record in this file"));
    }
    Ok(records)
}
