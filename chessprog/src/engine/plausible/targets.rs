//! Development and targets: what a piece bears on from where it stands and from where it goes (H2 to H14).

use super::super::board::{Color, Kind, Square};
use super::super::probe::Probe;
use super::development::{Targets, weigh};
use super::lines::Standing;
use super::{Origin, Scorer, Trial};
use crate::parameters::weights::{
    GUARDS, HITS_DEFENDER, HITS_ON_FILE, HITS_PINNED, HITS_WEAK, OVERATTACKS, PAWN_BREAK, THREAT_LIMIT, TIPS,
};

impl<P: Probe> Scorer<'_, P> {
    /// H2 to H14. Gives the set of squares attacked from the new square.
    pub(super) fn bearing(&mut self, trial: &Trial) -> u64 {
        let fresh = P::ACTIVE || trial.from != self.origin.from;
        let left = fresh.then(|| self.leave(trial.from, trial.kind));
        self.add_positional(2, -self.origin.development, Square::NONE);
        let (importance, seen, targets) = self.survey(trial.new_kind, trial.to, trial.from);
        self.add_positional(3, weigh(trial.new_kind, importance), trial.to);
        if let Some(left) = left {
            self.targets_left(trial, &left);
        }
        self.sum -= self.origin.targets;
        for &target in &targets.squares[..targets.count] {
            let threat = self.target(trial.new_kind, trial.to, target, |scorer, heuristic, term| {
                scorer.add(heuristic, term, target);
            });
            self.threats += usize::from(threat);
        }
        seen
    }

    /// Reckons what is the same for all moves of a piece, the target terms excepted; gives what it bears on.
    fn leave(&mut self, from: Square, kind: Kind) -> Targets {
        let (importance, _, targets) = self.survey(kind, from, Square::NONE);
        self.origin = Origin {
            from,
            reach: self.attacks.reach(from),
            development: weigh(kind, importance),
            targets: 0,
            standing: Standing::of(self, kind, from),
        };
        targets
    }

    /// H4 to H14 from the old square, reported here and kept to be subtracted.
    fn targets_left(&mut self, trial: &Trial, targets: &Targets) {
        let mut sum = 0;
        for &target in &targets.squares[..targets.count] {
            self.target(trial.kind, trial.from, target, |scorer, heuristic, term| {
                sum += term;
                scorer.report(heuristic, -term, target);
            });
        }
        self.origin.targets = sum;
    }

    /// The terms H4 to H14 of bearing on one piece; gives whether that is a threat.
    #[inline]
    fn target(
        &mut self,
        kind: Kind,
        at: Square,
        target: Square,
        mut give: impl FnMut(&mut Self, u8, i32),
    ) -> bool {
        let Some((side, victim)) = self.position.at(target).get() else { return false };
        let (own, enemy) = (self.color, !self.color);
        if side == own {
            if victim != Kind::King {
                let prise = self.attacks.prise(target);
                match prise {
                    0 => give(self, 14, GUARDS),
                    _ => give(self, 13, prise.min(THREAT_LIMIT) >> 1),
                }
            }
            return false;
        }
        if victim == Kind::King {
            return true;
        }
        let bit = target.bit();
        let attackers = self.attacks.count(own, target) - i32::from(self.origin.reach & bit != 0);
        let defenders = self.attacks.count(enemy, target);
        let defended_pawn = self.facts.defended & bit != 0;
        let (value, mine) = (victim.value(), kind.value());
        let mut threat = true;
        if defenders == 0 {
            give(self, 4, value >> 2);
        } else if value > mine {
            give(self, 5, ((value - mine) >> 1).min(THREAT_LIMIT));
        } else {
            threat = false;
            if attackers == defenders && !defended_pawn {
                give(self, 6, TIPS);
            }
            if attackers + 1 >= defenders {
                give(self, 7, OVERATTACKS);
            }
        }
        if self.attacks.pin(target) > 0 {
            give(self, 8, HITS_PINNED[usize::from(defended_pawn)]);
        }
        if victim == Kind::Pawn {
            if self.facts.weak() & bit != 0 {
                give(self, 9, HITS_WEAK);
            }
            if matches!(kind, Kind::Rook | Kind::Queen) && !defended_pawn && target.file() == at.file() {
                let passed = if self.facts.passed & bit != 0 { HITS_ON_FILE[1] } else { 0 };
                give(self, 10, HITS_ON_FILE[0] + passed);
            }
            if kind == Kind::Pawn {
                give(self, 11, PAWN_BREAK);
            }
        }
        if self.attacks.duty(target) > 0 {
            give(self, 12, HITS_DEFENDER);
        }
        threat
    }

    /// Whether any pawn of `color` stands on the file of the square.
    pub(super) fn has_pawn_on_file(&self, color: Color, square: Square) -> bool {
        self.pawn_files[color.index()] & square.bit() != 0
    }
}
