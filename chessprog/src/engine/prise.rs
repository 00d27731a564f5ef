//! The prise chapter: cheapest attackers, the three tests for en prise, trapped pieces (specification
//! 5.4-5.6).

use super::attack::Tables;
use super::position::Position;
use crate::vocabulary::{Piece, Side, Square};

/// The pinned pieces that [`PositionView::least`] leaves out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pins {
    /// Pinned pieces of the given side: `dp` of specification 5.6.
    OwnLeftOut,
    /// Pinned pieces of the other side: `ap` of specification 5.6.
    EnemyLeftOut,
    /// No pieces: pins are ignored.
    NotRegarded,
}

#[derive(Clone, Copy)]
pub(super) struct PositionView<'a> {
    pub(super) position: &'a Position,
    pub(super) tables: &'a Tables,
}

/// C and D of specification 5.6: the cheapest piece of each side by its working value PV, or [`Piece::NONE`].
/// Of pieces with equal values, the first one examined is chosen.
struct Cheapest<'a> {
    position: &'a Position,
    side: Side,
    own: Piece,
    other: Piece,
}

impl Cheapest<'_> {
    fn of(side: Side, position: &Position) -> Cheapest<'_> {
        Cheapest { position, side, own: Piece::NONE, other: Piece::NONE }
    }

    #[inline]
    fn examine(&mut self, piece: Piece) {
        let best = if piece.is_of(self.side) { &mut self.own } else { &mut self.other };
        if best.is_none() || self.position.working(piece) < self.position.working(*best) {
            *best = piece;
        }
    }
}

