//! Tests the reasons that the programs give against what they print, list and compute.

mod alternatives;
#[cfg(feature = "cli")]
mod analysed;
mod endings;
mod words;

use std::path::PathBuf;

use chessprog::compare::corpus;
use chessprog::emulated::{Emulated, Program};
use chessprog::explanation::words::{ENGLISH, Notation, Writer};
use chessprog::explanation::{
    Candidate, Decision, Explanation, Fate, InvestigationReason, LineEnd, NamedMove, explain,
    explain_original,
};
use chessprog::native::Native;
use chessprog::original::{Binary, Original};
use chessprog::program::{Answer, Case, ChessProgram, Coordinates};
use chessprog::subject::Subject;
use chessprog::vocabulary::{Settings, Side};

fn emulated() -> Emulated {
    Emulated::load(Program::built_in().expect("the program")).expect("it starts")
}

/// Returns positions from every source that a campaign uses, without those that the set-up rejects.
fn positions(seed: u64, number: usize) -> Vec<Case> {
    let accepted = |case: &Case| Native::new().set_up(case).is_ok();
    corpus::positions(seed, number).into_iter().map(|(_, case)| case).filter(accepted).collect()
}

#[test]
fn the_terms_of_both_programs_are_those_that_they_print() {
    let (mut native, mut emulated) = (Native::new(), emulated());
    let mut terms = 0;
    for case in positions(43, 22) {
        native.set_up(&case).expect("accepted");
        emulated.set_up(&case).expect("accepted");
        let traced = native.traces().expect("traces");
        assert_eq!(traced, emulated.traces().expect("traces"), "{case}");
        let typed = emulated.typed_traces().expect("typed");
        let listed = typed.list.into_iter().map(|(_, _, lines)| lines);
        let typed: Vec<_> = listed.chain(typed.dropped.into_iter().map(|(_, lines)| lines)).collect();
        let lines: Vec<_> = traced.iter().map(|traced| traced.lines(native.game().position())).collect();
        assert_eq!(lines, typed, "{case}");
        terms += traced.iter().map(|traced| traced.terms.len()).sum::<usize>();
    }
    assert!(terms > 2_000, "{terms} terms compared");
}

/// Returns settings of a campaign in rotation: NORMAL and TOURN, each as in the paper and with ORIG.
fn settings(turn: usize, depth: i32) -> Settings {
    let widths = if turn % 4 < 2 { Settings::normal() } else { Settings::tournament() };
    let settings = if turn.is_multiple_of(2) { widths } else { widths.original() };
    Settings { depth, ..settings }
}

fn playable(case: &Case, path: &[&str]) -> bool {
    let moves = path.iter().map(|mv| mv.parse::<Coordinates>().expect("coordinates"));
    case.clone().with_moves(moves).played().is_ok()
}

/// Recomputes the statements of an explanation from another search. Returns the number of statements.
fn check(case: &Case, settings: &Settings, explanation: &Explanation) -> usize {
    let mut native = Native::new();
    native.set_up(case).expect("accepted");
    let legal = native.legal().expect("legal moves");
    if legal.moves.is_empty() {
        let expected = if legal.check { Decision::Mated } else { Decision::Stalemated };
        assert_eq!(explanation.decision, expected);
        return 1;
    }
    let answer = native.think(settings).expect("an answer");
    let Some(found) = explanation.found() else {
        assert_eq!((&explanation.decision, answer.best), (&Decision::Nothing, None));
        return 1;
    };
    let named: Vec<&str> = found.line.iter().map(|mv| mv.coordinates.as_str()).collect();
    let searched: Vec<String> = answer.variation.iter().map(ToString::to_string).collect();
    assert_eq!((named, found.value), (searched.iter().map(String::as_str).collect(), answer.value));
    assert_eq!(found.only, legal.moves.len() == 1);
    let mut statements = 3;
    let sign = if explanation.side == Side::White { 1 } else { -1 };
    if let Some(mate) = found.mate {
        // A mate by the side to move in n moves takes 2n-1 plies, a mate by the other side 2n.
        assert_eq!(mate.signum(), (sign * found.value).signum());
        let plies = usize::try_from(2 * mate.abs() - i32::from(mate > 0)).expect("a number");
        if found.line.len() == plies {
            let path: Vec<Coordinates> = answer.variation.clone();
            let mut end = Native::new();
            end.set_up(&case.clone().with_moves(path)).expect("the line can be played");
            let end = end.legal().expect("legal moves");
            assert!(end.moves.is_empty() && end.check, "mate at the end");
        }
        statements += 1;
    }
    statements + check_list(case, explanation, &answer) + check_fates(case, explanation, &answer, sign)
}

