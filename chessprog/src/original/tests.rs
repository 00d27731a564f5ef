//! Tests that do not need the binary, and tests of the program itself if `PDP6_SOFTWARE` names its folder.

use std::path::PathBuf;

use super::*;
use crate::compare::random;
use crate::native::Native;
use crate::parameters::settings::{NORMAL_WIDTH, TOURNAMENT_WIDTHS};
use crate::program::{Case, ChessProgram, InvestigatedMove};

/// Returns the program if `PDP6_SOFTWARE` is set; otherwise prints that the test is skipped.
fn original() -> Option<Original> {
    let Some(folder) = std::env::var_os("PDP6_SOFTWARE").map(PathBuf::from) else {
        eprintln!("skipped: set PDP6_SOFTWARE to the folder of the collections");
        return None;
    };
    let binary = Binary::find(Some(&folder)).unwrap();
    assert_eq!(
        binary.repair().as_deref(),
        Some("one damaged word repaired at 11475: 200140,,011666 is what the checksum of its block asks for")
    );
    Some(Original::start(&binary).unwrap())
}

fn case(moves: &str) -> Case {
    Case::game("", moves).unwrap()
}

fn settings(depth: i32, widths: &[u32]) -> Settings {
    Settings { depth, widths: widths.to_vec(), ..Settings::normal().original() }
}

/// Returns the texts for moves made one after the other, up to the first that cannot be typed.
fn typed(game: &str) -> Vec<String> {
    let mut played = Game::default();
    let type_one = |mv: Coordinates| {
        let mv = mv.legal_in(played.position())?;
        let text = text_of(mv, played.position());
        played.make(mv);
        text
    };
    case(game).moves.into_iter().map_while(type_one).collect()
}

#[test]
fn moves_are_typed_from_the_movers_side() {
    assert_eq!(typed("e2e4 d7d5 e4d5 d8d5"), ["P/K2-K4", "P/Q2-Q4", "P/K4-Q5", "Q/Q1-Q4"]);
    let castled = "e2e4 d7d5 g1f3 c8g4 f1e2 b8c6 e1g1 d8d6 a2a3 e8c8 f1e1 d8e8";
    assert_eq!(typed(castled)[6..], ["O-O", "Q/Q1-Q3", "P/QR2-QR3", "O-O-O", "R/KB1-K1", "R/Q1-K1"]);
    let promoted = "a2a4 h7h6 a4a5 h6h5 a5a6 h5h4 a6b7 h4h3 b7a8q h3g2 a8a7";
    assert_eq!(typed(promoted)[8..], ["P/QN7-QR8", "P/KR6-KN7", "Q/QR8-QR7"]);
    assert_eq!(typed(&promoted.replace("a8q", "a8n")).len(), 8, "only a queen is possible");
    let passant = "e2e4 a7a6 e4e5 d7d5 e5d6";
    assert_eq!(typed(passant)[4..], ["P/K5-Q6"]);
}

#[test]
fn printed_moves_of_the_original_are_read() {
    for (text, mover, expected) in [
        ("WN/KN1-KB3", Side::White, "g1f3 White"),
        ("BP/Q4*P/K5", Side::White, "d5e4 Black"),
        ("WP/K5*P/Q6EP", Side::White, "e5d6 White"),
        ("BP/KN7*R/KR8=Q", Side::Black, "g2h1q Black"),
        ("WB/KB1-QN5 CHECK", Side::White, "f1b5 White"),
        ("O-O", Side::White, "e1g1 White"),
        ("O-O-O CHECK", Side::Black, "e8c8 Black"),
    ] {
        let (mv, by) = coordinates_of(text, mover).unwrap();
        assert_eq!(format!("{mv} {by:?}"), expected, "{text}");
    }
    for text in ["", "PW", "_", "W/", "WN/KN1", "WN/KN1-", "WN/KN1-KX3", "B*", "WN/É-É1"] {
        assert_eq!(coordinates_of(text, Side::White), None, "{text}");
    }
}

