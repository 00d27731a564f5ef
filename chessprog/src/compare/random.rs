//! Random positions, the same for the same seed: games of random legal moves, and endings with few pieces placed.

use fastrand::Rng;

use super::case::Case;
use crate::engine::board::{Color, Kind, Piece, Position, Square};
use crate::engine::moves;

/// The longest game of random moves, in plies.
const LONGEST: usize = 120;

/// Case number `index` of this seed. None has a side to move without a legal move.
pub fn case(seed: u64, index: u64) -> Case {
    let mut rng = generator(seed, index);
    let name = format!("random {index} of seed {seed}");
    match index % 4 {
        0 => Case::position(name, ending(&mut rng)),
        1 => {
            let case = game(&mut rng, name);
            // A third of the games are forgotten: the position alone, with its clock and number.
            Case::position(case.name.clone(), case.root())
        }
        _ => game(&mut rng, name),
    }
}

/// The first few moves of a game, chosen at random: number `index` of this seed; number 0 is the initial position.
pub fn opening(seed: u64, index: u64) -> Case {
    let mut rng = generator(seed, index);
    let plies = if index == 0 { 0 } else { rng.usize(2..=6) };
    play(&mut rng, format!("opening {index} of seed {seed}"), plies)
}

fn generator(seed: u64, index: u64) -> Rng {
    // Neighbouring seeds of the generator give related first numbers: spread them.
    Rng::with_seed(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ index.wrapping_mul(0xd1b5_4a32_d192_ed03))
}

/// A game of random moves from the initial position, not played to its end.
fn game(rng: &mut Rng, name: String) -> Case {
    let plies = rng.usize(0..=LONGEST);
    play(rng, name, plies)
}

fn play(rng: &mut Rng, name: String, plies: usize) -> Case {
    let start = Position::initial();
    let mut position = start.clone();
    let mut before = Vec::new();
    while before.len() < plies {
        let list = moves::legal(&position);
        let mv = list[rng.usize(0..list.len())];
        let frame = position.make(mv);
        if moves::legal(&position).is_empty() {
            position.unmake(frame);
            break;
        }
        before.push(mv);
    }
    Case { name, start, before }
}

/// Two kings and one to six other pieces on random squares.
fn ending(rng: &mut Rng) -> Position {
    loop {
        let mut position = Position::empty();
        place(rng, &mut position, Color::White, Kind::King);
        place(rng, &mut position, Color::Black, Kind::King);
        for _ in 0..rng.usize(1..=6) {
            let color = Color::BOTH[rng.usize(0..2)];
            let kind =
                [Kind::Pawn, Kind::Pawn, Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen]
                    [rng.usize(0..7)];
            place(rng, &mut position, color, kind);
        }
        let side = Color::BOTH[rng.usize(0..2)];
        let game_ply = 2 * rng.u16(20..60) + u16::from(side == Color::Black);
        position.set_state(side, 0, Square::NONE, rng.u16(0..20), game_ply);
        let other_in_check = moves::attacked(&position, position.king(!side), side);
        if !other_in_check && !moves::legal(&position).is_empty() {
            return position;
        }
    }
}

fn place(rng: &mut Rng, position: &mut Position, color: Color, kind: Kind) {
    loop {
        let square = Square::from_index(rng.u8(0..64));
        let last_rank = matches!(square.rank(), 1 | 8);
        if position.at(square).is_empty() && !(kind == Kind::Pawn && last_rank) {
            return position.put(square, Piece::new(color, kind));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_cases() {
        let cases = |seed| (0..40).map(|i| case(seed, i).to_string()).collect::<Vec<_>>();
        assert_eq!(cases(1), cases(1));
        assert_ne!(cases(1), cases(2));
        let mut distinct = cases(7);
        distinct.sort();
        distinct.dedup();
        assert!(distinct.len() > 38, "only {} of 40 differ", distinct.len());
    }

    #[test]
    fn every_case_can_go_on() {
        for index in 0..200 {
            let root = case(3, index).root();
            assert!(!moves::legal(&root).is_empty());
            Position::from_fen(&root.fen()).expect("a legal position");
        }
    }
}
