//! Lines and files, unblocking and blocking (H16 to H29).

use super::super::attack::{first_piece, opposite};
use super::super::board::{Color, DIRECTIONS, Kind, Piece, Special, Square};
use super::super::probe::Probe;
use super::development::weigh;
use super::{Scorer, Trial};
use crate::parameters::squares::LINES;
use crate::parameters::weights::{
    CENTER, EXPOSES, KING_FILE, KING_FILE_OPEN, KING_LINE, KNIGHT_CENTER, PAWN_CENTER, ROOK_FILE,
    ROOK_SEVENTH, THREAT_LIMIT,
};

/// The values of H16 to H22 for a piece on a square.
#[derive(Clone, Copy, Default)]
pub(super) struct Standing([i32; 7]);

impl Standing {
    /// What standing on a square is worth to a type of piece of the mover.
    pub(super) fn of<P: Probe>(scorer: &Scorer<'_, P>, kind: Kind, square: Square) -> Standing {
        let mut values = [0; 7];
        let color = scorer.color;
        let rank = color.relative(square.rank());
        match kind {
            Kind::Bishop | Kind::Rook | Kind::Queen => {
                let line = LINES[square][scorer.enemy_king];
                if line < 8 && kind.slides(line.into()) {
                    if line & 3 == 0 {
                        values[0] = KING_FILE;
                        values[1] = if scorer.king_file_open { KING_FILE_OPEN } else { 0 };
                    } else {
                        values[2] = KING_LINE;
                    }
                }
                if kind == Kind::Rook {
                    if !scorer.has_pawn_on_file(color, square) {
                        values[3] = ROOK_FILE[usize::from(!scorer.has_pawn_on_file(!color, square))];
                    }
                    values[4] = if rank == 7 { ROOK_SEVENTH } else { 0 };
                }
            }
            Kind::Pawn => values[5] = PAWN_CENTER * CENTER[usize::from(rank)][usize::from(square.file())],
            Kind::Knight => values[6] = KNIGHT_CENTER * CENTER[usize::from(rank)][usize::from(square.file())],
            Kind::King => {}
        }
        Standing(values)
    }
}

impl<P: Probe> Scorer<'_, P> {
    /// H16 to H22: the value of standing on the new square less that of the old one.
    pub(super) fn lines(&mut self, trial: &Trial) {
        let before = self.origin.standing;
        let after = Standing::of(self, trial.new_kind, trial.to);
        for (heuristic, (now, then)) in (16..).zip(after.0.into_iter().zip(before.0)) {
            if now != then {
                self.add_positional(heuristic, now - then, Square::NONE);
            }
        }
    }

    /// H23 to H26: the sliders before which the piece stood now look past its old square.
    pub(super) fn unblocking(&mut self, trial: &Trial) {
        let from = trial.from;
        let mut directions = self.attacks.watch(Color::White, from) | self.attacks.watch(Color::Black, from);
        let gone = if trial.mv.special() == Special::Passant { trial.mv.victim() } else { Square::NONE };
        while directions != 0 {
            let i = directions.trailing_zeros() as usize & 7;
            directions &= directions - 1;
            if usize::from(LINES[from][trial.to]) == i {
                continue;
            }
            let slider = first_piece(self.position, from, DIRECTIONS[i]);
            let Some((side, kind)) = self.position.at(slider).get() else { continue };
            let (sum, hit) = self.uncovered(side, from, opposite(i), trial.to, gone);
            let value = weigh(kind, sum);
            if side == self.color {
                self.add_positional(23, value, slider);
                self.discovers(kind, hit);
            } else {
                self.add_positional(24, -value, slider);
                self.exposes(kind, hit);
            }
        }
    }

    /// The importance to a side of the squares from `start` (itself not counted) in a direction, up to and including `end` or
    /// the first piece other than that on `gone`; and that piece's square unless it is `end`.
    fn uncovered(
        &self,
        side: Color,
        start: Square,
        direction: usize,
        end: Square,
        gone: Square,
    ) -> (i32, Square) {
        let mut sum = 0;
        let mut square = start.step(DIRECTIONS[direction]);
        loop {
            let piece = self.position.at(square);
            if piece.is_off() {
                return (sum, Square::NONE);
            }
            sum += self.importance.of_square(side, square);
            if square == end {
                return (sum, Square::NONE);
            }
            if !piece.is_empty() && square != gone {
                return (sum, square);
            }
            square = square.step(DIRECTIONS[direction]);
        }
    }

    /// H25: an own slider of this type now bears on what stands on `hit`.
    fn discovers(&mut self, slider: Kind, hit: Square) {
        let Some((side, victim)) = self.position.at(hit).get() else { return };
        if side == self.color {
            return;
        }
        if victim == Kind::King {
            self.threats += 1;
        } else if self.attacks.count(side, hit) == 0 || victim.value() > slider.value() {
            self.add(25, (victim.value() >> 1).min(THREAT_LIMIT), hit);
            self.threats += 1;
        }
    }

    /// H26: an enemy slider of this type now bears on what stands on `hit`.
    fn exposes(&mut self, slider: Kind, hit: Square) {
        let Some((side, victim)) = self.position.at(hit).get() else { return };
        if side != self.color || victim == Kind::King {
            return;
        }
        let loss = if self.attacks.count(side, hit) == 0 {
            victim.value() >> 1
        } else if victim.value() > slider.value() {
            (victim.value() - slider.value()) >> 1
        } else {
            EXPOSES
        };
        self.add(26, -loss, hit);
    }

    /// H27 to H29: the sliders that looked over the new square now end there.
    pub(super) fn blocking(&mut self, trial: &Trial) {
        let (from, to) = (trial.from, trial.to);
        let watch =
            |square| self.attacks.watch(Color::White, square) | self.attacks.watch(Color::Black, square);
        let mut directions = watch(to);
        // Along the line to the old square the look passes through that square.
        let line = LINES[to][from];
        if line < 8 && self.piece_met(to, line) == from {
            directions = directions & !(1 << line) | watch(from) & 1 << line;
        }
        while directions != 0 {
            let i = directions.trailing_zeros() as usize & 7;
            directions &= directions - 1;
            let mut slider = first_piece(self.position, to, DIRECTIONS[i]);
            if slider == from {
                slider = first_piece(self.position, from, DIRECTIONS[i]);
            }
            let Some((side, kind)) = self.position.at(slider).get() else { continue };
            let (sum, hit) = self.uncovered(side, to, opposite(i), from, Square::NONE);
            let value = weigh(kind, sum);
            if side == self.color {
                self.add_positional(27, -value, slider);
            } else {
                self.add_positional(28, value, slider);
                self.shields(hit);
            }
        }
    }

    fn piece_met(&self, from: Square, line: u8) -> Square {
        first_piece(self.position, from, DIRECTIONS[usize::from(line & 7)])
    }

    /// H29: an attack on what stands on `hit` is blocked.
    fn shields(&mut self, hit: Square) {
        let piece: Piece = self.position.at(hit);
        if !piece.is_of(self.color) {
            return;
        }
        let prise = self.attacks.prise(hit);
        if prise > 0 {
            let saved = prise.min(THREAT_LIMIT);
            let halved = self.attacks.count(!self.color, hit) > 1;
            self.add(29, if halved { saved >> 1 } else { saved }, hit);
        }
    }
}
