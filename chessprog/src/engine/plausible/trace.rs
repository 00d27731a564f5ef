//! The trace of a move in the generator: every term with its comment (specification 7.4; paper, Debugging
//! aids).

use super::super::names::{piece_name, square_name};
use super::super::position::Position;
use super::TracedMove;
use crate::parameters::comments::{AT, COMMENTS, CommentSuffix, MARKS, POS, TOTAL, UNCOVERS_KING};
use crate::vocabulary::{Piece, Square};

/// A term of a score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term {
    /// The number of the heuristic, 1 to 45.
    pub heuristic: u8,
    /// The amount, in points.
    pub amount: i32,
    /// The piece or square that the comment names, if any.
    pub about: CommentSubject,
}

/// What a comment names besides its words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CommentSubject {
    /// The comment consists of its words only.
    Nothing,
    /// A piece.
    Piece(Piece),
    /// A square.
    Square(Square),
    /// A slider, and a square that it now bears on.
    SliderAt(Piece, Square),
    /// A slider that was uncovered, and the piece that it now bears on.
    SliderOn(Piece, Piece),
}

impl CommentSubject {
    /// Packs the subject into one number, as the MIDAS program stores it: the piece or square in the right
    /// half of a word, a slider in the left.
    pub fn packed(self) -> i64 {
        let pair = |slider: Piece, about: u8| i64::from(slider.number()) << 18 | i64::from(about);
        match self {
            CommentSubject::Nothing => 0,
            CommentSubject::Piece(piece) => piece.number().into(),
            CommentSubject::Square(square) => square.number().into(),
            CommentSubject::SliderAt(slider, square) => pair(slider, square.number()),
            CommentSubject::SliderOn(slider, piece) => pair(slider, piece.number()),
        }
    }

    /// Returns the subject of a term of this heuristic from its packed form.
    pub fn unpacked(heuristic: u8, packed: i64) -> CommentSubject {
        let (slider, about) = (Piece::new((packed >> 18) as u8), (packed & 0o777) as u8);
        let tail = COMMENTS
            .get(usize::from(heuristic).wrapping_sub(1))
            .map_or(CommentSuffix::None, |(_, tail)| *tail);
        match tail {
            CommentSuffix::None => CommentSubject::Nothing,
            CommentSuffix::Piece if slider == Piece::NONE => CommentSubject::Piece(Piece::new(about)),
            CommentSuffix::Piece => CommentSubject::SliderOn(slider, Piece::new(about)),
            CommentSuffix::Square => CommentSubject::Square(Square::new(about)),
            CommentSuffix::SliderAtSquare => CommentSubject::SliderAt(slider, Square::new(about)),
        }
    }
}

impl TracedMove {
    /// TYTRAC: returns the lines that `T move` prints: the terms, then the total and the marks, or a line
    /// saying that the move is dropped.
    pub fn lines(&self, position: &Position) -> Vec<String> {
        let mut lines: Vec<String> = self.terms.iter().map(|term| term.line(position)).collect();
        lines.push(match &self.entry {
            None => UNCOVERS_KING.to_owned(),
            Some(entry) => {
                let marks: String = MARKS
                    .into_iter()
                    .zip([entry.poor, !entry.safe, entry.always])
                    .filter(|(_, has)| *has)
                    .map(|(mark, _)| format!(" {mark}"))
                    .collect();
                format!("{TOTAL} {} {POS} {}{marks}", entry.plausibility, entry.positional)
            }
        });
        lines
    }
}

impl Term {
    /// TYTERM: returns the line for the term: comment, tab, amount.
    pub fn line(&self, position: &Position) -> String {
        format!("{}\t{}", self.comment(position), self.amount)
    }

    /// Returns the comment: the words of the heuristic, and the piece or square that the term concerns.
    pub fn comment(&self, position: &Position) -> String {
        let (words, _) = COMMENTS[usize::from(self.heuristic) - 1];
        let side = position.side();
        match self.about {
            CommentSubject::Nothing => words.to_owned(),
            CommentSubject::Piece(piece) => format!("{words} {}", piece_name(position, piece)),
            CommentSubject::Square(square) => format!("{words} {}", square_name(square, side)),
            CommentSubject::SliderAt(slider, square) => {
                format!("{words} {} {AT} {}", piece_name(position, slider), square_name(square, side))
            }
            CommentSubject::SliderOn(slider, piece) => {
                format!("{} {words} {}", piece_name(position, slider), piece_name(position, piece))
            }
        }
    }
}
