//! The notation chapter: reads and writes moves in descriptive notation (specification 13.2, 13.3).
//!
//! A text means the set of legal moves that satisfy all its parts. Reading parses the text into a set of
//! conditions, a [`Pattern`], and finds the moves that meet them. Writing tries texts from short to long
//! until one means only the given move. So every text that is written can be read back.

mod pattern;

pub(crate) use pattern::{Mark, Pattern};

use super::moves::{has_legal_move, legal};
use super::names::square_name;
use super::position::Position;
use crate::parameters::messages;
use crate::vocabulary::{Kind, Move, Side, Special, Square};

/// The meaning of a typed text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Reading {
    /// Exactly one legal move. The flag says whether a draw was offered with it.
    Move(Move, bool),
    /// The text has the form of a move, but no legal move fits.
    Illegal,
    /// Several legal moves, in generation order.
    Ambiguous(Vec<Move>),
    /// The text does not have the form of a move.
    Unreadable,
}

/// RDMOVE: finds the move that a typed text means in this position.
pub(crate) fn read(position: &Position, text: &str) -> Reading {
    let Some(pattern) = Pattern::parse(text) else {
        return Reading::Unreadable;
    };
    let mut found = pattern.select(position, &legal(position));
    if found.len() > 1 && (pattern.check || pattern.mate) {
        let kept: Vec<Move> = found
            .iter()
            .copied()
            .filter(|&mv| if pattern.mate { mates(position, mv) } else { mv.gives_check() })
            .collect();
        if !kept.is_empty() {
            found = kept;
        }
    }
    match *found.as_slice() {
        [] => Reading::Illegal,
        [mv] => Reading::Move(mv, pattern.draw),
        _ => Reading::Ambiguous(found),
    }
}

/// Returns the line that answers an ambiguous text, with the fullest form of each matching move.
pub(crate) fn ambiguous(position: &Position, moves: &[Move]) -> String {
    let full: Vec<String> = moves.iter().map(|&mv| full_form(position, mv)).collect();
    format!("{} {}", messages::AMBIGUOUS, full.join(" "))
}

/// MATES: returns `true` if a legal move gives mate.
pub(crate) fn mates(position: &Position, mv: Move) -> bool {
    mv.gives_check() && !has_legal_move(&position.after(mv))
}

/// TYMOVE: returns a legal move of this position as the program prints it (specification 13.3).
pub(crate) fn write(position: &Position, mv: Move) -> String {
    write_among(position, &legal(position), mv)
}

/// Writes a legal move of this position. `moves` has all its legal moves.
pub(crate) fn write_among(position: &Position, moves: &[Move], mv: Move) -> String {
    let mut text = shortest(position, moves, mv);
    if mv.gives_check() {
        text.push_str(if mates(position, mv) { " MATE" } else { "CH" });
    }
    text
}

/// TYFULL: returns form 4 (specification 13.3), with the origin square. Castling has only one form.
pub(crate) fn full_form(position: &Position, mv: Move) -> String {
    match mv.special() {
        Special::CastleKing => return "O-O".to_owned(),
        Special::CastleQueen => return "O-O-O".to_owned(),
        _ => {}
    }
    let (side, letter) = (mv.side(), position.kind(mv.piece()).letter());
    let from = square_name(mv.from(), side);
    // Captures show the square of the captured piece, which for en passant is not the target.
    let action = if mv.is_capture() {
        format!("X{}/{}", position.kind(mv.captured()).letter(), square_name(mv.victim(), side))
    } else {
        format!("-{}", square_name(mv.to(), side))
    };
    format!("{letter}/{from}{action}{}", ending(mv))
}

/// TYANY: returns the text of a plausible move or capture: the result of [`write()`] if the move is legal,
/// otherwise form 4.
pub(crate) fn write_listed(position: &Position, mv: Move) -> String {
    match legal_word(position, mv) {
        Some(mv) => write(position, mv),
        None => full_form(position, mv),
    }
}

