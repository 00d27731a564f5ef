//! What is between a device and files: the tapes it takes, and what it makes for the world outside.

use super::{datanet, teletype};
use crate::time::Nanos;
use std::ops::RangeInclusive;

/// Units of a device to which files can be attached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Units {
    /// Their numbers; the only one of a device is 0.
    pub numbers: RangeInclusive<u8>,
    /// What a file is to them.
    pub file: FileUse,
    /// What happens with the file, in a phrase.
    pub help: &'static str,
}

/// What a file is to a unit of a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileUse {
    /// A paper tape that is read: frames, or a program in words, which are punched on one first.
    PaperTape,
    /// A tape that is read and written: its image, which is written back when it is taken off.
    Reel,
    /// What the unit makes goes into it as it is.
    Output,
    /// What the unit types goes into it as text; without a file it is shown on a console of the machine.
    Text,
    /// What is sent to the unit goes into it as text; without a file the prompt shows it under this name.
    Screen(&'static str),
}

impl FileUse {
    /// Whether the file gets what the unit makes.
    pub const fn is_made(self) -> bool {
        !matches!(self, FileUse::PaperTape | FileUse::Reel)
    }

    /// What goes into a file of `bytes` that the unit has made.
    pub fn in_file(self, bytes: &[u8]) -> Vec<u8> {
        match self {
            FileUse::Text => text(bytes, teletype::shown),
            FileUse::Screen(_) => text(bytes, datanet::shown),
            _ => bytes.to_vec(),
        }
    }
}

/// The characters that a file of text has of what was sent.
fn text(bytes: &[u8], shown: impl Fn(u8) -> Option<char>) -> Vec<u8> {
    bytes.iter().filter_map(|&byte| shown(byte)).map(|shown| shown as u8).collect()
}

/// A stretch of bytes that a device has made for the world outside: frames punched, characters printed, a text sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Produced {
    /// When it was made: the end of the last bit, of the punching, of the message.
    pub time: Nanos,
    /// The unit, 0 for the only one, or the line, 0 for the console.
    pub unit: u8,
    /// What was made.
    pub bytes: Vec<u8>,
}

/// What a unit is called in commands: `ptp`, `dt1`.
pub fn unit_name(device: &str, unit: u8) -> String {
    if unit == 0 { device.to_owned() } else { format!("{device}{unit}") }
}

/// All that `unit` has made.
pub fn bytes_of(made: &[Produced], unit: u8) -> Vec<u8> {
    made.iter().filter(|made| made.unit == unit).flat_map(|made| &made.bytes).copied().collect()
}
