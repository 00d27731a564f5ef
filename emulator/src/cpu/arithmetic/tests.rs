//! The arithmetic of the processor reference, section 5, in the steps of the hardware. The processor is
//! compared with it.
//!
//! Registers have their real widths, and times are counted step by step.

use super::*;
use proptest::prelude::*;

const M36: u64 = 0o777777_777777;
const S: u64 = 0o400000_000000;

#[derive(Clone, Copy)]
struct Registers {
    ar: u64,
    mq: u64,
    time: i64,
}

fn negative(x: u64) -> bool {
    x & S != 0
}

fn negate(x: u64) -> u64 {
    x.wrapping_neg() & M36
}

fn arithmetic_right(x: u64) -> u64 {
    x >> 1 | x & S
}

impl Registers {
    fn plus(&mut self, mb: u64) {
        self.ar = (self.ar + mb) & M36;
        self.time += 150;
    }

    fn minus(&mut self, mb: u64) {
        self.ar = self.ar.wrapping_sub(mb) & M36;
        self.time += 350;
    }

    fn asr(&mut self) {
        self.mq = self.ar & S | (self.ar & 1) << 34 | (self.mq & (S - 1)) >> 1;
        self.ar = arithmetic_right(self.ar);
    }

    fn asl(&mut self) {
        let (ar, mq) = (self.ar, self.mq);
        self.ar = ar & S | (ar & (S / 2 - 1)) << 1 | mq >> 34 & 1;
        self.mq = ar & S | (mq & (S / 2 - 1)) << 1;
    }
}

/// Multiplies as in section 5.2.
fn multiply_core(multiplier: u64, multiplicand: u64, n: u32) -> Registers {
    let mut r = Registers { ar: 0, mq: multiplier, time: 0 };
    let mut q = 0;
    for k in 0..=n {
        let b = r.mq & 1;
        match (b, q) {
            (1, 0) => r.minus(multiplicand),
            (0, 1) => r.plus(multiplicand),
            _ => {}
        }
        if k == n {
            break;
        }
        q = b;
        r.mq = (r.ar & 1) << 35 | r.mq >> 1;
        r.ar = arithmetic_right(r.ar);
    }
    r.mq = r.ar & S | r.mq >> 1;
    r
}

/// Divides as in section 5.3. Returns quotient and remainder, or `None` for "no divide".
fn divide_core(r: &mut Registers, mb: u64, neg: bool, n: u32, floating: bool) -> Option<(u64, u64)> {
    if floating {
        r.mq = r.mq & (S - 1) | (r.ar & 1) << 35;
        r.ar = arithmetic_right(r.ar);
    } else {
        r.mq = r.mq << 1 & M36 | u64::from(!negative(r.ar));
    }
    if negative(mb) {
        r.plus(mb)
    } else {
        r.minus(mb)
    }
    if !negative(r.ar) {
        return None;
    }
    for step in 1..=n {
        let (ar, mq) = (r.ar, r.mq);
        r.ar = ar << 1 & M36 | mq >> 35;
        r.mq = mq << 1 & M36 | u64::from(!negative(ar));
        if step == n {
            break;
        }
        if (r.mq & 1 != 0) != negative(mb) { r.minus(mb) } else { r.plus(mb) }
    }
    r.ar = if floating { arithmetic_right(r.ar) } else { (!r.mq & 1) << 35 | r.ar >> 1 };
    if negative(r.ar) {
        if negative(mb) { r.minus(mb) } else { r.plus(mb) }
    }
    if neg {
        r.ar = negate(r.ar);
        r.time += 200;
    }
    let differ = neg != negative(mb);
    r.time += if differ { 200 } else { 0 };
    Some((if differ { negate(r.mq) } else { r.mq }, r.ar))
}

fn no_divide(r: &Registers) -> NoDivide {
    NoDivide { ar: Word::new(r.ar), time: r.time as u64 }
}