/// A variation may lack the refuting move. The listing of a move gives its modified value first; the window
/// of the next move has the unmodified one (specification 9.3).
#[test]
fn a_listing_is_read() {
    let text = "PB\n_\nBQ/Q4-KB6 \nWK/KB4-K5 \n121\t118\t0.00\n\
        BQ/Q4-Q5 \nBQ/Q5*P/QN7\n32768\t32768\t0.01\nBQ/Q4-KB6\n";
    let of = |mv: &str, value, modified, best, window, line| InvestigatedMove {
        mv: mv.parse().unwrap(),
        value,
        modified,
        secondary: None,
        best,
        window,
        line: case(line).moves,
    };
    let expected = [
        of("d5f3", 118, 121, true, [-32768, 32768], "f4e5"),
        of("d5d4", 32768, 32768, false, [-32768, 118], "d4b2"),
    ];
    let after = |moves| case(moves).root().unwrap();
    assert_eq!(listing::tried(text, &after("e2e4")).unwrap(), expected);
    assert!(listing::tried("BQ/Q4-Q5\nnonsense\n", &after("")).is_err());
    assert!(listing::tried("1\t2\t0.00\n", &after("")).is_err());
}

#[test]
fn castling_belongs_to_the_side_that_can_castle() {
    let listed = "BP/QN4-QN5\nWQ/Q3-K4\nBB/KB1-K2\nO-O\n1\t1\t0.00\n";
    // White's king has moved, and Black's bishop moves out of the way in the variation.
    let king_moved = "e2e4 e7e5 g1f3 g8f6 d2d3 b7b5 d1d2 a7a6 e1e2 a6a5 e2e1";
    let tried = listing::tried(listed, &case(king_moved).root().unwrap()).unwrap();
    assert_eq!(tried[0].line.last().map(ToString::to_string).as_deref(), Some("e8g8"));
    let white_can = "e2e4 e7e5 g1f3 g8f6 f1e2 b7b5 a2a3";
    let tried = listing::tried(listed, &case(white_can).root().unwrap()).unwrap();
    assert_eq!(tried[0].line.last().map(ToString::to_string).as_deref(), Some("e1g1"));
}

/// Specification 15.2, positions A and B.
#[test]
fn original_gives_the_answers_of_the_specification() {
    let Some(mut original) = original() else { return };
    let ruy_lopez = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6";
    for (game, widths, depth, mv, value, counters) in [
        ("", &[NORMAL_WIDTH][..], 1, "e2e4", 0, [1, 6, 0]),
        ("", &[NORMAL_WIDTH], 3, "e2e4", 0, [24, 65, 6]),
        ("", &[NORMAL_WIDTH], 4, "e2e4", 0, [113, 282, 54]),
        ("", &TOURNAMENT_WIDTHS, 4, "e2e4", 0, [310, 756, 116]),
        (ruy_lopez, &[NORMAL_WIDTH], 2, "b5c6", 102, [15, 50, 4]),
        (ruy_lopez, &[NORMAL_WIDTH], 4, "b5c4", 0, [239, 798, 134]),
    ] {
        original.set_up(&case(game)).unwrap();
        let answer = original.think(&settings(depth, widths)).unwrap();
        let Counters { generations, evaluations, feedovers, .. } = answer.counters;
        let best = answer.best.map(|mv| mv.to_string());
        assert_eq!(
            (best.as_deref(), answer.value, [generations, evaluations, feedovers]),
            (Some(mv), value, counters),
            "{game} {depth}"
        );
        assert_eq!(answer.variation[0], answer.best.unwrap());
        // The answer does not depend on when the search is made.
        assert_eq!(original.search().unwrap(), answer);
    }
}

/// Specification 15.1: the lists in the initial position and after 1. P-K4 P-K4.
#[test]
fn its_plausible_lists_match_the_specification() {
    let Some(mut original) = original() else { return };
    let mut first = |moves: &str| -> Vec<String> {
        original.set_up(&case(moves)).unwrap();
        let list = original.plausible().unwrap();
        list.iter().take(4).map(|entry| format!("{} {}", entry.mv, entry.plausibility)).collect()
    };
    assert_eq!(first(""), ["e2e4 644", "e2e3 636", "d2d4 612", "d2d3 604"]);
    assert_eq!(first("e2e4 e7e5"), ["g1f3 636", "d2d4 636", "b1c3 608", "d2d3 580"]);
}

