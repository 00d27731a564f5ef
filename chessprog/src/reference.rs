//! The reference positions and searches of the specification (section 15).

use crate::player::{Counters, Settings};

/// A reference position.
#[derive(Clone, Copy, Debug)]
pub struct ReferencePosition {
    /// Its letter.
    pub letter: char,
    /// What it is.
    pub name: &'static str,
    /// The position.
    pub fen: &'static str,
    /// Its hash key (15.1).
    pub key: u64,
}

/// The positions A to L.
#[rustfmt::skip]
pub const POSITIONS: [ReferencePosition; 12] = [
    ReferencePosition { letter: 'A', name: "initial position", fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", key: 0o413174354433 },
    ReferencePosition { letter: 'B', name: "Ruy Lopez after 3...a6", fen: "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4", key: 0o171707012327 },
    ReferencePosition { letter: 'C', name: "game 1 before 26...", fen: "1r6/p2q1pkp/2Np2n1/2b1rp2/2P5/1P4PP/P1Q2PBK/3R1R2 b - - 1 26", key: 0o705102353662 },
    ReferencePosition { letter: 'D', name: "game 2 before 23...", fen: "1r3rk1/p5pp/2p2p2/4p3/1Pb1P3/P4N2/2PR1PPP/3R2K1 b - - 4 23", key: 0o601632033613 },
    ReferencePosition { letter: 'E', name: "game 3 before 12.", fen: "r1bqk2r/5p1p/p1np1npb/4p3/Pp2P3/2NQ1NB1/1PP2PPP/1K1R1B1R w kq - 0 12", key: 0o505413266557 },
    ReferencePosition { letter: 'F', name: "game 3 before 20.", fen: "2r1kb1r/5p1p/p1n1b1p1/2nQN3/Pp5B/8/1PP2PPP/1K1R1B1R w k - 1 20", key: 0o030037301776 },
    ReferencePosition { letter: 'G', name: "game 4 before 22.", fen: "2k4r/1pp5/p1p2n2/5Pp1/2P5/1PN3Pp/P2r1P2/R3R1K1 w - - 0 22", key: 0o316027236027 },
    ReferencePosition { letter: 'H', name: "game 4 before 40.", fen: "8/8/p4P2/1p4K1/4k3/1P1p2P1/P7/8 w - - 0 40", key: 0o110073126655 },
    ReferencePosition { letter: 'I', name: "castling and en passant", fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", key: 0o156663757604 },
    ReferencePosition { letter: 'J', name: "promotions", fen: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", key: 0o375432571032 },
    ReferencePosition { letter: 'K', name: "endgame pins", fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", key: 0o601636240112 },
    ReferencePosition { letter: 'L', name: "Black to move, en passant", fen: "rnbqkbnr/ppp1p1pp/8/8/3pPp2/2N2N2/PPPP1PPP/R1BQKB1R b KQkq e3 0 4", key: 0o757025651361 },
];

/// A reference search: no game before the position, no book, REP 1, REP1 1, HASH 1.
#[derive(Clone, Copy, Debug)]
pub struct ReferenceSearch {
    /// The letter of the position.
    pub letter: char,
    /// Tournament widths 15 15 9 9 7; else 6.
    pub wide: bool,
    /// Basic depth.
    pub depth: i32,
    /// The move found, in coordinates.
    pub best: &'static str,
    /// Its value.
    pub value: i64,
    /// The counters in the order of the statistics line.
    counters: [u64; 8],
}

/// The searches of 15.2 in its order.
#[rustfmt::skip]
pub const SEARCHES: [ReferenceSearch; 36] = [
    ReferenceSearch { letter: 'A', wide: false, depth: 3, best: "d2d3", value: 16, counters: [68, 230, 7, 290, 0, 0, 43, 4] },
    ReferenceSearch { letter: 'A', wide: false, depth: 4, best: "d2d4", value: 0, counters: [187, 587, 23, 755, 5, 0, 150, 2] },
    ReferenceSearch { letter: 'A', wide: true, depth: 4, best: "d2d4", value: 0, counters: [452, 1666, 54, 2096, 33, 0, 423, 2] },
    ReferenceSearch { letter: 'B', wide: false, depth: 3, best: "b5e2", value: 0, counters: [121, 530, 54, 604, 8, 0, 131, 3] },
    ReferenceSearch { letter: 'B', wide: false, depth: 4, best: "b5c4", value: -17, counters: [342, 1155, 122, 1410, 36, 0, 364, 2] },
    ReferenceSearch { letter: 'B', wide: true, depth: 4, best: "b5a4", value: -32, counters: [875, 3425, 353, 4075, 129, 0, 967, 3] },
    ReferenceSearch { letter: 'C', wide: false, depth: 3, best: "b8c8", value: 760, counters: [92, 584, 30, 661, 16, 0, 142, 2] },
    ReferenceSearch { letter: 'C', wide: false, depth: 4, best: "b8c8", value: 760, counters: [421, 1729, 205, 2019, 75, 0, 431, 2] },
    ReferenceSearch { letter: 'C', wide: true, depth: 4, best: "b8c8", value: 760, counters: [1058, 4627, 572, 5465, 353, 0, 1156, 2] },
    ReferenceSearch { letter: 'D', wide: false, depth: 3, best: "h7h6", value: 68, counters: [77, 311, 24, 363, 0, 0, 85, 2] },
    ReferenceSearch { letter: 'D', wide: false, depth: 4, best: "h7h6", value: 84, counters: [331, 1369, 167, 1569, 37, 0, 404, 2] },
    ReferenceSearch { letter: 'D', wide: true, depth: 4, best: "h7h6", value: 84, counters: [795, 3545, 398, 4083, 142, 0, 1155, 2] },
    ReferenceSearch { letter: 'E', wide: false, depth: 3, best: "d3d6", value: 246, counters: [352, 2561, 285, 2694, 66, 1, 722, 3] },
    ReferenceSearch { letter: 'E', wide: false, depth: 4, best: "d3d6", value: 246, counters: [655, 3553, 467, 3834, 93, 1, 1037, 3] },
    ReferenceSearch { letter: 'E', wide: true, depth: 4, best: "d3d6", value: 246, counters: [1435, 6760, 1017, 7353, 175, 1, 1924, 2] },
    ReferenceSearch { letter: 'F', wide: false, depth: 3, best: "d5c6", value: 3875, counters: [142, 655, 107, 698, 8, 1, 143, 1] },
    ReferenceSearch { letter: 'F', wide: false, depth: 4, best: "d5c6", value: 3875, counters: [353, 1202, 232, 1342, 19, 1, 354, 1] },
    ReferenceSearch { letter: 'F', wide: true, depth: 4, best: "d5c6", value: 3875, counters: [654, 2070, 425, 2339, 40, 1, 613, 1] },
    ReferenceSearch { letter: 'G', wide: false, depth: 3, best: "c3e4", value: -188, counters: [135, 504, 67, 574, 3, 0, 140, 1] },
    ReferenceSearch { letter: 'G', wide: false, depth: 4, best: "c3e4", value: -188, counters: [183, 614, 90, 723, 17, 0, 176, 1] },
    ReferenceSearch { letter: 'G', wide: true, depth: 4, best: "e1e2", value: -188, counters: [820, 3324, 422, 3873, 152, 0, 938, 3] },
    ReferenceSearch { letter: 'H', wide: false, depth: 3, best: "f6f7", value: -852, counters: [28, 101, 3, 136, 11, 0, 42, 1] },
    ReferenceSearch { letter: 'H', wide: false, depth: 4, best: "f6f7", value: -1293, counters: [109, 268, 19, 412, 55, 0, 80, 3] },
    ReferenceSearch { letter: 'H', wide: true, depth: 4, best: "g5h4", value: -856, counters: [217, 584, 38, 963, 201, 0, 160, 5] },
    ReferenceSearch { letter: 'I', wide: false, depth: 3, best: "d5e6", value: -340, counters: [709, 5807, 630, 6152, 267, 0, 1562, 2] },
    ReferenceSearch { letter: 'I', wide: false, depth: 4, best: "d5d6", value: -298, counters: [1888, 12447, 1613, 13242, 521, 0, 3387, 2] },
    ReferenceSearch { letter: 'I', wide: true, depth: 4, best: "d5e6", value: -340, counters: [4983, 33551, 4345, 35812, 1624, 0, 8983, 4] },
    ReferenceSearch { letter: 'J', wide: false, depth: 3, best: "c4c5", value: -1631, counters: [283, 1757, 245, 1931, 137, 0, 508, 1] },
    ReferenceSearch { letter: 'J', wide: false, depth: 4, best: "c4c5", value: -1548, counters: [537, 2685, 446, 2915, 140, 0, 721, 1] },
    ReferenceSearch { letter: 'J', wide: true, depth: 4, best: "c4c5", value: -1426, counters: [816, 6462, 688, 6984, 395, 0, 1884, 1] },
    ReferenceSearch { letter: 'K', wide: false, depth: 3, best: "b4f4", value: 833, counters: [269, 1492, 202, 1635, 77, 0, 441, 3] },
    ReferenceSearch { letter: 'K', wide: false, depth: 4, best: "b4f4", value: 40, counters: [770, 3773, 544, 4255, 256, 1, 1243, 3] },
    ReferenceSearch { letter: 'K', wide: true, depth: 4, best: "b4f4", value: 40, counters: [1760, 8769, 1240, 10066, 777, 1, 2945, 2] },
    ReferenceSearch { letter: 'L', wide: false, depth: 3, best: "d4c3", value: -574, counters: [49, 134, 24, 160, 2, 0, 37, 1] },
    ReferenceSearch { letter: 'L', wide: false, depth: 4, best: "d4c3", value: -558, counters: [123, 358, 50, 433, 3, 0, 108, 1] },
    ReferenceSearch { letter: 'L', wide: true, depth: 4, best: "d4c3", value: -558, counters: [400, 1272, 196, 1511, 36, 0, 319, 1] },
];

impl ReferenceSearch {
    /// The position searched.
    pub fn position(&self) -> &'static ReferencePosition {
        POSITIONS
            .iter()
            .find(|position| position.letter == self.letter)
            .expect("every search has its position")
    }

    /// How it is searched.
    pub fn settings(&self) -> Settings {
        let Settings { widths, .. } = if self.wide { Settings::tournament() } else { Settings::normal() };
        Settings { widths, depth: self.depth, ..Settings::normal() }
    }

    /// What is counted.
    pub fn counters(&self) -> Counters {
        self.counters.into()
    }
}
