//! Snapshots: the whole state of the machine in a file.
//!
//! A file begins with the twelve bytes `PDP6SNAPSHOT`, the version of the format (four bytes, little-endian), the length of
//! the contents (eight bytes) and their CRC-32 (four bytes).
//! It holds the state of the guest only: what has been printed and not yet taken, breakpoints and recordings belong to the
//! world outside.

use crate::address::Address;
use crate::cpu::Cpu;
use crate::io::SavedInOut;
use crate::machine::{Input, Machine, Repeat};
use crate::memory::{Memory, MemorySet};
use crate::time::Nanos;
use crate::word::Word;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fmt;

const SNAPSHOT: Kind = Kind { magic: b"PDP6SNAPSHOT", name: "snapshot" };
/// Changes whenever the contents do.
const VERSION: u32 = 3;
const HEADER: usize = 28;

/// Why bytes are not a snapshot, or not one for this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SnapshotError {
    /// The beginning is not that of a file of this kind.
    Not(&'static str),
    /// The version is another one than this program's.
    Version(u32),
    /// The length is not that in the header: found, expected.
    Length(u64, u64),
    /// The checksum is wrong: found, computed.
    Checksum(u32, u32),
    /// The contents make no sense to this program, or the devices are not those of the machine.
    Contents(String),
}

impl fmt::Display for SnapshotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SnapshotError::Not(wanted) => write!(f, "this is no {wanted} of a PDP-6"),
            SnapshotError::Version(version) => {
                write!(f, "file of version {version}; this program reads version {VERSION} only")
            }
            SnapshotError::Length(found, expected) => {
                write!(f, "{found} bytes after the header, which says {expected}: the file is damaged")
            }
            SnapshotError::Checksum(found, computed) => write!(
                f,
                "the checksum is {found:08x}, but that of the contents {computed:08x}: the file is damaged"
            ),
            SnapshotError::Contents(what) => write!(f, "the contents do not fit: {what}"),
        }
    }
}

impl std::error::Error for SnapshotError {}

/// Everything.
#[derive(Serialize, Deserialize)]
struct Contents {
    cpu: Cpu,
    repeat: Repeat,
    memory_set: MemorySet,
    memory_size: u32,
    /// Runs of words that are not zero.
    words: Vec<(Address, Vec<Word>)>,
    shadow: [Word; 16],
    busy_until: [Nanos; 16],
    io: SavedInOut,
    plans: Vec<(Nanos, Input)>,
}

/// The runs of words that are not zero; gaps shorter than the description of a run are part of it.
fn runs(words: &[Word]) -> Vec<(Address, Vec<Word>)> {
    const GAP: usize = 4;
    let mut runs: Vec<(Address, Vec<Word>)> = Vec::new();
    for (at, &word) in words.iter().enumerate().filter(|(_, word)| **word != Word::ZERO) {
        match runs.last_mut() {
            Some((first, run)) if at - (first.index() + run.len()) <= GAP => {
                run.resize(at - first.index(), Word::ZERO);
                run.push(word);
            }
            _ => runs.push((Address::new(at as u32), vec![word])),
        }
    }
    runs
}

impl Machine {
    /// The machine's state, as the bytes of a file.
    pub fn snapshot(&self) -> Vec<u8> {
        self.snapshot_with(self.plans().cloned().collect())
    }

    /// The state with other plans than there are.
    pub(crate) fn snapshot_with(&self, plans: Vec<(Nanos, Input)>) -> Vec<u8> {
        let contents = Contents {
            cpu: self.cpu.clone(),
            repeat: self.repeat().clone(),
            memory_set: self.memory.set(),
            memory_size: self.memory.size(),
            words: runs(self.memory.words()),
            shadow: std::array::from_fn(|ac| self.memory.shadow(ac)),
            busy_until: self.memory.busy_until(),
            io: self.io.save(),
            plans,
        };
        SNAPSHOT.seal(&contents)
    }

    /// Puts the machine into the state of a snapshot; breakpoints stay, a recording ends.
    ///
    /// # Errors
    ///
    /// The bytes are not a snapshot of this version, are damaged, or are of a machine with other devices; the machine is then
    /// as it was.
    pub fn restore(&mut self, snapshot: &[u8]) -> Result<(), SnapshotError> {
        let contents: Contents = SNAPSHOT.open(snapshot)?;
        let mut memory = Memory::new(contents.memory_set);
        memory.set_size(contents.memory_size);
        for (first, run) in &contents.words {
            if first.index() + run.len() > Address::COUNT {
                return Err(SnapshotError::Contents(format!("memory beyond the last address, from {first}")));
            }
            for (i, &word) in run.iter().enumerate() {
                memory.put(first.offset(i as i32), word);
            }
        }
        for (ac, &word) in contents.shadow.iter().enumerate() {
            memory.put_shadow(ac, word);
        }
        memory.set_busy_until(contents.busy_until);
        let before = self.io.save();
        if let Err(what) = self.io.restore(&contents.io) {
            self.io.restore(&before).expect("a state just saved can be put back");
            return Err(SnapshotError::Contents(what));
        }
        self.cpu = contents.cpu;
        self.memory = memory;
        self.set_repeat(contents.repeat);
        self.set_plans(contents.plans);
        Ok(())
    }
}

