//! `history`: shows the last instructions executed.

use super::{Command, CommandError, Flow, Host, Session, count};
use std::fmt::Write as _;

pub(crate) static COMMAND: Command = Command {
    name: "history",
    shortest: 2,
    aliases: &[],
    usage: "[COUNT]",
    summary: "show the last instructions executed",
    help: "\
Shows for each instruction: virtual time in microseconds, address, instruction,
effective address, and, as they were after it, the accumulator of its AC field
and the word at the effective address; `*3` marks an interrupt on channel 3.
COUNT is decimal, 20 by default; `set history N` limits it. The instructions
are found by repeating the recorded run (`set reverse on`).

    pdp6> history 2",
    run,
};

const SHOWN: usize = 20;

fn run(session: &mut Session, arguments: &str, host: &mut dyn Host) -> Result<Flow, CommandError> {
    if session.history.shown == 0 {
        return Err(
            "the history is set to show no instructions; \"set history 1000\" shows the last 1000".into()
        );
    }
    let shown =
        if arguments.is_empty() { SHOWN } else { usize::try_from(count(arguments)?).unwrap_or(usize::MAX) };
    let history = session.history(shown.min(session.history.shown))?;
    if history.is_empty() {
        host.print("nothing has been executed since the history began\n");
        return Ok(Flow::Continue);
    }
    let mut text = String::new();
    for executed in history {
        let micros = executed.time.get() as f64 / 1e3;
        let mark = if executed.channel == 0 { "  ".to_owned() } else { format!("*{}", executed.channel) };
        let place = session.target.place(executed.address);
        let instruction = session.target.instruction(executed.instruction);
        let (e, ac, operand) = (executed.effective, executed.ac, executed.operand);
        let _ =
            writeln!(text, "{micros:14.3} {mark} {place:<22} {instruction:<28} E={e} AC={ac} C(E)={operand}");
    }
    host.print(&text);
    Ok(Flow::Continue)
}
