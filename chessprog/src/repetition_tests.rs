//! The specification's test positions for repetition (section 11.6), with the result of every scheme.

use crate::parameters::settings::TOURNAMENT_WIDTHS;
use crate::program::{Answer, Case};
use crate::vocabulary::{Diagram, Scheme, Settings};

/// A position with the game that led to it, and the results of searching it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TestPosition {
    /// Number in the specification: `iv-a`.
    pub number: &'static str,
    /// A short description.
    pub name: &'static str,
    /// The diagram with which the game started.
    pub fen: &'static str,
    /// The moves of the game, in coordinates.
    pub moves: &'static str,
    /// Widths by level.
    pub widths: &'static [u32],
    /// Basic depth in plies.
    pub depth: i32,
    /// The expected results.
    pub results: Results,
}

/// A move and its value from White's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MoveValue {
    /// The move, in coordinates.
    pub best: &'static str,
    /// The value of the move.
    pub value: i32,
}

impl MoveValue {
    /// Returns `true` if a search found this move and value.
    pub(crate) fn is(&self, answer: &Answer) -> bool {
        answer.value == self.value && answer.best.is_some_and(|mv| mv.to_string() == self.best)
    }
}

const fn found(best: &'static str, value: i32) -> MoveValue {
    MoveValue { best, value }
}

/// The results for a position.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Results {
    /// The position tests what counts as a repetition. All schemes find the same, with and without the
    /// table's values.
    Policy {
        /// With REP 0: repetitions are not detected.
        none: MoveValue,
        /// With REP1 DRAW.
        draw: MoveValue,
        /// With REP1 IGNORE.
        ignore: MoveValue,
    },
    /// The position tests the effect of values in the table that include draws by repetition. REP1 is IGNORE.
    Pollution {
        /// With [`Variant::Normal`].
        normal: Schemes,
        /// With [`Variant::Exact`].
        exact: Schemes,
    },
}

/// The results of the schemes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Schemes {
    /// REP 0.
    pub none: MoveValue,
    /// Scheme (a).
    pub flag: MoveValue,
    /// Schemes (b) and (c).
    pub keys: MoveValue,
    /// Scheme (d).
    pub shadow: MoveValue,
    /// The result of the plain tree, without the table's values. The schemes agree on it.
    pub truth: MoveValue,
}

/// The settings for a position that tests the table's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Variant {
    /// The settings of NORMAL.
    Normal,
    /// HASHEX 1, SETSD 0, MODS 0: then only repetitions can make the table's values change the result.
    Exact,
}

/// One search of a test position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Look {
    /// The repetition scheme.
    pub scheme: Scheme,
    /// `true` for REP1 DRAW, `false` for REP1 IGNORE.
    pub once_is_draw: bool,
    /// Whether the table's values are used.
    pub hash: bool,
    /// The other settings.
    pub variant: Variant,
}

impl TestPosition {
    /// Returns the position and the game before it.
    pub(crate) fn case(&self) -> Case {
        let diagram = Diagram::from_fen(self.fen).expect("the positions are well written");
        let moves = Case::game(self.name, self.moves).expect("so are the moves").moves;
        Case::diagram(self.name, diagram).with_moves(moves)
    }

    /// Returns the settings for a search.
    pub(crate) fn settings(&self, look: Look) -> Settings {
        let Look { scheme, once_is_draw, hash, variant } = look;
        let normal = Settings {
            widths: self.widths.to_vec(),
            depth: self.depth,
            repetition: scheme,
            once_is_draw,
            hash,
            ..Settings::normal()
        };
        match variant {
            Variant::Normal => normal,
            Variant::Exact => Settings { hash_exact: true, secondary: 0, modifications: false, ..normal },
        }
    }

    /// Returns all searches whose results the specification prints, with those results.
    pub(crate) fn looks(&self) -> Vec<(Look, MoveValue)> {
        let mut looks = Vec::new();
        let mut add = |scheme, once_is_draw, hash, variant, found| {
            looks.push((Look { scheme, once_is_draw, hash, variant }, found));
        };
        match self.results {
            Results::Policy { none, draw, ignore } => {
                add(Scheme::None, true, true, Variant::Normal, none);
                for (once_is_draw, found) in [(true, draw), (false, ignore)] {
                    for scheme in SEEING {
                        add(scheme, once_is_draw, true, Variant::Normal, found);
                        add(scheme, once_is_draw, false, Variant::Normal, found);
                    }
                }
            }
            Results::Pollution { normal, exact } => {
                for (variant, schemes) in [(Variant::Normal, normal), (Variant::Exact, exact)] {
                    add(Scheme::None, false, true, variant, schemes.none);
                    for scheme in SEEING {
                        add(scheme, false, true, variant, schemes.of(scheme));
                        add(scheme, false, false, variant, schemes.truth);
                    }
                }
            }
        }
        looks
    }
}

