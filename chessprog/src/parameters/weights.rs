//! The weights of the static evaluator and of the plausible move generator.
//!
//! Each heuristic has a number H1 to H60 in specification 7.2; what comes from the paper or from the program's later state is
//! marked there. Everything is in points, 128 to the pawn.

/// Deduction for doubled pawns whose file has no neighbouring pawns (specification 6.4).
pub const DOUBLED: i32 = 16;
/// Deduction for three pawns on a file (specification 6.4).
pub const TRIPLED: i32 = 32;
/// Deduction for four or more pawns on a file (specification 6.4).
pub const QUADRUPLED: i32 = 96;
/// Deduction for an isolated pawn by file, a at 1; twice as much on an open file (specification 6.4).
pub const ISOLATED: [i32; 10] = [0, 8, 8, 12, 16, 16, 12, 8, 8, 0];
/// Worth of a passed pawn by relative rank (specification 6.4).
pub const PASSED: [i32; 9] = [0, 0, 8, 12, 24, 52, 112, 256, 0];
/// Deduction for a backward pawn (specification 6.4).
pub const BACKWARD: i32 = 8;
/// The same on an open file or against rooks and queens (specification 6.4; that it is more: paper, Evaluation).
pub const BACKWARD_EXPOSED: i32 = 16;
/// Worth of a rank of king safety (paper, Evaluation).
pub const KING_RANK: i32 = 8;

/// Square importance: basic worth (specification 7.1).
pub const SQUARE_BASE: i32 = 8;
/// Square importance: the four centre squares, early and late in the game (specification 7.1).
pub const SQUARE_CENTER: [i32; 2] = [16, 8];
/// Square importance: the other squares from c3 to f6, early and late (specification 7.1).
pub const SQUARE_NEAR: [i32; 2] = [8, 4];
/// The game ply from which on it is late (specification 7.1).
pub const LATE: u16 = 40;
/// Square importance: next to the enemy king (specification 7.1).
pub const SQUARE_KING: i32 = 16;
/// Square importance: an own piece stands there (specification 7.1).
pub const SQUARE_OWN: i32 = 2;
/// Square importance: the most that an own piece en prise there adds (specification 7.1).
pub const SQUARE_PRISE: i32 = 48;
/// From this material of pieces on an enemy counts as dangerous without a queen: two rooks and two bishops
/// (specification 7.1, after the later program).
pub const DANGEROUS: i32 = 2176;

