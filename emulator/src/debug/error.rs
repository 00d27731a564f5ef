//! The error of a command.

use crate::io::ValueError;
use crate::machine::InputError;
use std::fmt;

/// A line that could not be carried out, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandError(pub String);

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for CommandError {}

impl From<String> for CommandError {
    fn from(what: String) -> CommandError {
        CommandError(what)
    }
}

impl From<&str> for CommandError {
    fn from(what: &str) -> CommandError {
        CommandError(what.to_owned())
    }
}

impl From<ValueError> for CommandError {
    fn from(error: ValueError) -> CommandError {
        CommandError(error.to_string())
    }
}

impl From<InputError> for CommandError {
    fn from(error: InputError) -> CommandError {
        CommandError(error.to_string())
    }
}
