//! A typed move as a set of conditions.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take, take_while1};
use nom::character::complete::{char, one_of, satisfy};
use nom::combinator::{map_opt, opt, success, value};
use nom::multi::many0;
use nom::sequence::{pair, preceded};
use support::parse::{Parsed, read, token};

use super::super::names::FILES;
use super::super::position::Position;
use crate::vocabulary::{Kind, Move, Piece, Side, Special, Square};

/// The conditions that a typed text puts on a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Pattern {
    body: Body,
    /// The letter after `=`.
    promotion: Option<char>,
    passant: bool,
    /// `CH` or `+` was typed.
    pub check: bool,
    /// `MATE` was typed.
    pub mate: bool,
    /// `DRAW?` was typed.
    pub draw: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Body {
    Castle(Special),
    Coordinates(Square, Square),
    Descriptive { mover: TypedPiece, action: Action },
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Action {
    Go(TypedSquare),
    Take(TypedPiece),
}

/// A piece as typed: `N`, `KN` or `QBP`, optionally with its square.
#[derive(Clone, PartialEq, Eq, Debug)]
struct TypedPiece {
    kind: Kind,
    /// K or Q before a knight, bishop or rook.
    wing: Option<Wing>,
    /// For a pawn, the files it may be on: bit 1 for h to bit 8 for a.
    files: u16,
    at: Option<TypedSquare>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wing {
    King,
    Queen,
}

/// A square as typed: a set of files and a rank counted from the mover's side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct TypedSquare {
    files: u16,
    rank: u8,
}

const ALL_FILES: u16 = 0b1_1111_1110;

impl Pattern {
    /// Parses a text by the grammar of specification 13.2. Lower case counts as upper case.
    pub(crate) fn parse(text: &str) -> Option<Pattern> {
        let text = text.trim().to_ascii_uppercase();
        read(&text, "", pattern).ok()
    }

    /// Returns the moves of the list that meet the conditions, in the same order.
    pub(crate) fn select(&self, position: &Position, moves: &[Move]) -> Vec<Move> {
        moves.iter().copied().filter(|&mv| self.meets(position, mv)).collect()
    }

    fn meets(&self, position: &Position, mv: Move) -> bool {
        let promotion = match (mv.promotion(), self.promotion) {
            (None, letter) => letter.is_none(),
            (Some(kind), letter) => kind.letter() == letter.unwrap_or('Q'),
        };
        let passant = !self.passant || mv.special() == Special::Passant;
        promotion && passant && self.body.meets(position, mv)
    }
}

impl Body {
    fn meets(&self, position: &Position, mv: Move) -> bool {
        match self {
            Body::Castle(special) => mv.special() == *special,
            Body::Coordinates(from, to) => mv.from() == *from && mv.to() == *to,
            Body::Descriptive { mover, action } => {
                let side = position.side();
                if mv.special().is_castling() || !mover.meets(position, mv.piece(), mv.from(), side) {
                    return false;
                }
                match action {
                    Action::Go(place) => !mv.is_capture() && place.holds(mv.to(), side),
                    Action::Take(victim) => {
                        mv.is_capture() && victim.meets(position, mv.captured(), mv.victim(), side)
                    }
                }
            }
        }
    }
}

impl TypedPiece {
    /// Returns `true` if `piece` on `square` meets the conditions. Ranks count from the side of `mover`.
    fn meets(&self, position: &Position, piece: Piece, square: Square, mover: Side) -> bool {
        if position.kind(piece) != self.kind || !self.at.is_none_or(|place| place.holds(square, mover)) {
            return false;
        }
        if self.kind == Kind::Pawn {
            return self.files >> square.file() & 1 != 0;
        }
        let files = || {
            position
                .living(piece.side())
                .filter(|&other| position.kind(other) == self.kind)
                .map(|other| position.square(other).file())
        };
        match self.wing {
            None => true,
            Some(Wing::King) => files().min() == Some(square.file()),
            Some(Wing::Queen) => files().max() == Some(square.file()),
        }
    }
}

impl TypedSquare {
    fn holds(self, square: Square, mover: Side) -> bool {
        self.files >> square.file() & 1 != 0 && self.rank == mover.relative(square.rank())
    }
}

/// A mark after a move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mark {
    Check,
    Mate,
    Passant,
    Draw,
}

