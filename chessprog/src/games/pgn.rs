//! The grammar of PGN, the portable game notation: tag pairs, then moves with their numbers, glyphs, comments and variations, then
//! the result; as many games as there are.

use std::cell::Cell;

use emulator::grammar::{LineColumn, Mistake, Parsed, Stuck, Why, checked, must, read, wrong};
use nom::branch::alt;
use nom::bytes::complete::{is_not, tag, take_till, take_while1};
use nom::character::complete::{char, digit0, digit1, none_of, one_of, satisfy};
use nom::combinator::{cut, not, opt, recognize, success, value, verify};
use nom::multi::{fold_many0, many0, many0_count, many1_count};
use nom::sequence::{delimited, pair, preceded, terminated};
use nom::{Err, Parser};

use super::{Movetext, Score, ScoreMove};
use crate::engine::san::pattern;

/// Variations in variations are read so deep.
const DEEPEST: usize = 100;

/// The games of a text.
pub(super) fn games(text: &str) -> Result<Vec<Score>, Mistake> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let reader = Reader { text, last: Cell::new((0, LineColumn::START)) };
    let first = opt(escape);
    let last = pair(many0_count(comment), blank);
    let games = delimited(first, many0(|text| reader.game(text)), last);
    read(text, "a tag pair, a move or the result of a game", games)
}

/// Blanks, and lines for other programs, which begin with `%`.
fn blank(text: &str) -> Parsed<'_, ()> {
    let line = preceded(char('\n'), escape);
    many0_count(alt((line, satisfy(char::is_whitespace).map(|_| ())))).map(|_| ()).parse(text)
}

fn escape(text: &str) -> Parsed<'_, ()> {
    pair(char('%'), take_till(|c| c == '\n')).map(|_| ()).parse(text)
}

/// A parser of what may have blanks before it.
fn symbol<'t, P>(parser: P) -> impl Parser<&'t str, Output = P::Output, Error = Stuck<'t>>
where
    P: Parser<&'t str, Error = Stuck<'t>>,
{
    preceded(blank, parser)
}

/// `[White "Mac Hack Six"]`
fn tag_pair(text: &str) -> Parsed<'_, (String, String)> {
    let name = symbol(must("the name of a tag", is_not(" \t\r\n[]\"")));
    let value = symbol(must("the tag's value in quotation marks", char('"')));
    let value = preceded(value, fold_many0(character, String::new, with));
    let close = symbol(must("] after the value (in that a quotation mark is \\\")", char(']')));
    let pair =
        pair(name, terminated(value, pair(must("a quotation mark after the value", char('"')), close)));
    preceded(symbol(char('[')), pair.map(|(name, value): (&str, String)| (name.to_owned(), value)))
        .parse(text)
}

/// A character of a tag's value.
fn character(text: &str) -> Parsed<'_, char> {
    alt((preceded(char('\\'), one_of("\\\"")), none_of("\"\r\n"))).parse(text)
}

fn with(mut text: String, character: char) -> String {
    text.push(character);
    text
}

/// `{from here on our own}`, or `; to the end of the line`: its words with single blanks between them.
fn comment(text: &str) -> Parsed<'_, String> {
    let to_end_of_line = preceded(char(';'), take_till(|c| c == '\n'));
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    symbol(alt((in_braces, to_end_of_line))).map(words).parse(text)
}

fn in_braces(text: &str) -> Parsed<'_, &str> {
    let (rest, _) = char('{').parse(text)?;
    let closed = terminated(take_till(|c| c == '}'), char('}')).parse(rest);
    closed.or_else(|_: Err<Stuck<'_>>| wrong(text, "a } is missing: the comment that begins here has no end"))
}

/// How the game ended.
fn result(text: &str) -> Parsed<'_, &str> {
    symbol(alt((tag("1-0"), tag("0-1"), tag("1/2-1/2"), tag("*")))).parse(text)
}

/// `12.`, `12...`, also without a point, or the points alone.
fn number(text: &str) -> Parsed<'_, ()> {
    let points = || many1_count(one_of(".\u{2026}"));
    let number = alt((recognize(pair(digit1, opt(symbol(points())))), recognize(points())));
    preceded(not(result), symbol(number)).map(|_| ()).parse(text)
}

/// A move as it is printed, without the sign that it is en passant. Not all that is printed is a move of chess: it may be a null
/// move. Whether it is legal is seen when the game is played.
fn san(text: &str) -> Parsed<'_, &str> {
    let passant = opt(symbol(alt((tag("e.p."), tag("ep")))));
    let ends = not(satisfy(|c| c.is_ascii_alphanumeric() || "-=/".contains(c)));
    let move_of_chess = terminated(recognize(pattern), (passant, many0_count(one_of("+#")), ends));
    let letter = satisfy(|c| c.is_ascii_alphabetic());
    let other = alt((
        tag("--"),
        recognize((letter, take_while1(|c: char| c.is_ascii_alphanumeric() || "-=+#:/".contains(c)))),
    ));
    alt((move_of_chess, other)).parse(text)
}

