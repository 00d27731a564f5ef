//! Multiplication, division and floating point: results and times.
//!
//! The hardware adds, subtracts and shifts step by step (processor reference, section 5).
//! Here the results come from the host's arithmetic, and the numbers of steps from the bit patterns. Where
//! the hardware gives wrong results, the steps are executed one by one. The tests compare
//! everything but FSC with the hardware's steps.

use crate::word::Word;

/// Time of an addition in the adder, in nanoseconds.
const ADD: u64 = 150;
/// Time of a subtraction: complement, add, complement.
const SUBTRACT: u64 = 350;
const NORMALIZE: i64 = 150;

const LOW35: u64 = Word::MAGNITUDE.bits();
/// Bits 9-35 of a floating word: the fraction without its sign.
const DIGITS: u64 = (1 << 27) - 1;

/// A double-length result, and the part of the time that depends on the data, in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Double {
    pub high: Word,
    pub low: Word,
    pub time: u64,
}

/// Returns the time to multiply by a multiplier of `bits` bits: a subtraction where a run of ones begins
/// (from the right), an addition where it ends.
#[inline(always)]
fn multiply_time(multiplier: u64, bits: u32) -> u64 {
    let used = multiplier & ((1 << bits) - 1);
    let subtractions = u64::from((used & !(used << 1)).count_ones());
    // There is an addition at the end of each run, except a run that ends with the word.
    subtractions * (SUBTRACT + ADD) - (used >> (bits - 1)) * ADD
}

/// Multiplies 36-bit operands as in section 5.2. The sign of the low word is a copy of the sign of the high
/// word.
#[inline(always)]
pub(super) fn multiply(multiplicand: Word, multiplier: Word) -> Double {
    let time = multiply_time(multiplier.bits(), 36);
    if multiplicand == Word::SIGN {
        let (high, low) = multiply_by_steps(multiplicand, multiplier);
        return Double { high, low, time };
    }
    let product = i128::from(multiplicand.signed()) * i128::from(multiplier.signed());
    let high = Word::from_i64((product >> 35) as i64);
    let low = Word::new(high.bits() & Word::SIGN.bits() | product as u64 & LOW35);
    Double { high, low, time }
}

/// Multiplies by a multiplicand of -2^35, which cannot be negated: an intermediate sum overflows, and the
/// sign is wrong.
#[cold]
fn multiply_by_steps(multiplicand: Word, multiplier: Word) -> (Word, Word) {
    let (mut ar, mut mq, mut previous) = (0i64, multiplier.bits(), 0);
    for step in 0..36 {
        let bit = mq & 1;
        match (bit, previous) {
            (1, 0) => ar = wrap(ar - multiplicand.signed()),
            (0, 1) => ar = wrap(ar + multiplicand.signed()),
            _ => {}
        }
        if step < 35 {
            previous = bit;
            mq = (ar as u64 & 1) << 35 | mq >> 1;
            ar >>= 1;
        }
    }
    let high = Word::from_i64(ar);
    (high, Word::new(high.bits() & Word::SIGN.bits() | mq >> 1))
}

#[inline(always)]
fn wrap(value: i64) -> i64 {
    Word::from_i64(value).signed()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Quotient {
    pub quotient: Word,
    pub remainder: Word,
    pub time: u64,
}

/// "No divide": what the trial subtraction leaves in AR, and the time that depends on the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NoDivide {
    pub ar: Word,
    pub time: u64,
}

/// The state before the division: the dividend's magnitude in two words (bit 0 of the second is ignored),
/// its sign, and the time spent on making the magnitude.
#[derive(Clone, Copy)]
pub(super) struct Dividend {
    pub high: Word,
    pub low: Word,
    pub negative: bool,
    pub time: u64,
}

/// Returns the dividend of IDIV (section 5.4).
#[inline(always)]
pub(super) fn single_dividend(ac: Word) -> Dividend {
    let negative = ac.is_negative();
    let low = if negative { ac.wrapping_neg() } else { ac };
    Dividend { high: Word::ZERO, low, negative, time: if negative { 200 } else { 0 } }
}