/// H1, constant effort.
pub const BASE: i32 = 512;
/// H5 and others: no single threat counts for more.
pub const THREAT_LIMIT: i32 = 256;
/// H6, shifts the balance.
pub const TIPS: i32 = 64;
/// H7, overattacks.
pub const OVERATTACKS: i32 = 16;
/// H8, attacks a pinned piece; a pinned pawn that a pawn defends.
pub const HITS_PINNED: [i32; 2] = [64, 16];
/// H9, attacks a weak pawn.
pub const HITS_WEAK: i32 = 40;
/// H10, attacks a pawn along its file, and the addition if it is passed.
pub const HITS_ON_FILE: [i32; 2] = [12, 16];
/// H11, a pawn attacks a pawn.
pub const PAWN_BREAK: i32 = 40;
/// H12, attacks a piece that has a duty.
pub const HITS_DEFENDER: i32 = 32;
/// H14, defends a piece that is not en prise.
pub const GUARDS: i32 = 2;
/// H15, by the number of threats, five standing for more (after the later program).
pub const FORK: [i32; 6] = [0, 0, 64, 160, 256, 384];
/// H16, rook or queen on the file of the enemy king.
pub const KING_FILE: i32 = 16;
/// H17, that file without pawns.
pub const KING_FILE_OPEN: i32 = 48;
/// H18, on the rank or a diagonal of the enemy king.
pub const KING_LINE: i32 = 16;
/// H19, rook on a file without own pawns; without any.
pub const ROOK_FILE: [i32; 2] = [12, 24];
/// H20, rook on the seventh.
pub const ROOK_SEVENTH: i32 = 24;
/// H21, for each point of [`CENTER`] under a pawn.
pub const PAWN_CENTER: i32 = 4;
/// H22, for each point of [`CENTER`] under a knight.
pub const KNIGHT_CENTER: i32 = 8;
/// H26, exposes a piece that is defended and no dearer than the attacker.
pub const EXPOSES: i32 = 8;
/// H30, blocks a centre pawn (paper, Details: it is bad to move pieces in front of centre pawns).
pub const BLOCKS_CENTER: i32 = 96;
/// H31, frees a centre pawn.
pub const FREES_CENTER: i32 = 48;
/// H32 to H34: the push of a passed pawn by its relative rank (after the later program).
pub const PUSH: [i32; 9] = [0, 0, 32, 48, 64, 96, 128, 192, 256];
/// H35, a defended pawn leaves.
pub const LEAVES_CHAIN: i32 = 4;
/// H36, a backward pawn moves.
pub const WAS_BACKWARD: i32 = 24;
/// H37, an isolated pawn moves.
pub const WAS_ISOLATED: i32 = 4;
/// H38, a pawn before the king moves.
pub const OPENS_KING: i32 = 20;
/// H39, a piece moves too early (after the later program).
pub const TOO_EARLY: i32 = 256;
/// H39: the game ply from which on a piece of each type may move.
pub const EARLIEST: [u16; 8] = [0, 0, 2, 2, 6, 8, 8, 0];
/// H40, castles with the king's rook, with the queen's.
pub const CASTLES: [i32; 2] = [160, 128];
/// H41, a minor piece leaves its original square (after the later program).
pub const FIRST_MOVE: i32 = 36;
/// H42, the king forfeits castling (after the later program: 32 + 128).
pub const KING_FORFEITS: i32 = 160;
/// H43, a rook forfeits castling (after the later program).
pub const ROOK_FORFEITS: i32 = 48;
/// H44, for each rank that the king retreats.
pub const KING_RETREATS: i32 = 8;
/// H45, for each step from the edge that the king makes.
pub const KING_CENTRALIZES: i32 = 16;
/// H49, a pawn must recapture.
pub const PAWN_RETAKES: i32 = 16;
/// H50, the only defender has another duty.
pub const OVERLOADED: i32 = 64;
/// H52, a pawn promotes where it will be taken.
pub const PROMOTES_INTO_PRISE: i32 = 128;
/// H54, gives check.
pub const CHECK: i32 = 24;
/// H56, pins a piece, by the relative rank on which it stands (after the later program).
pub const PINS: [i32; 9] = [0, 48, 40, 40, 48, 56, 64, 72, 72];
/// H56, pins a pawn that is not weak.
pub const PINS_PAWN: i32 = 32;
/// H57, prepares a discovery.
pub const READY: i32 = 32;
/// H58, traps a bishop (after the later program).
pub const TRAPS_BISHOP: i32 = 128;
/// H59, relieves a pin.
pub const UNPINS: i32 = 32;
/// H60, promotion to a queen, rook, bishop, knight.
pub const PROMOTES: [i32; 4] = [1120, -512, -512, 288];
/// A move is developmentally poor below this positional value (specification 7.3, after the later program).
pub const POOR: i32 = -48;

/// The gain of a promotion among plausible captures (specification 8.2).
pub const PROMOTION_GAIN: i32 = 1120;

/// CF, closeness to the centre for pawns and knights, by relative rank and file (specification 7.2, after the later
/// program).
pub const CENTER: [[i32; 9]; 9] = {
    let mut center = [[0; 9]; 9];
    center[3] = [0, 0, 0, 1, 2, 2, 1, 0, 0];
    center[4] = [0, 0, 0, 2, 3, 3, 2, 0, 0];
    center[5] = [0, 0, 0, 3, 4, 4, 3, 0, 0];
    center[6] = [0, 0, 0, 3, 5, 5, 3, 0, 0];
    center
};

/// 9.4: a developmentally poor move.
pub const MOD_POOR: i32 = 6;
/// 9.4: the same piece moves again in the first eight moves.
pub const MOD_OPENING: i32 = 8;
/// 9.4: it goes back where it came from.
pub const MOD_BACK: i32 = 12;
/// 9.4: it took two moves for what one does.
pub const MOD_TEMPO: i32 = 8;
/// 9.4: the game ply before which the opening rule holds (paper, Modifications: the first eight moves).
pub const MOD_OPENING_PLIES: u16 = 16;
