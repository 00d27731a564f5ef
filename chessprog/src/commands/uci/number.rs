//! Numbers and moves as clients write them.

use crate::program::{Coordinates, NoCoordinates};

/// Largest absolute value accepted as a number. A larger one comes from an error in the client's arithmetic.
const LARGEST: f64 = 1e15;

/// Reads a number: `10`, `10.0`, `.5`, `1e3`, `-5`. Clients print a whole number with a point if they store
/// it as a float.
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

/// Reads a move in coordinates, in capitals or small letters: `e2e4`, `E2E4`, `a7a8Q`.
///
/// # Errors
/// Returns an error if the text is not a move in coordinates.
pub(in crate::commands) fn client_move(text: &str) -> Result<Coordinates, NoCoordinates> {
    text.to_ascii_lowercase().parse().map_err(|_| NoCoordinates { text: text.to_owned() })
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

    #[test]
    fn moves_in_capitals() {
        for (text, expected) in [("E2E4", "e2e4"), ("a7a8Q", "a7a8q"), ("A7a8N", "a7a8n")] {
            assert_eq!(client_move(text).unwrap().to_string(), expected);
        }
        for text in ["", "e2", "e2e9", "a7a8k", "0000", "É2E4", "é2e4"] {
            assert_eq!(client_move(text).unwrap_err().text, text);
        }
    }
}