#[inline(always)]
pub(super) fn double_dividend(ac: Word, ac1: Word) -> Dividend {
    if !ac.is_negative() {
        return Dividend { high: ac, low: ac1, negative: false, time: 0 };
    }
    let low = ac1.wrapping_neg();
    let (high, time) = if low.bits() & LOW35 != 0 { (!ac, 600) } else { (ac.wrapping_neg(), 800) };
    Dividend { high, low, negative: true, time }
}

/// Returns the time of a division: the trial subtraction, one step for each quotient bit but the last, and
/// the correction of a negative remainder.
#[inline(always)]
fn divide_time(quotient: u64, steps: u64, divisor: i64) -> u64 {
    // Each one bit in place of a zero changes an addition to a subtraction, or the reverse.
    let changed = u64::from((quotient >> 1).count_ones()) * (SUBTRACT - ADD);
    let corrected = quotient & 1 == 0;
    if divisor < 0 {
        ADD + steps * SUBTRACT - changed + if corrected { SUBTRACT } else { 0 }
    } else {
        SUBTRACT + steps * ADD + changed + if corrected { ADD } else { 0 }
    }
}

#[inline(always)]
fn divided(dividend: u64, divisor: u64) -> (u64, u64) {
    let quotient = dividend / divisor;
    (quotient, dividend - quotient * divisor)
}

/// Divides as in section 5.3, with 36 quotient bits.
#[inline(always)]
pub(super) fn divide(dividend: Dividend, divisor: Word) -> Result<Quotient, NoDivide> {
    let (high, d) = (dividend.high, divisor.signed());
    let magnitude = d.unsigned_abs();
    if high.is_negative() {
        // Destructured, so that the usual case keeps the whole dividend in registers of the host.
        let Dividend { high, low, negative, time } = dividend;
        return match divide_by_steps(high, low, negative, divisor) {
            Ok(Quotient { quotient, remainder, time: more }) => {
                Ok(Quotient { quotient, remainder, time: time + more })
            }
            Err(NoDivide { ar, time: more }) => Err(NoDivide { ar, time: time + more }),
        };
    }
    if high.bits() >= magnitude {
        let ar = Word::new(high.bits() - magnitude);
        return Err(NoDivide { ar, time: dividend.time + if d < 0 { ADD } else { SUBTRACT } });
    }
    let low = dividend.low.bits() & LOW35;
    let (quotient, remainder) = if high == Word::ZERO {
        divided(low, magnitude)
    } else {
        // Two digits of 18 and 17 bits: each dividend fits in 64 bits, as high < magnitude <= 2^35.
        let (first, rest) = divided(high.bits() << 18 | low >> 17, magnitude);
        let (second, remainder) = divided(rest << 17 | low & 0o377777, magnitude);
        (first << 17 | second, remainder)
    };
    let time = divide_time(quotient, 35, d);
    Ok(signed_quotient(quotient, remainder, d, dividend.negative, dividend.time + time))
}

#[inline(always)]
fn signed_quotient(quotient: u64, remainder: u64, divisor: i64, negative: bool, time: u64) -> Quotient {
    let differ = negative != (divisor < 0);
    let sign = |value: u64, negate: bool| {
        let word = Word::new(value);
        if negate { word.wrapping_neg() } else { word }
    };
    Quotient {
        quotient: sign(quotient, differ),
        remainder: sign(remainder, negative),
        time: time + if negative { 200 } else { 0 } + if differ { 200 } else { 0 },
    }
}

/// Divides a dividend whose high word is 400000,,0. That word is its own negative, so it is not a magnitude.
#[cold]
fn divide_by_steps(high: Word, low: Word, negative: bool, divisor: Word) -> Result<Quotient, NoDivide> {
    let d = divisor.signed();
    let mut time = 0;
    let mut toward = |ar: i64, subtract: bool| {
        time += if subtract { SUBTRACT } else { ADD };
        wrap(if subtract { ar - d } else { ar + d })
    };
    let mut ar = high.signed();
    let mut mq = Word::new(low.bits() << 1 | u64::from(ar >= 0)).bits();
    ar = toward(ar, d >= 0);
    if ar >= 0 {
        return Err(NoDivide { ar: Word::from_i64(ar), time });
    }
    for step in 1..=36 {
        let bit = u64::from(ar >= 0);
        ar = wrap(ar << 1 | (mq >> 35) as i64);
        mq = Word::new(mq << 1 | bit).bits();
        if step < 36 {
            ar = toward(ar, (bit == 1) != (d < 0));
        }
    }
    ar = wrap((ar & ((1 << 36) - 1)) >> 1 | ((!mq & 1) << 35) as i64);
    if ar < 0 {
        ar = toward(ar, d < 0);
    }
    Ok(signed_quotient(mq, Word::from_i64(ar).bits(), d, negative, time))
}

