//! The evaluate chapter: the static board evaluator S = B + R + P + K + C (specification 6; paper, Evaluation).
//!
//! Every term is from White's side. The pawn facts, which the plausible move generator asks for too, are sets of squares: what
//! the specification says of one pawn is done for all pawns of a side at once, Black's board turned upside down.

use super::board::{Color, Kind, Position, Square, Squares};
use super::probe::{Point, Probe};
use crate::parameters::values::{MATERIAL_AT_START, RATIO_LIMIT, STATIC_LIMIT};
use crate::parameters::weights::{
    BACKWARD, BACKWARD_EXPOSED, DOUBLED, ISOLATED, KING_RANK, PASSED, QUADRUPLED, TRIPLED,
};

/// The material of both sides to which the piece ratio is compared, king as 1: that of the position on the board
/// (specification 6.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reference {
    /// w0, White's.
    pub white: i32,
    /// b0, Black's.
    pub black: i32,
}

impl Reference {
    /// The reference that a position gives when it is the root of a search.
    pub fn of(position: &Position) -> Reference {
        Reference { white: position.material(Color::White), black: position.material(Color::Black) }
    }
}

/// The pawns of both sides with each property of specification 6.2, as sets of squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PawnFacts {
    /// No own pawn on a file beside them.
    pub isolated: u64,
    /// No enemy pawn before them on their file or one beside it.
    pub passed: u64,
    /// An own pawn attacks their square.
    pub defended: u64,
    /// Backward by the paper's rules.
    pub backward: u64,
}

impl PawnFacts {
    /// PAWNS: the facts of a position.
    pub fn of(position: &Position) -> PawnFacts {
        let [white, black] = Color::BOTH.map(|color| (position.pawns(color), position.occupied(color)));
        let above = one_side(white.0, black.0, black.1);
        let below = one_side(black.0.swap_bytes(), white.0.swap_bytes(), white.1.swap_bytes());
        PawnFacts {
            isolated: above.isolated | below.isolated.swap_bytes(),
            passed: above.passed | below.passed.swap_bytes(),
            defended: above.defended | below.defended.swap_bytes(),
            backward: above.backward | below.backward.swap_bytes(),
        }
    }

    /// Isolated or backward.
    pub fn weak(&self) -> u64 {
        self.isolated | self.backward
    }
}

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;
const RANK_2: u64 = 0xff00;

/// The facts for pawns that go up the board, from their squares, the enemy's pawns and all the enemy's pieces.
fn one_side(pawns: u64, enemy_pawns: u64, enemies: u64) -> PawnFacts {
    let defended = pawns & attacks(pawns);
    let isolated = pawns & !beside(file_fill(pawns));
    let enemy_front = fill_down(enemy_pawns >> 8);
    let passed = pawns & !(enemy_front | beside(enemy_front));

    // Step 2: pawns that one move of a neighbour would defend. A pawn moves through its own pieces, not through pawns.
    let free = !(pawns | enemies);
    let once = pawns << 8;
    let twice = (pawns & RANK_2) << 8 & !pawns;
    let safe_from_passing = !beside(enemy_pawns);
    let can_defend = once & free | (twice & free) << 8 & free & safe_from_passing;
    let blocked_once = once & enemies;
    let blocked_twice = (twice & enemies) << 8 | twice << 8 & enemies;
    let helped = attacks(can_defend);
    let help_blocked = attacks(blocked_once | blocked_twice);

    // Steps 3 and 4.
    let stopped = enemies >> 8;
    let level_or_ahead = beside(fill_down(pawns));
    let candidates = pawns & !isolated & !defended & !helped;
    let backward = candidates & (help_blocked & stopped | !help_blocked & level_or_ahead);
    PawnFacts { isolated, passed, defended, backward }
}

/// The squares beside those of a set, on the same rank.
const fn beside(set: u64) -> u64 {
    set << 1 & !FILE_A | set >> 1 & !FILE_H
}

/// The squares attacked by pawns that go up the board.
const fn attacks(pawns: u64) -> u64 {
    beside(pawns << 8)
}

/// The set and everything below it on the same files.
const fn fill_down(mut set: u64) -> u64 {
    set |= set >> 8;
    set |= set >> 16;
    set | set >> 32
}

/// The set and everything above it on the same files.
const fn fill_up(mut set: u64) -> u64 {
    set |= set << 8;
    set |= set << 16;
    set | set << 32
}

/// The whole files on which the set has squares.
pub(super) const fn file_fill(mut set: u64) -> u64 {
    set = fill_down(set);
    fill_up(set)
}

/// EVALUA: the static value S, clamped. The terms are reported as they are found.
pub fn evaluate(position: &Position, facts: &PawnFacts, reference: Reference, probe: &mut impl Probe) -> i32 {
    let terms = Terms::of(position, facts, reference);
    for (number, value) in (1..).zip([terms.b, terms.r, terms.p, terms.k, terms.c, terms.s]) {
        probe.at(Point::Term, &[number, value.into()]);
    }
    terms.s
}

