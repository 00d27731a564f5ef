//! Squares of the 120-word board and directions on it (specification 3.1).

use std::fmt;

/// A place on the board: 10 * (rank + 1) + file, with files counted from the king's rook: h1 is 21, a1 28, h8
/// 91, a8 98.
///
/// Places outside the 64 squares are off the board; 0 means no square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Square(u8);

/// The steps of the eight directions: the rook's four, then the bishop's (specification 3.1).
pub const DIRECTIONS: [i8; 8] = [-1, 1, 10, -10, 9, 11, -9, -11];

/// The steps of a knight, in the order of its targets (specification 4.2).
pub const KNIGHT_STEPS: [i8; 8] = [21, 19, -21, -19, 12, 8, -12, -8];

/// The index 0-63 of each square, and 0 for places off the board.
static INDEXES: [u8; 128] = indexes();

const fn indexes() -> [u8; 128] {
    let mut indexes = [0; 128];
    let mut index = 0;
    while index < 64 {
        indexes[Square::from_index(index).number() as usize] = index;
        index += 1;
    }
    indexes
}

/// The line numbers of each place, by direction.
static LINES: [[i8; 8]; 128] = lines();

const fn lines() -> [[i8; 8]; 128] {
    let mut lines = [[0; 8]; 128];
    let mut place = 0;
    while place < 128 {
        let square = Square(place);
        let (file, rank) = (square.file() as i8, square.0 as i8 / 10 - 1);
        lines[place as usize] = [rank, rank, file, file, file + rank, rank - file, file + rank, rank - file];
        place += 1;
    }
    lines
}

impl Square {
    /// Number of places, on the board and off it.
    pub const PLACES: u8 = 120;

    /// No square.
    pub const NONE: Square = Square(0);

    /// The centre: e4, d4, e5, d5.
    pub const CENTER: [Square; 4] = [Square(54), Square(55), Square(64), Square(65)];

    /// Returns the place with a number.
    pub const fn new(number: u8) -> Square {
        Square(number)
    }

    /// Returns the square on a file (1-8 from h to a) and rank (1-8).
    pub const fn at(file: u8, rank: u8) -> Square {
        Square(10 * (rank + 1) + file)
    }

    /// Returns the square with an index 0-63: a1, b1, ... h8.
    pub const fn from_index(index: u8) -> Square {
        Square(28 + 10 * (index >> 3) - (index & 7))
    }

    /// The number of the place.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the index 0-63 in the order of the hash keys (specification 3.5): a1, b1, ... h8. The index of
    /// a place off the board is 0. The masks change no number; they spare the checks of bounds.
    #[inline]
    pub fn index(self) -> u8 {
        INDEXES[(self.0 & 127) as usize] & 63
    }

    /// The file, 1-8 from h to a.
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 % 10
    }

    /// The rank, 1-8 from White's side.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 / 10 - 1
    }

    /// Returns `true` for the 64 squares.
    #[inline]
    pub const fn on_board(self) -> bool {
        self.0 >= 21 && self.0 <= 98 && self.0 % 10 >= 1 && self.0 % 10 <= 8
    }

    /// Returns the place whose number is greater by `by`.
    #[inline]
    pub const fn step(self, by: i8) -> Square {
        Square(self.0.wrapping_add_signed(by))
    }

    /// Returns the line number for a direction. Two squares with the same number are on one line of that
    /// direction (specification 3.1). The masks change no number; they spare the checks of bounds.
    #[inline]
    pub fn line(self, direction: usize) -> i8 {
        LINES[(self.0 & 127) as usize][direction & 7]
    }

    /// Parses a name such as `e4`.
    pub fn parse(text: &str) -> Option<Square> {
        match *text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some(Square::at(b'h' - file + 1, rank - b'0')),
            _ => None,
        }
    }

    /// Returns all 120 places.
    pub fn places() -> impl Iterator<Item = Square> {
        (0..Square::PLACES).map(Square)
    }

    /// Returns the 64 squares: a1, b1, ... h8.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..64).map(Square::from_index)
    }
}

/// Writes `e4`, or `-` for a place off the board.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.on_board() {
            write!(f, "{}{}", (b'h' + 1 - self.file()) as char, self.rank())
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

/// A table with an entry per place. Its length is a power of two: the low bits of a number are always a valid
/// index, so no bounds are checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PerSquare<T>(pub [T; 128]);

impl<T: Copy> PerSquare<T> {
    /// Returns a table with `entry` for every place.
    pub const fn filled(entry: T) -> PerSquare<T> {
        PerSquare([entry; 128])
    }

    /// Sets the entries of the places from h1 to a8: all squares, and the places off the board between them.
    #[inline]
    pub(crate) fn fill_board(&mut self, entry: T) {
        self.0[21..=98].fill(entry);
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The tables of indices and lines agree with file and rank.
    #[test]
    fn index_and_lines_follow_from_file_and_rank() {
        for (index, square) in (0..).zip(Square::all()) {
            let (file, rank) = (square.file() as i8, square.rank() as i8);
            assert_eq!((square.index(), index), (index, 8 * (square.rank() - 1) + 8 - square.file()));
            let lines = [rank, rank, file, file, file + rank, rank - file, file + rank, rank - file];
            assert_eq!(std::array::from_fn(|direction| square.line(direction)), lines, "{square}");
        }
    }
}
