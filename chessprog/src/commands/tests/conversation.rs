//! Conversations with an engine that runs in the process of the test.

use std::io::{self, BufReader, Read, Write};
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::Result;

use super::super::uci::{self, Protocol};

/// Time limit for an answer, long enough for the slowest test host.
const PATIENCE: Duration = Duration::from_secs(60);

pub(in crate::commands) struct Conversation {
    lines: Sender<Vec<u8>>,
    output: CapturedOutput,
    engine: JoinHandle<Result<ExitCode>>,
}

impl Conversation {
    pub(in crate::commands) fn begin(mut protocol: impl Protocol + Send + 'static) -> Conversation {
        let (lines, received) = channel();
        let output = CapturedOutput::default();
        let mut out = output.clone();
        let input = BufReader::new(Input { received, rest: Vec::new() });
        let engine =
            thread::spawn(move || uci::converse(&uci::Args::default(), &mut protocol, input, &mut out));
        Conversation { lines, output, engine }
    }

    pub(in crate::commands) fn send(&self, text: &str) {
        // If the engine has ended, `end` reports why.
        let _ = self.lines.send(text.as_bytes().to_vec());
    }

    /// Waits until at least `lines` lines start with `word`. Returns `false` if that takes too long or the
    /// engine ends.
    pub(in crate::commands) fn wait_for(&self, word: &str, lines: usize) -> bool {
        let began = Instant::now();
        while self.output.lines().iter().filter(|line| line.starts_with(word)).count() < lines {
            if began.elapsed() > PATIENCE || self.engine.is_finished() {
                return false;
            }
            thread::sleep(Duration::from_millis(1));
        }
        true
    }

    pub(in crate::commands) fn written(&self) -> Vec<String> {
        self.output.lines()
    }

    /// Ends the input and returns all lines that were written.
    pub(in crate::commands) fn end(self) -> Vec<String> {
        drop(self.lines);
        self.engine.join().expect("no panic").expect("no error");
        self.output.lines()
    }
}

struct Input {
    received: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            self.rest = self.received.recv().unwrap_or_default();
        }
        let length = self.rest.len().min(buffer.len());
        buffer[..length].copy_from_slice(&self.rest[..length]);
        self.rest.drain(..length);
        Ok(length)
    }
}

#[derive(Clone, Default)]
struct CapturedOutput(Arc<Mutex<Vec<u8>>>);

impl CapturedOutput {
    fn lines(&self) -> Vec<String> {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap().lines().map(str::to_owned).collect()
    }
}

impl Write for CapturedOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