/// The five terms and their clamped sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// Material balance.
    pub b: i32,
    /// Piece ratio change.
    pub r: i32,
    /// Pawn structure.
    pub p: i32,
    /// King safety.
    pub k: i32,
    /// Centre control.
    pub c: i32,
    /// The static value.
    pub s: i32,
}

impl Terms {
    /// The terms of a position.
    pub fn of(position: &Position, facts: &PawnFacts, reference: Reference) -> Terms {
        let b = position.material(Color::White) - position.material(Color::Black);
        let r = ratio(Reference::of(position), reference);
        let p = structure(position, facts, |_, _| {});
        let k = king_safety(position);
        let c = center(position);
        Terms { b, r, p, k, c, s: (b + r + p + k + c).clamp(-STATIC_LIMIT, STATIC_LIMIT) }
    }
}

/// EVALR: the piece ratio change, R = (W/T - 1) M in integers (6.3).
pub fn ratio(now: Reference, root: Reference) -> i32 {
    let [w, b, w0, b0] = [now.white, now.black, root.white, root.black].map(i64::from);
    let (difference, divisor) = (w * b0 - b * w0, b * w0);
    let limit = i64::from(RATIO_LIMIT);
    // A side that has not even a king leaves nothing to divide by: the quotient would not fit.
    let quotient = (i64::from(MATERIAL_AT_START) * difference).checked_div(divisor);
    quotient.unwrap_or(difference.signum() * limit).clamp(-limit, limit) as i32
}

/// Something in the pawn structure that scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fact {
    /// An isolated pawn on this square.
    Isolated(Square),
    /// A passed pawn on this square.
    Passed(Square),
    /// A backward pawn on this square.
    Backward(Square),
    /// Two pawns without neighbours, or more than two, on this file, 1 for a.
    Doubled(u8),
}

/// PAWNS: the pawn structure P (6.4). Each fact that scores is shown to `visit` with its points: squares ascending, on each
/// square isolated, passed, backward; then the crowded files, White's first.
#[inline]
pub fn structure(position: &Position, facts: &PawnFacts, mut visit: impl FnMut(Fact, i32)) -> i32 {
    let mut sum = 0;
    let mut score = |fact, points| {
        sum += points;
        visit(fact, points);
    };
    let majors = Color::BOTH.map(|color| has_major(position, color));
    let files = Color::BOTH.map(|color| file_fill(position.pawns(color)));
    for square in Squares(facts.isolated | facts.passed | facts.backward) {
        let color = position.at(square).color();
        let (bit, enemy) = (square.bit(), (!color).index());
        let open = files[enemy] & bit == 0;
        if facts.isolated & bit != 0 {
            let weight = ISOLATED[usize::from(square.file())];
            score(Fact::Isolated(square), -color.sign() * if open { 2 * weight } else { weight });
        }
        if facts.passed & bit != 0 {
            score(Fact::Passed(square), color.sign() * PASSED[usize::from(color.relative(square.rank()))]);
        }
        if facts.backward & bit != 0 {
            let weight = if open || majors[enemy] { BACKWARD_EXPOSED } else { BACKWARD };
            score(Fact::Backward(square), -color.sign() * weight);
        }
    }
    for color in Color::BOTH {
        let pawns = position.pawns(color);
        // Files with two pawns or more: those on which a pawn stands above another.
        let mut crowded = file_fill(pawns & fill_up(pawns << 8)) & 0xff;
        while crowded != 0 {
            let file = crowded.trailing_zeros() as u8 + 1;
            crowded &= crowded - 1;
            let points = match (pawns & FILE_A << (file - 1)).count_ones() {
                2 if pawns & beside(FILE_A << (file - 1)) != 0 => 0,
                2 => DOUBLED,
                3 => TRIPLED,
                _ => QUADRUPLED,
            };
            if points != 0 {
                score(Fact::Doubled(file), -color.sign() * points);
            }
        }
    }
    sum
}

fn has_major(position: &Position, color: Color) -> bool {
    position.count(color, Kind::Rook) + position.count(color, Kind::Queen) > 0
}

/// EVALK: king safety K (6.5).
fn king_safety(position: &Position) -> i32 {
    let [white, black] = Color::BOTH.map(|color| {
        let king = position.king(color);
        if king.on_board() { i32::from(color.relative(king.rank())) } else { 0 }
    });
    let queens = position.count(Color::White, Kind::Queen) + position.count(Color::Black, Kind::Queen);
    if queens > 0 { KING_RANK * (black - white) } else { 0 }
}

/// EVALC: centre control C (6.6).
fn center(position: &Position) -> i32 {
    const CENTER: u64 = 0x18_1800_0000;
    let [white, black] = Color::BOTH.map(|color| i32::from(position.pawns(color) & CENTER != 0));
    white - black
}
