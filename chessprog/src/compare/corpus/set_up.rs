//! Diagrams that do not come from a game (specification 3.8).

use fastrand::Rng;

use super::cases::root;
use crate::compare::random;
use crate::engine::position::Position;
use crate::program::Case;
use crate::vocabulary::{Diagram, Kind, Side, Square};

/// Returns positions from random play, each changed in one of five ways and then set up as a diagram.
pub(super) fn set_ups(seed: u64, rng: &mut Rng, count: usize) -> Vec<Case> {
    let changes = [promote, claim_rights, look_castled, scatter, crowd];
    let mut cases = Vec::new();
    for index in 0.. {
        if cases.len() >= count {
            break;
        }
        let mut diagram = root(&random::game(seed ^ 0x5e70, index)).diagram();
        diagram.passant = Square::NONE;
        changes[cases.len() % changes.len()](&mut diagram, rng);
        if Position::set_up(&diagram).is_ok() {
            cases.push(Case::diagram("", diagram));
        }
    }
    cases
}

/// Replaces a few pawns by pieces of the same side on other squares.
fn promote(diagram: &mut Diagram, rng: &mut Rng) {
    let mut pawns: Vec<(Square, Side)> = Square::all()
        .filter_map(|square| match diagram.board[square] {
            Some((side, Kind::Pawn)) => Some((square, side)),
            _ => None,
        })
        .collect();
    rng.shuffle(&mut pawns);
    for (square, side) in pawns.into_iter().take(rng.usize(1..=5)) {
        diagram.board[square] = None;
        let kind = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight][rng.usize(0..4)];
        random::place(rng, diagram, side, kind);
    }
}

fn claim_rights(diagram: &mut Diagram, rng: &mut Rng) {
    diagram.rights.as_flattened_mut().fill_with(|| rng.u8(0..4) > 0);
}

/// Puts kings and rooks where they are after castling.
fn look_castled(diagram: &mut Diagram, rng: &mut Rng) {
    // Files of king and rook, numbered from h.
    const CASTLED: [(u8, u8); 6] = [(2, 3), (2, 4), (6, 5), (6, 4), (7, 5), (7, 4)];
    for side in Side::BOTH {
        let (king, rook) = CASTLED[rng.usize(0..CASTLED.len())];
        for square in Square::all() {
            if diagram.board[square] == Some((side, Kind::King)) {
                diagram.board[square] = None;
            }
        }
        for (file, kind) in [(king, Kind::King), (rook, Kind::Rook)] {
            let square = Square::at(file, side.relative(1));
            if !matches!(diagram.board[square], Some((_, Kind::King))) {
                diagram.board[square] = Some((side, kind));
            }
        }
    }
}

/// Moves every piece to a random square.
fn scatter(diagram: &mut Diagram, rng: &mut Rng) {
    let men: Vec<(Side, Kind)> = Square::all().filter_map(|square| diagram.board[square]).collect();
    for square in Square::all() {
        diagram.board[square] = None;
    }
    for (side, kind) in men {
        random::place(rng, diagram, side, kind);
    }
}

/// Puts all 32 men on the board, every pawn replaced by a piece, and up to seven men moved to random squares.
fn crowd(diagram: &mut Diagram, rng: &mut Rng) {
    const KINDS: [Kind; 4] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];
    let initial = Position::initial().diagram();
    diagram.board = initial.board;
    let usual = [rng.usize(0..KINDS.len()), rng.usize(0..KINDS.len())];
    for square in Square::all() {
        if let Some((side, kind @ Kind::Pawn)) = &mut diagram.board[square] {
            let one = if rng.bool() { usual[side.index()] } else { rng.usize(0..KINDS.len()) };
            *kind = KINDS[one];
        }
    }
    for _ in 0..rng.usize(0..8) {
        let square = Square::from_index(rng.u8(0..64));
        if let Some((side, kind)) = diagram.board[square].take() {
            random::place(rng, diagram, side, kind);
        }
    }
}
