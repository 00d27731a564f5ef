//! Sessions at the teletype.

use super::*;
use proptest::prelude::*;

/// Types lines and returns the paper without carriage returns.
fn session(lines: &[&str]) -> String {
    let mut dialogue = Dialogue::start(Box::new(|| 0));
    type_lines(&mut dialogue, lines);
    paper(&mut dialogue)
}

fn type_lines(dialogue: &mut Dialogue, lines: &[&str]) {
    for line in lines {
        for key in line.bytes().chain([b'\r']) {
            dialogue.key(key);
        }
        while !dialogue.waits() {
            dialogue.work(&AtomicBool::new(false));
        }
    }
}

fn paper(dialogue: &mut Dialogue) -> String {
    String::from_utf8(dialogue.take_paper()).expect("the paper is ASCII").replace('\r', "")
}

/// Specification 13.1, 13.2, 13.4.
#[test]
fn moves_are_printed_back_as_in_a_score() {
    assert_eq!(
        session(&[
            "p-k4 [the usual]",
            "P-K5",
            "XYZZY",
            "N-B3",
            "P-K4",
            "N-B3",
            "PG",
            "U 2",
            "RESET 9",
            "DRAW?"
        ]),
        "MAC HACK SIX\n\
         1 W P-K4 [THE USUAL]\n  1. P-K4\n\
         1 B P-K5\nILLEGAL\n\
         1 B XYZZY\n?\n\
         1 B N-B3\nAMBIGUOUS: N/KN1-KB3 N/QN1-QB3\n\
         1 B P-K4\n  1. ... P-K4\n\
         2 W N-B3\nAMBIGUOUS: N/KN1-KB3 N/QN1-QB3\n\
         2 W PG\n  1 P-K4        P-K4\n\
         2 W U 2\n\
         1 W RESET 9\nBAD ARGUMENT\n\
         1 W DRAW?\nDECLINE\n\
         1 W "
    );
}

/// The book's first line is the Exchange Ruy Lopez (specification 12).
#[test]
fn the_program_answers_from_the_book() {
    assert_eq!(
        session(&["PB", "P-K4", "N-KB3"]),
        "MAC HACK SIX\n1 W PB\n1 W P-K4\n  1. P-K4\n  1. ... P-K4 BOOK\n2 W N-KB3\n  2. N-KB3\n  2. ... N-QB3 BOOK\n3 W "
    );
}

/// Scholar's mate: the last move is printed with MATE, and no move is accepted after it (specification 13.4).
#[test]
fn mate_ends_the_game() {
    let moves = ["P-K4", "P-K4", "B-B4", "N-QB3", "Q-R5", "N-B3", "QXBP", "M", "P-K4", "U", "BD"];
    let paper = session(&moves);
    assert!(
        paper.contains("4 W QXBP\n  4. QXP/KB7 MATE\n4 B M\nGAME OVER\n4 B P-K4\nGAME OVER\n4 B U\n4 W BD\n"),
        "{paper}"
    );
    assert!(paper.ends_with("WR WN WB -- WK -- WN WR\nSIDE W\n4 W "), "{paper}");
}

#[test]
fn a_position_is_put_together_and_searched() {
    let paper = session(&[
        "CLEAR",
        "M",
        "PUT WK K1",
        "PUT BK K8",
        "PUT WR QR1",
        "SIDE B",
        "SIDE W",
        "SETD 1",
        "STAT 1",
        "PPV 1",
        "SETD",
        "TPC",
        "M",
    ]);
    assert!(paper.contains("1 W M\nILLEGAL\n"), "{paper}");
    // SIDE starts a game at move 21. Castling with the queen's rook is allowed, because king and rook are on
    // their home squares.
    assert!(paper.contains("1 W SIDE B\n21 B SIDE W\n21 W SETD 1\n"), "{paper}");
    assert!(paper.contains("21 W SETD\nSETD=1\n"), "{paper}");
    assert!(paper.contains("21 W M\n 21. "), "{paper}");
    assert!(
        paper.contains("\nPV ") && paper.contains("\nPMG ") && paper.contains("\nTIME 0.00\n21 B "),
        "{paper}"
    );
}

#[test]
fn bad_lines_change_nothing() {
    let mut dialogue = Dialogue::start(Box::new(|| 0));
    let before = dialogue.game().position().clone();
    let wrong = [
        "M X",
        "U",
        "U 0",
        "U 1",
        "SETW 0",
        "SETW -1 0",
        "SETW 1 X",
        "SETW 1000",
        "SETD 13",
        "SETC 32",
        "PAPER 2",
        "STAT 3",
        "ORIG X",
        "ORIG N T",
        "NORMAL 1",
        "STATE 1",
        "REP 5",
        "PUT WN",
        "PUT XX KB3",
        "PUT WN B3",
        "SIDE X",
        "SPOT",
        "SPOT Z",
        "SETCL X 1",
        "SETCL W",
        "BD 1",
        "TP 1",
        "RESET 1",
    ];
    for line in wrong {
        dialogue.take_paper();
        type_lines(&mut dialogue, &[line]);
        assert_eq!(paper(&mut dialogue), format!("{line}\nBAD ARGUMENT\n1 W "));
    }
    assert_eq!(*dialogue.game().position(), before);
    assert_eq!(*dialogue.settings(), Settings::normal());
}

