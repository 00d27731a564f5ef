//! The records of a symbol file, one per line.

use super::{Expansion, HEADER, Origin, SourceLine, Symbol};
use crate::address::Address;
use crate::formats::octal::{ADDRESS, WORD, octal};
use crate::word::Word;
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{is_not, tag, take_till1};
use nom::character::complete::{char, space1, u32};
use nom::combinator::{eof, map_opt, opt, rest, value};
use nom::multi::{many0, separated_list1};
use nom::sequence::{pair, preceded, separated_pair, terminated};
use support::parse::{ParseFailure, Parsed, SyntaxError, checked, must, read, token, wrong};

pub(super) enum Record<'t> {
    /// A comment, or an empty line.
    Nothing,
    File(&'t str),
    Symbol(Symbol),
    /// `line`: the origin of the word at an address.
    Line(Address, Origin),
}

pub(super) fn header(line: &str) -> Result<(), SyntaxError> {
    let whole = terminated(tag(HEADER), token(eof)).map(|_| ());
    let other = |line| wrong(line, "not a symbol file of version 1; midas --symbols writes one");
    read(line, "", alt((whole, other)))
}

/// Parses a line; `files` is the number of files declared before.
pub(super) fn of_line(line: &str, files: usize) -> Result<Record<'_>, SyntaxError> {
    let comment = alt((preceded(char(';'), rest), eof)).map(|_| Record::Nothing);
    let symbol = preceded(verb("symbol"), symbol).map(Record::Symbol);
    let file = preceded(verb("file"), |text| file(text, files)).map(Record::File);
    let origin = preceded(verb("line"), |text| origin(text, files));
    let origin = origin.map(|(address, origin)| Record::Line(address, origin));
    let record = alt((symbol, origin, file, comment));
    read(line, "the end of the line", token(must("file, symbol or line", record)))
}

fn verb<'t>(word: &'static str) -> impl Parser<&'t str, Output = &'t str, Error = ParseFailure<'t>> {
    terminated(tag(word), alt((space1, eof)))
}

/// Parses `1 midas/echo.mid`.
fn file(text: &str, files: usize) -> Parsed<'_, &str> {
    let next = checked(u32, |number| match number as usize == files + 1 {
        true => Ok(()),
        false => Err(format!("the next file is number {}", files + 1)),
    });
    let name = map_opt(rest, |name: &str| Some(name.trim()).filter(|name| !name.is_empty()));
    preceded(must("the number of a file", next), must("the name of a file", name)).parse(text)
}

/// Parses `GO 100 label,global`.
fn symbol(text: &str) -> Parsed<'_, Symbol> {
    let name = take_till1(char::is_whitespace);
    let value = preceded(space1, octal(WORD));
    let flags = preceded(space1, separated_list1(char(','), must("label, half-killed or global", flag)));
    let parts = (must("a name", name), must("a value", value), opt(flags));
    parts
        .map(|(name, value, flags): (&str, u64, Option<Vec<Flag>>)| {
            let is = |flag| flags.iter().flatten().any(|given| *given == flag);
            Symbol {
                name: name.to_owned(),
                value: Word::new(value),
                label: is(Flag::Label),
                half_killed: is(Flag::HalfKilled),
                global: is(Flag::Global),
            }
        })
        .parse(text)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Flag {
    Label,
    HalfKilled,
    Global,
}

fn flag(text: &str) -> Parsed<'_, Flag> {
    alt((
        value(Flag::Label, tag("label")),
        value(Flag::HalfKilled, tag("half-killed")),
        value(Flag::Global, tag("global")),
    ))
    .parse(text)
}

/// Parses `100 1 12 TYPE@1:4`.
fn origin(text: &str, files: usize) -> Parsed<'_, (Address, Origin)> {
    let address = must("an address", octal(ADDRESS)).map(|address| Address::new(address as u32));
    let line = || must("the number of a line", u32);
    let place = separated_pair(number_of_file(files), must("the number of a line", space1), line());
    let call = separated_pair(number_of_file(files), must("NAME@FILE:LINE", char(':')), line());
    let name = terminated(is_not("@ \t"), must("NAME@FILE:LINE", char('@')));
    let expansion =
        pair(name, call.map(place_of)).map(|(name, call)| Expansion { name: name.to_owned(), call });
    let trail = many0(preceded(space1, expansion));
    separated_pair(address, must("the number of a file", space1), pair(place.map(place_of), trail))
        .map(|(address, (place, trail))| (address, Origin { place, trail: trail.into() }))
        .parse(text)
}

fn place_of((file, line): (usize, u32)) -> SourceLine {
    SourceLine { file: file as u32, line }
}

/// Parses the number of a declared file; returns its index.
fn number_of_file<'t>(files: usize) -> impl Parser<&'t str, Output = usize, Error = ParseFailure<'t>> {
    let declared = checked(u32, move |number| match number as usize {
        declared if (1..=files).contains(&declared) => Ok(declared - 1),
        other => Err(format!("file {other} is not declared")),
    });
    must("the number of a file", declared)
}
