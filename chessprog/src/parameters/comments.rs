//! The comments of the trace (specification 7.4).

/// The part of a comment after its words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CommentSuffix {
    /// The comment ends with its words.
    None,
    /// Z: a piece with its square before the move.
    Piece,
    /// S: a square, with its rank counted from the mover's side.
    Square,
    /// `Z AT S`: a slider and a square.
    SliderAtSquare,
}

/// Number of heuristics, H1 to H45.
pub const HEURISTICS: usize = 45;

/// The comment of each heuristic, starting with H1. `AT` and `TO` before a square are part of the words.
pub const COMMENTS: [(&str, CommentSuffix); HEURISTICS] = {
    use CommentSuffix::{None, Piece, SliderAtSquare, Square};
    [
        ("TOO EARLY", Piece),
        ("DEVELOPMENT NOW", Piece),
        ("PAWN CENTER", Square),
        ("PAWN BREAK", Piece),
        ("HITS PINNED GUARDED", Piece),
        ("HITS PINNED", Piece),
        ("HITS GREATER", Piece),
        ("TIPS BALANCE", Piece),
        ("OVERATTACKS", Piece),
        ("HITS LOOSE", Piece),
        ("OFFERS TRADE", Piece),
        ("HALVED", None),
        ("FIRST KING MOVE", None),
        ("KING LOSES CASTLING", None),
        ("OUT OF PRISE", Piece),
        ("BLOCKADES", Piece),
        ("WAS BACKWARD", Piece),
        ("PASSED PAWN TO", Square),
        ("KING BACK TO", Square),
        ("BLOCKS OWN", Piece),
        ("BLOCKS HIS", Piece),
        ("CONSTANT", None),
        ("BLOCKS KP AT", Square),
        ("BLOCKS QP AT", Square),
        ("UNBLOCKS", SliderAtSquare),
        ("UNBLOCKS HIS", SliderAtSquare),
        ("EXPOSES", Piece),
        ("ROOK LOSES CASTLING", Piece),
        ("KING RANK", Square),
        ("KING FILE", Square),
        ("KING DIAGONAL", Square),
        ("ITS DEVELOPMENT", Piece),
        ("TAKES LOOSE", Piece),
        ("GAIN 3", Piece),
        ("GAIN 4", Piece),
        ("FULL VALUE", Piece),
        ("MORE ATTACKS", Piece),
        ("LOSS 1", Piece),
        ("GAIN 1", Piece),
        ("GAIN 2", Piece),
        ("FULL VALUE BY THREAT", Piece),
        ("INTO PRISE AT", Square),
        ("DEVELOPMENT AT", Square),
        ("CASTLES", None),
        ("NOT BELOW ZERO", None),
    ]
};

/// The word between a slider and the square that it now bears on.
pub const AT: &str = "AT";

/// Starts the last line of a trace: `TOTAL p POS q`, then the marks.
pub const TOTAL: &str = "TOTAL";
/// Precedes the positional difference in the last line.
pub const POS: &str = "POS";
/// The marks of the last line: developmentally poor, not safe, investigate always.
pub const MARKS: [&str; 3] = ["POOR", "UNSAFE", "ALWAYS"];
/// The last line of the trace of a dropped move.
pub const UNCOVERS_KING: &str = "UNCOVERS KING";
