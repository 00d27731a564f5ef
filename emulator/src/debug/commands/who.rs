//! `who`: who wrote a word, who read it.

use super::{first_word, required};
use crate::debug::{Access, Command, CommandError, Deed, Flow, Host, Session, format};

/// The verb.
pub(crate) static COMMAND: Command = Command {
    name: "who",
    shortest: 3,
    aliases: &[("whowrote", "")],
    usage: "[wrote | read] ADDRESS",
    summary: "show the instruction that wrote or read a word last",
    help: "\
Looks for it in the past, and leaves the machine where it is. 0-17 are the
accumulators. What is written need not be another word than was there. `back
to` the number of instructions leads to the moment before. A read is one of the
word as an operand or an address, not as an instruction.

    pdp6> who wrote TOTAL
    instruction 419931, 1.585 s: 000105 LOOP+3: ADDM 1,TOTAL  [add.mid:11]
      000122 TOTAL: 000000,,000061 became 000000,,000143",
    run,
};

fn run(session: &mut Session, arguments: &str, host: &mut dyn Host) -> Result<Flow, CommandError> {
    let (word, rest) = first_word(required(arguments, "the address")?);
    let (deed, place) = match word.to_ascii_lowercase().as_str() {
        "wrote" | "writes" => (Deed::Write, required(rest, "the address")?),
        "read" | "reads" => (Deed::Read, required(rest, "the address")?),
        _ => (Deed::Write, arguments),
    };
    let address = session.address(place)?;
    let found = session.who(deed, address, host)?;
    let text = match (found, deed) {
        (Some(access), _) => told(session, &access, deed, &session.place(address)),
        (None, Deed::Write) => {
            format!("nobody has written {} since the past began\n", session.place(address))
        }
        (None, Deed::Read) => format!("nobody has read {} since the past began\n", session.place(address)),
    };
    host.print(&text);
    Ok(Flow::Continue)
}

fn told(session: &Session, access: &Access, deed: Deed, place: &str) -> String {
    let Access { instructions, time, instruction, channel, change: (old, new), .. } = *access;
    let by = match access.at {
        None => "a person at the console".to_owned(),
        Some(at) => {
            let instruction = format::instruction(instruction, &session.symbols);
            let line = session.symbols.origin(at).map(|origin| session.file_and_line(origin.place));
            let line = line.map_or(String::new(), |line| format!("  [{line}]"));
            let interrupt =
                if channel == 0 { String::new() } else { format!("  (interrupt on channel {channel})") };
            format!("{}: {instruction}{interrupt}{line}", session.place(at))
        }
    };
    let what = match deed {
        Deed::Write if old == new => format!("{new} as before"),
        Deed::Write => format!("{old} became {new}"),
        Deed::Read => format!("{old} was read"),
    };
    format!("instruction {instructions}, {time} s: {by}\n  {place}: {what}\n")
}
