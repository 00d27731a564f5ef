//! What can be tested without the binary, and, where `PDP6_SOFTWARE` says where it is, the program itself.

use super::*;
use std::path::PathBuf;

/// The program, if there is a copy; loudly none otherwise.
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

fn moves(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

fn settings(depth: u32, widths: &[u32]) -> Settings {
    Settings { depth, widths: widths.to_vec(), ..Settings::default() }
}

/// The texts for moves played one after the other.
fn typed(game: &str) -> Vec<String> {
    let mut position = Position::start();
    let type_one = |mv: &str| {
        let mv = Coordinates::parse(mv)?;
        let text = text_of(mv, &position);
        position.play(mv)?;
        text
    };
    moves(game).into_iter().map_while(type_one).collect()
}

#[test]
fn moves_are_typed_from_the_movers_side() {
    assert_eq!(typed("e2e4 d7d5 e4d5 d8d5"), ["P/K2-K4", "P/Q2-Q4", "P/K4-Q5", "Q/Q1-Q4"]);
    let castled = "e2e4 d7d5 g1f3 c8g4 f1e2 b8c6 e1g1 d8d6 a2a3 e8c8 f1e1 d8e8";
    assert_eq!(typed(castled)[6..], ["O-O", "Q/Q1-Q3", "P/QR2-QR3", "O-O-O", "R/KB1-K1", "R/Q1-K1"]);
    let promoted = "a2a4 h7h6 a4a5 h6h5 a5a6 h5h4 a6b7 h4h3 b7a8q h3g2 a8a7";
    assert_eq!(typed(promoted)[8..], ["P/QN7-QR8", "P/KR6-KN7", "Q/QR8-QR7"]);
    assert_eq!(typed("e2e4 e2e4"), ["P/K2-K4"]);
    assert_eq!(text_of(Coordinates::parse("e2e4q").unwrap(), &Position::start()), None);
}

#[test]
fn an_en_passant_capture_takes_the_pawn() {
    let mut position = Position::start();
    for mv in moves("e2e4 a7a6 e4e5 d7d5 e5d6") {
        position.play(Coordinates::parse(mv).unwrap()).unwrap();
    }
    // d5 is empty, and white pawn 4 on d6.
    assert_eq!((position.number(35), position.number(43)), (0, 4));
}

#[test]
fn its_texts_are_read() {
    for (text, white, expected) in [
        ("WN/KN1-KB3", true, "g1f3 true"),
        ("BP/Q4*P/K5", true, "d5e4 false"),
        ("WP/K5*P/Q6EP", true, "e5d6 true"),
        ("BP/KN7*R/KR8=Q", false, "g2h1q false"),
        ("WB/KB1-QN5 CHECK", true, "f1b5 true"),
        ("O-O", true, "e1g1 true"),
        ("O-O-O CHECK", false, "e8c8 false"),
    ] {
        let (mv, by) = coordinates_of(text, white).unwrap();
        assert_eq!(format!("{mv} {by}"), expected, "{text}");
    }
    for text in ["", "PW", "_", "W/", "WN/KN1", "WN/KN1-", "WN/KN1-KX3", "B*", "WN/É-É1"] {
        assert_eq!(coordinates_of(text, true), None, "{text}");
    }
}

#[test]
fn coordinates_are_read_and_written() {
    for text in ["e2e4", "a7b8q", "h1a8"] {
        assert_eq!(Coordinates::parse(text).unwrap().to_string(), text);
    }
    for text in ["", "e2", "e2e9", "i2e4", "E2E4", "a7a8n", "a7a8qq", "e2e4 ", "é2e"] {
        assert_eq!(Coordinates::parse(text), None, "{text}");
    }
}

/// A variation may lack the move that refutes; the listing of a move says first its modified value.
#[test]
fn a_listing_is_read() {
    let text = "PB\n_\nBQ/Q4-KB6 \nWK/KB4-K5 \n121\t118\t0.00\nBQ/Q4-Q5 \nBQ/Q5*P/QN7\n32768\t32768\t0.01\nBQ/Q4-KB6\n";
    let tried = listing::tried(text, false).unwrap();
    let expected = [("d5f3", 118, 121, vec!["f4e5"]), ("d5d4", 32768, 32768, vec!["d4b2"])];
    assert_eq!(tried.len(), expected.len());
    for (tried, (mv, value, modified, line)) in tried.into_iter().zip(expected) {
        assert_eq!((&*tried.mv, tried.value, tried.modified), (mv, value, modified));
        assert_eq!(tried.line, line);
    }
    assert!(listing::tried("BQ/Q4-Q5\nnonsense\n", false).is_err());
    assert!(listing::tried("1\t2\t0.00\n", true).is_err());
}

/// Specification 15.2, positions A and B.
#[test]
fn it_finds_what_the_specification_says() {
    let Some(mut original) = original() else { return };
    let ruy_lopez = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6";
    for (game, widths, depth, mv, value, counters) in [
        ("", Settings::NORMAL, 1, "e2e4", 0, [1, 6, 0]),
        ("", Settings::NORMAL, 3, "e2e4", 0, [24, 65, 6]),
        ("", Settings::NORMAL, 4, "e2e4", 0, [113, 282, 54]),
        ("", Settings::TOURNAMENT, 4, "e2e4", 0, [310, 756, 116]),
        (ruy_lopez, Settings::NORMAL, 2, "b5c6", 102, [15, 50, 4]),
        (ruy_lopez, Settings::NORMAL, 4, "b5c4", 0, [239, 798, 134]),
    ] {
        original.reset().unwrap();
        original.set(&settings(depth, widths)).unwrap();
        original.play_moves(&moves(game)).unwrap();
        let answer = original.think().unwrap();
        let found = [answer.counters.generated, answer.counters.evaluated, answer.counters.feedovers];
        assert_eq!(
            (answer.mv.as_deref(), answer.value, found),
            (Some(mv), value, counters),
            "{game} {depth}"
        );
        assert_eq!(answer.pv[0], mv);
        // Nothing is changed by it, and nothing depends on when it is asked.
        assert_eq!(original.think().unwrap(), answer);
    }
}

/// Specification 15.1: the initial position, and after 1 P-K4 P-K4.
#[test]
fn its_plausible_lists_are_those_of_the_specification() {
    let Some(mut original) = original() else { return };
    let mut first = |count: usize| -> Vec<String> {
        let list = original.plausible().unwrap();
        let text = |entry: &Plausible| format!("{} {}", entry.mv, entry.plausibility);
        let texts = list.iter().take(count).map(text).collect();
        original.play_moves(if count == 20 { &["e2e4", "e7e5"][..] } else { &[] }).unwrap();
        texts
    };
    assert_eq!(first(20)[..4], ["e2e4 644", "e2e3 636", "d2d4 612", "d2d3 604"]);
    assert_eq!(first(4), ["g1f3 636", "d2d4 636", "b1c3 608", "d2d3 580"]);
}

#[test]
fn it_knows_mate_and_stalemate_and_refuses_what_is_no_move() {
    let Some(mut original) = original() else { return };
    original.play_moves(&moves("f2f3 e7e5 g2g4 d8h4")).unwrap();
    let answer = original.think().unwrap();
    assert_eq!((answer.mv, answer.value), (None, -28671));
    assert_eq!(original.plausible().unwrap(), []);
    original.reset().unwrap();
    let stalemate =
        "e2e3 a7a5 d1h5 a8a6 h5a5 h7h5 h2h4 a6h6 a5c7 f7f6 c7d7 e8f7 d7b7 d8d3 b7b8 d3h7 b8c8 f7g6 c8e6";
    original.play_moves(&moves(stalemate)).unwrap();
    let answer = original.think().unwrap();
    assert_eq!((answer.mv, answer.value), (None, 0));
    original.reset().unwrap();
    let refused = original.play_moves(&["e2e4", "e7e5", "e1e3"]).unwrap_err();
    assert!(matches!(refused, Fault::Refused { ply: 3, .. }), "{refused}");
    let nothing_there = original.play_moves(&["e7e5"]).unwrap_err();
    assert!(matches!(nothing_there, Fault::NoMove { ply: 3, .. }), "{nothing_there}");
    // The moves before stay made.
    original.play_moves(&["g1f3"]).unwrap();
    assert!(matches!(original.set(&settings(0, &[6])), Err(Fault::Settings(_))));
}

/// Castling, en passant, promotions, and captures of and by what was promoted.
#[test]
fn it_makes_every_kind_of_move() {
    let Some(mut original) = original() else { return };
    for game in [
        "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1 e8g8",
        "e2e4 d7d5 e4d5 d8d5 b1c3 d5a5 d2d4 c8f5 c1d2 b8c6 d1e2 e8c8 e1c1",
        "e2e4 a7a6 e4e5 d7d5 e5d6 e7e5",
        "a2a4 h7h5 a4a5 h5h4 a5a6 h4h3 a6b7 h3g2 b7a8q g2h1q a8b7 c8b7 a1a7 h1h2 g1f3 h2f2 e1f2",
    ] {
        original.reset().unwrap();
        original.play_moves(&moves(game)).unwrap();
    }
}

/// Playing on by itself it finds what it finds when asked.
#[test]
fn it_plays_a_game() {
    let Some(mut original) = original() else { return };
    original.set(&settings(2, Settings::NORMAL)).unwrap();
    for ply in 1..=12 {
        let asked = original.think_briefly().unwrap();
        assert_eq!(original.reply().unwrap(), asked, "ply {ply}");
    }
}
