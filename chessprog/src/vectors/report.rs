//! What came of a vector file.

use std::path::PathBuf;

use serde_json::Value;

/// What came of one file.
#[derive(Debug)]
pub struct Report {
    /// The file.
    pub path: PathBuf,
    /// How many records it has.
    pub cases: usize,
    /// The records that did not come out as expected.
    pub failures: Vec<Failure>,
}

/// A record that did not come out as expected.
#[derive(Debug)]
pub struct Failure {
    /// Line of the file, from 1.
    pub line: usize,
    /// The record's `id`, empty if it has none.
    pub id: String,
    /// The position, if the record has one.
    pub fen: String,
    /// The first difference, or what went wrong.
    pub difference: String,
}

impl Failure {
    /// The failure of the record on this line.
    pub fn new(line: usize, record: &str, error: &anyhow::Error) -> Failure {
        let record: Value = serde_json::from_str(record).unwrap_or_default();
        let text = |field: &str| record[field].as_str().unwrap_or_default().to_owned();
        Failure { line, id: text("id"), fen: text("fen"), difference: format!("{error:#}") }
    }
}

/// Where two values first differ, in words: the path to the place and both sides.
pub fn first_difference(expected: &Value, got: &Value) -> Option<String> {
    let (path, expected, got) = differ(expected, got, String::new())?;
    Some(format!("{}: expected {expected}, got {got}", path.trim_start_matches('.')))
}

fn differ(expected: &Value, got: &Value, path: String) -> Option<(String, String, String)> {
    match (expected, got) {
        (Value::Object(a), Value::Object(b)) => a.iter().find_map(|(key, value)| {
            differ(value, b.get(key).unwrap_or(&Value::Null), format!("{path}.{key}"))
        }),
        (Value::Array(a), Value::Array(b)) => {
            let inside =
                a.iter().zip(b).enumerate().find_map(|(i, (x, y))| differ(x, y, format!("{path}[{i}]")));
            inside.or_else(|| {
                let sizes = (a.len() != b.len())
                    .then(|| (format!("{} items", a.len()), format!("{} items", b.len())));
                sizes.map(|(x, y)| (path, x, y))
            })
        }
        _ if expected == got => None,
        _ => Some((path, expected.to_string(), got.to_string())),
    }
}
