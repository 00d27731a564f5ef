//! Full-word moves, EXCH, ADD, SUB, multiplication and division (processor reference,
//! sections 4.2, 4.3 and 4.7).

use super::arithmetic::{self, Double, NoDivide, Quotient};
use super::flag;
use super::path::{ADDRESSED, Path};
use crate::address::Address;
use crate::isa;
use crate::word::Word;

/// Executes MOVE, MOVS, MOVN and MOVM in their four modes, 200-217.
#[inline(always)]
pub(super) fn transfer<const OP: u16, X: Path>(x: &mut X, ac: usize, e: Address) -> Result<(), X::Abort> {
    let time = isa::base(OP) - ADDRESSED;
    let operand = match OP & 3 {
        0 => x.read(e)?,
        1 => Word::from(e),
        2 => x.ac(ac)?,
        _ => x.pause(e)?,
    };
    x.execute();
    let negate = match OP & 0o14 {
        0o10 => true,
        0o14 => operand.is_negative(),
        _ => false,
    };
    let word = match OP & 0o14 {
        0 => operand,
        4 => operand.swapped(),
        _ => {
            overflow_if(x, negate && operand == Word::SIGN);
            if negate { operand.wrapping_neg() } else { operand }
        }
    };
    // The table's time of MOVN includes the 200 ns of negating; the time of MOVM does not.
    x.spend(if OP & 0o14 == 0o14 && negate { time + 200 } else { time } - if OP & 3 == 3 { 150 } else { 0 });
    x.set_ar(word);
    match OP & 3 {
        2 => x.write(e, word),
        3 => self_mode(x, ac, e, word),
        _ => x.set_ac(ac, word),
    }
}

/// Ends a self mode: stores to memory, and to the accumulator unless it is AC 0.
#[inline(always)]
pub(super) fn self_mode<X: Path>(x: &mut X, ac: usize, e: Address, word: Word) -> Result<(), X::Abort> {
    x.set_ar(word);
    x.restart(e, word)?;
    if ac == 0 {
        x.spend(50);
        return Ok(());
    }
    x.spend(150);
    x.set_ac(ac, word)
}

#[inline(always)]
pub(super) fn exchange<X: Path>(x: &mut X, ac: usize, e: Address) -> Result<(), X::Abort> {
    let word = x.ac(ac)?;
    x.spend(100);
    let other = x.pause(e)?;
    x.execute();
    x.spend(isa::base(0o250) - 150 - ADDRESSED - 100);
    x.restart(e, word)?;
    x.spend(150);
    x.set_ac(ac, other)
}

#[inline(always)]
pub(super) fn overflow_if<X: Path>(x: &mut X, condition: bool) {
    x.raise(if condition { flag::AR_OV } else { 0 });
}

/// Writes the second accumulator of a double result. The word comes from MQ; AR keeps the first result.
#[inline(always)]
pub(super) fn set_second_ac<X: Path>(x: &mut X, ac: usize, word: Word) -> Result<(), X::Abort> {
    let ar = x.ar();
    let done = x.set_ac(ac, word);
    x.set_ar(ar);
    done
}

/// Returns the flags for the carries of [`Word::carrying_add`].
#[inline(always)]
pub(super) fn carries(carries: usize) -> u32 {
    const FLAGS: [u32; 4] =
        [0, flag::AR_OV | flag::CRY_1, flag::AR_OV | flag::CRY_0, flag::CRY_0 | flag::CRY_1];
    FLAGS[carries & 3]
}

/// Executes ADD and SUB in their four modes, 270-277.
#[inline(always)]
pub(super) fn add<const OP: u16, X: Path>(x: &mut X, ac: usize, e: Address) -> Result<(), X::Abort> {
    let a = x.ac(ac)?;
    let m = fetch::<OP, X>(x, e)?;
    x.execute();
    let subtract = OP & 4 != 0;
    let (sum, carried) = if subtract { !a } else { a }.carrying_add(m);
    let result = if subtract { !sum } else { sum };
    x.raise(carries(carried));
    store::<OP, X>(x, ac, e, result)
}