#[test]
fn keys_are_echoed_as_teletype_characters() {
    let mut dialogue = Dialogue::start(Box::new(|| 0));
    dialogue.take_paper();
    dialogue.key(b'p');
    dialogue.key(0o177);
    dialogue.key(0o7);
    dialogue.key(b'\t');
    dialogue.key(0o33);
    assert_eq!(paper(&mut dialogue), "PXXX\n1 W  $\n1 W ");
    (0..121).for_each(|_| dialogue.key(b'a'));
    assert_eq!(dialogue.take_paper(), [vec![b'A'; 120], vec![0o7]].concat());
}

#[test]
fn a_game_round_trips_through_tape() {
    let mut dialogue = Dialogue::start(Box::new(|| 0));
    type_lines(&mut dialogue, &["RPOS"]);
    let board = ["-- -- -- -- BK -- -- --", "WP -- -- -- -- -- -- --"];
    type_lines(&mut dialogue, &board);
    type_lines(&mut dialogue, &["-- -- -- -- -- -- -- --"; 5]);
    type_lines(&mut dialogue, &["WR -- -- -- WK -- -- WR", "SIDE W", "P-R8=N", "K-B2", "O-O", "SAVE"]);
    let tape = dialogue.take_punched();
    let text = String::from_utf8(tape.clone()).expect("ASCII");
    assert!(text.trim_matches('\0').starts_with("RPOS\r\n-- -- -- -- BK"), "{text}");
    assert!(text.trim_matches('\0').ends_with("SIDE W\r\nP-R8=N\r\nK-B2\r\nO-OCH\r\n\u{3}"), "{text}");
    let mut other = Dialogue::start(Box::new(|| 0));
    other.load_tape(&tape);
    type_lines(&mut other, &["RS"]);
    assert_eq!(other.game().position(), dialogue.game().position());
    assert!(other.game().moves().eq(dialogue.game().moves()));
}

/// If a draw is offered with a move, the program answers after its reply, according to the search for that
/// reply. It accepts if it is winning (specification 13.4, fault F33).
#[test]
fn a_draw_is_accepted_by_the_winning_side_only() {
    let lost = [
        "CLEAR",
        "PUT WK K1",
        "PUT BK K8",
        "PUT BQ Q8",
        "PUT WP QR2",
        "SIDE B",
        "SETD 1",
        "PW",
        "K-B2 DRAW?",
        "DRAW?",
    ];
    let paper = session(&lost);
    assert!(paper.ends_with("DECLINE\n22 B DRAW?\nDECLINE\n22 B "), "{paper}");
    let won = [
        "CLEAR",
        "PUT WK K1",
        "PUT BK K8",
        "PUT WQ Q1",
        "PUT BP QR7",
        "SIDE B",
        "SETD 1",
        "PW",
        "K-B2 DRAW?",
        "PN",
        "DRAW?",
    ];
    let paper = session(&won);
    // If the program plays neither side, the side to move counts as the program's.
    assert!(paper.ends_with("ACCEPT\n22 B PN\n22 B DRAW?\nDECLINE\n22 B "), "{paper}");
}

#[test]
fn a_stopped_search_plays_no_move() {
    let mut dialogue = Dialogue::start(Box::new(|| 0));
    for key in b"BOOK 0\rPW\r" {
        dialogue.key(*key);
    }
    dialogue.take_paper();
    assert!(!dialogue.waits());
    dialogue.work(&AtomicBool::new(true));
    assert_eq!(paper(&mut dialogue), "QUIT\n1 W ");
    assert!(dialogue.waits() && dialogue.game().plies() == 0);
}

#[test]
fn a_handicap_takes_pieces_from_their_homes() {
    let paper = session(&["SPOT RVQ", "BD", "SPOT R", "PG", "U"]);
    assert!(paper.contains("BR BN BB -- BK BB BN BR\n"), "{paper}");
    assert!(
        paper.contains("WP -- -- -- -- -- -- --\n-- WP WP WP WP WP WP WP\n-- WN WB WQ WK WB WN WR\nSIDE W\n"),
        "{paper}"
    );
    assert!(paper.ends_with("1 W SPOT R\nBAD ARGUMENT\n1 W PG\n1 W U\nBAD ARGUMENT\n1 W "), "{paper}");
}

