//! `who`: shows the instruction that last wrote or read a word.

use super::{Command, CommandError, Flow, Host, Session, first_word, required};
use crate::debug::reverse::{AccessKind, PastAccess};

pub(crate) static COMMAND: Command = Command {
    name: "who",
    shortest: 3,
    aliases: &[("whowrote", "")],
    usage: "[wrote | read] ADDRESS",
    summary: "show the instruction that last wrote or read a word",
    help: "\
Searches the recorded history and does not move the machine. 0-17 are the
accumulators. A write counts even if the word did not change. `back to` with
the number of instructions returns to the moment before. A word counts as read
if it was an operand or an indirect address, not if it was executed.

    pdp6> who wrote TOTAL
    instruction 419931, 1.585 s: 000105 LOOP+3: ADDM 1,TOTAL  [add.mid:11]
      000122 TOTAL: 000000,,000061 became 000000,,000143",
    run,
};

fn run(session: &mut Session, arguments: &str, host: &mut dyn Host) -> Result<Flow, CommandError> {
    let (word, rest) = first_word(required(arguments, "an address: who wrote ADDRESS")?);
    let (kind, place) = match word.to_ascii_lowercase().as_str() {
        "wrote" | "writes" => (AccessKind::Write, required(rest, "an address")?),
        "read" | "reads" => (AccessKind::Read, required(rest, "an address")?),
        _ => (AccessKind::Write, arguments),
    };
    let address = session.target.address(place)?;
    let found = session.who(kind, address, host)?;
    let place = session.target.place(address);
    let text = match found {
        Some(access) => description(session, &access, kind, &place),
        None => kind.none_to(&place) + "\n",
    };
    host.print(&text);
    Ok(Flow::Continue)
}

fn description(session: &Session, access: &PastAccess, kind: AccessKind, place: &str) -> String {
    let PastAccess { instructions, time, instruction, channel, change: (old, new), .. } = *access;
    let by = match access.at {
        None => "the user at the console".to_owned(),
        Some(at) => {
            let target = &session.target;
            let instruction = target.instruction(instruction);
            let line = target.symbols.origin(at).map(|origin| target.file_and_line(origin.place));
            let line = line.map_or(String::new(), |line| format!("  [{line}]"));
            let interrupt =
                if channel == 0 { String::new() } else { format!("  (interrupt on channel {channel})") };
            format!("{}: {instruction}{interrupt}{line}", session.target.place(at))
        }
    };
    let what = match kind {
        AccessKind::Write if old == new => format!("{new} as before"),
        AccessKind::Write => format!("{old} became {new}"),
        AccessKind::Read => format!("{old} was read"),
    };
    format!("instruction {instructions}, {time} s: {by}\n  {place}: {what}\n")
}
