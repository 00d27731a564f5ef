//! The two sides and the six types of piece (specification 2.5, 3.1).

use std::ops::Not;

use serde::Serialize;

/// A side: White 0, Black 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[allow(missing_docs, reason = "the names say it, also in the help of options")]
pub enum Side {
    #[default]
    White = 0,
    Black = 1,
}

impl Side {
    /// White, then Black.
    pub const BOTH: [Side; 2] = [Side::White, Side::Black];

    /// Returns 0 for White, 1 for Black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the step of a pawn: u(c) of specification 2.10.
    #[inline]
    pub const fn forward(self) -> i8 {
        match self {
            Side::White => 10,
            Side::Black => -10,
        }
    }

    /// Returns +1 for White, -1 for Black: s(c) of specification 2.9.
    #[inline]
    pub const fn sign(self) -> i32 {
        1 - 2 * self as i32
    }

    /// Converts a rank 1-8 between White's numbering and this side's, in either direction.
    #[inline]
    pub const fn relative(self, rank: u8) -> u8 {
        match self {
            Side::White => rank,
            Side::Black => 9 - rank,
        }
    }

    /// Returns `White` or `Black`.
    pub const fn name(self) -> &'static str {
        match self {
            Side::White => "White",
            Side::Black => "Black",
        }
    }

    /// Returns `W` or `B`.
    pub const fn letter(self) -> char {
        match self {
            Side::White => 'W',
            Side::Black => 'B',
        }
    }
}

impl Not for Side {
    type Output = Side;

    #[inline]
    fn not(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }
}

/// A type of piece, in the order of specification 3.1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Kind {
    /// Pawn (P).
    Pawn = 0,
    /// Knight (N).
    Knight,
    /// Bishop (B).
    Bishop,
    /// Rook (R).
    Rook,
    /// Queen (Q).
    Queen,
    /// King (K).
    King,
}

impl Kind {
    /// All types, in order.
    pub const ALL: [Kind; 6] = [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King];

    /// Returns `true` for rook and queen.
    #[inline]
    pub const fn is_rook_like(self) -> bool {
        matches!(self, Kind::Rook | Kind::Queen)
    }

    /// Returns `true` for bishop and queen.
    #[inline]
    pub const fn is_bishop_like(self) -> bool {
        matches!(self, Kind::Bishop | Kind::Queen)
    }

    /// Returns `true` for bishop, rook and queen.
    #[inline]
    pub const fn is_slider(self) -> bool {
        matches!(self, Kind::Bishop | Kind::Rook | Kind::Queen)
    }

    /// Returns `true` if this is a slider that moves in a direction (specification 3.1).
    #[inline]
    pub const fn moves_in(self, direction: usize) -> bool {
        if direction < 4 { self.is_rook_like() } else { self.is_bishop_like() }
    }

    /// Returns the directions of a slider's moves, as indices in [`super::DIRECTIONS`]; none for other types.
    #[inline]
    pub const fn directions(self) -> std::ops::Range<usize> {
        match self {
            Kind::Rook => 0..4,
            Kind::Bishop => 4..8,
            Kind::Queen => 0..8,
            _ => 0..0,
        }
    }

    /// Returns the letter, `P` to `K`.
    pub const fn letter(self) -> char {
        b"PNBRQK"[self as usize] as char
    }

    /// Returns the type with a letter, in upper case.
    pub fn from_letter(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.letter() == letter)
    }
}
