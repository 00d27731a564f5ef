//! What the records of all files have in common: where their positions come from, and the forms in which moves, words and counters
//! stand in them.
//!
//! What is given is read from a record; what comes out is written in its form and compared with it field by field.

use std::collections::BTreeMap;

use emulator::word::Word;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::bad_record::BadRecord;
use crate::program::{Case, Coordinates, NoCoordinates};
use crate::vocabulary::{Counters, Move, Settings};

/// Reads what is given.
pub(super) fn given<T: DeserializeOwned>(record: &Value) -> Result<T, BadRecord> {
    T::deserialize(record).map_err(BadRecord::Form)
}

/// What came out, in the form of a record.
pub(super) fn form(outcome: impl Serialize) -> Result<Value, BadRecord> {
    serde_json::to_value(outcome).map_err(BadRecord::Form)
}

/// The program of 1967 with these widths and depth.
pub(super) fn original(widths: Vec<u32>, depth: i32, feedover: i32) -> Settings {
    Settings { depth, feedover, ..Settings { widths, ..Settings::normal() }.original() }
}

/// A word as the records have it.
pub(super) fn octal(word: Word) -> String {
    format!("{:012o}", word.bits())
}

/// Where a record's position comes from. Which of the fields stand there says what kind it is.
#[derive(Deserialize, Debug, Clone, Default)]
pub(super) struct Origin {
    /// A diagram to be set up.
    #[serde(default)]
    pub fen: Option<String>,
    /// Moves from the initial position (field `game` where `moves` says something else).
    #[serde(default)]
    pub game: Option<Moves>,
    /// Moves from the initial position.
    #[serde(default)]
    pub moves: Option<Moves>,
    /// Moves made after the set-up.
    #[serde(default)]
    pub before: Option<Moves>,
}

/// Moves in coordinates, as one text or as a list.
#[derive(Deserialize, Debug, Clone)]
#[serde(untagged)]
pub(super) enum Moves {
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
    pub(super) fn read(&self) -> Result<Vec<Coordinates>, NoCoordinates> {
        let words: Vec<&str> = match self {
            Moves::Text(text) => text.split_whitespace().collect(),
            Moves::List(list) => list.iter().map(String::as_str).collect(),
        };
        words.into_iter().map(str::parse).collect()
    }
}

impl Origin {
    /// The case of a record of a search or trace: `moves`, if they stand there, are a game from the initial position.
    ///
    /// # Errors
    /// A text is no diagram, or no move.
    pub(super) fn case(&self) -> Result<Case, BadRecord> {
        if self.moves.is_some() { self.of_moves() } else { self.of_diagram() }
    }

    /// The case of a record whose `moves` are a game from the initial position.
    ///
    /// # Errors
    /// There are none, or a word is no move.
    pub(super) fn of_moves(&self) -> Result<Case, BadRecord> {
        let moves = self.moves.as_ref().ok_or(BadRecord::Missing("the record has no moves"))?;
        Ok(Case::game("", "")?.with_moves(moves.read()?))
    }

    /// The case of a record with a diagram, or with a `game` from the initial position, and moves made after that.
    ///
    /// # Errors
    /// A text is no diagram, or no move.
    pub(super) fn of_diagram(&self) -> Result<Case, BadRecord> {
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

/// Moves in coordinates.
pub(super) fn coordinates(moves: &[Coordinates]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}

/// Captures with their gains.
pub(super) fn gains(captures: &[(Move, i32)]) -> Vec<(String, i32)> {
    captures.iter().map(|(mv, gain)| (mv.to_string(), *gain)).collect()
}

/// The counters of 1967 by the names of 9.7.
pub(super) fn counters_of_1967(counters: &Counters) -> BTreeMap<&'static str, u64> {
    Counters::OF_1967.into_iter().map(|(name, index)| (name, counters.values()[index])).collect()
}
