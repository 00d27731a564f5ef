//! The positions and searches of a whole campaign: every kind of position that chess has, with the widths of normal play and of
//! tournaments, the repetition schemes and policies in turn. The same for the same seed and number.

use std::fmt;

use fastrand::Rng;

use super::case::Case;
use super::random;
use crate::engine::board::{Kind, Move, Position};
use crate::engine::moves;
use crate::engine::probe::NoProbe;
use crate::engine::repetition::Scheme;
use crate::games::{PAPER_GAMES, Score};
use crate::native::Native;
use crate::parameters::book;
use crate::player::Settings;
use crate::san;

/// Where a position of the campaign comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// The lines of the opening book, left off somewhere.
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
    /// Pieces that went to and fro, so that positions have stood on the board before.
    Repetition,
}

impl Origin {
    /// All of them.
    pub const ALL: [Origin; 8] = [
        Origin::Opening,
        Origin::Paper,
        Origin::SelfPlay,
        Origin::Random,
        Origin::Ending,
        Origin::Mate,
        Origin::Promotion,
        Origin::Repetition,
    ];
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Origin::Opening => "openings",
            Origin::Paper => "the paper's games",
            Origin::SelfPlay => "self-play",
            Origin::Random => "random play",
            Origin::Ending => "endings",
            Origin::Mate => "mates",
            Origin::Promotion => "promotions",
            Origin::Repetition => "repetitions",
        })
    }
}

/// A search of the campaign.
#[derive(Clone, Debug)]
pub struct Task {
    /// Where its position comes from, if that is one of the usual places.
    pub origin: Option<Origin>,
    /// The position and the game before it.
    pub case: Case,
    /// How both programs search.
    pub settings: Settings,
}

/// The searches of a campaign with `n` positions, from each origin as many. The five settings of REP and the two of REP1 take
/// turns over the positions; a position of the origin repetitions is searched under all five of REP. Each search is made at the
/// widths of normal play and at those of tournaments. `depth` is the basic depth of all.
pub fn tasks(seed: u64, n: usize, depth: i32) -> Vec<Task> {
    let mut tasks = Vec::new();
    for (turn, (origin, case)) in positions(seed, n).into_iter().enumerate() {
        let of_turn = turn % Scheme::ALL.len();
        let schemes =
            if origin == Origin::Repetition { &Scheme::ALL[..] } else { &Scheme::ALL[of_turn..=of_turn] };
        let once_is_draw = (turn / Scheme::ALL.len()).is_multiple_of(2);
        for &repetition in schemes {
            for set in [Settings::normal(), Settings::tournament()] {
                let settings = Settings { depth, repetition, once_is_draw, ..set };
                tasks.push(Task { origin: Some(origin), case: case.clone(), settings });
            }
        }
    }
    tasks
}

/// The positions of a campaign with their origins.
pub fn positions(seed: u64, n: usize) -> Vec<(Origin, Case)> {
    let mut list = Vec::new();
    for (index, origin) in Origin::ALL.into_iter().enumerate() {
        // The first origins take what is left over.
        let count = n / Origin::ALL.len() + usize::from(index < n % Origin::ALL.len());
        let mut rng = Rng::with_seed(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ index as u64);
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
        };
        for (number, case) in cases.iter_mut().enumerate() {
            case.name = format!("{origin} {number} of seed {seed}");
        }
        list.extend(cases.into_iter().map(|case| (origin, case)));
    }
    list
}

fn openings(rng: &mut Rng, count: usize) -> Vec<Case> {
    let lines: Vec<&str> = book::LINES.lines().filter_map(|line| Some(line.rsplit_once(':')?.1)).collect();
    let mut cases = Vec::new();
    while cases.len() < count {
        let texts: Vec<&str> = lines[rng.usize(0..lines.len())].split_ascii_whitespace().collect();
        let mut case = Case::position("", Position::initial());
        let mut position = case.start.clone();
        for text in &texts[..rng.usize(0..=texts.len())] {
            let Some(mv) = san::find(&position, text) else { break };
            position.make(mv);
            case.before.push(mv);
        }
        cases.push(case);
    }
    cases
}

/// The positions before every move of the paper's games, or as many of them, evenly spread.
fn paper(count: usize) -> Vec<Case> {
    let mut all = Vec::new();
    for (name, text) in PAPER_GAMES {
        let score = Score::parse(text).expect("the paper's games can be read");
        all.extend(score.cases(name).expect("their moves are legal").into_iter().map(|(case, _)| case));
    }
    let wanted = count.min(all.len());
    (0..wanted).map(|i| all[i * all.len() / wanted].clone()).collect()
}

