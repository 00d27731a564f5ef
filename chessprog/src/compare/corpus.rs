//! The positions and searches of a whole campaign: every kind of position that chess has, under the paper's settings and those of
//! 1967, with the widths of normal play and of tournaments, the repetition schemes and policies in turn. The same for the same
//! seed and number.

use std::fmt;

use fastrand::Rng;

use super::pair::Question;
use super::random;
use crate::engine::game::Game;
use crate::engine::moves::{has_legal_move, legal};
use crate::engine::position::Position;
use crate::engine::san;
use crate::games::{PAPER_GAMES, Score};
use crate::native::Native;
use crate::parameters::book_lines::LINES;
use crate::program::{Case, ChessProgram};
use crate::vocabulary::{Diagram, Kind, Move, Scheme, Settings, Side, Square};

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
    /// Mate and stalemate on the board.
    Over,
    /// Diagrams such as no game gives: promoted pieces, rights claimed without king or rook at home, kings that look castled.
    SetUp,
    /// Games that carry state beside the position (specification 3.4), and are gone on with.
    Carried,
}

impl Origin {
    /// All of them.
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
            Origin::Paper => "the paper's games",
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

/// A question of the campaign.
#[derive(Clone, Debug)]
pub struct Task {
    /// Where its position comes from, if that is one of the usual places.
    pub origin: Option<Origin>,
    /// What is searched, and how.
    pub question: Question,
}

/// How many searches follow one another in a game that carries state.
const CARRIED_SEARCHES: usize = 4;

/// The searches of a campaign with `n` positions, from each origin as many. Each position is searched under the paper's settings
/// at the widths of normal play and at those of tournaments, the five settings of REP and the two of REP1 taking turns over the
/// positions (a position of the origin repetitions is searched under all five of REP), and as in 1967, at either widths in turn.
/// `depth` is the basic depth of all.
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

/// The positions of a campaign with their origins.
pub fn positions(seed: u64, n: usize) -> Vec<(Origin, Case)> {
    let mut list = Vec::new();
    for (index, origin) in Origin::ALL.into_iter().enumerate() {
        // The first origins take what is left over.
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

fn openings(rng: &mut Rng, count: usize) -> Vec<Case> {
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
        let opening = case.moves.len();
        native.set_up(&case).expect("an opening can be played");
        while case.moves.len() < LONGEST {
            let answer = native.think(&settings).expect("nobody stops it");
            let Some(best) = answer.best else { break };
            native.play(best).expect("what it finds is legal");
            case.moves.push(best);
        }
        // The last position may have no move.
        let played = case.moves.len();
        for _ in 0..FROM_EACH.min(count - cases.len()) {
            let length = rng.usize(opening..played.max(opening + 1));
            cases.push(Case { moves: case.moves[..length].to_vec(), ..case.clone() });
        }
    }
    cases
}

/// Random cases that have a property.
fn chosen(seed: u64, count: usize, wanted: impl Fn(&Position) -> bool) -> Vec<Case> {
    (0..).map(|index| random::case(seed, index)).filter(|case| wanted(&root(case))).take(count).collect()
}

/// The position of a case made here.
fn root(case: &Case) -> Position {
    case.root().expect("the case can be played out")
}

/// The position after a move.
fn after(position: &Position, mv: Move) -> Position {
    let mut game = Game::from(position.clone());
    game.make(mv);
    game.position().clone()
}

fn mates_in_one(position: &Position) -> bool {
    let mut checks = legal(position).into_iter().filter(|mv| mv.gives_check());
    checks.any(|mv| !has_legal_move(&after(position, mv)))
}

fn promotes(position: &Position) -> bool {
    legal(position).iter().any(|mv| mv.promotion().is_some())
}

/// Random positions in which both sides have moved a piece to and fro, once or twice, and perhaps one ply less.
fn repetitions(seed: u64, rng: &mut Rng, count: usize) -> Vec<Case> {
    let mut cases = Vec::new();
    for index in 0.. {
        if cases.len() >= count {
            break;
        }
        let case = random::case(seed ^ 0x2e9e, index);
        let Some(round) = round(&root(&case), rng) else { continue };
        let times = rng.usize(1..=2);
        let plies = 4 * times - rng.usize(0..2);
        cases.push(case.with_moves(round.into_iter().cycle().take(plies).map(Into::into)));
    }
    cases
}

/// Four moves after which the position is the same as before.
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

/// A move that can be taken back on the board.
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

/// Positions in which nothing can be moved: ends of random games, and few pieces on random squares.
fn games_over(rng: &mut Rng, count: usize) -> Vec<Case> {
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

/// Positions of random play with something about them that only a diagram has.
fn set_ups(seed: u64, rng: &mut Rng, count: usize) -> Vec<Case> {
    let changes = [promote, claim_rights, look_castled, scatter];
    let mut cases = Vec::new();
    for index in 0.. {
        if cases.len() >= count {
            break;
        }
        let mut diagram = root(&random::game(seed ^ 0x5e70, index)).diagram();
        diagram.passant = Square::NONE;
        changes[cases.len() % changes.len()](&mut diagram, rng);
        if Position::set_up(&diagram).is_ok() {
            cases.push(Case::diagram("", diagram));
        }
    }
    cases
}

/// A few pawns of either side become pieces somewhere else.
fn promote(diagram: &mut Diagram, rng: &mut Rng) {
    let mut pawns: Vec<(Square, Side)> = Square::all()
        .filter_map(|square| match diagram.board[square] {
            Some((side, Kind::Pawn)) => Some((square, side)),
            _ => None,
        })
        .collect();
    rng.shuffle(&mut pawns);
    for (square, side) in pawns.into_iter().take(rng.usize(1..=5)) {
        diagram.board[square] = None;
        let kind = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight][rng.usize(0..4)];
        random::place(rng, diagram, side, kind);
    }
}

/// Rights are claimed at random, wherever kings and rooks stand.
fn claim_rights(diagram: &mut Diagram, rng: &mut Rng) {
    diagram.rights.as_flattened_mut().fill_with(|| rng.u8(0..4) > 0);
}

/// Kings and rooks stand as after castling.
fn look_castled(diagram: &mut Diagram, rng: &mut Rng) {
    // Files from h: king, rook.
    const CASTLED: [(u8, u8); 6] = [(2, 3), (2, 4), (6, 5), (6, 4), (7, 5), (7, 4)];
    for side in Side::BOTH {
        let (king, rook) = CASTLED[rng.usize(0..CASTLED.len())];
        for square in Square::all() {
            if diagram.board[square] == Some((side, Kind::King)) {
                diagram.board[square] = None;
            }
        }
        for (file, kind) in [(king, Kind::King), (rook, Kind::Rook)] {
            let square = Square::at(file, side.relative(1));
            if !matches!(diagram.board[square], Some((_, Kind::King))) {
                diagram.board[square] = Some((side, kind));
            }
        }
    }
}

/// Every piece goes to another square.
fn scatter(diagram: &mut Diagram, rng: &mut Rng) {
    let men: Vec<(Side, Kind)> = Square::all().filter_map(|square| diagram.board[square]).collect();
    for square in Square::all() {
        diagram.board[square] = None;
    }
    for (side, kind) in men {
        random::place(rng, diagram, side, kind);
    }
}

/// Long games of random moves from the initial position: in one piece 32 was pinned once, in the next a black pawn is about to
/// promote, which the search takes back.
fn carried(rng: &mut Rng, count: usize) -> Vec<Case> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::Start;
    use crate::vocabulary::Piece;

    /// Whether the position, or one after a move, has stood on the board before.
    fn stood_before(case: &Case) -> bool {
        let game = case.played().unwrap();
        let keys: Vec<_> = game.keys().chain([game.position().key()]).collect();
        keys.iter().enumerate().any(|(i, key)| keys[..i].contains(key))
            || legal(game.position()).iter().any(|&mv| keys.contains(&after(game.position(), mv).key()))
    }

    /// Whether a set-up position has what no position of a first set has, or what only a diagram says.
    fn is_special(case: &Case) -> bool {
        let Start::Diagram(diagram) = &case.start else { return false };
        let position = root(case);
        let promoted = Piece::all().any(|piece| piece.began_as_pawn() && position.kind(piece) != Kind::Pawn);
        let false_right =
            Side::BOTH.iter().any(|&side| position.rights(side) != diagram.rights[side.index()]);
        let castled = Side::BOTH.iter().any(|&side| position.castlings(side) > 0);
        promoted || false_right || castled
    }

    #[test]
    fn every_origin_keeps_its_word() {
        let mut special = 0;
        let mut set_up = 0;
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
                    true
                }
                Origin::Random | Origin::Ending => has_legal_move(position),
            };
            assert!(kept, "{}: {case}", case.name);
        }
        assert!(2 * special > set_up, "{special} of {set_up} set-up positions are special");
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
