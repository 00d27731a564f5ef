//! Requests, responses and events, as the protocol's specification defines them.

use super::framing::FramingError;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

#[derive(Debug, PartialEq)]
pub(super) enum Message {
    Request(Request),
    /// Anything else, with the reason why it is not a request.
    Broken(String),
}

#[derive(Debug, PartialEq, Deserialize)]
pub(super) struct Request {
    pub seq: i64,
    pub command: String,
    #[serde(default)]
    pub arguments: Value,
}

impl Message {
    /// Reads a message. The adapter makes no requests, so responses are not expected.
    pub(super) fn of(message: Result<Value, FramingError>) -> Message {
        let message = match message {
            Ok(message) => message,
            Err(FramingError::Content(why) | FramingError::Frame(why)) => return Message::Broken(why),
        };
        let message = with_whole_numbers(message);
        if message["type"] != "request" {
            return Message::Broken(format!("a message of type {} is not a request", message["type"]));
        }
        match Request::deserialize(message) {
            Ok(request) => Message::Request(request),
            Err(error) => Message::Broken(format!("incomplete request: {error}")),
        }
    }

    pub(super) fn ends_run(&self) -> bool {
        let ending = ["pause", "disconnect", "terminate", "restart"];
        matches!(self, Message::Request(request) if ending.contains(&request.command.as_str()))
    }

    pub(super) fn strikes_keys(&self) -> bool {
        matches!(self, Message::Request(request) if request.text_to_type().is_some())
    }
}

impl Request {
    /// Returns the text that the request types at the teletype, if any: the text of a `type` request, or
    /// TEXT of a line `type TEXT` in the editor's debug console. If TEXT begins with a quotation mark, the
    /// debugger executes the line as its own command.
    pub(super) fn text_to_type(&self) -> Option<String> {
        let argument = |name: &str| self.arguments[name].as_str();
        match self.command.as_str() {
            "type" => argument("text").map(str::to_owned),
            "evaluate" if argument("context") == Some("repl") => {
                let (verb, text) = argument("expression")?.trim().split_once(char::is_whitespace)?;
                let text = text.trim();
                let types = verb.eq_ignore_ascii_case("type") && !text.starts_with('"');
                types.then(|| format!("{text}\n"))
            }
            _ => None,
        }
    }

    pub(super) fn arguments<A: DeserializeOwned>(&self) -> Result<A, String> {
        let arguments = if self.arguments.is_null() { json!({}) } else { self.arguments.clone() };
        serde_json::from_value(arguments).map_err(|error| format!("{}: {error}", self.command))
    }

    pub(super) fn response(&self, done: Result<Value, String>) -> Value {
        let mut response = json!({
            "type": "response", "request_seq": self.seq, "command": self.command, "success": done.is_ok(),
        });
        match done {
            Ok(Value::Null) => {}
            Ok(body) => response["body"] = body,
            Err(why) => {
                // The protocol takes braces in `format` for variables, so they are replaced.
                let format = why.replace('{', "(").replace('}', ")");
                response["body"] = json!({ "error": { "id": 1, "format": format, "showUser": true } });
                response["message"] = why.into();
            }
        }
        response
    }
}

/// Converts `14.0` to 14 in a message, because some clients print numbers with a point. The protocol has
/// integers only; a number that is too large becomes the largest integer.
fn with_whole_numbers(value: Value) -> Value {
    match value {
        Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (None, Some(float)) if float.fract() == 0.0 => (float as i64).into(),
            _ => number.into(),
        },
        Value::Array(values) => values.into_iter().map(with_whole_numbers).collect(),
        Value::Object(fields) => {
            fields.into_iter().map(|(name, value)| (name, with_whole_numbers(value))).collect()
        }
        other => other,
    }
}

pub(super) fn event(name: &str, body: Value) -> Value {
    match body {
        Value::Null => json!({ "type": "event", "event": name }),
        body => json!({ "type": "event", "event": name, "body": body }),
    }
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct ClientSource {
    pub name: Option<String>,
    pub path: Option<String>,
    pub source_reference: Option<usize>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_messages_are_reported() {
        let broken = |value: Value| match Message::of(Ok(value)) {
            Message::Broken(why) => why,
            Message::Request(request) => panic!("{request:?}"),
        };
        assert_eq!(broken(json!(7)), "a message of type null is not a request");
        assert_eq!(broken(json!({ "type": "response" })), "a message of type \"response\" is not a request");
        let why = broken(json!({ "type": "request", "seq": 1 }));
        assert!(why.contains("missing field `command`"), "{why}");
    }

    #[test]
    fn numbers_with_a_point_are_whole() {
        let text = r#"{ "type": "request", "seq": 1.0, "command": "x",
            "arguments": { "line": 14.0, "big": 1e300, "least": -1e300, "half": 0.5, "list": [2.0, -0.0],
                "large": 18446744073709551615, "text": "1.0" } }"#;
        let message = serde_json::from_str(text).unwrap();
        let Message::Request(request) = Message::of(Ok(message)) else { panic!("it is a request") };
        assert_eq!(request.seq, 1);
        let expected = json!({ "line": 14, "big": i64::MAX, "least": i64::MIN, "half": 0.5, "list": [2, 0],
            "large": i64::MAX, "text": "1.0" });
        assert_eq!(request.arguments, expected);
    }

    #[test]
    fn error_responses_have_message_and_format() {
        let request = Request { seq: 7, command: "goto".to_owned(), arguments: Value::Null };
        let response = request.response(Err("{x}".to_owned()));
        assert_eq!(response["message"], "{x}");
        assert_eq!(response["body"]["error"]["format"], "(x)");
        assert_eq!((&response["request_seq"], &response["success"]), (&json!(7), &json!(false)));
    }
}
