//! The protocol of the interface: UCI, or another protocol over the same session.

use std::io::{self, Write};

use super::command::Command;
use super::reply::SessionReply;

/// Translates between the interface and the [`super::Session`].
pub(in crate::commands) trait Protocol {
    /// Returns the commands in a line of the interface. An answer that does not need the session is written
    /// at once.
    fn commands(&mut self, line: &str, out: &mut dyn Write) -> io::Result<Vec<Command>>;

    fn write(&mut self, reply: &SessionReply, out: &mut dyn Write) -> io::Result<()>;
}

pub(super) struct UciProtocol;

impl Protocol for UciProtocol {
    fn commands(&mut self, line: &str, _: &mut dyn Write) -> io::Result<Vec<Command>> {
        Ok(vec![Command::parse(line)])
    }

    fn write(&mut self, reply: &SessionReply, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{reply}")
    }
}
