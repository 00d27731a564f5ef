//! Random positions that depend only on the seed: games of random legal moves, and endings with a few random
//! pieces.

use fastrand::Rng;

use crate::engine::game::Game;
use crate::engine::moves::{has_legal_move, legal};
use crate::engine::position::Position;
use crate::program::{Case, Start};
use crate::vocabulary::{Diagram, Kind, Move, Side, Square};

/// Maximum length of a game of random moves, in plies.
const LONGEST: usize = 120;

/// The types of the men other than kings in a random ending. Pawns are the most frequent.
const ENDING: [Kind; 7] =
    [Kind::Pawn, Kind::Pawn, Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen];

/// Returns case number `index` of a seed. The side to move always has a legal move.
pub fn case(seed: u64, index: u64) -> Case {
    let mut rng = generator(seed, index);
    let name = format!("random {index} of seed {seed}");
    match index % 4 {
        0 => Case::diagram(name, ending(&mut rng)),
        1 => {
            let played = random_game(&mut rng, String::new(), LONGEST, |_| true).1;
            // One in three cases with a game keeps only its last position, with the half-move clock and the
            // move number.
            Case::diagram(name, played.position().diagram())
        }
        _ => random_game(&mut rng, name, LONGEST, |_| true).0,
    }
}

/// Returns game number `index` of a seed, which the program of 1967 can play: it starts from the initial
/// position, promotes only to queens, and stops before mate or stalemate.
pub fn game(seed: u64, index: u64) -> Case {
    let name = format!("random game {index} of seed {seed}");
    random_game(&mut generator(seed, index), name, LONGEST, is_of_1967).0
}

/// Returns an opening, number `index` of a seed: the first few moves of a game, chosen at random. Number 0 is
/// the initial position.
pub fn opening(seed: u64, index: u64) -> Case {
    let mut rng = generator(seed, index);
    let plies = if index == 0 { 0 } else { rng.usize(2..=6) };
    play(&mut rng, format!("opening {index} of seed {seed}"), plies, is_of_1967).0
}

/// Returns `true` for moves that the program of 1967 accepts: a promotion must be to a queen.
fn is_of_1967(mv: &Move) -> bool {
    !matches!(mv.promotion(), Some(kind) if kind != Kind::Queen)
}

pub(super) fn generator(seed: u64, index: u64) -> Rng {
    // From neighbouring seeds the generator's first numbers would be related, so the seeds are spread.
    Rng::with_seed(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ index.wrapping_mul(0xd1b5_4a32_d192_ed03))
}

/// Plays at most `longest` random moves of the wanted kind from the initial position. The last position has a
/// legal move.
fn random_game(rng: &mut Rng, name: String, longest: usize, wanted: fn(&Move) -> bool) -> (Case, Game) {
    let plies = rng.usize(0..=longest);
    play(rng, name, plies, wanted)
}

/// Plays `plies` random moves of the wanted kind, or fewer, so that the last position has a legal move.
fn play(rng: &mut Rng, name: String, plies: usize, wanted: fn(&Move) -> bool) -> (Case, Game) {
    let mut game = Game::default();
    while game.plies() < plies {
        let mut list = legal(game.position());
        list.retain(wanted);
        game.make(list[rng.usize(0..list.len())]);
        if !has_legal_move(game.position()) {
            game.take_back();
            break;
        }
    }
    (of_game(name, &game), game)
}

/// Plays random moves from the initial position until no legal move is left. Returns `None` if that takes
/// `longest` plies or more.
pub(super) fn ended(rng: &mut Rng, longest: usize) -> Option<Case> {
    let mut game = Game::default();
    while game.plies() < longest {
        let mut list = legal(game.position());
        list.retain(is_of_1967);
        if list.is_empty() {
            return Some(of_game(String::new(), &game));
        }
        game.make(list[rng.usize(0..list.len())]);
    }
    None
}

/// Plays a long game of random moves from the initial position, which the program of 1967 can play. The last
/// position has a legal move.
pub(super) fn long(rng: &mut Rng) -> Game {
    const PLIES: std::ops::RangeInclusive<usize> = 60..=240;
    let plies = rng.usize(PLIES);
    play(rng, String::new(), plies, is_of_1967).1
}

pub(super) fn of_game(name: String, game: &Game) -> Case {
    Case { name, start: Start::Initial, moves: game.moves().map(Into::into).collect() }
}

/// Returns two kings and one to six other pieces on random squares. The side to move has a legal move.
fn ending(rng: &mut Rng) -> Diagram {
    loop {
        let others = rng.usize(1..=6);
        let diagram = placed(rng, others);
        if Position::set_up(&diagram).is_ok_and(|position| has_legal_move(&position)) {
            return diagram;
        }
    }
}

/// Returns two kings and `others` other pieces on random squares. The position need not be valid.
pub(super) fn placed(rng: &mut Rng, others: usize) -> Diagram {
    let mut diagram = Diagram::empty();
    for side in Side::BOTH {
        place(rng, &mut diagram, side, Kind::King);
    }
    for _ in 0..others {
        let side = Side::BOTH[rng.usize(0..2)];
        let kind = ENDING[rng.usize(0..ENDING.len())];
        place(rng, &mut diagram, side, kind);
    }
    diagram.side = Side::BOTH[rng.usize(0..2)];
    diagram.game_ply = 2 * rng.u16(20..60) + diagram.side.index() as u16;
    diagram.quiet = rng.u16(0..20);
    diagram
}

/// Puts a piece on a random free square.
pub(super) fn place(rng: &mut Rng, diagram: &mut Diagram, side: Side, kind: Kind) {
    loop {
        let square = Square::from_index(rng.u8(0..64));
        let last_rank = matches!(square.rank(), 1 | 8);
        if diagram.board[square].is_none() && !(kind == Kind::Pawn && last_rank) {
            diagram.board[square] = Some((side, kind));
            return;
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
    fn every_random_case_has_a_legal_move() {
        for index in 0..200 {
            let case = case(3, index);
            let root = case.root().unwrap_or_else(|why| panic!("{case}: {why}"));
            assert!(has_legal_move(&root), "{case}");
        }
    }

    #[test]
    fn random_games_are_playable_by_the_original() {
        for index in 0..100 {
            let case = game(4, index);
            assert_eq!(case.start, Start::Initial);
            assert!(case.moves.iter().all(|mv| matches!(mv.promotion, None | Some(Kind::Queen))), "{case}");
        }
    }
}
