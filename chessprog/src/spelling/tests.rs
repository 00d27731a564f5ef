//! Moves as books print them, and as the program reads them.

use super::*;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn check(fen: &str, cases: &[(&str, Option<&str>)]) {
    for (line, expected) in cases {
        let typed = respelled(line, || Case::fen(fen).ok());
        assert_eq!(typed.as_deref(), *expected, "{line:?} in {fen}");
        // The result is not respelled.
        assert_eq!(typed.and_then(|typed| respelled(&typed, || Case::fen(fen).ok())), None, "{line:?}");
    }
}

/// Books write Kt, number their moves, and annotate them.
#[test]
fn moves_as_books_print_them() {
    check(
        START,
        &[
            ("Kt-KB3", Some("N-KB3")),
            ("KKt-B3", Some("KN-B3")),
            ("P-QKt4", Some("P-QN4")),
            ("N-KB3!", Some("N-KB3")),
            ("N-KB3?", Some("N-KB3")),
            ("N-KB3 !?", Some("N-KB3")),
            ("1 N-KB3", Some("N-KB3")),
            ("1. N-KB3", Some("N-KB3")),
            ("1.N-KB3", Some("N-KB3")),
            ("1. ... N-KB3", Some("N-KB3")),
            ("...N-KB3", Some("N-KB3")),
            ("N-KB3.", Some("N-KB3")),
            ("N-KB3;", Some("N-KB3")),
            ("N - K.B.3", Some("N-KB3")),
            ("N--KB3", Some("N-KB3")),
            ("Kt to KB3", Some("N-KB3")),
            ("P takes P", Some("PXP")),
            ("KtxKtP", Some("NXNP")),
            ("R-K.Sq.", Some("R-K1")),
            ("R-K sq", Some("R-K1")),
            ("1. e2e4", Some("E2E4")),
            ("0-0!", Some("0-0")),
        ],
    );
}

/// Marks that the program knows are kept; others are dropped.
#[test]
fn checks_and_mates() {
    check(
        START,
        &[
            ("N-KB3 dis ch", Some("N-KB3 CH")),
            ("N-KB3 dis.ch.", Some("N-KB3 CH")),
            ("N-KB3 dbl. ch.", Some("N-KB3 CH")),
            ("N-KB3dblch", Some("N-KB3 CH")),
            ("N-KB3 double check", Some("N-KB3 CH")),
            ("Q-R5 checkmate!", Some("Q-R5 MATE CH")),
            ("Q-R5#", Some("Q-R5 MATE")),
            ("PxP e.p.!", Some("PXP EP")),
            ("PxP en passant", Some("PXP EP")),
            ("1. P-K4 DRAW?", Some("P-K4 DRAW?")),
        ],
    );
}

/// Moves that the program reads, its commands, and other texts are typed unchanged.
#[test]
fn other_lines_are_unchanged() {
    let lines = [
        "P-K4",
        "p-k4ch",
        "NXP/Q5",
        "N/KN1-B3",
        "O-O",
        "0-0-0 ch",
        "e2-e4",
        "P-K8=N",
        "BD",
        "PB",
        "U 3",
        "M",
        "KEEP P-K4",
        "T P-K4",
        "T P-K4!",
        "SETW 15 15 9",
        "PUT WN KB3",
        "SIDE W",
        "e4",
        "Nf3",
        "Bb5",
        "exd5",
        "HELLO!",
        "",
        "?",
        "...",
        "3.",
        "1. P-K4 P-K4",
        "[P-K4]",
        "WR WN WB WQ WK WB WN WR",
        "DRAW?",
        "EP",
    ];
    check(START, &lines.map(|line| (line, None)));
}

#[test]
fn promotions() {
    check(
        "5n2/4k1P1/8/8/8/8/8/K7 w - - 0 1",
        &[
            ("P-N8(Q)", Some("P-N8=Q")),
            ("P-N8/Q", Some("P-N8=Q")),
            ("P-N8Q", Some("P-N8=Q")),
            ("P-N8=(Q)", Some("P-N8=Q")),
            ("P-N8 (Queen)", Some("P-N8=Q")),
            ("P-KKt8(Kt)!", Some("P-KN8=N")),
            ("P-Kt8=Q", Some("P-N8=Q")),
            ("PxN(R)", Some("PXN=R")),
            ("PxN/Q ch", Some("PXN=Q CH")),
            ("KxP(Q)", None),
        ],
    );
}

/// Two rooks on a file, at 5 and 1: only the rank distinguishes them.
#[test]
fn pieces_are_distinguished_by_their_square() {
    check(
        "1k6/8/8/R7/8/8/5K2/R7 w - - 0 1",
        &[
            ("R(R5)-R3", Some("R/R5-R3")),
            ("R(QR5)-R3", Some("R/QR5-R3")),
            ("R(5)-R3", Some("R/QR5-QR3")),
            ("R/1-R3", Some("R/QR1-QR3")),
            // On the file both rooks fit, so the program asks which one is meant.
            ("R(R)-R3", Some("R-R3")),
            ("R-R.Sq", Some("R-R1")),
        ],
    );
    check(
        "1k6/8/8/8/8/1N3N2/5K2/8 w - - 0 1",
        &[("N(Kt)-Q4", Some("QN-Q4")), ("N(KB)-Q4", Some("KN-Q4")), ("N(4)-Q4", None)],
    );
    check("4k3/8/8/2p1p3/3P4/8/8/4K3 w - - 0 1", &[("PxP(K5)", Some("PXP/K5")), ("PxP(B)", Some("PXP/QB5"))]);
}

#[test]
fn castling_in_words() {
    let both = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let cases =
        [("Castles", "O-O"), ("Castles KR", "O-O"), ("castles (K)", "O-O"), ("Castles Q.R.", "O-O-O")];
    check(both, &cases.map(|(line, typed)| (line, Some(typed))));
    check("r3k2r/8/8/8/8/8/8/R3K3 w Qkq - 0 1", &[("Castles", Some("O-O-O")), ("Castles!", Some("O-O-O"))]);
    check(START, &[("Castles", None), ("Castles abroad", None), ("Castles K", Some("O-O"))]);
}
