//! The protocol of the interface: UCI itself, or another that is translated into UCI.

use std::io::{self, Write};

/// Translates between the interface and the [`super::Session`], which uses UCI.
pub(in crate::commands) trait Protocol {
    /// Translates a line of the interface into UCI lines. An answer that does not need the session is written
    /// at once.
    ///
    /// # Errors
    /// Returns an error if the output fails.
    fn hear(&mut self, line: &str, out: &mut dyn Write) -> io::Result<Vec<String>>;

    /// Writes the translation of a UCI line from the session.
    ///
    /// # Errors
    /// Returns an error if the output fails.
    fn tell(&mut self, line: &str, out: &mut dyn Write) -> io::Result<()>;
}

/// UCI itself.
pub(super) struct Plain;

impl Protocol for Plain {
    fn hear(&mut self, line: &str, _: &mut dyn Write) -> io::Result<Vec<String>> {
        Ok(vec![line.to_owned()])
    }

    fn tell(&mut self, line: &str, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{line}")
    }
}