/// A floating result: the word, the low word as MQ holds it, `true` if AR OV is set, and the time
/// that depends on the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Floating {
    pub high: Word,
    pub low: Word,
    pub overflow: bool,
    pub time: i64,
}

/// Bits 0-8: sign and exponent.
#[inline(always)]
fn exponent(word: Word) -> u32 {
    (word.bits() >> 27) as u32
}

#[derive(Clone, Copy)]
struct Parts {
    /// The exponent of the magnitude: bits 1-8, complemented in a negative word.
    exponent: u32,
    /// The fraction with its sign: bits 1-8 are copies of bit 0.
    fraction: i64,
}

impl Parts {
    #[inline(always)]
    fn of(word: Word) -> Parts {
        let (bits, signs) = (word.bits(), (word.signed() >> 35) as u64);
        Parts {
            exponent: (bits >> 27 ^ signs) as u32 & 0o377,
            fraction: (bits & DIGITS) as i64 - (bits >> 8 & 1 << 27) as i64,
        }
    }
}

/// Returns the number of left shifts that normalize `value`, which must not be zero.
#[inline(always)]
fn places(value: i64) -> u32 {
    // Bit 63 of `top` is AR bit 9.
    let top = (value << 2) as u64;
    if value >= 0 {
        return top.leading_zeros();
    }
    // A fraction of exactly -1/2 in AR is normalized for any value of MQ.
    let ones = top.leading_ones();
    let half = ones > 0 && ((top as i64) << (ones - 1)) >> 37 == -1 << 26;
    ones - u32::from(half)
}

/// Normalizes and rounds (section 5.5); the caller has done the right shift, if there is one. `value` is AR
/// and the 35 magnitude bits of MQ combined, `exponent` the exponent of its magnitude; bit 400 of an exponent
/// means overflow.
#[inline(always)]
fn normalize(value: i64, exponent: u32, round: bool) -> Floating {
    if value >> 34 == 0 {
        return Floating { high: Word::ZERO, low: low_word(value), overflow: false, time: -200 };
    }
    let left = places(value);
    let (mut value, mut exponent) = (value << left, exponent.wrapping_sub(left));
    let (mut overflow, mut time) = (exponent & 0o400 != 0, i64::from(left) * NORMALIZE);
    if round && value >> 34 & 1 != 0 {
        // The sum may be too long, so the hardware shifts it right and normalizes again.
        value += 1 << 35;
        // Usually one left shift undoes the right shift, but MQ's last bit is lost. A magnitude near 1 or
        // below 1/2 needs a different number of left shifts.
        let positive = (value ^ value >> 63) as u64;
        if positive.wrapping_sub(1 << 61) < (1 << 61) - (1 << 36) {
            value &= !1;
            time += 600 + NORMALIZE;
        } else {
            value >>= 1;
            let left = places(value);
            value <<= left;
            exponent = exponent.wrapping_add(1).wrapping_sub(left);
            overflow |= exponent & 0o400 != 0;
            time += 600 + i64::from(left) * NORMALIZE;
        }
    }
    // Bits 1-8 of AR are copies of the sign; the exclusive-or complements the exponent of a negative word.
    let high = value >> 35 ^ i64::from(exponent & 0o377) << 27;
    Floating { high: Word::from_i64(high), low: low_word(value), overflow, time }
}

/// Returns the low word as MQ holds it: a copy of the sign, and 35 bits.
#[inline(always)]
fn low_word(value: i64) -> Word {
    Word::new(value as u64 & LOW35 | ((value < 0) as u64) << 35)
}

