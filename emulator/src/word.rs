//! The 36-bit word of the PDP-6 and the arithmetic on it.
//!
//! Bits are numbered as in the manuals: bit 0 is the leftmost, bit 35 the rightmost.

use serde::{Deserialize, Serialize};
use std::fmt;

const MASK: u64 = 0o777777_777777;
const HALF: u64 = 0o777777;
const SIGN: u64 = 0o400000_000000;

/// A 36-bit word. The 28 bits of the `u64` above bit 0 are always zero.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(transparent)]
pub struct Word(u64);

impl Word {
    /// All bits zero.
    pub const ZERO: Word = Word(0);
    /// All bits one: minus one.
    pub const ONES: Word = Word(MASK);
    /// 400000,,0: only the sign bit, the most negative number.
    pub const SIGN: Word = Word(SIGN);
    /// 377777,,777777: bits 1-35, the largest number.
    pub const MAGNITUDE: Word = Word(SIGN - 1);

    /// Returns the low 36 bits of `bits` as a word.
    #[inline(always)]
    pub const fn new(bits: u64) -> Word {
        Word(bits & MASK)
    }

    /// Returns the word whose two's complement value is `value` modulo 2^36.
    #[inline(always)]
    pub const fn from_i64(value: i64) -> Word {
        Word(value as u64 & MASK)
    }

    /// Returns `left,,right`; each half is truncated to 18 bits.
    #[inline(always)]
    pub const fn halves(left: u32, right: u32) -> Word {
        Word((left as u64 & HALF) << 18 | right as u64 & HALF)
    }

    /// Returns the 36 bits as an unsigned number.
    #[inline(always)]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Returns the two's complement value, -2^35 to 2^35-1.
    #[inline(always)]
    pub const fn signed(self) -> i64 {
        ((self.0 << 28) as i64) >> 28
    }

    /// Returns bits 0-17.
    #[inline(always)]
    pub const fn left(self) -> u32 {
        (self.0 >> 18) as u32
    }

    /// Returns bits 18-35.
    #[inline(always)]
    pub const fn right(self) -> u32 {
        (self.0 & HALF) as u32
    }

    /// Returns this word with `half` in bits 0-17.
    #[inline(always)]
    pub const fn with_left(self, half: u32) -> Word {
        Word::halves(half, self.right())
    }

    /// Returns this word with `half` in bits 18-35.
    #[inline(always)]
    pub const fn with_right(self, half: u32) -> Word {
        Word(self.0 ^ ((self.0 as u32 ^ half) & HALF as u32) as u64)
    }

    /// Returns the word with its halves exchanged.
    #[inline(always)]
    pub const fn swapped(self) -> Word {
        Word((self.0 << 18 | self.0 >> 18) & MASK)
    }

    /// Returns `true` if bit 0 is on.
    #[inline(always)]
    pub const fn is_negative(self) -> bool {
        self.0 & SIGN != 0
    }

    /// Returns `true` if bit `bit` (manual's number, 0-35) is on.
    #[inline(always)]
    pub const fn bit(self, bit: u32) -> bool {
        self.0 >> (35 - bit) & 1 != 0
    }

    /// Returns bits `first` to `last` (manual's numbers, `first <= last <= 35`), right-justified.
    #[inline(always)]
    pub const fn field(self, first: u32, last: u32) -> u64 {
        (self.0 >> (35 - last)) & ((1 << (last - first + 1)) - 1)
    }

    /// Returns this word with `value` (truncated to fit) in bits `first` to `last`.
    #[inline(always)]
    pub const fn with_field(self, first: u32, last: u32, value: u64) -> Word {
        let mask = ((1u64 << (last - first + 1)) - 1) << (35 - last);
        Word(self.0 & !mask | value << (35 - last) & mask)
    }

    /// Returns the sum modulo 2^36.
    #[inline(always)]
    pub const fn wrapping_add(self, other: Word) -> Word {
        Word((self.0 + other.0) & MASK)
    }

    /// Returns the sum modulo 2^36 and the carries: the carry out of bit 0 as 2, the carry out of
    /// bit 1 (into bit 0) as 1.
    #[inline(always)]
    pub const fn carrying_add(self, other: Word) -> (Word, usize) {
        let sum = self.0 + other.0;
        (Word(sum & MASK), ((self.0 ^ other.0 ^ sum) >> 35) as usize)
    }

    /// Adds one to each half, as pointers are counted: the carry out of the right half goes into the left
    /// one. Also returns `true` if there was a carry out of bit 0.
    #[inline(always)]
    pub const fn count_up(self) -> (Word, bool) {
        let sum = self.0 + 0o000001_000001;
        (Word(sum & MASK), sum > MASK)
    }

