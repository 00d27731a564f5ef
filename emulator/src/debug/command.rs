//! A command of the prompt.

use super::error::CommandError;
use super::host::Host;
use super::session::{Flow, Session};

/// A command of the prompt.
pub struct Command {
    /// The name.
    pub name: &'static str,
    /// The shortest abbreviation, in letters.
    pub shortest: usize,
    /// Other names, which are not abbreviated, with the arguments that they put before those that are typed.
    pub aliases: &'static [(&'static str, &'static str)],
    /// The arguments, as the help shows them.
    pub usage: &'static str,
    /// The command's effect, on one line.
    pub summary: &'static str,
    /// The full description of the command, with an example.
    pub help: &'static str,
    /// Executes the command with its arguments.
    pub run: fn(&mut Session, &str, &mut dyn Host) -> Result<Flow, CommandError>,
}
