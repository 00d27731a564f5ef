//! Images of Type 270 disks (device reference 4.12): the records in the order of their addresses, each word
//! as a little-endian integer of eight bytes, as SIMH has them. A record that a short file lacks is zero.

use super::FormatError;
use super::words::Packing;
use crate::word::Word;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Length of a record in words.
pub const RECORD_WORDS: usize = 128;
/// Records at each position of the heads of a disc.
pub const RECORDS_PER_POSITION: u32 = 44;
/// Discs of 64 positions.
const DISCS: u32 = 16;
/// Records of a disk.
pub const RECORDS: u32 = DISCS * 64 * RECORDS_PER_POSITION;

const RECORD_BYTES: usize = 8 * RECORD_WORDS;
/// Length of the image of a whole disk.
const DISK_BYTES: usize = RECORDS as usize * RECORD_BYTES;

/// The contents of a disk.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiskImage {
    /// The records that are not zero.
    records: BTreeMap<u32, Vec<Word>>,
}

impl DiskImage {
    /// Reads an image.
    ///
    /// # Errors
    ///
    /// Returns an error if the file is longer than a disk, ends within a word, or has a word of more than 36
    /// bits.
    pub fn read(bytes: &[u8]) -> Result<DiskImage, FormatError> {
        if bytes.len() > DISK_BYTES {
            let (format, expected) = ("Type 270 disk", format!("at most {DISK_BYTES}"));
            return Err(FormatError::Size { format, bytes: bytes.len(), expected });
        }
        let mut disk = DiskImage::default();
        for (number, words) in (0..).zip(Packing::Data8.unpack(bytes)?.chunks(RECORD_WORDS)) {
            disk.set(number, words);
        }
        Ok(disk)
    }

    /// Returns the image of the whole disk.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = vec![0; DISK_BYTES];
        for (&number, words) in &self.records {
            let record = bytes.chunks_exact_mut(RECORD_BYTES).nth(number as usize);
            for (place, word) in record.into_iter().flat_map(|record| record.chunks_exact_mut(8)).zip(words) {
                place.copy_from_slice(&word.bits().to_le_bytes());
            }
        }
        bytes
    }

    /// Returns a word of a record; zero if it was never written.
    pub fn word(&self, record: u32, index: usize) -> Word {
        self.records.get(&record).and_then(|words| words.get(index)).copied().unwrap_or_default()
    }

    /// Writes a record; zeros follow `words`.
    pub fn set(&mut self, record: u32, words: &[Word]) {
        if words.iter().all(|word| *word == Word::ZERO) {
            self.records.remove(&record);
        } else {
            let mut words = words.to_vec();
            words.resize(RECORD_WORDS, Word::ZERO);
            self.records.insert(record, words);
        }
    }

    /// Returns the offset of a record in the image, and its bytes.
    pub(crate) fn piece(&self, record: u32) -> (usize, Vec<u8>) {
        let words: Vec<Word> = (0..RECORD_WORDS).map(|index| self.word(record, index)).collect();
        (record as usize * RECORD_BYTES, Packing::Data8.pack(&words))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two words of record 1; the image of the first is the example of device reference 8.1.
    #[test]
    fn a_short_image_becomes_a_whole_disk() {
        let mut bytes = vec![0; RECORD_BYTES];
        bytes.extend(b"\xD1\x58\xBB\x9C\x02\0\0\0\x01\0\0\0\0\0\0\0");
        let disk = DiskImage::read(&bytes).unwrap();
        let words: Vec<Word> = (0..3).map(|index| disk.word(1, index)).collect();
        assert_eq!(words, [Word::halves(0o123456, 0o654321), Word::new(1), Word::ZERO]);
        assert_eq!((disk.word(0, 0), disk.word(RECORDS - 1, 127)), (Word::ZERO, Word::ZERO));
        let whole = disk.write();
        assert_eq!(whole.len(), 46_137_344, "45,056 records of 128 words");
        assert!(whole.starts_with(&bytes) && whole[bytes.len()..].iter().all(|byte| *byte == 0));
        assert_eq!(DiskImage::read(&whole).unwrap(), disk);
        assert_eq!(disk.piece(1), (1024, whole[1024..2048].to_vec()));
    }

    #[test]
    fn wrong_images_are_refused() {
        let error = |bytes: &[u8]| DiskImage::read(bytes).unwrap_err().to_string();
        assert_eq!(error(&[0; 9]), "64-bit word at byte 8 is cut short: 7 bytes missing");
        assert_eq!(
            error(&[0, 0, 0, 0, 0x10, 0, 0, 0]),
            "byte 0: not a 64-bit word: the upper 28 bits must be zero"
        );
        assert_eq!(
            error(&vec![0; DISK_BYTES + 8]),
            "46137352 bytes cannot be a Type 270 disk: expected at most 46137344"
        );
    }
}
