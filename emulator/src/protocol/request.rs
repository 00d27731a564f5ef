//! What a line of a client asks for.

use serde::Deserialize;
use serde_json::{Value, json};
use std::io::BufRead;
use support::file::{LONGEST_LINE, Line, Lines};

/// A request.
#[derive(Debug, PartialEq)]
pub(super) struct Request {
    /// What the client calls it; its answer has the same.
    pub id: Value,
    /// What it asks for.
    pub what: What,
}

/// What can be asked for.
#[derive(Debug, PartialEq)]
pub(super) enum What {
    /// A line as at the prompt.
    Line(String),
    /// Keys of the console's keyboard.
    Type(String),
    /// The end of the run that goes on.
    Interrupt,
    /// Values.
    Ask(Question),
}

/// A question with what belongs to it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Question {
    pub name: String,
    /// Where: an expression.
    pub at: Option<String>,
    /// How many.
    pub count: Option<u32>,
    /// The file or the form that is meant.
    pub file: Option<String>,
    pub form: Option<String>,
}

/// A line that is no request.
#[derive(Debug, PartialEq)]
pub(super) struct Mistake {
    id: Value,
    why: String,
}

impl Mistake {
    /// Its answer.
    pub(super) fn answer(self) -> Value {
        refused(&self.id, &self.why)
    }
}

/// The fields of a line.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    #[serde(default)]
    id: Value,
    line: Option<String>,
    r#type: Option<String>,
    interrupt: Option<bool>,
    ask: Option<String>,
    at: Option<String>,
    count: Option<u32>,
    file: Option<String>,
    form: Option<String>,
}

/// What a line has to be, for who has sent another.
const EXPECTED: &str = "expected one of \"line\", \"type\", \"ask\" and \"interrupt\": true";

/// The requests on the lines of an input. Empty lines are none.
pub(super) fn all<R>(input: R) -> impl Iterator<Item = Result<Request, Mistake>> + Send + 'static
where
    R: BufRead + Send + 'static,
{
    let mut number = 0;
    Lines::of(input).map_while(Result::ok).filter_map(move |line| {
        number += 1;
        match line {
            Line::Text(text) if text.trim().is_empty() => None,
            Line::Text(text) => Some(read(&text, number)),
            Line::TooLong => {
                let why = format!("line {number} has more than {LONGEST_LINE} bytes");
                Some(Err(Mistake { id: Value::Null, why }))
            }
        }
    })
}

/// The request on a line, which has this number.
fn read(text: &str, number: u64) -> Result<Request, Mistake> {
    let value: Value = serde_json::from_str(text).map_err(|error| {
        let why = format!("line {number} is no JSON: {error}").replace(" at line 1 column", ", column");
        Mistake { id: Value::Null, why }
    })?;
    let id = value.get("id").cloned().unwrap_or_default();
    let wrong = |why: String| Mistake { id: id.clone(), why: format!("line {number}: {why}") };
    if !value.is_object() {
        return Err(wrong(format!("a request is an object; {EXPECTED}")));
    }
    let fields: Fields = serde_json::from_value(value).map_err(|error| wrong(error.to_string()))?;
    what(fields).map_err(wrong)
}

fn what(fields: Fields) -> Result<Request, String> {
    let Fields { id, line, r#type, interrupt, ask, at, count, file, form } = fields;
    let details = at.is_some() || count.is_some() || file.is_some() || form.is_some();
    let what = match (line, r#type, interrupt, ask) {
        (Some(line), None, None, None) => What::Line(line),
        (None, Some(text), None, None) => What::Type(text),
        (None, None, Some(true), None) => What::Interrupt,
        (None, None, None, Some(name)) => {
            return Ok(Request { id, what: What::Ask(Question { name, at, count, file, form }) });
        }
        _ => return Err(EXPECTED.to_owned()),
    };
    match details {
        true => Err("\"at\", \"count\", \"file\" and \"form\" belong to \"ask\"".to_owned()),
        false => Ok(Request { id, what }),
    }
}

/// The answer to a request that was carried out.
pub(super) fn answered(id: &Value, fields: Value) -> Value {
    let mut answer = json!({ "id": id, "ok": true });
    if let (Some(answer), Value::Object(fields)) = (answer.as_object_mut(), fields) {
        answer.extend(fields);
    }
    answer
}

/// The answer to one that was not.
pub(super) fn refused(id: &Value, why: &str) -> Value {
    json!({ "id": id, "ok": false, "error": why })
}
