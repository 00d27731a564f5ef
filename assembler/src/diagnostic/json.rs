//! Messages as JSON objects.

use super::{Diagnostic, ShownSpan};
use serde_json::{Value, json};

/// Returns `diagnostic` as a JSON object on one line.
pub(crate) fn json(diagnostic: &Diagnostic) -> String {
    let trail: Vec<Value> = diagnostic
        .trail
        .iter()
        .map(|step| {
            json!({
                "what": step.what,
                "line": step.line,
                "text": step.text,
                "called": step.called.as_ref().map(span),
            })
        })
        .collect();
    let labels: Vec<Value> = diagnostic
        .labels
        .iter()
        .map(|label| json!({ "span": span(&label.span), "message": label.message }))
        .collect();
    json!({
        "code": diagnostic.code.code(),
        "severity": diagnostic.severity.to_string(),
        "warning": diagnostic.code.warning_name(),
        "message": diagnostic.message,
        "span": diagnostic.span.as_ref().map(span),
        "labels": labels,
        "help": diagnostic.help,
        "trail": trail,
        "symbol": diagnostic.symbol,
        "pass": diagnostic.pass,
        "location": format!("{:o}", diagnostic.location),
        "tag": diagnostic.tag,
        "repeated": diagnostic.repeated,
    })
    .to_string()
    .chars()
    .fold(String::new(), |mut text, c| {
        match c {
            // DEL and the C1 control characters are escaped, because a terminal might interpret them.
            '\u{7F}'..='\u{9F}' => text += &format!("\\u{:04x}", u32::from(c)),
            c => text.push(c),
        }
        text
    })
}

fn span(span: &ShownSpan) -> Value {
    json!({
        "file": span.file,
        "line": span.line,
        "column": span.column,
        "length": span.length,
        "text": &*span.text,
    })
}