/// Checks the list: terms, ranks, and which moves were investigated.
fn check_list(case: &Case, explanation: &Explanation, answer: &Answer) -> usize {
    let mut native = Native::new();
    native.set_up(case).expect("accepted");
    let entries = native.generate(&[], false).expect("a list").entries;
    let listed: Vec<_> = explanation.moves.iter().filter(|candidate| candidate.rank.is_some()).collect();
    assert_eq!(entries.len(), listed.len());
    let width = explanation.width.expect("a width");
    let mut statements = 0;
    for (rank, (entry, candidate)) in (1..).zip(entries.iter().zip(&listed)) {
        assert_eq!(candidate.mv.coordinates, entry.mv.to_string());
        assert_eq!((candidate.rank, candidate.plausibility), (Some(rank), entry.plausibility));
        assert_eq!(candidate.factors.iter().map(|factor| factor.amount).sum::<i32>(), entry.plausibility);
        assert_eq!(
            (candidate.poor, candidate.always, candidate.unsafe_),
            (entry.poor, entry.always, !entry.safe)
        );
        let was_tried = answer.tried.iter().any(|tried| tried.mv.to_string() == candidate.mv.coordinates);
        assert_eq!(candidate.entrance.is_some(), was_tried);
        match candidate.entrance {
            Some(InvestigationReason::Width) => assert!(rank <= width.width),
            Some(InvestigationReason::Always) => assert!(entry.always && rank > width.width),
            Some(InvestigationReason::Pieces) => assert!(rank > width.width && rank <= width.places),
            Some(InvestigationReason::Given) => assert!(rank > width.places && !entry.always),
            None if candidate.fate == Fate::BelowWidth => assert!(rank > width.places && !entry.always),
            None => assert_eq!(candidate.fate, Fate::Illegal),
        }
        statements += 4 + candidate.factors.len();
    }
    statements
}