/// Whether a file is a snapshot, by its first bytes.
pub fn is_snapshot(bytes: &[u8]) -> bool {
    bytes.starts_with(SNAPSHOT.magic)
}

/// A kind of file with such a header.
pub(crate) struct Kind {
    /// Its first bytes.
    pub magic: &'static [u8; 12],
    /// What it is called.
    pub name: &'static str,
}

impl Kind {
    /// The bytes of a file.
    pub(crate) fn seal(&self, contents: &impl Serialize) -> Vec<u8> {
        let contents = postcard::to_stdvec(contents).expect("a state always fits into memory");
        let mut bytes = Vec::with_capacity(HEADER + contents.len());
        bytes.extend_from_slice(self.magic);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&(contents.len() as u64).to_le_bytes());
        bytes.extend_from_slice(&crc32fast::hash(&contents).to_le_bytes());
        bytes.extend_from_slice(&contents);
        bytes
    }

    /// The contents of a file whose header fits them.
    pub(crate) fn open<T: DeserializeOwned>(&self, bytes: &[u8]) -> Result<T, SnapshotError> {
        match self.open_first(bytes)? {
            (contents, []) => Ok(contents),
            (_, more) => {
                let found = (bytes.len() - HEADER) as u64;
                Err(SnapshotError::Length(found, found - more.len() as u64))
            }
        }
    }

    /// The contents of a file in which more may follow, and that.
    pub(crate) fn open_first<'a, T: DeserializeOwned>(
        &self,
        bytes: &'a [u8],
    ) -> Result<(T, &'a [u8]), SnapshotError> {
        let Some((header, contents)) =
            bytes.split_at_checked(HEADER).filter(|(header, _)| header.starts_with(self.magic))
        else {
            return Err(SnapshotError::Not(self.name));
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
    fn what_is_not_a_snapshot_is_refused() {
        let good = machine().snapshot();
        let refuse = |bytes: &[u8]| {
            let mut machine = machine();
            let error = machine.restore(bytes).unwrap_err();
            assert_eq!(machine.snapshot(), good, "the machine must be as it was");
            error
        };
        assert_eq!(refuse(b"PDP6SNAP"), SnapshotError::Not("snapshot"));
        assert_eq!(refuse(&[0; 100]), SnapshotError::Not("snapshot"));
        let mut bad = good.clone();
        bad[12] = 99;
        assert_eq!(refuse(&bad), SnapshotError::Version(99));
        assert!(matches!(refuse(&good[..good.len() - 1]), SnapshotError::Length(..)));
        let mut bad = good.clone();
        *bad.last_mut().unwrap() ^= 1;
        assert!(matches!(refuse(&bad), SnapshotError::Checksum(..)));
    }

    proptest! {
        /// Contents with a right checksum and wrong bytes are refused or taken, but never panic.
        #[test]
        fn damaged_contents_never_panic(at in any::<prop::sample::Index>(), bits in 1u8.., cut in any::<prop::sample::Index>()) {
            let mut bytes = machine().snapshot();
            let place = HEADER + at.index(bytes.len() - HEADER);
            bytes[place] ^= bits;
            bytes.truncate(HEADER + cut.index(bytes.len() - HEADER) + 1);
            let length = ((bytes.len() - HEADER) as u64).to_le_bytes();
            let check = crc32fast::hash(&bytes[HEADER..]).to_le_bytes();
            bytes[16..24].copy_from_slice(&length);
            bytes[24..28].copy_from_slice(&check);
            let _ = Machine::default().restore(&bytes);
        }

        #[test]
        fn runs_hold_all_words(places in prop::collection::btree_map(0usize..300, 1u64..9, 0..60)) {
            let mut words = vec![Word::ZERO; 300];
            for (&at, &value) in &places {
                words[at] = Word::new(value);
            }
            let mut back = vec![Word::ZERO; 300];
            for (first, run) in runs(&words) {
                back[first.index()..first.index() + run.len()].copy_from_slice(&run);
            }
            prop_assert_eq!(back, words);
        }
    }
}
