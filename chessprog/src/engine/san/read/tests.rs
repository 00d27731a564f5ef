use proptest::prelude::*;

use super::super::write;
use super::*;
use crate::engine::game::Game;
use crate::vocabulary::Diagram;

fn position(fen: &str) -> Position {
    Position::set_up(&Diagram::from_fen(fen).unwrap()).unwrap()
}

/// Castling on both sides, a promotion with and without capture, en passant, and two knights that reach e2.
const RICH: &str = "r3k2r/1P6/8/3pP3/8/2N5/8/R3K1NR w KQkq d6 0 1";

#[test]
fn each_form_of_a_move() {
    for (fen, texts, expected) in [
        // Moves as the PGN standard writes them.
        (RICH, "O-O-O", "e1c1"),
        (RICH, "exd6 e5d6 e5xd6 Pe5d6", "e5d6"),
        (RICH, "bxa8=N bxa8=N+ bxa8N", "b7a8n"),
        (RICH, "b8=Q+ b8Q b8=Q#", "b7b8q"),
        (RICH, "Nce2", "c3e2"),
        (RICH, "Nge2!? Nge2?! Nge2", "g1e2"),
        (RICH, "Nxd5 Ncxd5 Nc3xd5", "c3d5"),
        (RICH, "Rhxh8# Rxh8 Rh1xh8", "h1h8"),
        // Spellings of castling, and castling as a king's move.
        (RICH, "0-0-0 o-o-o O-O-O+ 0-0-0# 0–0–0 OOO ooo e1c1 Ke1-c1 Kc1 Kec1 E1C1 e1a1 Ke1a1", "e1c1"),
        // Promotions as other programs write them.
        (RICH, "b8=q b8(Q) b8(q) b8/Q b8q b7b8q b7b8Q B7B8Q b7-b8=Q b7-b8(Q) B8=Q P-b8=Q", "b7b8q"),
        (RICH, "bxa8=r ba8R b7a8r b7xa8=R b:a8(R) b7:a8/R BXA8=R", "b7a8r"),
        // Captures without a sign, or with a sign other than `x`.
        (RICH, "ed6 ed e:d6 e:d exd ed6ep exd6e.p. exd6ep+ e5:d6 e5-d6 e×d6 e5–d6 exd6(ep)?", "e5d6"),
        (
            RICH,
            "Nd5 N:d5 Nc3-d5 Nc3:d5 nd5 nxd5 NXD5 c3d5 c3xd5 C3D5 ♘xd5 ♞d5 N×d5 Nxd5!? Nxd5ch Nd5+=",
            "c3d5",
        ),
        (RICH, "Rh8ch Rh8dblch Rxh8+! Rh8++ Rxh8mate RxH8", "h1h8"),
        // Long and coordinate forms, capitals and small letters.
        ("startpos", "e2e4 e2-e4 Pe4 Pe2-e4 pe4 E4 E2E4 E2-E4 e2—e4 ♙e4 e4.", "e2e4"),
        ("startpos", "g1f3 Ng1-f3 Ng1f3 Ngf3 N1f3 Ng1–f3 nf3 NF3 G1F3 Nf3, Ng1/f3", "g1f3"),
        // The reading that the standard prescribes has priority: `b` is a file, `B` is a bishop.
        ("4k3/8/8/8/3p4/2p5/1P1B4/4K3 w - - 0 1", "bxc3 b2c3 bc", "b2c3"),
        ("4k3/8/8/8/3p4/2p5/1P1B4/4K3 w - - 0 1", "Bxc3 Bc3 Bd2c3", "d2c3"),
        ("4k3/8/8/8/8/8/3B4/4K3 w - - 0 1", "bc3 BC3 Bc3", "d2c3"),
        // Over-specified moves, and a piece that is pinned.
        ("4k3/8/8/8/4r3/8/4N1N1/4K3 w - - 0 1", "Nf4 Ngf4 Ng2f4", "g2f4"),
    ] {
        let position = if fen == "startpos" { Position::initial() } else { position(fen) };
        for text in texts.split(' ') {
            let found = read(&position, text).map(|mv| mv.to_string());
            assert_eq!(found.as_deref(), Ok(expected), "{text} in {fen}");
        }
    }
}

