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
