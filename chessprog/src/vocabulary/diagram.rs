//! Diagrams: a position as a user gives it, on paper or in Forsyth-Edwards notation.

use super::{Kind, PerSquare, Side, Square};

/// Castling rights as a diagram claims them: for White and for Black, those to O-O and O-O-O.
pub type Rights = [[bool; 2]; 2];

/// The pieces on the board and the side to move, without numbers and histories of the pieces, which the
/// set-up assigns (specification 3.8). A diagram need not make sense as chess.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// Side and type of the piece on each square.
    pub board: PerSquare<Option<(Side, Kind)>>,
    /// The side to move.
    pub side: Side,
    /// The castling rights claimed.
    pub rights: Rights,
    /// The square that a pawn jumped over with the last move, [`Square::NONE`] if not given.
    pub passant: Square,
    /// H, the plies since the last pawn move or capture.
    pub quiet: u16,
    /// N, the game ply: 2 * (move number - 1), and one more if Black is to move (specification 2.6).
    pub game_ply: u16,
}

impl Diagram {
    /// Returns an empty board with White to move.
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

    /// Returns the initial position.
    pub fn initial() -> Diagram {
        Diagram::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
            .expect("the initial position is well written")
    }

    /// Returns the diagram in Forsyth-Edwards notation.
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
}
