//! The moves chapter: the legal moves in their order, and the exact test of an attack (specification 4).
//!
//! The order of generation is a rule of the program, not a detail: it numbers the moves, and every tie anywhere is
//! decided by that number. Legality is found without making the move, from what the king's lines say ([`Guard`]); only a
//! pawn taken in passing, which empties two squares of a line at once, is tried on the board.

mod guard;

pub use guard::Guard;

use super::board::{Color, DIRECTIONS, KNIGHT_STEPS, Kind, Move, Piece, Position, Special, Square, Squares};

/// GEN: the legal moves in generation order, appended to `list`, with "gives check" set.
pub fn generate(position: &Position, guard: &Guard, list: &mut Vec<Move>) {
    for from in Squares(position.occupied(position.side())) {
        piece_moves(position, from, &mut |mv| {
            if guard.allows(position, mv) {
                list.push(mv.with_check(guard.gives_check(position, mv)));
            }
        });
    }
}

/// ANYLEG: whether there is a legal move.
pub fn has_legal_move(position: &Position, guard: &Guard) -> bool {
    Squares(position.occupied(position.side())).any(|from| {
        let mut found = false;
        piece_moves(position, from, &mut |mv| found = found || guard.allows(position, mv));
        found
    })
}

/// The legal moves in generation order.
pub fn legal(position: &Position) -> Vec<Move> {
    let mut list = Vec::with_capacity(64);
    generate(position, &Guard::new(position), &mut list);
    list
}

/// Whether the side to move is in check.
pub fn in_check(position: &Position) -> bool {
    attacked(position, position.king(position.side()), !position.side())
}

/// ATKSQ: whether any piece of `by` attacks the square; exact, pins play no part.
pub fn attacked(position: &Position, square: Square, by: Color) -> bool {
    attacked_past(position, square, by, Square::NONE)
}

/// The same, as if the square `vacated` were empty.
fn attacked_past(position: &Position, square: Square, by: Color, vacated: Square) -> bool {
    if !square.on_board() {
        return false;
    }
    for step in KNIGHT_STEPS {
        if position.at(square.step(step)).is(by, Kind::Knight) {
            return true;
        }
    }
    for side in [-1, 1] {
        if position.at(square.step(side - by.forward())).is(by, Kind::Pawn) {
            return true;
        }
    }
    for (i, &direction) in DIRECTIONS.iter().enumerate() {
        let next = square.step(direction);
        if position.at(next).is(by, Kind::King) {
            return true;
        }
        let mut reached = next;
        while position.at(reached).is_empty() || reached == vacated {
            reached = reached.step(direction);
        }
        if let Some((color, kind)) = position.at(reached).get()
            && color == by
            && kind.slides(i)
        {
            return true;
        }
    }
    false
}

/// PERFT: the number of leaves of the tree of legal moves of this depth.
pub fn perft(position: &mut Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = legal(position);
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut leaves = 0;
    for mv in moves {
        let frame = position.make(mv);
        leaves += perft(position, depth - 1);
        position.unmake(frame);
    }
    leaves
}

/// GENPC: the moves that a piece of the side to move can make, kings in danger or not, in generation order.
#[inline]
pub(super) fn piece_moves(position: &Position, from: Square, yield_move: &mut impl FnMut(Move)) {
    let piece = position.at(from);
    let mut step_to = |to: Square| {
        let target = position.at(to);
        if target.is_empty() || target.is_of(!piece.color()) {
            yield_move(Move::new(piece, from, to, target, Special::None));
        }
    };
    match piece.kind() {
        Some(Kind::Pawn) => pawn_moves(position, from, yield_move),
        Some(Kind::Knight) => KNIGHT_STEPS.into_iter().for_each(|step| step_to(from.step(step))),
        Some(Kind::King) => {
            DIRECTIONS.into_iter().for_each(|step| step_to(from.step(step)));
            castling(position, from, yield_move);
        }
        Some(kind) => {
            let mut directions = kind.slide_mask();
            while directions != 0 {
                let direction = DIRECTIONS[directions.trailing_zeros() as usize & 7];
                directions &= directions - 1;
                let mut to = from.step(direction);
                while position.at(to).is_empty() {
                    step_to(to);
                    to = to.step(direction);
                }
                step_to(to);
            }
        }
        None => {}
    }
}

#[inline]
fn pawn_moves(position: &Position, from: Square, yield_move: &mut impl FnMut(Move)) {
    let color = position.side();
    let pawn = Piece::new(color, Kind::Pawn);
    let ahead = from.step(color.forward());
    if position.at(ahead).is_empty() {
        arrive(pawn, from, ahead, Piece::EMPTY, yield_move);
        let beyond = ahead.step(color.forward());
        if color.relative(from.rank()) == 2 && position.at(beyond).is_empty() {
            yield_move(Move::new(pawn, from, beyond, Piece::EMPTY, Special::None).double_advance());
        }
    }
    for side in [-1, 1] {
        let to = ahead.step(side);
        let target = position.at(to);
        if target.is_of(!color) {
            arrive(pawn, from, to, target, yield_move);
        } else if target.is_empty() && to == position.passant() {
            yield_move(Move::new(pawn, from, to, Piece::new(!color, Kind::Pawn), Special::Passant));
        }
    }
}

/// A pawn's arrival: one move, or four on the last rank.
#[inline]
fn arrive(pawn: Piece, from: Square, to: Square, captured: Piece, yield_move: &mut impl FnMut(Move)) {
    if pawn.color().relative(to.rank()) == 8 {
        for special in Special::PROMOTIONS {
            yield_move(Move::new(pawn, from, to, captured, special));
        }
    } else {
        yield_move(Move::new(pawn, from, to, captured, Special::None));
    }
}

fn castling(position: &Position, king: Square, yield_move: &mut impl FnMut(Move)) {
    let color = position.side();
    let (short, long) = position.may_castle(color);
    if !(short || long) || attacked(position, king, !color) {
        return;
    }
    let piece = Piece::new(color, Kind::King);
    let free = |steps: &[i8]| steps.iter().all(|&step| position.at(king.step(step)).is_empty());
    let safe = |steps: &[i8]| steps.iter().all(|&step| !attacked(position, king.step(step), !color));
    if short && free(&[1, 2]) && safe(&[1, 2]) {
        yield_move(Move::new(piece, king, king.step(2), Piece::EMPTY, Special::CastleKing));
    }
    if long && free(&[-1, -2, -3]) && safe(&[-1, -2]) {
        yield_move(Move::new(piece, king, king.step(-2), Piece::EMPTY, Special::CastleQueen));
    }
}

#[cfg(test)]
mod tests;
