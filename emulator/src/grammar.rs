//! What the readers of texts have in common: parsers of `nom` that say what they expected, and where they were disappointed.
//!
//! A parser takes the rest of a text. So where one got stuck is told by how much it had left, and becomes a line and a column
//! only when somebody is to read it.

use nom::character::complete::multispace0;
use nom::combinator::{cut, eof};
use nom::error::{ErrorKind, ParseError};
use nom::sequence::preceded;
use nom::{Err, Finish, IResult, Parser};
use std::fmt;

/// What a parser makes of a text: a value and the rest, or where it got stuck.
pub type Parsed<'t, T> = IResult<&'t str, T, Stuck<'t>>;

/// Where a parser got stuck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stuck<'t> {
    /// The text from there on.
    pub rest: &'t str,
    /// Why.
    pub why: Why,
}

/// Why a text cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// What could have stood there.
    Expected(&'static str),
    /// What is wrong with what stands there.
    Wrong(String),
}

impl<'t> ParseError<&'t str> for Stuck<'t> {
    fn from_error_kind(rest: &'t str, _: ErrorKind) -> Stuck<'t> {
        Stuck { rest, why: Why::Expected("something else") }
    }

    fn append(_: &'t str, _: ErrorKind, other: Stuck<'t>) -> Stuck<'t> {
        other
    }

    /// Of two ways to read a text the one that came further is the one that was meant.
    fn or(self, other: Stuck<'t>) -> Stuck<'t> {
        if self.rest.len() <= other.rest.len() { self } else { other }
    }
}

/// A parser that says what it is for where it cannot even begin, except for blanks.
pub fn expected<'t, P>(
    what: &'static str,
    mut parser: P,
) -> impl Parser<&'t str, Output = P::Output, Error = Stuck<'t>>
where
    P: Parser<&'t str, Error = Stuck<'t>>,
{
    move |text: &'t str| {
        parser.parse(text).map_err(|error| {
            error.map(|stuck| match stuck.why {
                Why::Expected(_) if text[..text.len() - stuck.rest.len()].trim().is_empty() => {
                    Stuck { why: Why::Expected(what), ..stuck }
                }
                _ => stuck,
            })
        })
    }
}

/// The same where nothing else can stand.
pub fn must<'t, P>(
    what: &'static str,
    parser: P,
) -> impl Parser<&'t str, Output = P::Output, Error = Stuck<'t>>
where
    P: Parser<&'t str, Error = Stuck<'t>>,
{
    cut(expected(what, parser))
}

/// A parser whose value is looked at; what is wrong with it is told of its first character.
pub fn checked<'t, P, T>(
    mut parser: P,
    mut check: impl FnMut(P::Output) -> Result<T, String>,
) -> impl Parser<&'t str, Output = T, Error = Stuck<'t>>
where
    P: Parser<&'t str, Error = Stuck<'t>>,
{
    move |text: &'t str| {
        let (rest, value) = parser.parse(text)?;
        check(value).map(|value| (rest, value)).or_else(|what| wrong(text, what))
    }
}

/// A parser of what may have blanks before it.
pub fn token<'t, P>(parser: P) -> impl Parser<&'t str, Output = P::Output, Error = Stuck<'t>>
where
    P: Parser<&'t str, Error = Stuck<'t>>,
{
    preceded(multispace0, parser)
}

/// A text that cannot be read because of what stands at its beginning.
pub fn wrong<T>(rest: &str, what: impl Into<String>) -> Parsed<'_, T> {
    Err(Err::Failure(Stuck { rest, why: Why::Wrong(what.into()) }))
}

/// The value of a whole text; `end` is what could have stood where the parser has had enough.
///
/// # Errors
///
/// Where the text cannot be read, and why.
pub fn read<'t, P>(text: &'t str, end: &'static str, parser: P) -> Result<P::Output, Mistake>
where
    P: Parser<&'t str, Error = Stuck<'t>>,
{
    let whole = (parser, token(expected(end, eof))).parse(text).finish();
    whole.map(|(_, (value, _))| value).map_err(|stuck| Mistake::in_text(text, stuck))
}

/// So much of a word is shown where it is not understood.
const LONGEST_WORD: usize = 24;

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineColumn {
    /// The line, from 1.
    pub line: usize,
    /// The character in it, from 1.
    pub column: usize,
}

impl LineColumn {
    /// The first place.
    pub const START: LineColumn = LineColumn { line: 1, column: 1 };

    /// The place after a text that begins here.
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

/// `line 3, column 7`
impl fmt::Display for LineColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// A text that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// Where.
    pub place: LineColumn,
    /// What stands there, at most a word; empty at the end.
    pub found: String,
    /// Why.
    pub why: Why,
}

impl Mistake {
    /// The mistake at which a parser of `text` got stuck. Blanks are not what was not expected: what stands after them is.
    pub fn in_text(text: &str, stuck: Stuck<'_>) -> Mistake {
        let visible = stuck.rest.trim_start();
        let blanks = visible.is_empty() || matches!(stuck.why, Why::Wrong(_));
        let rest = if blanks { stuck.rest } else { visible };
        let found = visible.split_whitespace().next().unwrap_or("").chars().take(LONGEST_WORD).collect();
        Mistake { place: LineColumn::START.after(&text[..text.len() - rest.len()]), found, why: stuck.why }
    }

    /// The same in a longer text, of which what was read is one line.
    #[must_use]
    pub fn on_line(self, line: usize) -> Mistake {
        Mistake { place: LineColumn { line, ..self.place }, ..self }
    }

    /// Why the text cannot be read, without the place.
    pub fn what(&self) -> String {
        match (&self.why, self.found.as_str()) {
            (Why::Expected(what), "") => format!("expected {what}, found the end"),
            (Why::Expected(what), found) => format!("expected {what}, found \"{found}\""),
            (Why::Wrong(what), _) => what.clone(),
        }
    }
}

/// `line 3, column 7: expected a move, found "?5"`
impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.what())
    }
}

impl std::error::Error for Mistake {}

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
    fn the_place_is_where_nothing_fits_any_more() {
        assert_eq!(read("1 2\n#x 3", "", numbers), Ok(vec![1, 2, 0, 3]));
        assert_eq!(error("1 2\nyes 3"), "line 2, column 1: expected a number or #x, found \"yes\"");
        assert_eq!(error("1\r\n é #y"), "line 2, column 2: expected a number or #x, found \"é\"");
        assert_eq!(
            error(&format!("1 {}", "y".repeat(100))).len(),
            "line 1, column 3: expected a number or #x, found ".len() + 26
        );
        assert_eq!(error("1 #y 3"), "line 1, column 4: expected a letter, found \"y\"");
        assert_eq!(error("1 # "), "line 1, column 4: expected a letter, found the end");
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
    fn of_two_ways_the_longer_one_was_meant() {
        let number = || expected("a number", digit1);
        let ways = alt((
            pair(tag("a"), pair(tag("b"), number())).map(|_| ()),
            pair(tag("a"), expected("another letter", tag("c"))).map(|_| ()),
        ));
        assert_eq!(read("abz", "", ways).unwrap_err().what(), "expected a number, found \"z\"");
    }
}
