//! `picture`: shows the picture on the display, or writes it to a file.

use super::{Command, CommandError, Flow, Host, Session, path};
use crate::debug::host;
use crate::picture::render::{PictureFormat, braille};

pub(crate) static COMMAND: Command = Command {
    name: "picture",
    shortest: 3,
    aliases: &[("screenshot", "")],
    usage: "[FILE.png | FILE.svg]",
    summary: "show the picture on the display, or write it as PNG or SVG",
    help: "\
Draws the points of the Type 340 as they glow at this moment, with their
intensities and the decay of the phosphor. Without a file, shows them here in
Braille characters.

    pdp6> picture board.png",
    run,
};

const DARK: &str = "nothing glows on the display\n";
/// Width of the picture at the prompt, in columns. It fits a terminal of 80 columns.
const COLUMNS: u16 = 72;

fn run(session: &mut Session, arguments: &str, host: &mut dyn Host) -> Result<Flow, CommandError> {
    if arguments.is_empty() {
        let now = session.target.machine.time();
        let spots = session.target.machine.picture().glow(now);
        host.print(&if spots.is_empty() { DARK.to_owned() } else { braille(&spots, COLUMNS) });
    } else {
        session.write_picture(path(arguments)?, host)?;
    }
    Ok(Flow::Continue)
}

impl Session {
    /// Writes what the display shows now to a file.
    ///
    /// # Errors
    ///
    /// The file's name does not end in `.png` or `.svg`, or it cannot be written.
    pub fn write_picture(&mut self, file: &str, host: &mut dyn Host) -> Result<(), CommandError> {
        let format = PictureFormat::of_name(file)?;
        let now = self.target.machine.time();
        let bytes = format.draw(&self.target.machine.picture().glow(now));
        host::write(host, file, &bytes)
    }
}
