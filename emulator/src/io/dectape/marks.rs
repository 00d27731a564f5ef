//! The mark track: finding out where in a block the heads are.
//!
//! A window of twelve lines of the mark track is examined together. Seven patterns of two marks are unique,
//! at whatever line the window begins. After six of them the marks are followed frame by frame; the seventh
//! is the end zone.

use crate::formats::dectape::{BLOCK_FRAMES, FRAME, mark, mark_of};
use serde::{Deserialize, Serialize};

const fn pair(first: u8, second: u8) -> u16 {
    (first as u16) << 6 | second as u16
}

/// Patterns that identify the place, and the frame (as in [`mark_of`]) that begins after them.
const ANCHORS: [(u16, usize); 6] = [
    (pair(mark::GUARD, mark::LOCK), 0),
    (pair(mark::FINAL, mark::BLOCK_SYNC), 260),
    (pair(mark::BLOCK_SYNC, mark::REVERSE_BLOCK_MARK), 261),
    (pair(mark::REVERSE_BLOCK_MARK, mark::BLOCK_SPACE), 262),
    (pair(mark::REVERSE_END_ZONE, mark::BLOCK_SPACE), 263),
    (pair(mark::BLOCK_SPACE, mark::BLOCK_MARK), 264),
];
/// Two consecutive end-zone marks occur only in the end zone.
const END: u16 = pair(mark::END_ZONE, mark::END_ZONE);

/// What a line of the mark track completes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MarkRead {
    Nothing,
    /// The end of a frame; holds the number of the frame that begins.
    Frame(usize),
    EndZone,
    /// A frame with the wrong mark.
    Error,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct MarkTrack {
    /// The last twelve bits.
    window: u16,
    /// Number of these bits read from the tape.
    filled: u8,
    /// The frame under the heads and the number of its lines that have passed.
    place: Option<(usize, u8)>,
}

impl MarkTrack {
    /// Takes the bit of the next line, as read in the direction of motion.
    pub(super) fn shift(&mut self, bit: bool) -> MarkRead {
        self.window = (self.window << 1 | u16::from(bit)) & 0o7777;
        self.filled = (self.filled + 1).min(12);
        match self.place {
            None => self.look(),
            Some((frame, passed)) if usize::from(passed) + 1 < FRAME => {
                self.place = Some((frame, passed + 1));
                MarkRead::Nothing
            }
            Some((frame, _)) => {
                let found = (self.window & 0o77) as u8;
                if found == mark_of(frame) {
                    self.begin((frame + 1) % BLOCK_FRAMES)
                } else if found == mark::END_ZONE {
                    self.place = None;
                    MarkRead::EndZone
                } else {
                    self.place = None;
                    MarkRead::Error
                }
            }
        }
    }

    fn look(&mut self) -> MarkRead {
        if self.filled < 12 {
            return MarkRead::Nothing;
        }
        match ANCHORS.iter().find(|(pattern, _)| *pattern == self.window) {
            Some(&(_, frame)) => self.begin(frame),
            None if self.window == END => MarkRead::EndZone,
            None => MarkRead::Nothing,
        }
    }

    fn begin(&mut self, frame: usize) -> MarkRead {
        self.place = Some((frame, 0));
        MarkRead::Frame(frame)
    }

    /// Returns the least number of lines before `frame` is over; 1 if the place is not known.
    pub(super) fn lines_to_end_of(&self, frame: usize) -> u64 {
        self.place.map_or(1, |(here, passed)| {
            let frames = (frame + BLOCK_FRAMES - here) % BLOCK_FRAMES + 1;
            (frames * FRAME) as u64 - u64::from(passed)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::dectape::{LINES, Tape};

    fn bits(reverse: bool) -> Vec<bool> {
        let tape = Tape::formatted();
        let bit = |line: usize| tape.line(line).unwrap() & 0o10 != 0;
        if reverse {
            (0..LINES).rev().map(|line| !bit(line)).collect()
        } else {
            (0..LINES).map(bit).collect()
        }
    }

    #[test]
    fn whole_tape_in_both_directions() {
        for reverse in [false, true] {
            let mut marks = MarkTrack::default();
            let (mut blocks, mut end) = (0, None);
            for (line, bit) in bits(reverse).into_iter().enumerate() {
                match marks.shift(bit) {
                    MarkRead::Frame(264) => {
                        assert_eq!((line + 1 - 32_400) % 1596, 12);
                        blocks += 1;
                    }
                    MarkRead::Error => panic!("line {line}"),
                    MarkRead::EndZone => end = end.or(Some(line)),
                    _ => {}
                }
            }
            assert_eq!((blocks, end), (578, Some(32_400 + 578 * 1596 + 5)));
        }
    }

    #[test]
    fn marks_are_found_from_any_start() {
        let bits = bits(false);
        for start in 32_400 + 1596..32_400 + 3 * 1596 {
            let mut marks = MarkTrack::default();
            let found = bits[start..].iter().enumerate().find_map(|(line, &bit)| match marks.shift(bit) {
                MarkRead::Nothing => None,
                seen => Some((start + line + 1, seen)),
            });
            let (line, seen) = found.unwrap();
            let offset = (line - 32_400) % 1596;
            assert_eq!(
                seen,
                MarkRead::Frame((offset / 6 + BLOCK_FRAMES - 4) % BLOCK_FRAMES),
                "from line {start}"
            );
            assert_eq!(offset % 6, 0);
        }
        for start in 0..100 {
            let mut marks = MarkTrack::default();
            let end = LINES - 1000 + start;
            let seen: Vec<MarkRead> = bits[end..end + 20].iter().map(|&bit| marks.shift(bit)).collect();
            let (Some(MarkRead::EndZone), None) = (
                seen.iter().find(|seen| **seen != MarkRead::Nothing).copied(),
                seen.iter().find(|seen| matches!(seen, MarkRead::Frame(_))),
            ) else {
                panic!("{seen:?}")
            };
        }
    }

    #[test]
    fn lines_to_the_end_of_a_frame_are_counted() {
        let mut marks = MarkTrack::default();
        assert_eq!(marks.lines_to_end_of(262), 1);
        marks.place = Some((260, 2));
        assert_eq!((marks.lines_to_end_of(260), marks.lines_to_end_of(262)), (4, 16));
        assert_eq!(marks.lines_to_end_of(259), 265 * 6 + 4);
    }
}
