//! The keys used to compute a position's hash key.

use emulator::word::Word;

/// Number of keys: 768 for the pieces, one for Black to move, four for castling rights, eight for files of en
/// passant squares (specification 3.5).
pub const KEY_COUNT: usize = 781;

/// Seed of the recurrence: the year of the program (specification 3.5).
pub const KEY_SEED: u64 = 1967;

/// The multiplier of the recurrence, 5 to the 13th (specification 3.5).
pub const KEY_MULTIPLIER: u64 = 1_220_703_125;

/// The increment of the recurrence, 5 to the 15th (specification 3.5).
pub const KEY_INCREMENT: u64 = 30_517_578_125;

/// Index of the key for Black to move.
pub const KEY_BLACK: usize = 768;

/// Index of the first key for castling rights: White O-O, White O-O-O, Black O-O, Black O-O-O.
pub const KEY_CASTLE: usize = 769;

/// Index of the key for an en passant square on the a file. The keys of the files b to h follow.
pub const KEY_PASSANT: usize = 773;

/// The keys, computed by the recurrence of specification 3.5.
pub static KEYS: [Word; KEY_COUNT] = keys();

const fn keys() -> [Word; KEY_COUNT] {
    let mut keys = [Word::ZERO; KEY_COUNT];
    let mut x = KEY_SEED;
    let mut i = 0;
    while i < KEY_COUNT {
        x = step(x);
        let left = (x >> 17) as u32;
        x = step(x);
        keys[i] = Word::halves(left, (x >> 17) as u32);
        i += 1;
    }
    keys
}

const fn step(x: u64) -> u64 {
    let product = x as u128 * KEY_MULTIPLIER as u128 + KEY_INCREMENT as u128;
    (product % (1 << 35)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The four keys that specification 3.5 prints.
    #[test]
    fn first_and_last_keys_are_the_specified_ones() {
        let printed = [0o612211420767, 0o302363434477, 0o612107233007];
        assert_eq!(KEYS[..3], printed.map(Word::new));
        assert_eq!(KEYS[780], Word::new(0o350616542066));
    }
}