/// Games that the native program plays against itself from random openings, four positions from each.
fn self_play(seed: u64, rng: &mut Rng, count: usize) -> Vec<Case> {
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
        let opening = case.before.len();
        while case.before.len() < LONGEST {
            let answer = native.think_probed(&case, &settings, NoProbe);
            let Some(best) = answer.best else { break };
            case.before.push(best);
        }
        // The last position may have no move.
        let played = case.before.len();
        for _ in 0..FROM_EACH.min(count - cases.len()) {
            let length = rng.usize(opening..played.max(opening + 1));
            cases.push(Case { before: case.before[..length].to_vec(), ..case.clone() });
        }
    }
    cases
}

/// Random cases that have a property.
fn chosen(seed: u64, count: usize, wanted: impl Fn(&Position) -> bool) -> Vec<Case> {
    (0..).map(|index| random::case(seed, index)).filter(|case| wanted(&case.root())).take(count).collect()
}

fn mates_in_one(position: &Position) -> bool {
    moves::legal(position).into_iter().filter(|mv| mv.gives_check()).any(|mv| {
        let mut after = position.clone();
        after.make(mv);
        moves::legal(&after).is_empty()
    })
}

fn promotes(position: &Position) -> bool {
    moves::legal(position).iter().any(|mv| mv.promotion().is_some())
}

/// Random positions in which both sides have moved a piece to and fro, once or twice, and perhaps one ply more.
fn repetitions(seed: u64, rng: &mut Rng, count: usize) -> Vec<Case> {
    let mut cases = Vec::new();
    for index in 0.. {
        if cases.len() >= count {
            break;
        }
        let case = random::case(seed ^ 0x2e9e, index);
        let Some(round) = round(&case.root(), rng) else { continue };
        let times = rng.usize(1..=2);
        let plies = 4 * times - rng.usize(0..2);
        let mut case = Case { before: Vec::new(), start: case.root(), ..case };
        let mut position = case.start.clone();
        for mv in round.iter().cycle().take(plies) {
            position.make(*mv);
            case.before.push(*mv);
        }
        cases.push(case);
    }
    cases
}

/// Four moves after which the position is the same as before.
fn round(start: &Position, rng: &mut Rng) -> Option<[Move; 4]> {
    const ATTEMPTS: usize = 20;
    (0..ATTEMPTS).find_map(|_| {
        let mut position = start.clone();
        let out = quiet(&position, rng)?;
        position.make(out);
        let reply = quiet(&position, rng)?;
        position.make(reply);
        let home = back(&position, out)?;
        position.make(home);
        let home_too = back(&position, reply)?;
        position.make(home_too);
        (position.key() == start.key()).then_some([out, reply, home, home_too])
    })
}

/// A move that can be taken back on the board.
fn quiet(position: &Position, rng: &mut Rng) -> Option<Move> {
    let mut list = moves::legal(position);
    list.retain(|mv| {
        !mv.is_capture() && !mv.special().is_castling() && mv.piece().kind() != Some(Kind::Pawn)
    });
    (!list.is_empty()).then(|| list[rng.usize(0..list.len())])
}

fn back(position: &Position, out: Move) -> Option<Move> {
    moves::legal(position).into_iter().find(|mv| mv.from() == out.to() && mv.to() == out.from())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_origin_keeps_its_word() {
        for (origin, case) in positions(5, 80) {
            let root = case.root();
            let legal = moves::legal(&root);
            assert!(!legal.is_empty(), "{}: {case}", case.name);
            let stood_before = || {
                let mut position = case.start.clone();
                let mut keys = vec![position.key()];
                for &mv in &case.before {
                    position.make(mv);
                    keys.push(position.key());
                }
                keys.iter().enumerate().any(|(i, key)| keys[..i].contains(key))
                    || legal.iter().any(|&mv| {
                        let mut after = root.clone();
                        after.make(mv);
                        keys.contains(&after.key())
                    })
            };
            let kept = match origin {
                Origin::Mate => mates_in_one(&root),
                Origin::Promotion => promotes(&root),
                Origin::Repetition => stood_before(),
                Origin::Opening | Origin::Paper | Origin::SelfPlay => case.start == Position::initial(),
                Origin::Random | Origin::Ending => true,
            };
            assert!(kept, "{}: {case}", case.name);
        }
    }

    #[test]
    fn a_campaign_has_every_origin_scheme_policy_and_width() {
        let tasks = tasks(1, 80, 2);
        for origin in Origin::ALL {
            let of_origin = || tasks.iter().filter(|task| task.origin == Some(origin));
            let mut met: Vec<(u8, bool, usize)> = of_origin()
                .map(|task| {
                    let Settings { repetition, once_is_draw, widths, .. } = &task.settings;
                    (*repetition as u8, *once_is_draw, widths.len())
                })
                .collect();
            met.sort_unstable();
            met.dedup();
            assert_eq!(met.len(), 5 * 2 * 2, "{origin}: {met:?}");
        }
        let names =
            |seed| -> Vec<String> { positions(seed, 16).iter().map(|(_, case)| case.to_string()).collect() };
        assert_eq!(names(3), names(3));
        assert_ne!(names(3), names(4));
    }
}
