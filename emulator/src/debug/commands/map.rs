//! `map`: shows whether each word of memory is code, data or unused.

use super::{Command, CommandError, Flow, Host, Session, path};
use crate::address::Address;
use crate::debug::host;
use crate::debug::map::Map;

pub(crate) static COMMAND: Command = Command {
    name: "map",
    shortest: 2,
    aliases: &[],
    usage: "[ADDRESS[/COUNT] | FILE.png]",
    summary: "show which words of memory are code, data or written",
    help: "\
Without arguments, shows all of memory, one letter for eight words; with an
address, one letter per word; with a file, a picture, one dot per word, 512 in
a line. p is program that was executed recently, i other instructions, s a
pushdown list, l an entry of a list (its right half is the address of other
data), d other data; `.` is zero and unused. Capitals (white in the picture)
were written since the last stop. What was executed, pushed or rewritten with
the same value is known for the last 300000 instructions if the run is recorded
(`set reverse on`).

    pdp6> map
    pdp6> map PDL/40
    pdp6> map memory.png",
    run,
};

const DEFAULT_WORDS_SHOWN: u32 = 1024;

fn run(session: &mut Session, arguments: &str, host: &mut dyn Host) -> Result<Flow, CommandError> {
    if arguments.trim_matches('"').to_ascii_lowercase().ends_with(".png") {
        let picture = Map::of(session).picture().png();
        host::write(host, path(arguments)?, &picture)?;
        return Ok(Flow::Continue);
    }
    let text = if arguments.is_empty() {
        Map::of(session).whole()
    } else {
        let (first, words) = stretch(session, arguments)?;
        Map::of(session).stretch(first, words)
    };
    host.print(&text);
    Ok(Flow::Continue)
}

fn stretch(session: &Session, text: &str) -> Result<(Address, u32), CommandError> {
    let Some((first, words)) = text.rsplit_once('/') else {
        return Ok((session.target.address(text)?, DEFAULT_WORDS_SHOWN));
    };
    let words = session.target.evaluate(words)?.bits();
    match u32::try_from(words).ok().filter(|words| (1..=Address::COUNT as u32).contains(words)) {
        Some(words) => Ok((session.target.address(first)?, words)),
        None => Err(CommandError(format!("{text}: expected 1 to 1000000 words (octal)"))),
    }
}
