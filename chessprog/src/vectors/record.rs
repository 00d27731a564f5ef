//! The records of the vector files: what is given and what must come out.

use serde::{Deserialize, Serialize};

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
