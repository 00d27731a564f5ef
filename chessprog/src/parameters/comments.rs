//! The comments of the trace (specification 7.4).

/// What follows the words of a comment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tail {
    /// Nothing.
    None,
    /// Z: a piece with its square, as it stands before the move.
    Piece,
    /// S: a square from the mover's side.
    Square,
    /// n: a number.
    Number,
}

/// The comment of each heuristic, H1 first. A word that needs a tail is followed by a blank and the tail.
pub const COMMENTS: [(&str, Tail); 60] = {
    use Tail::{None, Number, Piece, Square};
    [
        ("BASE", None),
        ("DEVELOPMENT NOW", None),
        ("DEVELOPMENT AT", Square),
        ("HITS LOOSE", Piece),
        ("HITS GREATER", Piece),
        ("TIPS BALANCE AT", Square),
        ("OVERATTACKS", Piece),
        ("HITS PINNED", Piece),
        ("HITS WEAK", Piece),
        ("HITS ON FILE", Piece),
        ("PAWN BREAK AT", Square),
        ("HITS DEFENDER", Piece),
        ("SAVES", Piece),
        ("GUARDS", Piece),
        ("FORK OF", Number),
        ("KING FILE", None),
        ("KING FILE OPEN", None),
        ("KING LINE", None),
        ("ROOK FILE", None),
        ("ROOK ON SEVENTH", None),
        ("PAWN CENTER", None),
        ("KNIGHT CENTER", None),
        ("UNBLOCKS", Piece),
        ("UNBLOCKS HIS", Piece),
        ("DISCOVERS ON", Piece),
        ("EXPOSES", Piece),
        ("BLOCKS OWN", Piece),
        ("BLOCKS HIS", Piece),
        ("SHIELDS", Piece),
        ("BLOCKS CENTER PAWN", None),
        ("FREES CENTER PAWN", None),
        ("BLOCKADE", None),
        ("CLEARS PASSED PAWN", None),
        ("PASSED PAWN ON", None),
        ("LEAVES CHAIN", None),
        ("WAS BACKWARD", None),
        ("WAS ISOLATED", None),
        ("OPENS KING", None),
        ("TOO EARLY", None),
        ("CASTLES", None),
        ("FIRST MOVE OF MINOR", None),
        ("KING LOSES CASTLING", None),
        ("ROOK LOSES CASTLING", None),
        ("KING RETREATS", None),
        ("KING CENTRALIZES", None),
        ("TAKES", Piece),
        ("ITS DEVELOPMENT", None),
        ("TRADE", None),
        ("PAWN RETAKES", None),
        ("DEFENDER OVERLOADED", None),
        ("IT IS PASSED", None),
        ("INTO PRISE", None),
        ("OUT OF PRISE", None),
        ("CHECK", None),
        ("ABANDONS", Piece),
        ("PINS", Piece),
        ("READY TO DISCOVER", Piece),
        ("TRAPS BISHOP", None),
        ("UNPINS", Piece),
        ("PROMOTES", None),
    ]
};

/// What the trace of the static evaluator calls the facts of the pawn structure: isolated, passed, backward, doubled
/// (specification 14.3).
pub const PAWN_WORDS: [&str; 4] = ["ISOLATED", "PASSED", "BACKWARD", "DOUBLED"];
