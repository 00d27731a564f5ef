//! Squares of the 120-word board and directions on it.

use std::fmt;

use crate::parameters::squares::LINES;

/// A square of the board of twelve rows of ten (specification 3.1): 10 × (rank + 1) + file, so a1 = 21, h8 = 98.
///
/// The numbers between the files and beyond the ranks are real places of the board too, marked as lying off it; that is
/// how a ray finds its end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Square(u8);

/// The eight directions in index order: N, NE, E, SE, S, SW, W, NW (specification 3.1).
///
/// Rooks use the even ones, bishops the odd ones; direction `i` and `i + 4` (modulo 8) are opposite.
pub const DIRECTIONS: [i8; 8] = [10, 11, 1, -9, -10, -11, -1, 9];

/// The eight steps of a knight in their order (specification 3.1).
pub const KNIGHT_STEPS: [i8; 8] = [21, 12, -8, -19, -21, -12, 8, 19];

impl Square {
    /// How many places the board has.
    pub const PLACES: u8 = 120;

    /// No square: what the en passant field holds when nothing may be taken.
    pub const NONE: Square = Square(0);

    /// The square with this number of specification 3.1, which may lie off the board.
    pub const fn new(number: u8) -> Square {
        Square(number)
    }

    /// The square of this file and rank, both from 1 to 8.
    pub const fn at(file: u8, rank: u8) -> Square {
        Square(10 * (rank + 1) + file)
    }

    /// The square with this index from 0 (a1) by ranks to 63 (h8).
    pub const fn from_index(index: u8) -> Square {
        Square(21 + 10 * (index >> 3) + (index & 7))
    }

    /// The number of specification 3.1.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The index from 0 (a1) by ranks to 63 (h8). Only for squares on the board.
    #[inline]
    pub const fn index(self) -> u8 {
        (self.0 / 10 - 2) * 8 + self.0 % 10 - 1
    }

    /// The square as a bit of a set of squares, bit 0 for a1.
    #[inline]
    pub fn bit(self) -> u64 {
        BITS[self]
    }

    /// The file, 1 (a) to 8 (h).
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 % 10
    }

    /// The rank, 1 to 8.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 / 10 - 1
    }

    /// Whether this is one of the 64 squares.
    pub const fn on_board(self) -> bool {
        self.0 >= 21 && self.0 <= 98 && self.0 % 10 >= 1 && self.0 % 10 <= 8
    }

    /// The square one step further, which may lie off the board.
    #[inline]
    pub const fn step(self, by: i8) -> Square {
        Square(self.0.wrapping_add_signed(by))
    }

    /// The index of the direction from here to `to` if the two lie on a rank, file or diagonal.
    #[inline]
    pub fn line_to(self, to: Square) -> Option<usize> {
        let line = LINES[self][to];
        (line < 8).then_some(line as usize)
    }

    /// The square named like `e4`.
    pub fn parse(text: &str) -> Option<Square> {
        match *text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some(Square::at(file - b'a' + 1, rank - b'0')),
            _ => None,
        }
    }

    /// Every place of the board in ascending order, those off it too.
    pub fn places() -> impl Iterator<Item = Square> {
        (0..Square::PLACES).map(Square)
    }

    /// All 64 squares in ascending order.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..64).map(Square::from_index)
    }
}

/// The algebraic name, `e4`, or `-` for [`Square::NONE`].
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.on_board() {
            write!(f, "{}{}", (b'a' + self.file() - 1) as char, self.rank())
        } else {
            f.write_str("-")
        }
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}({})", self.0)
    }
}

/// A table with a place for every number of the board.
///
/// It has 128 places rather than 120: a number masked to seven bits is always inside, and looking one up costs no check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PerSquare<T>(pub [T; 128]);

impl<T: Copy> PerSquare<T> {
    /// A table with the same entry everywhere.
    pub const fn filled(entry: T) -> PerSquare<T> {
        PerSquare([entry; 128])
    }
}

impl<T> std::ops::Index<Square> for PerSquare<T> {
    type Output = T;

    #[inline]
    fn index(&self, square: Square) -> &T {
        &self.0[(square.0 & 127) as usize]
    }
}

impl<T> std::ops::IndexMut<Square> for PerSquare<T> {
    #[inline]
    fn index_mut(&mut self, square: Square) -> &mut T {
        &mut self.0[(square.0 & 127) as usize]
    }
}

/// The squares of a set in ascending order.
#[derive(Clone, Copy)]
pub struct Squares(pub u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let index = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(Square::from_index(index))
    }
}

const BITS: PerSquare<u64> = {
    let mut bits = [0; 128];
    let mut index = 0;
    while index < 64 {
        bits[Square::from_index(index).0 as usize] = 1 << index;
        index += 1;
    }
    PerSquare(bits)
};
