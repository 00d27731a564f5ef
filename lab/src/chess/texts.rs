//! Files of typed texts: `trace`, `notation` and `book`.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::bad_record::BadRecord;
use super::record::{Origin, coordinates, form, given, octal};
use chessprog::program::Coordinates;
use chessprog::subject::{MoveReading, Subject};

/// The input of a `notation` record. Only the text of each typed line is used.
#[derive(Deserialize, Debug, Clone)]
struct NotationInput {
    /// Arrays whose first item is the typed text.
    input: Vec<Vec<Value>>,
}

/// The output of a `notation` record.
#[derive(Serialize, Debug)]
struct Notation {
    output: Vec<(String, String)>,
    input: Vec<Value>,
}

/// The output of a `book` record.
#[derive(Serialize, Debug)]
struct BookReply {
    key: String,
    #[serde(rename = "move")]
    mv: Option<String>,
    /// The move word without piece numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    word: Option<String>,
}

pub(super) fn trace(subject: &mut impl Subject, record: &Value) -> Result<Value, BadRecord> {
    subject.set_up(&given::<Origin>(record)?.case()?)?;
    let state = subject.state()?.ok_or(BadRecord::Untold("the program does not report its state"))?;
    let (original, paper) = (subject.static_trace(false)?, subject.static_trace(true)?);
    let traces = subject.typed_traces()?;
    // The terms are copied from the record, so they are not compared. The printed lines are compared instead:
    // they name each term and its amount.
    let terms = |file: &str, i: usize, place: usize| record[file][i][place].clone();
    let list = traces.list.iter().enumerate();
    let list = list.map(|(i, (mv, plausibility, lines))| {
        json!([mv.to_string(), plausibility, terms("list", i, 2), lines])
    });
    let dropped = traces.dropped.iter().enumerate();
    let dropped = dropped.map(|(i, (mv, lines))| json!([mv.to_string(), terms("dropped", i, 1), lines]));
    let mut got = json!({
        "qrpin": u8::from(state.queens_rook_pinned),
        "list": list.collect::<Vec<_>>(),
        "T0": original,
        "T1": paper,
    });
    if !traces.dropped.is_empty() || !record["dropped"].is_null() {
        got["dropped"] = dropped.collect();
    }
    let legal: Vec<Coordinates> = subject.legal()?.moves.into_iter().map(Coordinates::from).collect();
    let illegal: Vec<String> =
        traces.list.iter().filter(|(mv, ..)| !legal.contains(mv)).map(|(mv, ..)| mv.to_string()).collect();
    if !illegal.is_empty() || !record["illegal"].is_null() {
        got["illegal"] = illegal.into();
    }
    Ok(got)
}

pub(super) fn notation(subject: &mut impl Subject, record: &Value) -> Result<Value, BadRecord> {
    subject.set_up(&given::<Origin>(record)?.of_diagram()?)?;
    let mut output = Vec::new();
    for mv in subject.legal()?.moves {
        output.push((mv.to_string(), subject.write(mv)?));
    }
    let mut input = Vec::new();
    for typed in given::<NotationInput>(record)?.input {
        let text = typed.first().and_then(Value::as_str).ok_or(BadRecord::Missing("an input has no text"))?;
        input.push(match subject.read(&line(text))? {
            MoveReading::Ok(mv) => json!([text, "OK", [mv.to_string()]]),
            MoveReading::Illegal => json!([text, "ILLEGAL", []]),
            MoveReading::Ambiguous(moves, line) => json!([text, "AMBIGUOUS", coordinates(&moves), line]),
            MoveReading::Unreadable => json!([text, "?", []]),
            MoveReading::Over => json!([text, "GAME OVER", []]),
        });
    }
    form(Notation { output, input })
}

/// Returns the line that the program reads from a typed text: without comments, and without blanks at either
/// end (specification 13.1).
fn line(text: &str) -> String {
    let mut line = String::new();
    let mut in_comment = false;
    for character in text.chars() {
        match character {
            '[' => in_comment = true,
            ']' if in_comment => in_comment = false,
            _ if in_comment => {}
            character => line.push(character),
        }
    }
    line.trim_matches(' ').to_owned()
}

pub(super) fn book(subject: &mut impl Subject, record: &Value) -> Result<Value, BadRecord> {
    subject.set_up(&given::<Origin>(record)?.of_diagram()?)?;
    let key = octal(subject.placed()?.key);
    let reply = subject.book()?;
    // The move word without piece numbers, which depend on the game.
    let word = reply.map(|mv| octal(mv.without_pieces().word()));
    form(BookReply { key, mv: reply.map(|mv| mv.to_string()), word })
}
