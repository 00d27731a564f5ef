//! What is spoken with the interface: the lines of the Universal Chess Interface themselves, or others that stand for them.

use std::io::{self, Write};

/// A language between the interface and the [`super::Session`], which speaks UCI.
pub(in crate::commands) trait Protocol {
    /// The interface sent a line: the UCI lines that it means. What can be answered without the session is told at once.
    ///
    /// # Errors
    /// The output takes no more.
    fn hear(&mut self, line: &str, out: &mut dyn Write) -> io::Result<Vec<String>>;

    /// The session answered a UCI line: tells what it means.
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
