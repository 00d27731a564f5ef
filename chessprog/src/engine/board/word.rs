//! The move word.

use std::fmt;

use emulator::word::Word;

use super::{Kind, Piece, Square};

/// A move as one word of the PDP-6 (specification 3.3).
///
/// ```text
/// bit  0      capture            1  Black moves
///      2-8    from square     9-15  to square
///     16-19   piece moving   20-23  piece captured, 0 none
///     24-26   special           27  gives check      28  double advance
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Move(Word);

/// What a move is beside going from one square to another: bits 24-26 of the move word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Special {
    /// Nothing special.
    None = 0,
    /// Castling with the king's rook.
    CastleKing,
    /// Castling with the queen's rook.
    CastleQueen,
    /// A pawn taken in passing.
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

    /// The four promotions in generation order (specification 4).
    pub const PROMOTIONS: [Special; 4] = [Special::Queen, Special::Rook, Special::Bishop, Special::Knight];

    /// The type that a pawn becomes.
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

    /// Whether this is castling on either side.
    #[inline]
    pub const fn is_castling(self) -> bool {
        matches!(self, Special::CastleKing | Special::CastleQueen)
    }
}

impl Move {
    /// No move: the zero word.
    pub const NONE: Move = Move(Word::ZERO);

    /// The move of `piece` from one square to another, taking `captured` or nothing; "gives check" off.
    #[inline]
    pub fn new(piece: Piece, from: Square, to: Square, captured: Piece, special: Special) -> Move {
        let bits = u64::from(!captured.is_empty()) << 35
            | u64::from(piece.code() >> 3) << 34
            | u64::from(from.number()) << 27
            | u64::from(to.number()) << 20
            | u64::from(piece.code()) << 16
            | u64::from(captured.code()) << 12
            | (special as u64) << 9;
        Move(Word::new(bits))
    }

    /// The same move marked as a pawn's double advance.
    #[inline]
    pub fn double_advance(self) -> Move {
        Move(self.0.with_field(28, 28, 1))
    }

    /// The same move with "gives check" set or not.
    #[inline]
    pub fn with_check(self, check: bool) -> Move {
        Move(self.0.with_field(27, 27, check.into()))
    }

    /// The move word.
    #[inline]
    pub const fn word(self) -> Word {
        self.0
    }

    /// The move of this word.
    pub const fn from_word(word: Word) -> Move {
        Move(word)
    }

    /// Where the piece stands (the king, when castling).
    #[inline]
    pub const fn from(self) -> Square {
        Square::new(self.0.field(2, 8) as u8)
    }

    /// Where it goes (the king, when castling).
    #[inline]
    pub const fn to(self) -> Square {
        Square::new(self.0.field(9, 15) as u8)
    }

    /// The piece that moves; the pawn when promoting.
    #[inline]
    pub const fn piece(self) -> Piece {
        Piece::from_code(self.0.field(16, 19) as u8)
    }

    /// The piece taken, or nothing; the pawn when taking in passing.
    #[inline]
    pub const fn captured(self) -> Piece {
        Piece::from_code(self.0.field(20, 23) as u8)
    }

    /// What is special about it.
    #[inline]
    pub const fn special(self) -> Special {
        Special::ALL[self.0.field(24, 26) as usize]
    }

    /// Whether it takes something.
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.0.is_negative()
    }

    /// Whether it gives check.
    #[inline]
    pub const fn gives_check(self) -> bool {
        self.0.bit(27)
    }

    /// Whether it is a pawn's double advance.
    #[inline]
    pub const fn is_double_advance(self) -> bool {
        self.0.bit(28)
    }

    /// The type that a pawn becomes by it.
    #[inline]
    pub const fn promotion(self) -> Option<Kind> {
        self.special().promotes_to()
    }

    /// The square of the piece taken: the target, but the pawn's own square when it is taken in passing.
    #[inline]
    pub const fn victim(self) -> Square {
        match self.special() {
            Special::Passant => self.to().step(-self.piece().color().forward()),
            _ => self.to(),
        }
    }
}

/// Coordinates, `e2e4`, `e7e8q`; castling is the king's move.
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
