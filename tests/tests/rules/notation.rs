//! Specification 13.2 and 13.3: moves typed by the user and printed by the program.

use anyhow::Context;
use chessprog::games;
use chessprog::program::Coordinates;
use chessprog::subject::MoveReading;
use chessprog::vocabulary::Side;

use super::{check, set};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
/// The pawn on e4 can take on d5 and f5.
const TWO_PAWNS: &str = "4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1";
/// The pawn on e5 can take d5 en passant.
const PASSING: &str = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
/// Knights on b1 and g1; the knight from g1 gives check on f3.
const CHECK: &str = "8/8/8/4k3/8/8/8/1N2K1N1 w - - 0 1";
const PROMOTION: &str = "8/P6k/8/8/8/8/8/7K w - - 0 1";

/// Position, typed text, its meaning: a move, `ILLEGAL`, `?`, or the line that lists the possible moves.
#[rustfmt::skip]
const READ: &[(&str, &str, &str)] = &[
    (START, "P-K4", "e2e4"),
    (START, "p-k4", "e2e4"),                              // lower case is read as upper case
    // Squares are named from the mover's side.
    ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "P-K4", "e7e5"),
    ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "N-QB3", "b8c6"),
    // R, N or B without K or Q matches either side, also as a target or a pawn's file.
    (START, "N-B3", "AMBIGUOUS: N/KN1-KB3 N/QN1-QB3"),
    (START, "N-KB3", "g1f3"),
    (START, "RP-R3", "AMBIGUOUS: P/KR2-KR3 P/QR2-QR3"),
    (START, "KRP-R3", "h2h3"),
    (START, "QBP-B4", "c2c4"),
    (START, "KP-K3", "e2e3"),
    (START, "QP-K3", "ILLEGAL"),                          // the pawn's own file
    // K or Q before a piece selects the one on the highest or the lowest file.
    (START, "KN-B3", "g1f3"),
    (START, "QN-B3", "b1c3"),
    (START, "QN-KB3", "ILLEGAL"),
    ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "KR-R3", "a1a3"),  // there is only one
    ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "QR-R3", "a1a3"),
    ("4k3/8/8/R7/8/8/8/R2K3R w - - 0 1", "QR-R3", "AMBIGUOUS: R/QR5-QR3 R/QR1-QR3"), // two on that file
    ("4k3/8/8/R7/8/8/8/R2K3R w - - 0 1", "KR-R3", "h1h3"),
    (START, "N/KN1-B3", "g1f3"),                          // its square
    // X matches only captures, - only moves to empty squares.
    (START, "PXP", "ILLEGAL"),
    (TWO_PAWNS, "PXP", "AMBIGUOUS: P/K4XP/Q5 P/K4XP/KB5"),
    (TWO_PAWNS, "P-Q5", "ILLEGAL"),
    (TWO_PAWNS, "PXQP", "e4d5"),
    (TWO_PAWNS, "PXBP", "e4f5"),
    (TWO_PAWNS, "PXKBP", "e4f5"),
    (TWO_PAWNS, "P*P/Q5", "e4d5"),
    (TWO_PAWNS, "KPXP/KB5", "e4f5"),
    (TWO_PAWNS, "P/K4XP/KB5", "e4f5"),
    (TWO_PAWNS, "PXN", "ILLEGAL"),
    // En passant: the target that a text may name is the captured pawn's own square.
    (PASSING, "PXP", "e5d6"),
    (PASSING, "PXP EP", "e5d6"),
    (PASSING, "PXPE.P.", "e5d6"),
    (PASSING, "PXP/Q5", "e5d6"),
    (PASSING, "PXP/Q6", "ILLEGAL"),
    (PASSING, "P-K6 EP", "ILLEGAL"),
    // Promotion: to a queen unless another piece is given; another move with = never matches.
    (PROMOTION, "P-R8", "a7a8q"),
    (PROMOTION, "P-R8=N", "a7a8n"),
    (PROMOTION, "P-QR8=B", "a7a8b"),
    (PROMOTION, "P-R8=K", "ILLEGAL"),
    (PROMOTION, "K-N2=Q", "ILLEGAL"),
    (PROMOTION, "P-R8=", "?"),
    // CH, + and MATE do not exclude a move, but they select among several.
    (START, "P-K4CH", "e2e4"),
    (START, "P-K4 MATE", "e2e4"),
    (CHECK, "N-B3", "AMBIGUOUS: N/KN1-KB3 N/QN1-QB3"),
    (CHECK, "N-B3CH", "g1f3"),
    (CHECK, "N-B3 +", "g1f3"),
    (CHECK, "N-B3 MATE", "AMBIGUOUS: N/KN1-KB3 N/QN1-QB3"),
    (START, "P-K4 DRAW?", "e2e4"),
    (START, "P-K4 CH DRAW?", "e2e4"),
    // Castling, also with zeros or blanks, or as the king's squares in coordinates.
    (CASTLING, "O-O", "e1g1"),
    (CASTLING, "0-0", "e1g1"),
    (CASTLING, "O O", "e1g1"),
    (CASTLING, "O-O-O", "e1c1"),
    (CASTLING, "0 0 0", "e1c1"),
    (CASTLING, "O-OCH", "e1g1"),
    (CASTLING, "E1C1", "e1c1"),
    (START, "O-O", "ILLEGAL"),
    // Coordinates.
    (START, "E2E4", "e2e4"),
    (START, "E2-E4", "e2e4"),
    (START, "E2E5", "ILLEGAL"),
    (PROMOTION, "A7A8=R", "a7a8r"),
    (PROMOTION, "A7A8", "a7a8q"),
    // Texts that are not moves.
    (START, "XYZZY", "?"),
    (START, "P-K9", "?"),
    (START, "P-K4 SOON", "?"),
    (START, "KKN-B3", "?"),
    // After mate or stalemate every text that can be parsed gets GAME OVER.
    ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 30", "P-K4", "GAME OVER"),
    ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 30", "XYZZY", "?"),
    ("7k/5Q2/8/8/8/8/8/K7 b - - 0 30", "K-R2", "GAME OVER"),
];

