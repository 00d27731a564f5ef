//! Reading journals and recordings.

use super::{Base, JOURNAL, JournalEntry, MAX_INSTRUCTIONS, RunEnd, RunState};
use crate::io::units::bytes_of;
use crate::machine::{Machine, Until};
use crate::snapshot::SnapshotError;
use crate::time::Nanos;
use support::text::count;

/// Maximum number of instructions replayed after a snapshot. It allows for several snapshots that a
/// full disk refused.
const MAX_REPEATED_INSTRUCTIONS: u64 = 50 * MAX_INSTRUCTIONS;

/// Bytes of a frame's header: length, checksum of the length, checksum of the contents.
const HEADER: usize = 12;

/// The reason why a journal cannot be resumed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JournalError {
    /// The beginning of the file, with the snapshot, is damaged.
    #[error(transparent)]
    Base(#[from] SnapshotError),
    /// A frame in the middle is damaged.
    #[error(
        "the journal is damaged at byte {at}; the {} before it, {at} bytes, can be read",
        count(*sound, "entry")
    )]
    Frame {
        /// The position of the frame in the file, in bytes.
        at: usize,
        /// The number of frames before this one, which can be read.
        sound: usize,
    },
    /// Replaying the run takes more instructions than a journal ever has after its snapshot.
    #[error(
        "the run has more than {MAX_REPEATED_INSTRUCTIONS} instructions after its snapshot, which no journal \
         needs: the file is damaged, or was made otherwise"
    )]
    TooLong,
}

/// A journal or a recording that has been read.
pub struct JournalContents {
    base: Base,
    entries: Vec<JournalEntry>,
    /// Number of bytes of an incomplete or damaged frame at the end.
    torn: usize,
}

impl JournalContents {
    /// Reads the bytes of a file.
    ///
    /// # Errors
    ///
    /// The bytes are not a journal of this version, or are damaged before the end.
    pub fn of(bytes: &[u8]) -> Result<JournalContents, JournalError> {
        let (reading, damage) = JournalContents::rescued(bytes)?;
        damage.map_or(Ok(reading), Err)
    }

    /// Reads the undamaged beginning of a file. Also returns the damage, if there is any.
    ///
    /// # Errors
    ///
    /// The bytes are not a journal of this version, or the beginning is damaged, so nothing can be rescued.
    pub fn rescued(bytes: &[u8]) -> Result<(JournalContents, Option<JournalError>), JournalError> {
        let (base, mut rest) = JOURNAL.open_first::<Base>(bytes)?;
        let mut reading = JournalContents { base, entries: Vec::new(), torn: 0 };
        while !rest.is_empty() {
            let damage = JournalError::Frame { at: bytes.len() - rest.len(), sound: reading.entries.len() };
            match frame(rest) {
                NextFrame::Whole(contents, more) => {
                    let Ok(entry) = postcard::from_bytes(contents) else {
                        return Ok((reading, Some(damage)));
                    };
                    reading.entries.push(entry);
                    rest = more;
                }
                NextFrame::Torn => break,
                NextFrame::Damaged => return Ok((reading, Some(damage))),
            }
        }
        reading.torn = rest.len();
        Ok((reading, None))
    }

    /// Returns the number of bytes of an incomplete or damaged frame at the end, left by a run that was
    /// killed while it wrote.
    pub fn torn(&self) -> usize {
        self.torn
    }

    /// Returns the remark on the run ([`Journal::set_note`](super::Journal::set_note)).
    pub fn note(&self) -> &str {
        &self.base.note
    }

    /// Returns the characters typed and not yet given to the machine.
    pub fn ahead(&self) -> &[u8] {
        self.entries.last().map_or(&[], |entry| &entry.ahead)
    }

    /// Returns `true` if the run is over, so the user is not asked to resume it.
    pub fn is_closed(&self) -> bool {
        self.state() == RunState::Closed
    }

