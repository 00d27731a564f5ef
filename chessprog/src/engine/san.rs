//! Standard algebraic notation, in which scores and opening lines are kept: `e4`, `Nbd7`, `exd6`, `O-O`, `fxg8=Q+`.

use super::moves::legal;
use super::position::Position;
use crate::vocabulary::{Kind, Move, Special};

/// The legal move that a text means; none if the text is no move, or means none or several. Marks of check, mate and
/// judgement at the end are not looked at.
pub fn find(position: &Position, text: &str) -> Option<Move> {
    let pattern = Pattern::parse(text)?;
    let mut fitting = legal(position).into_iter().filter(|&mv| pattern.fits(position, mv));
    let found = fitting.next()?;
    fitting.next().is_none().then_some(found)
}

/// What a text says about a move.
#[derive(Default)]
struct Pattern {
    castling: Option<Special>,
    kind: Option<Kind>,
    from_file: Option<u8>,
    from_rank: Option<u8>,
    to: (u8, u8),
    capture: bool,
    promotion: Option<Kind>,
}

impl Pattern {
    fn parse(text: &str) -> Option<Pattern> {
        let text = text.trim_end_matches(['+', '#', '!', '?']);
        let mut pattern = Pattern::default();
        match text {
            "O-O" | "0-0" => pattern.castling = Some(Special::CastleKing),
            "O-O-O" | "0-0-0" => pattern.castling = Some(Special::CastleQueen),
            _ => pattern.read(text.as_bytes())?,
        }
        Some(pattern)
    }

    fn read(&mut self, mut text: &[u8]) -> Option<()> {
        let piece = |c: u8| Kind::from_letter(c as char).filter(|&kind| kind != Kind::Pawn);
        match text {
            [c, rest @ ..] if c.is_ascii_uppercase() => {
                self.kind = Some(piece(*c)?);
                text = rest;
            }
            _ => self.kind = Some(Kind::Pawn),
        }
        if let [rest @ .., b'=', c] = text {
            self.promotion = Some(piece(*c)?);
            text = rest;
        }
        let [rest @ .., file @ b'a'..=b'h', rank @ b'1'..=b'8'] = text else { return None };
        self.to = (b'h' - file + 1, rank - b'0');
        text = rest;
        if let [rest @ .., b'x'] = text {
            self.capture = true;
            text = rest;
        }
        if let [rest @ .., rank @ b'1'..=b'8'] = text {
            self.from_rank = Some(rank - b'0');
            text = rest;
        }
        if let [rest @ .., file @ b'a'..=b'h'] = text {
            self.from_file = Some(b'h' - file + 1);
            text = rest;
        }
        text.is_empty().then_some(())
    }

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
