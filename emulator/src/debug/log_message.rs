//! Log messages, which a stop prints instead of stopping the machine: `at {LOOP}`.

use super::target::Target;

impl Target {
    /// Returns a log message with the expressions in braces replaced by their values, or by errors in
    /// parentheses.
    pub(super) fn log_message(&self, message: &str) -> String {
        let (mut text, mut rest) = (String::new(), message);
        while let Some((before, expression, after)) = first_expression(rest) {
            text += before;
            text += &match self.evaluate(expression) {
                Ok(word) => word.to_string(),
                Err(error) => format!("({error})"),
            };
            rest = after;
        }
        text + rest
    }
}

fn first_expression(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once('{')?;
    let (expression, after) = rest.split_once('}')?;
    Some((before, expression, after))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address::Address;
    use crate::machine::Machine;
    use crate::symbols::Symbols;

    #[test]
    fn expressions_in_braces_are_evaluated() {
        let symbols = Symbols::parse("pdp6-symbols 1\nsymbol GO 100 label\n").unwrap();
        let mut target = Target::new(Machine::default(), symbols);
        target.machine.start(Address::new(0o100));
        assert_eq!(target.log_message("at {GO+1}, {."), "at 000000,,000101, {.");
        assert_eq!(target.log_message("at {PC}"), "at 000000,,000100");
        assert_eq!(target.log_message("{X}"), "(unknown symbol \"X\")");
    }
}
