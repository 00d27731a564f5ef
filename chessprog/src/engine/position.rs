//! The position chapter: pieces, the state kept with a position and outside it, hash keys (specification
//! 3.1-3.5).

use emulator::word::Word;

use crate::parameters::keys::{KEY_BLACK, KEY_CASTLE, KEY_PASSANT, KEYS};
use crate::parameters::values::{FIXED, FIXED_OF_NONE, KING_IN_RATIO, WORKING_OF_NONE};
use crate::vocabulary::{DIRECTIONS, Diagram, Kind, PerSquare, Piece, PieceSet, Side, Square};

/// A table indexed by piece number.
pub(super) type PerPiece<T> = [T; Piece::TABLE];

/// A position and the history of its pieces: everything in specification 3.4 that UNMAKE restores.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    board: PerSquare<Piece>,
    /// LOC: the square of each piece, [`Square::NONE`] if it was captured.
    squares: PerPiece<Square>,
    /// The pieces that have not been captured.
    living: PieceSet,
    /// TYP, the type of each piece.
    kinds: PerPiece<Kind>,
    /// FV, the fixed value of each piece, which depends only on its type.
    pub(super) fixed: PerPiece<i32>,
    /// PV, the working value of each piece. A pawn's grows with each of its moves.
    pub(super) working: PerPiece<i32>,
    /// NM, moves made by each piece since the start of the game.
    pub(super) moved: PerPiece<u16>,
    /// NK, the number of times each side has castled.
    pub(super) castlings: [u16; 2],
    /// MAT, material by side; the king counts 1.
    pub(super) material: [i32; 2],
    pub(super) side: Side,
    /// N, half-moves since the start of the game.
    pub(super) game_ply: u16,
    /// The ghost: the square that a pawn has just jumped over, if an enemy pawn is beside that pawn.
    pub(super) ghost: Square,
    pub(super) ghost_side: Side,
    /// H, plies since the last pawn move or capture.
    pub(super) quiet: u16,
    pub(super) key: Word,
}

/// The state of the game that is not part of the position and outlives searches and moves (specification
/// 3.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CarriedState {
    /// QRPIN: piece 32 was pinned once and counts as pinned from then on (fault F2).
    pub queens_rook_pinned: bool,
    /// ALSOWHITE: the black pawns whose promotion was taken back, a bit per piece number (fault F3).
    pub also_white: u64,
    /// LASTPOS: POS of the piece whose START was last computed in full (fault F12).
    pub last_pos: i32,
}

impl Position {
    /// Returns an empty board with White to move.
    pub(super) fn empty() -> Position {
        let mut board = PerSquare::filled(Piece::OFF);
        for square in Square::all() {
            board[square] = Piece::NONE;
        }
        let mut position = Position {
            board,
            squares: [Square::NONE; Piece::TABLE],
            living: PieceSet::default(),
            kinds: [Kind::Pawn; Piece::TABLE],
            fixed: [FIXED_OF_NONE; Piece::TABLE],
            working: [WORKING_OF_NONE; Piece::TABLE],
            moved: [0; Piece::TABLE],
            castlings: [0; 2],
            material: [0; 2],
            side: Side::White,
            game_ply: 0,
            ghost: Square::NONE,
            ghost_side: Side::White,
            quiet: 0,
            key: Word::ZERO,
        };
        for piece in Piece::all() {
            position.begin(piece, piece.first_kind());
        }
        position
    }

    /// INIPOS: returns the initial position.
    pub fn initial() -> Position {
        let mut position = Position::empty();
        for piece in Piece::all() {
            position.place(piece, home(piece));
        }
        position.key = position.computed_key();
        position
    }

    /// Sets the type of a piece and the values with which a piece of that type starts.
    pub(super) fn begin(&mut self, piece: Piece, kind: Kind) {
        let index = piece.index();
        self.set_kind(piece, kind);
        self.fixed[index] = FIXED[kind as usize];
        self.working[index] = FIXED[kind as usize];
    }

    #[inline]
    pub(super) fn set_kind(&mut self, piece: Piece, kind: Kind) {
        self.kinds[piece.index()] = kind;
    }

