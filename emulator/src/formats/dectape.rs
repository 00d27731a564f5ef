//! DECtapes: what is recorded on a reel, and the image files that hold it.
//!
//! A reel is a row of lines, each with a bit of the mark track and three bits of data.
//! On a reel formatted at MIT there are 578 blocks of 128 words between two end zones (devices reference, sections 4.5 and
//! 4.6).
//! Two layouts of image files are known: [`Layout::Words`] has the words of the blocks and nothing else, so that mark
//! track, interblock words and checksums are made anew when it is read; [`Layout::Lines`] has every line.

use super::{FormatError, Place};
use crate::word::Word;

/// Blocks of a formatted reel.
pub const BLOCKS: usize = 578;
/// Words of a block.
pub const WORDS: usize = 128;
/// Lines of a frame: the mark track says one thing in a frame, which has 18 bits of data.
pub const FRAME: usize = 6;
/// Frames of a block.
pub const BLOCK_FRAMES: usize = 266;
/// Frames of an end zone.
const END_ZONE: usize = 5400;
/// Lines before the first block.
pub const FIRST_BLOCK: usize = END_ZONE * FRAME;
/// Lines of a formatted reel.
pub const LINES: usize = FRAME * (2 * END_ZONE + BLOCKS * BLOCK_FRAMES);
/// Lines for which a reel of 260 feet has room, at 350 an inch.
const REEL: usize = 260 * 12 * 350;

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
    /// Data.
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

/// The mark of frame `frame` (0 to 265) of a block, from its reverse check frame on: so the control counts.
///
/// 0 is the reverse check, 1 to 256 are data, 257 is the check, 258 and 259 the second interblock word, 260 and 261 the
/// reverse block number, 262 and 263 the number of the block that follows, 264 and 265 its first interblock word.
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

/// Frames of a block before the one that [`mark_of`] calls 0.
const LEAD: usize = 4;

/// How an image file is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "machine", derive(serde::Serialize, serde::Deserialize))]
pub enum Layout {
    /// `.dta`, the simulators' layout: the words of the blocks in order, each as two 32-bit numbers, low byte first, the
    /// left half before the right.
    Words,
    /// `.dtr`, `.dt6`: a byte for each line of the reel: 10 (octal) for the mark track, 7 for the data.
    Lines,
}

impl Layout {
    /// What the layout is called.
    pub fn name(self) -> &'static str {
        match self {
            Layout::Words => "DECtape image of words",
            Layout::Lines => "DECtape image of lines",
        }
    }
}

/// A line on which nothing was ever recorded, not even the timing track.
pub const BLANK: u8 = 0o20;

/// A reel of tape: what is recorded, line by line.
#[derive(Clone, PartialEq, Eq)]
#[cfg_attr(feature = "machine", derive(serde::Serialize, serde::Deserialize))]
pub struct Tape {
    lines: Vec<u8>,
}

impl std::fmt::Debug for Tape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Tape({} lines)", self.lines.len())
    }
}

/// What stands on the tape between the blocks, 18 bits each; the data words are elsewhere.
struct Surroundings {
    number: Word,
    before: Word,
    after: Word,
    reverse_number: Word,
}

/// The words between the blocks of a tape that can be booted: instructions, less one, that move the tape to block 75
/// (devices reference, section 4.8). The word before block `number` and the one after it.
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

/// The complement of `word` with its twelve octal digits in reverse order: what a word becomes that is read backwards.
pub fn obverse(word: Word) -> Word {
    let bits = (0..12).fold(0, |bits, digit| bits << 3 | word.bits() >> (3 * digit) & 7);
    !Word::new(bits)
}

/// The six characters of a word, left first.
fn characters(word: Word) -> impl Iterator<Item = u8> {
    (0..6).map(move |i| (word.bits() >> (30 - 6 * i) & 0o77) as u8)
}

/// The sum of the checksum over characters: each complemented, exclusive-or.
pub fn checksum(sum: u8, character: u8) -> u8 {
    sum ^ !character & 0o77
}

impl Tape {
    /// A reel as it comes from the factory.
    pub fn blank() -> Tape {
        Tape { lines: vec![BLANK; REEL] }
    }

