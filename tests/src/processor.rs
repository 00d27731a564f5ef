//! Helpers of the processor tests: a device that only requests interrupts, and
//! parsers of words and addresses.

use emulator::address::Address;
use emulator::bus::Bus;
use emulator::cpu::Cpu;
use emulator::debug::expression::{self, Scope};
use emulator::isa::DeviceCode;
use emulator::symbols::Symbols;
use emulator::time::Nanos;
use emulator::word::Word;

/// A device that raises request lines at a given time and holds them. It also records
/// the last word sent to it.
#[derive(Clone, Copy, Debug)]
pub struct Asker {
    /// When it raises them.
    pub at: Nanos,
    /// The lines, channel 1 = 100 (octal).
    pub lines: u8,
    /// `true` once they are raised.
    pub raised: bool,
    /// The last CONO or DATAO.
    pub received: Option<Word>,
    /// Number of resets of the bus.
    pub resets: u32,
}

impl Default for Asker {
    fn default() -> Asker {
        Asker { at: Nanos::MAX, lines: 0, raised: false, received: None, resets: 0 }
    }
}

impl Bus for Asker {
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

/// Parses a word: `left,,right`, an octal number, or an instruction with octal fields.
///
/// # Panics
///
/// Panics for any other text.
pub fn word(text: &str) -> Word {
    let symbols = Symbols::new();
    let scope = Scope { symbols: &symbols, point: Address::default(), contents: &|_| Word::ZERO };
    expression::word(text, &scope).unwrap_or_else(|error| panic!("`{text}`: {error}"))
}

/// Parses an octal number, which may be negative.
///
/// # Panics
///
/// Panics for any other text.
pub fn number(text: &str) -> i64 {
    let text = text.trim();
    i64::from_str_radix(text, 8).unwrap_or_else(|_| panic!("`{text}` is no octal number"))
}

/// Parses an octal address.
///
/// # Panics
///
/// Panics for any other text.
pub fn address(text: &str) -> Address {
    Address::new(number(text) as u32)
}

/// Returns the state of a processor without the measurement that only stepped and observed runs make.
pub fn shown(cpu: &Cpu) -> Cpu {
    let mut cpu = cpu.clone();
    cpu.processor_time = Nanos::ZERO;
    cpu
}
