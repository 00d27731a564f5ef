//! Moves written in standard algebraic notation.

use crate::engine::moves::legal;
use crate::engine::notation::mates;
use crate::engine::position::Position;
use crate::vocabulary::{Kind, Move, Special, Square};

/// Returns a legal move in the form of the PGN standard, with the mark for check or mate.
pub(crate) fn write(position: &Position, mv: Move) -> String {
    write_among(position, &legal(position), mv)
}

/// Writes a legal move of this position. `moves` has all its legal moves.
pub(crate) fn write_among(position: &Position, moves: &[Move], mv: Move) -> String {
    let mark = match mv.gives_check() {
        true if mates(position, mv) => "#",
        true => "+",
        false => "",
    };
    format!("{}{mark}", without_mark(position, moves, mv))
}

fn without_mark(position: &Position, moves: &[Move], mv: Move) -> String {
    match mv.special() {
        Special::CastleKing => return "O-O".to_owned(),
        Special::CastleQueen => return "O-O-O".to_owned(),
        _ => {}
    }
    let from = mv.from().to_string();
    let takes = if mv.is_capture() { "x" } else { "" };
    let piece = match position.kind(mv.piece()) {
        Kind::Pawn if mv.is_capture() => from[..1].to_owned(),
        Kind::Pawn => String::new(),
        kind => format!("{}{}", kind.letter(), origin(position, moves, mv, &from)),
    };
    let becomes = mv.promotion().map(|kind| format!("={}", kind.letter())).unwrap_or_default();
    format!("{piece}{takes}{}{becomes}", mv.to())
}

/// Returns as much of the origin square as is needed to distinguish the move from moves of other pieces of
/// the same type: nothing, the file, the rank, or both.
fn origin<'t>(position: &Position, moves: &[Move], mv: Move, from: &'t str) -> &'t str {
    let rivals: Vec<Square> = moves
        .iter()
        .filter(|rival| rival.to() == mv.to() && position.kind(rival.piece()) == position.kind(mv.piece()))
        .filter(|rival| !rival.special().is_castling())
        .map(|rival| rival.from())
        .filter(|&square| square != mv.from())
        .collect();
    let (file, rank) = (mv.from().file(), mv.from().rank());
    if rivals.is_empty() {
        ""
    } else if rivals.iter().all(|rival| rival.file() != file) {
        &from[..1]
    } else if rivals.iter().all(|rival| rival.rank() != rank) {
        &from[1..]
    } else {
        from
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::san::find;

    /// The forms of the PGN standard: no more of the origin than needed. The file is preferred to the rank,
    /// and the rank to the square.
    #[test]
    fn a_move_is_written_in_its_shortest_form() {
        let cases = [
            (
                "r3k2r/1P6/8/3pP3/8/2N5/8/R3K1NR w KQkq d6 0 1",
                "a1c1 e1c1 e5d6 b7a8n b7b8q c3e2 g1e2 c3d5 h1h8",
            ),
            ("8/2k5/8/8/Q6Q/8/8/K6Q w - - 0 1", "h4d4 a4d4 h1d1 h4e1 h1e1 h1e4 h4e4 a4e4"),
            ("6k1/5ppp/8/8/8/8/8/R3K2R w K - 0 1", "a1a8 e1g1 h1h7"),
        ];
        let written = cases.map(|(fen, moves)| {
            let position = Position::set_up(&crate::vocabulary::Diagram::from_fen(fen).unwrap()).unwrap();
            let text = |word: &str| {
                let mv = legal(&position).into_iter().find(|mv| mv.to_string() == word).expect(word);
                write(&position, mv)
            };
            moves.split(' ').map(text).collect::<Vec<_>>().join(" ")
        });
        assert_eq!(
            written,
            [
                "Rc1 O-O-O exd6 bxa8=N b8=Q+ Nce2 Nge2 Nxd5 Rxh8+",
                "Qhd4 Qad4 Qhd1 Q4e1 Q1e1 Q1e4 Qh4e4 Qae4",
                "Ra8# O-O Rxh7",
            ]
        );
    }

    /// Compares all legal moves in the positions of random games with the texts of cozy-chess.
    #[test]
    fn moves_are_written_as_cozy_chess_writes_them() {
        let mut random = fastrand::Rng::with_seed(14);
        for _ in 0..30 {
            let (mut game, mut board) = (crate::engine::game::Game::default(), cozy_chess::Board::default());
            for _ in 0..150 {
                let moves = legal(game.position());
                for &mv in &moves {
                    let text = write(game.position(), mv);
                    assert_eq!(find(game.position(), &text), Some(mv), "{text} is read back");
                    let theirs = cozy_chess::util::parse_uci_move(&board, &mv.to_string()).unwrap();
                    assert_eq!(text, cozy_chess::util::display_san_move(&board, theirs).to_string());
                }
                let Some(&mv) = random.choice(&moves) else { break };
                board.play(cozy_chess::util::parse_uci_move(&board, &mv.to_string()).unwrap());
                game.make(mv);
            }
        }
    }
}
