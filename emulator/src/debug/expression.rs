//! The parser of numbers, symbols and instructions that users type at the prompt.
//!
//! Numbers are octal, or decimal with a point at the end (`100.`); `.` and `PC` are the program counter,
//! `[100]` the word at 100, `1,,2` two halves; `+ - * / & | ^ ~` and parentheses work as usual.

use crate::address::Address;
use crate::isa::{self, DeviceCode, Form};
use crate::symbols::Symbols;
use crate::word::Word;
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_till1, take_while1};
use nom::character::complete::{char, one_of};
use nom::combinator::{cut, eof, map_opt, not, opt, peek};
use nom::multi::fold_many0;
use nom::sequence::{delimited, pair, preceded, terminated};
use support::parse::{
    ParseFailure, Parsed, Reason, SyntaxError, checked, expected, must, read, token, unknown, wrong,
};

/// The values that an expression can refer to.
pub struct Scope<'a> {
    /// The program's symbols.
    pub symbols: &'a Symbols,
    /// The value of `.`, usually the program counter.
    pub point: Address,
    /// The program counter, for `PC`.
    pub pc: Address,
    /// The word at an address, for `[…]`.
    pub contents: &'a dyn Fn(Address) -> Word,
}

/// The reason why a text has no value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExpressionError {
    /// The text is not an expression, or uses an unknown symbol; holds the text and the error in it.
    #[error("{}", in_line(.0, .1))]
    Syntax(String, SyntaxError),
    /// The value of this text has more than 18 bits and is not a small negative number.
    #[error("\"{0}\" is {1}, which is not an address (expected at most 18 bits)")]
    NotAnAddress(String, Word),
}

impl ExpressionError {
    pub(super) fn is_unknown_name(&self) -> bool {
        matches!(self, ExpressionError::Syntax(_, SyntaxError { why: Reason::Unknown(_), .. }))
    }
}

/// Returns the value of `text`.
///
/// # Errors
///
/// Returns an error with the position of a mistake in the text.
pub fn evaluate(text: &str, scope: &Scope<'_>) -> Result<Word, ExpressionError> {
    whole(text, OPERATOR, |text| scope.halves(text))
}

/// Returns the value of `text` as an address.
///
/// # Errors
///
/// Returns an error as [`evaluate`] does, or if the left half of the value is neither zero nor (in a negative
/// number) all ones.
pub fn address(text: &str, scope: &Scope<'_>) -> Result<Address, ExpressionError> {
    address_before(text, OPERATOR, scope)
}

/// Returns the same as [`address`]; `end` names what could follow the address in the text, for messages.
pub(super) fn address_before(
    text: &str,
    end: &'static str,
    scope: &Scope<'_>,
) -> Result<Address, ExpressionError> {
    let value = whole(text, end, |text| scope.halves(text))?;
    if value.left() != 0 && value.left() != 0o777777 {
        return Err(ExpressionError::NotAnAddress(text.to_owned(), value));
    }
    Ok(Address::of(value))
}

/// Returns the word for `text`. This is an instruction (`MOVE 1,@TABLE(2)`) if the text begins with a
/// mnemonic that is not also a symbol of the program, otherwise an expression.
///
/// # Errors
///
/// Returns an error as [`evaluate`] does.
pub fn word(text: &str, scope: &Scope<'_>) -> Result<Word, ExpressionError> {
    let word = alt((|text| scope.instruction(text), |text| scope.halves(text)));
    whole(text, OPERATOR, expected("an instruction, a number or a symbol", word))
}

fn whole<'t, P>(text: &'t str, end: &'static str, parser: P) -> Result<Word, ExpressionError>
where
    P: Parser<&'t str, Output = Word, Error = ParseFailure<'t>>,
{
    let text = text.trim();
    read(text, end, parser).map_err(|error| ExpressionError::Syntax(text.to_owned(), error))
}

/// Describes an error in a text of one line for the user who typed it, without the column if it is the first.
pub(super) fn in_line(text: &str, mistake: &SyntaxError) -> String {
    match mistake.place.column {
        1 => mistake.what(),
        column => format!("{}, at column {column} of {text}", mistake.what()),
    }
}

pub(super) const OPERATOR: &str = "an operator";
/// Maximum depth of nested parentheses, brackets and signs.
const DEEPEST: u32 = 100;

