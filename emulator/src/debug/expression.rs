//! Numbers, symbols and instructions as people type them at the prompt.
//!
//! Numbers are octal, decimal with a point at the end (`100.`); `.` is the program counter, `[100]` the word at 100,
//! `1,,2` two halves; `+ - * / & | ^ ~` and parentheses as usual.

use crate::address::Address;
use crate::isa::{self, DeviceCode, Form};
use crate::symbols::Symbols;
use crate::word::Word;

/// What an expression can refer to.
pub struct Scope<'a> {
    /// The program's symbols.
    pub symbols: &'a Symbols,
    /// The value of `.`.
    pub point: Address,
    /// The word at an address, for `[…]`.
    pub contents: &'a dyn Fn(Address) -> Word,
}

/// The value of `text`.
///
/// # Errors
///
/// What is wrong, for the person who typed it.
pub fn evaluate(text: &str, scope: &Scope<'_>) -> Result<Word, String> {
    let mut parser = Parser { text, at: 0, scope };
    let value = parser.halves()?;
    match parser.peek() {
        None => Ok(value),
        Some(_) => {
            Err(format!("\"{}\" makes no sense after \"{}\"", &text[parser.at..], text[..parser.at].trim()))
        }
    }
}

/// The value of `text` as an address.
///
/// # Errors
///
/// As for [`evaluate`], and a value of more than 18 bits.
pub fn address(text: &str, scope: &Scope<'_>) -> Result<Address, String> {
    let value = evaluate(text, scope)?;
    if value.left() != 0 && value.left() != 0o777777 {
        return Err(format!("\"{text}\" is {value}, which is no address"));
    }
    Ok(Address::of(value))
}

/// The word that `text` stands for: an instruction (`MOVE 1,@TABLE(2)`) if it begins with a mnemonic that is not also a
/// symbol of the program, otherwise an expression.
///
/// # Errors
///
/// As for [`evaluate`].
pub fn word(text: &str, scope: &Scope<'_>) -> Result<Word, String> {
    let text = text.trim();
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let name = first.to_ascii_uppercase();
    if scope.symbols.get(&name).is_some() {
        return evaluate(text, scope);
    }
    if let Some(row) = isa::row_of(&name) {
        return instruction(row.word(), row.form, rest.trim(), scope);
    }
    if let Some(alias) = isa::ALIASES.iter().find(|alias| alias.name == name) {
        let form = isa::Instruction(alias.word).row().form;
        let form = if alias.word.field(9, 12) == 0 { form } else { Form::E };
        return instruction(alias.word, form, rest.trim(), scope);
    }
    evaluate(text, scope)
}

/// `base` with the operands of `text` in its fields.
fn instruction(base: Word, form: Form, text: &str, scope: &Scope<'_>) -> Result<Word, String> {
    // A comma that is not part of `,,` ends the accumulator.
    let comma = text.find(',').filter(|&at| !text[at..].starts_with(",,"));
    let (field, operand) = match comma {
        Some(at) => (Some(text[..at].trim()), text[at + 1..].trim()),
        None => (None, text),
    };
    let mut word = base;
    if let Some(field) = field.filter(|field| !field.is_empty()) {
        word = if form == Form::Device {
            let named = DeviceCode::by_name(&field.to_ascii_uppercase());
            let code = match named {
                Some(code) => code,
                None => DeviceCode::new(evaluate(field, scope)?.right() as u16),
            };
            word.with_field(3, 9, u64::from(code.get() >> 2))
        } else {
            word.with_field(9, 12, evaluate(field, scope)?.bits())
        };
    }
    let (indirect, operand) = match operand.strip_prefix('@') {
        Some(rest) => (true, rest.trim()),
        None => (false, operand),
    };
    let (y, index) = match operand.strip_suffix(')').and_then(|rest| rest.rsplit_once('(')) {
        Some((y, index)) => (y.trim(), Some(index)),
        None => (operand, None),
    };
    if !y.is_empty() {
        word = word.with_right(evaluate(y, scope)?.right());
    }
    if let Some(index) = index {
        word = word.with_field(14, 17, evaluate(index, scope)?.bits());
    }
    Ok(word.with_field(13, 13, indirect.into()))
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    scope: &'a Scope<'a>,
}

