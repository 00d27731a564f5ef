//! Read-in tapes.

use super::Output;
use emulator::formats::{FormatError, rim};

impl Output {
    /// A read-in paper tape that the READ IN key boots, without symbols.
    ///
    /// # Errors
    /// When a word is to go where the tape's own loader stands.
    pub fn rim(&self) -> Result<Vec<u8>, FormatError> {
        rim::write(&self.image())
    }
}

#[cfg(feature = "cli")]
impl Output {
    pub(crate) fn case_blocks(&self) -> Vec<crate::cases::CaseBlock> {
        Vec::new()
    }

    pub(crate) fn case_output(&self) -> Vec<emulator::word::Word> {
        Vec::new()
    }
}

impl Output {
    /// Address and word in octal, a line each, then the start word.
    pub fn octal(&self) -> String {
        let mut text = String::new();
        for (address, word) in self.image().iter() {
            text += &format!("{:06o} {:06o}{:06o}\n", address.get(), word.left(), word.right());
        }
        if let Some(start) = self.start {
            text += &format!("start  {:06o}{:06o}\n", start.left(), start.right());
        }
        text
    }

    /// Every word of the output file.
    pub fn file_words(&self) -> Vec<emulator::word::Word> {
        Vec::new()
    }
}
