//! Sides and pieces.

use std::fmt;
use std::ops::Not;

use crate::parameters::values::VALUE;

/// A side; White is 0, Black 1 (specification 2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Color {
    /// Plays first and upward, toward the eighth rank.
    #[default]
    White = 0,
    /// Plays downward.
    Black = 1,
}

impl Color {
    /// Both sides, White first.
    pub const BOTH: [Color; 2] = [Color::White, Color::Black];

    /// 0 for White, 1 for Black: an index to tables of two.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The step of a pawn of this side: u(c) of specification 3.1.
    #[inline]
    pub const fn forward(self) -> i8 {
        match self {
            Color::White => 10,
            Color::Black => -10,
        }
    }

    /// 1 for White, -1 for Black: turns a value seen from this side into one seen from White's.
    #[inline]
    pub const fn sign(self) -> i32 {
        1 - 2 * self as i32
    }

    /// The rank counted from this side's first: rr(c, s) of specification 2, 10, for a rank from 1 to 8.
    #[inline]
    pub const fn relative(self, rank: u8) -> u8 {
        match self {
            Color::White => rank,
            Color::Black => 9 - rank,
        }
    }

    /// `W` or `B`, as the program types it.
    pub const fn letter(self) -> char {
        match self {
            Color::White => 'W',
            Color::Black => 'B',
        }
    }
}

/// The enemy.
impl Not for Color {
    type Output = Color;

    #[inline]
    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

/// A type of piece with its number of specification 3.1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// Pawn.
    Pawn = 1,
    /// Knight.
    Knight,
    /// Bishop.
    Bishop,
    /// Rook.
    Rook,
    /// Queen.
    Queen,
    /// King.
    King,
}

impl Kind {
    /// All types in the order of their numbers.
    pub const ALL: [Kind; 6] = [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King];

    /// The material value V (specification 3.2).
    #[inline]
    pub const fn value(self) -> i32 {
        VALUE[self as usize & 7]
    }

    /// Whether pieces of this type move along lines: bishop, rook, queen.
    #[inline]
    pub const fn is_slider(self) -> bool {
        matches!(self, Kind::Bishop | Kind::Rook | Kind::Queen)
    }

    /// Whether this is a slider that moves in the direction of this index.
    #[inline]
    pub const fn slides(self, direction: usize) -> bool {
        self.slide_mask() >> direction & 1 != 0
    }

    /// The directions of a slider as bits 0 to 7, none for other pieces.
    #[inline]
    pub const fn slide_mask(self) -> u8 {
        match self {
            Kind::Bishop => 0b1010_1010,
            Kind::Rook => 0b0101_0101,
            Kind::Queen => 0b1111_1111,
            _ => 0,
        }
    }

    /// The letter `P N B R Q K`.
    pub const fn letter(self) -> char {
        b"-PNBRQK"[self as usize] as char
    }

    /// The type with this letter, upper case.
    pub fn from_letter(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.letter() == letter)
    }
}

/// What a place of the board holds: type + 8 × colour, 0 for nothing (specification 3.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Piece(u8);

impl Piece {
    /// Nothing.
    pub const EMPTY: Piece = Piece(0);

    /// Beyond the edge: the program's -1.
    pub const OFF: Piece = Piece(0o377);

    /// The piece of this side and type.
    #[inline]
    pub const fn new(color: Color, kind: Kind) -> Piece {
        Piece(kind as u8 + 8 * color as u8)
    }

    /// The piece with this code of specification 3.1, nothing for other codes.
    pub const fn from_code(code: u8) -> Piece {
        match code {
            1..=6 | 9..=14 => Piece(code),
            _ => Piece::EMPTY,
        }
    }

    /// The code of specification 3.1.
    #[inline]
    pub const fn code(self) -> u8 {
        self.0
    }

    /// Whether nothing stands here; the edge is not empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether this is beyond the edge.
    #[inline]
    pub const fn is_off(self) -> bool {
        self.0 == Piece::OFF.0
    }

    /// The side and type, unless this is nothing or the edge.
    #[inline]
    pub const fn get(self) -> Option<(Color, Kind)> {
        match self.kind() {
            Some(kind) => Some((self.color(), kind)),
            None => None,
        }
    }

    /// The type, unless this is nothing or the edge.
    #[inline]
    pub const fn kind(self) -> Option<Kind> {
        match self.0 & 7 {
            1 => Some(Kind::Pawn),
            2 => Some(Kind::Knight),
            3 => Some(Kind::Bishop),
            4 => Some(Kind::Rook),
            5 => Some(Kind::Queen),
            6 => Some(Kind::King),
            _ => None,
        }
    }

    /// The side of a piece. Meaningless for nothing and the edge.
    #[inline]
    pub const fn color(self) -> Color {
        if self.0 & 8 == 0 { Color::White } else { Color::Black }
    }

    /// Whether this is a piece of that side.
    #[inline]
    pub const fn is_of(self, color: Color) -> bool {
        matches!(self.0.wrapping_sub(8 * color as u8), 1..=6)
    }

    /// Whether this is that piece.
    #[inline]
    pub fn is(self, color: Color, kind: Kind) -> bool {
        self == Piece::new(color, kind)
    }

    /// The material value V, 0 for nothing (specification 3.2).
    #[inline]
    pub const fn value(self) -> i32 {
        VALUE[(self.0 & 7) as usize]
    }

    /// The letter of Forsyth notation, upper case for White.
    pub fn forsyth(self) -> Option<char> {
        let (color, kind) = self.get()?;
        Some(if color == Color::White { kind.letter() } else { kind.letter().to_ascii_lowercase() })
    }

    /// The piece with this letter of Forsyth notation.
    pub fn from_forsyth(letter: char) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        Some(Piece::new(color, Kind::from_letter(letter.to_ascii_uppercase())?))
    }
}

/// `WP` to `BK`, `--` for nothing, as the board is printed (specification 13.6).
impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.get() {
            Some((color, kind)) => write!(f, "{}{}", color.letter(), kind.letter()),
            None => f.write_str("--"),
        }
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
