//! The words of a line at the prompt: verbs and keywords, the names of files, texts in
//! quotation marks.

use super::error::CommandError;
use super::expression::in_line;
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{escaped, tag, take_till, take_till1, take_while, take_while1};
use nom::character::complete::{anychar, char, none_of, one_of};
use nom::combinator::{cut, eof, not, opt, recognize, rest, value};
use nom::multi::{fold_many0, many0_count};
use nom::sequence::{delimited, pair, preceded};
use support::parse::{Parsed, must, read};

const CLOSING: &str = "a quotation mark at the end of the text";
const ESCAPES: &str = "r, n, t, e, an octal number, a quotation mark or a backslash after the backslash";

pub(crate) fn first_word(text: &str) -> (&str, &str) {
    let (first, rest) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
    (first, rest.trim())
}

/// Returns the text before and after the first `word` that is not part of another word or of a text
/// in quotation marks.
pub(crate) fn split_at<'t>(text: &'t str, word: &str) -> (&'t str, Option<&'t str>) {
    let blanks = || take_while(char::is_whitespace);
    let blank = || alt((take_while1(char::is_whitespace), eof));
    let keyword = || delimited(blanks(), tag(word), blank());
    let characters = opt(escaped(none_of("\"\\"), '\\', anychar));
    let quoted = recognize(delimited(char('"'), characters, cut(char('"'))));
    let piece = preceded(blanks(), alt((quoted, take_till1(char::is_whitespace))));
    let before = recognize(many0_count(preceded(not(keyword()), piece)));
    let split: Parsed<'_, (&str, &str)> = pair(before, preceded(keyword(), rest)).parse(text);
    split.map_or((text.trim(), None), |(_, (before, after))| (before.trim(), Some(after.trim())))
}

/// Parses a path, with or without quotation marks.
pub(crate) fn path(text: &str) -> Result<&str, CommandError> {
    let text = text.trim();
    let quoted = delimited(char('"'), take_till(|c| c == '"'), must(CLOSING, char('"')));
    let parsed = read(text, "the end of the line", alt((quoted, rest)));
    parsed.map_err(|mistake| CommandError(in_line(text, &mistake)))
}

/// Parses a text in quotation marks, with `\r`, `\n`, `\t`, `\e` (ALTMODE), `\\`, `\"` and octal `\nnn`, or a
/// text without quotation marks, which is taken unchanged.
pub(crate) fn quoted(text: &str) -> Result<String, CommandError> {
    quoted_as(text, string)
}

/// Parses a text as [`quoted`] does, but for a keyboard: `\n` is RETURN as `\r` is, and only `\012` is LINE
/// FEED.
pub(crate) fn typed(text: &str) -> Result<String, CommandError> {
    quoted_as(text, keys)
}

fn quoted_as(text: &str, string: fn(&str) -> Parsed<'_, String>) -> Result<String, CommandError> {
    let text = text.trim();
    if text.is_empty() {
        return Err("expected a text".into());
    }
    let bare = rest.map(str::to_owned);
    let parsed = read(text, "the end of the line (in a text a quotation mark is \\\")", alt((string, bare)));
    parsed.map_err(|mistake| CommandError(in_line(text, &mistake)))
}

fn string(text: &str) -> Parsed<'_, String> {
    characters(text, '\n')
}

fn keys(text: &str) -> Parsed<'_, String> {
    characters(text, '\r')
}

fn characters<'a>(text: &'a str, new_line: char) -> Parsed<'a, String> {
    let escape = |text: &'a str| escape(text, new_line);
    let escaped = preceded(char('\\'), must(ESCAPES, escape));
    let characters = fold_many0(alt((none_of("\"\\"), escaped)), String::new, |mut text, character| {
        text.push(character);
        text
    });
    delimited(char('"'), characters, must(CLOSING, char('"'))).parse(text)
}

