//! Numbers: integers in octal, decimal or the current radix, and floating-point constants.

use emulator::word::Word;

const BITS_35: u32 = 35;
const BITS_70: u32 = 70;

/// A number being converted: an integer of up to 70 bits, a radix exponent and a binary exponent.
#[derive(Clone, Copy, Debug)]
struct ScaledNumber {
    value: u128,
    exponent: i64,
    binary: i64,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Number {
    scaled: ScaledNumber,
    /// The radix of the digits.
    pub radix: u64,
    /// Whether the number is a float: a digit follows the period.
    pub floating: bool,
    /// Whether an integer does not fit in 36 bits.
    pub overflow: bool,
}

/// The error that the exponent does not fit in its 8-bit field, with the word that the original assemblers
/// produced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ExponentOverflow(pub Word);

impl Number {
    /// Parses digits with at most one period. A digit after the period makes the number a float. The radix is
    /// `radix` if `current` (suffix `"`), 8 if `octal` (suffix `'`), 10 with a period, otherwise `radix`.
    pub(crate) fn read(text: &[u8], radix: u64, octal: bool, current: bool) -> Number {
        let period = text.iter().position(|c| *c == b'.');
        let floating = period.is_some_and(|at| at + 1 < text.len());
        let weight = match (octal, floating || period.is_some()) {
            _ if current => radix,
            (true, _) => 8,
            (false, true) => 10,
            (false, false) => radix,
        };
        let mut scaled = ScaledNumber { value: 0, exponent: 0, binary: 0 };
        let mut overflow = false;
        let mut fraction = false;
        for c in text {
            if *c == b'.' {
                fraction = true;
                continue;
            }
            let next = scaled.value.wrapping_mul(u128::from(weight)).wrapping_add(u128::from(c - b'0'));
            if floating {
                if next >> BITS_70 != 0 {
                    scaled.exponent += i64::from(!fraction);
                } else {
                    scaled.value = next;
                    scaled.exponent -= i64::from(fraction);
                }
            } else {
                overflow |= next >> 36 != 0;
                scaled.value = next & ((1 << BITS_70) - 1);
            }
        }
        Number { scaled, radix: weight, floating, overflow }
    }

    /// Returns the number as a word, without exponent.
    pub(crate) fn word(&self, classic: bool) -> Result<Word, ExponentOverflow> {
        if self.floating { self.float(0, classic) } else { Ok(Word::new(self.scaled.value as u64)) }
    }

    /// Returns `N^exponent`, the number times its radix to that power, and `true` if an integer overflowed.
    pub(crate) fn power(&self, exponent: i64, classic: bool) -> Result<(Word, bool), ExponentOverflow> {
        if self.floating {
            return self.float(exponent, classic).map(|word| (word, false));
        }
        let mut number = self.scaled;
        number.exponent = exponent;
        scale(&mut number, self.radix, classic);
        Ok(power(number, if classic { BITS_35 } else { 36 }))
    }

    /// Returns `N_count`, the number times 2 to the power `count`, with any fraction then dropped.
    pub(crate) fn shifted(&self, count: i64, classic: bool) -> Word {
        let mut number = self.scaled;
        if self.floating {
            scale(&mut number, self.radix, classic);
        }
        if !self.floating && count < 0 {
            // The original assemblers shifted only the low 35 bits and dropped the sign bit.
            number.value &= (1 << BITS_35) - 1;
        }
        number.binary = number.binary.saturating_add(count);
        power(number, 36).0
    }

    /// Returns `N^exponent` shifted by `count` bits, and `true` if the power overflowed.
    pub(crate) fn power_shifted(&self, exponent: i64, count: i64, classic: bool) -> (Word, bool) {
        let mut number = self.scaled;
        if self.floating {
            scale(&mut number, self.radix, classic);
        }
        number.exponent = exponent;
        scale(&mut number, self.radix, classic);
        let overflow = !self.floating && power(number, BITS_35).1;
        number.binary = number.binary.saturating_add(count);
        (power(number, 36).0, overflow)
    }