    /// Subtracts one from each half: the right half borrows from the left one.
    /// Also returns `true` if bit 0 borrowed.
    #[inline(always)]
    pub const fn count_down(self) -> (Word, bool) {
        (Word(self.0.wrapping_sub(0o000001_000001) & MASK), self.0 < 0o000001_000001)
    }

    /// Returns the difference modulo 2^36.
    #[inline(always)]
    pub const fn wrapping_sub(self, other: Word) -> Word {
        Word(self.0.wrapping_sub(other.0) & MASK)
    }

    /// Returns the two's complement negative; the negative of 400000,,0 is itself.
    #[inline(always)]
    pub const fn wrapping_neg(self) -> Word {
        Word(self.0.wrapping_neg() & MASK)
    }
}

impl std::ops::Not for Word {
    type Output = Word;
    #[inline(always)]
    fn not(self) -> Word {
        Word(!self.0 & MASK)
    }
}

impl std::ops::BitAnd for Word {
    type Output = Word;
    #[inline(always)]
    fn bitand(self, other: Word) -> Word {
        Word(self.0 & other.0)
    }
}

impl std::ops::BitOr for Word {
    type Output = Word;
    #[inline(always)]
    fn bitor(self, other: Word) -> Word {
        Word(self.0 | other.0)
    }
}

impl std::ops::BitXor for Word {
    type Output = Word;
    #[inline(always)]
    fn bitxor(self, other: Word) -> Word {
        Word(self.0 ^ other.0)
    }
}

impl From<u32> for Word {
    fn from(value: u32) -> Word {
        Word(value.into())
    }
}

impl fmt::Octal for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:012o}", self.0)
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:06o},,{:06o}", self.left(), self.right())
    }
}

impl fmt::Debug for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn arithmetic_is_modulo_two_to_the_36(a in any::<u64>(), b in any::<u64>()) {
            let modulus = 1i128 << 36;
            let (x, y) = (Word::new(a), Word::new(b));
            let reduced = |v: i128| v.rem_euclid(modulus) as u64;
            prop_assert_eq!(x.wrapping_add(y).bits(), reduced(i128::from(a) + i128::from(b)));
            prop_assert_eq!(x.wrapping_sub(y).bits(), reduced(i128::from(a) - i128::from(b)));
            prop_assert_eq!(x.wrapping_neg().bits(), reduced(-i128::from(a)));
            prop_assert_eq!(Word::from_i64(x.signed()), x);
            let (sum, carries) = x.carrying_add(y);
            prop_assert_eq!(sum, x.wrapping_add(y));
            prop_assert_eq!(carries & 2 != 0, i128::from(x.bits()) + i128::from(y.bits()) >= modulus);
            let low = |w: Word| w.bits() & (SIGN - 1);
            prop_assert_eq!(carries & 1 != 0, low(x) + low(y) >= SIGN);
            prop_assert!(carries < 4);
            let step = Word::halves(1, 1);
            prop_assert_eq!(x.count_up(), (x.wrapping_add(step), x.carrying_add(step).1 & 2 != 0));
            prop_assert_eq!(x.count_down(), (x.wrapping_sub(step), x < step));
        }

        #[test]
        fn halves_round_trip(a in any::<u64>()) {
            let x = Word::new(a);
            prop_assert_eq!(Word::halves(x.left(), x.right()), x);
            prop_assert_eq!(x.swapped().left(), x.right());
            prop_assert_eq!(x.swapped().swapped(), x);
        }

        #[test]
        fn fields_are_numbered_from_the_left(
            a in any::<u64>(),
            v in any::<u64>(),
            p in 0u32..36,
            n in 0u32..36,
        ) {
            let (first, last) = (p.min(n), p.max(n));
            let x = Word::new(a);
            let digits = format!("{:036b}", x.bits());
            let field = u64::from_str_radix(&digits[first as usize..=last as usize], 2).unwrap();
            prop_assert_eq!(x.field(first, last), field);
            let y = x.with_field(first, last, v);
            prop_assert_eq!(y.with_field(first, last, field), x);
            prop_assert_eq!(y.field(first, last), v & ((1 << (last - first + 1)) - 1));
        }
    }

    #[test]
    fn display_is_octal_halves() {
        assert_eq!(Word::new(0o254000_000100).to_string(), "254000,,000100");
        assert_eq!(format!("{:o}", Word::new(0o777)), "000000000777");
        assert_eq!(format!("{:?}", Word::new(0o777)), "000000,,000777");
    }

    #[test]
    fn pointers_carry_and_borrow_beyond_the_last_word() {
        assert_eq!(Word::new(0o777776_777776).count_up(), (Word::ONES, false));
        assert_eq!(Word::new(0o777776_777777).count_up(), (Word::ZERO, true));
        assert_eq!(Word::new(0o000001_000001).count_down(), (Word::ZERO, false));
        assert_eq!(Word::new(0o000001_000000).count_down(), (Word::ONES, true));
    }
}
