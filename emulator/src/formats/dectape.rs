//! Image files of DECtapes: the layout of the [reel] in the bytes of a file.
//!
//! There are two layouts. [`ReelLayout::Words`] has only the words of the blocks; mark track, interblock
//! words and checksums are generated when it is read. [`ReelLayout::Lines`] has every line.

pub mod files;
pub mod reel;

use super::{FormatError, Place};
use crate::word::Word;
use reel::REEL;
use std::ops::Range;

pub use reel::checksum;
pub use reel::{
    BLANK, BLOCK_FRAMES, BLOCKS, FIRST_BLOCK, FRAME, LINES, Tape, WORDS, interblock, mark, mark_of, obverse,
};

/// The layout of an image file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum ReelLayout {
    /// `.dta`, the layout of SIMH: the words of the blocks in order, each as two 32-bit numbers, low byte
    /// first, the left half before the right.
    Words,
    /// `.dtr`, `.dt6`: one byte per line of the reel. Mask 10 (octal) is the bit of the mark track, mask 7
    /// the three data bits.
    Lines,
}

impl ReelLayout {
    /// Returns the name that messages use.
    pub fn name(self) -> &'static str {
        match self {
            ReelLayout::Words => "DECtape image of words",
            ReelLayout::Lines => "DECtape image of lines",
        }
    }
}

const WORD_BYTES: usize = 8;
/// Bytes of all blocks in [`ReelLayout::Words`].
const FULL: usize = BLOCKS * WORDS * WORD_BYTES;
/// Bytes of 576 blocks, the size of some files.
const SHORT: usize = 576 * WORDS * WORD_BYTES;
/// Bytes of the longest image of words: published images have up to two more blocks, left by the formatter.
const LONGEST: usize = FULL + 2 * BLOCK;
const BLOCK: usize = WORDS * WORD_BYTES;
/// Sizes in bytes of the tape images of other machines, which have words of 12 and 16 bits.
const FOREIGN: [(usize, &str); 2] = [(380_292, "PDP-8"), (295_936, "PDP-11")];

/// Detects the layout of an image from its bytes. The size of another machine's tape is an error.
fn detect(bytes: &[u8]) -> Result<ReelLayout, FormatError> {
    if let Some((_, machine)) = FOREIGN.iter().find(|(size, _)| *size == bytes.len()) {
        return Err(FormatError::Size {
            format: "DECtape image of a PDP-6",
            bytes: bytes.len(),
            expected: format!("{} (it has the size of a {machine} tape)", FULL),
        });
    }
    let lines = bytes.is_empty() || is_of_lines(bytes) || are_marked(bytes);
    Ok(if lines { ReelLayout::Lines } else { ReelLayout::Words })
}

/// Returns `true` if bytes look like lines of a formatted tape: all have four bits, and in more than a
/// quarter the mark bit is on. Bytes of words almost never look like that.
fn are_marked(bytes: &[u8]) -> bool {
    let marks = bytes.iter().filter(|&&byte| byte & 0o10 != 0).count();
    marks * 4 > bytes.len() && bytes.iter().all(|&byte| byte < 0o20)
}

/// Returns `true` if a file is an image of lines: four bits per byte, and more bytes
/// than an image of words has.
pub fn is_of_lines(bytes: &[u8]) -> bool {
    bytes.len() > LONGEST && bytes.iter().all(|&byte| byte < 0o20)
}

/// Returns `true` if a file of any kind is an image of a reel: by its bytes, by its length, or, if it
/// consists of whole blocks, because the caller `said` so.
pub fn is_image(bytes: &[u8], said: bool) -> bool {
    let whole_blocks =
        !bytes.is_empty() && bytes.len() <= FULL && bytes.len().is_multiple_of(WORDS * WORD_BYTES);
    let is_whole = bytes.len() >= FULL && near_size(bytes.len()).is_some();
    is_of_lines(bytes) || bytes.len() == SHORT || is_whole || whole_blocks && said
}

/// If an image of words has nearly the size of a whole reel, returns how many of its bytes belong to the 578
/// blocks: published images have up to two extra blocks, or end a few bytes early.
fn near_size(bytes: usize) -> Option<usize> {
    match bytes {
        FULL.. => (bytes <= LONGEST).then_some(FULL),
        _ => (bytes > SHORT - BLOCK).then_some(bytes),
    }
}

/// Returns the bytes of an image of words after the last block of the reel.
pub fn beyond_reel(bytes: &[u8]) -> &[u8] {
    let kept = near_size(bytes.len()).filter(|_| detect(bytes) == Ok(ReelLayout::Words));
    &bytes[kept.unwrap_or(bytes.len())..]
}

