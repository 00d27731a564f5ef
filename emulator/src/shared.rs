//! A sequence in pieces that share memory with an earlier state of the same sequence.
//!
//! Consecutive states of the machine differ in few pieces. `machine::MachineState` keeps the words of memory
//! and the states of the devices in this form.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::sync::Arc;

const PIECE_BYTES: usize = 4096;

/// A sequence in pieces of [`PIECE_BYTES`]; the last may be shorter. Serialised as one sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shared<T>(Vec<Arc<[T]>>);

impl<T: Copy + PartialEq> Shared<T> {
    /// Divides a sequence into pieces. Equal pieces are shared with `before`.
    pub(crate) fn of(whole: &[T], before: Option<&Shared<T>>) -> Shared<T> {
        let pieces = whole.chunks(PIECE_BYTES / size_of::<T>()).enumerate().map(|(index, piece)| {
            let known = before.and_then(|before| before.0.get(index)).filter(|known| known[..] == *piece);
            known.map_or_else(|| Arc::from(piece), Arc::clone)
        });
        Shared(pieces.collect())
    }

    pub(crate) fn to_vec(&self) -> Vec<T> {
        self.0.concat()
    }

    /// Returns the number of bytes that are not shared with `before`.
    pub(crate) fn bytes_beside(&self, before: Option<&Shared<T>>) -> usize {
        let own = self.0.iter().enumerate().filter(|(index, piece)| {
            let known = before.and_then(|before| before.0.get(*index));
            !known.is_some_and(|known| Arc::ptr_eq(known, piece))
        });
        own.map(|(_, piece)| size_of_val(&**piece)).sum::<usize>() + size_of_val(&self.0[..])
    }
}

impl<T: Copy + PartialEq + Serialize> Serialize for Shared<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_vec().serialize(serializer)
    }
}

impl<'de, T: Copy + PartialEq + DeserializeOwned> Deserialize<'de> for Shared<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Shared<T>, D::Error> {
        Ok(Shared::of(&Vec::deserialize(deserializer)?, None))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_changed_pieces_take_memory() {
        let mut whole = vec![1_u8; 10 * PIECE_BYTES + 1];
        let first = Shared::of(&whole, None);
        whole[PIECE_BYTES] = 2;
        let second = Shared::of(&whole, Some(&first));
        assert_eq!(second.to_vec(), whole);
        // One changed piece, and references to all eleven pieces.
        assert_eq!(second.bytes_beside(Some(&first)), PIECE_BYTES + 11 * 16);
        assert!(second.bytes_beside(None) > whole.len());
    }
}
