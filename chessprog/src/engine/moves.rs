//! The moves chapter: making moves, taking them back, and the generator of all legal moves (specification
//! 4.1, 4.3).

use emulator::word::Word;

use super::position::{CarriedState, Position};
use crate::parameters::keys::{KEY_BLACK, KEYS};
use crate::parameters::values::{FIXED, PAWN_STEP};
use crate::vocabulary::{DIRECTIONS, KNIGHT_STEPS, Kind, Move, Piece, Side, Special, Square};

/// The state that a move destroys, which is needed to take the move back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frame {
    /// The move that was made.
    pub mv: Move,
    /// The hash key before the move.
    pub key: Word,
    ghost: Square,
    ghost_side: Side,
    quiet: u16,
    fixed: i32,
    working: i32,
}

impl Position {
    /// Returns the position after a move. It does not depend on the state that a game carries.
    pub(crate) fn after(&self, mv: Move) -> Position {
        let mut after = self.clone();
        after.make(mv, &mut CarriedState::default());
        after
    }

    /// MAKE: makes a pseudo-legal move (specification 4.3).
    pub fn make(&mut self, mv: Move, carried: &mut CarriedState) -> Frame {
        let (piece, from, to, side) = (mv.piece(), mv.from(), mv.to(), self.side);
        let index = piece.index();
        let frame = Frame {
            mv,
            key: self.key,
            ghost: self.ghost,
            ghost_side: self.ghost_side,
            quiet: self.quiet,
            fixed: self.fixed[index],
            working: self.working[index],
        };
        let is_pawn = self.kind(piece) == Kind::Pawn;
        let taken = mv.captured();
        // Rights are lost by the first move of the king or of a corner rook, or when that rook is captured.
        let may_change = has_rights(piece) && self.moved[index] == 0 || has_rights(taken);
        let rights = may_change.then(|| self.rights_key());
        let mut key = self.key ^ KEYS[KEY_BLACK] ^ self.ghost_key();
        self.ghost = Square::NONE;
        if taken.is_some() {
            key = key ^ self.piece_key(taken, self.square(taken));
            self.lift(taken);
            self.material[taken.side().index()] -= self.in_ratio(taken);
        }
        key = key ^ self.piece_key(piece, from);
        self.lift(piece);
        self.moved[index] += 1;
        if mv.special().is_castling() {
            let (rook, corner, beside) = castling_rook(mv);
            self.castlings[side.index()] += 1;
            self.lift(rook);
            self.put(rook, beside);
            key = key ^ self.piece_key(rook, corner) ^ self.piece_key(rook, beside);
        }
        if is_pawn {
            self.advance(mv, carried);
        }
        self.put(piece, to);
        key = key ^ self.piece_key(piece, to) ^ self.ghost_key();
        if let Some(before) = rights {
            key = key ^ before ^ self.rights_key();
        }
        self.quiet = if is_pawn || taken.is_some() { 0 } else { self.quiet.saturating_add(1) };
        self.game_ply += 1;
        self.side = !side;
        self.key = key;
        frame
    }

    /// Updates type, values and ghost for a pawn that moves (specification 4.3, rule 3).
    fn advance(&mut self, mv: Move, carried: &mut CarriedState) {
        let (piece, to, side) = (mv.piece(), mv.to(), self.side);
        let index = piece.index();
        self.working[index] += PAWN_STEP;
        if self.moved[index] == 1 && matches!(to.rank(), 4 | 5) {
            self.working[index] += PAWN_STEP;
            let enemy = |square: Square| self.man(square) == Some((!side, Kind::Pawn));
            if enemy(to.step(1)) || enemy(to.step(-1)) {
                self.ghost = to.step(-side.forward());
                self.ghost_side = side;
            }
        }
        if let Some(kind) = mv.promotion() {
            let more = FIXED[kind as usize] - FIXED[Kind::Pawn as usize];
            self.set_kind(piece, kind);
            self.fixed[index] += more;
            self.working[index] += more;
            self.material[side.index()] += more;
            carried.also_white &= !(1 << piece.number());
        }
    }

    /// UNMAKE: takes back the last move.
    pub fn unmake(&mut self, frame: Frame, carried: &mut CarriedState) {
        let mv = frame.mv;
        let (piece, side) = (mv.piece(), !self.side);
        let index = piece.index();
        self.lift(piece);
        self.moved[index] -= 1;
        if mv.promotion().is_some() {
            self.material[side.index()] -= self.fixed[index] - frame.fixed;
            self.set_kind(piece, Kind::Pawn);
            if side == Side::Black {
                carried.also_white |= 1 << piece.number();
            }
        }
        self.put(piece, mv.from());
        self.fixed[index] = frame.fixed;
        self.working[index] = frame.working;
        if mv.special().is_castling() {
            let (rook, corner, _) = castling_rook(mv);
            self.castlings[side.index()] -= 1;
            self.lift(rook);
            self.put(rook, corner);
        }
        let taken = mv.captured();
        if taken.is_some() {
            self.put(taken, mv.victim());
            self.material[taken.side().index()] += self.in_ratio(taken);
        }
        (self.ghost, self.ghost_side) = (frame.ghost, frame.ghost_side);
        (self.quiet, self.key, self.side) = (frame.quiet, frame.key, side);
        self.game_ply -= 1;
    }

