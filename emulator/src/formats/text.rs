//! Text in modern files and in files collected from ITS, converted to characters of the period.
//!
//! A line of the period ends with CR LF. A line of a host's text ends with LF, or with CR LF. A file
//! collected from ITS is in the evacuate encoding: 012 is CR LF, 015 is LF alone, 356 is CR alone, 357 is a
//! rubout. The assembler, its inserted files and the DECtape commands all read texts here.

use super::evacuate;
use crate::names::names;
use memchr::{memchr, memchr_iter};

/// The encoding of a text file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// Modern text: LF or CR LF ends a line, and a CR elsewhere is a CR.
    Host,
    /// The evacuate encoding of ITS: 015 is a lone LF.
    Its,
}

names!(Encoding { Host "host", Its "its" });

const CARRIAGE_RETURN: u8 = 0o15;
const LINE_FEED: u8 = 0o12;
/// Some editors write these bytes at the beginning of a UTF-8 file. They are not part of the text.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();
/// ^C: ends a text of ITS; modern texts do not contain it.
pub(crate) const END_OF_TEXT: u8 = 0o3;

impl Encoding {
    /// Detects the encoding of a file from its contents.
    ///
    /// A byte 003, or 356 or 357 outside UTF-8, occurs only in texts of ITS. A text without a CR that is not
    /// UTF-8 is of ITS, too. Otherwise a text is of the host if it has no CR, if at least half of its LFs
    /// follow a CR, or if it is UTF-8 beyond ASCII. Any other text is of ITS.
    pub fn of(bytes: &[u8]) -> Encoding {
        let is_utf8 = std::str::from_utf8(bytes).is_ok();
        if memchr(END_OF_TEXT, bytes).is_some()
            || !is_utf8 && bytes.iter().any(|byte| evacuate::is_lone(*byte))
        {
            return Encoding::Its;
        }
        let line_feeds = memchr_iter(LINE_FEED, bytes);
        let (ends, host_ends) = line_feeds.fold((0, 0), |(ends, host_ends), at| {
            (ends + 1, host_ends + usize::from(at > 0 && bytes[at - 1] == CARRIAGE_RETURN))
        });
        let has_return = memchr(CARRIAGE_RETURN, bytes).is_some();
        if !is_utf8 && !has_return {
            return Encoding::Its;
        }
        let is_todays = !has_return || is_utf8 && !bytes.is_ascii();
        if is_todays || host_ends * 2 >= ends { Encoding::Host } else { Encoding::Its }
    }
}

/// A text in characters of the period: lines end with CR LF.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// The characters; UTF-8 characters beyond ASCII as their bytes.
    pub characters: Vec<u8>,
    /// The index of the first character of each line of the file. A lone LF does not begin a line.
    pub lines: Vec<u32>,
}

/// Reads the text in `bytes`, in `encoding` or the encoding that [`Encoding::of`] finds.
///
/// In a host's text that is not UTF-8, the invalid bytes are read by the evacuate encoding.
pub fn read(bytes: &[u8], encoding: Option<Encoding>) -> Text {
    let mut text = Text { characters: Vec::with_capacity(bytes.len() + bytes.len() / 16), lines: vec![0] };
    match encoding.unwrap_or_else(|| Encoding::of(bytes)) {
        Encoding::Its => text.read_its(bytes),
        Encoding::Host if std::str::from_utf8(bytes).is_ok() => {
            text.read_host(bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes));
        }
        Encoding::Host => {
            for chunk in bytes.utf8_chunks() {
                text.read_host(chunk.valid().as_bytes());
                for &byte in chunk.invalid() {
                    evacuate::decode_character(byte, &mut text.characters);
                }
            }
        }
    }
    text
}

impl Text {
    fn read_host(&mut self, bytes: &[u8]) {
        let mut start = 0;
        for at in memchr_iter(LINE_FEED, bytes) {
            self.characters.extend_from_slice(&bytes[start..at]);
            if self.characters.last() != Some(&CARRIAGE_RETURN) {
                self.characters.push(CARRIAGE_RETURN);
            }
            self.end_line();
            start = at + 1;
        }
        self.characters.extend_from_slice(&bytes[start..]);
    }

    fn read_its(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            if byte == LINE_FEED {
                self.characters.push(CARRIAGE_RETURN);
                self.end_line();
            } else {
                evacuate::decode_character(byte, &mut self.characters);
            }
        }
    }

    fn end_line(&mut self) {
        self.characters.push(LINE_FEED);
        self.lines.push(self.characters.len() as u32);
    }
}

