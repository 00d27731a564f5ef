//! The rules of specification 9 and 11, and the searches that the specification prints.

use super::*;
use crate::engine::board::Game;
use crate::engine::moves::legal;
use crate::engine::probe::NoProbe;
use crate::parameters::limits::NO_PLY;
use crate::repetition_tests::{POSITIONS, TestPosition};
use proptest::prelude::*;

fn think(fen: &str, before: &str, settings: &Settings) -> Answer {
    let mut game = Game::from(Position::from_fen(fen).expect(fen));
    for text in before.split_whitespace() {
        let mv = legal(game.position()).into_iter().find(|mv| mv.to_string() == text);
        game.make(mv.expect("a legal move"));
    }
    think_in(&game, settings, &mut NoProbe)
}

fn think_in(game: &Game, settings: &Settings, probe: &mut impl Probe) -> Answer {
    Memory::default()
        .think(game, settings, &AtomicBool::new(false), probe)
        .answer
        .expect("there is a legal move")
}

fn settings(depth: i32) -> Settings {
    Settings { depth, ..Settings::normal() }
}

fn scored(fen: &str, coordinates: &str, marks: u8) -> Scored {
    let position = Position::from_fen(fen).expect(fen);
    let mv = legal(&position).into_iter().find(|mv| mv.to_string() == coordinates).expect(coordinates);
    Scored { mv, plausibility: 0, positional: 0, index: 0, marks }
}

/// Specification 9.3: bounds open when moves are left untried; the best value takes its flag along.
#[test]
fn results_combine_from_each_sides_view() {
    let mut white = Outcome::worst(Color::White);
    assert!(white.combine(Color::White, &Outcome::bounded(10, 10, 20)));
    assert!(!white.combine(Color::White, &Outcome::exact(10)), "of equal values the first");
    assert!(white.combine(Color::White, &Outcome::exact(12).drawn_by_rule()));
    assert_eq!((white.value, white.lower, white.upper, white.drawn), (12, 12, 20, true));
    white.open(Color::White);
    assert_eq!((white.lower, white.upper), (12, INF));
    white.shift(-6);
    assert_eq!((white.value, white.lower, white.upper), (6, 6, INF));
    let mut black = Outcome::worst(Color::Black);
    assert!(black.combine(Color::Black, &Outcome::bounded(10, 5, 10)));
    assert!(black.combine(Color::Black, &Outcome::exact(-3)));
    black.open(Color::Black);
    assert_eq!((black.value, black.lower, black.upper), (-3, -INF, -3));
}

/// Specification 11.5: a draw in the tree at ply 2 is no draw without it, until the walk comes back to ply 2.
#[test]
fn what_depends_on_the_path_holds_below_it() {
    let draw = Outcome::exact(0).drawn_by_rule().depending(2, (-40, 70));
    let mut below = draw;
    below.close(3);
    assert_eq!((below.shadow_lower, below.shadow_upper, below.depends_on), (-40, 70, 2));
    below.close(2);
    assert_eq!((below.shadow_lower, below.shadow_upper, below.depends_on), (0, 0, NO_PLY));
}

/// Specification 9.4, by the first move, the move of the same piece two plies down and the position: the amount.
#[test]
fn wasted_moves_cost_what_the_text_says() {
    let rows = [
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 30", "a1a3", "a3a1", 12), // back where it came from
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 30", "a1a3", "a3a5", 8),  // two moves for what one does
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 30", "a1a3", "a3c3", 0),  // one move does not reach c3
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 2", "a1a3", "a3c3", 8),   // within the first eight moves
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 2", "a1a3", "a3a1", 8 + 12), // both
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 30", "e2e3", "e3e4", 8), // the double advance
        ("4k3/8/8/8/8/4P3/8/4K3 w - - 0 30", "e3e4", "e4e5", 0), // not from the third rank
    ];
    for (fen, first, second, expected) in rows {
        let mut position = Position::from_fen(fen).expect(fen);
        let first = scored(fen, first, 0).mv;
        let before = position.clone();
        position.make(first);
        position.set_state(Color::White, position.rights(), position.passant(), 0, position.game_ply());
        let second =
            legal(&position).into_iter().find(|mv| mv.to_string() == second).expect("the piece goes on");
        assert_eq!(modify::tempo(&before, first, second), expected, "{first} {second} in {fen}");
    }
}

