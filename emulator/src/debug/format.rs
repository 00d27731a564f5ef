//! Writes words as text, and reads them.

use crate::address::Address;
use crate::formats::squoze;
use crate::isa::{self, DeviceCode};
use crate::symbols::Symbols;
use crate::word::Word;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Format {
    /// Octal halves, and the instruction.
    #[default]
    Both,
    Octal,
    /// A signed decimal number.
    Decimal,
    Instruction,
    /// Five characters of seven bits.
    Ascii,
    /// Six characters of six bits.
    Sixbit,
    Float,
    /// A name in SQUOZE, with its flags.
    Squoze,
    /// A byte pointer: the position and size of the byte.
    Byte,
}

impl Format {
    /// Returns the format for the letter of a switch in SIMH's style; `None` for other letters.
    pub(crate) fn of_switch(letter: char) -> Option<Format> {
        Some(match letter.to_ascii_lowercase() {
            'm' => Format::Instruction,
            'a' => Format::Ascii,
            'c' | 's' => Format::Sixbit,
            'd' => Format::Decimal,
            'o' => Format::Octal,
            'f' => Format::Float,
            'q' => Format::Squoze,
            'b' => Format::Byte,
            _ => return None,
        })
    }

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
            Format::Squoze => match squoze::decode(word) {
                Some((name, flags)) => format!("{flags:02o} {name}"),
                None => "no name".to_owned(),
            },
            Format::Byte => byte_pointer(word, symbols),
        }
    }

    /// Returns the word for a text in this form; `None` for forms that are instructions or expressions.
    pub(crate) fn read(self, text: &str) -> Option<Result<Word, String>> {
        Some(match self {
            Format::Ascii => packed(text, 7, |c| (c < 0o200).then_some(c.into())),
            Format::Sixbit => packed(text, 6, |c| (0o40..0o140).contains(&c).then(|| u64::from(c) - 0o40)),
            Format::Float => read_float(text),
            Format::Decimal => read_decimal(text),
            Format::Squoze => read_squoze(text),
            _ => return None,
        })
    }
}

/// Returns a byte pointer as `7-bit byte with 29 bits to its right, in TABLE(2)`.
fn byte_pointer(word: Word, symbols: &Symbols) -> String {
    let (position, size) = (word.field(0, 5), word.field(6, 11));
    // The target of the pointer is written like the address of an instruction.
    let operand = isa::disassemble_with(word.with_field(0, 12, 0o200 << 4), &SymbolNames(symbols));
    let operand = operand.strip_prefix("MOVE").unwrap_or(&operand).trim_start();
    let operand = operand.strip_prefix("0,").unwrap_or(operand);
    format!("{size}-bit byte with {position} bits to its right, in {operand}")
}

/// Packs characters of `bits` bits into a word from the left on.
fn packed(text: &str, bits: u32, code: impl Fn(u8) -> Option<u64>) -> Result<Word, String> {
    let most = 36 / bits;
    let expected = match bits {
        6 => "SIXBIT code (expected blank to underscore: capitals, digits and punctuation)",
        _ => "ASCII code (expected a character of 7 bits)",
    };
    if text.chars().count() > most as usize {
        return Err(format!("{text:?} has more than the {most} characters of a word"));
    }
    let mut word = Word::ZERO;
    for (index, c) in (0..).zip(text.chars()) {
        let upper = if bits == 6 { c.to_ascii_uppercase() } else { c };
        let value = u8::try_from(upper).ok().and_then(&code);
        let value = value.ok_or_else(|| format!("\"{}\" has no {expected}", c.escape_debug()))?;
        word = word.with_field(bits * index, bits * index + bits - 1, value);
    }
    Ok(word)
}

fn read_decimal(text: &str) -> Result<Word, String> {
    let number: Option<i64> = text.trim().trim_end_matches('.').parse().ok();
    let number = number.filter(|number| (-(1 << 35)..1 << 36).contains(number));
    number.map(Word::from_i64).ok_or_else(|| format!("\"{text}\" is not a decimal number of 36 bits"))
}

/// Parses a name, optionally after its flags in octal: `10 LOOP`.
fn read_squoze(text: &str) -> Result<Word, String> {
    let (flags, name) = text.trim().split_once(' ').unwrap_or(("0", text.trim()));
    let flags = u8::from_str_radix(flags, 8).ok().filter(|flags| *flags < 0o20);
    let word = flags.and_then(|flags| squoze::encode(name.trim(), flags));
    word.ok_or_else(|| {
        format!(
            "\"{text}\" is not a SQUOZE name (expected up to six of A-Z, 0-9, . $ %, optionally after flags \
             0-17)"
        )
    })
}