/// Returns the first of forms 1 to 3 that means only this move, or form 4 if none of them does.
fn shortest(position: &Position, moves: &[Move], mv: Move) -> String {
    if mv.special().is_castling() {
        return full_form(position, mv);
    }
    let alone =
        |text: &String| Pattern::parse(text).is_some_and(|pattern| pattern.select(position, moves) == [mv]);
    let mut forms = vec![form(position, mv, "", false), form(position, mv, "", true)];
    if matches!(position.kind(mv.piece()), Kind::Knight | Kind::Bishop | Kind::Rook) {
        forms.extend([form(position, mv, "K", true), form(position, mv, "Q", true)]);
    }
    forms.into_iter().find(alone).unwrap_or_else(|| full_form(position, mv))
}

/// LEGWRD: returns the legal move with the same origin, target and special kind, marked if it gives check.
pub(crate) fn legal_word(position: &Position, mv: Move) -> Option<Move> {
    legal(position).into_iter().find(|legal| legal.is_same_as(mv))
}

/// FORM: returns form 1 (a short target, or the letter of the captured piece), form 2 (the full target) or
/// form 3 (the full target, and K or Q before the piece).
fn form(position: &Position, mv: Move, wing: &str, full: bool) -> String {
    let (side, letter) = (mv.side(), position.kind(mv.piece()).letter());
    let action = if mv.is_capture() {
        let victim = position.kind(mv.captured()).letter();
        if full { format!("X{victim}/{}", square_name(mv.victim(), side)) } else { format!("X{victim}") }
    } else if full {
        format!("-{}", square_name(mv.to(), side))
    } else {
        format!("-{}", short_name(mv.to(), side))
    };
    format!("{wing}{letter}{action}{}", ending(mv))
}

fn ending(mv: Move) -> String {
    match (mv.special(), mv.promotion()) {
        (Special::Passant, _) => " EP".to_owned(),
        (_, Some(kind)) => format!("={}", kind.letter()),
        _ => String::new(),
    }
}

/// Returns the name of a square without K or Q before the file of a rook, knight or bishop: `B3`.
fn short_name(square: Square, from: Side) -> String {
    let name = square_name(square, from);
    if name.len() > 2 { name[1..].to_owned() } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::Diagram;

    fn check(fen: &str, coordinates: &str, expected: &str) {
        let position = Position::set_up(&Diagram::from_fen(fen).expect(fen)).expect(fen);
        let mv = legal(&position).into_iter().find(|mv| mv.to_string() == coordinates).expect(coordinates);
        assert_eq!(write(&position, mv), expected, "{coordinates} in {fen}");
        assert_eq!(read(&position, expected), Reading::Move(mv, false), "reading {expected} back");
    }

    /// The table of forms in specification 13.3.
    #[test]
    fn moves_are_printed_in_the_shortest_unambiguous_form() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        check(start, "e2e4", "P-K4");
        check(start, "g1f3", "N-KB3");
        // Both knights, on b3 and f3, reach d4, so K is needed before the N.
        check("4k3/8/8/8/8/1N3N2/8/4K3 w - - 0 1", "f3d4", "KN-Q4");
        // Both knights are on one file, so the origin square is needed.
        check("4k3/8/8/8/5N2/8/5N2/4K3 w - - 0 1", "f2d3", "N/KB2-Q3");
        check("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "P-R8=N");
        check("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "P-R8=QCH");
        check("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8", "R-R8 MATE");
        check("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "PXP EP");
        check("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "O-O-O");
        check("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-OCH");
    }

    #[test]
    fn unreadable_illegal_and_ambiguous_moves_are_distinguished() {
        let start = Position::initial();
        assert_eq!(read(&start, "N-Q4"), Reading::Illegal);
        assert_eq!(read(&start, "XYZZY"), Reading::Unreadable);
        assert_eq!(read(&start, ""), Reading::Unreadable);
        let Reading::Ambiguous(moves) = read(&start, "N-B3") else { panic!("two knights can reach B3") };
        assert_eq!(ambiguous(&start, &moves), "AMBIGUOUS: N/KN1-KB3 N/QN1-QB3");
        assert!(matches!(read(&start, "P-K4 DRAW?"), Reading::Move(_, true)));
    }
}
