//! BLT, 251 (processor reference, section 4.12).

use super::path::Path;
use crate::address::Address;
use crate::memory::{MODULES, MemoryTimes, SETUP};
use crate::word::Word;
use std::cell::Cell;

/// Upper limit of the time for one word, in nanoseconds, with all memory busy.
pub(super) const LONGEST: u64 = 12_000;

/// From the end of the write to the sample of the interrupt requests: three pulses of 100 ns, the subtraction
/// that compares the destination with E, and one more pulse.
const SAMPLED: u64 = 750;
/// Nanoseconds from the end of the read to the write.
pub(super) const WRITE: u64 = 300;
/// Nanoseconds from the end of the write to the end of the instruction.
const DONE: u64 = 950;
/// Nanoseconds from the end of the write to the next read.
pub(super) const AGAIN: u64 = 1250;
/// Nanoseconds from the end of the write to the writing of AC after an interrupt.
const INTERRUPTED: u64 = 1050;

#[inline(always)]
pub(super) fn is_in_core(source: Address, destination: Address, count: u32) -> bool {
    let core = !source.is_accumulator() && !destination.is_accumulator();
    core && source.index().max(destination.index()) + count as usize <= Address::COUNT
}

/// Moves words as if one by one, from the first to the last. A word that is written before it is read
/// is copied to those after it, as when a program clears memory.
pub(super) fn move_words(words: &[Cell<Word>], from: usize, to: usize, count: usize) {
    let mut moved = 0;
    while moved < count {
        // The words already copied are read again, so each copy is longer than the last.
        let next = if to > from { (to - from + moved).min(count - moved) } else { count };
        let (from, to) = (&words[from..from + next], &words[to + moved..to + moved + next]);
        to.iter().zip(from).for_each(|(to, from)| to.set(from.get()));
        moved += next;
    }
}

/// Upper limit of the time from one word of a BLT to the next, in nanoseconds: each of its two references
/// waits for the processor or for the module's cycle.
pub(super) const fn longest_word(times: MemoryTimes, delay: u64) -> u64 {
    let (write, read) = (times.read + WRITE + delay, times.write + AGAIN + delay);
    (if write > times.cycle { write } else { times.cycle })
        + if read > times.cycle { read } else { times.cycle }
}

/// Returns the time of the next read after `count` words of a BLT, the first of which is read at `now`. Each
/// module is busy until the time in `free`; `delay` is the time of relocation.
pub(super) fn block_moved(
    times: MemoryTimes,
    free: &mut [u64; MODULES],
    (source, destination, count): (u32, u32, u32),
    now: u64,
    delay: u64,
) -> u64 {
    let asks = |free: &mut [u64; MODULES], module: usize, now: u64, takes: u64| {
        let accepted = (now + delay + SETUP).max(free[module]);
        free[module] = accepted + times.cycle;
        accepted + takes - SETUP
    };
    let (mut now, mut moved) = (now, 0);
    while moved < count {
        let (from, to) = (times.module(source + moved), times.module(destination + moved));
        let (begun, busy) = (now, (free[from], free[to]));
        now = asks(free, from, now, times.read) + WRITE;
        now = asks(free, to, now, times.write) + AGAIN;
        moved += 1;
        // Once a word leaves the modules busy for as long as it found them, all later words in the same
        // modules take the same time.
        let period = now - begun;
        if (free[from], free[to]) == (busy.0 + period, busy.1 + period) {
            let alike =
                (count - moved).min(times.left(source + moved - 1)).min(times.left(destination + moved - 1));
            let rest = u64::from(alike) * period;
            free[from] += rest;
            if to != from {
                free[to] += rest;
            }
            now += rest;
            moved += alike;
        }
    }
    now
}

/// Moves words until the last is in E, or until an interrupt; AC then shows where to continue.
#[inline(always)]
pub(super) fn block_transfer<X: Path>(x: &mut X, ac: usize, e: Address) -> Result<(), X::Abort> {
    let mut pointers = x.ac(ac)?;
    x.spend(200);
    loop {
        // All but the last word at once, if the path can.
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
            x.set_ar(pointers);
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
    use crate::cpu::address::RELOCATION;
    use crate::memory::{MODULE_WORDS, MemorySet};
    use proptest::prelude::*;

    #[test]
    fn accumulators_and_what_is_past_the_end_are_not_core() {
        let in_core =
            |source, destination, count| is_in_core(Address::new(source), Address::new(destination), count);
        assert!(!in_core(0o17, 0o100, 2) && !in_core(0o100, 0o17, 2) && in_core(0o20, 0o100, 2));
        assert!(in_core(0o777000, 0o100, 0o1000) && !in_core(0o777000, 0o100, 0o1001));
        assert!(in_core(0o100, 0o777000, 0o1000) && !in_core(0o100, 0o777000, 0o1001));
    }

    proptest! {
        #[test]
        fn block_timing_equals_word_by_word_timing(
            set in prop::sample::select(MemorySet::ALL.to_vec()),
            busy in prop::array::uniform16(0u64..20_000),
            now in 0u64..20_000,
            // Near the ends of modules.
            source in (0u32..3, 0u32..200).prop_map(|(module, left)| (module + 1) * MODULE_WORDS - left),
            destination in (0u32..3, 0u32..200).prop_map(|(module, left)| (module + 1) * MODULE_WORDS - left),
            count in 0u32..300,
            relocates: bool,
        ) {
            let (times, delay) = (set.times(), if relocates { RELOCATION } else { 0 });
            let (mut free, mut moved) = (busy, now);
            for word in 0..count {
                for (place, takes, then) in [
                    (source + word, times.read, WRITE),
                    (destination + word, times.write, AGAIN),
                ] {
                    let module = times.module(place);
                    let accepted = (moved + delay + SETUP).max(free[module]);
                    free[module] = accepted + times.cycle;
                    moved = accepted + takes - SETUP + then;
                }
            }
            let mut at_once = busy;
            prop_assert_eq!(
                block_moved(times, &mut at_once, (source, destination, count), now, delay),
                moved,
            );
            prop_assert_eq!(at_once, free);
        }

        #[test]
        fn block_move_equals_word_by_word_move(
            from in 0..40usize,
            to in 0..40usize,
            count in 0..40usize,
        ) {
            let mut words: Vec<_> = (0..80).map(Word::new).collect();
            let mut one_by_one = words.clone();
            for word in 0..count {
                one_by_one[to + word] = one_by_one[from + word];
            }
            move_words(Cell::from_mut(&mut words[..]).as_slice_of_cells(), from, to, count);
            prop_assert_eq!(words, one_by_one);
        }
    }
}