fn pattern(text: &str) -> Parsed<'_, Pattern> {
    let letter = preceded(char('='), satisfy(|c| c.is_ascii_uppercase()));
    let squares = pair(alt((coordinates, descriptive)), opt(letter));
    let (rest, (body, promotion)) = alt((pair(castle, success(None)), squares)).parse(text)?;
    let (rest, marks) = many0(token(mark)).parse(rest)?;
    let is = |mark| marks.contains(&mark);
    let (check, mate, passant, draw) = (is(Mark::Check), is(Mark::Mate), is(Mark::Passant), is(Mark::Draw));
    Ok((rest, Pattern { body, promotion, passant, check, mate, draw }))
}

fn mark(text: &str) -> Parsed<'_, Mark> {
    alt((
        value(Mark::Check, alt((tag("CH"), tag("+")))),
        value(Mark::Mate, tag("MATE")),
        value(Mark::Passant, alt((tag("EP"), tag("E.P.")))),
        value(Mark::Draw, tag("DRAW?")),
    ))
    .parse(text)
}

fn castle(text: &str) -> Parsed<'_, Body> {
    let letter = || one_of("O0");
    let further = || pair(one_of("- "), letter());
    (letter(), further(), opt(further()))
        .map(|(_, _, long)| {
            Body::Castle(if long.is_some() { Special::CastleQueen } else { Special::CastleKing })
        })
        .parse(text)
}

fn coordinates(text: &str) -> Parsed<'_, Body> {
    let square = || map_opt(take(2_usize), |name: &str| Square::parse(&name.to_ascii_lowercase()));
    (square(), opt(char('-')), square()).map(|(from, _, to)| Body::Coordinates(from, to)).parse(text)
}

fn descriptive(text: &str) -> Parsed<'_, Body> {
    let action =
        alt((preceded(char('-'), place).map(Action::Go), preceded(one_of("X*"), man).map(Action::Take)));
    pair(man, action).map(|(mover, action)| Body::Descriptive { mover, action }).parse(text)
}

fn man(text: &str) -> Parsed<'_, TypedPiece> {
    let named =
        map_opt(take_while1(|letter| "KQRNBP".contains(letter)), |name: &str| called(name.as_bytes()));
    pair(named, opt(preceded(char('/'), place))).map(|(man, at)| TypedPiece { at, ..man }).parse(text)
}

/// Returns the piece named `N`, `KN`, `QBP`.
fn called(name: &[u8]) -> Option<TypedPiece> {
    let any = TypedPiece { kind: Kind::Pawn, wing: None, files: ALL_FILES, at: None };
    let kind = |letter: u8| Kind::from_letter(char::from(letter));
    match *name {
        [b'P'] => Some(any),
        [ref file @ .., b'P'] => Some(TypedPiece { files: files(file)?, ..any }),
        [letter] => Some(TypedPiece { kind: kind(letter)?, ..any }),
        [b'K', letter @ (b'N' | b'B' | b'R')] => {
            Some(TypedPiece { kind: kind(letter)?, wing: Some(Wing::King), ..any })
        }
        [b'Q', letter @ (b'N' | b'B' | b'R')] => {
            Some(TypedPiece { kind: kind(letter)?, wing: Some(Wing::Queen), ..any })
        }
        _ => None,
    }
}

fn place(text: &str) -> Parsed<'_, TypedSquare> {
    let files = map_opt(take_while1(|letter| "KQRNB".contains(letter)), |name: &str| files(name.as_bytes()));
    let rank = one_of("12345678").map(|rank| rank as u8 - b'0');
    pair(files, rank).map(|(files, rank)| TypedSquare { files, rank }).parse(text)
}

/// Returns the files named `K`, `Q`, `N`, `KN` and so on: bit 1 for h to bit 8 for a.
fn files(name: &[u8]) -> Option<u16> {
    let named = |file: &&str| {
        let full = file.as_bytes();
        !full.is_empty() && (full == name || full.len() == 2 && &full[1..] == name)
    };
    let files = (0..).zip(FILES.iter()).filter(|(_, file)| named(file)).map(|(file, _)| 1 << file);
    Some(files.fold(0, |files, file| files | file)).filter(|&files| files != 0)
}
