//! The records of the vector files: what is given and what must come out.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// What is given in most files.
#[derive(Deserialize, Debug, Clone)]
pub struct Given {
    /// The position in Forsyth-Edwards notation.
    pub fen: String,
}

/// Outcome of a `movegen` record.
#[derive(Serialize, Deserialize, Debug, Clone)]
pub struct MoveGen {
    /// Hash key, octal.
    pub key: String,
    /// 1 if the side to move is in check.
    pub check: u8,
    /// Legal moves in generation order, in coordinates.
    pub moves: Vec<String>,
    /// Their move words, octal.
    pub words: Vec<String>,
    /// The keys after them, octal.
    pub after: Vec<String>,
    /// Leaves at depth 1, 2, 3.
    pub perft: Vec<u64>,
}

/// What is given in a `notation` record: of each input only the text.
#[derive(Deserialize, Debug, Clone)]
pub struct NotationGiven {
    /// The position in Forsyth-Edwards notation.
    pub fen: String,
    /// Arrays that begin with the typed text.
    pub input: Vec<Vec<Value>>,
}

/// Outcome of a `notation` record.
#[derive(Serialize, Deserialize, Debug, Clone)]
pub struct Notation {
    /// Every legal move in generation order: coordinates, text.
    pub output: Vec<(String, String)>,
    /// Every typed text: text, verdict, matching moves and, if ambiguous, the line that the machine types.
    pub input: Vec<Value>,
}

/// What the program made of a typed text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Exactly this move, in coordinates.
    Ok(String),
    /// No legal move.
    Illegal,
    /// Several moves, in coordinates, and the line typed.
    Ambiguous(Vec<String>, String),
    /// No move in form.
    Unreadable,
}

impl Verdict {
    /// The verdict as the vector files have it.
    pub fn record(&self, text: &str) -> Value {
        match self {
            Verdict::Ok(mv) => json!([text, "OK", [mv]]),
            Verdict::Illegal => json!([text, "ILLEGAL", []]),
            Verdict::Ambiguous(moves, line) => json!([text, "AMBIGUOUS", moves, line]),
            Verdict::Unreadable => json!([text, "?", []]),
        }
    }
}