#[test]
fn rejected_moves_have_the_right_reason() {
    let both = |moves: &str| SanError::Ambiguous(moves.split(' ').map(str::to_owned).collect());
    let clash = "4k3/8/8/8/3p4/2p5/1P1B4/4K3 w - - 0 1";
    for (fen, texts, expected) in [
        (RICH, "é4 x - = hello Z9 e9 i4 Ne P@e4 Castles Sf3 12 b8=K e4e5e6 (Q) N=Q", SanError::NotUnderstood),
        (RICH, "-- Z0 z0 <> @@@@ 0000 null NULL pass ––", SanError::Null),
        // Wrong capture signs, promotions that are not on the last rank, and pieces that are not there.
        (RICH, "O-O Ke3 Nxe4 e6=Q e5xe6 Be2 Pe2 b8=X 0-0 O-O+ Ke1xc1 fxe6", SanError::Illegal),
        (RICH, "Ne2", both("Nge2 Nce2")),
        (RICH, "b8 b7b8 b8+", both("b8=Q+ b8=R+ b8=B b8=N")),
        // By the standard `bc3` is neither a bishop's move nor a pawn's move.
        (clash, "bc3 BC3 BXC3 B2C3", both("bxc3 Bxc3")),
    ] {
        for text in texts.split(' ') {
            let mut found = read(&position(fen), text).map(|mv| mv.to_string());
            let mut expected = expected.clone();
            for sorted in [found.as_mut().err(), Some(&mut expected)].into_iter().flatten() {
                if let SanError::Ambiguous(moves) = sorted {
                    moves.sort();
                }
            }
            assert_eq!(found, Err(expected), "{text} in {fen}");
        }
    }
}

/// Returns the forms of a move that other programs write.
fn forms(position: &Position, mv: Move) -> Vec<String> {
    let san = write(position, mv);
    let bare = san.trim_end_matches(['+', '#']).to_owned();
    let (from, to) = (mv.from().to_string(), mv.to().to_string());
    let letter = match position.kind(mv.piece()) {
        Kind::Pawn => String::new(),
        kind => kind.letter().to_string(),
    };
    let sign = if mv.is_capture() { "x" } else { "-" };
    let becomes = mv.promotion().map(|kind| kind.letter().to_string()).unwrap_or_default();
    let small = becomes.to_lowercase();
    let with = |before: &str| if becomes.is_empty() { String::new() } else { format!("{before}{becomes}") };
    let mut forms = vec![
        format!("{from}{to}{small}"),
        format!("{from}{to}{becomes}"),
        format!("{from}-{to}{}", with("=")),
        format!("{letter}{from}{to}{}", with("=")),
        format!("{letter}{from}{sign}{to}{}", with("=")),
        format!("{letter}{from}{sign}{to}{}", with("/")),
    ];
    for mark in ["+", "#", "!", "??", "!?", "ch", "++", "+-", "±"] {
        forms.push(format!("{bare}{mark}"));
    }
    // In capitals a bishop and the file b look alike.
    if !from.starts_with('b') {
        forms.push(format!("{from}{to}{small}").to_uppercase());
    }
    if !becomes.is_empty() {
        let start = bare.split('=').next().unwrap_or_default();
        forms.extend([
            format!("{start}{becomes}"),
            format!("{start}={small}"),
            format!("{start}({becomes})"),
        ]);
        forms.push(format!("{start}/{becomes}"));
    }
    if mv.special().is_castling() {
        forms.extend([bare.replace('O', "0"), bare.to_lowercase(), bare.replace('-', "–")]);
    } else {
        forms.push(bare.replace('x', ":"));
    }
    if mv.special() == Special::Passant {
        forms.extend([format!("{bare}ep"), format!("{bare}e.p.")]);
    }
    forms.push(san);
    forms
}

proptest! {
    /// Each move of random games is read back in our form and in other programs' forms.
    #[test]
    fn any_form_of_a_move_is_read(choices in prop::collection::vec(any::<prop::sample::Index>(), 1..120)) {
        let mut game = Game::default();
        for choice in choices {
            let moves = legal(game.position());
            if moves.is_empty() || game.is_full() {
                break;
            }
            let mv = moves[choice.index(moves.len())];
            for text in forms(game.position(), mv) {
                prop_assert_eq!(read(game.position(), &text), Ok(mv), "{}", text);
            }
            game.make(mv);
        }
    }

    /// If a move is found for a random text, cozy-chess finds it legal, too. No text causes a panic.
    #[test]
    fn any_text_means_a_legal_move_or_none(text in "[KQRBNPkqrbnpa-h1-8xX:=()+#!?0Oo.–×é-]{0,8}") {
        let board = cozy_chess::Board::from_fen(RICH, false).unwrap();
        if let Ok(mv) = read(&position(RICH), &text) {
            let theirs = cozy_chess::util::parse_uci_move(&board, &mv.to_string()).unwrap();
            prop_assert!(board.is_legal(theirs), "{}", text);
        }
    }
}
