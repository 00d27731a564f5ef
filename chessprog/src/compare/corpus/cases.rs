//! The positions of a campaign that come from games or from randomly placed pieces.

use fastrand::Rng;

use crate::compare::random;
use crate::engine::game::Game;
use crate::engine::moves::{has_legal_move, legal};
use crate::engine::position::Position;
use crate::engine::san;
use crate::games;
use crate::native::Native;
use crate::parameters::book_lines::LINES;
use crate::program::{Case, ChessProgram};
use crate::vocabulary::{Diagram, Kind, Move, Settings, Side};

pub(super) fn openings(rng: &mut Rng, count: usize) -> Vec<Case> {
    let lines: Vec<&str> = LINES.lines().filter_map(|line| Some(line.rsplit_once(':')?.1)).collect();
    (0..count)
        .map(|_| {
            let texts: Vec<&str> = lines[rng.usize(0..lines.len())].split_ascii_whitespace().collect();
            let mut game = Game::default();
            for text in &texts[..rng.usize(0..=texts.len())] {
                let Some(mv) = san::find(game.position(), text) else { break };
                game.make(mv);
            }
            random::of_game(String::new(), &game)
        })
        .collect()
}

/// Returns `count` of the positions before the moves of the paper's games, evenly spread, or all if there are
/// fewer.
pub(super) fn paper(count: usize) -> Vec<Case> {
    let mut all = Vec::new();
    for (name, score) in games::of_the_paper() {
        all.extend(score.play(name).expect("their moves are legal").cases().map(|(case, _)| case));
    }
    let wanted = count.min(all.len());
    (0..wanted).map(|i| all[i * all.len() / wanted].clone()).collect()
}

/// Returns positions from games that the native program plays against itself from random openings, at most
/// four per game.
pub(super) fn self_play(seed: u64, rng: &mut Rng, count: usize) -> Vec<Case> {
    const LONGEST: usize = 80;
    const FROM_EACH: usize = 4;
    let mut native = Native::new();
    let settings = Settings { depth: 1, widths: vec![4], secondary: 0, ..Settings::normal() };
    let mut cases = Vec::new();
    for index in 1.. {
        if cases.len() >= count {
            break;
        }
        let mut case = random::opening(seed, index);
        let opening = case.moves.len();
        native.set_up(&case).expect("an opening can be played");
        while case.moves.len() < LONGEST {
            let answer = native.think(&settings).expect("nothing stops it");
            let Some(best) = answer.best else { break };
            native.play(best).expect("what it finds is legal");
            case.moves.push(best);
        }
        // The last position is left out, because it may have no legal move.
        let played = case.moves.len();
        for _ in 0..FROM_EACH.min(count - cases.len()) {
            let length = rng.usize(opening..played.max(opening + 1));
            cases.push(Case { moves: case.moves[..length].to_vec(), ..case.clone() });
        }
    }
    cases
}

pub(super) fn chosen(seed: u64, count: usize, wanted: impl Fn(&Position) -> bool) -> Vec<Case> {
    (0..).map(|index| random::case(seed, index)).filter(|case| wanted(&root(case))).take(count).collect()
}

/// Returns the position to be searched. Every case of the corpus can be played out.
pub(super) fn root(case: &Case) -> Position {
    case.root().expect("the case can be played out")
}

pub(super) fn after(position: &Position, mv: Move) -> Position {
    let mut game = Game::from(position.clone());
    game.make(mv);
    game.position().clone()
}

pub(super) fn mates_in_one(position: &Position) -> bool {
    let mut checks = legal(position).into_iter().filter(|mv| mv.gives_check());
    checks.any(|mv| !has_legal_move(&after(position, mv)))
}

pub(super) fn promotes(position: &Position) -> bool {
    legal(position).iter().any(|mv| mv.promotion().is_some())
}

/// Returns random positions after each side moved a piece to and fro, once or twice. In some cases the last
/// ply is missing.
pub(super) fn repetitions(seed: u64, rng: &mut Rng, count: usize) -> Vec<Case> {
    let cases = (0..).filter_map(|index| {
        let case = random::case(seed ^ 0x2e9e, index);
        let round = round(&root(&case), rng)?;
        let times = rng.usize(1..=2);
        let plies = 4 * times - rng.usize(0..2);
        Some(case.with_moves(round.into_iter().cycle().take(plies).map(Into::into)))
    });
    cases.take(count).collect()
}

/// Returns four random moves that lead back to the same position, or `None` if no attempt finds them.
fn round(start: &Position, rng: &mut Rng) -> Option<[Move; 4]> {
    const ATTEMPTS: usize = 20;
    (0..ATTEMPTS).find_map(|_| {
        let out = quiet(start, rng)?;
        let position = after(start, out);
        let reply = quiet(&position, rng)?;
        let position = after(&position, reply);
        let home = back(&position, out)?;
        let position = after(&position, home);
        let home_too = back(&position, reply)?;
        let end = after(&position, home_too);
        (end.key() == start.key()).then_some([out, reply, home, home_too])
    })
}

/// Returns a random move that can be undone by moving back, if there is one.
fn quiet(position: &Position, rng: &mut Rng) -> Option<Move> {
    let mut list = legal(position);
    list.retain(|mv| {
        !mv.is_capture() && !mv.special().is_castling() && position.kind(mv.piece()) != Kind::Pawn
    });
    (!list.is_empty()).then(|| list[rng.usize(0..list.len())])
}

fn back(position: &Position, out: Move) -> Option<Move> {
    legal(position).into_iter().find(|mv| mv.from() == out.to() && mv.to() == out.from())
}

/// Returns positions without a legal move: ends of random games, and a few pieces on random squares.
pub(super) fn games_over(rng: &mut Rng, count: usize) -> Vec<Case> {
    const LONGEST: usize = 250;
    let is_over =
        |diagram: &Diagram| Position::set_up(diagram).is_ok_and(|position| !has_legal_move(&position));
    let mut cases = Vec::new();
    while cases.len() < count {
        if cases.len().is_multiple_of(2) {
            cases.extend(random::ended(rng, LONGEST));
        } else {
            let others = rng.usize(1..=6);
            let diagram = random::placed(rng, others);
            cases.extend(is_over(&diagram).then(|| Case::diagram("", diagram)));
        }
    }
    cases
}

/// Returns long games of random moves from the initial position. In every other game, piece 32 was pinned
/// once; in the rest, a black pawn is about to promote, and the search takes its promotion back.
pub(super) fn carried(rng: &mut Rng, count: usize) -> Vec<Case> {
    let mut cases = Vec::new();
    while cases.len() < count {
        let game = random::long(rng);
        let wanted = if cases.len().is_multiple_of(2) {
            game.carried().queens_rook_pinned
        } else {
            game.position().side() == Side::Black && promotes(game.position())
        };
        if wanted {
            cases.push(random::of_game(String::new(), &game));
        }
    }
    cases
}
