//! Sizes and limits of both programs.

/// How many plies the record of a game holds (specification 3.7).
pub(crate) const RECORD_PLIES: usize = 512;

/// How deep a line can become, in levels: the search stack of specification 3.7.
///
/// At the last level the position evaluator neither feeds over nor follows captures; no line of a real game comes near.
pub(crate) const MAX_LEVEL: usize = 64;

/// No level: the value of a node depends on no repetition (specification 11.5).
pub(crate) const NO_LEVEL: i32 = 63;

/// The plies without a capture or a pawn's move after which the game is drawn.
pub(crate) const QUIET_PLIES: u16 = 100;

/// How many entries the hash table has, a power of two (paper, Hash coding; specification 3.6).
pub(crate) const HASH_ENTRIES: usize = 32_768;

/// How many entries the small table of repetition schemes (c) and (d) has, a power of two (specification 11.4).
pub(crate) const SMALL_ENTRIES: usize = 1024;

/// How many characters a line typed in holds.
pub(crate) const LINE_LENGTH: usize = 120;

/// No number typed in is as large.
pub(crate) const NUMBERS: u32 = 1_000_000;

/// The game ply of a position set up by hand, White to move: late enough for no opening rule (specification 13.5).
pub(crate) const SETUP_PLY: u16 = 40;

/// No draw is accepted up to this game ply (specification 13.4).
pub(crate) const DRAW_PLIES: u16 = 40;

/// Nor unless the machine's value is greater than this (fault F33).
pub(crate) const DRAW_VALUE: i32 = 69;

/// Blank frames before and after what SAVE punches.
pub(crate) const LEADER: usize = 40;

/// The ticks of the machine's clock in a second.
pub(crate) const TICKS: u64 = 60;
