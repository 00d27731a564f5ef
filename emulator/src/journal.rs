//! Runs as files: journals and recordings.
//!
//! A run is a function of a snapshot and the inputs after it. A [`Journal`] records both during the run, so a
//! killed run can be resumed at its last input. A [`Recorder`] writes a whole run with its end, so the run
//! can be replayed and compared. [`JournalContents::of`] reads either file.
//!
//! The file begins like a [snapshot](crate::snapshot), with the twelve bytes `PDP6JOURNAL\0`, version, length
//! and checksum, and contains the machine's snapshot and the console's paper. After that comes a frame for
//! each action: its length (four bytes, little-endian), the CRC-32 of these four, the CRC-32 of the contents,
//! and the contents: inputs with their times, the number of instructions executed when the frame was written,
//! the typed characters that the machine has not been given, and whether the run has ended.
//!
//! A run that is killed while it adds a frame leaves part of the frame at the end. So the reader cuts off a
//! last frame whose contents are incomplete or damaged. Any other damage is an error.
//!
//! ```
//! use emulator::journal::{Journal, JournalContents};
//! use emulator::machine::{Machine, Until};
//!
//! let mut machine = Machine::default();
//! let mut journal = Journal::new(Vec::new());
//! machine.type_text("P-K4\n");
//! journal.keep(&mut machine, b"")?;
//! machine.type_text("N-KB3\n");
//! journal.keep(&mut machine, b"B-N5")?;
//!
//! let contents = JournalContents::of(journal.store())?;
//! let mut other = Machine::default();
//! contents.resume(&mut other)?;
//! assert_eq!(other.snapshot(), machine.snapshot());
//! assert_eq!(contents.ahead(), b"B-N5");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod reading;
mod recording;

pub use reading::{JournalContents, JournalError};
pub use recording::{BrokenRecording, Recorder, RunEnd};

use crate::machine::{Cursor, Input, LoggedInput, Machine};
use crate::snapshot::FileKind;
use crate::time::Nanos;
use serde::{Deserialize, Serialize};
use std::io;

const JOURNAL: FileKind = FileKind { magic: b"PDP6JOURNAL\0", name: "journal" };

/// Number of frames after which the journal is started again with a new snapshot.
const MAX_FRAMES: u32 = 2000;
/// Number of instructions after which the journal is also started again. Replaying them takes a second or
/// two.
const MAX_INSTRUCTIONS: u64 = 200_000_000;
/// Number of bytes of the console's paper that are kept when the paper has more than twice as many.
const MAX_PAPER: usize = 1 << 20;

/// Returns `true` if a file is a journal or a recording, by its first bytes.
pub fn is_journal(bytes: &[u8]) -> bool {
    bytes.starts_with(JOURNAL.magic)
}

#[derive(Serialize, Deserialize)]
struct Base {
    snapshot: Vec<u8>,
    paper: Vec<u8>,
    /// A remark of the command that writes the journal.
    note: String,
}

#[derive(Clone, Default, Serialize, Deserialize)]
struct JournalEntry {
    /// The inputs since the previous frame.
    inputs: Vec<(Nanos, Input)>,
    /// The number of instructions executed when the frame was written.
    instructions: u64,
    /// The typed characters not yet given to the machine.
    ahead: Vec<u8>,
    state: RunState,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
enum RunState {
    /// The run may be resumed.
    #[default]
    Open,
    /// The run is over, and the user is not asked to resume it.
    Closed,
    /// The recording of the run ended here.
    Recorded(RunEnd),
}

fn timed<'a>(inputs: impl IntoIterator<Item = &'a LoggedInput>) -> Vec<(Nanos, Input)> {
    inputs.into_iter().map(|logged| (logged.time, logged.input.clone())).collect()
}

impl JournalEntry {
    fn frame(&self) -> Vec<u8> {
        let contents = postcard::to_stdvec(self).expect("an entry always fits into memory");
        let length = (contents.len() as u32).to_le_bytes();
        let [length_sum, sum] = [&length[..], &contents].map(|bytes| crc32fast::hash(bytes).to_le_bytes());
        [&length[..], &length_sum, &sum, &contents].concat()
    }
}

/// Storage for a journal.
pub trait JournalStore {
    /// Replaces the stored bytes by `contents`, all at once.
    ///
    /// # Errors
    ///
    /// The store failed; the stored bytes are unchanged.
    fn begin(&mut self, contents: &[u8]) -> io::Result<()>;

    /// Appends `bytes`, which are safe when this method returns.
    ///
    /// # Errors
    ///
    /// The bytes are not stored. The next bytes added take their place.
    fn add(&mut self, bytes: &[u8]) -> io::Result<()>;
}

impl JournalStore for Vec<u8> {
    fn begin(&mut self, contents: &[u8]) -> io::Result<()> {
        self.clear();
        self.add(contents)
    }

    fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.extend(bytes);
        Ok(())
    }
}

#[cfg(feature = "cli")]
impl JournalStore for support::file::Log {
    fn begin(&mut self, contents: &[u8]) -> io::Result<()> {
        support::file::Log::begin(self, contents)
    }

    fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        support::file::Log::add(self, bytes)
    }
}

/// The journal of a machine. The first [`Journal::keep`] begins it.
#[derive(Debug)]
pub struct Journal<S> {
    store: S,
    /// The end of the console's paper, at most twice [`MAX_PAPER`].
    paper: Vec<u8>,
    note: String,
    /// The position in the log of the first input not in a frame yet. `None` before the journal is begun.
    cursor: Option<Cursor>,
    ahead: Vec<u8>,
    /// The number of frames since the snapshot, and of instructions executed before it.
    frames: u32,
    instructions: u64,
    /// Frames that the store has refused.
    unkept: Vec<u8>,
}

