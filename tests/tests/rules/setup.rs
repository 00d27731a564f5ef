//! Specification 3.3 to 3.8: the state of the pieces after a position is set up and after moves.

use chessprog::vocabulary::Square;

use super::{case, check, places, set, square};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Position, the piece numbers of some of its pieces (3.1, 3.8).
#[rustfmt::skip]
const NUMBERS: &[(&str, &str)] = &[
    (START, "h2=1 a2=8 h1=9 g1=10 f1=11 e1=12 d1=13 c1=14 b1=15 a1=16"),
    (START, "h7=17 a7=24 h8=25 g8=26 f8=27 e8=28 d8=29 c8=30 b8=31 a8=32"),
    ("4k3/8/8/8/8/8/8/R3K3", "a1=16 e1=12 e8=28"),                // at home: the number of the square
    ("4k3/8/8/8/8/8/8/3RK3", "d1=9"),                             // not at home: the lowest of its type
    ("4k3/8/8/1R6/8/8/8/R3K3", "a1=16 b5=9"),                     // home squares first
    ("4k3/8/8/3R4/8/8/8/3RK3", "d1=9 d5=16"),                     // in square order
    ("4k3/8/8/8/8/2N5/8/4K3", "c3=10"),
    ("4k3/8/8/8/8/2N5/8/1N2K3", "b1=15 c3=10"),
    ("4k3/8/8/8/8/8/3BB3/4K3", "d2=14 e2=11"),                    // bishops by the colour of their home square
    ("4k3/3bb3/8/8/8/8/8/4K3", "d7=30 e7=27"),                    // d7 light like c8, e7 dark like f8
    ("4k3/8/8/8/5B2/8/3B4/4K3", "d2=14 f4=11"),                   // two on dark squares: a free number
    ("4k3/8/8/8/1P6/8/8/4K3", "b4=7"),                            // pawns by their file
    ("4k3/8/8/8/8/1P6/1P6/4K3", "b2=7 b3=1"),                     // the lowest free number
    ("4k3/8/8/8/1P6/1P6/7P/4K3", "h2=1 b3=7 b4=2"),               // 1 belongs to h2
    ("4k3/1p6/1p6/8/8/8/8/4K3", "b7=23 b6=17"),                   // Black's: b7 at home
    ("4k3/8/8/8/1Q6/8/8/3QK3", "d1=13 b4=1"),                     // a second queen is a promoted pawn
    ("4k3/8/8/8/RQ6/8/7P/R2QK2R", "d1=13 a1=16 h1=9 h2=1 b4=2 a4=3"), // queens before rooks, after the pawns
    ("7k/8/8/8/BBN5/N7/8/1N2K1N1", "b1=15 g1=10 a4=11 b4=14 a3=1 c4=2"), // a4 light, b4 dark; knights in order of squares
    ("q2qk3/8/8/8/8/8/8/4K3", "d8=29 a8=17"),
];

#[test]
fn pieces_get_their_numbers() {
    check(NUMBERS, |subject, &(text, expected)| {
        set(subject, text)?;
        let placed = subject.placed()?;
        let number = |pair: &str| {
            let (name, _) = pair.split_once('=').expect("a pair");
            let found = placed.squares.iter().position(|&at| at == square(name)).map_or(0, |place| place + 1);
            format!("{name}={found}")
        };
        let found: Vec<String> = expected.split(' ').map(number).collect();
        Ok((found.join(" "), expected))
    });
}

