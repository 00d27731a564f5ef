//! Sets of squares, for testing many squares at once.

use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, Not};

use super::{DIRECTIONS, KNIGHT_STEPS, Side, Square};

/// A set of the 64 squares, a bit per square: h1 is the lowest, then g1 to a1, h2, ... a8.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct SquareSet(u64);

const H_FILE: u64 = 0x0101_0101_0101_0101;
const A_FILE: u64 = H_FILE << 7;

/// The bit of each square, 0 for places off the board.
static BITS: [u64; 128] = bits();

/// The squares beyond each square, by direction.
static RAYS: [[u64; 64]; 8] = rays();

/// The squares that a knight, or a king, can step to from each square.
static KNIGHTS: [u64; 64] = leaps(KNIGHT_STEPS);
static KINGS: [u64; 64] = leaps(DIRECTIONS);

const fn leaps(steps: [i8; 8]) -> [u64; 64] {
    let bits = bits();
    let mut leaps = [0; 64];
    let mut bit = 0;
    while bit < 64 {
        let mut step = 0;
        while step < 8 {
            leaps[bit as usize] |= bits[square_of(bit).step(steps[step]).number() as usize & 127];
            step += 1;
        }
        bit += 1;
    }
    leaps
}

const fn bits() -> [u64; 128] {
    let mut bits = [0; 128];
    let mut bit = 0;
    while bit < 64 {
        bits[square_of(bit).number() as usize] = 1 << bit;
        bit += 1;
    }
    bits
}

const fn rays() -> [[u64; 64]; 8] {
    let bits = bits();
    let mut rays = [[0; 64]; 8];
    let mut direction = 0;
    while direction < 8 {
        let mut bit = 0;
        while bit < 64 {
            let mut at = square_of(bit).step(DIRECTIONS[direction]);
            while at.on_board() {
                rays[direction][bit as usize] |= bits[at.number() as usize];
                at = at.step(DIRECTIONS[direction]);
            }
            bit += 1;
        }
        direction += 1;
    }
    rays
}

/// Returns the square of a bit.
const fn square_of(bit: u8) -> Square {
    Square::new(21 + bit + 2 * (bit >> 3))
}

impl SquareSet {
    /// No square.
    pub const EMPTY: SquareSet = SquareSet(0);

    /// Returns a set of one square, empty if it is off the board.
    #[inline]
    pub fn of(square: Square) -> SquareSet {
        SquareSet(BITS[usize::from(square.number() & 127)])
    }

    /// Returns the set with another square added, which must be on the board.
    pub const fn with(self, square: Square) -> SquareSet {
        SquareSet(self.0 | 1 << bit_of(square))
    }

    /// Returns a file, 1-8 from h.
    #[inline]
    pub const fn file(file: u8) -> SquareSet {
        SquareSet(H_FILE << (file - 1))
    }

    /// Returns a rank, 1-8 from White's side.
    #[inline]
    pub const fn rank(rank: u8) -> SquareSet {
        SquareSet(0xff << (8 * (rank - 1)))
    }

    /// Returns `true` if the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of squares.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns `true` if the set contains a square.
    #[inline]
    pub fn contains(self, square: Square) -> bool {
        self.0 & SquareSet::of(square).0 != 0
    }

    /// Adds a square.
    #[inline]
    pub fn insert(&mut self, square: Square) {
        self.0 |= SquareSet::of(square).0;
    }

    /// Removes a square.
    #[inline]
    pub fn remove(&mut self, square: Square) {
        self.0 &= !SquareSet::of(square).0;
    }

    /// Returns the squares, rank by rank from White's side, each from the h file.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Square> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let bit = left.trailing_zeros() as u8;
            (left != 0).then(|| {
                left &= left - 1;
                square_of(bit)
            })
        })
    }

    /// Returns the squares `ranks` ranks ahead of the set, as a side sees it, or farther back if negative.
    /// Squares that would leave the board are dropped.
    #[inline]
    pub const fn ahead(self, side: Side, ranks: i32) -> SquareSet {
        let up = match side {
            Side::White => 8 * ranks,
            Side::Black => -8 * ranks,
        };
        SquareSet(if up >= 0 { self.0 << up } else { self.0 >> -up })
    }

    /// Returns the left and right neighbours of the squares.
    #[inline]
    pub const fn beside(self) -> SquareSet {
        SquareSet((self.0 & !A_FILE) << 1 | (self.0 & !H_FILE) >> 1)
    }

    /// Returns the squares of the set and all squares ahead of them, as a side sees it.
    #[inline]
    pub const fn and_all_ahead(self, side: Side) -> SquareSet {
        let mut set = self.0;
        match side {
            Side::White => {
                set |= set << 8;
                set |= set << 16;
                set |= set << 32;
            }
            Side::Black => {
                set |= set >> 8;
                set |= set >> 16;
                set |= set >> 32;
            }
        }
        SquareSet(set)
    }

    /// Returns the squares a knight's step away.
    #[inline]
    pub fn knight(from: Square) -> SquareSet {
        SquareSet(KNIGHTS[usize::from(bit_of(from))])
    }

    /// Returns the squares a king's step away.
    #[inline]
    pub fn king(from: Square) -> SquareSet {
        SquareSet(KINGS[usize::from(bit_of(from))])
    }

    /// Returns the squares from `from` in a direction, up to and including the first that is in `stops`.
    #[inline]
    pub fn ray(from: Square, direction: usize, stops: SquareSet) -> SquareSet {
        let rays = &RAYS[direction & 7];
        let ray = rays[usize::from(bit_of(from))];
        let met = ray & stops.0;
        // Nothing lies beyond the last square, so it serves as the stop if no other square does.
        let (up, down) = ((met | 1 << 63).trailing_zeros(), 63 - (met | 1).leading_zeros());
        // Selected without a branch, which would be mispredicted when a caller alternates between directions.
        let is_up = u32::from(DIRECTIONS[direction & 7] > 0).wrapping_neg();
        SquareSet(ray & !rays[((up & is_up | down & !is_up) & 63) as usize])
    }
}