impl<S: JournalStore> Journal<S> {
    /// Returns an empty journal.
    pub fn new(store: S) -> Journal<S> {
        Journal {
            store,
            paper: Vec::new(),
            note: String::new(),
            cursor: None,
            ahead: Vec::new(),
            frames: 0,
            instructions: 0,
            unkept: Vec::new(),
        }
    }

    /// Returns the store.
    pub fn store(&self) -> &S {
        &self.store
    }

    /// Returns the store for changes.
    pub fn store_mut(&mut self) -> &mut S {
        &mut self.store
    }

    /// Returns `true` once the journal is begun.
    pub fn is_begun(&self) -> bool {
        self.cursor.is_some()
    }

    /// Returns `true` if the journal is not begun, or the store has refused some frames.
    pub fn is_behind(&self) -> bool {
        !self.is_begun() || !self.unkept.is_empty()
    }

    /// Returns the characters typed and not yet given to the machine, as of the last
    /// call of [`Journal::keep`].
    pub fn ahead(&self) -> &[u8] {
        &self.ahead
    }

    /// Returns the remark on the run.
    pub fn note(&self) -> &str {
        &self.note
    }

    /// Adds printed characters to the console's paper.
    pub fn print(&mut self, printed: &[u8]) {
        self.paper.extend(printed);
        if self.paper.len() > 2 * MAX_PAPER {
            self.paper.drain(..self.paper.len() - MAX_PAPER);
        }
    }

    /// Sets a remark on the run for the reader of the journal, from the next snapshot on.
    pub fn set_note(&mut self, note: &str) {
        note.clone_into(&mut self.note);
    }

    /// Writes the inputs since the last call, and `ahead`: the typed characters that the machine has not been
    /// given. Writes nothing without new inputs if `ahead` is unchanged, unless the journal has become long
    /// and is started again.
    ///
    /// # Errors
    ///
    /// The store has refused the frame. The frame is written again with the next inputs, so nothing is lost
    /// if the run continues until then.
    pub fn keep(&mut self, machine: &mut Machine, ahead: &[u8]) -> io::Result<()> {
        let Some(inputs) = self.cursor.and_then(|cursor| machine.log().after(cursor)) else {
            return self.begin(machine, ahead);
        };
        let executed = machine.instructions().wrapping_sub(self.instructions);
        let is_long = self.frames >= MAX_FRAMES || executed >= MAX_INSTRUCTIONS;
        let news = !inputs.is_empty() || ahead != self.ahead;
        // Planned inputs are carried out between the others, and only a snapshot records their order.
        let planned = news && machine.plans().next().is_some();
        if !news && !is_long {
            return Ok(());
        }
        let inputs = timed(inputs);
        if is_long || planned {
            let begun = self.write_base(machine, ahead, RunState::Open);
            if begun.is_ok() || !news {
                // If the store was full, another snapshot is tried after as many frames and instructions.
                (self.frames, self.instructions) = (0, machine.instructions());
                return begun;
            }
        }
        ahead.clone_into(&mut self.ahead);
        self.add(machine, inputs, RunState::Open)
    }

    /// Replaces the journal by a snapshot of the machine, which may be in the state of another run.
    ///
    /// # Errors
    ///
    /// The store has refused the snapshot; every [`Journal::keep`] tries again.
    pub fn begin(&mut self, machine: &mut Machine, ahead: &[u8]) -> io::Result<()> {
        self.cursor = None;
        self.write_base(machine, ahead, RunState::Open)
    }

    /// Writes the present state of the machine at the end of the run. If the run is `closed`, the user is not
    /// asked to resume it.
    ///
    /// # Errors
    ///
    /// The store has refused the state.
    pub fn end(&mut self, machine: &mut Machine, closed: bool) -> io::Result<()> {
        let (ahead, state) = (self.ahead.clone(), if closed { RunState::Closed } else { RunState::Open });
        let inputs = self.cursor.and_then(|cursor| machine.log().after(cursor)).map(timed);
        match (self.write_base(machine, &ahead, state), inputs) {
            (Err(_), Some(inputs)) => self.add(machine, inputs, state),
            (begun, _) => begun,
        }
    }

    fn write_base(&mut self, machine: &mut Machine, ahead: &[u8], state: RunState) -> io::Result<()> {
        let instructions = machine.instructions();
        let base = Base { snapshot: machine.snapshot(), paper: self.paper.clone(), note: self.note.clone() };
        let entry = JournalEntry { inputs: Vec::new(), instructions, ahead: ahead.to_vec(), state };
        self.store.begin(&[JOURNAL.seal(&base), entry.frame()].concat())?;
        self.cursor = Some(machine.read_log());
        self.unkept.clear();
        ahead.clone_into(&mut self.ahead);
        (self.frames, self.instructions) = (0, instructions);
        Ok(())
    }

    fn add(&mut self, machine: &mut Machine, inputs: Vec<(Nanos, Input)>, state: RunState) -> io::Result<()> {
        let (instructions, ahead) = (machine.instructions(), self.ahead.clone());
        self.cursor = Some(machine.read_log());
        self.frames += 1;
        self.unkept.extend(JournalEntry { inputs, instructions, ahead, state }.frame());
        self.store.add(&self.unkept)?;
        self.unkept.clear();
        Ok(())
    }
}

#[cfg(test)]
mod tests;
