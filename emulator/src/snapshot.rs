//! Snapshots: files with the whole state of the machine.
//!
//! A file begins with the twelve bytes `PDP6SNAPSHOT`, the version of the format (four bytes,
//! little-endian), the length of the contents (eight bytes) and their CRC-32 (four bytes). The contents
//! are a `MachineState` (`machine/state.rs`).

use crate::formats::program::SNAPSHOT_MAGIC;
use crate::machine::{Machine, MachineState};
use serde::Serialize;
use serde::de::DeserializeOwned;

const SNAPSHOT: FileKind = FileKind { magic: SNAPSHOT_MAGIC, name: "snapshot" };
/// Version of the contents of snapshots and journals.
const VERSION: u32 = 3;
/// The first bytes of the recordings of earlier versions, which were not journals.
const OLD_RECORDING: &[u8] = b"PDP6RECORD";
const HEADER_BYTES: usize = 28;

/// The reason why bytes are not a snapshot for this machine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SnapshotError {
    /// The first bytes belong to another kind of file.
    #[error("this is not a {0} of a PDP-6")]
    Not(&'static str),
    /// The file is a recording of an earlier version of this program.
    #[error("this recording was made by an earlier version of the program; record the run again")]
    OldRecording,
    /// The version of the file, written by another version of this program.
    #[error("file of version {0}; this program reads version {VERSION} only")]
    Version(u32),
    /// The length after the header, and the length given in the header.
    #[error("{0} bytes after the header, which says {1}: the file is damaged")]
    Length(u64, u64),
    /// The checksum in the header, and the checksum of the contents.
    #[error("the checksum is {0:08x}, but the contents have {1:08x}: the file is damaged")]
    Checksum(u32, u32),
    /// The contents are invalid, or the devices differ from those of the machine.
    #[error("the contents do not fit: {0}")]
    Contents(String),
}

impl Machine {
    /// Returns the machine's state as the bytes of a file.
    pub fn snapshot(&self) -> Vec<u8> {
        SNAPSHOT.seal(&self.state(None))
    }

    pub(crate) fn snapshot_without_plans(&self) -> Vec<u8> {
        SNAPSHOT.seal(&self.state(None).without_plans())
    }

    /// Puts the machine into the state of a snapshot. Breakpoints are unchanged. A recording of the run ends.
    ///
    /// # Errors
    ///
    /// The bytes are not a snapshot of this version, are damaged, or are of a machine with other devices. The
    /// machine is unchanged.
    pub fn restore(&mut self, snapshot: &[u8]) -> Result<(), SnapshotError> {
        let state: MachineState = SNAPSHOT.open(snapshot)?;
        self.set_state(&state).map_err(|error| SnapshotError::Contents(error.to_string()))?;
        self.restart_log();
        Ok(())
    }
}

/// Returns `true` if the bytes begin like a snapshot.
pub fn is_snapshot(bytes: &[u8]) -> bool {
    bytes.starts_with(SNAPSHOT.magic)
}

pub(crate) struct FileKind {
    pub magic: &'static [u8; 12],
    pub name: &'static str,
}

