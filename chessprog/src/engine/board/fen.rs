//! Positions in Forsyth-Edwards notation.

use std::fmt;

use super::{ALL_RIGHTS, Color, Kind, Piece, Position, Square};
use crate::engine::moves::attacked;

/// Why a text is not a position; each says which field is at fault.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FenError {
    /// There are more than the six fields.
    Fields(usize),
    /// The first field does not describe eight ranks of eight squares.
    Board(String),
    /// A side has not exactly one king.
    Kings(Color),
    /// A side has more than sixteen pieces or more than eight pawns.
    Crowd(Color),
    /// A pawn stands on the first or last rank.
    PawnRank(Square),
    /// The second field is not `w` or `b`.
    Side(String),
    /// The third field is not `-` or some of `KQkq`, or king and rook are not at home.
    Castling(String),
    /// The fourth field is not `-` or the square behind a pawn that may just have advanced two squares.
    Passant(String),
    /// The fifth field is not a count of half-moves.
    Clock(String),
    /// The sixth field is not a move number.
    Number(String),
    /// The side that is not to move is in check.
    InCheck(Color),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |color: &Color| if *color == Color::White { "White" } else { "Black" };
        match self {
            FenError::Fields(count) => write!(f, "FEN has {count} fields, expected at most 6"),
            FenError::Board(why) => write!(f, "FEN field 1, the board: {why}"),
            FenError::Kings(color) => {
                write!(f, "FEN field 1, the board: {} must have exactly one king", name(color))
            }
            FenError::Crowd(color) => {
                write!(f, "FEN field 1, the board: {} has more than 16 pieces or 8 pawns", name(color))
            }
            FenError::PawnRank(square) => {
                write!(f, "FEN field 1, the board: pawn on {square}, where none can stand")
            }
            FenError::Side(text) => {
                write!(f, "FEN field 2, the side to move: `{text}` is neither `w` nor `b`")
            }
            FenError::Castling(text) => {
                write!(
                    f,
                    "FEN field 3, castling: `{text}` is not `-` or a choice of `KQkq` with king and rook at home"
                )
            }
            FenError::Passant(text) => {
                write!(
                    f,
                    "FEN field 4, en passant: `{text}` is not `-` or a square just jumped over by a pawn"
                )
            }
            FenError::Clock(text) => {
                write!(f, "FEN field 5, the half-move clock: `{text}` is not a number below 10000")
            }
            FenError::Number(text) => {
                write!(f, "FEN field 6, the move number: `{text}` is not a number from 1 to 9999")
            }
            FenError::InCheck(color) => write!(
                f,
                "FEN field 2, the side to move: {} could be taken by it",
                match color {
                    Color::White => "the white king",
                    Color::Black => "the black king",
                }
            ),
        }
    }
}

impl std::error::Error for FenError {}

impl Position {
    /// The position of a text in Forsyth-Edwards notation.
    ///
    /// The last two fields may be left out (0 and 1), and so may castling and en passant (`-`). The game ply is
    /// 2 × (move number - 1), and one more if Black is to move (specification 2, 6).
    ///
    /// # Errors
    /// [`FenError`] names the field at fault: one that does not parse, or a position that no game can reach because a
    /// king is missing or could be taken.
    pub fn from_fen(text: &str) -> Result<Position, FenError> {
        let fields: Vec<&str> = text.split_ascii_whitespace().collect();
        if fields.len() > 6 {
            return Err(FenError::Fields(fields.len()));
        }
        let field = |i: usize, default| fields.get(i).copied().unwrap_or(default);
        let mut position = Position::empty();
        position.place(field(0, ""))?;
        let side = match field(1, "w") {
            "w" => Color::White,
            "b" => Color::Black,
            other => return Err(FenError::Side(other.to_owned())),
        };
        let rights = rights(field(2, "-"))
            .filter(|rights| rights & !position.rights_at_home() == 0)
            .ok_or_else(|| FenError::Castling(field(2, "-").to_owned()))?;
        let passant = position
            .jumped_over(field(3, "-"), side)
            .ok_or_else(|| FenError::Passant(field(3, "-").to_owned()))?;
        let clock = field(4, "0");
        let quiet = number(clock).ok_or_else(|| FenError::Clock(clock.to_owned()))?;
        let count = field(5, "1");
        // Some writers number from 0; the first move of a game is move 1.
        let count = number(count).ok_or_else(|| FenError::Number(count.to_owned()))?.max(1);
        position.set_state(side, rights, passant, quiet, 2 * (count - 1) + side.index() as u16);
        if attacked(&position, position.king(!side), side) {
            return Err(FenError::InCheck(!side));
        }
        Ok(position)
    }

