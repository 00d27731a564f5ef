//! The statics chapter: the static board evaluator and its terms (specification 6; paper, Evaluation).

use super::attack::{Attack, Tables};
use super::position::Position;
use crate::parameters::values::MATERIAL_AT_START;
use crate::parameters::weights::{
    BACKWARD_CLOSED, BACKWARD_OPEN, ISOLATED, ISOLATED_OPEN, KING_FLIGHT, KING_HOLE, KING_SAFETY, MULTIPLE,
    PASSED,
};
use crate::vocabulary::probe::{Probe, TERM};
use crate::vocabulary::{DIRECTIONS, Kind, Piece, Side, Square};

/// Values that are fixed at the root of a search and stay the same in its tree (specification 2.6, 6.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Root {
    /// OPENING: at most 16 half-moves were made before the root.
    pub opening: bool,
    /// MIDDLE: at most 40 half-moves were made before the root.
    pub middle: bool,
    /// T, the ratio of material at the root, times 2^18.
    pub ratio: i64,
}

/// The terms of the static value of a position, from White's side (specification 6).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Terms {
    /// B, material.
    pub material: i32,
    /// R, change of the piece ratio.
    pub ratio: i32,
    /// P, pawn structure.
    pub pawns: i32,
    /// K, king safety.
    pub king: i32,
    /// The two parts of K with PAPER 0: White's king, Black's.
    pub kings: [i32; 2],
    /// C, centre control.
    pub center: i32,
}

impl Terms {
    /// S, the sum of the terms.
    #[inline]
    pub fn sum(&self) -> i32 {
        self.material + self.ratio + self.pawns + self.king + self.center
    }
}

/// A line of the trace of P (specification 14.3): its subject and the amount.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PawnTerm {
    /// MULTIPLE, a file, numbered 1-8 from the h file.
    Multiple(Side, u8, i32),
    /// ISOLATED, a file.
    Isolated(Side, u8, i32),
    /// PASSED, a pawn's square.
    Passed(Square, i32),
    /// BACKWARD, a pawn's square.
    Backward(Square, i32),
}

/// STATIC: returns the terms of the static value.
pub(super) fn value<P: Probe>(
    position: &Position,
    tables: &Tables,
    root: &Root,
    paper: bool,
    probe: &mut P,
) -> Terms {
    let kings = if paper { [0; 2] } else { king_parts(position, tables, root) };
    let terms = Terms {
        material: position.material(Side::White) - position.material(Side::Black),
        ratio: ratio(position, root),
        pawns: pawns(position, tables, paper, &mut |_| {}),
        king: if paper { king_ranks(position) } else { kings[0] + kings[1] },
        kings,
        center: if paper { center(position) } else { 0 },
    };
    if P::ACTIVE {
        let all = [terms.material, terms.ratio, terms.pawns, terms.king, terms.center, terms.sum()];
        for (number, term) in (1..).zip(all) {
            probe.at(&TERM, [number, term.into()]);
        }
    }
    terms
}

/// SETRAT: returns T for a root.
pub(super) fn root_ratio(position: &Position) -> i64 {
    quotient(position.material(Side::White).into(), position.material(Side::Black).into())
}

/// Returns floor(a * 2^18 / b).
fn quotient(a: i64, b: i64) -> i64 {
    (a << 18) / b.max(1)
}

/// STATR: returns R (specification 1.3, 6.3). The product can overflow a word and is not corrected (fault
/// F6).
fn ratio(position: &Position, root: &Root) -> i32 {
    let here = root_ratio(position);
    if here == root.ratio {
        return 0;
    }
    let change = if here >> 17 >= root.ratio { here >> 17 } else { quotient(here, root.ratio) };
    let product = (change * i64::from(MATERIAL_AT_START)) & ((1 << 35) - 1);
    ((product >> 18) as i32 - MATERIAL_AT_START) >> 4
}

/// STATP: returns P (specification 6.4). Calls `report` with each part, files first.
pub(super) fn pawns(
    position: &Position,
    tables: &Tables,
    paper: bool,
    report: &mut impl FnMut(PawnTerm),
) -> i32 {
    let facts = &tables.pawns;
    let mut sum = 0;
    for side in Side::BOTH {
        for file in (1..=8).rev() {
            let own = facts.on_file(side, file).min(MULTIPLE.len() - 1);
            if own == 0 {
                continue;
            }
            let multiple = -side.sign() * MULTIPLE[own];
            report(PawnTerm::Multiple(side, file, multiple));
            sum += multiple;
            if facts.on_file(side, file - 1) == 0 && facts.on_file(side, file + 1) == 0 {
                let open = facts.on_file(!side, file) == 0;
                let isolated = -side.sign() * if open { ISOLATED_OPEN[own] } else { ISOLATED[own] };
                report(PawnTerm::Isolated(side, file, isolated));
                sum += isolated;
            }
        }
    }
    for pawn in position.all_living().began_as_pawns().iter() {
        let (at, side) = (position.square(pawn), pawn.side());
        if facts.is_passed(pawn) {
            let passed = side.sign() * PASSED[usize::from(facts.passed(pawn))];
            report(PawnTerm::Passed(at, passed));
            sum += passed;
        }
        if facts.is_backward(pawn) {
            // Fault F7: with PAPER 0 the file on which the pawn started counts.
            let file = if paper { at.file() } else { pawn.home_file() };
            let exposed = facts.on_file(!side, file) == 0 || paper && has_heavy_piece(position, !side);
            let backward = -side.sign() * if exposed { BACKWARD_OPEN } else { BACKWARD_CLOSED };
            report(PawnTerm::Backward(at, backward));
            sum += backward;
        }
    }
    sum
}

