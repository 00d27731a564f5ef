//! Names of squares and pieces in descriptive notation (specification 13.2, 13.3).

use super::position::Position;
use crate::vocabulary::{Piece, Side, Square};

/// Names of the files, numbered 1 to 8 from the h file: KR to QR.
pub(crate) const FILES: [&str; 9] = ["", "KR", "KN", "KB", "K", "Q", "QB", "QN", "QR"];

/// Returns the full name of a square, with the rank counted from one side: `KB3`.
pub(crate) fn square_name(square: Square, from: Side) -> String {
    format!("{}{}", FILES[usize::from(square.file().min(8))], from.relative(square.rank()))
}

/// Returns a piece with its square, the rank counted from White's side: `WN/KB3` (specification 13.3).
pub(crate) fn piece_name(position: &Position, piece: Piece) -> String {
    let (side, kind) = (piece.side().letter(), position.kind(piece).letter());
    format!("{side}{kind}/{}", square_name(position.square(piece), Side::White))
}
