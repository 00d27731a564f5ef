//! The texts that the program types (specification 13).

/// Typed at the start.
pub(crate) const GREETING: &str = "MAC HACK SIX";
/// A line is neither a command nor a move in form.
pub(crate) const UNREADABLE: &str = "?";
/// A move in form is not legal.
pub(crate) const ILLEGAL: &str = "ILLEGAL";
/// Several moves fit what was typed. The moves follow.
pub(crate) const AMBIGUOUS: &str = "AMBIGUOUS:";
/// No move can be made any more.
pub(crate) const GAME_OVER: &str = "GAME OVER";
/// A command's argument is invalid.
pub(crate) const BAD_ARGUMENT: &str = "BAD ARGUMENT";
/// The line was deleted by a rubout.
pub(crate) const DROPPED: &str = "XXX";
/// Thinking was stopped by control-G.
pub(crate) const QUIT: &str = "QUIT";
/// The side to move has no legal move and is not in check.
pub(crate) const STALEMATE: &str = "STALEMATE";
/// The position has occurred for the third time.
pub(crate) const DRAW_BY_REPETITION: &str = "DRAW BY REPETITION";
/// There were a hundred plies without a capture or pawn move.
pub(crate) const DRAW_BY_50_MOVES: &str = "DRAW BY 50 MOVES";
/// An offered draw is accepted.
pub(crate) const ACCEPT: &str = "ACCEPT";
/// An offered draw is declined.
pub(crate) const DECLINE: &str = "DECLINE";
/// Follows a move from the book.
pub(crate) const BOOK: &str = " BOOK";
/// The lines typed by HELP, short enough for the narrowest paper on a screen.
pub(crate) const HELP: [&str; 15] = [
    "P-K4 NXP O-O E2E4   A MOVE",
    "PB PW    MACHINE PLAYS B, W",
    "PN PS    IT PLAYS NEITHER, BOTH",
    "M        IT MAKES ONE MOVE",
    "U        TAKE BACK A PLY",
    "BD PG    TYPE THE BOARD, THE GAME",
    "RESET    BEGIN ANEW",
    "DRAW?    OFFER A DRAW",
    "SAVE RS  PUNCH THE GAME, READ IT",
    "T P-K4   TRACE OF A MOVE",
    "TP       PLAUSIBLE MOVES",
    "SETD N   DEPTH IN PLIES",
    "LIST     ALL PARAMETERS",
    "RETURN ENDS A LINE, RUBOUT DROPS",
    "IT, CONTROL-G STOPS THE MACHINE",
];
/// A file with several pawns, in the trace of the static evaluator (specification 14.3).
pub(crate) const MULTIPLE: &str = "MULTIPLE";
/// An isolated file.
pub(crate) const ISOLATED: &str = "ISOLATED";
/// A passed pawn.
pub(crate) const PASSED: &str = "PASSED";
/// A backward pawn.
pub(crate) const BACKWARD: &str = "BACKWARD";
/// King safety. Its two parts follow side by side.
pub(crate) const KING: &str = "KING";
/// The state of the game that is not part of the position, as STATE types it (specification 3.4).
pub(crate) const QRPIN: &str = "QRPIN";
/// The numbers of the pawns follow.
pub(crate) const ALSOWHITE: &str = "ALSOWHITE";
/// The stored POS follows.
pub(crate) const LASTPOS: &str = "LASTPOS";
