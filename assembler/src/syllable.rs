//! Syllables: names, numbers and text constants, with their suffixes.

use crate::chars::{CR, CUT, Class, DEL, terminator_number};
use crate::diagnostic::Code;
use crate::dialect::Dialect;
use crate::input::InputResult;
use crate::number::Number;
use crate::pass::Assembler;
use crate::state::reader::Quotes;
use crate::symbol::Squoze;
use crate::value::{Value, shift_count};
use emulator::word::Word;

/// A syllable that was read. The character that ended it is in `Reader::term`.
#[derive(Debug)]
pub(crate) enum Syllable {
    /// No syllable: a separator, operator or bracket came first.
    None,
    /// `@` without a name or constant.
    Indirect,
    /// A name that is not yet looked up.
    Symbol(Squoze),
    /// A number or text constant, and the kind of the constant at its end.
    Constant(Value, Constant),
}

/// Kinds of constants. A number with an exponent or a shift count has the kind of that suffix's operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Constant {
    Integer,
    Float,
    Text,
}

/// The properties of a run of symbol characters.
#[derive(Clone, Copy, Default)]
struct SymbolRun {
    /// The radix-50 code of the first six characters, before it is left-justified.
    squoze: u32,
    length: usize,
    periods: usize,
    /// Whether the run has characters other than digits and periods.
    letters: bool,
    /// Whether there are digits between two periods.
    split_period: bool,
}

impl SymbolRun {
    /// If `c` can be in a symbol, adds it and returns `true`. Periods, and digits before the first
    /// letter, are also added to `digits`.
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
    /// Reads a syllable, up to the first character that is not part of one.
    #[inline]
    pub(crate) fn syllable(&mut self) -> InputResult<Syllable> {
        self.syllable_before(false)
    }

    /// Like [`Assembler::syllable`]. With `shift`, an outer syllable reads a shift after a number.
    #[inline]
    fn syllable_before(&mut self, shift: bool) -> InputResult<Syllable> {
        self.input.mark();
        self.reader.digits.clear();
        let mut run = SymbolRun::default();
        let mut indirect = false;
        self.reader.quotes = Quotes::default();
        let c = loop {
            self.input.take_while(|c| run.add(c, &self.chars.squoze, &mut self.reader.digits));
            let c = self.input.next()?;
            if run.add(c, &self.chars.squoze, &mut self.reader.digits) {
                continue;
            }
            match self.chars.class[c as usize] {
                Class::Ignored => {
                    // A closing brace ends the text of a conditional that was true.
                    self.settings.success |= c == b'}';
                    if run.length == 0 {
                        self.input.mark();
                    }
                }
                // A bracket that closes a conditional is ignored, and the syllable continues.
                Class::CloseSquare => {
                    if self.close_square() {
                        break c;
                    }
                }
                Class::Indirect => {
                    self.reader.set_indirect();
                    indirect = true;
                }
                // The late assembler reports a stray closing bracket, and the syllable continues.
                Class::Close if self.dialect == Dialect::D && !self.reader.in_brackets() => {
                    self.stray_close(c);
                    if run.length == 0 {
                        self.input.mark();
                    }
                }
                // A quote applies to the syllable that it is in or after, and the syllable continues. (In the
                // stand-alone assemblers an @ began a syllable.)
                Class::Quote if c != b'^' && (run.length > 0 || indirect && self.dialect < Dialect::C) => {
                    if c == b'\'' {
                        self.reader.quotes.variable = true;
                    } else if self.dialect == Dialect::D && run.letters && self.squoze_follows()? {
                        let block = Squoze(run.squoze * POWERS[6 - run.length]);
                        self.reader.quotes.block = Some(self.block_named(block, self.reader.quotes.block));
                        run = SymbolRun::default();
                        self.reader.digits.clear();
                        self.input.mark();
                    } else {
                        self.reader.quotes.global = true;
                    }
                }
                _ => break c,
            }
        };
        self.reader.term = c;
        self.input.end_mark();
        if c == DEL
            && let Some((word, span)) = self.input.foreign_word()
        {
            let message = format!("{word} has a character outside ASCII, which ends a name");
            self.error_with(Code::BadFormat, span, message, &[]);
        }
        if c == b';' {
            // A comment may directly follow a name. The end of the comment ends the syllable.
            self.input.skip_to_cr()?;
            self.reader.term = self.input.next()?;
        }
        let SymbolRun { squoze, length, periods, letters, split_period } = run;
        let place = self.reader.digits.len() == 1 && periods == 1 && length == 1;
        if c == b'^' && (place || length == 0 && indirect && self.dialect < Dialect::C) {
            return self.number(shift);
        }
        if length == 0 {
            return match self.chars.class[c as usize] {
                Class::Quote => self.text_constant(c),
                _ if indirect => Ok(Syllable::Indirect),
                _ => Ok(Syllable::None),
            };
        }
        let digits = self.reader.digits.len() > periods;
        let classic_float = periods == 2
            && split_period
            && self.reader.digits.last() == Some(&b'.')
            && self.dialect.is_classic();
        if !letters && digits && (periods <= 1 || classic_float) {
            if classic_float {
                self.reader.digits.pop();
            }
            return self.number(shift);
        }
        let name = Squoze(squoze * POWERS[6 - length]);
        Ok(Syllable::Symbol(name))
    }

