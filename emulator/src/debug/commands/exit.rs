//! `exit`: ends the session.

use super::{Command, CommandError, Flow, count};

pub(crate) static COMMAND: Command = Command {
    name: "exit",
    shortest: 3,
    aliases: &[("quit", ""), ("q", ""), ("bye", "")],
    usage: "[STATUS]",
    summary: "end the session; tapes and paper are written to their files",
    help: "\
The status (0-255, decimal) is the exit status of the command. Default: 0, or 1
if the lines come from a file or a pipe and one of them failed.",
    run: |_, arguments, _| {
        if arguments.is_empty() {
            return Ok(Flow::Exit(None));
        }
        let status = u8::try_from(count(arguments)?)
            .map_err(|_| CommandError("expected a status from 0 to 255 (decimal)".to_owned()))?;
        Ok(Flow::Exit(Some(status)))
    },
};
