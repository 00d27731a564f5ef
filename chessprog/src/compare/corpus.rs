//! The positions and searches of a campaign: positions of every [`Origin`], with the settings of the paper or
//! of 1967, with the widths of normal play and of tournaments, and with the repetition schemes and policies
//! in turn. The same seed and number of positions give the same campaign.

mod cases;
mod once;
mod set_up;

use std::fmt;

use self::cases::{
    carried, chosen, games_over, mates_in_one, openings, paper, promotes, repetitions, self_play,
};
pub use self::once::once;
use self::set_up::set_ups;
use super::pair::Question;
use super::random;
use crate::program::Case;
use crate::vocabulary::{Scheme, Settings};

/// The origin of a position in a campaign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// A line of the opening book, cut at a random move.
    Opening,
    /// The games printed in the paper.
    Paper,
    /// Games of the program against itself, past the opening.
    SelfPlay,
    /// Games of random moves.
    Random,
    /// Few pieces on random squares.
    Ending,
    /// One move from mate.
    Mate,
    /// A pawn about to promote.
    Promotion,
    /// Pieces that moved to and fro, so that positions have occurred before.
    Repetition,
    /// Mate and stalemate on the board.
    Over,
    /// Diagrams that do not come from a game: promoted pieces, full boards, castling rights claimed without
    /// king or rook at home, kings that seem to have castled.
    SetUp,
    /// Games that carry state apart from the position (specification 3.4) and are continued.
    Carried,
}

impl Origin {
    /// All origins.
    pub const ALL: [Origin; 11] = [
        Origin::Opening,
        Origin::Paper,
        Origin::SelfPlay,
        Origin::Random,
        Origin::Ending,
        Origin::Mate,
        Origin::Promotion,
        Origin::Repetition,
        Origin::Over,
        Origin::SetUp,
        Origin::Carried,
    ];
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Origin::Opening => "openings",
            Origin::Paper => "article's games",
            Origin::SelfPlay => "self-play",
            Origin::Random => "random play",
            Origin::Ending => "endings",
            Origin::Mate => "mates",
            Origin::Promotion => "promotions",
            Origin::Repetition => "repetitions",
            Origin::Over => "games over",
            Origin::SetUp => "set-up positions",
            Origin::Carried => "carried state",
        })
    }
}

/// A search of the campaign.
#[derive(Clone, Debug)]
pub struct Task {
    /// Origin of the position; `None` for a position that the user gave.
    pub origin: Option<Origin>,
    /// The position and how it is searched.
    pub question: Question,
}

const CARRIED_SEARCHES: usize = 4;

/// Returns the searches of a campaign with `n` positions, divided equally among the origins. Each position is
/// searched under the paper's settings, at the widths of normal play and of tournaments, with the five values
/// of REP and the two of REP1 in turn. A position of origin [`Origin::Repetition`] is searched with all five
/// values of REP. Each position is also searched as in 1967, at the two widths in turn. `depth` is the basic
/// depth of all searches.
pub fn tasks(seed: u64, n: usize, depth: i32) -> Vec<Task> {
    let mut tasks = Vec::new();
    for (turn, (origin, case)) in positions(seed, n).into_iter().enumerate() {
        let widths = [Settings::normal(), Settings::tournament()];
        let mut searches = vec![widths[turn % 2].clone().original()];
        let of_turn = turn % Scheme::ALL.len();
        let schemes =
            if origin == Origin::Repetition { &Scheme::ALL[..] } else { &Scheme::ALL[of_turn..=of_turn] };
        let once_is_draw = (turn / Scheme::ALL.len()).is_multiple_of(2);
        for &repetition in schemes {
            searches.extend(widths.iter().map(|set| Settings { repetition, once_is_draw, ..set.clone() }));
        }
        let follow = if origin == Origin::Carried { CARRIED_SEARCHES } else { 1 };
        tasks.extend(searches.into_iter().map(|settings| {
            let settings = Settings { depth, ..settings };
            let question = Question { case: case.clone(), settings, searches: follow };
            Task { origin: Some(origin), question }
        }));
    }
    tasks
}

