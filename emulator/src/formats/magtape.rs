//! Image files of magnetic tapes, in the format of SIMH. A record has these parts:
//!
//! ```text
//!   length   4 bytes, low byte first; the top bit is on if the record has an error
//!   bytes    one per character
//!   (0)      only if the length is odd
//!   length   the same again
//! ```
//!
//! Some lengths have no record after them: 0 is a tape mark, 32 ones are the end of the tape, and 31 ones and
//! a zero are a gap.
//!
//! A character of a 7-track tape has six bits and a parity bit (100). Images of 9-track tapes have five bytes
//! per word, four of 8 bits and one of 4.

use super::{FormatError, Place};

const END: u32 = u32::MAX;
const GAP: u32 = u32::MAX - 1;
/// The bit of a length that says that the record has an error.
const ERROR: u32 = 1 << 31;
/// Longest record in bytes: a longer one is a damaged length.
const LONGEST_RECORD: u32 = 1 << 20;
/// Bytes of a word on nine tracks, and characters on seven.
const NINE_TRACK_BYTES: usize = 5;
const CHARACTERS: usize = 6;
pub(crate) const PARITY: u8 = 0o100;

/// A record or a tape mark: what is between two gaps of a tape.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum TapeRecord {
    /// A tape mark.
    Mark,
    /// A record of characters.
    Data {
        /// The characters, with their parity bits.
        characters: Vec<u8>,
        /// `true` if it could not be read without an error when the image was made.
        is_bad: bool,
    },
}

impl TapeRecord {
    /// Returns a record without an error.
    pub fn of(characters: Vec<u8>) -> TapeRecord {
        TapeRecord::Data { characters, is_bad: false }
    }

    /// Returns the number of characters; 1 for a tape mark.
    pub fn length(&self) -> usize {
        match self {
            TapeRecord::Mark => 1,
            TapeRecord::Data { characters, .. } => characters.len(),
        }
    }
}

/// The contents of a tape.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct MagTape {
    /// The records in order.
    pub records: Vec<TapeRecord>,
    /// `true` if the image is of nine tracks. The records here always have the characters of seven tracks.
    pub is_of_nine_tracks: bool,
}

impl MagTape {
    /// Reads an image. An empty image is a blank tape.
    ///
    /// # Errors
    ///
    /// Returns an error if the image is cut short, if the two lengths of a record differ, or if a record is
    /// longer than a megabyte.
    pub fn read(bytes: &[u8]) -> Result<MagTape, FormatError> {
        let mut records = Vec::new();
        let mut at = 0;
        while at < bytes.len() {
            match number(bytes, at)? {
                END => break,
                0 => records.push(TapeRecord::Mark),
                GAP => {}
                length => {
                    let record = record(bytes, at, length)?;
                    at += 4 + record.len().next_multiple_of(2);
                    records
                        .push(TapeRecord::Data { characters: record.to_vec(), is_bad: length & ERROR != 0 });
                }
            }
            at += 4;
        }
        let is_of_nine_tracks = records.iter().any(|record| {
            matches!(record, TapeRecord::Data { characters, .. } if characters.iter().any(|&byte| byte >= 0o200))
        });
        if is_of_nine_tracks {
            records.iter_mut().for_each(|record| convert(record, to_seven_tracks));
        }
        Ok(MagTape { records, is_of_nine_tracks })
    }

    /// Returns the image of the whole tape.
    pub fn write(&self) -> Vec<u8> {
        self.write_from(0)
    }

    /// Returns the part of the image from record `first` on.
    pub fn write_from(&self, first: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        for record in self.records.get(first..).unwrap_or_default() {
            self.write_record(record, &mut bytes);
        }
        bytes.extend(END.to_le_bytes());
        bytes
    }

    /// Returns the offset of record `record` in the image that [`MagTape::write`] returns.
    pub fn offset(&self, record: usize) -> usize {
        let mut bytes = Vec::new();
        let mut length = 0;
        for record in self.records.iter().take(record) {
            bytes.clear();
            self.write_record(record, &mut bytes);
            length += bytes.len();
        }
        length
    }

    fn write_record(&self, record: &TapeRecord, bytes: &mut Vec<u8>) {
        let mut record = record.clone();
        if self.is_of_nine_tracks {
            convert(&mut record, to_nine_tracks);
        }
        match record {
            TapeRecord::Mark => bytes.extend([0; 4]),
            TapeRecord::Data { characters, is_bad } => {
                let length = (characters.len() as u32 | if is_bad { ERROR } else { 0 }).to_le_bytes();
                bytes.extend(length);
                bytes.extend(&characters);
                bytes.extend(&[0][..characters.len() % 2]);
                bytes.extend(length);
            }
        }
    }
}

fn number(bytes: &[u8], at: usize) -> Result<u32, FormatError> {
    let found = bytes.get(at..).unwrap_or_default();
    let number = found.first_chunk::<4>().ok_or(FormatError::Truncated {
        what: "the length of a tape record",
        at: Place::Byte(at),
        missing: 4 - found.len().min(4),
    })?;
    Ok(u32::from_le_bytes(*number))
}