/// Position, a piece by its square; NM, PV, FV (3.2, 3.8, 4.3).
#[rustfmt::skip]
const COUNTS: &[(&str, &str, [i64; 3])] = &[
    ("4k3/8/8/8/8/8/P7/4K3", "a2", [0, 128, 128]),                // on its second rank
    ("4k3/8/8/8/8/P7/8/4K3", "a3", [1, 136, 128]),                // max(1 - 1, 1), 8 for the rank
    ("4k3/8/8/8/P7/8/8/4K3", "a4", [1, 144, 128]),                // as after a double step
    ("4k3/8/8/P7/8/8/8/4K3", "a5", [2, 152, 128]),
    ("4k3/P7/8/8/8/8/8/4K3", "a7", [4, 168, 128]),
    ("4k3/8/8/8/8/p7/8/4K3", "a3", [3, 160, 128]),                // Black's: four ranks advanced
    ("4k3/8/8/8/1Q6/8/8/3QK3", "b4", [1, 1296, 1248]),            // promoted: 1248 + 48
    ("4k3/8/8/8/1Q6/8/8/3QK3", "d1", [0, 1248, 1248]),
    ("4k3/8/8/8/RQ6/8/7P/R2QK2R", "a4", [1, 688, 640]),           // a rook likewise
    ("4k3/8/8/8/8/2N5/8/1N2K3", "b1", [0, 416, 416]),
    ("4k3/8/8/8/8/2N5/8/1N2K3", "c3", [1, 416, 416]),             // not at home
    ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "h1", [0, 640, 640]),
    ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1", [0, 1536, 1536]),
    ("4k3/8/8/8/8/8/8/4K2R", "h1", [1, 640, 640]),                // no right to castle
    ("4k3/8/8/8/8/8/8/4K2R", "e1", [1, 1536, 1536]),
    ("4k3/8/8/8/8/8/8/R3K2R w K - 0 1", "a1", [1, 640, 640]),     // no right on this side
    ("4k3/8/8/8/8/8/8/R3K2R w K - 0 1", "e1", [0, 1536, 1536]),
    ("4k3/8/8/8/8/8/8/R4K1R w KQ - 0 1", "a1", [1, 640, 640]),    // the king is not at home: no right
    ("4k3/8/8/8/8/8/8/5RK1", "f1", [0, 640, 640]),                // the king looks castled
    ("4k3/8/8/8/8/8/8/5RK1", "g1", [1, 1536, 1536]),
    ("7k/8/8/8/8/8/8/4RK2", "e1", [1, 640, 640]),                // the king does not look castled
    // Each move counts (4.3); castling counts only for the king.
    ("; g1f3", "f3", [1, 416, 416]),
    ("; e2e4", "e4", [1, 144, 128]),                              // 8 for the move, 8 more for the double step
    ("; e2e3", "e3", [1, 136, 128]),
    ("; e2e3 a7a6 e3e4", "e4", [2, 144, 128]),                    // one step at a time: the same value, one move more
    ("; e2e4 d7d5 e4d5", "d5", [2, 152, 128]),                    // captures count
    ("; g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1g1", "g1", [1, 1536, 1536]),
    ("; g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1g1", "f1", [0, 640, 640]),
    ("7k/P7/8/8/8/8/8/7K; a7a8q", "a8", [5, 1296, 1248]),         // 168 + 8 + 1120
    ("7k/P7/8/8/8/8/8/7K; a7a8n", "a8", [5, 464, 416]),           // PV and FV rise by 416 - 128
];

#[test]
fn moves_made_and_values_are_as_specified() {
    check(COUNTS, |subject, &(text, name, expected)| {
        set(subject, text)?;
        let placed = subject.placed()?;
        let place = placed.squares.iter().position(|&at| at == square(name)).unwrap_or_default();
        Ok(([placed.moved[place], placed.working[place], placed.fixed[place]], expected))
    });
}

/// A piece number that is not on the board has NM 1 and its initial values (3.8).
#[test]
fn absent_pieces_count_as_moved() {
    check(&[(9, 640), (1, 128), (29, 1248)], |subject, &(number, value)| {
        set(subject, "4k3/8/8/8/8/8/8/4K3")?;
        let placed = subject.placed()?;
        let place: usize = number - 1;
        let found = (placed.squares[place], placed.moved[place], placed.working[place]);
        Ok((found, (Square::NONE, 1, value)))
    });
}

/// Position; NK of White and Black, the ghost (`-` for none), H, N (3.4, 3.8, 4.3).
#[rustfmt::skip]
const STATES: &[(&str, [i64; 2], &str, [i64; 2])] = &[
    (START, [0, 0], "-", [0, 0]),
    ("4k3/8/8/8/8/8/8/4K3 b - - 7 20", [0, 0], "-", [7, 39]),             // 2*19 + 1
    ("5rk1/8/8/8/8/8/8/5RK1 w - - 0 20", [1, 1], "-", [0, 38]),
    ("7k/8/8/8/8/8/8/4R1K1 w - - 0 20", [1, 0], "-", [0, 38]),           // KR on the e file
    ("4k3/8/8/8/8/8/8/2KR4 w - - 0 20", [0, 0], "-", [0, 38]),            // this rook has the king's rook's number
    ("4k3/8/8/8/8/8/8/2KR3R w - - 0 20", [1, 0], "-", [0, 38]),           // here h1 has it
    ("4k3/8/8/8/8/8/8/1K1R3R w - - 0 20", [1, 0], "-", [0, 38]),          // the same with the king on b1
    ("4k3/8/8/8/8/8/6K1/5R2 w - - 0 20", [0, 0], "-", [0, 38]),           // the king on its second rank
    ("4k3/8/8/8/8/8/8/5R1K w - - 0 20", [0, 0], "-", [0, 38]),            // on the h file
    ("7k/8/8/3pP3/8/8/8/7K w - d6 0 20", [0, 0], "d6", [0, 38]),
    ("7k/8/8/3p2P1/8/8/8/7K w - d6 0 20", [0, 0], "-", [0, 38]),          // no pawn beside it
    ("7k/8/3n4/3pP3/8/8/8/7K w - d6 0 20", [0, 0], "-", [0, 38]),         // not empty
    ("7k/8/8/3nP3/8/8/8/7K w - d6 0 20", [0, 0], "-", [0, 38]),           // no pawn before it
    ("7k/8/8/3pP3/8/8/8/7K w - d3 0 20", [0, 0], "-", [0, 38]),           // the wrong rank
    ("; e2e4", [0, 0], "-", [0, 1]),                                      // no enemy pawn beside e4
    ("; e2e4 a7a6 e4e5 d7d5", [0, 0], "d6", [0, 4]),
    ("; e2e4 a7a6 e4e5 d7d5 g1f3", [0, 0], "-", [1, 5]),                  // for one ply
    ("; e2e4 d7d6 e4e5 d6d5", [0, 0], "-", [0, 4]),                       // not by single steps
    ("; g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1g1", [1, 0], "-", [3, 7]),
    ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 9 20; e4d5", [0, 0], "-", [0, 39]),   // a capture
    ("4k3/8/8/3n4/8/2N5/8/4K3 w - - 9 20; c3d5", [0, 0], "-", [0, 39]),
    ("4k3/8/8/3n4/8/2N5/8/4K3 w - - 9 20; c3b5", [0, 0], "-", [10, 39]),
];

