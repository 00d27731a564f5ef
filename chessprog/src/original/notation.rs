//! The move notation of the program of 1967.
//!
//! The program prints every move in full: piece, origin square and target square, named from the mover's
//! side. Examples: `WN/KN1-KB3`, `BP/Q4*P/K5`, `WP/K5*P/Q6EP`, `WP/K7-K8=Q`. Castling is `O-O` or `O-O-O` for
//! either side. Moves that the user types have no colour.
//!
//! This module writes captures with `-` too. With `*`, the program does not accept en passant, nor some
//! captures of and by promoted pieces.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_till, take_while1};
use nom::character::complete::{char, multispace1, satisfy};
use nom::combinator::{eof, map_opt, opt, peek, recognize, success, value};
use nom::sequence::{pair, preceded, terminated};
use support::parse::{ParseFailure, Parsed};

use crate::engine::names::square_name;
use crate::engine::position::Position;
use crate::program::Coordinates;
use crate::vocabulary::{Kind, Move, Piece, Side, Special, Square};

/// Returns a legal move as it is typed to the program; `None` if it promotes to a piece other than a queen.
pub fn text_of(mv: Move, position: &Position) -> Option<String> {
    match mv.special() {
        Special::CastleKing => return Some("O-O".to_owned()),
        Special::CastleQueen => return Some("O-O-O".to_owned()),
        Special::Rook | Special::Bishop | Special::Knight => return None,
        Special::None | Special::Passant | Special::Queen => {}
    }
    let name = |square| square_name(square, mv.side());
    Some(format!("{}/{}-{}", position.kind(mv.piece()).letter(), name(mv.from()), name(mv.to())))
}

/// Reads a move as the program prints it, such as `WN/KN1-KB3`, and its side; `None` if the text is not a
/// move. Castling is printed without a colour, so it is read as a move of `mover`.
pub fn coordinates_of(text: &str, mover: Side) -> Option<(Coordinates, Side)> {
    let colour = alt((value(Side::White, char('W')), value(Side::Black, char('B')), success(mover)));
    let parsed: Parsed<'_, _> = colour.flat_map(|side| played(side).map(move |mv| (mv, side))).parse(text);
    parsed.ok().map(|(_, found)| found)
}

/// The grammar of a side's move. Anything may follow; after castling, only a blank or the end.
fn played<'t>(side: Side) -> impl Parser<&'t str, Output = Coordinates, Error = ParseFailure<'t>> {
    let king = move |by: i8| {
        let from = Square::at(Piece::king(side).home_file(), side.relative(1));
        Coordinates { from, to: from.step(by), promotion: None }
    };
    let castling = alt((value(king(2), tag("O-O-O")), value(king(-2), tag("O-O"))));
    let castling = terminated(castling, peek(alt((multispace1, eof))));
    let square = move || {
        let name =
            recognize(pair(take_while1(|c: char| c.is_ascii_uppercase()), satisfy(|c| c.is_ascii_digit())));
        map_opt(name, move |name: &str| Square::all().find(|&square| square_name(square, side) == name))
    };
    let man = || pair(take_till(|c| c == '/'), char('/'));
    let action = alt((char('-').map(|_| ()), pair(char('*'), man()).map(|_| ())));
    let squares = (preceded(man(), square()), preceded(action, square()), opt(value(Kind::Queen, tag("=Q"))));
    alt((castling, squares.map(|(from, to, promotion)| Coordinates { from, to, promotion })))
}
