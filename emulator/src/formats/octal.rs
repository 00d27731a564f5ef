//! Words as octal text, in the forms that people and programs write (device reference 8.4).
//!
//! A line is a word of up to twelve digits (or two halves `left,,right` or `left right`) for the next
//! address; `address:` or `address/ word` sets the address; `d address word` (also `dep`, `deposit`) is a
//! line of a SIMH script; `g address` (also `go`, `run`, `start:`) gives the start. `address word` with the
//! twelve digits of a word and `start word` are lines of `midas --format octal`. `;` and `#` begin comments.

use super::{FormatError, Image, Place};
use crate::address::Address;
use crate::word::Word;
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case, take_while1};
use nom::character::complete::{one_of, space1};
use nom::combinator::{opt, peek, rest, success, verify};
use nom::sequence::{pair, preceded, separated_pair, terminated};
use std::fmt::Write as _;
use support::parse::{self, ParseFailure, Parsed, checked, must, read, token};

#[derive(Clone, Copy)]
enum OctalLine {
    Nothing,
    Word(Word),
    Origin(Address, Option<Word>),
    Start(Word),
}

/// Parses a program in octal text; addresses begin at 0.
///
/// # Errors
///
/// Returns an error at the first line of an unknown form.
pub fn parse(bytes: &[u8]) -> Result<Image, FormatError> {
    let mut image = Image::default();
    let mut at = Address::new(0);
    for (number, line) in lines(bytes)? {
        match line_of(line, number)? {
            OctalLine::Nothing => {}
            OctalLine::Word(word) => {
                image.set(at, word);
                at = at.next();
            }
            OctalLine::Origin(address, word) => {
                at = address;
                if let Some(word) = word {
                    image.set(at, word);
                    at = at.next();
                }
            }
            OctalLine::Start(word) => image.start = Some(word),
        }
    }
    if image.is_empty() { Err(FormatError::Empty { wanted: "octal words in the file" }) } else { Ok(image) }
}

/// Parses a text that consists only of words.
///
/// # Errors
///
/// Returns an error at the first line that is not a word.
pub fn words(bytes: &[u8]) -> Result<Vec<Word>, FormatError> {
    let mut words = Vec::new();
    for (number, line) in lines(bytes)? {
        match line_of(line, number)? {
            OctalLine::Nothing => {}
            OctalLine::Word(word) => words.push(word),
            OctalLine::Origin(..) | OctalLine::Start(_) => {
                let what = format!("\"{line}\" has an address: this is a program, not a list of words");
                let at = Place::Text(parse::LineColumn { line: number, ..parse::LineColumn::START });
                return Err(FormatError::Unexpected { what, at });
            }
        }
    }
    Ok(words)
}

/// Returns a SIMH script that deposits the program, and starts it if it has a start address.
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
        what: "this is not text".to_owned(),
        at: Place::Byte(error.valid_up_to()),
    })?;
    Ok((1..).zip(text.lines()))
}

fn line_of(text: &str, number: usize) -> Result<OctalLine, FormatError> {
    read(text, "a comment or the end of the line", line).map_err(|mistake| mistake.on_line(number).into())
}

fn line(text: &str) -> Parsed<'_, OctalLine> {
    let statement =
        alt((deposit, start, origin, located, word.map(OctalLine::Word), success(OctalLine::Nothing)));
    let comment = token(pair(one_of(";#"), rest));
    terminated(token(statement), opt(comment)).parse(text)
}

/// Parses `d 100 254000000100`.
fn deposit(text: &str) -> Parsed<'_, OctalLine> {
    let verb = alt((tag_no_case("deposit"), tag_no_case("dep"), tag_no_case("d")));
    let address = must("an address", address);
    preceded(pair(verb, space1), pair(address, token(must("an octal word", word))))
        .map(|(address, word)| OctalLine::Origin(address, Some(word)))
        .parse(text)
}

/// Parses `g 100` or `start  254000000100`.
fn start(text: &str) -> Parsed<'_, OctalLine> {
    let jump = |address: Address| Word::halves(0o254000, address.get());
    let verb = alt((tag_no_case("go"), tag_no_case("g"), tag_no_case("run"), tag_no_case("start:")));
    let places = preceded(pair(verb, space1), must("an address", address)).map(jump);
    let words = preceded(pair(tag_no_case("start"), space1), must("the start instruction", whole_word));
    alt((places, words)).map(OctalLine::Start).parse(text)
}

/// Parses `000100 254000000100`.
fn located(text: &str) -> Parsed<'_, OctalLine> {
    preceded(peek((digits, space1, whole_word)), separated_pair(address, space1, whole_word))
        .map(|(address, word)| OctalLine::Origin(address, Some(word)))
        .parse(text)
}

fn whole_word(text: &str) -> Parsed<'_, Word> {
    preceded(peek(verify(digits, |digits: &str| digits.len() == 12)), octal(WORD).map(Word::new)).parse(text)
}

/// Parses `100:` or `100/ 254000000100`.
fn origin(text: &str) -> Parsed<'_, OctalLine> {
    let mark = || one_of(":/");
    preceded(peek(pair(digits, mark())), pair(terminated(address, mark()), opt(token(word))))
        .map(|(address, word)| OctalLine::Origin(address, word))
        .parse(text)
}