    fn float(&self, exponent: i64, classic: bool) -> Result<Word, ExponentOverflow> {
        let mut number = self.scaled;
        if number.value == 0 {
            return Ok(Word::ZERO);
        }
        scale(&mut number, self.radix, classic);
        if exponent != 0 {
            normalise(&mut number);
            number.exponent = exponent;
            scale(&mut number, self.radix, classic);
        }
        normalise(&mut number);
        let mut high = (number.value >> BITS_35) as u64 + 0o200;
        let mut binary = number.binary;
        if high >> BITS_35 != 0 {
            high /= 2;
            binary += 1;
        }
        let field = binary + 0o306;
        // If the exponent is too large its carry is lost; if it is too small the word becomes negative.
        let kept = if field > 0 { field & 0o377 } else { field };
        let word = Word::from_i64(kept.wrapping_mul(1 << 27).wrapping_add((high >> 8) as i64));
        if (0..=0o377).contains(&field) { Ok(word) } else { Err(ExponentOverflow(word)) }
    }
}

/// Returns the integer `value * 2^binary` in `bits` bits, and `true` if it needs more. Only bits below bit 70
/// are checked for overflow.
fn power(number: ScaledNumber, bits: u32) -> (Word, bool) {
    let count = number.binary.clamp(-100, 100) as i32;
    let value = match count {
        ..0 => number.value >> -count,
        0..70 => number.value << count & ((1 << BITS_70) - 1),
        _ => 0,
    };
    (Word::new((value & ((1 << bits) - 1)) as u64), value >> bits != 0)
}

/// Shifts the number left until bit 69 is 1.
fn normalise(number: &mut ScaledNumber) {
    if number.value == 0 {
        return;
    }
    let shift = number.value.leading_zeros() - (128 - BITS_70);
    number.value <<= shift;
    number.binary -= i64::from(shift);
}

/// Applies the radix exponent, with the rounding of the original assemblers.
fn scale(number: &mut ScaledNumber, radix: u64, classic: bool) {
    if number.value == 0 {
        number.exponent = 0;
        return;
    }
    let wide = u128::from(radix.max(1));
    // Larger exponents overflow the format anyway; the bound keeps the loops short.
    number.exponent = number.exponent.clamp(-2_000, 2_000);
    while number.exponent > 0 {
        number.value *= wide;
        while number.value >> BITS_70 != 0 {
            number.value >>= 1;
            number.binary += 1;
        }
        number.exponent -= 1;
    }
    let low_mask = (1u128 << BITS_35) - 1;
    while number.exponent < 0 {
        normalise(number);
        if number.value == 0 {
            break;
        }
        let (high, low) = (number.value >> BITS_35, number.value & low_mask);
        if classic {
            let (quotient, remainder) = (high / wide, high % wide);
            number.value = quotient << BITS_35 | ((low + remainder) / wide) & low_mask;
            number.exponent += 1;
        } else {
            let mut divisor = wide;
            number.exponent += 1;
            while divisor < 1 << 18 && number.exponent < 0 {
                divisor *= wide.max(2);
                number.exponent += 1;
            }
            let (quotient, remainder) = (high / divisor, high % divisor);
            number.value = (quotient << BITS_35) | ((remainder << BITS_35 | low) / divisor);
        }
    }
}

/// Returns the digits of `value` in `radix`.
pub(crate) fn digits(value: u64, radix: u64) -> Vec<u8> {
    let radix = radix.max(2);
    let mut digits = Vec::new();
    let mut rest = value;
    loop {
        digits.push(b'0' + (rest % radix).min(75) as u8);
        rest /= radix;
        if rest == 0 {
            break;
        }
    }
    digits.reverse();
    digits
}

/// Returns a number in octal. If the left half is not 0, the halves are separated.
pub(crate) fn halves(word: Word) -> String {
    match word.left() {
        0 => format!("{:o}", word.right()),
        left => format!("{left:o},,{:o}", word.right()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn float(text: &str, exponent: i64, classic: bool) -> u64 {
        let number = Number::read(text.as_bytes(), 8, false, false);
        number.power(exponent, classic).unwrap().0.bits()
    }

    #[test]
    fn the_worked_constants_of_the_reference() {
        assert_eq!(float("1.5", 0, false), 0o201600_000000);
        assert_eq!(float("1.57079631847", 0, true), 0o201622_077324);
        assert_eq!(float("1.57079631847", 0, false), 0o201622_077325);
        assert_eq!(float("18.98513", 8, true), 0o237704_510046);
        assert_eq!(float("1898513000.0", 0, true), 0o237704_510047);
        assert_eq!(float("1.0", 10, true), 0o242452_013710);
        assert_eq!(float("1.5", -3, true), 0o167611_156457);
        assert_eq!(float("123456789.123", 0, true), 0o233726_746425);
    }

    #[test]
    fn integers() {
        let read = |t: &str| Number::read(t.as_bytes(), 8, false, false);
        assert_eq!(read("99").word(true), Ok(Word::new(0o121)));
        assert_eq!(read("12.").word(true), Ok(Word::new(0o14)));
        assert_eq!(read("2.").power(3, true).unwrap().0, Word::new(0o3720));
        assert!(read("1777777777777").overflow);
        assert_eq!(read("1.5").shifted(3, true), Word::new(0o14));
        assert_eq!(read("23").shifted(8, true), Word::new(0o11400));
    }

    #[test]
    fn shifted_integers() {
        let read = |t: &str| Number::read(t.as_bytes(), 8, false, false);
        let signed = read("400000000003");
        assert_eq!(signed.shifted(0, true), Word::new(0o400000_000003));
        assert_eq!(signed.shifted(1, true), Word::new(6));
        assert_eq!(signed.shifted(-1, true), Word::new(1), "the sign bit takes no part");
        assert_eq!(read("3.0").shifted(-1, true), Word::new(1));
    }

    #[test]
    fn powers_of_integers() {
        let read = |t: &str| Number::read(t.as_bytes(), 8, false, false);
        assert_eq!(read("1000.").power(-1, true), Ok((Word::new(100), false)));
        assert_eq!(read("1000.").power(-1, false), Ok((Word::new(100), false)));
        assert_eq!(read("2.").power_shifted(3, 1, true), (Word::new(4000), false));
        assert!(read("2.").power_shifted(40, 0, true).1);
        assert!(!read("2.0").power_shifted(12, 0, true).1, "only an integer can overflow here, not a float");
    }

    #[test]
    fn a_fraction_that_is_rounded_up_to_one() {
        assert_eq!(float("0.9999999999", 0, false), 0o201400_000000);
        assert_eq!(float("0.9999999999", 0, true), 0o201400_000000);
    }

    #[test]
    fn exponent_overflow_is_an_error() {
        let one = Number::read(b"1.0", 8, false, false);
        let Err(ExponentOverflow(large)) = one.power(39, true) else { panic!("expected an overflow") };
        assert_eq!(large.bits() >> 27, 0o402 & 0o377, "2^129 is less than 10^39");
        let Err(ExponentOverflow(small)) = one.power(-40, true) else { panic!("expected an overflow") };
        assert!(small.signed() < 0);
    }

    /// Returns the value of a floating-point word that is not negative.
    fn value(word: u64) -> f64 {
        let exponent = (word >> 27) as i32 - 0o200 - 27;
        (word & 0o777777777) as f64 * 2f64.powi(exponent)
    }

    proptest! {
        /// The error is at most two units in the last of 27 places in the classic dialects, and about one
        /// unit in the late dialect.
        #[test]
        fn floats_are_the_numbers_written(
            whole in "[1-9][0-9]{0,29}",
            fraction in "[0-9]{1,15}",
            exponent in -36..37i64,
            classic: bool,
        ) {
            let exponent = exponent - whole.len() as i64;
            prop_assume!((-36..37).contains(&(exponent + whole.len() as i64)));
            let exact: f64 = format!("{whole}.{fraction}e{exponent}").parse().unwrap();
            let word = float(&format!("{whole}.{fraction}"), exponent, classic);
            let places = if classic { 2.0 } else { 1.01 };
            let last_place = 2f64.powi((word >> 27) as i32 - 0o200 - 27);
            prop_assert!(
                (value(word) - exact).abs() <= places * last_place, "{:e} for {exact:e}", value(word),
            );
        }
    }
}
