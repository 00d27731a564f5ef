//! Addresses: 18 bits, so that all address arithmetic is modulo 262,144.

use crate::word::Word;
use std::fmt;

/// The address of a word in memory, 0 to 777777 octal; 0-17 are the accumulators.
///
/// Stored in as many bits as a word, so that the host extracts an address from a word in one operation.
#[derive(
    Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(try_from = "u32", into = "u32")]
#[repr(transparent)]
pub struct Address(u64);

impl Address {
    /// The number of addresses, 262,144.
    pub const COUNT: usize = 1 << 18;
    /// The last address, 777777.
    pub const LAST: Address = Address::new(0o777777);

    /// Returns the low 18 bits of `bits` as an address.
    #[inline(always)]
    pub const fn new(bits: u32) -> Address {
        Address((bits & 0o777777) as u64)
    }

    /// Returns the address in the right half of a word.
    #[inline(always)]
    pub const fn of(word: Word) -> Address {
        Address(word.bits() & 0o777777)
    }

    /// Returns the address as a number, 0 to 777777 octal.
    #[inline(always)]
    pub const fn get(self) -> u32 {
        self.0 as u32
    }

    /// Returns the address as an index into a table of [`Address::COUNT`] entries.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the address `distance` words after this one, modulo 262,144.
    #[inline(always)]
    pub const fn offset(self, distance: i32) -> Address {
        Address::new(self.get().wrapping_add_signed(distance))
    }

    /// Returns the next address; 0 follows 777777.
    #[inline(always)]
    pub const fn next(self) -> Address {
        Address::new(self.get() + 1)
    }

    /// Returns `true` for an accumulator, 0-17.
    #[inline(always)]
    pub const fn is_accumulator(self) -> bool {
        self.0 < 0o20
    }
}

impl From<Address> for u32 {
    fn from(address: Address) -> u32 {
        address.get()
    }
}

/// A number that is not an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:o} is not an address (expected at most 777777)")]
pub struct AddressError(u32);

impl TryFrom<u32> for Address {
    type Error = AddressError;

    fn try_from(number: u32) -> Result<Address, AddressError> {
        let address = Address::new(number);
        if address.get() == number { Ok(address) } else { Err(AddressError(number)) }
    }
}

impl From<Address> for Word {
    fn from(address: Address) -> Word {
        Word::halves(0, address.get())
    }
}

impl fmt::Octal for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Octal::fmt(&self.0, f)
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:06o}", self.0)
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_wraps_at_the_end_of_memory() {
        assert_eq!(Address::LAST.next(), Address::new(0));
        assert_eq!(Address::new(0).offset(-1), Address::LAST);
        assert_eq!(Address::new(0o1_000005), Address::new(5));
        assert_eq!(Address::of(Word::halves(1, 0o1234)).to_string(), "001234");
    }

    #[test]
    fn only_numbers_up_to_the_last_address_are_addresses() {
        assert_eq!(Address::try_from(0o777777), Ok(Address::LAST));
        assert_eq!(
            Address::try_from(0o1_000000).unwrap_err().to_string(),
            "1000000 is not an address (expected at most 777777)"
        );
    }

    /// An address in a snapshot has seven bits per byte, the low ones first.
    #[test]
    fn serialised_addresses_have_18_bits() {
        let kept = postcard::to_stdvec(&Address::LAST).expect("bytes");
        assert_eq!(kept, [0xff, 0xff, 0x0f]);
        assert_eq!(postcard::from_bytes::<Address>(&kept), Ok(Address::LAST));
        assert!(postcard::from_bytes::<Address>(&[0x80, 0x80, 0x10]).is_err());
    }
}
