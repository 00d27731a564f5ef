//! Splits a PGN text into tokens.

use std::io::{self, BufRead};

use support::parse::LineColumn;

use super::super::{PrintedNumber, Remark};
use super::source::LineSource;
use super::words;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    /// `[White "Mac Hack Six"]`
    Tag(String, String),
    /// `{words}`, `; words` to the end of the line, or words in brackets that are not a tag. `opened` is set
    /// if a text in braces contains another opening brace.
    Comment { text: String, opened: bool },
    /// `}` without a comment.
    Brace,
    /// `(`
    Open,
    /// `)`
    Close,
    /// `$14`
    Glyph(u8),
    /// `12.`
    Number(PrintedNumber),
    /// Dots without a number.
    Points(usize),
    /// `1-0`
    Result(&'static str),
    /// A move, or another word without blanks.
    Word(String),
}

/// The reason why the lexer or the parser cannot continue.
pub(super) enum PgnError {
    Input(io::Error),
    /// The rest of the game cannot be read.
    Broken(Remark),
}

impl From<io::Error> for PgnError {
    fn from(error: io::Error) -> PgnError {
        PgnError::Input(error)
    }
}

/// Maximum number of characters in a game, including comments. It limits the memory used for a broken or
/// hostile file.
const MAX_LENGTH: usize = 4 << 20;

pub(super) struct Lexer<R> {
    pub(super) source: LineSource<R>,
    /// Warnings about the game being read.
    pub(super) warnings: Vec<Remark>,
}

const MAX_WARNINGS_PER_GAME: usize = 10;

impl<R: BufRead> Lexer<R> {
    pub(super) fn new(input: R) -> Lexer<R> {
        Lexer { source: LineSource::new(input), warnings: Vec::new() }
    }

    pub(super) fn warn(&mut self, place: LineColumn, what: impl Into<String>) {
        if self.warnings.len() < MAX_WARNINGS_PER_GAME {
            self.warnings.push(Remark { place, what: what.into() });
        }
    }

    /// Returns the next token and its place, or `None` at the end of the text. `in_tags` is set before the
    /// first move: brackets are then read as tags even if they are malformed.
    pub(super) fn token(&mut self, in_tags: bool) -> Result<Option<(LineColumn, Token)>, PgnError> {
        let (place, first) = loop {
            if self.source.is_at_line_start() && self.source.peek() == Some('%') {
                // PGN reserves lines that start with `%` for other programs.
                self.source.skip_line()?;
            }
            match self.source.peek() {
                None if !self.source.next_line()? => return Ok(None),
                None => self.check_length()?,
                Some(c) if is_blank(c) => self.source.skip(1),
                Some('$') => {
                    let place = self.source.place();
                    if let Some(glyph) = self.glyph(place) {
                        return Ok(Some((place, Token::Glyph(glyph))));
                    }
                }
                Some(c) => break (self.source.place(), c),
            }
        };
        let token = match first {
            '{' => self.comment(place)?,
            ';' => {
                self.source.skip(1);
                let text = self.rest_of_line()?;
                Token::Comment { text: words_of(&text), opened: false }
            }
            '[' => self.bracket(place, in_tags),
            '}' => self.single(Token::Brace),
            '(' => match words::promotion_in_parentheses(self.source.rest()) {
                Some(piece) => {
                    self.source.skip(3);
                    Token::Word(format!("={piece}"))
                }
                None => self.single(Token::Open),
            },
            ')' => self.single(Token::Close),
            _ => self.word(),
        };
        Ok(Some((place, token)))
    }

    /// Skips to the next line that starts with a tag, or to the end of the text. Returns an error after a
    /// very long text without a tag.
    pub(super) fn skip_to_tag(&mut self) -> io::Result<()> {
        const MAX_SKIPPED: usize = 256 << 20;
        loop {
            if self.source.is_at_line_start() && is_tag(self.source.rest()) {
                return Ok(());
            }
            if self.source.length() > MAX_SKIPPED {
                let what = "no games found in a long stretch of it";
                return Err(io::Error::new(io::ErrorKind::InvalidData, what));
            }
            self.source.skip(self.source.rest().len());
            if !self.source.next_line()? {
                return Ok(());
            }
        }
    }

    fn check_length(&self) -> Result<(), PgnError> {
        if self.source.length() <= MAX_LENGTH {
            return Ok(());
        }
        let what = format!("a game of more than {} MB cannot be read", MAX_LENGTH >> 20);
        Err(PgnError::Broken(Remark { place: self.source.place(), what }))
    }

    fn single(&mut self, token: Token) -> Token {
        self.source.skip(1);
        token
    }

    fn rest_of_line(&mut self) -> Result<String, PgnError> {
        let mut text = String::new();
        loop {
            text += &self.source.take_while(|_| true);
            if self.source.line_has_ended() || !self.source.next_line()? {
                return Ok(text);
            }
            self.check_length()?;
        }
    }