/// Fetches the second operand of an instruction with the modes basic, immediate, memory
/// (read-pause-write), both.
#[inline(always)]
pub(super) fn fetch<const OP: u16, X: Path>(x: &mut X, e: Address) -> Result<Word, X::Abort> {
    match OP & 3 {
        0 => {
            x.spend(100);
            x.read(e)
        }
        1 => Ok(Word::from(e)),
        _ => {
            x.spend(100);
            x.pause(e)
        }
    }
}

#[inline(always)]
pub(super) fn store<const OP: u16, X: Path>(
    x: &mut X,
    ac: usize,
    e: Address,
    result: Word,
) -> Result<(), X::Abort> {
    let time = isa::base(OP);
    match OP & 3 {
        0 => {
            x.spend(time - ADDRESSED - 100);
            x.set_ac(ac, result)
        }
        1 => {
            x.spend(time - ADDRESSED);
            x.set_ac(ac, result)
        }
        2 => {
            x.spend(time - 50 - ADDRESSED - 100);
            x.set_ar(result);
            x.restart(e, result)?;
            x.spend(50);
            Ok(())
        }
        _ => {
            x.spend(time - 150 - ADDRESSED - 100);
            x.restart(e, result)?;
            x.spend(150);
            x.set_ac(ac, result)
        }
    }
}

/// Executes IMUL and MUL in their four modes, 220-227.
#[inline(always)]
pub(super) fn multiply<const OP: u16, X: Path>(x: &mut X, ac: usize, e: Address) -> Result<(), X::Abort> {
    let a = x.ac(ac)?;
    let m = match OP & 3 {
        1 => Word::from(e),
        _ => {
            x.spend(100);
            x.read(e)?
        }
    };
    x.execute();
    let Double { high, low, time } = arithmetic::multiply(a, m);
    let double = OP & 4 != 0;
    let minus_minus_minus = a.is_negative() && m.is_negative() && high.is_negative();
    let too_long = !double && high != if high.is_negative() { Word::ONES } else { Word::ZERO };
    overflow_if(x, minus_minus_minus || too_long);
    let used = if OP & 3 == 1 { ADDRESSED } else { ADDRESSED + 100 };
    let result = if double { high } else { low };
    store_long::<OP, X>(x, ac, e, isa::base(OP) - used + time, result, double.then_some(low))
}

/// Executes IDIV and DIV in their four modes, 230-237.
#[inline(always)]
pub(super) fn divide<const OP: u16, X: Path>(x: &mut X, ac: usize, e: Address) -> Result<(), X::Abort> {
    let a = x.ac(ac)?;
    let double = OP & 4 != 0;
    let mut used = ADDRESSED;
    let dividend = if double {
        x.spend(100);
        used += 100;
        let low = x.ac(ac + 1)?;
        arithmetic::double_dividend(a, low)
    } else {
        arithmetic::single_dividend(a)
    };
    let m = match OP & 3 {
        1 => Word::from(e),
        _ => {
            x.spend(100);
            used += 100;
            x.read(e)?
        }
    };
    x.execute();
    match arithmetic::divide(dividend, m) {
        Ok(Quotient { quotient, remainder, time }) => {
            store_long::<OP, X>(x, ac, e, isa::base(OP) - used + time, quotient, Some(remainder))
        }
        Err(NoDivide { ar, time }) => {
            // The table's time without the 4200 ns of the division proper and without the store.
            let base = if double { 900 } else { 950 };
            x.spend(base - used + time);
            x.raise(flag::AR_OV);
            x.set_ar(ar);
            Ok(())
        }
    }
}

/// Stores the result of a multiplication, division or floating-point instruction. `time` is the nanoseconds
/// from the arrival of the last operand to the store. The write to memory is a separate reference, not the
/// end of a read-pause-write.
#[inline(always)]
pub(super) fn store_long<const OP: u16, X: Path>(
    x: &mut X,
    ac: usize,
    e: Address,
    time: u64,
    result: Word,
    second: Option<Word>,
) -> Result<(), X::Abort> {
    match OP & 3 {
        2 => {
            x.spend(time);
            x.set_ar(result);
            return x.write(e, result);
        }
        3 => {
            x.spend(time - 100);
            x.write(e, result)?;
            x.spend(100);
        }
        _ => x.spend(time),
    }
    x.set_ac(ac, result)?;
    match second {
        Some(word) => set_second_ac(x, ac + 1, word),
        None => Ok(()),
    }
}
