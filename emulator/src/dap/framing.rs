//! Finds the ends of messages: a message has a header with its length, or a line to itself.

use serde_json::Value;
use std::io::{self, BufRead, Read as _};
use support::file::{LONGEST_LINE, Line, Lines};

const MAX_MESSAGE_BYTES: u64 = 16 << 20;
const MAX_HEADER_LINE_BYTES: u64 = 4096;

/// How messages are framed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Framing {
    /// `Content-Length: N`, an empty line, N bytes of JSON, as the protocol requires.
    #[default]
    Header,
    /// One message per line, in both directions.
    Lines,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum FramingError {
    /// The frame does not contain JSON, or a line is too long. The next message can be read.
    Content(String),
    /// The frame itself is broken, so the beginning of the next one is unknown.
    Frame(String),
}

impl Framing {
    /// Returns the messages of an input, up to its end or to the first broken frame.
    pub(super) fn messages<R>(
        self,
        mut input: R,
    ) -> impl Iterator<Item = Result<Value, FramingError>> + Send + 'static
    where
        R: BufRead + Send + 'static,
    {
        let (mut over, mut line) = (false, 0);
        std::iter::from_fn(move || {
            if over {
                return None;
            }
            let message = match self {
                Framing::Header => read(&mut input),
                Framing::Lines => read_line(&mut input, &mut line),
            };
            let message = message.unwrap_or_else(|error| Some(Err(FramingError::Frame(error.to_string()))));
            over = matches!(message, None | Some(Err(FramingError::Frame(_))));
            message
        })
    }

    pub(super) fn framed(self, message: &Value) -> Vec<u8> {
        let content = message.to_string();
        match self {
            Framing::Header => format!("Content-Length: {}\r\n\r\n{content}", content.len()).into_bytes(),
            Framing::Lines => (content + "\n").into_bytes(),
        }
    }
}

/// Reads the message on the next line that is not empty. `number` counts the lines.
fn read_line(input: &mut impl BufRead, number: &mut u64) -> io::Result<Option<Result<Value, FramingError>>> {
    for line in Lines::of(input) {
        *number += 1;
        let message = match line? {
            Line::Text(text) if text.trim().is_empty() => continue,
            Line::Text(text) => serde_json::from_str(&text).map_err(|error| {
                let column = error.column();
                FramingError::Content(format!(
                    "line {number} is not JSON: {} at column {column}",
                    fault(&error)
                ))
            }),
            Line::TooLong => {
                Err(FramingError::Content(format!("line {number} has more than {LONGEST_LINE} bytes")))
            }
        };
        return Ok(Some(message));
    }
    Ok(None)
}

fn read(input: &mut impl BufRead) -> io::Result<Option<Result<Value, FramingError>>> {
    let length = match header(input)? {
        None => return Ok(None),
        Some(Ok(length)) => length,
        Some(Err(why)) => return Ok(Some(Err(FramingError::Frame(why)))),
    };
    let mut content = Vec::new();
    input.by_ref().take(length).read_to_end(&mut content)?;
    if (content.len() as u64) < length {
        let why = format!("the input ends after {} of {length} bytes of a message", content.len());
        return Ok(Some(Err(FramingError::Frame(why))));
    }
    let message = serde_json::from_slice(&content);
    Ok(Some(message.map_err(|error| {
        let (line, column) = (error.line(), error.column());
        let what = fault(&error);
        FramingError::Content(format!("a message is not JSON: {what} at line {line}, column {column}"))
    })))
}

fn fault(error: &serde_json::Error) -> &'static str {
    if error.is_eof() { "the text ends too early" } else { "invalid text" }
}

