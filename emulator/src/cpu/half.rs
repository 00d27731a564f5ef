//! Half-word moves, 500-577 (processor reference, section 4.9).

use super::fixed::{self_mode, store};
use super::path::{ADDRESSED, Path};
use crate::address::Address;
use crate::isa;
use crate::word::Word;

/// Returns the destination after a move: bit 040 selects the right half, bits 030 the effect on the other
/// half, bit 004 exchanges the halves.
#[inline(always)]
fn moved<const OP: u16>(source: Word, destination: Word) -> Word {
    let source = if OP & 4 != 0 { source.swapped() } else { source };
    let right = OP & 0o40 != 0;
    let half = if right { source.right() } else { source.left() };
    let other = match OP & 0o30 {
        0o00 if right => destination.left(),
        0o00 => destination.right(),
        0o10 => 0,
        0o20 => 0o777777,
        _ => (half >> 17) * 0o777777,
    };
    if right { Word::halves(other, half) } else { Word::halves(half, other) }
}

#[inline(always)]
pub(super) fn half<const OP: u16, X: Path>(x: &mut X, ac: usize, e: Address) -> Result<(), X::Abort> {
    if OP & 3 == 3 {
        let word = x.pause(e)?;
        x.execute();
        x.spend(isa::base(OP) - 150 - ADDRESSED);
        return self_mode(x, ac, e, moved::<OP>(word, word));
    }
    let a = x.ac(ac)?;
    match OP & 3 {
        1 => {
            x.execute();
            store::<OP, X>(x, ac, e, moved::<OP>(Word::from(e), a))
        }
        mode => {
            x.spend(100);
            let m = if mode == 0 { x.read(e)? } else { x.pause(e)? };
            x.execute();
            store::<OP, X>(x, ac, e, if mode == 0 { moved::<OP>(m, a) } else { moved::<OP>(a, m) })
        }
    }
}
