//! SBLK, "simple blocks": the format of MIT programs on paper tape, on DECtape and in files
//! (device reference 2.6).
//!
//! A word stream: optionally a loader, ending with JRST 1; blocks of a header `-n,,address`, n words and a
//! checksum; a start instruction, the first word with bit 0 off; optionally blocks of symbols and the start
//! instruction again.

use super::{FormatError, Image, Place};
use crate::address::Address;
use crate::word::Word;

/// JRST 1, the word that starts a loader read in before the blocks.
pub const JRST_1: Word = Word::halves(0o254000, 1);
/// Number of words that MIDAS puts into one block (MIDAS reference 8.1).
pub const MIDAS_BLOCK: usize = 30;
/// Words in the longest block: the header has their negative number in 18 bits, whose sign must be on.
const LONGEST_BLOCK: usize = 0o400000;
/// Number of words at the beginning that may contain a loader.
const LOADER_WITHIN: usize = 100;

/// Returns the checksum of a block: begin with the header; for each word rotate left by one and add.
pub fn checksum(header: Word, words: &[Word]) -> Word {
    words.iter().fold(header, |sum, &word| rotate_left_1(sum).wrapping_add(word))
}

fn rotate_left_1(word: Word) -> Word {
    Word::new(word.bits() << 1 | word.bits() >> 35)
}

/// A block: words for consecutive addresses, modulo the size of memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SblkBlock {
    /// The address of the first word.
    pub address: Address,
    /// The words, at least one, at most 131,072.
    pub words: Vec<Word>,
}

impl SblkBlock {
    /// Returns the header, `-n,,address`.
    pub fn header(&self) -> Word {
        Word::halves((self.words.len() as u32).wrapping_neg(), self.address.get())
    }

    /// Appends header, words and checksum.
    pub fn write(&self, stream: &mut Vec<Word>) {
        let header = self.header();
        stream.push(header);
        stream.extend_from_slice(&self.words);
        stream.push(checksum(header, &self.words));
    }
}

/// The parts of an SBLK word stream.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sblk {
    /// The words before the blocks, up to and including JRST 1; empty if the stream begins with a block.
    pub loader: Vec<Word>,
    /// The blocks in the order of the stream.
    pub blocks: Vec<SblkBlock>,
    /// The start instruction.
    pub start: Option<Word>,
    /// Pairs of squoze name and value.
    pub symbols: Vec<(Word, Word)>,
}

impl Sblk {
    /// Returns the words of `image` in blocks of at most `longest` words, without a loader.
    pub fn from_image(image: &Image, longest: usize) -> Sblk {
        let blocks = image
            .runs(longest.clamp(1, LONGEST_BLOCK))
            .into_iter()
            .map(|(address, words)| SblkBlock { address, words })
            .collect();
        Sblk { loader: Vec::new(), blocks, start: image.start, symbols: image.symbols.clone() }
    }

    /// Returns the contents of memory after loading; a later block overwrites an earlier one.
    pub fn to_image(&self) -> Image {
        let mut image = Image::default();
        image.start = self.start;
        image.symbols = self.symbols.clone();
        for block in &self.blocks {
            for (i, &word) in block.words.iter().enumerate() {
                image.set(block.address.offset(i as i32), word);
            }
        }
        image
    }

    /// Returns the word stream: loader, blocks, start instruction, and if there are symbols their blocks and
    /// the start again. Without a start instruction the stream ends with a HALT at 0, so that a loader stops.
    pub fn to_words(&self) -> Vec<Word> {
        let mut stream = self.loader.clone();
        for block in &self.blocks {
            block.write(&mut stream);
        }
        let start = self.start.unwrap_or(Word::halves(0o254200, 0));
        stream.push(start);
        for pairs in self.symbols.chunks(MIDAS_BLOCK / 2) {
            let words = pairs.iter().flat_map(|&(name, value)| [name, value]).collect();
            SblkBlock { address: Address::new(0), words }.write(&mut stream);
        }
        if !self.symbols.is_empty() {
            stream.push(start);
        }
        stream
    }

    /// Parses a word stream.
    ///
    /// # Errors
    ///
    /// Returns an error for a block that ends beyond the stream, a wrong checksum, a missing start
    /// instruction, or an odd number of words in a block of symbols.
    pub fn parse(stream: &[Word]) -> Result<Sblk, FormatError> {
        // A block may contain the very word that ends a loader, so a stream that is valid from its
        // first word has no loader.
        let from_first = Sblk::parse_after(stream, 0);
        match stream.iter().take(LOADER_WITHIN).position(|&word| word == JRST_1) {
            Some(jump) if from_first.is_err() || jump == 0 => Sblk::parse_after(stream, jump + 1),
            _ => from_first,
        }
    }

