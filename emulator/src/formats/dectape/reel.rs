//! The recording on a reel of DECtape: mark track, block numbers, data, and the words between the blocks.
//!
//! A reel is a sequence of lines, each with a bit of the mark track and three bits of data.
//! On a reel formatted at MIT there are 578 blocks of 128 words between two end zones (device reference,
//! sections 4.5 and 4.6).

use crate::formats::{FormatError, Place};
use crate::word::Word;

/// Blocks of a formatted reel.
pub const BLOCKS: usize = 578;
/// Words of a block.
pub const WORDS: usize = 128;
/// Lines per frame: a frame has one mark in the mark track and 18 bits of data.
pub const FRAME: usize = 6;
/// Frames of a block.
pub const BLOCK_FRAMES: usize = 266;
const END_ZONE: usize = 5400;
/// Lines before the first block.
pub const FIRST_BLOCK: usize = END_ZONE * FRAME;
/// Lines of a formatted reel.
pub const LINES: usize = FRAME * (2 * END_ZONE + BLOCKS * BLOCK_FRAMES);
/// Number of lines on a reel of 260 feet, at 350 per inch.
pub(super) const REEL: usize = 260 * 12 * 350;

/// Six bits of the mark track, as read forward.
pub mod mark {
    /// The zone before the first block.
    pub const REVERSE_END_ZONE: u8 = 0o55;
    /// The left half of the block number, and the right half of the reverse block number.
    pub const BLOCK_SPACE: u8 = 0o25;
    /// The right half of the block number.
    pub const BLOCK_MARK: u8 = 0o26;
    /// The left half of the first interblock word.
    pub const GUARD: u8 = 0o32;
    /// The right half of the first interblock word, the reverse check, the first data word.
    pub const LOCK: u8 = 0o10;
    /// A half of any other data word.
    pub const DATA: u8 = 0o70;
    /// The last data word, the check, the left half of the second interblock word.
    pub const FINAL: u8 = 0o73;
    /// The right half of the second interblock word.
    pub const BLOCK_SYNC: u8 = 0o51;
    /// The left half of the reverse block number.
    pub const REVERSE_BLOCK_MARK: u8 = 0o45;
    /// The zone after the last block.
    pub const END_ZONE: u8 = 0o22;
}

/// Returns the mark of frame `frame` (0 to 265) of a block, counted from its reverse check
/// frame as the control does.
///
/// 0 is the reverse check, 1 to 256 are data, 257 is the check, 258 and 259 the second interblock word, 260
/// and 261 the reverse block number, 262 and 263 the number of the next block, 264 and 265 its first
/// interblock word.
pub const fn mark_of(frame: usize) -> u8 {
    match frame {
        0..=2 | 265 => mark::LOCK,
        255..=258 => mark::FINAL,
        259 => mark::BLOCK_SYNC,
        260 => mark::REVERSE_BLOCK_MARK,
        261 | 262 => mark::BLOCK_SPACE,
        263 => mark::BLOCK_MARK,
        264 => mark::GUARD,
        _ => mark::DATA,
    }
}

/// Frames of a block before frame 0 of [`mark_of`].
const LEAD: usize = 4;

/// A line on which nothing was ever recorded, not even the timing track.
pub const BLANK: u8 = 0o20;

/// A reel of tape: the recording, line by line.
#[derive(Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Tape {
    pub(super) lines: Vec<u8>,
}

impl std::fmt::Debug for Tape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Tape({} lines)", self.lines.len())
    }
}

/// Returns the words before and after block `number` on a bootable tape: instructions, minus 1, that move
/// the tape to block 75; the one before block 75 does nothing (device reference, section 4.8).
pub fn interblock(number: usize) -> (Word, Word) {
    let instruction = |conditions| Word::halves(0o721200, conditions).wrapping_sub(Word::new(1));
    let before = match number {
        0o75 => Word::halves(0o577777, 0o777777),
        ..0o75 => instruction(0o220110),
        _ => instruction(0o233110),
    };
    let after = instruction(if number < 0o73 { 0o223110 } else { 0o230110 });
    (before, after)
}

