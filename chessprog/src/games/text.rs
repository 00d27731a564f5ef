//! The lines of a text written by another program, in UTF-8, UTF-16 or Windows-1252, with any line ends.
//!
//! A text is UTF-16 if it begins with a byte order mark or if one byte of its first character is zero. In any
//! other text, each line is read as UTF-8 or, if it is not valid UTF-8, as Windows-1252. That is a
//! superset of Latin-1, the encoding of the PGN standard.

use std::io::{self, BufRead, ErrorKind};

/// Length in bytes (UTF-16: in code units) above which a line is cut into pieces. A piece ends at the first
/// blank after this length, and at twice this length at the latest.
const PIECE: usize = 1 << 16;

/// The characters of Windows-1252 at 0x80 to 0x9F.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}',
    '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Encoding {
    Bytes,
    Utf16 { big_endian: bool },
}

/// A line of a text without its line end, or a piece of a long line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct LinePiece {
    pub chars: Vec<char>,
    pub ends_line: bool,
}

/// Reads a text piece by piece.
pub(super) struct Text<R> {
    input: R,
    encoding: Option<Encoding>,
    /// Whether the last line ended with CR. A following LF belongs to that line end.
    after_return: bool,
    /// The bytes or UTF-16 code units of the current piece.
    units: Vec<u16>,
}

impl<R: BufRead> Text<R> {
    pub(super) fn new(input: R) -> Text<R> {
        Text { input, encoding: None, after_return: false, units: Vec::new() }
    }

    /// Returns the next piece, or `None` at the end of the text. Input that is not text is an error.
    pub(super) fn piece(&mut self) -> io::Result<Option<LinePiece>> {
        let encoding = self.recognised()?;
        self.units.clear();
        let ends_line = loop {
            let Some(unit) = self.unit(encoding)? else { break true };
            match unit {
                0x0a if std::mem::take(&mut self.after_return) && self.units.is_empty() => continue,
                0x0a => return Ok(Some(LinePiece { chars: self.chars(encoding), ends_line: true })),
                0x0d => {
                    self.after_return = true;
                    return Ok(Some(LinePiece { chars: self.chars(encoding), ends_line: true }));
                }
                0 => {
                    return Err(io::Error::new(
                        ErrorKind::InvalidData,
                        "it is not text: a byte of it is zero",
                    ));
                }
                _ => self.units.push(unit),
            }
            self.after_return = false;
            if self.units.len() >= PIECE && unit == u16::from(b' ') || self.units.len() >= 2 * PIECE {
                break false;
            }
        };
        let chars = self.chars(encoding);
        Ok((!chars.is_empty() || !ends_line).then_some(LinePiece { chars, ends_line }))
    }

    fn recognised(&mut self) -> io::Result<Encoding> {
        if let Some(encoding) = self.encoding {
            return Ok(encoding);
        }
        let encoding = match *self.input.fill_buf()? {
            [0xff, 0xfe, ..] => Encoding::Utf16 { big_endian: false },
            [0xfe, 0xff, ..] => Encoding::Utf16 { big_endian: true },
            [first, 0, ..] if first != 0 => Encoding::Utf16 { big_endian: false },
            [0, second, ..] if second != 0 => Encoding::Utf16 { big_endian: true },
            _ => Encoding::Bytes,
        };
        self.encoding = Some(encoding);
        Ok(encoding)
    }

    fn unit(&mut self, encoding: Encoding) -> io::Result<Option<u16>> {
        let Some(first) = self.byte()? else { return Ok(None) };
        let Encoding::Utf16 { big_endian } = encoding else { return Ok(Some(first.into())) };
        // A single byte left at the end is not a character.
        let Some(second) = self.byte()? else { return Ok(None) };
        let pair = [first, second];
        Ok(Some(if big_endian { u16::from_be_bytes(pair) } else { u16::from_le_bytes(pair) }))
    }

    fn byte(&mut self) -> io::Result<Option<u8>> {
        let byte = self.input.fill_buf()?.first().copied();
        self.input.consume(usize::from(byte.is_some()));
        Ok(byte)
    }

    fn chars(&self, encoding: Encoding) -> Vec<char> {
        if encoding != Encoding::Bytes {
            return char::decode_utf16(self.units.iter().copied())
                .map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER))
                .collect();
        }
        let bytes: Vec<u8> = self.units.iter().map(|&unit| unit as u8).collect();
        match std::str::from_utf8(&bytes) {
            Ok(text) => text.chars().collect(),
            Err(_) => bytes.iter().map(|&byte| of_windows(byte)).collect(),
        }
    }
}

/// Returns the character of a byte in Windows-1252.
pub(crate) fn of_windows(byte: u8) -> char {
    match byte {
        0x80..=0x9f => WINDOWS_1252[usize::from(byte - 0x80)],
        byte => char::from(byte),
    }
}

/// Decodes a text in UTF-8, UTF-16 or Windows-1252. Line ends become LF, the last line gets one if it has
/// none, and byte order marks are removed.
///
/// # Errors
/// Returns an error if the bytes are not text.
pub fn decode(bytes: &[u8]) -> io::Result<String> {
    let mut text = Text::new(bytes);
    let mut decoded = String::new();
    while let Some(piece) = text.piece()? {
        decoded.extend(piece.chars.iter().filter(|&&c| c != '\u{feff}'));
        decoded.extend(piece.ends_line.then_some('\n'));
    }
    Ok(decoded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_encoding_and_line_end() {
        let utf16 =
            |text: &str, bytes: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(bytes).collect::<Vec<u8>>();
        for (bytes, expected) in [
            (b"a\nb".to_vec(), "a\nb\n"),
            (b"a\r\nb\r\n\r\nc\r\n".to_vec(), "a\nb\n\nc\n"),
            (b"a\rb\r\rc\r".to_vec(), "a\nb\n\nc\n"),
            (b"a\n\rb".to_vec(), "a\n\nb\n"),
            ("\u{feff}½–½\n\u{feff}é".into(), "½–½\né\n"),
            // Latin-1 and Windows-1252 in one line, then UTF-8 and Latin-1 in one text.
            (b"\xbd-\xbd M\xfcller \x96".to_vec(), "½-½ Müller –\n"),
            ("Müller\nM".bytes().chain(*b"\xfcller").collect(), "Müller\nMüller\n"),
            (b"\xef\xbb\xbfa\nM\xfcller".to_vec(), "a\nMüller\n"),
            (utf16("\u{feff}aé\r\n♘", u16::to_le_bytes), "aé\n♘\n"),
            (utf16("\u{feff}aé\r\n♘", u16::to_be_bytes), "aé\n♘\n"),
            (utf16("[a\n😀", u16::to_le_bytes), "[a\n😀\n"),
            (utf16("[a\n😀", u16::to_be_bytes), "[a\n😀\n"),
            (b"\xff\xfea".to_vec(), "\n"),
            (Vec::new(), ""),
        ] {
            assert_eq!(decode(&bytes).unwrap(), expected, "{bytes:?}");
        }
        assert!(decode(b"ab\0c").unwrap_err().to_string().contains("not text"));
    }

    #[test]
    fn a_long_line_is_whole() {
        let line = "é ".repeat(3 * PIECE);
        assert_eq!(decode(line.as_bytes()).unwrap(), line.clone() + "\n");
        let mut text = Text::new(line.as_bytes());
        assert!(text.piece().unwrap().unwrap().chars.len() <= PIECE);
    }
}