    /// A reel with a mark track and block numbers, all words zero.
    pub fn formatted() -> Tape {
        Tape::of_words(&[])
    }

    /// A formatted reel with `words` (the rest zero; those beyond 578 blocks are ignored), and the interblock words of a tape
    /// that can be booted.
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
        // The reverse check frame is zero.
        let sum = (0..WORDS).flat_map(|index| characters(word(index))).fold(0o77, checksum);
        let check = Word::halves(u32::from(sum) << 12 | 0o7777, 0);
        let around = Surroundings { number, before, after, reverse_number: obverse(number) };
        for place in 0..BLOCK_FRAMES {
            let frame = (place + BLOCK_FRAMES - LEAD) % BLOCK_FRAMES;
            let data = match frame {
                0 => 0,
                1..=256 if frame % 2 == 1 => word((frame - 1) / 2).left(),
                1..=256 => word((frame - 1) / 2).right(),
                257 => check.left(),
                258 => around.after.left(),
                259 => around.after.right(),
                260 => around.reverse_number.left(),
                261 => around.reverse_number.right(),
                262 => around.number.left(),
                263 => around.number.right(),
                264 => around.before.left(),
                _ => around.before.right(),
            };
            self.frame(mark_of(frame), data);
        }
    }

    /// The number of lines.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether the reel is empty.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Line `index`: 10 for the mark track, 7 for the data; `None` where no timing track is, and beyond the ends.
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

    /// Mark and data of the frame that begins with line `at`; blank lines count as zero.
    fn frame_at(&self, at: usize) -> (u8, u32) {
        (at..at + FRAME).fold((0, 0), |(mark, data), index| {
            let line = self.line(index).unwrap_or(0);
            (mark << 1 | line >> 3, data << 3 | u32::from(line & 7))
        })
    }

    /// The lines at which blocks begin, each at its number.
    fn blocks(&self) -> impl Iterator<Item = usize> + '_ {
        const PATTERN: u32 = (mark::BLOCK_SPACE as u32) << 6 | mark::BLOCK_MARK as u32;
        let mut window = 0;
        self.lines.iter().enumerate().filter_map(move |(index, line)| {
            window = (window << 1 | u32::from(line >> 3 & 1)) & 0o7777;
            (window == PATTERN && index + 1 >= 2 * FRAME).then(|| index + 1 - 2 * FRAME)
        })
    }

    /// The words of all 578 blocks in order.
    ///
    /// # Errors
    ///
    /// The mark track does not have all blocks, or has a block of another size.
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

/// Bytes of a word in [`Layout::Words`].
const WORD_BYTES: usize = 8;
/// Sizes of images of tapes of other machines: 12 bits, 16 bits.
const FOREIGN: [(usize, &str); 2] = [(380_292, "PDP-8"), (295_936, "PDP-11")];

/// The layout of an image, from its size and first bytes.
///
/// # Errors
///
/// It is the image of a tape of another machine.
pub fn detect(bytes: &[u8]) -> Result<Layout, FormatError> {
    if let Some((_, machine)) = FOREIGN.iter().find(|(size, _)| *size == bytes.len()) {
        return Err(FormatError::Size {
            format: "DECtape image of a PDP-6",
            bytes: bytes.len(),
            expected: format!("{} (it has the size of a {machine} tape)", BLOCKS * WORDS * WORD_BYTES),
        });
    }
    let of_lines = bytes.len() > BLOCKS * WORDS * WORD_BYTES && bytes.iter().all(|&byte| byte < 0o20);
    Ok(if bytes.is_empty() || of_lines { Layout::Lines } else { Layout::Words })
}

/// Reads an image, in the layout `forced` or the one that [`detect`] finds. An empty file is a blank reel.
///
/// In [`Layout::Words`] blocks missing at the end are zero.
///
/// # Errors
///
/// The bytes are not an image in that layout; the position is in bytes.
pub fn read(bytes: &[u8], forced: Option<Layout>) -> Result<(Tape, Layout), FormatError> {
    let layout = forced.map_or_else(|| detect(bytes), Ok)?;
    if bytes.is_empty() {
        return Ok((Tape::blank(), layout));
    }
    let tape = match layout {
        Layout::Words => Tape::of_words(&read_words(bytes)?),
        Layout::Lines => read_lines(bytes)?,
    };
    Ok((tape, layout))
}

