//! The keys of two players of Spacewar on the full screen.
//!
//! A terminal reports that a key was pressed, but not that it was released. So a button stays pressed for a
//! moment after its key, and the terminal's repetition keeps it pressed.

use crate::time::Nanos;
use crate::word::Word;

/// Time for which a button stays pressed after its key.
const HOLD: Nanos = Nanos::from_millis(300);
/// The lowest bits of the first and of the second player, who begin at the upper left and the upper right
/// (device reference, section 7.2).
const FIRST: u32 = 27;
const SECOND: u32 = 0;

/// The keys with their bits in the word of the consoles: turn left, turn right, thrust, hyperspace, torpedo.
const KEYS: [(u8, u32); 10] = [
    (b'A', FIRST + 8),
    (b'D', FIRST + 7),
    (b'W', FIRST + 6),
    (b'Q', FIRST + 5),
    (b'S', FIRST + 4),
    (b'J', SECOND + 8),
    (b'L', SECOND + 7),
    (b'I', SECOND + 6),
    (b'U', SECOND + 5),
    (b'K', SECOND + 4),
];

#[derive(Debug, Default)]
pub(super) struct Buttons {
    is_on: bool,
    /// The release time of each key's button.
    released: [Nanos; KEYS.len()],
    /// The pressed buttons that were last given to the machine.
    given: Word,
}

impl Buttons {
    /// Turns the buttons on or off, all released. Returns `true` if they are on now.
    pub(super) fn turn(&mut self) -> bool {
        self.is_on = !self.is_on;
        self.released = Default::default();
        self.is_on
    }

    /// Removes the keys that are buttons from `typed`, and presses these buttons.
    pub(super) fn take(&mut self, typed: &mut Vec<u8>, now: Nanos) {
        if !self.is_on {
            return;
        }
        typed.retain(|key| {
            let found = KEYS.iter().position(|(of, _)| *of == (key & 0o177).to_ascii_uppercase());
            if let Some(button) = found {
                self.released[button] = now.saturating_add(HOLD);
            }
            found.is_none()
        });
    }

    /// Returns the pressed buttons if they have changed since the last call.
    pub(super) fn changed(&mut self, now: Nanos) -> Option<Word> {
        let held = KEYS.iter().zip(self.released).filter(|(_, released)| *released > now);
        let pressed = Word::new(held.fold(0, |word, ((_, bit), _)| word | 1 << bit));
        (std::mem::replace(&mut self.given, pressed) != pressed).then_some(pressed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_button_is_pressed_for_a_moment_after_its_key() {
        let mut buttons = Buttons::default();
        let at = Nanos::from_millis;
        let mut typed = b"AX".to_vec();
        buttons.take(&mut typed, at(0));
        assert_eq!((typed.as_slice(), buttons.changed(at(0))), (&b"AX"[..], None));
        assert!(buttons.turn());
        buttons.take(&mut typed, at(0));
        assert_eq!(typed, b"X");
        // The first player's left button has mask 400 in the left byte, the second player's torpedo mask 20
        // in the right byte.
        assert_eq!(buttons.changed(at(0)), Some(Word::new(0o400000_000000)));
        buttons.take(&mut b"k".to_vec(), at(200));
        assert_eq!(buttons.changed(at(200)), Some(Word::new(0o400000_000020)));
        assert_eq!(buttons.changed(at(250)), None);
        assert_eq!(buttons.changed(at(400)), Some(Word::new(0o20)));
        assert!(!buttons.turn());
        assert_eq!(buttons.changed(at(400)), Some(Word::ZERO));
    }
}