/// A black pawn whose promotion was taken back stays in ALSOWHITE until it promotes again, a position is set
/// up, or RESET is typed (specification 3.4).
#[test]
fn state_command_prints_the_carried_state() {
    let board = ["CLEAR", "PUT WK K1", "PUT BK K8", "PUT BP QR2", "SIDE B", "P-R8=Q", "STATE", "U", "STATE"];
    let paper = session(&board);
    assert!(paper.contains("22 W STATE\nQRPIN 0\nALSOWHITE\nLASTPOS 0\n"), "{paper}");
    assert!(paper.ends_with("21 B STATE\nQRPIN 0\nALSOWHITE 24\nLASTPOS 0\n21 B "), "{paper}");
}

/// ORIG keeps the widths and every parameter that is not in its table (specification 9.6).
#[test]
fn orig_and_normal_set_their_parameters_together() {
    let paper =
        session(&["SETW 4 -1 0 3", "HASHEX 1", "SETD 2", "ORIG", "SETW", "HASHEX", "SETD", "PAPER", "BOOK"]);
    assert!(
        paper.contains("SETW=4 3\n") && paper.contains("HASHEX=1\n") && paper.contains("SETD=4\n"),
        "{paper}"
    );
    assert!(paper.contains("PAPER=0\n") && paper.contains("BOOK=0\n"), "{paper}");
    let paper = session(&["ORIG T", "SETW", "NORMAL", "SETW", "PAPER"]);
    assert!(
        paper.contains("SETW=15 15 9 9 7\n") && paper.ends_with("SETW=6\n1 W PAPER\nPAPER=1\n1 W "),
        "{paper}"
    );
}

/// SETD 0: the root is an evaluator node, and no move is made without a worthwhile capture (specification
/// 9.5).
#[test]
fn depth_zero_without_captures_makes_no_move() {
    let paper = session(&["BOOK 0", "SETD 0", "STAT 2", "PW", "BD"]);
    assert!(paper.contains("1 W PW\n1 W BD\n"), "{paper}");
}

#[test]
fn times_run_for_the_side_to_move() {
    let mut now = 0;
    let clock = move || {
        now += 30;
        now
    };
    let mut dialogue = Dialogue::start(Box::new(clock));
    type_lines(&mut dialogue, &["SETCL W 100", "SETCL B 7"]);
    dialogue.take_paper();
    type_lines(&mut dialogue, &["TTIME"]);
    let text = paper(&mut dialogue);
    // White is charged half a second for each key of the second SETCL and of TTIME, and for each of the two
    // commands.
    assert!(text.contains("TTIME\nW 10") && text.contains(" B 7.00\n"), "{text}");
}

#[test]
fn a_removed_second_king_does_not_hide_the_first() {
    let lines = ["CLEAR", "PUT BK K8", "PUT WK K1", "PUT WK K3", "SIDE W", "PUT -- K3", "SIDE W", "K-K2"];
    let expected =
        "PUT WK K3\n1 W SIDE W\nBAD ARGUMENT\n1 W PUT -- K3\n1 W SIDE W\n21 W K-K2\n 21. K-K2\n21 B ";
    assert!(session(&lines).ends_with(expected));
}

/// Words of commands and moves, valid and invalid.
#[rustfmt::skip]
const WORDS: &[&str] = &[
    "M", "U", "PB", "PN", "RESET", "BD", "PG", "SAVE", "RS", "RPOS", "CLEAR", "PUT", "SIDE", "SPOT", "SETW", "SETF", "HASH",
    "REP", "T", "TP", "TPC", "TPDV", "ALLT", "LIST", "DRAW?", "STAT", "STATE", "ORIG", "TOURN", "PAPER", "PPV", "SMVD", "WALLP", "W", "B", "WK", "BK", "WQ", "BP",
    "--", "K1", "K8", "QR7", "KB3", "V", "RNBQP", "0", "1", "2", "4", "P-K4", "N-KB3", "BXP", "O-O", "E2E4", "[", "]",
    "SIDE W", "-- -- -- -- BK -- -- --", "WR WN WB WQ WK WB WN WR", "PUT WK K1", "PUT BK K8", "PUT BQ Q8",
];

fn any_line() -> impl Strategy<Value = String> {
    let typed = prop::collection::vec(prop::sample::select(WORDS), 0..4).prop_map(|words| words.join(" "));
    prop_oneof![9 => typed, 1 => "[ -~]{0,40}"]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// After any lines the program waits for a key, and the hash key agrees with the board.
    #[test]
    fn the_program_survives_any_typed_lines(lines in prop::collection::vec(any_line(), 0..40)) {
        let mut dialogue = Dialogue::start(Box::new(|| 0));
        type_lines(&mut dialogue, &["SETD 1", "SETW 2", "SETSD 0"]);
        for line in &lines {
            type_lines(&mut dialogue, &[line]);
            prop_assert!(dialogue.waits());
            let position = dialogue.game().position();
            prop_assert_eq!(position.key(), position.computed_key());
        }
    }
}
