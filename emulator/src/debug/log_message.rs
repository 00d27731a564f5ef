//! Log messages, which a stop prints instead of stopping the machine: `at {LOOP}`.

use super::error::CommandError;
use super::expression::{self, Scope};
use crate::address::Address;

/// Returns a log message with the expressions in braces replaced by their values. As in a
/// [condition](super::condition), a name alone means the word at its address.
pub(super) fn expand(message: &str, scope: &Scope<'_>) -> Result<String, CommandError> {
    let (mut text, mut rest) = (String::new(), message);
    while let Some((before, opened)) = rest.split_once('{') {
        let Some((expression, after)) = opened.split_once('}') else {
            return Err(CommandError(format!("\"{{{opened}\" has no closing brace")));
        };
        let word = match scope.symbols.get(expression.trim()) {
            Some(symbol) => (scope.contents)(Address::of(symbol.value)),
            None => expression::evaluate(expression, scope)?,
        };
        text = text + before + &word.to_string();
        rest = after;
    }
    Ok(text + rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbols::Symbols;
    use crate::word::Word;

    #[test]
    fn expressions_in_braces_are_evaluated() {
        let symbols = Symbols::parse("pdp6-symbols 1\nsymbol GO 100 label\nsymbol A 1\n").unwrap();
        let contents = |address: Address| Word::halves(5, address.get());
        let pc = Address::new(0o100);
        let scope = Scope { symbols: &symbols, point: pc, pc, contents: &contents };
        for (message, expected) in [
            ("at {GO+1}, {PC}.", Ok("at 000000,,000101, 000000,,000100.")),
            ("{ go } {a} {[A]}", Ok("000005,,000100 000005,,000001 000005,,000001")),
            ("{X}", Err("unknown symbol \"X\"")),
            ("{GO} {GO+1", Err("\"{GO+1\" has no closing brace")),
        ] {
            let found = expand(message, &scope).map_err(|error| error.0);
            assert_eq!(found.as_deref().map_err(String::as_str), expected, "{message}");
        }
    }
}
