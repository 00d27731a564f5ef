//! Standard algebraic notation, in which scores and opening lines are kept: `e4`, `Nbd7`, `exd6`, `O-O`, `fxg8=Q+`.

#[cfg(feature = "cli")]
mod write;

#[cfg(feature = "cli")]
pub(crate) use write::write;

use emulator::grammar::Parsed;
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{char, one_of};
use nom::combinator::{eof, map_opt, opt, success, value};
use nom::multi::many0_count;
use nom::sequence::{pair, preceded, terminated};

use super::moves::legal;
use super::position::Position;
use crate::vocabulary::{Kind, Move, Special};

/// The legal move that a text means; none if the text is no move, or means none or several. Marks of check, mate and
/// judgement at the end are not looked at.
pub(crate) fn find(position: &Position, text: &str) -> Option<Move> {
    let whole = terminated(pattern, (many0_count(one_of("+#!?")), eof)).parse(text);
    let (_, pattern) = whole.ok()?;
    let mut fitting = legal(position).into_iter().filter(|&mv| pattern.fits(position, mv));
    let found = fitting.next()?;
    fitting.next().is_none().then_some(found)
}

/// What a text says about a move.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pattern {
    castling: Option<Special>,
    kind: Option<Kind>,
    from_file: Option<u8>,
    from_rank: Option<u8>,
    to: (u8, u8),
    capture: bool,
    promotion: Option<Kind>,
}

/// The grammar of a move, with the marks of check and mate.
pub(crate) fn pattern(text: &str) -> Parsed<'_, Pattern> {
    terminated(alt((castling, by_squares)), many0_count(one_of("+#"))).parse(text)
}

fn castling(text: &str) -> Parsed<'_, Pattern> {
    let special = alt((
        value(Special::CastleQueen, alt((tag("O-O-O"), tag("0-0-0")))),
        value(Special::CastleKing, alt((tag("O-O"), tag("0-0")))),
    ));
    special.map(|special| Pattern { castling: Some(special), ..Pattern::default() }).parse(text)
}

fn by_squares(text: &str) -> Parsed<'_, Pattern> {
    let capture = || opt(char('x')).map(|capture| capture.is_some());
    // The square of the target may look like that of the start.
    let squares = alt((
        (opt(file), opt(rank), capture(), pair(file, rank)),
        (success(None), success(None), capture(), pair(file, rank)),
    ));
    let promotion = opt(preceded(opt(char('=')), piece));
    (opt(piece), squares, promotion)
        .map(|(kind, (from_file, from_rank, capture, to), promotion)| {
            let kind = kind.or(Some(Kind::Pawn));
            Pattern { castling: None, kind, from_file, from_rank, to, capture, promotion }
        })
        .parse(text)
}

fn piece(text: &str) -> Parsed<'_, Kind> {
    map_opt(one_of("KQRBN"), Kind::from_letter).parse(text)
}

/// A file, from h to a.
fn file(text: &str) -> Parsed<'_, u8> {
    one_of("abcdefgh").map(|file| b'h' - file as u8 + 1).parse(text)
}

fn rank(text: &str) -> Parsed<'_, u8> {
    one_of("12345678").map(|rank| rank as u8 - b'0').parse(text)
}

impl Pattern {
    fn fits(&self, position: &Position, mv: Move) -> bool {
        if self.castling.is_some() || mv.special().is_castling() {
            return self.castling == Some(mv.special());
        }
        Some(position.kind(mv.piece())) == self.kind
            && (mv.to().file(), mv.to().rank()) == self.to
            && self.from_file.is_none_or(|file| mv.from().file() == file)
            && self.from_rank.is_none_or(|rank| mv.from().rank() == rank)
            && mv.is_capture() == self.capture
            && mv.promotion() == self.promotion
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(fen: &str, cases: &[(&str, Option<&str>)]) {
        let diagram = crate::vocabulary::Diagram::from_fen(fen).unwrap();
        let position = Position::set_up(&diagram).unwrap();
        for (text, expected) in cases {
            let found = find(&position, text).map(|mv| mv.to_string());
            assert_eq!(found.as_deref(), *expected, "{text} in {fen}");
        }
    }

    #[test]
    fn each_form_of_a_move() {
        check(
            "r3k2r/1P6/8/3pP3/8/2N5/8/R3K1NR w KQkq d6 0 1",
            &[
                ("O-O-O", Some("e1c1")),
                ("O-O", None),
                ("exd6", Some("e5d6")),
                ("bxa8=N", Some("b7a8n")),
                ("b8=Q+", Some("b7b8q")),
                ("b8", None),
                ("Ne2", None),
                ("Nce2", Some("c3e2")),
                ("Nge2!?", Some("g1e2")),
                ("Nxd5", Some("c3d5")),
                ("Nd5", None),
                ("Rhxh8#", Some("h1h8")),
                ("", None),
                ("x", None),
                ("Pe6", None),
                ("é4", None),
            ],
        );
    }
}
