//! Syllables: runs of symbol characters with their suffixes, numbers, and text constants.

use crate::chars::{CR, Class};
use crate::diagnostic::Code;
use crate::dialect::Dialect;
use crate::input::Reading;
use crate::number::Number;
use crate::pass::Assembler;
use crate::symbol::Squoze;
use crate::value::Value;
use emulator::word::Word;

/// What a syllable turned out to be. The character that ended it is in `Assembler::term`.
#[derive(Debug)]
pub enum Syllable {
    /// Nothing: a separator, operator or bracket came first.
    None,
    /// A name, still to be looked up.
    Symbol(Squoze),
    /// A number or text constant.
    Constant(Value),
}

/// What is known of a run of symbol characters.
#[derive(Clone, Copy, Default)]
struct Run {
    /// The code of the first six, not yet left-justified.
    squoze: u32,
    /// How many characters are in it.
    length: usize,
    periods: usize,
    /// Whether anything but digits and periods was met.
    letters: bool,
    /// Whether digits stand between two periods.
    split_period: bool,
}

impl Run {
    /// Takes `c` if it belongs to a symbol; numbers are collected in `digits`.
    #[inline(always)]
    fn add(&mut self, c: u8, codes: &[u8; 256], digits: &mut Vec<u8>) -> bool {
        let code = codes[c as usize];
        if code == 0 {
            return false;
        }
        if self.length < 6 {
            self.squoze = self.squoze * 40 + u32::from(code);
            self.length += 1;
        }
        if c == b'.' {
            self.split_period |= self.periods == 1 && digits.last() != Some(&b'.');
            self.periods += 1;
            digits.push(c);
        } else if !c.is_ascii_digit() {
            self.letters = true;
        } else if !self.letters {
            digits.push(c);
        }
        true
    }
}

