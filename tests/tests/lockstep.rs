//! The two programs against each other: they agree, and where one is changed the difference is found.

use std::sync::Arc;

use chessprog::compare::case::Case;
use chessprog::compare::corpus;
use chessprog::compare::difference::Difference;
use chessprog::compare::pair::{Level, Pair};
use chessprog::compare::random;
use chessprog::emulated::Program;
use chessprog::engine::board::Position;
use chessprog::engine::probe::Point;
use chessprog::engine::repetition::Scheme;
use chessprog::player::Settings;
use chessprog::sources::Sources;

fn program(sources: &Sources) -> Arc<Program> {
    Arc::new(Program::assemble(sources).unwrap_or_else(|error| panic!("{error}")))
}

fn shallow(depth: i32) -> Settings {
    Settings { depth, ..Settings::normal() }
}

/// Every case at this level, none different.
fn agree(cases: impl Iterator<Item = Case>, settings: &Settings, level: Level) {
    let mut pair = Pair::new(&program(&Sources::default())).expect("the program starts");
    for case in cases {
        if let Some(difference) = pair.compare(&case, settings, level).expect("the native program answers") {
            panic!("{}\n{case}\n{difference}", case.name);
        }
    }
}

#[test]
fn searches_of_random_positions_agree() {
    agree((0..24).map(|index| random::case(11, index)), &shallow(2), Level::Move);
}

#[test]
fn every_probe_of_a_few_searches_agrees() {
    agree((0..6).map(|index| random::case(12, index)), &shallow(1), Level::Probe);
}

#[test]
fn a_game_against_itself_agrees() {
    agree((1..2).map(|index| random::opening(13, index)), &shallow(1), Level::Game);
}

#[test]
fn tournament_widths_and_all_repetition_schemes_agree() {
    for (index, repetition) in (0..).zip(Scheme::ALL) {
        for once_is_draw in [true, false] {
            let settings = Settings { depth: 2, repetition, once_is_draw, ..Settings::tournament() };
            let seed = 14 + u64::from(once_is_draw);
            agree(
                [random::case(seed, 4 * index), random::case(seed, 4 * index + 2)].into_iter(),
                &settings,
                Level::Move,
            );
        }
    }
}

/// The marks that scheme (a) has left in the hash table are no business of the search after it: Moreland's first anecdote, whose
/// position stood on the board before, looked at by scheme (a), then by the stack of keys, which searches on and stores it.
#[test]
fn marks_of_the_scheme_before_are_forgotten() {
    let start = Position::from_fen("8/8/8/2P5/2p5/5K2/P7/1k6 w - - 0 40").expect("a position");
    let case = Case::game("a missed win", start, ["f3f4", "b1c2", "f4f3"]).expect("a game");
    let mut pair = Pair::new(&program(&Sources::default())).expect("the program starts");
    for repetition in [Scheme::HashFlag, Scheme::Stack] {
        let settings = Settings { repetition, once_is_draw: false, ..shallow(2) };
        let found = pair.compare(&case, &settings, Level::Probe).expect("the native program answers");
        assert!(
            found.is_none(),
            "{repetition:?}: {}",
            found.map_or(String::new(), |found| found.to_string())
        );
    }
}

/// Every search has a generation of its own in the hash table; after the 63rd the table is cleared and they begin anew (10).
#[test]
fn generations_go_round() {
    let position = Position::from_fen("k7/8/8/8/8/8/8/7K w - - 0 30").expect("a position");
    let case = Case::position("kings", position);
    let mut pair = Pair::new(&program(&Sources::default())).expect("the program starts");
    for search in 1..=65 {
        let found = pair.compare(&case, &shallow(1), Level::Probe).expect("the native program answers");
        assert!(
            found.is_none(),
            "search {search}: {}",
            found.map_or(String::new(), |found| found.to_string())
        );
    }
}

/// A sample of `machack compare --campaign`: every origin of positions, every scheme, both widths.
#[test]
fn a_sample_of_the_campaign_agrees() {
    let mut pair = Pair::new(&program(&Sources::default())).expect("the program starts");
    for task in corpus::tasks(21, 24, 1).iter().step_by(3) {
        let difference =
            pair.compare(&task.case, &task.settings, Level::Probe).expect("the native program answers");
        if let Some(difference) = difference {
            panic!("{}\n{}\n{difference}", task.case.name, task.case);
        }
    }
}

/// The bishop's value in the material count of the MIDAS text becomes that of the knight: the first evaluation of a position
/// with a bishop against a knight differs in its first term, by just that, and the report names the place in both programs.
#[test]
fn a_changed_constant_is_reported_where_it_first_shows() {
    let mut sources = Sources::default();
    let table = sources.file("generated/tables.mid").expect("the table of values").to_string();
    let values = table.split("RVAL:").nth(1).expect("RVAL").split(';').next().expect("a table");
    let changed = values.replacen("\t448.\n", "\t416.\n", 1);
    assert_ne!(values, changed, "RVAL has a bishop");
    let (right, wrong) = (format!("RVAL:{values}"), format!("RVAL:{changed}"));
    sources.change("generated/tables.mid", &right, &wrong).expect("one table");
    let mut pair = Pair::new(&program(&sources)).expect("the program starts");
    let position = Position::from_fen("4k3/8/8/7n/8/8/1B6/4K3 w - - 0 1").expect("a position");
    let case = Case::position("bishop against knight", position);
    let found = pair.compare(&case, &shallow(1), Level::Probe).expect("the native program answers");
    let Some(Difference::Probe(difference)) = found else { panic!("no probe differs: {found:?}") };
    let (native, emulated) = (difference.native.expect("a term"), difference.emulated.expect("a term"));
    assert_eq!((native.point, native.values()), (Point::Term, &[1, 448 - 416][..]));
    assert_eq!((emulated.point, emulated.values()), (Point::Term, &[1, 0][..]));
    let text = difference.to_string();
    assert!(text.contains("evaluate.mid:") && text.contains("engine::evaluate::evaluate"), "{text}");
    // The answers differ too, which a coarser comparison sees.
    let coarse = pair.compare(&case, &shallow(1), Level::Move).expect("the native program answers");
    assert!(matches!(coarse, Some(Difference::Answer { .. })), "{coarse:?}");
}
