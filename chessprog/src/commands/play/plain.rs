//! The bare teletype on a stream of bytes: works in a pipe.
//!
//! The machine stands still while it waits for input that has not come, so that what is typed depends on the input
//! alone. A line may end with CR, LF or both.

use std::io::{Read, Write};
use std::time::Duration;

use anyhow::Context;

use super::Partner;
use super::pace::Pace;

/// The longest stretch of machine time before what was typed is passed on.
const SLICE: Duration = Duration::from_millis(100);

/// Plays until the input ends and the program waits for more.
pub(super) fn play(
    partner: &mut dyn Partner,
    mut pace: Pace,
    input: &mut dyn Read,
    output: &mut dyn Write,
) -> anyhow::Result<()> {
    let mut keys = Keys::default();
    loop {
        let mut paper = Vec::new();
        let passed = partner.run(SLICE, &mut paper)?;
        if !paper.is_empty() {
            // The carriage returns of the teletype are its own affair; a stream has line ends.
            paper.retain(|&c| c != b'\r');
            output
                .write_all(&paper)
                .and_then(|()| output.flush())
                .context("writing what the program types")?;
        }
        std::thread::sleep(pace.passed(passed));
        if partner.waits() {
            match keys.next(input)? {
                Some(key) => partner.key(key),
                None => return Ok(()),
            }
        }
    }
}

/// The bytes of the input as keys.
#[derive(Default)]
struct Keys {
    buffer: Vec<u8>,
    at: usize,
    after_cr: bool,
    in_line: bool,
    ended: bool,
}

impl Keys {
    /// The next key; none at the end of the input, after the return that a last line may lack.
    fn next(&mut self, input: &mut dyn Read) -> anyhow::Result<Option<u8>> {
        loop {
            if self.at == self.buffer.len() {
                self.buffer.resize(4096, 0);
                let n = if self.ended { 0 } else { read(input, &mut self.buffer)? };
                self.buffer.truncate(n);
                self.at = 0;
                if n == 0 {
                    self.ended = true;
                    let lacks_return = std::mem::take(&mut self.in_line);
                    return Ok(lacks_return.then_some(b'\r'));
                }
            }
            let byte = self.buffer[self.at] & 0o177;
            self.at += 1;
            let follows_cr = std::mem::replace(&mut self.after_cr, byte == b'\r');
            match byte {
                b'\n' if follows_cr => continue,
                b'\n' | b'\r' => {
                    self.in_line = false;
                    return Ok(Some(b'\r'));
                }
                // A tape's blank frames are no keys.
                0 => continue,
                other => {
                    self.in_line = true;
                    return Ok(Some(other));
                }
            }
        }
    }
}

fn read(input: &mut dyn Read, buffer: &mut [u8]) -> anyhow::Result<usize> {
    loop {
        match input.read(buffer) {
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            other => return other.context("reading what is to be typed"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(mut input: &[u8]) -> Vec<u8> {
        let mut keys = Keys::default();
        std::iter::from_fn(|| keys.next(&mut input).unwrap()).collect()
    }

    #[test]
    fn every_kind_of_line_end_is_one_return() {
        assert_eq!(keys(b"A\nB\r\nC\rD\n\n"), b"A\rB\rC\rD\r\r");
        assert_eq!(keys(b"P-K4"), b"P-K4\r");
        assert_eq!(keys(b""), b"");
    }

    /// Types back each line it is given, ten milliseconds a character.
    struct Echo {
        line: Vec<u8>,
        typing: Vec<u8>,
    }

    impl Partner for Echo {
        fn key(&mut self, key: u8) {
            self.line.push(key);
            if key == b'\r' {
                self.typing = std::mem::take(&mut self.line);
                self.typing.push(b'\n');
            }
        }

        fn waits(&self) -> bool {
            self.typing.is_empty()
        }

        fn run(&mut self, most: Duration, paper: &mut Vec<u8>) -> anyhow::Result<Duration> {
            let n = self.typing.len().min(most.as_millis() as usize / 10);
            paper.extend(self.typing.drain(..n));
            Ok(Duration::from_millis(n as u64 * 10))
        }

        fn idle(&mut self, _: Duration) -> anyhow::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn the_end_of_input_waits_for_the_typing_to_end() {
        let mut echo = Echo { line: Vec::new(), typing: b"READY\r\n".to_vec() };
        let mut paper = Vec::new();
        let pace = Pace::new(super::super::pace::Speed::Most);
        play(&mut echo, pace, &mut &b"ONE\nA LINE OF MORE THAN ONE SLICE"[..], &mut paper).unwrap();
        assert_eq!(String::from_utf8(paper).unwrap(), "READY\nONE\nA LINE OF MORE THAN ONE SLICE\n");
    }
}