/// Normalizes as in section 5.5, where these steps are called "norm".
fn norm(r: &mut Registers, sc: u32, round: bool, pre: bool) -> Floating {
    let (mut sc, mut pre, mut rounded, mut overflow) = (sc, pre, false, false);
    loop {
        if pre {
            sc = (sc + 1) & 0o777;
            r.asr();
        }
        pre = true;
        if r.ar == 0 && r.mq >> 34 & 1 == 0 {
            return floating(r, r.ar, overflow, -200);
        }
        sc = !sc & 0o777;
        loop {
            let bit_9 = r.ar >> 26 & 1;
            if r.ar & 0o377777777 == 0 && bit_9 == 1 || (bit_9 == 1) != negative(r.ar) {
                break;
            }
            sc = (sc + 1) & 0o777;
            r.asl();
            r.time += 150;
        }
        overflow |= sc & 0o400 == 0;
        let add = round && r.mq >> 34 & 1 == 1 && !rounded;
        if !negative(r.ar) || add {
            sc = !sc & 0o777;
        }
        if !add {
            let result = r.ar & S | u64::from(sc & 0o377) << 27 | r.ar & 0o777777777;
            return floating(r, result, overflow, 0);
        }
        r.ar = (r.ar + 1) & M36;
        r.time += 600;
        rounded = true;
    }
}

fn floating(r: &Registers, result: u64, overflow: bool, extra: i64) -> Floating {
    // The sign of MQ is a copy of the sign of AR; before any shift it may differ.
    let low = r.mq & (S - 1) | r.ar & S;
    Floating { high: Word::new(result), low: Word::new(low), overflow, time: r.time + extra }
}

fn e9(x: u64) -> u32 {
    (x >> 27) as u32
}

fn smear(x: u64) -> u64 {
    x & 0o777777777 | if negative(x) { 0o777 << 27 } else { 0 }
}

fn float_add(ac: u64, memory: u64, round: bool) -> Floating {
    let (mut ar, mut mb) = (ac, memory);
    let mut r = Registers { ar: 0, mq: 0, time: 0 };
    let mut sc = if negative(ar) == negative(mb) {
        e9(ar).wrapping_sub(e9(mb)).wrapping_sub(1)
    } else {
        e9(ar) + e9(mb)
    } & 0o777;
    if negative(ar) == (sc & 0o400 != 0) {
        std::mem::swap(&mut ar, &mut mb);
    }
    if sc & 0o400 == 0 {
        sc = 0u32.wrapping_sub(sc).wrapping_sub(2) & 0o777;
        r.time += 200;
    }
    if sc & 0o700 == 0o700 {
        r.ar = smear(ar);
        for _ in sc..0o777 {
            r.asr();
            r.time += 75;
        }
    } else {
        r.time -= 200;
    }
    let sc = if negative(mb) { !e9(mb) & 0o777 } else { e9(mb) };
    r.ar = (r.ar + smear(mb)) & M36;
    norm(&mut r, sc, round, true)
}

fn steps_of_float_multiply(a: u64, m: u64, round: bool) -> Floating {
    let mut sc = 0o200;
    sc = if negative(a) { sc } else { !sc & 0o777 };
    sc = (sc + e9(a)) & 0o777;
    sc = if negative(a) == negative(m) { sc + 1 } else { !sc } & 0o777;
    sc = (sc + e9(m)) & 0o777;
    sc = if negative(m) { !sc & 0o777 } else { sc };
    let mut r = multiply_core(smear(m), smear(a), 27);
    norm(&mut r, sc, round, false)
}

