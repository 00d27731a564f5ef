//! Counting, keys, and laws that hold for every move.

use super::*;
use crate::engine::notation::{self, Reading};
use proptest::prelude::*;

fn check_perft(fen: &str, leaves: &[u64]) {
    let mut position = Position::from_fen(fen).expect(fen);
    let before = position.clone();
    for (depth, &expected) in (1..).zip(leaves) {
        assert_eq!(perft(&mut position, depth), expected, "perft {depth} of {fen}");
        assert_eq!(position, before, "unmake restores everything in {fen}");
    }
}

/// Published perft numbers of the usual test positions (Chess Programming Wiki, Perft Results).
#[test]
fn perft_counts_are_the_published_ones() {
    check_perft("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &[20, 400, 8902, 197_281]);
    check_perft("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", &[48, 2039, 97_862]);
    check_perft("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2812, 43_238]);
    check_perft("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", &[6, 264, 9467]);
    check_perft("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[44, 1486, 62_379]);
    check_perft(
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        &[46, 2079, 89_890],
    );
}

/// The keys that specification 15.1 prints.
#[test]
fn keys_are_the_specified_ones() {
    for (fen, key) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0o413174354433),
        ("r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4", 0o171707012327),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 0o156663757604),
        ("rnbqkbnr/ppp1p1pp/8/8/3pPp2/2N2N2/PPPP1PPP/R1BQKB1R b KQkq e3 0 4", 0o757025651361),
    ] {
        assert_eq!(Position::from_fen(fen).expect(fen).key().bits(), key, "key of {fen}");
    }
}

/// What is wrong with a text in Forsyth notation is said by field.
#[test]
fn broken_positions_are_refused_with_the_field() {
    for (fen, expected) in [
        ("", "FEN field 1, the board: 1 ranks, expected 8"),
        ("8/8/8/8/8/8/8/9 w - - 0 1", "FEN field 1, the board: `9` is no piece, in rank 1"),
        ("8/8/8/8/8/8/8/7 w - - 0 1", "FEN field 1, the board: rank 1 has 7 squares, expected 8"),
        ("8/8/8/8/8/8/8/K7 w - - 0 1", "FEN field 1, the board: Black must have exactly one king"),
        ("k6P/8/8/8/8/8/8/K7 w - - 0 1", "FEN field 1, the board: pawn on h8, where none can stand"),
        ("k7/8/8/8/8/8/8/K7 x - - 0 1", "FEN field 2, the side to move: `x` is neither `w` nor `b`"),
        (
            "k7/8/8/8/8/8/8/K6r b - - 0 1",
            "FEN field 2, the side to move: the white king could be taken by it",
        ),
        (
            "k7/8/8/8/8/8/8/4K3 w K - 0 1",
            "FEN field 3, castling: `K` is not `-` or a choice of `KQkq` with king and rook at home",
        ),
        (
            "k7/8/8/8/8/8/8/K7 w - e3 0 1",
            "FEN field 4, en passant: `e3` is not `-` or a square just jumped over by a pawn",
        ),
        ("k7/8/8/8/8/8/8/K7 w - - x 1", "FEN field 5, the half-move clock: `x` is not a number below 10000"),
        ("k7/8/8/8/8/8/8/K7 w - - 0 1 9", "FEN has 7 fields, expected at most 6"),
    ] {
        assert_eq!(
            Position::from_fen(fen).map_err(|error| error.to_string()),
            Err(expected.to_owned()),
            "{fen}"
        );
    }
}

/// Squares in generation order: e1 before h1; a right is lost with the rook that is taken (specification 3.1).
#[test]
fn rights_are_lost_with_king_and_rook() {
    let mut position = Position::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").expect("sound");
    let take = legal(&position).into_iter().find(|mv| mv.to_string() == "h1h8").expect("legal");
    let frame = position.make(take);
    assert_eq!(position.rights(), 0b0101, "White's O-O with its rook, Black's with the one taken");
    position.unmake(frame);
    assert_eq!(position.rights(), 0b1111);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Along random games: the incremental key is that of the board, taking back restores everything, Forsyth notation comes
    /// back, and every move typed is read back as itself.
    #[test]
    fn laws_of_moves(choices in prop::collection::vec(any::<u16>(), 1..60)) {
        let mut position = Position::initial();
        for choice in choices {
            let moves = legal(&position);
            if moves.is_empty() {
                break;
            }
            prop_assert!(moves.iter().all(|mv| mv.word().field(29, 35) == 0));
            let mv = moves[usize::from(choice) % moves.len()];
            let text = notation::write(&position, mv);
            prop_assert_eq!(notation::read(&position, &text), Reading::Move(mv, false), "{}", text);
            let before = position.clone();
            let frame = position.make(mv);
            prop_assert_eq!(mv.gives_check(), in_check(&position), "{} in {}", mv, before.fen());
            prop_assert_eq!(position.key(), position.computed_key());
            prop_assert_eq!(&Position::from_fen(&position.fen()).expect("its own"), &position);
            let mut back = position.clone();
            back.unmake(frame);
            prop_assert_eq!(&back, &before);
        }
    }

    /// No text is a panic.
    #[test]
    fn any_text_is_read(text in "[-KQRBNPX*/=+0-9O. ]{0,16}|.{0,24}") {
        let _ = notation::read(&Position::initial(), &text);
        let _ = Position::from_fen(&text);
    }
}