/// Schemes (b) and (c) agree in everything, always (specification 11.4): here in the positions of 11.6.
#[test]
fn stack_and_small_table_agree_where_it_matters() {
    for TestPosition { fen, before, .. } in POSITIONS {
        for once_is_draw in [true, false] {
            let with = |repetition| Settings { repetition, once_is_draw, ..settings(3) };
            let stack = think(fen, before, &with(Scheme::Stack));
            assert_eq!(stack, think(fen, before, &with(Scheme::Small)), "{fen} {before}");
        }
    }
}

/// Who listens does not change what is heard: a probed search is the same search, and enters as many nodes as it counts.
#[test]
fn a_probe_changes_nothing() {
    let fen = "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4";
    let game = Game::from(Position::from_fen(fen).expect(fen));
    let mut events: Vec<(Point, Vec<i64>)> = Vec::new();
    let probed = think_in(&game, &settings(3), &mut events);
    assert_eq!(probed, think_in(&game, &settings(3), &mut NoProbe));
    let count = |point| events.iter().filter(|(at, _)| *at == point).count() as u64;
    let counters = probed.counters;
    assert_eq!((count(Point::Enter), count(Point::Leave)), (counters.nodes, counters.nodes));
    assert_eq!(count(Point::Secondary), counters.sec);
    assert_eq!(count(Point::Term) % 6, 0);
    assert!(Point::ALL.iter().all(|&point| point == Point::Repetition || count(point) > 0));
    assert!(events.iter().all(|(point, values)| values.len() == point.values().len()));
}

/// Stops a search when the third move at the root has been tried and may yet be searched further.
struct ThirdMove<'a> {
    tried: usize,
    stop: &'a AtomicBool,
}

impl Probe for ThirdMove<'_> {
    fn at(&mut self, point: Point, values: &[i64]) {
        self.tried += usize::from(point == Point::Tried && values[0] == 0);
        self.stop.store(self.tried == 3, Ordering::Relaxed);
    }
}

#[test]
fn a_stopped_search_keeps_the_moves_before() {
    let game = Game::from(Position::initial());
    let stop = AtomicBool::new(false);
    let mut probe = ThirdMove { tried: 0, stop: &stop };
    let stopped = Memory::default().think(&game, &settings(3), &stop, &mut probe);
    let whole = Memory::default().think(&game, &settings(3), &AtomicBool::new(false), &mut NoProbe);
    assert_eq!(stopped.answer, None);
    assert_eq!((stopped.list, &stopped.tried[..]), (whole.list, &whole.tried[..2]));
}

#[test]
fn a_stopped_search_gives_nothing_and_leaves_no_trace() {
    let game = Game::from(Position::initial());
    let mut memory = Memory::default();
    assert!(memory.think(&game, &settings(4), &AtomicBool::new(true), &mut NoProbe).answer.is_none());
    let again = memory.think(&game, &settings(3), &AtomicBool::new(false), &mut NoProbe);
    let again = again.answer.expect("there are legal moves");
    assert_eq!((again.best.to_string().as_str(), again.value, again.counters.nodes), ("d2d3", 16, 290));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// On random games with few pieces the stack of keys and the small table give the same search (specification 11.4).
    #[test]
    fn stack_and_small_table_agree(choices in prop::collection::vec(any::<u16>(), 0..24)) {
        let mut game = Game::from(Position::from_fen("8/3k4/8/1r6/8/4K3/2R2P2/8 w - - 0 40").expect("sound"));
        for choice in choices {
            let moves = legal(game.position());
            if moves.is_empty() {
                break;
            }
            game.make(moves[usize::from(choice) % moves.len()]);
        }
        if !legal(game.position()).is_empty() {
            let with = |repetition| Settings { repetition, ..settings(2) };
            let stack = think_in(&game, &with(Scheme::Stack), &mut NoProbe);
            prop_assert_eq!(stack, think_in(&game, &with(Scheme::Small), &mut NoProbe));
        }
    }
}
