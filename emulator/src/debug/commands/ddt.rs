//! `ddt`: passes keys to DDT.

use super::{Command, CommandError, Flow, Host, Session, quoted};

pub(crate) static COMMAND: Command = Command {
    name: "ddt",
    shortest: 3,
    aliases: &[],
    usage: "[\"KEYS\"]",
    summary: "use the keys of DDT; control-C returns",
    help: "\
For users who know DDT. Each key acts at once; ALTMODE (the Escape key) is
shown as $.
    FOO/ FOO[ FOO] FOO!   open a word: as usual, as octal, as an instruction,
                          without typing it out
    RETURN                store what was typed in the open word, and close it
    LINE FEED (^J) ^ TAB  the same, and open the next word, the previous one,
                          the one that it names
    = _                   type the last quantity in octal, as an instruction
    . $Q FOO:             the word opened last, the last quantity; define FOO
    $S $C $T $6T $F       type out instructions, octal, ASCII, SIXBIT, floats
    FOO$B FOO$2B 0$2B $B  set a breakpoint, set number 2, remove number 2,
                          remove all
    FOO$G $P 5$P          start, proceed, proceed past a breakpoint
    MOVEI 1,5$X           execute an instruction
    RUBOUT                discard what was typed
The answer to a mistake is ?, to an unknown symbol U. With a text, types these
keys, for command files: \\e is ALTMODE, \\n LINE FEED, \\r RETURN, \\t TAB.

    pdp6> ddt \"TOTAL/5\\r\"",
    run,
};

fn run(session: &mut Session, arguments: &str, host: &mut dyn Host) -> Result<Flow, CommandError> {
    if !arguments.is_empty() {
        quoted(arguments)?.chars().for_each(|key| session.ddt(key, host));
        host.print("\n");
        return Ok(Flow::Continue);
    }
    let mut struck = false;
    while let Some(key) = host.strike() {
        struck = true;
        session.ddt(key, host);
    }
    if !struck && !host.has_person() {
        return Err("ddt needs a terminal; in a script, give the keys as text: ddt \"KEYS\"".into());
    }
    host.print("\n");
    Ok(Flow::Continue)
}
