//! Input of limited length: a small compressed file can expand to a very long one.

use std::io::{self, ErrorKind, Read};

/// A reader of at most `limit` bytes. Reading more is an error.
#[derive(Debug)]
pub struct LimitedReader<R> {
    input: R,
    left: u64,
    limit: u64,
}

impl<R: Read> LimitedReader<R> {
    /// Returns a reader of the first `limit` bytes of `input`.
    pub fn new(input: R, limit: u64) -> LimitedReader<R> {
        LimitedReader { input, left: limit, limit }
    }
}

impl<R: Read> Read for LimitedReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.input.read(buffer)?;
        match self.left.checked_sub(length as u64) {
            Some(left) => self.left = left,
            None => {
                let what = format!("more than {} MB, the most that is read", self.limit >> 20);
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
    fn reading_more_bytes_than_the_limit_is_an_error() {
        for (length, is_read) in [(0, true), (999, true), (1000, true), (1001, false), (100_000, false)] {
            let mut bytes = Vec::new();
            let read = LimitedReader::new(io::repeat(b'x').take(length), 1000).read_to_end(&mut bytes);
            assert_eq!(read.is_ok(), is_read, "{length}");
            assert!(bytes.len() <= 1000, "{length}");
        }
    }
}
