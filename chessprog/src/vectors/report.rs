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
    /// Instructions of the searches whose number for the original is known.
    pub instructions: Instructions,
}

/// Instructions that searches took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Instructions {
    /// Searches counted.
    pub searches: u64,
    /// What the program executed.
    pub ours: u64,
    /// What the original executed.
    pub original: u64,
}

impl Instructions {
    /// Both together.
    #[must_use]
    pub fn and(self, other: Instructions) -> Instructions {
        Instructions {
            searches: self.searches + other.searches,
            ours: self.ours + other.ours,
            original: self.original + other.original,
        }
    }

    /// How many times the original's they are; none if nothing was counted.
    pub fn ratio(self) -> Option<f64> {
        (self.original > 0).then(|| self.ours as f64 / self.original as f64)
    }
}

/// A record that did not come out as expected.
#[derive(Debug)]
pub struct Failure {
    /// Line of the file, from 1.
    pub line: usize,
    /// The record's `id`, or its key; empty if it has neither.
    pub id: String,
    /// The position, as the record tells it.
    pub position: String,
    /// The first differences, or what went wrong.
    pub differences: Vec<String>,
}

impl Failure {
    /// The failure of the record on this line.
    pub fn new(line: usize, record: &Value, differences: Vec<String>) -> Failure {
        let text = |fields: &[&str]| {
            fields.iter().find_map(|field| record[field].as_str()).unwrap_or_default().to_owned()
        };
        Failure { line, id: text(&["id", "key"]), position: text(&["fen", "root", "moves"]), differences }
    }
}

/// Fields of a record that are no outcome: what is given, and what only says where it comes from.
const GIVEN: [&str; 16] = [
    "id",
    "kind",
    "set",
    "name",
    "line",
    "chain",
    "index",
    "fen",
    "game",
    "moves",
    "before",
    "path",
    "par",
    "widths",
    "depth",
    "instructions",
];

/// The flags from which the evaluator's condition follows (specification 8.1). The programs ask for them only until the condition is
/// known; `condition` is compared.
const STEPS: [&str; 2] = ["OWNFLAG", "THEIRFLAG"];

/// Of each field where what the program gave first differs from the record: the path to the place, and both sides. A field of the
/// record that is not `GIVEN`, and that nothing is compared with, is a difference too.
pub fn differences(record: &Value, got: &Value) -> Vec<String> {
    let (Value::Object(expected), Value::Object(got)) = (record, got) else {
        return vec!["the record is no object".to_owned()];
    };
    let differ = |(field, got): (&String, &Value)| {
        differ(expected.get(field).unwrap_or(&Value::Null), got, field.clone())
    };
    let unasked =
        expected.keys().filter(|field| !got.contains_key(*field) && !GIVEN.contains(&field.as_str()));
    got.iter().filter_map(differ).chain(unasked.map(|field| unknown(field))).collect()
}

fn unknown(path: &str) -> String {
    format!("{path}: the field is not known, nothing is compared with it")
}

fn differ(expected: &Value, got: &Value, path: String) -> Option<String> {
    match (expected, got) {
        (Value::Object(a), Value::Object(b)) => b
            .iter()
            .find_map(|(key, value)| {
                differ(a.get(key).unwrap_or(&Value::Null), value, format!("{path}.{key}"))
            })
            .or_else(|| {
                let unasked = a.keys().find(|key| !b.contains_key(*key) && !STEPS.contains(&key.as_str()))?;
                Some(unknown(&format!("{path}.{unasked}")))
            }),
        (Value::Array(a), Value::Array(b)) => {
            let mut places = a.iter().zip(b).enumerate().filter(|(_, (x, y))| x != y);
            match places.next() {
                // A short row, such as an entry of a list, is told whole.
                Some((i, (x, y))) if !is_row(x) => differ(x, y, format!("{path}[{i}]")),
                Some((i, (x, y))) => Some(format!("{path}[{i}]: expected {x}, got {y}")),
                None if a.len() == b.len() => None,
                None => Some(format!("{path}: expected {} items, got {}", a.len(), b.len())),
            }
        }
        _ if expected == got => None,
        _ => Some(format!("{path}: expected {expected}, got {got}")),
    }
}

/// An array of a few things that are no arrays or objects themselves.
fn is_row(value: &Value) -> bool {
    let flat = |item: &Value| !item.is_object() && item.as_array().is_none_or(|inner| inner.len() <= 8);
    value.as_array().is_some_and(|items| items.len() <= 8 && items.iter().all(flat))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_first_difference_of_each_field_is_told() {
        let record = json!({"id": 1, "a": [["e2e4", 1], ["d2d4", 2]], "b": {"c": [1, 2, 3]}, "d": 5});
        let same = json!({"a": [["e2e4", 1], ["d2d4", 2]], "b": {"c": [1, 2, 3]}, "d": 5});
        assert!(differences(&record, &same).is_empty());
        let more = json!({"a": [["e2e4", 1], ["d2d4", 2]], "b": {"c": [1, 2, 3], "e": 1}, "d": 5, "f": 1});
        assert_eq!(
            differences(&more, &same),
            [
                "b.e: the field is not known, nothing is compared with it",
                "f: the field is not known, nothing is compared with it"
            ]
        );
        let got = json!({"a": [["e2e4", 1], ["d2d4", 3]], "b": {"c": [1, 2]}, "d": 6, "x": 1});
        assert_eq!(
            differences(&record, &got),
            [
                "a[1]: expected [\"d2d4\",2], got [\"d2d4\",3]",
                "b.c: expected 3 items, got 2",
                "d: expected 5, got 6",
                "x: expected null, got 1"
            ]
        );
    }
}
