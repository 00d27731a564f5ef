//! Values of pieces and the limits of scores.

/// The value of each type, pawn to king, at its type number; nothing is worth nothing (paper, Evaluation, table 2).
pub const VALUE: [i32; 8] = [0, 128, 416, 448, 640, 1248, 1536, 0];

/// The king's value in the piece ratio (paper, Evaluation).
pub const KING_IN_RATIO: i32 = 1;

/// The material of one side at the beginning, king as in the piece ratio: M of the paper's term R.
pub const MATERIAL_AT_START: i32 = 8 * 128 + 2 * (416 + 448 + 640) + 1248 + KING_IN_RATIO;

/// The mobility weight of each type (specification 3.2).
pub const MOBILITY: [i32; 8] = [0, 2, 4, 4, 2, 1, 0, 0];

/// LV where nothing attacks: dearer than any piece (specification 5.2).
pub const NO_ATTACKER: i16 = 4096;

/// An infinite bound (specification 2, 9).
pub const INF: i32 = 131_071;

/// The end of the widest window (specification 2, 9).
pub const WINDOW: i32 = 32_768;

/// The value of a mate on the spot at the root; at ply k it is less by k (specification 2, 9).
pub const MATE: i32 = 28_672;

/// Values of at least this size are mates (specification 2, 9).
pub const MATE_ZONE: i32 = 28_000;

/// The value of a draw (specification 2, 9).
pub const DRAW: i32 = 0;

/// The largest size of a static value (specification 2, 9).
pub const STATIC_LIMIT: i32 = 27_000;

/// The largest size of the term R (specification 6.3).
pub const RATIO_LIMIT: i32 = 8_191;
