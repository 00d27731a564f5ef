//! Moves in standard algebraic notation, as book lines and game files have them. The program itself never types them.

use super::super::board::{Kind, Move, Position, Special, Square};
use super::super::moves::legal;

/// The legal move of this position that a text like `Nbd2`, `exd5`, `e8=Q+` or `O-O` stands for, if it is exactly one.
pub fn read_algebraic(position: &Position, text: &str) -> Option<Move> {
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    let mut found = legal(position).into_iter().filter(|&mv| stands_for(text, mv));
    match (found.next(), found.next()) {
        (Some(mv), None) => Some(mv),
        _ => None,
    }
}

fn stands_for(text: &str, mv: Move) -> bool {
    match text {
        "O-O" | "0-0" => return mv.special() == Special::CastleKing,
        "O-O-O" | "0-0-0" => return mv.special() == Special::CastleQueen,
        _ if mv.special().is_castling() => return false,
        _ => {}
    }
    let (text, promotion) = match text.split_once('=') {
        Some((text, letter)) => (text, letter.chars().next().and_then(Kind::from_letter)),
        None => (text, None),
    };
    let (kind, rest) = match text.chars().next().and_then(Kind::from_letter) {
        Some(kind) => (kind, &text[1..]),
        None => (Kind::Pawn, text),
    };
    let Some((origin, target)) = rest.len().checked_sub(2).and_then(|at| rest.split_at_checked(at)) else {
        return false;
    };
    let capture = origin.ends_with('x');
    let name = mv.from().to_string();
    mv.piece().kind() == Some(kind)
        && mv.promotion() == promotion
        && (mv.is_capture() || !capture)
        && Square::parse(target) == Some(mv.to())
        && origin.trim_end_matches(['x', '-']).chars().all(|part| name.contains(part))
        && (kind != Kind::Pawn || mv.is_capture() == capture)
}