/// Parses one of the operators in `these`, but not the beginning of `&&` or `||`. A `-` after a blank and
/// directly before its operand, as in `GO -1`, is an error: users write it for a second value.
fn operator<'t>(these: &'static str) -> impl Parser<&'t str, Output = char, Error = ParseFailure<'t>> {
    let mut one = token(terminated(one_of(these), not(one_of("&|"))));
    move |text: &'t str| {
        let (rest, found) = one.parse(text)?;
        if found == '-' && text.starts_with(char::is_whitespace) && !rest.starts_with(char::is_whitespace) {
            let why = "a second value is not expected here; to subtract, write no blank before the \"-\"";
            return wrong(text.trim_start(), why);
        }
        Ok((rest, found))
    }
}

pub(super) fn name(text: &str) -> Parsed<'_, &str> {
    take_while1(|c: char| c.is_ascii_alphanumeric() || ".$%_".contains(c)).parse(text)
}

fn mnemonic(name: &str) -> Option<(Word, Form)> {
    if let Some(row) = isa::row_of(name) {
        return Some((row.word(), row.form));
    }
    let alias = isa::ALIASES.iter().find(|alias| alias.name == name)?;
    let form = isa::Instruction(alias.word).row().form;
    Some((alias.word, if alias.word.field(9, 12) == 0 { form } else { Form::E }))
}

