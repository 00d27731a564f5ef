//! Diagrams: a position as a person gives it, on paper or in Forsyth-Edwards notation.

use std::fmt;

use super::{Kind, PerSquare, Side, Square};

/// Castling rights as a diagram claims them, by side: O-O, O-O-O.
pub type Rights = [[bool; 2]; 2];

/// What stands where, and whose move it is: everything but the numbers and histories of the pieces, which the set-up gives them
/// (specification 3.8). Nothing here need make sense as chess.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// Side and type of what stands on each square.
    pub board: PerSquare<Option<(Side, Kind)>>,
    /// The side to move.
    pub side: Side,
    /// The castling rights claimed.
    pub rights: Rights,
    /// The square named as jumped over by a pawn, or none.
    pub passant: Square,
    /// H, the plies since the last pawn move or capture.
    pub quiet: u16,
    /// N, the game ply: 2 * (move number - 1), and one more if Black is to move (specification 2.6).
    pub game_ply: u16,
}

/// Why a text is no diagram; each says which field is at fault.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FenError {
    /// There are more than the six fields.
    Fields(usize),
    /// The first field does not describe eight ranks of eight squares.
    Board(String),
    /// The second field is not `w` or `b`.
    Side(String),
    /// The third field is not `-` or some of `KQkq`.
    Castling(String),
    /// The fourth field is not `-` or a square of the third or sixth rank.
    Passant(String),
    /// The fifth field is not a count of half-moves.
    Clock(String),
    /// The sixth field is not a move number.
    Number(String),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenError::Fields(count) => write!(f, "FEN has {count} fields, expected at most 6"),
            FenError::Board(why) => write!(f, "FEN field 1, the board: {why}"),
            FenError::Side(text) => {
                write!(f, "FEN field 2, the side to move: `{text}` is neither `w` nor `b`")
            }
            FenError::Castling(text) => {
                write!(f, "FEN field 3, castling: `{text}` is not `-` or a choice of `KQkq`")
            }
            FenError::Passant(text) => {
                write!(f, "FEN field 4, en passant: `{text}` is not `-` or a square a pawn jumps over")
            }
            FenError::Clock(text) => {
                write!(f, "FEN field 5, the half-move clock: `{text}` is not a number below 10000")
            }
            FenError::Number(text) => {
                write!(f, "FEN field 6, the move number: `{text}` is not a number from 1 to 9999")
            }
        }
    }
}

impl std::error::Error for FenError {}

impl Diagram {
    /// Nothing on the board, White to move.
    pub fn empty() -> Diagram {
        Diagram {
            board: PerSquare::filled(None),
            side: Side::White,
            rights: [[false; 2]; 2],
            passant: Square::NONE,
            quiet: 0,
            game_ply: 0,
        }
    }

    /// The initial position.
    pub fn initial() -> Diagram {
        Diagram::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
            .expect("the initial position is well written")
    }

    /// The diagram of a text in Forsyth-Edwards notation. All fields but the first may be left out (`w - - 0 1`).
    ///
    /// # Errors
    /// [`FenError`] names the field that does not parse.
    pub fn from_fen(text: &str) -> Result<Diagram, FenError> {
        let fields: Vec<&str> = text.split_ascii_whitespace().collect();
        if fields.len() > 6 {
            return Err(FenError::Fields(fields.len()));
        }
        let field = |i: usize, default| fields.get(i).copied().unwrap_or(default);
        let mut diagram = Diagram::empty();
        diagram.place(field(0, ""))?;
        diagram.side = match field(1, "w") {
            "w" => Side::White,
            "b" => Side::Black,
            other => return Err(FenError::Side(other.to_owned())),
        };
        let claimed = field(2, "-");
        diagram.rights = rights(claimed).ok_or_else(|| FenError::Castling(claimed.to_owned()))?;
        let named = field(3, "-");
        diagram.passant = passant(named).ok_or_else(|| FenError::Passant(named.to_owned()))?;
        let clock = field(4, "0");
        diagram.quiet = number(clock).ok_or_else(|| FenError::Clock(clock.to_owned()))?;
        let count = field(5, "1");
        // Some writers number from 0; the first move of a game is move 1.
        let count = number(count).ok_or_else(|| FenError::Number(count.to_owned()))?.max(1);
        diagram.game_ply = 2 * (count - 1) + diagram.side.index() as u16;
        Ok(diagram)
    }

    /// The diagram in Forsyth-Edwards notation.
    pub fn fen(&self) -> String {
        let ranks: Vec<String> = (1..=8).rev().map(|rank| self.forsyth_rank(rank)).collect();
        let rights: String = "KQkq"
            .chars()
            .zip(self.rights.as_flattened())
            .filter(|(_, claimed)| **claimed)
            .map(|(letter, _)| letter)
            .collect();
        format!(
            "{} {} {} {} {} {}",
            ranks.join("/"),
            if self.side == Side::White { "w" } else { "b" },
            if rights.is_empty() { "-" } else { &rights },
            self.passant,
            self.quiet,
            self.game_ply / 2 + 1
        )
    }

    fn forsyth_rank(&self, rank: u8) -> String {
        let mut text = String::new();
        let mut gap = 0;
        for file in (1..=8).rev() {
            match self.board[Square::at(file, rank)] {
                Some((side, kind)) => {
                    if gap > 0 {
                        text.push_str(&gap.to_string());
                    }
                    gap = 0;
                    let letter = kind.letter();
                    text.push(if side == Side::White { letter } else { letter.to_ascii_lowercase() });
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
            // Squares of the rank that are described, from the a file on.
            let mut done: u8 = 0;
            for letter in text.chars() {
                if let Some(gap @ 1..=8) = letter.to_digit(10) {
                    done += gap as u8;
                } else {
                    let kind = Kind::from_letter(letter.to_ascii_uppercase())
                        .ok_or_else(|| FenError::Board(format!("`{letter}` is no piece, in rank {rank}")))?;
                    let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
                    if done < 8 {
                        self.board[Square::at(8 - done, rank)] = Some((side, kind));
                    }
                    done += 1;
                }
                if done > 8 {
                    return Err(FenError::Board(format!("rank {rank} has more than 8 squares")));
                }
            }
            if done != 8 {
                return Err(FenError::Board(format!("rank {rank} has {done} squares, expected 8")));
            }
        }
        Ok(())
    }
}

fn rights(field: &str) -> Option<Rights> {
    let mut rights = [[false; 2]; 2];
    if field == "-" {
        return Some(rights);
    }
    for letter in field.chars() {
        rights.as_flattened_mut()["KQkq".find(letter)?] = true;
    }
    (!field.is_empty()).then_some(rights)
}

fn passant(field: &str) -> Option<Square> {
    if field == "-" {
        return Some(Square::NONE);
    }
    Square::parse(field).filter(|square| matches!(square.rank(), 3 | 6))
}

fn number(field: &str) -> Option<u16> {
    let digits = !field.is_empty() && field.len() <= 4 && field.bytes().all(|b| b.is_ascii_digit());
    digits.then(|| field.parse().ok()).flatten()
}