    fn parse_after(stream: &[Word], loader: usize) -> Result<Sblk, FormatError> {
        let mut sblk = Sblk { loader: stream[..loader].to_vec(), ..Sblk::default() };
        let mut at = loader;
        loop {
            let Some(&word) = stream.get(at) else {
                return Err(match sblk.blocks.is_empty() {
                    true => FormatError::Empty { wanted: "SBLK blocks in the file" },
                    false => FormatError::NoStart { at },
                });
            };
            if !word.is_negative() {
                if sblk.blocks.is_empty() {
                    return Err(FormatError::Empty { wanted: "data blocks before the start instruction" });
                }
                sblk.start = Some(word);
                at += 1;
                break;
            }
            sblk.blocks.push(parse_block(stream, &mut at)?);
        }
        // Symbols: blocks until a word that is not a header; 777777,,777777 is
        // padding of the last tape block.
        while let Some(&word) = stream.get(at) {
            if !word.is_negative() || word == Word::ONES {
                break;
            }
            let header_at = at;
            let block = parse_block(stream, &mut at)?;
            // Addresses other than 0 mean information for debuggers (file names and the like), not symbols.
            if block.address.get() != 0 {
                continue;
            }
            if block.words.len() % 2 != 0 {
                let what = format!("block of symbols has {} words, expected pairs", block.words.len());
                return Err(FormatError::Unexpected { what, at: Place::Word(header_at) });
            }
            sblk.symbols.extend(block.words.chunks_exact(2).map(|pair| (pair[0], pair[1])));
        }
        Ok(sblk)
    }
}

/// Parses the block whose header is `stream[*at]`; moves `at` past its checksum.
fn parse_block(stream: &[Word], at: &mut usize) -> Result<SblkBlock, FormatError> {
    let header = stream[*at];
    let count = (0o1000000 - header.left()) as usize;
    let end = *at + 1 + count;
    let Some(&read) = stream.get(end) else {
        let missing = end + 1 - stream.len();
        return Err(FormatError::Truncated { what: "SBLK block", at: Place::Word(*at), missing });
    };
    let words = stream[*at + 1..end].to_vec();
    let address = Address::of(header);
    let computed = checksum(header, &words);
    if read != computed {
        return Err(FormatError::Checksum { at: *at, address, read, computed });
    }
    *at = end + 1;
    Ok(SblkBlock { address, words })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The examples of device reference 2.6 and MIDAS reference 8.1.
    #[test]
    fn checksums_of_the_references() {
        let words = [Word::halves(1, 2), Word::halves(0, 3), Word::ONES];
        assert_eq!(checksum(Word::halves(0o777775, 0o100), &words), Word::halves(0o777754, 0o1024));
        let words = [Word::new(1), Word::new(0o100), Word::new(3)];
        assert_eq!(checksum(Word::halves(0o777775, 0o100), &words), Word::halves(0o777750, 0o1216));
    }

    fn two_blocks() -> Sblk {
        Sblk {
            loader: vec![],
            blocks: vec![
                SblkBlock { address: Address::new(0o100), words: vec![Word::new(1), Word::new(0o100)] },
                SblkBlock { address: Address::LAST, words: vec![Word::ONES, Word::SIGN] },
            ],
            start: Some(Word::halves(0o254000, 0o100)),
            symbols: vec![(Word::halves(0o054544, 0o175000), Word::new(0o100))],
        }
    }

    #[test]
    fn broken_streams_say_what_and_where() {
        let good = two_blocks().to_words();
        assert_eq!(Sblk::parse(&good), Ok(two_blocks()));
        let mut bad = good.clone();
        bad[2] = Word::new(7);
        assert_eq!(
            Sblk::parse(&bad).unwrap_err().to_string(),
            "block at word 0 (loading at 100) has checksum 777770,,000505, but its data have 777770,,000414"
        );
        assert_eq!(
            Sblk::parse(&good[..5]).unwrap_err().to_string(),
            "SBLK block at word 4 is cut short: 3 words missing"
        );
        assert_eq!(
            Sblk::parse(&good[..4]).unwrap_err().to_string(),
            "the file ends at word 4, where another block or the start instruction (JRST) was \
             expected: it is cut short, or has no start and needs one to be given (--start)"
        );
        assert_eq!(Sblk::parse(&[]).unwrap_err().to_string(), "no SBLK blocks in the file");
    }

    #[test]
    fn addresses_wrap_and_later_words_win() {
        let image = two_blocks().to_image();
        assert_eq!(image.get(Address::LAST), Some(Word::ONES));
        assert_eq!(image.get(Address::new(0)), Some(Word::SIGN));
        assert_eq!(image.start_address(), Some(Address::new(0o100)));
    }

    fn words(most: usize) -> impl Strategy<Value = Vec<Word>> {
        prop::collection::vec(any::<u64>().prop_map(Word::new), 1..most)
    }

    proptest! {
        #[test]
        fn images_survive(
            pieces in prop::collection::vec((0u32..0o2000, words(70)), 1..5),
            start in any::<u32>(),
        ) {
            let mut image = Image::default();
            for (address, words) in pieces {
                let words = (address..).map(Address::new).zip(words);
                image.extend(words);
            }
            image.start = Some(Word::halves(0o254000, start));
            let stream = Sblk::from_image(&image, MIDAS_BLOCK).to_words();
            let loader = [Word::halves(0o710440, 5), JRST_1];
            let with_loader: Vec<Word> = loader.into_iter().chain(stream.clone()).collect();
            prop_assert_eq!(Sblk::parse(&with_loader).unwrap().to_image(), image.clone());
            prop_assert_eq!(Sblk::parse(&stream).unwrap().to_image(), image);
        }

        #[test]
        fn random_words_never_panic(words in words(300)) {
            let _ = Sblk::parse(&words);
        }
    }
}