    /// Returns `true` if the next character belongs to a name.
    pub(crate) fn squoze_follows(&mut self) -> InputResult<bool> {
        let c = self.input.peek()?;
        Ok(self.chars.squoze[c as usize] != 0)
    }

    /// Returns the number whose digits have been read, with the exponent or shift after it. With
    /// `leaves_shift`, an outer syllable reads the shift.
    fn number(&mut self, leaves_shift: bool) -> InputResult<Syllable> {
        let Quotes { variable: octal, global: current, .. } = self.reader.quotes;
        let number = Number::read(&self.reader.digits, self.radix, octal, current);
        if number.radix == 8 && !number.floating && is_misread_in_octal(&self.reader.digits) {
            let text = String::from_utf8_lossy(&self.reader.digits).into_owned();
            let read = number.word(self.dialect.is_classic()).map_or(0, Word::bits);
            self.slip(
                Code::OctalDigit,
                self.input.span(),
                format!("{text} is not octal; it is read as {read:o}"),
            );
        }
        let classic = self.dialect.is_classic();
        let mut kind = if number.floating { Constant::Float } else { Constant::Integer };
        let word = match self.reader.term {
            b'^' => {
                let exponent;
                (exponent, kind) = self.suffix_operand(true)?;
                let exponent = exponent.signed();
                if self.reader.term == b'_' && !leaves_shift && classic {
                    let count;
                    (count, kind) = self.suffix_operand(false)?;
                    let (word, overflow) = number.power_shifted(exponent, shift_count(count), classic);
                    self.check_overflow(overflow);
                    word
                } else {
                    if !leaves_shift {
                        self.end_at_shift(kind);
                    }
                    match number.power(exponent, classic) {
                        Ok((word, overflow)) => {
                            self.check_overflow(overflow);
                            word
                        }
                        Err(overflow) => self.exponent_overflow(overflow.0),
                    }
                }
            }
            b'_' if !leaves_shift => {
                let count;
                (count, kind) = self.suffix_operand(false)?;
                // If a float is shifted left, the whole right half of the count is used, not only its low
                // eight bits.
                let left = number.floating && count.right() & 0o400000 == 0;
                let count = if left { count.right().into() } else { shift_count(count) };
                self.check_overflow(number.overflow);
                self.end_at_shift(kind);
                number.shifted(count, classic)
            }
            _ => match number.word(classic) {
                Ok(word) => {
                    self.check_overflow(number.overflow);
                    word
                }
                Err(overflow) => self.exponent_overflow(overflow.0),
            },
        };
        Ok(Syllable::Constant(word.into(), kind))
    }

    /// Called after an exponent or a shift whose operand has the kind `suffix`. In the late assembler, a
    /// shift that follows here ends the word, except after a text constant.
    fn end_at_shift(&mut self, suffix: Constant) {
        if self.reader.term == b'_' && self.dialect == Dialect::D && suffix != Constant::Text {
            self.reader.term = CUT;
        }
    }

    fn check_overflow(&mut self, overflow: bool) {
        if overflow {
            self.error(Code::NumberTooLarge, "the number does not fit in 36 bits");
        }
    }

    fn exponent_overflow(&mut self, word: Word) -> Word {
        self.error(Code::ExponentOverflow, "the exponent of this number is out of range");
        word
    }

    /// Reads the operand of `^` or `_` after a number: a syllable or a word in `<>`, perhaps after one
    /// minus sign. Returns its value and kind.
    fn suffix_operand(&mut self, exponent: bool) -> InputResult<(Word, Constant)> {
        let what = if exponent { "the exponent" } else { "the count of a shift" };
        let mut kind = Constant::Integer;
        let mark = self.input.get_mark();
        let negative = self.input.accept(b'-')?;
        let value = if self.input.accept(b'<')? {
            let value = self.bracket(b'<')?;
            self.reader.term = self.input.next()?;
            self.input.end_mark();
            self.known_in_the_end(value, what)
        } else {
            // The exponent ends at a shift (in the classic dialects, `1^3_2` shifts the power). In the late
            // dialect a shift count ends at another shift, too.
            let leave = exponent || self.dialect == Dialect::D;
            let syllable = self.nested(|assembler| assembler.syllable_before(leave))?;
            if let Syllable::Constant(_, found) = syllable {
                kind = found;
            }
            let value = self.suffix_value(syllable, what)?;
            if kind == Constant::Float {
                self.error(Code::BadFormat, "an exponent or shift count cannot be a floating-point number");
            }
            value
        };
        self.input.set_mark(mark.up_to(self.input.get_mark()));
        Ok((if negative { value.word.wrapping_neg() } else { value.word }, kind))
    }

