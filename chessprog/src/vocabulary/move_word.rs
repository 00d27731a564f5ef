//! The move word (specification 3.3).

use std::fmt;

use emulator::word::Word;

use super::{Kind, Piece, Side, Square};

/// A move as a word, as both programs keep it: bit 0 capture, 1 Black moves, 2-8 from, 9-15 to, 16-21 piece
/// moving, 22-27 piece captured, 28-30 special, 31 gives check, 32 double advance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Move(Word);

/// The special kinds of moves: castling, en passant, promotion.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Special {
    /// Not special.
    None = 0,
    /// O-O.
    CastleKing,
    /// O-O-O.
    CastleQueen,
    /// En passant.
    Passant,
    /// Promotion to a queen.
    Queen,
    /// Promotion to a rook.
    Rook,
    /// Promotion to a bishop.
    Bishop,
    /// Promotion to a knight.
    Knight,
}

impl Special {
    const ALL: [Special; 8] = [
        Special::None,
        Special::CastleKing,
        Special::CastleQueen,
        Special::Passant,
        Special::Queen,
        Special::Rook,
        Special::Bishop,
        Special::Knight,
    ];

    /// The four promotions in the order of generation (specification 4.1).
    pub const PROMOTIONS: [Special; 4] = [Special::Queen, Special::Rook, Special::Bishop, Special::Knight];

    /// Returns the type that a pawn is promoted to, if this is a promotion.
    #[inline]
    pub const fn promotes_to(self) -> Option<Kind> {
        match self {
            Special::Queen => Some(Kind::Queen),
            Special::Rook => Some(Kind::Rook),
            Special::Bishop => Some(Kind::Bishop),
            Special::Knight => Some(Kind::Knight),
            _ => None,
        }
    }

    /// Returns `true` for O-O and O-O-O.
    #[inline]
    pub const fn is_castling(self) -> bool {
        matches!(self, Special::CastleKing | Special::CastleQueen)
    }
}

impl Move {
    /// No move, the word 0.
    pub const NONE: Move = Move(Word::ZERO);

    /// Returns a move. `captured` is [`Piece::NONE`] unless the move is a capture.
    #[inline]
    pub const fn new(piece: Piece, from: Square, to: Square, captured: Piece, special: Special) -> Move {
        let bits = (!captured.is_none() as u64) << 35
            | (piece.side() as u64) << 34
            | (from.number() as u64) << 27
            | (to.number() as u64) << 20
            | (piece.number() as u64) << 14
            | (captured.number() as u64) << 8
            | (special as u64) << 5;
        Move(Word::new(bits))
    }

    /// Returns this move, marked as a double advance of a pawn.
    #[inline]
    pub fn double_advance(self) -> Move {
        Move(self.0.with_field(32, 32, 1))
    }

    /// Returns this move with the check mark set or cleared.
    #[inline]
    pub fn with_check(self, check: bool) -> Move {
        Move(self.0.with_field(31, 31, check.into()))
    }

    /// Returns this move with zero in both piece fields, as the book keeps it (specification 12).
    #[inline]
    pub fn without_pieces(self) -> Move {
        Move(self.0.with_field(16, 27, 0))
    }

    /// The move word.
    #[inline]
    pub const fn word(self) -> Word {
        self.0
    }

    /// Returns the move for a move word.
    pub const fn from_word(word: Word) -> Move {
        Move(word)
    }

    /// The side that moves.
    #[inline]
    pub const fn side(self) -> Side {
        if self.0.bit(1) { Side::Black } else { Side::White }
    }

    /// The square of origin; for castling, the king's.
    #[inline]
    pub const fn from(self) -> Square {
        Square::new(self.0.field(2, 8) as u8)
    }

    /// The target square.
    #[inline]
    pub const fn to(self) -> Square {
        Square::new(self.0.field(9, 15) as u8)
    }

    /// The piece that moves.
    #[inline]
    pub const fn piece(self) -> Piece {
        Piece::new(self.0.field(16, 21) as u8)
    }

    /// The captured piece, or [`Piece::NONE`].
    #[inline]
    pub const fn captured(self) -> Piece {
        Piece::new(self.0.field(22, 27) as u8)
    }

    /// The special kind of the move.
    #[inline]
    pub const fn special(self) -> Special {
        Special::ALL[self.0.field(28, 30) as usize]
    }

    /// Returns `true` if the move is a capture, en passant included.
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.0.is_negative()
    }

    /// Returns `true` if the move is marked as giving check.
    #[inline]
    pub const fn gives_check(self) -> bool {
        self.0.bit(31)
    }

    /// Returns the type that a pawn is promoted to, if this move is a promotion.
    #[inline]
    pub const fn promotion(self) -> Option<Kind> {
        self.special().promotes_to()
    }

    /// Returns the square of the captured piece; without one, the target square.
    #[inline]
    pub const fn victim(self) -> Square {
        match self.special() {
            Special::Passant => self.to().step(-self.side().forward()),
            _ => self.to(),
        }
    }

    /// Returns `true` if this is the same move on the board as another, regardless of piece numbers and
    /// marks.
    #[inline]
    pub fn is_same_as(self, other: Move) -> bool {
        (self.from(), self.to(), self.special()) == (other.from(), other.to(), other.special())
    }
}

/// Writes the move in coordinates: `e2e4`, `e7e8q`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.promotion() {
            Some(kind) => write!(f, "{}", kind.letter().to_ascii_lowercase()),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}({:o})", self.0)
    }
}