    /// The position in Forsyth-Edwards notation. It names the en passant square after every double advance.
    pub fn fen(&self) -> String {
        let ranks: Vec<String> = (1..=8).rev().map(|rank| self.forsyth_rank(rank)).collect();
        let rights: String = "KQkq"
            .chars()
            .enumerate()
            .filter(|(i, _)| self.rights() & (8 >> i) != 0)
            .map(|(_, c)| c)
            .collect();
        format!(
            "{} {} {} {} {} {}",
            ranks.join("/"),
            if self.side() == Color::White { "w" } else { "b" },
            if rights.is_empty() { "-" } else { &rights },
            self.passant(),
            self.quiet(),
            self.game_ply() / 2 + 1
        )
    }

    fn forsyth_rank(&self, rank: u8) -> String {
        let mut text = String::new();
        let mut gap = 0;
        for file in 1..=8 {
            match self.at(Square::at(file, rank)).forsyth() {
                Some(letter) => {
                    if gap > 0 {
                        text.push_str(&gap.to_string());
                    }
                    gap = 0;
                    text.push(letter);
                }
                None => gap += 1,
            }
        }
        if gap > 0 {
            text.push_str(&gap.to_string());
        }
        text
    }

    fn place(&mut self, field: &str) -> Result<(), FenError> {
        let ranks: Vec<&str> = field.split('/').collect();
        if ranks.len() != 8 {
            return Err(FenError::Board(format!("{} ranks, expected 8", ranks.len())));
        }
        for (text, rank) in ranks.into_iter().zip((1..=8).rev()) {
            let mut file = 1;
            for letter in text.chars() {
                if let Some(gap @ 1..=8) = letter.to_digit(10) {
                    file += gap as u8;
                } else {
                    let piece = Piece::from_forsyth(letter)
                        .ok_or_else(|| FenError::Board(format!("`{letter}` is no piece, in rank {rank}")))?;
                    if file > 8 {
                        return Err(FenError::Board(format!("rank {rank} has more than 8 squares")));
                    }
                    self.put(Square::at(file, rank), piece);
                    file += 1;
                }
                if file > 9 {
                    return Err(FenError::Board(format!("rank {rank} has more than 8 squares")));
                }
            }
            if file != 9 {
                return Err(FenError::Board(format!("rank {rank} has {} squares, expected 8", file - 1)));
            }
        }
        self.check_pieces()
    }

    /// Whether the board could be part of a game: one king a side, no crowd, pawns on ranks 2 to 7.
    ///
    /// # Errors
    /// The first fault found.
    pub fn check_pieces(&self) -> Result<(), FenError> {
        for color in Color::BOTH {
            if self.count(color, Kind::King) != 1 {
                return Err(FenError::Kings(color));
            }
            if self.occupied(color).count_ones() > 16 || self.count(color, Kind::Pawn) > 8 {
                return Err(FenError::Crowd(color));
            }
            let astray = super::Squares(self.pawns(color)).find(|square| matches!(square.rank(), 1 | 8));
            if let Some(square) = astray {
                return Err(FenError::PawnRank(square));
            }
        }
        Ok(())
    }

    fn jumped_over(&self, field: &str, side: Color) -> Option<Square> {
        if field == "-" {
            return Some(Square::NONE);
        }
        let square = Square::parse(field)?;
        let (pawn, home) = (square.step((!side).forward()), square.step(side.forward()));
        let sound = side.relative(square.rank()) == 6
            && self.at(square).is_empty()
            && self.at(home).is_empty()
            && self.at(pawn).is(!side, Kind::Pawn);
        sound.then_some(square)
    }
}

fn rights(field: &str) -> Option<u8> {
    if field == "-" {
        return Some(0);
    }
    let rights = field.chars().try_fold(0, |rights, letter| Some(rights | 8 >> "KQkq".find(letter)?))?;
    (rights & !ALL_RIGHTS == 0 && rights != 0).then_some(rights)
}

fn number(field: &str) -> Option<u16> {
    let digits = !field.is_empty() && field.len() <= 4 && field.bytes().all(|b| b.is_ascii_digit());
    digits.then(|| field.parse().ok()).flatten()
}
