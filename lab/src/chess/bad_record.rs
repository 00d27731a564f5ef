//! Why a record cannot be compared with a program.

use chessprog::engine::setup;
use chessprog::program::{NoAnswer, NoCoordinates};
use chessprog::vocabulary::FenError;

/// Why a record cannot be compared with a program. Reported among the differences of its file.
#[derive(Debug, thiserror::Error)]
pub(super) enum BadRecord {
    /// It is JSON, but not an object.
    #[error("the record is not a JSON object")]
    NoObject,
    /// A field is missing or invalid for this kind of file. The file's name determines the kind.
    #[error("the record does not have the form that its file's name requires: {0}")]
    Form(serde_json::Error),
    /// The record lacks something, which the text names.
    #[error("{0}")]
    Missing(&'static str),
    /// A text is not a move.
    #[error(transparent)]
    Move(#[from] NoCoordinates),
    /// A text is not a diagram.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A diagram that the moves should lead to cannot be a position.
    #[error(transparent)]
    Position(#[from] setup::Refused),
    /// The program does not answer.
    #[error(transparent)]
    Program(#[from] NoAnswer),
    /// The program does not reveal what is compared, which the text names.
    #[error("{0}")]
    Untold(&'static str),
    /// The events of a tree differ; the text names the first difference.
    #[error("{0}")]
    Events(String),
}