/// Checks the result of the search for each move that was investigated.
fn check_fates(case: &Case, explanation: &Explanation, answer: &Answer, sign: i32) -> usize {
    let chosen = explanation.chosen().expect("the chosen move is in the list");
    let modified = |mv: &str| {
        let candidate =
            explanation.moves.iter().find(|other| other.mv.coordinates == mv).expect("in the list");
        candidate.modified.or(candidate.value)
    };
    let best = modified(&chosen.mv.coordinates);
    assert_eq!(chosen.value.or(Some(answer.value)), Some(answer.value));
    let mut statements = 0;
    for candidate in explanation.moves.iter().filter(|candidate| candidate.entrance.is_some()) {
        let mv = candidate.mv.coordinates.as_str();
        let tried = answer.tried.iter().find(|tried| tried.mv.to_string() == mv).expect("investigated");
        let mut path = vec![mv];
        path.extend(candidate.line.iter().map(|mv| mv.coordinates.as_str()));
        assert!(playable(case, &path), "{path:?}");
        let rival = candidate.rival.as_ref().and_then(|rival| modified(&rival.coordinates));
        match &candidate.fate {
            Fate::Chosen => assert_eq!(answer.best, Some(tried.mv)),
            Fate::Lower { by } => {
                let own = candidate.modified.or(candidate.value).expect("a value");
                assert_eq!(Some(own + sign * by), best);
                assert!(*by > 0);
            }
            Fate::Equal => assert_eq!(candidate.modified.or(candidate.value), rival),
            Fate::Modified => {
                let (value, after) =
                    (candidate.value.expect("a value"), candidate.modified.expect("another"));
                assert!(sign * value > sign * rival.expect("a rival"));
                assert!(sign * after <= sign * rival.expect("a rival"));
            }
            Fate::Secondary { before, after } => {
                assert_eq!((*before, Some(*after)), (tried.value, tried.secondary));
                assert!(sign * after < sign * before && candidate.rival.is_some());
            }
            Fate::Repetition => assert_eq!(tried.value, 0),
            Fate::Refuted { sure } => {
                assert!(*sure == tried.window[usize::from(sign < 0)] && sure.abs() <= 32_256);
                assert!(sign * tried.modified < -32_256);
                let rival = candidate.rival.as_ref().expect("a better move before it");
                let rival = explanation.moves.iter().find(|other| other.mv == *rival).expect("listed");
                assert_eq!(rival.value, Some(*sure));
                let raised = answer.tried.iter().find(|tried| tried.mv.to_string() == rival.mv.coordinates);
                assert!(
                    raised.is_some_and(|tried| tried.best),
                    "{mv} is compared with {}",
                    rival.mv.coordinates
                );
                let captures = |mv: &str| mv.contains('x');
                let names =
                    [&candidate.mv, candidate.line.first().unwrap_or(&candidate.mv)].map(NamedMove::short);
                assert!(!candidate.takes_back || names.into_iter().all(captures), "{names:?}");
            }
            fate => panic!("{mv} was investigated: {fate:?}"),
        }
        if let Some(deduction) = candidate.deduction {
            let (value, after) = (candidate.value.expect("a value"), candidate.modified.expect("another"));
            assert_eq!(value - sign * deduction.sum(), after);
            assert_eq!(deduction.poor != 0, candidate.poor);
        }
        if let Some(ending) = &candidate.ending {
            let terms = ending.position.terms.each().iter().sum::<i32>();
            assert_eq!(terms, ending.position.terms.value);
            assert!(ending.end != LineEnd::Static || candidate.value == Some(terms));
        }
        statements += 3;
    }
    for reply in &explanation.replies {
        assert!(playable(case, &[&chosen.mv.coordinates, &reply.mv.coordinates]));
        statements += 1;
    }
    statements
}

/// Checks that all sentences are well formed, and that each of the first twelve moves has an answer. Returns
/// the number of sentences.
fn check_words(explanation: &Explanation) -> usize {
    let mut sentences = 0;
    for notation in [Notation::Descriptive, Notation::Algebraic] {
        let writer = Writer::new(explanation, notation, &ENGLISH);
        let full = writer.full().into_iter().flat_map(|paragraph| paragraph.sentences);
        let mut texts: Vec<String> = writer.short().into_iter().chain(full).collect();
        for candidate in explanation.moves.iter().take(12) {
            if let Some(contrast) = explanation.contrast(&candidate.mv.coordinates) {
                let answers = writer.why_not(&contrast);
                assert!(answers[0].starts_with(writer.mv(&candidate.mv)), "{answers:?}");
                texts.extend(answers);
            }
        }
        for text in &texts {
            assert!(!text.contains(['{', '}']) && text.ends_with('.'), "{text}");
            assert!(!text.contains("  ") && !text.contains(" ."), "{text}");
            // Sentences name a mate, so they never contain its value.
            let numbers =
                text.split(|one: char| !one.is_ascii_digit()).filter_map(|it| it.parse::<u32>().ok());
            assert!(numbers.max().is_none_or(|number| number < 28_000), "{text}");
        }
        sentences += texts.len();
    }
    sentences
}

fn explanations_hold(seed: u64, number: usize, depth: i32) {
    let (mut statements, mut sentences) = (0, 0);
    for (turn, case) in positions(seed, number).into_iter().enumerate() {
        let settings = settings(turn, depth);
        let explanation = explain(&mut Native::new(), &case, &settings, false).expect("an explanation");
        statements += check(&case, &settings, &explanation);
        sentences += check_words(&explanation);
    }
    assert!(
        statements > 100 * number && sentences > 20 * number,
        "{statements} statements, {sentences} sentences"
    );
}

#[test]
fn every_statement_can_be_recomputed() {
    explanations_hold(67, 55, 2);
}

/// Takes about as long as a campaign with the same number of positions.
#[test]
#[ignore = "long: the campaign of 2,400 positions"]
fn every_statement_of_a_campaign_can_be_recomputed() {
    explanations_hold(1967, 2_400, 3);
}

