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

/// Outcome of an `attacks` record. Arrays of 64 run over the squares in ascending order.
#[derive(Serialize, Deserialize, Debug, Clone)]
#[serde(rename_all = "UPPERCASE")]
#[allow(missing_docs, reason = "the names are those of specification 5 and 7.1")]
pub struct AttackTables {
    pub n0: Vec<i32>,
    pub n1: Vec<i32>,
    pub lv0: Vec<i32>,
    pub lv1: Vec<i32>,
    pub pin: Vec<u8>,
    pub pdir: Vec<usize>,
    pub pbase: Vec<u8>,
    pub enp: Vec<i32>,
    pub duty: Vec<u8>,
    #[serde(rename = "duties")]
    pub duties: Vec<(u8, u8)>,
    #[serde(rename = "trapped")]
    pub trapped: Vec<u8>,
    pub sqv0: Vec<i32>,
    pub sqv1: Vec<i32>,
    #[serde(rename = "dev")]
    pub dev: Vec<(u8, i32)>,
}

/// What is given in a `static` record.
#[derive(Deserialize, Debug, Clone)]
pub struct StaticGiven {
    /// The position in Forsyth-Edwards notation.
    pub fen: String,
    /// White's material in the reference of the piece ratio.
    pub w0: i32,
    /// Black's.
    pub b0: i32,
}

/// Outcome of a `static` record: the terms, and the squares of the pawns of both sides with each property.
#[derive(Serialize, Deserialize, Debug, Clone)]
#[allow(missing_docs, reason = "the names are those of specification 6")]
pub struct Evaluation {
    #[serde(rename = "B")]
    pub b: i32,
    #[serde(rename = "R")]
    pub r: i32,
    #[serde(rename = "P")]
    pub p: i32,
    #[serde(rename = "K")]
    pub k: i32,
    #[serde(rename = "C")]
    pub c: i32,
    #[serde(rename = "S")]
    pub s: i32,
    pub isolated: Vec<u8>,
    pub passed: Vec<u8>,
    pub defended: Vec<u8>,
    pub backward: Vec<u8>,
}

/// Outcome of a `pmg` record.
#[derive(Serialize, Deserialize, Debug, Clone)]
pub struct PlausibleMoves {
    /// The moves, most plausible first.
    pub moves: Vec<PlausibleMove>,
}

/// A move as the plausible move generator scores it: coordinates, plausibility, positional value, marks (`P` developmentally
/// poor, `U` not safe, `F` investigate always), generation index, trace (heuristic, term, extra).
pub type PlausibleMove = (String, i32, i32, String, u16, Vec<(i64, i64, i64)>);

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