impl PositionView<'_> {
    /// LEAST: returns C, the cheapest attacker of a square from `side`, and D, the cheapest from the other
    /// side. `mover` is b of the rule, the piece that is about to move, or that is on the square.
    pub(super) fn least(self, square: Square, mover: Piece, side: Side, pins: Pins) -> (Piece, Piece) {
        let tables = self.tables;
        let mut cheapest = Cheapest::of(side, self.position);
        for (slot, mut piece) in tables.slots(square).examined() {
            if piece == mover {
                piece = self.beyond(mover, slot);
                if piece.is_none() {
                    continue;
                }
            }
            let is_left_out = match pins {
                Pins::OwnLeftOut => piece.is_of(side) && tables.is_pinned(piece),
                Pins::EnemyLeftOut => !piece.is_of(side) && tables.is_pinned(piece),
                Pins::NotRegarded => false,
            };
            if !is_left_out {
                cheapest.examine(piece);
            }
        }
        (cheapest.own, cheapest.other)
    }

    /// Returns the slider beyond a piece, or [`Piece::NONE`]. It is in the same slot of the piece's own
    /// square. Slots above 7 hold no sliders.
    #[inline]
    fn beyond(self, piece: Piece, slot: usize) -> Piece {
        if slot > 7 {
            return Piece::NONE;
        }
        let beyond = self.tables.slot(self.position.square(piece), slot);
        if self.position.kind(beyond).is_slider() { beyond } else { Piece::NONE }
    }

    /// SECOND: returns the second cheapest attacker of a square from `side`, and the second cheapest from the
    /// other side. `first` has the cheapest attackers that [`Self::least`] returned.
    pub(super) fn second(
        self,
        square: Square,
        mover: Piece,
        side: Side,
        first: (Piece, Piece),
    ) -> (Piece, Piece) {
        let is_first = |piece: Piece| piece == first.0 || piece == first.1;
        let mut cheapest = Cheapest::of(side, self.position);
        for (slot, mut piece) in self.tables.slots(square).examined() {
            if piece == mover && !is_first(piece) {
                continue;
            }
            while piece.is_some() && is_first(piece) {
                piece = self.beyond(piece, slot);
            }
            if piece.is_some() {
                cheapest.examine(piece);
            }
        }
        (cheapest.own, cheapest.other)
    }

    /// PRISEA: test A, for the square values. Returns L, the loss, if the piece is en prise.
    pub(super) fn loss(self, piece: Piece) -> Option<i32> {
        let PositionView { position, tables } = self;
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

    /// PRISEB: test B, for START. Returns G, the cost of leaving the piece on its square, 0 or negative. The
    /// variable `gain` is x of the rule.
    pub(super) fn danger(self, piece: Piece) -> i32 {
        let PositionView { position, tables } = self;
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

    /// Test C of specification 5.4, row by row, with the names used there. Returns `None` if piece b is not
    /// en prise, otherwise D, its cheapest defender, which is [`Piece::NONE`] if it has none.
    pub(super) fn in_prise_by_the_rule(self, b: Piece) -> Option<Piece> {
        let (a, c) = (self.position.square(b), b.side());
        let (att, def) = (self.tables.count(!c, a), self.tables.count(c, a));
        if att == 0 {
            return None;
        }
        if def == 0 {
            return Some(Piece::NONE);
        }
        let fv = |piece: Piece| self.position.fixed(piece);
        let (attacker, defender) = self.least(a, b, !c, Pins::NotRegarded);
        let gain = fv(attacker) - fv(b);
        if gain < 0 {
            return Some(defender);
        }
        if att == 1 || gain - fv(defender) >= 0 {
            return None;
        }
        let (x, y) = self.second(a, b, !c, (attacker, defender));
        if y.is_none() || gain + fv(x) - fv(defender) < 0 {
            return Some(defender);
        }
        (att > 2 && gain + fv(x) - fv(defender) - fv(y) < 0).then_some(defender)
    }

    /// PRISEC: test C, in the evaluator: [`Self::in_prise_by_the_rule`], but faster. If a lone attacker is
    /// worth no less than a defended piece, no slot is examined.
    pub(super) fn in_prise(self, piece: Piece) -> Option<Piece> {
        let (at, side) = (self.position.square(piece), piece.side());
        let lone = self.tables.attack(!side, at).lone_attacker();
        if lone.is_some_and(|lone| lone >= self.position.fixed(piece)) && self.tables.attacked(side, at) {
            return None;
        }
        self.in_prise_by_the_rule(piece)
    }

    /// TRAPPD: returns `true` if a piece can neither go to an empty square without attackers nor take a piece
    /// that is undefended or worth at least as much as itself. So a blocked pawn is trapped (fault F36).
    pub(super) fn is_trapped(self, piece: Piece) -> bool {
        let PositionView { position, tables } = self;
        let side = piece.side();
        // `targets` returns `true` if the piece can escape to none of its targets.
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
    use crate::engine::game::Game;
    use crate::engine::moves::legal;
    use crate::engine::position::CarriedState;
    use crate::vocabulary::Diagram;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_lone_attacker_decides_as_the_rule_does(
            choices in prop::collection::vec(any::<prop::sample::Index>(), 0..70),
            start in prop::sample::select(&[
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
                // En passant by a black pawn (fault F1), and sliders in line.
                "3rk3/2Q1b3/2q3p1/3P1P2/pPB1Q3/2B2b1p/3p4/K2RR3 b - b3 0 1",
            ][..]),
        ) {
            let mut game = Game::set_up(&Diagram::from_fen(start).expect("a diagram")).expect("a position");
            for choice in choices {
                let position = game.position();
                let tables = Tables::of(position, &mut CarriedState::default());
                let seen = PositionView { position, tables: &tables };
                for piece in position.all_living().iter() {
                    prop_assert_eq!(seen.in_prise(piece), seen.in_prise_by_the_rule(piece));
                }
                let moves = legal(position);
                if moves.is_empty() || game.is_full() {
                    break;
                }
                game.make(*choice.get(&moves));
            }
        }
    }

    /// Specification 5.4, test A: the lost bishop and pawn are together worth the captured rook.
    #[test]
    fn an_even_exchange_loses_nothing() {
        for fen in ["3r3k/3r4/8/3B4/4P3/8/8/2B2BK1 w - - 0 1", "3r3k/3r4/8/2PB4/4P3/8/8/2B2BK1 w - - 0 1"] {
            let position = Position::set_up(&Diagram::from_fen(fen).expect("a diagram")).expect("a position");
            let tables = Tables::of(&position, &mut CarriedState::default());
            let seen = PositionView { position: &position, tables: &tables };
            let bishop = position.at(Square::parse("d5").expect("a square"));
            let pawn = position.at(Square::parse("e4").expect("a square"));
            assert_eq!((position.working(bishop), position.working(pawn)), (640 - 144, 144), "{fen}");
            assert_eq!(seen.loss(bishop), None, "{fen}");
        }
    }
}
