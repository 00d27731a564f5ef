//! Piece numbers (specification 3.1).

use std::fmt;

use super::{Kind, Side};

/// The number of a piece, which it keeps for life, after promotion too: White's pawns 1-8 from the h file to the a file, KR KN KB
/// K Q QB QN QR 9-16, Black's likewise 17-32. 0 is no piece; off the board stands [`Piece::OFF`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Piece(u8);

/// The types of pieces 9 to 16.
const BACK_RANK: [Kind; 8] =
    [Kind::Rook, Kind::Knight, Kind::Bishop, Kind::King, Kind::Queen, Kind::Bishop, Kind::Knight, Kind::Rook];

impl Piece {
    /// No piece.
    pub const NONE: Piece = Piece(0);
    /// What stands off the board.
    pub const OFF: Piece = Piece(0o377);
    /// How many numbers there are, 0 included.
    pub const COUNT: usize = 33;
    /// How long a table by piece number is: no index leaves it.
    pub const TABLE: usize = 64;

    /// The piece with a number 1-32; none for any other.
    #[inline]
    pub const fn new(number: u8) -> Piece {
        if number <= 32 { Piece(number) } else { Piece::NONE }
    }

    /// The piece with a number that is known to be a piece's, or 0.
    #[inline]
    pub(crate) const fn known(number: u8) -> Piece {
        debug_assert!(number <= 32);
        Piece(number)
    }

    /// The piece of a side with a number of White's, 1-16.
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

    /// The bits of the numbers of a side's pieces.
    #[inline]
    pub const fn bits_of(side: Side) -> u64 {
        0xffff << (1 + 16 * side as u64)
    }

    /// The pieces of which the bit of their number is set, ascending. No other bit is.
    #[inline]
    pub fn of_bits(bits: u64) -> impl Iterator<Item = Piece> {
        let mut left = bits;
        std::iter::from_fn(move || {
            let number = left.trailing_zeros() as u8;
            (left != 0).then(|| {
                left &= left - 1;
                Piece::known(number)
            })
        })
    }

    /// All 32, ascending.
    #[inline]
    pub fn all() -> impl DoubleEndedIterator<Item = Piece> {
        (1..=32).map(Piece)
    }

    /// Its number; 0 for none.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Its number as an index of a table of [`Piece::TABLE`].
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// Whether it is a piece: not none, not off the board.
    #[inline]
    pub const fn is_some(self) -> bool {
        self.0.wrapping_sub(1) < 32
    }

    /// Whether the square is empty.
    #[inline]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Whether this is what stands off the board.
    #[inline]
    pub const fn is_off(self) -> bool {
        self.0 == Piece::OFF.0
    }

    /// Whether it is a piece of a side.
    #[inline]
    pub const fn is_of(self, side: Side) -> bool {
        self.0.wrapping_sub(1 + 16 * side as u8) < 16
    }

    /// Its side. White for none and off the board.
    #[inline]
    pub const fn side(self) -> Side {
        if self.0.wrapping_sub(17) < 16 { Side::Black } else { Side::White }
    }

    /// Its number among those of its side, 1-16.
    #[inline]
    pub const fn place(self) -> u8 {
        if self.0 > 16 { self.0.wrapping_sub(16) } else { self.0 }
    }

    /// Whether it began as a pawn.
    #[inline]
    pub const fn began_as_pawn(self) -> bool {
        self.place().wrapping_sub(1) < 8
    }

    /// The type with which it begins the game. A pawn for none.
    pub const fn first_kind(self) -> Kind {
        match self.place() {
            place @ 9..=16 => BACK_RANK[place as usize - 9],
            _ => Kind::Pawn,
        }
    }

    /// The file on which it begins the game, 1-8 from h to a.
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
