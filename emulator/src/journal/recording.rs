//! Recordings: journals of a whole run, with its end.

use super::{Base, JOURNAL, JournalEntry, RunState, timed};
use crate::machine::{Cursor, Machine};
use crate::time::Nanos;
use serde::{Deserialize, Serialize};

/// The state at the end of a run, which a replay must reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunEnd {
    /// The virtual time.
    pub time: Nanos,
    /// The instructions executed.
    pub instructions: u64,
    /// A checksum of the whole state, except planned inputs.
    pub digest: u32,
}

impl RunEnd {
    /// Returns the end of a run that ends now.
    pub fn of(machine: &Machine) -> RunEnd {
        let digest = crc32fast::hash(&machine.snapshot_without_plans());
        RunEnd { time: machine.time(), instructions: machine.instructions(), digest }
    }
}

/// A recording in progress.
pub struct Recorder {
    snapshot: Vec<u8>,
    begin: Cursor,
}

impl Recorder {
    /// Begins to record the inputs of the machine.
    pub fn begin(machine: &mut Machine) -> Recorder {
        // A planned input is recorded when it is carried out.
        Recorder { snapshot: machine.snapshot_without_plans(), begin: machine.read_log() }
    }

    /// Returns the bytes of a file with the run from its beginning to now;
    /// [`JournalContents`](super::JournalContents) reads it.
    ///
    /// # Errors
    ///
    /// The machine was put into a state that is not part of this run.
    pub fn end(self, machine: &Machine) -> Result<Vec<u8>, BrokenRecording> {
        let inputs = timed(machine.log().after(self.begin).ok_or(BrokenRecording)?);
        let end = RunEnd::of(machine);
        let base = Base { snapshot: self.snapshot, paper: Vec::new(), note: String::new() };
        let state = RunState::Recorded(end);
        let entry = JournalEntry { inputs, instructions: end.instructions, ahead: Vec::new(), state };
        Ok([JOURNAL.seal(&base), entry.frame()].concat())
    }
}

/// The error of a recording during which the machine was put into the state of another run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the recording ended at a `restore`, or a `back` to before its beginning; record the run that begins \
     after it"
)]
pub struct BrokenRecording;