fn steps_of_float_divide(a: u64, m: u64, round: bool) -> Result<Floating, NoDivide> {
    let mut sc = if negative(a) { !0o200 & 0o777 } else { 0o200 };
    sc = (sc + e9(a)) & 0o777;
    sc = if negative(a) != negative(m) { sc + 1 } else { !sc } & 0o777;
    sc = (sc + e9(m)) & 0o777;
    sc = if negative(m) { sc } else { !sc & 0o777 };
    let neg = negative(a);
    let mut r = Registers { ar: smear(a), mq: 0, time: 0 };
    if neg {
        r.ar = negate(r.ar);
        r.time += 200;
    }
    let Some((quotient, remainder)) = divide_core(&mut r, smear(m), neg, 30, true) else {
        return Err(no_divide(&r));
    };
    r.ar = quotient;
    r.mq = remainder;
    r.asr();
    Ok(norm(&mut r, sc, round, true))
}

fn operand() -> impl Strategy<Value = Word> {
    prop_oneof![
        Just(Word::ZERO),
        Just(Word::ONES),
        Just(Word::SIGN),
        Just(!Word::SIGN),
        Just(Word::new(1)),
        (0u32..36).prop_map(|bit| Word::new(1 << bit)),
        (0u32..36).prop_map(|bit| Word::new(1 << bit).wrapping_neg()),
        (-64i64..64).prop_map(Word::from_i64),
        (0u64..1 << 36, 0u32..36).prop_map(|(bits, shift)| Word::new(bits >> shift)),
        any::<u64>().prop_map(Word::new),
    ]
}

fn floats() -> impl Strategy<Value = (Word, Word)> {
    let near = (any::<u64>(), any::<u64>(), 0i64..256, -40i64..40).prop_map(|(a, b, exponent, distance)| {
        let word = |bits: u64, exponent: i64| {
            let word = Word::new(bits).with_field(0, 8, exponent as u64 & 0o377);
            if bits >> 40 & 1 == 0 { word } else { word.wrapping_neg() }
        };
        (word(a, exponent), word(b, (exponent + distance).clamp(0, 255)))
    });
    prop_oneof![near, (operand(), operand())]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn products(a in operand(), m in operand()) {
        let r = multiply_core(m.bits(), a.bits(), 35);
        let expected = Double { high: Word::new(r.ar), low: Word::new(r.mq), time: r.time as u64 };
        prop_assert_eq!(multiply(a, m), expected);
    }

    #[test]
    fn quotients(a in operand(), low in operand(), m in operand(), double in any::<bool>()) {
        let neg = a.is_negative();
        let mut r = Registers { ar: 0, mq: 0, time: 0 };
        if double {
            (r.ar, r.mq) = (a.bits(), low.bits());
            if neg {
                r.mq = negate(low.bits());
                let high_only = r.mq & (S - 1) == 0;
                r.ar = if high_only { negate(a.bits()) } else { !a.bits() & M36 };
                r.time = if high_only { 800 } else { 600 };
            }
        } else {
            r.mq = if neg { negate(a.bits()) } else { a.bits() };
            r.time = if neg { 200 } else { 0 };
        }
        let dividend = if double { double_dividend(a, low) } else { single_dividend(a) };
        let expected = divide_core(&mut r, m.bits(), neg, 36, false).map(|(quotient, remainder)| Quotient {
            quotient: Word::new(quotient),
            remainder: Word::new(remainder),
            time: r.time as u64,
        });
        prop_assert_eq!(divide(dividend, m), expected.ok_or(no_divide(&r)));
    }

    #[test]
    fn sums((a, m) in floats(), round in any::<bool>()) {
        prop_assert_eq!(add(a, m, round), float_add(a.bits(), m.bits(), round));
        prop_assert_eq!(subtract(a, m, round), float_add(negate(m.bits()), a.bits(), round));
    }

    #[test]
    fn float_products((a, m) in floats(), round in any::<bool>()) {
        prop_assert_eq!(float_multiply(a, m, round), steps_of_float_multiply(a.bits(), m.bits(), round));
    }

    #[test]
    fn float_quotients((a, m) in floats(), round in any::<bool>()) {
        prop_assert_eq!(float_divide(a, m, round), steps_of_float_divide(a.bits(), m.bits(), round));
    }
}
