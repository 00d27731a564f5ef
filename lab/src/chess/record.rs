//! The parts that the records of several files have in common: the origin of the position, and the forms of
//! moves, words and counters.
//!
//! The input is read from a record. The output is converted to the form of the record, so that the two can be
//! compared field by field.

use std::collections::BTreeMap;

use emulator::word::Word;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::bad_record::BadRecord;
use chessprog::program::{Case, Coordinates, ParseCoordinatesError};
use chessprog::vocabulary::{Counters, Move, Settings};

pub(super) fn given<T: DeserializeOwned>(record: &Value) -> Result<T, BadRecord> {
    T::deserialize(record).map_err(BadRecord::Form)
}

/// Converts an output to the form of a record.
pub(super) fn form(outcome: impl Serialize) -> Result<Value, BadRecord> {
    serde_json::to_value(outcome).map_err(BadRecord::Form)
}

/// Returns the settings of the program of 1967 with these widths (SETW), depth and feedover limit (SETF).
pub(super) fn original(widths: Vec<u32>, depth: i32, feedover: i32) -> Settings {
    Settings { depth, feedover, ..Settings { widths, ..Settings::normal() }.original() }
}

/// Returns a word in the form of the records.
pub(super) fn octal(word: Word) -> String {
    format!("{:012o}", word.bits())
}

/// The source of a record's position. Which fields are present depends on the file.
#[derive(Deserialize, Debug, Clone, Default)]
pub(super) struct Origin {
    /// A diagram to be set up.
    #[serde(default)]
    pub fen: Option<String>,
    /// Moves from the initial position (field `game`, if `moves` has another meaning).
    #[serde(default)]
    pub game: Option<Moves>,
    /// Moves from the initial position.
    #[serde(default)]
    pub moves: Option<Moves>,
    /// Moves made after the position is set up.
    #[serde(default)]
    pub before: Option<Moves>,
}

/// Moves in coordinates, as one text or as a list.
#[derive(Deserialize, Debug, Clone)]
#[serde(untagged)]
pub(super) enum Moves {
    /// One text, with blanks between moves.
    Text(String),
    List(Vec<String>),
}

impl Moves {
    pub(super) fn read(&self) -> Result<Vec<Coordinates>, ParseCoordinatesError> {
        let words: Vec<&str> = match self {
            Moves::Text(text) => text.split_whitespace().collect(),
            Moves::List(list) => list.iter().map(String::as_str).collect(),
        };
        words.into_iter().map(str::parse).collect()
    }
}

impl Origin {
    /// Returns the case of a search or trace record. If it has `moves`, they are a game from the initial
    /// position.
    pub(super) fn case(&self) -> Result<Case, BadRecord> {
        if self.moves.is_some() { self.of_moves() } else { self.of_diagram() }
    }

    /// Returns the case of a record whose `moves` are a game from the initial position.
    pub(super) fn of_moves(&self) -> Result<Case, BadRecord> {
        let moves = self.moves.as_ref().ok_or(BadRecord::Missing("the record has no moves"))?;
        Ok(Case::game("", "")?.with_moves(moves.read()?))
    }

    /// Returns the case of a record with a diagram, or with a `game` from the initial position, and then
    /// further moves.
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

pub(super) fn coordinates(moves: &[Coordinates]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}

pub(super) fn gains(captures: &[(Move, i32)]) -> Vec<(String, i32)> {
    captures.iter().map(|(mv, gain)| (mv.to_string(), *gain)).collect()
}

/// Returns the counters of 1967 by their names in the specification, section 9.7.
pub(super) fn counters_of_1967(counters: &Counters) -> BTreeMap<&'static str, u64> {
    Counters::OF_1967.into_iter().map(|(name, index)| (name, counters.values()[index])).collect()
}
