//! BLT, 251 (processor reference, section 4.12).

use super::path::Path;
use crate::address::Address;
use crate::word::Word;

/// The longest time a word can take, with all memory busy.
pub(super) const LONGEST: u64 = 12_000;

/// From the end of the write to the look at the requests for interrupts: three pulses of 100 ns, the subtraction that
/// compares the destination with E, and one more pulse.
const SAMPLED: u64 = 750;
/// From the end of the read to the write.
pub(super) const WRITE: u64 = 300;
/// From the end of the write to the end of the instruction.
const DONE: u64 = 950;
/// To the next read.
pub(super) const AGAIN: u64 = 1250;
/// To the writing of the AC after an interruption.
const INTERRUPTED: u64 = 1050;

/// Whether moving words all at once is the same as moving them one by one: none is written before it is read, and none is
/// an accumulator.
#[inline(always)]
pub(super) fn is_at_once(source: Address, destination: Address, count: u32) -> bool {
    let (from, to, count) = (source.index(), destination.index(), count as usize);
    let core = !source.is_accumulator() && !destination.is_accumulator();
    let apart = to <= from || to >= from + count;
    core && apart && from.max(to) + count <= Address::COUNT
}

/// Moves words until the last is in E, or an interrupt comes: then the AC says where to go on.
#[inline(always)]
pub(super) fn block_transfer<X: Path>(x: &mut X, ac: usize, e: Address) -> Result<(), X::Abort> {
    let first = x.ac_now(ac);
    let count = e.get().saturating_sub(Address::of(first).get()) + 1;
    x.need_block(Address::new(first.left()), Address::of(first), count)?;
    let mut pointers = x.ac(ac)?;
    x.spend(200);
    loop {
        // All but the last word, as far as nothing comes between.
        let destination = Address::of(pointers);
        let left = e.get().saturating_sub(destination.get());
        let moved = x.block(Address::new(pointers.left()), destination, left)?;
        pointers = Word::new(pointers.bits() + u64::from(moved) * 0o000001_000001);
        let word = x.read(Address::new(pointers.left()))?;
        x.spend(WRITE);
        let to = Address::of(pointers);
        x.write(to, word)?;
        (pointers, _) = pointers.count_up();
        if to >= e {
            x.execute_block();
            x.leave(pointers);
            x.spend(DONE);
            return Ok(());
        }
        x.spend(SAMPLED);
        if x.sample_block()? {
            x.spend(INTERRUPTED - SAMPLED);
            return x.set_ac(ac, pointers);
        }
        x.spend(AGAIN - SAMPLED);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_go_at_once_if_each_is_read_before_it_is_written() {
        let at_once =
            |source, destination, count| is_at_once(Address::new(source), Address::new(destination), count);
        assert!(at_once(0o100, 0o200, 0o100), "beside each other");
        assert!(at_once(0o200, 0o177, 0o100), "down by one");
        assert!(!at_once(0o100, 0o101, 2), "a word spread over those behind it");
        assert!(!at_once(0o100, 0o177, 0o100) && at_once(0o100, 0o177, 0o77), "the last one");
        assert!(
            !at_once(0o17, 0o100, 2) && !at_once(0o100, 0o17, 2) && at_once(0o20, 0o100, 2),
            "accumulators"
        );
        assert!(at_once(0o777000, 0o100, 0o1000) && !at_once(0o777000, 0o100, 0o1001), "the end of memory");
        assert!(at_once(0o100, 0o777000, 0o1000) && !at_once(0o100, 0o777000, 0o1001), "the end of memory");
    }
}
