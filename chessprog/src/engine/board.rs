//! The board chapter: squares, pieces, the move word, and the position with its hash key (specification 3).
//!
//! A position is the board of 120 words, the side to move, castling rights, en passant square, the count H, the game ply
//! G, the hash key and the kings' squares. [`Position::make`] gives back a frame of the undo stack, from which
//! [`Position::unmake`] restores what a move destroys. Everything else that is kept here (sets of squares, counts and
//! sums of material) is a function of the board, kept up to date because it is asked for at every node.

mod fen;
mod piece;
mod record;
mod square;
mod word;

pub use fen::FenError;
pub use piece::{Color, Kind, Piece};
pub use record::Game;
pub use square::{DIRECTIONS, KNIGHT_STEPS, PerSquare, Square, Squares};
pub use word::{Move, Special};

use emulator::word::Word;

use crate::parameters::keys::{KEY_BLACK, KEY_CASTLE, KEY_PASSANT, KEYS};
use crate::parameters::values::{KING_IN_RATIO, VALUE};

/// Castling rights as bits: 8 White O-O, 4 White O-O-O, 2 Black O-O, 1 Black O-O-O (specification 3.1).
pub const ALL_RIGHTS: u8 = 0b1111;

/// A position, as specification 3.1 counts up its state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    board: PerSquare<Piece>,
    side: Color,
    rights: u8,
    passant: Square,
    quiet: u16,
    game_ply: u16,
    key: Word,
    kings: [Square; 2],
    occupied: [u64; 2],
    pawns: [u64; 2],
    counts: [u8; 16],
    material: [i32; 2],
}

/// A frame of the undo stack: what a move destroys (specification 3.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frame {
    /// The move made.
    pub mv: Move,
    /// Castling rights before it.
    pub rights: u8,
    /// En passant square before it.
    pub passant: Square,
    /// H before it.
    pub quiet: u16,
    /// Hash key before it.
    pub key: Word,
}

impl Position {
    /// The empty board, White to move, game ply 0.
    pub fn empty() -> Position {
        let mut board = PerSquare::filled(Piece::OFF);
        for square in Square::all() {
            board[square] = Piece::EMPTY;
        }
        Position {
            board,
            side: Color::White,
            rights: 0,
            passant: Square::NONE,
            quiet: 0,
            game_ply: 0,
            key: Word::ZERO,
            kings: [Square::NONE; 2],
            occupied: [0; 2],
            pawns: [0; 2],
            counts: [0; 16],
            material: [0; 2],
        }
    }

    /// The initial position of the game.
    pub fn initial() -> Position {
        Position::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
            .expect("the initial position is sound")
    }

    /// What stands on a square; [`Piece::OFF`] beyond the edge.
    #[inline]
    pub fn at(&self, square: Square) -> Piece {
        self.board[square]
    }

    /// The side to move.
    #[inline]
    pub fn side(&self) -> Color {
        self.side
    }

    /// Castling rights, as [`ALL_RIGHTS`] has the bits.
    #[inline]
    pub fn rights(&self) -> u8 {
        self.rights
    }

    /// Whether `color` may still castle: with the king's rook, with the queen's rook.
    #[inline]
    pub fn may_castle(&self, color: Color) -> (bool, bool) {
        let rights = self.rights >> (2 - 2 * color.index());
        (rights & 2 != 0, rights & 1 != 0)
    }

    /// The square jumped over by a double advance just made, or [`Square::NONE`].
    #[inline]
    pub fn passant(&self) -> Square {
        self.passant
    }

    /// H: plies since the last pawn move or capture.
    #[inline]
    pub fn quiet(&self) -> u16 {
        self.quiet
    }

    /// G: half-moves from the start of the game, those of the tree included.
    #[inline]
    pub fn game_ply(&self) -> u16 {
        self.game_ply
    }

    /// The hash key (specification 3.5).
    #[inline]
    pub fn key(&self) -> Word {
        self.key
    }

