//! The reference positions and searches of the specification (section 15).

use std::fmt;

use crate::program::{Answer, Case};
use crate::vocabulary::{Counters, Diagram, Settings};

/// A reference position.
#[derive(Clone, Copy, Debug)]
pub struct ReferencePosition {
    /// The letter of the position.
    pub letter: char,
    /// A short description.
    pub name: &'static str,
    /// The diagram that is set up.
    pub fen: &'static str,
    /// The hash key (15.1).
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

/// The settings of a reference search. The book is not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReferenceSet {
    /// `ORIG N` with the given SETD.
    Orig {
        /// Basic depth.
        depth: i32,
    },
    /// `ORIG T`, SETD 4.
    OrigTournament,
    /// `NORMAL`, with all features on.
    Normal,
    /// `TOURN`, with all features on.
    Tournament,
}

impl ReferenceSet {
    /// Returns the settings.
    pub fn settings(self) -> Settings {
        match self {
            Orig { depth } => Settings { depth, ..Settings::normal().original() },
            OrigTournament => Settings::tournament().original(),
            Normal => Settings::normal(),
            Tournament => Settings::tournament(),
        }
    }

    /// Returns `true` if the settings are those of 1967.
    pub fn is_original(self) -> bool {
        matches!(self, Orig { .. } | OrigTournament)
    }
}

/// Writes the settings as they are typed: `ORIG N, SETD 3`.
impl fmt::Display for ReferenceSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Orig { depth } => write!(f, "ORIG N, SETD {depth}"),
            OrigTournament => f.write_str("ORIG T"),
            Normal => f.write_str("NORMAL"),
            Tournament => f.write_str("TOURN"),
        }
    }
}

/// A reference search: the result of a program just started for a position that is set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReferenceSearch {
    /// The letter of the position.
    pub letter: char,
    /// Settings of the search.
    pub set: ReferenceSet,
    /// The move found, in coordinates.
    pub best: &'static str,
    /// Value of the move.
    pub value: i32,
    /// NPL, generator nodes.
    pub generations: u64,
    /// NSV, evaluator nodes.
    pub evaluations: u64,
    /// NFD, feedovers made.
    pub feedovers: u64,
    /// NODES, nodes entered.
    pub nodes: u64,
}

const fn search(
    letter: char,
    set: ReferenceSet,
    best: &'static str,
    value: i32,
    counts: [u64; 4],
) -> ReferenceSearch {
    let [generations, evaluations, feedovers, nodes] = counts;
    ReferenceSearch { letter, set, best, value, generations, evaluations, feedovers, nodes }
}

use ReferenceSet::{Normal, Orig, OrigTournament, Tournament};

