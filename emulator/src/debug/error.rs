//! The error of a command.

use super::expression::ExpressionError;
use super::hit_condition::HitConditionError;
use super::speed::SpeedError;
use super::structure::StructureError;
use crate::io::ValueError;
use crate::machine::InputError;
use crate::picture::render::PictureNameError;
use crate::time::TimeError;

/// The reason why a line could not be carried out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct CommandError(pub String);

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

macro_rules! from_errors {
    ($($error:ident)*) => {
        $(impl From<$error> for CommandError {
            fn from(error: $error) -> CommandError {
                CommandError(error.to_string())
            }
        })*
    };
}

from_errors! {
    ExpressionError HitConditionError InputError PictureNameError
    SpeedError StructureError TimeError ValueError
}
