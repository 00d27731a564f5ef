//! Compares the tables with the rules of 5.1 to 5.3, applied piece by piece and square by square.

use super::*;
use crate::engine::game::Game;
use crate::engine::moves::legal;
use crate::vocabulary::Diagram;
use proptest::prelude::*;

/// Walks a see-through ray as the specification does (5.1).
fn walked(position: &Position, side: Side, from: Square, direction: usize) -> SquareSet {
    let mut ray = SquareSet::EMPTY;
    let mut at = from;
    loop {
        at = at.step(DIRECTIONS[direction]);
        if !at.on_board() {
            return ray;
        }
        ray.insert(at);
        let Some((of, kind)) = position.man(at) else { continue };
        if of == side && kind.moves_in(direction) {
            continue;
        }
        if of == side && direction >= 4 && kind == Kind::Pawn {
            ray.insert(at.step(DIRECTIONS[direction]));
        }
        return ray;
    }
}

proptest! {
    #[test]
    fn see_through_rays_are_those_that_are_walked(
        choices in prop::collection::vec(any::<prop::sample::Index>(), 0..90),
    ) {
        let mut game = Game::default();
        for choice in choices {
            let moves = legal(game.position());
            if moves.is_empty() || game.is_full() {
                break;
            }
            game.make(*choice.get(&moves));
        }
        let position = game.position();
        for side in Side::BOTH {
            for from in Square::all() {
                for direction in 0..8 {
                    let seen = position.see_through(side, from, direction);
                    prop_assert_eq!(seen, walked(position, side, from, direction));
                }
            }
        }
    }
}

/// The attack words and slots of 5.2 and the first sliders of 5.1, by the rules as written, for pieces in
/// ascending order.
#[derive(PartialEq, Debug)]
struct ByTheRule {
    words: [PerSquare<(i32, i32)>; 2],
    slots: PerSquare<[Piece; SLOTS]>,
    first: [[Piece; 8]; Piece::COUNT],
}

impl ByTheRule {
    fn new(position: &Position) -> ByTheRule {
        let mut tables = ByTheRule {
            words: [PerSquare::filled((0, 0)); 2],
            slots: PerSquare::filled([Piece::NONE; SLOTS]),
            first: [[Piece::NONE; 8]; Piece::COUNT],
        };
        for piece in Piece::all().filter(|&piece| position.square(piece) != Square::NONE) {
            match position.kind(piece) {
                Kind::Pawn => tables.pawn(position, piece),
                Kind::Knight => (0..8).for_each(|i| tables.leap(position, piece, KNIGHT_SLOTS[i], 8 + i)),
                Kind::King => (0..8).for_each(|i| tables.leap(position, piece, DIRECTIONS[i], i)),
                kind => kind.directions().for_each(|direction| tables.ray(position, piece, direction)),
            }
        }
        tables
    }

    fn count(&mut self, position: &Position, piece: Piece, at: Square) {
        let (n, w) = &mut self.words[piece.side().index()][at];
        (*n, *w) = (*n + 1, *w + CODE[position.kind(piece) as usize] as i32);
    }

    fn leap(&mut self, position: &Position, piece: Piece, step: i8, slot: usize) {
        let at = position.square(piece).step(step);
        if at.on_board() {
            self.count(position, piece, at);
            self.slots[at][slot] = piece;
        }
    }

    fn pawn(&mut self, position: &Position, pawn: Piece) {
        let (a, side) = (position.square(pawn), pawn.side());
        let u = side.forward();
        for step in [u + 1, u - 1] {
            let direction = DIRECTIONS.iter().position(|&of| of == step).expect("a direction");
            self.leap(position, pawn, step, direction);
        }
        let Some((ghost, of)) = position.ghost() else { return };
        let (beside, slot) = match of != side {
            true if ghost == a.step(u + 1) => (a.step(1), 17),
            true if ghost == a.step(u - 1) => (a.step(-1), 16),
            _ => return,
        };
        self.count(position, pawn, beside);
        let black = side == Side::Black && slot == 16;
        self.slots[beside][slot] = if black { Piece::new(6) } else { pawn };
    }

