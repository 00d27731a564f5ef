//! The additions of the full screen to the machine's own output: the help, and words for pieces and text that
//! are too small on the scope.

use emulator::picture::raster::Window;
use emulator::tui::{Board, Mark};

use crate::emulated::{DrawnPiece, TubePicture};
use crate::vocabulary::Side;

/// The board with its files and ranks (chapter `display`: BRDX, BRDY).
const BOARD: Window = Window { left: 34, low: 244, side: 550 };
/// The board, the game, the clocks, and what FANCY 3 adds (TXTX, TXTY).
const GAME: Window = Window { left: 34, low: 0, side: 880 };
pub(super) const VIEWS: [Window; 3] = [Window::WHOLE, GAME, BOARD];
/// Lower left corner of the board, and distance between squares, in points of the tube.
const CORNER: (u16, u16) = (64, 280);
const SQUARE: u16 = 64;
/// Distance from the lower edge of a square to the foot of its piece.
const FOOT: u16 = 14;
/// Distance between the characters of a line of text, and the height of the line, in points of the tube.
const LINE_STEP: (u16, u16) = (12, 14);

/// The keys in addition to every screen's keys.
pub(super) const KEYS: &[&str] = &[
    "F5         plausible moves; again: why it moved there",
    "F6         take back your move and the answer",
    "F7         new game",
    "F8         pause or resume",
    "F9         speed: real, 8x, 100x, max",
    "F10        save the machine (--resume FILE)",
    "F12        save a picture of the scope (PNG)",
];

pub(super) const HELP: &[&str] = &[
    "",
    "A game (each line ends with RETURN)",
    "HELP       list the commands of the program",
    "PB, PW     the machine plays Black, White",
    "PN, PS     it plays neither, both",
    "M          the machine moves for the side to move",
    "U, U 3     take back one ply, three plies",
    "BD, PG     print the board, the game",
    "DRAW?      offer a draw",
    "RESET      start a new game",
    "SAVE, RS   punch the game on tape, read it",
    "TTIME      time used; SETCL W 0 sets a clock",
    "^G         make the program stop thinking",
    "",
    "A move",
    "P-K4       pawn to the fourth square of the king's file",
    "N-KB3      knight to the king's bishop's third",
    "NXP        knight takes pawn; NXP/Q5: the one there",
    "N/KN1-B3   the knight on KN1",
    "O-O, O-O-O castles on the king's, the queen's side",
    "P-K8=Q     promotes; E2E4 is understood too",
    "           as are Kt-KB3, P-K8(Q), 1. P-K4",
    "",
    "What it thinks",
    "T P-K4     why it would, or would not, play that",
    "T          the terms of the evaluator",
    "TP, TPC    plausible moves, captures",
    "SLS 1      stops at each node; space continues",
    "SMVD 1     lists the moves that it searches",
    "PPV 1      types the line that it expects",
    "STAT 1     types its counters",
    "FANCY n    scope: 1 board, 2 game, 3 thoughts",
    "LIST       all parameters; SETD 3 sets one",
    "NORMAL, TOURN, ORIG  the program of August 1967,",
    "           in tournaments, of spring 1967; NORMAL and",
    "           TOURN turn the book on (BOOK 0: off)",
    "",
    "Squares are counted from the mover's side: White's",
    "  QR8 QN8 QB8 Q8  K8  KB8 KN8 KR8",
    "  QR7 QN7 QB7 Q7  K7  KB7 KN7 KR7",
    "  QR6 QN6 QB6 Q6  K6  KB6 KN6 KR6",
    "  QR5 QN5 QB5 Q5  K5  KB5 KN5 KR5",
    "  QR4 QN4 QB4 Q4  K4  KB4 KN4 KR4",
    "  QR3 QN3 QB3 Q3  K3  KB3 KN3 KR3",
    "  QR2 QN2 QB2 Q2  K2  KB2 KN2 KR2",
    "  QR1 QN1 QB1 Q1  K1  KB1 KN1 KR1",
    "Black's, White still at the bottom; K is the e-file",
    "  QR1 QN1 QB1 Q1  K1  KB1 KN1 KR1",
    "  QR2 QN2 QB2 Q2  K2  KB2 KN2 KR2",
    "  QR3 QN3 QB3 Q3  K3  KB3 KN3 KR3",
    "  QR4 QN4 QB4 Q4  K4  KB4 KN4 KR4",
    "  QR5 QN5 QB5 Q5  K5  KB5 KN5 KR5",
    "  QR6 QN6 QB6 Q6  K6  KB6 KN6 KR6",
    "  QR7 QN7 QB7 Q7  K7  KB7 KN7 KR7",
    "  QR8 QN8 QB8 Q8  K8  KB8 KN8 KR8",
];

const FILES: [&str; 8] = ["QR", "QN", "QB", "Q", "K", "KB", "KN", "KR"];

/// Returns words for the contents of the scope: `WP` to `BK`, as BD prints them, for the pieces, and the
/// lines of text.
pub(super) fn marks(drawn: &TubePicture) -> Vec<Mark> {
    let lines = drawn.lines.iter().map(|line| Mark {
        left: line.x,
        low: line.y,
        width: line.text.len() as u16 * LINE_STEP.0,
        height: LINE_STEP.1,
        words: line.text.clone(),
        filled: false,
        writing: true,
    });
    drawn.pieces.iter().map(piece).chain(lines).collect()
}

/// Returns the inside of a square, with side and letter of its piece.
fn piece(piece: &DrawnPiece) -> Mark {
    Mark {
        left: piece.x.saturating_sub(SQUARE / 2 - 4),
        low: piece.y.saturating_sub(FOOT - 4),
        width: SQUARE - 8,
        height: SQUARE - 8,
        words: format!("{}{}", piece.side.letter(), piece.kind.letter()),
        filled: piece.side == Side::Black,
        writing: false,
    }
}

/// Returns the board as boxes, if the tube shows one.
pub(super) fn board(drawn: &TubePicture) -> Option<Board> {
    if drawn.pieces.is_empty() {
        return None;
    }
    let mut squares = vec![vec![None; FILES.len()]; 8];
    for drawn in &drawn.pieces {
        let along = |at: u16, corner: u16| usize::from(at.saturating_sub(corner) / SQUARE);
        let (file, rank) = (along(drawn.x, CORNER.0), along(drawn.y, CORNER.1));
        if let Some(square) = 7_usize.checked_sub(rank).and_then(|row| squares[row].get_mut(file)) {
            let Mark { words, filled, .. } = piece(drawn);
            *square = Some((words, filled));
        }
    }
    let rows = (1..=8).rev().map(|rank: u8| rank.to_string()).collect();
    Some(Board { columns: FILES.map(str::to_owned).to_vec(), rows, squares })
}

#[cfg(test)]
mod tests;
