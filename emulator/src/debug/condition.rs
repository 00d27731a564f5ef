//! Conditions on stops: `A=3 and [KEY]!=0`.
//!
//! Comparisons are signed: `=` (or `==`), `!=`, `<`, `<=`, `>`, `>=`; `and`, `or` and `not` (`&&`, `||`, `!`)
//! join them. A name alone on the left, or without a comparison, means the word at its address: `A=3`
//! compares the contents of accumulator A, `KEY` is true if the word at KEY is not zero.
//! Everything else is an [expression](super::expression).

use super::expression::{Scope, in_line, name};
use crate::address::Address;
use crate::word::Word;
use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case};
use nom::character::complete::{char, one_of};
use nom::combinator::{cut, map_opt, not, opt, peek, value};
use nom::multi::fold_many0;
use nom::sequence::{delimited, pair, preceded, terminated};
use nom::{Err, Parser};
use support::parse::{ParseFailure, Parsed, expected, must, read, token, wrong};

/// Maximum depth of nested parentheses and `not`.
const DEEPEST: u32 = 50;

type Comparison = fn(&i64, &i64) -> bool;

pub(super) fn holds(text: &str, scope: &Scope<'_>) -> Result<bool, String> {
    let text = text.trim();
    let parsed = read(text, "a comparison, \"and\" or \"or\"", |text| scope.either(text, 0));
    parsed.map_err(|mistake| in_line(text, &mistake))
}

/// Parses a keyword that is not part of a longer name.
fn keyword<'t>(word: &'static str) -> impl Parser<&'t str, Output = &'t str, Error = ParseFailure<'t>> {
    token(terminated(tag_no_case(word), not(name)))
}

fn comparison(text: &str) -> Parsed<'_, Comparison> {
    let one = |sign: &'static str, comparison: Comparison| value(comparison, tag(sign));
    token(alt((
        one("==", i64::eq),
        one("=", i64::eq),
        one("!=", i64::ne),
        one("<=", i64::le),
        one(">=", i64::ge),
        one("<", i64::lt),
        one(">", i64::gt),
    )))
    .parse(text)
}

impl Scope<'_> {
    fn either<'t>(&self, text: &'t str, depth: u32) -> Parsed<'t, bool> {
        let both = |text| self.both(text, depth);
        let (rest, first) = both(text)?;
        let or = alt((keyword("or"), token(tag("||"))));
        fold_many0(preceded(or, cut(both)), || first, |left, right| left | right).parse(rest)
    }

    fn both<'t>(&self, text: &'t str, depth: u32) -> Parsed<'t, bool> {
        let one = |text| self.one(text, depth);
        let (rest, first) = one(text)?;
        let and = alt((keyword("and"), token(tag("&&"))));
        fold_many0(preceded(and, cut(one)), || first, |left, right| left & right).parse(rest)
    }

    fn one<'t>(&self, text: &'t str, depth: u32) -> Parsed<'t, bool> {
        if depth > DEEPEST {
            return wrong(text, "too many parentheses");
        }
        let not_one = preceded(
            alt((keyword("not"), token(terminated(tag("!"), not(char('=')))))),
            cut(|text| self.one(text, depth + 1)),
        );
        let inner = delimited(
            token(char('(')),
            |text| self.either(text, depth + 1),
            token(must("a comparison or )", char(')'))),
        );
        // A parenthesis may also begin a sum: `(A+1)*2 = 6`.
        let whole = |text: &'t str| {
            let inside = text.trim_start().starts_with('(');
            self.compared(text).map_err(|error| match error {
                Err::Failure(stuck) if inside => Err::Error(stuck),
                other => other,
            })
        };
        let one = alt((not_one.map(|holds: bool| !holds), whole, inner));
        expected("a number or a symbol", one).parse(text)
    }

    fn compared<'t>(&self, text: &'t str) -> Parsed<'t, bool> {
        let (rest, left) = alt((|text| self.word_named(text), |text| self.halves(text))).parse(text)?;
        let compared = opt(pair(comparison, cut(|text| self.halves(text)))).parse(rest)?;
        let (rest, holds) = match compared {
            (rest, Some((comparison, right))) => (rest, comparison(&left.signed(), &right.signed())),
            (rest, None) => (rest, left != Word::ZERO),
        };
        Ok((rest, holds))
    }

    /// Parses a symbol that no arithmetic operator follows. Returns the word at the symbol's address.
    fn word_named<'t>(&self, text: &'t str) -> Parsed<'t, Word> {
        let mut symbol = map_opt(token(name), |name| self.symbols.get(name));
        let mut alone = peek(not(token(one_of("+-*/&|^,(["))));
        let mut joined = peek(opt(token(alt((tag("&&"), tag("||"))))));
        let (rest, symbol) = symbol.parse(text)?;
        let (rest, joined) = joined.parse(rest)?;
        if joined.is_none() {
            alone.parse(rest).map(|_| ())?;
        }
        Ok((rest, (self.contents)(Address::of(symbol.value))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbols::Symbols;
    use proptest::prelude::*;

    /// Evaluates a condition. A is accumulator 1, which has 3. Word 300 is zero, word 400 all ones. All
    /// other words have their address in the right half and 5 in the left.
    fn asked(text: &str) -> Result<bool, String> {
        let symbols =
            Symbols::parse("pdp6-symbols 1\nsymbol A 1\nsymbol KEY 200 label\nsymbol NONE 300 label\n")
                .unwrap();
        let contents = |address: Address| match address.get() {
            1 => Word::new(3),
            0o300 => Word::ZERO,
            0o400 => Word::ONES,
            other => Word::halves(5, other),
        };
        let pc = Address::new(0o100);
        holds(text, &Scope { symbols: &symbols, point: pc, pc, contents: &contents })
    }

    #[test]
    fn comparisons() {
        for (text, expected) in [
            ("A=3", true),
            ("a == 3", true),
            ("A!=3", false),
            ("A < 4 and A > 2", true),
            ("A<=3 && A>=3", true),
            ("A=4 or A=3", true),
            ("A=4||A=3", true),
            ("not A=3", false),
            ("!A=4", true),
            ("KEY", true),
            ("NONE", false),
            ("not NONE and A", true),
            ("KEY = 5,,200", true),
            // In a sum, a symbol means its value, not the word at its address.
            ("A+2=3", true),
            ("(A+1)*2 = 4", true),
            ("(A=3 or KEY=0) and . = 100", true),
            ("PC = 100", true),
            ("pc=101 or KEY=0", false),
            ("[400] < 0", true),
            ("[KEY] & 777 = 200", true),
            ("3 = A", false),
        ] {
            assert_eq!(asked(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn errors_name_the_column() {
        for (text, expected) in [
            ("NOWHERE=1", "unknown symbol \"NOWHERE\""),
            ("A=", "expected a number or a symbol, found the end of the line, at column 3 of A="),
            ("A=3 and", "expected a number or a symbol, found the end of the line, at column 8 of A=3 and"),
            ("A=3 4", "expected a comparison, \"and\" or \"or\", found \"4\", at column 5 of A=3 4"),
            ("(A=3", "expected a comparison or ), found the end of the line, at column 5 of (A=3"),
            ("", "expected a number or a symbol, found the end of the line"),
        ] {
            assert_eq!(asked(text), Err(expected.to_owned()), "{text}");
        }
        assert!(asked(&"(".repeat(500)).is_err());
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "([ -~]|A=3|and|not|é){0,30}") {
            let _ = asked(&text);
        }
    }
}
