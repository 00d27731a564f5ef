//! The effect of each character while a syllable is read.

use crate::dialect::Dialect;
use emulator::word::Word;

pub(crate) const TAB: u8 = b'\t';
pub(crate) const LF: u8 = b'\n';
pub(crate) const FF: u8 = 0o14;
pub(crate) const CR: u8 = b'\r';
pub(crate) const DEL: u8 = 0o177;
/// Recorded as the terminator if the assembler itself ends a word, as the late one does after some shifts.
pub(crate) const CUT: u8 = b'?';

/// The effect of a character on the syllable being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// A letter, digit, `.`, `$` or `%`: part of the syllable.
    Squoze,
    /// Space or tab; from dialect C on, also DEL.
    Blank,
    Comma,
    /// `+ - * / & # \ _`
    Operator,
    /// `( < [`
    Open,
    /// `) >`
    Close,
    /// `]`
    CloseSquare,
    /// `:`
    Colon,
    /// `=`
    Equals,
    /// `' " ^`: a suffix of a syllable, or the start of a text constant.
    Quote,
    /// `!` and other characters without effect.
    Ignored,
    /// `@`
    Indirect,
    /// `;`
    Comment,
    /// Ends the word.
    Terminator,
}

/// The class of each character, and its squoze code if it can be part of a symbol.
pub(crate) struct Chars {
    pub class: [Class; 256],
    /// 1 to 47 (octal), or 0 if the character cannot be part of a symbol.
    pub squoze: [u8; 256],
}

impl Chars {
    pub(crate) fn new(dialect: Dialect) -> Chars {
        let mut class = [Class::Terminator; 256];
        let mut squoze = [0; 256];
        for c in 0..=255u8 {
            let code = squoze_code(c, dialect >= Dialect::C);
            squoze[c as usize] = code;
            class[c as usize] = match c {
                _ if code != 0 => Class::Squoze,
                b' ' | TAB => Class::Blank,
                DEL if dialect >= Dialect::C => Class::Blank,
                b',' => Class::Comma,
                b'+' | b'-' | b'*' | b'/' | b'&' | b'#' | b'\\' | b'_' => Class::Operator,
                b'(' | b'<' | b'[' => Class::Open,
                b')' | b'>' => Class::Close,
                b']' => Class::CloseSquare,
                b':' => Class::Colon,
                b'=' => Class::Equals,
                b'\'' | b'"' | b'^' => Class::Quote,
                b'!' => Class::Ignored,
                b'@' => Class::Indirect,
                b';' => Class::Comment,
                // ^C is padding at the end of the original files.
                0o3 => Class::Ignored,
                0 | b'{' | b'}' if dialect == Dialect::D => Class::Ignored,
                _ => Class::Terminator,
            };
        }
        Chars { class, squoze }
    }
}

/// Returns the radix-50 code of a character, or 0 if it has none.
pub(crate) fn squoze_code(c: u8, fold: bool) -> u8 {
    match c {
        b'0'..=b'9' => c - b'0' + 1,
        b'A'..=b'Z' => c - b'A' + 0o13,
        b'a'..=b'z' if fold => c - b'a' + 0o13,
        b'.' => 0o45,
        b'$' => 0o46,
        b'%' => 0o47,
        _ => 0,
    }
}

/// Returns the number of a character that ends a syllable in the stand-alone assemblers. They left it in the
/// accumulator, so it became the value if they found a name where they expected a number.
pub(crate) fn terminator_number(c: u8) -> u64 {
    match c {
        b' ' => 0o40,
        b'!'..=b'#' => u64::from(c - b'!') + 0o41,
        b'&'..=b'/' => u64::from(c - b'&') + 0o46,
        b':'..=b'@' => u64::from(c - b':') + 0o60,
        b'['..=b'_' => u64::from(c - b'[') + 0o67,
        CR | LF => 0o74,
        TAB => 0o75,
        _ => 0o76,
    }
}

/// Returns up to six characters in SIXBIT, left-justified.
pub(crate) fn sixbit(text: &str) -> Word {
    let letters = text.bytes().map(|c| c.to_ascii_uppercase()).filter(|c| (b' '..=b'_').contains(c));
    let padded = letters.chain(std::iter::repeat(b' ')).take(6);
    Word::new(padded.fold(0, |bits, c| bits << 6 | u64::from(c - b' ')))
}
