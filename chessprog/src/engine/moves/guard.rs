//! Which of the moves a piece can make are legal, and which give check, from what the lines of both kings say.

use super::super::board::{DIRECTIONS, KNIGHT_STEPS, Kind, Move, Position, Special, Square};
use super::{attacked, attacked_past};
use crate::parameters::squares::{KNIGHT_LINE, LINES};

/// What the two kings' lines say about every move of a position: which of the mover's pieces are bound to a line, where a
/// check can be met, and which pieces uncover a check when they leave.
pub struct Guard {
    king: Square,
    enemy_king: Square,
    /// The mover's pieces that stand alone between their king and an enemy slider.
    bound: u64,
    /// Where a piece other than the king must go: everywhere, or where it meets the only check, or nowhere.
    answer: u64,
    /// The mover's pieces that stand alone between one of their sliders and the enemy king.
    uncovering: u64,
}

impl Guard {
    /// Looks along the lines of both kings.
    pub fn new(position: &Position) -> Guard {
        let color = position.side();
        let (king, enemy_king) = (position.king(color), position.king(!color));
        let mut guard = Guard { king, enemy_king, bound: 0, answer: !0, uncovering: 0 };
        if king.on_board() {
            for (i, &direction) in DIRECTIONS.iter().enumerate() {
                let (path, first, second) = look(position, king, direction);
                let threat = |square: Square| {
                    position.at(square).get().is_some_and(|(c, k)| c != color && k.slides(i))
                };
                if threat(first) {
                    guard.answer &= path;
                } else if position.at(first).is_of(color) && threat(second()) {
                    guard.bound |= first.bit();
                }
            }
            for step in KNIGHT_STEPS {
                if position.at(king.step(step)).is(!color, Kind::Knight) {
                    guard.answer &= king.step(step).bit();
                }
            }
            for side in [-1, 1] {
                let square = king.step(color.forward() + side);
                if position.at(square).is(!color, Kind::Pawn) {
                    guard.answer &= square.bit();
                }
            }
        }
        if enemy_king.on_board() {
            for (i, &direction) in DIRECTIONS.iter().enumerate() {
                let (_, first, second) = look(position, enemy_king, direction);
                if position.at(first).is_of(color)
                    && position.at(second()).get().is_some_and(|(c, k)| c == color && k.slides(i))
                {
                    guard.uncovering |= first.bit();
                }
            }
        }
        guard
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        self.answer != !0
    }

    /// Whether a pseudo-legal move leaves its own king unattacked.
    #[inline]
    pub fn allows(&self, position: &Position, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        if from == self.king {
            // The squares of castling were found unattacked when it was generated.
            return mv.special().is_castling() || !attacked_past(position, to, !position.side(), from);
        }
        if mv.special() == Special::Passant {
            let mut after = position.clone();
            after.make(mv);
            return !attacked(&after, self.king, !position.side());
        }
        self.answer & to.bit() != 0
            && (self.bound & from.bit() == 0 || LINES[self.king][from] == LINES[self.king][to])
    }

    /// Whether the enemy king is attacked after a legal move.
    #[inline]
    pub fn gives_check(&self, position: &Position, mv: Move) -> bool {
        let (from, to, king) = (mv.from(), mv.to(), self.enemy_king);
        match mv.special() {
            Special::Passant | Special::CastleKing | Special::CastleQueen => {
                let mut after = position.clone();
                after.make(mv);
                return attacked(&after, king, position.side());
            }
            _ => {}
        }
        if self.uncovering & from.bit() != 0 && LINES[king][from] != LINES[king][to] {
            return true;
        }
        match mv.promotion().or(mv.piece().kind()) {
            Some(Kind::Pawn) => {
                let ahead = to.step(position.side().forward());
                ahead.step(-1) == king || ahead.step(1) == king
            }
            Some(Kind::Knight) => LINES[to][king] == KNIGHT_LINE,
            Some(kind) => match to.line_to(king) {
                Some(direction) if kind.slides(direction) => {
                    let mut next = to.step(DIRECTIONS[direction]);
                    while next != king && (position.at(next).is_empty() || next == from) {
                        next = next.step(DIRECTIONS[direction]);
                    }
                    next == king
                }
                _ => false,
            },
            None => false,
        }
    }
}

/// The first piece or edge from a square, with the set of squares up to and including it, and a way to find the next beyond it.
#[inline]
fn look(position: &Position, from: Square, direction: i8) -> (u64, Square, impl Fn() -> Square) {
    let mut path = 0;
    let mut first = from.step(direction);
    while position.at(first).is_empty() {
        path |= first.bit();
        first = first.step(direction);
    }
    let second = move || {
        let mut second = first.step(direction);
        while position.at(second).is_empty() {
            second = second.step(direction);
        }
        second
    };
    (path | first.bit(), first, second)
}
