//! Compares the rules of 6.2, applied to one pawn and one square at a time as the specification states them,
//! with the set form.

use super::super::game::Game;
use super::super::moves::legal;
use super::*;
use proptest::prelude::*;

/// The board as one side's pawns see it, one square at a time.
struct Plain<'a> {
    position: &'a Position,
    carried: &'a Carried,
    side: Side,
}

impl Plain<'_> {
    fn pawn_of(&self, side: Side, square: Square) -> bool {
        let piece = self.position.at(square);
        let also_white = piece.is_some() && self.carried.also_white >> piece.number() & 1 != 0;
        match self.position.man(square) {
            Some((of, Kind::Pawn)) => of == side || side == Side::White && also_white,
            _ => false,
        }
    }

    fn own_pawn(&self, square: Square) -> bool {
        self.pawn_of(self.side, square)
    }

    fn enemy_pawn(&self, square: Square) -> bool {
        self.pawn_of(!self.side, square)
    }

    fn enemy(&self, square: Square) -> bool {
        self.position.at(square).is_of(!self.side)
    }

    /// Test 2 of *Passed*.
    fn is_stopped(&self, at: Square) -> bool {
        let (ranks, files) = match self.side {
            Side::White => (at.rank() + 2..=8, &[1, 0, -1][..]),
            Side::Black => (2..=at.rank(), &[1, -1][..]),
        };
        ranks
            .map(|rank| Square::at(at.file(), rank))
            .any(|square| files.iter().any(|&file| self.enemy_pawn(square.step(file))))
    }

    fn is_protected(&self, at: Square) -> bool {
        let behind = at.step(-self.side.forward());
        self.own_pawn(behind.step(1)) || self.own_pawn(behind.step(-1))
    }

    /// *Backward*, rules 2 to 6; the pawn is not protected.
    fn is_backward(&self, at: Square) -> bool {
        let u = self.side.forward();
        let rank = self.side.relative(at.rank());
        let ahead = |steps: i8, file: i8| at.step(steps * u + file);
        let either = |steps: i8| self.own_pawn(ahead(steps, 1)) || self.own_pawn(ahead(steps, -1));
        let free = !self.enemy(ahead(1, 0));
        if free && either(0) {
            return false;
        }
        let mut caught = !free && either(0);
        if rank == 2 {
            if free && self.enemy(ahead(2, 0)) {
                caught = either(1);
            } else if free && either(1) {
                return self.enemy_pawn(ahead(2, 1)) || self.enemy_pawn(ahead(2, -1));
            }
            return caught || either(2) || either(3) || either(4);
        }
        if rank != 3 {
            let one = |file| self.own_pawn(ahead(-2, file)) && !self.enemy(ahead(-1, file));
            if one(1) || one(-1) || rank == 7 {
                return false;
            }
            let two = |file| {
                self.own_pawn(ahead(-3, file)) && !self.enemy(ahead(-1, file)) && !self.enemy(ahead(-2, file))
            };
            if rank == 5 && self.side == Side::White && (two(1) || two(-1)) {
                return false;
            }
        }
        caught || either(1) || either(2) || either(3) || either(4)
    }
}

/// Compares the facts of a position with the plain rules. The home-file test is the same in both.
fn check(position: &Position, carried: &Carried, in_tree: bool) {
    let mut facts = PawnFacts::default();
    facts.make(position, carried, in_tree);
    for piece in Piece::all() {
        let (at, side) = (position.square(piece), piece.side());
        let plain = Plain { position, carried, side };
        let is_pawn = at != Square::NONE && position.kind(piece) == Kind::Pawn;
        let passed = is_pawn && !plain.is_stopped(at) && passes_home_files(position, piece, in_tree);
        assert_eq!(facts.is_passed(piece), passed, "{piece:?} on {at} passed");
        let protected = is_pawn && plain.is_protected(at);
        assert_eq!(is_pawn && facts.is_protected(at), protected, "{piece:?} on {at} protected");
        let backward = is_pawn && !protected && plain.is_backward(at);
        assert_eq!(facts.is_backward(piece), backward, "{piece:?} on {at} backward");
    }
    for side in Side::BOTH {
        for file in 1..=8 {
            let on_file =
                (1..=8).filter(|&rank| position.man(Square::at(file, rank)) == Some((side, Kind::Pawn)));
            assert_eq!(facts.on_file(side, file).len(), on_file.count());
        }
    }
}

/// Random pawns and knights with both kings: patterns that are rare in games.
fn scattered() -> impl Strategy<Value = Position> {
    let men = prop::collection::vec((9u8..57, prop::bool::weighted(0.8), any::<bool>()), 1..22);
    men.prop_map(|men| {
        let mut position = Position::empty();
        position.place(Piece::king(Side::White), Square::at(1, 1));
        position.place(Piece::king(Side::Black), Square::at(8, 8));
        let mut numbers = [[1..9u8, 10..16], [1..9, 10..16]];
        for (index, pawn, black) in men {
            let (side, square) =
                (if black { Side::Black } else { Side::White }, Square::from_index(index - 1));
            let range = &mut numbers[side.index()][usize::from(!pawn)];
            let number = range.find(|number| *number != 12);
            if let Some(number) =
                number.filter(|_| (2..8).contains(&square.rank()) && position.at(square).is_none())
            {
                let piece = Piece::of(side, number);
                position.begin(piece, if pawn { Kind::Pawn } else { Kind::Knight });
                position.place(piece, square);
            }
        }
        position
    })
}

proptest! {
    #[test]
    fn facts_of_scattered_pawns_are_those_of_the_plain_rules(
        position in scattered(),
        also_white in any::<u8>(),
        in_tree in any::<bool>(),
    ) {
        // In some cases the promotion of a black pawn was taken back.
        let also_white = if also_white & 1 == 0 { 0 } else { u64::from(also_white) << 17 };
        check(&position, &Carried { also_white, ..Carried::default() }, in_tree);
    }

    #[test]
    fn facts_in_games_are_those_of_the_plain_rules(
        choices in prop::collection::vec(any::<prop::sample::Index>(), 0..120),
    ) {
        let mut game = Game::default();
        for choice in choices {
            let moves = legal(game.position());
            if moves.is_empty() || game.is_full() {
                break;
            }
            game.make(*choice.get(&moves));
            check(game.position(), &Carried::default(), true);
        }
    }
}
