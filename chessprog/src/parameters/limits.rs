//! Sizes and limits of both programs.

/// Number of plies in the record of a game (specification 3.7).
pub const RECORD_PLIES: usize = 512;

/// Number of plies cut from the start of a game that does not fit into the record, several times if needed.
/// The remainder is long enough for any repetition and the 50-move rule.
pub const CUT_PLIES: usize = RECORD_PLIES / 2;
const _: () = assert!(CUT_PLIES > QUIET_PLIES as usize);

/// Maximum number of half-moves in a game. With this limit, the 16-bit counts of a position do not overflow,
/// even with the largest counts that a FEN can give.
pub const MAX_PLIES: usize = 40_000;

/// Maximum number of levels of a line: the size of the search stack of specification 3.7.
///
/// At the last level the position evaluator neither feeds over nor tries captures. No line of a real game
/// comes near this level.
pub const MAX_LEVEL: usize = 64;

/// Stored instead of a level if the value of a node depends on no repetition (specification 11.5).
pub const NO_LEVEL: i32 = 63;

/// Number of plies without a capture or pawn move after which the game is a draw.
pub const QUIET_PLIES: u16 = 100;

/// Number of entries in the hash table, a power of two (paper, Hash coding; specification 3.6).
pub const HASH_ENTRIES: usize = 32_768;

/// Number of entries in the small table of repetition schemes (c) and (d), a power of two (specification
/// 11.4).
pub const SMALL_ENTRIES: usize = 1024;

/// Maximum number of characters in a typed line.
pub const LINE_LENGTH: usize = 120;

/// Typed numbers must be less than this.
pub const NUMBERS: u32 = 1_000_000;

/// Game ply of a position set up by hand with White to move: late enough that no opening rule applies
/// (specification 13.5).
pub const SETUP_PLY: u16 = 40;

/// A draw is accepted only after this game ply (specification 13.4).
pub const DRAW_PLIES: u16 = 40;

/// A draw is accepted only if the value for the program's side is greater than this (fault F33).
pub const DRAW_VALUE: i32 = 69;

/// Number of blank frames before and after the text punched by SAVE.
pub const LEADER: usize = 40;

/// Ticks of the PDP-6's clock per second.
pub const TICKS: u64 = 60;
