//! Errors for `nom` parsers: the expected item, the text found, line and column.
//!
//! A parser takes the rest of a text. It fails with a [`ParseFailure`], which holds the text that follows
//! the failure. [`read`] turns the failure into a [`SyntaxError`] with a line and a column.

use nom::character::complete::multispace0;
use nom::combinator::{cut, eof};
use nom::error::{ErrorKind, ParseError};
use nom::sequence::preceded;
use nom::{Err, Finish, IResult, Parser};
use std::fmt;

/// The result of a parser: a value and the rest of the text, or a failure.
pub type Parsed<'t, T> = IResult<&'t str, T, ParseFailure<'t>>;

/// Where and why a parser failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseFailure<'t> {
    /// The text from the failure on.
    pub rest: &'t str,
    /// The reason.
    pub why: Reason,
}

/// The reason for a syntax error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The name of the expected item.
    Expected(&'static str),
    /// A message about the text that was found.
    Wrong(String),
    /// A message about a name that is not known.
    Unknown(String),
}

/// The reason of a parser that does not name what it reads.
const UNNAMED: Reason = Reason::Expected("something else");

impl<'t> ParseError<&'t str> for ParseFailure<'t> {
    fn from_error_kind(rest: &'t str, _: ErrorKind) -> ParseFailure<'t> {
        ParseFailure { rest, why: UNNAMED }
    }

    fn append(_: &'t str, _: ErrorKind, other: ParseFailure<'t>) -> ParseFailure<'t> {
        other
    }

    /// Of two alternatives, reports the failure of the one that got further, which is
    /// probably the intended one, or else the one that names what was expected.
    fn or(self, other: ParseFailure<'t>) -> ParseFailure<'t> {
        let rank = |failure: &ParseFailure<'_>| (failure.rest.len(), failure.why == UNNAMED);
        if rank(&self) <= rank(&other) { self } else { other }
    }
}

/// Names what `parser` reads: if it fails at its first character after blanks, the
/// failure is "expected `what`".
pub fn expected<'t, P>(
    what: &'static str,
    mut parser: P,
) -> impl Parser<&'t str, Output = P::Output, Error = ParseFailure<'t>>
where
    P: Parser<&'t str, Error = ParseFailure<'t>>,
{
    move |text: &'t str| {
        parser.parse(text).map_err(|error| {
            error.map(|stuck| match stuck.why {
                Reason::Expected(_) if text[..text.len() - stuck.rest.len()].trim().is_empty() => {
                    ParseFailure { why: Reason::Expected(what), ..stuck }
                }
                _ => stuck,
            })
        })
    }
}

/// Like [`expected`], but if `parser` fails, no alternative is tried.
pub fn must<'t, P>(
    what: &'static str,
    parser: P,
) -> impl Parser<&'t str, Output = P::Output, Error = ParseFailure<'t>>
where
    P: Parser<&'t str, Error = ParseFailure<'t>>,
{
    cut(expected(what, parser))
}

/// Returns a parser whose value is checked. An error of `check` is reported at the first character of the
/// value.
pub fn checked<'t, P, T, E: fmt::Display>(
    mut parser: P,
    mut check: impl FnMut(P::Output) -> Result<T, E>,
) -> impl Parser<&'t str, Output = T, Error = ParseFailure<'t>>
where
    P: Parser<&'t str, Error = ParseFailure<'t>>,
{
    move |text: &'t str| {
        let (rest, value) = parser.parse(text)?;
        check(value).map(|value| (rest, value)).or_else(|error| wrong(text, error.to_string()))
    }
}

/// Skips blanks before `parser`.
pub fn token<'t, P>(parser: P) -> impl Parser<&'t str, Output = P::Output, Error = ParseFailure<'t>>
where
    P: Parser<&'t str, Error = ParseFailure<'t>>,
{
    preceded(multispace0, parser)
}

/// Returns an unrecoverable failure at the beginning of `rest`, with a message.
pub fn wrong<T>(rest: &str, what: impl Into<String>) -> Parsed<'_, T> {
    Err(Err::Failure(ParseFailure { rest, why: Reason::Wrong(what.into()) }))
}

/// Like [`wrong`], for an unknown name.
pub fn unknown<T>(rest: &str, what: impl Into<String>) -> Parsed<'_, T> {
    Err(Err::Failure(ParseFailure { rest, why: Reason::Unknown(what.into()) }))
}

/// Parses all of `text`. If anything is left over, the error says that `end` was expected.
///
/// # Errors
///
/// Returns a syntax error with its line and column.
pub fn read<'t, P>(text: &'t str, end: &'static str, parser: P) -> Result<P::Output, SyntaxError>
where
    P: Parser<&'t str, Error = ParseFailure<'t>>,
{
    let whole = (parser, token(expected(end, eof))).parse(text).finish();
    whole.map(|(_, (value, _))| value).map_err(|stuck| SyntaxError::in_text(text, stuck))
}

