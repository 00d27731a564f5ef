//! `reset`: presses STOP and I/O RESET, and clears memory on request.

use super::{Command, CommandError, Flow, Host, Session};
use crate::machine::{Input, Key};

pub(crate) static COMMAND: Command = Command {
    name: "reset",
    shortest: 4,
    aliases: &[],
    usage: "[memory]",
    summary: "stop, and clear the interrupt system, the flags and all devices",
    help: "\
Presses STOP and I/O RESET; the program counter and memory do not change.
`reset memory` clears memory too.",
    run,
};

fn run(session: &mut Session, arguments: &str, _: &mut dyn Host) -> Result<Flow, CommandError> {
    session.input(Input::Key(Key::Stop))?;
    session.input(Input::Key(Key::Reset))?;
    match arguments.to_ascii_lowercase().as_str() {
        "" => {}
        "memory" => session.input(Input::ClearMemory)?,
        other => return Err(CommandError(format!("unexpected \"{other}\" (expected memory)"))),
    }
    Ok(Flow::Continue)
}