/// Returns the floating-point number nearest to a decimal fraction.
fn read_float(text: &str) -> Result<Word, String> {
    let value: Option<f64> = text.trim().parse().ok().filter(|value: &f64| value.is_finite());
    let value = value.ok_or_else(|| {
        format!("\"{text}\" is not a floating-point number (expected decimal digits, such as 12.5 or 1e-3)")
    })?;
    if value == 0.0 {
        return Ok(Word::ZERO);
    }
    // The divisions by powers of two are exact, so `scaled` rounds only once.
    let mut exponent = value.abs().log2().floor() as i32 + 1;
    let scaled = |exponent: i32| (value.abs() / 2f64.powi(exponent) * f64::from(1 << 27)).round() as u64;
    if scaled(exponent) >= 1 << 27 {
        exponent += 1;
    }
    if !(-0o200..0o200).contains(&exponent) {
        return Err(format!(
            "{text} is too {} for a word (expected about 1e-39 to 1e38)",
            if exponent > 0 { "large" } else { "small" }
        ));
    }
    let word = Word::new(((exponent + 0o200) as u64) << 27 | scaled(exponent));
    Ok(if value < 0.0 { word.wrapping_neg() } else { word })
}

pub(crate) fn instruction(word: Word, symbols: &Symbols) -> String {
    isa::disassemble_with(word, &SymbolNames(symbols))
}

struct SymbolNames<'a>(&'a Symbols);

impl isa::Names for SymbolNames<'_> {
    fn address(&self, address: Address) -> Option<String> {
        self.0.nearest(address, 0o100).map(|_| self.0.render(address))
    }

    fn device(&self, device: DeviceCode) -> Option<String> {
        device.name().map(str::to_owned)
    }
}

/// Returns the five characters of a word, with `.` for those that do not print.
fn ascii(word: Word) -> String {
    let characters = (0..5).map(|i| word.field(7 * i, 7 * i + 6) as u8);
    characters.map(|c| if (0o40..0o177).contains(&c) { char::from(c) } else { '.' }).collect()
}

fn sixbit(word: Word) -> String {
    (0..6).map(|i| char::from(word.field(6 * i, 6 * i + 5) as u8 + 0o40)).collect()
}

/// Returns the value of a floating-point number: sign, exponent excess 200 octal, 27 bits of fraction;
/// negative numbers are two's complements.
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
        // MIDAS reference, section 8.2: the flags of FOO are 040000 in the left half, which is 1 in the four
        // flag bits.
        assert_eq!(Format::Squoze.render(Word::halves(0o054544, 0o175000), &symbols), "01 FOO");
        assert_eq!(Format::Squoze.render(Word::ONES, &symbols), "no name");
        assert_eq!(
            Format::Byte.render(Word::halves(0o350702, 0o101), &symbols),
            "7-bit byte with 29 bits to its right, in GO+1(2)"
        );
    }

    #[test]
    fn words_are_read_in_all_forms() {
        let read = |format: Format, text: &str| format.read(text).unwrap();
        assert_eq!(read(Format::Ascii, "AB"), Ok(Word::halves(0o406040, 0)));
        assert_eq!(read(Format::Sixbit, "abc  1"), Ok(Word::new(0o414243_000021)));
        assert_eq!(read(Format::Decimal, "-1."), Ok(Word::ONES));
        assert_eq!(read(Format::Float, "1"), Ok(Word::new(0o201400_000000)));
        assert_eq!(read(Format::Float, "-0.5"), Ok(Word::new(0o200400_000000).wrapping_neg()));
        assert_eq!(read(Format::Squoze, "1 FOO"), Ok(Word::halves(0o054544, 0o175000)));
        for (format, text) in [
            (Format::Ascii, "ABCDEF"),
            (Format::Sixbit, "{"),
            (Format::Decimal, "99999999999"),
            (Format::Float, "1e99"),
            (Format::Float, "x"),
            (Format::Squoze, "20 FOO"),
            (Format::Squoze, "TOOLONG"),
        ] {
            assert!(read(format, text).is_err(), "{text}");
        }
        assert_eq!(Format::Octal.read("1"), None);
    }
}
