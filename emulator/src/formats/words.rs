//! Packings: how 36-bit words are stored in bytes (device reference 8.1).

use super::{FormatError, Place, evacuate, octal, tape};
use crate::names::names;
use crate::word::Word;
use std::fmt;

/// A packing of words into bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Packing {
    /// Six bytes per word, bit 7 on: a paper tape in binary.
    PaperTape,
    /// Five bytes per word: four of eight bits, and the last four bits.
    Core,
    /// Five bytes per word: characters of seven bits, bit 35 in bit 7 of the last.
    Ansi,
    /// Nine bytes for two words: all bits in order.
    Dense,
    /// Eight bytes per word: a little-endian integer.
    Data8,
    /// Eight bytes per word: a big-endian integer, as `midas` writes words.
    Big8,
    /// Eight bytes per word: the two halves as little-endian integers, as in SIMH's DECtape images.
    Halves,
    /// ITS "evacuate": text as text, other words as five bytes.
    Evacuate,
    /// Text: twelve octal digits per line.
    Octal,
}

// The usual names in other tools.
names!(Packing {
    PaperTape "pt",
    Core "core",
    Ansi "aa",
    Dense "bin",
    Data8 "data8",
    Big8 "big8",
    Halves "dta",
    Evacuate "its",
    Octal "oct",
});

impl Packing {
    /// Returns the words in `bytes`.
    ///
    /// # Errors
    ///
    /// Returns an error if the number of bytes does not fit this packing, or if bits
    /// that must be zero are on.
    pub fn unpack(self, bytes: &[u8]) -> Result<Vec<Word>, FormatError> {
        match self {
            Packing::PaperTape => tape::to_words(bytes),
            Packing::Core => {
                groups(bytes, 5, ("core dump word", "the upper 4 bits of the fifth byte"), |group| {
                    (group[4] < 0o20).then(|| Word::new(big_endian(&group[..4]) << 4 | u64::from(group[4])))
                })
            }
            Packing::Ansi => {
                groups(bytes, 5, ("word of ANSI ASCII", "the upper bits of the first four bytes"), |group| {
                    let clean = group[..4].iter().all(|byte| byte & 0o200 == 0);
                    let characters =
                        group.iter().fold(0u64, |bits, byte| bits << 7 | u64::from(byte & 0o177));
                    clean.then(|| Word::new(characters << 1 | u64::from(group[4] >> 7)))
                })
            }
            Packing::Dense => dense(bytes),
            Packing::Data8 => groups(bytes, 8, ("64-bit word", "the upper 28 bits"), |group| {
                let value = little_endian(group);
                (value >> 36 == 0).then(|| Word::new(value))
            }),
            Packing::Big8 => groups(bytes, 8, ("64-bit word", "the upper 28 bits"), |group| {
                let value = big_endian(group);
                (value >> 36 == 0).then(|| Word::new(value))
            }),
            Packing::Halves => {
                groups(bytes, 8, ("pair of half words", "the upper 14 bits of each half"), |group| {
                    let (left, right) = (little_endian(&group[..4]), little_endian(&group[4..]));
                    (left >> 18 == 0 && right >> 18 == 0).then(|| Word::halves(left as u32, right as u32))
                })
            }
            Packing::Evacuate => evacuate::decode(bytes),
            Packing::Octal => octal::words(bytes),
        }
    }

    /// Returns the same as [`Packing::unpack`], but in [`Packing::Evacuate`] the last word must not be
    /// partial.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Packing::unpack`], and an error for a partial word at the end.
    pub fn unpack_whole(self, bytes: &[u8]) -> Result<Vec<Word>, FormatError> {
        match self {
            Packing::Evacuate => evacuate::decode_whole(bytes),
            _ => self.unpack(bytes),
        }
    }

    /// Packs `words` into bytes.
    pub fn pack(self, words: &[Word]) -> Vec<u8> {
        match self {
            Packing::PaperTape => tape::from_words(words),
            Packing::Core => words.iter().flat_map(|word| core(*word)).collect(),
            Packing::Ansi => {
                let pack = |word: &Word| {
                    let mut group: [u8; 5] =
                        std::array::from_fn(|i| word.field(7 * i as u32, 7 * i as u32 + 6) as u8);
                    group[4] |= u8::from(word.bit(35)) << 7;
                    group
                };
                words.iter().flat_map(pack).collect()
            }
            Packing::Dense => {
                let pair = |pair: &[Word]| {
                    let second = pair.get(1).copied().unwrap_or_default();
                    let bits = u128::from(pair[0].bits()) << 36 | u128::from(second.bits());
                    let bytes = if pair.len() == 2 { 9 } else { 5 };
                    bits.to_be_bytes()[7..7 + bytes].to_vec()
                };
                words.chunks(2).flat_map(pair).collect()
            }
            Packing::Data8 => words.iter().flat_map(|word| word.bits().to_le_bytes()).collect(),
            Packing::Big8 => words.iter().flat_map(|word| word.bits().to_be_bytes()).collect(),
            Packing::Halves => words.iter().flat_map(|word| halves(*word)).collect(),
            Packing::Evacuate => evacuate::encode(words),
            Packing::Octal => words.iter().flat_map(|word| format!("{word:o}\n").into_bytes()).collect(),
        }
    }
}