fn header(input: &mut impl BufRead) -> io::Result<Option<Result<u64, String>>> {
    let (mut length, mut first) = (None, true);
    loop {
        let mut line = Vec::new();
        input.by_ref().take(MAX_HEADER_LINE_BYTES).read_until(b'\n', &mut line)?;
        let text = String::from_utf8_lossy(&line);
        let text = text.trim_end_matches(['\r', '\n']);
        if line.is_empty() {
            return Ok((!first).then(|| Err("the input ends in the header of a message".to_owned())));
        }
        if text.is_empty() {
            let missing = || "a header without Content-Length".to_owned();
            return Ok(Some(length.ok_or_else(missing)));
        }
        first = false;
        let Some((name, value)) = text.split_once(':') else {
            let shown = support::text::quoted(text);
            return Ok(Some(Err(format!("\"{shown}\" is not a header line (expected Content-Length: N)"))));
        };
        if name.trim().eq_ignore_ascii_case("Content-Length") {
            match value.trim().parse().ok().filter(|length| *length <= MAX_MESSAGE_BYTES) {
                Some(number) => length = Some(number),
                None => {
                    let shown = support::text::quoted(value.trim());
                    return Ok(Some(Err(format!(
                        "Content-Length is 0 to {MAX_MESSAGE_BYTES}, not \"{shown}\""
                    ))));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;
    use std::io::Cursor;

    fn messages(text: &str) -> Vec<Result<Value, FramingError>> {
        Framing::Header.messages(Cursor::new(text.as_bytes().to_vec())).collect()
    }

    #[test]
    fn messages_follow_their_headers() {
        let text = "Content-Length: 2\r\n\r\n{}content-length:3\r\nContent-Type: x\r\n\r\n[1]";
        assert_eq!(messages(text), [Ok(json!({})), Ok(json!([1]))]);
        assert_eq!(messages(""), []);
    }

    #[test]
    fn a_broken_frame_is_reported_and_ends_the_input() {
        for (text, expected) in [
            ("{}\n", "\"{}\" is not a header line (expected Content-Length: N)"),
            ("\r\n", "a header without Content-Length"),
            ("Content-Length: 2\r\n", "the input ends in the header of a message"),
            ("Content-Length: 5\r\n\r\n{}", "the input ends after 2 of 5 bytes of a message"),
            ("Content-Length: -1\r\n\r\n{}", "Content-Length is 0 to 16777216, not \"-1\""),
            ("Content-Length: 99999999\r\n\r\n{}", "Content-Length is 0 to 16777216, not \"99999999\""),
            (
                "Content-Length: x\r\n\r\nContent-Length: 2\r\n\r\n{}",
                "Content-Length is 0 to 16777216, not \"x\"",
            ),
        ] {
            assert_eq!(messages(text), [Err(FramingError::Frame(expected.to_owned()))], "{text:?}");
        }
    }

    #[test]
    fn a_broken_message_in_a_frame_is_skipped() {
        let found = messages("Content-Length: 3\r\n\r\n{x}Content-Length: 4\r\n\r\ntrue");
        assert!(
            matches!(&found[0], Err(FramingError::Content(why)) if why.contains("column 2")),
            "{found:?}"
        );
        assert_eq!(found[1..], [Ok(json!(true))]);
    }

    #[test]
    fn a_line_is_a_message_and_a_broken_one_is_skipped() {
        let long = "x".repeat(LONGEST_LINE + 1);
        let text = format!("{{}}\n\n \r\nnonsense\n{{\n{long}\n[1]");
        let found: Vec<_> = Framing::Lines.messages(Cursor::new(text.into_bytes())).collect();
        let broken = |why: &str| Err(FramingError::Content(why.to_owned()));
        let expected = [
            Ok(json!({})),
            broken("line 4 is not JSON: invalid text at column 2"),
            broken("line 5 is not JSON: the text ends too early at column 1"),
            broken(&format!("line 6 has more than {LONGEST_LINE} bytes")),
            Ok(json!([1])),
        ];
        assert_eq!(found, expected);
    }

    proptest! {
        #[test]
        fn a_message_survives_framing(text in "\\PC{0,30}") {
            let message = json!({ "text": text });
            for framing in [Framing::Header, Framing::Lines] {
                let bytes = Cursor::new(framing.framed(&message));
                prop_assert_eq!(framing.messages(bytes).collect::<Vec<_>>(), [Ok(message.clone())]);
            }
        }

        #[test]
        fn any_input_can_be_read(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
            for framing in [Framing::Header, Framing::Lines] {
                framing.messages(Cursor::new(bytes.clone())).for_each(drop);
            }
        }
    }
}
