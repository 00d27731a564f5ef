//! The device that requests interrupts in test cases.

use emulator::bus::Bus;
use emulator::isa::DeviceCode;
use emulator::time::Nanos;
use emulator::word::Word;

/// A device that raises interrupt request lines at a given time, and holds them. It also records the last
/// word that it receives.
#[derive(Clone, Copy, Debug)]
pub struct Requester {
    /// The time when the lines are raised.
    pub at: Nanos,
    /// The lines as a bit mask, from 100 (octal) for channel 1 to 1 for channel 7.
    pub lines: u8,
    /// Whether the lines have been raised.
    pub raised: bool,
    /// The word of the last CONO or DATAO.
    pub received: Option<Word>,
    /// Number of I/O resets received.
    pub resets: u32,
}

/// A device that never raises a line.
impl Default for Requester {
    fn default() -> Requester {
        Requester { at: Nanos::MAX, lines: 0, raised: false, received: None, resets: 0 }
    }
}

impl Bus for Requester {
    fn next_event(&self) -> Nanos {
        if self.raised { Nanos::MAX } else { self.at }
    }

    fn advance(&mut self, now: Nanos) {
        self.raised |= self.at <= now;
    }

    fn requests(&self) -> u8 {
        if self.raised { self.lines } else { 0 }
    }

    fn datao(&mut self, _: DeviceCode, word: Word, _: Nanos) {
        self.received = Some(word);
    }

    fn cono(&mut self, _: DeviceCode, word: Word, _: Nanos) {
        self.received = Some(word);
    }

    fn reset(&mut self, _: Nanos) {
        self.resets += 1;
    }
}
