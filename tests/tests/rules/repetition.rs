//! Specification 11.6: what each repetition scheme finds in the test positions, with the moves and values that the text prints.

use chessprog::vectors::{Parameters, Setup};

use super::check;

const TOURNAMENT: &[u32] = &[15, 15, 9, 9, 7];

/// How a position is looked at: scheme (0 none, 1 to 4 for (a) to (d)) and REP1 (1 a draw, 0 ignored).
#[derive(Clone, Copy)]
enum How {
    /// Normal settings.
    Normal(u8, u8),
    /// HASHEX 1, no secondary search, no modifications: the table's values change nothing but through repetitions.
    Pure(u8, u8),
    /// The same without the table's values: the truth.
    Plain(u8, u8),
}

use How::{Normal, Plain, Pure};

impl How {
    fn parameters(self, widths: &[u32], depth: i32) -> Parameters {
        let (pure, hash, (rep, rep1)) = match self {
            Normal(rep, rep1) => (false, 1, (rep, rep1)),
            Pure(rep, rep1) => (true, 1, (rep, rep1)),
            Plain(rep, rep1) => (true, 0, (rep, rep1)),
        };
        Parameters {
            setw: widths.to_vec(),
            setd: depth,
            setf: 2,
            setsd: if pure { 0 } else { 2 },
            setc: 2,
            rep,
            rep1,
            hash,
            hashex: pure.into(),
            fifty: 1,
            mods: (!pure).into(),
        }
    }
}

/// Where the game began, the moves since, widths, depth.
type Root = (&'static str, &'static str, &'static [u32], i32);

const PERPETUAL: Root = ("6k1/6p1/8/7Q/8/8/rr6/6K1 w - - 0 1", "", &[6], 4);
const MISSED: Root = ("8/8/8/2P5/2p5/5K2/P7/1k6 w - - 0 40", "f3f4 b1c2 f4f3", TOURNAMENT, 4);
const SEVENTH: Root = ("8/4P3/8/8/8/4Kp1R/7P/2k3r1 w - - 0 40", "e3e4 c1d1 e4e3", TOURNAMENT, 4);
const PROMOTION: Root = ("8/3P4/8/3K4/8/3k1pP1/7r/6R1 w - - 0 40", "g1g2 h2h3 g2g1", TOURNAMENT, 4);
const ROOKS_PAWN: Root = ("8/PR2K3/8/5r2/7P/2k5/3p4/8 w - - 0 40", "b7d7 c3b2 d7b7", TOURNAMENT, 4);
const HANGING: Root = ("8/1r6/1k6/2R3p1/8/7P/3K3P/8 w - - 0 40", "d2d3 b6a6 d3d2", TOURNAMENT, 4);
const CENTRE: Root = ("8/8/3p4/3R4/1r6/k5P1/5P2/6K1 w - - 0 40", "g1g2 a3a4 g2g1", TOURNAMENT, 4);
const FORK: Root = ("6b1/p7/k4p1p/2p3p1/2P1p3/4N1P1/4P1K1/8 b - - 0 1", "a6b6 e3d5 b6a6", TOURNAMENT, 3);
const POLLUTION: Root = ("3Q4/8/P5k1/8/8/3K3q/8/8 w - - 0 40", "d3c2 h3h2 c2d3 h2h3", &[4], 7);

/// Best move and value, from White's side.
#[rustfmt::skip]
const FOUND: &[(Root, How, &str, i32)] = &[
    // (i) Perpetual check is found by every scheme; only (d) knows at the root that the 0 is a draw by rule.
    (PERPETUAL, Normal(0, 1), "h5d5", -160),
    (PERPETUAL, Normal(1, 1), "h5e8", -20),
    (PERPETUAL, Normal(2, 1), "h5e8", -20),
    (PERPETUAL, Normal(3, 1), "h5e8", -20),
    (PERPETUAL, Normal(4, 1), "h5e8", 0),
    // (ii) Moreland's first anecdote and more of the kind: back to where White missed a win, or not.
    (MISSED, Normal(1, 1), "c2b1", 0),
    (MISSED, Normal(1, 0), "c2b2", 136),
    (SEVENTH, Normal(1, 1), "d1c1", 0),
    (SEVENTH, Normal(1, 0), "g1e1", 270),
    (PROMOTION, Normal(1, 1), "h3h2", 0),
    (PROMOTION, Normal(1, 0), "h3h8", 252),
    (ROOKS_PAWN, Normal(1, 1), "b2c3", 0),
    (ROOKS_PAWN, Normal(1, 0), "b2c1", 286),
    (HANGING, Normal(1, 1), "a6b6", 0),
    (HANGING, Normal(1, 0), "b7g7", 96),
    (CENTRE, Normal(1, 1), "a4a3", 0),
    (CENTRE, Normal(1, 0), "b4b6", 176),
    // (iii) Moreland's second: the fork undone, or the pawn taken.
    (FORK, Normal(1, 1), "d5e3", 0),
    (FORK, Normal(1, 0), "d5f6", -303),
    // (iv) Draws that are true on one line only pollute the table of (a), (b), (c).
    (POLLUTION, Plain(2, 0), "d3d2", 224),
    (POLLUTION, Plain(3, 0), "d3d2", 224),
    (POLLUTION, Pure(1, 0), "d3d2", 0),
    (POLLUTION, Pure(2, 0), "d3d2", 0),
    (POLLUTION, Pure(3, 0), "d3d2", 0),
    (POLLUTION, Pure(4, 0), "d3d2", 224),
    (POLLUTION, Normal(1, 0), "d3d2", -8),
    (POLLUTION, Normal(4, 0), "d3d2", 216),
];

#[test]
fn repetitions_are_found_as_the_text_says() {
    check(FOUND, |engine, &((fen, before, widths, depth), how, mv, value)| {
        let before = before.split_whitespace().map(str::to_owned).collect();
        let setup = Setup { fen: fen.to_owned(), before, par: how.parameters(widths, depth) };
        let found = engine.search(&setup)?;
        Ok((format!("{fen}: {} {}", found.mv, found.value), format!("{fen}: {mv} {value}")))
    });
}