impl fmt::Display for Packing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

fn core(word: Word) -> [u8; 5] {
    let bytes = (word.bits() << 4).to_be_bytes();
    [bytes[3], bytes[4], bytes[5], bytes[6], bytes[7] >> 4]
}

fn halves(word: Word) -> Vec<u8> {
    [word.left().to_le_bytes(), word.right().to_le_bytes()].concat()
}

fn big_endian(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |value, byte| value << 8 | u64::from(*byte))
}

fn little_endian(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte))
}

/// Unpacks groups of `size` bytes, which have a name and unused bits that must be zero.
fn groups(
    bytes: &[u8],
    size: usize,
    (what, unused): (&'static str, &str),
    word: impl Fn(&[u8]) -> Option<Word>,
) -> Result<Vec<Word>, FormatError> {
    let whole = bytes.len() / size * size;
    if whole < bytes.len() {
        let missing = whole + size - bytes.len();
        return Err(FormatError::Truncated { what, at: Place::Byte(whole), missing });
    }
    let one = |(index, group)| {
        let bad = || FormatError::Unexpected {
            what: format!("not a {what}: {unused} must be zero"),
            at: Place::Byte(index * size),
        };
        word(group).ok_or_else(bad)
    };
    bytes.chunks_exact(size).enumerate().map(one).collect()
}

fn dense(bytes: &[u8]) -> Result<Vec<Word>, FormatError> {
    let mut words = Vec::with_capacity(bytes.len() / 9 * 2 + 1);
    for (index, group) in bytes.chunks(9).enumerate() {
        let bits = group.iter().fold(0u128, |bits, byte| bits << 8 | u128::from(*byte));
        match group.len() {
            9 => words.extend([Word::new((bits >> 36) as u64), Word::new(bits as u64)]),
            // An odd word at the end, with four bits to fill the last byte.
            5 if bits & 0o17 == 0 => words.push(Word::new((bits >> 4) as u64)),
            length => {
                let what = "pair of packed words";
                return Err(FormatError::Truncated { what, at: Place::Byte(9 * index), missing: 9 - length });
            }
        }
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The worked bytes of device reference 8.1.
    #[test]
    fn worked_bytes() {
        let words = [Word::halves(0o254000, 1), Word::halves(0o123456, 0o654321), Word::ONES];
        let cases: [(Packing, [&[u8]; 3]); 5] = [
            (Packing::Evacuate, [b"\xF5\x60\0\0\x01", b"\xF2\x9C\xBB\x58\xD1", b"\xFF\xFF\xFF\xFF\xFF"]),
            (Packing::Core, [b"\x56\0\0\0\x01", b"\x29\xCB\xB5\x8D\x01", b"\xFF\xFF\xFF\xFF\x0F"]),
            (Packing::Ansi, [b"\x2B\0\0\0\x80", b"\x14\x72\x76\x58\xE8", b"\x7F\x7F\x7F\x7F\xFF"]),
            (
                Packing::Data8,
                [b"\x01\0\0\x60\x05\0\0\0", b"\xD1\x58\xBB\x9C\x02\0\0\0", b"\xFF\xFF\xFF\xFF\x0F\0\0\0"],
            ),
            (
                Packing::Halves,
                [b"\0\x58\x01\0\x01\0\0\0", b"\x2E\xA7\0\0\xD1\x58\x03\0", b"\xFF\xFF\x03\0\xFF\xFF\x03\0"],
            ),
        ];
        for (packing, bytes) in cases {
            for (word, bytes) in words.iter().zip(bytes) {
                assert_eq!(packing.pack(&[*word]), bytes, "{packing} {word}");
                assert_eq!(packing.unpack(bytes), Ok(vec![*word]), "{packing} {word}");
            }
        }
        assert_eq!(Packing::Dense.pack(&words[..2]), b"\x56\0\0\0\x12\x9C\xBB\x58\xD1");
    }

    #[test]
    fn wrong_bytes_are_refused_with_their_place() {
        let error = |packing: Packing, bytes: &[u8]| packing.unpack(bytes).unwrap_err().to_string();
        assert_eq!(error(Packing::Core, &[0; 7]), "core dump word at byte 5 is cut short: 3 bytes missing");
        assert_eq!(
            error(Packing::Core, &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10]),
            "byte 5: not a core dump word: the upper 4 bits of the fifth byte must be zero"
        );
        assert_eq!(
            error(Packing::Halves, &[0, 0, 4, 0, 0, 0, 0, 0]),
            "byte 0: not a pair of half words: the upper 14 bits of each half must be zero"
        );
    }

    proptest! {
        #[test]
        fn packed_words_come_back(
            words in prop::collection::vec(any::<u64>().prop_map(Word::new), 1..60),
            which in 0usize..Packing::ALL.len(),
        ) {
            let packing = Packing::ALL[which];
            let bytes = packing.pack(&words);
            prop_assert_eq!(packing.unpack(&bytes), Ok(words), "{}", packing);
        }

        #[test]
        fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            for packing in Packing::ALL {
                if let Ok(words) = packing.unpack(&bytes) {
                    prop_assert_eq!(packing.unpack(&packing.pack(&words)).unwrap_or_default(), words);
                }
            }
        }
    }
}
