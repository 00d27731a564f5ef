//! Piece numbers (specification 3.1).

use std::fmt;

use super::{Kind, Side};

/// The number of a piece, which never changes, not even by promotion: White's pawns are 1-8 from the h file
/// to the a file, and KR KN KB K Q QB QN QR are 9-16; Black's pieces are 17-32 in the same order. 0 is no
/// piece; squares off the board hold [`Piece::OFF`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Piece(u8);

/// The types of pieces 9 to 16.
const BACK_RANK: [Kind; 8] =
    [Kind::Rook, Kind::Knight, Kind::Bishop, Kind::King, Kind::Queen, Kind::Bishop, Kind::Knight, Kind::Rook];

impl Piece {
    /// No piece.
    pub const NONE: Piece = Piece(0);
    /// The content of squares off the board.
    pub const OFF: Piece = Piece(0o377);
    /// Number of piece numbers, including 0.
    pub const COUNT: usize = 33;
    /// Length of a table by piece number. Every [`Piece::index`] is below it.
    pub const TABLE: usize = 64;

    /// Returns the piece with a number 1-32, [`Piece::NONE`] for any other number.
    #[inline]
    pub const fn new(number: u8) -> Piece {
        if number <= 32 { Piece(number) } else { Piece::NONE }
    }

    /// Returns the piece with a number, which must be 0-32.
    #[inline]
    pub(crate) const fn known(number: u8) -> Piece {
        debug_assert!(number <= 32);
        Piece(number)
    }

    /// Returns the piece of a side that has the given number, 1-16, in White's numbering.
    #[inline]
    pub const fn of(side: Side, number: u8) -> Piece {
        Piece(number + 16 * side as u8)
    }

    /// A side's king.
    #[inline]
    pub const fn king(side: Side) -> Piece {
        Piece::of(side, 12)
    }

    /// A side's original queen.
    #[inline]
    pub const fn queen(side: Side) -> Piece {
        Piece::of(side, 13)
    }

    /// A side's king's rook.
    #[inline]
    pub const fn kings_rook(side: Side) -> Piece {
        Piece::of(side, 9)
    }

    /// A side's queen's rook.
    #[inline]
    pub const fn queens_rook(side: Side) -> Piece {
        Piece::of(side, 16)
    }

    /// The pieces of a side, ascending.
    #[inline]
    pub fn side_of(side: Side) -> impl DoubleEndedIterator<Item = Piece> {
        let first = 1 + 16 * side as u8;
        (first..first + 16).map(Piece)
    }

    /// The pieces of a side that start as pawns, ascending.
    #[inline]
    pub fn pawns_of(side: Side) -> impl Iterator<Item = Piece> {
        let first = 1 + 16 * side as u8;
        (first..first + 8).map(Piece)
    }

    /// Returns all 32 pieces, ascending.
    #[inline]
    pub fn all() -> impl DoubleEndedIterator<Item = Piece> {
        (1..33).map(Piece)
    }

    /// The piece number, 0 for no piece.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the index of the piece in a table of [`Piece::TABLE`] entries. The mask changes no number; it
    /// spares the check of bounds.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// Returns `true` for one of the 32 pieces.
    #[inline]
    pub const fn is_some(self) -> bool {
        self.0.wrapping_sub(1) < 32
    }

    /// Returns `true` for no piece: an empty square.
    #[inline]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Returns `true` for the content of squares off the board.
    #[inline]
    pub const fn is_off(self) -> bool {
        self.0 == Piece::OFF.0
    }

    /// Returns `true` for a piece of `side`.
    #[inline]
    pub const fn is_of(self, side: Side) -> bool {
        self.0.wrapping_sub(1 + 16 * side as u8) < 16
    }

    /// The side of the piece. White for no piece and off the board.
    #[inline]
    pub const fn side(self) -> Side {
        if self.0.wrapping_sub(17) < 16 { Side::Black } else { Side::White }
    }

    /// The number of the piece among the pieces of its side, 1-16.
    #[inline]
    pub const fn place(self) -> u8 {
        if self.0 > 16 { self.0.wrapping_sub(16) } else { self.0 }
    }

    /// Returns `true` if the piece started as a pawn.
    #[inline]
    pub const fn began_as_pawn(self) -> bool {
        self.place().wrapping_sub(1) < 8
    }

    /// The type with which the piece starts the game; a pawn for no piece and off the board.
    pub const fn first_kind(self) -> Kind {
        match self.place() {
            place @ 9..=16 => BACK_RANK[place as usize - 9],
            _ => Kind::Pawn,
        }
    }

    /// The file on which the piece starts the game, 1-8 from h to a.
    pub const fn home_file(self) -> u8 {
        (self.place().wrapping_sub(1) & 7) + 1
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Piece::OFF => f.write_str("off"),
            Piece(number) => write!(f, "{number}"),
        }
    }
}