    fn comment(&mut self, place: LineColumn) -> Result<Token, PgnError> {
        self.source.skip(1);
        let mut text = String::new();
        loop {
            text += &self.source.take_while(|c| c != '}');
            if self.source.peek().is_some() {
                self.source.skip(1);
                return Ok(Token::Comment { text: words_of(&text), opened: text.contains('{') });
            }
            text.push(' ');
            let ended = !self.source.next_line()?;
            if ended || (self.source.is_at_line_start() && is_tag(self.source.rest())) {
                let what = "a } is missing: the comment that begins here has no end".to_owned();
                return Err(PgnError::Broken(Remark { place, what }));
            }
            self.check_length()?;
        }
    }

    /// Reads a tag pair, or a remark in brackets such as `[%clk 0:01:00]`.
    fn bracket(&mut self, place: LineColumn, in_tags: bool) -> Token {
        if is_tag(self.source.rest()) {
            return self.tag(place);
        }
        let text: String = self.source.rest().iter().skip(1).take_while(|&&c| c != ']').collect();
        let length = 1 + text.chars().count();
        self.source.skip(length);
        let closed = self.source.peek() == Some(']');
        self.source.skip(usize::from(closed));
        let is_name = text.trim_start().starts_with(|c: char| c.is_alphabetic());
        if in_tags && is_name {
            self.warn(place, "the value of a tag belongs in quotation marks: [Name \"value\"]");
            let (name, value) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
            let value = value.trim().trim_matches(['\'', '“', '”', '„', '"']);
            return Token::Tag(name.to_owned(), value.to_owned());
        }
        Token::Comment { text: words_of(&format!("[{text}]")), opened: false }
    }

    /// Reads a tag pair. The value ends at a quotation mark before `]`, or with a warning at the end of the
    /// line. Other quotation marks belong to the value; the lexer warns if they lack a backslash.
    fn tag(&mut self, place: LineColumn) -> Token {
        self.source.skip(1);
        self.source.take_while(char::is_whitespace);
        let name = self.source.take_while(is_of_name);
        self.source.take_while(char::is_whitespace);
        self.source.skip(1);
        let mut value = String::new();
        let mut odd = false;
        loop {
            match *self.source.rest() {
                [] => {
                    self.warn(place, format!("the tag {name} has no \"] at its end"));
                    let value = value.trim_end().trim_end_matches(']').trim_end();
                    let value = value.strip_suffix('"').unwrap_or(value).to_owned();
                    return Token::Tag(name, value);
                }
                ['\\', c @ ('"' | '\\'), ..] => {
                    self.source.skip(2);
                    value.push(c);
                }
                ['"', ref rest @ ..] => {
                    let blanks = rest.iter().take_while(|c| c.is_whitespace()).count();
                    if rest.get(blanks) == Some(&']') {
                        self.source.skip(blanks + 2);
                        break;
                    }
                    odd = true;
                    self.source.skip(1);
                    value.push('"');
                }
                [c, ..] => {
                    self.source.skip(1);
                    value.push(c);
                }
            }
        }
        if odd {
            self.warn(
                place,
                format!("a quotation mark in the value of the tag {name} lacks a backslash (write \\\")"),
            );
        }
        Token::Tag(name, value)
    }

    fn glyph(&mut self, place: LineColumn) -> Option<u8> {
        self.source.skip(1);
        let glyph = self.source.take_while(|c| c.is_ascii_digit()).parse().ok();
        if glyph.is_none() {
            self.warn(place, "annotation glyph skipped (expected $0 to $255)");
        }
        glyph
    }

    fn word(&mut self) -> Token {
        if let Some((length, result)) = words::result(self.source.rest()) {
            self.source.skip(length);
            return Token::Result(result);
        }
        if let Some((length, number)) = words::number(self.source.rest()) {
            self.source.skip(length);
            return Token::Number(number);
        }
        let points = words::points(self.source.rest());
        if points > 0 {
            self.source.take_while(words::is_point);
            return Token::Points(points);
        }
        let length = words::length(self.source.rest());
        Token::Word(self.source.take(length))
    }
}

/// Returns `true` for blanks, the end-of-file mark of DOS, byte order marks and zero-width blanks.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{1a}' | '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{2060}')
}

fn is_of_name(c: char) -> bool {
    !c.is_whitespace() && !"[]\"%".contains(c)
}

/// Returns `true` if a line, or its rest, starts like a tag pair: `[Name "`.
fn is_tag(line: &[char]) -> bool {
    let skip =
        |line: &[char], condition: fn(char) -> bool| line.iter().take_while(|&&c| condition(c)).count();
    let ['[', rest @ ..] = line else { return false };
    let rest = &rest[skip(rest, char::is_whitespace)..];
    let name = skip(rest, is_of_name);
    let rest = &rest[name..];
    name > 0 && rest.get(skip(rest, char::is_whitespace)) == Some(&'"')
}

fn words_of(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