    /// Puts a piece on an empty square and counts its material. Does not update the key.
    pub(super) fn place(&mut self, piece: Piece, square: Square) {
        self.put(piece, square);
        self.material[piece.side().index()] += self.in_ratio(piece);
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub(super) fn put(&mut self, piece: Piece, square: Square) {
        self.board[square] = piece;
        self.squares[piece.index()] = square;
        self.living.insert(piece);
    }

    /// Removes a piece from its square and returns that square.
    #[inline]
    pub(super) fn lift(&mut self, piece: Piece) -> Square {
        let square = std::mem::replace(&mut self.squares[piece.index()], Square::NONE);
        self.board[square] = Piece::NONE;
        self.living.remove(piece);
        square
    }

    /// Returns the value of a piece in the material: FV, or 1 for a king.
    #[inline]
    pub(super) fn in_ratio(&self, piece: Piece) -> i32 {
        if self.kinds[piece.index()] == Kind::King { KING_IN_RATIO } else { self.fixed[piece.index()] }
    }

    /// Returns the piece on a square: [`Piece::NONE`] if it is empty, [`Piece::OFF`] if it is off the board.
    #[inline]
    pub fn at(&self, square: Square) -> Piece {
        self.board[square]
    }

    /// Returns side and type of the piece on a square, if there is one.
    #[inline]
    pub fn man(&self, square: Square) -> Option<(Side, Kind)> {
        let piece = self.at(square);
        piece.is_some().then(|| (piece.side(), self.kind(piece)))
    }

    /// Returns the square of a piece, [`Square::NONE`] if it was captured.
    #[inline]
    pub fn square(&self, piece: Piece) -> Square {
        self.squares[piece.index()]
    }

    /// Returns the squares from `from` in a direction, up to and including the first occupied one, with their
    /// contents.
    #[inline]
    pub(super) fn ray(&self, from: Square, direction: usize) -> impl Iterator<Item = (Square, Piece)> {
        let step = DIRECTIONS[direction];
        let (mut square, mut is_open) = (from, true);
        std::iter::from_fn(move || {
            if !is_open {
                return None;
            }
            square = square.step(step);
            let met = self.at(square);
            is_open = met.is_none();
            (!met.is_off()).then_some((square, met))
        })
    }

    /// Returns the type of a piece. A captured piece keeps its last type.
    #[inline]
    pub fn kind(&self, piece: Piece) -> Kind {
        self.kinds[piece.index()]
    }

    /// Returns FV of a piece in points; 640 for no piece (fault F5).
    #[inline]
    pub fn fixed(&self, piece: Piece) -> i32 {
        self.fixed[piece.index()]
    }

    /// Returns PV of a piece in points; 1120 for no piece (fault F5).
    #[inline]
    pub fn working(&self, piece: Piece) -> i32 {
        self.working[piece.index()]
    }

    /// Returns the number of moves that a piece has made since the start of the game.
    #[inline]
    pub fn moved(&self, piece: Piece) -> u16 {
        self.moved[piece.index()]
    }

    /// Returns the number of times a side has castled.
    #[inline]
    pub fn castlings(&self, side: Side) -> u16 {
        self.castlings[side.index()]
    }

    /// Returns the material of a side in points; the king counts 1.
    #[inline]
    pub fn material(&self, side: Side) -> i32 {
        self.material[side.index()]
    }

    /// The side to move.
    #[inline]
    pub fn side(&self) -> Side {
        self.side
    }

    /// N, the number of half-moves since the start of the game.
    #[inline]
    pub fn game_ply(&self) -> u16 {
        self.game_ply
    }

    /// Returns the number of the next move in a score: 1 for the first move of each side.
    pub fn move_number(&self) -> u16 {
        self.game_ply / 2 + 1
    }

    /// H, plies since the last pawn move or capture.
    #[inline]
    pub fn quiet(&self) -> u16 {
        self.quiet
    }

    /// Returns the square that a pawn has just jumped over and the side of that pawn, if an enemy pawn is
    /// beside that pawn.
    #[inline]
    pub fn ghost(&self) -> Option<(Square, Side)> {
        (self.ghost != Square::NONE).then_some((self.ghost, self.ghost_side))
    }

    /// The hash key of the position.
    #[inline]
    pub fn key(&self) -> Word {
        self.key
    }

    /// Returns the square of a side's king.
    #[inline]
    pub fn king(&self, side: Side) -> Square {
        self.squares[Piece::king(side).index()]
    }

    #[inline]
    pub(super) fn all_living(&self) -> PieceSet {
        self.living
    }

    /// Returns the living pieces of a side, ascending.
    #[inline]
    pub fn living(&self, side: Side) -> impl Iterator<Item = Piece> + use<> {
        self.living.of_side(side).iter()
    }

    /// Returns the living pawns of a side, ascending.
    #[inline]
    pub(super) fn pawns(&self, side: Side) -> impl Iterator<Item = Piece> {
        let pawns = self.living.of_side(side).began_as_pawns();
        pawns.iter().filter(|&piece| self.kind(piece) == Kind::Pawn)
    }

    /// Returns, for O-O and O-O-O, `true` if king and rook are on the board and have not moved.
    #[inline]
    pub fn rights(&self, side: Side) -> [bool; 2] {
        let king = self.moved(Piece::king(side)) == 0;
        [Piece::kings_rook(side), Piece::queens_rook(side)]
            .map(|rook| king && self.square(rook) != Square::NONE && self.moved(rook) == 0)
    }

    /// Returns the position as a diagram. The en passant square is the ghost.
    pub fn diagram(&self) -> Diagram {
        let mut diagram = Diagram {
            side: self.side,
            rights: Side::BOTH.map(|side| self.rights(side)),
            passant: self.ghost,
            quiet: self.quiet,
            game_ply: self.game_ply,
            ..Diagram::empty()
        };
        for square in Square::all() {
            diagram.board[square] = self.man(square);
        }
        diagram
    }

    /// Computes the hash key from scratch.
    pub(super) fn computed_key(&self) -> Word {
        Piece::all()
            .filter(|&piece| self.square(piece) != Square::NONE)
            .fold(self.state_key(), |key, piece| key ^ self.piece_key(piece, self.square(piece)))
    }

    /// Returns the key of a piece on a square.
    #[inline]
    pub(super) fn piece_key(&self, piece: Piece, square: Square) -> Word {
        let row = piece.side().index() * 6 + self.kind(piece) as usize;
        KEYS[row * 64 + usize::from(square.index())]
    }

    /// Returns the contribution of side to move, castling rights and ghost to the key.
    fn state_key(&self) -> Word {
        let black = if self.side == Side::Black { KEYS[KEY_BLACK] } else { Word::ZERO };
        black ^ self.rights_key() ^ self.ghost_key()
    }

    /// Returns the contribution of the castling rights to the key.
    pub(super) fn rights_key(&self) -> Word {
        let mut key = Word::ZERO;
        for side in Side::BOTH {
            for (wing, right) in self.rights(side).into_iter().enumerate() {
                if right {
                    key = key ^ KEYS[KEY_CASTLE + 2 * side.index() + wing];
                }
            }
        }
        key
    }

    /// Returns the contribution of the ghost to the key.
    #[inline]
    pub(super) fn ghost_key(&self) -> Word {
        match self.ghost {
            Square::NONE => Word::ZERO,
            ghost => KEYS[KEY_PASSANT + 8 - usize::from(ghost.file())],
        }
    }
}

/// Returns the square on which a piece starts the game.
pub(super) fn home(piece: Piece) -> Square {
    let rank = if piece.began_as_pawn() { 2 } else { 1 };
    Square::at(piece.home_file(), piece.side().relative(rank))
}

#[cfg(test)]
mod tests {
    use super::super::evaluator::can_move;
    use super::super::game::Game;
    use super::super::moves::{has_legal_move, in_check, legal};
    use super::*;
    use proptest::prelude::*;

