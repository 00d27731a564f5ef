//! Why a record cannot be held against a program.

use std::fmt;

use crate::engine::setup;
use crate::program::{NoAnswer, NoCoordinates};
use crate::vocabulary::FenError;

/// Why a record cannot be held against a program. It is told among the differences of its file.
#[derive(Debug)]
pub(super) enum BadRecord {
    /// It is JSON, but no object.
    NoObject,
    /// A field is missing or of another form than in files of this name.
    Form(serde_json::Error),
    /// Something that the record needs is missing: what is said of it.
    Missing(&'static str),
    /// A text is no move.
    Move(NoCoordinates),
    /// A text is no diagram.
    Fen(FenError),
    /// A diagram that the record says to be reached can be no position.
    Position(setup::Refused),
    /// The program does not answer.
    Program(NoAnswer),
    /// The program answers, but not what is asked: what is said of it.
    Untold(&'static str),
    /// The events of a tree differ: the first place where they do.
    Events(String),
}

impl fmt::Display for BadRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadRecord::NoObject => f.write_str("the record is no JSON object"),
            BadRecord::Form(why) => write!(f, "the record is not as its file's name demands: {why}"),
            BadRecord::Missing(what) | BadRecord::Untold(what) => f.write_str(what),
            BadRecord::Move(why) => why.fmt(f),
            BadRecord::Fen(why) => why.fmt(f),
            BadRecord::Position(why) => why.fmt(f),
            BadRecord::Program(why) => why.fmt(f),
            BadRecord::Events(difference) => f.write_str(difference),
        }
    }
}

impl std::error::Error for BadRecord {}

impl From<NoCoordinates> for BadRecord {
    fn from(why: NoCoordinates) -> BadRecord {
        BadRecord::Move(why)
    }
}

impl From<FenError> for BadRecord {
    fn from(why: FenError) -> BadRecord {
        BadRecord::Fen(why)
    }
}

impl From<setup::Refused> for BadRecord {
    fn from(why: setup::Refused) -> BadRecord {
        BadRecord::Position(why)
    }
}

impl From<NoAnswer> for BadRecord {
    fn from(why: NoAnswer) -> BadRecord {
        BadRecord::Program(why)
    }
}
