//! The journal of a run: a snapshot, and what is typed after it, kept as it is typed.
//!
//! A run is a function of a snapshot and the inputs after it, so who has these two has the run, as far as the last input.
//! The file begins as a [snapshot](crate::snapshot) does, with the twelve bytes `PDP6JOURNAL\0`, version, length and checksum, and
//! holds the machine's snapshot and what was on the console's paper.
//! After that comes a frame for each thing done: its length (four bytes, little-endian), the CRC-32 of these four, the
//! CRC-32 of the contents, and the contents: inputs with their times, the number of instructions executed when it was
//! written, and what has been typed that the machine has not been given.
//!
//! A run that is killed while it adds a frame leaves a part of it at the end, which the reader cuts off.
//! Every other damage is an error that says where it is.
//!
//! ```
//! use emulator::journal::{Journal, Reading};
//! use emulator::machine::{Machine, Until};
//!
//! let mut machine = Machine::default();
//! let mut journal = Journal::new(Vec::new());
//! machine.type_text("P-K4\n");
//! journal.keep(&mut machine, b"")?;
//! machine.type_text("N-KB3\n");
//! journal.keep(&mut machine, b"B-N5")?;
//!
//! let reading = Reading::of(journal.store())?;
//! let mut other = Machine::default();
//! reading.replay(&mut other)?;
//! assert_eq!(other.snapshot(), machine.snapshot());
//! assert_eq!(reading.ahead(), b"B-N5");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod reading;

pub use reading::{JournalError, Reading};

use crate::machine::{Input, Machine};
use crate::snapshot::Kind;
use crate::time::Nanos;
use serde::{Deserialize, Serialize};
use std::io;

const JOURNAL: Kind = Kind { magic: b"PDP6JOURNAL\0", name: "journal" };

/// After so many frames the journal begins anew with another snapshot.
const MOST_FRAMES: u32 = 2000;
/// After so many instructions too: to repeat them takes a second or two.
const MOST_INSTRUCTIONS: u64 = 200_000_000;
/// So much of the paper is kept.
const PAPER: usize = 1 << 20;

/// Whether a file is a journal, by its first bytes.
pub fn is_journal(bytes: &[u8]) -> bool {
    bytes.starts_with(JOURNAL.magic)
}

/// What a journal begins with.
#[derive(Serialize, Deserialize)]
struct Base {
    snapshot: Vec<u8>,
    paper: Vec<u8>,
    /// What the command that keeps it says of it.
    note: String,
}

/// A frame.
#[derive(Clone, Default, Serialize, Deserialize)]
struct Entry {
    /// Done since the frame before.
    inputs: Vec<(Nanos, Input)>,
    /// The instructions executed when it was written.
    instructions: u64,
    /// Typed, and not yet given to the machine.
    ahead: Vec<u8>,
    /// Nobody will go on.
    closed: bool,
}

impl Entry {
    fn frame(&self) -> Vec<u8> {
        let contents = postcard::to_stdvec(self).expect("an entry always fits into memory");
        let length = (contents.len() as u32).to_le_bytes();
        let [length_sum, sum] = [&length[..], &contents].map(|bytes| crc32fast::hash(bytes).to_le_bytes());
        [&length[..], &length_sum, &sum, &contents].concat()
    }
}

/// Where a journal is kept.
pub trait Store {
    /// Puts `contents` in the place of all that is kept, at once.
    ///
    /// # Errors
    ///
    /// It cannot; what was kept is as it was.
    fn begin(&mut self, contents: &[u8]) -> io::Result<()>;

    /// Adds `bytes` to what is kept; they are safe when it comes back.
    ///
    /// # Errors
    ///
    /// They are not. What is added next stands in their place.
    fn add(&mut self, bytes: &[u8]) -> io::Result<()>;
}

impl Store for Vec<u8> {
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
impl Store for support::file::Log {
    fn begin(&mut self, contents: &[u8]) -> io::Result<()> {
        support::file::Log::begin(self, contents)
    }

    fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        support::file::Log::add(self, bytes)
    }
}

/// The journal of a machine. It is begun with the first [`Journal::keep`].
#[derive(Debug)]
pub struct Journal<S> {
    store: S,
    paper: Vec<u8>,
    note: String,
    /// What is kept goes as far as the run, once `unkept` is there too.
    begun: bool,
    ahead: Vec<u8>,
    /// Frames since the snapshot, and the instructions executed before it.
    frames: u32,
    instructions: u64,
    /// Frames that the store has not taken.
    unkept: Vec<u8>,
}

