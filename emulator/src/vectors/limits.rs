//! How much a file of test vectors may ask for, whether it has cases of the processor or records of the chess program.

use std::io::{self, ErrorKind, Read};

/// Bytes of a file of test vectors, after decompression: 16 MB, ten times the longest.
pub const RECORDS_BYTES: u64 = 16 << 20;
/// Instructions of a case for the processor: a million, four hundred times the longest.
pub const CASE_STEPS: u64 = 1_000_000;
/// The machine's time for a case: ten seconds.
pub const CASE_NANOSECONDS: u64 = 10_000_000_000;

/// An input that may have a number of bytes; reading more is an error.
#[derive(Debug)]
pub struct Limited<R> {
    input: R,
    left: u64,
    limit: u64,
}

impl<R: Read> Limited<R> {
    /// Reads at most `limit` bytes of `input`.
    pub fn new(input: R, limit: u64) -> Limited<R> {
        Limited { input, left: limit, limit }
    }
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.input.read(buffer)?;
        match self.left.checked_sub(length as u64) {
            Some(left) => self.left = left,
            None => {
                let what = format!("more than {} MB, the longest that is read", self.limit >> 20);
                return Err(io::Error::new(ErrorKind::InvalidData, what));
            }
        }
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_may_have_as_many_bytes_as_the_limit_and_no_more() {
        for (length, is_read) in [(0, true), (999, true), (1000, true), (1001, false), (100_000, false)] {
            let mut bytes = Vec::new();
            let read = Limited::new(io::repeat(b'x').take(length), 1000).read_to_end(&mut bytes);
            assert_eq!(read.is_ok(), is_read, "{length}");
            assert!(bytes.len() <= 1000, "{length}");
        }
    }
}
