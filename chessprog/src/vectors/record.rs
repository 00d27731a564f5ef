//! The records of the vector files: what is given and what must come out.

use std::collections::BTreeMap;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};

use crate::parameters::parameter::Parameter;
use crate::parameters::settings::{SEARCH, Settings};

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

/// Outcome of a `trace` record.
#[derive(Serialize, Deserialize, Debug, Clone)]
pub struct Traces {
    /// The lines of the static evaluator's trace.
    #[serde(rename = "static")]
    pub evaluator: Vec<String>,
    /// Moves in coordinates with the lines of their trace.
    pub moves: Vec<(String, Vec<String>)>,
}

/// Outcome of a `captures` record.
#[derive(Serialize, Deserialize, Debug, Clone)]
pub struct Captures {
    /// The feedover condition that holds first: `1A`, `1B`, `2`, `3` or `none`.
    pub feed: String,
    /// The plausible captures in coordinates with their gains, in order.
    pub captures: Vec<(String, i32)>,
}

/// What a search starts from.
#[derive(Deserialize, Debug, Clone)]
pub struct Setup {
    /// The position with which the game begins.
    pub fen: String,
    /// The moves from there to the root, in coordinates.
    #[serde(default)]
    pub before: Vec<String>,
    /// The parameters.
    #[serde(rename = "par", deserialize_with = "parameters")]
    pub settings: Settings,
}

/// Reads the parameters of a search, each under its name at the teletype.
fn parameters<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Settings, D::Error> {
    #[derive(Deserialize)]
    struct Named {
        #[serde(rename = "SETW")]
        widths: Vec<u32>,
        #[serde(flatten)]
        numbers: BTreeMap<String, u32>,
    }
    let Named { widths, numbers } = Named::deserialize(deserializer)?;
    if widths.is_empty() {
        return Err(D::Error::custom("SETW is empty"));
    }
    let mut settings = Settings { widths, ..Settings::normal() };
    for Parameter { name, limits, set, .. } in &SEARCH {
        match numbers.get(*name) {
            Some(number) if limits.contains(number) => set(&mut settings, *number),
            Some(number) => return Err(D::Error::custom(format!("{name} cannot be {number}"))),
            None => return Err(D::Error::custom(format!("{name} is missing"))),
        }
    }
    Ok(settings)
}

/// Outcome of a search.
#[derive(Serialize, Deserialize, Debug, Clone)]
#[allow(missing_docs, reason = "the counters are those of specification 14.4")]
pub struct Found {
    /// The best move, in coordinates.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its value.
    pub value: i32,
    /// The variation from the best move on.
    pub pv: Vec<String>,
    #[serde(rename = "PMG")]
    pub pmg: u64,
    #[serde(rename = "EVAL")]
    pub eval: u64,
    #[serde(rename = "FEED")]
    pub feed: u64,
    #[serde(rename = "NODES")]
    pub nodes: u64,
    #[serde(rename = "HASH")]
    pub hash: u64,
    #[serde(rename = "REP")]
    pub rep: u64,
    #[serde(rename = "CUT")]
    pub cut: u64,
    #[serde(rename = "SEC")]
    pub sec: u64,
    /// The hash table after the search: entries with a finite bound, sums of drafts, lower and upper bounds, exclusive or of
    /// the keys (octal).
    pub table: Option<(u32, u64, i64, i64, String)>,
    /// The root moves in order of trial.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tried: Option<Vec<TriedMove>>,
}

/// A move tried at the root: move, value, value after a secondary search, 1 if it became best.
pub type TriedMove = (String, i32, Option<i32>, u8);

/// What is given of each search in a `repetition` record.
#[derive(Deserialize, Debug, Clone)]
pub struct SearchGiven {
    /// The parameters.
    #[serde(rename = "par", deserialize_with = "parameters")]
    pub settings: Settings,
}

/// What is given in a `repetition` record.
#[derive(Deserialize, Debug, Clone)]
pub struct RepetitionGiven {
    /// The position with which the game begins.
    pub fen: String,
    /// The moves from there to the root, in coordinates.
    pub before: Vec<String>,
    /// The searches with their outcomes.
    pub results: Vec<Value>,
}

/// The root of a `repetition` record.
#[derive(Serialize, Deserialize, Debug, Clone)]
pub struct Root {
    /// The position reached.
    pub root: String,
    /// Its hash key, octal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// H there.
    #[serde(rename = "H", default, skip_serializing_if = "Option::is_none")]
    pub quiet: Option<u16>,
    /// G there.
    #[serde(rename = "G", default, skip_serializing_if = "Option::is_none")]
    pub game_ply: Option<u16>,
    /// How often it has stood on the board, this time included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<usize>,
}

/// What is given in a `games` record: the moves only for their number.
#[derive(Deserialize, Debug, Clone)]
pub struct GameGiven {
    /// Where it starts and the parameters.
    #[serde(flatten)]
    pub setup: Setup,
    /// The moves expected.
    pub moves: Vec<Value>,
}

/// Outcome of a `games` record.
#[derive(Serialize, Deserialize, Debug, Clone)]
pub struct Played {
    /// Every ply: move, value, nodes.
    pub moves: Vec<(String, i32, u64)>,
    /// The final position.
    #[serde(rename = "final")]
    pub last: String,
    /// `mate`, `stalemate`, `repetition`, `50 moves` or `unfinished`.
    pub result: String,
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

/// Outcome of a `book` record.
#[derive(Serialize, Deserialize, Debug, Clone)]
pub struct BookReply {
    /// The hash key, octal.
    pub key: String,
    /// The reply in coordinates, if the position is in the book.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// Its move word, octal.
    #[serde(default)]
    pub word: Option<String>,
}
