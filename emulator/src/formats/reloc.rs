//! Relocatable files: blocks for the linking loader (MIDAS reference, section 8.6).

use super::{FormatError, Place};
use crate::address::Address;
use crate::word::Word;

/// A block of a relocatable file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Position of its header in the file, in words.
    pub at: usize,
    /// The type in the header; [`kind`] names the usual ones.
    pub kind: u8,
    /// The condition of a loading conditional: the top four bits of the header.
    pub condition: u8,
    /// The address field of the header.
    pub address: Address,
    /// The words between header and checksum.
    pub words: Vec<Word>,
}

pub(crate) const BLOCK: &str = "block for the linking loader";

/// Values of [`Block::kind`].
pub mod kind {
    /// A command to the loader; the address is its number.
    pub const COMMAND: u8 = 1;
    /// Data at an address.
    pub const ABSOLUTE: u8 = 2;
    /// Data at a relocatable address.
    pub const RELOCATABLE: u8 = 3;
    /// The program's name. This block ends the program.
    pub const NAME: u8 = 4;
    /// The program is loaded only if certain names are needed.
    pub const LIBRARY: u8 = 5;
    /// Words for common storage.
    pub const COMMON: u8 = 6;
    /// Gives a global symbol a value.
    pub const PARAMETER: u8 = 7;
    /// The local symbols.
    pub const LOCALS: u8 = 0o10;
    /// The following part is loaded only if certain names are in the loader's table.
    pub const PRESENCE: u8 = 0o11;
    /// The end of a conditional part.
    pub const END_CONDITION: u8 = 0o12;
}

/// Adds with end-around carry: the carry out of bit 0 is added at bit 35.
fn add_around(sum: u64, word: Word) -> u64 {
    let sum = sum + word.bits();
    (sum & Word::ONES.bits()) + (sum >> 36)
}

/// Returns the checksum of a block: the complement of the sum of header and words with end-around carry.
fn checksum(words: &[Word]) -> Word {
    !Word::new(words.iter().fold(0, |sum, &word| add_around(sum, word)))
}

/// Returns `true` if words look like a relocatable file: a header of a known kind, and its checksum.
pub fn looks_like(words: &[Word]) -> bool {
    let Some(header) = words.first() else { return false };
    let count = header.field(11, 17) as usize;
    let (kind, sum) = (header.field(4, 10), words.get(count + 1));
    !header.is_negative()
        && matches!(kind, 1..=0o17)
        && sum.is_some_and(|&sum| sum == checksum(&words[..=count]))
}

/// Returns the number of words missing in the first block, if its header is of a known
/// kind and it is incomplete.
pub(crate) fn missing_of_first(words: &[Word]) -> Option<usize> {
    let header = words.first()?;
    let whole = header.field(11, 17) as usize + 2;
    let is_known = header.field(0, 3) == 0 && matches!(header.field(4, 10), 1..=0o17);
    (is_known && words.len() > 1)
        .then(|| whole.checked_sub(words.len()))
        .flatten()
        .filter(|missing| *missing > 0)
}

/// Parses the blocks of a file. A header of zero or all ones ends them.
///
/// # Errors
///
/// Returns an error if the file ends in the middle of a block, if a block has a wrong checksum, or if there
/// is no block.
pub fn parse(words: &[Word]) -> Result<Vec<Block>, FormatError> {
    let mut blocks = Vec::new();
    let mut at = 0;
    while let Some(&header) = words.get(at).filter(|header| header.bits() != 0 && **header != Word::ONES) {
        let count = header.field(11, 17) as usize;
        let Some(whole) = words.get(at..at + count + 2) else {
            let missing = at + count + 2 - words.len();
            return Err(FormatError::Truncated { what: BLOCK, at: Place::Word(at), missing });
        };
        let (read, computed) = (whole[count + 1], checksum(&whole[..=count]));
        let address = Address::of(header);
        if read != computed {
            return Err(FormatError::Checksum { at, address, read, computed });
        }
        let words = whole[1..=count].to_vec();
        blocks.push(Block {
            at,
            kind: header.field(4, 10) as u8,
            condition: header.field(0, 3) as u8,
            address,
            words,
        });
        at += count + 2;
    }
    if blocks.is_empty() {
        return Err(FormatError::Empty { wanted: "blocks for the linking loader in the file" });
    }
    Ok(blocks)
}
