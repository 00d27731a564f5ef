//! Tests the explanations of moves that the program did not choose, for random legal moves of many positions.

use chessprog::explanation::words::{ENGLISH, Notation, Writer};
use chessprog::explanation::{Candidate, Contrast, Explanation, Fate, InvestigationReason, explain};
use chessprog::native::Native;
use chessprog::program::{Case, ChessProgram as _, Coordinates};
use chessprog::subject::Subject as _;
use chessprog::vocabulary::{Kind, Settings};

use super::{positions, settings};

const MOVES_PER_POSITION: usize = 10;

/// The heuristic whose points every move except castling gets.
const CONSTANT: u8 = 22;

fn points_without_constant(candidate: &Candidate) -> i32 {
    let others = candidate.factors.iter().filter(|factor| factor.heuristic != CONSTANT);
    others.map(|factor| factor.amount).sum()
}

/// Recomputes the statements of a comparison.
fn check(case: &Case, settings: &Settings, explanation: &Explanation, contrast: &Contrast<'_>) {
    let (chosen, other) = (contrast.chosen, contrast.other);
    assert_eq!(Some(chosen), explanation.chosen());
    let net: i32 = contrast.factors.iter().map(|net| net.amount).sum();
    assert_eq!(net, points_without_constant(chosen) - points_without_constant(other));
    let mut native = Native::new();
    native.set_up(case).expect("accepted");
    if let Some(short) = contrast.short_of_a_place {
        let answer = native.think(settings).expect("an answer");
        native.set_up(case).expect("accepted");
        let entries = native.generate(&[], false).expect("a list").entries;
        let tried = |mv: Coordinates| answer.tried.iter().any(|tried| tried.mv == mv);
        let own = entries.iter().find(|entry| entry.mv.to_string() == other.mv.coordinates).expect("listed");
        assert!(!tried(own.mv.into()));
        let mut placed = entries.iter().filter(|entry| {
            let candidate = explanation.moves.iter().find(|it| it.mv.coordinates == entry.mv.to_string());
            tried(entry.mv.into())
                && candidate.is_some_and(|it| it.entrance != Some(InvestigationReason::Always))
        });
        let least = placed.by_ref().map(|entry| entry.plausibility).min().expect("a place");
        assert_eq!(short, least - own.plausibility);
    }
    let path = |candidate: &Candidate| -> Vec<Coordinates> {
        let line = std::iter::once(&candidate.mv).chain(&candidate.line);
        line.map(|mv| mv.coordinates.parse().expect("coordinates")).collect()
    };
    for (change, name) in contrast.terms.iter().map(|change| (change, change.term)) {
        for (candidate, shown) in [(chosen, change.chosen), (other, change.other)] {
            native.set_up(case).expect("accepted");
            let (terms, _) = native.evaluate(&path(candidate), settings.paper).expect("a legal line");
            let all = terms.each();
            let place = ["material", "ratio", "pawns", "king_safety", "center"].iter();
            let place = place.clone().position(|term| *term == name).expect("a term");
            assert_eq!(all[place], shown, "{case}: {name} after {:?}", path(candidate));
        }
    }
    if let (Fate::Refuted { .. }, Some(taken)) = (&other.fate, &other.taken) {
        let path = path(other);
        native.set_up(&case.clone().with_moves([path[0]])).expect("the move is legal");
        let replies = native.legal().expect("legal moves").moves;
        let reply = replies.into_iter().find(|mv| Coordinates::from(*mv) == path[1]).expect("legal");
        assert!(reply.is_capture(), "{case}: {taken:?}");
        assert_eq!(native.game().position().kind(reply.captured()), taken.kind);
    }
}

fn alternatives_hold(seed: u64, number: usize) {
    let mut compared = 0;
    for (turn, case) in positions(seed, number).into_iter().enumerate() {
        let settings = settings(turn, 2);
        let mut native = Native::new();
        let explanation = explain(&mut native, &case, &settings, false).expect("an explanation");
        let writer = Writer::new(&explanation, Notation::Algebraic, &ENGLISH);
        native.set_up(&case).expect("accepted");
        let mut legal = native.legal().expect("legal moves").moves;
        fastrand::Rng::with_seed(turn as u64).shuffle(&mut legal);
        if explanation.found().is_none() {
            continue;
        }
        for mv in legal.into_iter().take(MOVES_PER_POSITION) {
            let Some(contrast) = explanation.contrast(&mv.to_string()) else {
                // A legal move that is not in the list promotes to a piece other than a queen.
                assert!(!matches!(mv.promotion(), None | Some(Kind::Queen)), "{case}: {mv}");
                continue;
            };
            check(&case, &settings, &explanation, &contrast);
            let sentences = writer.why_not(&contrast);
            assert!(sentences[0].starts_with(writer.mv(&contrast.other.mv)), "{sentences:?}");
            compared += 1;
        }
    }
    assert!(compared > 5 * number, "{compared} moves compared");
}

#[test]
fn explanations_of_alternatives_can_be_recomputed() {
    alternatives_hold(12, 22);
}

#[test]
#[ignore = "long: ten moves of each of 300 positions"]
fn explanations_of_alternatives_hold_in_many_positions() {
    alternatives_hold(1967, 300);
}
