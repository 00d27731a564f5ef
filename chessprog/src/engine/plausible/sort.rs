//! The exchange sort, which is not stable (specification 7.3).

/// The bits of a key that are sorted: the low twelve (fault F35).
const SORTED: i32 = (1 << 12) - 1;

/// SORT: sorts entries by the low twelve bits of their keys, greatest first. Entries with equal keys end up
/// where the exchanges leave them.
pub fn exchange_sort<T>(entries: &mut [T], key: impl Fn(&T) -> i32 + Copy) {
    Sorting::of(entries).settle(entries, entries.len(), key);
}

/// The state of a list that is sorted only as far as it is read. The result equals a full sort, because
/// the specification sorts the two parts of a range independently.
#[derive(Debug)]
pub(crate) struct Sorting {
    /// The number of entries, from the first on, that are in their final places.
    settled: usize,
    /// The unsorted parts of the list, the first one last: start, end, and the bits to sort by.
    parts: Vec<(usize, usize, i32)>,
}

impl Sorting {
    pub(crate) fn of<T>(entries: &[T]) -> Sorting {
        Sorting { settled: 0, parts: vec![(0, entries.len(), SORTED)] }
    }

    /// Sorts until at least the first `count` entries, or all, are in their final places.
    pub(crate) fn settle<T>(&mut self, entries: &mut [T], count: usize, key: impl Fn(&T) -> i32 + Copy) {
        while self.settled < count
            && let Some((from, to, bits)) = self.parts.pop()
        {
            let differing = differing(&entries[from..to], key) & bits;
            if differing == 0 {
                self.settled = to;
                continue;
            }
            let bit = 1 << differing.ilog2();
            let middle = from + exchange(&mut entries[from..to], key, bit);
            self.parts.extend([(middle, to, bit - 1), (from, middle, bit - 1)]);
        }
    }
}

/// Returns the bits that differ between keys. An exchange by any other bit has no effect.
fn differing<T>(entries: &[T], key: impl Fn(&T) -> i32) -> i32 {
    let Some(first) = entries.first().map(&key) else { return 0 };
    entries.iter().fold(0, |differing, entry| differing | (key(entry) ^ first))
}

/// The loop of the specification's procedure `part`: puts the entries with the bit before those without it.
/// Returns the number of entries with the bit.
fn exchange<T>(entries: &mut [T], key: impl Fn(&T) -> i32, bit: i32) -> usize {
    let (mut i, mut j) = (0, entries.len());
    while i != j {
        if key(&entries[i]) & bit != 0 {
            i += 1;
        } else {
            j -= 1;
            if key(&entries[j]) & bit != 0 {
                entries.swap(i, j);
                i += 1;
            }
        }
    }
    i
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
        let i = exchange(entries, |entry| entry.0, bit);
        if bit == 1 {
            return;
        }
        let (ones, zeros) = entries.split_at_mut(i);
        part(ones, bit / 2);
        part(zeros, bit / 2);
    }

    proptest! {
        /// After each step, the entries settled so far equal the first entries of a full sort by the
        /// specification. A small set of keys makes many entries equal; with large keys the low bits decide.
        #[test]
        fn lazy_sort_equals_full_sort(
            keys in prop::collection::vec(prop_oneof![0..40i32, 0..5000i32], 0..80),
            steps in prop::collection::vec(0..80usize, 0..6),
        ) {
            let list: Vec<(i32, usize)> = keys.into_iter().zip(0..).collect();
            let mut whole = list.clone();
            part(&mut whole, 2048);
            let mut read = list.clone();
            let mut sorting = Sorting::of(&read);
            for count in steps {
                let count = count.min(read.len());
                sorting.settle(&mut read, count, |entry| entry.0);
                prop_assert_eq!(&read[..count], &whole[..count]);
            }
            let mut all = list;
            exchange_sort(&mut all, |entry| entry.0);
            prop_assert!(all.is_sorted_by(|one, next| one.0 & 0o7777 >= next.0 & 0o7777));
            prop_assert_eq!(all, whole);
        }
    }
}
