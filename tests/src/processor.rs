//! Helpers of the processor tests: parsers of words and addresses.

use emulator::address::Address;
use emulator::cpu::Cpu;
use emulator::debug::expression::{self, Scope};
use emulator::symbols::Symbols;
use emulator::time::Nanos;
use emulator::word::Word;

/// Parses a word: `left,,right`, an octal number, or an instruction with octal fields.
///
/// # Panics
///
/// Panics for any other text.
pub fn word(text: &str) -> Word {
    let symbols = Symbols::new();
    let here = Address::default();
    let scope = Scope { symbols: &symbols, point: here, pc: here, contents: &|_| Word::ZERO };
    expression::word(text, &scope).unwrap_or_else(|error| panic!("`{text}`: {error}"))
}

/// Parses an octal number, which may be negative.
///
/// # Panics
///
/// Panics for any other text.
pub fn number(text: &str) -> i64 {
    let text = text.trim();
    i64::from_str_radix(text, 8).unwrap_or_else(|_| panic!("`{text}` is not an octal number"))
}

/// Parses an octal address.
///
/// # Panics
///
/// Panics for any other text.
pub fn address(text: &str) -> Address {
    Address::new(number(text) as u32)
}

/// Returns the state of a processor without `processor_time`, which only stepped and observed runs measure.
pub fn shown(cpu: &Cpu) -> Cpu {
    let mut cpu = cpu.clone();
    cpu.processor_time = Nanos::ZERO;
    cpu
}
