//! The ITS "evacuate" encoding of words (device reference 8.2). Words with bit 35 off are five characters of
//! text, with LF for CR LF; other words are five bytes, the first 360 octal or more.

use super::{FormatError, Place};
use crate::word::Word;

const RUBOUT: u8 = 0o177;
const CARRIAGE_RETURN: u8 = 0o15;
const LINE_FEED: u8 = 0o12;
const LONE_RETURN: u8 = 0o356;
const LONE_RUBOUT: u8 = 0o357;
/// Bytes from this value up begin a word with bit 35 on.
const BINARY: u8 = 0o360;

pub(super) fn encode(words: &[Word]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut pending: Option<u8> = None;
    for word in words {
        if word.bit(35) {
            flush(&mut pending, &mut bytes);
            bytes.push(BINARY | word.field(0, 3) as u8);
            bytes.extend((0..4).map(|i| word.field(4 + 8 * i, 11 + 8 * i) as u8));
        } else {
            for i in 0..5 {
                encode_character(word.field(7 * i, 7 * i + 6) as u8, &mut pending, &mut bytes);
            }
        }
    }
    flush(&mut pending, &mut bytes);
    bytes
}

/// Writes a pending carriage return or rubout that nothing follows.
fn flush(pending: &mut Option<u8>, bytes: &mut Vec<u8>) {
    match pending.take() {
        Some(CARRIAGE_RETURN) => bytes.push(LONE_RETURN),
        Some(_) => bytes.push(LONE_RUBOUT),
        None => {}
    }
}

fn encode_character(character: u8, pending: &mut Option<u8>, bytes: &mut Vec<u8>) {
    match (pending.take(), character) {
        (Some(CARRIAGE_RETURN), LINE_FEED) => return bytes.push(LINE_FEED),
        (Some(CARRIAGE_RETURN), _) => bytes.push(LONE_RETURN),
        (Some(_), 0o7) => return bytes.push(RUBOUT),
        (Some(_), LINE_FEED) => return bytes.push(0o215),
        (Some(_), CARRIAGE_RETURN) => return bytes.push(0o212),
        (Some(_), RUBOUT) => return bytes.push(0o207),
        (Some(_), other) if other <= 0o155 => return bytes.push(0o200 + other),
        (Some(_), _) => bytes.push(LONE_RUBOUT),
        (None, _) => {}
    }
    match character {
        CARRIAGE_RETURN | RUBOUT => *pending = Some(character),
        LINE_FEED => bytes.push(CARRIAGE_RETURN),
        other => bytes.push(other),
    }
}

pub(super) fn encode_characters(characters: &[u8]) -> Vec<u8> {
    let (mut pending, mut bytes) = (None, Vec::with_capacity(characters.len()));
    characters.iter().for_each(|&character| encode_character(character, &mut pending, &mut bytes));
    flush(&mut pending, &mut bytes);
    bytes
}

/// Returns `true` for the codes of a lone carriage return and a lone rubout, which only this encoding has.
pub(super) fn is_lone(byte: u8) -> bool {
    matches!(byte, LONE_RETURN | LONE_RUBOUT)
}

/// Appends the characters encoded by a byte of text. A byte of 360 or more is not text and is kept.
pub(super) fn decode_character(byte: u8, characters: &mut Vec<u8>) {
    match byte {
        LINE_FEED => characters.extend([CARRIAGE_RETURN, LINE_FEED]),
        CARRIAGE_RETURN => characters.push(LINE_FEED),
        RUBOUT => characters.extend([RUBOUT, 0o7]),
        0o207 => characters.extend([RUBOUT, RUBOUT]),
        0o212 => characters.extend([RUBOUT, CARRIAGE_RETURN]),
        0o215 => characters.extend([RUBOUT, LINE_FEED]),
        LONE_RETURN => characters.push(CARRIAGE_RETURN),
        LONE_RUBOUT => characters.push(RUBOUT),
        0o200..LONE_RETURN => characters.extend([RUBOUT, byte - 0o200]),
        other => characters.push(other),
    }
}

/// Decodes the words in `bytes`. The last word is padded with zeros.
pub(super) fn decode(bytes: &[u8]) -> Result<Vec<Word>, FormatError> {
    let (mut words, mut characters) = decode_characters(bytes)?;
    if !characters.is_empty() {
        characters.resize(5, 0);
        words.push(text_word(&characters));
    }
    Ok(words)
}

/// Decodes a file that has only whole words.
pub(super) fn decode_whole(bytes: &[u8]) -> Result<Vec<Word>, FormatError> {
    let (words, characters) = decode_characters(bytes)?;
    match characters.len() {
        0 => Ok(words),
        some => Err(FormatError::Truncated { what: "word", at: Place::Byte(bytes.len()), missing: 5 - some }),
    }
}

/// Decodes the words in `bytes`, and the characters of an incomplete last word.
fn decode_characters(bytes: &[u8]) -> Result<(Vec<Word>, Vec<u8>), FormatError> {
    let mut words = Vec::new();
    let mut characters = Vec::with_capacity(6);
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        if byte >= BINARY {
            if !characters.is_empty() {
                let what = format!("{byte:o} begins a binary word in the middle of a word of text");
                return Err(FormatError::Unexpected { what, at: Place::Byte(at) });
            }
            let Some(rest) = bytes.get(at + 1..at + 5) else {
                return Err(FormatError::Truncated {
                    what: "binary word",
                    at: Place::Byte(at),
                    missing: at + 5 - bytes.len(),
                });
            };
            let bits = rest.iter().fold(u64::from(byte & 0o17), |bits, byte| bits << 8 | u64::from(*byte));
            words.push(Word::new(bits));
            at += 5;
            continue;
        }
        decode_character(byte, &mut characters);
        if characters.len() >= 5 {
            words.push(text_word(&characters[..5]));
            characters.drain(..5);
        }
        at += 1;
    }
    Ok((words, characters))
}

fn text_word(characters: &[u8]) -> Word {
    Word::new(characters.iter().fold(0, |bits, character| bits << 7 | u64::from(*character)) << 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of device reference 8.2.
    #[test]
    fn worked_words() {
        for (word, bytes) in [
            (Word::halves(0o777760, 0o000020), &[0x87u8, 0, 0, 8][..]),
            (Word::halves(0o406041, 0o505206), &[0x41, 0x42, 0x0A, 0x43]),
            (Word::halves(0o404250, 0o206606), &[0x41, 0x0D, 0x42, 0xEE, 0x43]),
        ] {
            assert_eq!(encode(&[word]), bytes);
            assert_eq!(decode(bytes), Ok(vec![word]));
        }
    }

    #[test]
    fn a_binary_byte_inside_text_is_an_error() {
        assert_eq!(
            decode(b"AB\xF5\x60\0\0\x01").unwrap_err().to_string(),
            "byte 2: 365 begins a binary word in the middle of a word of text"
        );
        assert!(decode(b"\xF5\x60").is_err());
    }
}