/// What is said of a move: `$14`, or the signs that had numbers before there were numbers.
fn glyph(text: &str) -> Parsed<'_, u8> {
    let numbered = checked(digit0, |digits: &str| {
        digits.parse().map_err(|_| "a glyph is a number, $0 to $255".to_owned())
    });
    let signs = alt((
        value(3, tag("!!")),
        value(5, tag("!?")),
        value(1, tag("!")),
        value(4, tag("??")),
        value(6, tag("?!")),
        value(2, tag("?")),
    ));
    symbol(alt((preceded(char('$'), numbered), signs))).parse(text)
}

/// What stands in a line of moves.
#[derive(Clone)]
enum Item {
    Move(ScoreMove),
    Glyph(u8),
    Comment(String),
    Variation(Movetext),
    /// The number of a move says nothing.
    Number,
}

impl Movetext {
    fn with(mut self, item: Item) -> Movetext {
        match (item, self.moves.last_mut()) {
            (Item::Move(mv), _) => self.moves.push(mv),
            (Item::Comment(comment), None) => self.comments.push(comment),
            (Item::Comment(comment), Some(last)) => last.comments.push(comment),
            (Item::Glyph(glyph), Some(last)) => last.glyphs.push(glyph),
            (Item::Variation(line), Some(last)) => last.variations.push(line),
            // Nothing has been played of which they could speak.
            (Item::Glyph(_) | Item::Variation(_), None) | (Item::Number, _) => {}
        }
        self
    }
}

/// A text, and the place to which it was read.
struct Reader<'t> {
    text: &'t str,
    last: Cell<(usize, LineColumn)>,
}

impl Reader<'_> {
    /// The place of what is left of the text.
    fn place(&self, rest: &str) -> LineColumn {
        let at = self.text.len() - rest.len();
        let (before, place) = self.last.get();
        let (before, place) = if before <= at { (before, place) } else { (0, LineColumn::START) };
        let place = place.after(&self.text[before..at]);
        self.last.set((at, place));
        place
    }

    fn game<'t>(&self, text: &'t str) -> Parsed<'t, Score> {
        let (rest, heads) = many0(pair(many0(comment), tag_pair)).parse(text)?;
        let (rest, mut line) = self.line(rest, 0)?;
        let (rest, result) = opt(result).parse(rest)?;
        if heads.is_empty() && line.moves.is_empty() && result.is_none() {
            // Comments may stand after the last game, the number of a move may not.
            let (after, _) = many0_count(comment).parse(text)?;
            let why = Why::Expected("a move or the result of a game");
            let stuck = Stuck { rest, why };
            return Err(if rest.len() < after.len() { Err::Failure(stuck) } else { Err::Error(stuck) });
        }
        let (comments, tags): (Vec<_>, Vec<_>) = heads.into_iter().unzip();
        line.comments.splice(0..0, comments.into_iter().flatten());
        Ok((rest, Score { tags, line, result: result.unwrap_or_default().to_owned() }))
    }

    /// What is played, with all that is said of it, to the first thing that is none of that.
    fn line<'t>(&self, text: &'t str, depth: usize) -> Parsed<'t, Movetext> {
        fold_many0(|text| self.item(text, depth), Movetext::default, Movetext::with).parse(text)
    }

    fn item<'t>(&self, text: &'t str, depth: usize) -> Parsed<'t, Item> {
        // Only a variation goes on after a result.
        let result = preceded(verify(success(()), |()| depth > 0), result);
        alt((
            (|text| self.played(text)).map(Item::Move),
            value(Item::Number, alt((number, result.map(|_| ())))),
            comment.map(Item::Comment),
            glyph.map(Item::Glyph),
            preceded(symbol(char('(')), cut(|text| self.variation(text, depth + 1))).map(Item::Variation),
        ))
        .parse(text)
    }

    fn played<'t>(&self, text: &'t str) -> Parsed<'t, ScoreMove> {
        let (text, ()) = blank(text)?;
        let (rest, san) = san(text)?;
        Ok((rest, ScoreMove::new(san, self.place(text))))
    }

    fn variation<'t>(&self, text: &'t str, depth: usize) -> Parsed<'t, Movetext> {
        if depth > DEEPEST {
            return wrong(text, format!("variations are nested more than {DEEPEST} deep"));
        }
        let close = symbol(must("a move, a comment or the ) of a variation", char(')')));
        terminated(|text| self.line(text, depth), close).parse(text)
    }
}

#[cfg(test)]
mod tests;
