//! Reading a line from the keyboard (specification 13.1).

use crate::parameters::limits::LINE_LENGTH;

const BELL: u8 = 0o7;
const TAB: u8 = 0o11;
const RETURN: u8 = 0o15;
const ALTMODES: [u8; 3] = [0o33, 0o175, 0o176];
const RUBOUT: u8 = 0o177;

#[derive(Clone, Debug, Default)]
pub(super) struct TypedLine {
    text: String,
    in_comment: bool,
}

pub(super) enum KeyEffect {
    /// The key was echoed, found the line full, or has no meaning in a line.
    Nothing,
    /// The key deleted the line.
    Dropped,
    /// The key ended this line. The paper has not been advanced to a new line yet.
    Line(String),
}

impl TypedLine {
    /// RDLINE: takes a key and echoes it.
    pub(super) fn take(&mut self, key: u8, paper: &mut Vec<u8>) -> KeyEffect {
        let key = key & 0o177;
        if key == RETURN {
            return KeyEffect::Line(self.end());
        }
        if ALTMODES.contains(&key) {
            paper.push(b'$');
            return KeyEffect::Line(self.end());
        }
        if key == RUBOUT {
            self.end();
            return KeyEffect::Dropped;
        }
        let character = match key {
            TAB => b' ',
            0..b' ' => return KeyEffect::Nothing,
            key => key.to_ascii_uppercase(),
        };
        if self.text.len() >= LINE_LENGTH {
            paper.push(BELL);
            return KeyEffect::Nothing;
        }
        paper.push(character);
        match character {
            b']' if self.in_comment => self.in_comment = false,
            b'[' => self.in_comment = true,
            _ if self.in_comment => {}
            character => self.text.push(char::from(character)),
        }
        KeyEffect::Nothing
    }

    /// Returns the line and starts a new one.
    fn end(&mut self) -> String {
        std::mem::take(self).text
    }
}