/// Returns a text file of these characters (seven bits each). [`read`] without an encoding returns the same
/// characters, and ^C after them if it was added.
///
/// An ASCII text whose lines end with CR LF is written as a text of the host. Any other text is in the
/// evacuate encoding. ^C is added if its contents alone would not identify that encoding.
pub fn write(characters: &[u8]) -> Vec<u8> {
    let mut bytes = evacuate::encode_characters(characters);
    let is_clear = bytes.is_ascii() || Encoding::of(&bytes) == Encoding::Its;
    if !is_clear || read(&bytes, None).characters != characters {
        bytes.push(END_OF_TEXT);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Each row: the kind of file, its bytes, and the characters. The encoding is in device reference 8.2.
    const FILES: [(&str, &[u8], &[u8]); 21] = [
        ("Unix", b"A\nBC\n", b"A\r\nBC\r\n"),
        ("Windows", b"A\r\nBC\r\n\r\n", b"A\r\nBC\r\n\r\n"),
        ("Windows, CR CR LF", b"A\r\r\nBC\r\n", b"A\r\r\nBC\r\n"),
        ("Windows, a lone CR", b"A/\r/\r\nBC\r\n", b"A/\r/\r\nBC\r\n"),
        ("Windows, one line", b"A\r\n", b"A\r\n"),
        ("Windows, one LF alone", b"A\r\nB\nC\r\nD\r\n", b"A\r\nB\r\nC\r\nD\r\n"),
        ("CR ends lines", b"A\rB\r", b"A\rB\r"),
        ("UTF-8", "Ä\n\rB\n".as_bytes(), b"\xC3\x84\r\n\rB\r\n"),
        ("UTF-8 with a mark at the beginning", "\u{feff}A\r\nB\r\n".as_bytes(), b"A\r\nB\r\n"),
        ("UTF-8 with bytes 356", "\u{e000}\n".as_bytes(), b"\xEE\x80\x80\r\n"),
        ("ITS, lone LF", b"IFSE [X][\r][\nY\n]\n", b"IFSE [X][\n][\r\nY\r\n]\r\n"),
        ("ITS, LF CR", b"A\n\rB\n", b"A\r\n\nB\r\n"),
        ("ITS, LF CR LF", b"A\r\nB\nC\n", b"A\n\r\nB\r\nC\r\n"),
        ("ITS, CR CR LF", b"A\xEE\nB\n", b"A\r\r\nB\r\n"),
        ("ITS, lone CR before all", b"A\xEEB\r\n", b"A\rB\n\r\n"),
        ("ITS, rubouts", b"\xEF\n\xC1\x87\x7F", b"\x7F\r\n\x7FA\x7F\x7F\x7F\x07"),
        ("ITS, rubout and line ends", b"A\x8DB\x8A\xEE\n", b"A\x7F\nB\x7F\r\r\r\n"),
        ("ITS, rubouts and no CR", b"A\xC1\n\xDDB\n", b"A\x7FA\r\n\x7F]B\r\n"),
        ("ITS, ^C at the end", b"A\r\nB\r\n\x03", b"A\n\r\nB\n\r\n\x03"),
        ("ITS, no line ends but lone ones", b"A\xEE\r", b"A\r\n"),
        ("nothing", b"", b""),
    ];

    #[test]
    fn the_encoding_is_found() {
        for (what, bytes, characters) in FILES {
            assert_eq!(read(bytes, None).characters, characters, "{what}");
        }
    }

    #[test]
    fn encoding_can_be_chosen() {
        assert_eq!(read(b"A\r\nB\r", Some(Encoding::Its)).characters, b"A\n\r\nB\n");
        assert_eq!(read(b"A\n/\r/\n", Some(Encoding::Host)).characters, b"A\r\n/\r/\r\n");
    }

    /// An editor shows the lines of the file: neither a lone LF nor a rubout with an LF begins one.
    #[test]
    fn line_starts_match_the_file() {
        assert_eq!(read(b"A\r\nB\n\x8DC\n\xEE", None).lines, [0, 4, 7, 12]);
        assert_eq!(read(b"A\r\nB\r\n", None).lines, [0, 3, 6]);
        assert_eq!(read(b"A\nB", None).lines, [0, 3]);
    }

    #[test]
    fn a_plain_text_is_written_plainly() {
        assert_eq!(write(b"A\r\nB\t;C\r\n"), b"A\nB\t;C\n");
        assert_eq!(write(b"/\n/\r\n"), b"/\r/\n");
        // All lines begin with an LF: only the ^C shows the meaning of the CRs.
        assert_eq!(write(b"A\n\r\n"), b"A\r\n\x03");
    }

    proptest! {
        #[test]
        fn written_text_reads_back(
            characters in prop::collection::vec(prop_oneof![
                Just(b'A'), Just(b'\r'), Just(b'\n'), Just(0x7F), Just(3), Just(0), 0u8..0x80,
            ], 0..60),
        ) {
            let read = read(&write(&characters), None).characters;
            prop_assert!(read == characters || read == [&characters[..], b"\x03"].concat(), "{:?}", read);
        }
    }
}