fn escape(text: &str, new_line: char) -> Parsed<'_, char> {
    let octal = || one_of("01234567");
    let digits =
        alt((recognize((one_of("01"), octal(), octal())), recognize((octal(), octal())), recognize(octal())));
    let code = digits.map(|digits| char::from(u8::from_str_radix(digits, 8).unwrap_or(0)));
    alt((
        value('\r', char('r')),
        value(new_line, char('n')),
        value('\t', char('t')),
        value('\x1b', char('e')),
        code,
        one_of("\"\\"),
    ))
    .parse(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn texts() {
        assert_eq!(quoted(r#""PW\r""#).unwrap(), "PW\r");
        assert_eq!(quoted(r#""\175\e\"""#).unwrap(), "}\x1b\"");
        assert_eq!(quoted(r#" "\2001\77\08\\" "#).unwrap(), "\u{10}01?\u{0}8\\");
        assert_eq!(typed(r#""A\0121\n\r""#).unwrap(), "A\n1\r\r");
        assert_eq!(quoted("READY").unwrap(), "READY");
        assert_eq!(quoted(r#"a "b" \r"#).unwrap(), r#"a "b" \r"#);
        assert_eq!(quoted(r#""""#).unwrap(), "");
    }

    #[test]
    fn paths() {
        assert_eq!(path(" two words.rim ").unwrap(), "two words.rim");
        assert_eq!(path(r#""c:\tapes\echo.rim""#).unwrap(), r"c:\tapes\echo.rim");
    }

    #[test]
    fn keywords_are_words_outside_of_texts() {
        assert_eq!(split_at("100 hold 1s", "hold"), ("100", Some("1s")));
        assert_eq!(split_at("threshold 1s", "hold"), ("threshold 1s", None));
        assert_eq!(split_at("hold", "hold"), ("", Some("")));
        assert_eq!(split_at(r#""wait for it" for 10s"#, "for"), (r#""wait for it""#, Some("10s")));
        assert_eq!(split_at(r#""wait for it"#, "for"), (r#""wait for it"#, None));
        assert_eq!(split_at(r#""a\" for \q" for 1s"#, "for"), (r#""a\" for \q""#, Some("1s")));
        assert_eq!(split_at("", "for"), ("", None));
        for blank in [" ", "\t", "\u{a0}", "\u{2009}"] {
            let text = format!("ö{blank}日{blank}hold{blank}1s{blank}");
            assert_eq!(split_at(&text, "hold"), (format!("ö{blank}日").as_str(), Some("1s")), "{text:?}");
            let without = format!("ö{blank}日{blank}threshold");
            assert_eq!(split_at(&without, "hold"), (without.as_str(), None), "{without:?}");
        }
    }

    #[test]
    fn errors_name_the_column() {
        let text = |text| quoted(text).unwrap_err().to_string();
        let closing = "expected a quotation mark at the end of the text, found the end of the line";
        assert_eq!(text(""), "expected a text");
        assert_eq!(text(r#""x"#), format!("{closing}, at column 3 of \"x"));
        assert_eq!(text(r#"""#), format!("{closing}, at column 2 of \""));
        assert_eq!(text(r#""x\""#), format!("{closing}, at column 5 of \"x\\\""));
        assert_eq!(
            text(r#""x\"#),
            format!("expected {ESCAPES}, found the end of the line, at column 4 of \"x\\")
        );
        assert_eq!(text(r#""a\q b""#), format!("expected {ESCAPES}, found \"q\", at column 4 of \"a\\q b\""));
        assert_eq!(
            text(r#""a"b""#),
            r#"expected the end of the line (in a text a quotation mark is \"), found "b"", at column 4 of "a"b""#
        );
        let path = |text| path(text).unwrap_err().to_string();
        assert_eq!(path(r#""a b"#), format!("{closing}, at column 5 of \"a b"));
        assert_eq!(path(r#""a" b"#), r#"expected the end of the line, found "b", at column 5 of "a" b"#);
    }

    proptest! {
        #[test]
        fn text_round_trips(text in "[ -~é\r\n\t]{0,20}") {
            let mut written = String::from("\"");
            for character in text.chars() {
                match character {
                    '"' | '\\' => written.extend(['\\', character]),
                    '\r' => written += "\\r",
                    '\n' => written += "\\n",
                    '\t' => written += "\\011",
                    other => written.push(other),
                }
            }
            prop_assert_eq!(quoted(&(written + "\"")), Ok(text));
        }
    }
}
