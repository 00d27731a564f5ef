//! `back`: the past.

use super::count;
use crate::debug::{Command, CommandError, Flow, Host, Session};

/// The verb.
pub(crate) static COMMAND: Command = Command {
    name: "back",
    shortest: 2,
    aliases: &["reverse", "rstep", "bstep"],
    usage: "[COUNT]",
    summary: "go back one instruction, or so many",
    help: "\
Takes the machine back to the state it had so many instructions ago: registers,
memory, devices, time. What has been printed stays on the paper; what was typed
later is typed again when the machine runs on. The past begins with the
debugger (`set reverse on` in other sessions). It is found by restoring a
snapshot and running on from there, so going back takes a moment.

    pdp6> back 2",
    run,
};

fn run(session: &mut Session, arguments: &str, host: &mut dyn Host) -> Result<Flow, CommandError> {
    let steps = if arguments.is_empty() { 1 } else { count(arguments)? };
    if !session.timeline.is_enabled() {
        return Err("the past is not kept; \"set reverse on\" before running keeps it".into());
    }
    let Some(target) = session.machine.instructions().checked_sub(steps) else {
        return Err(CommandError(format!(
            "only {} instructions have been executed",
            session.machine.instructions()
        )));
    };
    session.timeline.go_back(&mut session.machine, target)?;
    session.sentinel.history.clear();
    session.mark_reels();
    session.next = session.machine.cpu.pc;
    host.print(&format!("{}\n", session.next_line()));
    Ok(Flow::Continue)
}

impl Session {
    /// The machine was changed in a way that is no input: what was before cannot be found again.
    pub(crate) fn forget_past(&mut self) {
        self.timeline.forget();
        self.timeline.visit(&self.machine);
    }
}
