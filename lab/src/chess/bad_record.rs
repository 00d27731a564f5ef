//! The reasons why a record cannot be compared with a program.

use chessprog::engine::setup;
use chessprog::program::{NoAnswer, ParseCoordinatesError};
use chessprog::vocabulary::FenError;

/// The reason why a record cannot be compared. It is reported among the differences of its file.
#[derive(Debug, thiserror::Error)]
pub(super) enum BadRecord {
    /// The record is valid JSON, but not an object.
    #[error("the record is not a JSON object")]
    NoObject,
    /// A field is missing or has the wrong form. The name of the file determines the form.
    #[error("the record does not have the form that its file's name requires: {0}")]
    Form(serde_json::Error),
    /// The record lacks data. The text names what is missing.
    #[error("{0}")]
    Missing(&'static str),
    /// A text cannot be parsed as a move.
    #[error(transparent)]
    Move(#[from] ParseCoordinatesError),
    /// A text cannot be parsed as a diagram.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// The diagram of the position after the moves is not a valid position.
    #[error(transparent)]
    Position(#[from] setup::SetupError),
    /// The program does not answer.
    #[error(transparent)]
    Program(#[from] NoAnswer),
    /// The program does not report a value to compare. The text names the value.
    #[error("{0}")]
    Untold(&'static str),
    /// The events in a tree differ; the text describes the first difference.
    #[error("{0}")]
    Events(String),
}
