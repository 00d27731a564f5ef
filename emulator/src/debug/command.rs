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
    /// The arguments.
    pub usage: &'static str,
    /// Its effect, on one line.
    pub summary: &'static str,
    /// Everything about it, with an example.
    pub help: &'static str,
    /// Carries it out.
    pub run: fn(&mut Session, &str, &mut dyn Host) -> Result<Flow, CommandError>,
}
