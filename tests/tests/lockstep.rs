//! Compares the native and the emulated chess program. They agree, and a change to one of them is detected.

use std::sync::Arc;

use chessprog::compare::campaign::Verdict;
use chessprog::compare::corpus;
use chessprog::compare::difference::Difference;
use chessprog::compare::explain::{Suspect, explain};
use chessprog::compare::pair::{Level, Pair, Question};
use chessprog::compare::random;
use chessprog::emulated::{Emulated, Program};
use chessprog::native::Native;
use chessprog::program::Case;
use chessprog::sources::Sources;
use chessprog::vocabulary::{Scheme, Settings};
use system_tests::chess::program;

use crate::rules::repetition::MISSED;

fn shallow(depth: i32) -> Settings {
    Settings { depth, ..Settings::normal() }
}

fn pair(program: Arc<Program>) -> Pair {
    Pair::new(Native::new(), Emulated::load(program).expect("the program starts"))
}

/// Compares the two programs' answers to a question.
fn difference(pair: &mut Pair, question: &Question, level: Level) -> Option<Difference> {
    match pair.compare(question, level).expect("the question can be asked") {
        Verdict::Same => None,
        Verdict::Different(difference) => Some(difference),
        Verdict::Skipped(why) => panic!("{}: skipped, {why}", question.case),
    }
}

fn must_agree(pair: &mut Pair, question: &Question, level: Level) {
    if let Some(difference) = difference(pair, question, level) {
        panic!("{}\n{}\n{difference}", question.case.name, question.case);
    }
}

/// Checks that the two programs agree on all cases at this level.
fn agree(cases: impl Iterator<Item = Case>, settings: &Settings, level: Level) {
    let mut pair = pair(program());
    for case in cases {
        must_agree(&mut pair, &Question::new(case, settings.clone(), level), level);
    }
}

#[test]
fn searches_of_random_positions_agree() {
    agree((0..24).map(|index| random::case(11, index)), &shallow(2), Level::Move);
    agree((0..24).map(|index| random::game(11, index)), &shallow(2).original(), Level::Move);
}

#[test]
fn every_probe_of_a_few_searches_agrees() {
    agree((0..6).map(|index| random::case(12, index)), &shallow(1), Level::Probe);
    agree((0..6).map(|index| random::game(12, index)), &shallow(2).original(), Level::Probe);
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

/// The marks that scheme (a) leaves in the hash table must not affect the next search. The position of
/// Moreland's first anecdote is searched with scheme (a), then with the stack of keys; the second search is
/// deeper and stores the position.
#[test]
fn marks_of_the_previous_scheme_are_ignored() {
    let (diagram, moves, ..) = MISSED;
    let moves = moves.split(' ').map(|mv| mv.parse().expect(mv));
    let case = Case::fen(diagram).expect("a position").with_moves(moves);
    let mut pair = pair(program());
    for repetition in [Scheme::HashFlag, Scheme::Stack] {
        let settings = Settings { repetition, once_is_draw: false, ..shallow(2) };
        must_agree(&mut pair, &Question::new(case.clone(), settings, Level::Probe), Level::Probe);
    }
}

/// When a capture of the evaluator refutes a move, the variation lacks that capture (F29), so the second move
/// in it is not our next move. Both programs still modify it (specification 9.4).
#[test]
fn modifications_apply_to_a_variation_without_its_first_move() {
    let case = Case::fen("4k3/6bp/6Pr/3p4/4N3/7B/3Q2q1/4K3 w - - 0 45").expect("a position");
    must_agree(&mut pair(program()), &Question::new(case, shallow(4), Level::Probe), Level::Probe);
}

/// Each search has its own generation in the hash table. After generation 63 the table is cleared and the
/// generations start again (specification 10). The game is 70 plies of two bare kings.
#[test]
fn generations_wrap_around() {
    let case = Case::fen("k7/8/8/8/8/8/8/7K w - - 0 30").expect("a position");
    let settings = Settings { repetition: Scheme::None, fifty: false, ..shallow(1) };
    let question = Question { case, settings, searches: 70 };
    must_agree(&mut pair(program()), &question, Level::Node);
}

/// A sample of `machack compare --campaign` with every source of positions, all schemes and both widths.
#[test]
fn a_sample_of_the_campaign_agrees() {
    let mut pair = pair(program());
    for task in corpus::tasks(21, 33, 1).iter().step_by(3) {
        must_agree(&mut pair, &task.question, Level::Probe);
    }
}

/// The MIDAS text gives the bishop the knight's fixed value. In a position with a bishop against a knight,
/// the first static value then differs in its first term by the difference of the two values. The report
/// names the place in both programs.
#[test]
fn a_changed_constant_is_reported_where_it_first_shows() {
    let mut sources = Sources::default();
    sources
        .change("generated/tables.mid", "FVTAB:\t128.\n\t416.\n\t448.", "FVTAB:\t128.\n\t416.\n\t416.")
        .expect("one table");
    let changed = Program::assemble(&sources).unwrap_or_else(|error| panic!("{error}"));
    let suspect = Suspect { program: changed.into(), sources };
    let mut pair = pair(suspect.program.clone());
    let case = Case::fen("4k3/8/8/7n/8/8/1B6/4K3 w - - 0 1").expect("a position");
    let question = Question::new(case, Settings { depth: 0, ..shallow(0) }, Level::Probe);
    let found = difference(&mut pair, &question, Level::Probe);
    assert!(matches!(found, Some(Difference::Probe(_))), "{found:?}");
    let text = explain(&suspect, &question, Level::Probe, found.unwrap()).to_string();
    for part in ["statics.mid:", "engine::statics::value", "32"] {
        assert!(text.contains(part), "`{part}` is not in\n{text}");
    }
    // The answers differ too, so a coarser comparison detects the change.
    let coarse = difference(&mut pair, &question, Level::Move);
    assert!(matches!(coarse, Some(Difference::Answer { .. })), "{coarse:?}");
}
