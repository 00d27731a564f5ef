//! What the program types (specification 13).

/// On start.
pub(crate) const GREETING: &str = "MAC HACK SIX";
/// A line that is neither a command nor a move in form.
pub(crate) const UNREADABLE: &str = "?";
/// A move in form that is not legal.
pub(crate) const ILLEGAL: &str = "ILLEGAL";
/// Several moves meet what was typed; the moves follow.
pub(crate) const AMBIGUOUS: &str = "AMBIGUOUS:";
/// No move can be made any more.
pub(crate) const GAME_OVER: &str = "GAME OVER";
/// A command's argument is not what it takes.
pub(crate) const BAD_ARGUMENT: &str = "BAD ARGUMENT";
/// The line was dropped by a rubout.
pub(crate) const DROPPED: &str = "XXX";
/// Thinking was stopped by control-G.
pub(crate) const QUIT: &str = "QUIT";
/// The move left no legal move and no check.
pub(crate) const STALEMATE: &str = "STALEMATE";
/// The position stands on the board for the third time.
pub(crate) const DRAW_BY_REPETITION: &str = "DRAW BY REPETITION";
/// A hundred plies without capture or pawn move.
pub(crate) const DRAW_BY_50_MOVES: &str = "DRAW BY 50 MOVES";
/// The offer of a draw is accepted.
pub(crate) const ACCEPT: &str = "ACCEPT";
/// It is declined.
pub(crate) const DECLINE: &str = "DECLINE";
/// After a move from the book.
pub(crate) const BOOK: &str = " BOOK";
/// What HELP types: lines short enough for the narrowest paper on a screen.
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
/// The parts of the pawn structure in the trace of the static evaluator (specification 14.3).
pub(crate) const MULTIPLE: &str = "MULTIPLE";
/// An isolated file.
pub(crate) const ISOLATED: &str = "ISOLATED";
/// A passed pawn.
pub(crate) const PASSED: &str = "PASSED";
/// A backward pawn.
pub(crate) const BACKWARD: &str = "BACKWARD";
/// The two parts of king safety follow, side by side.
pub(crate) const KING: &str = "KING";
/// The state of the game that is no part of the position, as STATE types it (specification 3.4).
pub(crate) const QRPIN: &str = "QRPIN";
/// The numbers of the pawns follow.
pub(crate) const ALSOWHITE: &str = "ALSOWHITE";
/// The POS kept follows.
pub(crate) const LASTPOS: &str = "LASTPOS";
