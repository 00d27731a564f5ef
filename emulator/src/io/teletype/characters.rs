//! The keys to strike for a text, and the text of printed characters.

use super::{ALTMODE, RUBOUT};
use crate::io::DeviceOutput;
use crate::io::units::bytes_of;

/// Returns the key to strike for a character: a Model 35 has capital letters only, a new line is RETURN,
/// Escape is ALTMODE, Delete is RUBOUT. `None` for a character without a key.
pub fn key(character: u8) -> Option<u8> {
    match character {
        b'\n' => Some(0o15),
        0x1b => Some(ALTMODE),
        0x7f => Some(RUBOUT),
        _ => character.is_ascii().then(|| character.to_ascii_uppercase()),
    }
}

/// Returns the ASCII form of a typographic character: a hyphen for every dash, `X` for the sign of
/// multiplication, straight quotation marks, a blank for every space. `None` for a
/// character without such a form.
pub fn plain_form(character: char) -> Option<char> {
    Some(match character {
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' => '-',
        '\u{d7}' | '\u{2715}' | '\u{2716}' | '\u{2a2f}' => 'X',
        '\u{2018}' | '\u{2019}' | '\u{2032}' => '\'',
        '\u{201c}' | '\u{201d}' | '\u{2033}' => '"',
        '\u{2026}' => '.',
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => ' ',
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(character) - 0xfee0)?,
        _ => return None,
    })
}

/// Returns `true` if a character is invisible on paper: a byte order mark, a soft hyphen, a joiner.
fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
    )
}

/// Returns the key to strike for a character, or for its [plain form](plain_form).
pub fn key_of(character: char) -> Option<u8> {
    let plain = if character.is_ascii() { Some(character) } else { plain_form(character) };
    plain.and_then(|plain| key(plain as u8))
}

/// Returns the visible characters of `text` that have no key.
pub fn left_out(text: &str) -> String {
    text.chars().filter(|&character| key_of(character).is_none() && !is_invisible(character)).collect()
}

/// Returns the keys to strike for `text`, whose lines may end in a new line, a carriage return or both.
pub fn keys(text: &str) -> Vec<u8> {
    text.replace("\r\n", "\n").chars().filter_map(key_of).collect()
}

/// Returns the keys to strike for `text`; a new line is LINE FEED.
pub fn struck(text: &str) -> Vec<u8> {
    let line_feed = |character: char| (character == '\n').then_some(b'\n');
    text.chars().filter_map(|character| line_feed(character).or_else(|| key_of(character))).collect()
}

/// Returns the keys to strike for bytes from a pipe: text as for [`keys`]. A byte that is not valid UTF-8
/// means the key of its low seven bits, so 212 (octal) is LINE FEED.
pub fn keys_of_bytes(bytes: &[u8]) -> Vec<u8> {
    let of_chunk = |chunk: std::str::Utf8Chunk<'_>| {
        let exactly = chunk.invalid().iter().map(|byte| byte & 0o177);
        keys(chunk.valid()).into_iter().chain(exactly).collect::<Vec<u8>>()
    };
    bytes.utf8_chunks().flat_map(of_chunk).collect()
}

/// Returns the output of `line` as text, without the characters for which [`shown`] returns `None`.
pub fn text(printed: &[DeviceOutput], line: u8) -> String {
    bytes_of(printed, line).into_iter().filter_map(shown).collect()
}

/// Returns the form of a character in a text file: its low seven bits. `None` for RUBOUT and for control
/// characters except line feed, tab and bell.
pub fn shown(character: u8) -> Option<char> {
    let seven = char::from(character & 0o177);
    matches!(seven, '\n' | '\t' | '\x07' | ' '..='~').then_some(seven)
}