/// Returns the complement of `word` with its twelve octal digits in reverse order:
/// the word as read backwards.
pub fn obverse(word: Word) -> Word {
    let bits = (0..12).fold(0, |bits, digit| bits << 3 | word.bits() >> (3 * digit) & 7);
    !Word::new(bits)
}

fn characters(word: Word) -> impl Iterator<Item = u8> {
    (0..6).map(move |i| (word.bits() >> (30 - 6 * i) & 0o77) as u8)
}

/// Adds a character to a checksum: the exclusive-or with its complement.
pub fn checksum(sum: u8, character: u8) -> u8 {
    sum ^ !character & 0o77
}

impl Tape {
    /// Returns a new, unformatted reel.
    pub fn blank() -> Tape {
        Tape { lines: vec![BLANK; REEL] }
    }

    /// Returns a reel with a mark track and block numbers, all words zero.
    pub fn formatted() -> Tape {
        Tape::of_words(&[])
    }

    /// Returns a formatted reel with `words` and the interblock words of a bootable tape. Remaining words are
    /// zero; words beyond 578 blocks are ignored.
    pub fn of_words(words: &[Word]) -> Tape {
        let mut tape = Tape { lines: Vec::with_capacity(LINES) };
        for _ in 0..END_ZONE {
            tape.frame(mark::REVERSE_END_ZONE, 0);
        }
        for number in 0..BLOCKS {
            let rest = words.get(number * WORDS..).unwrap_or_default();
            tape.block(number, &rest[..rest.len().min(WORDS)]);
        }
        for _ in 0..END_ZONE {
            tape.frame(mark::END_ZONE, 0);
        }
        tape
    }

    fn frame(&mut self, mark: u8, data: u32) {
        for line in (0..FRAME).rev() {
            self.lines.push((mark >> line & 1) << 3 | (data >> (3 * line) & 7) as u8);
        }
    }

    fn block(&mut self, number: usize, words: &[Word]) {
        let word = |index: usize| words.get(index).copied().unwrap_or(Word::ZERO);
        let (before, after) = interblock(number);
        let number = Word::new(number as u64);
        // The sum is 77 after the reverse check frame, which has three zero characters.
        let sum = (0..WORDS).flat_map(|index| characters(word(index))).fold(0o77, checksum);
        let check = Word::halves(u32::from(sum) << 12 | 0o7777, 0);
        let reverse_number = obverse(number);
        for place in 0..BLOCK_FRAMES {
            let frame = (place + BLOCK_FRAMES - LEAD) % BLOCK_FRAMES;
            let data = match frame {
                0 => 0,
                1..=256 if frame % 2 == 1 => word((frame - 1) / 2).left(),
                1..=256 => word((frame - 1) / 2).right(),
                257 => check.left(),
                258 => after.left(),
                259 => after.right(),
                260 => reverse_number.left(),
                261 => reverse_number.right(),
                262 => number.left(),
                263 => number.right(),
                264 => before.left(),
                _ => before.right(),
            };
            self.frame(mark_of(frame), data);
        }
    }

    /// Returns the number of lines, unrecorded ones included.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Returns `true` if the reel is empty.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Returns line `index`: mask 10 (octal) is the mark track, 7 the data; `None` if the line has no timing
    /// track or is beyond the ends.
    pub fn line(&self, index: usize) -> Option<u8> {
        self.lines.get(index).copied().filter(|&line| line & BLANK == 0)
    }

    /// Writes mark track, timing track and data of line `index`.
    pub fn write_line(&mut self, index: usize, line: u8) {
        if let Some(place) = self.lines.get_mut(index) {
            *place = line & 0o17;
        }
    }