#[test]
fn both_programs_give_the_same_explanation() {
    let mut emulated = emulated();
    for (turn, case) in positions(166, 11).into_iter().enumerate() {
        let settings = settings(turn, 2);
        let native = explain(&mut Native::new(), &case, &settings, true).expect("an explanation");
        let machine = explain(&mut emulated, &case, &settings, true).expect("an explanation");
        let json = |explanation| serde_json::to_string_pretty(explanation).expect("JSON");
        assert_eq!(json(&native), json(&machine), "{case}");
    }
}

/// The program of 1967 reveals its list with the points and marks, and the values and lines of the moves that
/// it investigated. Our programs give the same results with its settings.
#[test]
fn the_program_of_1967_gives_the_part_of_the_explanation_that_it_reveals() {
    let Some(folder) = std::env::var_os("PDP6_SOFTWARE").map(PathBuf::from) else {
        eprintln!("skipped: set PDP6_SOFTWARE to the folder of the collections");
        return;
    };
    let mut original = Original::start(&Binary::find(Some(&folder)).expect("a copy")).expect("it starts");
    let settings = Settings { depth: 2, ..Settings::tournament().original() };
    for moves in ["", "e2e4 e7e5 g1f3", "e2e4 d7d5 e4d5 d8d5 b1c3", "f2f3 e7e5 g2g4", "f2f3 e7e5 g2g4 d8h4"] {
        let case = Case::game("", moves).expect("a game");
        let theirs = explain_original(&mut original, &case, &settings).expect("an explanation");
        let ours = explain(&mut Native::new(), &case, &settings, false).expect("an explanation");
        assert_eq!(theirs.decision, ours.decision, "{moves}");
        let listed = ours.moves.iter().filter(|candidate| candidate.rank.is_some());
        let revealed = |candidate: &Candidate| Candidate {
            factors: Vec::new(),
            unsafe_: false,
            ending: None,
            ..candidate.clone()
        };
        assert_eq!(theirs.moves, listed.map(revealed).collect::<Vec<_>>(), "{moves}");
        check_words(&theirs);
    }
    let diagram = Case::fen("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1").expect("a position");
    let error = explain_original(&mut original, &diagram, &settings).expect_err("it cannot set up a diagram");
    assert!(error.to_string().contains("only games from the initial position"), "{error}");
}

#[cfg(feature = "cli")]
mod command {
    use std::fs;

    use chessprog::program::ChessProgram as _;
    use chessprog::subject::Subject as _;

    use crate::cli::run;

    /// White mates with the rook.
    const MATE_IN_ONE: &str = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
    const MATED: &str = "R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1";
    const STALEMATE: &str = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";

    #[test]
    fn unusual_questions_have_sensible_answers() {
        let cases: [(&[&str], i32, &str); 12] = [
            (&["--fen", MATE_IN_ONE], 0, "White mates at once."),
            (&["K-B1", "--fen", MATE_IN_ONE], 0, "K-B1 "),
            (&["R-Q8", "--fen", MATE_IN_ONE], 0, "chose. Leave out the move to see why."),
            (&["N-KB3"], 0, "opening book. The program plays it at once, without a search. --no-book"),
            (&["--fen", MATED], 0, "Black is mated. The game is over"),
            (&["--fen", STALEMATE], 0, "Black has no legal move and is not in check: stalemate."),
            (&[], 0, "opening book"),
            (&["P-K5", "--no-book"], 1, "`P-K5` is not a legal move in this position"),
            (&["--no-book", "--widths", "1"], 0, "moves: the first of the list"),
            (&["hello"], 1, "`hello` is not a legal move (expected a move such as P-K4, e4 or e2e4)"),
            (&["N-Q2", "--fen", "startpos; moves d2d3 d7d6 g1f3 g8f6"], 1, "is ambiguous"),
            (&["--pgn", "machack-unrated", "--move-number", "200"], 1, "has no move 200 of"),
        ];
        for (arguments, status, expected) in cases {
            let (got, out, error) = run(&[&["why"], arguments].concat(), "");
            assert_eq!(got, status, "{arguments:?}: {out}{error}");
            let text = format!("{out}{error}").replace('\n', " ");
            assert!(text.contains(expected), "{arguments:?}: {text}");
        }
    }

