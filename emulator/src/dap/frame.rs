//! Messages in their frames: a header with `Content-Length`, an empty line, so many bytes of JSON.

use serde_json::Value;
use std::io::{self, BufRead, Read as _};

/// No request is longer.
const LONGEST: u64 = 16 << 20;
/// Nor has a header longer lines.
const LONGEST_LINE: u64 = 4096;

/// Why something is no message.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Broken {
    /// What stands in the frame is no JSON; the next frame can be one.
    Content(String),
    /// Where the next frame begins is not known any more.
    Frame(String),
}

/// The messages of an input, to its end or to the first broken frame.
pub(super) fn all<R>(mut input: R) -> impl Iterator<Item = Result<Value, Broken>> + Send + 'static
where
    R: BufRead + Send + 'static,
{
    let mut over = false;
    std::iter::from_fn(move || {
        if over {
            return None;
        }
        let message = read(&mut input).unwrap_or_else(|error| Err(Broken::Frame(error.to_string())).into());
        over = matches!(message, None | Some(Err(Broken::Frame(_))));
        message
    })
}

/// The next message, if there is one.
fn read(input: &mut impl BufRead) -> io::Result<Option<Result<Value, Broken>>> {
    let length = match header(input)? {
        None => return Ok(None),
        Some(Ok(length)) => length,
        Some(Err(why)) => return Ok(Some(Err(Broken::Frame(why)))),
    };
    let mut content = Vec::new();
    input.by_ref().take(length).read_to_end(&mut content)?;
    if (content.len() as u64) < length {
        let why = format!("the input ends after {} of {length} bytes of a message", content.len());
        return Ok(Some(Err(Broken::Frame(why))));
    }
    let message = serde_json::from_slice(&content);
    Ok(Some(message.map_err(|error| Broken::Content(format!("a message is no JSON: {error}")))))
}

/// The length that a header gives; nothing at the end of the input.
fn header(input: &mut impl BufRead) -> io::Result<Option<Result<u64, String>>> {
    let (mut length, mut first) = (None, true);
    loop {
        let mut line = Vec::new();
        input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)?;
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
            return Ok(Some(Err(format!("\"{shown}\" is no line of a header (Content-Length: N)"))));
        };
        if name.trim().eq_ignore_ascii_case("Content-Length") {
            match value.trim().parse().ok().filter(|length| *length <= LONGEST) {
                Some(number) => length = Some(number),
                None => {
                    let shown = support::text::quoted(value.trim());
                    return Ok(Some(Err(format!("Content-Length is 0 to {LONGEST}, not \"{shown}\""))));
                }
            }
        }
    }
}

/// A message in its frame.
pub(super) fn write(message: &Value) -> Vec<u8> {
    let content = message.to_string();
    format!("Content-Length: {}\r\n\r\n{content}", content.len()).into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;
    use std::io::Cursor;

    fn messages(text: &str) -> Vec<Result<Value, Broken>> {
        all(Cursor::new(text.as_bytes().to_vec())).collect()
    }

    #[test]
    fn frames() {
        let text = "Content-Length: 2\r\n\r\n{}content-length:3\r\nContent-Type: x\r\n\r\n[1]";
        assert_eq!(messages(text), [Ok(json!({})), Ok(json!([1]))]);
        assert_eq!(messages(""), []);
    }

    #[test]
    fn broken_frames_are_told_and_end_it() {
        for (text, expected) in [
            ("{}\n", "\"{}\" is no line of a header (Content-Length: N)"),
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
            assert_eq!(messages(text), [Err(Broken::Frame(expected.to_owned()))], "{text:?}");
        }
    }

    #[test]
    fn a_broken_message_in_a_frame_is_passed_over() {
        let found = messages("Content-Length: 3\r\n\r\n{x}Content-Length: 4\r\n\r\ntrue");
        assert!(matches!(&found[0], Err(Broken::Content(why)) if why.contains("column 2")), "{found:?}");
        assert_eq!(found[1..], [Ok(json!(true))]);
    }

    proptest! {
        #[test]
        fn a_message_comes_back(text in "\\PC{0,30}") {
            let message = json!({ "text": text });
            let found: Vec<_> = all(Cursor::new(write(&message))).collect();
            prop_assert_eq!(found, [Ok(message)]);
        }

        #[test]
        fn anything_is_answered(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
            all(Cursor::new(bytes)).for_each(drop);
        }
    }
}
