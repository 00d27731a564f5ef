//! Tapes for the read-in key of the PDP-10. SIMH's `boot ptr` reads them, even in its simulator of the PDP-6.
//!
//! The key reads a word `-count,,address-1` and `count` words, and executes the last one. They are a loader
//! in the accumulators, which reads the program in blocks: `-count,,address-1`, the words, and the sum of all
//! of these. A word that is not negative is the start instruction.

use super::sblk::{self, Sblk};
use super::{FormatError, Image, Place};
use crate::address::Address;
use crate::word::Word;

/// The loader RIM10B of DEC, for 1 to 16. The right half of accumulator 10 selects one of three pairs of
/// instructions, for a header, a word or a sum. Accumulator 16 has the header, 17 the sum.
const RIM10B: [Word; 14] = [
    Word::halves(0o710600, 0o60), // 1: CONO PTR,60
    Word::halves(0o541400, 0o4),  // 2: HRRI 10,4
    Word::halves(0o710740, 0o10), // 3: CONSO PTR,10
    Word::halves(0o254000, 0o3),  // JRST .-1
    Word::halves(0o710470, 0o7),  // DATAI PTR,@7(10)
    Word::halves(0o256010, 0o7),  // XCT 7(10)
    Word::halves(0o256010, 0o12), // XCT 12(10)
    Word::halves(0o364400, 0o0),  // 10: SOJA 10,
    Word::halves(0o312740, 0o16), // 11: CAME 17,16: the sum
    Word::halves(0o270756, 0o1),  // ADD 17,1(16): a word
    Word::halves(0o331740, 0o16), // SKIPL 17,16: a header
    Word::halves(0o254200, 0o1),  // 14: HALT 1: the sum is wrong
    Word::halves(0o253700, 0o3),  // AOBJN 16,3
    Word::halves(0o254000, 0o2),  // 16: JRST 2
];

/// Returns the words of a tape with a program.
///
/// # Errors
///
/// Returns [`FormatError::Unfit`] if the image has a word for the accumulators, where the loader is.
pub fn write(image: &Image) -> Result<Vec<Word>, FormatError> {
    if let Some((address, _)) = image.iter().find(|(address, _)| address.is_accumulator()) {
        return Err(FormatError::Unfit(format!(
            "a word for {address:o}, which the tape's loader occupies (0-17); load elsewhere"
        )));
    }
    let header = |count: usize, first: u32| Word::halves((count as u32).wrapping_neg() & 0o777777, first);
    let mut words = vec![header(RIM10B.len(), 0)];
    words.extend(RIM10B);
    for (address, block) in image.runs(sblk::MIDAS_BLOCK) {
        let header = header(block.len(), address.offset(-1).get());
        let sum = block.iter().fold(header, |sum, word| sum.wrapping_add(*word));
        words.push(header);
        words.extend(block);
        words.push(sum);
    }
    // Without a start instruction the loader stops.
    words.push(image.start.unwrap_or(Word::halves(0o254200, 0)));
    Ok(words)
}

/// Parses a tape for the PDP-10's read-in key: a loader of `count` words for the accumulators, then blocks.
/// MIT's blocks are SBLK; DEC's have the address less one in the header and a plain sum.
pub(super) fn parse(words: &[Word], count: usize) -> Result<Image, FormatError> {
    let Some(rest) = words.get(1 + count..) else {
        let missing = 1 + count - words.len();
        return Err(FormatError::Truncated { what: "RIM10 loader", at: Place::Word(0), missing });
    };
    // MIT's loader rotates the checksum: ROT is opcode 241.
    if words[1..=count].iter().any(|word| word.field(0, 8) == 0o241) {
        return Ok(Sblk::parse(rest).map_err(|error| error.moved(1 + count))?.to_image());
    }
    let mut image = Image::default();
    let mut at = 0;
    while let Some(&header) = rest.get(at) {
        if !header.is_negative() {
            image.start = Some(header);
            return Ok(image);
        }
        let length = (0o1000000 - header.left()) as usize;
        let Some(&read) = rest.get(at + 1 + length) else {
            let missing = at + 2 + length - rest.len();
            return Err(FormatError::Truncated {
                what: "RIM10B block",
                at: Place::Word(at + 1 + count),
                missing,
            });
        };
        let address = Address::of(header).next();
        let data = &rest[at + 1..at + 1 + length];
        let computed = data.iter().fold(header, |sum, &word| sum.wrapping_add(word));
        if read != computed {
            return Err(FormatError::Checksum { at: at + 1 + count, address, read, computed });
        }
        image.extend(data.iter().enumerate().map(|(i, &word)| (address.offset(i as i32), word)));
        at += 2 + length;
    }
    Err(FormatError::NoStart { at: words.len() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::{Image, rim, tape};

    /// The checksums of two blocks, added up by hand.
    #[test]
    fn blocks_have_headers_and_sums() {
        let mut image: Image =
            [(Address::new(0o100), Word::new(5)), (Address::new(0o200), Word::ONES)].into_iter().collect();
        image.start = Some(Word::halves(0o254000, 0o100));
        let words = write(&image).unwrap();
        assert_eq!(words[0], Word::halves(0o777762, 0));
        let program = [
            Word::halves(0o777777, 0o77),
            Word::new(5),
            Word::halves(0o777777, 0o104),
            Word::halves(0o777777, 0o177),
            Word::ONES,
            Word::halves(0o777777, 0o176),
            Word::halves(0o254000, 0o100),
        ];
        assert_eq!(words[15..], program);
        assert_eq!(rim::parse(&tape::from_words(&words)), Ok(image));
    }

    #[test]
    fn words_in_the_loaders_place_are_refused() {
        let image: Image = [(Address::new(0o17), Word::ONES)].into_iter().collect();
        assert!(write(&image).unwrap_err().to_string().starts_with("a word for 17, which"));
    }
}