/// Returns the positions of a campaign with their origins.
pub fn positions(seed: u64, n: usize) -> Vec<(Origin, Case)> {
    let mut list = Vec::new();
    for (index, origin) in Origin::ALL.into_iter().enumerate() {
        // The first origins get the remainder.
        let count = n / Origin::ALL.len() + usize::from(index < n % Origin::ALL.len());
        let mut rng = random::generator(seed, index as u64);
        let mut cases = match origin {
            Origin::Opening => openings(&mut rng, count),
            Origin::Paper => paper(count),
            Origin::SelfPlay => self_play(seed, &mut rng, count),
            Origin::Random => {
                (0..count as u64).map(|i| random::case(seed, 4 * (i / 3) + 1 + i % 3)).collect()
            }
            Origin::Ending => (0..count as u64).map(|i| random::case(seed, 4 * i)).collect(),
            Origin::Mate => chosen(seed ^ 0x3a7e, count, mates_in_one),
            Origin::Promotion => chosen(seed ^ 0x9707, count, promotes),
            Origin::Repetition => repetitions(seed, &mut rng, count),
            Origin::Over => games_over(&mut rng, count),
            Origin::SetUp => set_ups(seed, &mut rng, count),
            Origin::Carried => carried(&mut rng, count),
        };
        for (number, case) in cases.iter_mut().enumerate() {
            case.name = format!("{origin} {number} of seed {seed}");
        }
        list.extend(cases.into_iter().map(|case| (origin, case)));
    }
    list
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::cases::{after, root};
    use super::*;
    use crate::engine::moves::{has_legal_move, legal};
    use crate::engine::position::Position;
    use crate::native::Native;
    use crate::program::{ChessProgram, Start};
    use crate::vocabulary::{Kind, Piece, Side, Square};

    /// Returns `true` if a position of the game, or one after a legal move, has occurred before.
    fn stood_before(case: &Case) -> bool {
        let game = case.played().unwrap();
        let keys: Vec<_> = game.keys().chain([game.position().key()]).collect();
        keys.iter().enumerate().any(|(i, key)| keys[..i].contains(key))
            || legal(game.position()).iter().any(|&mv| keys.contains(&after(game.position(), mv).key()))
    }

    /// Returns `true` if a set-up position has a promoted piece or a king that has castled, or lacks castling
    /// rights that the diagram claims.
    fn is_special(case: &Case) -> bool {
        let Start::Diagram(diagram) = &case.start else { return false };
        let position = root(case);
        let promoted = Piece::all().any(|piece| piece.began_as_pawn() && position.kind(piece) != Kind::Pawn);
        let false_right =
            Side::BOTH.iter().any(|&side| position.rights(side) != diagram.rights[side.index()]);
        let castled = Side::BOTH.iter().any(|&side| position.castlings(side) > 0);
        promoted || false_right || castled
    }

    /// Returns `true` if all 32 pieces are on the board and every pawn has been promoted.
    fn is_full(position: &Position) -> bool {
        Piece::all().all(|piece| position.square(piece) != Square::NONE && position.kind(piece) != Kind::Pawn)
    }

    #[test]
    fn positions_match_their_origin() {
        let mut special = 0;
        let mut set_up = 0;
        let mut full = 0;
        for (origin, case) in positions(5, 121) {
            let game = case.played().unwrap_or_else(|why| panic!("{}: {case}: {why}", case.name));
            let position = game.position();
            let kept = match origin {
                Origin::Mate => mates_in_one(position),
                Origin::Promotion => promotes(position),
                Origin::Repetition => stood_before(&case),
                Origin::Over => !has_legal_move(position),
                Origin::Opening | Origin::Paper | Origin::SelfPlay => case.start == Start::Initial,
                Origin::Carried => game.carried().queens_rook_pinned || promotes(position),
                Origin::SetUp => {
                    set_up += 1;
                    special += usize::from(is_special(&case));
                    full += usize::from(is_full(position));
                    true
                }
                Origin::Random | Origin::Ending => has_legal_move(position),
            };
            assert!(kept, "{}: {case}", case.name);
        }
        assert!(2 * special > set_up, "{special} of {set_up} set-up positions are special");
        assert!(full >= 2, "{full} of {set_up} set-up positions are full boards of promoted pieces");
    }

    #[test]
    fn a_promotion_that_the_search_takes_back_is_carried() {
        let mut native = Native::new();
        let settings = Settings { depth: 1, ..Settings::normal() };
        let marked = carried(&mut Rng::with_seed(3), 8).into_iter().filter(|case| {
            native.set_up(case).unwrap();
            native.think(&settings).unwrap();
            !native.state().unwrap().unwrap().also_white.is_empty()
        });
        assert!(marked.count() >= 2);
    }

    #[test]
    fn a_campaign_has_every_origin_scheme_policy_and_width() {
        let tasks = tasks(1, 110, 2);
        for origin in Origin::ALL {
            let of_origin = || tasks.iter().filter(|task| task.origin == Some(origin));
            let mut met: Vec<(bool, u8, bool, usize)> = of_origin()
                .map(|task| {
                    let Settings { paper, repetition, once_is_draw, widths, .. } = &task.question.settings;
                    (*paper, *repetition as u8, *paper && *once_is_draw, widths.len())
                })
                .collect();
            met.sort_unstable();
            met.dedup();
            assert_eq!(met.len(), 5 * 2 * 2 + 2, "{origin}: {met:?}");
        }
        let names =
            |seed| -> Vec<String> { positions(seed, 22).iter().map(|(_, case)| case.to_string()).collect() };
        assert_eq!(names(3), names(3));
        assert_ne!(names(3), names(4));
    }
}
