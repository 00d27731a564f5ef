//! The exchange sort, which is not stable (specification 7.3).

/// The bits of the key that are sorted, from the highest (fault F35).
const HIGHEST: i32 = 2048;

/// SORT: sorts entries by the low twelve bits of their keys, the greatest first; equal ones come to stand as the exchanges leave them.
pub(crate) fn exchange_sort<T: Copy>(entries: &mut [T], key: impl Fn(&T) -> i32 + Copy) {
    let (ones, zeros) =
        entries.iter().fold((0, 0), |(ones, zeros), entry| (ones | key(entry), zeros | !key(entry)));
    part(entries, key, HIGHEST, ones & zeros);
}

/// `varying` has the bits that are not the same in all keys: nothing is exchanged for the others.
fn part<T: Copy>(entries: &mut [T], key: impl Fn(&T) -> i32 + Copy, mut bit: i32, varying: i32) {
    while bit & varying == 0 && bit > 0 {
        bit >>= 1;
    }
    if entries.len() < 2 || bit == 0 {
        return;
    }
    let (mut i, mut j) = (0, entries.len());
    while i != j {
        if key(&entries[i]) & bit != 0 {
            i += 1;
            continue;
        }
        j -= 1;
        if key(&entries[j]) & bit != 0 {
            entries.swap(i, j);
            i += 1;
        }
    }
    let (ones, zeros) = entries.split_at_mut(i);
    part(ones, key, bit >> 1, varying);
    part(zeros, key, bit >> 1, varying);
}
