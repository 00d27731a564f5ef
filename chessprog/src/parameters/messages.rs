//! What the program types (specification 13).

/// On start.
pub const GREETING: &str = "MAC HACK SIX";
/// A line that is neither a command nor a move in form.
pub const UNREADABLE: &str = "?";
/// A move in form that is not legal.
pub const ILLEGAL: &str = "ILLEGAL";
/// Several moves meet what was typed; the moves follow.
pub const AMBIGUOUS: &str = "AMBIGUOUS:";
/// No move can be made any more.
pub const GAME_OVER: &str = "GAME OVER";
/// A command's argument is not what it takes.
pub const BAD_ARGUMENT: &str = "BAD ARGUMENT";
/// The line was dropped by a rubout.
pub const DROPPED: &str = "XXX";
/// Thinking was stopped by control-G.
pub const QUIT: &str = "QUIT";
/// The move left no legal move and no check.
pub const STALEMATE: &str = "STALEMATE";
/// The position stands on the board for the third time.
pub const DRAW_BY_REPETITION: &str = "DRAW BY REPETITION";
/// A hundred plies without capture or pawn move.
pub const DRAW_BY_50_MOVES: &str = "DRAW BY 50 MOVES";
/// The offer of a draw is accepted.
pub const ACCEPT: &str = "ACCEPT";
/// It is declined.
pub const DECLINE: &str = "DECLINE";
/// After a move from the book.
pub const BOOK: &str = " BOOK";
/// The parts of the pawn structure in the trace of the static evaluator (specification 14.3).
pub const MULTIPLE: &str = "MULTIPLE";
/// An isolated file.
pub const ISOLATED: &str = "ISOLATED";
/// A passed pawn.
pub const PASSED: &str = "PASSED";
/// A backward pawn.
pub const BACKWARD: &str = "BACKWARD";
/// The two parts of king safety follow, side by side.
pub const KING: &str = "KING";
/// The state of the game that is no part of the position, as STATE types it (specification 3.4).
pub const QRPIN: &str = "QRPIN";
/// The numbers of the pawns follow.
pub const ALSOWHITE: &str = "ALSOWHITE";
/// The POS kept follows.
pub const LASTPOS: &str = "LASTPOS";
