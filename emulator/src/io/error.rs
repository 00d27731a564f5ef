//! Errors of devices.

use crate::formats::FormatError;

/// A request that a device cannot carry out.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DeviceError {
    /// The device, named here, has nothing that the action applies to.
    #[error("{0} cannot do that")]
    Cannot(&'static str),
    /// The device, named here, takes no tapes.
    #[error("{0} takes no tapes")]
    NoTapes(&'static str),
    /// The device has no unit, line or console of this number.
    #[error("unknown {unit} {number} (expected {first} to {last})")]
    NoUnit {
        /// The kind of unit: `DECtape unit`.
        unit: &'static str,
        /// The number of the unit that was named.
        number: u8,
        /// The first valid number.
        first: u8,
        /// The last valid number.
        last: u8,
    },
    /// A reader other than 0: there is only one paper tape reader.
    #[error("there is one paper tape reader")]
    OneReader,
    /// A card reader other than 0: there is only one.
    #[error("there is one card reader")]
    OneCardReader,
    /// The bytes are not a valid deck of cards.
    #[error("card reader: {0}")]
    NoDeck(FormatError),
    /// The DECtape unit has no tape.
    #[error("no tape on DECtape unit {0}")]
    NoReel(u8),
    /// The bytes are not a valid tape image for this DECtape unit.
    #[error("DECtape unit {0}: {1}")]
    NoImage(u8, FormatError),
    /// The bytes are not a valid tape image for this magnetic tape unit.
    #[error("magnetic tape unit {0}: {1}")]
    NoMagTape(u8, FormatError),
    /// The bytes are not a valid disk image for this disk unit.
    #[error("disk unit {0}: {1}")]
    NoDisk(u8, FormatError),
    /// The point X, Y is outside the screen of the display.
    #[error("x {x} y {y} is not on the screen: coordinates go from 0 to {}", .side - 1)]
    OffScreen {
        /// Horizontal coordinate.
        x: u16,
        /// Vertical coordinate.
        y: u16,
        /// Number of points along a side.
        side: u16,
    },
    /// The devices of a saved state differ from those of the machine.
    #[error("expected the state of the devices \"{ours}\", found \"{theirs}\"")]
    OtherDevices {
        /// Devices in the saved state.
        theirs: String,
        /// Devices of the machine.
        ours: String,
    },
    /// The bytes are not a valid state of the device.
    #[error("state of {device}: {error}")]
    State {
        /// Name of the device.
        device: &'static str,
        /// The error in decoding the bytes.
        error: postcard::Error,
    },
}