/// Executes FAD (section 5.5), without its constant time.
#[inline(always)]
pub(super) fn add(ac: Word, memory: Word, round: bool) -> Floating {
    let (ac_parts, memory_parts) = (Parts::of(ac), Parts::of(memory));
    let (a, b) = (ac_parts.exponent, memory_parts.exponent);
    let (shifted, fixed, places) =
        if a > b { (memory_parts, ac_parts, a - b) } else { (ac_parts, memory_parts, b - a) };
    // SC counts up, so a positive difference must be complemented.
    let positive = if ac.is_negative() { a < b } else { a > b };
    let mut time = if positive { 200 } else { 0 };
    let mut value = shifted.fraction << 34;
    if places < 64 {
        value >>= places;
        time += i64::from(places) * 75;
    } else {
        value = 0;
        time -= 200;
    }
    let sum = normalize(value + (fixed.fraction << 34), a.max(b) + 1, round);
    Floating { time: sum.time + time, ..sum }
}

/// Executes FSB (section 5.5): AR gets the memory operand negated, MB gets AC; then as FAD.
#[inline(always)]
pub(super) fn subtract(ac: Word, memory: Word, round: bool) -> Floating {
    add(memory.wrapping_neg(), ac, round)
}

/// Executes FMP, without its constant time.
#[inline(always)]
pub(super) fn float_multiply(ac: Word, memory: Word, round: bool) -> Floating {
    let (multiplicand, multiplier) = (Parts::of(ac), Parts::of(memory));
    let exponent = (multiplicand.exponent + multiplier.exponent).wrapping_sub(0o200);
    let time = multiply_time(multiplier.fraction as u64, 28) as i64;
    let product = multiplicand.fraction * multiplier.fraction;
    // Below the product's 54 bits MQ still holds bits 1-8 of the multiplier, which are copies of its sign.
    let value = product << 8 | if memory.is_negative() { 0o377 } else { 0 };
    let result = normalize(value, exponent, round);
    Floating { time: result.time + time, ..result }
}

/// Executes FDV, without its constant time.
#[inline(always)]
pub(super) fn float_divide(ac: Word, memory: Word, round: bool) -> Result<Floating, NoDivide> {
    // The exponent includes one for the right shift before normalizing.
    let (dividend, divisor) = (Parts::of(ac), Parts::of(memory));
    let exponent = (dividend.exponent + 0o201).wrapping_sub(divisor.exponent);
    let negative = ac.is_negative();
    let (dividend, magnitude, d) =
        (dividend.fraction.unsigned_abs(), divisor.fraction.unsigned_abs(), divisor.fraction);
    let before = if negative { 200 } else { 0 };
    if dividend >> 1 >= magnitude {
        let ar = Word::new((dividend >> 1) - magnitude);
        return Err(NoDivide { ar, time: before + if d < 0 { ADD } else { SUBTRACT } });
    }
    let (quotient, remainder) = divided(dividend << 28, magnitude);
    let time = divide_time(quotient, 29, d);
    let q = signed_quotient(quotient, remainder, d, negative, time);
    // AR is the quotient, MQ the remainder, and both are shifted right once.
    let ar = q.quotient.signed();
    let value = ((ar >> 1) << 35) | (ar & 1) << 34 | (q.remainder.bits() >> 1 & (LOW35 >> 1)) as i64;
    let result = normalize(value >> 1, exponent, round);
    Ok(Floating { time: result.time + (q.time + before) as i64, ..result })
}

/// Executes FSC (section 5.6). Returns the word and AR OV.
#[inline(always)]
pub(super) fn scale(ac: Word, e: u32) -> (Word, bool) {
    let count = e >> 9 & 0o400 | e & 0o377;
    let sc = if ac.is_negative() { exponent(ac).wrapping_sub(count) } else { exponent(ac) + count };
    let overflow = ac.is_negative() != (sc & 0o400 != 0);
    (ac.with_field(1, 8, u64::from(sc & 0o377)), overflow)
}

#[cfg(test)]
mod tests;
