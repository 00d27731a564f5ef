//! What can be wrong with a device.

use crate::formats::FormatError;

/// A device cannot do what it is asked.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DeviceError {
    /// It has nothing that this could be done to; its name.
    #[error("{0} cannot do that")]
    Cannot(&'static str),
    /// It takes no tapes; its name.
    #[error("{0} takes no tapes")]
    NoTapes(&'static str),
    /// It has no unit, line or console of this number.
    #[error("{none} {number}: {but} {first} to {last}")]
    NoUnit {
        /// What there is none of, in a sentence: `there is no DECtape unit`.
        none: &'static str,
        /// The number.
        number: u8,
        /// What there is, in a sentence: `units are`.
        but: &'static str,
        /// Their first number.
        first: u8,
        /// Their last number.
        last: u8,
    },
    /// There is one paper tape reader.
    #[error("there is one paper tape reader")]
    OneReader,
    /// There is no tape on this DECtape unit.
    #[error("there is no tape on DECtape unit {0}")]
    NoReel(u8),
    /// The bytes are no image of a tape for this DECtape unit.
    #[error("DECtape unit {0}: {1}")]
    NoImage(u8, FormatError),
    /// The point, X and Y, is not on the screen of the display, which has so many points a side.
    #[error("x {x} y {y} is not on the screen: coordinates go from 0 to {}", .side - 1)]
    OffScreen {
        /// X.
        x: u16,
        /// Y.
        y: u16,
        /// Points a side.
        side: u16,
    },
    /// The bytes are no state of it.
    #[error("state of {device}: {error}")]
    State {
        /// Its name.
        device: &'static str,
        /// Why not.
        error: postcard::Error,
    },
}