    /// Returns the end of a recorded run, or `None` if the file is a journal.
    pub fn end(&self) -> Option<RunEnd> {
        match self.state() {
            RunState::Recorded(end) => Some(end),
            RunState::Open | RunState::Closed => None,
        }
    }

    fn state(&self) -> RunState {
        self.entries.last().map_or(RunState::Open, |entry| entry.state)
    }

    /// Returns a frame that ends the run, to be appended to those that can be read.
    pub fn closing(&self) -> Vec<u8> {
        let last = self.entries.last().cloned().unwrap_or_default();
        JournalEntry { inputs: Vec::new(), state: RunState::Closed, ..last }.frame()
    }

    /// Puts `machine` at the beginning of the run.
    ///
    /// # Errors
    ///
    /// The snapshot is not for this machine.
    pub fn begin(&self, machine: &mut Machine) -> Result<(), SnapshotError> {
        machine.restore(&self.base.snapshot)
    }

    /// Puts `machine` at the beginning of the run, and plans all inputs.
    ///
    /// # Errors
    ///
    /// As for [`JournalContents::begin`].
    pub fn prepare(&self, machine: &mut Machine) -> Result<(), SnapshotError> {
        self.begin(machine)?;
        self.plan(machine);
        Ok(())
    }

    fn plan(&self, machine: &mut Machine) {
        for (time, input) in self.entries.iter().flat_map(|entry| &entry.inputs) {
            machine.input_at(*time, input.clone());
        }
    }

    /// Returns the limits of a run from the beginning of the file to its end. A recording limits the time,
    /// too, because after a halt only time passes.
    pub fn limit(&self) -> Until {
        let time = self.end().map_or(Nanos::MAX, |end| end.time);
        Until { instructions: self.instructions(), ..Until::at(time) }
    }

    fn instructions(&self) -> u64 {
        self.entries.last().map_or(0, |entry| entry.instructions)
    }

    /// Replays the whole run. Its output stays in the devices.
    ///
    /// # Errors
    ///
    /// As for [`JournalContents::begin`].
    pub fn replay(&self, machine: &mut Machine) -> Result<(), SnapshotError> {
        self.prepare(machine)?;
        machine.run_quietly(self.limit());
        Ok(())
    }

    /// Brings `machine` to the state of the run when the last frame was written. Returns the console's paper.
    /// Output of other devices is dropped: the run itself has written it to files.
    ///
    /// # Errors
    ///
    /// The snapshot is not for this machine, or the run after it is too long to be replayed.
    pub fn resume(&self, machine: &mut Machine) -> Result<Vec<u8>, JournalError> {
        self.begin(machine)?;
        if self.instructions().saturating_sub(machine.instructions()) > MAX_REPEATED_INSTRUCTIONS {
            return Err(JournalError::TooLong);
        }
        self.plan(machine);
        machine.run_quietly(self.limit());
        let mut paper = self.base.paper.clone();
        paper.extend(bytes_of(&machine.take_printed(), 0).into_iter().map(|byte| byte & 0o177));
        machine.io.take_all();
        Ok(paper)
    }
}

enum NextFrame<'a> {
    /// The contents, and the bytes after the frame.
    Whole(&'a [u8], &'a [u8]),
    Torn,
    Damaged,
}

fn frame(bytes: &[u8]) -> NextFrame<'_> {
    let Some((header, rest)) = bytes.split_at_checked(HEADER) else { return NextFrame::Torn };
    let number = |at: usize| u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
    if crc32fast::hash(&header[..4]) != number(4) {
        // If a host lost power, it may have lengthened the file without writing to it.
        return if bytes.iter().all(|&byte| byte == 0) { NextFrame::Torn } else { NextFrame::Damaged };
    }
    let Some((contents, more)) = rest.split_at_checked(number(0) as usize) else { return NextFrame::Torn };
    match (crc32fast::hash(contents) == number(8), more) {
        (true, _) => NextFrame::Whole(contents, more),
        (false, []) => NextFrame::Torn,
        (false, _) => NextFrame::Damaged,
    }
}
