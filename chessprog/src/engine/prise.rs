//! The prise chapter: cheapest attackers, the three tests of en prise, trapped pieces (specification 5.4-5.6).

use super::attack::Tables;
use super::position::Position;
use crate::vocabulary::{Piece, Side, Square};

/// Whose pinned pieces are left out of account.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pins {
    /// Those of the side asked for: dp.
    OwnLeftOut,
    /// Those of the other side: ap.
    EnemyLeftOut,
    /// Nobody's.
    NotRegarded,
}

/// A position and its tables, as this chapter looks at both.
#[derive(Clone, Copy)]
pub(super) struct Seen<'a> {
    pub(super) position: &'a Position,
    pub(super) tables: &'a Tables,
}

impl Seen<'_> {
    /// LEAST: the cheapest attacker of a square of side `side`, and the cheapest of the other side; `mover` is the piece that is going
    /// to move, or stands there.
    pub(super) fn least(self, square: Square, mover: Piece, side: Side, pins: Pins) -> (Piece, Piece) {
        let Seen { position, tables } = self;
        let (mut own, mut other) = (Piece::NONE, Piece::NONE);
        tables.slots(square).scan(|slot, mut piece| {
            if piece == mover {
                let Some(behind) = self.behind(mover, slot) else { return };
                piece = behind;
            }
            let (best, left_out) = if piece.is_of(side) {
                (&mut own, Pins::OwnLeftOut)
            } else {
                (&mut other, Pins::EnemyLeftOut)
            };
            if pins == left_out && tables.is_pinned(piece) {
                return;
            }
            if best.is_none() || position.working(piece) < position.working(*best) {
                *best = piece;
            }
        });
        (own, other)
    }

    /// The slider that arrives at a piece's own square in the direction of a slot.
    #[inline]
    fn behind(self, piece: Piece, slot: usize) -> Option<Piece> {
        if slot > 7 {
            return None;
        }
        let behind = self.tables.slot(self.position.square(piece), slot);
        (behind.is_some() && self.position.kind(behind).is_slider()).then_some(behind)
    }

    /// SECOND: the second cheapest of either side, after the cheapest two of a square.
    pub(super) fn second(
        self,
        square: Square,
        mover: Piece,
        side: Side,
        cheapest: (Piece, Piece),
    ) -> (Piece, Piece) {
        let Seen { position, tables } = self;
        let is_cheapest = |piece: Piece| piece == cheapest.0 || piece == cheapest.1;
        let (mut own, mut other) = (Piece::NONE, Piece::NONE);
        tables.slots(square).scan(|slot, mut piece| {
            if piece == mover && !is_cheapest(piece) {
                return;
            }
            while piece.is_some() && is_cheapest(piece) {
                piece = self.behind(piece, slot).unwrap_or(Piece::NONE);
            }
            if piece.is_none() {
                return;
            }
            let best = if piece.is_of(side) { &mut own } else { &mut other };
            if best.is_none() || position.working(piece) < position.working(*best) {
                *best = piece;
            }
        });
        (own, other)
    }

    /// PRISEA: test A, for the square values: the loss if the piece is en prise.
    pub(super) fn loss(self, piece: Piece) -> Option<i32> {
        let Seen { position, tables } = self;
        let (at, side) = (position.square(piece), piece.side());
        let attackers = tables.count(!side, at);
        if attackers == 0 {
            return None;
        }
        let worth = position.working(piece);
        if !tables.attacked(side, at) {
            return Some(worth);
        }
        let (defender, attacker) = self.least(at, piece, side, Pins::OwnLeftOut);
        if defender.is_none() {
            return Some(worth);
        }
        let (defender, attacker) = (position.working(defender), position.working(attacker));
        if attacker < worth {
            return Some(worth - attacker);
        }
        (attackers > 1 && worth - attacker + defender > 0).then_some(worth)
    }

    /// PRISEB: test B, for START: what standing there is worth, 0 or negative.
    pub(super) fn danger(self, piece: Piece) -> i32 {
        let Seen { position, tables } = self;
        let (at, side) = (position.square(piece), piece.side());
        let attackers = tables.count(!side, at);
        if attackers == 0 {
            return 0;
        }
        let worth = position.working(piece);
        let defenders = tables.count(side, at);
        if defenders == 0 {
            return -worth;
        }
        let (defender, attacker) = self.least(at, piece, side, Pins::OwnLeftOut);
        if defender.is_none() {
            return -worth;
        }
        let gain = position.working(attacker) - worth;
        if gain < 0 {
            return if attackers <= defenders { gain } else { -worth };
        }
        if attackers == 1 {
            return 0;
        }
        let gain = gain - position.working(defender);
        if gain >= 0 { 0 } else { gain.max(-worth) }
    }

    /// PRISEC: test C, in the evaluator: whether a piece is en prise, and its defender.
    pub(super) fn in_prise(self, piece: Piece) -> Option<Piece> {
        let Seen { position, tables } = self;
        let (at, side) = (position.square(piece), piece.side());
        let attackers = tables.count(!side, at);
        if attackers == 0 {
            return None;
        }
        if !tables.attacked(side, at) {
            return Some(Piece::NONE);
        }
        let (attacker, defender) = self.least(at, piece, !side, Pins::NotRegarded);
        let worth = |piece: Piece| position.fixed(piece);
        let gain = worth(attacker) - worth(piece);
        if gain < 0 {
            return Some(defender);
        }
        let gain = gain - worth(defender);
        if attackers == 1 || gain >= 0 {
            return None;
        }
        let (second, guard) = self.second(at, piece, !side, (attacker, defender));
        if guard.is_none() {
            return Some(defender);
        }
        let gain = gain + worth(second);
        if gain < 0 {
            return Some(defender);
        }
        (attackers > 2 && gain - worth(guard) < 0).then_some(defender)
    }

    /// TRAPPD: whether a piece has no target that is safe or pays; so a blocked pawn is trapped (fault F36).
    pub(super) fn is_trapped(self, piece: Piece) -> bool {
        let Seen { position, tables } = self;
        let side = piece.side();
        position.targets(
            piece,
            |to| tables.attacked(!side, to),
            |to| {
                let met = position.at(to);
                let loose = !tables.attacked(!side, to);
                let escapes = if met.is_none() {
                    loose
                } else {
                    met.is_of(!side) && (loose || position.working(piece) <= position.working(met))
                };
                !escapes
            },
        )
    }
}
