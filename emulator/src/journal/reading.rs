//! What a journal says.

use super::{Base, Entry, JOURNAL};
use crate::io::units::bytes_of;
use crate::machine::{Machine, Until};
use crate::snapshot::SnapshotError;
use std::fmt;

/// Length, its sum, the sum of the contents.
const HEADER: usize = 12;

/// Why a journal cannot be gone on with.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum JournalError {
    /// What it begins with is not sound.
    Base(SnapshotError),
    /// A frame in its middle is damaged; the byte of the file at which it begins, and how many frames before it are sound.
    Frame {
        /// Its first byte, the file's first being 0.
        at: usize,
        /// The sound ones before it.
        sound: usize,
    },
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JournalError::Base(error) => error.fmt(f),
            JournalError::Frame { at, sound } => write!(
                f,
                "what was typed after input {sound} is damaged, at byte {at}; a copy of the file's first {at} bytes is sound"
            ),
        }
    }
}

impl std::error::Error for JournalError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            JournalError::Base(error) => Some(error),
            JournalError::Frame { .. } => None,
        }
    }
}

/// A journal that was read.
pub struct Reading {
    base: Base,
    entries: Vec<Entry>,
    torn: usize,
}

impl Reading {
    /// Reads the bytes of a file.
    ///
    /// # Errors
    ///
    /// They are no journal of this version, or damaged elsewhere than at the end.
    pub fn of(bytes: &[u8]) -> Result<Reading, JournalError> {
        let (base, mut rest) = JOURNAL.open_first::<Base>(bytes).map_err(JournalError::Base)?;
        let mut entries = Vec::new();
        while !rest.is_empty() {
            let damaged = JournalError::Frame { at: bytes.len() - rest.len(), sound: entries.len() };
            match frame(rest) {
                Frame::Whole(contents, more) => {
                    entries.push(postcard::from_bytes(contents).map_err(|_| damaged)?);
                    rest = more;
                }
                Frame::Torn => break,
                Frame::Damaged => return Err(damaged),
            }
        }
        Ok(Reading { base, entries, torn: rest.len() })
    }

    /// How many bytes at the end are a part of a frame, because the run was killed while it wrote them.
    pub fn torn(&self) -> usize {
        self.torn
    }

    /// What was said of the run ([`Journal::set_note`](super::Journal::set_note)).
    pub fn note(&self) -> &str {
        &self.base.note
    }

    /// What was typed, and not yet given to the machine.
    pub fn ahead(&self) -> &[u8] {
        self.entries.last().map_or(&[], |entry| &entry.ahead)
    }

    /// Whether nobody was to go on with it unasked.
    pub fn is_closed(&self) -> bool {
        self.entries.last().is_some_and(|entry| entry.closed)
    }

    /// A frame to be added to the sound ones: nobody is to go on unasked any more.
    pub fn closing(&self) -> Vec<u8> {
        let last = self.entries.last().cloned().unwrap_or_default();
        Entry { inputs: Vec::new(), closed: true, ..last }.frame()
    }

    /// Puts `machine` where the run was when the last frame was written; gives what the console's paper showed then. What other
    /// devices made is dropped: it went where it was to go.
    ///
    /// # Errors
    ///
    /// The snapshot is not one for this machine.
    pub fn replay(&self, machine: &mut Machine) -> Result<Vec<u8>, SnapshotError> {
        machine.restore(&self.base.snapshot)?;
        for (time, input) in self.entries.iter().flat_map(|entry| &entry.inputs) {
            machine.input_at(*time, input.clone());
        }
        let instructions = self.entries.last().map_or(0, |entry| entry.instructions);
        machine.run_quietly(Until { instructions, ..Until::never() });
        let mut paper = self.base.paper.clone();
        paper.extend(bytes_of(&machine.take_printed(), 0).into_iter().map(|byte| byte & 0o177));
        machine.io.take_all();
        Ok(paper)
    }
}

enum Frame<'a> {
    /// The contents, and what follows the frame.
    Whole(&'a [u8], &'a [u8]),
    Torn,
    Damaged,
}

/// The frame at the beginning.
fn frame(bytes: &[u8]) -> Frame<'_> {
    let Some((header, rest)) = bytes.split_at_checked(HEADER) else { return Frame::Torn };
    let number = |at: usize| u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
    if crc32fast::hash(&header[..4]) != number(4) {
        // A host that lost its power may have made the file longer before it wrote into it.
        return if bytes.iter().all(|&byte| byte == 0) { Frame::Torn } else { Frame::Damaged };
    }
    let Some((contents, more)) = rest.split_at_checked(number(0) as usize) else { return Frame::Torn };
    match (crc32fast::hash(contents) == number(8), more) {
        (true, _) => Frame::Whole(contents, more),
        (false, []) => Frame::Torn,
        (false, _) => Frame::Damaged,
    }
}
