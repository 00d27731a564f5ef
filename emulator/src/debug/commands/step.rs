//! `step`, `next`, `line`, `over`, `until`, `finish`: run to the next instruction, line or return.

use super::{Command, CommandError, Flow, Goal, Host, Session, count, run};
use crate::address::Address;
use crate::debug::calls::PendingCall;
use crate::debug::steps::Step;

pub(crate) static STEP: Command = Command {
    name: "step",
    shortest: 1,
    aliases: &[("si", ""), ("stepi", "")],
    usage: "[COUNT]",
    summary: "execute one instruction, or COUNT instructions",
    help: "\
Executes instructions, including those of interrupts, and shows the instruction
that comes next. Breakpoints are ignored. COUNT is decimal.

    pdp6> step
    000101 GO+1: MOVEM 1,COUNT",
    run: |session, arguments, host| steps(session, Step::Instruction, arguments, host),
};

pub(crate) static NEXT: Command = Command {
    name: "next",
    shortest: 1,
    aliases: &[("ni", ""), ("nexti", "")],
    usage: "[COUNT]",
    summary: "execute one instruction, or a whole subroutine call",
    help: "\
Like step, but if the instruction calls a subroutine (PUSHJ, JSR, JSP, JSA or a
UUO), the machine runs until the subroutine returns: to the instruction after
the call or to one of the two after that, with the pushdown list as short as
before. Interrupts are executed on the way. A breakpoint stops the machine.
With COUNT, does this COUNT times (decimal).",
    run: |session, arguments, host| steps(session, Step::Next, arguments, host),
};

pub(crate) static LINE: Command = Command {
    name: "line",
    shortest: 3,
    aliases: &[("sl", "")],
    usage: "[COUNT]",
    summary: "run to another line of the source text, into calls",
    help: "\
Executes instructions until the next one was assembled from another line. In a
macro, that is another line of the macro. Without source text, executes one
instruction. With COUNT, does this COUNT times (decimal).

    pdp6> line",
    run: |session, arguments, host| steps(session, Step::Line, arguments, host),
};

pub(crate) static OVER: Command = Command {
    name: "over",
    shortest: 2,
    aliases: &[("nl", "")],
    usage: "[COUNT]",
    summary: "run to another line of the source text, over calls",
    help: "\
Like line, but runs through whole subroutine calls, as next does. With COUNT,
does this COUNT times (decimal).

    pdp6> over",
    run: |session, arguments, host| steps(session, Step::Over, arguments, host),
};

pub(crate) static UNTIL: Command = Command {
    name: "until",
    shortest: 1,
    aliases: &[("advance", "")],
    usage: "[ADDRESS | FILE:LINE | TIME]",
    summary: "run to a place, to a time, or to a later line",
    help: "\
Runs until the machine reaches the instruction at an address, a symbol or a
line of the source text, or until a time on its clock. Without an argument,
runs to a later line of the program, that is, to the end of a loop.

    pdp6> until moves.mid:58
    pdp6> until",
    run: |session, arguments, host| {
        if arguments.is_empty() {
            return steps(session, Step::Onward, arguments, host);
        }
        let goal = run::limits(session, &format!("until {arguments}"))?;
        session.go_on()?;
        run::run_to(session, goal, host)
    },
};

pub(crate) static FINISH: Command = Command {
    name: "finish",
    shortest: 3,
    aliases: &[("out", ""), ("up", "")],
    usage: "[AC]",
    summary: "run until the subroutine returns",
    help: "\
Runs until the subroutine returns to the instruction after its call, or to one
of the two after that (skip returns). `backtrace` shows the call. With the
accumulator of a pushdown list, runs to the return address on top of that list.

    pdp6> finish",
    run: |session, arguments, host| {
        if arguments.is_empty() {
            return steps(session, Step::Out, arguments, host);
        }
        let ac = session.target.address(arguments)?;
        if !ac.is_accumulator() {
            return Err(CommandError(format!("{ac:o} is not an accumulator (expected 0 to 17)")));
        }
        let list = Address::of(session.target.machine.examine(ac));
        let place = Address::of(session.target.machine.examine(list));
        if place.get() == 0 {
            return Err(CommandError(format!("accumulator {ac:o} does not point to a return address")));
        }
        let pending = PendingCall { place, list: Some((ac.get() as u8, list.offset(-1))) };
        session.go_on()?;
        run::run_to(session, Goal::out_of(pending), host)
    },
};

fn steps(
    session: &mut Session,
    step: Step,
    arguments: &str,
    host: &mut dyn Host,
) -> Result<Flow, CommandError> {
    let steps = if arguments.is_empty() { 1 } else { count(arguments)? };
    let stopped = session.step(step, steps, host)?;
    session.announce(stopped, host)
}