impl<S: Store> Journal<S> {
    /// A journal of which nothing is kept yet.
    pub fn new(store: S) -> Journal<S> {
        Journal {
            store,
            paper: Vec::new(),
            note: String::new(),
            begun: false,
            ahead: Vec::new(),
            frames: 0,
            instructions: 0,
            unkept: Vec::new(),
        }
    }

    /// Where it is kept.
    pub fn store(&self) -> &S {
        &self.store
    }

    /// Where it is kept, to be changed.
    pub fn store_mut(&mut self) -> &mut S {
        &mut self.store
    }

    /// Whether it has been begun.
    pub fn is_begun(&self) -> bool {
        self.begun
    }

    /// Whether there is something that the store has not taken.
    pub fn is_behind(&self) -> bool {
        !self.begun || !self.unkept.is_empty()
    }

    /// What was typed and not yet given to the machine, when it was last told.
    pub fn ahead(&self) -> &[u8] {
        &self.ahead
    }

    /// What was said of the run.
    pub fn note(&self) -> &str {
        &self.note
    }

    /// The console has printed this.
    pub fn print(&mut self, printed: &[u8]) {
        self.paper.extend(printed);
        if self.paper.len() > 2 * PAPER {
            self.paper.drain(..self.paper.len() - PAPER);
        }
    }

    /// Says something of the run that is found when the journal is read, from the next snapshot on.
    pub fn set_note(&mut self, note: &str) {
        note.clone_into(&mut self.note);
    }

    /// Keeps what people have done since the last call, and what they have typed that the machine has not been given. If that is
    /// nothing new, little happens.
    ///
    /// # Errors
    ///
    /// It cannot be kept. It will be when there is something new and the store takes it: nothing is lost if the run goes on until
    /// then.
    pub fn keep(&mut self, machine: &mut Machine, ahead: &[u8]) -> io::Result<()> {
        let done = machine.take_done();
        if !self.begun || done.is_none() {
            return self.begin(machine, ahead);
        }
        let inputs = done.unwrap_or_default();
        let executed = machine.instructions().wrapping_sub(self.instructions);
        let is_long = self.frames >= MOST_FRAMES || executed >= MOST_INSTRUCTIONS;
        let news = !inputs.is_empty() || ahead != self.ahead;
        // What is planned is done at its own time, between inputs: only a snapshot says exactly how.
        let planned = news && machine.plans().next().is_some();
        if is_long || planned {
            let begun = self.write_base(machine, ahead, false);
            if begun.is_ok() || !news {
                // Another snapshot is tried as much later, if this one found no room.
                (self.frames, self.instructions) = (0, machine.instructions());
                return begun;
            }
        }
        if !news {
            return Ok(());
        }
        ahead.clone_into(&mut self.ahead);
        self.add(Entry { inputs, instructions: machine.instructions(), ahead: ahead.to_vec(), closed: false })
    }

    /// Begins anew with the machine as it is, which may be another than what was kept.
    ///
    /// # Errors
    ///
    /// It cannot be kept; every [`Journal::keep`] tries again.
    pub fn begin(&mut self, machine: &mut Machine, ahead: &[u8]) -> io::Result<()> {
        self.begun = false;
        machine.note_done();
        self.write_base(machine, ahead, false)
    }

    /// Keeps the machine as it is now, at the end of the run; nobody will go on with it unasked if it is `closed`.
    ///
    /// # Errors
    ///
    /// It cannot be kept.
    pub fn end(&mut self, machine: &mut Machine, closed: bool) -> io::Result<()> {
        let ahead = self.ahead.clone();
        let begun = self.write_base(machine, &ahead, closed);
        match machine.take_done() {
            Some(inputs) if begun.is_err() && self.begun => {
                self.add(Entry { inputs, instructions: machine.instructions(), ahead, closed })
            }
            _ => begun,
        }
    }

    fn write_base(&mut self, machine: &Machine, ahead: &[u8], closed: bool) -> io::Result<()> {
        let instructions = machine.instructions();
        let base = Base { snapshot: machine.snapshot(), paper: self.paper.clone(), note: self.note.clone() };
        let entry = Entry { inputs: Vec::new(), instructions, ahead: ahead.to_vec(), closed };
        self.store.begin(&[JOURNAL.seal(&base), entry.frame()].concat())?;
        self.begun = true;
        self.unkept.clear();
        ahead.clone_into(&mut self.ahead);
        (self.frames, self.instructions) = (0, instructions);
        Ok(())
    }

    fn add(&mut self, entry: Entry) -> io::Result<()> {
        self.frames += 1;
        self.unkept.extend(entry.frame());
        self.store.add(&self.unkept)?;
        self.unkept.clear();
        Ok(())
    }
}

#[cfg(test)]
mod tests;
