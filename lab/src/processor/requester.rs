//! The device of the cases.

use emulator::bus::Bus;
use emulator::isa::DeviceCode;
use emulator::time::Nanos;
use emulator::word::Word;

/// A device that raises request lines at a given time and holds them. It also records the last word sent to
/// it.
#[derive(Clone, Copy, Debug)]
pub struct Requester {
    /// The time when it raises the lines.
    pub at: Nanos,
    /// The lines, channel 1 = 100 (octal).
    pub lines: u8,
    /// `true` once the lines are raised.
    pub raised: bool,
    /// The last CONO or DATAO.
    pub received: Option<Word>,
    /// Number of resets of the bus.
    pub resets: u32,
}

/// Never raises a line.
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
