//! Hit conditions: the hits of a breakpoint or watchpoint that stop the machine, such as `5`, `=5`, `%2`
//! or `>5`.

use std::fmt;
use std::str::FromStr;

/// All operators, longer ones before their prefixes. A number without an operator means that hit and all
/// later ones.
const OPERATORS: [&str; 8] = ["==", "!=", "<=", ">=", "=", "<", ">", "%"];

/// A comparison with the number of a hit, which counts from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HitCondition {
    operator: &'static str,
    number: u64,
}

impl HitCondition {
    /// Returns the condition that holds for the hit with this number and for later ones.
    pub const fn from_hit(number: u64) -> HitCondition {
        HitCondition { operator: "", number }
    }

    /// Returns `true` if `text` has the form of a hit condition, and so is not part of an address before it.
    pub(super) fn is_one(text: &str) -> bool {
        let (_, number) = split(text);
        !number.is_empty() && number.bytes().all(|c| c.is_ascii_digit())
    }

    /// Returns `true` if the condition holds for the hit with this number.
    pub fn holds(self, hit: u64) -> bool {
        let number = self.number;
        match self.operator {
            "%" => hit.is_multiple_of(number),
            "!=" => hit != number,
            "<=" => hit <= number,
            "<" => hit < number,
            ">" => hit > number,
            "=" | "==" => hit == number,
            _ => hit >= number,
        }
    }
}

fn split(text: &str) -> (&'static str, &str) {
    let operator = OPERATORS.into_iter().find(|operator| text.starts_with(operator)).unwrap_or_default();
    let number = text[operator.len()..].trim();
    (operator, number.strip_suffix('.').unwrap_or(number))
}

/// A text that is not a hit condition.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid hit count \"{0}\" (expected a decimal number, or one after = != < <= > >= %)")]
pub struct HitConditionError(String);

impl FromStr for HitCondition {
    type Err = HitConditionError;

    fn from_str(text: &str) -> Result<HitCondition, HitConditionError> {
        let (operator, number) = split(text.trim());
        let number = number.parse().ok().filter(|number| *number > 0);
        let number = number.ok_or_else(|| HitConditionError(text.to_owned()))?;
        Ok(HitCondition { operator, number })
    }
}

impl fmt::Display for HitCondition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.operator, self.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_holds_for_its_hits() {
        for (text, hits) in [
            ("5", &[5, 6][..]),
            ("= 5", &[5]),
            ("==5.", &[5]),
            ("!=2", &[1, 3, 4, 5, 6]),
            ("%2", &[2, 4, 6]),
            ("< 3", &[1, 2]),
            ("<=3", &[1, 2, 3]),
            (">5", &[6]),
            (">=6", &[6]),
        ] {
            let condition: HitCondition = text.parse().expect("a condition");
            let held: Vec<u64> = (1..=6).filter(|hit| condition.holds(*hit)).collect();
            assert_eq!(held, hits, "{text}");
            assert_eq!(condition.to_string().parse(), Ok(condition), "{text}");
        }
        for text in ["", "x", "0", "-1", "% 0", "5 times", "%"] {
            assert!(text.parse::<HitCondition>().is_err(), "{text}");
        }
    }

    #[test]
    fn an_address_does_not_have_the_form_of_a_condition() {
        for (text, is_one) in [
            ("5", true),
            ("%2", true),
            ("5.", true),
            (">=5", true),
            ("LOOP", false),
            ("%X", false),
            ("+5", false),
            ("", false),
        ] {
            assert_eq!(HitCondition::is_one(text), is_one, "{text}");
        }
    }
}