/// Describes the size of an image of words if it is unusual, but the image can be read.
pub fn oddity(bytes: &[u8]) -> Option<String> {
    let kept = near_size(bytes.len()).filter(|_| detect(bytes) == Ok(ReelLayout::Words))?;
    let (over, missing) = (bytes.len() - kept, kept.next_multiple_of(WORD_BYTES) - kept);
    match (over, missing) {
        (0, 0) => None,
        (0, missing) => {
            Some(format!("the image ends {missing} bytes before the end of a word; they are read as 0"))
        }
        (over, _) => Some(format!(
            "the image has {over} bytes after block 1101, the last of a reel; they are not read"
        )),
    }
}

/// Reads an image, in the layout `forced` or the one that `detect` finds. An empty file is a blank reel.
///
/// In [`ReelLayout::Words`] blocks missing at the end are zero.
///
/// # Errors
///
/// Returns an error if the bytes are not an image in that layout; the position is in bytes.
pub fn read(bytes: &[u8], forced: Option<ReelLayout>) -> Result<(Tape, ReelLayout), FormatError> {
    let layout = forced.map_or_else(|| detect(bytes), Ok)?;
    if bytes.is_empty() {
        return Ok((Tape::blank(), layout));
    }
    let tape = match layout {
        ReelLayout::Words => Tape::of_words(&read_words(bytes)?),
        ReelLayout::Lines => read_lines(bytes)?,
    };
    Ok((tape, layout))
}

