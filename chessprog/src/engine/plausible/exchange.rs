//! The exchange on the target square: what the move wins or loses there (specification 7.2.6).

use super::super::prise::Pins;
use super::Generator;
use super::trace::CommentSubject;
use crate::parameters::weights::{GAIN_2, MORE_ATTACKS, RISK};
use crate::vocabulary::probe::Probe;
use crate::vocabulary::{DIRECTIONS, KNIGHT_STEPS, Kind, Move, Piece, Square};

/// The result of the exchange on the target square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Exchange {
    /// The move counts as one that does not lose material, so new development is added.
    Good,
    /// A capture that loses material.
    Losing,
    /// A move to an empty square that loses material (H42).
    IntoPrise,
}

impl<P: Probe> Generator<'_, P> {
    /// EXCHNG: adds H32 to H42.
    pub(super) fn exchange(&mut self, to: Square, mv: Move) -> Exchange {
        let pawn = self.mover.kind == Kind::Pawn;
        let empty = self.position.at(to).is_none();
        let own = self.tables.count(self.side, to) - i32::from(!(pawn && empty));
        if mv.is_capture() { self.capture(mv, own) } else { self.quiet(to, own) }
    }

    /// Returns C and D, the cheapest defender and attacker of the target. Pinned pieces count as defenders,
    /// but not as attackers (fault F36).
    fn cheapest(&self, to: Square) -> (Piece, Piece) {
        self.seen().least(to, self.mover.piece, self.side, Pins::EnemyLeftOut)
    }

    /// EXQUIE: handles a move to an empty square. `worth` is v of the rule, `own` o, `left` x.
    fn quiet(&mut self, to: Square, own: i32) -> Exchange {
        let worth = self.position.working(self.mover.piece);
        let attackers = self.tables.count(self.enemy, to);
        if self.scoring.threats > 0 || attackers == 0 {
            return Exchange::Good;
        }
        let (defender, attacker) = self.cheapest(to);
        if attacker.is_none() {
            return Exchange::Good;
        }
        let loss = if defender.is_none() {
            -worth
        } else {
            let left = self.position.working(attacker) - worth;
            if left <= -RISK {
                left.max(-worth)
            } else if attackers == 1 {
                return Exchange::Good;
            } else {
                let left = left - self.position.working(defender);
                if left > 0 || attackers <= own {
                    return Exchange::Good;
                }
                left.max(-worth)
            }
        };
        self.term(42, loss, CommentSubject::Square(to));
        self.scoring.safe = false;
        Exchange::IntoPrise
    }

    /// EXCAPT: handles a capture. `worth` is v of the rule, `gain` y, `own` o, `attackers` m, `left` g.
    fn capture(&mut self, mv: Move, own: i32) -> Exchange {
        let position = self.position;
        let taken = mv.captured();
        let about = CommentSubject::Piece(taken);
        if self.context.level <= self.context.capture_levels {
            self.scoring.check = true;
        }
        let development = self.development_of_taken(taken);
        self.term(32, development, about);
        let (worth, gain) = (position.working(self.mover.piece), position.working(taken));
        let attackers = self.tables.count(self.enemy, mv.to());
        let (defender, attacker) =
            if attackers == 0 { (Piece::NONE, Piece::NONE) } else { self.cheapest(mv.to()) };
        if attacker.is_none() {
            self.term(33, gain, about);
            return Exchange::Good;
        }
        if worth < gain {
            if own == 0 || attackers > 1 && attackers > own {
                self.term(34, gain - worth, about);
            } else if attackers == 1 {
                self.term(35, (gain - worth + position.working(attacker)).min(gain), about);
            } else {
                self.term(36, gain, about);
            }
            return Exchange::Good;
        }
        if worth == gain {
            if self.has_more_attacks(taken, own) {
                self.term(37, MORE_ATTACKS, about);
            }
            return Exchange::Good;
        }
        if self.scoring.threats > 0 {
            self.term(41, gain, about);
            return Exchange::Good;
        }
        if own == 0 {
            self.term(38, gain - worth, about);
            self.scoring.safe = false;
            return Exchange::Losing;
        }
        let mut left = position.working(attacker) + gain - worth - position.working(defender);
        if left < 0 && attackers == 1 {
            left += position.working(defender);
        }
        if left >= 0 {
            // Fault F22: no material is added at all.
            self.term(40, GAIN_2, about);
            return Exchange::Good;
        }
        let left = left.max(gain - worth);
        self.term(39, left, about);
        if left >= -RISK {
            return Exchange::Good;
        }
        self.scoring.safe = false;
        Exchange::Losing
    }

    /// EXMORE: makes the stray comparison that decides an even exchange (fault F21).
    fn has_more_attacks(&self, taken: Piece, own: i32) -> bool {
        let position = self.position;
        let at = position.square(taken);
        let by_level = self.context.level >= own;
        let mut last = Piece::NONE;
        for direction in position.kind(taken).directions() {
            let step = DIRECTIONS[direction];
            for (square, met) in position.see_through(taken.side(), at, direction) {
                // The square beyond a pawn does not count.
                let before = position.at(square.step(-step));
                let beyond_pawn =
                    before.is_of(taken.side()) && before != taken && position.kind(before) == Kind::Pawn;
                if met.is_some() && !beyond_pawn {
                    last = met;
                }
            }
        }
        if last.is_none() { by_level } else { last.is_of(taken.side()) }
    }

    /// EXDEVT: returns H32, the values of the squares that the captured piece covers.
    fn development_of_taken(&self, taken: Piece) -> i32 {
        let position = self.position;
        let at = position.square(taken);
        let squares = &self.counts.squares;
        match position.kind(taken) {
            Kind::Pawn => {
                let mut sum = 0;
                position.pawn_targets(taken, |square| {
                    sum += squares[square];
                    true
                });
                sum
            }
            Kind::Knight => KNIGHT_STEPS.map(|step| squares[at.step(step)]).into_iter().sum(),
            kind => kind
                .directions()
                .flat_map(|direction| position.see_through(taken.side(), at, direction))
                .map(|(square, _)| squares[square])
                .sum(),
        }
    }
}
