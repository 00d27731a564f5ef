//! The language of the interface: UCI itself, or another that is translated into it.

use std::io::{self, Write};

/// A translator between the interface and the [`super::Session`], which speaks UCI.
pub(in crate::commands) trait Protocol {
    /// Translates a line of the interface into UCI. An answer that needs no session is written at once.
    ///
    /// # Errors
    /// The output takes no more.
    fn hear(&mut self, line: &str, out: &mut dyn Write) -> io::Result<Vec<String>>;

    /// Writes what a UCI line of the session means.
    ///
    /// # Errors
    /// The output takes no more.
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
