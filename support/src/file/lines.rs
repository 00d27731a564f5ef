//! Reads an input of unknown contents line by line.

use super::limits::LONGEST_LINE;
use std::io::{self, BufRead, Read as _};

/// A line of an input, without its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// The text of the line, with U+FFFD for bytes that are not UTF-8.
    Text(String),
    /// A line of more than [`LONGEST_LINE`] bytes, which was skipped.
    TooLong,
}

/// The lines of an input. A line of more than [`LONGEST_LINE`] bytes is not read into memory as a whole.
pub struct Lines<R> {
    input: R,
}

impl<R: BufRead> Lines<R> {
    /// Returns the lines of `input`.
    pub fn of(input: R) -> Lines<R> {
        Lines { input }
    }

    fn line(&mut self) -> io::Result<Option<Line>> {
        let mut bytes = Vec::new();
        let length = self.input.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut bytes)?;
        if length == 0 {
            return Ok(None);
        }
        if bytes.last() != Some(&b'\n') && bytes.len() > LONGEST_LINE {
            self.input.skip_until(b'\n')?;
            return Ok(Some(Line::TooLong));
        }
        let text = String::from_utf8_lossy(&bytes);
        Ok(Some(Line::Text(text.trim_end_matches(['\n', '\r']).to_owned())))
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = io::Result<Line>;

    fn next(&mut self) -> Option<io::Result<Line>> {
        self.line().transpose()
    }
}