    fn suffix_value(&mut self, syllable: Syllable, what: &str) -> InputResult<Value> {
        let name = match syllable {
            Syllable::None | Syllable::Indirect => return Ok(Value::default()),
            Syllable::Constant(value, _) => return Ok(value),
            Syllable::Symbol(name) => name,
        };
        if self.dialect < Dialect::C {
            self.error(Code::BadFormat, "only a number can follow ^ or _ here");
            return Ok(Word::new(terminator_number(self.reader.term)).into());
        }
        let value = self.symbol_operand(name)?;
        Ok(self.known_in_the_end(value, what))
    }

    /// Returns a value whose symbols must be known on the last pass. On pass 1, an undefined symbol counts as
    /// 0.
    pub(crate) fn known_in_the_end(&mut self, value: Value, what: &str) -> Value {
        if self.pass == 1 {
            return value.resolved();
        }
        self.absolute(value, Code::UndefinedInArgument, what)
    }

    /// Reads a text constant: `"c`, `'c` or `^c`. From dialect C on, symbol characters directly after it
    /// belong to it. In dialect D, so do further text constants.
    fn text_constant(&mut self, quote: u8) -> InputResult<Syllable> {
        if self.dialect == Dialect::D && self.settings.quotes_match && quote != b'^' {
            return self.matched_constant(quote);
        }
        let mut value = 0u64;
        let mut quote = quote;
        loop {
            // The first character may be any character, even a separator.
            let first = self.input.next()?;
            value = self.add_character(value, quote, first);
            let mut c = self.input.next()?;
            while self.dialect >= Dialect::C && self.chars.squoze[c as usize] != 0 {
                value = self.add_character(value, quote, c);
                c = self.input.next()?;
            }
            if self.dialect != Dialect::D || !matches!(c, b'\'' | b'"' | b'^') {
                self.input.back();
                break;
            }
            quote = c;
        }
        self.input.end_mark();
        self.after_constant(Word::new(value).into())
    }

    /// Reports a syllable directly after a text constant. If it is a name, it replaces the constant.
    fn after_constant(&mut self, value: Value) -> InputResult<Syllable> {
        let place = self.here();
        let next = self.nested(Assembler::syllable)?;
        let alone = match next {
            Syllable::None => true,
            // The classic assemblers treated an @ as a syllable.
            Syllable::Indirect => self.dialect == Dialect::D,
            _ => false,
        };
        if !alone {
            let (code, message) = if self.dialect >= Dialect::C {
                (Code::NotSeparated, "a separator is missing after this text constant")
            } else {
                (Code::BadFormat, "a text constant is one character in this dialect")
            };
            self.error_with(code, place, message, &[]);
            if let Syllable::Symbol(name) = next {
                return Ok(Syllable::Symbol(name));
            }
        }
        Ok(Syllable::Constant(value, Constant::Text))
    }

    /// Reads `"..."` or `'...'` with `.QMTCH` on: up to the closing quote. A doubled quote is one character
    /// of the text.
    fn matched_constant(&mut self, quote: u8) -> InputResult<Syllable> {
        let mut value = 0u64;
        loop {
            let c = self.input.next()?;
            if c == quote {
                if !self.input.accept(quote)? {
                    break;
                }
            } else if c == CR {
                self.input.end_mark();
                self.error(Code::BadFormat, "the closing quote is missing");
                self.input.back();
                break;
            }
            value = self.add_character(value, quote, c);
        }
        self.after_constant(Word::new(value).into())
    }

    fn add_character(&mut self, value: u64, quote: u8, c: u8) -> u64 {
        match quote {
            b'"' => value << 7 | u64::from(c),
            b'\'' => {
                let code = Word::from_i64(self.sixbit_code(c));
                value << 6 | if self.dialect >= Dialect::C { code.right().into() } else { code.bits() }
            }
            _ => {
                let c = if c >= 0o140 && self.dialect == Dialect::D { c - 0o40 } else { c };
                let shift = if self.dialect == Dialect::D { 7 } else { 6 };
                value << shift | u64::from(c & 0o77)
            }
        }
    }
}

const POWERS: [u32; 7] = [1, 40, 1600, 64_000, 2_560_000, 102_400_000, 0];

/// Returns `true` if there is a digit 8 or 9 and the number has different values in octal and decimal. (A
/// single 9 is nine in both.) The number may end with a period.
fn is_misread_in_octal(digits: &[u8]) -> bool {
    let digits = digits.strip_suffix(b".").unwrap_or(digits);
    let begin = digits.iter().position(|c| *c != b'0').unwrap_or(digits.len());
    let digits = &digits[begin..];
    digits.len() > 1 && digits.iter().any(|c| matches!(c, b'8' | b'9'))
}