    /// The square of a side's king, [`Square::NONE`] on an unfinished board.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.kings[color.index()]
    }

    /// The squares of a side's pieces as a set, bit 0 for a1.
    #[inline]
    pub fn occupied(&self, color: Color) -> u64 {
        self.occupied[color.index()]
    }

    /// The squares of all pieces.
    #[inline]
    pub fn pieces(&self) -> Squares {
        Squares(self.occupied[0] | self.occupied[1])
    }

    /// The squares of a side's pawns as a set.
    #[inline]
    pub fn pawns(&self, color: Color) -> u64 {
        self.pawns[color.index()]
    }

    /// How many pieces of this side and type there are.
    #[inline]
    pub fn count(&self, color: Color, kind: Kind) -> u8 {
        self.counts[Piece::new(color, kind).code() as usize & 15]
    }

    /// mat(c): material of a side with the king as 1 (specification 3.2).
    #[inline]
    pub fn material(&self, color: Color) -> i32 {
        self.material[color.index()]
    }

    /// npm(c): material of a side without pawns and king (specification 3.2).
    #[inline]
    pub fn pieces_material(&self, color: Color) -> i32 {
        let pawns = i32::from(self.count(color, Kind::Pawn)) * Kind::Pawn.value();
        self.material(color) - pawns - i32::from(self.count(color, Kind::King)) * KING_IN_RATIO
    }

    /// Puts a piece on a square, in place of what stood there, or empties the square.
    ///
    /// The key follows; castling rights and the en passant square do not.
    pub fn put(&mut self, square: Square, piece: Piece) {
        if !self.at(square).is_empty() {
            self.lift(square);
        }
        if !piece.is_empty() {
            self.drop(square, piece);
        }
    }

    /// SETPOS: sets the side to move, castling rights, en passant square, H and G, makes the key anew and finds the kings.
    pub fn set_state(&mut self, side: Color, rights: u8, passant: Square, quiet: u16, game_ply: u16) {
        (self.side, self.rights, self.passant, self.quiet, self.game_ply) =
            (side, rights, passant, quiet, game_ply);
        self.key = self.computed_key();
        // While a board is put together a side may have had several kings.
        self.kings = Color::BOTH.map(|color| {
            let king = |&square: &Square| self.at(square).is(color, Kind::King);
            Squares(self.occupied(color)).find(king).unwrap_or(Square::NONE)
        });
    }

    /// The castling rights for which king and rook stand at home.
    pub fn rights_at_home(&self) -> u8 {
        let mut rights = 0;
        for (color, rank, shift) in [(Color::White, 1, 2), (Color::Black, 8, 0)] {
            let home = |file, kind| self.at(Square::at(file, rank)).is(color, kind);
            if home(5, Kind::King) {
                rights |= (u8::from(home(8, Kind::Rook)) * 2 + u8::from(home(1, Kind::Rook))) << shift;
            }
        }
        rights
    }

    /// Makes a move of this position. What it destroys is in the frame that it gives.
    #[inline]
    pub fn make(&mut self, mv: Move) -> Frame {
        let frame =
            Frame { mv, rights: self.rights, passant: self.passant, quiet: self.quiet, key: self.key };
        let (from, to, piece, color) = (mv.from(), mv.to(), mv.piece(), self.side);
        self.key = self.key ^ self.state_key();
        if mv.is_capture() {
            self.lift(mv.victim());
        }
        self.lift(from);
        self.drop(to, mv.promotion().map_or(piece, |kind| Piece::new(color, kind)));
        if mv.special().is_castling() {
            let (corner, beside) = castling_rook(mv);
            self.lift(corner);
            self.drop(beside, Piece::new(color, Kind::Rook));
        }
        self.rights &= RIGHTS_KEPT[from] & RIGHTS_KEPT[to];
        self.passant = if mv.is_double_advance() { from.step(color.forward()) } else { Square::NONE };
        self.quiet = if mv.is_capture() || piece.kind() == Some(Kind::Pawn) {
            0
        } else {
            self.quiet.saturating_add(1)
        };
        self.game_ply = self.game_ply.saturating_add(1);
        self.side = !color;
        self.key = self.key ^ self.state_key();
        frame
    }

    /// Takes back the last move, whose frame is given.
    #[inline]
    pub fn unmake(&mut self, frame: Frame) {
        let mv = frame.mv;
        let color = !self.side;
        self.lift(mv.to());
        self.drop(mv.from(), mv.piece());
        if mv.is_capture() {
            self.drop(mv.victim(), mv.captured());
        }
        if mv.special().is_castling() {
            let (corner, beside) = castling_rook(mv);
            self.lift(beside);
            self.drop(corner, Piece::new(color, Kind::Rook));
        }
        (self.rights, self.passant, self.quiet, self.key) =
            (frame.rights, frame.passant, frame.quiet, frame.key);
        self.game_ply = self.game_ply.saturating_sub(1);
        self.side = color;
    }

    /// The hash key made from nothing, by specification 3.5; always equal to [`Position::key`].
    pub fn computed_key(&self) -> Word {
        self.pieces().fold(self.state_key(), |key, square| key ^ piece_key(self.at(square), square))
    }

    /// The part of the key that is not the pieces: side, rights, en passant square.
    #[inline]
    fn state_key(&self) -> Word {
        let mut key = RIGHTS_KEY[usize::from(self.rights & ALL_RIGHTS)];
        if self.side == Color::Black {
            key = key ^ KEYS[KEY_BLACK];
        }
        if self.passant != Square::NONE {
            let behind = self.passant.step(-self.side.forward());
            let pawn = Piece::new(self.side, Kind::Pawn);
            if self.at(behind.step(-1)) == pawn || self.at(behind.step(1)) == pawn {
                key = key ^ KEYS[KEY_PASSANT + usize::from(self.passant.file()) - 1];
            }
        }
        key
    }

    #[inline]
    fn lift(&mut self, square: Square) {
        let piece = self.board[square];
        self.board[square] = Piece::EMPTY;
        self.key = self.key ^ piece_key(piece, square);
        let (side, bit) = (piece.color().index(), square.bit());
        self.occupied[side] &= !bit;
        self.counts[usize::from(piece.code() & 15)] -= 1;
        self.material[side] -= ratio_value(piece);
        match piece.kind() {
            Some(Kind::Pawn) => self.pawns[side] &= !bit,
            Some(Kind::King) => self.kings[side] = Square::NONE,
            _ => {}
        }
    }

    #[inline]
    fn drop(&mut self, square: Square, piece: Piece) {
        self.board[square] = piece;
        self.key = self.key ^ piece_key(piece, square);
        let (side, bit) = (piece.color().index(), square.bit());
        self.occupied[side] |= bit;
        self.counts[usize::from(piece.code() & 15)] += 1;
        self.material[side] += ratio_value(piece);
        match piece.kind() {
            Some(Kind::Pawn) => self.pawns[side] |= bit,
            Some(Kind::King) => self.kings[side] = square,
            _ => {}
        }
    }
}