/// HEAVY: returns `true` if a side has a rook or queen (rule P5).
fn has_heavy_piece(position: &Position, side: Side) -> bool {
    position.living(side).any(|piece| position.kind(piece).is_rook_like())
}

/// Returns K as in the paper: each rank that a king has advanced costs 8 while a queen is on the board (rule
/// P2).
fn king_ranks(position: &Position) -> i32 {
    if !position.all_living().iter().any(|piece| position.kind(piece) == Kind::Queen) {
        return 0;
    }
    let rank = |side: Side| i32::from(side.relative(position.king(side).rank()));
    KING_SAFETY * (rank(Side::Black) - rank(Side::White))
}

/// STATK: returns White's and Black's part of K as the program of 1967 computes it, from ranks, squares
/// commanded by the enemy and missing flight squares; 0 without MIDDLE.
fn king_parts(position: &Position, tables: &Tables, root: &Root) -> [i32; 2] {
    if !root.middle {
        return [0; 2];
    }
    Side::BOTH.map(|side| -side.sign() * king_penalty(position, tables, side))
}

/// Returns the penalty for a side's king, pen of specification 6.5.
fn king_penalty(position: &Position, tables: &Tables, side: Side) -> i32 {
    let king = position.king(side);
    let mut penalty = KING_SAFETY * (i32::from(side.relative(king.rank())) - 1);
    // `flights` is D of the specification.
    let mut flights = 0;
    for square in DIRECTIONS.map(|step| king.step(step)) {
        let piece = position.at(square);
        if piece.is_off() || is_taken_for(piece, side) {
            continue;
        }
        let his = tables.attack(!side, square);
        let more = his.minus(tables.attack(side, square));
        if his == Attack::NONE {
            flights += 1;
        } else if more >= Attack::ONE {
            penalty += KING_HOLE;
        } else if more >= 0 {
            flights -= 1;
        }
    }
    penalty + KING_FLIGHT * (-flights).max(0)
}

/// Returns `true` if a piece counts as a piece of a side. Fault F8: White's queen's rook counts as black.
fn is_taken_for(piece: Piece, side: Side) -> bool {
    if piece == Piece::queens_rook(Side::White) { side == Side::Black } else { piece.is_of(side) }
}

/// STATC: returns C: 1 if White has a pawn in the centre, less 1 if Black has one (rule P1).
fn center(position: &Position) -> i32 {
    let holds = |side: Side| Square::CENTER.iter().any(|&at| position.man(at) == Some((side, Kind::Pawn)));
    i32::from(holds(Side::White)) - i32::from(holds(Side::Black))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::position::CarriedState;
    use crate::vocabulary::Diagram;

    /// Three pawns on a file cost 32, regardless of the pawns on the neighbouring files (specification 6.4).
    #[test]
    fn tripled_pawn_cost_ignores_neighbouring_files() {
        for (pawns, on_d) in [
            ("8/8/2P5/2P5/2PP4/8", 0),
            ("8/8/2P5/2P5/2PPP3/8", 0),
            ("8/8/2P5/2PP4/2PP4/8", 0),
            ("8/3P4/2PP4/2PP4/2PP4/8", -96),
        ] {
            let diagram = Diagram::from_fen(&format!("4k3/{pawns}/4K3 w - - 0 1")).expect("a diagram");
            let position = Position::set_up(&diagram).expect("a position");
            let mut told = Vec::new();
            let tables = Tables::of(&position, &mut CarriedState::default());
            super::pawns(&position, &tables, false, &mut |term| told.push(term));
            let cost = |of: u8| {
                let of_file = |term: &PawnTerm| match *term {
                    PawnTerm::Multiple(Side::White, file, cost) if file == of => cost,
                    _ => 0,
                };
                told.iter().map(of_file).sum::<i32>()
            };
            assert_eq!((cost(6), cost(5), cost(4)), (-32, on_d, 0), "{pawns}");
        }
    }
}