#[test]
fn original_knows_mate_and_stalemate_and_refuses_illegal_moves() {
    let Some(mut original) = original() else { return };
    original.set_up(&case("f2f3 e7e5 g2g4 d8h4")).unwrap();
    let answer = original.search().unwrap();
    assert_eq!((answer.best, answer.value), (None, -28671));
    assert_eq!(original.plausible().unwrap(), []);
    let stalemate =
        "e2e3 a7a5 d1h5 a8a6 h5a5 h7h5 h2h4 a6h6 a5c7 f7f6 c7d7 e8f7 d7b7 d8d3 b7b8 d3h7 b8c8 f7g6 c8e6";
    original.set_up(&case(stalemate)).unwrap();
    let answer = original.search().unwrap();
    assert_eq!((answer.best, answer.value), (None, 0));
    original.set_up(&case("e2e4 e7e5")).unwrap();
    assert!(original.line("K/K1-K3").unwrap().contains("IMP"));
    for illegal in ["e1e3", "e7e5"] {
        let fault = original.make(illegal.parse().unwrap()).unwrap_err();
        assert!(matches!(fault, OriginalError::NoMove { ply: 3, .. }), "{fault}");
    }
    original.make("g1f3".parse().unwrap()).unwrap();
    assert!(matches!(original.set(&settings(0, &[6])), Err(OriginalError::Unfit(_))));
}

/// Castling, en passant, promotions, and captures of and by promoted pieces.
#[test]
fn original_makes_every_kind_of_move() {
    let Some(mut original) = original() else { return };
    for game in [
        "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1 e8g8",
        "e2e4 d7d5 e4d5 d8d5 b1c3 d5a5 d2d4 c8f5 c1d2 b8c6 d1e2 e8c8 e1c1",
        "e2e4 a7a6 e4e5 d7d5 e5d6 e7e5",
        "a2a4 h7h5 a4a5 h5h4 a5a6 h4h3 a6b7 h3g2 b7a8q g2h1q a8b7 c8b7 a1a7 h1h2 g1f3 h2f2 e1f2",
    ] {
        original.set_up(&case(game)).unwrap();
    }
}

#[test]
fn marks_of_a_search_remain_only_if_its_move_is_made() {
    let Some(mut original) = original() else { return };
    let shallow = settings(2, &[NORMAL_WIDTH]);
    original.set_up(&case("e2e4")).unwrap();
    let typed = original.think(&shallow).unwrap();
    original.make("a7a6".parse().unwrap()).unwrap();
    let after_another = original.think(&shallow).unwrap();
    original.set_up(&case("e2e4 a7a6")).unwrap();
    assert_eq!(original.think(&shallow).unwrap(), after_another);
    original.set_up(&case("e2e4")).unwrap();
    let found = original.think(&shallow).unwrap();
    assert_eq!(found, typed);
    original.make(found.best.unwrap()).unwrap();
    assert_eq!(original.game.plies(), 2);
    assert!(original.found.is_none());
}

/// What searches leave in memory affects later searches of a game (specification 3.4), in the program of 1967
/// as in ours: QRPIN in the first game, ALSOWHITE in the second. Each game continues until a search differs
/// from that of a freshly started program after the same moves.
#[test]
fn effects_of_searches_persist_through_a_game() {
    let Some(mut of_1967) = original() else { return };
    let shallow = settings(2, &[NORMAL_WIDTH]);
    let told = |answer: &Answer| {
        let Counters { generations, evaluations, feedovers, .. } = answer.counters;
        (answer.best, answer.value, [generations, evaluations, feedovers])
    };
    for (opening, pinned) in [(2, true), (5, false)] {
        let mut case = random::opening(11, opening);
        let (mut ours, mut fresh) = (Native::new(), Native::new());
        ours.set_up(&case).unwrap();
        of_1967.set_up(&case).unwrap();
        let (carried, typed) = loop {
            let carried = ours.think(&shallow).unwrap();
            assert_eq!(told(&of_1967.think(&shallow).unwrap()), told(&carried), "{case}");
            fresh.set_up(&case).unwrap();
            let typed = fresh.think(&shallow).unwrap();
            if told(&typed) != told(&carried) {
                break (carried, typed);
            }
            let best = carried.best.expect("the game continues");
            ours.play(best).unwrap();
            of_1967.play(best).unwrap();
            case.moves.push(best);
        };
        let state = ours.state().unwrap().unwrap();
        assert_eq!((state.queens_rook_pinned, state.also_white.is_empty()), (pinned, pinned), "{case}");
        of_1967.set_up(&case).unwrap();
        assert_eq!(told(&of_1967.think(&shallow).unwrap()), told(&typed), "{case}");
        assert_ne!(told(&carried), told(&typed));
    }
}