impl Assembler<'_> {
    /// Reads on to the next character that is not part of a syllable.
    #[inline]
    pub fn syllable(&mut self) -> Reading<Syllable> {
        self.input.mark();
        self.digits.clear();
        let mut run = Run::default();
        let mut indirect = false;
        let c = loop {
            self.input.take_while(|c| run.add(c, &self.chars.squoze, &mut self.digits));
            let c = self.input.next()?;
            if run.add(c, &self.chars.squoze, &mut self.digits) {
                continue;
            }
            match self.chars.class[c as usize] {
                Class::Ignored => {
                    if run.length == 0 {
                        self.input.mark();
                    }
                }
                // A bracket that closes a conditional is not there: the syllable goes on.
                Class::CloseSquare => {
                    if self.close_square() {
                        break c;
                    }
                }
                Class::Indirect => {
                    self.set_indirect();
                    indirect = true;
                }
                _ => break c,
            }
        };
        self.term = c;
        self.input.end_mark();
        let Run { squoze, length, periods, letters, split_period } = run;
        if length == 0 {
            return match self.chars.class[c as usize] {
                Class::Quote if indirect && self.dialect < Dialect::C => {
                    self.error(Code::BadFormat, "a text constant cannot follow @ in this dialect");
                    self.input.next()?;
                    self.term = self.input.next()?;
                    Ok(Syllable::None)
                }
                Class::Quote => self.text_constant(c),
                Class::Comment => {
                    self.input.skip_to_cr()?;
                    self.term = self.input.next()?;
                    Ok(Syllable::None)
                }
                _ => Ok(Syllable::None),
            };
        }
        let digits = self.digits.len() > periods;
        let classic_float =
            periods == 2 && split_period && self.digits.last() == Some(&b'.') && self.dialect.is_classic();
        if !letters && digits && (periods <= 1 || classic_float) {
            if classic_float {
                self.digits.pop();
            }
            return self.number();
        }
        let name = Squoze(squoze * POWERS[6 - length]);
        Ok(Syllable::Symbol(name))
    }

    /// `@`: the indirect bit of the word being built.
    pub fn set_indirect(&mut self) {
        self.word.sum.word = self.word.sum.word | Word::halves(0o20, 0);
        self.word.touched = true;
        self.word.indirect = true;
    }

    /// The digits are read; their suffixes follow.
    fn number(&mut self) -> Reading<Syllable> {
        let (mut octal, mut current) = (false, false);
        while matches!(self.term, b'\'' | b'"') {
            octal |= self.term == b'\'';
            current |= self.term == b'"';
            self.term = self.input.next()?;
        }
        let number = Number::read(&self.digits, self.radix, octal, current);
        let classic = self.dialect.is_classic();
        self.number_lost = false;
        let word = match self.term {
            b'^' => {
                let exponent = self.suffix_operand(true)?.signed();
                if self.term == b'_' {
                    let count = shift_count(self.suffix_operand(false)?);
                    let (word, overflow) = number.power_shifted(exponent, count, classic);
                    self.check_overflow(overflow);
                    word
                } else {
                    match number.power(exponent, classic) {
                        Ok((word, overflow)) => {
                            self.check_overflow(overflow);
                            word
                        }
                        Err(overflow) => self.exponent_overflow(overflow.0),
                    }
                }
            }
            b'_' => {
                let count = shift_count(self.suffix_operand(false)?);
                let (word, _) = number.shifted(count, classic);
                if self.term == b'_' && self.dialect == Dialect::D && !self.text_constant_read {
                    // The late assembler ends the word at a second shift.
                    self.term = 0;
                }
                word
            }
            _ => match number.word(classic) {
                Ok(word) => {
                    self.check_overflow(number.overflow);
                    word
                }
                Err(overflow) => self.exponent_overflow(overflow.0),
            },
        };
        self.input.end_mark();
        let word = if self.number_lost { Word::ZERO } else { word };
        Ok(Syllable::Constant(word.into()))
    }

    fn check_overflow(&mut self, overflow: bool) {
        if overflow {
            self.input.end_mark();
            self.error(Code::NumberTooLarge, "the number does not fit in 36 bits");
        }
    }

    fn exponent_overflow(&mut self, word: Word) -> Word {
        self.input.end_mark();
        self.error(Code::ExponentOverflow, "the exponent of this number is out of range");
        word
    }

    /// The operand of `^` or `_` after a number: a syllable, perhaps with a minus, or a bracket.
    fn suffix_operand(&mut self, exponent: bool) -> Reading<Word> {
        let mut negative = false;
        let mut text = false;
        self.text_constant_read = false;
        let mark = self.input.get_mark();
        let value = loop {
            // The exponent stops at a shift (`1^3_2` shifts the power), and so does the late
            // dialect's count.
            let syllable = if exponent || self.dialect == Dialect::D {
                self.plain_syllable()?
            } else {
                self.syllable()?
            };
            match syllable {
                Syllable::Constant(value) => {
                    self.number_lost = false;
                    text = self.text_constant_read;
                    break value;
                }
                Syllable::Symbol(name) => {
                    if self.dialect < Dialect::C {
                        self.error(Code::BadFormat, "only a number can follow ^ or _ here");
                        // The value was lost, too.
                        self.number_lost = true;
                        break Value::default();
                    }
                    let value = self.symbol_operand(name)?;
                    if self.pass == 1 {
                        break value.resolved();
                    }
                    break self.absolute(value, Code::UndefinedInArgument, "the exponent");
                }
                Syllable::None => match self.term {
                    b'-' => negative = !negative,
                    b'<' | b'(' | b'[' => {
                        let value = self.bracket(self.term)?;
                        self.term = self.next_after_bracket()?;
                        break self.absolute(value, Code::UndefinedInArgument, "the exponent");
                    }
                    _ => break Value::default(),
                },
            }
        };
        self.input.set_mark(mark);
        self.text_constant_read = text;
        Ok(if negative { value.word.wrapping_neg() } else { value.word })
    }

    /// A syllable that leaves a following `_` alone.
    fn plain_syllable(&mut self) -> Reading<Syllable> {
        self.digits.clear();
        let mut all = Vec::new();
        loop {
            let c = self.input.next()?;
            if self.chars.squoze[c as usize] != 0 {
                all.push(c);
            } else if self.chars.class[c as usize] != Class::Ignored {
                self.term = c;
                break;
            }
        }
        if all.is_empty() {
            return Ok(if self.chars.class[self.term as usize] == Class::Quote {
                self.text_constant(self.term)?
            } else {
                Syllable::None
            });
        }
        let periods = all.iter().filter(|c| **c == b'.').count();
        let digits = all.iter().filter(|c| c.is_ascii_digit()).count();
        if periods <= 1 && digits > 0 && periods + digits == all.len() {
            let (mut octal, mut current) = (false, false);
            while matches!(self.term, b'\'' | b'"') {
                octal |= self.term == b'\'';
                current |= self.term == b'"';
                self.term = self.input.next()?;
            }
            let number = Number::read(&all, self.radix, octal, current);
            let word = number.word(self.dialect.is_classic()).unwrap_or(Word::ZERO);
            return Ok(Syllable::Constant(word.into()));
        }
        Ok(Syllable::Symbol(Squoze::from_bytes(&all)))
    }

    /// `"c`, `'c` or `^c`, with what follows it in the later dialects.
    fn text_constant(&mut self, quote: u8) -> Reading<Syllable> {
        self.text_constant_read = true;
        if self.dialect == Dialect::D && self.quotes_match && quote != b'^' {
            return self.matched_constant(quote);
        }
        let mut value = 0u64;
        let mut quote = quote;
        loop {
            // The first character may be anything, a separator too.
            let first = self.input.next()?;
            value = self.add_character(value, quote, first);
            let mut c = self.input.next()?;
            match self.dialect {
                Dialect::A | Dialect::B => {
                    let mut run = Vec::new();
                    while self.chars.squoze[c as usize] != 0 || c == b'!' {
                        if c != b'!' {
                            run.push(c);
                        }
                        c = self.input.next()?;
                    }
                    self.term = c;
                    if run.iter().any(|c| !c.is_ascii_digit() && *c != b'.') {
                        // What follows counts as a symbol and replaces the constant.
                        self.error(Code::BadFormat, "a text constant is one character in this dialect");
                        return Ok(Syllable::Symbol(Squoze::from_bytes(&run)));
                    }
                    if !run.is_empty() {
                        self.error(Code::BadFormat, "a text constant is one character in this dialect");
                    }
                    self.skip_after_constant()?;
                    break;
                }
                _ => {
                    while self.chars.squoze[c as usize] != 0 || c == b'!' {
                        if c != b'!' {
                            value = self.add_character(value, quote, c);
                        }
                        c = self.input.next()?;
                    }
                    self.term = c;
                    if matches!(c, b'\'' | b'"' | b'^') {
                        if self.dialect == Dialect::D {
                            quote = c;
                            continue;
                        }
                        self.skip_after_constant()?;
                    }
                    break;
                }
            }
        }
        self.input.end_mark();
        if self.term == b'@' {
            self.set_indirect();
            self.term = self.input.next()?;
        }
        Ok(Syllable::Constant(Word::new(value).into()))
    }

    /// Skips what cannot follow a text constant in the earlier dialects.
    fn skip_after_constant(&mut self) -> Reading<()> {
        let mut reported = false;
        loop {
            let c = self.term;
            let quote = matches!(c, b'\'' | b'"' | b'^');
            if self.chars.squoze[c as usize] == 0 && !quote {
                return Ok(());
            }
            if !reported {
                self.error(Code::BadFormat, "a text constant ends here in this dialect");
                reported = true;
            }
            self.term = self.input.next()?;
            if quote {
                self.term = self.input.next()?;
            }
        }
    }

    /// `"..."` with `.QMTCH` on: up to the matching quote, which is doubled to include itself.
    fn matched_constant(&mut self, quote: u8) -> Reading<Syllable> {
        let mut value = 0u64;
        loop {
            let c = self.input.next()?;
            if c == quote {
                let c = self.input.next()?;
                if c != quote {
                    self.term = c;
                    break;
                }
            } else if c == CR {
                self.input.end_mark();
                self.error(Code::BadFormat, "the closing quote is missing");
                self.term = c;
                break;
            }
            value = self.add_character(value, quote, c);
        }
        Ok(Syllable::Constant(Word::new(value).into()))
    }

    fn add_character(&mut self, value: u64, quote: u8, c: u8) -> u64 {
        match quote {
            b'"' => value << 7 | u64::from(c),
            b'\'' => {
                let fold = self.dialect >= Dialect::C;
                let code = match c {
                    b'a'..=b'z' if fold => c - 0o100,
                    b' '..=b'_' => c - 0o40,
                    _ => {
                        self.character_error(Code::NotSixbit, "this character has no SIXBIT code", &[]);
                        let code = Word::from_i64(i64::from(c) - 0o40);
                        let half = self.dialect >= Dialect::C;
                        return value << 6 | if half { code.right().into() } else { code.bits() };
                    }
                };
                value << 6 | u64::from(code)
            }
            _ => {
                let c = if c >= 0o140 && self.dialect == Dialect::D { c - 0o40 } else { c };
                value << 7 | u64::from(c & 0o77)
            }
        }
    }
}

const POWERS: [u32; 7] = [1, 40, 1600, 64_000, 2_560_000, 102_400_000, 0];

/// A shift count as the number after `_` gives it: bit 18 and the low eight bits count.
fn shift_count(count: Word) -> i64 {
    let magnitude = (count.bits() & 0o377) as i64;
    if count.right() & 0o400000 == 0 { magnitude } else { magnitude - 0o400 }
}
