//! `list`: the source text around an address.

use crate::debug::{Command, CommandError, Flow, Host, Session, host};
use std::fmt::Write as _;

/// The verb.
pub(crate) static COMMAND: Command = Command {
    name: "list",
    shortest: 1,
    aliases: &["source"],
    usage: "[ADDRESS]",
    summary: "show the source text around an address or the program counter",
    help: "\
Needs a symbol file with a source map (`load symbols FILE`) and the source
files, which are looked for under the names in it.

    pdp6> list LOOP",
    run,
};

/// Lines shown before and after.
const AROUND: usize = 5;

fn run(session: &mut Session, arguments: &str, host: &mut dyn Host) -> Result<Flow, CommandError> {
    let address = if arguments.is_empty() { session.machine.cpu.pc } else { session.address(arguments)? };
    let Some(origin) = session.symbols.origin(address) else {
        return Err(CommandError(format!(
            "no source line is known for {}; \"load symbols FILE\" reads a source map",
            session.place(address)
        )));
    };
    let file = &session.symbols.files()[origin.place.file];
    let bytes = host::read(host, file)?;
    let source = String::from_utf8_lossy(&bytes);
    let line = origin.place.line as usize;
    let mut text = format!("{file}:{line}\n");
    for expansion in &origin.trail {
        let file = &session.symbols.files()[expansion.call.file];
        let _ = writeln!(text, "  in {} called at {file}:{}", expansion.name, expansion.call.line);
    }
    let first = line.saturating_sub(AROUND).max(1);
    for (index, content) in source.lines().enumerate().skip(first - 1).take(line + AROUND + 1 - first) {
        let mark = if index + 1 == line { '>' } else { ' ' };
        let _ = writeln!(text, "{mark}{:5}  {content}", index + 1);
    }
    host.print(&text);
    Ok(Flow::Continue)
}