impl Parser<'_> {
    /// The next character that is no blank.
    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.text[self.at..].chars().next()
    }

    fn accept(&mut self, token: &str) -> bool {
        self.peek();
        let here = self.text[self.at..].starts_with(token);
        self.at += if here { token.len() } else { 0 };
        here
    }

    fn halves(&mut self) -> Result<Word, String> {
        let left = self.sum(0)?;
        if self.accept(",,") {
            let right = self.sum(0)?;
            return Ok(Word::halves(left.right(), right.right()));
        }
        Ok(left)
    }

    fn sum(&mut self, depth: u32) -> Result<Word, String> {
        let mut value = self.term(depth)?;
        loop {
            value = if self.accept("+") {
                value.wrapping_add(self.term(depth)?)
            } else if self.accept("-") {
                value.wrapping_sub(self.term(depth)?)
            } else if self.accept("|") {
                value | self.term(depth)?
            } else if self.accept("^") {
                value ^ self.term(depth)?
            } else {
                return Ok(value);
            };
        }
    }

    fn term(&mut self, depth: u32) -> Result<Word, String> {
        let mut value = self.factor(depth)?;
        loop {
            value = if self.accept("*") {
                Word::from_i64(value.signed().wrapping_mul(self.factor(depth)?.signed()))
            } else if self.accept("/") {
                let divisor = self.factor(depth)?.signed();
                Word::from_i64(value.signed().checked_div(divisor).ok_or("division by zero")?)
            } else if self.accept("&") {
                value & self.factor(depth)?
            } else {
                return Ok(value);
            };
        }
    }

    fn factor(&mut self, depth: u32) -> Result<Word, String> {
        if depth > 100 {
            return Err("too many parentheses".to_owned());
        }
        if self.accept("-") {
            return Ok(self.factor(depth + 1)?.wrapping_neg());
        }
        if self.accept("~") {
            return Ok(!self.factor(depth + 1)?);
        }
        if self.accept("(") {
            let value = self.sum(depth + 1)?;
            return if self.accept(")") { Ok(value) } else { Err("a ) is missing".to_owned()) };
        }
        if self.accept("[") {
            let value = self.sum(depth + 1)?;
            return if self.accept("]") {
                Ok((self.scope.contents)(Address::of(value)))
            } else {
                Err("a ] is missing".to_owned())
            };
        }
        self.name_or_number()
    }

    fn name_or_number(&mut self) -> Result<Word, String> {
        self.peek();
        let rest = &self.text[self.at..];
        let length = rest
            .find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '.' | '$' | '%' | '_')))
            .unwrap_or(rest.len());
        let token = &rest[..length];
        self.at += length;
        if token.is_empty() {
            let found = rest.chars().next().map_or("the end".to_owned(), |c| format!("\"{c}\""));
            return Err(format!("expected a number or a symbol, found {found}"));
        }
        if token == "." {
            return Ok(self.scope.point.into());
        }
        if let Some(symbol) = self.scope.symbols.get(token) {
            return Ok(symbol.value);
        }
        let (digits, radix) = match token.strip_suffix('.') {
            Some(digits) => (digits, 10),
            None => (token, 8),
        };
        match u64::from_str_radix(digits, radix) {
            Ok(value) if value >> 36 == 0 => Ok(Word::new(value)),
            Ok(_) => Err(format!("{token} has more than 36 bits")),
            Err(_) if digits.bytes().all(|c| c.is_ascii_digit()) => {
                Err(format!("\"{token}\" is no octal number; decimal numbers end with a point"))
            }
            Err(_) => Err(format!("unknown symbol \"{token}\"")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn with_scope<R>(f: impl FnOnce(&Scope<'_>) -> R) -> R {
        let symbols =
            Symbols::parse("pdp6-symbols 1\nsymbol GO 100 label\nsymbol P 17\nsymbol MASK 777000000000\n")
                .unwrap();
        let contents = |address: Address| Word::halves(0o123, address.get());
        f(&Scope { symbols: &symbols, point: Address::new(0o200), contents: &contents })
    }

    fn value(text: &str) -> Result<Word, String> {
        with_scope(|scope| word(text, scope))
    }

    #[test]
    fn expressions() {
        for (text, expected) in [
            ("100", Word::new(0o100)),
            ("100.", Word::new(100)),
            ("go+3", Word::new(0o103)),
            (".+1", Word::new(0o201)),
            ("-1", Word::ONES),
            ("-1,,go", Word::halves(0o777777, 0o100)),
            ("2*(3+4)", Word::new(0o16)),
            ("[go]", Word::halves(0o123, 0o100)),
            ("MASK & 4,,0", Word::halves(0, 0)),
            ("~0 ^ 1", Word::new(0o777777_777776)),
            ("7/2", Word::new(3)),
        ] {
            assert_eq!(value(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn instructions() {
        for (text, expected) in [
            ("MOVE 1,@GO(P)", Word::halves(0o200077, 0o100)),
            ("move 1,-1(2)", Word::halves(0o200042, 0o777777)),
            ("JRST GO+1", Word::halves(0o254000, 0o101)),
            ("HALT GO", Word::halves(0o254200, 0o100)),
            ("JRST 4,GO", Word::halves(0o254200, 0o100)),
            ("CONO TTY,3600", Word::halves(0o712200, 0o3600)),
            ("DATAO 670,GO", Word::halves(0o767140, 0o100)),
            ("POPJ P,", Word::halves(0o263740, 0)),
        ] {
            assert_eq!(value(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn mistakes_are_explained() {
        let error = |text: &str| value(text).unwrap_err();
        assert_eq!(error("NOWHERE"), "unknown symbol \"NOWHERE\"");
        assert_eq!(error("189"), "\"189\" is no octal number; decimal numbers end with a point");
        assert_eq!(error("(1"), "a ) is missing");
        assert_eq!(error("1 2"), "\"2\" makes no sense after \"1\"");
        assert_eq!(error("1+"), "expected a number or a symbol, found the end");
        assert_eq!(error("1/0"), "division by zero");
        assert_eq!(error("7777777777777"), "7777777777777 has more than 36 bits");
    }

    proptest! {
        #[test]
        fn anything_typed_is_answered(text in "([ -~]|é){0,30}") {
            let _ = value(&text);
            let _ = value(&format!("MOVE {text}"));
        }

        #[test]
        fn disassembled_instructions_are_understood(bits in any::<u64>()) {
            let instruction = Word::new(bits);
            let text = isa::disassemble(instruction);
            let symbols = Symbols::new();
            let contents = |_: Address| Word::ZERO;
            let scope = Scope { symbols: &symbols, point: Address::new(0), contents: &contents };
            prop_assert_eq!(word(&text, &scope), Ok(instruction), "{}", text);
        }
    }
}