/// Returns the bit number of a square, and of some arbitrary square for a place off the board.
#[inline]
const fn bit_of(square: Square) -> u8 {
    let from_h1 = square.number().wrapping_sub(21);
    from_h1.wrapping_sub(2 * (from_h1 / 10)) & 63
}

impl BitXor for SquareSet {
    type Output = SquareSet;

    #[inline]
    fn bitxor(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 ^ other.0)
    }
}

impl BitAnd for SquareSet {
    type Output = SquareSet;

    #[inline]
    fn bitand(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 & other.0)
    }
}

impl BitOr for SquareSet {
    type Output = SquareSet;

    #[inline]
    fn bitor(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 | other.0)
    }
}

impl BitOrAssign for SquareSet {
    #[inline]
    fn bitor_assign(&mut self, other: SquareSet) {
        self.0 |= other.0;
    }
}

impl Not for SquareSet {
    type Output = SquareSet;

    #[inline]
    fn not(self) -> SquareSet {
        SquareSet(!self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(names: &str) -> SquareSet {
        names.split(' ').filter_map(Square::parse).fold(SquareSet::EMPTY, |set, at| set | SquareSet::of(at))
    }

    /// Every square is in its own set and no other; places off the board are in no set.
    #[test]
    fn a_set_has_the_squares_put_in() {
        for square in Square::places() {
            let one = SquareSet::of(square);
            assert_eq!(one.len(), usize::from(square.on_board()));
            assert!(one.iter().all(|at| at == square));
            assert_eq!(Square::all().filter(|at| one.contains(*at)).count(), one.len());
        }
        assert_eq!(SquareSet::file(1), set("h1 h2 h3 h4 h5 h6 h7 h8"));
        assert_eq!(SquareSet::rank(2), set("a2 b2 c2 d2 e2 f2 g2 h2"));
    }

    #[test]
    fn steps_end_at_the_edges() {
        assert_eq!(set("a4 h5").beside(), set("b4 g5"));
        assert_eq!(set("e7 d2").ahead(Side::White, 2), set("d4"));
        assert_eq!(set("e7 d2").ahead(Side::Black, 2), set("e5"));
        assert_eq!(set("e7 d2").ahead(Side::White, -1), set("e6 d1"));
        assert_eq!(set("c6").and_all_ahead(Side::White), set("c6 c7 c8"));
        assert_eq!(set("c3").and_all_ahead(Side::Black), set("c3 c2 c1"));
    }

    /// A leap equals a step, where the step stays on the board.
    #[test]
    fn leaps_are_the_steps_that_stay_on_the_board() {
        let all = |from: Square, steps: [i8; 8]| {
            let squares = steps.into_iter().map(|step| SquareSet::of(from.step(step)));
            squares.fold(SquareSet::EMPTY, |set, square| set | square)
        };
        for from in Square::all() {
            assert_eq!(SquareSet::knight(from), all(from, KNIGHT_STEPS));
            assert_eq!(SquareSet::king(from), all(from, DIRECTIONS));
        }
        assert_eq!(SquareSet::knight(Square::at(1, 1)), set("g3 f2"));
        assert_eq!(SquareSet::king(Square::at(8, 4)), set("a5 b5 b4 b3 a3"));
    }

    /// A ray equals a walk step by step.
    #[test]
    fn rays_end_at_the_first_stop() {
        let stops = set("a1 c3 e7 h4 d5 g7 b6");
        for from in Square::all() {
            for (direction, step) in DIRECTIONS.into_iter().enumerate() {
                let mut walked = SquareSet::EMPTY;
                let mut at = from.step(step);
                while at.on_board() {
                    walked.insert(at);
                    if stops.contains(at) {
                        break;
                    }
                    at = at.step(step);
                }
                assert_eq!(SquareSet::ray(from, direction, stops), walked, "{from} {direction}");
            }
        }
    }
}
