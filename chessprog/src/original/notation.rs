//! The program's notation.
//!
//! It writes every move in full, piece and square it leaves, square it goes to, seen from the mover's side:
//! `WN/KN1-KB3`, `BP/Q4*P/K5`, `WP/K5*P/Q6EP`, `WP/K7-K8=Q`, but `O-O` for either. What is typed to it has no colour.
//!
//! It takes `-` for captures too, which is how moves are typed here: it will not have an en passant capture otherwise, nor
//! some captures of and by promoted pieces.

use crate::engine::names::square_name;
use crate::engine::position::Position;
use crate::program::Coordinates;
use crate::vocabulary::{Kind, Move, Piece, Side, Special, Square};

/// A legal move as it is typed to the program; `None` if it promotes to another piece than a queen.
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

/// The move in a text of the program's, as `WN/KN1-KB3`, and who makes it; `None` if it is none. A castling is typed without a
/// colour: it is made by `mover`.
pub fn coordinates_of(text: &str, mover: Side) -> Option<(Coordinates, Side)> {
    let (side, text) = match text.as_bytes().first()? {
        b'W' => (Side::White, &text[1..]),
        b'B' => (Side::Black, &text[1..]),
        _ => (mover, text),
    };
    let king = |by: i8| {
        let from = Square::at(Piece::king(side).home_file(), side.relative(1));
        Some((Coordinates { from, to: from.step(by), promotion: None }, side))
    };
    match text.split_whitespace().next()? {
        "O-O" => return king(-2),
        "O-O-O" => return king(2),
        _ => {}
    }
    let (_, squares) = text.split_once('/')?;
    let (from, to) = squares.split_at(squares.find(['-', '*'])?);
    let to = if to.starts_with('*') { to.split_once('/')?.1 } else { &to[1..] };
    let (to, rest) = to.split_at(to.find(|c: char| c.is_ascii_digit())? + 1);
    let square = |name: &str| Square::all().find(|&square| square_name(square, side) == name);
    let promotion = rest.starts_with("=Q").then_some(Kind::Queen);
    Some((Coordinates { from: square(from)?, to: square(to)?, promotion }, side))
}
