//! The bare teletype on a stream of bytes, which works in a pipe.
//!
//! The machine stops while it waits for input that has not arrived, so that the output depends only on the
//! input. A line may end with CR, LF or both. It is typed once all of it has arrived. A move in another
//! notation is typed in the program's own notation.

mod key_queue;

use std::io::{self, Read, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use anyhow::{Context, bail};
use support::report;
use support::signals::TerminationSignal;

use super::pacer::SlicePacer;
use super::program::{TypingLine, respelled};
use key_queue::KeyQueue;

/// Maximum machine time until text that the program printed is passed on.
const SLICE: Duration = Duration::from_millis(100);

const SIGNAL_CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// Maximum number of keys that are read ahead and journalled before they are typed.
const MAX_KEYS_AHEAD: usize = 4096;

/// Maximum number of pieces of input that the thread reads ahead. The input can be endless.
const MAX_PIECES_AHEAD: usize = 16;

/// Plays until the input ends and the program waits for more, or until a signal ends the run.
pub(super) fn play(
    program: &mut dyn TypingLine,
    mut pacer: SlicePacer,
    input: &mut InterruptibleInput,
    output: &mut dyn Write,
    ending: &TerminationSignal,
) -> anyhow::Result<()> {
    let mut keys = KeyQueue::default();
    let played = type_keys(program, &mut pacer, &mut keys, input, output, ending);
    if played.is_err() && program.record().journal().is_some() {
        // Input that has already arrived is journalled, so that it is not lost.
        look_ahead(&mut keys, input);
        keep(program, &mut keys)?;
    }
    played
}

/// Types the keys of the input, each when the program waits for one.
fn type_keys(
    program: &mut dyn TypingLine,
    pacer: &mut SlicePacer,
    keys: &mut KeyQueue,
    input: &mut InterruptibleInput,
    output: &mut dyn Write,
    ending: &TerminationSignal,
) -> anyhow::Result<()> {
    let mut missing = None;
    while !ending.is_wanted() {
        let mut paper = Vec::new();
        let passed = program.run(SLICE, &mut paper)?;
        if !paper.is_empty() {
            // A stream has line ends without the teletype's carriage returns.
            paper.retain(|&c| c != b'\r');
            output
                .write_all(&paper)
                .and_then(|()| output.flush())
                .context("cannot write what the program types")?;
        }
        thread::sleep(pacer.passed(passed));
        if program.has_left() {
            return Ok(());
        }
        if let Some(why) = program.stuck() {
            bail!(why);
        }
        if program.waits() {
            let lacks = program.missing();
            if let Some(what) = lacks.filter(|_| lacks != missing) {
                report::message(format!("machack: {what}"))?;
            }
            missing = lacks;
            if let Some(what) = program.take_unpunched() {
                report::message(format!("machack: {what}"))?;
            }
            if let Some(hint) = program.take_hint() {
                report::message(format!("machack: {hint}"))?;
            }
            match next_key(program, keys, input)? {
                Some(key) => program.key(key),
                None => return Ok(()),
            }
        }
        if program.record().journal().is_some() {
            look_ahead(keys, input);
            keep(program, keys)?;
        }
    }
    Ok(())
}

/// Reads input that has already arrived, up to the limit for the journal.
fn look_ahead(keys: &mut KeyQueue, input: &mut InterruptibleInput) {
    // The number of pieces is limited too, because an endless input may contain no keys.
    for _ in 0..MAX_KEYS_AHEAD {
        if keys.len() >= MAX_KEYS_AHEAD {
            return;
        }
        let bytes = input.come();
        if bytes.is_empty() {
            return;
        }
        keys.add(&bytes);
    }
}

/// Returns the next key for a program that waits, `None` if the input has ended.
fn next_key(
    program: &mut dyn TypingLine,
    keys: &mut KeyQueue,
    input: &mut InterruptibleInput,
) -> anyhow::Result<Option<u8>> {
    loop {
        let by_line = !program.is_at_node();
        let key = keys.next(by_line, |line| respelled(program, line));
        if key.is_some() || keys.has_ended() {
            return Ok(key);
        }
        let mut buffer = [0; 4096];
        let length = read(input, &mut buffer)?;
        keys.add(&buffer[..length]);
        keep(program, keys)?;
    }
}

/// Writes the input to the journal, and reports the characters that were left out.
fn keep(program: &mut dyn TypingLine, keys: &mut KeyQueue) -> anyhow::Result<()> {
    let left_out = keys.take_left_out();
    if !left_out.is_empty() {
        let left_out = support::text::sanitized(&left_out);
        report::message(format!("machack: left out, because the teletype has no key for it: {left_out}"))?;
    }
    if program.record().journal().is_some()
        && let Some(said) = program.record().keep(&keys.ahead(), true)
    {
        report::message(format!("machack: {said}"))?;
    }
    Ok(())
}

/// The input, which a thread reads. Reading from it ends when a signal arrives.
pub(super) struct InterruptibleInput {
    pieces: Receiver<io::Result<Vec<u8>>>,
    piece: io::Cursor<Vec<u8>>,
    /// The end of the input, or the error that ended it.
    end: Option<io::Result<()>>,
    ending: TerminationSignal,
}

impl InterruptibleInput {
    /// Returns an input that begins with the bytes in `given`, followed by those of `input`.
    pub(super) fn new(
        given: Vec<u8>,
        mut input: impl Read + Send + 'static,
        ending: &TerminationSignal,
    ) -> InterruptibleInput {
        let (sender, pieces) = mpsc::sync_channel(MAX_PIECES_AHEAD);
        thread::spawn(move || {
            loop {
                let mut buffer = vec![0; 4096];
                let piece = input.read(&mut buffer).map(|length| buffer[..length].to_vec());
                let last = piece.as_ref().is_ok_and(Vec::is_empty);
                if sender.send(piece).is_err() || last {
                    return;
                }
            }
        });
        InterruptibleInput { pieces, piece: io::Cursor::new(given), end: None, ending: ending.clone() }
    }

    /// Returns a piece of input that has already arrived, without waiting.
    fn come(&mut self) -> Vec<u8> {
        let bytes = self.piece.get_ref()[self.piece.position() as usize..].to_vec();
        self.piece = io::Cursor::default();
        if !bytes.is_empty() || self.end.is_some() {
            return bytes;
        }
        match self.pieces.try_recv() {
            Ok(Ok(piece)) if piece.is_empty() => self.end = Some(Ok(())),
            Ok(Ok(piece)) => return piece,
            Ok(Err(error)) => self.end = Some(Err(error)),
            Err(_) => {}
        }
        Vec::new()
    }
}

impl Read for InterruptibleInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let length = self.piece.read(buffer)?;
            if length > 0 {
                return Ok(length);
            }
            match self.end.take() {
                None => {}
                Some(Ok(())) => {
                    self.end = Some(Ok(()));
                    return Ok(0);
                }
                Some(Err(error)) => return Err(error),
            }
            if self.ending.is_wanted() {
                return Err(io::Error::other("interrupted"));
            }
            match self.pieces.recv_timeout(SIGNAL_CHECK_INTERVAL) {
                Ok(piece) if piece.as_ref().is_ok_and(Vec::is_empty) => self.end = Some(Ok(())),
                Ok(piece) => self.piece = io::Cursor::new(piece?),
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

fn read(input: &mut InterruptibleInput, buffer: &mut [u8]) -> anyhow::Result<usize> {
    loop {
        match input.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            other => return other.context("cannot read the lines to type"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::program::GameRecord;
    use super::*;

    /// A program that prints each line back, at ten milliseconds per character.
    struct Echo {
        line: Vec<u8>,
        typing: Vec<u8>,
    }

    impl GameRecord for Echo {}

    impl TypingLine for Echo {
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

        fn record(&mut self) -> &mut dyn GameRecord {
            self
        }
    }

    #[test]
    fn the_end_of_input_waits_for_the_printing_to_end() {
        let mut echo = Echo { line: Vec::new(), typing: b"READY\r\n".to_vec() };
        let mut paper = Vec::new();
        let pacer = SlicePacer::new(emulator::debug::Speed::Maximum);
        play(
            &mut echo,
            pacer,
            &mut InterruptibleInput::new(
                Vec::new(),
                &b"ONE\nA LINE OF MORE THAN ONE SLICE"[..],
                &TerminationSignal::default(),
            ),
            &mut paper,
            &TerminationSignal::default(),
        )
        .unwrap();
        assert_eq!(String::from_utf8(paper).unwrap(), "READY\nONE\nA LINE OF MORE THAN ONE SLICE\n");
    }
}
