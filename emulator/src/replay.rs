//! Record and replay: a run as a file.
//!
//! A run is a function of a snapshot and the inputs after it, so these two are the run; how it ended is kept with them to
//! find out whether a repetition is the same.
//! The file begins with the twelve bytes `PDP6RECORD\0\0`; version, length and checksum follow as in a
//! [snapshot](crate::snapshot).

use crate::machine::{Input, Machine, Until};
use crate::snapshot::{Kind, SnapshotError};
use crate::time::Nanos;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Whether a file is a recording of a run, whatever its version.
#[cfg(feature = "cli")]
pub(crate) fn is_recording(bytes: &[u8]) -> bool {
    bytes.starts_with(RECORDING.magic)
}

const RECORDING: Kind = Kind { magic: b"PDP6RECORD\0\0", name: "recording" };

/// A recorded run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recording {
    /// The machine at the beginning.
    snapshot: Vec<u8>,
    /// What people did, in order.
    inputs: Vec<(Nanos, Input)>,
    end: End,
}

/// The end of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct End {
    /// The virtual time.
    pub time: Nanos,
    /// The instructions executed.
    pub instructions: u64,
    /// A checksum of the whole state, but for what is planned.
    pub digest: u32,
}

impl End {
    /// The end, if it is now.
    pub fn of(machine: &Machine) -> End {
        let digest = crc32fast::hash(&machine.snapshot_with(Vec::new()));
        End { time: machine.time(), instructions: machine.instructions(), digest }
    }
}

/// A recording in progress.
pub struct Recorder {
    snapshot: Vec<u8>,
}

impl Recorder {
    /// Begins to record what is done to the machine.
    pub fn begin(machine: &mut Machine) -> Recorder {
        machine.start_recording();
        // What is planned will be recorded when it is done.
        Recorder { snapshot: machine.snapshot_with(Vec::new()) }
    }

    /// The run from the beginning to now.
    ///
    /// # Errors
    ///
    /// The machine has been put into another state since, so that the run is not one.
    pub fn end(self, machine: &mut Machine) -> Result<Recording, BrokenRecording> {
        let inputs = machine.take_recording().ok_or(BrokenRecording)?;
        Ok(Recording { snapshot: self.snapshot, inputs, end: End::of(machine) })
    }
}

/// A run that cannot be repeated from its beginning: the machine was put into another state on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BrokenRecording;

impl fmt::Display for BrokenRecording {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the recording ended at a `restore` or `back`; record the run that begins after it")
    }
}

impl std::error::Error for BrokenRecording {}

impl Recording {
    /// The bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        RECORDING.seal(self)
    }

    /// The recording in a file.
    ///
    /// # Errors
    ///
    /// The bytes are not a recording of this version, or are damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Recording, SnapshotError> {
        RECORDING.open(bytes)
    }

    /// How the run ended.
    pub fn end(&self) -> End {
        self.end
    }

    /// Puts `machine` at the beginning of the run, with everything planned that people did.
    ///
    /// # Errors
    ///
    /// The snapshot is not one for this machine; it is then as it was.
    pub fn prepare(&self, machine: &mut Machine) -> Result<(), SnapshotError> {
        machine.restore(&self.snapshot)?;
        for (time, input) in &self.inputs {
            machine.input_at(*time, input.clone());
        }
        Ok(())
    }

    /// Repeats the whole run. What is printed and punched collects in the devices.
    ///
    /// # Errors
    ///
    /// As for [`Recording::prepare`].
    pub fn replay(&self, machine: &mut Machine) -> Result<End, SnapshotError> {
        self.prepare(machine)?;
        machine.run_quietly(self.limit());
        Ok(End::of(machine))
    }

    /// The limit of a replay. The time is part of it, because after a halt only time passes.
    pub fn limit(&self) -> Until {
        Until { instructions: self.end.instructions, ..Until::at(self.end.time) }
    }
}
