//! What the tests of the processor share: a device that only asks for interrupts, and instructions in text.

use emulator::address::Address;
use emulator::bus::Bus;
use emulator::isa::{self, DeviceCode, Form};
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

    fn datai(&mut self, _: DeviceCode, _: Nanos) -> Word {
        Word::ZERO
    }

    fn cono(&mut self, _: DeviceCode, word: Word, _: Nanos) {
        self.received = Some(word);
    }

    fn coni(&mut self, _: DeviceCode, _: Nanos) -> Word {
        Word::ZERO
    }

    fn reset(&mut self, _: Nanos) {
        self.resets += 1;
    }
}

/// A word in text: `left,,right`, an octal number, or an instruction with octal fields.
///
/// # Panics
///
/// If it is none of these.
pub fn word(text: &str) -> Word {
    let text = text.trim();
    if let Some((left, right)) = text.split_once(",,") {
        return Word::halves(number(left) as u32, number(right) as u32);
    }
    match text.split_once(' ') {
        None => Word::from_i64(number(text)),
        Some((mnemonic, fields)) => instruction(mnemonic, fields),
    }
}

/// An octal number, perhaps negative.
///
/// # Panics
///
/// If it is none.
pub fn number(text: &str) -> i64 {
    let text = text.trim();
    i64::from_str_radix(text, 8).unwrap_or_else(|_| panic!("`{text}` is no octal number"))
}

fn instruction(mnemonic: &str, fields: &str) -> Word {
    let alias = isa::ALIASES.iter().find(|alias| alias.name == mnemonic).map(|alias| alias.word);
    let base = isa::by_mnemonic(mnemonic).or(alias).unwrap_or_else(|| panic!("no instruction {mnemonic}"));
    let (first, rest) = fields.split_once(',').map_or((None, fields), |(first, rest)| (Some(first), rest));
    let mut word = base;
    if let Some(first) = first {
        word = if isa::Instruction(base).row().form == Form::Device {
            let device = DeviceCode::by_name(first).unwrap_or_else(|| DeviceCode::new(number(first) as u16));
            word.with_field(3, 9, device.index() as u64)
        } else {
            word.with_field(9, 12, number(first) as u64)
        };
    }
    let rest = rest.trim();
    let (indirect, rest) = rest.strip_prefix('@').map_or((0, rest), |rest| (1, rest));
    let (y, index) =
        rest.split_once('(').map_or((rest, 0), |(y, index)| (y, number(index.trim_end_matches(')'))));
    let y = if y.is_empty() { 0 } else { number(y) };
    word.with_field(13, 13, indirect).with_field(14, 17, index as u64).with_right(y as u32)
}

/// An octal address in text.
///
/// # Panics
///
/// If it is none.
pub fn address(text: &str) -> Address {
    Address::new(number(text) as u32)
}
