//! The prise chapter: cheapest attackers, the three tests for en prise, trapped pieces (specification
//! 5.4-5.6).

use super::attack::Tables;
use super::position::Position;
use crate::parameters::values::{FIXED, PAWN_STEP};
use crate::vocabulary::{Kind, Piece, Side, Square};

/// Which pinned pieces do not count as attackers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pins {
    /// Pinned pieces of the side asked about: dp.
    OwnLeftOut,
    /// Pinned pieces of the other side: ap.
    EnemyLeftOut,
    /// No pieces: pins are ignored.
    NotRegarded,
}

/// A position and its tables.
#[derive(Clone, Copy)]
pub(super) struct Seen<'a> {
    pub(super) position: &'a Position,
    pub(super) tables: &'a Tables,
}

/// The cheapest piece of each side found until now. Of pieces with the same value, the first one found.
struct Cheapest {
    side: Side,
    /// Value, turn of the slot and piece number, packed into one number.
    own: u32,
    other: u32,
}

/// A PV always fits in the sixteen bits that it has in that number.
const _: () = assert!(FIXED[Kind::King as usize] + 16 * PAWN_STEP < 1 << 16);

/// The turn of each slot: 5 to 0, 11 to 6, 17 to 12 (specification 5.6). Slots 18 to 23 do not exist.
const TURNS: [u8; 24] =
    [5, 4, 3, 2, 1, 0, 11, 10, 9, 8, 7, 6, 17, 16, 15, 14, 13, 12, 18, 19, 20, 21, 22, 23];

impl Cheapest {
    #[inline]
    fn of(side: Side) -> Cheapest {
        Cheapest { side, own: u32::MAX, other: u32::MAX }
    }

    #[inline]
    fn meet(&mut self, slot: usize, piece: Piece, worth: i32) {
        let one = (worth as u32) << 16 | u32::from(TURNS[slot]) << 8 | u32::from(piece.number());
        // All ones if the piece is not of the side.
        let other = u32::from(!piece.is_of(self.side)).wrapping_neg();
        self.own = self.own.min(one | other);
        self.other = self.other.min(one | !other);
    }

    /// Returns the cheapest piece of the side and of the other side, [`Piece::NONE`] where there was none.
    #[inline]
    fn both(&self) -> (Piece, Piece) {
        (Piece::new(self.own as u8), Piece::new(self.other as u8))
    }
}

