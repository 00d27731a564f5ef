//! Shifts and rotates, 240-247 (processor reference, section 4.4).

use super::fixed::{overflow_if, set_second_ac};
use super::path::{ADDRESSED, Path};
use crate::address::Address;
use crate::isa;
use crate::word::Word;

const PLACE_NANOS: u64 = 75;
const LOW35: u64 = Word::MAGNITUDE.bits();

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shift {
    Left(u32),
    Right(u32),
}

impl Shift {
    /// Returns the shift encoded in the effective address: only bits 18 and 28-35 count.
    #[inline(always)]
    fn of(e: Address) -> Shift {
        let places = e.get() & 0o377;
        if e.get() & 0o400000 == 0 { Shift::Left(places) } else { Shift::Right(256 - places) }
    }

    #[inline(always)]
    fn places(self) -> u32 {
        match self {
            Shift::Left(places) | Shift::Right(places) => places,
        }
    }
}

/// Shifts as ASH does. Returns the word, and `true` if a bit different from the sign was shifted out.
#[inline(always)]
fn arithmetic(word: Word, shift: Shift) -> (Word, bool) {
    let value = word.signed();
    match shift {
        Shift::Right(places) => (Word::from_i64(value >> places.min(63)), false),
        Shift::Left(places) => {
            // The bits that pass bit 1: the magnitude bits and, after 35 of them, zeros.
            let places = places.min(36);
            let lost = (value ^ value >> 63) as u128 & u128::from(LOW35);
            let zeros_pass = places == 36 && value < 0;
            let moved = (value as u64) << places & LOW35;
            let sign = word.bits() & Word::SIGN.bits();
            (Word::new(sign | moved), lost << places >> 35 != 0 || zeros_pass)
        }
    }
}

#[inline(always)]
fn rotate(word: Word, shift: Shift) -> Word {
    let places = match shift {
        Shift::Left(places) => places % 36,
        Shift::Right(places) => (36 * 8 - places) % 36,
    };
    Word::new(word.bits() << places | word.bits() >> (36 - places))
}

#[inline(always)]
fn logical(word: Word, shift: Shift) -> Word {
    match shift {
        Shift::Left(places) => Word::new(word.bits() << places.min(36)),
        Shift::Right(places) => Word::new(word.bits() >> places.min(36)),
    }
}

#[inline(always)]
fn joined(high: Word, low: Word) -> u128 {
    u128::from(high.bits()) << 36 | u128::from(low.bits())
}

#[inline(always)]
fn parted(both: u128) -> (Word, Word) {
    (Word::new((both >> 36) as u64), Word::new(both as u64))
}

/// Shifts as ASHC does: there are 70 magnitude bits, and a shift by one or more places sets bit 0 of the
/// low word to the sign.
#[inline(always)]
fn arithmetic_double(high: Word, low: Word, shift: Shift) -> (Word, Word, bool) {
    if shift.places() == 0 {
        return (high, low, false);
    }
    let value = i128::from(high.signed()) << 35 | i128::from(low.bits() & LOW35);
    let magnitude = (1u128 << 70) - 1;
    let sign = high.bits() & Word::SIGN.bits();
    let words =
        |bits: u128| (Word::new(sign | (bits >> 35) as u64 & LOW35), Word::new(sign | bits as u64 & LOW35));
    match shift {
        Shift::Right(places) => {
            let (high, low) = words((value >> places.min(127)) as u128);
            (high, low, false)
        }
        Shift::Left(places) => {
            let places = places.min(71);
            let passing = (value ^ value >> 127) as u128 & magnitude;
            let zeros_pass = places == 71 && value < 0;
            let overflow = places > 0 && passing >> (70 - places.min(70)) != 0 || zeros_pass;
            let (high, low) = words((value as u128) << places);
            (high, low, overflow)
        }
    }
}

#[inline(always)]
fn rotate_double(high: Word, low: Word, shift: Shift) -> (Word, Word) {
    let places = match shift {
        Shift::Left(places) => places % 72,
        Shift::Right(places) => (72 * 4 - places) % 72,
    };
    let both = joined(high, low);
    parted((both << places | both >> (72 - places)) & ((1 << 72) - 1))
}