fn read_words(bytes: &[u8]) -> Result<Vec<Word>, FormatError> {
    let mut bytes = bytes.to_vec();
    if let Some(size) = near_size(bytes.len()) {
        bytes.truncate(size);
        bytes.resize(size.next_multiple_of(WORD_BYTES), 0);
    }
    if bytes.len() > FULL || !bytes.len().is_multiple_of(WORD_BYTES) {
        return Err(FormatError::Size {
            format: ReelLayout::Words.name(),
            bytes: bytes.len(),
            expected: format!("a multiple of {WORD_BYTES}, at most {FULL}"),
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
            "not a DECtape image of words (.dta): word {place:o} of block {block:o} has more than 18 bits in \
             a half"
        );
        Err(FormatError::Unexpected { what, at: Place::Byte(index * WORD_BYTES) })
    };
    bytes.chunks_exact(WORD_BYTES).enumerate().map(word).collect()
}

fn read_lines(bytes: &[u8]) -> Result<Tape, FormatError> {
    if bytes.len() > 2 * REEL {
        return Err(FormatError::Size {
            format: ReelLayout::Lines.name(),
            bytes: bytes.len(),
            expected: format!("about {LINES}, one for each line"),
        });
    }
    if let Some((at, byte)) = bytes.iter().enumerate().find(|(_, byte)| **byte >= 0o20) {
        let what = format!("{byte:03o} is not a line of a DECtape, which has four bits");
        return Err(FormatError::Unexpected { what, at: Place::Byte(at) });
    }
    if bytes.len() < LINES {
        return Err(FormatError::Truncated {
            what: ReelLayout::Lines.name(),
            at: Place::Byte(bytes.len()),
            missing: LINES - bytes.len(),
        });
    }
    let recorded = |byte: &u8| *byte != 0;
    let first = bytes.iter().position(recorded).unwrap_or(bytes.len());
    // The mark of the end zone, 22, ends with a zero line.
    let last = bytes.iter().rposition(recorded).map_or(0, |last| last + 2);
    let blank = |index| index < first || index >= last;
    let lines =
        bytes.iter().enumerate().map(|(index, &byte)| if blank(index) { BLANK } else { byte }).collect();
    Ok(Tape { lines })
}

/// Returns the image of a reel.
///
/// # Errors
///
/// Returns an error if the layout is [`ReelLayout::Words`] and the reel is not formatted in its 578 blocks.
pub fn write(tape: &Tape, layout: ReelLayout) -> Result<Vec<u8>, FormatError> {
    Ok(match layout {
        ReelLayout::Lines => tape.lines.iter().map(|line| line & 0o17).collect(),
        ReelLayout::Words => word_bytes(&tape.words()?),
    })
}

/// Returns the pieces of the image that contain the recorded `lines`, each with its offset in bytes; in whole
/// blocks where the layout has blocks. Returns none if the tape no longer fits the layout.
pub fn pieces(tape: &Tape, layout: ReelLayout, lines: Range<usize>) -> Vec<(usize, Vec<u8>)> {
    if layout == ReelLayout::Lines {
        let lines = lines.start.min(tape.len())..lines.end.min(tape.len());
        return vec![(lines.start, tape.lines[lines].iter().map(|line| line & 0o17).collect())];
    }
    let (first, end) = (block_at(lines.start), block_at(lines.end.saturating_sub(1)) + 1);
    let piece = |number| Some((number * WORDS * WORD_BYTES, word_bytes(&tape.block_in_place(number)?)));
    (first..end).map(piece).collect::<Option<_>>().unwrap_or_default()
}

/// Returns the number of the block that contains a line of a formatted reel, or of the nearest block.
fn block_at(line: usize) -> usize {
    (line.saturating_sub(FIRST_BLOCK) / (FRAME * BLOCK_FRAMES)).min(BLOCKS - 1)
}

/// Returns the lines of the block that contains a line of a formatted reel. If no block contains it, returns
/// the lines from this one to the far end of the nearest block.
pub fn block_around(line: usize) -> Range<usize> {
    let start = FIRST_BLOCK + block_at(line) * FRAME * BLOCK_FRAMES;
    start.min(line)..(start + FRAME * BLOCK_FRAMES).max(line + 1)
}

fn word_bytes(words: &[Word]) -> Vec<u8> {
    let halves = words.iter().flat_map(|word| [word.left(), word.right()]);
    halves.flat_map(u32::to_le_bytes).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn image(words: &[Word]) -> Vec<u8> {
        write(&Tape::of_words(words), ReelLayout::Words).unwrap()
    }

    /// The example of the device reference, section 4.10.
    #[test]
    fn words_are_pairs_of_little_endian_halves() {
        let bytes = image(&[Word::halves(0o123456, 0o654321)]);
        assert_eq!(bytes[..8], [0x2E, 0xA7, 0x00, 0x00, 0xD1, 0x58, 0x03, 0x00]);
        assert_eq!(bytes.len(), FULL);
    }

    #[test]
    fn short_and_576_block_files_are_filled_up() {
        let full = image(&[Word::new(5), Word::new(6)]);
        for size in [16, SHORT, FULL] {
            let (tape, layout) = read(&full[..size], None).unwrap();
            assert_eq!(
                (layout, write(&tape, layout).unwrap() == full),
                (ReelLayout::Words, true),
                "{size} bytes"
            );
        }
    }

    /// Published images have up to two extra blocks, or end within the last word. Each row: the size of the
    /// image in bytes, and the message.
    #[test]
    fn images_of_nearly_the_size_of_a_reel_are_read() {
        let mut full = image(&[Word::new(5), Word::halves(6, 7)]);
        full.resize(FULL + 3 * BLOCK, 0);
        for (size, said) in [
            (FULL, None),
            (SHORT, None),
            (
                FULL + BLOCK,
                Some("the image has 1024 bytes after block 1101, the last of a reel; they are not read"),
            ),
            (
                FULL + 2 * BLOCK,
                Some("the image has 2048 bytes after block 1101, the last of a reel; they are not read"),
            ),
            (FULL - 4, Some("the image ends 4 bytes before the end of a word; they are read as 0")),
            (SHORT - 4, Some("the image ends 4 bytes before the end of a word; they are read as 0")),
            (FULL - 8, None),
        ] {
            let (tape, layout) = read(&full[..size], None).unwrap();
            assert_eq!((layout, oddity(&full[..size]).as_deref()), (ReelLayout::Words, said), "{size} bytes");
            assert!(write(&tape, layout).unwrap() == full[..FULL], "{size} bytes");
            assert_eq!(beyond_reel(&full[..size]).len(), size.saturating_sub(FULL), "{size} bytes");
        }
        assert!(read(&full, None).is_err());
        assert!(read(&full[..FULL / 2 + 4], None).is_err());
    }

    #[test]
    fn lines_may_have_a_lead_and_a_tail() {
        let tape = Tape::of_words(&[Word::ONES]);
        let mut bytes = vec![0; 2];
        bytes.extend(write(&tape, ReelLayout::Lines).unwrap());
        bytes.resize(988_288, 0);
        let (read_back, layout) = read(&bytes, None).unwrap();
        assert_eq!(layout, ReelLayout::Lines);
        assert!(write(&read_back, ReelLayout::Lines).unwrap() == bytes);
        assert!(read_back.words().unwrap() == tape.words().unwrap());
        assert_eq!((read_back.line(0), read_back.line(2)), (None, Some(0o10)));
    }

    #[test]
    fn errors_say_what_and_where() {
        let error = |bytes: &[u8], layout| read(bytes, layout).unwrap_err().to_string();
        insta::assert_snapshot!(
            error(&[0; 12], None),
            @"12 bytes cannot be a DECtape image of words: expected a multiple of 8, at most 591872"
        );
        insta::assert_snapshot!(
            error(&vec![0; 600_000], Some(ReelLayout::Words)),
            @"600000 bytes cannot be a DECtape image of words: expected a multiple of 8, at most 591872"
        );
        insta::assert_snapshot!(error(&vec![7; 380_292], None), @"380292 bytes cannot be a DECtape image of a PDP-6: expected 591872 (it has the size of a PDP-8 tape)");
        let mut bytes = vec![0; 2048];
        bytes[8 * 129 + 3] = 1;
        assert_eq!(
            error(&bytes, None),
            "byte 1032: not a DECtape image of words (.dta): word 1 of block 1 has more than 18 bits in a \
             half"
        );
        insta::assert_snapshot!(
            error(&bytes[..0o20].iter().map(|_| 0o37).collect::<Vec<_>>(), Some(ReelLayout::Lines)),
            @"byte 0: 037 is not a line of a DECtape, which has four bits"
        );
        let lines = write(&Tape::formatted(), ReelLayout::Lines).unwrap();
        insta::assert_snapshot!(
            error(&lines[..987_000], None),
            @"DECtape image of lines at byte 987000 is cut short: 288 bytes missing"
        );
        insta::assert_snapshot!(
            error(&lines[..100_000], None),
            @"DECtape image of lines at byte 100000 is cut short: 887288 bytes missing"
        );
        let words = |tape: &Tape| write(tape, ReelLayout::Words).unwrap_err().to_string();
        insta::assert_snapshot!(words(&Tape::blank()), @"no block 0 on the tape");
        let mut tape = Tape::formatted();
        tape.write_line(FIRST_BLOCK + 6 * (3 * BLOCK_FRAMES + 20), 0);
        insta::assert_snapshot!(words(&tape), @"line 37308 of the tape: block 3 has mark 30 instead of 70");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(8))]

        #[test]
        fn words_survive_both_layouts(
            words in prop::collection::vec(any::<u64>().prop_map(Word::new), 1..400),
            skip in 0..BLOCKS * WORDS - 400,
        ) {
            let mut all = vec![Word::ZERO; BLOCKS * WORDS];
            all[skip..skip + words.len()].copy_from_slice(&words);
            let tape = Tape::of_words(&all);
            for layout in [ReelLayout::Words, ReelLayout::Lines] {
                let bytes = write(&tape, layout).unwrap();
                let (again, found) = read(&bytes, None).unwrap();
                prop_assert_eq!(found, layout);
                prop_assert!(again == tape);
            }
            prop_assert!(tape.words().unwrap() == all);
        }
    }

    /// The lines reach from one block into the next. In the word layout the pieces are both whole blocks, in
    /// the line layout only these lines.
    #[test]
    fn pieces_equal_parts_of_the_whole_image() {
        let words: Vec<Word> = (0..BLOCKS * WORDS).map(|i| Word::new(i as u64 * 0o1234567)).collect();
        let tape = Tape::of_words(&words);
        let start = FIRST_BLOCK + 0o17 * FRAME * BLOCK_FRAMES;
        for (layout, at, length) in
            [(ReelLayout::Words, 0o17 * 1024, 2 * 1024), (ReelLayout::Lines, start + 700, 1000)]
        {
            let whole = write(&tape, layout).unwrap();
            let pieces: Vec<_> = pieces(&tape, layout, start + 700..start + 1700);
            assert_eq!(pieces.iter().map(|(_, bytes)| bytes.len()).sum::<usize>(), length);
            assert_eq!(pieces[0].0, at);
            assert!(pieces.iter().all(|(at, bytes)| whole[*at..].starts_with(bytes)));
        }
        assert!(pieces(&Tape::blank(), ReelLayout::Words, start..start + 1).is_empty());
    }

    proptest! {
        #[test]
        fn random_bytes_never_panic(
            bytes in prop::collection::vec(any::<u8>(), 0..2000),
            low in any::<bool>(),
        ) {
            let bytes: Vec<u8> = if low { bytes.iter().map(|byte| byte & 0o17).collect() } else { bytes };
            for layout in [None, Some(ReelLayout::Words), Some(ReelLayout::Lines)] {
                if let Ok((tape, layout)) = read(&bytes, layout) {
                    let _ = (write(&tape, ReelLayout::Words), write(&tape, ReelLayout::Lines), layout);
                }
            }
        }
    }
}