impl Scope<'_> {
    fn instruction<'t>(&self, text: &'t str) -> Parsed<'t, Word> {
        let known = |name: &str| {
            let name = name.to_ascii_uppercase();
            self.symbols.get(&name).is_none().then(|| mnemonic(&name)).flatten()
        };
        if let Some(name) = self.unknown_mnemonic(text) {
            return unknown(text, format!("unknown instruction \"{name}\"{}", self.no_symbols()));
        }
        let (rest, (base, form)) = map_opt(take_till1(char::is_whitespace), known).parse(text)?;
        let field =
            |text| if form == Form::Device { self.device(text, base) } else { self.accumulator(text, base) };
        // A comma that is not part of `,,` ends the accumulator.
        let comma = token(terminated(char(','), not(char(','))));
        let (rest, field) = cut(opt(terminated(opt(field), comma))).parse(rest)?;
        let word = field.flatten().unwrap_or(base);
        cut(|text| self.operand(text, word)).parse(rest)
    }

    /// Returns the first word of a text that has the form of an instruction, if the word is unknown.
    fn unknown_mnemonic<'t>(&self, text: &'t str) -> Option<&'t str> {
        let (first, operands) = text.split_once(char::is_whitespace)?;
        let is_name = first.starts_with(|c: char| c.is_ascii_alphabetic()) && name(first) == Ok(("", first));
        let has_operands = operands.trim_start().starts_with(|c: char| c.is_ascii_alphanumeric() || c == '@');
        let upper = first.to_ascii_uppercase();
        let is_known = self.symbols.get(&upper).is_some() || mnemonic(&upper).is_some();
        (is_name && has_operands && !is_known).then_some(first)
    }

    fn no_symbols(&self) -> &'static str {
        if self.symbols.is_empty() { " (no symbols are loaded)" } else { "" }
    }

    /// Parses the accumulator before the comma. Returns `base` with the accumulator in its field.
    fn accumulator<'t>(&self, text: &'t str, base: Word) -> Parsed<'t, Word> {
        let field = |value: Word| base.with_field(9, 12, value.bits());
        (|text| self.sum(text, 0)).map(field).parse(text)
    }

    /// Parses the device before the comma, a name or a number. Returns `base` with the device in its field.
    fn device<'t>(&self, text: &'t str, base: Word) -> Parsed<'t, Word> {
        let named = map_opt(name, |name| DeviceCode::by_name(&name.to_ascii_uppercase()));
        let named = terminated(token(named), peek(token(char(','))));
        let numbered = (|text| self.sum(text, 0)).map(|value: Word| DeviceCode::new(value.right() as u16));
        alt((named, numbered)).map(|code| base.with_field(3, 9, u64::from(code.get() >> 2))).parse(text)
    }

    /// Parses the operand, such as `@TABLE(2)`, to the end of the text. Returns `base` with the operand in
    /// its fields.
    fn operand<'t>(&self, text: &'t str, base: Word) -> Parsed<'t, Word> {
        let index = || {
            let close = token(must("an operator or )", char(')')));
            delimited(token(char('(')), cut(|text| self.sum(text, 1)), close)
        };
        let parts = alt((
            token(eof).map(|_| (None, None)),
            // A value alone in parentheses is an index.
            terminated(index(), token(eof)).map(|index| (None, Some(index))),
            pair((|text| self.halves(text)).map(Some), opt(index())),
        ));
        let fields = |(indirect, (y, index)): (Option<char>, (Option<Word>, Option<Word>))| {
            base.with_field(13, 13, indirect.is_some().into())
                .with_field(14, 17, index.map_or(base.field(14, 17), Word::bits))
                .with_right(y.map_or(base.right(), Word::right))
        };
        pair(token(opt(char('@'))), parts).map(fields).parse(text)
    }

    pub(super) fn halves<'t>(&self, text: &'t str) -> Parsed<'t, Word> {
        let sum = |text| self.sum(text, 0);
        let (rest, left) = sum(text)?;
        let right = opt(preceded(token(tag(",,")), cut(sum)));
        right.map(|right| right.map_or(left, |right| Word::halves(left.right(), right.right()))).parse(rest)
    }

    fn sum<'t>(&self, text: &'t str, depth: u32) -> Parsed<'t, Word> {
        let term = |text| self.term(text, depth);
        let (rest, first) = term(text)?;
        let join = |left: Word, (operator, right): (char, Word)| match operator {
            '+' => left.wrapping_add(right),
            '-' => left.wrapping_sub(right),
            '|' => left | right,
            _ => left ^ right,
        };
        fold_many0(pair(operator("+-|^"), cut(term)), || first, join).parse(rest)
    }

    fn term<'t>(&self, text: &'t str, depth: u32) -> Parsed<'t, Word> {
        let factor = |text| self.factor(text, depth);
        let divisor = checked(factor, |divisor: Word| match divisor.signed() {
            0 => Err("division by zero".to_owned()),
            _ => Ok(divisor),
        });
        let (rest, first) = factor(text)?;
        let join = |left: Word, (operator, right): (char, Word)| match operator {
            '*' => Word::from_i64(left.signed().wrapping_mul(right.signed())),
            '/' => Word::from_i64(left.signed() / right.signed()),
            _ => left & right,
        };
        let operation = alt((pair(operator("*&"), cut(factor)), pair(token(char('/')), token(cut(divisor)))));
        fold_many0(operation, || first, join).parse(rest)
    }

    fn factor<'t>(&self, text: &'t str, depth: u32) -> Parsed<'t, Word> {
        if depth > DEEPEST {
            return wrong(text, "too many parentheses");
        }
        let factor = |text| self.factor(text, depth + 1);
        let sum = |text| self.sum(text, depth + 1);
        token(expected(
            "a number or a symbol",
            alt((
                preceded(char('-'), cut(factor)).map(Word::wrapping_neg),
                preceded(char('~'), cut(factor)).map(|value: Word| !value),
                delimited(char('('), cut(sum), token(must("an operator or )", char(')')))),
                delimited(char('['), cut(sum), token(must("an operator or ]", char(']'))))
                    .map(|value| (self.contents)(Address::of(value))),
                |text| self.named(text),
            )),
        ))
        .parse(text)
    }

    /// Returns the value of a name or a number. If both are possible, the symbol takes precedence.
    fn named<'t>(&self, text: &'t str) -> Parsed<'t, Word> {
        let (rest, token) = name(text)?;
        if token == "." {
            return Ok((rest, self.point.into()));
        }
        if let Some(symbol) = self.symbols.get(token) {
            return Ok((rest, symbol.value));
        }
        if token.eq_ignore_ascii_case("PC") {
            return Ok((rest, self.pc.into()));
        }
        let (digits, radix) = match token.strip_suffix('.') {
            Some(digits) => (digits, 10),
            None => (token, 8),
        };
        match u64::from_str_radix(digits, radix) {
            Ok(value) if value >> 36 == 0 => Ok((rest, Word::new(value))),
            Ok(_) => wrong(text, format!("{token} has more than 36 bits")),
            Err(_) if digits.bytes().all(|c| c.is_ascii_digit()) => {
                wrong(text, format!("\"{token}\" is not an octal number; a decimal number ends with a point"))
            }
            Err(_) if token.starts_with(|c: char| c.is_ascii_digit()) => {
                unknown(text, format!("\"{token}\" is neither an octal number nor a known symbol"))
            }
            Err(_) => unknown(text, format!("unknown symbol \"{token}\"{}", self.no_symbols())),
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
        f(&Scope {
            symbols: &symbols,
            point: Address::new(0o200),
            pc: Address::new(0o204),
            contents: &contents,
        })
    }

    fn value(text: &str) -> Result<Word, String> {
        with_scope(|scope| word(text, scope)).map_err(|error| error.to_string())
    }

    #[test]
    fn expressions() {
        for (text, expected) in [
            ("100", Word::new(0o100)),
            ("100.", Word::new(100)),
            ("go+3", Word::new(0o103)),
            (".+1", Word::new(0o201)),
            ("PC+1", Word::new(0o205)),
            ("-1", Word::ONES),
            ("-1,,go", Word::halves(0o777777, 0o100)),
            ("2*(3+4)", Word::new(0o16)),
            ("[go]", Word::halves(0o123, 0o100)),
            ("MASK & 4,,0", Word::halves(0, 0)),
            ("~0 ^ 1", Word::new(0o777777_777776)),
            ("7/2", Word::new(3)),
            ("GO - 1", Word::new(0o77)),
            ("GO- 1", Word::new(0o77)),
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
            // Parentheses alone are an index; with an operator after them they are part of a sum.
            ("MOVE 1,(GO-100+2)", Word::halves(0o200042, 0)),
            ("MOVE 1,(GO)+1", Word::halves(0o200040, 0o101)),
            ("MOVE 1,2*(3+4)", Word::halves(0o200040, 0o16)),
            ("MOVE 1 , 5,,GO ( 2 )", Word::halves(0o200042, 0o100)),
            ("MOVE 1,,GO", Word::halves(0o200000, 0o100)),
        ] {
            assert_eq!(value(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn mistakes_are_explained() {
        for (text, expected) in [
            ("NOWHERE", "unknown symbol \"NOWHERE\""),
            ("GO+ NOWHERE*2", "unknown symbol \"NOWHERE\", at column 5 of GO+ NOWHERE*2"),
            ("189", "\"189\" is not an octal number; a decimal number ends with a point"),
            ("(1", "expected an operator or ), found the end of the line, at column 3 of (1"),
            ("[1)", "expected an operator or ], found \")\", at column 3 of [1)"),
            ("1 2", "expected an operator, found \"2\", at column 3 of 1 2"),
            (
                "GO -1",
                "a second value is not expected here; to subtract, write no blank before the \"-\", at \
                 column 4 of GO -1",
            ),
            ("1+", "expected a number or a symbol, found the end of the line, at column 3 of 1+"),
            ("", "expected an instruction, a number or a symbol, found the end of the line"),
            ("+1", "expected an instruction, a number or a symbol, found \"+1\""),
            ("1,,", "expected a number or a symbol, found the end of the line, at column 4 of 1,,"),
            ("1/(2-2)", "division by zero, at column 3 of 1/(2-2)"),
            ("7777777777777", "7777777777777 has more than 36 bits"),
            ("MOVE 1,@GO+é", "expected a number or a symbol, found \"é\", at column 12 of MOVE 1,@GO+é"),
            ("JRST |GO", "expected a number or a symbol, found \"|GO\", at column 6 of JRST |GO"),
            ("MOVE X,GO", "unknown symbol \"X\", at column 6 of MOVE X,GO"),
            (
                "MOVE 1,GO(P",
                "expected an operator or ), found the end of the line, at column 12 of MOVE 1,GO(P",
            ),
            ("MOVE 1,GO(P)+1", "expected an operator, found \"+1\", at column 13 of MOVE 1,GO(P)+1"),
            ("CONO NIX,1", "unknown symbol \"NIX\", at column 6 of CONO NIX,1"),
            (&"(".repeat(200), &format!("too many parentheses, at column 102 of {}", "(".repeat(200))),
        ] {
            assert_eq!(value(text), Err(expected.to_owned()), "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "([ -~]|é){0,30}") {
            let _ = value(&text);
            let _ = value(&format!("MOVE {text}"));
        }

        #[test]
        fn disassembled_instructions_are_parsed(bits in any::<u64>()) {
            let instruction = Word::new(bits);
            let text = isa::disassemble(instruction);
            let symbols = Symbols::new();
            let contents = |_: Address| Word::ZERO;
            let at = Address::new(0);
            let scope = Scope { symbols: &symbols, point: at, pc: at, contents: &contents };
            prop_assert_eq!(word(&text, &scope), Ok(instruction), "{}", text);
        }
    }
}
