//! Explains each kind of message, with a wrong and a corrected example.

use super::Code;
use crate::dialect::Dialect;
use std::fmt::Write as _;

/// The explanation of one kind of message.
#[derive(Clone, Copy, Debug)]
pub struct Explanation {
    /// The explanation, one paragraph.
    pub text: &'static str,
    /// A source that causes the message; empty if a few lines cannot show it.
    pub wrong: &'static str,
    /// The corrected source.
    pub right: &'static str,
    /// The dialects of the examples; empty if they apply in all dialects.
    pub dialects: &'static [Dialect],
}

/// Returns the explanation of `code` as text.
pub fn text(code: Code) -> String {
    let mut text = format!("{}: {}\n", code.code(), code.title());
    if !code.period().is_empty() {
        let _ = writeln!(text, "(the original assemblers typed {})", code.period());
    }
    let name = code.warning_name();
    if code.is_slip() {
        let _ = writeln!(
            text,
            "A warning: -W slips or -W {name} turns it on, -W error={name} makes it an error."
        );
    } else if !name.is_empty() {
        let _ = writeln!(text, "A warning: -W no-{name} silences it, -W error={name} makes it an error.");
    }
    let found = code.explanation();
    let _ = writeln!(text, "\n{}", found.text);
    let indent = |source: &str| source.lines().map(|line| format!("    {line}\n")).collect::<String>();
    if !found.wrong.is_empty() {
        let (wrong, right) = (indent(found.wrong), indent(found.right));
        let _ = write!(text, "\nWrong{}:\n{wrong}\nRight:\n{right}", limited_to(found.dialects));
    }
    text
}

/// Returns a phrase that names the dialects of an example, empty if it applies in all of them.
fn limited_to(dialects: &[Dialect]) -> String {
    match dialects {
        [] => String::new(),
        [only] => format!(" in dialect {}", only.letter()),
        [first, second] => format!(" in dialects {} and {}", first.letter(), second.letter()),
        [first, .., last] => format!(" in dialects {} to {}", first.letter(), last.letter()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MemoryFiles, Options, assemble};

    fn codes(source: &str, dialect: Dialect) -> Vec<Code> {
        let end = if source.starts_with("END") { "" } else { "END 100\n" };
        let files = MemoryFiles::new().with("x", format!("TITLE T\n{source}{end}"));
        let options = Options { dialect, slips: true, ..Options::default() };
        assemble("x", &files, &options).1.into_iter().map(|d| d.code).collect()
    }

    #[test]
    fn wrong_examples_are_wrong_and_right_ones_right() {
        let explained = Code::ALL.iter().map(|code| (*code, code.explanation()));
        for (code, e) in explained.filter(|(_, e)| !e.wrong.is_empty()) {
            let holds_in = |dialect: &Dialect| {
                codes(e.wrong, *dialect).contains(&code) && codes(e.right, *dialect).is_empty()
            };
            let holds: Vec<Dialect> = Dialect::ALL.into_iter().filter(holds_in).collect();
            let claimed = if e.dialects.is_empty() { &Dialect::ALL } else { e.dialects };
            assert_eq!(holds, claimed, "{code:?}");
        }
    }
}
