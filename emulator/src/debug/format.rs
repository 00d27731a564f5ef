//! Words as text.

use crate::address::Address;
use crate::isa::{self, DeviceCode};
use crate::symbols::Symbols;
use crate::word::Word;

/// A way of writing a word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Format {
    /// Octal halves, and the instruction.
    #[default]
    Both,
    /// Octal halves.
    Octal,
    /// A signed decimal number.
    Decimal,
    /// The instruction.
    Instruction,
    /// Five characters of seven bits.
    Ascii,
    /// Six characters of six bits.
    Sixbit,
    /// A floating-point number.
    Float,
}

impl Format {
    /// The format of a switch like SIMH's: `-m` instruction, `-a` ASCII, `-c` SIXBIT, `-d` decimal, `-o` octal, `-f` floating.
    pub(crate) fn of_switch(letter: char) -> Option<Format> {
        Some(match letter.to_ascii_lowercase() {
            'm' => Format::Instruction,
            'a' => Format::Ascii,
            'c' | 's' => Format::Sixbit,
            'd' => Format::Decimal,
            'o' => Format::Octal,
            'f' => Format::Float,
            _ => return None,
        })
    }

    /// The word in this form.
    pub(crate) fn render(self, word: Word, symbols: &Symbols) -> String {
        match self {
            Format::Both => format!("{word}  {}", instruction(word, symbols)),
            Format::Octal => word.to_string(),
            Format::Decimal => format!("{}.", word.signed()),
            Format::Instruction => instruction(word, symbols),
            Format::Ascii => format!("\"{}\"", ascii(word)),
            Format::Sixbit => format!("'{}'", sixbit(word)),
            Format::Float => match float(word) {
                value if value == 0.0 || (1e-4..1e10).contains(&value.abs()) => format!("{value}"),
                value => format!("{value:.8e}"),
            },
        }
    }
}

/// The word as an instruction with the program's names.
pub(crate) fn instruction(word: Word, symbols: &Symbols) -> String {
    isa::disassemble_with(word, &Named(symbols))
}

/// The program's names for addresses.
struct Named<'a>(&'a Symbols);

impl isa::Names for Named<'_> {
    fn address(&self, address: Address) -> Option<String> {
        self.0.nearest(address, 0o100).map(|_| self.0.render(address))
    }

    fn device(&self, device: DeviceCode) -> Option<String> {
        device.name().map(str::to_owned)
    }
}

/// Five characters; those that do not print are points.
fn ascii(word: Word) -> String {
    let characters = (0..5).map(|i| word.field(7 * i, 7 * i + 6) as u8);
    characters.map(|c| if (0o40..0o177).contains(&c) { char::from(c) } else { '.' }).collect()
}

/// Six characters.
fn sixbit(word: Word) -> String {
    (0..6).map(|i| char::from(word.field(6 * i, 6 * i + 5) as u8 + 0o40)).collect()
}

/// The value of a floating-point number: sign, exponent excess 200 octal, 27 bits of fraction; negative numbers are two's
/// complements.
fn float(word: Word) -> f64 {
    let magnitude = if word.is_negative() { word.wrapping_neg() } else { word };
    let fraction = magnitude.field(9, 35) as f64 / f64::from(1 << 27);
    let value = fraction * 2f64.powi(magnitude.field(1, 8) as i32 - 0o200);
    if word.is_negative() { -value } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_all_forms() {
        let symbols = Symbols::parse("pdp6-symbols 1\nsymbol GO 100 label\n").unwrap();
        let word = Word::halves(0o254000, 0o101);
        assert_eq!(Format::Both.render(word, &symbols), "254000,,000101  JRST GO+1");
        assert_eq!(Format::Ascii.render(Word::halves(0o406041, 0o505206), &symbols), "\"AB..C\"");
        assert_eq!(Format::Sixbit.render(Word::new(0o414243_000021), &symbols), "'ABC  1'");
        assert_eq!(Format::Decimal.render(Word::ONES, &symbols), "-1.");
        assert_eq!(Format::Float.render(Word::new(0o201400_000000), &symbols), "1");
        assert_eq!(Format::Float.render(Word::new(0o201400_000000).wrapping_neg(), &symbols), "-1");
    }
}
