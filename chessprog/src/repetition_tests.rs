//! The specification's test positions for repetition (section 11.6) with what is right in each.

use crate::parameters::settings::TOURNAMENT_WIDTHS;

/// A position with the game that led to it, and the truth about it.
#[derive(Clone, Copy, Debug)]
pub struct TestPosition {
    /// What it shows.
    pub name: &'static str,
    /// Where the game began.
    pub fen: &'static str,
    /// The moves since, in coordinates.
    pub before: &'static str,
    /// Widths by level.
    pub widths: &'static [u32],
    /// Basic depth in plies.
    pub depth: i32,
    /// Whether it is about the table's values: then HASHEX 1, SETSD 0, MODS 0, so that nothing else can change them.
    pub pure: bool,
    /// The right move.
    pub best: &'static str,
    /// Its value from White's side.
    pub value: i64,
}

/// How far from the true value an answer may be and still count as right: more than the modifications of returned values
/// can add up to in these positions, less than any of the errors.
pub const TOLERANCE: i64 = 40;

const TOURNAMENT: &[u32] = &TOURNAMENT_WIDTHS;

/// The positions of 11.6 in its order. "Moreland" are those in which the question is how a position that stood on the board
/// once counts: going back to it is wrong.
pub const POSITIONS: [TestPosition; 11] = [
    TestPosition {
        name: "perpetual check",
        fen: "6k1/6p1/8/7Q/8/8/rr6/6K1 w - - 0 1",
        before: "",
        widths: &[6],
        depth: 4,
        pure: false,
        best: "h5e8",
        value: 0,
    },
    TestPosition {
        name: "Moreland, a missed win offered again",
        fen: "8/8/8/2P5/2p5/5K2/P7/1k6 w - - 0 40",
        before: "f3f4 b1c2 f4f3",
        widths: TOURNAMENT,
        depth: 4,
        pure: false,
        best: "c2b2",
        value: 136,
    },
    TestPosition {
        name: "Moreland, queen's pawn on the seventh",
        fen: "8/4P3/8/8/8/4Kp1R/7P/2k3r1 w - - 0 40",
        before: "e3e4 c1d1 e4e3",
        widths: TOURNAMENT,
        depth: 4,
        pure: false,
        best: "g1e1",
        value: 270,
    },
    TestPosition {
        name: "Moreland, promotion missed",
        fen: "8/3P4/8/3K4/8/3k1pP1/7r/6R1 w - - 0 40",
        before: "g1g2 h2h3 g2g1",
        widths: TOURNAMENT,
        depth: 4,
        pure: false,
        best: "h3h8",
        value: 252,
    },
    TestPosition {
        name: "Moreland, rook's pawn on the seventh",
        fen: "8/PR2K3/8/5r2/7P/2k5/3p4/8 w - - 0 40",
        before: "b7d7 c3b2 d7b7",
        widths: TOURNAMENT,
        depth: 4,
        pure: false,
        best: "b2c1",
        value: 286,
    },
    TestPosition {
        name: "Moreland, pawn left hanging",
        fen: "8/1r6/1k6/2R3p1/8/7P/3K3P/8 w - - 0 40",
        before: "d2d3 b6a6 d3d2",
        widths: TOURNAMENT,
        depth: 4,
        pure: false,
        best: "b7g7",
        value: 96,
    },
    TestPosition {
        name: "Moreland, centre pawn left hanging",
        fen: "8/8/3p4/3R4/1r6/k5P1/5P2/6K1 w - - 0 40",
        before: "g1g2 a3a4 g2g1",
        widths: TOURNAMENT,
        depth: 4,
        pure: false,
        best: "b4b6",
        value: 176,
    },
    TestPosition {
        name: "Moreland, the fork undone",
        fen: "6b1/p7/k4p1p/2p3p1/2P1p3/4N1P1/4P1K1/8 b - - 0 1",
        before: "a6b6 e3d5 b6a6",
        widths: TOURNAMENT,
        depth: 3,
        pure: false,
        best: "d5f6",
        value: -303,
    },
    TestPosition {
        name: "pollution, a value",
        fen: "3Q4/8/P5k1/8/8/3K3q/8/8 w - - 0 40",
        before: "d3c2 h3h2 c2d3 h2h3",
        widths: &[4],
        depth: 7,
        pure: true,
        best: "d3d2",
        value: 224,
    },
    TestPosition {
        name: "pollution, a move",
        fen: "2q5/8/8/P2Q4/k7/8/6K1/8 w - - 0 40",
        before: "d5f3 c8c5 f3d5 c5c8",
        widths: &[3],
        depth: 8,
        pure: true,
        best: "d5a2",
        value: 172,
    },
    TestPosition {
        name: "pollution, belief in a draw",
        fen: "2k5/6q1/8/5K2/8/4P3/8/3Q4 b - - 0 40",
        before: "g7c7 d1f1 c7g7 f1d1",
        widths: &[3],
        depth: 8,
        pure: true,
        best: "g7f7",
        value: 84,
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::case::{Case, find};
    use crate::engine::board::Position;

    #[test]
    fn the_games_are_legal_and_so_are_the_right_moves() {
        for test in POSITIONS {
            let start = Position::from_fen(test.fen).expect(test.fen);
            let case = Case::game(test.name, start, test.before.split_whitespace()).expect(test.name);
            assert!(find(&case.root(), test.best).is_some(), "{}", test.name);
        }
    }
}
