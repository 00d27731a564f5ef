//! Words as octal text, in the forms in which people and programs write them (devices reference 8.4).
//!
//! A line is a word of up to twelve digits (or two halves `left,,right` or `left right`) for the next address; `address:` or
//! `address/ word` sets the address; `d address word` and `deposit` are lines of a SIMH script, `g address`, `go` or `start:` starts.
//! `;` and `#` begin comments.

use super::{FormatError, Image, Place};
use crate::address::Address;
use crate::word::Word;
use std::fmt::Write as _;

/// What a line says.
enum Line {
    Nothing,
    Word(Word),
    Origin(Address, Option<Word>),
    Start(Address),
}

/// The program in octal text; addresses begin at 0.
///
/// # Errors
///
/// The first line that is of no known form, with its number.
pub fn parse(bytes: &[u8]) -> Result<Image, FormatError> {
    let mut image = Image::new();
    let mut at = Address::new(0);
    for (index, line) in lines(bytes)? {
        match line_of(line, index)? {
            Line::Nothing => {}
            Line::Word(word) => {
                image.set(at, word);
                at = at.next();
            }
            Line::Origin(address, word) => {
                at = address;
                if let Some(word) = word {
                    image.set(at, word);
                    at = at.next();
                }
            }
            Line::Start(address) => image.start = Some(Word::halves(0o254000, address.get())),
        }
    }
    if image.is_empty() { Err(FormatError::Empty { wanted: "octal word" }) } else { Ok(image) }
}

/// The words in a text that has nothing but words.
///
/// # Errors
///
/// The first line that is something else.
pub fn words(bytes: &[u8]) -> Result<Vec<Word>, FormatError> {
    let mut words = Vec::new();
    for (index, line) in lines(bytes)? {
        match line_of(line, index)? {
            Line::Nothing => {}
            Line::Word(word) => words.push(word),
            Line::Origin(..) | Line::Start(_) => {
                let what = format!("\"{line}\" has an address: this is a program, not a list of words");
                return Err(FormatError::Unexpected { what, at: Place::Line(index + 1) });
            }
        }
    }
    Ok(words)
}

/// A SIMH script that deposits the program and says where it starts.
pub fn script(image: &Image) -> String {
    let mut text = String::new();
    for (address, word) in image.iter() {
        let _ = writeln!(text, "d {address:06o} {word:o}");
    }
    if let Some(start) = image.start_address() {
        let _ = writeln!(text, "g {start:06o}");
    }
    text
}

fn lines(bytes: &[u8]) -> Result<impl Iterator<Item = (usize, &str)>, FormatError> {
    let text = std::str::from_utf8(bytes).map_err(|error| FormatError::Unexpected {
        what: "this is no text".to_owned(),
        at: Place::Byte(error.valid_up_to()),
    })?;
    Ok(text.lines().enumerate())
}

fn line_of(line: &str, index: usize) -> Result<Line, FormatError> {
    let bad = |what: String| FormatError::Unexpected { what, at: Place::Line(index + 1) };
    let text = line.split([';', '#']).next().unwrap_or("").trim();
    if text.is_empty() {
        return Ok(Line::Nothing);
    }
    let fields: Vec<&str> = text.split_whitespace().collect();
    let address = |digits: &str| {
        let value = u32::from_str_radix(digits, 8).ok().filter(|value| *value < 1 << 18);
        value.map(Address::new).ok_or_else(|| bad(format!("\"{digits}\" is no octal address")))
    };
    let word = |fields: &[&str]| {
        word_of(fields).ok_or_else(|| bad(format!("\"{}\" is no octal word", fields.join(" "))))
    };
    match fields[0].to_ascii_lowercase().as_str() {
        "d" | "dep" | "deposit" if fields.len() > 2 => {
            Ok(Line::Origin(address(fields[1])?, Some(word(&fields[2..])?)))
        }
        "g" | "go" | "run" | "start:" if fields.len() == 2 => Ok(Line::Start(address(fields[1])?)),
        first => match first.find([':', '/']) {
            Some(at) => {
                // The word may follow the colon at once.
                let rest = &first[at + 1..];
                let fields: Vec<&str> = (!rest.is_empty())
                    .then_some(rest)
                    .into_iter()
                    .chain(fields[1..].iter().copied())
                    .collect();
                let word = if fields.is_empty() { None } else { Some(word(&fields)?) };
                Ok(Line::Origin(address(&first[..at])?, word))
            }
            None => Ok(Line::Word(word(&fields)?)),
        },
    }
}

/// One number of 36 bits, or two of 18.
fn word_of(fields: &[&str]) -> Option<Word> {
    let number = |digits: &str, bits: u32| {
        let plain = !digits.is_empty() && digits.bytes().all(|c| (b'0'..=b'7').contains(&c));
        let value = plain.then(|| u64::from_str_radix(digits, 8).ok())??;
        (value >> bits == 0).then_some(value)
    };
    match fields {
        [one] => match one.split_once(",,") {
            Some((left, right)) => Some(Word::halves(number(left, 18)? as u32, number(right, 18)? as u32)),
            None => Some(Word::new(number(one, 36)?)),
        },
        [left, right] => Some(Word::halves(number(left, 18)? as u32, number(right, 18)? as u32)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn all_forms() {
        let text =
            "; a program\n100:\n254000000100\n1,,2\n000003 000004\n200/\t000000000005\nd 300 6\ng 100\n";
        let image = parse(text.as_bytes()).unwrap();
        let words: Vec<(u32, u64)> =
            image.iter().map(|(address, word)| (address.get(), word.bits())).collect();
        assert_eq!(
            words,
            [(0o100, 0o254000_000100), (0o101, 0o1_000002), (0o102, 0o3_000004), (0o200, 5), (0o300, 6)]
        );
        assert_eq!(image.start_address(), Some(Address::new(0o100)));
        assert_eq!(parse(script(&image).as_bytes()), Ok(image));
    }

    #[test]
    fn mistakes_have_their_line() {
        let error = |text: &str| parse(text.as_bytes()).unwrap_err().to_string();
        assert_eq!(error("1\n8\n"), "line 2: \"8\" is no octal word");
        assert_eq!(error("d 1000000 1\n"), "line 1: \"1000000\" is no octal address");
        assert_eq!(error("\n"), "no octal word in the file");
    }

    proptest! {
        #[test]
        fn random_text_never_panics(text in "([dg] |[0-8]{1,13}|[:/,;]| |\n|é){0,40}") {
            let _ = parse(text.as_bytes());
            let _ = words(text.as_bytes());
        }
    }
}
