//! `evaluate`: a word in all forms.

use super::required;
use crate::debug::format::Format;
use crate::debug::{Command, CommandError, Flow, Host, Session};

/// The verb.
pub(crate) static COMMAND: Command = Command {
    name: "evaluate",
    shortest: 2,
    aliases: &["="],
    usage: "EXPRESSION",
    summary: "show the value of an expression or instruction in all forms",
    help: "\
Numbers are octal, decimal with a point at the end; `.` is the program counter,
`[A]` the word at A, `1,,2` two halves. The value of a label is its address;
gdb's `p LABEL` shows the word there.

    pdp6> evaluate MOVE 1,100
    200040,,000100  17184063552.  MOVE 1,100  'P\" !  '",
    run,
};

fn run(session: &mut Session, arguments: &str, host: &mut dyn Host) -> Result<Flow, CommandError> {
    let word = session.word(required(arguments, "an expression")?)?;
    let form = |format: Format| format.render(word, &session.symbols);
    let forms =
        [Format::Octal, Format::Decimal, Format::Instruction, Format::Sixbit, Format::Ascii, Format::Float];
    host.print(&format!("{}\n", forms.map(form).join("  ")));
    Ok(Flow::Continue)
}