#[inline(always)]
fn logical_double(high: Word, low: Word, shift: Shift) -> (Word, Word) {
    let both = joined(high, low);
    parted(match shift {
        Shift::Left(places) => (both << places.min(72)) & ((1 << 72) - 1),
        Shift::Right(places) => both >> places.min(72),
    })
}

/// Executes ASH, ROT and LSH.
#[inline(always)]
pub(super) fn single<const OP: u16, X: Path>(x: &mut X, ac: usize, e: Address) -> Result<(), X::Abort> {
    let word = x.ac(ac)?;
    x.execute();
    let shift = Shift::of(e);
    x.spend(isa::base(OP) - ADDRESSED + PLACE_NANOS * u64::from(shift.places()));
    let result = match OP {
        0o240 => {
            let (result, overflow) = arithmetic(word, shift);
            overflow_if(x, overflow);
            result
        }
        0o241 => rotate(word, shift),
        _ => logical(word, shift),
    };
    x.set_ac(ac, result)
}

/// Executes ASHC, ROTC and LSHC.
#[inline(always)]
pub(super) fn double<const OP: u16, X: Path>(x: &mut X, ac: usize, e: Address) -> Result<(), X::Abort> {
    let high = x.ac(ac)?;
    x.spend(100);
    let low = x.ac(ac + 1)?;
    x.execute();
    let shift = Shift::of(e);
    x.spend(isa::base(OP) - ADDRESSED - 100 + PLACE_NANOS * u64::from(shift.places()));
    let (high, low) = match OP {
        0o244 => {
            let (high, low, overflow) = arithmetic_double(high, low, shift);
            overflow_if(x, overflow);
            (high, low)
        }
        0o245 => rotate_double(high, low, shift),
        _ => logical_double(high, low, shift),
    };
    x.set_ac(ac, high)?;
    set_second_ac(x, ac + 1, low)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SIGN: u64 = Word::SIGN.bits();

    /// Shifts by one place as ASH does (section 4.4): the sign is kept; a bit that leaves bit 1 to the left
    /// sets AR OV if it differs from the sign.
    fn place(word: u64, left: bool) -> (u64, bool) {
        let sign = word & SIGN;
        match left {
            true => (sign | word << 1 & LOW35, (word << 1 & SIGN) != sign),
            false => (sign | word >> 1, false),
        }
    }

    /// Shifts by one place as ASHC does: bit 0 of the low word is a copy of the sign and is skipped.
    fn place_of_two(high: u64, low: u64, left: bool) -> (u64, u64, bool) {
        let sign = high & SIGN;
        match left {
            true => {
                let (moved, overflow) = place(high, true);
                (moved | low >> 34 & 1, sign | low << 1 & LOW35, overflow)
            }
            false => (sign | high >> 1, sign | (high & 1) << 34 | (low & LOW35) >> 1, false),
        }
    }

    fn operand() -> impl Strategy<Value = u64> {
        let all = Word::ONES.bits();
        prop_oneof![
            Just(0),
            Just(all),
            Just(SIGN),
            Just(LOW35),
            (0u32..36, any::<bool>()).prop_map(move |(n, not)| if not { all ^ (1 << n) } else { 1 << n }),
            (0u32..37, any::<bool>())
                .prop_map(move |(n, not)| (if not { !0 << n } else { (1 << n) - 1 }) & all),
            (0..1u64 << 36),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(5_000))]

        #[test]
        fn arithmetic_shifts_equal_repeated_single_shifts(high in operand(), low in operand(), e in 0u32..0o1000000) {
            let shift = Shift::of(Address::new(e));
            let left = matches!(shift, Shift::Left(_));
            let (mut word, mut overflow) = (high, false);
            let (mut two, mut overflow_of_two) = ((high, low), false);
            for _ in 0..shift.places() {
                let (moved, lost) = place(word, left);
                (word, overflow) = (moved, overflow | lost);
                let (high, low, lost) = place_of_two(two.0, two.1, left);
                (two, overflow_of_two) = ((high, low), overflow_of_two | lost);
            }
            prop_assert_eq!(arithmetic(Word::new(high), shift), (Word::new(word), overflow));
            let (high, low, overflow) = arithmetic_double(Word::new(high), Word::new(low), shift);
            prop_assert_eq!((high.bits(), low.bits(), overflow), (two.0, two.1, overflow_of_two));
        }
    }
}
