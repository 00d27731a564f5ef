//! What can be wrong with a device.

use crate::formats::FormatError;
use std::fmt;

/// A device cannot do what it is asked.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum DeviceError {
    /// It has nothing that this could be done to; its name.
    Cannot(&'static str),
    /// It takes no tapes; its name.
    NoTapes(&'static str),
    /// It has no unit, line or console of this number.
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
    OneReader,
    /// There is no tape on this DECtape unit.
    NoReel(u8),
    /// The bytes are no image of a tape for this DECtape unit.
    NoImage(u8, FormatError),
    /// The point, X and Y, is not on the screen of the display, which has so many points a side.
    OffScreen {
        /// X.
        x: u16,
        /// Y.
        y: u16,
        /// Points a side.
        side: u16,
    },
    /// The bytes are no state of it.
    State {
        /// Its name.
        device: &'static str,
        /// Why not.
        error: postcard::Error,
    },
}

impl fmt::Display for DeviceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DeviceError::Cannot(device) => write!(f, "{device} cannot do that"),
            DeviceError::NoTapes(device) => write!(f, "{device} takes no tapes"),
            DeviceError::NoUnit { none, number, but, first, last } => {
                write!(f, "{none} {number}: {but} {first} to {last}")
            }
            DeviceError::OneReader => f.write_str("there is one paper tape reader"),
            DeviceError::NoReel(unit) => write!(f, "there is no tape on DECtape unit {unit}"),
            DeviceError::NoImage(unit, error) => write!(f, "DECtape unit {unit}: {error}"),
            DeviceError::OffScreen { x, y, side } => {
                write!(f, "x {x} y {y} is not on the screen: coordinates go from 0 to {}", side - 1)
            }
            DeviceError::State { device, error } => write!(f, "state of {device}: {error}"),
        }
    }
}

impl std::error::Error for DeviceError {}