impl Schemes {
    /// Returns the result of a scheme.
    pub(crate) fn of(&self, scheme: Scheme) -> MoveValue {
        match scheme {
            Scheme::None => self.none,
            Scheme::HashFlag => self.flag,
            Scheme::Stack | Scheme::Small => self.keys,
            Scheme::Shadow => self.shadow,
        }
    }
}

/// The schemes that detect repetitions.
const SEEING: [Scheme; 4] = [Scheme::HashFlag, Scheme::Stack, Scheme::Small, Scheme::Shadow];

/// The positions of 11.6, in order. "Moreland" marks those that test how a position counts that has occurred
/// once on the board.
#[rustfmt::skip]
pub(crate) const POSITIONS: [TestPosition; 15] = [
    TestPosition {
        number: "i",
        name: "perpetual check",
        fen: "6k1/6p1/8/7Q/8/8/rr6/6K1 w - - 0 1",
        moves: "",
        widths: &[6],
        depth: 4,
        results: Results::Policy { none: found("h5d5", -124), draw: found("h5e8", 0), ignore: found("h5e8", 0) },
    },
    TestPosition {
        number: "ii-a",
        name: "Moreland, a missed win offered again",
        fen: "8/8/8/2P5/2p5/5K2/P7/1k6 w - - 0 40",
        moves: "f3f4 b1c2 f4f3",
        widths: &TOURNAMENT_WIDTHS,
        depth: 4,
        results: Results::Policy { none: found("c2b2", 112), draw: found("c2b1", 0), ignore: found("c2b2", 112) },
    },
    TestPosition {
        number: "ii-b",
        name: "Moreland, king's pawn on the seventh",
        fen: "8/4P3/8/8/8/4Kp1R/7P/2k3r1 w - - 0 40",
        moves: "e3e4 c1d1 e4e3",
        widths: &TOURNAMENT_WIDTHS,
        depth: 4,
        results: Results::Policy { none: found("g1e1", 105), draw: found("d1c1", 0), ignore: found("g1e1", 105) },
    },
    TestPosition {
        number: "ii-c",
        name: "Moreland, promotion missed",
        fen: "8/3P4/8/3K4/8/3k1pP1/7r/6R1 w - - 0 40",
        moves: "g1g2 h2h3 g2g1",
        widths: &TOURNAMENT_WIDTHS,
        depth: 4,
        results: Results::Policy { none: found("h3h8", 336), draw: found("h3h2", 0), ignore: found("h3h8", 336) },
    },
    TestPosition {
        number: "ii-d",
        name: "Moreland, rook's pawn on the seventh",
        fen: "8/PR2K3/8/5r2/7P/2k5/3p4/8 w - - 0 40",
        moves: "b7d7 c3b2 d7b7",
        widths: &TOURNAMENT_WIDTHS,
        depth: 4,
        results: Results::Policy { none: found("b2c1", 112), draw: found("b2c3", 0), ignore: found("b2c1", 112) },
    },
    TestPosition {
        number: "ii-e",
        name: "Moreland, pawn left hanging",
        fen: "8/1r6/1k6/2R3p1/8/7P/3K3P/8 w - - 0 40",
        moves: "d2d3 b6a6 d3d2",
        widths: &TOURNAMENT_WIDTHS,
        depth: 4,
        results: Results::Policy { none: found("b7g7", 88), draw: found("a6b6", 0), ignore: found("b7g7", 88) },
    },
    TestPosition {
        number: "ii-f",
        name: "Moreland, centre pawn left hanging",
        fen: "8/8/3p4/3R4/1r6/k5P1/5P2/6K1 w - - 0 40",
        moves: "g1g2 a3a4 g2g1",
        widths: &TOURNAMENT_WIDTHS,
        depth: 4,
        results: Results::Policy { none: found("b4b6", 180), draw: found("a4a3", 0), ignore: found("b4b6", 180) },
    },
    TestPosition {
        number: "iii",
        name: "Moreland, the fork undone",
        fen: "6b1/p7/k4p1p/2p3p1/2P1p3/4N1P1/4P1K1/8 b - - 0 1",
        moves: "a6b6 e3d5 b6a6",
        widths: &TOURNAMENT_WIDTHS,
        depth: 3,
        results: Results::Policy { none: found("d5f6", -254), draw: found("d5e3", 0), ignore: found("d5f6", -254) },
    },
    TestPosition {
        number: "iv-a",
        name: "pollution, none now",
        fen: "3Q4/8/P5k1/8/8/3K3q/8/8 w - - 0 40",
        moves: "d3c2 h3h2 c2d3 h2h3",
        widths: &[4],
        depth: 7,
        results: Results::Pollution {
            normal: Schemes { none: found("d3c4", 184), flag: found("d3c4", 168), keys: found("d3c4", 168), shadow: found("d3c4", 168), truth: found("d3c4", 168) },
            exact: Schemes { none: found("d3d4", 300), flag: found("d3d4", 300), keys: found("d3d4", 300), shadow: found("d3d4", 300), truth: found("d3d4", 300) },
        },
    },
    TestPosition {
        number: "iv-b",
        name: "pollution, a draw missed by all",
        fen: "2q5/8/8/P2Q4/k7/8/6K1/8 w - - 0 40",
        moves: "d5f3 c8c5 f3d5 c5c8",
        widths: &[3],
        depth: 8,
        results: Results::Pollution {
            normal: Schemes { none: found("d5a2", 148), flag: found("d5a2", 148), keys: found("d5a2", 148), shadow: found("d5a2", 148), truth: found("d5a2", 0) },
            exact: Schemes { none: found("d5a2", 140), flag: found("d5a2", 0), keys: found("d5a2", 0), shadow: found("d5a2", 0), truth: found("d5a2", 0) },
        },
    },
    TestPosition {
        number: "iv-c",
        name: "pollution, a value and in one variant a move",
        fen: "2k5/6q1/8/5K2/8/4P3/8/3Q4 b - - 0 40",
        moves: "g7c7 d1f1 c7g7 f1d1",
        widths: &[3],
        depth: 8,
        results: Results::Pollution {
            normal: Schemes { none: found("g7f8", 76), flag: found("g7f7", 0), keys: found("g7f7", 0), shadow: found("g7f8", 76), truth: found("g7h7", 0) },
            exact: Schemes { none: found("g7f7", 76), flag: found("g7f7", 0), keys: found("g7f7", 0), shadow: found("g7h7", 0), truth: found("g7h7", 0) },
        },
    },
    TestPosition {
        number: "iv-d",
        name: "pollution, belief in a draw",
        fen: "3r2r1/8/K7/8/1Q6/4P3/7k/8 w - - 0 40",
        moves: "b4c3 d8d3 c3b4 d3d8",
        widths: &[3],
        depth: 8,
        results: Results::Pollution {
            normal: Schemes { none: found("b4h4", 68), flag: found("b4h4", 0), keys: found("b4h4", 0), shadow: found("b4h4", -63), truth: found("b4h4", -63) },
            exact: Schemes { none: found("b4h4", 68), flag: found("b4h4", 0), keys: found("b4h4", 0), shadow: found("b4h4", -63), truth: found("b4h4", -63) },
        },
    },
    TestPosition {
        number: "iv-e",
        name: "pollution, a move and its value",
        fen: "8/1r6/3k1Kp1/8/8/3P3R/8/8 w - - 0 40",
        moves: "f6g5 b7b8 g5f6 b8b3",
        widths: &[3],
        depth: 8,
        results: Results::Pollution {
            normal: Schemes { none: found("f6g6", 165), flag: found("f6g6", 165), keys: found("f6g6", 165), shadow: found("f6g6", 165), truth: found("f6g5", 165) },
            exact: Schemes { none: found("h3e3", 165), flag: found("h3e3", 13), keys: found("h3e3", 13), shadow: found("f6g5", 165), truth: found("f6g5", 165) },
        },
    },
    TestPosition {
        number: "iv-f",
        name: "pollution, a win worth 3,498 points not seen",
        fen: "6qk/8/8/P6K/8/8/7Q/8 w - - 0 40",
        moves: "h2h4 g8e8 h5g4 h8g8",
        widths: &[3],
        depth: 8,
        results: Results::Pollution {
            normal: Schemes { none: found("h4g5", 3682), flag: found("h4g5", 184), keys: found("h4g5", 184), shadow: found("h4g5", 3682), truth: found("h4g5", 3682) },
            exact: Schemes { none: found("h4g5", 3682), flag: found("h4g5", 184), keys: found("h4g5", 184), shadow: found("h4g5", 3682), truth: found("h4g5", 3682) },
        },
    },
    TestPosition {
        number: "iv-g",
        name: "pollution, a move",
        fen: "8/8/4K2p/4Q3/1k4p1/8/8/6rr w - - 0 40",
        moves: "e5h8 b4c5 h8e5 c5b4",
        widths: &[4],
        depth: 7,
        results: Results::Pollution {
            normal: Schemes { none: found("e5d4", -332), flag: found("e5b2", -332), keys: found("e5b2", -332), shadow: found("e5d4", -340), truth: found("e5d4", -340) },
            exact: Schemes { none: found("e5d4", -332), flag: found("e5b2", -332), keys: found("e5b2", -332), shadow: found("e5d4", -340), truth: found("e5d4", -340) },
        },
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::native::Native;
    use crate::program::ChessProgram;

    #[test]
    fn the_native_program_finds_what_is_printed() {
        let mut native = Native::new();
        for test in &POSITIONS {
            for (look, found) in test.looks() {
                native.set_up(&test.case()).unwrap();
                let answer = native.think(&test.settings(look)).unwrap();
                assert!(found.is(&answer), "{}, {look:?}: {:?} {}", test.number, answer.best, answer.value);
            }
        }
    }
}
