//! The results of a vector file.

use std::path::PathBuf;

use serde_json::Value;

/// The result of a file.
#[derive(Debug)]
pub struct Report {
    /// The file.
    pub path: PathBuf,
    /// Number of records.
    pub cases: usize,
    /// The records whose output differs.
    pub failures: Vec<Failure>,
    /// Instruction counts of the searches for which the count of the original is known.
    pub instructions: Instructions,
}

/// Instruction counts of searches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Instructions {
    /// Number of searches counted.
    pub searches: u64,
    /// Instructions executed by the program under test.
    pub ours: u64,
    /// Instructions executed by the original.
    pub original: u64,
}

impl Instructions {
    /// Adds the counts of `other`.
    #[must_use]
    pub fn and(self, other: Instructions) -> Instructions {
        Instructions {
            searches: self.searches + other.searches,
            ours: self.ours + other.ours,
            original: self.original + other.original,
        }
    }

    /// Returns the program's count divided by the original's, or `None` if no search was counted.
    pub fn ratio(self) -> Option<f64> {
        (self.original > 0).then(|| self.ours as f64 / self.original as f64)
    }
}

/// A record whose output differs.
#[derive(Debug)]
pub struct Failure {
    /// Line of the file, from 1.
    pub line: usize,
    /// The record's `id` or, if it has none, its `key`; empty if it has neither.
    pub id: String,
    /// The position as given in the record.
    pub position: String,
    /// The first difference in each field, or an error.
    pub differences: Vec<String>,
}

impl Failure {
    /// Creates the failure of `record`, which is on line `line` of its file.
    pub fn new(line: usize, record: &Value, differences: Vec<String>) -> Failure {
        let text = |fields: &[&str]| {
            fields.iter().find_map(|field| record[field].as_str()).unwrap_or_default().to_owned()
        };
        Failure { line, id: text(&["id", "key"]), position: text(&["fen", "root", "moves"]), differences }
    }
}

/// Fields that are not output: the input, and notes on the origin of the record.
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

/// Flags that determine the evaluator's condition (specification 8.1). A program computes them only until the
/// condition is known, so only `condition` is compared.
const STEPS: [&str; 2] = ["OWNFLAG", "THEIRFLAG"];

/// Returns the first difference in each field, with its path and both values. A field of the record that is
/// neither input (`GIVEN`) nor compared counts as a difference.
pub fn differences(record: &Value, got: &Value) -> Vec<String> {
    let (Value::Object(expected), Value::Object(got)) = (record, got) else {
        return vec!["the record is not an object".to_owned()];
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
                // A short row, such as an entry of a list, is printed as a whole.
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

/// Returns `true` for a short array of numbers, texts and short arrays.
fn is_row(value: &Value) -> bool {
    let flat = |item: &Value| !item.is_object() && item.as_array().is_none_or(|inner| inner.len() <= 8);
    value.as_array().is_some_and(|items| items.len() <= 8 && items.iter().all(flat))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn first_difference_of_each_field_is_reported() {
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
