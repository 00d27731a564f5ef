//! Modifications of returned values (specification 9.4; paper, Modifications).

use super::super::board::{DIRECTIONS, Kind, Move, Position, Special, Square};
use super::super::plausible::{POOR_MARK, Scored};
use super::super::probe::Probe;
use super::{Outcome, Search};
use crate::parameters::squares::{KNIGHT_LINE, LINES};
use crate::parameters::weights::{MOD_BACK, MOD_OPENING, MOD_OPENING_PLIES, MOD_POOR, MOD_TEMPO};

impl<P: Probe> Search<'_, P> {
    /// MODIFY: the amount that a move tried at `ply` loses, seen from the mover. The position is that before the move, the
    /// returned variation stands at the next ply.
    pub(super) fn modification(&self, ply: i32, scored: &Scored, result: &Outcome) -> i32 {
        if !self.settings.modifications || result.is_mate() || result.drawn {
            return 0;
        }
        let mut amount = if scored.has(POOR_MARK) { MOD_POOR } else { 0 };
        let line = &self.memory.lines[ply as usize + 1];
        if line.length >= 2 {
            amount += tempo(&self.position, scored.mv, line.moves[1]);
        }
        amount
    }
}

/// What is lost because the piece that makes `first` makes `second` too, the next move of the same side.
pub(super) fn tempo(position: &Position, first: Move, second: Move) -> i32 {
    let same = second.from() == first.to()
        && !second.is_capture()
        && first.special() == Special::None
        && second.special() == Special::None;
    if !same {
        return 0;
    }
    let early = if position.game_ply() < MOD_OPENING_PLIES { MOD_OPENING } else { 0 };
    let (from, to) = (first.from(), second.to());
    if to == from {
        early + MOD_BACK
    } else if reaches(position, from, to) {
        early + MOD_TEMPO
    } else {
        early
    }
}

/// Whether the piece on `from` could go to the empty square `to` in one move.
fn reaches(position: &Position, from: Square, to: Square) -> bool {
    let Some((color, kind)) = position.at(from).get() else { return false };
    if !position.at(to).is_empty() {
        return false;
    }
    let line = LINES[from][to];
    match kind {
        Kind::Pawn => {
            let ahead = from.step(color.forward());
            color.relative(from.rank()) == 2
                && position.at(ahead).is_empty()
                && ahead.step(color.forward()) == to
        }
        Kind::Knight => line == KNIGHT_LINE,
        Kind::King => line < 8 && from.step(DIRECTIONS[usize::from(line)]) == to,
        Kind::Bishop | Kind::Rook | Kind::Queen => {
            if line >= 8 || !kind.slides(line.into()) {
                return false;
            }
            let direction = DIRECTIONS[usize::from(line)];
            let mut square = from.step(direction);
            while square != to && position.at(square).is_empty() {
                square = square.step(direction);
            }
            square == to
        }
    }
}
