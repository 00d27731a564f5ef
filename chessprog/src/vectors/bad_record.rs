//! Why a record cannot be held against a program.

use crate::engine::setup;
use crate::program::{NoAnswer, NoCoordinates};
use crate::vocabulary::FenError;

/// Why a record cannot be held against a program. It is told among the differences of its file.
#[derive(Debug, thiserror::Error)]
pub(super) enum BadRecord {
    /// It is JSON, but no object.
    #[error("the record is not a JSON object")]
    NoObject,
    /// A field is missing or of another form than in files of this name.
    #[error("the record has not the form that its file's name requires: {0}")]
    Form(serde_json::Error),
    /// Something that the record needs is missing: what is said of it.
    #[error("{0}")]
    Missing(&'static str),
    /// A text is no move.
    #[error(transparent)]
    Move(#[from] NoCoordinates),
    /// A text is no diagram.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A diagram that the record says to be reached can be no position.
    #[error(transparent)]
    Position(#[from] setup::Refused),
    /// The program does not answer.
    #[error(transparent)]
    Program(#[from] NoAnswer),
    /// The program answers, but not what is asked: what is said of it.
    #[error("{0}")]
    Untold(&'static str),
    /// The events of a tree differ: the first place where they do.
    #[error("{0}")]
    Events(String),
}
