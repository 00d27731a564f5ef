//! The records of the vector files: what is given, and what comes out in the same names and forms.
//!
//! What is given is read from a record; what comes out is written in its form and compared with it field by field. Fields that no
//! program is asked for stand in neither.

use std::collections::BTreeMap;

use anyhow::Context as _;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use crate::parameters::parameter::Parameter;
use crate::parameters::settings::SEARCH;
use crate::program::{Answer, Case, Coordinates};
use crate::vocabulary::{Counters, Settings};

/// Where a record's position comes from. Which of the fields stand there says what kind it is.
#[derive(Deserialize, Debug, Clone, Default)]
pub struct Origin {
    /// A diagram to be set up.
    #[serde(default)]
    pub fen: Option<String>,
    /// Moves from the initial position (field `game` where `moves` says something else).
    #[serde(default)]
    pub game: Option<Moves>,
    /// The same.
    #[serde(default)]
    pub moves: Option<Moves>,
    /// Moves made after the set-up.
    #[serde(default)]
    pub before: Option<Moves>,
}

/// Moves in coordinates, as one text or as a list.
#[derive(Deserialize, Debug, Clone)]
#[serde(untagged)]
pub enum Moves {
    /// Divided by blanks.
    Text(String),
    /// A list.
    List(Vec<String>),
}

impl Moves {
    /// The moves.
    ///
    /// # Errors
    /// A word is no move.
    pub fn read(&self) -> anyhow::Result<Vec<Coordinates>> {
        let words: Vec<&str> = match self {
            Moves::Text(text) => text.split_whitespace().collect(),
            Moves::List(list) => list.iter().map(String::as_str).collect(),
        };
        Ok(words.into_iter().map(str::parse).collect::<Result<_, _>>()?)
    }
}

impl Origin {
    /// The case of a record of a search or trace: `moves`, if they stand there, are a game from the initial position.
    ///
    /// # Errors
    /// A text is no diagram, or no move.
    pub fn case(&self) -> anyhow::Result<Case> {
        if self.moves.is_some() { self.of_moves() } else { self.of_diagram() }
    }

    /// The case of a record whose `moves` are a game from the initial position.
    ///
    /// # Errors
    /// There are none, or a word is no move.
    pub fn of_moves(&self) -> anyhow::Result<Case> {
        let moves = self.moves.as_ref().context("the record has no moves")?;
        Ok(Case::game("", "")?.with_moves(moves.read()?))
    }

    /// The case of a record with a diagram, or with a `game` from the initial position, and moves made after that.
    ///
    /// # Errors
    /// A text is no diagram, or no move.
    pub fn of_diagram(&self) -> anyhow::Result<Case> {
        let case = match (&self.game, &self.fen) {
            (Some(game), _) => Case::game("", "")?.with_moves(game.read()?),
            (None, Some(fen)) => Case::fen(fen)?,
            (None, None) => Case::game("", "")?,
        };
        match &self.before {
            Some(before) => Ok(case.with_moves(before.read()?)),
            None => Ok(case),
        }
    }
}

// ---- Original files ---------------------------------------------------------------------------------------------

/// What comes out of a `roots` record.
#[derive(Serialize, Debug)]
pub struct Roots {
    pub list: Vec<(String, i32, String, u32, u8)>,
    pub squares: Vec<i32>,
    pub enprise: Vec<u8>,
    pub white: Vec<(u32, u32)>,
    pub black: Vec<(u32, u32)>,
    pub pinned: Vec<u8>,
    pub values: Vec<i64>,
    pub safe: Vec<u32>,
    #[serde(rename = "static")]
    pub terms: OriginalTerms,
}

/// The static value's terms as the original files name them.
#[derive(Serialize, Debug)]
pub struct OriginalTerms {
    #[serde(rename = "B")]
    pub b: i32,
    #[serde(rename = "R")]
    pub r: i32,
    #[serde(rename = "Kw")]
    pub white_king: i32,
    #[serde(rename = "Kb")]
    pub black_king: i32,
    #[serde(rename = "P")]
    pub p: i32,
    pub total: i32,
}

/// What is given in a `nodes` record besides the game.
#[derive(Deserialize, Debug)]
pub struct NodeGiven {
    /// The moves of the tree.
    pub path: Moves,
}

/// What comes out of a `nodes` record.
#[derive(Serialize, Debug)]
pub struct Nodes {
    pub list: Vec<(String, i32, String)>,
}

