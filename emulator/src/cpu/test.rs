//! Tests and modifications of masked bits, 600-677 (processor reference, section 4.13).

use super::path::{ADDRESSED, Path};
use crate::address::Address;
use crate::isa;
use crate::word::Word;

#[inline(always)]
pub(super) fn test<const OP: u16, X: Path>(x: &mut X, ac: usize, e: Address) -> Result<(), X::Abort> {
    let a = x.ac(ac)?;
    let mut used = ADDRESSED;
    let mask = if OP & 0o10 == 0 {
        Word::from(e)
    } else {
        x.spend(100);
        used += 100;
        x.read(e)?
    };
    let mask = if OP & 1 != 0 { mask.swapped() } else { mask };
    x.execute();
    x.spend(isa::base(OP) - used);
    let any = a & mask != Word::ZERO;
    x.skip_if(match OP & 6 {
        0 => false,
        2 => !any,
        4 => true,
        _ => any,
    });
    let result = match OP & 0o60 {
        0o00 => {
            x.set_ar(a);
            return Ok(());
        }
        0o20 => a & !mask,
        0o40 => a ^ mask,
        _ => a | mask,
    };
    x.set_ac(ac, result)
}
