//! The exchange sort, which is not stable (specification 7.3). It sorts only as far as the result is read.
//! The result is the same, because the parts of a range left and right of the split are sorted independently.

/// Number of key bits that are sorted, starting from the highest (fault F35).
const BITS: usize = 12;

/// A list being sorted. Entries before `settled` are in order; the ranges after it wait on a stack, the first
/// one on top.
#[derive(Debug)]
pub(crate) struct Sorting {
    settled: usize,
    ranges: [Range; BITS + 1],
    waiting: usize,
    /// Whether the keys of the first range have been read.
    begun: bool,
}

/// The entries from `from` up to, but not including, `to`.
#[derive(Clone, Copy, Debug, Default)]
struct Range {
    from: usize,
    to: usize,
    keys: Keys,
}

/// The key bits that occur in a range: those that are on in any key, and those that are off in any key.
#[derive(Clone, Copy, Debug, Default)]
struct Keys {
    ones: i32,
    zeros: i32,
}

impl Keys {
    #[inline]
    fn take(&mut self, key: i32) {
        self.ones |= key;
        self.zeros |= !key;
    }

    /// Returns the sorted bits that differ between keys.
    #[inline]
    fn varying(self) -> i32 {
        self.ones & self.zeros & ((1 << BITS) - 1)
    }
}

/// SORT: sorts entries by the low twelve bits of their keys, greatest first. Entries with equal keys end up
/// where the exchanges leave them.
pub fn exchange_sort<T: Copy>(entries: &mut [T], key: impl Fn(&T) -> i32 + Copy) {
    Sorting::of(entries.len()).settle(entries, entries.len(), key);
}

impl Sorting {
    /// Starts sorting `length` entries, none of them in order yet.
    pub(crate) fn of(length: usize) -> Sorting {
        let mut ranges = [Range::default(); BITS + 1];
        ranges[0] = Range { from: 0, to: length, keys: Keys::default() };
        Sorting { settled: 0, ranges, waiting: usize::from(length > 0), begun: false }
    }

    /// Sorts until the first `count` entries, or all, are in their final places.
    #[inline]
    pub(crate) fn settle<T: Copy>(
        &mut self,
        entries: &mut [T],
        count: usize,
        key: impl Fn(&T) -> i32 + Copy,
    ) {
        if !self.begun {
            self.begun = true;
            let Range { from, to, keys } = &mut self.ranges[0];
            entries[*from..*to].iter().for_each(|entry| keys.take(key(entry)));
        }
        while self.settled < count && self.waiting > 0 {
            self.waiting -= 1;
            self.part(entries, self.ranges[self.waiting], key);
        }
    }

    /// Splits a range: entries with the highest bit that varies go before those without it. If no bit varies,
    /// the range is in order.
    fn part<T: Copy>(&mut self, entries: &mut [T], range: Range, key: impl Fn(&T) -> i32 + Copy) {
        let Range { from, to, keys } = range;
        let varying = keys.varying();
        if varying == 0 {
            self.settled = to;
            return;
        }
        let bit = 1 << varying.ilog2();
        let (mut with, mut without) = (Keys::default(), Keys::default());
        let (mut i, mut j) = (from, to);
        while i != j {
            let one = key(&entries[i]);
            if one & bit != 0 {
                with.take(one);
                i += 1;
                continue;
            }
            j -= 1;
            let other = key(&entries[j]);
            if other & bit != 0 {
                entries.swap(i, j);
                with.take(other);
                without.take(one);
                i += 1;
            } else {
                without.take(other);
            }
        }
        self.ranges[self.waiting] = Range { from: i, to, keys: without };
        self.ranges[self.waiting + 1] = Range { from, to: i, keys: with };
        self.waiting += 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The procedure as printed in the specification.
    fn part(entries: &mut [(i32, usize)], bit: i32) {
        if entries.len() < 2 {
            return;
        }
        let (mut i, mut j) = (0, entries.len());
        while i != j {
            if entries[i].0 & bit != 0 {
                i += 1;
            } else {
                j -= 1;
                if entries[j].0 & bit != 0 {
                    entries.swap(i, j);
                    i += 1;
                }
            }
        }
        if bit == 1 {
            return;
        }
        let (ones, zeros) = entries.split_at_mut(i);
        part(ones, bit / 2);
        part(zeros, bit / 2);
    }

    proptest! {
        /// Whether the list is read to its end or not, and in one or many steps, the entries read equal those
        /// after a whole sort. A small set of keys makes many entries equal; with large keys the low bits
        /// decide.
        #[test]
        fn as_far_as_it_is_read_it_is_the_whole_sort(
            keys in prop::collection::vec(prop_oneof![0..40i32, 0..5000i32], 0..80),
            steps in prop::collection::vec(0..80usize, 0..6),
        ) {
            let list: Vec<(i32, usize)> = keys.into_iter().zip(0..).collect();
            let mut whole = list.clone();
            part(&mut whole, 2048);
            let mut read = list.clone();
            let mut sorting = Sorting::of(read.len());
            for count in steps {
                let count = count.min(read.len());
                sorting.settle(&mut read, count, |entry| entry.0);
                prop_assert_eq!(&read[..count], &whole[..count]);
            }
            let mut all = list;
            exchange_sort(&mut all, |entry| entry.0);
            prop_assert_eq!(all, whole);
        }
    }
}
