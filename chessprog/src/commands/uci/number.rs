//! Numbers as clients write them.

/// Largest absolute value accepted as a number. A larger one comes from an error in the client's arithmetic.
const LARGEST: f64 = 1e15;

/// Reads a number: `10`, `10.0`, `.5`, `1e3`, `-5`. Clients print a whole number with a decimal point if they
/// store it as a float.
pub(in crate::commands) fn number(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.abs() < LARGEST)
}

/// Reads a number without a fraction in any form: `4`, `4.0`, `4e0`.
pub(in crate::commands) fn whole_number(text: &str) -> Option<i64> {
    number(text).filter(|number| number.fract() == 0.0).map(|number| number as i64)
}

/// Reads a time in units of `unit` milliseconds and returns milliseconds. A clock below 0 has run out.
pub(in crate::commands) fn milliseconds(text: &str, unit: f64) -> Option<u64> {
    number(text).map(|number| (number.max(0.0) * unit).round() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_clients_write_them() {
        for (text, expected) in [
            ("10", Some(10.0)),
            ("10.0", Some(10.0)),
            ("10.", Some(10.0)),
            (".5", Some(0.5)),
            ("0.05", Some(0.05)),
            ("1e3", Some(1000.0)),
            ("1E+3", Some(1000.0)),
            ("+7", Some(7.0)),
            ("-100.0", Some(-100.0)),
            ("", None),
            ("x", None),
            ("1:30", None),
            ("nan", None),
            ("inf", None),
            ("-infinity", None),
            ("1e400", None),
            ("99999999999999999999", None),
        ] {
            assert_eq!(number(text), expected, "{text}");
        }
    }

    #[test]
    fn whole_numbers_and_times() {
        let whole = ["4", "4.0", "4e0", "4.5", "-3", "four"].map(whole_number);
        assert_eq!(whole, [Some(4), Some(4), Some(4), None, Some(-3), None]);
        assert_eq!(milliseconds("0.5", 1000.0), Some(500));
        assert_eq!(milliseconds("100.0", 10.0), Some(1000));
        assert_eq!(milliseconds("-5", 1.0), Some(0));
        assert_eq!(milliseconds("soon", 1.0), None);
    }
}
