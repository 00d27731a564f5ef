//! Sets of addresses.

use crate::address::Address;
use std::fmt;
use std::ops::Range;

/// One bit for each address; address 0 is the lowest bit of the first word.
pub(super) type Bits = [u64; Address::COUNT / 64];

pub(super) static NO_BITS: Bits = [0; Address::COUNT / 64];

/// Words in a page, the unit of protection and relocation.
pub(super) const PAGE: u32 = 1 << 10;
pub(super) const PAGES: usize = Address::COUNT / PAGE as usize;
pub(super) type PageSet = [u64; PAGES / 64];

/// A set of addresses, for breakpoints and watched words.
#[derive(Clone, PartialEq, Eq)]
pub struct AddressSet {
    bits: Box<Bits>,
}

impl Default for AddressSet {
    fn default() -> AddressSet {
        AddressSet { bits: Box::new([0; Address::COUNT / 64]) }
    }
}

impl AddressSet {
    /// Adds an address.
    pub fn insert(&mut self, address: Address) {
        self.bits[address.index() / 64] |= 1 << (address.index() % 64);
    }

    /// Removes an address.
    pub fn remove(&mut self, address: Address) {
        self.bits[address.index() / 64] &= !(1 << (address.index() % 64));
    }

    pub(super) fn bits(&self) -> &Bits {
        &self.bits
    }

    /// Returns `true` if the set contains the address.
    #[inline(always)]
    pub fn contains(&self, address: Address) -> bool {
        self.bits[(address.index() / 64) & (Address::COUNT / 64 - 1)] >> (address.index() % 64) & 1 != 0
    }
}

/// Returns the words of the set that overlap a range, masked to the range.
fn within(bits: &Bits, range: Range<u32>) -> impl DoubleEndedIterator<Item = (u32, u64)> {
    (range.start / 64..range.end.div_ceil(64)).map(move |index| {
        let (from, to) =
            (range.start.saturating_sub(index * 64), (index * 64 + 64).saturating_sub(range.end));
        (index * 64, bits[index as usize] & u64::MAX << from & u64::MAX >> to)
    })
}

/// Returns `true` if a set has any address of a nonempty range.
pub(super) fn has_any(bits: &Bits, range: Range<u32>) -> bool {
    within(bits, range).any(|(_, word)| word != 0)
}

/// Returns the largest part of a range that contains `address` and no address of a set; empty if
/// `address` is in the set.
pub(super) fn gap(bits: &Bits, address: u32, range: Range<u32>) -> Range<u32> {
    let before = within(bits, range.start..address + 1).rev().find(|(_, word)| *word != 0);
    let after = within(bits, address..range.end).find(|(_, word)| *word != 0);
    let start = before.map_or(range.start, |(base, word)| base + 64 - word.leading_zeros());
    start..after.map_or(range.end, |(base, word)| base + word.trailing_zeros())
}

impl fmt::Debug for AddressSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = (0..Address::COUNT as u32).map(Address::new);
        f.debug_set().entries(all.filter(|&address| self.contains(address))).finish()
    }
}

impl FromIterator<Address> for AddressSet {
    fn from_iter<T: IntoIterator<Item = Address>>(addresses: T) -> AddressSet {
        let mut set = AddressSet::default();
        addresses.into_iter().for_each(|address| set.insert(address));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn addresses_are_inserted_and_removed() {
        let at = |address| Address::new(address);
        let mut set = AddressSet::from_iter([at(0), at(63), at(64), at(0o777777)]);
        set.remove(at(64));
        set.remove(at(62));
        let there = |set: &AddressSet| {
            (0..Address::COUNT as u32).filter(|&a| set.contains(at(a))).collect::<Vec<_>>()
        };
        assert_eq!(there(&set), [0, 63, 0o777777]);
        assert_eq!(
            format!("{set:?}"),
            format!("{:?}", std::collections::BTreeSet::from([at(0), at(63), at(0o777777)]))
        );
    }

    proptest! {
        #[test]
        fn gaps_have_no_members_and_extend_to_the_next(
            members in prop::collection::vec(0u32..700, 0..6),
            (start, length) in (0u32..600, 1u32..300),
            at in 0u32..300,
        ) {
            let set: AddressSet = members.iter().copied().map(Address::new).collect();
            let (range, address) = (start..start + length, start + at % length);
            prop_assert_eq!(has_any(set.bits(), range.clone()), range.clone().any(|a| members.contains(&a)));
            let before = (range.start..=address).rev().find(|a| members.contains(a));
            let start = before.map_or(range.start, |a| a + 1);
            let end = (address..range.end).find(|a| members.contains(a)).unwrap_or(range.end);
            prop_assert_eq!(gap(set.bits(), address, range), start..end);
        }
    }

    #[test]
    fn the_last_addresses_are_known() {
        let set = AddressSet::from_iter([Address::LAST]);
        let last = Address::LAST.get();
        assert_eq!(gap(set.bits(), last - 1, last - 200..last + 1), last - 200..last);
        assert!(has_any(set.bits(), last..last + 1) && !has_any(set.bits(), 0..last));
    }
}
