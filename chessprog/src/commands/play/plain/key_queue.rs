//! Converts the bytes from a pipe into keys, line by line.

use std::collections::VecDeque;

use emulator::io::teletype::{ALTMODE, RUBOUT, key_of, left_out};

use crate::games::of_windows;

const RETURN: u8 = b'\r';
const LINE_ENDS: [u8; 4] = [RETURN, ALTMODE, 0x1b, RUBOUT];

/// Maximum length of a line that is held back until its end has arrived. The program reads no line that long.
const MAX_HELD: usize = 200;

/// Keys that have arrived and have not been typed.
#[derive(Debug, Default)]
pub(super) struct KeyQueue {
    /// The first bytes of an incomplete character.
    bytes: Vec<u8>,
    keys: VecDeque<u8>,
    after_cr: bool,
    /// Whether the last line is incomplete.
    open: bool,
    ended: bool,
    /// Whether the program has read the start of a line.
    in_line: bool,
    left_out: String,
}

impl KeyQueue {
    /// Adds bytes that have arrived. No bytes mean the end of the input, which also ends the last line.
    pub(super) fn add(&mut self, bytes: &[u8]) {
        self.ended |= bytes.is_empty();
        let mut all = std::mem::take(&mut self.bytes);
        all.extend(bytes);
        let mut left = all.len();
        for chunk in all.utf8_chunks() {
            chunk.valid().chars().for_each(|character| self.character(character));
            let invalid = chunk.invalid();
            left -= chunk.valid().len() + invalid.len();
            let is_begun = std::str::from_utf8(invalid).is_err_and(|error| error.error_len().is_none());
            if left == 0 && is_begun && !self.ended {
                self.bytes = invalid.to_vec();
            } else {
                // Most texts that are not UTF-8 are in Windows-1252.
                invalid.iter().for_each(|&byte| self.character(of_windows(byte)));
            }
        }
        if self.ended && std::mem::take(&mut self.open) {
            self.keys.push_back(RETURN);
        }
    }

    fn character(&mut self, character: char) {
        let after_cr = std::mem::replace(&mut self.after_cr, character == '\r');
        self.open = match character {
            '\n' | '\r' => {
                if !(after_cr && character == '\n') {
                    self.keys.push_back(RETURN);
                }
                false
            }
            // Blank frames of a tape are not keys.
            '\0' => self.open,
            character if character.is_ascii() => {
                self.keys.push_back(character as u8);
                true
            }
            character => {
                self.keys.extend(key_of(character));
                self.left_out += &left_out(character.encode_utf8(&mut [0; 4]));
                true
            }
        };
    }

    /// Returns the next key. With `by_line`, the first key of a line is returned only when the whole line or
    /// [`MAX_HELD`] keys have arrived, and `respelled` may replace the line.
    pub(super) fn next(
        &mut self,
        by_line: bool,
        mut respelled: impl FnMut(&str) -> Option<String>,
    ) -> Option<u8> {
        if by_line && !self.in_line {
            let end = self.keys.iter().position(|key| LINE_ENDS.contains(key));
            if end.is_none() && !self.ended && self.keys.len() < MAX_HELD {
                return None;
            }
            if let Some(end) = end.filter(|&end| self.keys[end] == RETURN) {
                let line: String = self.keys.range(..end).map(|&key| char::from(key)).collect();
                if let Some(line) = respelled(&line) {
                    self.keys.drain(..end);
                    line.bytes().rev().for_each(|key| self.keys.push_front(key));
                }
            }
        }
        let key = self.keys.pop_front()?;
        self.in_line = !LINE_ENDS.contains(&key);
        Some(key)
    }

    pub(super) fn has_ended(&self) -> bool {
        self.ended
    }

    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    pub(super) fn ahead(&self) -> Vec<u8> {
        self.keys.iter().copied().collect()
    }

    /// Returns the characters since the last call that have no key.
    pub(super) fn take_left_out(&mut self) -> String {
        std::mem::take(&mut self.left_out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns all keys of the pieces of input, and the characters that were dropped.
    fn keys_of(pieces: &[&[u8]]) -> (Vec<u8>, String) {
        let mut keys = KeyQueue::default();
        pieces.iter().for_each(|piece| keys.add(piece));
        keys.add(b"");
        (std::iter::from_fn(|| keys.next(true, |_| None)).collect(), keys.take_left_out())
    }

    #[test]
    fn every_kind_of_line_end_is_one_return() {
        assert_eq!(keys_of(&[b"A\nB\r\nC\rD\n\n"]).0, b"A\rB\rC\rD\r\r");
        assert_eq!(keys_of(&[b"A\r", b"\nB"]).0, b"A\rB\r");
        assert_eq!(keys_of(&[b"P-K4"]).0, b"P-K4\r");
        assert_eq!(keys_of(&[]).0, b"");
    }

    #[test]
    fn characters_become_their_own_key_or_none() {
        let rows: [(&[u8], &[u8], &str); 9] = [
            ("P–K4\n".as_bytes(), b"P-K4\r", ""),
            ("P—K4\nP−K4\n".as_bytes(), b"P-K4\rP-K4\r", ""),
            ("N×P\n".as_bytes(), b"NXP\r", ""),
            ("\u{feff}P\u{a0}K\n".as_bytes(), b"P K\r", ""),
            ("Ｐ－Ｋ４\n".as_bytes(), b"P-K4\r", ""),
            ("♘é日😀BD\n".as_bytes(), b"BD\r", "♘é日😀"),
            // Windows-1252 and Latin-1.
            (b"P\x96K4\nN\xd7P\n", b"P-K4\rNXP\r", ""),
            (b"caf\xe9\n", b"caf\r", "é"),
            (b"A\xff\xfe\x80B\xe2\x80", b"AB\r", "ÿþ€â€"),
        ];
        for (input, keys, left_out) in rows {
            assert_eq!(keys_of(&[input]), (keys.to_vec(), left_out.to_owned()), "{input:?}");
            // Splitting a character makes no difference.
            let bytes: Vec<&[u8]> = input.chunks(1).collect();
            assert_eq!(keys_of(&bytes), (keys.to_vec(), left_out.to_owned()), "{input:?} byte by byte");
        }
    }

    #[test]
    fn a_line_is_respelled_when_all_of_it_has_arrived() {
        let mut keys = KeyQueue::default();
        let respelled = |line: &str| (line == "Kt-KB3").then(|| "N-KB3".to_owned());
        keys.add(b"Kt-K");
        assert_eq!(keys.next(true, respelled), None);
        assert_eq!(keys.ahead(), b"Kt-K", "this part of the line has arrived");
        keys.add(b"B3\nKt-KB3");
        let typed: Vec<u8> = std::iter::from_fn(|| keys.next(true, respelled)).collect();
        assert_eq!(typed, b"N-KB3\r");
        // At a node of the search, the program waits for single keys.
        assert_eq!(keys.next(false, respelled), Some(b'K'));
    }

    #[test]
    fn endless_lines_are_passed_on_at_the_limit() {
        let mut keys = KeyQueue::default();
        keys.add(&[b'A'; MAX_HELD]);
        assert_eq!(keys.next(true, |_| None), Some(b'A'));
    }
}
