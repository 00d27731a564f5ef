//! Paper tape as a file: one byte per frame, bit 7 of the byte is hole 8.
//!
//! In binary mode the reader makes a word of six frames that have hole 8 punched, six bits each, the most
//! significant first; frames without hole 8 are leader and are skipped (device reference 2.1, 2.3).

use super::{FormatError, Place};
use crate::word::Word;

/// Hole 8: marks a frame of binary data.
pub const HOLE_8: u8 = 0o200;
const FRAMES_PER_WORD: usize = 6;
const LEADER_FRAMES: usize = 32;

/// Appends the six frames of `word`.
pub fn punch(word: Word, frames: &mut Vec<u8>) {
    frames.extend((0..6).map(|group| HOLE_8 | word.field(6 * group, 6 * group + 5) as u8));
}

/// Returns a tape with `words` in binary, between blank leader and trailer.
pub fn from_words(words: &[Word]) -> Vec<u8> {
    let mut frames = vec![0; LEADER_FRAMES];
    for &word in words {
        punch(word, &mut frames);
    }
    frames.resize(frames.len() + LEADER_FRAMES, 0);
    frames
}

/// Returns the words of a binary tape, as the reader delivers them.
///
/// # Errors
///
/// Returns [`FormatError::Empty`] if there are frames but none has hole 8, [`FormatError::Truncated`] if the
/// last word has fewer than six frames.
pub fn to_words(frames: &[u8]) -> Result<Vec<Word>, FormatError> {
    let punched = || frames.iter().enumerate().filter(|(_, frame)| *frame & HOLE_8 != 0);
    let data: Vec<u8> = punched().map(|(_, frame)| *frame).collect();
    if data.is_empty() && !frames.is_empty() {
        return Err(FormatError::Empty { wanted: "binary frames (hole 8 punched) in the file" });
    }
    let groups = data.chunks_exact(FRAMES_PER_WORD);
    if let rest @ 1.. = groups.remainder().len() {
        return Err(FormatError::Truncated {
            what: "word of binary tape",
            at: Place::Byte(punched().nth(data.len() - rest).map_or(0, |(at, _)| at)),
            missing: FRAMES_PER_WORD - rest,
        });
    }
    Ok(groups.map(join).collect())
}

fn join(frames: &[u8]) -> Word {
    Word::new(frames.iter().fold(0, |bits, frame| bits << 6 | u64::from(frame & 0o77)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The worked bytes of device reference 8.1, column `pt`.
    #[test]
    fn worked_bytes() {
        let mut frames = Vec::new();
        punch(Word::halves(0o254000, 1), &mut frames);
        assert_eq!(frames, [0x95, 0xA0, 0x80, 0x80, 0x80, 0x81]);
        frames.clear();
        punch(Word::halves(0o123456, 0o654321), &mut frames);
        assert_eq!(frames, [0x8A, 0x9C, 0xAE, 0xB5, 0xA3, 0x91]);
    }

    #[test]
    fn leader_inside_a_word_is_skipped() {
        let frames = [0, 0x8A, 0x9C, 0, 0x12, 0xAE, 0xB5, 0xA3, 0x91];
        assert_eq!(to_words(&frames), Ok(vec![Word::halves(0o123456, 0o654321)]));
    }

    #[test]
    fn a_partial_word_is_an_error() {
        let frames = from_words(&[Word::ONES, Word::ONES]);
        let cut = &frames[..frames.len() - LEADER_FRAMES - 2];
        assert_eq!(
            to_words(cut).unwrap_err().to_string(),
            "word of binary tape at byte 38 is cut short: 2 bytes missing"
        );
    }

    proptest! {
        #[test]
        fn round_trip(words in prop::collection::vec(any::<u64>().prop_map(Word::new), 0..50)) {
            let frames = from_words(&words);
            if words.is_empty() {
                prop_assert!(to_words(&frames).is_err());
            } else {
                prop_assert_eq!(to_words(&frames), Ok(words));
            }
        }
    }
}