impl FileKind {
    pub(crate) fn seal(&self, contents: &impl Serialize) -> Vec<u8> {
        let contents = postcard::to_stdvec(contents).expect("a state always fits into memory");
        let mut bytes = Vec::with_capacity(HEADER_BYTES + contents.len());
        bytes.extend_from_slice(self.magic);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&(contents.len() as u64).to_le_bytes());
        bytes.extend_from_slice(&crc32fast::hash(&contents).to_le_bytes());
        bytes.extend_from_slice(&contents);
        bytes
    }

    /// Reads the contents of a file; nothing may follow them.
    pub(crate) fn open<T: DeserializeOwned>(&self, bytes: &[u8]) -> Result<T, SnapshotError> {
        match self.open_first(bytes)? {
            (contents, []) => Ok(contents),
            (_, more) => {
                let found = (bytes.len() - HEADER_BYTES) as u64;
                Err(SnapshotError::Length(found, found - more.len() as u64))
            }
        }
    }

    /// Reads the contents of a file. Returns them and the bytes after them.
    pub(crate) fn open_first<'a, T: DeserializeOwned>(
        &self,
        bytes: &'a [u8],
    ) -> Result<(T, &'a [u8]), SnapshotError> {
        let Some((header, contents)) =
            bytes.split_at_checked(HEADER_BYTES).filter(|(header, _)| header.starts_with(self.magic))
        else {
            let old = bytes.starts_with(OLD_RECORDING);
            return Err(if old { SnapshotError::OldRecording } else { SnapshotError::Not(self.name) });
        };
        let number = |from: usize| {
            u32::from_le_bytes([header[from], header[from + 1], header[from + 2], header[from + 3]])
        };
        if number(12) != VERSION {
            return Err(SnapshotError::Version(number(12)));
        }
        let length = u64::from(number(16)) | u64::from(number(20)) << 32;
        let parts = usize::try_from(length).ok().and_then(|length| contents.split_at_checked(length));
        let (contents, more) = parts.ok_or(SnapshotError::Length(contents.len() as u64, length))?;
        let computed = crc32fast::hash(contents);
        if computed != number(24) {
            return Err(SnapshotError::Checksum(number(24), computed));
        }
        let contents =
            postcard::from_bytes(contents).map_err(|error| SnapshotError::Contents(error.to_string()))?;
        Ok((contents, more))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address::Address;
    use crate::word::Word;
    use proptest::prelude::*;

    fn machine() -> Machine {
        let mut machine = Machine::default();
        machine.deposit(Address::new(0o100), Word::ONES);
        machine.deposit(Address::LAST, Word::new(7));
        machine.memory.put_shadow(3, Word::SIGN);
        machine.type_text("HELLO");
        machine.start(Address::new(0o100));
        machine
    }

    #[test]
    fn a_snapshot_restores_everything() {
        let snapshot = machine().snapshot();
        let mut other = Machine::default();
        other.restore(&snapshot).unwrap();
        assert_eq!(other.snapshot(), snapshot);
        assert_eq!(other.examine(Address::LAST), Word::new(7));
        assert_eq!(other.memory.shadow(3), Word::SIGN);
        assert_eq!(other.keys_left(0), 5);
        assert!(other.is_running());
    }

    #[test]
    fn invalid_snapshots_are_refused() {
        let good = machine().snapshot();
        let refuse = |bytes: &[u8]| {
            let mut machine = machine();
            let error = machine.restore(bytes).unwrap_err();
            assert_eq!(machine.snapshot(), good, "a failed restore must not change the machine");
            error
        };
        assert_eq!(refuse(b"PDP6SNAP"), SnapshotError::Not("snapshot"));
        assert_eq!(refuse(&[0; 100]), SnapshotError::Not("snapshot"));
        assert_eq!(refuse(b"PDP6RECORD\0\0\x03\0\0\0"), SnapshotError::OldRecording);
        let mut bad = good.clone();
        bad[12] = 99;
        assert_eq!(refuse(&bad), SnapshotError::Version(99));
        assert!(matches!(refuse(&good[..good.len() - 1]), SnapshotError::Length(..)));
        let mut bad = good.clone();
        *bad.last_mut().unwrap() ^= 1;
        assert!(matches!(refuse(&bad), SnapshotError::Checksum(..)));
    }

    proptest! {
        /// Contents with a correct checksum and wrong bytes are refused or accepted, but never cause a panic.
        #[test]
        fn damaged_contents_never_panic(
            at in any::<prop::sample::Index>(),
            bits in 1u8..,
            cut in any::<prop::sample::Index>(),
        ) {
            let mut bytes = machine().snapshot();
            let place = HEADER_BYTES + at.index(bytes.len() - HEADER_BYTES);
            bytes[place] ^= bits;
            bytes.truncate(HEADER_BYTES + cut.index(bytes.len() - HEADER_BYTES) + 1);
            let length = ((bytes.len() - HEADER_BYTES) as u64).to_le_bytes();
            let check = crc32fast::hash(&bytes[HEADER_BYTES..]).to_le_bytes();
            bytes[16..24].copy_from_slice(&length);
            bytes[24..28].copy_from_slice(&check);
            let _ = Machine::default().restore(&bytes);
        }
    }
}