/// The searches of 15.2, by position: move, value; NPL, NSV, NFD, NODES.
#[rustfmt::skip]
pub const SEARCHES: [ReferenceSearch; 84] = [
    search('A', Orig { depth: 1 }, "e2e4", 0, [1, 6, 0, 7]),
    search('A', Orig { depth: 2 }, "e2e4", 0, [7, 11, 0, 18]),
    search('A', Orig { depth: 3 }, "e2e4", 0, [24, 65, 6, 83]),
    search('A', Orig { depth: 4 }, "e2e4", 0, [113, 282, 54, 341]),
    search('A', OrigTournament, "e2e4", 0, [310, 756, 116, 950]),
    search('A', Normal, "e2e4", 0, [82, 179, 21, 248]),
    search('A', Tournament, "e2e4", 0, [235, 495, 44, 709]),
    search('B', Orig { depth: 1 }, "b5c6", 102, [2, 20, 1, 21]),
    search('B', Orig { depth: 2 }, "b5c6", 102, [15, 50, 4, 61]),
    search('B', Orig { depth: 3 }, "b5c6", 102, [46, 172, 15, 203]),
    search('B', Orig { depth: 4 }, "b5c4", 0, [239, 798, 134, 903]),
    search('B', OrigTournament, "b5c4", 0, [638, 2051, 390, 2299]),
    search('B', Normal, "b5e2", 0, [287, 994, 155, 1146]),
    search('B', Tournament, "b5e2", 0, [622, 2012, 350, 2377]),
    search('C', Orig { depth: 1 }, "b8e8", 479, [5, 96, 4, 97]),
    search('C', Orig { depth: 2 }, "b8e8", 479, [27, 124, 11, 140]),
    search('C', Orig { depth: 3 }, "b8e8", 479, [55, 244, 16, 283]),
    search('C', Orig { depth: 4 }, "b8e8", 479, [362, 1253, 192, 1423]),
    search('C', OrigTournament, "b8e8", 479, [727, 2715, 391, 3051]),
    search('C', Normal, "b8h8", 479, [407, 1272, 206, 1590]),
    search('C', Tournament, "b8h8", 479, [754, 2611, 382, 3289]),
    search('D', Orig { depth: 1 }, "f8e8", 104, [2, 17, 1, 18]),
    search('D', Orig { depth: 2 }, "f8e8", 104, [14, 43, 6, 51]),
    search('D', Orig { depth: 3 }, "f8e8", 104, [44, 145, 17, 172]),
    search('D', Orig { depth: 4 }, "f8e8", 104, [198, 659, 105, 752]),
    search('D', OrigTournament, "f8e8", 104, [549, 1690, 297, 1942]),
    search('D', Normal, "b8b7", 92, [329, 1154, 152, 1366]),
    search('D', Tournament, "f8c8", 88, [1005, 3570, 468, 4314]),
    search('E', Orig { depth: 1 }, "d3d6", 151, [13, 129, 12, 130]),
    search('E', Orig { depth: 2 }, "d3d6", 172, [44, 450, 34, 460]),
    search('E', Orig { depth: 3 }, "d3d6", 172, [152, 798, 118, 832]),
    search('E', Orig { depth: 4 }, "d3d6", 278, [494, 3049, 371, 3172]),
    search('E', OrigTournament, "d3d6", 209, [1316, 7138, 996, 7458]),
    search('E', Normal, "d3d6", 295, [598, 3996, 457, 4207]),
    search('E', Tournament, "c3d5", 138, [1475, 8668, 1133, 9184]),
    search('F', Orig { depth: 1 }, "d5c6", 852, [16, 83, 15, 84]),
    search('F', Orig { depth: 2 }, "d5f3", 972, [53, 174, 41, 186]),
    search('F', Orig { depth: 3 }, "d5c6", 1658, [118, 425, 84, 459]),
    search('F', Orig { depth: 4 }, "d5c6", 2186, [368, 1273, 232, 1409]),
    search('F', OrigTournament, "d5c6", 2186, [1107, 4280, 779, 4608]),
    search('F', Normal, "d5c6", 2170, [398, 1358, 248, 1531]),
    search('F', Tournament, "d5c6", 2170, [1011, 3988, 690, 4444]),
    search('G', Orig { depth: 1 }, "e1e6", 64, [4, 28, 3, 29]),
    search('G', Orig { depth: 2 }, "c3e4", -172, [17, 89, 10, 96]),
    search('G', Orig { depth: 3 }, "c3e4", -172, [94, 388, 50, 432]),
    search('G', Orig { depth: 4 }, "c3e4", -172, [204, 747, 109, 842]),
    search('G', OrigTournament, "c3e4", -172, [626, 2115, 401, 2340]),
    search('G', Normal, "c3e4", -164, [173, 599, 71, 722]),
    search('G', Tournament, "c3e4", -164, [512, 1806, 279, 2115]),
    search('H', Orig { depth: 1 }, "f6f7", 296, [1, 6, 0, 7]),
    search('H', Orig { depth: 2 }, "f6f7", 172, [9, 17, 2, 24]),
    search('H', Orig { depth: 3 }, "f6f7", 1698, [20, 58, 2, 76]),
    search('H', Orig { depth: 4 }, "f6f7", 50, [69, 106, 10, 165]),
    search('H', OrigTournament, "f6f7", 50, [143, 226, 20, 349]),
    search('H', Normal, "f6f7", -87, [115, 222, 20, 361]),
    search('H', Tournament, "g5h4", 46, [274, 595, 57, 1029]),
    search('I', Orig { depth: 1 }, "d5e6", 34, [43, 666, 42, 667]),
    search('I', Orig { depth: 2 }, "d5e6", 34, [156, 3010, 142, 3024]),
    search('I', Orig { depth: 3 }, "d5e6", 34, [438, 4939, 389, 4988]),
    search('I', Orig { depth: 4 }, "d5e6", -6, [1428, 13917, 1236, 14109]),
    search('I', OrigTournament, "d5e6", -6, [3441, 29944, 2997, 30388]),
    search('I', Normal, "d5e6", -232, [1677, 15783, 1445, 16553]),
    search('I', Tournament, "d5e6", -232, [3737, 31169, 3242, 32689]),
    search('J', Orig { depth: 1 }, "d2d4", -482, [27, 533, 26, 534]),
    search('J', Orig { depth: 2 }, "g1h1", -494, [57, 627, 50, 634]),
    search('J', Orig { depth: 3 }, "g1h1", -631, [248, 1783, 212, 1819]),
    search('J', Orig { depth: 4 }, "g1h1", -631, [522, 2541, 428, 2635]),
    search('J', OrigTournament, "g1h1", -631, [920, 4925, 791, 5054]),
    search('J', Normal, "c4c5", -554, [507, 3988, 419, 4324]),
    search('J', Tournament, "c4c5", -554, [700, 6093, 589, 6618]),
    search('K', Orig { depth: 1 }, "e2e3", 83, [13, 85, 12, 86]),
    search('K', Orig { depth: 2 }, "b4f4", 75, [35, 172, 25, 182]),
    search('K', Orig { depth: 3 }, "b4f4", 131, [112, 509, 87, 534]),
    search('K', Orig { depth: 4 }, "b4f4", 123, [604, 1912, 455, 2061]),
    search('K', OrigTournament, "b4f4", 111, [906, 3010, 656, 3260]),
    search('K', Normal, "b4f4", 82, [438, 1420, 285, 1752]),
    search('K', Tournament, "b4f4", 82, [695, 2363, 439, 2875]),
    search('L', Orig { depth: 1 }, "d4c3", -301, [2, 15, 1, 16]),
    search('L', Orig { depth: 2 }, "d4c3", -301, [29, 85, 22, 92]),
    search('L', Orig { depth: 3 }, "d4c3", -295, [45, 135, 27, 153]),
    search('L', Orig { depth: 4 }, "d4c3", -274, [128, 329, 69, 388]),
    search('L', OrigTournament, "d4c3", -274, [381, 977, 187, 1171]),
    search('L', Normal, "d4c3", -274, [153, 399, 88, 469]),
    search('L', Tournament, "d4c3", -274, [400, 1006, 207, 1232]),
];