fn read_words(bytes: &[u8]) -> Result<Vec<Word>, FormatError> {
    const FULL: usize = BLOCKS * WORDS * WORD_BYTES;
    if bytes.len() > FULL || !bytes.len().is_multiple_of(WORD_BYTES) {
        return Err(FormatError::Size {
            format: Layout::Words.name(),
            bytes: bytes.len(),
            expected: format!("at most {FULL}, {WORD_BYTES} for each word"),
        });
    }
    let half = |bytes: &[u8]| bytes.iter().rev().fold(0u32, |half, &byte| half << 8 | u32::from(byte));
    let word = |(index, bytes): (usize, &[u8])| {
        let (left, right) = (half(&bytes[..4]), half(&bytes[4..]));
        if (left | right) >> 18 == 0 {
            return Ok(Word::halves(left, right));
        }
        let (block, place) = (index / WORDS, index % WORDS);
        let what = format!(
            "word {place:o} of block {block:o} has a half of more than 18 bits; is this another kind of file?"
        );
        Err(FormatError::Unexpected { what, at: Place::Byte(index * WORD_BYTES) })
    };
    bytes.chunks_exact(WORD_BYTES).enumerate().map(word).collect()
}

fn read_lines(bytes: &[u8]) -> Result<Tape, FormatError> {
    if bytes.len() > 2 * REEL {
        return Err(FormatError::Size {
            format: Layout::Lines.name(),
            bytes: bytes.len(),
            expected: format!("about {LINES}, one for each line"),
        });
    }
    if let Some((at, byte)) = bytes.iter().enumerate().find(|(_, byte)| **byte >= 0o20) {
        let what = format!("{byte:03o} is not a line of a DECtape, which has four bits");
        return Err(FormatError::Unexpected { what, at: Place::Byte(at) });
    }
    let recorded = |byte: &u8| *byte != 0;
    let first = bytes.iter().position(recorded).unwrap_or(bytes.len());
    // The end zone's mark, 22, ends with a line that is zero.
    let last = bytes.iter().rposition(recorded).map_or(0, |last| last + 2);
    let blank = |index| index < first || index >= last;
    let lines =
        bytes.iter().enumerate().map(|(index, &byte)| if blank(index) { BLANK } else { byte }).collect();
    Ok(Tape { lines })
}