    /// The initial position; positions close to castling, promotion and en passant; an ending with pins.
    const STARTS: [&str; 4] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ];

    /// Checks that the board, the squares of the pieces and the key agree.
    fn check(position: &Position) {
        for square in Square::all() {
            let piece = position.at(square);
            assert!(piece.is_none() || position.square(piece) == square);
        }
        for piece in Piece::all() {
            let is_living = position.all_living().iter().any(|living| living == piece);
            assert_eq!(is_living, position.square(piece) != Square::NONE);
            assert!(!is_living || position.at(position.square(piece)) == piece);
        }
        assert_eq!(position.key(), position.computed_key());
    }

    proptest! {
        /// Checks the positions of a random game and those after each legal move, and that UNMAKE restores
        /// them.
        #[test]
        fn board_pieces_and_key_agree(
            choices in prop::collection::vec(any::<prop::sample::Index>(), 0..60),
            start in prop::sample::select(&STARTS[..]),
        ) {
            let diagram = Diagram::from_fen(start).expect("a diagram");
            let mut game = Game::set_up(&diagram).expect("a position");
            for choice in choices {
                let (mut position, mut carried) = (game.position().clone(), *game.carried());
                let mut tables = super::super::attack::Tables::default();
                tables.make(&position, &mut carried, true);
                prop_assert_eq!(can_move(&position, &tables, in_check(&position)), has_legal_move(&position));
                let moves = legal(&position);
                for &mv in &moves {
                    let frame = position.make(mv, &mut carried);
                    check(&position);
                    position.unmake(frame, &mut carried);
                    prop_assert_eq!(&position, game.position());
                }
                if moves.is_empty() || game.is_full() {
                    break;
                }
                game.make(*choice.get(&moves));
            }
            check(game.position());
        }
    }
}