fn record(bytes: &[u8], at: usize, length: u32) -> Result<&[u8], FormatError> {
    let count = length & !ERROR;
    if count == 0 || count > LONGEST_RECORD {
        let what = format!("not a tape image: a record of {count} bytes (expected 1 to {LONGEST_RECORD})");
        return Err(FormatError::Unexpected { what, at: Place::Byte(at) });
    }
    let (begin, count) = (at + 4, count as usize);
    let record = bytes.get(begin..begin + count).ok_or_else(|| FormatError::Truncated {
        what: "the tape record",
        at: Place::Byte(at),
        missing: begin + count - bytes.len(),
    })?;
    let end = begin + count.next_multiple_of(2);
    match number(bytes, end)? {
        again if again == length => Ok(record),
        again => Err(FormatError::Unexpected {
            what: format!("the tape record ends with length {again:o}, but begins with {length:o} (octal)"),
            at: Place::Byte(end),
        }),
    }
}

fn convert(record: &mut TapeRecord, convert: fn(&[u8]) -> Vec<u8>) {
    if let TapeRecord::Data { characters, .. } = record {
        *characters = convert(characters);
    }
}

/// Returns a six-bit character with its parity bit, for odd parity if `odd`.
pub(crate) fn with_parity(character: u8, odd: bool) -> u8 {
    let character = character & 0o77;
    let is_odd = character.count_ones() & 1 == 1;
    if is_odd == odd { character } else { character | PARITY }
}

fn to_seven_tracks(bytes: &[u8]) -> Vec<u8> {
    let word = |bytes: &[u8]| {
        let byte = |at: usize| u64::from(bytes.get(at).copied().unwrap_or(0));
        (0..4).fold(0, |word, at| word << 8 | byte(at)) << 4 | byte(4) & 0o17
    };
    let words = bytes.chunks(NINE_TRACK_BYTES).map(word);
    words
        .flat_map(|word| (0..CHARACTERS).map(move |at| with_parity((word >> (30 - 6 * at)) as u8, true)))
        .collect()
}

fn to_nine_tracks(characters: &[u8]) -> Vec<u8> {
    let word = |characters: &[u8]| {
        let character = |at: usize| u64::from(characters.get(at).copied().unwrap_or(0) & 0o77);
        (0..CHARACTERS).fold(0, |word, at| word << 6 | character(at))
    };
    let words = characters.chunks(CHARACTERS).map(word);
    words
        .flat_map(|word| {
            [(word >> 28) as u8, (word >> 20) as u8, (word >> 12) as u8, (word >> 4) as u8, word as u8 & 0o17]
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A record of three characters, a tape mark, a bad record, the end, and bytes that must be ignored.
    const IMAGE: &[u8] = b"\x03\0\0\0\x01\x02\x43\0\x03\0\0\0\0\0\0\0\xfe\xff\xff\xff\
        \x02\0\0\x80\x04\x05\x02\0\0\x80\xff\xff\xff\xffJUNK";

    #[test]
    fn records_marks_and_errors() {
        let tape = MagTape::read(IMAGE).unwrap();
        let bad = TapeRecord::Data { characters: vec![4, 5], is_bad: true };
        assert_eq!(tape.records, [TapeRecord::of(vec![1, 2, 0o103]), TapeRecord::Mark, bad]);
        assert_eq!(tape.offset(2), 16);
        // The gap is not kept.
        let written = [&IMAGE[..16], &IMAGE[20..34]].concat();
        assert_eq!(tape.write(), written);
        assert_eq!(tape.write_from(2), &IMAGE[20..34]);
        assert_eq!(MagTape::read(b"").unwrap(), MagTape::default());
    }

    #[test]
    fn damage_is_reported_with_its_place() {
        let message = |bytes: &[u8]| MagTape::read(bytes).unwrap_err().to_string();
        assert_eq!(
            message(&IMAGE[..9]),
            "the length of a tape record at byte 8 is cut short: 3 bytes missing"
        );
        assert_eq!(message(&IMAGE[..6]), "the tape record at byte 0 is cut short: 1 byte missing");
        assert_eq!(
            message(b"\x02\0\0\0\x01\x02\x03\0\0\0"),
            "byte 6: the tape record ends with length 3, but begins with 2 (octal)"
        );
        assert!(
            message(b"HELLO, WORLD").starts_with("byte 0: not a tape image: a record of 1280066888 bytes")
        );
    }

    /// The word 123456,,701234 in five bytes: 00101001 11001011 10111000 00101001 1100.
    #[test]
    fn nine_tracks_are_words_of_five_bytes() {
        let image = b"\x05\0\0\0\x29\xcb\xb8\x29\x0c\0\x05\0\0\0\xff\xff\xff\xff";
        let tape = MagTape::read(image).unwrap();
        let TapeRecord::Data { characters, .. } = &tape.records[0] else { panic!("{tape:?}") };
        let six: Vec<u8> = characters.iter().map(|character| character & 0o77).collect();
        assert_eq!(six, [0o12, 0o34, 0o56, 0o70, 0o12, 0o34]);
        assert!(characters.iter().all(|character| character.count_ones() % 2 == 1));
        assert_eq!(tape.write(), image);
    }

    proptest! {
        #[test]
        fn tapes_come_back(records in prop::collection::vec(
            prop_oneof![
                Just(TapeRecord::Mark),
                (prop::collection::vec(0u8..0o200, 1..20), any::<bool>())
                    .prop_map(|(characters, is_bad)| TapeRecord::Data { characters, is_bad }),
            ],
            0..10,
        )) {
            let tape = MagTape { records, is_of_nine_tracks: false };
            prop_assert_eq!(MagTape::read(&tape.write()).unwrap(), tape);
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            let _ = MagTape::read(&bytes);
        }
    }
}