/// The image of a reel.
///
/// # Errors
///
/// In [`Layout::Words`], the reel is not formatted in the 578 blocks that this layout can hold.
pub fn write(tape: &Tape, layout: Layout) -> Result<Vec<u8>, FormatError> {
    Ok(match layout {
        Layout::Lines => tape.lines.iter().map(|line| line & 0o17).collect(),
        Layout::Words => {
            let half = |half: u32| half.to_le_bytes();
            tape.words()?
                .into_iter()
                .flat_map(|word| [half(word.left()), half(word.right())])
                .flatten()
                .collect()
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn image(words: &[Word]) -> Vec<u8> {
        write(&Tape::of_words(words), Layout::Words).unwrap()
    }

    /// Devices reference, section 4.10.
    #[test]
    fn reference_vectors() {
        let bytes = image(&[Word::halves(0o123456, 0o654321)]);
        assert_eq!(bytes[..8], [0x2E, 0xA7, 0x00, 0x00, 0xD1, 0x58, 0x03, 0x00]);
        assert_eq!(bytes.len(), 591_872);
        let mut tape = Tape { lines: Vec::new() };
        tape.frame(mark::BLOCK_SPACE, 0);
        assert_eq!(tape.lines, [0, 8, 0, 8, 0, 8]);
        // Section 4.6: the reverse block number of block 73.
        assert_eq!(obverse(Word::new(0o73)), Word::halves(0o407777, 0o777777));
        assert_eq!(Tape::formatted().len(), 987_288);
    }

    /// Section 4.5: read backwards, the marks of a block are again the marks of a block.
    #[test]
    fn the_mark_track_is_its_own_obverse() {
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

    #[test]
    fn short_and_576_block_files_are_filled_up() {
        let full = image(&[Word::new(5), Word::new(6)]);
        for size in [16, 589_824, 591_872] {
            let (tape, layout) = read(&full[..size], None).unwrap();
            assert_eq!(
                (layout, write(&tape, layout).unwrap() == full),
                (Layout::Words, true),
                "{size} bytes"
            );
        }
    }

    #[test]
    fn lines_may_have_a_lead_and_a_tail() {
        let tape = Tape::of_words(&[Word::ONES]);
        let mut bytes = vec![0; 2];
        bytes.extend(write(&tape, Layout::Lines).unwrap());
        bytes.resize(988_288, 0);
        let (read_back, layout) = read(&bytes, None).unwrap();
        assert_eq!(layout, Layout::Lines);
        assert!(write(&read_back, Layout::Lines).unwrap() == bytes);
        assert!(read_back.words().unwrap() == tape.words().unwrap());
        assert_eq!((read_back.line(0), read_back.line(2)), (None, Some(0o10)));
    }

    #[test]
    fn errors_say_what_and_where() {
        let error = |bytes: &[u8], layout| read(bytes, layout).unwrap_err().to_string();
        insta::assert_snapshot!(error(&[0; 12], None), @"12 bytes cannot be a DECtape image of words: expected at most 591872, 8 for each word");
        insta::assert_snapshot!(error(&vec![0; 600_000], Some(Layout::Words)), @"600000 bytes cannot be a DECtape image of words: expected at most 591872, 8 for each word");
        insta::assert_snapshot!(error(&vec![7; 380_292], None), @"380292 bytes cannot be a DECtape image of a PDP-6: expected 591872 (it has the size of a PDP-8 tape)");
        let mut bytes = vec![0; 2048];
        bytes[8 * 129 + 3] = 1;
        insta::assert_snapshot!(error(&bytes, None), @"byte 1032: word 1 of block 1 has a half of more than 18 bits; is this another kind of file?");
        insta::assert_snapshot!(error(&bytes[..0o20].iter().map(|_| 0o37).collect::<Vec<_>>(), Some(Layout::Lines)), @"byte 0: 037 is not a line of a DECtape, which has four bits");
        let words = |tape: &Tape| write(tape, Layout::Words).unwrap_err().to_string();
        insta::assert_snapshot!(words(&Tape::blank()), @"no block 0 on the tape");
        let mut tape = Tape::formatted();
        tape.write_line(FIRST_BLOCK + 6 * (3 * BLOCK_FRAMES + 20), 0);
        insta::assert_snapshot!(words(&tape), @"line 37308 of the tape: block 3 has mark 30 instead of 70");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(8))]

        #[test]
        fn words_survive_both_layouts(
            words in prop::collection::vec(any::<u64>().prop_map(Word::new), 1..400), skip in 0..BLOCKS * WORDS - 400,
        ) {
            let mut all = vec![Word::ZERO; BLOCKS * WORDS];
            all[skip..skip + words.len()].copy_from_slice(&words);
            let tape = Tape::of_words(&all);
            for layout in [Layout::Words, Layout::Lines] {
                let bytes = write(&tape, layout).unwrap();
                let (again, found) = read(&bytes, None).unwrap();
                prop_assert_eq!(found, layout);
                prop_assert!(again == tape);
            }
            prop_assert!(tape.words().unwrap() == all);
        }
    }

    proptest! {
        #[test]
        fn no_bytes_make_the_reader_fail(bytes in prop::collection::vec(any::<u8>(), 0..2000), low in any::<bool>()) {
            let bytes: Vec<u8> = if low { bytes.iter().map(|byte| byte & 0o17).collect() } else { bytes };
            for layout in [None, Some(Layout::Words), Some(Layout::Lines)] {
                if let Ok((tape, layout)) = read(&bytes, layout) {
                    let _ = (write(&tape, Layout::Words), write(&tape, Layout::Lines), layout);
                }
            }
        }
    }
}