    fn ray(&mut self, position: &Position, slider: Piece, direction: usize) {
        let side = slider.side();
        let (mut at, mut behind) = (position.square(slider), false);
        loop {
            at = at.step(DIRECTIONS[direction]);
            if !at.on_board() {
                return;
            }
            self.count(position, slider, at);
            if !behind {
                self.slots[at][direction] = slider;
            }
            let Some((of, kind)) = position.man(at) else { continue };
            let own = of == side;
            if own && kind.moves_in(direction) {
                behind = true;
                continue;
            }
            let own_pawn = own && kind == Kind::Pawn && direction >= 4;
            if !behind || own_pawn {
                self.first[position.at(at).index()][direction] = slider;
            }
            let beyond = at.step(DIRECTIONS[direction]);
            if own_pawn && (DIRECTIONS[direction] > 0) == (side == Side::White) && beyond.on_board() {
                self.count(position, slider, beyond);
            }
            return;
        }
    }
}

proptest! {
    /// The program processes pieces by type and rays by direction, and finds pieces arriving across by bit
    /// masks. Its tables must equal the rules' tables.
    #[test]
    fn tables_are_those_of_the_rules(
        choices in prop::collection::vec(any::<prop::sample::Index>(), 0..90),
        start in prop::sample::select(&[
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "3rk3/2Q1b3/2q3p1/3P1P2/pPB1Q3/2B2b1p/3p4/K2RR3 b - b3 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        ][..]),
    ) {
        let mut game = Game::set_up(&Diagram::from_fen(start).expect("a diagram")).expect("a position");
        let mut tables = Tables::default();
        for choice in choices {
            let position = game.position();
            tables.make(position, &mut Carried::default(), true);
            let rule = ByTheRule::new(position);
            for square in Square::all() {
                for side in Side::BOTH {
                    let word = tables.attack(side, square);
                    prop_assert_eq!((word.count(), word.codes()), rule.words[side.index()][square]);
                }
                let slots: [Piece; SLOTS] = std::array::from_fn(|slot| tables.slot(square, slot));
                prop_assert_eq!(slots, rule.slots[square]);
                let there = (0..).zip(slots).filter(|(_, piece)| piece.is_some());
                prop_assert!(tables.slots(square).iter().eq(there.clone()));
                let mut met = Vec::new();
                tables.slots(square).scan(|slot, piece| met.push((slot, piece)));
                prop_assert!(met.into_iter().eq(there.clone()));
                for kind in Kind::ALL {
                    let across = there.clone().filter(|&(slot, _)| slot < 8 && !kind.moves_in(slot));
                    prop_assert!(tables.slots(square).arriving_across(kind).eq(across));
                    let rays = (0..8).filter(|&direction| kind.moves_in(direction));
                    let seen = rays.map(|direction| walked(position, Side::White, square, direction));
                    let all = seen.fold(SquareSet::EMPTY, |all, ray| all | ray);
                    prop_assert_eq!(position.seen_by(Side::White, kind, square), all);
                }
            }
            for piece in Piece::all() {
                let first: [Piece; 8] = std::array::from_fn(|direction| tables.first_slider(piece, direction));
                prop_assert_eq!(first, rule.first[piece.index()]);
                let there = (0..).zip(first).filter(|(_, slider)| slider.is_some());
                prop_assert!(tables.first_sliders(piece).eq(there));
            }
            let moves = legal(position);
            if moves.is_empty() || game.is_full() {
                break;
            }
            game.make(*choice.get(&moves));
        }
    }
}

/// Beyond a bishop and a queen on one line is a pawn; the ray includes one square beyond it.
#[test]
fn rays_look_through_sliders_and_once_behind_a_pawn() {
    let diagram = Diagram::from_fen("4k3/8/5p2/4P3/3Q4/2B5/8/4K3 w - - 0 1").expect("a diagram");
    let position = Position::set_up(&diagram).expect("a position");
    let at = |name: &str| Square::parse(name).expect("a square");
    // From b2 along the diagonal: bishop, queen, pawn, and the square beyond it.
    let seen: Vec<Square> = position.see_through(Side::White, at("b2"), 4).iter().collect();
    assert_eq!(seen, ["c3", "d4", "e5", "f6"].map(at));
    // For Black the bishop is an enemy piece.
    assert_eq!(position.see_through(Side::Black, at("b2"), 4), SquareSet::of(at("c3")));
}
