//! The reference positions of the specification (section 15.1), which commands and documents identify by
//! their letters.

use crate::program::Case;
use crate::vocabulary::Diagram;

/// A reference position.
#[derive(Clone, Copy, Debug)]
pub struct ReferencePosition {
    /// A letter from A to L.
    pub letter: char,
    /// A short description.
    pub name: &'static str,
    /// The diagram that is set up.
    pub fen: &'static str,
    /// The hash key (specification 15.1).
    pub key: u64,
}

impl ReferencePosition {
    /// Returns the position as a case named by its letter.
    pub fn case(&self) -> Case {
        Case::diagram(self.letter, Diagram::from_fen(self.fen).expect("the positions are well written"))
    }
}

/// The positions A to L.
#[rustfmt::skip]
pub const POSITIONS: [ReferencePosition; 12] = [
    ReferencePosition { letter: 'A', name: "initial position", key: 0o413174354433,
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" },
    ReferencePosition { letter: 'B', name: "Ruy Lopez after 3...a6", key: 0o171707012327,
        fen: "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4" },
    ReferencePosition { letter: 'C', name: "game 1 before 26...", key: 0o705102353662,
        fen: "1r6/p2q1pkp/2Np2n1/2b1rp2/2P5/1P4PP/P1Q2PBK/3R1R2 b - - 1 26" },
    ReferencePosition { letter: 'D', name: "game 2 before 23...", key: 0o601632033613,
        fen: "1r3rk1/p5pp/2p2p2/4p3/1Pb1P3/P4N2/2PR1PPP/3R2K1 b - - 4 23" },
    ReferencePosition { letter: 'E', name: "game 3 before 12.", key: 0o505413266557,
        fen: "r1bqk2r/5p1p/p1np1npb/4p3/Pp2P3/2NQ1NB1/1PP2PPP/1K1R1B1R w kq - 0 12" },
    ReferencePosition { letter: 'F', name: "game 3 before 20.", key: 0o030037301776,
        fen: "2r1kb1r/5p1p/p1n1b1p1/2nQN3/Pp5B/8/1PP2PPP/1K1R1B1R w k - 1 20" },
    ReferencePosition { letter: 'G', name: "game 4 before 22.", key: 0o316027236027,
        fen: "2k4r/1pp5/p1p2n2/5Pp1/2P5/1PN3Pp/P2r1P2/R3R1K1 w - - 0 22" },
    ReferencePosition { letter: 'H', name: "game 4 before 40.", key: 0o110073126655,
        fen: "8/8/p4P2/1p4K1/4k3/1P1p2P1/P7/8 w - - 0 40" },
    ReferencePosition { letter: 'I', name: "castling and en passant", key: 0o156663757604,
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1" },
    ReferencePosition { letter: 'J', name: "promotions", key: 0o375432571032,
        fen: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1" },
    ReferencePosition { letter: 'K', name: "endgame pins", key: 0o601636240112,
        fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1" },
    ReferencePosition { letter: 'L', name: "Black to move, en passant", key: 0o757025651361,
        fen: "rnbqkbnr/ppp1p1pp/8/8/3pPp2/2N2N2/PPPP1PPP/R1BQKB1R b KQkq e3 0 4" },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_keys_are_the_printed_ones() {
        for position in POSITIONS {
            assert_eq!(position.case().root().unwrap().key().bits(), position.key, "{}", position.letter);
        }
    }
}
