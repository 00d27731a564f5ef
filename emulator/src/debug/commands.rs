//! The verbs of the prompt, one file each.

pub mod attach;
pub mod back;
pub mod boot;
pub mod breakpoint;
pub mod deposit;
pub mod evaluate;
pub mod examine;
pub mod exit;
pub mod help;
pub mod history;
pub mod key;
pub mod list;
pub mod load;
pub mod picture;
pub mod reset;
pub mod run;
pub mod save;
pub mod script;
pub mod send;
pub mod set;
pub mod show;
pub mod step;
pub mod watch;

use super::{CommandError, Session};
use crate::io::setting;
use crate::time::Nanos;

/// Columns of a line of help.
const WIDEST: usize = 79;

/// Splits `text` at the first blank.
pub(crate) fn first_word(text: &str) -> (&str, &str) {
    let (first, rest) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
    (first, rest.trim())
}

/// An argument that must be there.
pub(crate) fn required<'a>(text: &'a str, what: &str) -> Result<&'a str, CommandError> {
    if text.is_empty() { Err(CommandError(format!("{what} is missing"))) } else { Ok(text) }
}

/// A path, with or without quotation marks.
pub(crate) fn path(text: &str) -> &str {
    let text = text.trim();
    text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(text)
}

/// A length of virtual time: a number with the unit s, ms, us or ns, or min.
pub fn parse_time(text: &str) -> Option<Nanos> {
    let letters = text.find(|c: char| c.is_ascii_alphabetic())?;
    let number: f64 = text[..letters].parse().ok().filter(|number| (0.0..1e9).contains(number))?;
    let unit = match text[letters..].to_ascii_lowercase().as_str() {
        "min" => 60e9,
        "s" | "sec" | "seconds" => 1e9,
        "ms" => 1e6,
        "us" => 1e3,
        "ns" => 1.0,
        _ => return None,
    };
    Some(Nanos((number * unit).round() as u64))
}

/// A decimal number, with or without a point at the end.
pub(crate) fn count(text: &str) -> Result<u64, CommandError> {
    Ok(setting::decimal(text)?)
}

/// A line of a list, `left` in so many columns, `right` beside it in as many lines as it needs on a terminal.
pub(crate) fn two_columns(left: &str, columns: usize, right: &str) -> String {
    let mut lines = vec![format!("    {left:<columns$}")];
    for word in right.split_whitespace() {
        if lines.last().is_some_and(|line| line.len() + 1 + word.len() > WIDEST) {
            lines.push(" ".repeat(4 + columns));
        }
        if let Some(line) = lines.last_mut() {
            *line += " ";
            *line += word;
        }
    }
    lines.join("\n") + "\n"
}

/// A text in quotation marks, with `\r`, `\n`, `\t`, `\e` (ALTMODE), `\\`, `\"` and octal `\nnn`.
pub(crate) fn quoted(text: &str) -> Result<String, CommandError> {
    let text = text.trim();
    let Some(inner) =
        text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).filter(|_| text.len() > 1)
    else {
        return if text.is_empty() { Err("a text is missing".into()) } else { Ok(text.to_owned()) };
    };
    let mut out = String::new();
    let mut characters = inner.chars().peekable();
    while let Some(character) = characters.next() {
        if character != '\\' {
            out.push(character);
            continue;
        }
        match characters.next() {
            Some('r') => out.push('\r'),
            Some('n') => out.push('\n'),
            Some('t') => out.push('\t'),
            Some('e') => out.push('\x1b'),
            Some(digit @ '0'..='7') => {
                let mut code = digit.to_digit(8).unwrap_or(0);
                while let Some(digit) = characters.peek().and_then(|c| c.to_digit(8)).filter(|_| code < 0o20)
                {
                    code = code * 8 + digit;
                    characters.next();
                }
                out.push(char::from(code as u8 & 0o177));
            }
            Some(other) => out.push(other),
            None => return Err("a backslash at the end of the text".into()),
        }
    }
    Ok(out)
}

impl Session {
    /// Why the machine has stopped, and where, as the prompt says it.
    pub(crate) fn report(&self, stopped: super::Stopped) -> String {
        format!("{stopped}\n{}\n", self.next_line())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        assert_eq!(parse_time("1.5s"), Some(Nanos::from_millis(1500)));
        assert_eq!(parse_time("20us"), Some(Nanos(20_000)));
        assert_eq!(parse_time("2min"), Some(Nanos::from_seconds(120)));
        assert_eq!(parse_time("10"), None);
        assert_eq!(parse_time("10m"), None);
        assert_eq!(parse_time("-1s"), None);
    }

    #[test]
    fn texts() {
        assert_eq!(quoted(r#""PW\r""#).unwrap(), "PW\r");
        assert_eq!(quoted(r#""\175\e\"""#).unwrap(), "}\x1b\"");
        assert_eq!(quoted("READY").unwrap(), "READY");
        assert!(quoted("").is_err());
    }
}