/// What comes out of an `evaluator` record.
#[derive(Serialize, Debug)]
pub struct Evaluator {
    pub check: bool,
    pub enprise: Vec<&'static str>,
    pub captures: Vec<(String, i32)>,
    #[serde(flatten)]
    pub without: OriginalFound,
    pub feedovers: OriginalFound,
}

/// Value, variation and counters as the original files have them.
#[derive(Serialize, Debug)]
pub struct OriginalFound {
    pub value: i32,
    pub pv: Vec<String>,
    pub counters: BTreeMap<&'static str, u64>,
}

/// What is given in a `search-` record besides the game.
#[derive(Deserialize, Debug)]
pub struct OriginalSearch {
    /// The widths.
    pub widths: Vec<u32>,
    /// SETD.
    pub depth: i32,
}

/// What comes out of it.
#[derive(Serialize, Debug)]
pub struct OriginalSearched {
    #[serde(rename = "move")]
    pub mv: Option<String>,
    #[serde(flatten)]
    pub found: OriginalFound,
    pub tried: Vec<OriginalTried>,
}

/// A move tried at the root: move, A, R, window before, line.
pub type OriginalTried = (String, i32, i32, [i32; 2], Vec<String>);

// ---- Additions --------------------------------------------------------------------------------------------------

/// What comes out of a `movegen` record.
#[derive(Serialize, Debug)]
pub struct MoveGen {
    pub key: String,
    pub check: u8,
    pub moves: Vec<String>,
    pub words: Vec<String>,
    pub after: Vec<String>,
    pub perft: Vec<u64>,
    pub numbers: Vec<String>,
    #[serde(rename = "NM")]
    pub moved: Vec<i64>,
    #[serde(rename = "PV")]
    pub working: Vec<i64>,
    #[serde(rename = "NK")]
    pub castlings: [i64; 2],
    pub ghost: String,
}

/// What comes out of a `positions` record, if the set-up is not refused.
#[derive(Serialize, Debug)]
pub struct Positions {
    pub key: String,
    pub numbers: Vec<(String, u8)>,
    #[serde(rename = "NM")]
    pub moved: Vec<i64>,
    #[serde(rename = "NK")]
    pub castlings: [i64; 2],
    #[serde(rename = "PV")]
    pub working: Vec<i64>,
    #[serde(rename = "FV")]
    pub fixed: Vec<i64>,
    pub ghost: Option<String>,
    #[serde(rename = "H")]
    pub quiet: i64,
    #[serde(rename = "N")]
    pub game_ply: i64,
    #[serde(rename = "QRPIN")]
    pub queens_rook_pinned: u8,
    pub list: Vec<(String, i32, i32, String, u32, u8)>,
    pub squares: Vec<i32>,
    pub enprise: Vec<u8>,
    pub pinned: Vec<u8>,
    pub safe: Vec<(u8, u32)>,
    #[serde(rename = "PCSWSM")]
    pub with_safe: u32,
    pub paper0: Valued,
    pub paper1: Valued,
}

/// What the evaluator makes of a position with one setting of PAPER.
#[derive(Serialize, Debug)]
pub struct Valued {
    #[serde(rename = "static")]
    pub terms: AdditionTerms,
    pub prise: Vec<u8>,
    pub own: usize,
    pub theirs: usize,
    pub condition: u8,
    pub captures: Vec<(String, i32)>,
    #[serde(rename = "F0")]
    pub without: AdditionFound,
    #[serde(rename = "F2")]
    pub with: AdditionFound,
}

/// The static value's terms as the additions name them: the kings' parts with PAPER 0, C with PAPER 1.
#[derive(Serialize, Debug)]
pub struct AdditionTerms {
    #[serde(rename = "B")]
    pub b: i32,
    #[serde(rename = "R")]
    pub r: i32,
    #[serde(rename = "P")]
    pub p: i32,
    #[serde(rename = "K")]
    pub k: i32,
    #[serde(rename = "KW", skip_serializing_if = "Option::is_none")]
    pub white_king: Option<i32>,
    #[serde(rename = "KB", skip_serializing_if = "Option::is_none")]
    pub black_king: Option<i32>,
    #[serde(rename = "C", skip_serializing_if = "Option::is_none")]
    pub c: Option<i32>,
    #[serde(rename = "S")]
    pub s: i32,
}

/// Value, variation and the counters of 1967.
#[derive(Serialize, Debug)]
pub struct AdditionFound {
    pub value: i32,
    pub pv: Vec<String>,
    #[serde(flatten)]
    pub counters: BTreeMap<&'static str, u64>,
}