#[test]
fn typed_moves_are_read() {
    check(READ, |subject, &(text, typed, expected)| {
        set(subject, text)?;
        let found = match subject.read(typed)? {
            MoveReading::Ok(mv) => mv.to_string(),
            MoveReading::Ambiguous(_, line) => line,
            MoveReading::Illegal => "ILLEGAL".to_owned(),
            MoveReading::Unreadable => "?".to_owned(),
            MoveReading::Over => "GAME OVER".to_owned(),
        };
        Ok((found, expected))
    });
}

/// Position, move, the program's text for it: the first of the four forms that means only this move.
#[rustfmt::skip]
const WRITTEN: &[(&str, &str, &str)] = &[
    // Form 1: the target's file without K or Q, the captured piece by its letter.
    ("4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", "b1c3", "N-B3"),
    ("4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1", "f3e5", "NXP"),
    (START, "e2e4", "P-K4"),
    // Form 2: the full target.
    (START, "g1f3", "N-KB3"),
    (START, "a2a3", "P-QR3"),
    ("4k3/8/8/4p1p1/8/5N2/8/4K3 w - - 0 1", "f3e5", "NXP/K5"),
    (TWO_PAWNS, "e4f5", "PXP/KB5"),
    // Form 3: K or Q before a knight, bishop or rook.
    ("4k3/8/8/8/8/1N3N2/8/4K3 w - - 0 1", "f3d4", "KN-Q4"),
    ("4k3/8/8/8/8/1N3N2/8/4K3 w - - 0 1", "b3d4", "QN-Q4"),
    ("4k3/8/8/4p3/8/3N1N2/8/4K3 w - - 0 1", "f3e5", "KNXP/K5"),
    // Form 4: the starting square, for the middle one of three knights, for two pieces on one file, and for
    // queens and pawns.
    ("4k3/8/8/8/8/1N3N2/2N5/4K3 w - - 0 1", "c2d4", "N/QB2-Q4"),
    ("4k3/5N2/8/4p3/8/5N2/8/4K3 w - - 0 1", "f3e5", "N/KB3XP/K5"),
    ("4k3/8/8/Q7/8/8/8/Q3K3 w - - 0 1", "a1a3", "Q/QR1-QR3"),
    ("4k3/8/8/3n4/2P1P3/8/8/4K3 w - - 0 1", "c4d5", "P/QB4XN/Q5"),
    // From Black's side.
    ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "g8f6", "N-KB3"),
    // Promotion, check and mate.
    (PROMOTION, "a7a8n", "P-R8=N"),
    ("7k/P7/8/8/8/8/8/7K w - - 0 1", "a7a8q", "P-R8=QCH"),
    ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "R-R8 MATE"),
    // En passant: EP distinguishes the move from another capture. The other capture is written with its
    // target. If two pawns can take en passant, their squares are written.
    (PASSING, "e5d6", "PXP EP"),
    ("4k3/8/5p2/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "PXP EP"),
    ("4k3/8/5p2/3pP3/8/8/8/4K3 w - d6 0 1", "e5f6", "PXP/KB6"),
    ("4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", "c5d6", "P/QB5XP/Q5 EP"),
    // Castling.
    (CASTLING, "e1g1", "O-O"),
    (CASTLING, "e1c1", "O-O-O"),
    ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-OCH"),
];