/// Parses one number of 36 bits, or two of 18.
fn word(text: &str) -> Parsed<'_, Word> {
    let between = || alt((tag(",,"), space1));
    let half = || octal(HALF).map(|half| half as u32);
    let halves = preceded(peek((digits, between(), digits)), separated_pair(half(), between(), half()));
    alt((halves.map(|(left, right)| Word::halves(left, right)), octal(WORD).map(Word::new))).parse(text)
}

fn address(text: &str) -> Parsed<'_, Address> {
    octal(ADDRESS).map(|address| Address::new(address as u32)).parse(text)
}

fn digits(text: &str) -> Parsed<'_, &str> {
    take_while1(|c: char| !c.is_whitespace() && !",:/;#".contains(c)).parse(text)
}

/// A kind of octal number: its size in bits, and its name in messages.
#[derive(Clone, Copy)]
pub(crate) struct OctalKind(u32, &'static str);

pub(crate) const WORD: OctalKind = OctalKind(36, "a word of 36 bits");
pub(crate) const HALF: OctalKind = OctalKind(18, "a half word of 18 bits");
pub(crate) const ADDRESS: OctalKind = OctalKind(18, "an address of 18 bits");

pub(crate) fn octal<'t>(
    OctalKind(bits, kind): OctalKind,
) -> impl Parser<&'t str, Output = u64, Error = ParseFailure<'t>> {
    checked(digits, move |digits: &str| {
        if !digits.bytes().all(|digit| matches!(digit, b'0'..=b'7')) {
            return Err(format!("\"{digits}\" is not an octal number"));
        }
        match u64::from_str_radix(digits, 8).unwrap_or(u64::MAX) {
            number if number >> bits == 0 => Ok(number),
            number if number >> 36 != 0 => Err(format!("\"{digits}\" has more than 36 bits")),
            _ => Err(format!("\"{digits}\" does not fit in {kind}")),
        }
    })
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
    fn forms_of_a_line() {
        let one = |text: &str| {
            let image = parse(text.as_bytes()).unwrap();
            let words: Vec<_> = image.iter().map(|(address, word)| (address.get(), word)).collect();
            words
        };
        let word = Word::halves(0o12, 0o345);
        for text in
            ["12,,345", "12 345", "12\t345 ; c", " 000012000345#c", "0:12 345", "DEPOSIT 0 12,,345\r\n"]
        {
            assert_eq!(one(text), [(0, word)], "{text}");
        }
        for text in ["7: 12000345 ; c", "7/12000345", "7:\n12 345", "dep 7 12 345", "D 000007\t12,,345"] {
            assert_eq!(one(text), [(7, word)], "{text}");
        }
        for text in ["1\ng 100", "1\nGO 100", "1\nrun 100 # c", "1\nstart: 100"] {
            let image = parse(text.as_bytes()).unwrap();
            assert_eq!((image.len(), image.start_address()), (1, Some(Address::new(0o100))), "{text}");
        }
    }

    /// Twelve digits are a word: `3 4` has two halves, and so has `000003 000004`.
    #[test]
    fn lines_of_the_assembler() {
        let image =
            parse(b"000100 201040000005\n000302 000000000007\n3 000004\nstart  254200000100\n").unwrap();
        let words: Vec<(u32, u64)> =
            image.iter().map(|(address, word)| (address.get(), word.bits())).collect();
        assert_eq!(words, [(0o100, 0o201040_000005), (0o302, 7), (0o303, 0o3_000004)]);
        assert_eq!(image.start, Some(Word::halves(0o254200, 0o100)));
    }

    #[test]
    fn mistakes_have_their_place() {
        for (text, expected) in [
            ("1\n8\n", "line 2, column 1: \"8\" is not an octal number"),
            ("1\n\n  1777777777777", "line 3, column 3: \"1777777777777\" has more than 36 bits"),
            ("d 1000000 1\n", "line 1, column 3: \"1000000\" does not fit in an address of 18 bits"),
            ("d 100", "line 1, column 6: expected an octal word, found the end of the line"),
            ("d 100 ; 1", "line 1, column 7: expected an octal word, found \";\""),
            ("g ", "line 1, column 3: expected an address, found the end of the line"),
            ("1\nstart 1", "line 2, column 7: expected the start instruction, found \"1\""),
            ("1000000 000000000001", "line 1, column 1: \"1000000\" does not fit in an address of 18 bits"),
            ("1,,2000000", "line 1, column 4: \"2000000\" does not fit in a half word of 18 bits"),
            ("1000000,,2", "line 1, column 1: \"1000000\" does not fit in a half word of 18 bits"),
            ("100: 1 2 3", "line 1, column 10: expected a comment or the end of the line, found \"3\""),
            ("1\r\n+5", "line 2, column 1: \"+5\" is not an octal number"),
            ("1 ,,2", "line 1, column 3: expected a comment or the end of the line, found \",,2\""),
            ("TITLE COUNT", "line 1, column 1: \"TITLE\" is not an octal number"),
            ("\n", "no octal words in the file"),
        ] {
            assert_eq!(parse(text.as_bytes()).unwrap_err().to_string(), expected, "{text}");
        }
        assert_eq!(
            words(b"1\n100: 1\n").unwrap_err().to_string(),
            "line 2, column 1: \"100: 1\" has an address: this is a program, not a list of words"
        );
    }

    proptest! {
        #[test]
        fn random_text_never_panics(text in "([dg] |[0-8]{1,13}|[:/,;]| |\n|é){0,40}") {
            let _ = parse(text.as_bytes());
            let _ = words(text.as_bytes());
        }
    }
}
