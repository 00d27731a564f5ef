//! `backtrace`: shows the active calls.

use super::{Command, CommandError, Flow, Host, Session, count};
use crate::debug::backtrace::RoutineEntry;
use crate::debug::calls::Call;
use std::fmt::Write as _;

pub(crate) static COMMAND: Command = Command {
    name: "backtrace",
    shortest: 5,
    aliases: &[("bt", ""), ("where", ""), ("f", "1"), ("frame", "1")],
    usage: "[COUNT]",
    summary: "show the active calls, innermost first",
    help: "\
Finds the calls by the traces that they left: PUSHJ on the pushdown list (the
stack), JSR and UUOs in the word before the routine, JSP and JSA in
accumulators, an interrupt in the word of its JSR. A word counts as a return
address if a call precedes that address. Calls without a trace cannot be shown:
a JSP whose accumulator was changed, a routine reached by a jump. With COUNT,
shows only the COUNT innermost calls (decimal).

    pdp6> backtrace
    0  000113 READ: CONSO TTY,40  [add.mid:18]
    1  000102 LOOP: PUSHJ 17,READ  [add.mid:8]",
    run,
};

fn run(session: &mut Session, arguments: &str, host: &mut dyn Host) -> Result<Flow, CommandError> {
    let most =
        if arguments.is_empty() { usize::MAX } else { count(arguments)?.try_into().unwrap_or(usize::MAX) };
    let mut text = String::new();
    for (number, frame) in session.target.backtrace().into_iter().enumerate().take(most) {
        let remark = match frame.entered {
            Some(RoutineEntry::Interrupt(channel)) => format!("  (interrupt on channel {channel})"),
            Some(RoutineEntry::Call(Call::Uuo)) => "  (UUO)".to_owned(),
            _ => String::new(),
        };
        let _ = writeln!(text, "{number:<2} {}", session.target.instruction_line(frame.at, &remark));
    }
    host.print(&text);
    Ok(Flow::Continue)
}
