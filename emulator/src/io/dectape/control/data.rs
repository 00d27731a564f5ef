//! The data under the heads: characters between the tape and the data control.

use super::{Control, INCOMPLETE, frame, function};
use crate::formats::dectape::checksum;
use crate::io::data_control::DataControl;

impl Control {
    pub(super) fn read(&mut self, digit: u8, data: &mut DataControl, reverse: bool) {
        if self.lines.is_multiple_of(2) {
            self.digit = digit;
            return;
        }
        let character = self.digit << 3 | digit;
        self.checksum = checksum(self.checksum, character);
        let is_check = matches!(self.frame, frame::REVERSE_CHECK | frame::CHECK);
        if !is_check && self.function() != function::SEARCH {
            self.character_in(character, data, reverse);
        }
    }

    /// Returns the three data bits to write on a line of the current frame.
    pub(super) fn write(&mut self, data: &mut DataControl, reverse: bool) -> u8 {
        let number = self.function() == function::WRITE_NUMBERS;
        if self.lines.is_multiple_of(2) {
            let character = match (self.frame, self.function(), self.lines) {
                (frame::CHECK, function::WRITE, 0) => self.checksum,
                (frame::CHECK, function::WRITE, _) => 0o77,
                (frame::REVERSE_CHECK | frame::CHECK, _, _) => 0,
                // Block numbers are not reversed. Reading in reverse complements them, and so does writing.
                _ if number && reverse => !self.character_out(data, false) & 0o77,
                _ => self.character_out(data, reverse && !number),
            };
            self.checksum = checksum(self.checksum, character);
            self.digit = character & 7;
            character >> 3
        } else {
            self.digit
        }
    }

    /// Returns the three data bits to write on a line when writing timing and mark tracks.
    pub(super) fn digit_out(&mut self, data: &mut DataControl, reverse: bool) -> u8 {
        if self.lines == 0 {
            let character = self.character_out(data, reverse);
            self.digit = character & 7;
            character >> 3
        } else {
            self.digit
        }
    }

    pub(super) fn character_in(&mut self, character: u8, data: &mut DataControl, reverse: bool) {
        if self.is_connected(data) {
            data.input(character, reverse);
        }
    }

    pub(super) fn character_out(&mut self, data: &mut DataControl, reverse: bool) -> u8 {
        if self.is_connected(data) { data.output(reverse) } else { 0 }
    }

    /// Returns `true` if a character can be transferred. After a failed transfer the rest of the
    /// block is not transferred.
    fn is_connected(&mut self, data: &mut DataControl) -> bool {
        let whole_blocks = matches!(self.function(), function::READ | function::WRITE);
        if whole_blocks && self.flags & INCOMPLETE != 0 {
            return false;
        }
        if !data.is_connected() {
            data.overrun();
            self.flags |= INCOMPLETE;
            return false;
        }
        true
    }
}
