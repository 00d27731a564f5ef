//! Dispatches each record to the check for its file, and checks the position after the record's moves.

use serde_json::Value;

use super::bad_record::BadRecord;
use super::original::{evaluator, nodes, original_search, roots, tree};
use super::positions::{movegen, positions};
use super::record::octal;
use super::searches::{game, repetition, search};
use super::texts::{book, notation, trace};
use chessprog::engine::position::Position;
use chessprog::subject::Subject;
use chessprog::vocabulary::Diagram;

/// Returns a program's output for a record of the file `name`, in the form of the record. The records of a
/// chain must be checked in order.
pub(super) fn check<S: Subject>(name: &str, subject: &mut S, record: &Value) -> Result<Value, BadRecord> {
    if !record.is_object() {
        return Err(BadRecord::NoObject);
    }
    let mut got = match name {
        "roots" => roots(subject, record),
        "nodes" => nodes(subject, record),
        "evaluator" => evaluator(subject, record),
        "trees" => tree(subject, record),
        "movegen" => movegen(subject, record),
        "positions" => positions(subject, record),
        "search" => search(subject, record),
        "repetition" => repetition(subject, record),
        "games" => game(subject, record),
        "trace" => trace(subject, record),
        "notation" => notation(subject, record),
        "book" => book(subject, record),
        _ => original_search(subject, record),
    }?;
    if let Some(field) = reached(name, record) {
        got[field] = board(subject, record[field].as_str())?;
    }
    if !record["ply"].is_null() {
        got["ply"] = subject.placed()?.game_ply.into();
    }
    Ok(got)
}

/// Returns the name of the field that contains the position after the record's moves, if there is one.
fn reached(name: &str, record: &Value) -> Option<&'static str> {
    let follows = match name {
        "games" => return Some("final"),
        "repetition" => return Some("root"),
        "movegen" | "notation" => "game",
        "search" | "positions" | "book" => return None,
        _ => "moves",
    };
    (record["fen"].is_string() && !record[follows].is_null()).then_some("fen")
}

/// Returns `fen` if its position has the same key as the board, otherwise the key of the board.
fn board(subject: &mut impl Subject, fen: Option<&str>) -> Result<Value, BadRecord> {
    let fen = fen.ok_or(BadRecord::Missing("the position reached is not a string"))?;
    let told = Position::set_up(&Diagram::from_fen(fen)?)?.key();
    let key = subject.placed()?.key;
    Ok(if key == told { fen.into() } else { format!("a position with key {}", octal(key)).into() })
}
