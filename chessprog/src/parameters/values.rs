//! Values of pieces, and special values of positions.

/// FV, the fixed value of each type, pawn to king (paper, Evaluation, table 2).
pub const FIXED: [i32; 6] = [128, 416, 448, 640, 1248, 1536];

/// FV of no piece (specification 3.2, fault F5).
pub const FIXED_OF_NONE: i32 = 640;

/// PV of no piece (specification 3.2, fault F5).
pub const WORKING_OF_NONE: i32 = 1120;

/// Increase of a pawn's PV with each of its moves, doubled for a first double step (specification 3.2).
pub const PAWN_STEP: i32 = 8;

/// Difference of PV and FV of a pawn that was promoted before it was set up (specification 3.8).
pub const PROMOTED_STEP: i32 = 48;

/// Least PV of a queen or king (specification 3.2).
pub const DEAR: i32 = 1248;

/// The code of each type, summed in attack words. Cheaper pieces have greater codes (specification 3.2).
pub const CODE: [u32; 6] = [6, 5, 4, 3, 2, 1];

/// The king's value in the material and the piece ratio (paper, Evaluation).
pub const KING_IN_RATIO: i32 = 1;

/// The material of one side at the start, with the king as in the piece ratio: M of the paper's term R.
pub const MATERIAL_AT_START: i32 = 8 * 128 + 2 * (416 + 448 + 640) + 1248 + KING_IN_RATIO;

/// An infinite bound of the hash table (specification 2.9).
pub const INF: i32 = 131_071;

/// The absolute value of REFUTED, and the limit of the widest window (specification 2.9).
pub const REFUTED: i32 = 32_768;

/// Moves with absolute values above this are refuted (specification 2.9).
pub const REFUTED_LIMIT: i32 = 32_256;

/// Bounds of this absolute value or more are infinite in the hash table (specification 10).
pub const BOUND_LIMIT: i32 = 32_000;

/// The absolute value of a mate at level 0. At level L it is less by L (specification 2.9).
pub const MATE: i32 = 28_672;

/// Least absolute value that the tally of the width counts as a mate (specification 9.2).
pub const MATE_LIMIT: i32 = 28_160;

/// The mate zone: least and greatest absolute value (specification 2.9).
pub const MATE_ZONE: (i32, i32) = (28_000, 28_736);

/// The value of a draw (specification 2.9).
pub const DRAW: i32 = 0;
