//! The units of a device and the files attached to them.

use super::{datanet, teletype};
use crate::time::Nanos;
use std::ops::RangeInclusive;

/// Units of a device that files can be attached to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Units {
    /// Numbers of the units; 0 if the device has only one.
    pub numbers: RangeInclusive<u8>,
    /// How the units use a file.
    pub file: FileUse,
    /// How the file is used, as a phrase.
    pub help: &'static str,
}

/// How a unit of a device uses its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileUse {
    /// Reads the file as a paper tape: frames, or a program in words, which is first punched on a tape.
    PaperTape,
    /// Reads the file as a deck of cards.
    Deck,
    /// Reads and writes the file as a tape image; what the unit writes on the tape is saved during the run.
    Reel,
    /// Writes the unit's output unchanged.
    Output,
    /// Writes the unit's output unchanged to a new file: a punched tape or deck is not replaced.
    Punch,
    /// Writes the unit's output as text; without a file the output is shown on a console of the machine.
    Text,
    /// Writes the unit's output as sound: each byte is a level of the loudspeaker.
    Sound,
    /// Writes messages for a screen as text; without a file the prompt shows the messages under this name.
    Screen(&'static str),
}

impl FileUse {
    /// Converts `bytes`, the output of a line, for the terminal at its far end.
    pub fn on_line(self, bytes: &[u8]) -> Vec<u8> {
        match self {
            FileUse::Screen(_) => datanet::on_terminal(bytes),
            _ => bytes.iter().map(|byte| byte & 0o177).collect(),
        }
    }

    /// Returns the bytes to write to the file for the output `bytes`.
    pub fn in_file(self, bytes: &[u8]) -> Vec<u8> {
        match self {
            FileUse::Text => text(bytes, teletype::shown),
            FileUse::Screen(_) => text(bytes, datanet::shown),
            _ => bytes.to_vec(),
        }
    }
}

fn text(bytes: &[u8], shown: impl Fn(u8) -> Option<char>) -> Vec<u8> {
    bytes.iter().filter_map(|&byte| shown(byte)).map(|shown| shown as u8).collect()
}

/// Output of a device: punched frames, printed characters, a message sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceOutput {
    /// When it was complete: the end of the last bit, of the punching, of the message.
    pub time: Nanos,
    /// The number of the unit (0 if there is only one), or of the line (0 for the console).
    pub unit: u8,
    /// The output: a byte for each frame, character or level.
    pub bytes: Vec<u8>,
}

/// Returns the name of a unit in commands: `ptp`, `dt1`.
pub fn unit_name(device: &str, unit: u8) -> String {
    if unit == 0 { device.to_owned() } else { format!("{device}{unit}") }
}

/// Returns all output bytes of `unit`.
pub fn bytes_of(made: &[DeviceOutput], unit: u8) -> Vec<u8> {
    made.iter().filter(|made| made.unit == unit).flat_map(|made| &made.bytes).copied().collect()
}
