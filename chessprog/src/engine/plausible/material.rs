//! Material: captures, going into and out of prise, and what the move does to duties and pins (H46 to H60).

use super::super::attack::{PINNED_TO_PIECE, first_piece};
use super::super::board::{DIRECTIONS, Kind, Special, Square};
use super::super::probe::Probe;
use super::{Scorer, Trial};
use crate::parameters::weights::{
    OVERLOADED, PASSED, PAWN_RETAKES, PINS, PINS_PAWN, PROMOTES, PROMOTES_INTO_PRISE, READY, TRAPS_BISHOP,
    UNPINS,
};

impl<P: Probe> Scorer<'_, P> {
    /// H46 to H51.
    pub(super) fn capture(&mut self, trial: &Trial) {
        let Some(victim) = trial.captured.kind() else { return };
        let (own, enemy) = (self.color, !self.color);
        let victim_square = trial.mv.victim();
        let attackers = self.attacks.count(own, trial.to);
        let defenders = self.attacks.count(enemy, trial.to);
        let least_defender = self.attacks.least(enemy, trial.to);
        let (mine, taken) = (trial.kind.value(), victim.value());
        let by_king = trial.kind == Kind::King;
        let gain = if by_king || defenders == 0 {
            taken
        } else if attackers > 1 && (defenders == 1 || attackers > defenders) {
            taken.min(taken - mine + least_defender)
        } else {
            taken - mine
        };
        self.add(46, gain, victim_square);
        self.safe = gain >= 0;
        let development =
            self.importance.development(self.position, enemy, victim, victim_square, Square::NONE);
        self.add(47, development, Square::NONE);
        if !by_king && defenders > 0 && mine == taken {
            let (ours, theirs) = (self.position.material(own), self.position.material(enemy));
            let trade = match ours.cmp(&theirs) {
                std::cmp::Ordering::Greater => taken >> 3,
                std::cmp::Ordering::Less => -(taken >> 4),
                std::cmp::Ordering::Equal => 0,
            };
            self.add(48, trade, Square::NONE);
        }
        if !by_king && defenders == 1 {
            if least_defender == Kind::Pawn.value() {
                self.add(49, PAWN_RETAKES, Square::NONE);
            }
            let defender = self.attacks.first_attacker(self.position, enemy, trial.to);
            if defender.is_some_and(|defender| self.attacks.duty(defender) >= 2) {
                self.add(50, OVERLOADED, Square::NONE);
            }
        }
        if victim == Kind::Pawn && self.facts.passed & victim_square.bit() != 0 {
            self.add(51, PASSED[usize::from(enemy.relative(victim_square.rank()))], Square::NONE);
        }
    }

    /// H52.
    pub(super) fn lands_in_prise(&mut self, trial: &Trial) {
        let loss = if trial.mv.promotion().is_some() {
            let taken = self.attacks.count(!self.color, trial.to) > 0
                && self.attacks.count(self.color, trial.to) == 0;
            if taken { PROMOTES_INTO_PRISE } else { 0 }
        } else {
            self.attacks.loss(self.position, trial.from, trial.to, trial.captured)
        };
        self.add(52, -loss, Square::NONE);
        self.safe = loss == 0;
    }

    /// H55: what the piece alone defended and no longer attacks; `seen` are the squares it attacks from its new place.
    pub(super) fn abandons(&mut self, trial: &Trial, seen: u64) {
        if self.attacks.duty(trial.from) == 0 {
            return;
        }
        for &(defender, square) in self.attacks.duties() {
            if defender == trial.from && square != trial.to && seen & square.bit() == 0 {
                self.add(55, -(self.position.at(square).value() >> 2), square);
            }
        }
    }

    /// H56, H57: a slider on its new square looks through one piece at another.
    pub(super) fn pins(&mut self, trial: &Trial) {
        let kind = trial.new_kind;
        if !kind.is_slider() {
            return;
        }
        let beyond = |square: Square, i: usize| {
            let next = first_piece(self.position, square, DIRECTIONS[i]);
            if next == trial.from { first_piece(self.position, next, DIRECTIONS[i]) } else { next }
        };
        for i in 0..8 {
            if !kind.slides(i) {
                continue;
            }
            let front = beyond(trial.to, i);
            let Some((side, fronting)) = self.position.at(front).get() else { continue };
            if fronting == Kind::King || side == self.color && fronting == Kind::Pawn && i & 3 == 0 {
                continue;
            }
            let behind = beyond(front, i);
            let Some((other, worth)) = self.position.at(behind).get() else { continue };
            let enemy = !self.color;
            let target = other == enemy
                && (worth == Kind::King
                    || worth.value() > kind.value()
                    || self.attacks.count(enemy, behind) == 0);
            if !target {
                continue;
            }
            if side == self.color {
                self.add(57, READY, front);
            } else if fronting == Kind::Pawn && self.facts.weak() & front.bit() == 0 {
                self.add(56, PINS_PAWN, front);
            } else {
                self.add(56, PINS[usize::from(self.color.relative(front.rank()))], front);
            }
        }
    }

    /// H58 to H60.
    pub(super) fn afterthoughts(&mut self, trial: &Trial) {
        if trial.kind == Kind::Pawn {
            self.traps_bishop(trial);
        }
        for square in super::super::board::Squares(self.position.occupied(self.color)) {
            if self.attacks.pin(square) == PINNED_TO_PIECE && self.attacks.pin_base(square) == trial.from {
                self.add(59, UNPINS, square);
            }
        }
        if trial.mv.promotion().is_some() {
            self.add(60, PROMOTES[trial.mv.special() as usize - Special::Queen as usize], Square::NONE);
        }
    }

    /// H58: a pawn to g3 (b3) shuts in a bishop on h2 (a2), seen from the mover's side.
    fn traps_bishop(&mut self, trial: &Trial) {
        let outward = match trial.to.file() {
            7 => 1,
            2 => -1,
            _ => return,
        };
        let corner = trial.to.step(outward - self.color.forward());
        if self.color.relative(trial.to.rank()) == 3 && self.position.at(corner).is(!self.color, Kind::Bishop)
        {
            self.add(58, TRAPS_BISHOP, Square::NONE);
        }
    }
}
