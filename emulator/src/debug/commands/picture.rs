//! `picture`: the screen of the display as a file.

use super::{path, required};
use crate::debug::{Command, CommandError, Flow, Host, Session, host};
use crate::picture::render::Format;

/// The verb.
pub(crate) static COMMAND: Command = Command {
    name: "picture",
    shortest: 3,
    aliases: &["screenshot"],
    usage: "FILE.png | FILE.svg",
    summary: "write what the display shows now as PNG or SVG",
    help: "\
Draws the points of the Type 340 as they glow at this moment, with their
intensities and the decay of the phosphor.

    pdp6> picture board.png",
    run,
};

fn run(session: &mut Session, arguments: &str, host: &mut dyn Host) -> Result<Flow, CommandError> {
    session.write_picture(path(required(arguments, "the file")?)?, host)?;
    Ok(Flow::Continue)
}

impl Session {
    /// Writes what the display shows now.
    ///
    /// # Errors
    ///
    /// The file's name does not end in `.png` or `.svg`, or it cannot be written.
    pub fn write_picture(&mut self, file: &str, host: &mut dyn Host) -> Result<(), CommandError> {
        let format = Format::of_name(file).map_err(|error| CommandError(format!("\"{file}\": {error}")))?;
        let now = self.machine.time();
        let bytes = format.draw(&self.machine.picture().glow(now));
        host::write(host, file, &bytes)
    }
}
