//! Counts of breakpoints, and the messages of those that do not stop.

use crate::debug::Session;

/// The operators that compare, the longer ones first.
const COMPARISONS: [&str; 7] = ["==", "!=", "<=", ">=", "=", "<", ">"];

fn compare<T: PartialOrd>(left: T, operator: &str, right: T) -> bool {
    match operator {
        "!=" => left != right,
        "<=" => left <= right,
        ">=" => left >= right,
        "<" => left < right,
        ">" => left > right,
        _ => left == right,
    }
}

/// Whether the hit with this number, from 1, counts: `5` the fifth and those after it, `= 5` it alone, `% 5` every fifth.
pub(super) fn hit_counts(condition: &str, hit: u64) -> Result<bool, String> {
    let condition = condition.trim();
    let operator = ["%"].into_iter().chain(COMPARISONS).find(|operator| condition.starts_with(operator));
    let number = condition[operator.map_or(0, str::len)..].trim().trim_end_matches('.');
    let number: u64 = number.parse().ok().filter(|number| *number > 0).ok_or_else(|| {
        format!("\"{condition}\" is no count of hits: a decimal number, or one after % = > >= < <=")
    })?;
    Ok(match operator {
        None => hit >= number,
        Some("%") => hit.is_multiple_of(number),
        Some(operator) => compare(hit, operator, number),
    })
}

/// A message, with the values of the expressions in braces.
pub(super) fn filled(session: &Session, message: &str) -> String {
    let (mut text, mut rest) = (String::new(), message);
    while let Some((before, expression, after)) = first_brace(rest) {
        text += before;
        text += &match session.evaluate(expression) {
            Ok(word) => word.to_string(),
            Err(error) => format!("({error})"),
        };
        rest = after;
    }
    text + rest
}

fn first_brace(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once('{')?;
    let (expression, after) = rest.split_once('}')?;
    Some((before, expression, after))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Machine;
    use crate::symbols::Symbols;

    fn session() -> Session {
        let symbols = Symbols::parse("pdp6-symbols 1\nsymbol GO 100 label\n").unwrap();
        Session::new(Machine::default(), symbols)
    }

    #[test]
    fn counts() {
        let counted = |condition| -> Vec<u64> {
            (1..=6).filter(|hit| hit_counts(condition, *hit).expect("it is a count")).collect()
        };
        assert_eq!(counted("5"), [5, 6]);
        assert_eq!(counted("= 5"), [5]);
        assert_eq!(counted("==5."), [5]);
        assert_eq!(counted("%2"), [2, 4, 6]);
        assert_eq!(counted("< 3"), [1, 2]);
        assert_eq!(counted(">=6"), [6]);
        for wrong in ["", "x", "0", "-1", "% 0", "5 times"] {
            assert!(hit_counts(wrong, 1).is_err(), "{wrong}");
        }
    }

    #[test]
    fn messages() {
        let session = session();
        assert_eq!(filled(&session, "at {GO+1}, {."), "at 000000,,000101, {.");
        assert_eq!(filled(&session, "{X}"), "(unknown symbol \"X\")");
    }
}