    /// Writes the data of line `index`, if it has a timing track.
    pub fn write_data(&mut self, index: usize, data: u8) {
        if let Some(place) = self.lines.get_mut(index).filter(|line| **line & BLANK == 0) {
            *place = *place & 0o10 | data & 7;
        }
    }

    /// Returns mark and data of the frame that begins with line `at`; blank lines count as zero.
    fn frame_at(&self, at: usize) -> (u8, u32) {
        (at..at + FRAME).fold((0, 0), |(mark, data), index| {
            let line = self.line(index).unwrap_or(0);
            (mark << 1 | line >> 3, data << 3 | u32::from(line & 7))
        })
    }

    /// Returns the first line of each block, in the order of the reel.
    fn blocks(&self) -> impl Iterator<Item = usize> + '_ {
        const PATTERN: u32 = (mark::BLOCK_SPACE as u32) << 6 | mark::BLOCK_MARK as u32;
        let mut window = 0;
        self.lines.iter().enumerate().filter_map(move |(index, line)| {
            window = (window << 1 | u32::from(line >> 3 & 1)) & 0o7777;
            (window == PATTERN && index + 1 >= 2 * FRAME).then(|| index + 1 - 2 * FRAME)
        })
    }

    /// Returns `true` if there is a block of this number.
    pub fn has_block(&self, number: usize) -> bool {
        self.blocks().any(|at| (self.frame_at(at).1 << 18 | self.frame_at(at + FRAME).1) as usize == number)
    }

    /// Returns the words of all 578 blocks in order.
    ///
    /// # Errors
    ///
    /// Returns an error if the mark track lacks a block, or has a block of another size.
    pub fn words(&self) -> Result<Vec<Word>, FormatError> {
        let mut words = vec![None; BLOCKS];
        for at in self.blocks() {
            let number = self.frame_at(at).1 << 18 | self.frame_at(at + FRAME).1;
            let number = usize::try_from(number).unwrap_or(usize::MAX);
            let Some(place) = words.get_mut(number) else {
                return Err(FormatError::Unexpected {
                    what: format!("a block numbered {number:o}: the last block should be {:o}", BLOCKS - 1),
                    at: Place::TapeLine(at),
                });
            };
            *place = Some(self.block_words(number, at)?);
        }
        let mut all = Vec::with_capacity(BLOCKS * WORDS);
        for (number, block) in words.into_iter().enumerate() {
            all.extend(block.ok_or_else(|| FormatError::Unfit(format!("no block {number:o} on the tape")))?);
        }
        Ok(all)
    }

    /// Returns the words of block `number`, if it is at its place on a reel formatted at MIT.
    pub(super) fn block_in_place(&self, number: usize) -> Option<Vec<Word>> {
        let at = FIRST_BLOCK + number * BLOCK_FRAMES * FRAME;
        let found = self.frame_at(at).1 << 18 | self.frame_at(at + FRAME).1;
        if found as usize != number {
            return None;
        }
        self.block_words(number, at).ok()
    }

    /// Writes the words of block `number` and its checksum, as a control does on a write command. Marks,
    /// numbers and the words between the blocks are unchanged.
    ///
    /// # Errors
    ///
    /// Returns an error if the reel has no block of that number.
    pub fn set_block(&mut self, number: usize, words: &[Word]) -> Result<(), FormatError> {
        let in_place = FIRST_BLOCK + number * BLOCK_FRAMES * FRAME;
        let is_at = |tape: &Tape, at: usize| {
            (tape.frame_at(at).1 << 18 | tape.frame_at(at + FRAME).1) as usize == number
        };
        let at = match self.block_in_place(number) {
            Some(_) => Some(in_place),
            None => self.blocks().find(|&at| is_at(self, at)),
        };
        let at = at.ok_or_else(|| FormatError::Unfit(format!("no block {number:o} on the tape")))?;
        let word = |index: usize| words.get(index).copied().unwrap_or(Word::ZERO);
        let sum = (0..WORDS).flat_map(|index| characters(word(index))).fold(0o77, checksum);
        self.write_frame(at + LEAD * FRAME, 0);
        for index in 0..WORDS {
            self.write_frame(at + (LEAD + 1 + 2 * index) * FRAME, word(index).left());
            self.write_frame(at + (LEAD + 2 + 2 * index) * FRAME, word(index).right());
        }
        self.write_frame(at + (LEAD + 2 * WORDS + 1) * FRAME, u32::from(sum) << 12 | 0o7777);
        Ok(())
    }

    fn write_frame(&mut self, at: usize, data: u32) {
        for line in 0..FRAME {
            self.write_data(at + line, (data >> (3 * (FRAME - 1 - line)) & 7) as u8);
        }
    }

    fn block_words(&self, number: usize, at: usize) -> Result<Vec<Word>, FormatError> {
        let mut words = Vec::with_capacity(WORDS);
        for frame in 0..258 {
            let place = at + (LEAD + frame) * FRAME;
            let (mark, data) = self.frame_at(place);
            if mark != mark_of(frame) {
                return Err(FormatError::Unexpected {
                    what: format!("block {number:o} has mark {mark:02o} instead of {:02o}", mark_of(frame)),
                    at: Place::TapeLine(place),
                });
            }
            match (frame, words.last_mut()) {
                (1..=256, _) if frame % 2 == 1 => words.push(Word::halves(data, 0)),
                (1..=256, Some(word)) => *word = word.with_right(data),
                _ => {}
            }
        }
        Ok(words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of the device reference, sections 4.6 and 4.10.
    #[test]
    fn reference_vectors() {
        let mut tape = Tape { lines: Vec::new() };
        tape.frame(mark::BLOCK_SPACE, 0);
        assert_eq!(tape.lines, [0, 8, 0, 8, 0, 8]);
        // The reverse block number of block 73.
        assert_eq!(obverse(Word::new(0o73)), Word::halves(0o407777, 0o777777));
        assert_eq!(Tape::formatted().len(), 987_288);
    }

    /// Section 4.5: read backwards, the marks of a block are again the marks of a block.
    #[test]
    fn mark_track_reads_the_same_backwards() {
        let backwards = |mark: u8| (0..6).fold(0, |out, bit| out << 1 | (!mark >> bit & 1));
        for frame in 0..258 {
            assert_eq!(backwards(mark_of(frame)), mark_of(257 - frame), "frame {frame}");
        }
        for frame in 258..BLOCK_FRAMES {
            assert_eq!(backwards(mark_of(frame)), mark_of(265 + 258 - frame), "frame {frame}");
        }
        assert_eq!(backwards(mark::END_ZONE), mark::REVERSE_END_ZONE);
    }

    /// Section 4.8: the stored word plus one is the instruction.
    #[test]
    fn interblock_words_lead_to_block_75() {
        let stored = |number| {
            let (before, after) = interblock(number);
            (before.to_string(), after.to_string())
        };
        let pair = |before: &str, after: &str| (before.to_owned(), after.to_owned());
        assert_eq!(stored(0o72), pair("721200,,220107", "721200,,223107"));
        assert_eq!(stored(0o74), pair("721200,,220107", "721200,,230107"));
        assert_eq!(stored(0o75), pair("577777,,777777", "721200,,230107"));
        assert_eq!(stored(0o76), pair("721200,,233107", "721200,,230107"));
    }

    #[test]
    fn the_checksum_of_a_block_as_the_formatter_of_mit_writes_it() {
        let block = [Word::new(0o77)].into_iter().chain((1..WORDS).map(|_| Word::ZERO));
        let frames = std::iter::repeat_n(0, 3);
        let sum = frames.clone().chain(block.flat_map(characters)).chain(frames).fold(0, checksum);
        assert_eq!(sum, 0o77);
    }
}