/// The value of a piece in mat(c): the king is 1.
#[inline]
fn ratio_value(piece: Piece) -> i32 {
    const VALUES: [i32; 8] = {
        let mut values = VALUE;
        values[Kind::King as usize] = KING_IN_RATIO;
        values
    };
    VALUES[usize::from(piece.code() & 7)]
}

#[inline]
fn piece_key(piece: Piece, square: Square) -> Word {
    PIECE_KEYS[usize::from(piece.code() & 15)][square]
}

/// The rook's square before and after a castling move.
fn castling_rook(mv: Move) -> (Square, Square) {
    let king = mv.from();
    match mv.special() {
        Special::CastleKing => (king.step(3), king.step(1)),
        _ => (king.step(-4), king.step(-1)),
    }
}

/// The rights that survive a move from or to a square.
static RIGHTS_KEPT: PerSquare<u8> = {
    let mut kept = [ALL_RIGHTS; 128];
    kept[25] = 0b0011;
    kept[28] = 0b0111;
    kept[21] = 0b1011;
    kept[95] = 0b1100;
    kept[98] = 0b1101;
    kept[91] = 0b1110;
    PerSquare(kept)
};

/// The exclusive or of the keys of a set of rights.
static RIGHTS_KEY: [Word; 16] = {
    let mut keys = [Word::ZERO; 16];
    let mut rights = 0;
    while rights < 16 {
        let mut bits = 0;
        let mut right = 0;
        while right < 4 {
            if rights & (8 >> right) != 0 {
                bits ^= KEYS[KEY_CASTLE + right].bits();
            }
            right += 1;
        }
        keys[rights] = Word::new(bits);
        rights += 1;
    }
    keys
};

/// KEYS by piece code and square.
static PIECE_KEYS: [PerSquare<Word>; 16] = {
    let mut tables = [PerSquare([Word::ZERO; 128]); 16];
    let mut code = 0;
    while code < 16 {
        let kind = code & 7;
        let mut index = 0;
        while index < 64 && kind >= 1 && kind <= 6 {
            let key = KEYS[((code >> 3) * 6 + kind - 1) * 64 + index];
            tables[code].0[Square::from_index(index as u8).number() as usize] = key;
            index += 1;
        }
        code += 1;
    }
    tables
};