/// Maximum number of characters of an unexpected word that a message shows.
const MAX_FOUND_LENGTH: usize = 24;

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineColumn {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

impl LineColumn {
    /// The beginning of a text.
    pub const START: LineColumn = LineColumn { line: 1, column: 1 };

    /// Returns the place after a text that begins at `self`.
    #[must_use]
    pub fn after(self, text: &str) -> LineColumn {
        match text.rsplit_once('\n') {
            Some((before, last)) => LineColumn {
                line: self.line + 1 + before.matches('\n').count(),
                column: 1 + last.chars().count(),
            },
            None => LineColumn { column: self.column + text.chars().count(), ..self },
        }
    }
}

impl fmt::Display for LineColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// A syntax error with its place in the text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {}", self.what())]
pub struct SyntaxError {
    /// Line and column.
    pub place: LineColumn,
    /// The word that was found, shortened; empty at the end of the text.
    pub found: String,
    /// The reason.
    pub why: Reason,
}

impl SyntaxError {
    /// Returns the error for a failure in `text`. If an item was expected, the place is the first nonblank
    /// character after the failure, or the failure itself if only blanks follow.
    pub fn in_text(text: &str, stuck: ParseFailure<'_>) -> SyntaxError {
        let visible = stuck.rest.trim_start();
        let blanks = visible.is_empty() || !matches!(stuck.why, Reason::Expected(_));
        let rest = if blanks { stuck.rest } else { visible };
        let found = visible.split_whitespace().next().unwrap_or("").chars().take(MAX_FOUND_LENGTH).collect();
        SyntaxError {
            place: LineColumn::START.after(&text[..text.len() - rest.len()]),
            found,
            why: stuck.why,
        }
    }

    /// Returns the same error on line `line` of a longer text.
    #[must_use]
    pub fn on_line(self, line: usize) -> SyntaxError {
        SyntaxError { place: LineColumn { line, ..self.place }, ..self }
    }

    /// Returns the message without the place, for a mistake in a line.
    pub fn what(&self) -> String {
        self.what_in("the line")
    }

    /// Returns the message without the place, where `text` names what was read, such as `the position`.
    pub fn what_in(&self, text: &str) -> String {
        match (&self.why, self.found.as_str()) {
            (Reason::Expected(what), "") => format!("expected {what}, found the end of {text}"),
            (Reason::Expected(what), found) => format!("expected {what}, found \"{found}\""),
            (Reason::Wrong(what) | Reason::Unknown(what), _) => what.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nom::branch::alt;
    use nom::bytes::complete::tag;
    use nom::character::complete::{char, digit1};
    use nom::multi::many1;
    use nom::sequence::pair;

    fn numbers(text: &str) -> Parsed<'_, Vec<u8>> {
        let small = |digits: &str| digits.parse().map_err(|_| format!("{digits} is more than 255"));
        let number = expected("a number", checked(digit1, small));
        let hash = preceded(char('#'), must("a letter", tag("x"))).map(|_| 0);
        many1(token(alt((number, hash)))).parse(text)
    }

    fn error(text: &str) -> String {
        read(text, "a number or #x", numbers).unwrap_err().to_string()
    }

    #[test]
    fn errors_give_the_place_where_parsing_failed() {
        assert_eq!(read("1 2\n#x 3", "", numbers), Ok(vec![1, 2, 0, 3]));
        assert_eq!(error("1 2\nyes 3"), "line 2, column 1: expected a number or #x, found \"yes\"");
        assert_eq!(error("1\r\n é #y"), "line 2, column 2: expected a number or #x, found \"é\"");
        assert_eq!(
            error(&format!("1 {}", "y".repeat(100))).len(),
            "line 1, column 3: expected a number or #x, found ".len() + 26
        );
        assert_eq!(error("1 #y 3"), "line 1, column 4: expected a letter, found \"y\"");
        assert_eq!(error("1 # "), "line 1, column 4: expected a letter, found the end of the line");
        let ended = read("1 # ", "a number or #x", numbers).unwrap_err();
        assert_eq!(ended.what_in("the position"), "expected a letter, found the end of the position");
        assert_eq!(error("é"), "line 1, column 1: expected a number, found \"é\"");
        assert_eq!(error("1\n\n  256"), "line 3, column 3: 256 is more than 255");
    }

    #[test]
    fn columns_are_characters() {
        assert_eq!(LineColumn::START.after("é"), LineColumn { line: 1, column: 2 });
        assert_eq!(LineColumn::START.after("a\r\n\nbc"), LineColumn { line: 3, column: 3 });
        assert_eq!(LineColumn { line: 4, column: 9 }.after("x\ny"), LineColumn { line: 5, column: 2 });
    }

    #[test]
    fn the_alternative_that_got_further_is_reported() {
        let number = || expected("a number", digit1);
        let ways = alt((
            pair(tag("a"), pair(tag("b"), number())).map(|_| ()),
            pair(tag("a"), expected("another letter", tag("c"))).map(|_| ()),
        ));
        assert_eq!(read("abz", "", ways).unwrap_err().what(), "expected a number, found \"z\"");
    }
}
