//! The host of the page's debugger session: files in memory, and output.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind};

use chessprog::hints::Hints;
use emulator::debug::Host;
use emulator::debug::host::{Files, Keys};
use emulator::io::DeviceOutput;
use emulator::io::units::bytes_of;
use emulator::machine::Machine;

use crate::idle_detector::IdleDetector;
use crate::paper::Paper;

/// The line number of the console teletype.
const CONSOLE: u8 = 0;
/// The file that receives the loudspeaker's samples.
pub(crate) const SOUND: &str = "sound.wav";
/// Length of the header of a WAV file in bytes.
const WAV_HEADER: u64 = 44;

#[derive(Default)]
pub(crate) struct PageHost {
    /// The files by name.
    pub(crate) files: BTreeMap<String, Vec<u8>>,
    /// The teletype's paper.
    pub(crate) paper: Paper,
    /// Output of the debugger that has not been taken.
    pub(crate) said: String,
    /// Finds the lines on the paper that the chess program rejected.
    pub(crate) hints: Hints,
    /// Detects when the program only waits.
    pub(crate) idle: IdleDetector,
    /// Number of times that the run may still poll for keys before it ends; `None` without a limit.
    pub(crate) patience: Option<u32>,
}

impl Host for PageHost {
    fn print(&mut self, text: &str) {
        self.said += text;
    }

    fn teletype(&mut self, printed: &[DeviceOutput]) {
        let bytes = bytes_of(printed, CONSOLE);
        self.hints.read(&bytes);
        bytes.into_iter().for_each(|character| self.paper.print(character));
        if let Some(last) = printed.last() {
            self.idle.disturb(last.time);
        }
    }

    fn keys(&mut self) -> Keys {
        let interrupt = self.patience == Some(0);
        self.patience = self.patience.map(|left| left.saturating_sub(1));
        Keys { interrupt, ..Keys::default() }
    }

    fn look(&mut self, machine: &mut Machine) {
        self.idle.look(machine.cpu.pc, machine.cpu.pi.held != 0, machine.time());
    }

    fn files(&mut self) -> &mut dyn Files {
        self
    }
}

impl Files for PageHost {
    fn read(&mut self, path: &str) -> io::Result<Vec<u8>> {
        let missing = || io::Error::new(ErrorKind::NotFound, "no such file on this page");
        self.files.get(path).cloned().ok_or_else(missing)
    }

    fn begin(&mut self, _: &str, path: &str, _: bool) -> io::Result<u64> {
        // The page plays the samples without a header, so the header counts as written.
        Ok(if path == SOUND { WAV_HEADER } else { 0 })
    }

    fn replace(&mut self, path: &str, contents: &[u8]) -> io::Result<()> {
        self.files.insert(path.to_owned(), contents.to_vec());
        Ok(())
    }

    fn add(&mut self, _: &str, path: &str, made: &mut Vec<u8>) -> io::Result<()> {
        self.files.entry(path.to_owned()).or_default().append(made);
        Ok(())
    }

    fn end(&mut self, _: &str, _: &str) -> io::Result<()> {
        Ok(())
    }

    fn put(&mut self, _: &str, path: &str, at: usize, bytes: &[u8]) -> io::Result<()> {
        let file = self.files.entry(path.to_owned()).or_default();
        let end = at + bytes.len();
        if file.len() < end {
            file.resize(end, 0);
        }
        file[at..end].copy_from_slice(bytes);
        Ok(())
    }
}
