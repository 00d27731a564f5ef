//! Decks of punched cards, in two formats of SIMH: as text and as column binary.
//!
//! In a text each line is a card:
//!
//! ```text
//! HELLO             characters in DEC's 029 code
//! ~raw44004020      columns of four octal digits: row 12 is 4000, row 9 is 1
//! ~                 the end of a file: here the operator pressed the button END OF FILE
//! ```
//!
//! In column binary a card has two bytes per column, the low one first. They hold the column's number of four
//! octal digits, times 16.

use super::{FormatError, Place};
use support::parse::LineColumn;

/// Number of columns of a card.
pub const COLUMNS: usize = 80;
const BINARY_CARD_BYTES: usize = 2 * COLUMNS;
const TAB_STOP: usize = 8;

/// The bit of row 12, the top row of a column. Each lower row has the next bit to the right, down to row 9.
const ROW_12: u16 = 0o4000;
const ROW_11: u16 = 0o2000;
const ROW_0: u16 = 0o1000;

/// The characters of DEC's 029 code that are neither letters nor digits, and their punches.
const SPECIAL: [(u8, u16); 33] = [
    (b' ', 0o0000),
    (b'!', 0o2202),
    (b'"', 0o0006),
    (b'#', 0o0102),
    (b'$', 0o2102),
    (b'%', 0o1042),
    (b'&', 0o4000),
    (b'\'', 0o0022),
    (b'(', 0o4022),
    (b')', 0o2022),
    (b'*', 0o2042),
    (b'+', 0o4012),
    (b',', 0o1102),
    (b'-', 0o2000),
    (b'.', 0o4102),
    (b'/', 0o1400),
    (b':', 0o0202),
    (b';', 0o2012),
    (b'<', 0o4042),
    (b'=', 0o0012),
    (b'>', 0o1012),
    (b'?', 0o1006),
    (b'@', 0o0042),
    (b'[', 0o4202),
    (b'\\', 0o2006),
    (b']', 0o1202),
    (b'^', 0o4006),
    (b'_', 0o1022),
    (b'`', 0o0402),
    (b'{', 0o5000),
    (b'|', 0o6000),
    (b'}', 0o3000),
    (b'~', 0o3400),
];

/// What a reader finds next in a deck.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum DeckItem {
    /// A card: the punches of its 80 columns, 12 bits each.
    Card(Vec<u16>),
    /// The end of a file.
    EndOfFile,
}

/// Reads a deck. An empty file has no cards.
///
/// # Errors
///
/// Returns an error if a line is not a card, or if the bytes are neither text nor column binary.
pub fn read(bytes: &[u8]) -> Result<Vec<DeckItem>, FormatError> {
    let is_text = bytes.iter().all(|&byte| matches!(byte, b'\t' | b'\n' | b'\r' | b' '..=b'~'));
    let (cards, rest) = bytes.as_chunks::<BINARY_CARD_BYTES>();
    let is_binary = rest.is_empty() && bytes.iter().step_by(2).all(|low| low & 0o17 == 0);
    if is_binary && !is_text {
        return Ok(cards.iter().map(from_binary).collect());
    }
    let lines = bytes.split_inclusive(|&byte| byte == b'\n').enumerate();
    lines.map(|(index, line)| from_line(line, index + 1)).collect()
}

/// Returns the deck as text.
pub fn write(deck: &[DeckItem]) -> Vec<u8> {
    let lines = deck.iter().map(|item| match item {
        DeckItem::Card(columns) => line(columns),
        DeckItem::EndOfFile => "~\n".to_owned(),
    });
    lines.collect::<String>().into_bytes()
}

/// Returns a card as a line of text: in characters if all columns have one and the first is
/// not `~`, otherwise by columns.
pub fn line(columns: &[u16]) -> String {
    let characters: Option<String> = columns.iter().map(|&punches| character(punches)).collect();
    match characters {
        Some(text) if !text.starts_with('~') => format!("{}\n", text.trim_end()),
        _ => {
            let digits: String = columns.iter().map(|punches| format!("{punches:04o}")).collect();
            format!("~raw{digits}\n")
        }
    }
}

fn from_binary(card: &[u8; BINARY_CARD_BYTES]) -> DeckItem {
    let (columns, _) = card.as_chunks();
    DeckItem::Card(columns.iter().map(|&bytes| u16::from_le_bytes(bytes) >> 4).collect())
}

fn from_line(line: &[u8], number: usize) -> Result<DeckItem, FormatError> {
    let unexpected = |index: usize, what: String| {
        let at = Place::Text(LineColumn { line: number, column: index + 1 });
        FormatError::Unexpected { what, at }
    };
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let mut columns = Vec::new();
    if let Some(digits) = line.strip_prefix(b"~raw") {
        for (index, digits) in digits.trim_ascii_end().chunks(4).enumerate() {
            let is_octal = digits.len() == 4 && digits.iter().all(|digit| matches!(digit, b'0'..=b'7'));
            if !is_octal {
                let what = "expected four octal digits for each column".to_owned();
                return Err(unexpected(4 * (index + 1), what));
            }
            columns.push(digits.iter().fold(0, |column, digit| column << 3 | u16::from(digit - b'0')));
        }
    } else if let Some(rest) = line.strip_prefix(b"~") {
        if rest.trim_ascii().is_empty() {
            return Ok(DeckItem::EndOfFile);
        }
        let what = "a line that begins with ~ is the end of a file, or ~raw and octal digits".to_owned();
        return Err(unexpected(1, what));
    } else {
        for (index, &byte) in line.iter().enumerate() {
            if byte == b'\t' {
                columns.resize((columns.len() / TAB_STOP + 1) * TAB_STOP, 0);
            } else {
                columns.push(punches(byte).ok_or_else(|| {
                    let expected = "expected printable ASCII, or column binary of 160 bytes per card";
                    unexpected(index, format!("the byte {byte:03o} has no card code ({expected})"))
                })?);
            }
        }
    }
    if columns.len() > COLUMNS {
        return Err(unexpected(0, format!("a card has {COLUMNS} columns, but this one {}", columns.len())));
    }
    columns.resize(COLUMNS, 0);
    Ok(DeckItem::Card(columns))
}