    #[test]
    fn another_move_is_read_in_any_notation() {
        let ask = |mv: &str| run(&["why", mv, "--no-book", "--depth", "2"], "");
        let (status, out, error) = ask("N-KB3");
        assert_eq!((status, error.as_str()), (0, ""));
        for other in ["Nf3", "g1f3", "Kt-KB3"] {
            assert_eq!(ask(other).1, out, "{other}");
        }
        let (_, today, _) = run(&["why", "Nf3", "--no-book", "--depth", "2", "--notation", "algebraic"], "");
        assert!(today.starts_with("Nf3 ") && out.starts_with("N-KB3 "), "{today}{out}");
    }

    /// The position before the last move is explained with the settings of the game, and the file is
    /// unchanged.
    #[test]
    fn the_last_move_of_a_saved_game_is_explained_with_its_settings() {
        let folder = tempfile::tempdir().expect("a folder");
        let paths = ["machine", "journal"].map(|name| folder.path().join(name));
        let [machine, journal] = paths.each_ref().map(|path| path.to_str().expect("a path"));
        let game = "TOURN\nBOOK 0\nSETD 2\nPB\nP-K4\n";
        let (status, ..) = run(&["play", "--plain", "--save", machine, "--journal", journal], game);
        assert_eq!(status, 0);
        let (_, expected, _) =
            run(&["why", "--fen", "startpos; moves e2e4", "--no-book", "--tournament", "--depth", "2"], "");
        for path in [machine, journal] {
            let before = fs::read(path).expect("the file");
            let (status, out, error) = run(&["why", "--resume", path], "");
            assert_eq!((status, error.as_str()), (0, ""));
            assert!(out.starts_with("1... ") && out.ends_with(&expected), "{out}");
            assert!(fs::read(path).expect("the file") == before, "{path} is changed");
        }
        for (arguments, expected_status, expected) in [
            (&["--resume", machine, "--depth", "3"][..], 2, "the search settings of the saved game"),
            (&["--resume", "P-Q4"], 1, "machack: no file `P-Q4` to resume"),
            (&["--resume", machine, "--move-number", "7"], 1, "has no move 7 of Black"),
        ] {
            let (status, _, error) = run(&[&["why"], arguments].concat(), "");
            assert!(status == expected_status && error.contains(expected), "{arguments:?}: {error}");
        }
    }

    /// The search first tries the first move of each list.
    #[test]
    fn the_debugger_explains_the_position_being_searched() {
        let mut emulated = super::emulated();
        let mut path = Vec::new();
        let mut names = Vec::new();
        let mut listed = Vec::new();
        for _ in 0..4 {
            emulated.set_up(&super::Case::game("", "").expect("a game")).expect("accepted");
            let list = emulated.generate(&path, false).expect("a list").entries;
            listed.push((list[0].plausibility, list.len()));
            let case = super::Case::game("", "").expect("a game").with_moves(path.iter().copied());
            emulated.set_up(&case).expect("accepted");
            names.push(emulated.write(list[0].mv).expect("a name"));
            path.push(list[0].mv.into());
        }
        let stop = "send \"BOOK 0\\nM\\n\"\nbreak GENNOD\ngo\ngo\ngo\ngo\n";
        let (status, out, error) = run(&["debug"], &format!("why\n{stop}why\nwhy P-KR3\nwhy hello\n"));
        assert_eq!(status, 1);
        assert!(error.contains("the program is not searching") && error.contains("`hello`"), "{error}");
        let text = out.replace('\n', " ");
        let line = names[..3].join(" ");
        assert!(text.contains(&format!("The search is looking at the position after {line}.")), "{text}");
        for level in [2, 3] {
            let ((points, count), name) = (listed[level], &names[level]);
            let wanted =
                format!("most wanted to play {name} ({points} points, number 1 in its list of {count})");
            assert!(text.contains(&wanted), "{wanted}: {text}");
        }
        assert!(text.contains(" P-KR3 was number "), "{text}");
    }
}