impl Seen<'_> {
    /// LEAST: returns the cheapest attacker of a square from `side`, and the cheapest from the other side.
    /// `mover` is the piece that is about to move, or that is on the square.
    pub(super) fn least(self, square: Square, mover: Piece, side: Side, pins: Pins) -> (Piece, Piece) {
        let Seen { position, tables } = self;
        let left_out = tables.pinned()
            & match pins {
                Pins::OwnLeftOut => Piece::bits_of(side),
                Pins::EnemyLeftOut => Piece::bits_of(!side),
                Pins::NotRegarded => 0,
            };
        let mut cheapest = Cheapest::of(side);
        tables.slots(square).scan(|slot, mut piece| {
            if piece == mover {
                let Some(behind) = self.behind(mover, slot) else { return };
                piece = behind;
            }
            if left_out >> piece.number() & 1 == 0 {
                cheapest.meet(slot, piece, position.working(piece));
            }
        });
        cheapest.both()
    }

    /// Returns the slider that arrives at a piece's own square in the direction of a slot.
    #[inline]
    fn behind(self, piece: Piece, slot: usize) -> Option<Piece> {
        if slot > 7 {
            return None;
        }
        let behind = self.tables.slot(self.position.square(piece), slot);
        (behind.is_some() && self.position.kind(behind).is_slider()).then_some(behind)
    }

    /// SECOND: returns the second cheapest attacker of either side, once the cheapest two of a square are
    /// known.
    pub(super) fn second(
        self,
        square: Square,
        mover: Piece,
        side: Side,
        cheapest: (Piece, Piece),
    ) -> (Piece, Piece) {
        let Seen { position, tables } = self;
        let is_cheapest = |piece: Piece| piece == cheapest.0 || piece == cheapest.1;
        let mut after = Cheapest::of(side);
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
            after.meet(slot, piece, position.working(piece));
        });
        after.both()
    }

    /// Returns the living pieces of a side that the other side attacks, ascending. Tests all at once, without
    /// a branch for each.
    #[inline]
    pub(super) fn attacked(self, side: Side) -> impl Iterator<Item = Piece> + use<> {
        let Seen { position, tables } = self;
        let bit = |piece: Piece| u64::from(tables.attacked(!side, position.square(piece))) << piece.number();
        Piece::of_bits(position.living(side).fold(0, |bits, piece| bits | bit(piece)))
    }

    /// PRISEA: test A, for the square values. Returns the loss if the piece is en prise.
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

    /// PRISEB: test B, for START. Returns the value of being on that square, 0 or negative.
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

    /// PRISEC: test C, in the evaluator. Returns the defender if a piece is en prise.
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
        let worth = |piece: Piece| position.fixed(piece);
        // A single attacker's value is known from its code. If it is worth at least as much as the piece, the
        // defenders do not matter.
        if tables.attack(!side, at).is_one_worth(worth(piece)) {
            return None;
        }
        let (attacker, defender) = self.least(at, piece, !side, Pins::NotRegarded);
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

    /// TRAPPD: returns `true` if a piece has no target that is safe or pays. So a blocked pawn is trapped
    /// (fault F36).
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::attack::SLOTS;
    use crate::engine::game::Game;
    use crate::engine::moves::legal;
    use crate::engine::position::Carried;
    use crate::vocabulary::Diagram;
    use proptest::prelude::*;

    /// The order of the slots in 5.6.
    const ORDER: [usize; SLOTS] = [5, 4, 3, 2, 1, 0, 11, 10, 9, 8, 7, 6, 17, 16, 15, 14, 13, 12];

    /// The initial position; a position close to promotions; one with en passant by a black pawn (fault F1)
    /// and sliders in line.
    const STARTS: [&str; 3] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "3rk3/2Q1b3/2q3p1/3P1P2/pPB1Q3/2B2b1p/3p4/K2RR3 b - b3 0 1",
    ];

    fn tables_of(position: &Position) -> Tables {
        let mut tables = Tables::default();
        tables.make(position, &mut Carried::default(), false);
        tables
    }

    /// Returns the cheapest piece of each side among those that `found` returns for the slots. Of equals, the
    /// first.
    fn cheapest(seen: Seen<'_>, side: Side, found: impl Fn(usize) -> Option<Piece>) -> (Piece, Piece) {
        let (mut own, mut other) = (Piece::NONE, Piece::NONE);
        for piece in ORDER.into_iter().filter_map(found) {
            let best = if piece.side() == side { &mut own } else { &mut other };
            if *best == Piece::NONE || seen.position.working(piece) < seen.position.working(*best) {
                *best = piece;
            }
        }
        (own, other)
    }

    /// Returns the slider that supports a piece along a line, from the same slot of its own square.
    fn behind(seen: Seen<'_>, piece: Piece, slot: usize) -> Piece {
        let behind = if slot > 7 { Piece::NONE } else { seen.tables.slot(seen.position.square(piece), slot) };
        let slider =
            matches!(seen.position.man(seen.position.square(behind)), Some((_, kind)) if kind.is_slider());
        if behind.is_some() && slider { behind } else { Piece::NONE }
    }

    fn least_by_the_rule(seen: Seen<'_>, x: Square, b: Piece, c: Side, dp: bool, ap: bool) -> (Piece, Piece) {
        cheapest(seen, c, |slot| {
            let mut j = seen.tables.slot(x, slot);
            if j == b && j.is_some() {
                j = behind(seen, b, slot);
            }
            let left_out = if j.is_of(c) { dp } else { ap };
            (j.is_some() && !(left_out && seen.tables.is_pinned(j))).then_some(j)
        })
    }

    fn second_by_the_rule(
        seen: Seen<'_>,
        x: Square,
        b: Piece,
        c: Side,
        first: (Piece, Piece),
    ) -> (Piece, Piece) {
        let is_first = |piece: Piece| piece == first.0 || piece == first.1;
        cheapest(seen, c, |slot| {
            let mut j = seen.tables.slot(x, slot);
            if j == b && !is_first(b) {
                return None;
            }
            while j.is_some() && is_first(j) {
                j = behind(seen, j, slot);
            }
            j.is_some().then_some(j)
        })
    }

    /// Test C of 5.5, looking for the cheapest attacker in every case.
    fn in_prise_by_the_rule(seen: Seen<'_>, p: Piece) -> Option<Piece> {
        let (x, c) = (seen.position.square(p), p.side());
        let (n, guards) = (seen.tables.count(!c, x), seen.tables.count(c, x));
        if n == 0 {
            return None;
        }
        let first = least_by_the_rule(seen, x, p, !c, false, false);
        let second = second_by_the_rule(seen, x, p, !c, first);
        let fv = |piece: Piece| seen.position.fixed(piece);
        if guards == 0 {
            return Some(Piece::NONE);
        }
        let one = fv(first.0) - fv(p);
        let two = one - fv(first.1);
        let three = two + fv(second.0);
        let loses = one < 0
            || n > 1 && two < 0 && (second.1.is_none() || three < 0 || n > 2 && three - fv(second.1) < 0);
        loses.then_some(first.1)
    }

    proptest! {
        #[test]
        fn of_equals_the_first_that_is_looked_at_counts(
            choices in prop::collection::vec(any::<prop::sample::Index>(), 0..70),
            start in prop::sample::select(&STARTS[..]),
        ) {
            let mut game = Game::set_up(&Diagram::from_fen(start).expect("a diagram")).expect("a position");
            for choice in choices {
                let moves = legal(game.position());
                if moves.is_empty() || game.is_full() {
                    break;
                }
                game.make(*choice.get(&moves));
            }
            let (position, tables) = (game.position(), tables_of(game.position()));
            let seen = Seen { position, tables: &tables };
            for side in Side::BOTH {
                let attacked = |piece: &Piece| tables.attacked(!side, position.square(*piece));
                prop_assert!(seen.attacked(side).eq(position.living(side).filter(attacked)));
                for piece in position.living(side) {
                    prop_assert_eq!(seen.in_prise(piece), in_prise_by_the_rule(seen, piece));
                }
            }
            for x in Square::all() {
                for b in Side::BOTH.into_iter().flat_map(|side| position.living(side)) {
                    for c in Side::BOTH {
                        for (pins, dp, ap) in [
                            (Pins::NotRegarded, false, false),
                            (Pins::OwnLeftOut, true, false),
                            (Pins::EnemyLeftOut, false, true),
                        ] {
                            let least = seen.least(x, b, c, pins);
                            prop_assert_eq!(least, least_by_the_rule(seen, x, b, c, dp, ap));
                            let second = seen.second(x, b, c, least);
                            prop_assert_eq!(second, second_by_the_rule(seen, x, b, c, least));
                        }
                    }
                }
            }
        }
    }

    /// 5.5, test A: bishop plus pawn equals the rook that takes the bishop, less the pawn that takes the
    /// rook.
    #[test]
    fn an_exchange_that_comes_out_even_is_no_loss() {
        for fen in ["3r3k/3r4/8/3B4/4P3/8/8/2B2BK1 w - - 0 1", "3r3k/3r4/8/2PB4/4P3/8/8/2B2BK1 w - - 0 1"] {
            let position = Position::set_up(&Diagram::from_fen(fen).expect("a diagram")).expect("a position");
            let tables = tables_of(&position);
            let seen = Seen { position: &position, tables: &tables };
            let bishop = position.at(Square::parse("d5").expect("a square"));
            let pawn = position.at(Square::parse("e4").expect("a square"));
            assert_eq!((position.working(bishop), position.working(pawn)), (640 - 144, 144), "{fen}");
            assert_eq!(seen.loss(bishop), None, "{fen}");
        }
    }
}
