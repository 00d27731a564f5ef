//! The options of a machine.

use crate::io::teletype;
use crate::memory::MemorySet;
use crate::time::Nanos;
use serde::{Deserialize, Serialize};

/// The options that a machine is built with. The default is the Artificial Intelligence Group's
/// machine of 1967.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Config {
    /// The kind of core memory, which determines the speed.
    pub memory: MemorySet,
    /// The words of core, at most 262,144; whole modules of 16,384.
    pub words: u32,
    /// The time of a character on a teletype line. Programs expect at least 2 or 3 ms.
    pub character_time: Nanos,
    /// `true` if the 60-cycle clock ticks.
    pub clock: bool,
    /// The model of line printer that is device 124.
    pub printer: PrinterModel,
}

/// A line printer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum PrinterModel {
    /// MIT's printer, with its own interface.
    #[default]
    DataProducts,
    /// DEC's Type 646.
    Type646,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            memory: MemorySet::default(),
            words: 1 << 18,
            character_time: teletype::CHARACTER_TIME,
            clock: true,
            printer: PrinterModel::default(),
        }
    }
}