#[test]
fn moves_are_written_in_the_shortest_unambiguous_form() {
    check(WRITTEN, |subject, &(text, mv, expected)| {
        set(subject, text)?;
        let legal = subject.legal()?.moves;
        let found = legal.into_iter().find(|&legal| Coordinates::from(legal).to_string() == mv);
        Ok((subject.write(found.context("not legal")?)?, expected))
    });
}

/// Texts of the paper for moves of its games, most of them longer than necessary (specification 13.3,
/// `chessprog/games/README.md`): game, move number, side, text.
#[rustfmt::skip]
const OF_THE_PAPER: &[(&str, usize, Side, &str)] = &[
    ("wagner-machack", 19, Side::White, "QR-Q1"),
    ("wagner-machack", 26, Side::White, "N-QB6"),
    ("wagner-machack", 26, Side::Black, "QR-K1"),
    ("wagner-machack", 38, Side::White, "QXKBP"),
    ("wagner-machack", 43, Side::White, "QXRPch"),
    ("wagner-machack", 44, Side::White, "Q-KR8ch"),
    ("conroy-machack", 11, Side::Black, "B-QN5"),
    ("conroy-machack", 15, Side::Black, "QR-QN1"),
    ("conroy-machack", 18, Side::White, "KR-K1"),
    ("conroy-machack", 23, Side::White, "R/K2-Q2"),         // as the operator typed it
    ("machack-landey", 12, Side::White, "QXP/Q6"),          // the pawn on QR6 can be taken too
    ("machack-unrated", 19, Side::White, "P-QB4"),
    ("machack-unrated", 20, Side::White, "N-QB3"),
    ("machack-unrated", 33, Side::White, "PXQP"),
    ("machack-unrated", 42, Side::White, "Q-KB5ch"),
    ("machack-unrated", 44, Side::White, "QXRP"),
];

#[test]
fn the_papers_own_texts_mean_the_moves_played() {
    let games: Vec<_> = games::of_the_paper().collect();
    check(OF_THE_PAPER, |subject, &(name, number, side, text)| {
        let (_, score) = games.iter().find(|(other, _)| *other == name).context("no such game")?;
        let game = score.play(name)?;
        let (case, played) =
            game.cases().nth(2 * number - 2 + side.index()).context("the game is shorter")?;
        subject.set_up(&case)?;
        Ok((subject.read(text)?, MoveReading::Ok(played)))
    });
}