impl ReferenceSearch {
    /// Returns the position that is searched.
    pub fn position(&self) -> &'static ReferencePosition {
        POSITIONS
            .iter()
            .find(|position| position.letter == self.letter)
            .expect("every search has its position")
    }

    /// Returns the settings of the search.
    pub fn settings(&self) -> Settings {
        self.set.settings()
    }

    /// Returns the result as the specification prints it.
    pub fn printed(&self) -> Printed {
        let counts = [self.generations, self.evaluations, self.feedovers, self.nodes];
        Printed { best: self.best.to_owned(), value: self.value, counts }
    }
}

/// The result of a search as printed in the specification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// The move in coordinates, or `none`.
    pub best: String,
    /// Value of the move.
    pub value: i32,
    /// NPL, NSV, NFD, NODES.
    pub counts: [u64; 4],
}

impl From<&Answer> for Printed {
    fn from(answer: &Answer) -> Printed {
        let Counters { generations, evaluations, feedovers, nodes, .. } = answer.counters;
        Printed {
            best: answer.best.map_or("none".to_owned(), |mv| mv.to_string()),
            value: answer.value,
            counts: [generations, evaluations, feedovers, nodes],
        }
    }
}

/// Writes `e2e4 0; 1 6 0 7`.
impl fmt::Display for Printed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [generations, evaluations, feedovers, nodes] = self.counts;
        write!(f, "{} {}; {generations} {evaluations} {feedovers} {nodes}", self.best, self.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::native::Native;
    use crate::program::ChessProgram;

    #[test]
    fn the_native_program_finds_what_is_printed() {
        let mut native = Native::new();
        for search in &SEARCHES {
            native.set_up(&search.position().case()).unwrap();
            let answer = native.think(&search.settings()).unwrap();
            assert_eq!(Printed::from(&answer), search.printed(), "{} {}", search.letter, search.set);
        }
    }

    #[test]
    fn the_keys_are_the_printed_ones() {
        for position in POSITIONS {
            assert_eq!(position.case().root().unwrap().key().bits(), position.key, "{}", position.letter);
        }
    }
}
