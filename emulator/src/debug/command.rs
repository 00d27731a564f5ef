//! The description of a command: its names, its help and the function that executes it.

use super::error::CommandError;
use super::host::Host;
use super::session::{Flow, Session};

/// A command of the prompt.
pub struct Command {
    /// The full name.
    pub name: &'static str,
    /// Length of the shortest abbreviation, in letters.
    pub shortest: usize,
    /// Aliases, which cannot be abbreviated, each with arguments to insert before the typed arguments.
    pub aliases: &'static [(&'static str, &'static str)],
    /// The arguments, as the help shows them.
    pub usage: &'static str,
    /// The command's effect, on one line.
    pub summary: &'static str,
    /// The full description of the command, usually with an example.
    pub help: &'static str,
    /// Executes the command with its arguments.
    pub run: fn(&mut Session, &str, &mut dyn Host) -> Result<Flow, CommandError>,
}