/// What is given of each search in a `search`, `repetition` or `games` record.
#[derive(Deserialize, Debug, Clone)]
pub struct SearchGiven {
    /// The parameters.
    #[serde(rename = "par", deserialize_with = "parameters")]
    pub settings: Settings,
    /// In a chain: which of its searches this is.
    #[serde(default)]
    pub index: Option<usize>,
}

/// What is given in a `games` record besides the parameters.
#[derive(Deserialize, Debug, Clone)]
pub struct GameGiven {
    /// A diagram to be set up; none: the initial position.
    #[serde(default)]
    pub fen: Option<String>,
    /// Moves made after that, without a search.
    pub before: Moves,
    /// The moves expected, for their number.
    pub moves: Vec<serde_json::Value>,
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

/// What comes out of a search.
#[derive(Serialize, Debug)]
pub struct Found {
    #[serde(rename = "move")]
    pub mv: Option<String>,
    pub value: i32,
    pub pv: Vec<String>,
    #[serde(flatten)]
    pub counters: BTreeMap<&'static str, u64>,
    pub table: Digest,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tried: Option<Vec<TriedMove>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<(u8, Vec<u8>, i32)>,
}

/// The hash table after a search, over the entries of its generation with a finite bound: their number, the sums of drafts, lower
/// and upper bounds, the exclusive or of the keys (octal).
pub type Digest = (u64, u64, i64, i64, String);

/// A move tried at the root: move, A, R, A2, 1 if it became best.
pub type TriedMove = (String, i32, i32, Option<i32>, u8);

/// The root of a `repetition` record.
#[derive(Serialize, Debug)]
pub struct Root {
    pub key: String,
    #[serde(rename = "H")]
    pub quiet: i64,
    #[serde(rename = "N")]
    pub game_ply: i64,
    pub times: usize,
}

/// What comes out of a `games` record.
#[derive(Serialize, Debug)]
pub struct Played {
    pub moves: Vec<(String, i32, u64)>,
    pub key: String,
    pub result: &'static str,
}

/// What is given in a `notation` record: of each input only the text.
#[derive(Deserialize, Debug, Clone)]
pub struct NotationGiven {
    /// Arrays that begin with the typed text.
    pub input: Vec<Vec<serde_json::Value>>,
}

/// What comes out of it.
#[derive(Serialize, Debug)]
pub struct Notation {
    pub output: Vec<(String, String)>,
    pub input: Vec<serde_json::Value>,
}

/// What comes out of a `book` record.
#[derive(Serialize, Debug)]
pub struct BookReply {
    pub key: String,
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The move word without piece numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub word: Option<String>,
}

// ---- Answers in the records' forms ------------------------------------------------------------------------------

/// Moves in coordinates.
pub fn coordinates(moves: &[Coordinates]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}

/// All counters by the names of 14.4.
pub fn all_counters(counters: &Counters) -> BTreeMap<&'static str, u64> {
    Counters::NAMES.into_iter().zip(counters.values()).collect()
}

/// The counters of 1967 by the names of 9.7.
pub fn counters_of_1967(counters: &Counters) -> BTreeMap<&'static str, u64> {
    Counters::OF_1967.into_iter().map(|(name, index)| (name, counters.values()[index])).collect()
}

impl From<&Answer> for OriginalFound {
    fn from(answer: &Answer) -> OriginalFound {
        OriginalFound {
            value: answer.value,
            pv: coordinates(&answer.variation),
            counters: counters_of_1967(&answer.counters),
        }
    }
}

impl From<&Answer> for AdditionFound {
    fn from(answer: &Answer) -> AdditionFound {
        AdditionFound {
            value: answer.value,
            pv: coordinates(&answer.variation),
            counters: counters_of_1967(&answer.counters),
        }
    }
}

impl From<&Answer> for OriginalSearched {
    fn from(answer: &Answer) -> OriginalSearched {
        let tried = answer.tried.iter();
        OriginalSearched {
            mv: answer.best.map(|mv| mv.to_string()),
            found: answer.into(),
            tried: tried
                .map(|t| (t.mv.to_string(), t.value, t.modified, t.window, coordinates(&t.line)))
                .collect(),
        }
    }
}

/// The root moves tried, as the additions have them.
pub fn tried(answer: &Answer) -> Vec<TriedMove> {
    let tried = answer.tried.iter();
    tried.map(|t| (t.mv.to_string(), t.value, t.modified, t.secondary, u8::from(t.best))).collect()
}
