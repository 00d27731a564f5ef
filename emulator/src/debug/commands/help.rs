//! `help`.

use super::first_word;
use crate::debug::{COMMANDS, Command, CommandError, Flow, Host, Session, command};
use std::fmt::Write as _;

/// The verb.
pub(crate) static COMMAND: Command = Command {
    name: "help",
    shortest: 1,
    aliases: &[("?", "")],
    usage: "[COMMAND | names]",
    summary: "show this list, or all about a command",
    help: "\
    pdp6> help examine",
    run,
};

fn run(session: &mut Session, arguments: &str, host: &mut dyn Host) -> Result<Flow, CommandError> {
    let mut text = String::new();
    if arguments.is_empty() {
        for command in COMMANDS {
            let (shortest, rest) = command.name.split_at(command.shortest);
            let name = if rest.is_empty() { shortest.to_owned() } else { format!("{shortest}[{rest}]") };
            let _ = writeln!(text, "{name:<14} {}", command.summary);
        }
        text += "\"help COMMAND\" tells more; control-C stops a running machine, a second one leaves\n";
        text += "\"help names\" lists other names of commands, among them those of gdb\n";
    } else if arguments == "names" {
        text = command::list_aliases();
    } else {
        let command = command::find(first_word(arguments).0)?;
        let usage = format!("{} {}", command.name, command.usage);
        let _ = writeln!(text, "{}\n\n{}", usage.trim_end(), command.about(session));
        let aliases: Vec<&str> = command.aliases.iter().map(|(name, _)| *name).collect();
        if !aliases.is_empty() {
            let _ = writeln!(text, "\nOther names: {}.", aliases.join(", "));
        }
    }
    host.print(&text);
    Ok(Flow::Continue)
}
