//! Pawns and the pieces before them, the opening and the king (H30 to H45).

use super::super::board::{Color, Kind, Square};
use super::super::probe::Probe;
use super::{Scorer, Trial};
use crate::parameters::squares::edge_distance;
use crate::parameters::weights::{
    BLOCKS_CENTER, EARLIEST, FIRST_MOVE, FREES_CENTER, KING_CENTRALIZES, KING_FORFEITS, KING_RETREATS,
    LEAVES_CHAIN, OPENS_KING, PUSH, ROOK_FORFEITS, TOO_EARLY, WAS_BACKWARD, WAS_ISOLATED,
};

impl<P: Probe> Scorer<'_, P> {
    /// H30 to H45 in order.
    pub(super) fn structure(&mut self, trial: &Trial) {
        self.center_pawns(trial);
        self.blockade(trial);
        if trial.kind == Kind::Pawn {
            self.pawn_moves(trial);
        } else {
            self.too_early(trial);
        }
        match trial.kind {
            Kind::Knight | Kind::Bishop => self.first_move(trial),
            Kind::Rook => self.rook_forfeits(trial),
            Kind::King => self.king_moves(trial),
            _ => {}
        }
    }

    /// H30, H31: pieces before the centre pawns (paper: bad to move pieces in front of centre pawns on their original squares).
    fn center_pawns(&mut self, trial: &Trial) {
        if trial.kind == Kind::Pawn {
            return;
        }
        if trial.captured.is_empty() && self.blocks_center_pawn(trial.to) {
            self.add_positional(30, -BLOCKS_CENTER, Square::NONE);
        }
        if self.blocks_center_pawn(trial.from) {
            self.add_positional(31, FREES_CENTER, Square::NONE);
        }
    }

    /// Whether a square is d3 or e3 of the mover with an own pawn behind it.
    fn blocks_center_pawn(&self, square: Square) -> bool {
        matches!(square.file(), 4 | 5)
            && self.color.relative(square.rank()) == 3
            && self.position.at(square.step(-self.color.forward())).is(self.color, Kind::Pawn)
    }

    /// H32: stands before an enemy passed pawn; H33: stood before an own one.
    fn blockade(&mut self, trial: &Trial) {
        let forward = self.color.forward();
        for (square, sign) in [(trial.to, 1), (trial.from, -1)] {
            let before = square.step(forward);
            if self.is_passed(!self.color, before) {
                self.add(32, sign * PUSH[usize::from((!self.color).relative(before.rank()))], Square::NONE);
            }
        }
        let behind = trial.from.step(-forward);
        if trial.kind != Kind::Pawn && self.is_passed(self.color, behind) {
            self.add(33, PUSH[usize::from(self.color.relative(behind.rank()))] >> 2, Square::NONE);
        }
    }

    fn is_passed(&self, color: Color, square: Square) -> bool {
        self.facts.passed & square.bit() != 0 && self.position.at(square).is(color, Kind::Pawn)
    }

    /// H34 to H38.
    fn pawn_moves(&mut self, trial: &Trial) {
        let bit = trial.from.bit();
        if self.facts.passed & bit != 0 {
            self.add(34, PUSH[usize::from(self.color.relative(trial.to.rank()))], Square::NONE);
        }
        if self.facts.defended & bit != 0 {
            self.add(35, -LEAVES_CHAIN, Square::NONE);
        }
        if self.facts.backward & bit != 0 {
            self.add(36, WAS_BACKWARD, Square::NONE);
        }
        if self.facts.isolated & bit != 0 {
            self.add(37, WAS_ISOLATED, Square::NONE);
        }
        let king = self.position.king(self.color);
        let wing = !matches!(trial.from.file(), 4 | 5);
        let near = self.color.relative(king.rank()) <= 2 && king.file().abs_diff(trial.from.file()) <= 1;
        if wing && near && self.dangerous {
            self.add_positional(38, -OPENS_KING, Square::NONE);
        }
    }

    /// H39.
    fn too_early(&mut self, trial: &Trial) {
        if self.attacks.count(!self.color, trial.from) == 0
            && self.position.game_ply() < EARLIEST[trial.kind as usize & 7]
        {
            self.add_positional(39, -TOO_EARLY, Square::NONE);
        }
    }

    /// H41.
    fn first_move(&mut self, trial: &Trial) {
        let homes = if trial.kind == Kind::Knight { [2, 7] } else { [3, 6] };
        if self.color.relative(trial.from.rank()) == 1 && homes.contains(&trial.from.file()) {
            self.add_positional(41, FIRST_MOVE, Square::NONE);
        }
    }

    /// H43.
    fn rook_forfeits(&mut self, trial: &Trial) {
        let (short, long) = self.position.may_castle(self.color);
        let home = self.color.relative(trial.from.rank()) == 1;
        let forfeits = home && (trial.from.file() == 8 && short || trial.from.file() == 1 && long);
        if forfeits && self.dangerous {
            self.add_positional(43, -ROOK_FORFEITS, Square::NONE);
        }
    }

    /// H42, H44, H45.
    fn king_moves(&mut self, trial: &Trial) {
        if self.dangerous {
            let (short, long) = self.position.may_castle(self.color);
            if short || long {
                self.add_positional(42, -KING_FORFEITS, Square::NONE);
            }
            let rank = |square: Square| i32::from(self.color.relative(square.rank()));
            let retreat = KING_RETREATS * (rank(trial.from) - rank(trial.to));
            self.add_positional(44, retreat, Square::NONE);
        } else {
            let gain = edge_distance(trial.to) - edge_distance(trial.from);
            self.add_positional(45, KING_CENTRALIZES * gain, Square::NONE);
        }
    }
}
