//! `ddt`: the keys of DDT.

use super::{Command, CommandError, Flow, Host, Session, quoted};

pub(crate) static COMMAND: Command = Command {
    name: "ddt",
    shortest: 3,
    aliases: &[],
    usage: "[\"KEYS\"]",
    summary: "go over to the keys of DDT; control-C comes back",
    help: "\
For those who have them in their fingers. Each key acts at once; ALTMODE (the
Escape key) is shown as $.
    FOO/ FOO[ FOO] FOO!   open a word: as usual, as octal, as an instruction,
                          without typing it out
    RETURN                put what was typed into the open word, and close it
    LINE FEED (^J) ^ TAB  the same, and open the next, the one before, the one
                          that it names
    = _                   type the last quantity in octal, as an instruction
    . $Q FOO:             the word opened last, the last quantity; define FOO
    $S $C $T $6T $F       type out instructions, octal, ASCII, SIXBIT, floats
    FOO$B FOO$2B 0$2B $B  set a breakpoint, take it back, all of them
    FOO$G $P 5$P          start, proceed, proceed past a breakpoint
    MOVEI 1,5$X           execute an instruction
    RUBOUT                forget what was typed
A mistake is answered with ?, an unknown symbol with U. With a text these are
the keys, for command files: \\e is ALTMODE, \\n LINE FEED, \\r RETURN, \\t TAB.

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
        return Err("nobody is at the keyboard; ddt \"KEYS\" strikes them".into());
    }
    host.print("\n");
    Ok(Flow::Continue)
}
