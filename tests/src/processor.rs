//! What the tests of the processor share: a device that only asks for interrupts, and instructions in text.

use emulator::address::Address;
use emulator::bus::Bus;
use emulator::cpu::Cpu;
use emulator::debug::expression::{self, Scope};
use emulator::isa::DeviceCode;
use emulator::symbols::Symbols;
use emulator::time::Nanos;
use emulator::word::Word;

/// Raises request lines at a time and holds them; and remembers the last word it was given.
#[derive(Clone, Copy, Debug)]
pub struct Asker {
    /// When.
    pub at: Nanos,
    /// The lines, channel 1 = 100 (octal).
    pub lines: u8,
    /// Whether they are up.
    pub raised: bool,
    /// The last CONO or DATAO.
    pub received: Option<Word>,
    /// How many times the bus was reset.
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

/// A word in text: `left,,right`, an octal number, or an instruction with octal fields.
///
/// # Panics
///
/// Panics for any other text.
pub fn word(text: &str) -> Word {
    let symbols = Symbols::new();
    let scope = Scope { symbols: &symbols, point: Address::default(), contents: &|_| Word::ZERO };
    expression::word(text, &scope).unwrap_or_else(|error| panic!("`{text}`: {error}"))
}

/// An octal number, perhaps negative.
///
/// # Panics
///
/// Panics for any other text.
pub fn number(text: &str) -> i64 {
    let text = text.trim();
    i64::from_str_radix(text, 8).unwrap_or_else(|_| panic!("`{text}` is no octal number"))
}

/// An octal address in text.
///
/// # Panics
///
/// Panics for any other text.
pub fn address(text: &str) -> Address {
    Address::new(number(text) as u32)
}

/// The state of a processor, but for the measurement that only stepping and watching make.
pub fn shown(cpu: &Cpu) -> Cpu {
    let mut cpu = cpu.clone();
    cpu.processor_time = Nanos::ZERO;
    cpu
}
