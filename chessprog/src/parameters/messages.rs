//! The messages that the program prints (specification 13).

/// Printed at the start.
pub const GREETING: &str = "MAC HACK SIX";
/// The line is neither a command nor written like a move.
pub const UNREADABLE: &str = "?";
/// The line is written like a move, but means no legal move.
pub const ILLEGAL: &str = "ILLEGAL";
/// Several moves match the typed line. Their names follow.
pub const AMBIGUOUS: &str = "AMBIGUOUS:";
/// No move can be made any more.
pub const GAME_OVER: &str = "GAME OVER";
/// A command's argument is invalid.
pub const BAD_ARGUMENT: &str = "BAD ARGUMENT";
/// The line was deleted by a rubout.
pub const DROPPED: &str = "XXX";
/// Thinking was stopped by control-G.
pub const QUIT: &str = "QUIT";
/// The side to move has no legal move and is not in check.
pub const STALEMATE: &str = "STALEMATE";
/// The position has occurred for the third time.
pub const DRAW_BY_REPETITION: &str = "DRAW BY REPETITION";
/// There were a hundred plies without a capture or pawn move.
pub const DRAW_BY_50_MOVES: &str = "DRAW BY 50 MOVES";
/// An offered draw is accepted.
pub const ACCEPT: &str = "ACCEPT";
/// An offered draw is declined.
pub const DECLINE: &str = "DECLINE";
/// Follows a move from the book.
pub const BOOK: &str = " BOOK";
/// The lines printed by HELP, short enough for the narrowest teletype paper that a screen shows.
pub const HELP: [&str; 15] = [
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
/// The word for a file with several pawns, in the trace of the static evaluator (specification 14.3).
pub const MULTIPLE: &str = "MULTIPLE";
/// The word for an isolated file, in that trace.
pub const ISOLATED: &str = "ISOLATED";
/// The word for a passed pawn, in that trace.
pub const PASSED: &str = "PASSED";
/// The word for a backward pawn, in that trace.
pub const BACKWARD: &str = "BACKWARD";
/// Starts the line with the king safety of one side.
pub const KING: &str = "KING";
/// STATE prints this, [`ALSOWHITE`] and [`LASTPOS`], each with its value: the state of the game that is not
/// part of the position (specification 3.4).
pub const QRPIN: &str = "QRPIN";
/// Precedes the numbers of the black pawns that also count as white ones.
pub const ALSOWHITE: &str = "ALSOWHITE";
/// Precedes the stored positional value, POS.
pub const LASTPOS: &str = "LASTPOS";