fn punches(character: u8) -> Option<u16> {
    let digit = |zone: u16, character: u8, first: u8, row: u8| zone | ROW_0 >> (character - first + row);
    Some(match character {
        b'0'..=b'9' => digit(0, character, b'0', 0),
        b'A'..=b'I' => digit(ROW_12, character, b'A', 1),
        b'J'..=b'R' => digit(ROW_11, character, b'J', 1),
        b'S'..=b'Z' => digit(ROW_0, character, b'S', 2),
        b'a'..=b'i' => digit(ROW_12 | ROW_0, character, b'a', 1),
        b'j'..=b'r' => digit(ROW_12 | ROW_11, character, b'j', 1),
        b's'..=b'z' => digit(ROW_11 | ROW_0, character, b's', 2),
        _ => return SPECIAL.iter().find(|(special, _)| *special == character).map(|(_, punches)| *punches),
    })
}

fn character(column: u16) -> Option<char> {
    (b' '..=b'~').find(|&character| punches(character) == Some(column)).map(char::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn card(columns: &[u16]) -> DeckItem {
        let mut columns = columns.to_vec();
        columns.resize(COLUMNS, 0);
        DeckItem::Card(columns)
    }

    /// Letters have a zone and a digit: A is 12-1, J 11-1, S 0-2 (Hollerith's code).
    #[test]
    fn lines_are_cards() {
        let deck = read(b"AJS09\r\n\n~\n\tz&-\n~raw77770001\n#").unwrap();
        let tabulated = [0, 0, 0, 0, 0, 0, 0, 0, 0o3001, 0o4000, 0o2000];
        let expected = [
            card(&[0o4400, 0o2400, 0o1200, 0o1000, 0o0001]),
            card(&[]),
            DeckItem::EndOfFile,
            card(&tabulated),
            card(&[0o7777, 0o0001]),
            card(&[0o0102]),
        ];
        assert_eq!(deck, expected);
        assert_eq!(read(b"").unwrap(), []);
    }

    /// Two lines of 79 blanks have the length of a card in column binary, but are text.
    #[test]
    fn column_binary_has_two_bytes_per_column() {
        let mut bytes = vec![0; 2 * BINARY_CARD_BYTES];
        bytes[..2].copy_from_slice(&[0x10, 0x80]);
        bytes[BINARY_CARD_BYTES + 158] = 0xf0;
        let mut last = vec![0; COLUMNS];
        last[79] = 0o17;
        assert_eq!(read(&bytes).unwrap(), [card(&[0o4001]), card(&last)]);
        assert_eq!(read(&[[b' '; 79].as_slice(), b"\n"].concat().repeat(2)).unwrap().len(), 2);
    }

    #[test]
    fn mistakes_are_reported_with_their_place() {
        let message = |bytes: &[u8]| read(bytes).unwrap_err().to_string();
        let long = [b"A\n".as_slice(), &[b'B'; 81]].concat();
        assert_eq!(message(&long), "line 2, column 1: a card has 80 columns, but this one 81");
        let expected = "line 1, column 3: the byte 303 has no card code (expected printable ASCII, or column \
                        binary of 160 bytes per card)";
        assert_eq!(message(b"HI\xc3\x84"), expected);
        let expected = "line 2, column 9: expected four octal digits for each column";
        assert_eq!(message(b"\n~raw0000128\n"), expected);
        assert!(message(b"~eof").starts_with("line 1, column 2: a line that begins with ~"));
    }

    #[test]
    fn a_card_that_is_not_text_is_written_by_columns() {
        assert_eq!(line(&[0o4400, 0, 0]), "A\n");
        assert_eq!(line(&[0o7777, 0o0001]), "~raw77770001\n");
        assert_eq!(line(&[0o3400, 0]), "~raw34000000\n", "a line ~ would be the end of a file");
    }

    #[test]
    fn every_character_has_its_own_punches() {
        for byte in b' '..=b'~' {
            assert_eq!(character(punches(byte).unwrap()), Some(char::from(byte)));
        }
    }

    proptest! {
        #[test]
        fn decks_come_back(cards in prop::collection::vec(
            prop_oneof![
                Just(DeckItem::EndOfFile),
                prop::collection::vec(0u16..0o10000, COLUMNS).prop_map(DeckItem::Card),
                "[ -~]{0,80}".prop_map(|text| card(&text.bytes().filter_map(punches).collect::<Vec<u16>>())),
            ],
            0..5,
        )) {
            prop_assert_eq!(read(&write(&cards)).unwrap(), cards);
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
            let _ = read(&bytes);
        }
    }
}
