//! Files of cases, plain or compressed.

use super::MAX_FILE_BYTES;
use super::Vector;
use flate2::read::MultiGzDecoder;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use support::limited::Limited;

/// Why a file of cases could not be read.
#[derive(Debug, thiserror::Error)]
pub struct ReadError {
    path: PathBuf,
    line: Option<usize>,
    cause: String,
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

/// The files a path means: itself, or all `*.jsonl` and `*.jsonl.gz` in a directory, by name.
pub fn files(path: &Path) -> Result<Vec<PathBuf>, ReadError> {
    let fail = |cause: String| ReadError { path: path.to_owned(), line: None, cause };
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let entries = fs::read_dir(path).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let mut files: Vec<_> = entries
        .map_err(|error| fail(error.to_string()))?
        .into_iter()
        .map(|entry| entry.path())
        .filter(|path| {
            let name = path.to_string_lossy();
            name.ends_with(".jsonl") || name.ends_with(".jsonl.gz")
        })
        .collect();
    if files.is_empty() {
        return Err(fail("there is no file *.jsonl or *.jsonl.gz in this directory".to_owned()));
    }
    files.sort();
    Ok(files)
}

/// Reads all cases of a file, which may be compressed with gzip; `-` is standard input.
pub fn read(path: &Path) -> Result<Vec<Vector>, ReadError> {
    let fail = |line, cause: String| ReadError { path: path.to_owned(), line, cause };
    let open = || -> io::Result<Box<dyn BufRead>> {
        let input: Box<dyn Read> =
            if path == Path::new("-") { Box::new(io::stdin()) } else { Box::new(File::open(path)?) };
        let mut input = BufReader::new(input);
        let compressed = input.fill_buf()?.starts_with(&[0x1f, 0x8b]);
        let unpacked: Box<dyn Read> =
            if compressed { Box::new(MultiGzDecoder::new(input)) } else { Box::new(input) };
        Ok(Box::new(BufReader::new(Limited::new(unpacked, MAX_FILE_BYTES))))
    };
    let input = open().map_err(|error| fail(None, error.to_string()))?;
    let mut cases = Vec::new();
    for (number, line) in input.lines().enumerate() {
        let line = line.map_err(|error| fail(Some(number + 1), error.to_string()))?;
        if line.trim().is_empty() {
            continue;
        }
        let case: Vector = serde_json::from_str(&line)
            .map_err(|error| fail(Some(number + 1), format!("not a case: {error}")))?;
        case.check_limits().map_err(|what| fail(Some(number + 1), what))?;
        cases.push(case);
    }
    if cases.is_empty() {
        return Err(fail(None, "there is no case in this file".to_owned()));
    }
    Ok(cases)
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use std::io::Write as _;

    fn refused(contents: &[u8]) -> String {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cases.jsonl");
        fs::write(&path, contents).unwrap();
        read(&path).unwrap_err().to_string()
    }

    /// Few bytes that ask for much: each is refused, and the message says what the limit is.
    #[test]
    fn a_file_that_asks_for_too_much_is_refused() {
        let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(&vec![b' '; MAX_FILE_BYTES as usize + 1]).unwrap();
        let case = |steps: u64, ns: u64| {
            format!(r#"{{"name":"x","before":{{}},"steps":{steps},"after":{{}},"ns":{{"moby":{ns}}}}}"#)
                .into_bytes()
        };
        for (contents, expected) in [
            (packed.finish().unwrap(), "line 1: more than 16 MB, the longest that is read"),
            (case(400_000_000_000, 0), "line 1: 400000000000 steps: a case has at most 1000000"),
            (
                case(1, u64::MAX),
                "line 1: 18446744073709551615 ns with moby: a case takes at most 10000000000",
            ),
        ] {
            let error = refused(&contents);
            assert!(error.ends_with(expected), "{error}");
        }
        assert!(read(Path::new("../tests/data/vectors/none")).is_err());
    }
}
