//! Floating point, 132 and 140-177 (processor reference, sections 5.5 and 5.6).

use super::arithmetic::{self, Floating, NoDivide};
use super::fixed::{overflow_if, store_long};
use super::flag;
use super::path::{ADDRESSED, Path};
use crate::address::Address;
use crate::isa;

#[inline(always)]
pub(super) fn scale<X: Path>(x: &mut X, ac: usize, e: Address) -> Result<(), X::Abort> {
    let word = x.ac(ac)?;
    x.execute();
    let (result, overflow) = arithmetic::scale(word, e.get());
    overflow_if(x, overflow);
    x.spend(isa::base(0o132) - ADDRESSED);
    x.set_ac(ac, result)
}

/// Executes FAD, FSB, FMP and FDV in their eight modes.
#[inline(always)]
pub(super) fn float<const OP: u16, X: Path>(x: &mut X, ac: usize, e: Address) -> Result<(), X::Abort> {
    let a = x.ac(ac)?;
    x.spend(100);
    let m = x.read(e)?;
    x.execute();
    let round = OP & 4 != 0;
    let result = match OP >> 3 & 3 {
        0 => arithmetic::add(a, m, round),
        1 => arithmetic::subtract(a, m, round),
        2 => arithmetic::float_multiply(a, m, round),
        _ => match arithmetic::float_divide(a, m, round) {
            Ok(result) => result,
            Err(NoDivide { ar, time }) => {
                x.spend(2200 - ADDRESSED - 100 + time);
                x.raise(flag::AR_OV);
                x.set_ar(ar);
                return Ok(());
            }
        },
    };
    let Floating { high, low, overflow, time } = result;
    overflow_if(x, overflow);
    let time = ((isa::base(OP) - ADDRESSED - 100) as i64 + time) as u64;
    store_long::<OP, X>(x, ac, e, time, high, (OP & 3 == 1).then_some(low))
}
