//! Which records are asked how, and what their positions are called.

use serde_json::Value;

use super::Subject;
use super::bad_record::BadRecord;
use super::original::{evaluator, nodes, original_search, roots, tree};
use super::positions::{movegen, positions};
use super::record::octal;
use super::searches::{game, repetition, search};
use super::texts::{book, notation, trace};
use crate::engine::position::Position;
use crate::vocabulary::Diagram;

/// What a program makes of a record of a file of this name, in the record's form. A chain's records must come one after the other.
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

/// The field with the position that the record's moves lead to, if it has one.
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

/// The text of the position on the board if it has the same key, else what its key is.
fn board(subject: &mut impl Subject, fen: Option<&str>) -> Result<Value, BadRecord> {
    let fen = fen.ok_or(BadRecord::Missing("the position reached is no text"))?;
    let told = Position::set_up(&Diagram::from_fen(fen)?)?.key();
    let key = subject.placed()?.key;
    Ok(if key == told { fen.into() } else { format!("a position with key {}", octal(key)).into() })
}
