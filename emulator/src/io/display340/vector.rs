//! The vector generator of the Type 340: a binary rate multiplier.
//!
//! A 7-bit counter runs from 0 to 177.
//! At each count the rising bits are compared with the magnitudes, the lowest bit of the counter with the
//! highest bit of a magnitude. If they have a bit in common, the beam moves by one unit in that direction. So
//! the number of moves is exactly the magnitude, and they are evenly spread (device
//! reference, section 3.5.5).

pub(super) const END: u8 = 0o177;
/// A magnitude with this bit makes the counter take each of the 127 steps; without the bit, the counter
/// advances by three and by one in turn, in 63 steps.
const LONG: u8 = 0o100;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Count {
    pub counter: u8,
    pub x: bool,
    pub y: bool,
}

/// Counts once, for a vector with magnitudes `dx` and `dy` (0 to 177).
pub(super) fn count(counter: u8, dx: u8, dy: u8) -> Count {
    let next = if (dx | dy) & LONG != 0 { counter + 1 } else { (counter + 2) ^ 1 } & 0o177;
    let rising = !counter & next & 0o177;
    // The seven bits mirrored: the counter's lowest bit is paired with the magnitude's highest.
    let mirrored = rising.reverse_bits() >> 1;
    Count { counter: next, x: mirrored & dx != 0, y: mirrored & dy != 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A step, counted from 1, and the position reached.
    type Move = (u32, (u32, u32));

    /// Returns the steps, from 1, that move X or Y, with the position reached; and
    /// the number of all steps.
    fn moves(dx: u8, dy: u8) -> (Vec<Move>, u32) {
        let (mut counter, mut place, mut step, mut list) = (0, (0, 0), 0, Vec::new());
        while counter != END {
            let next = count(counter, dx, dy);
            (counter, step) = (next.counter, step + 1);
            if next.x || next.y {
                place = (place.0 + u32::from(next.x), place.1 + u32::from(next.y));
                list.push((step, place));
            }
        }
        (list, step)
    }

    /// The example vectors of the device reference, section 3.5.5.
    #[test]
    fn reference_vectors() {
        let expected = vec![
            (8, (1, 0)),
            (16, (1, 1)),
            (24, (2, 1)),
            (32, (3, 2)),
            (40, (4, 2)),
            (48, (4, 3)),
            (56, (5, 3)),
        ];
        assert_eq!(moves(5, 3), (expected, 63));
        let odd: Vec<_> = (0..64).map(|n| (2 * n + 1, (n + 1, 0))).collect();
        assert_eq!(moves(0o100, 0), (odd, 127));
        assert_eq!(moves(1, 0), (vec![(32, (1, 0))], 63));
        assert_eq!(moves(0, 0), (vec![], 63));
    }

    proptest! {
        #[test]
        fn a_vector_makes_exactly_its_moves(dx in 0u8..0o200, dy in 0u8..0o200) {
            let (list, _) = moves(dx, dy);
            prop_assert_eq!(list.last().map_or((0, 0), |&(_, place)| place), (u32::from(dx), u32::from(dy)));
        }
    }
}