    /// Returns the move word for a piece that goes to a square, as in the lists of the search: a pawn that
    /// reaches the last rank becomes a queen, a pawn that goes to the ghost takes the pawn that jumped over
    /// it.
    #[inline]
    pub(super) fn word(&self, piece: Piece, to: Square) -> Move {
        let (from, side) = (self.square(piece), piece.side());
        let taken = self.at(to);
        if self.kind(piece) != Kind::Pawn {
            return Move::new(piece, from, to, taken, Special::None);
        }
        if to == self.ghost && from.file() != to.file() {
            let behind = self.at(to.step(-side.forward()));
            return Move::new(piece, from, to, behind, Special::Passant);
        }
        let last = side.relative(to.rank()) == 8;
        let special = if last { Special::Queen } else { Special::None };
        let mv = Move::new(piece, from, to, taken, special);
        if from.number().abs_diff(to.number()) == 20 { mv.double_advance() } else { mv }
    }
}

/// Returns `true` for the pieces that castling depends on: kings and original rooks.
fn has_rights(piece: Piece) -> bool {
    matches!(piece.place(), 9 | 12 | 16)
}

/// Returns the rook that castles, the square it comes from and the square it goes to.
fn castling_rook(mv: Move) -> (Piece, Square, Square) {
    let (king, side) = (mv.from(), mv.side());
    match mv.special() {
        Special::CastleKing => (Piece::kings_rook(side), king.step(-3), king.step(-1)),
        _ => (Piece::queens_rook(side), king.step(4), king.step(1)),
    }
}

/// ATTKED: returns `true` if a side attacks a square, by scanning the board instead of the attack tables.
pub fn attacked(position: &Position, square: Square, by: Side) -> bool {
    let is = |at: Square, kind: Kind| position.man(at) == Some((by, kind));
    if KNIGHT_STEPS.iter().any(|&step| is(square.step(step), Kind::Knight)) {
        return true;
    }
    let behind = square.step(-by.forward());
    if is(behind.step(1), Kind::Pawn) || is(behind.step(-1), Kind::Pawn) {
        return true;
    }
    DIRECTIONS.iter().enumerate().any(|(direction, &step)| {
        let mut at = square.step(step);
        if is(at, Kind::King) {
            return true;
        }
        while position.at(at).is_none() {
            at = at.step(step);
        }
        position.man(at).is_some_and(|(side, kind)| side == by && kind.moves_in(direction))
    })
}

/// Returns `true` if the side to move is in check.
pub fn in_check(position: &Position) -> bool {
    attacked(position, position.king(position.side()), !position.side())
}

/// GEN: returns the legal moves in the order of generation, each marked if it gives check (specification
/// 4.1).
pub fn legal(position: &Position) -> Vec<Move> {
    let mut moves = Vec::with_capacity(48);
    each_legal(position, |mv, after| {
        moves.push(mv.with_check(in_check(after)));
        true
    });
    moves
}

/// ANYLEG: returns `true` if there is a legal move.
pub fn has_legal_move(position: &Position) -> bool {
    !each_legal(position, |_, _| false)
}

/// Visits the legal moves, each with the position after it, until `visit` returns `false`. Returns `true` if
/// it never did.
fn each_legal(position: &Position, mut visit: impl FnMut(Move, &Position) -> bool) -> bool {
    let side = position.side;
    let mut board = position.clone();
    // Moves that are only tried must leave no trace (specification 4.1).
    let mut carried = CarriedState::default();
    let mut try_move = |mv: Move| {
        let frame = board.make(mv, &mut carried);
        let legal = !attacked(&board, board.king(side), !side);
        let continues = !legal || visit(mv, &board);
        board.unmake(frame, &mut carried);
        continues
    };
    for piece in position.living(side) {
        let continues = position.targets(
            piece,
            |_| false,
            |to| {
                if position.at(to).is_of(side) {
                    return true;
                }
                let mv = position.word(piece, to);
                if mv.promotion().is_none() {
                    return try_move(mv);
                }
                Special::PROMOTIONS
                    .iter()
                    .all(|&special| try_move(Move::new(piece, mv.from(), to, mv.captured(), special)))
            },
        );
        if !continues {
            return false;
        }
    }
    [Special::CastleKing, Special::CastleQueen].into_iter().all(|wing| {
        match position.castling_target(wing, |square| attacked(position, square, !side)) {
            Some(to) => try_move(castling(position, wing, to)),
            None => true,
        }
    })
}

/// Returns the move word of a castling move.
pub(super) fn castling(position: &Position, wing: Special, to: Square) -> Move {
    let side = position.side();
    Move::new(Piece::king(side), position.king(side), to, Piece::NONE, wing)
}

/// PERFT: returns the number of leaves of the tree of legal moves, `depth` plies deep.
pub fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = legal(position);
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut board = position.clone();
    let mut carried = CarriedState::default();
    let mut leaves = 0;
    for mv in moves {
        let frame = board.make(mv, &mut carried);
        leaves += perft(&board, depth - 1);
        board.unmake(frame, &mut carried);
    }
    leaves
}