#[test]
fn position_state_is_as_specified() {
    check(STATES, |subject, &(text, castlings, ghost, [quiet, game_ply])| {
        set(subject, text)?;
        let placed = subject.placed()?;
        let found = (placed.castlings, placed.ghost.to_string(), [placed.quiet, placed.game_ply]);
        Ok((found, (castlings, ghost.to_owned(), [quiet, game_ply])))
    });
}

/// Position; whether it is invalid (3.8).
#[rustfmt::skip]
const REFUSED: &[(&str, bool)] = &[
    ("4k3/8/8/8/8/8/8/8", true),                                          // a king is missing
    ("4k3/8/8/8/8/8/8/3KK3", true),                                       // there are two
    ("P3k3/8/8/8/8/8/8/4K3", true),                                       // a pawn on the eighth rank
    ("4k3/8/8/8/8/8/8/p3K3", true),                                       // or the first
    ("4k3/8/8/8/8/8/8/3QK3", false),
    ("4k3/8/8/8/8/8/8/3QK3 b - - 0 30", false),
    ("4k3/8/8/8/8/8/8/4RK2", true),                                       // Black in check, White to move
    ("4k3/8/8/8/8/8/8/4RK2 b - - 0 30", false),
    ("7k/8/8/8/NNNNNNNN/8/P7/1N2K3", false),                              // nine knights: seven are promoted pawns
    ("7k/8/8/8/NNNNNNNN/8/PP6/1N2K3", true),                              // and a pawn too many
    ("4k3/8/8/8/7P/8/PPPPPPPP/4K3", true),                                // nine pawns
];

#[test]
fn invalid_positions_are_rejected() {
    check(REFUSED, |subject, &(text, expected)| {
        let case = case(text)?;
        Ok((subject.set_up(&case).is_err(), expected))
    });
}

/// Position; QRPIN, and ALSOWHITE and LASTPOS (3.4, 4.4, 7.2.2).
#[rustfmt::skip]
const CARRIED: &[(&str, (bool, &str))] = &[
    (START, (false, "")),
    ("1R1rk2r/8/8/8/8/8/8/4K3 b - - 0 30", (true, "")),                   // d8 is piece 32, pinned by b8
    ("1R1rk2r/8/8/8/8/8/8/4K3 b - - 0 30; d8b8 e1e2", (true, "")),        // and stays pinned
    ("1R1rk3/8/8/8/8/8/8/4K3 b - - 0 30", (false, "")),                   // alone d8 is piece 25
    ("4k3/8/8/8/8/8/p7/4K3 b - - 0 30; a2a1q e1e2", (false, "")),         // promoted, not taken back
];

#[test]
fn carried_state_arises_as_specified() {
    check(CARRIED, |subject, &(text, (pinned, also))| {
        set(subject, text)?;
        let state = subject.state()?.unwrap_or_default();
        let also_white = places(subject, &state.also_white)?;
        Ok(((state.queens_rook_pinned, also_white), (pinned, also.to_owned())))
    });
}

/// Octal keys of the reference positions A, B, I and L (3.5, 15.1), and of positions with the same key.
#[rustfmt::skip]
const KEYS: &[(&str, &str)] = &[
    (START, "413174354433"),
    ("; g1f3 g8f6 f3g1 f6g8", "413174354433"),                            // without counts of moves
    ("r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4", "171707012327"),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "156663757604"),
    ("rnbqkbnr/ppp1p1pp/8/8/3pPp2/2N2N2/PPPP1PPP/R1BQKB1R b KQkq e3 0 4", "757025651361"),
];

#[test]
fn keys_are_as_specified() {
    check(KEYS, |subject, &(text, expected)| {
        set(subject, text)?;
        Ok((format!("{:012o}", subject.placed()?.key.bits()), expected))
    });
}
